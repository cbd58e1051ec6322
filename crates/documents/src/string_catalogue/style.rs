//! How a catalogue is written.

use std::ops::Range;

use crate::encoding::{Edit, TextFile};
use crate::json::{self, Kind, Tree};

use super::plan::{Fill, Insertion, Part};

/// The longest white space that is written again, in bytes: what stands in each line may be written very often.
const LONGEST_SPACE: usize = 8;

/// How a file of JSON divides what stands in it.
#[derive(Debug)]
pub(super) struct Style {
    /// What ends lines; nothing if all of it is one line.
    line_end: &'static str,
    indentation: String,
    /// What stands between a name and a value, and between members in one line.
    colon: String,
    comma: String,
    strings: json::Style,
}

impl Style {
    /// That of a catalogue, by the first members of it.
    pub(super) fn of(text: &str, tree: &Tree) -> Self {
        let nodes = tree.nodes().iter();
        let strings = nodes.filter(|node| node.kind == Kind::String);
        let strings = json::Style::of(text, strings.map(|node| node.range.clone()));
        let mut members = tree.children(0).filter_map(|number| tree.node(number));
        let (first, second) = (members.next(), members.next());
        let get = |range: Range<usize>| text.get(range).unwrap_or_default();
        let before = first.map_or("", |first| {
            let start = tree.node(0).map_or(0, |root| root.range.start + 1);
            get(start..first.key.start.saturating_sub(1))
        });
        let colon = first.map_or(" : ", |first| get(first.key.end + 1..first.whole().start));
        let comma = first.zip(second).map_or(",", |(first, second)| {
            get(first.whole().end..second.key.start.saturating_sub(1))
        });
        let has_lines = before.contains('\n');
        let line_end = match (has_lines, before.contains("\r\n")) {
            (false, _) => "",
            (true, false) => "\n",
            (true, true) => "\r\n",
        };
        Self {
            line_end,
            indentation: usual(before.rsplit('\n').next().unwrap_or_default(), "  "),
            colon: usual(colon, " : "),
            comma: usual(if has_lines { "," } else { comma }, ","),
            strings,
        }
    }

    fn push_line(&self, depth: usize, written: &mut String) {
        if !self.line_end.is_empty() {
            written.push_str(self.line_end);
            written.extend(std::iter::repeat_n(self.indentation.as_str(), depth));
        }
    }
}

/// What a file has between two things, or what is usual if that is very long.
fn usual(written: &str, usual: &str) -> String {
    let is_short = written.len() <= LONGEST_SPACE;
    if is_short { written } else { usual }.to_owned()
}

/// The places between the members of an object.
struct Places<'a> {
    /// Where each member starts, with the greatest name until there.
    starts: Vec<(&'a str, usize)>,
    /// Where the last one ends.
    end: usize,
}

impl Places<'_> {
    /// The change that puts a member with this name, which is written so, into the object.
    fn edit(&self, writer: &Writer<'_>, depth: usize, name: &str, written: String) -> Edit {
        let later = self
            .starts
            .partition_point(|(greatest, _)| *greatest <= name);
        let mut between = writer.style.comma.clone();
        writer.style.push_line(depth, &mut between);
        let (at, replacement) = match self.starts.get(later) {
            Some((_, start)) => (*start, written + &between),
            None => (self.end, between + &written),
        };
        Edit {
            range: at..at,
            replacement,
        }
    }
}

/// Writes what a catalogue gets.
pub(super) struct Writer<'a> {
    pub(super) file: &'a TextFile,
    pub(super) tree: &'a Tree,
    pub(super) style: &'a Style,
    /// The translations of its texts, where they have one.
    pub(super) texts: &'a [Option<String>],
    /// Where the sources of the texts stand.
    pub(super) sources: &'a [Range<usize>],
}

