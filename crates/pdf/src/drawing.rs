//! Paragraphs that are set as operations of a content stream.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use dragoman_typesetting::{Face, Fitted, Line, PlacedObject, Run};
use kurbo::{Point, Rect};
use lopdf::ObjectId;

use crate::content::length;
use crate::decorations::{Decoration, Purpose};
use crate::embedding::{EmbeddedFont, FaceKey, key};
use crate::links::LinkId;
use crate::page::FontId;
use crate::places::{Area, Place};
use crate::rewriting::Drawing;
use crate::setting::{SetParagraph, Typeface};
use crate::spans::Style;

/// How far runs are apart at most that touch one another, in em.
const TOUCHING: f64 = 0.1;

/// Fonts of the document that is written, with their names in resources.
#[derive(Default)]
pub(crate) struct NamedFonts {
    /// Faces that were embedded.
    pub(crate) faces: BTreeMap<FaceKey, (String, EmbeddedFont)>,
    /// Those that it had.
    pub(crate) own: BTreeMap<FontId, NamedOwn>,
}

/// A font that the document had.
pub(crate) struct NamedOwn {
    pub(crate) name: String,
    pub(crate) object: ObjectId,
    /// The height of an em by the size that a page sets.
    pub(crate) em: f64,
}

/// What is painted of a paragraph in one of its areas.
pub(crate) struct Drawn {
    pub(crate) drawing: Drawing,
    /// Where words of links are, with the numbers of these: a room for each line.
    pub(crate) links: Vec<(LinkId, Rect)>,
}

/// Where a decoration goes in a line, along the baseline.
struct Decorated<'d> {
    decoration: &'d Decoration,
    start: f64,
    end: f64,
    /// By how much its words are smaller.
    scale: f64,
}

impl Decorated<'_> {
    /// The operations that paint it.
    fn paint(&self, area: &Area, baseline: f64) -> Vec<u8> {
        let Decoration {
            bottom,
            top,
            is_stroke,
            paint,
            ..
        } = self.decoration;
        let (bottom, top) = (baseline + self.scale * bottom, baseline + self.scale * top);
        let point = |along, up| {
            let Point { x, y } = area.on_page(along, up);
            format!("{} {}", length(x), length(y))
        };
        let path = match is_stroke {
            true => {
                let middle = f64::midpoint(bottom, top);
                let (from, to) = (point(self.start, middle), point(self.end, middle));
                format!("{} w {from} m {to} l S\n", length(top - bottom))
            }
            false => {
                let corners = [
                    (self.start, bottom),
                    (self.end, bottom),
                    (self.end, top),
                    (self.start, top),
                ];
                let [one, two, three, four] = corners.map(|(along, up)| point(along, up));
                format!("{one} m {two} l {three} l {four} l f\n")
            }
        };
        [b"q\n", &**paint, path.as_bytes(), b"Q\n"].concat()
    }
}

/// Operations that show text, in stretches that are painted in the same way.
struct Operations {
    bytes: Vec<u8>,
    paint: Option<Box<[u8]>>,
}

impl Operations {
    /// The stretch for text that is painted like this.
    fn painted(&mut self, paint: &[u8]) -> &mut Vec<u8> {
        if self.paint.as_deref() != Some(paint) {
            self.end();
            self.bytes.extend_from_slice(b"q\n");
            self.bytes.extend_from_slice(paint);
            self.bytes.extend_from_slice(b"BT\n0 Tc 0 Tw 0 Ts\n");
            self.paint = Some(paint.into());
        }
        &mut self.bytes
    }

    /// Paints something else.
    fn paint(&mut self, operations: &[u8]) {
        self.end();
        self.bytes.extend_from_slice(operations);
    }

    fn end(&mut self) {
        if self.paint.take().is_some() {
            self.bytes.extend_from_slice(b"ET\nQ\n");
        }
    }
}

/// How glyphs are shown.
struct Look<'l> {
    name: &'l str,
    /// The height of an em by the size that is set.
    em: f64,
    size: f64,
    stretch: f64,
    slant: f64,
}

