use std::ops::Range;

use dragoman_text::Edit;
use ferrous_opencc::OpenCC;
use ferrous_opencc::config::BuiltinConfig;

use crate::ranges::outside;

/// Converts Chinese to one script.
///
/// The tables are those of OpenCC. Traditional characters are those of Taiwan, which is the region that CLDR assumes
/// for the traditional script without a region. Phrases decide between characters that share a simplified form. Words
/// are not replaced, so that a text keeps its vocabulary.
pub(crate) struct ScriptConverter {
    /// `None` if the tables that are part of the program are invalid.
    converter: Option<OpenCC>,
}

impl ScriptConverter {
    /// Converts to traditional characters.
    pub(crate) fn traditional() -> Self {
        Self::of(BuiltinConfig::S2tw)
    }

    /// Converts to simplified characters.
    pub(crate) fn simplified() -> Self {
        Self::of(BuiltinConfig::Tw2s)
    }

    fn of(config: BuiltinConfig) -> Self {
        Self {
            converter: OpenCC::from_config(config).ok(),
        }
    }

    /// The number of characters of a text that would change.
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
        for stretch in outside(text, kept) {
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

/// Adds an edit for each run of characters that differ, so that the alignment of the unchanged tokens between them is
/// kept.
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
