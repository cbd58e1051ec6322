use super::LONGEST_TERM;

/// What is wrong with a table of entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum EntriesFault {
    /// There is nothing in it.
    #[error("there are no entries")]
    NoEntries,
    /// There is nothing in it for the dictionary's pair.
    #[error("there are only entries for other language pairs")]
    OnlyOtherPairs,
    /// A line has no tab, or a record no second field.
    #[error(
        "an entry has no target term; write a tab (TSV) or a comma (CSV) between source and target"
    )]
    MissingTarget,
    /// A line has more than one tab.
    #[error("a line has more than one tab, and terms cannot contain any")]
    SecondTab,
    /// A term is empty, white space aside.
    #[error("a term is empty")]
    EmptyTerm,
    /// A term is too long.
    #[error("a term has {length} bytes, and {LONGEST_TERM} is the most")]
    LongTerm {
        /// Its length in bytes of UTF-8.
        length: usize,
    },
    /// A term contains a control character or a line separator.
    #[error("a term contains a control character or a line break")]
    ControlCharacter,
    /// A source term stands in an earlier entry already.
    #[error("two entries have the same source term")]
    DuplicateSource {
        /// The earlier entry, counted from 0.
        first: usize,
        /// Where it begins, in characters.
        first_position: usize,
        /// In which line of the text it begins, from 1.
        first_line: usize,
    },
    /// A quotation mark opens a field and no other closes it.
    #[error("a quoted field has no end")]
    OpenQuote,
    /// A quotation mark stands inside a field that does not begin with one, or text follows the
    /// one that closes a field.
    #[error(
        "a quotation mark stands where none may be; quote the whole field and double those in it"
    )]
    StrayQuote,
}

/// An entry and a place in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) entry: usize,
    pub(super) byte: usize,
}

/// Why a table of entries cannot be taken: what is wrong, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{fault}")]
pub struct EntriesError {
    /// What is wrong.
    pub fault: EntriesFault,
    /// The entry, counted from 0 without empty lines.
    pub entry: usize,
    /// Where in the text it is wrong, in characters (Unicode code points) from 0.
    pub position: usize,
    /// In which line of the text that is, from 1; empty lines count.
    pub line: usize,
}

impl EntriesError {
    pub(super) fn new(text: &str, fault: EntriesFault, at: Place) -> Self {
        Self {
            fault,
            entry: at.entry,
            position: characters_before(text, at.byte),
            line: line_at(text, at.byte),
        }
    }

    /// Two entries that begin at these places have the same source term.
    pub(super) fn duplicate(text: &str, first: Place, second: Place) -> Self {
        let fault = EntriesFault::DuplicateSource {
            first: first.entry,
            first_position: characters_before(text, first.byte),
            first_line: line_at(text, first.byte),
        };
        Self::new(text, fault, second)
    }

    /// Where it is wrong, as a sentence; `None` if that is nowhere in particular. Quotes nothing of
    /// the text.
    #[must_use]
    pub fn detail(&self) -> Option<String> {
        let spot = |entry: usize, position: usize| {
            format!("the entry with index {entry} (at character {position})")
        };
        let here = spot(self.entry, self.position);
        let words = match self.fault {
            EntriesFault::NoEntries | EntriesFault::OnlyOtherPairs => return None,
            EntriesFault::DuplicateSource {
                first,
                first_position,
                ..
            } => {
                let there = spot(first, first_position);
                format!("The source term of {here} is that of {there} too.")
            }
            _ => format!("This is in {here}."),
        };
        Some(format!(
            "{words} Entries and characters are counted from 0."
        ))
    }
}

/// The line that a byte of a text is in, from 1.
fn line_at(text: &str, byte: usize) -> usize {
    let before = text.as_bytes().get(..byte).unwrap_or(text.as_bytes());
    let ends = before.iter().filter(|&&byte| byte == b'\n').count();
    ends.saturating_add(1)
}

fn characters_before(text: &str, byte: usize) -> usize {
    text.get(..byte)
        .map_or_else(|| text.chars().count(), |before| before.chars().count())
}
