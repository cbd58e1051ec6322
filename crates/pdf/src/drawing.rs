//! Paragraphs in their places as operations of a content stream.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use dragoman_typesetting::{Face, Fitted, Font, Fonts, Inline, Measured, Paragraph, Run, Span};
use kurbo::Rect;

use crate::embedding::{EmbeddedFont, FaceKey, UsedFace, key};
use crate::places::{Place, short};
use crate::rewriting::Drawing;

/// Down to which scale type gets smaller.
const LEAST_SCALE: f32 = 0.4;

/// A paragraph set in its place.
pub(crate) struct SetParagraph {
    faces: Vec<Arc<Face>>,
    fitted: Fitted,
}

/// Why a paragraph is not set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NotSet {
    /// No font here has its letters.
    NoFont,
    /// It does not fit, however small.
    TooLong,
}

/// Sets a text in a place.
///
/// # Errors
/// [`NotSet`].
pub(crate) fn set(text: &str, place: &Place, fonts: &Fonts) -> Result<SetParagraph, NotSet> {
    let faces = fonts.faces(place.shape, text).ok_or(NotSet::NoFont)?;
    let of_span = faces.iter().map(|face| Arc::clone(face) as Arc<dyn Font>);
    let span = Span {
        text: text.to_owned(),
        fonts: of_span.collect(),
        size: short(place.size),
        rise: 0.0,
        letter_spacing: 0.0,
        word_space: None,
        tag: 0,
    };
    let paragraph = Paragraph {
        inlines: vec![Inline::Text(span)],
        align: place.align,
        first_line_indent: short(place.first_line_indent),
        ..Paragraph::default()
    };
    let measured = Measured::new(&paragraph).map_err(|_| NotSet::NoFont)?;
    let fitted = measured.fit(&place.frame, LEAST_SCALE..=1.0);
    Ok(SetParagraph {
        fitted: fitted.ok_or(NotSet::TooLong)?,
        faces,
    })
}

impl SetParagraph {
    /// The glyphs of each face that it uses, with what they stand for.
    pub(crate) fn use_faces(&self, used: &mut BTreeMap<FaceKey, UsedFace>) {
        for run in self.runs() {
            let Some(face) = self.faces.get(run.font_index) else {
                continue;
            };
            let used = used.entry(key(face)).or_insert_with(|| UsedFace {
                face: Arc::clone(face),
                glyphs: BTreeMap::new(),
            });
            for (glyph, text) in meanings(run) {
                let known = used.glyphs.entry(glyph).or_default();
                if known.is_empty() {
                    *known = text.to_owned();
                }
            }
        }
    }

    /// Whether it is set in none but these faces.
    pub(crate) fn uses_only(&self, is_there: impl Fn(FaceKey) -> bool) -> bool {
        self.runs().all(|run| {
            let face = self.faces.get(run.font_index);
            face.is_some_and(|face| is_there(key(face)))
        })
    }

    fn runs(&self) -> impl Iterator<Item = &Run> {
        self.fitted.lines.iter().flat_map(|line| &line.runs)
    }

    /// The operations that paint it. `font` gives the name of a face's font in the page's resources, and the font.
    pub(crate) fn drawing<'f>(
        &self,
        place: &Place,
        font: impl Fn(FaceKey) -> Option<(&'f str, &'f EmbeddedFont)>,
    ) -> Drawing {
        let mut operations = place.paint.to_vec();
        operations.extend_from_slice(b"BT\n0 Tc 0 Tw 100 Tz 0 Ts\n");
        let (sine, cosine) = place.angle.sin_cos();
        let mut baseline = place.baseline + f64::from(self.fitted.raise);
        let mut covered: Option<Rect> = None;
        for line in &self.fitted.lines {
            for run in &line.runs {
                let face = self.faces.get(run.font_index);
                let Some((name, font)) = face.and_then(|face| font(key(face))) else {
                    continue;
                };
                let start = place.left + f64::from(run.x);
                let origin = place.on_page(start, baseline);
                let end =
                    place.on_page(start + f64::from(run.width), baseline + f64::from(run.size));
                let box_of_run = Rect::from_points(origin, end);
                covered = Some(covered.map_or(box_of_run, |covered| covered.union(box_of_run)));
                let mut shown = String::new();
                let _ = write!(
                    shown,
                    "/{name} {:.3} Tf {cosine:.5} {sine:.5} {:.5} {cosine:.5} {:.3} {:.3} Tm\n[",
                    run.size, -sine, origin.x, origin.y
                );
                self.show(&mut shown, run, face, font);
                shown.push_str("] TJ\n");
                operations.extend_from_slice(shown.as_bytes());
            }
            baseline -= f64::from(self.fitted.leading);
        }
        operations.extend_from_slice(b"ET\n");
        Drawing {
            operations,
            place: covered.unwrap_or_default(),
        }
    }

    /// The glyphs of a run, each where it is to be.
    fn show(&self, shown: &mut String, run: &Run, face: Option<&Arc<Face>>, font: &EmbeddedFont) {
        let mut pen = run.x;
        for placed in &run.glyphs {
            let (Some(code), Some(face)) = (font.codes.get(&placed.glyph.id), face) else {
                continue;
            };
            let wanted = placed.x + placed.glyph.x_offset * run.size;
            let back = (pen - wanted) / run.size * 1000.0;
            if back.abs() >= 0.5 {
                let _ = write!(shown, "{back:.0}");
                pen -= back.round() / 1000.0 * run.size;
            }
            let _ = write!(shown, "<{code:04X}>");
            pen += (face.advance(placed.glyph.id) * 1000.0).round() / 1000.0 * run.size;
        }
    }
}

/// The glyphs of a run, with the text that each stands for: the first of those that stand for it together has it all.
fn meanings(run: &Run) -> Vec<(u32, &str)> {
    let mut starts: Vec<usize> = run.glyphs.iter().map(|it| it.glyph.cluster).collect();
    starts.sort_unstable();
    starts.dedup();
    let text = |start: usize| {
        let end = starts.iter().find(|other| **other > start);
        run.text.get(start..end.copied().unwrap_or(run.text.len()))
    };
    let glyphs = run.glyphs.iter();
    glyphs
        .filter_map(|it| Some((it.glyph.id, text(it.glyph.cluster)?)))
        .collect()
}
