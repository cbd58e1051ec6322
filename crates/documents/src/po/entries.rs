//! The entries of a catalogue, line by line.

use std::ops::Range;

use crate::encoding::Edit;

use super::strings;

/// A message with its translation.
#[derive(Debug, Default)]
pub(super) struct Entry {
    /// The lines with flags that say that its translation was guessed. Flags may be in several lines.
    pub(super) fuzzy: Vec<Range<usize>>,
    has_context: bool,
    has_id: bool,
    pub(super) id: Item,
    pub(super) plural: Option<Item>,
    pub(super) targets: Vec<Item>,
    /// Whether a part of it cannot be read.
    is_broken: bool,
}

/// A string of an entry.
#[derive(Debug, Default)]
pub(super) struct Item {
    /// Where its name begins.
    pub(super) start: usize,
    /// From the first quotation mark to the last.
    pub(super) range: Range<usize>,
    /// What is read.
    pub(super) text: String,
    /// The number in brackets.
    pub(super) form: Option<usize>,
    pub(super) lines: usize,
}

impl Entry {
    /// Whether it is what stands before the messages.
    pub(super) fn is_header(&self) -> bool {
        self.has_id && self.id.text.is_empty() && !self.has_context
    }

    /// Whether it has a message and room for its translation.
    pub(super) fn is_open(&self) -> bool {
        let lacks_text = self.targets.iter().any(|target| target.text.is_empty());
        let has_forms = self.plural.is_some();
        let is_whole = match self.targets.as_slice() {
            [] => false,
            [only] if !has_forms => only.form.is_none(),
            targets => has_forms && targets.iter().all(|target| target.form.is_some()),
        };
        !self.is_broken && !self.id.text.is_empty() && is_whole && (lacks_text || self.is_fuzzy())
    }

    /// Whether it has a message with all of its translation, which somebody has made.
    pub(super) fn is_finished(&self) -> bool {
        let has_text = self.targets.iter().all(|target| !target.text.is_empty());
        let has_targets = !self.targets.is_empty() && has_text;
        !self.is_broken && !self.id.text.is_empty() && has_targets && !self.is_fuzzy()
    }

    /// Whether its translation was guessed.
    pub(super) fn is_fuzzy(&self) -> bool {
        !self.fuzzy.is_empty()
    }

    /// How long its texts are.
    pub(super) fn text_bytes(&self) -> usize {
        let plural = self.plural.as_ref().map_or(0, |plural| plural.text.len());
        self.id.text.len() + plural
    }
}

/// Reads entries one by one.
pub(super) struct Reader<'a> {
    text: &'a str,
    lines: std::slice::Iter<'a, Range<usize>>,
    entry: Entry,
    last: Last,
}

/// What the last line was a part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Last {
    Nothing,
    Context,
    Id,
    Plural,
    Target,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str, lines: &'a [Range<usize>]) -> Self {
        Self {
            text,
            lines: lines.iter(),
            entry: Entry::default(),
            last: Last::Nothing,
        }
    }

    /// Ends the entry, if there is a message in it.
    fn end(&mut self) -> Option<Entry> {
        self.last = Last::Nothing;
        Some(std::mem::take(&mut self.entry)).filter(|entry| entry.has_id)
    }

    /// Reads a line; gives the entry that ends before it.
    fn line(&mut self, range: &Range<usize>) -> Option<Entry> {
        let line = self.text.get(range.clone()).unwrap_or_default();
        let start = range.end - line.trim_start().len();
        let line = line.trim();
        if line.is_empty() || line.starts_with("#~") {
            return self.end();
        }
        if line.starts_with('#') {
            let ended = if self.entry.has_id { self.end() } else { None };
            let mut flags = line.strip_prefix("#,").unwrap_or_default().split(',');
            if flags.any(|flag| flag.trim() == "fuzzy") {
                self.entry.fuzzy.push(start..start + line.len());
            }
            return ended;
        }
        if line.starts_with('"') {
            self.string(line, start);
            return None;
        }
        let length = line.find([' ', '\t', '"', '[']).unwrap_or(line.len());
        let (name, rest) = line.split_at_checked(length).unwrap_or_default();
        let has_target = !self.entry.targets.is_empty();
        let begins = (name == "msgctxt" && self.entry.has_id) || (name == "msgid" && has_target);
        let ended = if begins { self.end() } else { None };
        self.named(name, rest, start, line.len());
        ended
    }

    /// Reads a line that begins with a name.
    fn named(&mut self, name: &str, rest: &str, start: usize, length: usize) {
        let (form, string) = match rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            Some((form, string)) => (form.trim().parse().ok(), string),
            None => (None, rest),
        };
        let item = Item {
            start,
            form,
            ..Item::default()
        };
        self.last = match name {
            "msgctxt" => {
                self.entry.has_context = true;
                Last::Context
            }
            "msgid" if !self.entry.has_id => {
                self.entry.has_id = true;
                self.entry.id = item;
                Last::Id
            }
            "msgid_plural" if self.entry.plural.is_none() => {
                self.entry.plural = Some(item);
                Last::Plural
            }
            "msgstr" if self.entry.has_id => {
                self.entry.targets.push(item);
                Last::Target
            }
            _ => {
                self.entry.is_broken = true;
                Last::Nothing
            }
        };
        let string = string.trim_start();
        self.string(string, start + length - string.len());
    }

    /// Reads a string that stands here.
    fn string(&mut self, written: &str, start: usize) {
        let entry = &mut self.entry;
        let item = match self.last {
            Last::Context => return,
            Last::Id => Some(&mut entry.id),
            Last::Plural => entry.plural.as_mut(),
            Last::Target => entry.targets.last_mut(),
            Last::Nothing => None,
        };
        let inner = written
            .strip_prefix('"')
            .and_then(|it| it.strip_suffix('"'));
        let text = inner.and_then(strings::decoded);
        match (item, text) {
            (Some(item), Some(text)) => {
                if item.lines == 0 {
                    item.range.start = start;
                }
                item.range.end = start + written.len();
                item.lines += 1;
                item.text.push_str(&text);
            }
            _ => entry.is_broken = true,
        }
    }
}

impl Iterator for Reader<'_> {
    type Item = Entry;

    fn next(&mut self) -> Option<Entry> {
        while let Some(line) = self.lines.next() {
            if let Some(entry) = self.line(line) {
                return Some(entry);
            }
        }
        self.end()
    }
}

/// Takes the flag off the line with flags that says that a translation was guessed; without another the line goes.
pub(super) fn without_fuzzy(text: &str, line: Range<usize>) -> Edit {
    let written = text.get(line.clone()).unwrap_or_default();
    let flags = written.trim_start_matches("#,").split(',');
    let flags: Vec<&str> = flags
        .map(str::trim)
        .filter(|flag| *flag != "fuzzy" && !flag.is_empty())
        .collect();
    if !flags.is_empty() {
        return Edit {
            range: line,
            replacement: format!("#, {}", flags.join(", ")),
        };
    }
    let rest = text.get(line.end..).unwrap_or_default();
    // White space may stand before the line's end, which is a carriage return alone in old files.
    let end = rest.find(['\r', '\n']).map_or(rest.len(), |at| {
        let has_two = rest.get(at..).is_some_and(|end| end.starts_with("\r\n"));
        at + if has_two { 2 } else { 1 }
    });
    Edit {
        range: line.start..line.end + end,
        replacement: String::new(),
    }
}
