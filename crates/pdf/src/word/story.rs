//! Paragraphs and tables one after another: the body of a document, a cell, a head.

use dragoman_typesetting::Align;

use crate::word::look::Look;
use crate::word::markup::twips;
use crate::word::roles::Role;

/// A paragraph as it is written.
#[derive(Debug, Default, Clone)]
pub(crate) struct Paragraph {
    pub(crate) style: Option<&'static str>,
    pub(crate) breaks_page: bool,
    /// The number of its list.
    pub(crate) list: Option<usize>,
    /// Where tabs go to, and how text stands there.
    pub(crate) tabs: Vec<(&'static str, f64)>,
    pub(crate) is_right_to_left: bool,
    /// The space before it, in points.
    pub(crate) before: f64,
    /// How far its lines are apart, in 240ths of what is usual, if that is not what its style has.
    pub(crate) line: Option<i64>,
    /// Whether it is as low as can be.
    pub(crate) is_flat: bool,
    /// From where its text goes, at the side at which it begins, and where its first line begins from there.
    pub(crate) indent: f64,
    pub(crate) first: f64,
    /// How far before the other side it ends.
    pub(crate) end_indent: f64,
    pub(crate) alignment: Alignment,
    pub(crate) runs: String,
    /// The section that ends with it.
    pub(crate) section: Option<String>,
}

/// Where lines stand, by the direction in which they are read.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Alignment {
    #[default]
    Start,
    Centre,
    End,
    Both,
}

impl Alignment {
    /// That of text that is read from the right or the left.
    pub(crate) const fn of(align: Align, is_right_to_left: bool) -> Self {
        match (align, is_right_to_left) {
            (Align::Centre, _) => Self::Centre,
            (Align::Justify, _) => Self::Both,
            (Align::End, _) | (Align::Right, false) | (Align::Left, true) => Self::End,
            (Align::Start, _) | (Align::Right, true) | (Align::Left, false) => Self::Start,
        }
    }
}

