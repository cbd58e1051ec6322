//! Instructions to a language model for punctuation that depends on the meaning or on other
//! sentences.

use crate::implementation::Implementation;
use crate::language::StyleLanguage;

/// The instruction for an option of a rule; `None` if it has no meaning in the language.
pub(super) fn instruction(
    rule: &str,
    option: &str,
    language: StyleLanguage,
) -> Option<Implementation> {
    use StyleLanguage::{Chinese, English, French, Italian, Japanese, Korean, Spanish};
    let is_cjk = matches!(language, Chinese | Japanese | Korean);
    let sentence = match (rule, option) {
        ("comma_after_conjunctive_adverbs", "use")
            if matches!(language, Spanish | French | Italian) =>
        {
            "Put a comma after a conjunctive adverb or phrase that opens a sentence, such as the words for “however” or “therefore”."
        }
        ("comma_after_conjunctive_adverbs", "do_not_use")
            if matches!(language, Spanish | French | Italian) =>
        {
            "Put no comma after a conjunctive adverb or phrase that opens a sentence, such as the words for “however” or “therefore”."
        }
        ("comma_after_short_introductory_phrase", "use") if language == English => {
            "Put a comma after a short introductory phrase, as in “In 2020, the company moved.”"
        }
        ("comma_after_short_introductory_phrase", "do_not_use") if language == English => {
            "Put no comma after a short introductory phrase, as in “In 2020 the company moved”, unless the sentence would be misread without it."
        }
        ("comma_and_semicolon", "use_comma_between_clauses")
            if !matches!(language, Japanese | Korean) =>
        {
            "Separate closely related clauses of one sentence with a comma, together with a conjunction where the grammar asks for one, and not with a semicolon."
        }
        ("comma_and_semicolon", "use_semicolon_between_clauses")
            if !matches!(language, Japanese | Korean) =>
        {
            "Separate closely related independent clauses of one sentence with a semicolon, not with a comma."
        }
        ("emphasis", "use_double_corner_brackets") if matches!(language, Japanese | Chinese) => {
            "Set words that are emphasised in double corner brackets, 『 and 』."
        }
        ("explanatory_note_indicator", "use_double_em_dash")
            if matches!(language, Chinese | Japanese) =>
        {
            "Set an explanatory note within a sentence off with double em dashes (——), not with parentheses."
        }
        ("explanatory_note_indicator", "use_parentheses")
            if matches!(language, Chinese | Japanese) =>
        {
            "Set an explanatory note within a sentence in parentheses, not between dashes."
        }
        ("japanese_reference_materials", "use_double_corner_brackets") if is_cjk => {
            "Set the titles of Japanese reference works, such as books and magazines, in double corner brackets, 『 and 』."
        }
        ("passage_of_time_and_movement_between_locations", "use_double_em_dash")
            if matches!(language, Japanese | Chinese) =>
        {
            "Show the passage of time and the way from one place to another with a double em dash, as in 東京——大阪."
        }
        (
            "slash",
            "use_spaces_before_and_after_slashes_if_there_are_multiple_words_before_and_after_slash",
        ) if !is_cjk => {
            "Put a space before and after a slash only if both alternatives that it separates have more than one word, as in “New York / Los Angeles”."
        }
        (
            "slash",
            "use_spaces_before_and_after_slashes_if_there_are_multiple_words_before_or_after_slash",
        ) if !is_cjk => {
            "Put a space before and after a slash if at least one of the alternatives that it separates has more than one word, as in “New York / Boston”."
        }
        ("slash_usage", _) if language == English => {
            "Do not use a slash for “or”: write “he or she”, not “he/she”. Keep slashes in names, units, fractions and dates."
        }
        _ => return None,
    };
    Some(Implementation::Instruction(sentence))
}
