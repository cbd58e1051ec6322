//! Application resource bundles, as programs in Flutter keep their messages: values of the outermost object are units, and all
//! else stays byte for byte.

use std::io::Write;
use std::ops::Range;

use dragoman_language::Language;

use crate::encoding::{Edit, TextFile};
use crate::json::{Event, JsonStrings, Value, scan};
use crate::strings::Convention;
use crate::values::is_technical;
use crate::{Content, Document, DocumentError, Options, Source, Unit};

/// The name of the member that says in which language the messages are.
const LOCALE: &str = "@@locale";

/// An application resource bundle.
///
/// Units are messages, as in JSON, and the branches of those with plurals or choices. Whatever belongs to a name that begins
/// with `@` stays, but for the locale, which becomes that of the translation.
#[derive(Debug)]
pub struct Arb {
    strings: JsonStrings,
    locale: Option<Range<usize>>,
    target: Language,
}

impl Arb {
    /// Reads a bundle, in whichever encoding it is.
    ///
    /// # Errors
    /// [`DocumentError::Malformed`] if it is none, [`DocumentError::TooLarge`] and [`DocumentError::Io`].
    pub fn read(source: &mut dyn Source, options: &Options) -> Result<Self, DocumentError> {
        let limits = &options.limits;
        let file = TextFile::read(source, limits, "ARB")?;
        let text = file.text();
        let mut depth = 0_usize;
        let mut locale = None;
        let mut messages = Vec::new();
        scan(text, limits, |event, key| {
            match event {
                Event::Object(_) => depth += 1,
                _ if depth == 0 => return Err(no_object()),
                Event::Array(_) => depth += 1,
                Event::End(_) => depth -= 1,
                Event::String(range) if depth == 1 => match file.get(key.clone()) {
                    LOCALE => locale = locale.take().or(Some(range)),
                    name if name.starts_with('@') => {}
                    _ => {
                        let key = key.clone();
                        Value { range, key }.add_to(&mut messages, limits)?;
                    }
                },
                Event::String(_) | Event::Scalar(_) => {}
            }
            Ok(())
        })?;
        let convention = Convention::Icu {
            has_quotes: has_quotes(text),
        };
        // Names are chosen freely, and so say nothing of a value.
        let stays = |value: &str, _: &str| is_technical(value, "");
        Ok(Self {
            strings: JsonStrings::new(file, messages, convention, stays, limits)?,
            locale,
            target: options.target,
        })
    }
}

fn no_object() -> DocumentError {
    DocumentError::Malformed {
        format: "ARB",
        reason: "it is JSON, but not an object of messages".to_owned(),
    }
}

/// Whether apostrophes quote braces. Flutter lets each program decide, and by default they do not.
fn has_quotes(text: &str) -> bool {
    ["''", "'{'", "'}'"]
        .iter()
        .any(|quoted| text.contains(quoted))
}

impl Document for Arb {
    fn units(&self) -> &[Unit] {
        self.strings.units()
    }

    fn write(
        &mut self,
        translations: &[Option<Content>],
        output: &mut dyn Write,
    ) -> Result<(), DocumentError> {
        let locale = || {
            let name = self.target.tag().replace('-', "_");
            let edit = |range| Edit {
                range,
                replacement: name,
            };
            self.locale.clone().map(edit).into_iter().collect()
        };
        self.strings.write(translations, locale, output)
    }
}

#[cfg(test)]
mod tests;
