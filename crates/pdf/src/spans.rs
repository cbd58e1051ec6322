//! The text of a paragraph with what looks different in it: stretches of another style, and what is no text.
//!
//! The style of most letters is that of the paragraph. Stretches of others have codes around them, so that they are where
//! their words are in a translation. Formulas, and glyphs of which the document does not say what they stand for, are
//! marks: they are painted as they were, wherever they then stand.

use std::collections::BTreeMap;

use dragoman_documents::{CodeId, Content, Piece};
use dragoman_typesetting::LineEnd;
use unicode_normalization::UnicodeNormalization as _;

use crate::decorations::{Decoration, Decorations, DecorationsId};
use crate::fonts::Fonts;
use crate::joining::{Joined, MAIN, Part};
use crate::lines::{Line, gap, place_in};
use crate::links::LinkId;
use crate::page::{FontId, FontLook, Glyph, PageContents, PaintId};

/// How much sizes of one style may differ.
const SAME_SIZE: f64 = 0.08;
/// How far above or below others text of one style may stand, in em.
const SAME_RISE: f64 = 0.08;
/// How much the slant and the stretch of one style may differ.
const SAME_FORM: f64 = 0.05;
/// White between letters that is not how their font sets them, in em.
const LEAST_SPACING: f64 = 0.01;
/// How many gaps say something of those between others.
const FEWEST_GAPS: usize = 2;
/// Letters of a label that ends with a dot or parenthesis at most, glyphs of one at most, and white that follows it at
/// least, in em.
const LONGEST_LABEL: usize = 5;
const MOST_IN_LABEL: usize = 8;
const LEAST_WHITE: f64 = 0.7;
/// How many styles a paragraph has at most; what looks different still looks like the paragraph.
const MOST_STYLES: usize = 256;

/// How a stretch of text looks.
#[derive(Debug, Clone)]
pub(crate) struct Style {
    pub(crate) look: FontLook,
    /// The height of an em, in points.
    pub(crate) size: f64,
    /// How far above the baseline of its line it stands, in points.
    pub(crate) rise: f64,
    pub(crate) stretch: f64,
    pub(crate) slant: f64,
    /// What is between letters besides, in em of the font.
    pub(crate) letter_spacing: f64,
    /// The operations that set how it is painted.
    pub(crate) paint: Box<[u8]>,
    /// The fonts of it, the one of most letters first.
    pub(crate) fonts: Vec<FontId>,
    /// Which link it is.
    pub(crate) link: Option<LinkId>,
    /// What underlines, strikes through or highlights it.
    pub(crate) decorations: Box<[Decoration]>,
}

/// What type of the same kind has in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct TypeKind {
    /// In quarters of a point.
    size: i32,
    is_bold: bool,
    is_italic: bool,
    has_serifs: bool,
}

impl Style {
    /// The kind of its type.
    #[expect(clippy::cast_possible_truncation, reason = "a size that is rounded")]
    pub(crate) fn kind(&self) -> TypeKind {
        TypeKind {
            size: (self.size * 4.0).round() as i32,
            is_bold: self.look.is_bold,
            is_italic: self.look.is_italic,
            has_serifs: self.look.has_serifs,
        }
    }
}

/// A paragraph as text with codes.
#[derive(Debug, Clone)]
pub(crate) struct Styled {
    pub(crate) content: Content,
    /// The style of most letters.
    pub(crate) main: Style,
    /// What its codes mean, by their numbers.
    pub(crate) codes: Vec<Meaning>,
    /// Where its lines end in its text but the last one, if each of them has text.
    pub(crate) line_ends: Vec<LineEnd>,
    /// The glyphs of each line with which words begin that a space is before.
    pub(crate) words: Vec<Vec<usize>>,
}

/// What a code of a paragraph means.
#[derive(Debug, Clone)]
pub(crate) enum Meaning {
    /// The text in it looks like this.
    Style(Style),
    /// These glyphs of the page stand there.
    Object(Vec<usize>),
}

/// How a glyph looks, and what it belongs to.
#[derive(Debug, Clone, Copy)]
struct Seen {
    look: FontLook,
    size: f64,
    rise: f64,
    stretch: f64,
    slant: f64,
    paint: PaintId,
    link: Option<LinkId>,
    decorations: DecorationsId,
    /// The name of its font, if it is a letter of those that look different in each: other signs, and letters of other
    /// scripts, often come from a font beside that of the text.
    name: Option<usize>,
}

/// The styles of a paragraph as they are found.
#[derive(Default)]
struct Styles(Vec<Found>);

/// A style with what has it.
struct Found {
    seen: Seen,
    /// How many glyphs are of which font.
    fonts: BTreeMap<FontId, usize>,
    /// What is between letters, in em of the font.
    gaps: Vec<f64>,
}

