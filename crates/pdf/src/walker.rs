//! Walks through the content streams of a page, as one who paints it would, and notes what is where (ISO 32000-2, 8 and 9).

use std::collections::HashSet;

use dragoman_documents::overseer::{borrow_for, go_on};
use dragoman_documents::{DocumentError, Limits};
use hayro_syntax::object::{Array, Dict, Name, ObjectIdentifier, Stream};
use hayro_syntax::page::{Page, Resources};
use kurbo::{Affine, Point, Rect, Vec2};

use crate::content::{Operand, Operation, Operations};
use crate::fonts::Fonts;
use crate::page::{FontId, Glyph, PageContents};
use crate::streams::Unpacking;

/// Forms within one another that are walked through.
const DEEPEST: usize = 24;
/// States that are kept for later at most.
const MOST_STATES: usize = 512;
/// The glyphs and rules of a page that are noted at most; no page that people read has as many.
const MOST_ON_PAGE: usize = 400_000;
/// How thick a filled area is at most that counts as a rule, in points.
const THICKEST_RULE: f64 = 3.0;

/// What of the graphics state says where text is and how it looks.
#[derive(Clone)]
struct State {
    to_page: Affine,
    font: Option<FontId>,
    size: f64,
    letter_space: f64,
    word_space: f64,
    /// How much glyphs are stretched along the line; 1 for not at all.
    stretch: f64,
    leading: f64,
    rise: f64,
    mode: i64,
}

impl State {
    const fn new(to_page: Affine) -> Self {
        Self {
            to_page,
            font: None,
            size: 0.0,
            letter_space: 0.0,
            word_space: 0.0,
            stretch: 1.0,
            leading: 0.0,
            rise: 0.0,
            mode: 0,
        }
    }
}

/// Walks through pages, one after another.
pub(crate) struct Walker<'a> {
    pub(crate) fonts: Fonts<'a>,
    /// Forms whose text was noted already: one that is on each page is the same text.
    walked: HashSet<ObjectIdentifier>,
    unpacking: Unpacking,
    contents: PageContents,
}

impl<'a> Walker<'a> {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            unpacking: Unpacking::new(limits),
            fonts: Fonts::new(),
            walked: HashSet::new(),
            contents: PageContents::default(),
        }
    }

    /// What is on a page.
    ///
    /// # Errors
    /// If the document is given up, unpacks to more than it may, or no memory is left for it.
    pub(crate) fn walk(&mut self, page: &Page<'a>) -> Result<PageContents, DocumentError> {
        let stream = self.unpacking.contents(page)?;
        let state = State::new(Affine::IDENTITY);
        StreamWalk::new(self, page.resources(), state, 0).walk(&stream)?;
        Ok(std::mem::take(&mut self.contents))
    }
}

/// A walk through one content stream.
struct StreamWalk<'w, 'a> {
    walker: &'w mut Walker<'a>,
    resources: &'w Resources<'a>,
    state: State,
    kept: Vec<State>,
    /// Where the next glyph begins, and where the line does, in units of text.
    text: Affine,
    line: Affine,
    path: Path,
    depth: usize,
}

/// The path that is being built: straight pieces that are parallel to an edge of the page, and areas.
#[derive(Default)]
struct Path {
    at: Point,
    pieces: Vec<Rect>,
    areas: Vec<Rect>,
}

impl<'w, 'a> StreamWalk<'w, 'a> {
    fn new(
        walker: &'w mut Walker<'a>,
        resources: &'w Resources<'a>,
        state: State,
        depth: usize,
    ) -> Self {
        Self {
            walker,
            resources,
            state,
            kept: Vec::new(),
            text: Affine::IDENTITY,
            line: Affine::IDENTITY,
            path: Path::default(),
            depth,
        }
    }

