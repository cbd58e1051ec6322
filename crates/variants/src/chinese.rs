use std::ops::Range;

use dragoman_text::Edit;

use crate::ranges::outside;
use crate::replacements::Replacements;

/// The tables for traditional characters, in the order in which they are applied: characters and phrases, then what
/// Taiwan writes for some of them.
const TRADITIONAL: [&[u8]; 2] = [
    include_bytes!("../data/traditional.bin"),
    include_bytes!("../data/of_taiwan.bin"),
];

/// Those for simplified characters: what Taiwan writes, then characters and phrases.
const SIMPLIFIED: [&[u8]; 2] = [
    include_bytes!("../data/from_taiwan.bin"),
    include_bytes!("../data/simplified.bin"),
];

/// Converts Chinese to one script.
///
/// The tables are those of OpenCC. Traditional characters are those of Taiwan, which is the region that CLDR assumes
/// for the traditional script without a region. Phrases decide between characters that share a simplified form. Words
/// are not replaced, so that a text keeps its vocabulary.
pub(crate) struct ScriptConverter {
    /// None if the tables that are part of the program are invalid.
    tables: Vec<Replacements>,
}

impl ScriptConverter {
    /// Converts to traditional characters.
    pub(crate) fn traditional() -> Self {
        Self::of(TRADITIONAL)
    }

    /// Converts to simplified characters.
    pub(crate) fn simplified() -> Self {
        Self::of(SIMPLIFIED)
    }

    fn of(tables: [&'static [u8]; 2]) -> Self {
        let tables: Option<Vec<_>> = tables.into_iter().map(Replacements::read).collect();
        Self {
            tables: tables.unwrap_or_default(),
        }
    }

    fn convert(&self, text: &str) -> String {
        self.tables.iter().fold(text.to_owned(), |text, table| {
            let mut replaced = String::with_capacity(text.len());
            table.replace(&text, &mut replaced);
            replaced
        })
    }

    /// The number of characters of a text that would change.
    pub(crate) fn changes(&self, text: &str) -> usize {
        if text.is_ascii() {
            return 0;
        }
        let converted = self.convert(text);
        let pairs = text.chars().zip(converted.chars());
        pairs.filter(|(before, after)| before != after).count()
    }

    /// The edits that convert a text.
    pub(crate) fn edits(&self, text: &str, kept: &[Range<usize>]) -> Vec<Edit> {
        let mut edits = Vec::new();
        for stretch in outside(text, kept) {
            let given = text.get(stretch.clone()).unwrap_or_default();
            if given.is_ascii() {
                continue;
            }
            let converted = self.convert(given);
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
