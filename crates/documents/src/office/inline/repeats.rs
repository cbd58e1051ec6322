//! What of a paragraph may be there twice: a translation behind its source has it again.

use std::collections::HashMap;

use super::Fragment;

/// How a fragment is written in a translation behind its source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Repeat {
    /// As it is.
    Same,
    /// As the end of a line.
    Line,
    /// Only with the whole field of which it is a part ([`Repeats::with_field`]).
    InField,
    /// As something else.
    Other(String),
    /// Not at all, and neither is the text in what begins there.
    Nothing,
}

/// What of a paragraph may be there twice. Of all else there is one: notes, bookmarks, pictures, and whatever has an
/// identifier.
#[derive(Debug, Default)]
pub(crate) struct Repeats {
    /// By where it begins.
    by_start: HashMap<usize, Repeat>,
}

impl Repeats {
    /// Says how what begins at a place is repeated.
    pub(crate) fn set(&mut self, start: usize, repeat: Repeat) {
        self.by_start.insert(start, repeat);
    }

    fn get(&self, fragment: &Fragment) -> Option<&Repeat> {
        self.by_start.get(&fragment.range().start)
    }

    /// Has a whole field repeated, with all of these fragments, if there is none among them that may be there but once.
    pub(crate) fn with_field<'f>(
        &mut self,
        fragments: impl IntoIterator<Item = &'f Fragment> + Clone,
    ) -> bool {
        let all = fragments.clone().into_iter();
        if !all.into_iter().all(|fragment| self.get(fragment).is_some()) {
            return false;
        }
        for fragment in fragments {
            if self.get(fragment) == Some(&Repeat::InField) {
                self.set(fragment.range().start, Repeat::Same);
            }
        }
        true
    }

    /// Has none of these fragments repeated.
    pub(crate) fn without<'f>(&mut self, fragments: impl IntoIterator<Item = &'f Fragment>) {
        for fragment in fragments {
            self.by_start.remove(&fragment.range().start);
        }
    }
}

/// How a translation is written behind its source.
#[derive(Debug)]
pub(crate) struct Behind<'a> {
    /// What of the source may be there again.
    pub(crate) repeats: &'a Repeats,
    /// What ends a line of text in a run.
    pub(crate) line: &'a str,
    /// Whether all text of the source was inserted, so that the line's end is as well.
    pub(crate) is_inserted: bool,
    /// What begins text in its direction, if that is another than the source's.
    pub(crate) direction: Option<&'static str>,
    /// Whether it is written without letters of its own: those of a field are enough.
    pub(crate) has_letters: bool,
    /// Where it is put: what comes after that place is behind it, and not repeated.
    pub(crate) at: usize,
}

impl Behind<'_> {
    pub(super) fn repeat(&self, fragment: &Fragment) -> Option<&Repeat> {
        let repeat = self.repeats.get(fragment);
        repeat.filter(|_| fragment.range().start < self.at)
    }
}
