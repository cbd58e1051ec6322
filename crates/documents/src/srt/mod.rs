//! Subtitles in SubRip's format, in `WebVTT` and in that of `SubStation`: what is said is units, and when it is shown stays.

mod cues;
mod division;
mod speech;
mod substation;
mod webvtt;

use std::borrow::Cow;
use std::io::Write;
use std::ops::Range;

use crate::collection::{Collection, changed_units};
use crate::encoding::{Edit, TextFile};
use crate::lines;
use crate::values::has_words;
use crate::{CodeId, Content, Document, DocumentError, Options, Piece, Source, Unit};

use cues::{Cue, cues};
use division::{Share, Shown, divide};
use speech::{Speech, Token, speeches};
use substation::overrides;

/// A sentence is looked for in so many cues at most.
const MOST_CUES: usize = 12;

/// A pause of so many milliseconds ends whatever was said.
const LONG_PAUSE: u64 = 3000;

/// After a shorter one, a sentence goes on if nothing says that it ended.
const SHORT_PAUSE: u64 = 1000;

/// Who says so many columns without a full stop, in a file that has them, is not done.
const LONG_SPEECH: usize = 30;

/// How a file of subtitles is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Syntax {
    SubRip,
    WebVtt,
    SubStation,
}

/// A file of subtitles.
///
/// A unit is what one person says in a cue, or in several if a sentence runs over them; its translation is
/// divided among them in proportion to their time. Line breaks in a cue are no part of units: a
/// translation has lines of its own.
#[derive(Debug)]
pub struct Subtitles {
    file: TextFile,
    syntax: Syntax,
    /// Whether a translation stands below its source.
    is_bilingual: bool,
    units: Vec<Unit>,
    places: Vec<Place>,
}

/// What is said of a unit in a cue.
#[derive(Debug)]
struct Part {
    /// All text of the cue.
    cue: Range<usize>,
    said: Range<usize>,
    share: Share,
}

/// Where a unit stands: its part in each cue, and its codes by their numbers.
#[derive(Debug, Default)]
struct Place {
    parts: Vec<Part>,
    codes: Vec<(Range<usize>, Range<usize>)>,
}

impl Place {
    /// Where what begins a code stands, and what ends it.
    fn code(&self, id: CodeId) -> Option<&(Range<usize>, Range<usize>)> {
        self.codes.get(usize::try_from(id.0).ok()?)
    }
}

impl Subtitles {
    /// Reads a file of subtitles in SubRip's format, in whichever encoding it is.
    ///
    /// # Errors
    /// [`DocumentError::Malformed`] if there are no times in it, [`DocumentError::TooLarge`] and
    /// [`DocumentError::Io`].
    pub fn read(source: &mut dyn Source, options: &Options) -> Result<Self, DocumentError> {
        let file = TextFile::read(source, &options.limits, "SRT")?;
        let text = file.text();
        let cues = cues(text, &file.lines(&options.limits)?);
        if cues.is_empty() && !text.trim().is_empty() {
            return Err(DocumentError::Malformed {
                format: "SRT",
                reason: "there are no lines with times".to_owned(),
            });
        }
        Self::of(file, &cues, Syntax::SubRip, options)
    }

    /// Reads a file of subtitles in `WebVTT`, in whichever encoding it is.
    ///
    /// # Errors
    /// [`DocumentError::Malformed`] if it does not say that it is one, [`DocumentError::TooLarge`] and
    /// [`DocumentError::Io`].
    pub fn read_web(source: &mut dyn Source, options: &Options) -> Result<Self, DocumentError> {
        let file = TextFile::read(source, &options.limits, "WebVTT")?;
        let text = file.text();
        if !webvtt::is_signed(text) && !text.trim().is_empty() {
            return Err(DocumentError::Malformed {
                format: "WebVTT",
                reason: "it does not begin with WEBVTT".to_owned(),
            });
        }
        let cues = webvtt::cues(text, &file.lines(&options.limits)?)?;
        Self::of(file, &cues, Syntax::WebVtt, options)
    }

