//! Where paragraphs are, and how their lines stand.

use dragoman_documents::{Content, Piece};
use dragoman_typesetting::{Align, FormerLine, Frame, LineEnd, OBJECT};
use kurbo::{Affine, Point, Rect};

use crate::decorations::{Decoration, Decorations};
use crate::lines::{Line, gap, place_in};
use crate::page::{self, FontId, PageContents, short};
use crate::paragraphs::Paragraph;
use crate::spans::{Meaning, Style, Styled, label};

/// How much ends of lines may differ that stand below one another, in em.
const ALIKE: f64 = 0.3;
/// How far a line that is alone must begin from where others of its page do to be in the middle or at the right, in em.
const APART: f64 = 2.0;
/// By how much the ends of a few lines differ at most that are made equally long, in em, and how many are more than that.
const FLUSH: f64 = 0.12;
const MANY: usize = 4;

/// Where a paragraph is, and how it looks.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    /// The areas that it goes through, one after another: several if it goes on in another column or on another page.
    pub(crate) areas: Vec<Area>,
    pub(crate) first_line_indent: f64,
    pub(crate) align: Align,
    /// The width of a space between its words, in em of its main style; that of its font if there is none.
    pub(crate) word_space: Option<f64>,
    /// Its text, as typesetting has it.
    pub(crate) text: String,
    /// Where its lines end in that but the last one; nothing if that is not known.
    pub(crate) line_ends: Vec<LineEnd>,
    /// How it looks.
    pub(crate) main: Style,
    /// What its codes mean.
    pub(crate) codes: Vec<Code>,
}

/// Where a paragraph, or a part of it, is on its page, as seen from the direction of its lines.
#[derive(Debug, Clone)]
pub(crate) struct Area {
    /// The number of its page, from 0.
    pub(crate) page: usize,
    /// What of the page is seen of it, if it is cut off.
    pub(crate) clip: Option<Rect>,
    /// The first of its glyphs that show something.
    pub(crate) first_glyph: usize,
    /// The numbers of its glyphs on the page.
    pub(crate) glyphs: Vec<usize>,
    /// The numbers of the paths on the page that are decorations of its words.
    pub(crate) decorating_paths: Vec<usize>,
    pub(crate) angle: f64,
    pub(crate) left: f64,
    /// Where the baseline of its first line is, upwards.
    pub(crate) baseline: f64,
    /// The size of most of its letters, in points.
    pub(crate) size: f64,
    pub(crate) frame: Frame,
}

/// What a code of a paragraph means.
#[derive(Debug, Clone)]
pub(crate) enum Code {
    /// The text in it looks like this.
    Style(Style),
    /// This stands there.
    Object(Object),
}

/// Glyphs that keep their places relative to one another.
#[derive(Debug, Clone)]
pub(crate) struct Object {
    pub(crate) width: f64,
    pub(crate) glyphs: Vec<ObjectGlyph>,
    pub(crate) decorations: Box<[Decoration]>,
}

/// A glyph of an object.
#[derive(Debug, Clone)]
pub(crate) struct ObjectGlyph {
    pub(crate) font: FontId,
    pub(crate) code: page::Code,
    pub(crate) size: f64,
    pub(crate) stretch: f64,
    pub(crate) slant: f64,
    /// Where it is, from the beginning of the object, and above the baseline of its line.
    pub(crate) along: f64,
    pub(crate) up: f64,
    pub(crate) paint: Box<[u8]>,
}

/// Between what the lines of a page stand.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Margins {
    left: f64,
    right: f64,
    /// The middle of the page.
    middle: f64,
}

impl Margins {
    /// Those of a page with these lines.
    pub(crate) fn of(lines: &[Line], bounds: Rect) -> Self {
        let upright = || lines.iter().filter(|line| line.angle == 0.0);
        Self {
            left: upright().map(|it| it.start).fold(f64::INFINITY, f64::min),
            right: upright().map(|it| it.end).fold(f64::NEG_INFINITY, f64::max),
            middle: bounds.center().x,
        }
    }
}

