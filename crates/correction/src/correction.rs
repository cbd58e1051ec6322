use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use dragoman_language::Language;

use crate::base_language::BaseLanguage;
use crate::draft::Draft;
use crate::general;
use crate::orthography::Orthography;
use crate::rules::Rules;
use crate::spelling::{self, Dictionaries};

/// How often a text is gone over while what one step has mended gives another something to do.
const ROUNDS: usize = 4;

/// The languages and variants that texts can be corrected in with the dictionaries of some.
#[must_use]
pub fn languages(with_dictionary: Vec<Language>) -> Vec<Language> {
    let alone = BaseLanguage::ALL
        .into_iter()
        .filter(|base| !base.needs_dictionary());
    let alone = alone.filter_map(|base| Language::parse(base.tag()).ok());
    let is_served = |language: &Language| {
        BaseLanguage::of(*language).is_some_and(BaseLanguage::needs_dictionary)
    };
    alone
        .chain(with_dictionary.into_iter().filter(is_served))
        .collect()
}

/// The correction of one text, step by step: [`mend_words`](Self::mend_words) and [`spell`](Self::spell), if the
/// language [has dictionaries](Self::needs_dictionary), then [`follow_rules`](Self::follow_rules).
///
/// All but `spell` keep a processor busy. Once their `stop` is set, nobody wants the answer, and they end soon with
/// whatever they have.
#[derive(Debug)]
pub struct Correction {
    draft: Draft,
    language: Language,
    base: BaseLanguage,
}

impl Correction {
    /// The correction of a text whose stretches `kept` stay.
    ///
    /// # Errors
    /// The text itself, if there are no rules for the language.
    pub fn new(
        text: String,
        mut kept: Vec<Range<usize>>,
        language: Language,
    ) -> Result<Self, String> {
        let Some(base) = BaseLanguage::of(language) else {
            return Err(text);
        };
        kept.extend(general::mentions(&text, base, &kept));
        Ok(Self {
            draft: Draft::new(text, kept),
            language,
            base,
        })
    }

    /// Whether words are looked up in a dictionary.
    #[must_use]
    pub const fn needs_dictionary(&self) -> bool {
        self.base.needs_dictionary()
    }

    /// Mends what the rules know of words that no dictionary has.
    #[must_use]
    pub fn mend_words(mut self, stop: &AtomicBool) -> Self {
        Rules::of(self.base).mend_words(&mut self.draft, self.language, stop);
        self
    }

    /// Mends words that the dictionary lacks where it is clear what is meant.
    ///
    /// # Errors
    /// Those of the dictionaries.
    pub async fn spell<D: Dictionaries>(mut self, dictionaries: &D) -> Result<Self, D::Error> {
        let orthography = Orthography::of(self.base);
        let edits = spelling::edits(&self.draft, self.language, orthography, dictionaries).await?;
        self.draft.apply(edits);
        Ok(self)
    }

    /// Mends what is wrong by the rules of the language, which are made for the first text: the text that results.
    #[must_use]
    pub fn follow_rules(mut self, stop: &AtomicBool) -> String {
        for _ in 0..ROUNDS {
            let before = self.draft.text().to_owned();
            Rules::of(self.base).apply(&mut self.draft, self.language, stop);
            general::apply(&mut self.draft, self.base, Orthography::of(self.base));
            if self.draft.text() == before || stop.load(Ordering::Relaxed) {
                break;
            }
        }
        self.draft.into_text()
    }
}
