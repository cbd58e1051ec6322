//! Translations as lines of glyphs in the places of their paragraphs.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::sync::Arc;

use dragoman_documents::{CodeId, Content, Piece};
use dragoman_typesetting::{
    Face, Family, Fitted, Font, Fonts, Frame, Inline, Measured, Object, Paragraph, Run, Shape,
    Span, Thread,
};

use kurbo::Rect;

use crate::embedding::{FaceKey, UsedFace, key};
use crate::own_fonts::{DocumentFont, OwnFont};
use crate::page::{FontId, FontLook, short};
use crate::places::{Code, Place};
use crate::spans::Style;

/// Down to which scale type gets smaller.
const LEAST_SCALE: f32 = 0.4;
/// From which slant on text is italic.
const ITALIC: f64 = 0.1;

/// What translations are set in.
pub(crate) struct Typefaces<'f> {
    /// The fonts that the document brings.
    pub(crate) own: &'f BTreeMap<FontId, Arc<DocumentFont>>,
    /// Those of the system.
    pub(crate) system: &'f Fonts,
}

/// A font that text is set in.
#[derive(Clone)]
pub(crate) enum Typeface {
    Own(OwnFont),
    Face(Arc<Face>),
}

/// A part of a paragraph that is set.
#[derive(Clone)]
pub(crate) enum Part {
    Text {
        /// The code whose style it has; none for that of the paragraph.
        code: Option<usize>,
        typefaces: Vec<Typeface>,
    },
    /// The code whose object it is.
    Object(usize),
}

/// A paragraph set in its place.
pub(crate) struct SetParagraph {
    pub(crate) parts: Vec<Part>,
    /// What is in each of its areas.
    pub(crate) fitted: Vec<Fitted>,
}

/// Why a paragraph is not set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NotSet {
    /// No font here has its letters.
    NoFont,
    /// It does not fit, however small.
    TooLong,
}

/// Sets a text in a place with the room of these frames, one of each of its areas, at the largest scale that it goes in with.
///
/// # Errors
/// [`NotSet`].
pub(crate) fn set(
    text: &Content,
    place: &Place,
    frames: Vec<Frame>,
    largest: f32,
    typefaces: &Typefaces<'_>,
) -> Result<SetParagraph, NotSet> {
    let (inlines, parts) = inlines(text, place, typefaces)?;
    let paragraph = Paragraph {
        inlines,
        align: place.align,
        first_line_indent: short(place.first_line_indent),
        ..Paragraph::default()
    };
    let measured = Measured::new(&paragraph).map_err(|_| NotSet::NoFont)?;
    let scales: RangeInclusive<f32> = LEAST_SCALE.min(largest)..=largest;
    let thread = Thread {
        frames,
        text: place.text.clone(),
        line_ends: place.line_ends.clone(),
    };
    let fitted = measured.fit_thread(&thread, scales);
    let fitted = fitted.ok_or(NotSet::TooLong)?;
    Ok(SetParagraph { parts, fitted })
}

/// The parts of a text, with what each is set in.
fn inlines(
    text: &Content,
    place: &Place,
    typefaces: &Typefaces<'_>,
) -> Result<(Vec<Inline>, Vec<Part>), NotSet> {
    let (mut inlines, mut parts): (Vec<Inline>, Vec<Part>) = (Vec::new(), Vec::new());
    let mut open: Vec<usize> = Vec::new();
    for piece in text.pieces() {
        match piece {
            Piece::Open(id) => open.extend(number(*id)),
            Piece::Close(_) => {
                open.pop();
            }
            Piece::Mark(id) => {
                let object = number(*id).and_then(|code| Some((code, place.object(code)?)));
                if let Some((code, object)) = object {
                    inlines.push(Inline::Object(Object {
                        width: short(object.width),
                        tag: code,
                    }));
                    parts.push(Part::Object(code));
                }
            }
            Piece::Text(text) => {
                let code = open.last().copied();
                let style = place.style(code);
                let used = typefaces.of(style, text).ok_or(NotSet::NoFont)?;
                let fonts = used.iter().map(Typeface::font);
                inlines.push(Inline::Text(Span {
                    text: text.clone(),
                    fonts: fonts.collect(),
                    size: short(style.size),
                    rise: short(style.rise),
                    letter_spacing: short(style.letter_spacing * style.stretch),
                    word_space: place
                        .word_space
                        .map(|space| short(space * place.main.size / style.size)),
                    tag: parts.len(),
                }));
                parts.push(Part::Text {
                    code,
                    typefaces: used,
                });
            }
        }
    }
    Ok((inlines, parts))
}

fn number(id: CodeId) -> Option<usize> {
    usize::try_from(id.0).ok()
}

impl Place {
    /// The style of a code, or of the paragraph.
    pub(crate) fn style(&self, code: Option<usize>) -> &Style {
        match code.and_then(|code| self.codes.get(code)) {
            Some(Code::Style(style)) => style,
            _ => &self.main,
        }
    }

    /// The object of a code.
    pub(crate) fn object(&self, code: usize) -> Option<&crate::places::Object> {
        match self.codes.get(code) {
            Some(Code::Object(object)) => Some(object),
            _ => None,
        }
    }
}

