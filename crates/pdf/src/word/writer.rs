//! What is read on pages as paragraphs, tables and pictures of a Word document.

use std::fmt::Write as _;

use dragoman_documents::{Content, Joint, Piece, Unit, joint};

use crate::joining::goes_on;
use crate::word::flow::{Cell, Flow, Table};
use crate::word::layout::{Layout, PageLayout, Picture, Text};
use crate::word::look::Look;
use crate::word::marks::{Mark, mark};
use crate::word::markup::{Addresses, drawing_units, is_right_to_left, run, runs, twips, whole};
use crate::word::numbering::Numbering;
use crate::word::pictures::PictureFiles;
use crate::word::placing::{LARGEST_SPACE, Region, SAME, before, indent, line, placed};
use crate::word::roles::{Role, Roles};
use crate::word::story::{Alignment, Last, Open, Paragraph, Story};

/// How far items of lists are indented of which only one line is known, in points.
const HANGING: f64 = 18.0;
/// The room beside what is in a cell, in points.
const CELL_MARGIN: f64 = 2.0;
/// The room that the last column of a table without rules gets at its end at most, in points.
const MORE_ROOM: f64 = 72.0;

/// What the units say.
pub(crate) struct Said<'d> {
    pub(crate) units: &'d [Unit],
    pub(crate) translations: &'d [Option<Content>],
    /// The number of the unit that is the document's title.
    pub(crate) title: Option<usize>,
}

impl<'d> Said<'d> {
    pub(crate) fn source(&self, text: &'d Text) -> &'d Content {
        let unit = text.unit.and_then(|unit| self.units.get(unit));
        unit.map_or(&text.content, |unit| &unit.content)
    }

    pub(crate) fn written(&self, text: &'d Text) -> &'d Content {
        let translation = text.unit.and_then(|unit| self.translation(unit));
        translation.unwrap_or_else(|| self.source(text))
    }

    pub(crate) fn translation(&self, unit: usize) -> Option<&'d Content> {
        self.translations.get(unit)?.as_ref()
    }
}

/// Writes what is on pages.
pub(crate) struct Writer<'d> {
    pub(crate) layout: &'d Layout,
    pub(crate) said: Said<'d>,
    pub(crate) roles: Roles,
    /// The pictures that can be shown, with their numbers.
    pub(crate) pictures: &'d PictureFiles,
    pub(crate) numbering: Numbering,
    pub(crate) addresses: Addresses,
    /// How many drawings there are so far: each has a number.
    drawings: usize,
    pub(crate) is_right_to_left: bool,
}

impl<'d> Writer<'d> {
    pub(crate) fn new(
        layout: &'d Layout,
        said: Said<'d>,
        roles: Roles,
        pictures: &'d PictureFiles,
        is_right_to_left: bool,
    ) -> Self {
        Self {
            layout,
            said,
            roles,
            pictures,
            numbering: Numbering::default(),
            addresses: Addresses::default(),
            drawings: 0,
            is_right_to_left,
        }
    }

