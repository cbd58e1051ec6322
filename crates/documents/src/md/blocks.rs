//! The blocks of a file, one event of the parser after the other: what stands in them inline becomes runs.

use std::ops::Range;

use pulldown_cmark::{Event, LinkType, Tag, TagEnd};

use crate::values::has_words;
use crate::{Content, DocumentError, Piece, overseer};

use super::links::{self, Quote};
use super::runs::{self, Close, Code, Run, Setting, Token};
use super::{Place, Units};

/// What a token takes until its run is a unit, in bytes, apart from its text.
const OF_TOKEN: usize = 400;

/// Makes units of blocks.
pub(super) struct Blocks<'a> {
    source: &'a str,
    depth: usize,
    /// What the blocks are in which the parser is.
    settings: Vec<Option<Setting>>,
    /// The run that is being read, and around it those in whose pictures it is.
    open: Vec<OpenRun>,
    /// How many links without text of their own are open.
    autolinks: usize,
}

/// A run that is being read.
struct OpenRun {
    setting: Setting,
    range: Range<usize>,
    tokens: Vec<Token>,
    codes: Vec<Code>,
    stretches: Vec<Stretch>,
    picture: Option<Picture>,
    prefix: Option<String>,
}

/// A stretch that is open.
struct Stretch {
    /// Its token, and its code.
    token: usize,
    code: usize,
    link: Option<Link>,
}

/// What is known of a link or a picture.
struct Link {
    kind: LinkType,
    title: String,
    start: usize,
}

/// The picture whose alternative text a run is.
struct Picture {
    link: Link,
    range: Range<usize>,
}

impl OpenRun {
    fn new(setting: Setting, start: usize, picture: Option<Picture>) -> Self {
        Self {
            setting,
            range: start..start,
            tokens: Vec::new(),
            codes: Vec::new(),
            stretches: Vec::new(),
            picture,
            prefix: None,
        }
    }

    /// Takes note of what stands before the first thing in a line, which begins here.
    fn see(&mut self, source: &str, start: usize) {
        let begins_line = match self.tokens.last() {
            Some(Token::LineEnd) => true,
            Some(Token::Mark(code)) => matches!(self.codes.get(*code), Some(Code::Break(_))),
            _ => false,
        };
        let before = source.get(self.range.start..start).unwrap_or_default();
        if begins_line
            && self.prefix.is_none()
            // No further back than to the line's beginning: in a file whose lines all end by a carriage return there is no
            // line feed however long it is.
            && let Some((before, end)) = last_line(before)
            && end == '\n'
            && before.trim_matches([' ', '\t', '>', '\\']).is_empty()
        {
            self.prefix = Some(before.trim_end_matches('\\').to_owned());
        }
    }

    fn code(&mut self, code: Code) -> usize {
        self.codes.push(code);
        self.codes.len() - 1
    }

    fn push_text(&mut self, source: &str, text: &str, range: Range<usize>) {
        let is_plain = source.get(range.clone()) == Some(text);
        if let Some(Token::Text(last, true, place)) = self.tokens.last_mut()
            && is_plain
            && place.end == range.start
        {
            last.push_str(text);
            place.end = range.end;
        } else {
            self.tokens
                .push(Token::Text(text.to_owned(), is_plain, range));
        }
    }
}

impl<'a> Blocks<'a> {
    pub(super) fn new(source: &'a str, depth: usize) -> Self {
        Self {
            source,
            depth,
            settings: Vec::new(),
            open: Vec::new(),
            autolinks: 0,
        }
    }

    /// Reads an event.
    ///
    /// # Errors
    /// As [`Collection::push`](crate::Collection::push), and [`DocumentError::TooLarge`] where there is too much within
    /// one another.
    pub(super) fn add(
        &mut self,
        event: Event<'_>,
        range: Range<usize>,
        units: &mut Units,
    ) -> Result<(), DocumentError> {
        match event {
            Event::Start(tag) => self.start(tag, range, units),
            Event::End(tag) => self.end(tag, range, units),
            Event::Text(text) if self.setting().is_some() => self.text(&text, range),
            Event::SoftBreak => self.token(range, |_| Token::LineEnd),
            Event::HardBreak => self.mark(Code::Break(range.clone()), range),
            Event::InlineHtml(_) => self.token(range.clone(), |_| Token::Html(range)),
            Event::Code(_)
            | Event::InlineMath(_)
            | Event::DisplayMath(_)
            | Event::FootnoteReference(_) => self.mark(Code::Mark(range.clone()), range),
            Event::Rule | Event::Html(_) => self.finish(units),
            Event::Text(_) | Event::TaskListMarker(_) => Ok(()),
        }
    }

