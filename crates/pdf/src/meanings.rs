//! What glyphs stand for where the document does not say it, learnt from how they look: the glyphs of a page are painted
//! and recognised, and each stands for what it is in most of the words that it is in. A font that is learnt serves as any
//! other: its text is read on all pages, and translations are set in it.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use dragoman_documents::overseer::{borrow, borrow_for, for_a_while, go_on};
use dragoman_documents::{DocumentError, Layout, Picture, Pixels, RecognisedWord, TextRecogniser};
use dragoman_language::Language;
use kurbo::{Affine, BezPath, PathEl, Point, Rect, Shape as _, Vec2};
use tiny_skia::{FillRule, Mask, PathBuilder, Transform};
use unicode_normalization::UnicodeNormalization as _;

use crate::fonts::Fonts;
use crate::lines::is_right_to_left_letter;
use crate::page::{Code, FontId, Glyph, PageContents};

/// How many glyphs a font has at least that says of most of them nothing, if it is one of letters and not of signs.
const FEWEST_LETTERS: usize = 8;
/// How many pages of a document are recognised at most to learn its fonts, and how many of those with a glyph.
const MOST_PAGES: usize = 12;
const MOST_ATTEMPTS: u8 = 2;
/// How high an em of the usual type is painted, in pixels.
const EM: f64 = 42.0;
/// How many pixels are painted at most, and how many parts of outlines.
const MOST_PIXELS: f64 = 12e6;
const MOST_ELEMENTS: usize = 4_000_000;
/// How sure a word is at least that is learnt from, and one that is the only one with a glyph, of 100.
const SURE: u8 = 60;
const VERY_SURE: u8 = 90;
/// How much of its words must have a glyph as the same letter.
const AGREED: f32 = 0.6;
/// How many letters one glyph stands for at most.
const LONGEST_LIGATURE: usize = 3;
/// The height in an em through which letters of all shapes go.
const MIDDLE: f64 = 0.25;
/// How far beyond a recognised word its letters may reach, in em.
const BESIDE: f64 = 0.05;

/// A glyph of a font.
type Key = (FontId, Code);

/// What was learnt so far of the fonts of a document.
#[derive(Debug, Default)]
pub(crate) struct Meanings {
    /// The fonts that say of most of their glyphs nothing: what they say of others is not believed either.
    silent: BTreeSet<FontId>,
    votes: HashMap<Key, BTreeMap<Box<str>, Votes>>,
    learnt: HashMap<Key, Box<str>>,
    /// On how many pages it was tried in vain to learn a glyph.
    attempts: HashMap<Key, u8>,
    /// How many pages were recognised.
    pages: usize,
    /// Why nothing more is learnt, if text is not recognised here.
    pub(crate) failure: Option<DocumentError>,
}

/// How often, and how surely, a glyph was taken for a text.
#[derive(Debug, Default, Clone, Copy)]
struct Votes {
    count: usize,
    sum: f32,
    surest: u8,
}

/// A glyph as it is painted, in pixels.
struct Painted {
    /// None of a glyph of a font that says what it is.
    key: Option<Key>,
    /// Its middle.
    x: f64,
    y: f64,
}

/// A recognised word with the glyphs that it was recognised in.
struct Matched {
    keys: Vec<Option<Key>>,
    letters: Vec<char>,
    confidence: u8,
}

