//! The style of translations that stand behind their sources.

use std::ops::Range;

use crate::xml::{Edits, Tag};

use super::marks::Marks;
use super::names::Namespace::{self, Office};

/// What the names of styles for translations begin with.
const STYLE: &str = "DragomanTranslation";

/// How translations of a part are written behind their sources.
pub(super) struct Style<'s> {
    pub(super) marks: &'s Marks,
    name: String,
    pub(super) is_used: bool,
    /// Where the style may be defined, and what has to stand around it there.
    place: Option<(Range<usize>, String, String)>,
}

impl<'s> Style<'s> {
    /// For a part in which there are no such translations yet, or some from before.
    pub(super) fn new(part: &str, marks: &'s Marks) -> Self {
        let is_free = |name: &String| !part.contains(&format!("\"{name}\""));
        let mut names = (1_u32..).map(|number| format!("{STYLE}{number}"));
        Self {
            marks,
            name: names.find(is_free).unwrap_or_else(|| STYLE.to_owned()),
            is_used: false,
            place: None,
        }
    }

    /// Takes note of a place for the style, if this is the start of one: there are styles of the part's own, or what
    /// follows them.
    pub(super) fn note_place(&mut self, tag: &Tag<'_, Namespace>) {
        if tag.namespace != Office || self.place.is_some() {
            return;
        }
        let range = tag.range.clone();
        let name = tag.full_name;
        self.place = match tag.name {
            "automatic-styles" if tag.is_empty => {
                Some((range, format!("<{name}>"), format!("</{name}>")))
            }
            "automatic-styles" => Some((range.end..range.end, String::new(), String::new())),
            "body" | "master-styles" => {
                let prefix = name.strip_suffix(tag.name).unwrap_or_default();
                let name = format!("{prefix}automatic-styles");
                let place = range.start..range.start;
                Some((place, format!("<{name}>"), format!("</{name}>")))
            }
            _ => None,
        };
    }

    /// Defines the style, if it is used.
    pub(super) fn define(self, edits: &mut Edits) {
        if let (true, Some((range, before, after))) = (self.is_used, self.place) {
            let style = self.marks.style(&self.name);
            edits.replace(range, format!("{before}{style}{after}"));
        }
    }

    /// What stands around text of a translation; names have this prefix. Attributes without one would be in no namespace.
    pub(super) fn span(&self, prefix: &str) -> Option<(String, String)> {
        let open = format!("<{prefix}span {prefix}style-name=\"{}\">", self.name);
        (!prefix.is_empty()).then(|| (open, format!("</{prefix}span>")))
    }
}
