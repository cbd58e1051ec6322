//! In what the languages that put spaces between words differ as to marks, spaces and capitals.

mod french;
mod german;
mod italian;
mod portuguese;
mod spanish;

use super::inversion::Opening;
use crate::base_language::BaseLanguage;

/// How a language sets its marks and capitals. All words are in small letters.
#[derive(Debug)]
pub(super) struct Customs {
    /// Whether a no-break space stands before colons, semicolons, question and exclamation marks, and inside of « ».
    pub(super) spaces_marks: bool,
    /// What stands before questions and exclamations.
    pub(super) opening: Option<Opening>,
    /// Words of three letters and more that a full stop follows without ending the sentence.
    pub(super) abbreviations: &'static [&'static str],
    /// Words of one letter.
    pub(super) single_letters: &'static [&'static str],
    /// Words that often begin sentences and are no names.
    pub(super) starters: &'static [&'static str],
    /// Those of them that also stand behind an abbreviation inside of a sentence, as in "Inst. für Physik".
    pub(super) continuing: &'static [&'static str],
    /// How the words of five letters and more end that are no abbreviations.
    pub(super) whole_endings: &'static [&'static str],
    /// Shorter words that are no abbreviations.
    pub(super) whole_words: &'static [&'static str],
    /// Those of them that begin a sentence even behind a question, after which a sentence may go on.
    pub(super) raises_behind_questions: &'static [&'static str],
    /// Words with which only sentences begin, not what continues one.
    pub(super) openers: &'static [&'static str],
    /// How many words a sentence at the beginning has at least that others of them begin.
    pub(super) fewest_words: usize,
    /// Words that have no capital in certain places.
    pub(super) small: &'static [Small],
    /// Words that may stand twice, beyond those of the conventions.
    pub(super) repeatable: &'static [&'static str],
    /// Whether words stand twice for emphasis at the end of a clause, as in "ce n'est pas joli joli".
    pub(super) emphasises_by_doubling: bool,
    /// Words behind which a clause may end in the verb that the next begins with, as in "qui vivra verra verra".
    pub(super) relatives: &'static [&'static str],
    /// Words that stand twice by mistake even there.
    pub(super) particles: &'static [&'static str],
    /// Whether words are said twice to stress them, as in "café café", so that only particles stand twice by mistake.
    pub(super) stresses_by_repeating: bool,
    /// Words that names begin with, as in "de de Gaulle".
    pub(super) name_particles: &'static [&'static str],
}

/// Words that have no capital where another stands before them.
#[derive(Debug)]
pub(super) struct Small {
    words: &'static [&'static str],
    /// The word before, or several; `#` is a number of one or two digits.
    after: &'static [&'static str],
    /// With which of the words behind it is a name after all.
    unless: &'static [&'static str],
}

impl Customs {
    /// Those of a language; none if it puts no spaces between words.
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

    /// Whether a full stop behind a word does not end the sentence.
    pub(super) fn is_abbreviation(&self, word: &str) -> bool {
        let word = word.to_lowercase();
        word.chars().nth(1).is_none() || self.abbreviations.contains(&word.as_str())
    }

    /// Whether a sentence may begin with a word of small letters behind another and a full stop.
    pub(super) fn may_begin(&self, word: &str, earlier: &str) -> bool {
        let earlier_lower = earlier.to_lowercase();
        // Nouns are cut short more often, and a little later.
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

    /// A word in small letters, if it has a capital where none belongs behind the words before it.
    pub(super) fn small(&self, earlier: &[&str], word: &str, next: &str) -> Option<String> {
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
        self.small
            .iter()
            .any(|small| {
                small.words.contains(&lower.as_str())
                    && !small.unless.contains(&next.as_str())
                    && small.after.iter().any(|sequence| follows(sequence))
            })
            .then_some(lower)
    }
}

const NONE: Customs = Customs {
    spaces_marks: false,
    opening: None,
    abbreviations: &[],
    single_letters: &[],
    starters: &[],
    continuing: &[],
    whole_endings: &[],
    whole_words: &[],
    raises_behind_questions: &[],
    openers: &[],
    fewest_words: 0,
    small: &[],
    repeatable: &[],
    emphasises_by_doubling: false,
    relatives: &[],
    particles: &[],
    stresses_by_repeating: false,
    name_particles: &["de", "du", "di", "da", "von", "van", "do", "dos", "del"],
};
