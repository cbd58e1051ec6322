//! The pages of a document as sections of a Word document, with their heads and feet.

use std::fmt::Write as _;

use kurbo::{Rect, Size};

use crate::word::heads::{Heads, Running};
use crate::word::layout::{PageLayout, SMALL_PICTURE};
use crate::word::markup::{DECLARATION, NAMESPACES, run, twips};
use crate::word::order::{Column, Flow, order};
use crate::word::roles::Role;
use crate::word::story::{Alignment, Paragraph, Story};
use crate::word::writer::{Region, Writer};

/// The narrowest margins, and how much of a page they take at most.
const LEAST_MARGIN: f64 = 14.0;
const MOST_MARGIN: f64 = 0.4;
/// How much of the room below text stays free.
const MOST_ROOM: f64 = 0.7;
/// How much of the height of a page or column may be free below text that goes on.
const FREE: f64 = 0.12;
/// How much columns may differ that are the same, in points.
const SAME_COLUMN: f64 = 12.0;
/// Texts that a page has if its edges say where its margins are.
const LEAST_TEXTS: usize = 4;
/// How much of a page a picture takes that is its background.
const BACKGROUND: f64 = 0.8;

/// The parts of a document that have text.
pub(crate) struct Parts {
    pub(crate) document: String,
    /// Heads and feet: their names without the ending, and their markup.
    pub(crate) edges: Vec<(String, String)>,
    /// Whether pages on the left have others.
    pub(crate) has_sides: bool,
}