impl Place {
    /// The place of a paragraph; none of one without lines.
    pub(crate) fn of(
        paragraph: &Paragraph,
        styled: &Styled,
        number: usize,
        page: &PageContents,
        decorations: &Decorations,
        margins: Margins,
    ) -> Option<Self> {
        let own = &paragraph.lines;
        let (first, last) = (own.first()?, own.last()?);
        let align = align(own, margins);
        let inner = |align| matches!(align, Align::Start | Align::Left | Align::Justify);
        let left = match own.get(1..) {
            // The first line may be indented.
            Some(later @ [_, ..]) if inner(align) && !first.is_right_to_left => usual_start(later),
            _ => own
                .iter()
                .map(|line| line.start)
                .fold(first.start, f64::min),
        };
        let right = own.iter().map(|line| line.end).fold(first.end, f64::max);
        let depth = first.baseline - last.baseline;
        let gaps = own.len().saturating_sub(1);
        let leading = match gaps {
            0 => 0.0,
            _ => depth / f64::from(u32::try_from(gaps).ok()?),
        };
        let first_line_indent = match (inner(align), first.is_right_to_left) {
            (false, _) => 0.0,
            (true, false) => first.start - left,
            (true, true) => right - first.end,
        };
        let white = usual_white(own, page);
        let first_glyph = own.iter().flat_map(|line| &line.glyphs).min().copied();
        let glyphs = own
            .iter()
            .flat_map(|line| line.glyphs.iter().chain(&line.others));
        let mut glyphs: Vec<usize> = glyphs.copied().collect();
        glyphs.sort_unstable();
        let words = |number: usize, line: &Line| {
            let glyphs = styled.words.get(number).into_iter().flatten();
            let glyphs = glyphs.filter_map(|glyph| page.glyphs.get(*glyph));
            glyphs
                .map(|glyph| short(place_in(line, glyph).x - left))
                .collect()
        };
        let lines = own.iter().enumerate().map(|(number, line)| FormerLine {
            words: words(number, line),
            start: short(line.start - left),
            end: short(line.end - left),
            length: short(usual_length(line, page, white.unwrap_or_default())),
            down: short(first.baseline - line.baseline),
        });
        let codes = styled.codes.iter().map(|meaning| match meaning {
            Meaning::Style(style) => Some(Code::Style(style.clone())),
            Meaning::Object(glyphs) => Some(Code::Object(object(own, page, decorations, glyphs)?)),
        });
        let area = Area {
            page: number,
            angle: first.angle,
            left,
            baseline: first.baseline,
            size: styled.main.size,
            frame: Frame {
                widths: vec![short(right - left)],
                lines: lines.collect(),
                depth: short(depth),
                leading: short(leading),
                ..Frame::default()
            },
            first_glyph: first_glyph?,
            decorating_paths: decorations.paths_of(&glyphs),
            clip: first.clip,
            glyphs,
        };
        Some(Self {
            areas: vec![area],
            first_line_indent,
            align,
            word_space: white.and_then(|white| word_space(white, &styled.main)),
            text: set_text(styled.content.pieces()),
            line_ends: match styled.line_ends.len() == gaps {
                true => styled.line_ends.clone(),
                false => Vec::new(),
            },
            main: styled.main.clone(),
            codes: codes.collect::<Option<_>>()?,
        })
    }

    /// Has it go on in the areas of another paragraph, and its text as this one. The line before ended here in it.
    pub(crate) fn go_on(&mut self, next: Self, text: &Content, end: LineEnd) {
        let areas = self.areas.iter().chain(&next.areas);
        let lines: usize = areas.map(|area| area.frame.lines.len()).sum();
        let later = next.line_ends.iter().map(|later| LineEnd {
            byte: end.byte + later.byte,
            ..*later
        });
        self.line_ends.push(end);
        self.line_ends.extend(later);
        if self.line_ends.len() + 1 != lines {
            self.line_ends.clear();
        }
        self.text = set_text(text.pieces());
        // The longer one says how its lines stand.
        let length = |place: &Self| {
            let areas = place.areas.iter();
            areas.map(|area| area.frame.lines.len()).max()
        };
        if length(&next) > length(self) {
            self.align = next.align;
        }
        self.codes.extend(next.codes);
        self.areas.extend(next.areas);
    }

    /// The fonts of its objects.
    pub(crate) fn objects_fonts(&self) -> impl Iterator<Item = FontId> {
        let objects = self.codes.iter().filter_map(|code| match code {
            Code::Object(object) => Some(&object.glyphs),
            Code::Style(_) => None,
        });
        objects.flatten().map(|glyph| glyph.font)
    }

