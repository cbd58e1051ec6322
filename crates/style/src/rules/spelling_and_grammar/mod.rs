//! The rules of the category `spelling_and_grammar`.

mod abbreviations;
mod accents;
mod capitals;
mod contractions;
mod french_numerals;
mod french_verbs;
mod french_words;
mod german;
mod symbols;
mod titles;

use self::contractions::Contractions;
use self::french_words::Numero;
use crate::implementation::Implementation;
use crate::language::StyleLanguage;
use crate::rules::instructions;

pub(super) use self::abbreviations::spell_out as spell_out_abbreviations;
pub(super) use self::symbols::spell_out as spell_out_symbols;

/// The implementation of an option of a rule in a language; `None` if it has no meaning there.
pub(super) fn implementation(
    rule: &str,
    option: &str,
    language: StyleLanguage,
) -> Option<Implementation> {
    let edits = match language {
        StyleLanguage::German => german_rules(rule, option),
        StyleLanguage::English => english_rules(rule, option),
        StyleLanguage::Spanish => spanish_rules(rule, option),
        StyleLanguage::French => french_rules(rule, option),
        _ => None,
    };
    edits
        .or_else(|| common_rules(rule, option, language))
        .or_else(|| instructions::instruction("spelling_and_grammar", rule, option, language))
}

/// Rules of all languages with capitals and with abbreviations that have a period.
fn common_rules(rule: &str, option: &str, language: StyleLanguage) -> Option<Implementation> {
    use StyleLanguage::{Chinese, Japanese, Korean};
    if matches!(language, Japanese | Korean | Chinese) {
        return None;
    }
    let edits = match (rule, option) {
        ("abbreviation_usage", "do_not_use_abbreviations") => {
            Implementation::edits(|target| spell_out_abbreviations(target, false))
        }
        ("latin_abbreviations", "do_not_use_latin_abbreviations") => {
            Implementation::edits(|target| spell_out_abbreviations(target, true))
        }
        ("special_characters", "never_use_symbols") => Implementation::edits(spell_out_symbols),
        (
            "all_caps",
            "do_not_use_all_caps_except_for_acronyms_initialisms_or_proper_nouns"
            | "do_not_use_all_caps_except_for_acronyms_or_brand_names",
        ) => Implementation::edits(capitals::lower),
        ("personal_titles", "abbreviate" | "do_not_abbreviate") => {
            let full = option == "do_not_abbreviate";
            Implementation::edits(move |target| titles::apply(target, full))
        }
        _ => return None,
    };
    Some(edits)
}

fn german_rules(rule: &str, option: &str) -> Option<Implementation> {
    let edits = match (rule, option) {
        ("eszett", "replace_eszett_with_ss") => Implementation::edits(german::replace_eszett),
        ("umlauts", "replace_umlauts_with_ae_oe_ue") => {
            Implementation::edits(german::replace_umlauts)
        }
        ("informal_address_pronouns", "capitalize_informal_address_pronouns") => {
            Implementation::edits(german::capitalize_informal_pronouns)
        }
        ("informal_address_pronouns", "do_not_capitalize_informal_address_pronouns") => {
            Implementation::edits(german::lower_informal_pronouns)
        }
        _ => return None,
    };
    Some(edits)
}

fn english_rules(rule: &str, option: &str) -> Option<Implementation> {
    let wish = match (rule, option) {
        ("contractions", "do_not_use_contractions") => Contractions::Avoid,
        ("contractions", "use_contractions") => Contractions::Use,
        ("contractions", "use_contractions_but_avoid_negative_contractions") => {
            Contractions::UseIfPositive
        }
        _ => return None,
    };
    Some(Implementation::edits(move |target| {
        contractions::apply(target, wish)
    }))
}

fn spanish_rules(rule: &str, option: &str) -> Option<Implementation> {
    match (rule, option) {
        ("spanish_word_solo", "never_use_acute_accent") => {
            Some(Implementation::edits(accents::solo_without_accent))
        }
        ("spanish_word_solo", "use_acute_accent_when_used_as_adverb") => {
            Some(Implementation::edits(accents::solo_with_accent))
        }
        ("accents_and_cedillas", _) => accent_rules(option),
        _ => None,
    }
}

fn accent_rules(option: &str) -> Option<Implementation> {
    match option {
        "do_not_use_on_capital_letters" => Some(Implementation::edits(|target| {
            accents::remove(target, true)
        })),
        "never_use" => Some(Implementation::edits(|target| {
            accents::remove(target, false)
        })),
        "use_even_on_capital_letters" => Some(Implementation::edits(accents::restore)),
        _ => None,
    }
}

fn french_rules(rule: &str, option: &str) -> Option<Implementation> {
    /// A function for a rule with two options; the flag is true for the second one.
    type Choice = fn(&crate::target_text::TargetText<'_>, bool) -> Vec<dragoman_text::Edit>;
    let (first, second, find): (&str, &str, Choice) = match rule {
        "accents_and_cedillas" => return accent_rules(option),
        "abbreviating_french_word_numero" => return numero_abbreviation(option),
        "past_participle_of_french_word_laisser_followed_by_infinitive" => {
            return (option == "use_invariable_form_french_word_laissé")
                .then(|| Implementation::edits(french_verbs::invariable_laisse));
        }
        "accents_in_verbs_conjugated_like_french_word_céder" => {
            ("use_acute_accent", "use_grave_accent", french_verbs::ceder)
        }
        "accents_with_subject_verb_inversion" => (
            "use_acute_accent",
            "use_grave_accent",
            french_verbs::inversion,
        ),
        "french_verbs_ending_in_eler_and_eter" => (
            "transcribe_open_e_sound_by_doubling_next_consonant",
            "transcribe_open_e_sound_with_grave_accent",
            french_verbs::open_e,
        ),
        "i_and_u_with_circumflex_accents" => (
            "do_not_use_circumflex_accents_except_in_verbs_and_to_distinguish_homophones",
            "use_circumflex_accents",
            french_words::circumflex,
        ),
        "compound_nouns" => (
            "write_as_one_word",
            "write_with_hyphen",
            french_words::compounds,
        ),
        "pluralizing_foreign_words" => (
            "use_original_language_spelling",
            "use_french_spelling_rules",
            french_words::foreign_plurals,
        ),
        "spelled_out_numbers" => (
            "use_hyphens_between_elements_under_100_and_not_separated_by_french_word_et",
            "use_hyphens",
            french_numerals::hyphens,
        ),
        _ => return None,
    };
    let is_second = option == second;
    (is_second || option == first)
        .then(|| Implementation::edits(move |target| find(target, is_second)))
}

fn numero_abbreviation(option: &str) -> Option<Implementation> {
    let numero = match option {
        "abbreviate_as_n_then_degree_symbol" => Numero::Degree,
        "abbreviate_as_n_then_o_in_superscript" => Numero::Superscript,
        "abbreviate_as_no" => Numero::Plain,
        _ => return None,
    };
    Some(Implementation::edits(move |target| {
        french_words::numero(target, numero)
    }))
}
