use std::collections::HashMap;
use std::ops::{Add, AddAssign, Range};
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;
use unicode_bidi::Level;
use unicode_script::{Script, UnicodeScript};

use crate::bidi::{Levels, direction};
use crate::breaks::{Piece, pieces};
use crate::coverage::{is_invisible, is_joiner, is_selector, is_space};
use crate::paragraph::OBJECT;
use crate::{Direction, Font, Glyph, Inline, Object, Paragraph, Span};

/// Signs at the end of a line in which a word is divided, the usual one first.
const HYPHENS: [char; 2] = ['-', '\u{2010}'];

/// A character that none of the fonts of its span has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no font has the character {0:?}")]
pub struct MissingGlyph(pub char);

/// A paragraph whose words are shaped, so that it can be set for many widths and scales.
pub struct Measured {
    pub(crate) paragraph: Paragraph,
    text: String,
    levels: Levels,
    /// The inlines, by the byte with which they begin.
    starts: Vec<usize>,
    pub(crate) pieces: Vec<Piece>,
    /// For each piece its word and the white space after it.
    words: Vec<(Word, Word)>,
    /// Parts of words that were divided, by their places.
    divided: Mutex<HashMap<(usize, usize), Arc<Word>>>,
    shaped: Mutex<Shaped>,
    pub(crate) ascent: f32,
    pub(crate) descent: f32,
}

/// What was shaped, by font, direction and text.
type Shaped = FxHashMap<(usize, Direction, Box<str>), Arc<[Glyph]>>;

/// A width by what becomes of it at another scale.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Width {
    /// Of what is scaled.
    pub(crate) fixed: f32,
    /// Of spaces, which are scaled and may be narrower and wider.
    pub(crate) spaces: f32,
    /// Of objects, which keep their size.
    pub(crate) objects: f32,
    /// How many spaces there are.
    pub(crate) space_count: u16,
}

/// What is set without being torn apart.
#[derive(Debug, Clone, Default)]
pub(crate) struct Word {
    /// In the order in which they are read.
    pub(crate) parts: Vec<Part>,
    pub(crate) width: Width,
}

/// Glyphs of one span, font and level.
#[derive(Debug, Clone)]
pub(crate) struct Part {
    /// The place of its inline.
    pub(crate) inline: usize,
    /// The place of its font in the span.
    pub(crate) font: usize,
    pub(crate) level: Level,
    /// What is seen of its text: clusters are places in it.
    pub(crate) text: Box<str>,
    pub(crate) glyphs: Arc<[Glyph]>,
    pub(crate) width: Width,
}

impl Measured {
    /// Shapes a paragraph.
    ///
    /// # Errors
    /// [`MissingGlyph`] if a character is in none of the fonts of its span.
    pub fn new(paragraph: &Paragraph) -> Result<Self, MissingGlyph> {
        let text = paragraph.text();
        let mut starts = Vec::new();
        let mut at = 0;
        for inline in &paragraph.inlines {
            starts.push(at);
            at += match inline {
                Inline::Text(span) => span.text.len(),
                Inline::Object(_) => OBJECT.len_utf8(),
            };
        }
        let mut measured = Self {
            levels: Levels::of(&text, paragraph.direction),
            pieces: pieces(&text, &paragraph.hyphenation),
            paragraph: paragraph.clone(),
            text,
            starts,
            words: Vec::new(),
            divided: Mutex::default(),
            shaped: Mutex::default(),
            ascent: 0.0,
            descent: 0.0,
        };
        let words = measured.pieces.iter().map(|piece| {
            let word = measured.word(piece.word.clone())?;
            let space = measured.word(piece.space.clone())?;
            Ok((word, space))
        });
        measured.words = words.collect::<Result<_, _>>()?;
        measured.kern();
        measured.measure_height();
        Ok(measured)
    }

    /// Sets words closer or farther apart that stand side by side without a space, as their font has it.
    fn kern(&mut self) {
        let kerning = |one: &(Word, Word), next: &(Word, Word)| {
            let (last, first) = (one.0.parts.last()?, next.0.parts.first()?);
            let is_one_run =
                (last.inline, last.font, last.level) == (first.inline, first.font, first.level);
            if !one.1.parts.is_empty() || !is_one_run || last.level.is_rtl() {
                return None;
            }
            let span = self.span(last.inline)?;
            let pair = last.glyphs.last().zip(first.glyphs.first());
            let (one, next) = pair.map(|(one, next)| (one.id, next.id))?;
            let kerning = span.fonts.get(last.font)?.kerning(one, next);
            (kerning != 0.0).then_some((kerning, span.size))
        };
        let pairs = self.words.iter().zip(self.words.iter().skip(1));
        let kernings: Vec<_> = pairs.map(|(one, next)| kerning(one, next)).collect();
        for ((word, _), kerning) in self.words.iter_mut().zip(kernings) {
            if let Some((kerning, size)) = kerning {
                word.kern(kerning, size);
            }
        }
    }