    /// How many bytes it takes, more or less.
    pub(crate) fn size(&self) -> usize {
        let codes = self.codes.iter().map(|code| match code {
            Code::Style(style) => {
                size_of::<Code>() + style.paint.len() + size_of_all(&style.decorations)
            }
            Code::Object(object) => {
                object
                    .glyphs
                    .iter()
                    .map(|glyph| size_of::<ObjectGlyph>() + glyph.paint.len())
                    .sum::<usize>()
                    + size_of_all(&object.decorations)
            }
        });
        let areas = self.areas.iter().map(Area::size);
        size_of::<Self>()
            + areas.sum::<usize>()
            + size_of_all(&self.main.decorations)
            + size_of::<LineEnd>() * self.line_ends.len()
            + self.text.len()
            + codes.sum::<usize>()
    }
}

impl Area {
    /// How many bytes it takes, more or less.
    fn size(&self) -> usize {
        let lines = self.frame.lines.iter();
        let lines = lines.map(|line| size_of::<FormerLine>() + size_of::<f32>() * line.words.len());
        size_of::<Self>()
            + size_of::<usize>() * (self.glyphs.len() + self.decorating_paths.len())
            + lines.sum::<usize>()
    }

    /// Where a point of it is on the page.
    pub(crate) fn on_page(&self, along: f64, up: f64) -> Point {
        Affine::rotate(self.angle) * Point::new(along, up)
    }

    /// The room of its lines on the page, if they are upright.
    pub(crate) fn room(&self) -> Option<Rect> {
        let width = self.frame.widths.first().copied().unwrap_or_default();
        (self.angle == 0.0).then(|| {
            Rect::new(
                self.left,
                self.baseline - f64::from(self.frame.depth) - 0.25 * self.size,
                self.left + f64::from(width),
                self.baseline + 0.75 * self.size,
            )
        })
    }
}

/// How many bytes decorations take.
fn size_of_all(decorations: &[Decoration]) -> usize {
    let sizes = decorations.iter();
    sizes
        .map(|it| size_of::<Decoration>() + it.paint.len())
        .sum()
}

/// The text of a paragraph as typesetting has it.
pub(crate) fn set_text(pieces: &[Piece]) -> String {
    let mut set = String::new();
    for piece in pieces {
        match piece {
            Piece::Text(text) => set.push_str(text),
            Piece::Mark(_) => set.push(OBJECT),
            Piece::Open(_) | Piece::Close(_) => {}
        }
    }
    set
}

/// Where most of some lines begin.
fn usual_start(lines: &[Line]) -> f64 {
    let mut starts: Vec<f64> = lines.iter().map(|line| line.start).collect();
    starts.sort_by(f64::total_cmp);
    starts.get(starts.len() / 2).copied().unwrap_or_default()
}

/// Where the lines stand in their room.
pub(crate) fn align(lines: &[Line], margins: Margins) -> Align {
    let Some(first) = lines.first() else {
        return Align::Start;
    };
    let (to_start, to_end) = match first.is_right_to_left {
        true => (Align::Start, Align::End),
        false => (Align::End, Align::Start),
    };
    let is_alike = |difference: f64, line: &Line| difference.abs() < ALIKE * line.size;
    let Some(later) = lines.get(1..).filter(|later| !later.is_empty()) else {
        let middle = f64::midpoint(first.start, first.end);
        let text_middle = f64::midpoint(margins.left, margins.right);
        let apart = APART * first.size;
        let is_apart = first.start > margins.left + apart && first.end < margins.right - apart;
        let is_centred =
            is_alike(middle - text_middle, first) || is_alike(middle - margins.middle, first);
        let is_right = first.start > margins.middle && is_alike(first.end - margins.right, first);
        return match first.angle == 0.0 {
            true if is_apart && is_centred => Align::Centre,
            true if is_right => to_start,
            _ => Align::Start,
        };
    };
    let left = lines
        .iter()
        .map(|line| line.start)
        .fold(first.start, f64::min);
    let right = lines.iter().map(|line| line.end).fold(first.end, f64::max);
    let middle = f64::midpoint(left, right);
    let begins = |line: &Line| is_alike(line.start - left, line);
    let ends = |line: &Line| is_alike(line.end - right, line);
    let is_centred = |line: &Line| is_alike(f64::midpoint(line.start, line.end) - middle, line);
    let but_last = lines.get(..lines.len() - 1).unwrap_or_default();
    let begin_alike = match first.is_right_to_left {
        true => later.iter().all(ends),
        false => later.iter().all(begins),
    };
    if begin_alike {
        // A few lines are equally long by chance; where many are, marks at their ends may stand in the margin.
        let flush = if lines.len() > MANY { ALIKE } else { FLUSH };
        let is_flush = |line: &Line| match first.is_right_to_left {
            true => line.start - left < flush * line.size,
            false => right - line.end < flush * line.size,
        };
        return match but_last.iter().all(is_flush) && lines.len() > 2 {
            true => Align::Justify,
            false => Align::Start,
        };
    }
    if lines.iter().all(is_centred) {
        return Align::Centre;
    }
    match lines.iter().all(ends) {
        true => to_start,
        false if lines.iter().all(begins) => to_end,
        false => Align::Start,
    }
}

