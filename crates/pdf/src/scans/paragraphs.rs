//! Recognised text as the paragraphs of a page.

use dragoman_documents::DocumentError;
use dragoman_pictures::{PlacedText, TextLine};
use kurbo::{Affine, Point, Vec2};

use crate::lines::Line;
use crate::page::{FontLook, PageContents};
use crate::paragraphs::Paragraph;
use crate::places::Margins;
use crate::scans::Scan;
use crate::spans::{Style, Styled};
use crate::word::{PageLayout, Seen};

/// How far lines are turned at most that are called straight, in radians: pages lie askew in a scanner.
const STRAIGHT: f64 = 0.06;

impl Scan {
    /// Adds what is read on the page to what is on it as people see it. Its units have numbers from this one on.
    ///
    /// # Errors
    /// If no memory is left for it.
    pub(crate) fn lay_out(
        &self,
        first_unit: usize,
        layout: &mut PageLayout,
    ) -> Result<(), DocumentError> {
        let to_page = self.composition.to_page();
        let texts: Vec<(PlacedText, Paragraph)> = self
            .text
            .placed()
            .map(|text| {
                let lines = text.lines.iter().map(|line| on_page(line, to_page));
                let lines = lines.collect();
                (text, Paragraph { lines })
            })
            .collect();
        let all = texts.iter().flat_map(|(_, paragraph)| &paragraph.lines);
        let all: Vec<Line> = all.cloned().collect();
        let margins = Margins::of(&all, self.bounds);
        for (text, paragraph) in texts {
            let size = paragraph.lines.first().map_or(0.0, |line| line.size);
            let styled = Styled {
                content: super::unit(text.text),
                main: plain(size),
                codes: Vec::new(),
                line_ends: Vec::new(),
                words: Vec::new(),
            };
            layout.add(&Seen {
                paragraph: &paragraph,
                styled: &styled,
                unit: text.paragraph.map(|number| first_unit + number),
                contents: &PageContents::default(),
                margins,
                links: &[],
            })?;
        }
        Ok(())
    }
}

/// A line of a picture as a line of the page, whose pixels are there.
fn on_page(line: &TextLine, to_page: Affine) -> Line {
    let begin = Point::new(f64::from(line.x), f64::from(line.y));
    let along = f64::from(line.width) * Vec2::from_angle(f64::from(line.angle));
    let (begin, end) = (to_page * begin, to_page * (begin + along));
    let direction = end - begin;
    let quarter = std::f64::consts::FRAC_PI_2;
    let angle = direction.atan2();
    let straight = (angle / quarter).round() * quarter;
    let angle = match (angle - straight).abs() {
        ..=STRAIGHT => straight,
        _ => angle,
    };
    // As seen where its baseline goes to the right, through its middle.
    let turned = |point: Point| Affine::rotate(-angle) * point;
    let (start, middle, end) = (turned(begin), turned(begin.midpoint(end)), turned(end));
    Line {
        glyphs: Vec::new(),
        spaces: Vec::new(),
        others: Vec::new(),
        start: start.x.min(end.x),
        end: start.x.max(end.x),
        baseline: middle.y,
        size: f64::from(line.size) * to_page.determinant().abs().sqrt(),
        angle,
        is_right_to_left: false,
        clip: None,
    }
}

/// The style of text of which nothing but its size is known.
fn plain(size: f64) -> Style {
    Style {
        look: FontLook::default(),
        size,
        rise: 0.0,
        stretch: 1.0,
        slant: 0.0,
        letter_spacing: 0.0,
        paint: Box::default(),
        fonts: Vec::new(),
        link: None,
        decorations: Box::default(),
    }
}