    /// Makes a unit of what was read last.
    ///
    /// # Errors
    /// As [`add`](Self::add).
    pub(super) fn finish(&mut self, units: &mut Units) -> Result<(), DocumentError> {
        while let Some(open) = self.open.pop() {
            self.push(open, None, units)?;
        }
        Ok(())
    }

    fn setting(&self) -> Option<Setting> {
        match self.settings.last() {
            None => Some(Setting::Paragraph),
            Some(setting) => *setting,
        }
    }

    /// The run that is being read; one begins here where there is none.
    fn run(&mut self, start: usize) -> Option<&mut OpenRun> {
        if self.open.is_empty() {
            let setting = self.setting()?;
            // An escape is before the sign that is read.
            let is_escaped = start
                .checked_sub(1)
                .and_then(|at| self.source.get(at..start));
            let start = start - usize::from(is_escaped == Some("\\"));
            self.open.push(OpenRun::new(setting, start, None));
        }
        self.open.last_mut()
    }

    /// Adds a token that stands here, unless it is the address of a link that has no other text.
    fn token(
        &mut self,
        range: Range<usize>,
        token: impl FnOnce(&mut OpenRun) -> Token,
    ) -> Result<(), DocumentError> {
        if self.autolinks > 0 {
            return Ok(());
        }
        overseer::borrow(OF_TOKEN)?;
        let source = self.source;
        if let Some(run) = self.run(range.start) {
            run.see(source, range.start);
            run.range.end = range.end;
            let token = token(run);
            run.tokens.push(token);
        }
        Ok(())
    }

    fn mark(&mut self, code: Code, range: Range<usize>) -> Result<(), DocumentError> {
        self.token(range, |run| Token::Mark(run.code(code)))
    }

    fn text(&mut self, text: &str, range: Range<usize>) -> Result<(), DocumentError> {
        if self.autolinks > 0 {
            return Ok(());
        }
        overseer::borrow(OF_TOKEN.saturating_add(text.len().saturating_mul(3)))?;
        let source = self.source;
        if let Some(run) = self.run(range.start) {
            run.see(source, range.start);
            run.range.end = range.end;
            run.push_text(source, text, range);
        }
        Ok(())
    }

    fn start(
        &mut self,
        tag: Tag<'_>,
        range: Range<usize>,
        units: &mut Units,
    ) -> Result<(), DocumentError> {
        let sign = self
            .source
            .get(range.start..)
            .and_then(|it| it.chars().next());
        let sign = sign.unwrap_or('*');
        match tag {
            Tag::Emphasis => self.stretch(Code::Emphasis(sign), None, range, 1),
            Tag::Strong => self.stretch(Code::Strong(sign), None, range, 2),
            Tag::Strikethrough => {
                let source = self.source.get(range.clone()).unwrap_or_default();
                let signs = if source.starts_with("~~") { 2 } else { 1 };
                self.stretch(Code::Strike(signs), None, range, signs)
            }
            Tag::Link {
                link_type: LinkType::Autolink | LinkType::Email,
                ..
            } => {
                self.mark(Code::Mark(range.clone()), range)?;
                self.autolinks += 1;
                Ok(())
            }
            Tag::Link {
                link_type, title, ..
            } => {
                let link = Link {
                    kind: link_type,
                    title: title.into_string(),
                    start: range.start + 1,
                };
                let start = range.start..range.start + 1;
                self.stretch(Code::Mark(start), Some(link), range, 1)
            }
            Tag::Image {
                link_type, title, ..
            } => {
                overseer::borrow(OF_TOKEN)?;
                self.check_depth(self.open.len())?;
                let (start, end) = (range.start + 2, range.end);
                let Some(outer) = self.run(range.start) else {
                    return Ok(());
                };
                let in_table = outer.setting.is_in_table();
                let link = Link {
                    kind: link_type,
                    title: title.into_string(),
                    start,
                };
                let picture = Picture {
                    link,
                    range: range.start..end,
                };
                let setting = Setting::Alternative { in_table };
                self.open.push(OpenRun::new(setting, start, Some(picture)));
                Ok(())
            }
            tag => {
                self.finish(units)?;
                self.check_depth(self.settings.len())?;
                let block = self.source.get(range).unwrap_or_default();
                self.settings.push(match tag {
                    Tag::Heading { .. } if block.trim_end().contains(['\n', '\r']) => {
                        Some(Setting::Underlined)
                    }
                    Tag::Heading { .. } => Some(Setting::Heading),
                    Tag::TableCell => Some(Setting::Cell),
                    Tag::CodeBlock(_) | Tag::HtmlBlock | Tag::MetadataBlock(_) => None,
                    _ => Some(Setting::Paragraph),
                });
                Ok(())
            }
        }
    }