/// The usual white between the words of some lines.
fn usual_white(lines: &[Line], page: &PageContents) -> Option<f64> {
    let mut whites: Vec<f64> = lines.iter().flat_map(|line| whites(line, page)).collect();
    whites.sort_by(f64::total_cmp);
    whites.get(whites.len() / 2).copied()
}

/// The width of a space between words with this white between them, in em of a style; none if that is more or less than
/// what parts words.
fn word_space(white: f64, style: &Style) -> Option<f64> {
    // After the letter before, and after the space.
    let letter_spacing = 2.0 * style.letter_spacing * style.stretch;
    let space = white / style.size - letter_spacing;
    (0.1..0.6).contains(&space).then_some(space)
}

/// The white before each word of a line but the first.
fn whites(line: &Line, page: &PageContents) -> Vec<f64> {
    let pairs = line.glyphs.windows(2).zip(line.spaces.iter().skip(1));
    let pairs = pairs.skip(label(page, line).map_or(0, |(length, _)| length));
    let whites = pairs.filter(|(_, is_space)| **is_space);
    let whites = whites.filter_map(|(pair, _)| match pair {
        [one, next] => {
            let (one, next) = (page.glyphs.get(*one)?, page.glyphs.get(*next)?);
            Some(gap(line, one, next) * next.size * next.stretch)
        }
        _ => None,
    });
    whites.collect()
}

/// How long a line is with this white between its words.
fn usual_length(line: &Line, page: &PageContents, space: f64) -> f64 {
    let whites = whites(line, page);
    let difference: f64 = whites.iter().map(|white| space - white).sum();
    line.end - line.start + difference
}

/// Glyphs as an object; none if they are in none of these lines.
fn object(
    lines: &[Line],
    page: &PageContents,
    decorations: &Decorations,
    glyphs: &[usize],
) -> Option<Object> {
    let first = glyphs.first()?;
    let line = lines.iter().find(|line| line.glyphs.contains(first))?;
    let all = || glyphs.iter().filter_map(|glyph| page.glyphs.get(*glyph));
    let start = all()
        .map(|glyph| place_in(line, glyph).x)
        .fold(f64::INFINITY, f64::min);
    let end = all()
        .map(|glyph| place_in(line, glyph).x + glyph.advance)
        .fold(start, f64::max);
    // The white that sets a label apart is a part of it.
    let white = label(page, line)
        .filter(|(length, _)| line.glyphs.get(..*length) == Some(glyphs))
        .map_or(0.0, |(_, white)| white);
    let glyphs = all().map(|glyph| {
        let place = place_in(line, glyph);
        ObjectGlyph {
            font: glyph.font,
            code: glyph.code,
            size: glyph.size,
            stretch: glyph.stretch,
            slant: glyph.slant,
            along: place.x - start,
            up: place.y - line.baseline,
            paint: page.paints.get(glyph.paint.0).cloned().unwrap_or_default(),
        }
    });
    Some(Object {
        width: end - start + white,
        decorations: decorations.list(decorations.of_glyph(*first), page).into(),
        glyphs: glyphs.collect(),
    })
}
