//! The text of a picture, and the picture with another.

use std::collections::BTreeMap;
use std::sync::Arc;

use dragoman_documents::{DocumentError, TextRecogniser, overseer};
use dragoman_language::Language;
use dragoman_typesetting::{Face, Fitted, Fonts, Inline, Measured, Paragraph, Run};

use crate::canvas::{Canvas, Colour};
use crate::ground::{Ground, Ink, View, colour_of_ink};
use crate::letters::{Coverage, LONGEST, Outlines};
use crate::lines::{Area, Line, Lines, Slope, paragraphs};
use crate::look::{draw, look, span, usual_size};
use crate::numbers::length;
use crate::place::Place;
use crate::reading::Reader;

/// Down to which scale type gets smaller.
const LEAST_SCALE: f32 = 0.4;
/// The exponent of brightness by which letters and ground are mixed at the edges of letters: between 1, which makes dark
/// letters too heavy and bright ones too thin, and 2.2, as light is mixed, which does the opposite.
const MIXING: f32 = 1.2;

/// The text of a picture in paragraphs, with where they stand.
#[derive(Debug, Clone)]
pub struct PictureText {
    /// By how many degrees the picture is to be turned clockwise so that its text stands upright.
    turn: u16,
    /// How wide and how high the picture is as it is.
    size: (f32, f32),
    slope: Slope,
    paragraphs: Vec<Lines>,
    /// Numbers and the like.
    others: Vec<Lines>,
}

/// Text where it was recognised.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedText {
    /// The number of the paragraph that it is; none if there is nothing in it to translate.
    pub paragraph: Option<usize>,
    /// What it says.
    pub text: String,
    /// Its lines.
    pub lines: Vec<TextLine>,
}

/// Where a line of text is, in pixels from the upper left corner of the picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextLine {
    /// Where its baseline begins, from the left.
    pub x: f32,
    /// Where its baseline begins, from the top.
    pub y: f32,
    /// By how much its baseline is turned clockwise, in radians.
    pub angle: f32,
    /// How long it is.
    pub width: f32,
    /// About the size of an em.
    pub size: f32,
}

/// What was painted, and what was not.
#[derive(Debug, Clone, Default)]
pub struct Painting {
    /// The lines of the translations, paragraph by paragraph.
    pub lines: Vec<PaintedLine>,
    /// How many paragraphs stayed because no font here has their letters, by the names of their writing systems.
    pub without_font: BTreeMap<String, usize>,
    /// How many stayed because they do not fit, however small.
    pub without_room: usize,
}

/// A line of text that was painted, in pixels from the upper left corner of the picture.
#[derive(Debug, Clone)]
pub struct PaintedLine {
    /// Its glyphs. Their places are along its baseline, from its origin.
    pub runs: Vec<Run>,
    /// The faces that these are of, by the number of a run's font.
    pub faces: Vec<Arc<Face>>,
    /// Where the origin of its baseline is, from the left.
    pub x: f32,
    /// Where the origin of its baseline is, from the top.
    pub y: f32,
    /// By how much its baseline is turned clockwise, in radians.
    pub angle: f32,
}

/// A paragraph that is to be painted.
struct SetParagraph {
    number: usize,
    faces: Vec<Arc<Face>>,
    fitted: Fitted,
    place: Place,
    grounds: Vec<Ground>,
    ink: Colour,
}

/// Why a paragraph is not painted.
enum NotSet {
    NoFont,
    NoRoom,
}

impl PictureText {
    /// Reads a picture, whose text is in this language, if that is known.
    ///
    /// # Errors
    /// What the recogniser says; if there is not enough memory, or nobody waits for it any more.
    pub fn read(
        canvas: Canvas,
        dots_per_inch: Option<u32>,
        recogniser: &dyn TextRecogniser,
        language: Option<Language>,
    ) -> Result<Self, DocumentError> {
        let reader = Reader {
            recogniser,
            language,
            dots_per_inch,
        };
        let size = (length(canvas.width()), length(canvas.height()));
        let reading = reader.read(canvas)?;
        let slope = Slope::of(&reading.words);
        let all = paragraphs(&reading.words, slope).into_iter();
        let (paragraphs, others) = all.partition(Lines::have_letters);
        Ok(Self {
            turn: reading.turn,
            size,
            slope,
            paragraphs,
            others,
        })
    }