    /// Reads a file of subtitles of Advanced `SubStation` Alpha or its predecessor, in whichever encoding it is.
    ///
    /// # Errors
    /// [`DocumentError::Malformed`] if it has no section of events, [`DocumentError::TooLarge`] and
    /// [`DocumentError::Io`].
    pub fn read_substation(
        source: &mut dyn Source,
        options: &Options,
    ) -> Result<Self, DocumentError> {
        let file = TextFile::read(source, &options.limits, "ASS")?;
        let text = file.text();
        let cues = substation::cues(text, &file.lines(&options.limits)?)?;
        if cues.is_none() && !text.trim().is_empty() {
            return Err(DocumentError::Malformed {
                format: "ASS",
                reason: "there is no section [Events] in it".to_owned(),
            });
        }
        Self::of(file, &cues.unwrap_or_default(), Syntax::SubStation, options)
    }

    fn of(
        file: TextFile,
        cues: &[Cue],
        syntax: Syntax,
        options: &Options,
    ) -> Result<Self, DocumentError> {
        let text = file.text();
        let mut said: Vec<Speech> = Vec::new();
        for (number, cue) in cues.iter().enumerate() {
            said.extend(speeches(text, number, cue, syntax)?);
        }
        let mut collection = Collection::new(&options.limits);
        let mut places = Vec::new();
        for sentence in sentences(cues, &said, syntax) {
            let (content, place) = unit(cues, sentence);
            if has_words(&content.text()) {
                collection.push(content)?;
                places.push(place);
            }
        }
        Ok(Self {
            units: collection.into_units(),
            places,
            syntax,
            is_bilingual: options.bilingual,
            file,
        })
    }
}

/// Groups what is said in several cues and is one sentence.
fn sentences<'a>(cues: &[Cue], said: &'a [Speech], syntax: Syntax) -> Vec<&'a [Speech]> {
    let ended = said.iter().filter(|speech| ends_sentence(&speech.text()));
    let is_punctuated = ended.count() * 2 >= said.len();
    let mut sentences = Vec::new();
    let mut start = 0;
    for end in 1..=said.len() {
        let goes_on = match (said.get(end - 1), said.get(end)) {
            (Some(last), Some(next)) => {
                end - start < MOST_CUES
                    && !are_shown_together(cues, last, next, syntax)
                    && goes_on(cues, last, next, is_punctuated)
            }
            _ => false,
        };
        if !goes_on {
            sentences.push(said.get(start..end).unwrap_or_default());
            start = end;
        }
    }
    sentences
}

/// Whether two events are seen at the same time, as texts are that stand apart. Other formats have times that overlap out of
/// carelessness.
fn are_shown_together(cues: &[Cue], last: &Speech, next: &Speech, syntax: Syntax) -> bool {
    let end = cues.get(last.cue).map(|cue| cue.end);
    let start = cues.get(next.cue).map(|cue| cue.start);
    syntax == Syntax::SubStation && last.cue != next.cue && start < end
}