    /// The paragraph's text, in which the places of lines are.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The direction in which its lines run.
    #[must_use]
    pub fn direction(&self) -> Direction {
        self.levels.direction()
    }

    /// How wide it is in one line.
    #[must_use]
    pub fn natural_width(&self) -> f32 {
        let all = self.words.iter().enumerate();
        let sum = all.fold(Width::default(), |sum, (place, (word, space))| {
            let is_last = place + 1 == self.words.len();
            sum + word.width
                + if is_last {
                    Width::default()
                } else {
                    space.width
                }
        });
        sum.at(1.0, 1.0)
    }

    /// How far its letters rise above the baseline.
    #[must_use]
    pub const fn ascent(&self) -> f32 {
        self.ascent
    }

    /// How far its letters reach below the baseline; positive.
    #[must_use]
    pub const fn descent(&self) -> f32 {
        self.descent
    }

    /// The word of a piece, and the white space after it.
    pub(crate) fn piece(&self, place: usize) -> Option<(&Word, &Word)> {
        self.words.get(place).map(|(word, space)| (word, space))
    }

    /// A part of a word, with a hyphen after it if wanted. None if no font has a hyphen.
    pub(crate) fn divided(&self, range: Range<usize>, hyphen: bool) -> Option<Arc<Word>> {
        let key = (range.start, range.end);
        let lock = || self.divided.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get(&key) {
            return Some(Arc::clone(known));
        }
        let mut word = self.word(range).ok()?;
        if hyphen {
            let last = word.parts.last()?;
            let hyphen = self.hyphen(last.inline, last.level)?;
            word.width += hyphen.width;
            word.parts.push(hyphen);
        }
        let word = Arc::new(word);
        lock().insert(key, Arc::clone(&word));
        Some(word)
    }

    pub(crate) fn span(&self, inline: usize) -> Option<&Span> {
        match self.paragraph.inlines.get(inline)? {
            Inline::Text(span) => Some(span),
            Inline::Object(_) => None,
        }
    }

    fn measure_height(&mut self) {
        let (mut ascent, mut descent) = (0.0_f32, 0.0_f32);
        for part in self.words.iter().flat_map(|(word, _)| &word.parts) {
            let Some(span) = self.span(part.inline) else {
                continue;
            };
            if let Some(font) = span.fonts.get(part.font) {
                ascent = ascent.max(font.ascent() * span.size + span.rise);
                descent = descent.max(font.descent() * span.size - span.rise);
            }
        }
        (self.ascent, self.descent) = (ascent, descent);
    }

    /// Shapes a stretch of text.
    fn word(&self, range: Range<usize>) -> Result<Word, MissingGlyph> {
        let mut word = Word::default();
        for run in self.runs(range) {
            match self.paragraph.inlines.get(run.inline) {
                Some(Inline::Text(span)) => self.shape_run(&run, span, &mut word)?,
                Some(Inline::Object(object)) => word.push(Part::of_object(&run, object)),
                None => {}
            }
        }
        Ok(word)
    }

    /// A stretch of text as runs of one inline, level and writing system; white space is apart.
    fn runs(&self, range: Range<usize>) -> Vec<TextRun> {
        let mut runs: Vec<TextRun> = Vec::new();
        let text = self.text.get(range.clone()).unwrap_or_default();
        let mut inline = self.starts.partition_point(|start| *start <= range.start);
        for (at, character) in text.char_indices() {
            let at = range.start + at;
            while self.starts.get(inline).is_some_and(|start| *start <= at) {
                inline += 1;
            }
            if is_invisible(character) && !is_joiner(character) && !is_selector(character) {
                continue;
            }
            let kind = Kind::of(character);
            let this = inline.saturating_sub(1);
            let level = self.levels.at(at);
            match runs.last_mut() {
                Some(last)
                    if last.inline == this
                        && last.level == level
                        && let Some(kind) = last.kind.with(kind) =>
                {
                    last.text.push(character);
                    last.kind = kind;
                }
                _ => runs.push(TextRun {
                    inline: this,
                    level,
                    kind,
                    text: character.into(),
                }),
            }
        }
        runs
    }

