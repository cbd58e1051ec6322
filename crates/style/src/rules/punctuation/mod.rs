//! The rules of the category `punctuation`.

mod abbreviations;
mod brackets;
mod commas;
mod context;
mod dashes;
mod ellipses;
mod endings;
mod instructions;
mod korean;
mod quotation_marks;
mod quote_classifier;
mod ranges;
mod symbols;
mod widths;

use crate::implementation::Implementation;
use crate::language::StyleLanguage;

/// The rules that come before the others, in order. The rules for full stops next to quotation
/// marks and brackets look for the shapes that the rules for the marks write, and have to see the
/// full stops before other rules change them.
pub(super) const FIRST: &[&str] = &[
    "chinese_mixed_with_english",
    "quotation_mark",
    "quotation_mark_and_apostrophe",
    "quotation_style",
    "setting_off_non_quoted_phrases",
    "round_brackets",
    "corner_bracket_and_periods",
    "corner_brackets_and_periods",
    "full_sentence_in_round_brackets",
    "text_in_round_brackets_referring_to_previous_sentence",
    "text_in_round_brackets_supplementing_preceding_text",
];

/// The implementation of an option of a rule in a language; `None` if it has no meaning there.
pub(super) fn implementation(
    rule: &str,
    option: &str,
    language: StyleLanguage,
) -> Option<Implementation> {
    let edits = match rule {
        "abbreviations" => abbreviations::abbreviations(option, language),
        "acronyms" | "periods_in_uppercase_initialisms_and_acronyms" => {
            abbreviations::acronyms(option, language)
        }
        "ampersand_abbreviation_spacing" => symbols::abbreviation_spacing(option, language),
        "ampersand_usage" => symbols::ampersand_usage(option, language),
        "apostrophe" => quotation_marks::apostrophe(option, language),
        "bracket" => widths::bracket(option, language),
        "chinese_mixed_with_english" => widths::mixed_english(option, language),
        "colon" => widths::colon(option, language),
        "colon_between_hours_and_minutes_or_chapters_and_verses" => {
            korean::colon_in_times(language)
        }
        "colon_in_heading" => korean::colon_in_heading(language),
        "colon_to_replace_versus_or_to" => korean::colon_for_versus(language),
        "comma_after_conjunctive_adverbs" => commas::after_adverbs(option, language),
        "comma_after_i_e_and_e_g" => commas::after_examples(option, language),
        "corner_bracket_and_periods" => brackets::corner_at_end(language),
        "corner_brackets_and_periods" => brackets::corner_within(language),
        "dash" => dashes::connection(option, language),
        "ellipsis" => ellipses::ellipsis(option, language),
        "em_dash" => dashes::em_dash(option, language),
        "exclamation_marks" => Some(endings::exclamation(language)),
        "full_sentence_in_round_brackets" => brackets::full_sentence(language),
        "highlighting_specific_expressions" => quotation_marks::highlighting(option, language),
        "parentheses_for_supplementary_information" => korean::parentheses(language),
        "periods_and_commas" => widths::periods_and_commas(option, language),
        "periods_in_academic_degrees" => abbreviations::degrees(option, language),
        "periods_in_direct_quotes" => korean::periods_in_quotes(option, language),
        "plus_sign_usage" => symbols::plus_sign(option, language),
        "possessives_of_proper_names_ending_in_s_style" => endings::possessives(option, language),
        "quotation_mark" => quotation_marks::quotation_mark(option, language),
        "quotation_mark_and_apostrophe" => quotation_marks::with_apostrophe(option, language),
        "quotation_style" => quotation_marks::quotation_style(option, language),
        "range_indicator" => ranges::range_indicator(option, language),
        "related_phrases_indicator" => korean::related_phrases(option, language),
        "round_brackets" => widths::round_brackets(option, language),
        "salutation" => endings::salutation(option, language),
        "sentence_break_indicator" => dashes::sentence_break(option, language),
        "serial_comma" => commas::serial(option, language),
        "setting_off_non_quoted_phrases" => quotation_marks::setting_off(option, language),
        "slash" => symbols::slash(option, language),
        "spacing_and_punctuation" => endings::french_spacing(option, language),
        "text_in_round_brackets_referring_to_previous_sentence" => {
            brackets::referring(option, language)
        }
        "text_in_round_brackets_supplementing_preceding_text" => brackets::supplement(language),
        "titles_of_books_and_newspapers" => korean::titles_of_books(option, language),
        "titles_of_creative_works_trade_names_laws_and_regulations" => {
            korean::titles_of_works(option, language)
        }
        "uppercase_acronyms" => abbreviations::uppercase_acronyms(option, language),
        _ => None,
    };
    edits.or_else(|| instructions::instruction(rule, option, language))
}