/// Whether the sentence of a speech goes on in the next one.
fn goes_on(cues: &[Cue], last: &Speech, next: &Speech, is_punctuated: bool) -> bool {
    let (Some(last_cue), Some(next_cue)) = (cues.get(last.cue), cues.get(next.cue)) else {
        return false;
    };
    let pause = next_cue.start.saturating_sub(last_cue.end);
    let (last_text, next_text) = (last.text(), next.text());
    let is_near =
        pause <= LONG_PAUSE && next_cue.start >= last_cue.start && next_cue.voice == last_cue.voice;
    if !is_near || next.has_dash || next.cue > last.cue + 1 {
        return false;
    }
    let (ending, beginning) = (last_text.trim_end(), next_text.trim_start());
    let is_sound = |text: &str| {
        text.starts_with(['[', '(', '♪', '♫', '#', '*']) || text.ends_with([']', ')', '♪', '♫'])
    };
    if ending.is_empty() || beginning.is_empty() || is_sound(ending) || is_sound(beginning) {
        return false;
    }
    let begins_small = beginning.trim_start_matches(['.', '…', '"', '“', '\'', '¿', '¡']);
    let begins_small = begins_small.starts_with(char::is_lowercase);
    if ending.ends_with("...") || ending.ends_with('…') {
        return begins_small;
    }
    if ends_sentence(ending) {
        return false;
    }
    let ends_clause = ending.ends_with([',', '，', '、', '،']);
    let is_long = lines::width(ending) >= LONG_SPEECH && !is_title(ending);
    begins_small || ends_clause || (is_punctuated && is_long && pause <= SHORT_PAUSE)
}

/// Whether all words begin with a capital letter, apart from short ones.
fn is_title(text: &str) -> bool {
    let words = text
        .split_whitespace()
        .filter(|word| word.chars().count() > 3);
    let mut words = words.filter_map(|word| word.chars().find(|letter| letter.is_alphabetic()));
    words.all(char::is_uppercase)
}

fn ends_sentence(text: &str) -> bool {
    let text =
        text.trim_end_matches(|mark: char| mark.is_whitespace() || "\"'”’»」』）)".contains(mark));
    text.ends_with([
        '.', '!', '?', ':', '…', '。', '！', '？', '؟', '۔', '।', '：',
    ])
}

fn unit(cues: &[Cue], sentence: &[Speech]) -> (Content, Place) {
    let mut place = Place::default();
    let mut pieces: Vec<Piece> = Vec::new();
    let mut before = None;
    for speech in sentence {
        let text = speech.text();
        if before.is_some() && !lines::join_closely(before, text.chars().next()) {
            pieces.push(Piece::Text(" ".to_owned()));
        }
        before = text.chars().next_back();
        let mut open = Vec::new();
        for token in &speech.tokens {
            let id = CodeId(u32::try_from(place.codes.len()).unwrap_or(u32::MAX));
            match token {
                Token::Text(text) => pieces.push(Piece::Text(text.clone())),
                Token::Open(range) => {
                    open.push((id, place.codes.len()));
                    place.codes.push((range.clone(), 0..0));
                    pieces.push(Piece::Open(id));
                }
                Token::Close(range) => {
                    if let Some((id, at)) = open.pop() {
                        if let Some(code) = place.codes.get_mut(at) {
                            code.1 = range.clone();
                        }
                        pieces.push(Piece::Close(id));
                    }
                }
                Token::Mark(range) => {
                    place.codes.push((range.clone(), 0..0));
                    pieces.push(Piece::Mark(id));
                }
            }
        }
        // Of a cue with several speeches, each has the time of its letters.
        let duration = cues.get(speech.cue).map_or(1, Cue::duration).max(1);
        let in_cue = sentence.iter().filter(|other| other.cue == speech.cue);
        let letters: usize = in_cue.map(|other| other.range.len().max(1)).sum();
        let part = u64::try_from(speech.range.len().max(1)).unwrap_or(1);
        let whole = u64::try_from(letters).unwrap_or(1).max(1);
        let share = Share {
            weight: (duration.saturating_mul(part) / whole).max(1),
            lines: speech.lines,
            longest: if speech.lines == 1 { speech.longest } else { 0 },
        };
        place.parts.push(Part {
            cue: cues
                .get(speech.cue)
                .map_or_else(|| speech.range.clone(), Cue::range),
            said: speech.range.clone(),
            share,
        });
    }
    (Content::new(pieces), place)
}

impl Document for Subtitles {
    fn units(&self) -> &[Unit] {
        &self.units
    }