impl Look<'_> {
    /// The operations that choose it, with glyphs beginning at a point of the page.
    fn begin(&self, area: &Area, origin: Point) -> String {
        let Self {
            name,
            em,
            size,
            stretch,
            slant,
        } = self;
        let (sine, cosine) = area.angle.sin_cos();
        let matrix = [
            cosine,
            sine,
            slant * cosine - sine,
            slant * sine + cosine,
            origin.x,
            origin.y,
        ];
        let [a, b, c, d, e, f] = matrix.map(length);
        let (size, stretch) = (length(size / em), length(100.0 * stretch * em));
        format!("/{name} {size} Tf {stretch} Tz {a} {b} {c} {d} {e} {f} Tm\n")
    }
}

impl SetParagraph {
    /// What paints it in each of its areas.
    pub(crate) fn drawn<'p>(
        &'p self,
        place: &'p Place,
        fonts: &'p NamedFonts,
    ) -> impl Iterator<Item = (&'p Area, Drawn)> {
        let areas = place.areas.iter().zip(&self.fitted);
        areas.map(move |(area, fitted)| (area, self.drawn_in(place, area, fitted, fonts)))
    }

    fn drawn_in(&self, place: &Place, area: &Area, fitted: &Fitted, fonts: &NamedFonts) -> Drawn {
        let mut operations = Operations {
            bytes: Vec::new(),
            paint: None,
        };
        let first = area.baseline + f64::from(fitted.raise);
        let mut covered: Option<Rect> = None;
        let mut links: Vec<(LinkId, Rect)> = Vec::new();
        for line in &fitted.lines {
            let baseline = first - f64::from(line.down);
            let decorated = match fitted.is_unchanged {
                // It still has those that it had.
                true => Vec::new(),
                false => self.decorated(line, place, area),
            };
            let (behind, upon): (Vec<_>, Vec<_>) = decorated
                .iter()
                .partition(|it| it.decoration.purpose == Purpose::Highlight);
            for decorated in behind {
                operations.paint(&decorated.paint(area, baseline));
            }
            let first_of_line = links.len();
            for object in &line.objects {
                draw_object(object, (place, area), baseline, fonts, &mut operations);
            }
            for run in &line.runs {
                let Some((typeface, code)) = self.typeface(run) else {
                    continue;
                };
                let style = place.style(code);
                let start = area.left + f64::from(run.x);
                let up = baseline + f64::from(run.rise);
                let origin = area.on_page(start, up);
                let end = area.on_page(start + f64::from(run.width), up + f64::from(run.size));
                let room = Rect::from_points(origin, end);
                covered = Some(covered.map_or(room, |covered| covered.union(room)));
                if let Some(link) = style.link {
                    let down = 0.2 * f64::from(run.size);
                    let room = room.union_pt(area.on_page(start, up - down));
                    let known = links.iter_mut().skip(first_of_line);
                    match { known }.find(|(other, _)| *other == link) {
                        Some((_, known)) => *known = known.union(room),
                        None => links.push((link, room)),
                    }
                }
                let shown = show(run, typeface, style, area, origin, fonts);
                operations.painted(&style.paint).extend(shown.into_bytes());
            }
            for decorated in upon {
                operations.paint(&decorated.paint(area, baseline));
            }
        }
        operations.end();
        let drawing = Drawing {
            operations: operations.bytes,
            // What was cut off is so again.
            place: area.clip.or(covered).unwrap_or_default(),
        };
        Drawn { drawing, links }
    }

    /// The decorations of a line, each as far as it goes on.
    fn decorated<'d>(&self, line: &Line, place: &'d Place, area: &Area) -> Vec<Decorated<'d>> {
        let runs = line.runs.iter().filter_map(|run| {
            let (_, code) = self.typeface(run)?;
            let style = place.style(code);
            let scale = f64::from(run.size) / style.size;
            Some((run.x, run.width, scale, &style.decorations))
        });
        let objects = line.objects.iter().filter_map(|placed| {
            let object = place.object(placed.tag)?;
            Some((placed.x, placed.width, 1.0, &object.decorations))
        });
        let mut all: Vec<_> = runs.chain(objects).collect();
        all.sort_by(|(one, ..), (other, ..)| one.total_cmp(other));
        let mut decorated: Vec<Decorated<'d>> = Vec::new();
        for (x, width, scale, decorations) in all {
            let start = area.left + f64::from(x);
            let end = start + f64::from(width);
            for decoration in decorations {
                let last = decorated
                    .iter_mut()
                    .rev()
                    .find(|it| it.decoration == decoration)
                    .filter(|last| start - last.end <= TOUCHING * scale * place.main.size);
                match last {
                    Some(last) => last.end = last.end.max(end),
                    None => decorated.push(Decorated {
                        decoration,
                        start,
                        end,
                        scale,
                    }),
                }
            }
        }
        decorated
    }
}

