//! Words with what their places say of them.

/// A word of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word<'a> {
    /// As it is written, with the apostrophe that joins it to the next: `t'`.
    pub(super) text: &'a str,
    /// In lower case, with a straight apostrophe.
    pub(super) lower: String,
    /// Whether it is the first of its sentence or of a quotation, where capitals say nothing.
    pub(super) begins_sentence: bool,
    /// Whether it is the first of its sentence, where an imperative stands. What is quoted within
    /// one may be the name of a button.
    pub(super) opens: bool,
}

/// The words of a text: runs of letters and digits.
pub(super) fn placed_words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let (mut opens, mut begins_sentence) = (true, true);
    let mut rest = text;
    while let Some(start) = rest.find(char::is_alphanumeric) {
        let (before, from) = rest.split_at(start);
        opens |= before.contains(ENDS);
        begins_sentence |= opens || before.contains(QUOTES);
        let end = from.find(|c: char| !is_inside(c)).unwrap_or(from.len());
        let joint = from.get(end..).unwrap_or_default();
        let elided = joint.chars().next().filter(|c| matches!(c, '\'' | '’'));
        let end = end + elided.map_or(0, char::len_utf8);
        let (word, after) = from.split_at(end);
        words.push(Word {
            text: word,
            lower: word.to_lowercase().replace('’', "'"),
            begins_sentence,
            opens,
        });
        (opens, begins_sentence) = (false, false);
        rest = after;
    }
    words
}

/// What a sentence, or something that is written as one, begins behind.
const ENDS: [char; 9] = ['.', '!', '?', ':', '…', '\n', '•', '¿', '¡'];

const QUOTES: [char; 6] = ['"', '“', '„', '”', '«', '»'];

/// Letters, digits, and the accents that belong to the letter before.
pub fn is_inside(character: char) -> bool {
    character.is_alphanumeric() || ('\u{300}'..='\u{36f}').contains(&character)
}

#[cfg(test)]
mod tests {
    use super::placed_words;

    #[test]
    fn words_keep_their_apostrophes_and_know_where_sentences_begin() {
        let found = placed_words("Je t’aime. «Peux-tu venir?»");
        let found: Vec<(&str, bool)> = (found.iter())
            .map(|word| (&word.lower[..], word.begins_sentence))
            .collect();
        let expected = [
            ("je", true),
            ("t'", false),
            ("aime", false),
            ("peux", true),
            ("tu", false),
            ("venir", false),
        ];
        assert_eq!(found, expected);
    }
}
