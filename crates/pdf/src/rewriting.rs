//! Content streams without some of their glyphs and with other text: what is not changed stays byte for byte.

use std::collections::{BTreeMap, HashMap, HashSet};

use hayro_syntax::object::ObjectIdentifier;
use kurbo::{Affine, Rect};

use crate::content::decimal;

/// Text that is painted instead of glyphs that are taken away.
#[derive(Debug, Clone)]
pub(crate) struct Drawing {
    /// Operations in the coordinates of the page, which need no text object around them.
    pub(crate) operations: Vec<u8>,
    /// What it covers of the page. It is painted where no clipping cuts it off.
    pub(crate) place: Rect,
}

/// What is to become of a page.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    /// The glyphs that are taken away, by their numbers on the page.
    pub(crate) removed: HashSet<usize>,
    /// What is painted instead, by the number of a glyph after whose text object it is.
    pub(crate) drawings: BTreeMap<usize, Drawing>,
    /// The paths that are not painted any more, by their numbers on the page.
    pub(crate) unpainted: HashSet<usize>,
    /// What stands instead of pictures, by their numbers on the page: operations in the coordinates of the page, or none.
    pub(crate) pictures: BTreeMap<usize, Vec<u8>>,
}

/// Content streams as they become.
#[derive(Debug, Default)]
pub(crate) struct Rewritten {
    /// The contents of the page, if they change.
    pub(crate) page: Option<Vec<u8>>,
    /// The forms that change.
    pub(crate) forms: HashMap<ObjectIdentifier, Vec<u8>>,
}

/// One content stream while it is rewritten.
#[derive(Debug, Default)]
pub(crate) struct Output {
    bytes: Vec<u8>,
    /// How much of the stream is in it.
    copied: usize,
    pub(crate) is_changed: bool,
    /// What is to be painted as soon as that is possible.
    waiting: Vec<Drawing>,
}

impl Output {
    /// Copies the stream up to here.
    pub(crate) fn copy(&mut self, stream: &[u8], end: usize) {
        self.bytes
            .extend_from_slice(stream.get(self.copied..end).unwrap_or_default());
        self.copied = self.copied.max(end);
    }

    /// Writes something else instead of what goes up to here.
    pub(crate) fn replace(&mut self, bytes: &[u8], end: usize) {
        self.bytes.extend_from_slice(bytes);
        self.copied = self.copied.max(end);
        self.is_changed = true;
    }

    /// Ends a text object that the stream leaves open: nothing is painted in one.
    pub(crate) fn end_text(&mut self) {
        if !self.waiting.is_empty() {
            self.bytes.extend_from_slice(b"\nET");
        }
    }

    pub(crate) fn wait(&mut self, drawing: Drawing) {
        self.waiting.push(drawing);
    }

    /// Paints what waits and is not cut off here, or all of it at the end.
    pub(crate) fn draw(&mut self, to_page: Affine, clip: Rect, is_end: bool) {
        let Some(begin) = begin(to_page) else {
            return;
        };
        let waiting = std::mem::take(&mut self.waiting);
        let fits =
            |drawing: &Drawing| is_end || clip.inflate(1.0, 1.0).contains_rect(drawing.place);
        let (now, later): (Vec<_>, Vec<_>) = waiting.into_iter().partition(fits);
        self.waiting = later;
        for drawing in now {
            self.bytes.extend_from_slice(begin.as_bytes());
            self.bytes.extend_from_slice(&drawing.operations);
            self.bytes.extend_from_slice(b"Q\n");
            self.is_changed = true;
        }
    }

    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

/// Operations of a page where other coordinates are in use.
pub(crate) fn on_page(operations: &[u8], to_page: Affine) -> Option<Vec<u8>> {
    let begin = begin(to_page)?;
    Some([begin.as_bytes(), operations, b"Q\n"].concat())
}

/// What begins operations in the coordinates of the page where these lead to them.
fn begin(to_page: Affine) -> Option<String> {
    let matrix = invertible(to_page)?.inverse().as_coeffs();
    let [a, b, c, d, e, f] = matrix.map(|number| decimal(number, 9));
    Some(format!("\nq {a} {b} {c} {d} {e} {f} cm\n"))
}

fn invertible(matrix: Affine) -> Option<Affine> {
    let determinant = matrix.determinant();
    (determinant.is_finite() && determinant.abs() > 1e-9).then_some(matrix)
}
