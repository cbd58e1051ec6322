//! The rules by which the two detectors decide together.

use cld2::{Format, Reliability, detect_language_ext};
use dragoman_domain::{Detection, Language, LanguageDetector};
use lingua::LanguageDetectorBuilder;

use crate::languages::{detectable, lingua_languages, of_cld2, of_lingua};
use crate::letters::Excerpt;

/// The share of the text in percent that cld2 must give to a language for its word to count.
const LEAST_SHARE: u8 = 60;

/// The probability that lingua must give to its best language, and by how much it must exceed
/// that of the second. Measured on the sentences of a multilingual benchmark.
const LEAST_CONFIDENCE: f64 = 0.25;
const LEAST_MARGIN: f64 = 0.10;

/// The probability that lingua must give to its best language for a word on its own: "Password" is
/// Italian to it with 0.58.
const LEAST_CONFIDENCE_IN_A_WORD: f64 = 0.65;

/// Candidates less likely than this are not worth naming, nor are more than this many.
const LEAST_CANDIDATE: f64 = 0.02;
const MOST_CANDIDATES: usize = 5;

/// Greetings in the scripts whose languages need models to be told apart.
const WARMING: [&str; 4] = [
    "Good morning, how are you today?",
    "Доброе утро, как дела?",
    "صباح الخير، كيف حالك؟",
    "おはようございます。",
];

/// Recognises 33 languages, and that a text is in none of them.
///
/// Addresses, tags and placeholders are left out of account. Then, in this order: a text without
/// letters has no language; one whose letters are mostly of a script that none of the 33 uses is
/// unsupported; so is one that cld2 reliably takes for another language; else lingua decides if it
/// is sure enough. Only the first 2,000 letters or so are looked at. The answer depends on nothing
/// but the text.
///
/// Each call works on the calling thread alone. The models are part of the program file and are
/// paged in as they are needed, about 150 MB once texts in all languages have come by; the
/// operating system can take that back. All values of this type share them.
pub struct Detector {
    lingua: lingua::LanguageDetector,
    detectable: Vec<Language>,
}

impl Detector {
    /// A detector that is ready at once. The first call takes longer than later ones.
    #[must_use]
    pub fn new() -> Self {
        Self {
            lingua: LanguageDetectorBuilder::from_languages(&lingua_languages()).build(),
            detectable: detectable(),
        }
    }

    /// Does now what the first calls would have to do: compiles expressions and brings the parts
    /// of the models that most texts need into memory. Takes some tens of milliseconds.
    ///
    /// The models are read in place from the program file, so there is nothing else to load.
    /// Lingua's own way of preloading starts a thread for each processor, which stay, and saves
    /// nothing.
    pub fn preload(&self) {
        for text in WARMING {
            // Which language it is does not matter here.
            let _ = self.detect(text);
        }
    }

    /// The language that lingua finds, if it is sure enough, or what it might be.
    fn decide(&self, text: &str) -> Detection {
        let mut ranked = self.lingua.compute_language_confidence_values(text);
        // Lingua keeps its languages in hash sets, so that equals come in any order.
        ranked.sort_by(|(left, left_confidence), (right, right_confidence)| {
            right_confidence
                .total_cmp(left_confidence)
                .then(left.cmp(right))
        });
        let confidence = |rank: usize| ranked.get(rank).map_or(0.0, |&(_, confidence)| confidence);
        let best = ranked
            .first()
            .and_then(|&(language, _)| of_lingua(language));
        let is_a_word = text.split_whitespace().nth(1).is_none();
        let least_confidence = if is_a_word {
            LEAST_CONFIDENCE_IN_A_WORD
        } else {
            LEAST_CONFIDENCE
        };
        match best {
            Some(language)
                if confidence(0) >= least_confidence
                    && confidence(0) - confidence(1) >= LEAST_MARGIN =>
            {
                Detection::Detected(language)
            }
            _ => Detection::Unsure(
                ranked
                    .iter()
                    .take(MOST_CANDIDATES)
                    .filter(|&&(_, confidence)| confidence >= LEAST_CANDIDATE)
                    .filter_map(|&(language, _)| of_lingua(language))
                    .collect(),
            ),
        }
    }
}

impl Default for Detector {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for Detector {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Detector").finish_non_exhaustive()
    }
}

/// What cld2 takes the text for.
struct SecondOpinion {
    /// `None` if it has no idea or means a language that is not known here.
    language: Option<Language>,
    /// Whether it named any language, known here or not, and is sure of it.
    is_sure: bool,
}

fn second_opinion(text: &str) -> SecondOpinion {
    let found = detect_language_ext(text, Format::Text, &cld2::Hints::default());
    let share = found.scores[0].percent;
    SecondOpinion {
        language: found.language.and_then(|language| of_cld2(language.0)),
        is_sure: found.language.is_some()
            && found.reliability == Reliability::Reliable
            && share >= LEAST_SHARE,
    }
}

impl LanguageDetector for Detector {
    fn detect(&self, text: &str) -> Detection {
        let excerpt = Excerpt::of(text);
        if excerpt.letters == 0 {
            return Detection::NoLanguage;
        }
        let opinion = second_opinion(&excerpt.text);
        let foreign = opinion
            .language
            .filter(|language| !self.detectable.contains(language));
        if 2 * excerpt.foreign_letters > excerpt.letters {
            return Detection::Unsupported(foreign);
        }
        let is_detectable = opinion
            .language
            .is_some_and(|language| self.detectable.contains(&language));
        if opinion.is_sure && !is_detectable {
            return Detection::Unsupported(foreign);
        }
        self.decide(&excerpt.text)
    }

    fn detectable(&self) -> &[Language] {
        &self.detectable
    }
}
