//! The text of cells and comments: runs with formatting, and lines that are units of their own.

use std::collections::HashSet;

use crate::DocumentError;
use crate::office::drawing::Place;
use crate::office::inline::{Around, Format, Inline, Item, Layout, TextTags};
use crate::office::names::Namespace::{self, Sheet};
use crate::office::pass::Pass;
use crate::xml::{Edits, Reader, Tag, Token, escape};

use super::FORMAT;
use super::formulas::{Renamed, renamed};

/// A pass over a part with texts.
pub(super) struct Texts<'a, 'p, 's> {
    pub(super) reader: Reader<'a, Namespace>,
    pub(super) edits: Edits,
    pub(super) pass: &'s mut Pass<'p>,
}

/// A line of a text, and the separator that ends it.
struct Line {
    items: Vec<Item>,
    end: Option<(String, usize)>,
}

impl<'a, 'p, 's> Texts<'a, 'p, 's> {
    pub(super) fn new(part: &'a str, pass: &'s mut Pass<'p>, depth: usize) -> Self {
        Self {
            reader: Reader::new(part, Namespace::of, FORMAT, depth),
            edits: Edits::default(),
            pass,
        }
    }

    pub(super) fn place(&mut self) -> Place<'_, 'a, 'p> {
        Place {
            reader: &mut self.reader,
            edits: &mut self.edits,
            pass: self.pass,
            marks: None,
        }
    }

    /// A formula whose start was read last, perhaps in this table, in which columns are renamed.
    ///
    /// # Errors
    /// Those of the reader.
    pub(super) fn formula(
        &mut self,
        tag: &Tag<'a, Namespace>,
        names: &Renamed,
        table: Option<&str>,
    ) -> Result<String, DocumentError> {
        let (formula, end) = self.reader.text()?;
        if let Some(renamed) = renamed(&formula, names, table) {
            let range = tag.range.end..end.start;
            self.edits.replace(range, escape(&renamed));
        }
        Ok(formula)
    }

    /// A text with runs whose start was read last. Tells whether it is one line without codes.
    ///
    /// # Errors
    /// Those of the reader and of the pass.
    pub(super) fn rich(&mut self, tag: &Tag<'a, Namespace>) -> Result<bool, DocumentError> {
        let mut inline = Inline::default();
        let mut has_runs = false;
        let end = loop {
            match self.reader.next()? {
                Token::Start(child) if child.name == "t" => {
                    self.text(&child, (String::new(), ""), &mut inline)?;
                }
                Token::Start(child) if child.name == "r" => {
                    has_runs = true;
                    self.run(&child, &mut inline)?;
                }
                // Pronunciations are not those of the translation.
                Token::Start(_) => {
                    self.reader.skip()?;
                }
                Token::End(range) => break range,
                Token::Eof => return Ok(false),
                _ => {}
            }
        };
        let prefix = tag.full_name.strip_suffix(tag.name).unwrap_or_default();
        let tags = TextTags {
            open: format!("<{prefix}t xml:space=\"preserve\">"),
            close: format!("</{prefix}t>"),
        };
        for format in &mut inline.formats {
            if has_runs {
                format.open = format!("<{prefix}r{}", format.open);
                format.close = format!("</{prefix}r>");
            } else {
                format.open = String::new();
            }
        }
        let (text, is_simple) = self.translated(inline, &tags)?;
        if let Some(mut text) = text {
            if !has_runs {
                text = text.replace(&format!("{}{}", tags.close, tags.open), "");
            }
            self.edits.replace(tag.range.end..end.start, text);
        }
        Ok(is_simple)
    }

    fn run(&mut self, tag: &Tag<'a, Namespace>, inline: &mut Inline) -> Result<(), DocumentError> {
        let part = self.reader.part();
        let mut properties = String::new();
        let declarations = tag.declarations();
        if tag.is_empty {
            return self.reader.skip().map(drop);
        }
        loop {
            match self.reader.next()? {
                Token::Start(child) if child.name == "t" => {
                    let properties = properties.clone();
                    self.text(&child, (properties, &declarations), inline)?;
                }
                Token::Start(child) => {
                    let end = self.reader.skip()?;
                    let raw = part.get(child.range.start..end).unwrap_or_default();
                    properties.push_str(raw);
                }
                Token::End(_) | Token::Eof => return Ok(()),
                _ => {}
            }
        }
    }

    fn text(
        &mut self,
        tag: &Tag<'a, Namespace>,
        (properties, declarations): (String, &str),
        inline: &mut Inline,
    ) -> Result<(), DocumentError> {
        let (text, end) = self.reader.text()?;
        let format = inline.format(Format {
            shows_on_space: shows_on_space(&properties),
            open: format!("{declarations}>{properties}"),
            key: properties,
            close: String::new(),
            around: Around::default(),
        });
        inline.push(Item::Text(text, format, tag.range.start..end.end));
        Ok(())
    }

    /// The text with the translations of its lines, if there are any; and whether it is one line
    /// without codes.
    fn translated(
        &mut self,
        inline: Inline,
        tags: &TextTags,
    ) -> Result<(Option<String>, bool), DocumentError> {
        let Inline { items, formats, .. } = inline;
        let lines = lines(items);
        let is_line = matches!(lines.as_slice(), [Line { end: None, .. }]);
        let mut is_simple = false;
        let mut is_translated = false;
        let mut written = String::new();
        let (part, most) = (self.reader.part(), self.pass.most_bytes());
        for line in lines {
            let mut layout = Layout::new(line.items, &formats);
            let content = std::mem::take(&mut layout.content);
            let mut translation = None;
            if content.has_letters() {
                is_simple = is_line && content.pieces().len() == 1;
                translation = self.pass.place(content.clone())?;
            }
            is_translated |= translation.is_some();
            let content = translation.unwrap_or(content);
            written += &layout.write(&content, &formats, tags, (part, &mut self.edits), most)?;
            if let Some((separator, format)) = line.end {
                let items = vec![Item::Text(separator, format, 0..0)];
                let mut layout = Layout::new(items, &formats);
                let content = std::mem::take(&mut layout.content);
                written +=
                    &layout.write(&content, &formats, tags, (part, &mut self.edits), most)?;
            }
        }
        Ok((is_translated.then_some(written), is_simple))
    }
}

