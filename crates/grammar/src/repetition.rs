//! Words that are repeated by mistake.

use dragoman_correction::EditableText;
use dragoman_text::Edit;
use unicode_segmentation::UnicodeSegmentation;

/// Words that are hardly ever repeated on purpose. Other words may be: "that that", "had had", "log in in the morning",
/// "gave her her coat", "very very", "because of this this week".
const NEVER_TWICE: [&str; 17] = [
    "a", "an", "and", "as", "because", "but", "every", "i", "if", "or", "our", "than", "the",
    "their", "we", "which", "your",
];

/// Prepositions, which may also end a clause: "the woman I spoke to to get a refund".
const PREPOSITIONS: [&str; 7] = ["at", "for", "from", "into", "of", "to", "with"];

/// Forms of "be" that may also end a clause: "the man he once was was gone".
const FORMS_OF_BE: [&str; 4] = ["are", "is", "was", "were"];

/// Words that are the subject at the beginning of a sentence.
const SUBJECTS: [&str; 7] = ["i", "you", "he", "she", "it", "we", "they"];

/// Determiners of a noun after a preposition: "from time to time" has none.
const DETERMINERS: [&str; 8] = ["the", "a", "an", "my", "your", "his", "our", "their"];

/// Words that begin a clause that ends inside another one: "those who can drive drive".
const CLAUSES: [&str; 7] = ["who", "whom", "which", "what", "whatever", "where", "that"];

/// The minimum length of a verb that is hardly ever repeated for emphasis, in bytes.
const MIN_LONG_VERB: usize = 6;

/// Words before a verb. Nouns are left out, because the second of two nouns may be a name: "the function function is
/// called". Pronouns are left out too: "everyone we invited invited a friend".
const BEFORE_VERBS: [&str; 11] = [
    "to", "not", "will", "can", "could", "would", "should", "must", "may", "please", "don't",
];

/// The features of a sentence up to a word.
#[derive(Default)]
struct Sentence {
    /// The number of words.
    words: usize,
    /// Whether the first word is a pronoun that is the subject.
    has_subject_first: bool,
    /// Whether a subordinate clause may have begun.
    has_clause: bool,
    /// Whether a word is a form of "come": "he came to to the smell of coffee".
    has_come: bool,
}

impl Sentence {
    fn record(&mut self, word: &str) {
        let is_subject = SUBJECTS.contains(&word);
        if self.words == 0 {
            self.has_subject_first = is_subject;
        } else {
            self.has_clause |= is_subject;
        }
        self.has_clause |= CLAUSES.contains(&word);
        self.has_come |= ["come", "comes", "came", "coming"].contains(&word);
        self.words += 1;
    }

    /// Whether the repetition of the last word is a mistake, given the word after it.
    fn is_mistake(&self, word: &str, next: &str) -> bool {
        // After a subject and a verb, no clause can end here.
        if PREPOSITIONS.contains(&word) {
            return self.has_subject_first
                && self.words == 3
                && !self.has_clause
                && !self.has_come
                && DETERMINERS.contains(&next);
        }
        if FORMS_OF_BE.contains(&word) {
            return self.has_subject_first && self.words == 2;
        }
        NEVER_TWICE.contains(&word)
    }
}

/// Removes the second of two equal words that only spaces separate.
pub(crate) fn edits(editable: &EditableText) -> Vec<Edit> {
    let text = editable.text();
    let mut edits = Vec::new();
    let mut last: Option<(usize, &str)> = None;
    let mut sentence = Sentence::default();
    let mut words = text.unicode_word_indices().peekable();
    while let Some((at, word)) = words.next() {
        let small = word.to_lowercase();
        if let Some((start, before)) = last {
            let end = start + before.len();
            let between = text.get(end..at).unwrap_or_default();
            if between.contains(['.', '!', '?']) {
                sentence = Sentence::default();
            }
            let is_spaced = !between.is_empty() && between.chars().all(|c| c == ' ');
            let is_twice = is_spaced && word == small && before.to_lowercase() == small;
            let next = words.peek().map_or("", |&(_, next)| next);
            let is_verb = || !sentence.has_clause && is_long_verb(text, start, word);
            if is_twice
                && (sentence.is_mistake(word, next) || is_verb())
                && !is_mentioned(text, start)
            {
                edits.push(Edit {
                    range: end..at + word.len(),
                    text: String::new(),
                });
            }
        }
        sentence.record(&small);
        last = Some((at, word));
    }
    edits
}

/// Whether the word at a byte position is a long word in the position of a verb.
fn is_long_verb(text: &str, at: usize, word: &str) -> bool {
    let is_lower_case = word.bytes().all(|byte| byte.is_ascii_lowercase());
    let before = text.get(..at).unwrap_or_default();
    let last = before.split_whitespace().next_back().unwrap_or_default();
    let last = last.to_lowercase();
    word.len() >= MIN_LONG_VERB
        && is_lower_case
        && !word.ends_with("ly")
        && word != "always"
        && BEFORE_VERBS.contains(&last.as_str())
}

/// Whether a word is in quotation marks or next to a symbol, because the text mentions it.
fn is_mentioned(text: &str, at: usize) -> bool {
    let before = text.get(..at).and_then(|text| text.chars().next_back());
    before.is_some_and(|c| "\"'“‘«-/".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(text: &str) -> String {
        let mut editable = EditableText::new(text.to_owned(), Vec::new());
        editable.apply(edits(&editable));
        editable.into_text()
    }

    #[test]
    fn the_second_of_two_equal_words_goes() {
        for (wrong, right) in [
            ("The the car is here.", "The car is here."),
            ("We went to to the market.", "We went to the market."),
            ("What it is. She is is ill.", "What it is. She is ill."),
            ("I want to receive receive it.", "I want to receive it."),
        ] {
            assert_eq!(after(wrong), right);
        }
    }

    #[test]
    fn a_word_that_ends_a_clause_may_stand_beside_itself() {
        for text in [
            "The woman I spoke to to get a refund was kind.",
            "I come from from time to time.",
            "What we are looking at at the moment is a map.",
            "The man he once was was gone.",
            "What it is is a complete waste of time.",
            "Those who could could leave.",
            "He came to to the smell of coffee.",
            "Everyone we invited invited a friend.",
            "Those who can travel travel light.",
            "Because of this this week is full.",
        ] {
            assert_eq!(after(text), text);
        }
    }
}