impl Meanings {
    /// Gives the glyphs of a page their meanings, as far as the document does not and they can be learnt.
    ///
    /// # Errors
    /// If the document is given up, or no memory is left for it.
    pub(crate) fn complete(
        &mut self,
        page: &mut PageContents,
        fonts: &Fonts<'_>,
        (recogniser, language): (&dyn TextRecogniser, Option<Language>),
    ) -> Result<(), DocumentError> {
        self.find_silent(page, fonts);
        self.find_blanks(page, fonts);
        let own = page
            .glyphs
            .iter()
            .filter(|glyph| self.silent.contains(&glyph.font));
        let keys: BTreeSet<Key> = own.map(key).collect();
        let is_worth_it = |key: &Key| {
            let attempts = self.attempts.get(key).copied().unwrap_or_default();
            !self.learnt.contains_key(key) && attempts < MOST_ATTEMPTS
        };
        if keys.iter().any(is_worth_it) && self.pages < MOST_PAGES && self.failure.is_none() {
            self.pages += 1;
            for_a_while(|| self.learn(page, fonts, recogniser, language))?;
            borrow_for::<(Key, Box<str>, Votes)>(keys.len())?;
            for key in keys
                .into_iter()
                .filter(|key| !self.learnt.contains_key(key))
            {
                *self.attempts.entry(key).or_default() += 1;
            }
        }
        for glyph in &mut page.glyphs {
            if (glyph.text.is_none() || self.silent.contains(&glyph.font))
                && let Some(text) = self.learnt.get(&key(glyph))
            {
                glyph.text = Some(text.clone());
            }
        }
        Ok(())
    }

    /// What was learnt of the fonts that say too little, in order.
    pub(crate) fn of_silent(&self) -> impl Iterator<Item = (FontId, Code, &str)> {
        let own = self
            .learnt
            .iter()
            .filter(|((font, _), _)| self.silent.contains(font));
        let mut own: Vec<_> = own
            .map(|((font, code), text)| (*font, *code, &**text))
            .collect();
        own.sort_unstable();
        own.into_iter()
    }

    /// Notes the fonts of a page that say of most of their glyphs nothing.
    fn find_silent(&mut self, page: &PageContents, fonts: &Fonts<'_>) {
        /// The glyphs of a font that stand for something, and those that do not.
        type Told = (BTreeSet<Code>, BTreeSet<Code>);
        let mut by_font: BTreeMap<FontId, Told> = BTreeMap::new();
        for glyph in page.glyphs.iter().filter(|glyph| glyph.is_visible) {
            let (said, unsaid) = by_font.entry(glyph.font).or_default();
            match glyph.text {
                Some(_) => said.insert(glyph.code),
                None => unsaid.insert(glyph.code),
            };
        }
        let silent = by_font.into_iter().filter(|(font, (said, unsaid))| {
            let is_outlined = |code: &Code| fonts.outline(*font, *code).is_some();
            unsaid.len() >= FEWEST_LETTERS
                && unsaid.len() >= said.len()
                && !fonts.look(*font).is_mathematical
                && unsaid.first().is_some_and(is_outlined)
        });
        self.silent.extend(silent.map(|(font, _)| font));
    }

    /// Learns which glyphs are spaces: those that nothing is painted of.
    fn find_blanks(&mut self, page: &PageContents, fonts: &Fonts<'_>) {
        let untold = page
            .glyphs
            .iter()
            .filter(|it| it.text.is_none() && it.advance > 0.0);
        let untold: BTreeSet<Key> = untold.map(key).collect();
        for (font, code) in untold {
            let outline = fonts.outline(font, code);
            if outline.is_some_and(|outline| outline.is_empty()) {
                self.learnt
                    .entry((font, code))
                    .or_insert_with(|| " ".into());
            }
        }
    }

    /// Learns from what is recognised on a page.
    fn learn(
        &mut self,
        page: &PageContents,
        fonts: &Fonts<'_>,
        recogniser: &dyn TextRecogniser,
        language: Option<Language>,
    ) -> Result<(), DocumentError> {
        let Some(canvas) = Canvas::of(page, &self.silent) else {
            return Ok(());
        };
        let Some((mask, painted)) = canvas.paint(page, fonts, &self.silent)? else {
            return Ok(());
        };
        let (width, height) = (mask.width(), mask.height());
        let mut samples = mask.take();
        samples
            .iter_mut()
            .for_each(|sample| *sample = u8::MAX - *sample);
        let picture = Picture {
            pixels: Pixels::Gray(&samples),
            width,
            height,
            dots_per_inch: Some(canvas.dots_per_inch()),
        };
        let words = match recogniser.recognise(&picture, language, Layout::Page) {
            Ok(words) => words,
            Err(error) => match error.into() {
                error @ DocumentError::GivenUp => return Err(error),
                error => {
                    self.failure = Some(error);
                    return Ok(());
                }
            },
        };
        borrow_for::<RecognisedWord>(words.len())?;
        let words: Vec<Matched> = words
            .iter()
            .filter(|word| word.confidence >= SURE)
            .map(|word| matched(word, &painted, canvas.em))
            .filter(|word| word.keys.len() > 1)
            .collect();
        borrow(words.iter().map(|it| 32 * it.keys.len()).sum())?;
        self.learn_from(&words);
        Ok(())
    }