    fn write(
        &mut self,
        translations: &[Option<Content>],
        output: &mut dyn Write,
    ) -> Result<(), DocumentError> {
        let line_end = match self.syntax {
            Syntax::SubStation => substation::LINE_END,
            _ if self.file.text().contains("\r\n") => "\r\n",
            _ => "\n",
        };
        let mut edits = Vec::new();
        let changed = changed_units(&self.units, translations);
        for ((place, unit), translation) in self.places.iter().zip(&self.units).zip(changed) {
            // What cannot be written stays as it was.
            let Some(translation) = translation
                .filter(|content| self.can_be_written(content))
                .filter(|content| !self.is_bilingual || content.text() != unit.content.text())
            else {
                continue;
            };
            let shares: Vec<Share> = place.parts.iter().map(|part| part.share.clone()).collect();
            let cues = divide(&translation, &shares);
            for (part, shown) in place.parts.iter().zip(cues) {
                let replacement = if self.is_bilingual {
                    self.written_below(part, place, shown, line_end)
                } else {
                    self.written(place, &shown, line_end)
                };
                edits.push(Edit {
                    range: part.said.clone(),
                    replacement,
                });
            }
        }
        self.file.write(&edits, output)
    }
}

impl Subtitles {
    fn can_be_written(&self, translation: &Content) -> bool {
        let mut pieces = translation.pieces().iter();
        self.syntax != Syntax::SubStation
            || pieces.all(|piece| match piece {
                Piece::Text(text) => substation::can_be_written(text),
                _ => true,
            })
    }

    /// What is said in a cue, and below it its translation. Of codes in the translation only those are repeated that say what
    /// its letters look like and that end: times would go back, and what holds for the whole cue is said.
    fn written_below(
        &self,
        part: &Part,
        place: &Place,
        mut shown: Vec<Shown>,
        line_end: &str,
    ) -> String {
        let source = self.file.get(part.said.clone());
        shown.retain(|shown| match shown {
            Shown::Mark(id) => place.code(*id).is_some_and(|(mark, _)| {
                let mark = self.file.get(mark.clone());
                webvtt::time_tag(mark).is_none() && !mark.starts_with('{')
            }),
            _ => true,
        });
        let shown = without_empty(shown);
        if !shown.iter().any(|shown| matches!(shown, Shown::Text(_))) {
            return source.to_owned();
        }
        let mut translation = self.written(place, &shown, line_end);
        if self.syntax == Syntax::SubStation {
            translation = overrides::below(self.file.text(), &part.cue, &part.said, &translation);
        }
        format!("{source}{line_end}{translation}")
    }

    fn written(&self, place: &Place, shown: &[Shown], line_end: &str) -> String {
        let pieces = shown.iter().map(|shown| -> Cow<'_, str> {
            match shown {
                Shown::Text(text) => match self.syntax {
                    Syntax::SubRip => without_arrow(text).into(),
                    Syntax::WebVtt => webvtt::escaped(text).into(),
                    Syntax::SubStation => substation::escaped(&without_arrow(text)).into(),
                },
                Shown::LineEnd => line_end.into(),
                Shown::Open(id) | Shown::Mark(id) => place
                    .code(*id)
                    .map_or("", |(start, _)| self.file.get(start.clone()))
                    .into(),
                Shown::Close(id) => place
                    .code(*id)
                    .map_or("", |(_, end)| self.file.get(end.clone()))
                    .into(),
            }
        });
        pieces.collect()
    }
}

/// Some players take any line with the arrow of times for one with times.
fn without_arrow(text: &str) -> String {
    text.replace("-->", "->")
}

/// Without stretches in which nothing is said.
fn without_empty(shown: Vec<Shown>) -> Vec<Shown> {
    let mut kept: Vec<Shown> = Vec::new();
    for next in shown {
        match (kept.last(), &next) {
            (Some(Shown::Open(open)), Shown::Close(close)) if open == close => {
                kept.pop();
            }
            _ => kept.push(next),
        }
    }
    kept
}

#[cfg(test)]
mod tests;