/// The operations that show a run.
fn show(
    run: &Run,
    typeface: &Typeface,
    style: &Style,
    area: &Area,
    origin: Point,
    fonts: &NamedFonts,
) -> String {
    let size = f64::from(run.size);
    match typeface {
        Typeface::Face(face) => {
            let Some((name, shown)) = glyphs_of_face(run, face, fonts) else {
                return String::new();
            };
            // An italic face leans by itself.
            let slant = if face.italic_angle() == 0.0 {
                style.slant
            } else {
                0.0
            };
            let look = Look {
                name,
                em: 1.0,
                size,
                stretch: 1.0,
                slant,
            };
            look.begin(area, origin) + &shown
        }
        Typeface::Own(own) => {
            let Some(NamedOwn { name, em, .. }) = fonts.own.get(&own.id) else {
                return String::new();
            };
            let look = Look {
                name,
                em: *em,
                size,
                stretch: style.stretch,
                slant: style.slant,
            };
            let glyph = |glyph: u32| {
                let (code, advance) = own.font.glyph(glyph)?;
                Some((hexadecimal(code.bytes()), advance))
            };
            look.begin(area, origin) + &glyphs(run, own.stretch, glyph)
        }
    }
}

/// The name of a face that was embedded, and the operation that shows the glyphs of a run of it; none if it was not.
pub(crate) fn glyphs_of_face<'f>(
    run: &Run,
    face: &Face,
    fonts: &'f NamedFonts,
) -> Option<(&'f str, String)> {
    let (name, font) = fonts.faces.get(&key(face))?;
    let glyph = |glyph: u32| {
        let code = font.codes.get(&glyph)?;
        // As the font's table of widths has it.
        let advance = (face.advance(glyph) * 1000.0).round() / 1000.0;
        Some((format!("{code:04X}"), advance))
    };
    Some((name, glyphs(run, 1.0, glyph)))
}

/// The glyphs of a run, each where it is to be. `shown` gives the code of a glyph, and how far it goes in em of the font.
fn glyphs(run: &Run, stretch: f32, shown: impl Fn(u32) -> Option<(String, f32)>) -> String {
    let mut operands = String::from("[");
    let mut pen = run.x;
    let em = run.size * stretch;
    for placed in &run.glyphs {
        let Some((code, advance)) = shown(placed.glyph.id) else {
            continue;
        };
        let wanted = placed.x + placed.glyph.x_offset * run.size;
        let back = (pen - wanted) / em * 1000.0;
        if back.abs() >= 0.5 {
            let _ = write!(operands, "{back:.0}");
            pen -= back.round() / 1000.0 * em;
        }
        let _ = write!(operands, "<{code}>");
        pen += advance * em;
    }
    operands.push_str("] TJ\n");
    operands
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02X}")).collect()
}

/// Paints the glyphs of an object as they were.
fn draw_object(
    placed: &PlacedObject,
    (place, area): (&Place, &Area),
    baseline: f64,
    fonts: &NamedFonts,
    operations: &mut Operations,
) {
    let Some(object) = place.object(placed.tag) else {
        return;
    };
    for glyph in &object.glyphs {
        let Some(NamedOwn { name, em, .. }) = fonts.own.get(&glyph.font) else {
            continue;
        };
        let along = area.left + f64::from(placed.x) + glyph.along;
        let origin = area.on_page(along, baseline + glyph.up);
        let look = Look {
            name,
            em: *em,
            size: glyph.size,
            stretch: glyph.stretch,
            slant: glyph.slant,
        };
        let shown = format!(
            "{}<{}> Tj\n",
            look.begin(area, origin),
            hexadecimal(glyph.code.bytes())
        );
        operations.painted(&glyph.paint).extend(shown.into_bytes());
    }
}
