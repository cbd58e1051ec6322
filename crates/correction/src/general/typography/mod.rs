//! Punctuation, spacing and capitalisation of each language that separates words by spaces.

mod french;
mod german;
mod italian;
mod portuguese;
mod spanish;

use crate::base_language::BaseLanguage;

/// How a language uses punctuation marks, spaces and capitals. All words are in lower case.
#[derive(Debug)]
pub(super) struct Typography {
    /// Whether a no-break space belongs before colons, semicolons, question and exclamation marks, and inside « ».
    pub(super) spaces_marks: bool,
    /// The rules for ¿ and ¡, if the language has them.
    pub(super) inverted_marks: Option<InvertedMarks>,
    /// Abbreviations of three letters or more: a full stop after them does not end the sentence.
    pub(super) abbreviations: &'static [&'static str],
    /// Words of one letter.
    pub(super) single_letters: &'static [&'static str],
    /// Words that often begin sentences and are not names.
    pub(super) starters: &'static [&'static str],
    /// Starters that also follow an abbreviation inside a sentence, as in "Inst. für Physik".
    pub(super) continuing: &'static [&'static str],
    /// Endings of words of five letters or more that are not abbreviations.
    pub(super) whole_endings: &'static [&'static str],
    /// Shorter words that are not abbreviations.
    pub(super) whole_words: &'static [&'static str],
    /// Starters that begin a new sentence even after a question mark, after which a sentence may continue.
    pub(super) raises_behind_questions: &'static [&'static str],
    /// Words that only begin sentences and never continue one.
    pub(super) openers: &'static [&'static str],
    /// The fewest words of a first sentence that begins with another starter.
    pub(super) fewest_words: usize,
    /// Words that are in lower case after certain words.
    pub(super) lower_case: &'static [LowerCase],
    /// Words that may be repeated, in addition to those in [`Orthography`](crate::orthography::Orthography).
    pub(super) repeatable: &'static [&'static str],
    /// Whether repetition at the end of a clause is emphasis, as in "ce n'est pas joli joli".
    pub(super) emphasises_by_doubling: bool,
    /// Relative pronouns: a clause with one may end with the verb that begins the next clause, as in "qui vivra verra verra".
    pub(super) relatives: &'static [&'static str],
    /// Words whose repetition is a mistake even there.
    pub(super) particles: &'static [&'static str],
    /// Whether any word may be repeated for emphasis, as in "café café", so that only particles are repeated by mistake.
    pub(super) stresses_by_repeating: bool,
    /// Words that begin names, so that they may be repeated as in "de de Gaulle".
    pub(super) name_particles: &'static [&'static str],
}

/// How to find where a question begins, for languages with inverted marks.
#[derive(Debug)]
pub(super) struct InvertedMarks {
    /// Interrogatives: words that begin a question.
    pub(super) interrogatives: &'static [&'static str],
    /// Question tags, which ask about a statement, such as "verdad".
    pub(super) tags: &'static [&'static str],
    /// Forms of address that precede a question and are not part of it, such as "hola".
    pub(super) addresses: &'static [&'static str],
}

/// Words that are in lower case after certain other words.
#[derive(Debug)]
pub(super) struct LowerCase {
    words: &'static [&'static str],
    /// The word or words before; `#` is a number of one or two digits.
    after: &'static [&'static str],
    /// Words that make it a name if they follow.
    unless: &'static [&'static str],
}

impl Typography {
    /// The typography of a language; none if it does not separate words by spaces.
    pub(super) const fn of(base: BaseLanguage) -> Option<&'static Self> {
        match base {
            BaseLanguage::Chinese | BaseLanguage::Japanese | BaseLanguage::Korean => None,
            BaseLanguage::French => Some(&french::FRENCH),
            BaseLanguage::German => Some(&german::GERMAN),
            BaseLanguage::Italian => Some(&italian::ITALIAN),
            BaseLanguage::Portuguese => Some(&portuguese::PORTUGUESE),
            BaseLanguage::Spanish => Some(&spanish::SPANISH),
        }
    }

    /// Whether a full stop after a word does not end the sentence.
    pub(super) fn is_abbreviation(&self, word: &str) -> bool {
        let word = word.to_lowercase();
        word.chars().nth(1).is_none() || self.abbreviations.contains(&word.as_str())
    }

    /// Whether `word`, in lower case, may begin a sentence after `earlier` and a full stop.
    pub(super) fn may_begin(&self, word: &str, earlier: &str) -> bool {
        let earlier_lower = earlier.to_lowercase();
        // Nouns are abbreviated more often, and to more letters.
        let least = if earlier.starts_with(char::is_uppercase) {
            6
        } else {
            5
        };
        !self.continuing.contains(&word)
            || self.whole_words.contains(&earlier_lower.as_str())
            || earlier.chars().count() >= least
                && self
                    .whole_endings
                    .iter()
                    .any(|ending| earlier_lower.ends_with(ending))
    }

    /// The word in lower case, if its capital is wrong after the words before it.
    pub(super) fn in_lower_case(&self, earlier: &[&str], word: &str, next: &str) -> Option<String> {
        let mut letters = word.chars();
        let is_raised =
            letters.next().is_some_and(char::is_uppercase) && letters.all(char::is_lowercase);
        if !is_raised {
            return None;
        }
        // "La Real Academia de la Lengua Española", behind a word that begins no sentence.
        let is_in_name = matches!(earlier, [.., _, last] if last.starts_with(char::is_uppercase));
        if is_in_name {
            return None;
        }
        let lower = word.to_lowercase();
        let next = next.to_lowercase();
        let follows = |sequence: &str| {
            let mut earlier = earlier.iter().rev();
            sequence.split(' ').rev().all(|wanted| {
                let word = earlier.next();
                word.is_some_and(|word| match wanted {
                    "#" => word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_digit()),
                    _ => word.to_lowercase() == wanted,
                })
            })
        };
        self.lower_case
            .iter()
            .any(|rule| {
                rule.words.contains(&lower.as_str())
                    && !rule.unless.contains(&next.as_str())
                    && rule.after.iter().any(|sequence| follows(sequence))
            })
            .then_some(lower)
    }
}

const NONE: Typography = Typography {
    spaces_marks: false,
    inverted_marks: None,
    abbreviations: &[],
    single_letters: &[],
    starters: &[],
    continuing: &[],
    whole_endings: &[],
    whole_words: &[],
    raises_behind_questions: &[],
    openers: &[],
    fewest_words: 0,
    lower_case: &[],
    repeatable: &[],
    emphasises_by_doubling: false,
    relatives: &[],
    particles: &[],
    stresses_by_repeating: false,
    name_particles: &["de", "du", "di", "da", "von", "van", "do", "dos", "del"],
};