/// The room between the text of pages and their edges.
#[derive(Debug, Clone, Copy, Default)]
struct Margins {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

/// The columns of a section: their widths, and the white after each.
type Columns = Vec<(f64, f64)>;

/// A section that is being written.
struct Section {
    size: Size,
    margins: Margins,
    columns: Columns,
    starts_page: bool,
    is_first: bool,
}

/// A page with the order in which it is read.
struct Read {
    flow: Vec<Flow>,
    /// What lies behind its text.
    background: Vec<usize>,
    /// What its text covers, without heads and feet.
    covered: Option<Rect>,
}

/// Writes a document.
pub(crate) fn compose(writer: &mut Writer<'_>, heads: &Heads) -> Parts {
    let pages: Vec<Read> = writer
        .layout
        .pages
        .iter()
        .enumerate()
        .map(|(number, page)| read(page, number, heads))
        .collect();
    let references = references(heads);
    let mut composer = Composer {
        story: Story::default(),
        section: None,
        references: &references,
        heads,
        pages: &pages,
    };
    for number in 0..pages.len() {
        composer.page(writer, number);
    }
    let is_right_to_left = writer.is_right_to_left;
    let last = composer
        .section
        .map(|section| section.markup(&references, heads, is_right_to_left));
    let body = composer.story.finish(false);
    let document = format!(
        "{DECLARATION}<w:document {NAMESPACES}><w:body>{body}{}</w:body></w:document>",
        last.unwrap_or_default()
    );
    let edges = edge_parts(writer, heads);
    Parts {
        document,
        edges,
        has_sides: heads.left.is_some(),
    }
}

fn read(page: &PageLayout, number: usize, heads: &Heads) -> Read {
    let is_left_out = |text: usize| heads.left_out.contains(&(number, text));
    let pictures = page.pictures.iter().enumerate();
    let background: Vec<usize> = pictures
        .filter(|(_, picture)| is_background(page, picture.place))
        .map(|(number, _)| number)
        .collect();
    let flow = order(page, is_left_out, |picture| background.contains(&picture));
    let texts = page.texts.iter().enumerate();
    let texts = texts.filter(|(number, text)| text.is_upright() && !is_left_out(*number));
    let pictures = page.pictures.iter().enumerate();
    let pictures = pictures.filter(|(number, _)| !background.contains(number));
    let places = texts
        .map(|(_, text)| text.place)
        .chain(pictures.map(|(_, picture)| picture.place));
    let covered = places.reduce(|one, other| one.union(other));
    Read {
        flow,
        background,
        covered,
    }
}

/// Whether a picture lies behind text, or fills the page.
fn is_background(page: &PageLayout, picture: Rect) -> bool {
    let fills = picture.width() >= BACKGROUND * page.size.width
        && picture.height() >= BACKGROUND * page.size.height;
    let is_small = picture.width().max(picture.height()) <= SMALL_PICTURE;
    fills
        || is_small
        || page.texts.iter().any(|text| {
            let both = picture.intersect(text.place).area();
            both > 0.5 * text.place.area().min(picture.area())
        })
}

impl Section {
    fn markup(&self, references: &str, heads: &Heads, is_right_to_left: bool) -> String {
        let mut markup = String::from("<w:sectPr>");
        if self.is_first {
            markup.push_str(references);
        }
        if !self.starts_page {
            markup.push_str(r#"<w:type w:val="continuous"/>"#);
        }
        let Size { width, height } = self.size;
        let landscape = if width > height {
            r#" w:orient="landscape""#
        } else {
            ""
        };
        let Margins {
            left,
            right,
            top,
            bottom,
        } = self.margins;
        let _ = write!(
            markup,
            r#"<w:pgSz w:w="{}" w:h="{}"{landscape}/><w:pgMar w:top="{}" w:right="{}" w:bottom="{}" w:left="{}" w:header="{}" w:footer="{}" w:gutter="0"/>"#,
            twips(width).clamp(720, 31_680),
            twips(height).clamp(720, 31_680),
            twips(top),
            twips(right),
            twips(bottom),
            twips(left),
            twips(0.5 * top),
            twips(0.5 * bottom),
        );
        if self.is_first
            && let Some(number) = heads.first_number
        {
            let _ = write!(markup, r#"<w:pgNumType w:start="{number}"/>"#);
        }
        match self.columns.as_slice() {
            [] | [_] => {}
            columns => {
                let _ = write!(
                    markup,
                    r#"<w:cols w:num="{}" w:equalWidth="0">"#,
                    columns.len()
                );
                for (width, space) in columns {
                    let _ = write!(
                        markup,
                        r#"<w:col w:w="{}" w:space="{}"/>"#,
                        twips(*width).max(1),
                        twips(*space)
                    );
                }
                markup.push_str("</w:cols>");
            }
        }
        if self.is_first && heads.first_is_bare {
            markup.push_str("<w:titlePg/>");
        }
        if is_right_to_left {
            markup.push_str("<w:bidi/>");
        }
        markup + "</w:sectPr>"
    }

    /// Whether something with these columns on such a page goes on with the section.
    fn takes(&self, size: Size, columns: &Columns) -> bool {
        let is_same = |one: f64, other: f64| (one - other).abs() < SAME_COLUMN;
        is_same(self.size.width, size.width)
            && is_same(self.size.height, size.height)
            && self.columns.len() == columns.len()
            && self
                .columns
                .iter()
                .zip(columns)
                .all(|((one, _), (other, _))| is_same(*one, *other))
    }
}

/// Writes pages one after another.
struct Composer<'c> {
    story: Story,
    section: Option<Section>,
    references: &'c str,
    heads: &'c Heads,
    pages: &'c [Read],
}

impl Composer<'_> {
    fn page(&mut self, writer: &mut Writer<'_>, number: usize) {
        let (Some(page), Some(read)) = (writer.layout.pages.get(number), self.pages.get(number))
        else {
            return;
        };
        let margins = self.margins(writer, page.size);
        let left = match read.covered {
            // A page may stand to the side, as bound ones do.
            Some(covered) if page.texts.len() >= LEAST_TEXTS => covered.x0,
            _ => margins.left,
        };
        let region = Region {
            left,
            right: left + page.size.width - margins.left - margins.right,
            is_cell: false,
            align: None,
        };
        let mut is_at_top = true;
        let must_break = self.must_break(writer, number, margins);
        self.story.is_at_break = true;
        self.story.end = None;
        let background = read.background.iter();
        let behind: Vec<String> = background
            .filter_map(|&picture| writer.behind(number, picture))
            .collect();
        let mut behind = Some(behind.concat()).filter(|runs| !runs.is_empty());
        let mut rest = read.flow.as_slice();
        loop {
            let end = rest
                .iter()
                .position(|flow| matches!(flow, Flow::Columns(_)));
            let (plain, after) = rest.split_at(end.unwrap_or(rest.len()));
            // A page without anything is a page nevertheless.
            if !plain.is_empty() || rest.is_empty() && is_at_top {
                self.begin(
                    writer,
                    page.size,
                    margins,
                    Vec::new(),
                    is_at_top && number > 0,
                    must_break,
                );
                self.story.waiting += &behind.take().unwrap_or_default();
                writer.flow(&mut self.story, number, plain, region);
                is_at_top = false;
            }
            let Some((Flow::Columns(columns), after)) = after.split_first() else {
                break;
            };
            self.begin(
                writer,
                page.size,
                margins,
                widths(columns),
                is_at_top && number > 0,
                must_break,
            );
            self.story.waiting += &behind.take().unwrap_or_default();
            self.columns(writer, number, columns);
            is_at_top = false;
            rest = after;
        }
        if read.flow.is_empty() {
            // Nothing but what lies behind.
            self.story.add(Paragraph {
                is_flat: true,
                ..Paragraph::default()
            });
        }
    }

