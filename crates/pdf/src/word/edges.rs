//! The heads and feet of a document as parts of their own.

use std::fmt::Write as _;

use crate::word::heads::{Heads, Running};
use crate::word::markup::{DECLARATION, NAMESPACES, is_right_to_left, run};
use crate::word::story::{Alignment, Paragraph, Story};
use crate::word::writer::Writer;

/// A head or foot of a document.
struct Kind<'h> {
    /// The name of its part.
    name: String,
    /// What it is, and on which pages it stands, as Word calls them.
    element: &'static str,
    pages: &'static str,
    rows: &'h [Vec<Running>],
}

/// The heads and feet that a document has.
fn kinds(heads: &Heads) -> Vec<Kind<'_>> {
    let sides = [
        (Some(&heads.usual), "default"),
        (heads.left.as_ref(), "even"),
    ];
    let sides = sides
        .into_iter()
        .filter_map(|(edges, pages)| Some((edges?, pages)));
    let all = sides.flat_map(|(edges, pages)| {
        [("header", &edges.head), ("footer", &edges.foot)].map(|(element, rows)| Kind {
            name: format!("{element}-{pages}"),
            element,
            pages,
            rows,
        })
    });
    all.filter(|kind| !kind.rows.is_empty()).collect()
}

/// The markup with which a section refers to them.
pub(crate) fn references(heads: &Heads) -> String {
    let references = kinds(heads).into_iter().map(|kind| {
        let Kind {
            name,
            element,
            pages,
            ..
        } = kind;
        format!(r#"<w:{element}Reference w:type="{pages}" r:id="{name}"/>"#)
    });
    references.collect()
}

/// The parts with them: their names without the ending, and their markup.
pub(crate) fn edge_parts(writer: &Writer<'_>, heads: &Heads) -> Vec<(String, String)> {
    let parts = kinds(heads).into_iter().map(|kind| {
        let element = if kind.element == "header" {
            "hdr"
        } else {
            "ftr"
        };
        let mut story = Story::default();
        for row in kind.rows {
            story.add(edge_row(writer, row));
        }
        let body = story.finish(true);
        let part = format!("{DECLARATION}<w:{element} {NAMESPACES}>{body}</w:{element}>");
        (kind.name, part)
    });
    parts.collect()
}

/// A row of a head or foot: its texts with tabs between them.
fn edge_row(writer: &Writer<'_>, row: &[Running]) -> Paragraph {
    let mut paragraph = Paragraph {
        is_right_to_left: writer.is_right_to_left,
        ..Paragraph::default()
    };
    let only = row.len() == 1;
    for running in row {
        let Some(page) = writer.layout.pages.get(running.page) else {
            continue;
        };
        let Some(text) = page.texts.get(running.text) else {
            continue;
        };
        let middle = text.place.center().x / page.size.width;
        let place = match middle {
            ..0.4 => Alignment::Start,
            ..0.6 => Alignment::Centre,
            _ => Alignment::End,
        };
        let width = page.size.width - 2.0 * page.size.width / 8.0;
        match (place, only) {
            (place, true) => paragraph.alignment = place,
            (Alignment::Centre, false) => paragraph.tabs.push(("center", width / 2.0)),
            (Alignment::End, false) => paragraph.tabs.push(("right", width)),
            (_, false) => {}
        }
        if !only && place != Alignment::Start {
            paragraph.runs.push_str("<w:r><w:tab/></w:r>");
        }
        let written = text.said(writer.said.written(text));
        let look = &text.look;
        let body = &writer.roles.body;
        let plain = |text: &str| run(text, look, body, is_right_to_left(text));
        let number = running
            .number
            .as_deref()
            .and_then(|number| Some((number, written.find(number)?)));
        match number {
            Some((number, start)) => {
                let (before, rest) = written.split_at(start);
                let after = rest.get(number.len()..).unwrap_or_default();
                paragraph.runs += &plain(before);
                let _ = write!(
                    paragraph.runs,
                    r#"<w:fldSimple w:instr=" PAGE ">{}</w:fldSimple>"#,
                    plain(number)
                );
                paragraph.runs += &plain(after);
            }
            None => paragraph.runs += &plain(&written),
        }
    }
    paragraph
        .tabs
        .sort_by(|(_, one), (_, other)| one.total_cmp(other));
    paragraph
}
