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
use crate::rules::wording;
use crate::{Application, StyleLanguage};

pub(super) use self::abbreviations::spell_out as spell_out_abbreviations;
pub(super) use self::symbols::spell_out as spell_out_symbols;

/// The implementation of an option of a rule in a language; `None` if it has no meaning there.
pub(super) fn application(
    rule: &str,
    option: &str,
    language: StyleLanguage,
) -> Option<Application> {
    let edits = match language {
        StyleLanguage::German => of_german(rule, option),
        StyleLanguage::English => of_english(rule, option),
        StyleLanguage::Spanish => of_spanish(rule, option),
        StyleLanguage::French => of_french(rule, option),
        _ => None,
    };
    edits
        .or_else(|| of_several(rule, option, language))
        .or_else(|| wording::instruction("spelling_and_grammar", rule, option, language))
}

/// Rules of all languages with capitals and with abbreviations that have a period.
fn of_several(rule: &str, option: &str, language: StyleLanguage) -> Option<Application> {
    use StyleLanguage::{Chinese, Japanese, Korean};
    if matches!(language, Japanese | Korean | Chinese) {
        return None;
    }
    let edits = match (rule, option) {
        ("abbreviation_usage", "do_not_use_abbreviations") => {
            Application::edits(|passage| spell_out_abbreviations(passage, false))
        }
        ("latin_abbreviations", "do_not_use_latin_abbreviations") => {
            Application::edits(|passage| spell_out_abbreviations(passage, true))
        }
        ("special_characters", "never_use_symbols") => Application::edits(spell_out_symbols),
        (
            "all_caps",
            "do_not_use_all_caps_except_for_acronyms_initialisms_or_proper_nouns"
            | "do_not_use_all_caps_except_for_acronyms_or_brand_names",
        ) => Application::edits(capitals::lower),
        ("personal_titles", "abbreviate" | "do_not_abbreviate") => {
            let full = option == "do_not_abbreviate";
            Application::edits(move |passage| titles::apply(passage, full))
        }
        _ => return None,
    };
    Some(edits)
}

fn of_german(rule: &str, option: &str) -> Option<Application> {
    let edits = match (rule, option) {
        ("eszett", "replace_eszett_with_ss") => Application::edits(german::replace_eszett),
        ("umlauts", "replace_umlauts_with_ae_oe_ue") => Application::edits(german::replace_umlauts),
        ("informal_address_pronouns", "capitalize_informal_address_pronouns") => {
            Application::edits(german::capitalize_informal_pronouns)
        }
        ("informal_address_pronouns", "do_not_capitalize_informal_address_pronouns") => {
            Application::edits(german::lower_informal_pronouns)
        }
        _ => return None,
    };
    Some(edits)
}

fn of_english(rule: &str, option: &str) -> Option<Application> {
    let wish = match (rule, option) {
        ("contractions", "do_not_use_contractions") => Contractions::Avoid,
        ("contractions", "use_contractions") => Contractions::Use,
        ("contractions", "use_contractions_but_avoid_negative_contractions") => {
            Contractions::UseIfPositive
        }
        _ => return None,
    };
    Some(Application::edits(move |passage| {
        contractions::apply(passage, wish)
    }))
}

fn of_spanish(rule: &str, option: &str) -> Option<Application> {
    match (rule, option) {
        ("spanish_word_solo", "never_use_acute_accent") => {
            Some(Application::edits(accents::solo_without_accent))
        }
        ("spanish_word_solo", "use_acute_accent_when_used_as_adverb") => {
            Some(Application::edits(accents::solo_with_accent))
        }
        ("accents_and_cedillas", _) => of_accents(option),
        _ => None,
    }
}

fn of_accents(option: &str) -> Option<Application> {
    match option {
        "do_not_use_on_capital_letters" => {
            Some(Application::edits(|passage| accents::remove(passage, true)))
        }
        "never_use" => Some(Application::edits(|passage| {
            accents::remove(passage, false)
        })),
        "use_even_on_capital_letters" => Some(Application::edits(accents::restore)),
        _ => None,
    }
}

fn of_french(rule: &str, option: &str) -> Option<Application> {
    /// A function for a rule with two options; the flag is true for the second one.
    type Choice = fn(&crate::passage::Passage<'_>, bool) -> Vec<dragoman_text::Edit>;
    let (first, second, transform): (&str, &str, Choice) = match rule {
        "accents_and_cedillas" => return of_accents(option),
        "abbreviating_french_word_numero" => return of_numero(option),
        "past_participle_of_french_word_laisser_followed_by_infinitive" => {
            return (option == "use_invariable_form_french_word_laissé")
                .then(|| Application::edits(french_verbs::invariable_laisse));
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
        .then(|| Application::edits(move |passage| transform(passage, is_second)))
}

fn of_numero(option: &str) -> Option<Application> {
    let numero = match option {
        "abbreviate_as_n_then_degree_symbol" => Numero::Degree,
        "abbreviate_as_n_then_o_in_superscript" => Numero::Superscript,
        "abbreviate_as_no" => Numero::Plain,
        _ => return None,
    };
    Some(Application::edits(move |passage| {
        french_words::numero(passage, numero)
    }))
}