    /// Learns from words, and what glyphs stand for of several letters from words of which all others are known then.
    fn learn_from(&mut self, words: &[Matched]) {
        for word in words.iter().filter(|it| it.keys.len() == it.letters.len()) {
            for (key, letter) in word.keys.iter().zip(&word.letters) {
                self.vote(*key, letter.to_string(), word.confidence);
            }
        }
        self.decide();
        for word in words.iter().filter(|it| it.keys.len() < it.letters.len()) {
            if let Some((key, text)) = self.ligature(word) {
                self.vote(Some(key), text, word.confidence);
            }
        }
        self.decide();
    }

    fn vote(&mut self, key: Option<Key>, text: String, confidence: u8) {
        if let Some(key) = key {
            let votes = self.votes.entry(key).or_default();
            let votes = votes.entry(text.into()).or_default();
            votes.count += 1;
            votes.sum += f32::from(confidence);
            votes.surest = votes.surest.max(confidence);
        }
    }

    /// The only glyph of a word that is not known, with what is left of its letters for it: several.
    fn ligature(&self, word: &Matched) -> Option<(Key, String)> {
        let is_known = |(key, letter): &(&Option<Key>, &char)| {
            let learnt = key.and_then(|key| self.learnt.get(&key));
            learnt.is_some_and(|text| text.chars().eq([**letter]))
        };
        let before = word.keys.iter().zip(&word.letters);
        let before = before.take_while(is_known).count();
        let after = word.keys.iter().rev().zip(word.letters.iter().rev());
        let after = after.take_while(is_known).count();
        let [key] = word.keys.get(before..word.keys.len().checked_sub(after)?)? else {
            return None;
        };
        let letters = word
            .letters
            .get(before..word.letters.len().checked_sub(after)?)?;
        let key = (*key)?;
        (2..=LONGEST_LIGATURE)
            .contains(&letters.len())
            .then(|| (key, letters.iter().collect()))
    }

    /// Has each glyph stand for what most of its words say.
    fn decide(&mut self) {
        for (key, votes) in &self.votes {
            let all: f32 = votes.values().map(|it| it.sum).sum();
            let best = votes
                .iter()
                .max_by(|(_, one), (_, other)| one.sum.total_cmp(&other.sum));
            if let Some((text, best)) = best
                && best.sum >= AGREED * all
                && (best.count > 1 || best.surest >= VERY_SURE)
            {
                self.learnt.insert(*key, text.clone());
            }
        }
    }
}

const fn key(glyph: &Glyph) -> Key {
    (glyph.font, glyph.code)
}

/// Where the text of a page is painted.
struct Canvas {
    /// From points of the page to pixels.
    from_page: Affine,
    /// Pixels of a point, and of an em of the usual type.
    scale: f64,
    em: f64,
    width: u32,
    height: u32,
}