    fn walk(&mut self, stream: &[u8]) -> Result<(), DocumentError> {
        for operation in Operations::new(stream) {
            go_on()?;
            match operation.operator {
                b"q" if self.kept.len() < MOST_STATES => self.kept.push(self.state.clone()),
                b"Q" => {
                    if let Some(state) = self.kept.pop() {
                        self.state = state;
                    }
                }
                b"cm" => {
                    if let Some(matrix) = operation.matrix() {
                        self.state.to_page *= Affine::new(matrix);
                    }
                }
                b"Do" => self.external_object(&operation)?,
                b"BI" => self.picture(),
                _ => {
                    let is_shown = self.text_operation(&operation)?;
                    if !is_shown {
                        self.path_operation(&operation)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Does an operation on text. Whether it is one.
    fn text_operation(&mut self, operation: &Operation<'_>) -> Result<bool, DocumentError> {
        let number = |index| operation.number(index);
        match operation.operator {
            b"BT" => self.set_line(Affine::IDENTITY),
            b"Tf" => self.set_font(operation),
            b"Tc" => self.state.letter_space = number(0),
            b"Tw" => self.state.word_space = number(0),
            b"Tz" => self.state.stretch = number(0) / 100.0,
            b"TL" => self.state.leading = number(0),
            b"Ts" => self.state.rise = number(0),
            b"Tr" => self.state.mode = number_as_mode(number(0)),
            b"Td" => self.next_line(number(0), number(1)),
            b"TD" => {
                self.state.leading = -number(1);
                self.next_line(number(0), number(1));
            }
            b"Tm" => {
                if let Some(matrix) = operation.matrix() {
                    self.set_line(Affine::new(matrix));
                }
            }
            b"T*" => self.next_line(0.0, -self.state.leading),
            b"Tj" | b"TJ" => self.show(operation)?,
            b"'" | b"\"" => {
                if operation.operator == b"\"" {
                    self.state.word_space = number(0);
                    self.state.letter_space = number(1);
                }
                self.next_line(0.0, -self.state.leading);
                self.show(operation)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn set_line(&mut self, line: Affine) {
        self.line = line;
        self.text = line;
    }

    fn next_line(&mut self, right: f64, up: f64) {
        self.set_line(self.line * Affine::translate((right, up)));
    }

    fn set_font(&mut self, operation: &Operation<'_>) {
        let name = operation.operands.first().and_then(Operand::name);
        let dictionary = name.and_then(|name| self.resources.fonts.get::<Dict<'a>>(name));
        self.state.font = dictionary.and_then(|dictionary| self.walker.fonts.font(&dictionary));
        self.state.size = operation.number(1);
    }

    /// Notes the glyphs of the operand that is shown: a text, or an array of texts and of moves between them.
    fn show(&mut self, operation: &Operation<'_>) -> Result<(), DocumentError> {
        match operation.operands.last() {
            Some(Operand::Text(text)) => self.show_text(text),
            Some(Operand::Array(elements)) => {
                for element in elements {
                    match element {
                        Operand::Text(text) => self.show_text(text)?,
                        Operand::Number(back) => self.advance(-back / 1000.0 * self.state.size),
                        _ => {}
                    }
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Goes along the line, by units of text that are not stretched yet.
    fn advance(&mut self, along: f64) {
        let is_horizontal = self
            .state
            .font
            .is_none_or(|it| self.walker.fonts.is_horizontal(it));
        self.text *= match is_horizontal {
            true => Affine::translate((along * self.state.stretch, 0.0)),
            false => Affine::translate((0.0, along)),
        };
    }

    fn show_text(&mut self, text: &[u8]) -> Result<(), DocumentError> {
        let Some(font) = self.state.font else {
            return Ok(());
        };
        let is_horizontal = self.walker.fonts.is_horizontal(font);
        let codes: Vec<_> = self.walker.fonts.codes(font, text).collect();
        borrow_for::<Glyph>(codes.len())?;
        for code in codes {
            let to_page = self.state.to_page * self.text;
            let [along_x, along_y, up_x, up_y, _, _] = to_page.as_coeffs();
            let (along, up) = (along_x.hypot(along_y), up_x.hypot(up_y));
            // A negative size or stretch turns the direction of the line.
            let turn = (self.state.size * self.state.stretch).signum();
            let glyph = Glyph {
                text: code.text,
                origin: to_page * Point::new(0.0, self.state.rise),
                angle: (turn * along_y).atan2(turn * along_x),
                advance: code.advance * (self.state.size * self.state.stretch).abs() * along,
                size: self.state.size.abs() * up,
                font,
                is_visible: !matches!(self.state.mode, 3 | 7),
            };
            let contents = &mut self.walker.contents;
            let is_placed = glyph.origin.is_finite() && glyph.advance.is_finite();
            // Lines from top to bottom are another matter than these.
            if is_horizontal
                && is_placed
                && glyph.size > 0.0
                && contents.glyphs.len() < MOST_ON_PAGE
            {
                contents.glyphs.push(glyph);
            }
            let space = if code.is_space {
                self.state.word_space
            } else {
                0.0
            };
            self.advance(code.advance * self.state.size + self.state.letter_space + space);
        }
        Ok(())
    }

    /// Walks through a form, or notes where a picture is.
    fn external_object(&mut self, operation: &Operation<'_>) -> Result<(), DocumentError> {
        let name = operation.name();
        let Some(stream) = name.and_then(|name| self.resources.x_objects.get::<Stream<'a>>(name))
        else {
            return Ok(());
        };
        let dictionary = stream.dict();
        let kind = dictionary.get::<Name<'_>>("Subtype");
        match kind.as_ref().map(Name::as_str) {
            Some("Image") => self.picture(),
            Some("Form") if self.depth < DEEPEST && self.walker.walked.insert(stream.obj_id()) => {
                let bytes = self.walker.unpacking.decoded(&stream)?;
                let mut state = self.state.clone();
                if let Some(matrix) = matrix(dictionary) {
                    state.to_page *= matrix;
                }
                let own = dictionary.get::<Dict<'a>>("Resources").map(Resources::new);
                let resources = own.as_ref().unwrap_or(self.resources);
                StreamWalk::new(self.walker, resources, state, self.depth + 1).walk(&bytes)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Notes a picture: it fills the unit square.
    fn picture(&mut self) {
        let place = self
            .state
            .to_page
            .transform_rect_bbox(Rect::new(0.0, 0.0, 1.0, 1.0));
        let pictures = &mut self.walker.contents.pictures;
        if place.is_finite() && pictures.len() < MOST_ON_PAGE {
            pictures.push(place);
        }
    }

    /// Builds or paints a path.
    fn path_operation(&mut self, operation: &Operation<'_>) -> Result<(), DocumentError> {
        let point = |at: usize| {
            self.state.to_page * Point::new(operation.number(at), operation.number(at + 1))
        };
        match operation.operator {
            b"m" => self.path.at = point(0),
            b"l" => {
                let to = point(0);
                self.path.pieces.push(Rect::from_points(self.path.at, to));
                self.path.at = to;
            }
            b"re" => {
                let corner = Point::new(operation.number(0), operation.number(1));
                let size = (operation.number(2), operation.number(3));
                let area = Rect::from_points(corner, corner + Vec2::from(size));
                self.path
                    .areas
                    .push(self.state.to_page.transform_rect_bbox(area));
            }
            b"S" | b"s" => self.paint(true, false)?,
            b"f" | b"F" | b"f*" => self.paint(false, true)?,
            b"B" | b"B*" | b"b" | b"b*" => self.paint(true, true)?,
            b"n" => self.path = Path::default(),
            _ => {}
        }
        Ok(())
    }

    /// Notes what of the path is a rule, and begins another.
    fn paint(&mut self, is_stroked: bool, is_filled: bool) -> Result<(), DocumentError> {
        let Path { pieces, areas, .. } = std::mem::take(&mut self.path);
        let is_rule =
            |rule: &Rect| rule.is_finite() && rule.width().min(rule.height()) <= THICKEST_RULE;
        let mut rules: Vec<Rect> = Vec::new();
        if is_stroked {
            rules.extend(pieces);
            for area in areas.iter().filter(|area| !is_rule(area)) {
                rules.extend(edges(*area));
            }
        }
        if is_filled || is_stroked {
            rules.extend(areas);
        }
        rules.retain(is_rule);
        borrow_for::<Rect>(rules.len())?;
        let noted = &mut self.walker.contents.rules;
        let room = MOST_ON_PAGE.saturating_sub(noted.len());
        noted.extend(rules.into_iter().take(room));
        Ok(())
    }
}

/// The edges of an area, as rules without thickness.
fn edges(area: Rect) -> [Rect; 4] {
    let Rect { x0, y0, x1, y1 } = area;
    [
        Rect::new(x0, y0, x1, y0),
        Rect::new(x0, y1, x1, y1),
        Rect::new(x0, y0, x0, y1),
        Rect::new(x1, y0, x1, y1),
    ]
}

/// How text is painted; numbers that say nothing count as filled.
fn number_as_mode(number: f64) -> i64 {
    (0..=7)
        .find(|&mode| number == f64::from(mode))
        .map_or(0, i64::from)
}

/// The matrix of a form, if it has one.
fn matrix(form: &Dict<'_>) -> Option<Affine> {
    let array = form.get::<Array<'_>>("Matrix")?;
    let numbers: Vec<f64> = array.iter::<f64>().collect();
    Some(Affine::new(numbers.try_into().ok()?))
}