impl Seen {
    fn is_like(&self, other: &Self) -> bool {
        let (one, two) = (&self.look, &other.look);
        let same_look = one.is_bold == two.is_bold
            && one.is_italic == two.is_italic
            && one.is_fixed == two.is_fixed
            && one.has_serifs == two.has_serifs;
        let size = self.size.max(other.size);
        let same_size = is_same_size(self.size, other.size);
        let same_name = match (self.name, other.name) {
            (Some(one), Some(two)) => one == two,
            _ => true,
        };
        same_look
            && same_name
            && self.paint == other.paint
            && self.link == other.link
            && self.decorations == other.decorations
            && same_size
            && (self.rise - other.rise).abs() <= SAME_RISE * size
            && (self.stretch - other.stretch).abs() <= SAME_FORM
            && (self.slant - other.slant).abs() <= SAME_FORM
    }
}

fn is_same_size(one: f64, other: f64) -> bool {
    (one - other).abs() <= SAME_SIZE * one.max(other)
}

/// A glyph that is read.
#[derive(Debug, Clone, Copy)]
struct Reading {
    glyph: usize,
    style: usize,
    /// Whether white space is before it in its line.
    is_after_space: bool,
    is_object: bool,
}

/// The lines of a paragraph as text with codes; none if they have no text. `link` says of a glyph which link it is.
pub(crate) fn styled(
    own: &[Line],
    page: &PageContents,
    fonts: &Fonts<'_>,
    decorations: &Decorations,
    link: impl Fn(&Glyph) -> Option<LinkId>,
) -> Option<Styled> {
    let mut styles = Styles::default();
    let mut lines: Vec<Vec<Reading>> = Vec::new();
    for line in own {
        let mut readings: Vec<Reading> = Vec::with_capacity(line.glyphs.len());
        for (&number, &is_after_space) in line.glyphs.iter().zip(&line.spaces) {
            let Some(glyph) = page.glyphs.get(number) else {
                continue;
            };
            let look = fonts.look(glyph.font);
            let style = styles.find(Seen {
                look,
                size: glyph.size,
                rise: place_in(line, glyph).y - line.baseline,
                stretch: glyph.stretch,
                slant: glyph.slant,
                paint: glyph.paint,
                link: link(glyph),
                decorations: decorations.of_glyph(number),
                name: is_latin(glyph).then_some(look.name),
            });
            let last = readings
                .last()
                .filter(|last| last.style == style && !is_after_space);
            let before = last.and_then(|last| page.glyphs.get(last.glyph));
            styles.note(style, glyph, before.map(|before| gap(line, before, glyph)));
            readings.push(Reading {
                glyph: number,
                style,
                is_after_space,
                is_object: look.is_mathematical || glyph.text.is_none(),
            });
        }
        make_words_whole(page, &mut readings, &styles, line);
        if lines.is_empty() {
            keep_label(page, line, &mut readings, fonts);
        }
        lines.push(readings);
    }
    let joined = joined(page, &lines);
    let main = main_style(&joined.parts, styles.0.len());
    let line_ends = joined.line_ends();
    let words = joined.words;
    let style = |number| styles.get(number, page, decorations);
    let styled = assemble(joined.parts, style, main)?;
    Some(Styled {
        line_ends,
        words,
        ..styled
    })
}

impl Styles {
    /// The number of a style. Those that are too many are the first one.
    fn find(&mut self, seen: Seen) -> usize {
        let known = self.0.iter().position(|it| it.seen.is_like(&seen));
        if let Some(found) = known.and_then(|known| self.0.get_mut(known)) {
            found.seen.name = found.seen.name.or(seen.name);
        }
        known.unwrap_or_else(|| {
            if self.0.len() >= MOST_STYLES {
                return 0;
            }
            self.0.push(Found {
                seen,
                fonts: BTreeMap::new(),
                gaps: Vec::new(),
            });
            self.0.len() - 1
        })
    }

    /// Notes a glyph of a style, with the gap to the one before.
    fn note(&mut self, style: usize, glyph: &Glyph, gap: Option<f64>) {
        if let Some(found) = self.0.get_mut(style) {
            *found.fonts.entry(glyph.font).or_default() += 1;
            found.gaps.extend(gap);
        }
    }

    /// Whether text of a style stands so far above or below the others of its line that it means something else.
    fn is_raised(&self, style: usize, line: &Line) -> bool {
        let found = self.0.get(style);
        found.is_some_and(|it| it.seen.rise.abs() > 2.0 * SAME_RISE * line.size)
    }