#[cfg(test)]
mod tests {
    use dragoman_text::SegmentTranslation;

    use crate::catalogue::{ConfiguredRules, catalogue};
    use crate::implementation::Implementation;
    use crate::language::StyleLanguage;
    use crate::style::Style;
    use crate::target_text::TargetText;

    #[test]
    fn rules_of_brackets_see_what_rules_of_quotation_marks_wrote() {
        let mut rules = ConfiguredRules::default();
        for (rule, option) in [
            (
                "corner_brackets_and_periods",
                "do_not_add_period_before_closing_corner_bracket_when_sentence_continues",
            ),
            (
                "periods_and_commas",
                "use_full_width_non_japanese_periods_and_full_width_non_japanese_commas",
            ),
            (
                "quotation_style",
                "use_corner_brackets_for_primary_quotations_and_double_corner_brackets_for_secondary_quotations",
            ),
            ("round_brackets", "use_full_width_round_brackets"),
            (
                "text_in_round_brackets_referring_to_previous_sentence",
                "add_period_before_closing_round_bracket",
            ),
        ] {
            rules.set("punctuation", rule, option).unwrap();
        }
        let mut translation =
            SegmentTranslation::from("彼は“行く。”と、言った。(写真は庭)".to_owned());
        Style::new(&rules, StyleLanguage::Japanese).apply(&mut translation, &[]);
        assert_eq!(translation.text(), "彼は「行く」と，言った．（写真は庭．）");
    }

    #[test]
    fn every_option_is_implemented_in_some_language() {
        let missing: Vec<_> = catalogue()
            .iter()
            .filter(|choice| choice.category == "punctuation")
            .filter(|choice| {
                StyleLanguage::ALL.iter().all(|language| {
                    super::implementation(choice.rule, choice.option, *language).is_none()
                })
            })
            .collect();
        assert!(missing.is_empty(), "{missing:?}");
    }

    #[test]
    fn instructions_are_short_sentences() {
        for choice in catalogue() {
            for language in StyleLanguage::ALL {
                let implementation = super::implementation(choice.rule, choice.option, language);
                if let Some(Implementation::Instruction(sentence)) = implementation {
                    assert!(sentence.chars().count() <= 200, "{sentence}");
                    assert!(sentence.ends_with(['.', '”']), "{sentence}");
                }
            }
        }
    }

    /// For any sequence of punctuation marks, every edit is inside the text and at character
    /// boundaries.
    #[test]
    fn edits_fit_any_text() {
        let signs: Vec<char> =
            "\"'“”‘’„‚«»‹›「」『』.…-–— (（)）:!?/&+=0159aZséßÄ\u{a0}\n한漢あ、。"
                .chars()
                .collect();
        let mut state = 1_u64;
        let mut random = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            usize::try_from(state >> 33).unwrap()
        };
        let texts: Vec<String> = (0..60)
            .map(|_| (0..60).map(|_| signs[random() % signs.len()]).collect())
            .collect();
        let of_category = catalogue()
            .iter()
            .filter(|choice| choice.category == "punctuation");
        for choice in of_category {
            for language in StyleLanguage::ALL {
                let implementation = super::implementation(choice.rule, choice.option, language);
                let Some(Implementation::Edits(find)) = implementation else {
                    continue;
                };
                for text in &texts {
                    let target = TargetText {
                        text,
                        language,
                        kept: &[],
                    };
                    for edit in find(&target) {
                        assert!(
                            text.get(edit.range.clone()).is_some(),
                            "{choice:?} {text:?} {edit:?}"
                        );
                    }
                }
            }
        }
    }
}