/// Whether these properties are seen on a space: lines are.
fn shows_on_space(properties: &str) -> bool {
    ["<u/", "<u ", "<strike", ":u/", ":u ", ":strike"]
        .into_iter()
        .any(|name| properties.contains(name))
}

/// The texts divided into lines.
fn lines(items: Vec<Item>) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut line = Vec::new();
    for item in items {
        let Item::Text(text, format, range) = item else {
            line.push(item);
            continue;
        };
        let mut rest = text.as_str();
        while let Some((before, separator, after)) = split(rest) {
            if !before.is_empty() {
                line.push(Item::Text(before.to_owned(), format, range.clone()));
            }
            lines.push(Line {
                items: std::mem::take(&mut line),
                end: Some((separator.to_owned(), format)),
            });
            rest = after;
        }
        if !rest.is_empty() {
            line.push(Item::Text(rest.to_owned(), format, range));
        }
    }
    lines.push(Line {
        items: line,
        end: None,
    });
    lines
}

/// The lines of a plain text, each with the line end or escaped character that separates it from the next.
pub(super) fn plain_lines(text: &str) -> Vec<(&str, &str)> {
    let mut lines = Vec::new();
    let mut rest = text;
    while let Some((line, separator, after)) = split(rest) {
        lines.push((line, separator));
        rest = after;
    }
    lines.push((rest, ""));
    lines
}

/// The text before the first line end or escaped character, that, and the text after it.
fn split(text: &str) -> Option<(&str, &str, &str)> {
    for (place, character) in text.char_indices() {
        let length = match character {
            '\n' | '\r' => 1,
            '_' if is_escape(text.get(place..).unwrap_or_default()) => ESCAPE,
            _ => continue,
        };
        let (before, rest) = text.split_at_checked(place)?;
        let (separator, after) = rest.split_at_checked(length)?;
        return Some((before, separator, after));
    }
    None
}

/// The length of an escaped character: `_x000D_`.
const ESCAPE: usize = 7;

fn is_escape(text: &str) -> bool {
    let digits = text
        .strip_prefix("_x")
        .and_then(|rest| rest.split_at_checked(4));
    digits.is_some_and(|(digits, rest)| {
        rest.starts_with('_') && digits.chars().all(|digit| digit.is_ascii_hexdigit())
    })
}