    fn have_one_size(&self, one: usize, other: usize) -> bool {
        let size = |style: usize| self.0.get(style).map(|it| it.seen.size);
        let sizes = size(one).zip(size(other));
        sizes.is_some_and(|(one, other)| is_same_size(one, other))
    }

    fn get(&self, style: usize, page: &PageContents, decorations: &Decorations) -> Option<Style> {
        let Found { seen, fonts, gaps } = self.0.get(style)?;
        let mut fonts: Vec<(FontId, usize)> =
            fonts.iter().map(|(id, count)| (*id, *count)).collect();
        fonts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        Some(Style {
            look: seen.look,
            size: seen.size,
            rise: seen.rise,
            stretch: seen.stretch,
            slant: seen.slant,
            letter_spacing: letter_spacing(gaps.clone()),
            paint: page.paints.get(seen.paint.0).cloned().unwrap_or_default(),
            fonts: fonts.into_iter().map(|(font, _)| font).collect(),
            link: seen.link,
            decorations: decorations.list(seen.decorations, page).into(),
        })
    }
}

/// What is between letters besides how their font sets them, given the gaps between some, in em. If not most of them are
/// wider, or narrower, that is how single letters stand beside one another.
pub(crate) fn letter_spacing(mut gaps: Vec<f64>) -> f64 {
    gaps.sort_by(f64::total_cmp);
    let last = gaps.len().saturating_sub(1);
    let quartiles = [1, 2, 3].map(|number| gaps.get((number * last + 2) / 4));
    let quartiles = quartiles.map(|it| it.copied().unwrap_or_default());
    let are_wider = quartiles.iter().all(|it| *it >= LEAST_SPACING);
    let are_narrower = quartiles.iter().all(|it| *it <= -LEAST_SPACING);
    match gaps.len() >= FEWEST_GAPS && (are_wider || are_narrower) {
        true => quartiles[1],
        false => 0.0,
    }
}

fn is_latin(glyph: &Glyph) -> bool {
    let text = glyph.text.as_deref().unwrap_or_default();
    text.starts_with(|letter: char| letter.is_ascii_alphabetic())
}

/// Gives the letters of a word one style, as far as none of them is raised or gets larger or smaller among small letters,
/// and makes a formula of each word that has a part of one.
fn make_words_whole(page: &PageContents, readings: &mut [Reading], styles: &Styles, line: &Line) {
    let are_all = |reading: &Reading, is_so: fn(char) -> bool| {
        let text = page.text(reading.glyph);
        text.chars().all(is_so) && !text.is_empty()
    };
    let is_letter = |reading: &Reading| are_all(reading, char::is_alphabetic);
    let is_small = |reading: &Reading| are_all(reading, char::is_lowercase);
    let is_raised = |style| styles.is_raised(style, line);
    for word in readings.chunk_by_mut(|_, next| !next.is_after_space) {
        if word.iter().any(|it| it.is_object) {
            for reading in word {
                reading.is_object = true;
            }
            continue;
        }
        for letters in word.chunk_by_mut(|one, next| {
            is_letter(one)
                && is_letter(next)
                && is_raised(one.style) == is_raised(next.style)
                && (styles.have_one_size(one.style, next.style)
                    || !is_small(one)
                    || !is_small(next))
        }) {
            let Some(first) = letters.first().filter(|it| !is_raised(it.style)) else {
                continue;
            };
            // What begins large, as capitals among small ones, goes on so.
            let count = |style| letters.iter().filter(|it| it.style == style).count();
            let usual = letters
                .iter()
                .map(|it| it.style)
                .max_by_key(|it| count(*it));
            let usual = usual.unwrap_or(first.style);
            for reading in letters {
                reading.style = usual;
            }
        }
    }
}

/// Makes an object of the bullet or number with which a line begins, if white follows that sets it apart: it stays as it
/// is, and so does what comes behind it.
fn keep_label(page: &PageContents, line: &Line, readings: &mut [Reading], fonts: &Fonts<'_>) {
    let Some((length, _)) = label(page, line).filter(|(length, _)| *length < readings.len()) else {
        return;
    };
    let (label, rest) = readings.split_at_mut(length);
    let text: String = label.iter().map(|it| page.text(it.glyph)).collect();
    let is_label = !text.chars().any(char::is_alphabetic)
        || text.contains(|letter: char| letter.is_ascii_digit())
        || text.ends_with([')', '.']) && text.chars().count() <= LONGEST_LABEL;
    let is_paintable = |it: &Reading| {
        let glyph = page.glyphs.get(it.glyph);
        glyph.is_some_and(|glyph| fonts.object(glyph.font).is_some())
    };
    if is_label && label.iter().all(is_paintable) {
        for reading in label {
            reading.is_object = true;
        }
        if let Some(next) = rest.first_mut() {
            next.is_after_space = false;
        }
    }
}

