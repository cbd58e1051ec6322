//! What is on a page, in its own coordinates: points from the lower left corner of its boxes.

use hayro_syntax::object::ObjectIdentifier;
use hayro_syntax::page::Page;
use kurbo::{Affine, Point, Rect};

/// What is seen of a page.
pub(crate) fn bounds(page: &Page<'_>) -> Rect {
    let page_box = page.intersected_crop_box();
    Rect::new(page_box.x0, page_box.y0, page_box.x1, page_box.y1)
}

/// What is on a page.
#[derive(Debug, Default)]
pub(crate) struct PageContents {
    /// In the order in which they are painted.
    pub(crate) glyphs: Vec<Glyph>,
    /// Thin filled areas and straight strokes: borders of tables, underlines, rules between columns.
    pub(crate) rules: Vec<Rect>,
    /// Areas that are filled or have a border.
    pub(crate) areas: Vec<Rect>,
    pub(crate) pictures: Vec<PlacedPicture>,
    /// Paths that are one flat line or one area each, in the order in which they are painted.
    pub(crate) flat_paths: Vec<FlatPath>,
    /// The operations that set how glyphs are painted, each way once.
    pub(crate) paints: Vec<Box<[u8]>>,
    /// What is not cut off where glyphs are painted, each once.
    pub(crate) clips: Vec<Rect>,
}

impl PageContents {
    /// The way in which these operations have glyphs painted.
    pub(crate) fn paint(&mut self, operations: &[u8]) -> PaintId {
        PaintId(place(
            &mut self.paints,
            |paint| **paint == *operations,
            || operations.into(),
        ))
    }

    /// The area of which what is outside is cut off.
    pub(crate) fn clip(&mut self, area: Rect) -> ClipId {
        ClipId(place(&mut self.clips, |clip| *clip == area, || area))
    }

    /// What a glyph stands for; nothing if the document does not say.
    pub(crate) fn text(&self, glyph: usize) -> &str {
        let glyph = self.glyphs.get(glyph);
        glyph
            .and_then(|glyph| glyph.text.as_deref())
            .unwrap_or_default()
    }

    /// Whether all that is seen of the page is pictures.
    pub(crate) fn is_picture(&self) -> bool {
        !self.pictures.is_empty() && !self.glyphs.iter().any(|glyph| glyph.is_visible)
    }
}

/// The place of something in a list, to which it is added if it is not among the last ones: things follow one another in
/// the order of the glyphs, so that these are the likely ones.
fn place<T>(all: &mut Vec<T>, is_it: impl Fn(&T) -> bool, it: impl FnOnce() -> T) -> usize {
    const LAST: usize = 256;
    let first = all.len().saturating_sub(LAST);
    let last = all.get(first..).unwrap_or_default();
    match last.iter().rposition(is_it) {
        Some(known) => first + known,
        None => {
            all.push(it());
            all.len() - 1
        }
    }
}

/// A glyph that is shown.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Glyph {
    /// What it stands for; none if the document does not say.
    pub(crate) text: Option<Box<str>>,
    /// Where it begins on its baseline.
    pub(crate) origin: Point,
    /// The direction of its baseline, in radians against the clock.
    pub(crate) angle: f64,
    /// How far it goes along its baseline, without the space that is added to letters or words.
    pub(crate) advance: f64,
    /// The height of an em.
    pub(crate) size: f64,
    /// How much wider it is than its font has it.
    pub(crate) stretch: f64,
    /// How far an em that is leant goes along the baseline, by its height: 0 for upright.
    pub(crate) slant: f64,
    pub(crate) font: FontId,
    /// What it is in that font.
    pub(crate) code: Code,
    /// How it is painted.
    pub(crate) paint: PaintId,
    /// What is not cut off of it.
    pub(crate) clip: ClipId,
    /// Whether it is painted: text over a scanned page is not.
    pub(crate) is_visible: bool,
}

/// What a glyph is in its font, as the bytes that show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(crate) struct Code {
    bytes: [u8; 4],
    length: u8,
}

impl Code {
    /// The code that these bytes are; none if they are more than a code has.
    pub(crate) fn of(code: &[u8]) -> Option<Self> {
        let mut bytes = [0; 4];
        bytes.get_mut(..code.len())?.copy_from_slice(code);
        let length = u8::try_from(code.len()).ok()?;
        Some(Self { bytes, length })
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        self.bytes
            .get(..usize::from(self.length))
            .unwrap_or_default()
    }
}

/// A path that is one flat line or one area.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct FlatPath {
    /// Which of the page's painted paths it is.
    pub(crate) number: usize,
    /// What it covers; a line that is stroked has no height.
    pub(crate) shape: Rect,
    /// How thick its stroke is, if it is one.
    pub(crate) stroke: Option<f64>,
    pub(crate) paint: PaintId,
}

/// A picture where it is painted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct PlacedPicture {
    /// Its stream; none of one that stands among the operations.
    pub(crate) stream: Option<ObjectIdentifier>,
    /// Where the unit square, which it fills, is on the page.
    pub(crate) to_page: Affine,
}

impl PlacedPicture {
    /// What it covers of the page.
    pub(crate) fn place(&self) -> Rect {
        self.to_page
            .transform_rect_bbox(Rect::new(0.0, 0.0, 1.0, 1.0))
    }
}

/// A font of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct FontId(pub(crate) usize);

/// An area of which what is outside is cut off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(crate) struct ClipId(pub(crate) usize);

/// A way in which glyphs are painted: their colour and transparency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(crate) struct PaintId(pub(crate) usize);

/// How a font looks.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct FontLook {
    pub(crate) is_bold: bool,
    pub(crate) is_italic: bool,
    pub(crate) is_fixed: bool,
    pub(crate) has_serifs: bool,
    /// The number of its name, without what says that a part of it is embedded.
    pub(crate) name: usize,
    /// Whether its glyphs are for formulas.
    pub(crate) is_mathematical: bool,
    /// How far its letters rise above the baseline, and reach below it, in em, if the document says it.
    pub(crate) ascent: Option<f32>,
    pub(crate) descent: Option<f32>,
}

/// The number of a page as people count.
pub(crate) fn for_people(page: usize) -> u64 {
    u64::try_from(page).unwrap_or(u64::MAX).saturating_add(1)
}

/// A length as typesetting has it.
#[expect(
    clippy::cast_possible_truncation,
    reason = "lengths on a page need no more digits"
)]
pub(crate) const fn short(length: f64) -> f32 {
    length as f32
}