impl Paragraph {
    /// Its markup.
    pub(crate) fn markup(&self) -> String {
        let mut properties = String::new();
        if let Some(style) = self.style {
            properties += &format!(r#"<w:pStyle w:val="{style}"/>"#);
        }
        if self.breaks_page {
            properties.push_str("<w:pageBreakBefore/>");
        }
        if let Some(list) = self.list {
            properties +=
                &format!(r#"<w:numPr><w:ilvl w:val="0"/><w:numId w:val="{list}"/></w:numPr>"#);
        }
        if !self.tabs.is_empty() {
            properties.push_str("<w:tabs>");
            for (kind, at) in &self.tabs {
                properties += &format!(r#"<w:tab w:val="{kind}" w:pos="{}"/>"#, twips(*at));
            }
            properties.push_str("</w:tabs>");
        }
        if self.is_right_to_left {
            properties.push_str("<w:bidi/>");
        }
        properties += &self.spacing();
        let (indent, first) = (twips(self.indent), twips(self.first));
        let end = twips(self.end_indent);
        if indent != 0 || first != 0 || end != 0 {
            let first = match first {
                0 => String::new(),
                1.. => format!(r#" w:firstLine="{first}""#),
                _ => format!(r#" w:hanging="{}""#, -first),
            };
            properties += &format!(r#"<w:ind w:left="{indent}" w:right="{end}"{first}/>"#);
        }
        properties.push_str(match self.alignment {
            Alignment::Start => "",
            Alignment::Centre => r#"<w:jc w:val="center"/>"#,
            // Word takes left and right for where text begins and ends.
            Alignment::End => r#"<w:jc w:val="right"/>"#,
            Alignment::Both => r#"<w:jc w:val="both"/>"#,
        });
        if self.is_flat {
            properties.push_str(r#"<w:rPr><w:sz w:val="2"/><w:szCs w:val="2"/></w:rPr>"#);
        }
        if let Some(section) = &self.section {
            properties += section;
        }
        let properties = match properties.is_empty() {
            true => properties,
            false => format!("<w:pPr>{properties}</w:pPr>"),
        };
        format!("<w:p>{properties}{}</w:p>", self.runs)
    }

    fn spacing(&self) -> String {
        if self.is_flat {
            return r#"<w:spacing w:before="0" w:after="0" w:line="20" w:lineRule="exact"/>"#
                .to_owned();
        }
        let before = twips(self.before);
        let before = match before {
            ..=0 => String::new(),
            _ => format!(r#" w:before="{before}""#),
        };
        let line = self
            .line
            .map(|line| format!(r#" w:line="{line}" w:lineRule="auto""#));
        match (before.as_str(), line) {
            ("", None) => String::new(),
            (_, line) => format!("<w:spacing{before}{}/>", line.unwrap_or_default()),
        }
    }
}

/// What a paragraph says that may go on in the next one.
#[derive(Debug, Clone)]
pub(crate) struct Open {
    pub(crate) role: Role,
    pub(crate) look: Look,
    /// What it says, as it is in the source and as it is written.
    pub(crate) source: String,
    pub(crate) written: String,
}

/// Where something that was written last ends on its page.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Last {
    /// The baseline of text.
    Baseline(f64),
    /// The lower edge of something else.
    Edge(f64),
}

/// Paragraphs and tables one after another. The last paragraph can still change.
#[derive(Debug, Default)]
pub(crate) struct Story {
    written: String,
    last: Option<Paragraph>,
    ends_with_table: bool,
    /// What the last paragraph says, if the next may go on with it.
    pub(crate) open: Option<Open>,
    /// Whether a new page or column begins.
    pub(crate) is_at_break: bool,
    /// Whether the next paragraph is to begin a page.
    pub(crate) breaks_page: bool,
    /// Runs that are to stand at the beginning of the next paragraph.
    pub(crate) waiting: String,
    pub(crate) end: Option<Last>,
}

impl Story {
    /// Adds a paragraph.
    pub(crate) fn add(&mut self, mut paragraph: Paragraph) {
        self.flush();
        paragraph.breaks_page |= std::mem::take(&mut self.breaks_page);
        let waiting = std::mem::take(&mut self.waiting);
        paragraph.runs.insert_str(0, &waiting);
        self.last = Some(paragraph);
        self.ends_with_table = false;
        self.open = None;
        self.is_at_break = false;
    }

    /// Puts runs at the end of the last paragraph.
    pub(crate) fn go_on(&mut self, runs: &str) {
        if let Some(last) = &mut self.last {
            last.runs += &std::mem::take(&mut self.waiting);
            last.runs += runs;
            self.is_at_break = false;
        }
    }

    /// Takes the last letter of the last paragraph away.
    pub(crate) fn drop_last_letter(&mut self) {
        const END: &str = "</w:t></w:r>";
        let Some(last) = &mut self.last else {
            return;
        };
        if let Some(before) = last.runs.strip_suffix(END) {
            let length = before.len() - before.chars().next_back().map_or(0, char::len_utf8);
            last.runs.truncate(length);
            last.runs.push_str(END);
        }
    }

    /// Adds a table, apart from one before it.
    pub(crate) fn add_table(&mut self, markup: &str) {
        let must_part = self.ends_with_table && self.last.is_none();
        if must_part || self.breaks_page || !self.waiting.is_empty() {
            self.add(Paragraph {
                is_flat: true,
                ..Paragraph::default()
            });
        }
        self.flush();
        self.written.push_str(markup);
        self.ends_with_table = true;
        self.open = None;
        self.is_at_break = false;
    }

    /// Ends a section, of which this is said, if there is anything in it.
    pub(crate) fn end_section(&mut self, section: String) {
        if self.last.is_none() {
            self.add(Paragraph {
                is_flat: true,
                ..Paragraph::default()
            });
        }
        if let Some(last) = &mut self.last {
            last.section = Some(section);
        }
        self.flush();
        self.open = None;
    }

    fn flush(&mut self) {
        if let Some(last) = self.last.take() {
            self.written += &last.markup();
        }
    }

    /// All of it. Something must end with a paragraph.
    pub(crate) fn finish(mut self, is_flat: bool) -> String {
        if self.last.is_none() || !self.waiting.is_empty() {
            self.add(Paragraph {
                is_flat,
                ..Paragraph::default()
            });
        }
        self.flush();
        self.written
    }
}