    /// What its paragraphs say that have letters, in the order in which people read them.
    pub fn paragraphs(&self) -> impl Iterator<Item = String> {
        self.paragraphs.iter().map(Lines::text)
    }

    /// All of its text: paragraphs in their order, and then numbers and the like.
    pub fn placed(&self) -> impl Iterator<Item = PlacedText> {
        let paragraphs = self.paragraphs.iter().enumerate();
        let paragraphs = paragraphs.map(|(number, lines)| (Some(number), lines));
        let others = self.others.iter().map(|lines| (None, lines));
        paragraphs
            .chain(others)
            .map(|(paragraph, lines)| PlacedText {
                paragraph,
                text: lines.text(),
                lines: self.lines(&lines.0),
            })
    }

    fn lines(&self, lines: &[Line]) -> Vec<TextLine> {
        let (size, baselines) = usual_size(lines);
        let lines = lines.iter().zip(baselines);
        let lines = lines.map(|(line, baseline)| {
            let (x, y) = self.slope.in_picture(line.area.left, baseline);
            let (x, y, angle) = self.in_file(x, y);
            TextLine {
                x,
                y,
                angle,
                width: line.area.width(),
                size,
            }
        });
        lines.collect()
    }

    /// The picture with these translations in the places of its paragraphs. Those without one stay as they are, pixel by
    /// pixel, and so does what is around the letters of the others.
    ///
    /// # Errors
    /// If there is not enough memory, or nobody waits for it any more.
    pub fn paint(
        &self,
        canvas: Canvas,
        translations: &[Option<String>],
        fonts: &Fonts,
    ) -> Result<(Canvas, Painting), DocumentError> {
        let mut canvas = canvas.turned(self.turn)?;
        let mut painting = Painting::default();
        let set_ones = self.set(&canvas, translations, fonts, &mut painting)?;
        overseer::for_a_while(|| self.remove(&mut canvas, &set_ones))?;
        for paragraph in &set_ones {
            overseer::go_on()?;
            let lines = self.paint_letters(&mut canvas, paragraph);
            painting.lines.extend(lines);
        }
        let canvas = canvas.turned((360 - self.turn) % 360)?;
        Ok((canvas, painting))
    }

    /// Fits the translations into their places.
    fn set(
        &self,
        canvas: &Canvas,
        translations: &[Option<String>],
        fonts: &Fonts,
        painting: &mut Painting,
    ) -> Result<Vec<SetParagraph>, DocumentError> {
        let slope = self.slope;
        let view = View { canvas, slope };
        let mut taken = Vec::new();
        let mut set_ones = Vec::new();
        for (number, (lines, translation)) in self.paragraphs.iter().zip(translations).enumerate() {
            overseer::go_on()?;
            let Some(translation) = translation else {
                continue;
            };
            match set(&view, number, lines, translation, fonts, &taken) {
                Ok(paragraph) => {
                    taken.push(paragraph.area(&lines.area()));
                    set_ones.push(paragraph);
                }
                Err(NotSet::NoFont) => {
                    let script = fonts.script_without_face(translation);
                    *painting.without_font.entry(script).or_default() += 1;
                }
                Err(NotSet::NoRoom) => painting.without_room += 1,
            }
        }
        Ok(set_ones)
    }

    /// Takes the letters of paragraphs out of a picture.
    fn remove(&self, canvas: &mut Canvas, set_ones: &[SetParagraph]) -> Result<(), DocumentError> {
        let slope = self.slope;
        let mut ink = Ink::none(canvas)?;
        let lines = set_ones.iter().flat_map(|paragraph| {
            let lines = self.paragraphs.get(paragraph.number);
            let lines = lines.into_iter().flat_map(|lines| &lines.0);
            let of_paragraph = lines.zip(&paragraph.grounds);
            of_paragraph.map(|(line, ground)| (line, ground, &paragraph.ink))
        });
        let lines: Vec<_> = lines.collect();
        for (line, ground, colour) in &lines {
            overseer::go_on()?;
            ink.add(&View { canvas, slope }, line, ground, colour);
        }
        for (line, ..) in &lines {
            overseer::go_on()?;
            ink.fill(canvas, slope, &line.area)?;
        }
        Ok(())
    }

