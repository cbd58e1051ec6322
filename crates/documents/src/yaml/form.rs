//! How a scalar stands in a file: where, in which style, and how its lines are broken.

use std::ops::Range;

use saphyr_parser::ScalarStyle;

use crate::lines;

/// How a scalar is written.
#[derive(Debug)]
pub(super) struct Form {
    /// The number of its event.
    pub(super) number: usize,
    pub(super) style: ScalarStyle,
    /// Whether it stands within brackets or braces.
    pub(super) is_in_flow: bool,
    /// How many spaces begin its lines, of a scalar that is no block those after the first.
    pub(super) indent: usize,
    /// How wide the first line and the others may be, where text is in more lines than it has itself.
    pub(super) room: Option<(usize, usize)>,
    /// How many line feeds are before and after the text of a block.
    pub(super) feeds: (usize, usize),
    /// Whether the first line of a block begins with a space or may: how far it is indented is said then.
    pub(super) may_begin_with_space: bool,
}

/// A scalar as it is read.
pub(super) struct Scalar<'a> {
    pub(super) text: &'a str,
    /// From its anchor or its tag, if it has one.
    pub(super) span: Range<usize>,
    pub(super) has_properties: bool,
    pub(super) style: ScalarStyle,
    pub(super) value: &'a str,
    pub(super) number: usize,
    pub(super) is_in_flow: bool,
}