impl Writer<'_> {
    /// A text that was only prepared.
    pub(super) fn filled(&self, fill: &Fill) -> Option<[Edit; 2]> {
        let text = self.texts.get(fill.text)?.as_deref()?;
        let state = Edit {
            range: fill.state.clone(),
            replacement: "translated".to_owned(),
        };
        let value = Edit {
            range: fill.value.clone(),
            replacement: self.escaped(text),
        };
        Some([state, value])
    }

    fn escaped(&self, text: &str) -> String {
        let mut written = String::new();
        let has = |character| self.file.has(character);
        self.style.strings.escape(text, has, &mut written);
        written
    }

    /// The members that an object gets, where some text in them was translated: each before the first one whose name comes
    /// later, or behind the last one.
    pub(super) fn inserted(&self, object: usize, members: &[Insertion]) -> Vec<Edit> {
        let mut members: Vec<&Insertion> = members
            .iter()
            .filter(|member| member.part.is_translated(self.texts))
            .collect();
        members.sort_by(|one, other| one.name.cmp(&other.name));
        let Some(node) = self.tree.node(object).filter(|_| !members.is_empty()) else {
            return Vec::new();
        };
        if self.tree.children(object).next().is_none() {
            let mut replacement = String::new();
            let members = members.iter().map(|it| (it.name.as_str(), &it.part));
            self.push_object(members, node.depth, &mut replacement);
            let range = node.range.clone();
            return vec![Edit { range, replacement }];
        }
        let places = self.places(object);
        let edits = members.iter().map(|member| {
            let mut written = String::new();
            self.push_member(&member.name, &member.part, node.depth + 1, &mut written);
            places.edit(self, node.depth + 1, &member.name, written)
        });
        edits.collect()
    }

    /// Where members can be put into an object that has some.
    fn places(&self, object: usize) -> Places<'_> {
        let mut greatest = "";
        let mut end = 0;
        let members = self
            .tree
            .children(object)
            .filter_map(|it| self.tree.node(it));
        let starts = members.map(|node| {
            greatest = greatest.max(self.file.get(node.key.clone()));
            end = node.whole().end;
            (greatest, node.key.start - 1)
        });
        let starts = starts.collect();
        Places { starts, end }
    }

    fn push_member(&self, name: &str, part: &Part, depth: usize, written: &mut String) {
        written.extend(["\"", name, "\"", &self.style.colon]);
        match part {
            Part::Copy(range) => written.push_str(self.file.get(range.clone())),
            Part::Text(number) => self.push_text(*number, depth, written),
            Part::Object(members) => {
                let members = members.iter().map(|(name, part)| (name.as_str(), part));
                self.push_object(members, depth, written);
            }
        }
    }

    fn push_object<'a>(
        &self,
        members: impl Iterator<Item = (&'a str, &'a Part)>,
        depth: usize,
        written: &mut String,
    ) {
        written.push('{');
        for (index, (name, part)) in members.enumerate() {
            if index > 0 {
                written.push_str(&self.style.comma);
            }
            self.style.push_line(depth + 1, written);
            self.push_member(name, part, depth + 1, written);
        }
        self.style.push_line(depth, written);
        written.push('}');
    }

    /// A text with its state. One that stays in the target language what it is is as good as a translation.
    fn push_text(&self, number: usize, depth: usize, written: &mut String) {
        let translation = self.texts.get(number).and_then(Option::as_deref);
        let source = || {
            self.sources
                .get(number)
                .map(|range| self.file.get(range.clone()).to_owned())
        };
        let value = match translation {
            Some(text) => self.escaped(text),
            None => source().unwrap_or_default(),
        };
        let members = [("state", "translated"), ("value", &value)];
        written.push('{');
        for (index, (name, value)) in members.into_iter().enumerate() {
            if index > 0 {
                written.push_str(&self.style.comma);
            }
            self.style.push_line(depth + 1, written);
            written.extend(["\"", name, "\"", &self.style.colon, "\"", value, "\""]);
        }
        self.style.push_line(depth, written);
        written.push('}');
    }
}