impl Canvas {
    /// One on which the usual type of these fonts is as large as it should be, and stands upright. None if there is none
    /// on the page.
    fn of(page: &PageContents, silent: &BTreeSet<FontId>) -> Option<Self> {
        let glyphs = || page.glyphs.iter().filter(|glyph| glyph.is_visible);
        let own = glyphs().filter(|glyph| silent.contains(&glyph.font));
        let own: Vec<&Glyph> = own.collect();
        let mut sizes: Vec<f64> = own.iter().map(|glyph| glyph.size).collect();
        sizes.sort_by(f64::total_cmp);
        let usual = sizes.get(sizes.len() / 2).copied()?;
        let quarter = std::f64::consts::FRAC_PI_2;
        let turns = |glyph: &&&Glyph| (glyph.angle / quarter).round();
        let counts = [0.0, 1.0, 2.0, -1.0, -2.0].map(|turn| {
            let count = own.iter().filter(|glyph| turns(glyph) == turn).count();
            (count, turn)
        });
        let (_, turn) = counts.into_iter().max_by_key(|(count, _)| *count)?;
        let upright = Affine::rotate(-turn * quarter);
        let place = |glyph: &Glyph| {
            let at = upright * glyph.origin;
            Rect::from_center_size(at, (2.0 * glyph.size, 2.0 * glyph.size))
                .union_pt(upright * (glyph.origin + glyph.advance * Vec2::from_angle(glyph.angle)))
        };
        let whole = glyphs().map(place).reduce(|one, other| one.union(other))?;
        let most = (MOST_PIXELS / whole.area()).sqrt();
        let scale = (EM / usual).min(most);
        let (width, height) = (
            (scale * whole.width()).ceil(),
            (scale * whole.height()).ceil(),
        );
        let from_page = Affine::scale_non_uniform(scale, -scale)
            * Affine::translate((-whole.x0, -whole.y1))
            * upright;
        let is_possible = |size: f64| (1.0..=MOST_PIXELS).contains(&size);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "within the bounds above"
        )]
        let pixels = |size: f64| is_possible(size).then_some(size as u32);
        Some(Self {
            from_page,
            scale,
            em: scale * usual,
            width: pixels(width)?,
            height: pixels(height)?,
        })
    }

    fn dots_per_inch(&self) -> u32 {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it cannot be below 0"
        )]
        let dots = (72.0 * self.scale).clamp(1.0, 2400.0) as u32;
        dots
    }

    /// Paints the glyphs of a page whose outlines are known: where they are, and where each is, from the top. None if
    /// there is no room for so many pixels.
    fn paint(
        &self,
        page: &PageContents,
        fonts: &Fonts<'_>,
        silent: &BTreeSet<FontId>,
    ) -> Result<Option<(Mask, Vec<Painted>)>, DocumentError> {
        let pixels = usize::try_from(u64::from(self.width) * u64::from(self.height));
        borrow(pixels.unwrap_or(usize::MAX))?;
        borrow_for::<Painted>(page.glyphs.len())?;
        let Some(mut mask) = Mask::new(self.width, self.height) else {
            return Ok(None);
        };
        let mut outlines: HashMap<Key, BezPath> = HashMap::new();
        let mut elements = 0;
        let mut painted = Vec::new();
        for glyph in page.glyphs.iter().filter(|glyph| glyph.is_visible) {
            go_on()?;
            let outline = match outlines.get(&key(glyph)) {
                Some(known) => known,
                None => {
                    let outline = fonts.outline(glyph.font, glyph.code).unwrap_or_default();
                    borrow_for::<PathEl>(outline.elements().len())?;
                    outlines.entry(key(glyph)).or_insert(outline)
                }
            };
            elements += outline.elements().len();
            if elements > MOST_ELEMENTS {
                break;
            }
            let to_canvas = self.from_page * to_page(glyph);
            let Some(path) = path(outline, to_canvas) else {
                continue;
            };
            mask.fill_path(&path, FillRule::Winding, true, Transform::identity());
            let middle = to_canvas * Point::new(outline.bounding_box().center().x, MIDDLE);
            painted.push(Painted {
                key: silent.contains(&glyph.font).then_some(key(glyph)),
                x: middle.x,
                y: middle.y,
            });
        }
        painted.sort_by(|one, other| one.y.total_cmp(&other.y));
        Ok(Some((mask, painted)))
    }
}

/// From the em of a glyph to the page.
fn to_page(glyph: &Glyph) -> Affine {
    Affine::translate(glyph.origin.to_vec2())
        * Affine::rotate(glyph.angle)
        * Affine::new([glyph.stretch, 0.0, glyph.slant, 1.0, 0.0, 0.0])
        * Affine::scale(glyph.size)
}

