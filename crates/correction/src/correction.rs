use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use dragoman_language::Language;

use crate::base_language::BaseLanguage;
use crate::editable_text::EditableText;
use crate::general;
use crate::orthography::Orthography;
use crate::rules::Rules;
use crate::spelling::{self, Dictionaries};

/// The maximum number of passes over a text: a correction made in one pass may reveal another mistake.
const MAX_PASSES: usize = 4;

/// The languages and variants in which texts can be corrected, given those for which there is a dictionary.
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

/// The correction of one text in steps: [`replace_known_misspellings`](Self::replace_known_misspellings) and [`correct_spelling`](Self::correct_spelling) if the language
/// [needs a dictionary](Self::needs_dictionary), then [`apply_rules`](Self::apply_rules).
///
/// All steps but `correct_spelling` are CPU-bound. When their `stop` flag is set, the result is no longer needed, and they return
/// early with the text as it is at that point.
#[derive(Debug)]
pub struct Correction {
    editable: EditableText,
    language: Language,
    base: BaseLanguage,
}

impl Correction {
    /// Starts the correction of a text in which the byte ranges `kept` do not change.
    ///
    /// # Errors
    /// Returns the text itself if there are no rules for the language.
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
            editable: EditableText::new(text, kept),
            language,
            base,
        })
    }

    /// Whether the correction looks words up in a dictionary.
    #[must_use]
    pub const fn needs_dictionary(&self) -> bool {
        self.base.needs_dictionary()
    }

    /// Replaces the words that the rule table lists as misspelled in any context.
    #[must_use]
    pub fn replace_known_misspellings(mut self, stop: &AtomicBool) -> Self {
        Rules::of(self.base).replace_known_misspellings(&mut self.editable, self.language, stop);
        self
    }

    /// Replaces words that the dictionary does not have and whose correction is clear.
    ///
    /// # Errors
    /// Returns the errors of the dictionaries.
    pub async fn correct_spelling<D: Dictionaries>(
        mut self,
        dictionaries: &D,
    ) -> Result<Self, D::Error> {
        let orthography = Orthography::of(self.base);
        let edits =
            spelling::edits(&self.editable, self.language, orthography, dictionaries).await?;
        self.editable.apply(edits);
        Ok(self)
    }

    /// Applies the rules of the language and the rules for all languages until nothing changes, and returns the
    /// corrected text.
    #[must_use]
    pub fn apply_rules(mut self, stop: &AtomicBool) -> String {
        for _ in 0..MAX_PASSES {
            let before = self.editable.text().to_owned();
            Rules::of(self.base).apply(&mut self.editable, self.language, stop);
            general::apply(&mut self.editable, self.base, Orthography::of(self.base));
            if self.editable.text() == before || stop.load(Ordering::Relaxed) {
                break;
            }
        }
        self.editable.into_text()
    }
}