    fn check_depth(&self, depth: usize) -> Result<(), DocumentError> {
        if depth < self.depth {
            Ok(())
        } else {
            Err(DocumentError::too_large("levels", self.depth))
        }
    }

    /// Begins a stretch whose sign is so long.
    fn stretch(
        &mut self,
        code: Code,
        link: Option<Link>,
        range: Range<usize>,
        sign: usize,
    ) -> Result<(), DocumentError> {
        let stretches = self.open.last().map_or(0, |run| run.stretches.len());
        self.check_depth(stretches)?;
        let start = range.start..range.start + sign;
        self.token(start, |run| {
            let code = run.code(code);
            let token = run.tokens.len();
            run.stretches.push(Stretch { token, code, link });
            Token::Open(code)
        })
    }

    fn end(
        &mut self,
        tag: TagEnd,
        range: Range<usize>,
        units: &mut Units,
    ) -> Result<(), DocumentError> {
        match tag {
            TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough => {
                let stretch = self.open.last_mut().and_then(|run| run.stretches.pop());
                match stretch {
                    Some(stretch) => self.token(range, |_| Token::Close(stretch.code)),
                    None => Ok(()),
                }
            }
            TagEnd::Link if self.autolinks > 0 => {
                self.autolinks -= 1;
                Ok(())
            }
            TagEnd::Link => self.end_link(range, units),
            TagEnd::Image => self.end_picture(units),
            _ => {
                self.finish(units)?;
                self.settings.pop();
                Ok(())
            }
        }
    }

    fn end_link(&mut self, range: Range<usize>, units: &mut Units) -> Result<(), DocumentError> {
        let source = self.source;
        let Some(run) = self.open.last_mut() else {
            return Ok(());
        };
        let Some(Stretch {
            token,
            code,
            link: Some(link),
        }) = run.stretches.pop()
        else {
            return Ok(());
        };
        let in_table = run.setting.is_in_table();
        let range = whole(source, link.kind, range);
        let close = closing(source, run.range.end.max(link.start), range.end);
        let title = close
            .clone()
            .and_then(|close| title(source, close, &link, in_table));
        // Tools find it by its text, which is a name.
        let is_name = link.kind == LinkType::CollapsedUnknown;
        let has_text = !is_name
            && run
                .tokens
                .iter()
                .skip(token)
                .any(|token| matches!(token, Token::Text(text, ..) if has_words(text)));
        run.range.end = range.end;
        match (close, run.codes.get_mut(code)) {
            (Some(close), Some(link_code)) if has_text => {
                *link_code = Code::Link(match link.kind {
                    LinkType::Shortcut | LinkType::Collapsed => {
                        Close::Label(link.start..close.start)
                    }
                    _ => Close::Written(close),
                });
                run.tokens.push(Token::Close(code));
            }
            (_, Some(link_code)) => {
                // Nothing of it is to be translated, or it cannot be taken apart.
                *link_code = Code::Mark(range);
                run.tokens.truncate(token);
                run.tokens.push(Token::Mark(code));
            }
            _ => {}
        }
        match title {
            Some(title) => push_title(&link, title, units),
            None => Ok(()),
        }
    }

