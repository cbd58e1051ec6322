//! A paragraph while it is read, and what is written in its place.

use std::ops::Range;

use crate::office::inline::{
    Around, Format, Fragment, Inline, Item, Layout, ParagraphOptions, TextTags,
};
use crate::office::pass::Pass;
use crate::xml::Edits;
use crate::{Content, DocumentError, overseer};

use super::charsets::Charset;
use super::language::Marks;
use super::looks::{Look, Looks};

/// How text is encoded and formatted at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Setting {
    pub(super) look: Look,
    /// How many characters follow one in Unicode for programs that do not read that.
    pub(super) fallbacks: i32,
    pub(super) charset: Charset,
}

#[derive(Debug)]
pub(super) enum Kind {
    Text(String),
    Mark,
    /// A mark that keeps its order among others of its kind.
    Ordered,
    /// The start of a link.
    Open,
    Close,
}

/// Something in a paragraph that is seen, or that goes with the words it stands between.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) kind: Kind,
    pub(super) range: Range<usize>,
    pub(super) setting: Setting,
    /// How many characters follow one in Unicode when it is written.
    pub(super) fallbacks: i32,
    /// Whether a control word stands before it, or is its end, that has no space of its own.
    pub(super) is_bare: bool,
}

/// What makes up the groups around parts, and says how they look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Structure {
    Open(Setting),
    Close,
    Word,
    /// A control word that has to stay outside of groups that end.
    Lasting,
}

#[derive(Debug, Default)]
pub(super) struct Paragraph {
    pub(super) parts: Vec<Part>,
    pub(super) structure: Vec<(Range<usize>, Structure)>,
    /// Whether it cannot be written in another order.
    pub(super) is_fixed: bool,
}

impl Paragraph {
    /// # Errors
    /// Those of an [`overseer`].
    pub(super) fn push(&mut self, part: Part) -> Result<(), DocumentError> {
        overseer::borrow_for::<Part>(2)?;
        self.parts.push(part);
        Ok(())
    }

    /// # Errors
    /// Those of an [`overseer`].
    pub(super) fn push_structure(
        &mut self,
        range: Range<usize>,
        structure: Structure,
    ) -> Result<(), DocumentError> {
        if let Some((last, Structure::Word)) = self.structure.last_mut()
            && structure == Structure::Word
            && last.end == range.start
        {
            last.end = range.end;
            return Ok(());
        }
        overseer::borrow_for::<(Range<usize>, Structure)>(1)?;
        self.structure.push((range, structure));
        Ok(())
    }

    /// Forgets what was told of the group that begins here, which is a part.
    pub(super) fn forget_group(&mut self, start: usize) {
        let is_in = |range: &Range<usize>| range.start >= start;
        while self.structure.pop_if(|(range, _)| is_in(range)).is_some() {}
        while self.parts.pop_if(|part| is_in(&part.range)).is_some() {}
    }

    /// The range that a translation is written in, and what holds before it. It goes from the first word to the last,
    /// and begins with the group of the first if text follows behind that group.
    fn place(&self) -> Option<(Range<usize>, Setting)> {
        let is_word =
            |part: &Part| matches!(&part.kind, Kind::Text(text) if !text.trim().is_empty());
        let first = self.parts.iter().position(is_word)?;
        let last = self.parts.iter().rposition(is_word)?;
        let (first, last) = (self.parts.get(first)?, self.parts.get(last)?);
        let mut range = first.range.start..last.range.end;
        let mut setting = first.setting;
        let (mut depth, mut lowest) = (0_usize, 0_usize);
        for structure in self.within(&range) {
            match structure.1 {
                Structure::Open(_) => depth += 1,
                Structure::Close if depth > 0 => depth -= 1,
                Structure::Close => lowest += 1,
                _ => {}
            }
        }
        let mut closed = 0_usize;
        for (structure, kind) in self.structure.iter().rev() {
            if lowest == 0 {
                break;
            }
            match kind {
                _ if structure.start >= range.start => {}
                Structure::Close => closed += 1,
                Structure::Open(_) if closed > 0 => closed -= 1,
                Structure::Open(before) => {
                    lowest -= 1;
                    if lowest == 0 {
                        range.start = structure.start;
                        setting = *before;
                    }
                }
                _ => {}
            }
        }
        let range = self.with_links(range);
        Some((self.with_ends(range), setting))
    }