    fn shape_run(&self, run: &TextRun, span: &Span, word: &mut Word) -> Result<(), MissingGlyph> {
        if run.kind == Kind::Space {
            if let Some(space) = self.space(run, span, word.parts.last()) {
                word.push(space);
            }
            return Ok(());
        }
        for (font, text) in by_font(&run.text, &span.fonts)? {
            let glyphs = self.shape(span, font, text, run.level);
            word.push(Part::of_text(run, span, font, text, glyphs));
        }
        Ok(())
    }

    fn shape(&self, span: &Span, font: usize, text: &str, level: Level) -> Arc<[Glyph]> {
        let Some(font) = span.fonts.get(font) else {
            return Arc::default();
        };
        let direction = direction(level);
        let key = (Arc::as_ptr(font).addr(), direction, text.into());
        let mut shaped = self.shaped.lock().unwrap_or_else(PoisonError::into_inner);
        let glyphs = shaped.entry(key);
        Arc::clone(glyphs.or_insert_with(|| font.shape(text, direction).into()))
    }

    /// One character of white space; none for one that only ends a line.
    fn space(&self, run: &TextRun, span: &Span, before: Option<&Part>) -> Option<Part> {
        let character = run.text.chars().next()?;
        let is_stretched = matches!(character, ' ' | '\u{A0}' | '\t');
        if character.is_control() && character != '\t' {
            return None;
        }
        let wanted = if is_stretched { ' ' } else { character };
        let same = before.filter(|part| part.inline == run.inline);
        let same = same.map(|part| part.font);
        let has = |place: usize| span.fonts.get(place).is_some_and(|font| font.has(wanted));
        let font = same.filter(|place| has(*place));
        let font = font.or_else(|| (0..span.fonts.len()).find(|place| has(*place)));
        let mut text = [0; 4];
        let text: &str = wanted.encode_utf8(&mut text);
        let mut glyphs: Arc<[Glyph]> = Arc::default();
        let mut width = usual_width(wanted);
        if let Some(font) = font {
            glyphs = self.shape(span, font, text, run.level);
            width = glyphs.iter().map(|glyph| glyph.advance).sum();
        }
        if is_stretched && let Some(word_space) = span.word_space {
            width = word_space;
        }
        width = (width + span.letter_spacing) * span.size;
        let width = match is_stretched {
            true => Width {
                spaces: width,
                space_count: 1,
                ..Width::default()
            },
            false => Width {
                fixed: width,
                ..Width::default()
            },
        };
        Some(Part {
            inline: run.inline,
            font: font.or(same).unwrap_or_default(),
            level: run.level,
            text: text.into(),
            glyphs,
            width,
        })
    }

    fn hyphen(&self, inline: usize, level: Level) -> Option<Part> {
        let span = self.span(inline)?;
        let fonts = || span.fonts.iter().enumerate();
        let found = HYPHENS.iter().find_map(|hyphen| {
            let (font, _) = fonts().find(|(_, font)| font.has(*hyphen))?;
            Some((font, *hyphen))
        });
        let (font, hyphen) = found?;
        let run = TextRun {
            inline,
            level,
            kind: Kind::Common,
            text: hyphen.into(),
        };
        let glyphs = self.shape(span, font, &run.text, level);
        Some(Part::of_text(&run, span, font, &run.text, glyphs))
    }
}

/// The kind of a character, by which text is taken apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Space,
    Object,
    /// Of no single writing system.
    Common,
    Of(Script),
}

impl Kind {
    fn of(character: char) -> Self {
        if is_space(character) {
            return Self::Space;
        }
        match character.script() {
            _ if character == OBJECT => Self::Object,
            Script::Common | Script::Inherited => Self::Common,
            // Written together, and set alike.
            Script::Hiragana | Script::Katakana | Script::Han | Script::Bopomofo => {
                Self::Of(Script::Han)
            }
            script => Self::Of(script),
        }
    }

    /// The kind of a run of this kind with a character of that kind, if they may be together.
    fn with(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Self::Space | Self::Object, _) | (_, Self::Space | Self::Object) => None,
            (Self::Common, _) => Some(other),
            (_, Self::Common) => Some(self),
            _ => (self == other).then_some(self),
        }
    }
}

