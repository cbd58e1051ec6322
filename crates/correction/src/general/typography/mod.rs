//! Punctuation, spacing and capitalisation of each language that separates words by spaces.

mod french;
mod german;
mod italian;
mod portuguese;
mod profile;
mod spanish;

use crate::base_language::BaseLanguage;
pub(super) use profile::{InvertedMarks, Typography};

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
}
