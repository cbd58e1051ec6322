//! The fonts that a document brings, as what is set anew can use them: the glyphs that its pages show are there for
//! certain, with what they stand for and how far they are apart.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use dragoman_documents::DocumentError;
use dragoman_documents::overseer::borrow_for;
use dragoman_typesetting::{Direction, Font, Glyph as SetGlyph, is_invisible};
use unicode_normalization::char::is_combining_mark;

use crate::fonts::{FontObject, Fonts};
use crate::lines::{Line, gap};
use crate::meanings::Meanings;
use crate::page::{Code, FontId, PageContents};
use crate::spans::{letter_spacing, plain};

/// How far letters rise above the baseline and reach below it where the document does not say it, in em.
const ASCENT: f32 = 0.75;
const DESCENT: f32 = 0.22;
/// Letters that one glyph stands for at most.
const LONGEST: usize = 8;
/// The pairs of glyphs of a font whose distance is remembered at most.
const MOST_PAIRS: usize = 20_000;
/// Two glyphs of a word are farther apart than this only by accident, in em.
const FARTHEST: f64 = 0.25;

/// The fonts of a document while its pages are read.
#[derive(Default)]
pub(crate) struct DocumentFonts(BTreeMap<FontId, DocumentFont>);

/// A font of a document.
#[derive(Debug)]
pub(crate) struct DocumentFont {
    pub(crate) object: FontObject,
    pub(crate) name: Box<str>,
    /// The height of an em by the size that a page sets.
    pub(crate) em: f64,
    ascent: f32,
    descent: f32,
    /// What was learnt of its codes, if the document says too little of them.
    pub(crate) learnt: Vec<(Code, Box<str>)>,
    glyphs: Vec<OwnGlyph>,
    by_code: HashMap<Code, usize>,
    /// The glyph that stands for a text most often.
    by_text: HashMap<Box<str>, usize>,
    /// How far two glyphs are apart that follow one another in a word, in em: the sum, and of how many.
    gaps: HashMap<(usize, usize), (f32, u16)>,
}

#[derive(Debug)]
struct OwnGlyph {
    code: Code,
    /// How far it goes, in em.
    advance: f32,
    count: usize,
}

/// A font of a document in the width in which a style has it.
#[derive(Debug, Clone)]
pub(crate) struct OwnFont {
    pub(crate) id: FontId,
    pub(crate) font: Arc<DocumentFont>,
    pub(crate) stretch: f32,
}

impl DocumentFonts {
    /// Notes the glyphs of a page.
    ///
    /// # Errors
    /// If no memory is left for them.
    pub(crate) fn see(
        &mut self,
        page: &PageContents,
        fonts: &Fonts<'_>,
    ) -> Result<(), DocumentError> {
        for glyph in &page.glyphs {
            let known = match self.0.get_mut(&glyph.font) {
                Some(known) => known,
                None => match DocumentFont::new(glyph.font, fonts)? {
                    Some(new) => self.0.entry(glyph.font).or_insert(new),
                    None => continue,
                },
            };
            if let Some(text) = &glyph.text {
                let advance = glyph.advance / (glyph.size * glyph.stretch);
                known.see(glyph.code, &plain(text), advance)?;
            }
        }
        Ok(())
    }

    /// Notes how far glyphs of a line are apart.
    ///
    /// # Errors
    /// If no memory is left for it.
    pub(crate) fn see_gaps(
        &mut self,
        page: &PageContents,
        line: &Line,
    ) -> Result<(), DocumentError> {
        if line.is_right_to_left {
            return Ok(());
        }
        let later = line.spaces.iter().skip(1);
        let pairs = line
            .glyphs
            .windows(2)
            .zip(later)
            .filter_map(|(pair, is_after_space)| {
                let [one, next] = pair else { return None };
                let (one, next) = (page.glyphs.get(*one)?, page.glyphs.get(*next)?);
                let gap = gap(line, one, next);
                let is_pair = !is_after_space
                    && one.font == next.font
                    && (one.size - next.size).abs() < 0.01 * one.size
                    && gap.abs() < FARTHEST;
                is_pair.then_some((one, next, gap))
            });
        let pairs: Vec<_> = pairs.collect();
        let spacing = letter_spacing(pairs.iter().map(|(_, _, gap)| *gap).collect());
        for (one, next, gap) in pairs {
            if let Some(font) = self.0.get_mut(&one.font) {
                font.see_gap(one.code, next.code, gap - spacing)?;
            }
        }
        Ok(())
    }

    /// Whether glyphs of a font can be painted on any page.
    pub(crate) fn has(&self, font: FontId) -> bool {
        self.0.contains_key(&font)
    }

    /// The fonts that pages can name, with what was learnt of them.
    pub(crate) fn into_fonts(mut self, learnt: &Meanings) -> BTreeMap<FontId, Arc<DocumentFont>> {
        for (id, code, text) in learnt.of_silent() {
            if let Some(font) = self.0.get_mut(&id) {
                font.learnt.push((code, text.into()));
            }
        }
        let fonts = self.0.into_iter();
        fonts.map(|(id, font)| (id, Arc::new(font))).collect()
    }
}

impl DocumentFont {
    /// A font without its glyphs, unless it is not known where it is in the document.
    fn new(id: FontId, fonts: &Fonts<'_>) -> Result<Option<Self>, DocumentError> {
        let Some(object) = fonts.object(id).cloned() else {
            return Ok(None);
        };
        let look = fonts.look(id);
        let mut font = Self {
            object,
            name: fonts.name(id).into(),
            em: fonts.em(id),
            ascent: look.ascent.unwrap_or(ASCENT),
            descent: look.descent.unwrap_or(DESCENT),
            learnt: Vec::new(),
            glyphs: Vec::new(),
            by_code: HashMap::new(),
            by_text: HashMap::new(),
            gaps: HashMap::new(),
        };
        // What a reader brings has all of its letters.
        for (code, text, advance) in fonts.codes_of_reader(id) {
            font.see(code, &plain(&text), advance)?;
        }
        Ok(Some(font))
    }