impl Scalar<'_> {
    /// Where it stands, and how; nothing if that is not as expected.
    pub(super) fn place(&self) -> Option<(Range<usize>, Form)> {
        match self.style {
            ScalarStyle::Plain => self.flow(self.token()?..self.span.end),
            ScalarStyle::SingleQuoted => {
                let start = self.token()?;
                self.flow(start..self.end_of_quotes(start, '\'')?)
            }
            ScalarStyle::DoubleQuoted => {
                let start = self.token()?;
                self.flow(start..self.end_of_quotes(start, '"')?)
            }
            ScalarStyle::Literal | ScalarStyle::Folded => self.block(),
        }
    }

    fn get(&self, range: Range<usize>) -> Option<&str> {
        self.text.get(range)
    }

    /// Where the scalar itself begins, after what is said of it.
    fn token(&self) -> Option<usize> {
        let mut at = self.span.start;
        if !self.has_properties {
            return Some(at);
        }
        loop {
            let rest = self.get(at..self.text.len())?;
            let length = match rest.chars().next()? {
                ' ' | '\t' | '\r' | '\n' => 1,
                '#' => rest.find(['\r', '\n'])?,
                '&' | '!' => rest.find([' ', '\t', '\r', '\n'])?,
                _ => return Some(at),
            };
            at += length;
        }
    }

    /// Where a scalar in quotes ends. The parser tells where what follows it begins.
    fn end_of_quotes(&self, start: usize, quote: char) -> Option<usize> {
        let mut characters = self
            .get(start..self.text.len())?
            .strip_prefix(quote)?
            .char_indices()
            .peekable();
        while let Some((at, character)) = characters.next() {
            if character == '\\' && quote == '"' {
                characters.next();
            } else if character == quote {
                let is_doubled =
                    quote == '\'' && characters.next_if(|(_, next)| *next == quote).is_some();
                if !is_doubled {
                    return Some(start + 1 + at + 1);
                }
            }
        }
        None
    }

    fn form(&self) -> Form {
        Form {
            number: self.number,
            style: self.style,
            is_in_flow: self.is_in_flow,
            indent: 0,
            room: None,
            feeds: (0, 0),
            may_begin_with_space: false,
        }
    }

    /// A scalar that is no block.
    fn flow(&self, range: Range<usize>) -> Option<(Range<usize>, Form)> {
        let raw = self.get(range.clone())?;
        let mut form = self.form();
        let mut lines = raw.split(['\r', '\n']);
        let first = lines.next()?;
        let others: Vec<&str> = lines.filter(|line| !line.trim().is_empty()).collect();
        if let Some(second) = others.first() {
            form.indent = second.len() - second.trim_start_matches(' ').len();
            let column = lines::width(self.line_before(range.start));
            let widest = others.iter().map(|line| lines::width(line)).max();
            let widest = widest.unwrap_or(0).max(column + lines::width(first));
            // At the beginning of a line, what follows may be read as something else.
            form.room = (form.indent > 0).then(|| {
                (
                    widest.saturating_sub(column),
                    widest.saturating_sub(form.indent),
                )
            });
        } else if self.style == ScalarStyle::Plain && raw != self.value {
            return None;
        }
        Some((range, form))
    }

    /// What stands before a place in its line.
    fn line_before(&self, at: usize) -> &str {
        let before = self.get(0..at).unwrap_or_default();
        let start = before.rfind(['\r', '\n']).map_or(0, |end| end + 1);
        before.get(start..).unwrap_or_default()
    }

    /// The lines of a block that are not empty, without what indents the first and without those empty ones at its ends.
    fn block(&self) -> Option<(Range<usize>, Form)> {
        let start = if self.has_properties {
            self.block_after_header()?
        } else {
            self.span.start
        };
        let line = self.line_before(start);
        let value = self.value.trim_start_matches('\n');
        let inner = value.trim_end_matches('\n');
        let before = lines::width(line);
        if inner.is_empty() || line.contains(|character| character != ' ') {
            return None;
        }
        let raw = self.get(start..self.span.end.max(start))?;
        // Of blocks whose indentation is said, spaces of the first line may belong to the text.
        let spaces = |text: &str| text.len() - text.trim_start_matches(' ').len();
        let indent = (before + spaces(raw)).checked_sub(spaces(inner))?;
        let start = (start + indent).checked_sub(before)?;
        let mut lines = content_lines(self.get(start..self.span.end.max(start))?, indent);
        let first = lines.next()?;
        let is_as_read = inner.split('\n').next() == Some(first.1)
            || (self.style == ScalarStyle::Folded && inner.starts_with(first.1));
        if !is_as_read {
            return None;
        }
        let (mut end, mut count, mut widest) = (first.0.end, 1_usize, lines::width(first.1));
        for (range, line) in lines {
            end = range.end;
            count += 1;
            widest = widest.max(lines::width(line));
        }
        let own = inner.split('\n').filter(|line| !line.is_empty()).count();
        let is_folded = self.style == ScalarStyle::Folded && count > own;
        let form = Form {
            indent,
            room: is_folded.then_some((widest, widest)),
            feeds: (self.value.len() - value.len(), value.len() - inner.len()),
            may_begin_with_space: inner.starts_with(' '),
            ..self.form()
        };
        Some((start..start + end, form))
    }

    /// Where the text of a block with properties begins, with what indents it.
    fn block_after_header(&self) -> Option<usize> {
        let header = self.token()?;
        let rest = self.get(header..self.text.len())?;
        if !rest.starts_with(['|', '>']) {
            return None;
        }
        let mut at = header + rest.find(['\r', '\n'])?;
        loop {
            let rest = self.get(at..self.text.len())?;
            let text = rest.trim_start_matches(['\r', '\n']);
            at += rest.len() - text.len();
            let line = text.split(['\r', '\n']).next()?;
            if !line.trim_matches(' ').is_empty() {
                return Some(at);
            }
            if line.is_empty() {
                return None;
            }
            at += line.len();
        }
    }
}

/// The lines of a block that are not empty, where its text begins at that of the first, without what indents them.
fn content_lines(raw: &str, indent: usize) -> impl Iterator<Item = (Range<usize>, &str)> {
    let lines = lines::split(raw).into_iter().enumerate();
    lines.filter_map(move |(number, line)| {
        let start = if number == 0 {
            line.start
        } else {
            line.start + indent
        };
        let text = raw.get(start..line.end).filter(|text| !text.is_empty())?;
        Some((start..line.end, text))
    })
}
