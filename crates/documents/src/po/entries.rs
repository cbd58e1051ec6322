//! The entries of a catalogue, one by one.

use std::ops::Range;

use crate::encoding::Edit;
use crate::{DocumentError, overseer};

use super::lexer::{Keyword, Lexer, Token};

/// What a comment that is kept takes, in bytes.
const OF_LINE: usize = 32;

/// What a translation takes, apart from its text.
const OF_TARGET: usize = 160;

/// A message with its translation.
#[derive(Debug, Default)]
pub(super) struct Entry {
    /// The lines with flags that say that its translation was guessed. Flags may be in several lines.
    pub(super) fuzzy: Vec<Range<usize>>,
    /// The lines with the message of which the guess is the translation.
    pub(super) previous: Vec<Range<usize>>,
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
    /// Whether there is a number in brackets, which may be too large.
    has_number: bool,
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

    /// Whether somebody has made forms of a plural.
    pub(super) fn has_forms(&self) -> bool {
        let mut targets = self.targets.iter();
        self.plural.is_some() && !self.is_fuzzy() && targets.any(|target| !target.text.is_empty())
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
    lexer: Lexer<'a>,
    entry: Entry,
    /// What the last string is a part of.
    last: Option<Keyword>,
    /// What has no string yet, and where it stands.
    awaiting: Option<(Keyword, usize)>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            lexer: Lexer::new(text),
            entry: Entry::default(),
            last: None,
            awaiting: None,
        }
    }

    /// The next entry; none at the end.
    fn entry(&mut self) -> Result<Option<Entry>, DocumentError> {
        while let Some(token) = self.lexer.token()? {
            let ended = match token {
                Token::Comment(range) => self.comment(range)?,
                Token::Keyword(keyword, start) => self.keyword(keyword, start)?,
                Token::Form(form, start) => {
                    self.form(form, start)?;
                    None
                }
                Token::String(range, text) => {
                    self.string(range, text)?;
                    None
                }
            };
            if ended.is_some() {
                return Ok(ended);
            }
        }
        self.end()
    }

    /// Ends the entry, if there is a message in it.
    fn end(&mut self) -> Result<Option<Entry>, DocumentError> {
        self.expect_no_string()?;
        self.last = None;
        let entry = std::mem::take(&mut self.entry);
        if entry.has_id && entry.targets.is_empty() {
            return Err(self.lexer.error("a message has no msgstr", entry.id.start));
        }
        Ok(Some(entry).filter(|entry| entry.has_id))
    }

    /// Sees to it that no string has to come.
    fn expect_no_string(&self) -> Result<(), DocumentError> {
        let Some((keyword, start)) = self.awaiting else {
            return Ok(());
        };
        let reason = format!("{} has no string", keyword.name());
        Err(self.lexer.error(&reason, start))
    }

    /// Reads a comment; gives the entry that ends before it.
    fn comment(&mut self, range: Range<usize>) -> Result<Option<Entry>, DocumentError> {
        self.expect_no_string()?;
        let comment = self.lexer.text().get(range.clone()).unwrap_or_default();
        let is_obsolete = comment.starts_with("#~");
        let ended = if self.entry.has_id || is_obsolete {
            self.end()?
        } else {
            None
        };
        let mut flags = comment.strip_prefix("#,").unwrap_or_default().split(',');
        if flags.any(|flag| flag.trim() == "fuzzy") {
            overseer::borrow(OF_LINE)?;
            self.entry.fuzzy.push(range);
        } else if comment.starts_with("#|") {
            overseer::borrow(OF_LINE)?;
            self.entry.previous.push(range);
        }
        Ok(ended)
    }

    /// Reads a keyword; gives the entry that ends before it.
    fn keyword(&mut self, keyword: Keyword, start: usize) -> Result<Option<Entry>, DocumentError> {
        self.expect_no_string()?;
        let begins = match keyword {
            Keyword::Domain => true,
            Keyword::Context => self.entry.has_id,
            Keyword::Id => !self.entry.targets.is_empty(),
            Keyword::Plural | Keyword::Target => false,
        };
        let ended = if begins { self.end()? } else { None };
        let entry = &mut self.entry;
        let item = Item {
            start,
            ..Item::default()
        };
        match keyword {
            Keyword::Domain => {}
            Keyword::Context if !entry.has_context => entry.has_context = true,
            Keyword::Id if !entry.has_id => {
                entry.has_id = true;
                entry.id = item;
            }
            Keyword::Plural
                if entry.has_id && entry.plural.is_none() && entry.targets.is_empty() =>
            {
                entry.plural = Some(item);
            }
            Keyword::Target
                if entry.has_id && (entry.plural.is_some() || entry.targets.is_empty()) =>
            {
                overseer::borrow(OF_TARGET)?;
                entry.targets.push(item);
            }
            _ => {
                let reason = format!("{} does not belong here", keyword.name());
                return Err(self.lexer.error(&reason, start));
            }
        }
        self.last = Some(keyword);
        self.awaiting = Some((keyword, start));
        Ok(ended)
    }

    /// Reads the number of a form.
    fn form(&mut self, form: Option<usize>, start: usize) -> Result<(), DocumentError> {
        let is_awaited = matches!(self.awaiting, Some((Keyword::Target, _)));
        let has_plural = self.entry.plural.is_some();
        match self.entry.targets.last_mut() {
            Some(target) if is_awaited && has_plural && !target.has_number => {
                (target.form, target.has_number) = (form, true);
                self.entry.is_broken |= form.is_none();
                Ok(())
            }
            _ => Err(self
                .lexer
                .error("there is no msgid_plural before a number", start)),
        }
    }

    /// Reads a string.
    fn string(&mut self, range: Range<usize>, text: Option<String>) -> Result<(), DocumentError> {
        let entry = &mut self.entry;
        let has_plural = entry.plural.is_some();
        let item = match self.last {
            Some(Keyword::Domain | Keyword::Context) => {
                self.awaiting = None;
                return Ok(());
            }
            Some(Keyword::Id) => Some(&mut entry.id),
            Some(Keyword::Plural) => entry.plural.as_mut(),
            Some(Keyword::Target) => entry.targets.last_mut(),
            None => None,
        };
        let Some(item) = item else {
            return Err(self.lexer.error("a string has no keyword", range.start));
        };
        let lacks_number = has_plural && !item.has_number;
        if self.last == Some(Keyword::Target) && lacks_number {
            return Err(self.lexer.error("msgstr has no number", item.start));
        }
        self.awaiting = None;
        if item.lines == 0 {
            item.range.start = range.start;
        }
        item.range.end = range.end;
        item.lines += 1;
        match text {
            Some(text) => item.text.push_str(&text),
            None => entry.is_broken = true,
        }
        Ok(())
    }
}

impl Iterator for Reader<'_> {
    type Item = Result<Entry, DocumentError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.entry().transpose()
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
    without_line(text, line)
}

/// Takes a line away.
pub(super) fn without_line(text: &str, line: Range<usize>) -> Edit {
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
