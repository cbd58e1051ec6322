//! What whoever sent a document that was not translated is told.

use std::fmt::Display;

use dragoman_documents::{DocumentError as FileError, NoFilter};
use dragoman_domain::{EngineError, ErrorKind, Language, LanguagePair, StoredDocument};

use super::failure::{Failure, is_damaged};
use super::{DocumentError, DocumentNote, DocumentNoteValue, Documents, blocking};
use crate::wording::sentence;
use crate::{DocumentTranslationError, MeteringError, TranslationError};

/// Makes the causes from a table: what each is called, what a sentence says of the document, and the code that programs
/// know it by.
macro_rules! causes {
    ($(
        $(#[doc = $doc:literal])*
        $name:ident $({ $($value:ident: $type:ty),+ })? = $code:literal;
    )*) => {
        /// Why a document was not translated, with what a sentence in any language needs.
        enum Cause {
            $($(#[doc = $doc])* $name $({ $($value: $type),+ })?),*
        }

        impl DocumentNote {
            /// The code of each reason for which a document is not translated, with the names of its values.
            pub const FAILURES: &[(&'static str, &[&'static str])] =
                &[$(($code, &[$($(stringify!($value)),+)?])),*];
        }

        impl Cause {
            /// The cause as it is told, with this as the English sentence.
            fn told(self, message: String) -> DocumentNote {
                match self {
                    $(Self::$name $({ $($value),+ })? => {
                        let values: Vec<(&str, DocumentNoteValue)> =
                            vec![$($((stringify!($value), $value.into())),+)?];
                        DocumentNote::new($code, message, values)
                    }),*
                }
            }
        }
    };
}

causes! {
    /// The file ends too early, or what is in it contradicts itself.
    Damaged = "damaged";
    /// The file is not what its format says.
    Malformed { format: &'static str, reason: String } = "malformed";
    /// The file is protected by a password.
    Encrypted = "encrypted";
    /// There is too much of something in the document.
    TooLarge { what: &'static str, most: u64 } = "too_large";
    /// Nothing here reads files of the format.
    NoFilter { format: String, remedy: String } = "no_filter";
    /// The document uses something that is not supported.
    Unsupported { reason: String } = "unsupported";
    /// The language of the document was not given and is not known.
    UnknownLanguage = "unknown_language";
    /// The document is in the language that is wanted.
    SameLanguage = "same_language";
    /// Nothing in the document has a letter.
    NothingToTranslate = "nothing_to_translate";
    /// Everything came back as it was.
    NothingTranslated = "nothing_translated";
    /// The engine does not answer.
    EngineDown = "engine_down";
    /// No engine translates between the languages.
    UnsupportedPair { source: Language, target: Language } = "unsupported_pair";
    /// No engine translates between the languages, and the operator can have one do so.
    MissingPair { source: Language, target: Language } = "missing_pair";
    /// No engine for the languages follows the style rule list.
    NoStyle { source: Language, target: Language } = "no_style";
    /// A glossary, a translation memory or a style rule list cannot be used.
    Customization { reason: String } = "customization";
    /// The document has more text than is accepted.
    TooManyCharacters { characters: u64, most: u64 } = "too_many_characters";
    /// The key would have more characters that are not fetched than it may.
    TooManyUnfetched { most: u64 } = "too_many_unfetched";
    /// The document has more characters than the limit of the account leaves.
    AccountLimit = "account_limit";
    /// The document has more characters than the limit of the key leaves.
    KeyLimit = "key_limit";
    /// The key that sent the document works no more.
    KeyGone = "key_gone";
    /// The work was interrupted as often as may be.
    Interrupted { attempts: u64 } = "interrupted";
    /// The document needs more memory than one may have.
    TooMuchMemory = "too_much_memory";
    /// The document has lost its files, or cannot be decrypted any more.
    Unreadable = "unreadable";
    /// Only the operator can do something.
    ServerFailed = "server_failed";
    /// Something else, as an English sentence.
    Other { detail: String } = "other";
}

/// A cause, and the English sentence for it.
type Told = (Cause, String);

impl Failure {
    /// What whoever sent the document is told. It may name what is in the document.
    pub(super) fn note(&self) -> DocumentNote {
        let (cause, message) = match self {
            Self::File(error) => of_file(error),
            Self::Translation(error) => of_translation(error),
            Self::Customization(error) if error.kind() != ErrorKind::Internal => {
                of_customization(error)
            }
            Self::Forbidden(error) => other(error),
            Self::TooManyCharacters { characters, most } => {
                let (characters, most) = (*characters, *most);
                let error = DocumentError::TooManyCharacters { characters, most };
                (
                    Cause::TooManyCharacters { characters, most },
                    sentence(&error),
                )
            }
            Self::TooManyUnfetched { most } => {
                let most = *most;
                let error = DocumentError::TooManyUnfetched { most };
                (Cause::TooManyUnfetched { most }, sentence(&error))
            }
            Self::Limit(error) => of_limit(error),
            Self::KeyGone => key_gone(),
            Self::Interrupted(attempts) => interrupted(*attempts),
            Self::TooMuchMemory => too_much_memory(),
            Self::Customization(_)
            | Self::UnknownTask
            | Self::Store(_)
            | Self::NoMemory
            | Self::Panicked
            | Self::Stopped => server_failed(),
        };
        cause.told(message)
    }
}

fn of_file(error: &FileError) -> Told {
    let cause = match error {
        FileError::Io(error) if is_damaged(error) => return damaged(),
        FileError::Io(_) => return server_failed(),
        FileError::Malformed { format, reason } => Cause::Malformed {
            format,
            reason: reason.clone(),
        },
        FileError::Encrypted => Cause::Encrypted,
        FileError::TooLarge { what, most } => Cause::TooLarge { what, most: *most },
        FileError::NoFilter(NoFilter { format, remedy }) => Cause::NoFilter {
            format: format.label().to_owned(),
            remedy: remedy.clone().into_owned(),
        },
        FileError::Unsupported(reason) => Cause::Unsupported {
            reason: reason.clone(),
        },
        FileError::NoMemory | FileError::GivenUp => return other(error),
    };
    (cause, sentence(error))
}

fn of_translation(error: &DocumentTranslationError) -> Told {
    let cause = match error {
        DocumentTranslationError::UnknownSourceLanguage => Cause::UnknownLanguage,
        DocumentTranslationError::SameLanguage => Cause::SameLanguage,
        DocumentTranslationError::NothingToTranslate => Cause::NothingToTranslate,
        DocumentTranslationError::NothingTranslated => Cause::NothingTranslated,
        DocumentTranslationError::Texts(error) => return of_texts(error),
    };
    (cause, sentence(error))
}

fn of_texts(error: &TranslationError) -> Told {
    match error {
        TranslationError::Engine(EngineError::UnsupportedPair { pair, remedy }) => {
            of_pair(*pair, remedy.as_deref(), error)
        }
        TranslationError::Engine(_) => (
            Cause::EngineDown,
            "The engine for these languages does not answer. Send the document again later."
                .to_owned(),
        ),
        TranslationError::NoRegisters(_) => other_than(format!(
            "{} Leave the formality out, or ask for it as a preference.",
            sentence(error)
        )),
        TranslationError::NoStyle { pair, .. } => {
            let LanguagePair { source, target } = *pair;
            let message = format!("{} Leave the list out.", sentence(error));
            (Cause::NoStyle { source, target }, message)
        }
        TranslationError::UnknownMemory(_) => of_customization(error),
        error if error.kind() == ErrorKind::Internal => server_failed(),
        error => other(error),
    }
}

fn of_pair(pair: LanguagePair, remedy: Option<&str>, error: &TranslationError) -> Told {
    let LanguagePair { source, target } = pair;
    let message = sentence(error);
    let Some(remedy) = remedy else {
        return (Cause::UnsupportedPair { source, target }, message);
    };
    tracing::info!(%pair, %remedy, "a pair that is not available was asked for");
    (
        Cause::MissingPair { source, target },
        message + " Whoever runs the server can add it; its log says how.",
    )
}

fn of_customization(error: &dyn Display) -> Told {
    let reason = error.to_string();
    (Cause::Customization { reason }, sentence(error))
}

fn of_limit(error: &MeteringError) -> Told {
    let cause = match error {
        MeteringError::AccountLimit => Cause::AccountLimit,
        MeteringError::KeyLimit => Cause::KeyLimit,
        MeteringError::KeyDeactivated | MeteringError::Store(_) => return other(error),
    };
    (cause, sentence(error))
}

fn damaged() -> Told {
    let message = "The file is damaged: it ends too early, or what is in it contradicts itself. Send it again.";
    (Cause::Damaged, message.to_owned())
}

fn key_gone() -> Told {
    let message =
        "The key with which the document was sent has been deactivated. Send it with another key.";
    (Cause::KeyGone, message.to_owned())
}

fn interrupted(attempts: u32) -> Told {
    let message = format!(
        "The translation was interrupted {attempts} times and is not tried again. Tell the operator of the server, whose \
         log has the reasons under the id of this document."
    );
    let attempts = u64::from(attempts);
    (Cause::Interrupted { attempts }, message)
}

fn too_much_memory() -> Told {
    let message = "The document needs more memory than this server gives to one. Split it, or ask the operator of the \
                   server to allow documents more.";
    (Cause::TooMuchMemory, message.to_owned())
}

fn server_failed() -> Told {
    let message = "The server failed; its log has the reason under the id of this document. Send the document again.";
    (Cause::ServerFailed, message.to_owned())
}

fn other(error: &dyn Display) -> Told {
    other_than(sentence(error))
}

fn other_than(message: String) -> Told {
    let detail = message.clone();
    (Cause::Other { detail }, message)
}

/// What people are told whose document has lost its files, or cannot be decrypted any more.
pub(super) fn unreadable() -> DocumentNote {
    let message = "The document can no longer be read. Send it again.";
    Cause::Unreadable.told(message.to_owned())
}

/// The note as it was written; earlier versions wrote the sentence alone.
fn read(bytes: &[u8]) -> DocumentNote {
    serde_json::from_slice(bytes).unwrap_or_else(|_| {
        let (cause, message) = other_than(String::from_utf8_lossy(bytes).into_owned());
        cause.told(message)
    })
}

impl Documents {
    /// Why a document failed, as far as that can be read.
    pub(super) async fn unseal_failure(
        &self,
        document: &StoredDocument,
        sealed: &[u8],
    ) -> Result<DocumentNote, DocumentError> {
        // That is what a document has whose note could not be sealed.
        if sealed.is_empty() {
            return Ok(unreadable());
        }
        let (files, id, key) = (self.files(), document.id, document.key.clone());
        let sealed = sealed.to_vec();
        let note = blocking(move || Ok(files.unseal(id, &key, &sealed))).await?;
        Ok(note.map_or_else(
            |error| {
                tracing::error!(document = %id, %error, "why a document failed cannot be read");
                unreadable()
            },
            |bytes| read(&bytes),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_told_by_their_tags() {
        let language = |tag| Language::parse(tag).unwrap();
        let pair = LanguagePair::new(language("en"), language("pt-BR"));
        let remedy = Some("fetch a model".to_owned());
        for (remedy, code, end) in [
            (None, "unsupported_pair", "."),
            (remedy, "missing_pair", " its log says how."),
        ] {
            let error = EngineError::UnsupportedPair { pair, remedy };
            let note = Failure::from(DocumentTranslationError::from(error)).note();
            assert_eq!(note.code, code);
            assert!(note.message.ends_with(end), "{}", note.message);
            let values = [("source", "en"), ("target", "pt-BR")].map(|(name, tag)| {
                let value = DocumentNoteValue::Language(tag.to_owned());
                (name.to_owned(), value)
            });
            assert_eq!(note.values, values.into());
        }
    }
}