    fn see(&mut self, code: Code, text: &str, advance: f64) -> Result<(), DocumentError> {
        if let Some(place) = self.by_code.get(&code) {
            if let Some(glyph) = self.glyphs.get_mut(*place) {
                glyph.count += 1;
            }
            let count = |place: usize| self.glyphs.get(place).map_or(0, |it| it.count);
            if let Some(best) = self.by_text.get_mut(text)
                && count(*place) > count(*best)
            {
                *best = *place;
            }
            return Ok(());
        }
        if text.is_empty() || text.chars().count() > LONGEST || text.chars().any(is_shaped) {
            return Ok(());
        }
        borrow_for::<(OwnGlyph, Code, usize, Box<str>, usize)>(1)?;
        let place = self.glyphs.len();
        self.glyphs.push(OwnGlyph {
            code,
            advance: crate::page::short(advance),
            count: 1,
        });
        self.by_code.insert(code, place);
        self.by_text.entry(text.into()).or_insert(place);
        Ok(())
    }

    fn see_gap(&mut self, one: Code, next: Code, gap: f64) -> Result<(), DocumentError> {
        let (Some(one), Some(next)) = (self.by_code.get(&one), self.by_code.get(&next)) else {
            return Ok(());
        };
        let pair = (*one, *next);
        if !self.gaps.contains_key(&pair) {
            if self.gaps.len() >= MOST_PAIRS {
                return Ok(());
            }
            borrow_for::<((usize, usize), (f32, u16))>(1)?;
        }
        let (sum, count) = self.gaps.entry(pair).or_default();
        if *count < u16::MAX {
            *sum += crate::page::short(gap);
            *count += 1;
        }
        Ok(())
    }

    /// How far two glyphs are apart that follow one another, in em.
    fn gap(&self, one: usize, next: usize) -> f32 {
        let gap = self.gaps.get(&(one, next));
        gap.map_or(0.0, |(sum, count)| sum / f32::from(*count))
    }

    /// The code of a glyph, and how far it goes, in em.
    pub(crate) fn glyph(&self, glyph: u32) -> Option<(Code, f32)> {
        let glyph = self.glyphs.get(usize::try_from(glyph).ok()?)?;
        Some((glyph.code, glyph.advance))
    }

    /// The glyph of the longest text with which this one begins, and how many bytes that is.
    fn longest(&self, text: &str) -> Option<(usize, usize)> {
        let ends = text
            .char_indices()
            .map(|(at, letter)| at + letter.len_utf8());
        let ends: Vec<usize> = ends.take(LONGEST).collect();
        ends.into_iter().rev().find_map(|end| {
            let place = self.by_text.get(text.get(..end)?)?;
            Some((*place, end))
        })
    }
}

/// Whether a letter is of a script whose letters look different beside one another, or stand above one another: the glyphs
/// of such a text say too little of what each stands for.
fn is_shaped(letter: char) -> bool {
    is_combining_mark(letter)
        || matches!(letter, '\u{600}'..='\u{109f}' | '\u{1780}'..='\u{18af}' | '\u{1a20}'..='\u{1cff}')
}

impl Font for OwnFont {
    fn has(&self, character: char) -> bool {
        let mut text = [0; 4];
        let text: &str = character.encode_utf8(&mut text);
        self.font.by_text.contains_key(text)
    }

    fn covers(&self, text: &str) -> bool {
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            let length = match self.font.longest(rest) {
                Some((_, length)) => length,
                None if is_invisible(letter) => letter.len_utf8(),
                None => return false,
            };
            rest = rest.get(length..).unwrap_or_default();
        }
        true
    }

    fn shape(&self, text: &str, direction: Direction) -> Vec<SetGlyph> {
        let mut places: Vec<(usize, usize)> = Vec::new();
        let mut at = 0;
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            match self.font.longest(rest) {
                Some((place, length)) => {
                    places.push((place, at));
                    at += length;
                }
                // A joiner or the like, which is not seen.
                None => at += rest.chars().next().map_or(1, char::len_utf8),
            }
        }
        if direction == Direction::RightToLeft {
            places.reverse();
        }
        let next = places.iter().skip(1).map(Some).chain([None]);
        let glyphs = places
            .iter()
            .zip(next)
            .filter_map(|((place, cluster), next)| {
                let glyph = self.font.glyphs.get(*place)?;
                let gap = match direction {
                    Direction::LeftToRight => {
                        next.map_or(0.0, |(next, _)| self.font.gap(*place, *next))
                    }
                    Direction::RightToLeft => 0.0,
                };
                Some(SetGlyph {
                    id: u32::try_from(*place).ok()?,
                    cluster: *cluster,
                    advance: (glyph.advance + gap) * self.stretch,
                    ..SetGlyph::default()
                })
            });
        glyphs.collect()
    }

    fn kerning(&self, glyph: u32, next: u32) -> f32 {
        let place = |glyph| usize::try_from(glyph).ok();
        let pair = place(glyph).zip(place(next));
        pair.map_or(0.0, |(one, next)| self.font.gap(one, next) * self.stretch)
    }

    fn ascent(&self) -> f32 {
        self.font.ascent
    }

    fn descent(&self) -> f32 {
        self.font.descent
    }
}
