use std::ops::Range;

use dragoman_text::Edit;
use ferrous_opencc::OpenCC;
use ferrous_opencc::config::BuiltinConfig;

use crate::ranges::between;

/// Converts Chinese to one script.
///
/// By the tables of OpenCC. Traditional characters are those of Taiwan: where a tag names the traditional script
/// alone, that is the region that Unicode's data on locales assume. Phrases decide between characters that one
/// character stands for; words stay the same, so that a text keeps its vocabulary.
pub(crate) struct ScriptConverter {
    /// Absent if the tables that are part of the program could not be read.
    converter: Option<OpenCC>,
}

impl ScriptConverter {
    /// To traditional characters.
    pub(crate) fn traditional() -> Self {
        Self::of(BuiltinConfig::S2tw)
    }

    /// To simplified characters.
    pub(crate) fn simplified() -> Self {
        Self::of(BuiltinConfig::Tw2s)
    }

    fn of(config: BuiltinConfig) -> Self {
        Self {
            converter: OpenCC::from_config(config).ok(),
        }
    }

    /// How many characters of a text would change.
    pub(crate) fn changes(&self, text: &str) -> usize {
        let Some(converter) = self.converter.as_ref().filter(|_| !text.is_ascii()) else {
            return 0;
        };
        let converted = converter.convert(text);
        let pairs = text.chars().zip(converted.chars());
        pairs.filter(|(before, after)| before != after).count()
    }

    /// The edits that convert a text.
    pub(crate) fn edits(&self, text: &str, kept: &[Range<usize>]) -> Vec<Edit> {
        let Some(converter) = &self.converter else {
            return Vec::new();
        };
        let mut edits = Vec::new();
        for stretch in between(text, kept) {
            let given = text.get(stretch.clone()).unwrap_or_default();
            if given.is_ascii() {
                continue;
            }
            let converted = converter.convert(given);
            if given.chars().count() == converted.chars().count() {
                add_changed(given, &converted, stretch.start, &mut edits);
            } else if given != converted {
                edits.push(Edit {
                    range: stretch,
                    text: converted,
                });
            }
        }
        edits
    }
}

/// Adds the runs of characters that differ, so that the tokens between them stay apart.
fn add_changed(given: &str, converted: &str, offset: usize, edits: &mut Vec<Edit>) {
    let mut open: Option<Edit> = None;
    for ((at, before), after) in given.char_indices().zip(converted.chars()) {
        let range = offset + at..offset + at + before.len_utf8();
        if before == after {
            edits.extend(open.take());
        } else if let Some(edit) = &mut open {
            edit.range.end = range.end;
            edit.text.push(after);
        } else {
            open = Some(Edit {
                range,
                text: after.to_string(),
            });
        }
    }
    edits.extend(open);
}