impl Typefaces<'_> {
    /// What a text of a style is set in: the fonts it had if they have all of its letters, and else some like these. None
    /// if there are none.
    fn of(&self, style: &Style, text: &str) -> Option<Vec<Typeface>> {
        let own = style.fonts.iter().filter_map(|id| {
            Some(OwnFont {
                id: *id,
                font: Arc::clone(self.own.get(id)?),
                stretch: short(style.stretch),
            })
        });
        let own: Vec<OwnFont> = own.collect();
        let is_had = |letter| own.iter().any(|font| font.has(letter));
        // Some have letters only as they stand together in words.
        let is_covered =
            |word: &str| own.iter().any(|font| font.covers(word)) || word.chars().all(is_had);
        if !own.is_empty() && text.split_whitespace().all(is_covered) {
            return Some(own.into_iter().map(Typeface::Own).collect());
        }
        let most = own.first().map(|own| &*own.font.name);
        let faces = self
            .system
            .faces_like(most.unwrap_or_default(), shape(style), text)?;
        Some(faces.into_iter().map(Typeface::Face).collect())
    }
}

/// The shape of letters that are like those of a style.
fn shape(style: &Style) -> Shape {
    let FontLook {
        is_bold,
        is_italic,
        is_fixed,
        has_serifs,
        ..
    } = style.look;
    Shape {
        family: match (is_fixed, has_serifs) {
            (true, _) => Family::Mono,
            (false, true) => Family::Serif,
            (false, false) => Family::Sans,
        },
        weight: if is_bold { 700 } else { 400 },
        italic: is_italic || style.slant > ITALIC,
    }
}

impl Typeface {
    fn font(&self) -> Arc<dyn Font> {
        match self {
            Self::Own(font) => Arc::new(font.clone()),
            Self::Face(face) => Arc::clone(face) as Arc<dyn Font>,
        }
    }
}

impl SetParagraph {
    /// What a run is set in, and the code whose style it has.
    pub(crate) fn typeface(&self, run: &Run) -> Option<(&Typeface, Option<usize>)> {
        match self.parts.get(run.tag)? {
            Part::Text { code, typefaces } => Some((typefaces.get(run.font_index)?, *code)),
            Part::Object(_) => None,
        }
    }

    /// By how much type is smaller.
    pub(crate) fn scale(&self) -> f32 {
        self.fitted.first().map_or(1.0, |fitted| fitted.scale)
    }

    /// Whether it is the text that was there, in the same lines and of the same size.
    pub(crate) fn is_unchanged(&self) -> bool {
        self.fitted.iter().all(|fitted| fitted.is_unchanged)
    }

    /// The rooms that it takes beside and below those of its areas, with the numbers of their pages.
    pub(crate) fn taken_rooms(&self, place: &Place) -> impl Iterator<Item = (usize, Rect)> {
        let areas = place.areas.iter().zip(&self.fitted);
        areas.filter_map(|(area, fitted)| {
            let Fitted {
                used_left,
                used_right,
                used_below,
                ..
            } = *fitted;
            let room = area.room()?;
            // The frames of a thread may be wider than what was there.
            let ends = fitted.lines.iter().map(|line| line.x + line.width);
            let wider = area.left + f64::from(ends.fold(0.0, f32::max)) - room.x1;
            let wider = if self.fitted.len() > 1 { wider } else { 0.0 };
            let used_right = f64::from(used_right).max(wider);
            let is_more = used_left.max(used_below) > 0.0 || used_right > 0.0;
            let taken = Rect::new(
                room.x0 - f64::from(used_left),
                room.y0 - f64::from(used_below),
                room.x1 + used_right,
                room.y1,
            );
            is_more.then_some((area.page, taken))
        })
    }

    /// The glyphs of each face that it uses, with what they stand for.
    pub(crate) fn use_faces(&self, used: &mut BTreeMap<FaceKey, UsedFace>) {
        for run in self.runs() {
            let Some((Typeface::Face(face), _)) = self.typeface(run) else {
                continue;
            };
            use_face(face, run, used);
        }
    }

    /// The faces that it is set in, and the fonts of the document, those of its objects among them.
    pub(crate) fn fonts(&self, place: &Place) -> (BTreeSet<FaceKey>, BTreeSet<FontId>) {
        let (mut faces, mut own) = (BTreeSet::new(), BTreeSet::new());
        for run in self.runs() {
            match self.typeface(run) {
                Some((Typeface::Face(face), _)) => {
                    faces.insert(key(face));
                }
                Some((Typeface::Own(font), _)) => {
                    own.insert(font.id);
                }
                None => {}
            }
        }
        for part in &self.parts {
            if let Part::Object(code) = part
                && let Some(object) = place.object(*code)
            {
                own.extend(object.glyphs.iter().map(|glyph| glyph.font));
            }
        }
        (faces, own)
    }

    fn runs(&self) -> impl Iterator<Item = &Run> {
        let lines = self.fitted.iter().flat_map(|fitted| &fitted.lines);
        lines.flat_map(|line| &line.runs)
    }
}

/// Notes the glyphs of a face that a run uses.
pub(crate) fn use_face(face: &Arc<Face>, run: &Run, used: &mut BTreeMap<FaceKey, UsedFace>) {
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