/// An outline as it is painted; none if nothing is.
fn path(outline: &BezPath, to_canvas: Affine) -> Option<tiny_skia::Path> {
    let mut path = PathBuilder::new();
    #[expect(
        clippy::cast_possible_truncation,
        reason = "pixels need no more digits"
    )]
    let place = |point: Point| {
        let Point { x, y } = to_canvas * point;
        (x as f32, y as f32)
    };
    for element in outline.elements() {
        match *element {
            PathEl::MoveTo(to) => {
                let (x, y) = place(to);
                path.move_to(x, y);
            }
            PathEl::LineTo(to) => {
                let (x, y) = place(to);
                path.line_to(x, y);
            }
            PathEl::QuadTo(by, to) => {
                let ((x1, y1), (x, y)) = (place(by), place(to));
                path.quad_to(x1, y1, x, y);
            }
            PathEl::CurveTo(by, and, to) => {
                let ((x1, y1), (x2, y2), (x, y)) = (place(by), place(and), place(to));
                path.cubic_to(x1, y1, x2, y2, x, y);
            }
            PathEl::ClosePath => path.close(),
        }
    }
    path.finish()
}

/// A word with the glyphs in its place, which come from the top; both from the left.
fn matched(word: &RecognisedWord, painted: &[Painted], em: f64) -> Matched {
    let (left, top) = (f64::from(word.left), f64::from(word.top));
    let (right, bottom) = (left + f64::from(word.width), top + f64::from(word.height));
    let first = painted.partition_point(|glyph| glyph.y < top);
    let row = painted
        .iter()
        .skip(first)
        .take_while(|glyph| glyph.y <= bottom);
    let reach = BESIDE * em;
    let glyphs = row.filter(|glyph| (left - reach..=right + reach).contains(&glyph.x));
    let mut glyphs: Vec<&Painted> = glyphs.collect();
    glyphs.sort_by(|one, other| one.x.total_cmp(&other.x));
    let mut letters: Vec<char> = word.text.nfc().collect();
    if letters
        .iter()
        .any(|letter| is_right_to_left_letter(*letter))
    {
        letters.reverse();
    }
    Matched {
        keys: glyphs.into_iter().map(|glyph| glyph.key).collect(),
        letters,
        confidence: word.confidence,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(code: u8) -> Key {
        (FontId(0), Code::of(&[code]).unwrap())
    }

    fn word(codes: &[u8], text: &str, confidence: u8) -> Matched {
        Matched {
            keys: codes.iter().map(|code| Some(key(*code))).collect(),
            letters: text.chars().collect(),
            confidence,
        }
    }

    fn learnt(words: &[Matched]) -> BTreeMap<u8, String> {
        let mut meanings = Meanings::default();
        meanings.learn_from(words);
        let learnt = meanings.learnt.into_iter();
        learnt
            .map(|((_, code), text)| (code.bytes()[0], text.into()))
            .collect()
    }

    #[test]
    fn a_glyph_stands_for_what_most_of_its_words_say() {
        let words = [
            word(b"abc", "one", 90),
            word(b"ab", "on", 80),
            word(b"ba", "nc", 70),
            word(b"cd", "ex", 70),
        ];
        let learnt = learnt(&words);
        let expected = [(b'a', "o"), (b'b', "n"), (b'c', "e")];
        let expected = expected.map(|(code, text)| (code, text.to_owned()));
        // One word that is not very sure says nothing of a glyph alone.
        assert_eq!(learnt, BTreeMap::from(expected));
    }

    #[test]
    fn the_only_unknown_glyph_of_a_word_stands_for_what_is_left_of_it() {
        let words = [word(b"abc", "one", 95), word(b"axc", "office", 95)];
        assert_eq!(learnt(&words).get(&b'x'), None, "too much is left");
        let words = [
            word(b"abc", "one", 95),
            word(b"abxc", "onfie", 95),
            word(b"yac", "fioe", 95),
        ];
        let learnt = learnt(&words);
        assert_eq!(learnt.get(&b'x').map(String::as_str), Some("fi"));
        assert_eq!(learnt.get(&b'y').map(String::as_str), Some("fi"));
    }
}