    fn page(&self, number: usize) -> Option<&'d PageLayout> {
        self.layout.pages.get(number)
    }

    /// Writes what is read one after another.
    pub(crate) fn flow(&mut self, story: &mut Story, page: usize, flow: &[Flow], region: Region) {
        for flow in flow {
            match flow {
                Flow::Text(number) => self.text(story, page, *number, region),
                Flow::Picture(number) => self.picture(story, page, *number, region),
                Flow::Table(table) => {
                    let markup = self.table(page, table, region);
                    story.add_table(&markup);
                    story.end = table.edges.rows.last().copied().map(Last::Edge);
                }
                // Columns within columns are tables; what remains is read one after another.
                Flow::Columns(columns) => {
                    for column in columns {
                        self.flow(story, page, &column.flow, region);
                    }
                }
            }
        }
    }

    /// Writes a text of a page.
    fn text(&mut self, story: &mut Story, page: usize, number: usize, region: Region) {
        let Some(text) = self.page(page).and_then(|page| page.texts.get(number)) else {
            return;
        };
        let source = self.said.source(text).text();
        let written = self.said.written(text).text();
        let role = match region.is_cell {
            true => Role::Body,
            false => self.roles.role(page, number, text),
        };
        let style = self
            .roles
            .looks
            .get(&role)
            .unwrap_or(&self.roles.body)
            .clone();
        if self.goes_on(story, role, text, &source) {
            self.join(story, text, &style, &written);
            let more = runs(self.said.written(text), text, &style, &mut self.addresses);
            story.go_on(&more);
            story.end = Some(Last::Baseline(text.last_baseline()));
            return;
        }
        let is_source_right = is_right_to_left(&source);
        let align = placed(text, region, is_source_right);
        let mut paragraph = Paragraph {
            style: match role {
                Role::Body => None,
                Role::Title => Some("Title"),
                Role::Heading(1) => Some("Heading1"),
                Role::Heading(2) => Some("Heading2"),
                Role::Heading(_) => Some("Heading3"),
            },
            is_right_to_left: self.direction(&written),
            alignment: align,
            before: before(text, story.end),
            line: line(text),
            ..Paragraph::default()
        };
        indent(&mut paragraph, text, region, is_source_right);
        let mut content = self.said.written(text).clone();
        if role == Role::Body {
            self.itemise(&mut paragraph, &mut content, text, &source, region);
        }
        paragraph.runs = runs(&content, text, &style, &mut self.addresses);
        story.add(paragraph);
        story.end = Some(Last::Baseline(text.last_baseline()));
        if role == Role::Body {
            story.open = Some(Open {
                role,
                look: text.look.clone(),
                source,
                written,
            });
        }
    }

    /// Whether text that is written is read from the right: where it has no letters, that is as in the document.
    fn direction(&self, written: &str) -> bool {
        match written.chars().any(char::is_alphabetic) {
            true => is_right_to_left(written),
            false => self.is_right_to_left,
        }
    }

    /// Whether a text goes on with the paragraph before it, on the page or in the column before.
    fn goes_on(&self, story: &Story, role: Role, text: &Text, source: &str) -> bool {
        let Some(open) = story.open.as_ref().filter(|_| story.is_at_break) else {
            return false;
        };
        open.role == role
            && open.look.size == text.look.size
            && open.look.face == text.look.face
            && goes_on(&open.source, source)
    }

    /// Puts what is between a paragraph and the text with which it goes on: a space, or less than nothing, where a sign
    /// parts a word.
    fn join(&self, story: &mut Story, text: &Text, style: &Look, written: &str) {
        let Some(open) = &mut story.open else {
            return;
        };
        let before = std::mem::replace(&mut open.written, written.to_owned());
        open.source = self.said.source(text).text();
        match joint(&before, written) {
            Joint::Space => {
                let space = run(" ", &text.look, style, self.is_right_to_left);
                story.go_on(&space);
            }
            Joint::Nothing => {}
            Joint::WithoutLast => story.drop_last_letter(),
        }
    }

    /// Makes a paragraph an item of a list if it begins with the mark of one, and takes the mark away.
    fn itemise(
        &mut self,
        paragraph: &mut Paragraph,
        content: &mut Content,
        text: &Text,
        source: &str,
        region: Region,
    ) {
        let label = text.label(self.said.source(text));
        let apart = text.mark.as_ref();
        let found = match (apart, label) {
            (Some(apart), _) => mark(&apart.text),
            (None, Some((_, label))) => mark(label).filter(|(_, length)| *length == label.len()),
            (None, None) => mark(source),
        };
        let Some((mark_of_item, length)) = found else {
            return;
        };
        let start = apart.map_or(text.place.x0, |apart| apart.start);
        let is_list = match &mark_of_item {
            // A dash may begin a sentence of its own.
            Mark::Bullet('–' | '—') => {
                apart.is_some()
                    || label.is_some()
                    || source.get(..length).is_some_and(|mark| mark.ends_with(' '))
            }
            _ => true,
        };
        let list = is_list
            .then(|| {
                self.numbering
                    .list(&mark_of_item, whole((start - region.left) / 6.0))
            })
            .flatten();
        let Some(list) = list else {
            if let Some(apart) = apart {
                let pieces = content.pieces().iter().cloned();
                let mark = Piece::Text(format!("{} ", apart.text));
                *content = Content::new(std::iter::once(mark).chain(pieces));
            }
            return;
        };
        paragraph.list = Some(list);
        match label {
            Some((code, _)) => {
                let pieces = content.pieces().iter().cloned();
                *content = Content::new(pieces.filter(|piece| *piece != Piece::Mark(code)));
            }
            None if apart.is_none() => *content = without_mark(content),
            None => {}
        }
        let later = text
            .lines
            .iter()
            .skip(1)
            .map(|line| line.start)
            .fold(f64::INFINITY, f64::min);
        let of_text = match (apart.is_some(), later.is_finite() && later > start + SAME) {
            (true, _) => text.place.x0,
            (false, true) => later,
            (false, false) => start + HANGING,
        };
        if !is_right_to_left(source) {
            paragraph.indent = (of_text - region.left).max(HANGING / 2.0);
            paragraph.first = (start - of_text).min(-HANGING / 3.0);
        } else {
            paragraph.indent = paragraph.indent.max(HANGING);
            paragraph.first = -HANGING;
        }
        if paragraph.alignment != Alignment::Both {
            paragraph.alignment = Alignment::Start;
        }
    }

    /// Writes a picture as a paragraph.
    fn picture(&mut self, story: &mut Story, page: usize, number: usize, region: Region) {
        let Some(picture) = self
            .page(page)
            .and_then(|page| page.pictures.get(number))
            .copied()
        else {
            return;
        };
        let Some(drawing) = self.drawing(&picture, Some(region.right - region.left)) else {
            return;
        };
        let place = picture.place;
        let middle = f64::midpoint(region.left, region.right);
        let is_centred =
            (place.center().x - middle).abs() < 2.0 * SAME && place.x0 > region.left + SAME;
        let mut paragraph = Paragraph {
            is_right_to_left: self.is_right_to_left,
            before: match story.end {
                Some(Last::Baseline(above) | Last::Edge(above)) => {
                    (place.y0 - above).clamp(0.0, LARGEST_SPACE)
                }
                None => 0.0,
            },
            runs: format!("<w:r>{drawing}</w:r>"),
            ..Paragraph::default()
        };
        if is_centred {
            paragraph.alignment = Alignment::Centre;
        } else {
            paragraph.indent = (place.x0 - region.left).max(0.0);
        }
        story.add(paragraph);
        story.end = Some(Last::Edge(place.y1));
    }

    /// A picture behind the text of its page, as a run; none of one that cannot be shown.
    pub(crate) fn behind(&mut self, page: usize, number: usize) -> Option<String> {
        let picture = *self.page(page)?.pictures.get(number)?;
        let drawing = self.drawing(&picture, None)?;
        Some(format!("<w:r>{drawing}</w:r>"))
    }

    /// The drawing of a picture: in a line that is so long at most, or behind text. None of one that cannot be shown.
    fn drawing(&mut self, picture: &Picture, longest: Option<f64>) -> Option<String> {
        let (file, _) = self.pictures.get(&picture.stream?)?;
        self.drawings += 1;
        let number = self.drawings;
        let place = picture.place;
        let scale = longest.map_or(1.0, |longest| (longest / place.width()).min(1.0));
        let (width, height) = (scale * place.width(), scale * place.height());
        let (wide, high) = (drawing_units(width).max(1), drawing_units(height).max(1));
        let (own_width, own_height) = match picture.quarters % 2 {
            0 => (wide, high),
            _ => (high, wide),
        };
        let turn = match picture.quarters {
            0 => String::new(),
            quarters => format!(r#" rot="{}""#, (4 - i64::from(quarters)) * 5_400_000),
        };
        let mirrored = if picture.is_mirrored {
            r#" flipH="1""#
        } else {
            ""
        };
        let graphic = format!(
            r#"<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="{number}" name="Picture {number}"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="picture{file}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm{turn}{mirrored}><a:off x="0" y="0"/><a:ext cx="{own_width}" cy="{own_height}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic>"#
        );
        let named =
            format!(r#"<wp:docPr id="{number}" name="Picture {number}"/><wp:cNvGraphicFramePr/>"#);
        Some(match longest {
            Some(_) => format!(
                r#"<w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="{wide}" cy="{high}"/>{named}{graphic}</wp:inline></w:drawing>"#
            ),
            None => {
                let (x, y) = (drawing_units(place.x0), drawing_units(place.y0));
                format!(
                    r#"<w:drawing><wp:anchor distT="0" distB="0" distL="0" distR="0" simplePos="0" relativeHeight="{number}" behindDoc="1" locked="0" layoutInCell="1" allowOverlap="1"><wp:simplePos x="0" y="0"/><wp:positionH relativeFrom="page"><wp:posOffset>{x}</wp:posOffset></wp:positionH><wp:positionV relativeFrom="page"><wp:posOffset>{y}</wp:posOffset></wp:positionV><wp:extent cx="{wide}" cy="{high}"/><wp:wrapNone/>{named}{graphic}</wp:anchor></w:drawing>"#
                )
            }
        })
    }

    /// The markup of a table.
    fn table(&mut self, page: usize, table: &Table, region: Region) -> String {
        let mut widths: Vec<i64> = table
            .edges
            .columns
            .windows(2)
            .map(|pair| match pair {
                [start, end] => twips(end - start).max(20),
                _ => 20,
            })
            .collect();
        let end = table.edges.columns.last().copied().unwrap_or(region.right);
        if !table.is_ruled
            && let Some(last) = widths.last_mut()
        {
            // Nobody sees where it ends, and other type may be wider.
            *last += twips((region.right - end).clamp(0.0, MORE_ROOM));
        }
        let start = table.edges.columns.first().copied().unwrap_or(region.left);
        let indent = match table.is_ruled {
            true => start - region.left,
            // Its texts stand where they stood.
            false => start - region.left,
        };
        let margin = if table.is_ruled { CELL_MARGIN } else { 0.0 };
        let mut markup = String::from("<w:tbl><w:tblPr>");
        if self.is_right_to_left {
            markup.push_str("<w:bidiVisual/>");
        }
        let _ = write!(
            markup,
            r#"<w:tblW w:w="{}" w:type="dxa"/><w:tblInd w:w="{}" w:type="dxa"/><w:tblLayout w:type="fixed"/><w:tblCellMar><w:left w:w="{2}" w:type="dxa"/><w:right w:w="{2}" w:type="dxa"/></w:tblCellMar></w:tblPr><w:tblGrid>"#,
            widths.iter().sum::<i64>(),
            twips(indent),
            twips(margin),
        );
        for width in &widths {
            let _ = write!(markup, r#"<w:gridCol w:w="{width}"/>"#);
        }
        markup.push_str("</w:tblGrid>");
        for (row, edges) in table.edges.rows.windows(2).enumerate() {
            let height = match edges {
                [top, bottom] => twips(bottom - top).max(1),
                _ => 1,
            };
            markup.push_str("<w:tr>");
            // A single row is as high as what is in it.
            if table.is_ruled || table.edges.rows.len() > 2 {
                let _ = write!(
                    markup,
                    r#"<w:trPr><w:trHeight w:val="{height}" w:hRule="atLeast"/></w:trPr>"#
                );
            }
            let mut in_row: Vec<&Cell> = table
                .cells
                .iter()
                .filter(|cell| cell.rows.contains(&row))
                .collect();
            in_row.sort_by_key(|cell| cell.columns.start);
            for cell in in_row {
                let width = widths
                    .get(cell.columns.clone())
                    .unwrap_or_default()
                    .iter()
                    .sum();
                markup += &self.cell(page, cell, row, width, table);
            }
            markup.push_str("</w:tr>");
        }
        markup + "</w:tbl>"
    }

    /// A cell as it is in one of its rows.
    fn cell(&mut self, page: usize, cell: &Cell, row: usize, width: i64, table: &Table) -> String {
        let mut markup = format!(r#"<w:tc><w:tcPr><w:tcW w:w="{width}" w:type="dxa"/>"#);
        if cell.columns.len() > 1 {
            let _ = write!(markup, r#"<w:gridSpan w:val="{}"/>"#, cell.columns.len());
        }
        let is_first = row == cell.rows.start;
        match (cell.rows.len() > 1, is_first) {
            (true, true) => markup.push_str(r#"<w:vMerge w:val="restart"/>"#),
            (true, false) => markup.push_str("<w:vMerge/>"),
            (false, _) => {}
        }
        let sides = [
            ("top", cell.borders.top),
            ("left", cell.borders.left),
            ("bottom", cell.borders.bottom),
            ("right", cell.borders.right),
        ];
        if sides.iter().any(|(_, is_drawn)| *is_drawn) {
            markup.push_str("<w:tcBorders>");
            for (side, _) in sides.iter().filter(|(_, is_drawn)| *is_drawn) {
                let _ = write!(
                    markup,
                    r#"<w:{side} w:val="single" w:sz="4" w:space="0" w:color="auto"/>"#
                );
            }
            markup.push_str("</w:tcBorders>");
        }
        markup.push_str("</w:tcPr>");
        let mut story = Story::default();
        if is_first {
            let margin = if table.is_ruled { CELL_MARGIN } else { 0.0 };
            let region = Region {
                left: cell.place.x0 + margin,
                right: cell.place.x1 - margin,
                is_cell: true,
                align: cell.align,
            };
            self.flow(&mut story, page, &cell.flow, region);
        }
        markup + &story.finish(false) + "</w:tc>"
    }
}

/// Content without the mark of a list at its beginning.
fn without_mark(content: &Content) -> Content {
    let mut is_found = false;
    let pieces = content.pieces().iter().cloned().map(|piece| match piece {
        Piece::Text(text) if !is_found => {
            is_found = true;
            let rest = text.trim_start();
            let length = mark(rest).map_or(0, |(_, length)| length);
            Piece::Text(rest.get(length..).unwrap_or_default().to_owned())
        }
        other => other,
    });
    Content::new(pieces.collect::<Vec<_>>())
}