    fn end_picture(&mut self, units: &mut Units) -> Result<(), DocumentError> {
        let Some(run) = self.open.pop_if(|run| run.picture.is_some()) else {
            return Ok(());
        };
        let setting = run.setting;
        let Some(Picture { link, range }) = &run.picture else {
            return Ok(());
        };
        let (range, is_labelled) = (
            whole(self.source, link.kind, range.clone()),
            matches!(link.kind, LinkType::Shortcut | LinkType::Collapsed),
        );
        let close = closing(self.source, run.range.end.max(link.start), range.end);
        let is_name = link.kind == LinkType::CollapsedUnknown;
        if let Some(close) = close.filter(|_| !is_name) {
            if let Some(title) = title(self.source, close.clone(), link, setting.is_in_table()) {
                push_title(link, title, units)?;
            }
            let mut run = run;
            let text = link_text(&run, close.start);
            run.range = if is_labelled {
                // All but the last bracket: the label is written in between.
                text.start..range.end.saturating_sub(1)
            } else {
                text.clone()
            };
            self.push(run, is_labelled.then_some(text), units)?;
        }
        if let Some(outer) = self.open.last_mut() {
            let code = outer.code(Code::Mark(range.clone()));
            outer.tokens.push(Token::Picture(code));
            outer.range.end = range.end;
        }
        Ok(())
    }

    /// Makes a unit of a run, if there is something to translate in it.
    fn push(
        &self,
        run: OpenRun,
        label: Option<Range<usize>>,
        units: &mut Units,
    ) -> Result<(), DocumentError> {
        let mut codes = run.codes;
        let (before, content, after) = runs::pieces(self.source, run.tokens, &mut codes);
        let place = Place::Run(Box::new(Run {
            range: run.range,
            setting: run.setting,
            codes,
            before,
            after,
            prefix: run.prefix,
            label,
        }));
        units.push(content, place)
    }
}

/// The last line of what has several, and the sign before it.
fn last_line(text: &str) -> Option<(&str, char)> {
    let end = text.rfind(['\n', '\r'])?;
    let (before, line) = text.split_at_checked(end + 1)?;
    Some((line, before.chars().next_back()?))
}

/// Where the text of a picture stands that ends here.
fn link_text(run: &OpenRun, end: usize) -> Range<usize> {
    let start = run
        .picture
        .as_ref()
        .map_or(run.range.start, |picture| picture.link.start);
    start..end
}

fn push_title(
    link: &Link,
    (range, quote): (Range<usize>, Quote),
    units: &mut Units,
) -> Result<(), DocumentError> {
    let content = Content::new([Piece::Text(link.title.clone())]);
    units.push(content, Place::Title(range, quote))
}

/// Where the title of a link stands.
fn title(
    source: &str,
    close: Range<usize>,
    link: &Link,
    in_table: bool,
) -> Option<(Range<usize>, Quote)> {
    let is_inline = link.kind == LinkType::Inline && !link.title.is_empty();
    let written = source.get(close.clone()).filter(|_| is_inline)?;
    let written = written.strip_suffix(')')?;
    links::title(written, close.start, &link.title, in_table)
}

/// What ends a link behind its text, from the bracket on.
fn closing(source: &str, text_end: usize, end: usize) -> Option<Range<usize>> {
    let rest = source.get(text_end..end)?;
    let kept = rest.trim_start_matches([' ', '\t', '\r', '\n', '>']);
    kept.starts_with(']').then(|| end - kept.len()..end)
}

/// The range of a link with the brackets that say that its text is its label; the parser's is without them.
fn whole(source: &str, kind: LinkType, range: Range<usize>) -> Range<usize> {
    let is_left_out = matches!(kind, LinkType::Collapsed | LinkType::CollapsedUnknown)
        && !source
            .get(range.clone())
            .unwrap_or_default()
            .ends_with("[]")
        && source
            .get(range.end..)
            .unwrap_or_default()
            .starts_with("[]");
    range.start..range.end + if is_left_out { 2 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_begins_after_whichever_sign_ended_the_last() {
        assert_eq!(last_line("a\n> "), Some(("> ", '\n')));
        assert_eq!(last_line("a\nb\r> "), Some(("> ", '\r')));
        assert_eq!(last_line("a > "), None);
    }
}