    /// Paints a paragraph. Its lines are where they are in the picture whose text stands upright.
    fn paint_letters(&self, canvas: &mut Canvas, paragraph: &SetParagraph) -> Vec<PaintedLine> {
        let SetParagraph { place, fitted, .. } = paragraph;
        let mut baseline = place.baseline - fitted.raise;
        let mut painted = Vec::new();
        for line in &fitted.lines {
            let mut outlines = Outlines::default();
            draw(line, &paragraph.faces, &mut outlines, |along, up| {
                self.slope.in_picture(place.left + along, baseline - up)
            });
            let path = outlines.finish();
            let coverage =
                path.and_then(|path| Coverage::of(&path, canvas.width(), canvas.height()));
            for ((x, y), covered) in coverage.iter().flat_map(Coverage::pixels) {
                if covered > 0.0 {
                    let colour = inked(&canvas.colour(x, y), &paragraph.ink, covered);
                    canvas.set(x, y, colour);
                }
            }
            let (x, y) = self.slope.in_picture(place.left, baseline);
            let (x, y, angle) = self.in_file(x, y);
            painted.push(PaintedLine {
                runs: line.runs.clone(),
                faces: paragraph.faces.clone(),
                x,
                y,
                angle,
            });
            baseline += fitted.leading;
        }
        painted
    }

    /// Where a point of the picture whose text stands upright is in the picture as it is, and by how much a line that
    /// begins there is turned.
    fn in_file(&self, x: f32, y: f32) -> (f32, f32, f32) {
        let (width, height) = self.size;
        let (x, y) = match self.turn {
            90 => (y, height - x),
            180 => (width - x, height - y),
            270 => (width - y, x),
            _ => (x, y),
        };
        let angle = self.slope.angle() - f32::from(self.turn).to_radians();
        (x, y, angle)
    }
}

impl SetParagraph {
    /// The room that it takes, in place of lines in a box.
    fn area(&self, lines: &Area) -> Area {
        Area {
            left: lines.left - self.fitted.used_left,
            right: lines.right + self.fitted.used_right,
            top: lines.top,
            bottom: lines.bottom + self.fitted.used_below,
        }
    }
}

/// Fits a translation into the place of a paragraph.
fn set(
    view: &View<'_>,
    number: usize,
    lines: &Lines,
    translation: &str,
    fonts: &Fonts,
    taken: &[Area],
) -> Result<SetParagraph, NotSet> {
    let grounds: Vec<Ground> = lines
        .0
        .iter()
        .map(|line| Ground::of(view, &line.area))
        .collect();
    let ink = colour_of_ink(view, &lines.0, &grounds);
    let look = look(view, lines, &grounds, &ink, fonts);
    let faces = fonts.faces(look.shape, translation).ok_or(NotSet::NoFont)?;
    let place = Place::of(view, lines, &look, &grounds, taken);
    let paragraph = Paragraph {
        inlines: vec![Inline::Text(span(translation, &faces, look.size))],
        align: place.align,
        first_line_indent: place.first_line_indent,
        ..Paragraph::default()
    };
    let measured = Measured::new(&paragraph).map_err(|_| NotSet::NoFont)?;
    let fitted = measured
        .fit(&place.frame, LEAST_SCALE..=1.0)
        .filter(|fitted| fitted.lines.iter().all(|line| line.width < LONGEST));
    Ok(SetParagraph {
        number,
        fitted: fitted.ok_or(NotSet::NoRoom)?,
        faces,
        place,
        grounds,
        ink,
    })
}

/// The colour of a pixel that is covered with ink in part.
fn inked(ground: &Colour, ink: &Colour, covered: f32) -> Colour {
    let mut mixed = *ground;
    for (channel, ink) in mixed.iter_mut().zip(ink) {
        let power = |value: f32| (value.max(0.0) / 255.0).powf(MIXING);
        let mix = power(*channel) * (1.0 - covered) + power(*ink) * covered;
        *channel = 255.0 * mix.powf(1.0 / MIXING);
    }
    mixed
}
