//! The text of a paragraph while it is written.

use super::{Around, Behind, Format, Fragment, ParagraphOptions, Repeat, TextTags};
use crate::xml::Edits;

/// Where what is copied comes from.
pub(super) enum Source<'a> {
    /// From what the paragraph had, with the changes in it, which are there no more.
    Moved(&'a mut Edits),
    /// From what it has still, with the changes in it; only what may be there twice.
    Copied(&'a Edits, &'a Behind<'a>),
}

/// How what has text in it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Entrance {
    /// With its text.
    Written,
    /// Only its text is.
    Bare,
    /// Neither is.
    LeftOut,
}

pub(super) struct Writer<'a> {
    pub(super) out: String,
    pub(super) options: ParagraphOptions,
    /// Whether a text with letters was written.
    pub(super) has_letters: bool,
    /// What the output's end stands in.
    around: Around,
    run: Option<usize>,
    /// How much is open in the run in which no other may begin.
    held: usize,
    /// Whether the output ends with text of this run, or with something in it.
    is_text_open: bool,
    formats: &'a [Format],
    tags: &'a TextTags,
    part: &'a str,
    source: Source<'a>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(
        options: ParagraphOptions,
        formats: &'a [Format],
        tags: &'a TextTags,
        part: &'a str,
        source: Source<'a>,
    ) -> Self {
        Self {
            out: String::new(),
            options,
            has_letters: false,
            around: Around::default(),
            run: options.first,
            held: 0,
            is_text_open: false,
            formats,
            tags,
            part,
            source,
        }
    }

    /// Ends the line of the text before the translation. It looks as this format does: it may make the line higher.
    pub(super) fn end_line(&mut self, behind: &Behind<'_>, format: usize) {
        let Some(known) = self.formats.get(format) else {
            self.out.push_str(behind.line);
            return;
        };
        if behind.is_inserted || known.around.is_empty() {
            self.begin_run(format);
            self.out.push_str(behind.line);
        } else {
            let parts = [known.open.as_str(), behind.line, known.close.as_str()];
            self.out.extend(parts);
        }
    }

    pub(super) fn text(&mut self, text: &str, format: usize) {
        if text.is_empty() {
            return;
        }
        self.has_letters |= text.contains(char::is_alphabetic);
        let text = (self.options.escape)(text);
        self.raw_text(&text, format);
    }

    /// Text as it is written between tags.
    pub(super) fn raw_text(&mut self, text: &str, format: usize) {
        self.begin_run(format);
        let goes_on = std::mem::replace(&mut self.is_text_open, self.options.joins_texts);
        let before = self.out.strip_suffix(&self.tags.close).map(str::len);
        match before.filter(|_| goes_on) {
            Some(before) => self.out.truncate(before),
            None => self.out.push_str(&self.tags.open),
        }
        self.out.push_str(text);
        self.out.push_str(&self.tags.close);
    }

    /// How what begins with these fragments is written.
    pub(super) fn entrance(&self, open: &[Fragment]) -> Entrance {
        let Source::Copied(_, behind) = &self.source else {
            return Entrance::Written;
        };
        let kinds = open.iter().map(|fragment| behind.repeat(fragment));
        if kinds.clone().any(|kind| kind == Some(&Repeat::Nothing)) {
            return Entrance::LeftOut;
        }
        match kinds.into_iter().all(|kind| kind == Some(&Repeat::Same)) {
            true => Entrance::Written,
            false => Entrance::Bare,
        }
    }

    /// What stands between words. Before and after all of them a line does not end again.
    pub(super) fn fragments(&mut self, fragments: &[Fragment], is_outer: bool) {
        for fragment in fragments {
            let text = match &mut self.source {
                Source::Moved(edits) => edits.take(self.part, fragment.range()),
                Source::Copied(edits, behind) => match behind.repeat(fragment) {
                    Some(Repeat::Same) => edits.copy(self.part, fragment.range()),
                    Some(Repeat::Line) if !is_outer => behind.line.to_owned(),
                    Some(Repeat::Other(text)) => text.clone(),
                    _ => continue,
                },
            };
            self.fragment(fragment, &text);
        }
    }

    /// What keeps its order: the starts and ends of ranges, which are there once.
    pub(super) fn ordered(&mut self, fragments: &[Fragment]) {
        if matches!(self.source, Source::Moved(_)) {
            self.fragments(fragments, false);
        }
    }

    /// The end of something that was written with its text.
    pub(super) fn close(&mut self, fragments: &[Fragment]) {
        for fragment in fragments {
            let text = match &mut self.source {
                Source::Moved(edits) => edits.take(self.part, fragment.range()),
                Source::Copied(edits, _) => edits.copy(self.part, fragment.range()),
            };
            self.fragment(fragment, &text);
        }
    }

    fn fragment(&mut self, fragment: &Fragment, text: &str) {
        self.is_text_open &= matches!(fragment, Fragment::InText(..));
        match fragment {
            Fragment::InRun(_, format) => {
                self.begin_run(*format);
                self.out.push_str(text);
            }
            Fragment::Alone(_, format) => {
                self.end_run();
                self.begin_run(*format);
                self.out.push_str(text);
                self.end_run();
            }
            Fragment::InText(_, format) => self.raw_text(text, *format),
            Fragment::BeginInRun(_, format) => {
                self.begin_run(*format);
                self.out.push_str(text);
                self.held += 1;
            }
            Fragment::EndInRun(_) => {
                self.out.push_str(text);
                self.held = self.held.saturating_sub(1);
            }
            Fragment::Beside(_, around) => {
                self.enter(around);
                self.out.push_str(text);
            }
            Fragment::Between(_, around) => {
                self.end_run();
                self.around.leave(around, &mut self.out);
                self.out.push_str(text);
            }
        }
    }

    fn begin_run(&mut self, format: usize) {
        if self.run == Some(format) || self.held > 0 {
            return;
        }
        self.end_run();
        self.is_text_open = false;
        if let Some(format) = self.formats.get(format) {
            self.enter(&format.around);
            self.out.push_str(&format.open);
        }
        self.run = Some(format);
    }

    /// What is written, with everything closed but the run that is to be open after it.
    pub(super) fn end(mut self) -> String {
        match self.options.last {
            Some(format) => self.begin_run(format),
            None => self.enter(&Around::default()),
        }
        self.out
    }

    /// Goes on beside runs, in these elements.
    fn enter(&mut self, around: &Around) {
        self.end_run();
        self.around.enter(around, self.part, &mut self.out);
    }

    fn end_run(&mut self) {
        if self.held > 0 {
            return;
        }
        let format = self.run.take().and_then(|run| self.formats.get(run));
        if let Some(format) = format {
            self.out.push_str(&format.close);
        }
    }
}