    /// A range with the ends of groups that begin in it and have nothing behind it.
    fn with_ends(&self, mut range: Range<usize>) -> Range<usize> {
        let mut open = 0_usize;
        for (_, structure) in self.within(&range) {
            match structure {
                Structure::Open(_) => open += 1,
                Structure::Close => open = open.saturating_sub(1),
                Structure::Word | Structure::Lasting => {}
            }
        }
        let next = self
            .parts
            .partition_point(|part| part.range.start < range.end);
        let next = self
            .parts
            .get(next)
            .map_or(usize::MAX, |part| part.range.start);
        let behind = self
            .structure
            .partition_point(|(place, _)| place.start < range.end);
        for (place, structure) in self.structure.get(behind..).unwrap_or_default() {
            match structure {
                _ if place.start >= next => break,
                Structure::Close if open > 0 => {
                    open -= 1;
                    range.end = place.end;
                }
                Structure::Word => {}
                _ => break,
            }
        }
        range
    }

    /// A range with the ends of links that begin in it.
    fn with_links(&self, mut range: Range<usize>) -> Range<usize> {
        let mut open = 0_usize;
        for part in &self.parts {
            if part.range.start < range.start {
                continue;
            }
            match part.kind {
                Kind::Open if part.range.start < range.end => open += 1,
                Kind::Close if open > 0 => {
                    open -= 1;
                    range.end = range.end.max(part.range.end);
                }
                _ => {}
            }
        }
        range
    }

    fn within(
        &self,
        range: &Range<usize>,
    ) -> impl DoubleEndedIterator<Item = &(Range<usize>, Structure)> {
        let start = self
            .structure
            .partition_point(|(place, _)| place.start < range.start);
        let end = self
            .structure
            .partition_point(|(place, _)| place.start < range.end);
        self.structure.get(start..end).unwrap_or_default().iter()
    }

    /// The groups that begin or end in a range without the other end, and the control words outside of those that do
    /// both; `None` if something is lost with these.
    fn rest(&self, range: &Range<usize>) -> Option<Vec<Range<usize>>> {
        let mut kept: Vec<&(Range<usize>, Structure)> = Vec::new();
        let mut open = Vec::new();
        for structure in self.within(range) {
            match structure.1 {
                Structure::Open(_) => open.push(kept.len()),
                Structure::Close => {
                    if let Some(start) = open.pop() {
                        let is_lasting =
                            |kept: &&(Range<usize>, Structure)| kept.1 == Structure::Lasting;
                        if kept.get(start..).unwrap_or_default().iter().any(is_lasting) {
                            return None;
                        }
                        kept.truncate(start);
                        continue;
                    }
                }
                _ => {}
            }
            kept.push(structure);
        }
        Some(kept.into_iter().map(|(range, _)| range.clone()).collect())
    }

    /// Hands the paragraph over as a unit, if there are words in it, and puts a translation in its place. Gives whether
    /// there was one.
    ///
    /// # Errors
    /// Those of the pass.
    pub(super) fn finish(
        &self,
        pass: &mut Pass<'_>,
        (text, edits): (&str, &mut Edits),
        looks: &Looks,
        marks: &Marks,
    ) -> Result<bool, DocumentError> {
        let Some((range, setting)) = self.place().filter(|_| !self.is_fixed) else {
            return Ok(false);
        };
        let (Some(rest), Some(inline)) = (
            self.rest(&range),
            self.inline(text, &range, setting, looks, marks),
        ) else {
            return Ok(false);
        };
        let Inline { items, formats, .. } = inline;
        let mut layout = Layout::new(items, &formats);
        let content: Content = std::mem::take(&mut layout.content);
        if !content.has_letters() {
            return Ok(false);
        }
        let Some(translation) = pass.place(content)? else {
            return Ok(false);
        };
        self.end_marks(text, &range, edits);
        let options = ParagraphOptions {
            first: Some(0),
            last: Some(0),
            escape,
            joins_texts: true,
            nests: false,
        };
        let tags = TextTags {
            open: String::new(),
            close: String::new(),
        };
        let most = pass.most_bytes();
        let place = (text, &mut *edits);
        let written = layout.write_between(options, &translation, &formats, &tags, place, most)?;
        let mut replacement = String::with_capacity(written.len());
        let is_first = |part: &&Part| part.range.start == range.start;
        if self
            .parts
            .iter()
            .find(is_first)
            .is_some_and(|part| part.is_bare)
        {
            replacement.push(' ');
        }
        replacement.push_str(&written);
        let ends_in_word = !rest.is_empty();
        for range in rest {
            replacement.push_str(&edits.take(text, &range));
        }
        // A control word goes on in letters that follow it.
        if ends_in_word && replacement.ends_with(|last: char| last.is_ascii_alphanumeric()) {
            replacement.push(' ');
        }
        edits.replace(range, replacement);
        Ok(true)
    }

