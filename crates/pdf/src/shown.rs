//! An operation that shows text, without some of its glyphs: the others stay where they are.

use std::fmt::Write as _;

/// What an operation shows, as it becomes.
#[derive(Debug, Default)]
pub(crate) struct Shown {
    /// Operations that come before.
    before: String,
    /// The elements of the array that is shown.
    elements: String,
    /// Bytes that follow one another.
    kept: Vec<u8>,
    /// How far to go back before what comes next, in thousandths of the size.
    back: f64,
    is_changed: bool,
}

impl Shown {
    /// Notes the spaces that the operation sets.
    pub(crate) fn set_spaces(&mut self, word: f64, letter: f64) {
        let _ = write!(self.before, "{word} Tw {letter} Tc ");
    }

    /// Notes that the operation goes to the next line.
    pub(crate) fn set_next_line(&mut self) {
        self.before.push_str("T* ");
    }

    /// Notes a move against the direction of the line.
    pub(crate) fn go_back(&mut self, thousandths: f64) {
        self.end_kept();
        self.back += thousandths;
    }

    /// Notes that a glyph is taken away that goes so far, in thousandths of the size.
    pub(crate) fn remove(&mut self, along: f64) {
        self.go_back(-along);
        self.is_changed = true;
    }

    /// Notes that a glyph stays.
    pub(crate) fn keep(&mut self, code: &[u8]) {
        if self.back != 0.0 {
            let _ = write!(self.elements, "{} ", self.back);
            self.back = 0.0;
        }
        self.kept.extend_from_slice(code);
    }

    fn end_kept(&mut self) {
        if self.kept.is_empty() {
            return;
        }
        self.elements.push('<');
        for byte in self.kept.drain(..) {
            let _ = write!(self.elements, "{byte:02X}");
        }
        self.elements.push('>');
    }

    /// The operations that stand instead; none if nothing changes.
    pub(crate) fn into_operations(mut self) -> Option<Vec<u8>> {
        if !self.is_changed {
            return None;
        }
        self.end_kept();
        if self.back != 0.0 {
            let _ = write!(self.elements, "{}", self.back);
        }
        let Self {
            before, elements, ..
        } = self;
        Some(format!("{before}[{elements}] TJ").into_bytes())
    }
}