    fn columns(&mut self, writer: &mut Writer<'_>, page: usize, columns: &[Column]) {
        let bottom = columns
            .iter()
            .map(|column| column.place.y1)
            .fold(0.0, f64::max);
        let top = columns
            .iter()
            .map(|column| column.place.y0)
            .fold(f64::INFINITY, f64::min);
        for (number, column) in columns.iter().enumerate() {
            let before = number.checked_sub(1).and_then(|number| columns.get(number));
            let is_full =
                before.is_none_or(|before| bottom - before.place.y1 < FREE * (bottom - top));
            if number > 0 {
                self.story.is_at_break = true;
                self.story.end = None;
                if !is_full {
                    self.story.open = None;
                    self.story
                        .waiting
                        .push_str(r#"<w:r><w:br w:type="column"/></w:r>"#);
                }
            }
            let region = Region {
                left: column.place.x0,
                right: column.place.x1,
                is_cell: false,
                align: None,
            };
            writer.flow(&mut self.story, page, &column.flow, region);
        }
    }

    /// Begins what has these columns: another section, if it is not as the one before.
    fn begin(
        &mut self,
        writer: &Writer<'_>,
        size: Size,
        margins: Margins,
        columns: Columns,
        begins_page: bool,
        must_break: bool,
    ) {
        let breaks = begins_page && must_break;
        match &self.section {
            Some(section) if section.takes(size, &columns) => {
                self.story.breaks_page |= breaks;
                if breaks {
                    self.story.open = None;
                }
                return;
            }
            Some(section) => {
                let markup = section.markup(self.references, self.heads, writer.is_right_to_left);
                self.story.end_section(markup);
            }
            None => {}
        }
        let is_other_size = self.section.as_ref().is_none_or(|section| {
            (section.size.width - size.width).abs() >= SAME_COLUMN
                || (section.size.height - size.height).abs() >= SAME_COLUMN
        });
        self.section = Some(Section {
            size,
            margins,
            columns,
            starts_page: breaks || is_other_size,
            is_first: self.section.is_none(),
        });
    }

    /// Whether a page does not go on where the one before ends.
    fn must_break(&self, writer: &Writer<'_>, number: usize, margins: Margins) -> bool {
        let before = number.checked_sub(1);
        let Some(before) = before
            .and_then(|before| Some((self.pages.get(before)?, writer.layout.pages.get(before)?)))
        else {
            return false;
        };
        let (read, page) = before;
        let height = page.size.height - margins.top - margins.bottom;
        let bottom = last_bottom(&read.flow, page).unwrap_or_default();
        let is_full = bottom > page.size.height - margins.bottom - FREE * height;
        let begins_part = self
            .pages
            .get(number)
            .is_some_and(|read| match read.flow.first() {
                Some(Flow::Text(text)) => {
                    let found = writer
                        .layout
                        .pages
                        .get(number)
                        .and_then(|page| page.texts.get(*text));
                    found.is_some_and(|found| {
                        matches!(
                            writer.roles.role(number, *text, found),
                            Role::Title | Role::Heading(1)
                        )
                    })
                }
                _ => false,
            });
        !is_full || begins_part
    }

    /// The margins of pages of a size: what most of them leave free.
    fn margins(&self, writer: &Writer<'_>, size: Size) -> Margins {
        let mut sides: [Vec<f64>; 4] = Default::default();
        for (read, page) in self.pages.iter().zip(&writer.layout.pages) {
            let is_same = (page.size.width - size.width).abs() < SAME_COLUMN
                && (page.size.height - size.height).abs() < SAME_COLUMN;
            if let Some(covered) = read.covered.filter(|_| is_same) {
                let free = [
                    covered.x0,
                    size.width - covered.x1,
                    covered.y0,
                    size.height - covered.y1,
                ];
                for (side, free) in sides.iter_mut().zip(free) {
                    side.push(free);
                }
            }
        }
        let [left, right, top, bottom] = sides;
        let usual = |mut side: Vec<f64>, length: f64, part: usize| {
            side.sort_by(f64::total_cmp);
            let usual = side.get(side.len() / part).copied().unwrap_or(72.0);
            usual.clamp(LEAST_MARGIN, MOST_MARGIN * length)
        };
        Margins {
            left: usual(left, size.width, 2),
            right: usual(right, size.width, 4),
            top: usual(top, size.height, 4),
            // Other type may take more room.
            bottom: (MOST_ROOM * usual(bottom, size.height, 4)).max(LEAST_MARGIN),
        }
    }
}

/// How wide columns are, and the white after them.
fn widths(columns: &[Column]) -> Columns {
    let next = columns.iter().skip(1).map(|column| Some(column.place.x0));
    let next = next.chain([None]);
    let widths = columns.iter().zip(next).map(|(column, next)| {
        let space = next.map_or(0.0, |next| next - column.place.x1);
        (column.place.width(), space.max(0.0))
    });
    widths.collect()
}

/// Where what is read last on a page ends.
fn last_bottom(flow: &[Flow], page: &PageLayout) -> Option<f64> {
    let bottoms = flow.iter().filter_map(|flow| match flow {
        Flow::Text(number) => {
            let text = page.texts.get(*number)?;
            text.is_upright().then_some(text.place.y1)
        }
        Flow::Picture(number) => Some(page.pictures.get(*number)?.place.y1),
        Flow::Table(table) => table.edges.rows.last().copied(),
        Flow::Columns(columns) => last_bottom(&columns.last()?.flow, page),
    });
    bottoms.reduce(f64::max)
}

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

fn references(heads: &Heads) -> String {
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

fn edge_parts(writer: &Writer<'_>, heads: &Heads) -> Vec<(String, String)> {
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
        let written = writer.said.written(text).text();
        let look = &text.look;
        let body = &writer.roles.body;
        let plain = |text: &str| {
            run(
                text,
                look,
                body,
                crate::word::markup::is_right_to_left(text),
            )
        };
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
