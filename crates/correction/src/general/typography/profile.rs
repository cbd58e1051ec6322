//! The typographic rules of a language.

/// How a language uses punctuation marks, spaces and capitals. All words are in lower case.
#[derive(Debug)]
pub(in crate::general) struct Typography {
    /// Whether a no-break space belongs before colons, semicolons, question and exclamation marks, and inside « ».
    pub(in crate::general) spaces_marks: bool,
    /// The rules for ¿ and ¡, if the language has them.
    pub(in crate::general) inverted_marks: Option<InvertedMarks>,
    /// Abbreviations of three letters or more: a full stop after them does not end the sentence.
    pub(in crate::general) abbreviations: &'static [&'static str],
    /// Words of one letter.
    pub(in crate::general) single_letters: &'static [&'static str],
    /// Words that often begin sentences and are not names.
    pub(in crate::general) starters: &'static [&'static str],
    /// Starters that also follow an abbreviation inside a sentence, as in "Inst. für Physik".
    pub(in crate::general) continuing: &'static [&'static str],
    /// Endings of words of five letters or more that are not abbreviations.
    pub(in crate::general) whole_endings: &'static [&'static str],
    /// Shorter words that are not abbreviations.
    pub(in crate::general) whole_words: &'static [&'static str],
    /// Starters that begin a new sentence even after a question mark, after which a sentence may continue.
    pub(in crate::general) capitalises_after_questions: &'static [&'static str],
    /// Words that only begin sentences and never continue one.
    pub(in crate::general) openers: &'static [&'static str],
    /// The fewest words of a first sentence that begins with another starter.
    pub(in crate::general) fewest_words: usize,
    /// Words that are in lower case after certain words.
    pub(in crate::general) lower_case: &'static [LowerCase],
    /// Words that may be repeated, in addition to those in [`Orthography`](crate::orthography::Orthography).
    pub(in crate::general) repeatable: &'static [&'static str],
    /// Whether repetition at the end of a clause is emphasis, as in "ce n'est pas joli joli".
    pub(in crate::general) emphasises_by_doubling: bool,
    /// Relative pronouns: a relative clause may end with the verb that begins the next clause, as in "qui vivra verra
    /// verra".
    pub(in crate::general) relatives: &'static [&'static str],
    /// Words whose repetition is a mistake even in a language that emphasises by repetition.
    pub(in crate::general) particles: &'static [&'static str],
    /// Whether any word may be repeated for emphasis, as in "café café", so that only particles are repeated by mistake.
    pub(in crate::general) allows_repetition: bool,
    /// Words that begin names, so that they may be repeated as in "de de Gaulle".
    pub(in crate::general) name_particles: &'static [&'static str],
}

/// How to find where a question begins, for languages with inverted marks.
#[derive(Debug)]
pub(in crate::general) struct InvertedMarks {
    /// Interrogatives: words that begin a question.
    pub(in crate::general) interrogatives: &'static [&'static str],
    /// Question tags, which ask about a statement, such as "verdad".
    pub(in crate::general) tags: &'static [&'static str],
    /// Forms of address that precede a question and are not part of it, such as "hola".
    pub(in crate::general) addresses: &'static [&'static str],
}

/// Words that are in lower case after certain other words.
#[derive(Debug)]
pub(in crate::general) struct LowerCase {
    pub(super) words: &'static [&'static str],
    /// The word or words before; `#` is a number of one or two digits.
    pub(super) after: &'static [&'static str],
    /// Words that make it a name if they follow.
    pub(super) unless: &'static [&'static str],
}

impl Typography {
    /// Whether a full stop after a word does not end the sentence.
    pub(in crate::general) fn is_abbreviation(&self, word: &str) -> bool {
        let word = word.to_lowercase();
        word.chars().nth(1).is_none() || self.abbreviations.contains(&word.as_str())
    }

    /// Whether `word`, in lower case, may begin a sentence after `earlier` and a full stop.
    pub(in crate::general) fn may_begin(&self, word: &str, earlier: &str) -> bool {
        let earlier_lower = earlier.to_lowercase();
        // Nouns are abbreviated more often than other words, and with more letters.
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
    pub(in crate::general) fn in_lower_case(
        &self,
        earlier: &[&str],
        word: &str,
        next: &str,
    ) -> Option<String> {
        let mut letters = word.chars();
        let is_raised =
            letters.next().is_some_and(char::is_uppercase) && letters.all(char::is_lowercase);
        if !is_raised {
            return None;
        }
        // "La Real Academia de la Lengua Española": the word before is capitalised without beginning a sentence.
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

pub(super) const NONE: Typography = Typography {
    spaces_marks: false,
    inverted_marks: None,
    abbreviations: &[],
    single_letters: &[],
    starters: &[],
    continuing: &[],
    whole_endings: &[],
    whole_words: &[],
    capitalises_after_questions: &[],
    openers: &[],
    fewest_words: 0,
    lower_case: &[],
    repeatable: &[],
    emphasises_by_doubling: false,
    relatives: &[],
    particles: &[],
    allows_repetition: false,
    name_particles: &["de", "du", "di", "da", "von", "van", "do", "dos", "del"],
};
