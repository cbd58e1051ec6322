//! The dialect of English in which a text is checked.

use dragoman_language::Language;
use harper_core::Dialect;

use crate::vocabulary::Vocabulary;

/// The dialect of a text: that of the variant, or for plain English that of the spelling of its words. American English
/// if the spelling does not show it.
pub(crate) fn dialect_of(language: Language, text: &str, vocabulary: &Vocabulary) -> Dialect {
    match language.tag() {
        "en-US" => Dialect::American,
        "en-GB" => Dialect::British,
        _ => {
            let mut lead = 0_i32;
            for word in text.split(|c: char| !c.is_ascii_alphabetic()) {
                lead += match vocabulary.exclusive_dialect(word) {
                    Some(Dialect::British) => 1,
                    Some(Dialect::American) => -1,
                    _ => 0,
                };
            }
            if lead > 0 {
                Dialect::British
            } else {
                Dialect::American
            }
        }
    }
}