/// Whether a character is escaped in a text.
pub(super) fn has_escape(text: &str) -> bool {
    let mut places = text.match_indices('_');
    places.any(|(place, _)| is_escape(text.get(place..).unwrap_or_default()))
}

/// A shared string as people read it.
#[derive(Debug, Default)]
pub(super) struct SharedText {
    pub(super) text: String,
    /// How many runs it has.
    runs: usize,
}

impl SharedText {
    /// Whether it is one line without codes or outer space.
    pub(super) fn is_simple(&self) -> bool {
        self.runs == 1 && self.text.trim() == self.text && split(&self.text).is_none()
    }
}

/// The text within the element whose start was read last.
///
/// # Errors
/// Those of the reader.
pub(super) fn text_within(reader: &mut Reader<'_, Namespace>) -> Result<SharedText, DocumentError> {
    let mut found = SharedText::default();
    let mut depth = 0_usize;
    loop {
        match reader.next()? {
            Token::Start(tag) if tag.name == "rPh" => {
                reader.skip()?;
            }
            Token::Start(tag) if tag.name == "t" => {
                found.text.push_str(&reader.text()?.0);
                found.runs += 1;
            }
            Token::Start(_) => depth += 1,
            Token::End(_) if depth > 0 => depth -= 1,
            Token::End(_) | Token::Eof => return Ok(found),
            _ => {}
        }
    }
}

/// The shared strings.
///
/// # Errors
/// Those of the reader.
pub(super) fn shared_texts(part: &str, depth: usize) -> Result<Vec<SharedText>, DocumentError> {
    let mut reader = Reader::new(part, Namespace::of, FORMAT, depth);
    let mut texts: Vec<SharedText> = Vec::new();
    loop {
        match reader.next()? {
            Token::Start(tag) if tag.namespace == Sheet && tag.name == "si" => {
                texts.push(text_within(&mut reader)?);
            }
            Token::Eof => return Ok(texts),
            _ => {}
        }
    }
}

/// Which of the shared strings are translated.
#[derive(Debug, Default)]
pub(super) struct Sharing {
    /// Those that cells show whose text is translated.
    pub(super) translated: HashSet<usize>,
    /// Those of them that other cells keep as they are: these get copies, in this order.
    pub(super) divided: Vec<usize>,
    /// How many strings there are.
    pub(super) count: usize,
}

/// Goes over the shared strings. `found` is told of strings that are one line without codes, with their
/// units.
///
/// # Errors
/// Those of the reader and of the pass.
pub(super) fn shared(
    mut texts: Texts<'_, '_, '_>,
    sharing: &Sharing,
    found: &mut dyn FnMut(usize, usize),
) -> Result<Edits, DocumentError> {
    let part = texts.reader.part();
    let is_writing = matches!(texts.pass, Pass::Write { .. });
    let divided: HashSet<usize> = sharing.divided.iter().copied().collect();
    let mut copies = std::collections::BTreeMap::new();
    let mut index = 0;
    loop {
        match texts.reader.next()? {
            Token::Start(tag) if tag.namespace == Sheet && tag.name == "sst" => {
                let unique = tag.attribute("uniqueCount");
                if let Some(unique) = unique.filter(|_| is_writing && !divided.is_empty()) {
                    let count = sharing.count.saturating_add(divided.len());
                    texts.edits.replace(unique.range, count.to_string());
                }
            }
            Token::Start(tag) if tag.namespace == Sheet && tag.name == "si" => {
                if sharing.translated.contains(&index) {
                    let is_simple = texts.rich(&tag)?;
                    if let (true, Some(unit)) = (is_simple, texts.pass.last_unit()) {
                        found(index, unit);
                    }
                } else {
                    texts.reader.skip()?;
                }
                if is_writing && divided.contains(&index) {
                    let end = texts.reader.place();
                    let raw = part.get(tag.range.start..end).unwrap_or_default();
                    copies.insert(index, raw);
                }
                index = index.saturating_add(1);
            }
            Token::Start(_) => {
                texts.reader.skip()?;
            }
            Token::End(range) => {
                let raw = sharing.divided.iter().filter_map(|index| copies.get(index));
                let raw: String = raw.copied().collect();
                if !raw.is_empty() {
                    texts.edits.replace(range.start..range.start, raw);
                }
            }
            Token::Eof => return Ok(texts.edits),
            _ => {}
        }
    }
}