struct TextRun {
    inline: usize,
    level: Level,
    kind: Kind,
    text: String,
}

/// Text with the places of the fonts it is set in: the first that has all of it, or else for each character the first
/// that has it. Marks stay with their letters.
fn by_font<'a>(
    text: &'a str,
    fonts: &[Arc<dyn Font>],
) -> Result<Vec<(usize, &'a str)>, MissingGlyph> {
    if let Some(font) = fonts.iter().position(|font| font.covers(text)) {
        return Ok(vec![(font, text)]);
    }
    let mut parts: Vec<(usize, Range<usize>)> = Vec::new();
    for (at, character) in text.char_indices() {
        let end = at + character.len_utf8();
        let has = |font: &Arc<dyn Font>| font.has(character);
        let belongs = is_invisible(character) || character.script() == Script::Inherited;
        match parts.last_mut() {
            Some((font, range))
                if is_invisible(character)
                    || fonts.get(*font).is_some_and(has)
                        && (belongs || fonts.iter().position(has) == Some(*font)) =>
            {
                range.end = end;
            }
            _ => {
                let font = fonts.iter().position(has);
                let font = font.ok_or(MissingGlyph(character))?;
                parts.push((font, at..end));
            }
        }
    }
    let parts = parts.into_iter();
    Ok(parts
        .map(|(font, range)| (font, text.get(range).unwrap_or_default()))
        .collect())
}

/// The width of white space for which no font has a glyph, in em.
const fn usual_width(space: char) -> f32 {
    match space {
        '\u{2001}' | '\u{2003}' | '\u{3000}' => 1.0,
        '\u{2000}' | '\u{2002}' | '\u{2007}' => 0.5,
        '\u{2004}' => 1.0 / 3.0,
        '\u{2006}' | '\u{2009}' | '\u{202F}' => 1.0 / 6.0,
        '\u{200A}' => 1.0 / 12.0,
        _ => 0.25,
    }
}

impl Word {
    fn push(&mut self, part: Part) {
        self.width += part.width;
        self.parts.push(part);
    }

    /// Sets what follows farther away, by so many em of this size.
    fn kern(&mut self, kerning: f32, size: f32) {
        if let Some(part) = self.parts.last_mut()
            && let Some(glyph) = Arc::make_mut(&mut part.glyphs).last_mut()
        {
            glyph.advance += kerning;
            part.width.fixed += kerning * size;
            self.width.fixed += kerning * size;
        }
    }
}

impl Part {
    fn of_text(run: &TextRun, span: &Span, font: usize, text: &str, glyphs: Arc<[Glyph]>) -> Self {
        let glyphs = spaced(glyphs, span.letter_spacing);
        let advance: f32 = glyphs.iter().map(|glyph| glyph.advance).sum();
        Self {
            inline: run.inline,
            font,
            level: run.level,
            text: text.into(),
            glyphs,
            width: Width {
                fixed: advance * span.size,
                ..Width::default()
            },
        }
    }

    fn of_object(run: &TextRun, object: &Object) -> Self {
        Self {
            inline: run.inline,
            font: 0,
            level: run.level,
            text: Box::default(),
            glyphs: Arc::default(),
            width: Width {
                objects: object.width,
                ..Width::default()
            },
        }
    }
}

/// Glyphs with some room after each character.
fn spaced(glyphs: Arc<[Glyph]>, letter_spacing: f32) -> Arc<[Glyph]> {
    if letter_spacing == 0.0 {
        return glyphs;
    }
    let next = glyphs.iter().skip(1).map(|glyph| Some(glyph.cluster));
    let spaced = glyphs.iter().zip(next.chain([None]));
    let spaced = spaced.map(|(glyph, next)| Glyph {
        advance: match next == Some(glyph.cluster) {
            true => glyph.advance,
            false => glyph.advance + letter_spacing,
        },
        ..*glyph
    });
    spaced.collect()
}

impl Width {
    /// The width at a scale, with spaces of a part of their width.
    pub(crate) fn at(self, scale: f32, word_space: f32) -> f32 {
        scale * (self.fixed + word_space * self.spaces) + self.objects
    }
}

impl Add for Width {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            fixed: self.fixed + other.fixed,
            spaces: self.spaces + other.spaces,
            objects: self.objects + other.objects,
            space_count: self.space_count.saturating_add(other.space_count),
        }
    }
}

impl AddAssign for Width {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}