/// How many glyphs the first word of a line has, and how much white follows it, if that is so much that it sets the word
/// apart; in points.
pub(crate) fn label(page: &PageContents, line: &Line) -> Option<(usize, f64)> {
    if line.is_right_to_left {
        return None;
    }
    let length = line.spaces.iter().skip(1).position(|space| *space)? + 1;
    let glyph = |place: usize| page.glyphs.get(*line.glyphs.get(place)?);
    let (last, next) = (glyph(length - 1)?, glyph(length)?);
    let white = place_in(line, next).x - place_in(line, last).x - last.advance;
    (length <= MOST_IN_LABEL && white > LEAST_WHITE * line.size).then_some((length, white))
}

/// The parts of a paragraph in the order in which they are read, with words in one piece that are parted at the end of a
/// line.
fn joined(page: &PageContents, lines: &[Vec<Reading>]) -> Joined {
    let mut joined = Joined::default();
    for line in lines {
        joined.begin_line();
        for reading in line {
            if reading.is_object {
                joined.push_object(reading.glyph, reading.is_after_space);
                continue;
            }
            let text = plain(page.text(reading.glyph));
            joined.push(reading.style, reading.glyph, &text, reading.is_after_space);
        }
    }
    joined
}

/// The text of a line, without regard to styles. What is not known is left out.
pub(crate) fn text_of_line(page: &PageContents, line: &Line) -> String {
    text_of_lines(page, std::slice::from_ref(line))
}

/// The text of lines that are read in one go, without regard to styles. What is not known is left out.
pub(crate) fn text_of_lines(page: &PageContents, lines: &[Line]) -> String {
    let mut joined = Joined::default();
    for line in lines {
        joined.begin_line();
        for (&glyph, &is_after_space) in line.glyphs.iter().zip(&line.spaces) {
            joined.push(0, glyph, &plain(page.text(glyph)), is_after_space);
        }
    }
    let texts = joined.parts.into_iter().map(|part| match part {
        Part::Text(_, text) => text,
        Part::Object(_) => String::new(),
    });
    texts.collect()
}

/// Ligatures and forms of letters are how a text looks, and not what it says.
pub(crate) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\u{fb00}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' => plain.extend(letter.nfkc()),
            '\u{a0}' => plain.push(' '),
            // One that is painted is seen.
            '\u{ad}' => plain.push('-'),
            letter => plain.push(letter),
        }
    }
    plain
}

/// The style of most letters.
fn main_style(parts: &[Part], styles: usize) -> usize {
    let mut letters = vec![0; styles];
    for part in parts {
        if let Part::Text(style, text) = part
            && let Some(letters) = letters.get_mut(*style)
        {
            *letters += text.chars().filter(|it| !it.is_whitespace()).count();
        }
    }
    let most = letters.iter().enumerate().rev().max_by_key(|(_, it)| **it);
    most.map(|(style, _)| style).unwrap_or_default()
}

/// Puts codes around what is not of the main style. `style` is what a number of a style means.
fn assemble(
    parts: Vec<Part>,
    style: impl Fn(usize) -> Option<Style>,
    main: usize,
) -> Option<Styled> {
    let (mut pieces, mut codes) = (Vec::new(), Vec::new());
    for part in trimmed(parts) {
        let id = CodeId(u32::try_from(codes.len()).ok()?);
        match part {
            Part::Object(glyphs) => {
                pieces.push(Piece::Mark(id));
                codes.push(Meaning::Object(glyphs));
            }
            Part::Text(number, text) if number == main || number == MAIN => {
                pieces.push(Piece::Text(text));
            }
            Part::Text(number, mut text) => {
                // White space around a word looks the same in any style.
                let space = text.split_off(text.trim_end().len());
                if !text.is_empty() {
                    codes.push(Meaning::Style(style(number)?));
                    pieces.extend([Piece::Open(id), Piece::Text(text), Piece::Close(id)]);
                }
                pieces.push(Piece::Text(space));
            }
        }
    }
    Some(Styled {
        content: Content::new(pieces),
        main: style(main)?,
        codes,
        line_ends: Vec::new(),
        words: Vec::new(),
    })
}

/// Parts without white space at their beginning and end.
fn trimmed(mut parts: Vec<Part>) -> Vec<Part> {
    if let Some(Part::Text(_, text)) = parts.first_mut() {
        *text = text.trim_start().to_owned();
    }
    if let Some(Part::Text(_, text)) = parts.last_mut() {
        text.truncate(text.trim_end().len());
    }
    parts
}
