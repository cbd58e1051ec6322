//! The pages of a document as sections of a Word document, with their heads and feet.

use std::collections::BTreeMap;

use dragoman_documents::DocumentError;
use dragoman_documents::overseer::go_on;
use kurbo::{Rect, Size};

use crate::word::edges::{edge_parts, references};
use crate::word::flow::{Column, Flow};
use crate::word::heads::Heads;
use crate::word::layout::{PageLayout, SMALL_PICTURE};
use crate::word::markup::{DECLARATION, NAMESPACES};
use crate::word::order::order;
use crate::word::placing::Region;
use crate::word::roles::Role;
use crate::word::sections::{Columns, Margins, Section, SizeKind, kind, margins, widths};
use crate::word::story::{Paragraph, Story};
use crate::word::writer::Writer;

/// How much of the height of a page or column may be free below text that goes on.
const FREE: f64 = 0.12;
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

/// A page with the order in which it is read.
struct Read {
    flow: Vec<Flow>,
    /// What lies behind its text.
    background: Vec<usize>,
    /// What its text covers, without heads and feet.
    covered: Option<Rect>,
}

/// Writes a document.
///
/// # Errors
/// If it is given up.
pub(crate) fn compose(writer: &mut Writer<'_>, heads: &Heads) -> Result<Parts, DocumentError> {
    let layouts = &writer.layout.pages;
    let mut pages: Vec<Read> = Vec::with_capacity(layouts.len());
    for (number, page) in layouts.iter().enumerate() {
        go_on()?;
        pages.push(read(page, number, heads));
    }
    let sizes = layouts.iter().zip(&pages);
    let sizes = sizes.map(|(page, read)| (page.size, read.covered));
    let references = references(heads);
    let mut composer = Composer {
        story: Story::default(),
        section: None,
        references: &references,
        heads,
        pages: &pages,
        margins: margins(sizes),
    };
    for number in 0..pages.len() {
        go_on()?;
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
    Ok(Parts {
        document,
        edges,
        has_sides: heads.left.is_some(),
    })
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

/// Writes pages one after another.
struct Composer<'c> {
    story: Story,
    section: Option<Section>,
    references: &'c str,
    heads: &'c Heads,
    pages: &'c [Read],
    margins: BTreeMap<SizeKind, Margins>,
}

impl Composer<'_> {
    fn page(&mut self, writer: &mut Writer<'_>, number: usize) {
        let (Some(page), Some(read)) = (writer.layout.pages.get(number), self.pages.get(number))
        else {
            return;
        };
        let margins = self
            .margins
            .get(&kind(page.size))
            .copied()
            .unwrap_or_default();
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
        let section = self.section.as_ref();
        let is_other_size = section.is_none_or(|section| kind(section.size) != kind(size));
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