    /// Gives control words that stand between words an end of their own: they may come before letters.
    fn end_marks(&self, text: &str, range: &Range<usize>, edits: &mut Edits) {
        for part in &self.parts {
            let is_word = matches!(part.kind, Kind::Mark) && part.is_bare;
            if is_word && part.range.start >= range.start && part.range.end <= range.end {
                let word = text.get(part.range.clone()).unwrap_or_default();
                edits.replace(part.range.clone(), format!("{word} "));
            }
        }
    }

    /// What stands in a range, with the formats of its text from what holds before it; `None` if it cannot be written
    /// in another order.
    fn inline(
        &self,
        text: &str,
        range: &Range<usize>,
        before: Setting,
        looks: &Looks,
        marks: &Marks,
    ) -> Option<Inline> {
        let mut inline = Inline::default();
        let key = |setting: Setting| format!("{}|{}", looks.key(setting.look), setting.fallbacks);
        let shows_on_space = looks.shows_on_space(before.look);
        inline.format(Format {
            key: key(before),
            open: String::new(),
            close: String::new(),
            around: Around::default(),
            shows_on_space,
        });
        let mut links = 0_usize;
        for part in &self.parts {
            if part.range.start < range.start || part.range.end > range.end {
                continue;
            }
            if Looks::is_lost(part.setting.look) {
                return None;
            }
            let mut format = || {
                let setting = Setting {
                    fallbacks: part.fallbacks,
                    ..part.setting
                };
                let words = marks.translated(&looks.words(before.look, setting.look));
                let fallbacks = match setting.fallbacks {
                    same if same == before.fallbacks => String::new(),
                    other => format!("\\uc{other}"),
                };
                let end = if words.is_empty() && fallbacks.is_empty() {
                    ""
                } else {
                    " "
                };
                inline.format(Format {
                    key: key(setting),
                    open: format!("{{{words}{fallbacks}{end}"),
                    close: "}".to_owned(),
                    around: Around::default(),
                    shows_on_space: looks.shows_on_space(setting.look),
                })
            };
            let place = part.range.clone();
            let item = match &part.kind {
                Kind::Text(text) => Item::Text(text.clone(), format(), place),
                Kind::Mark => Item::Mark(vec![Fragment::InText(place, format())]),
                Kind::Ordered => Item::Ordered(vec![Fragment::InText(place, format())]),
                Kind::Open => {
                    links += 1;
                    if part.setting != before && depends_on_setting(text.get(place.clone())?) {
                        return None;
                    }
                    Item::Open(vec![Fragment::Beside(place, Around::default())])
                }
                Kind::Close => {
                    links = links.checked_sub(1)?;
                    Item::Close(vec![Fragment::Beside(place, Around::default())])
                }
            };
            inline.push(item);
        }
        (links == 0).then_some(inline)
    }
}

/// Whether it has characters that are read by what holds there.
fn depends_on_setting(raw: &str) -> bool {
    !raw.is_ascii() || raw.contains("\\'") || raw.contains("\\u")
}

/// Text as it is written: what is not ASCII in Unicode, with one character for programs that do not read that.
pub(super) fn escape(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' | '{' | '}' => written.extend(['\\', character]),
            '\n' => written.push_str("\\line "),
            '\t' => written.push_str("\\tab "),
            '\u{a0}' => written.push_str("\\~"),
            ' '..='~' => written.push(character),
            _ if character.is_control() => {}
            _ => {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    written.push_str(&format!("\\u{}?", unit.cast_signed()));
                }
            }
        }
    }
    written
}
