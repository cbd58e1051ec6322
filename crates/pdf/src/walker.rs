//! Walks through the content streams of a page, as one who paints it would, and notes what is where (ISO 32000-2, 8 and 9).

use std::collections::{HashMap, HashSet};

use dragoman_documents::overseer::{borrow, borrow_for, go_on};
use dragoman_documents::{DocumentError, Limits};
use hayro_syntax::object::{Array, Dict, MaybeRef, Name, ObjectIdentifier, Stream};
use hayro_syntax::page::{Page, Resources};
use kurbo::{Affine, Point, Rect, Vec2};

use crate::content::{Operand, Operation, Operations, decimal};
use crate::fonts::{FontObject, Fonts, ShownCode};
use crate::page::{ClipId, Code, FlatPath, FontId, Glyph, PageContents, PaintId, PlacedPicture};
use crate::paint::Paint;
use crate::paths::{Painting, Path, Shapes};
use crate::rewriting::{Changes, Output, Rewritten, on_page};
use crate::shown::Shown;
use crate::streams::Unpacking;

/// Forms within one another that are walked through.
const DEEPEST: usize = 24;
/// States that are kept for later at most.
const MOST_STATES: usize = 512;
/// The glyphs and rules of a page that are noted at most; no page that people read has as many.
const MOST_ON_PAGE: usize = 400_000;
/// The flat lines and areas of a page that words may be underlined or highlighted with; one with more is a drawing.
const MOST_FLAT_PATHS: usize = 20_000;
/// The mode of text that is not painted, and the first of those in which letters cut off what is outside of them.
const INVISIBLE: i64 = 3;
const CLIPS: i64 = 4;

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
    paint: Paint,
    /// The number of that paint on the page, once a glyph is painted with it.
    paint_id: Option<PaintId>,
    /// What of the page is not cut off.
    clip: Rect,
    /// The number of that on the page, once a glyph is painted in it.
    clip_id: Option<ClipId>,
}

impl State {
    fn new(to_page: Affine, clip: Rect) -> Self {
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
            paint: Paint::default(),
            paint_id: None,
            clip,
            clip_id: None,
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
    /// How many paths were painted on the page.
    painted_paths: usize,
    /// What is to become of the page, while it is written anew.
    changes: Option<Changes>,
    forms: HashMap<ObjectIdentifier, Vec<u8>>,
}

impl<'a> Walker<'a> {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            unpacking: Unpacking::new(limits),
            fonts: Fonts::new(),
            walked: HashSet::new(),
            contents: PageContents::default(),
            painted_paths: 0,
            changes: None,
            forms: HashMap::new(),
        }
    }

    /// What is on a page.
    ///
    /// # Errors
    /// If the document is given up, unpacks to more than it may, or no memory is left for it.
    pub(crate) fn walk(&mut self, page: &Page<'a>) -> Result<PageContents, DocumentError> {
        self.walk_page(page)?;
        Ok(std::mem::take(&mut self.contents))
    }

    /// The content streams of a page with these changes. Glyphs have the numbers that they have in what
    /// [`walk`](Self::walk) gives if all pages before are walked through as well.
    ///
    /// # Errors
    /// As [`walk`](Self::walk).
    pub(crate) fn rewrite(
        &mut self,
        page: &Page<'a>,
        changes: Changes,
    ) -> Result<Rewritten, DocumentError> {
        self.changes = Some(changes);
        let page = self.walk_page(page);
        self.changes = None;
        self.contents = PageContents::default();
        Ok(Rewritten {
            page: page?,
            forms: std::mem::take(&mut self.forms),
        })
    }

    /// The contents of the page as they become, if they are changed.
    fn walk_page(&mut self, page: &Page<'a>) -> Result<Option<Vec<u8>>, DocumentError> {
        let stream = self.unpacking.contents(page)?;
        self.painted_paths = 0;
        let page_box = page.media_box();
        let clip = Rect::new(page_box.x0, page_box.y0, page_box.x1, page_box.y1);
        let state = State::new(Affine::IDENTITY, clip);
        let resources = (page.resources(), page.raw().obj_id());
        StreamWalk::new(self, resources, state, 0).walk(&stream)
    }
}

/// A walk through one content stream.
struct StreamWalk<'w, 'a> {
    walker: &'w mut Walker<'a>,
    resources: &'w Resources<'a>,
    /// The page or form whose resources these are.
    owner: Option<ObjectIdentifier>,
    state: State,
    kept: Vec<State>,
    /// Where the next glyph begins, and where the line does, in units of text.
    text: Affine,
    line: Affine,
    path: Path,
    depth: usize,
    /// Whether a text object is open.
    is_in_text: bool,
    /// The stream as it becomes, while it is written anew.
    output: Option<Output>,
}

impl<'w, 'a> StreamWalk<'w, 'a> {
    fn new(
        walker: &'w mut Walker<'a>,
        (resources, owner): (&'w Resources<'a>, Option<ObjectIdentifier>),
        state: State,
        depth: usize,
    ) -> Self {
        let is_rewritten = walker.changes.is_some();
        Self {
            walker,
            resources,
            owner,
            state,
            kept: Vec::new(),
            text: Affine::IDENTITY,
            line: Affine::IDENTITY,
            path: Path::default(),
            depth,
            is_in_text: false,
            output: is_rewritten.then(Output::default),
        }
    }

    /// Does what a stream says. The stream as it becomes, if it is changed.
    fn walk(mut self, stream: &[u8]) -> Result<Option<Vec<u8>>, DocumentError> {
        for operation in Operations::new(stream) {
            go_on()?;
            let bytes = stream.get(operation.range.clone()).unwrap_or_default();
            if self.state.paint.set(&operation, bytes) {
                self.state.paint_id = None;
            }
            let replacement = self.operation(&operation)?;
            if let Some(output) = &mut self.output {
                if let Some(bytes) = replacement {
                    output.copy(stream, operation.range.start);
                    output.replace(&bytes, operation.range.end);
                } else {
                    for (number, place) in &operation.exponents {
                        output.copy(stream, place.start);
                        output.replace(decimal(*number, 9).to_string().as_bytes(), place.end);
                    }
                }
                output.copy(stream, operation.range.end);
                // Between these no text object is open.
                if matches!(operation.operator, b"ET" | b"Q") {
                    output.draw(self.state.to_page, self.state.clip, false);
                }
            }
        }
        let Some(mut output) = self.output else {
            return Ok(None);
        };
        output.copy(stream, stream.len());
        if self.is_in_text {
            output.end_text();
        }
        output.draw(self.state.to_page, self.state.clip, true);
        Ok(output.is_changed.then(|| output.into_bytes()))
    }

    /// Does an operation. What is to stand instead of it, while the stream is written anew.
    fn operation(&mut self, operation: &Operation<'_>) -> Result<Option<Vec<u8>>, DocumentError> {
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
                    // Outlines are as wide as these coordinates have it.
                    self.state.paint_id = None;
                }
            }
            b"Do" => return self.external_object(operation),
            b"BI" => return Ok(self.picture(None)),
            b"Tj" | b"TJ" | b"'" | b"\"" => return self.show(operation),
            _ if self.text_operation(operation) => {}
            _ => {
                if let Some(painting) = self.path.build(operation, self.state.to_page) {
                    return self.paint(painting);
                }
            }
        }
        Ok(None)
    }

    /// Does an operation on text that shows none. Whether it is one.
    fn text_operation(&mut self, operation: &Operation<'_>) -> bool {
        let number = |index| operation.number(index);
        match operation.operator {
            b"BT" => {
                self.is_in_text = true;
                self.set_line(Affine::IDENTITY);
            }
            b"ET" => self.is_in_text = false,
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
            _ => return false,
        }
        true
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
        let fonts = &self.resources.fonts;
        let dictionary = name.and_then(|name| fonts.get::<Dict<'a>>(name));
        let object = match name.and_then(|name| fonts.get_raw::<Dict<'a>>(name)) {
            Some(MaybeRef::Ref(reference)) => Some(FontObject::Own(reference.into())),
            _ => self
                .owner
                .zip(name)
                .map(|(owner, name)| FontObject::Resource {
                    owner,
                    name: name.into(),
                }),
        };
        self.state.font =
            dictionary.and_then(|dictionary| self.walker.fonts.font(&dictionary, object));
        self.state.size = operation.number(1);
    }

    /// Notes the glyphs of the operand that is shown: a text, or an array of texts and of moves between them. What is to
    /// stand instead, if some of them are taken away.
    fn show(&mut self, operation: &Operation<'_>) -> Result<Option<Vec<u8>>, DocumentError> {
        let mut shown = Shown::default();
        if matches!(operation.operator, b"'" | b"\"") {
            if operation.operator == b"\"" {
                self.state.word_space = operation.number(0);
                self.state.letter_space = operation.number(1);
                shown.set_spaces(operation.number(0), operation.number(1));
            }
            self.next_line(0.0, -self.state.leading);
            shown.set_next_line();
        }
        match operation.operands.last() {
            Some(Operand::Text(text)) => self.show_text(text, &mut shown)?,
            Some(Operand::Array(elements)) => {
                for element in elements {
                    match element {
                        Operand::Text(text) => self.show_text(text, &mut shown)?,
                        Operand::Number(back) => {
                            shown.go_back(*back);
                            self.advance(-back / 1000.0 * self.state.size);
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
        Ok(shown.into_operations())
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

    fn show_text(&mut self, text: &[u8], shown: &mut Shown) -> Result<(), DocumentError> {
        let Some(font) = self.state.font else {
            return Ok(());
        };
        let is_horizontal = self.walker.fonts.is_horizontal(font);
        let codes: Vec<_> = self.walker.fonts.codes(font, text).collect();
        borrow_for::<Glyph>(codes.len())?;
        let paint = self.paint_id()?;
        for code in codes {
            let number = match is_horizontal {
                true => self.note((font, paint), &code, text),
                // Lines from top to bottom are another matter than these.
                false => None,
            };
            let space = if code.is_space {
                self.state.word_space
            } else {
                0.0
            };
            let along = code.advance * self.state.size + self.state.letter_space + space;
            let changes = self.walker.changes.as_ref();
            let is_removed = |number| changes.is_some_and(|it| it.removed.contains(&number));
            if self.state.size != 0.0 && number.is_some_and(is_removed) {
                shown.remove(along / self.state.size * 1000.0);
            } else if changes.is_some() {
                shown.keep(text.get(code.bytes.clone()).unwrap_or_default());
            }
            self.advance(along);
        }
        Ok(())
    }

    /// Notes a glyph of a text where the next one is painted. Its number, unless it is left out.
    fn note(
        &mut self,
        (font, paint): (FontId, PaintId),
        code: &ShownCode,
        text: &[u8],
    ) -> Option<usize> {
        if self.state.mode >= CLIPS {
            // What is painted inside of letters later would be painted everywhere without them.
            return None;
        }
        let to_page = self.state.to_page * self.text;
        let [along_x, along_y, up_x, up_y, _, _] = to_page.as_coeffs();
        // A negative size or stretch turns the direction of the line.
        let turn = (self.state.size * self.state.stretch).signum();
        let along = turn * Vec2::new(along_x, along_y);
        let direction = along / along.hypot();
        let up = self.state.size.signum() * Vec2::new(up_x, up_y);
        // Negative where letters are seen as in a mirror, which nothing that is set here is.
        let height = direction.cross(up);
        let contents = &mut self.walker.contents;
        let clip = self.state.clip;
        let clip = *self
            .state
            .clip_id
            .get_or_insert_with(|| contents.clip(clip));
        let width = (self.state.size * self.state.stretch).abs() * along.hypot();
        let size = self.state.size.abs() * height * self.walker.fonts.em(font);
        let glyph = Glyph {
            text: code.text.clone(),
            origin: to_page * Point::new(0.0, self.state.rise),
            angle: direction.y.atan2(direction.x),
            advance: code.advance * width,
            size,
            stretch: width / size,
            slant: direction.dot(up) / height,
            font,
            code: text.get(code.bytes.clone()).and_then(Code::of)?,
            paint,
            clip,
            is_visible: self.state.mode != INVISIBLE,
        };
        let is_placed = glyph.origin.is_finite()
            && [
                glyph.angle,
                glyph.advance,
                glyph.size,
                glyph.stretch,
                glyph.slant,
            ]
            .into_iter()
            .all(f64::is_finite);
        if !is_placed || glyph.size <= 0.0 || contents.glyphs.len() >= MOST_ON_PAGE {
            return None;
        }
        let number = contents.glyphs.len();
        contents.glyphs.push(glyph);
        let drawing = self
            .walker
            .changes
            .as_mut()
            .and_then(|it| it.drawings.remove(&number));
        if let Some((output, drawing)) = self.output.as_mut().zip(drawing) {
            output.wait(drawing);
        }
        Some(number)
    }

    /// Walks through a form, or notes where a picture is. What is to stand instead of that.
    fn external_object(
        &mut self,
        operation: &Operation<'_>,
    ) -> Result<Option<Vec<u8>>, DocumentError> {
        let name = operation.name();
        let Some(stream) = name.and_then(|name| self.resources.x_objects.get::<Stream<'a>>(name))
        else {
            return Ok(None);
        };
        let dictionary = stream.dict();
        let kind = dictionary.get::<Name<'_>>("Subtype");
        match kind.as_ref().map(Name::as_str) {
            Some("Image") => return Ok(self.picture(Some(stream.obj_id()))),
            Some("Form") if self.depth < DEEPEST && self.walker.walked.insert(stream.obj_id()) => {
                let bytes = self.walker.unpacking.decoded(&stream)?;
                let mut state = self.state.clone();
                if let Some(matrix) = matrix(dictionary) {
                    state.to_page *= matrix;
                    state.paint_id = None;
                }
                let own = dictionary.get::<Dict<'a>>("Resources").map(Resources::new);
                let resources = match &own {
                    Some(own) => (own, Some(stream.obj_id())),
                    None => (self.resources, self.owner),
                };
                let form = StreamWalk::new(self.walker, resources, state, self.depth + 1);
                if let Some(rewritten) = form.walk(&bytes)? {
                    self.walker.forms.insert(stream.obj_id(), rewritten);
                }
            }
            _ => {}
        }
        Ok(None)
    }

    /// Notes a picture: it fills the unit square. What is to stand instead of it.
    fn picture(&mut self, stream: Option<ObjectIdentifier>) -> Option<Vec<u8>> {
        let to_page = self.state.to_page;
        let pictures = &mut self.walker.contents.pictures;
        if !to_page.is_finite() || pictures.len() >= MOST_ON_PAGE {
            return None;
        }
        let number = pictures.len();
        pictures.push(PlacedPicture { stream, to_page });
        let operations = self.walker.changes.as_mut()?.pictures.remove(&number)?;
        Some(on_page(&operations, to_page).unwrap_or_default())
    }

    /// Takes note of a path that is painted or cuts off. What is to stand instead of that.
    fn paint(&mut self, painting: Painting) -> Result<Option<Vec<u8>>, DocumentError> {
        let path = std::mem::take(&mut self.path);
        let number = self.walker.painted_paths;
        self.walker.painted_paths += 1;
        self.note_flat_path(&path, painting, number)?;
        if let Some(clip) = path.clip() {
            self.state.clip = self.state.clip.intersect(clip);
            self.state.clip_id = None;
        }
        let Shapes { rules, areas } = path.shapes(painting);
        borrow_for::<Rect>(rules.len() + areas.len())?;
        let noted = &mut self.walker.contents;
        let room = MOST_ON_PAGE.saturating_sub(noted.rules.len());
        noted.rules.extend(rules.into_iter().take(room));
        let room = MOST_ON_PAGE.saturating_sub(noted.areas.len());
        noted.areas.extend(areas.into_iter().take(room));
        let changes = self.walker.changes.as_ref();
        let is_unpainted = changes.is_some_and(|it| it.unpainted.contains(&number));
        Ok(is_unpainted.then(|| b"n".to_vec()))
    }

    /// Notes a path if it is what words may be underlined or highlighted with.
    fn note_flat_path(
        &mut self,
        path: &Path,
        painting: Painting,
        number: usize,
    ) -> Result<(), DocumentError> {
        let shape = path.only_shape(painting);
        let shape = shape.filter(|shape| shape.width() > shape.height());
        let has_room = self.walker.contents.flat_paths.len() < MOST_FLAT_PATHS;
        let Some(shape) = shape.filter(|_| has_room) else {
            return Ok(());
        };
        borrow_for::<FlatPath>(1)?;
        let width = self.state.paint.width(self.unit());
        let paint = self.paint_id()?;
        self.walker.contents.flat_paths.push(FlatPath {
            number,
            shape,
            stroke: painting.is_stroked.then_some(width),
            paint,
        });
        Ok(())
    }

    /// How many points a unit of length is.
    fn unit(&self) -> f64 {
        self.state.to_page.determinant().abs().sqrt()
    }

    /// The number of how is painted now.
    fn paint_id(&mut self) -> Result<PaintId, DocumentError> {
        if let Some(known) = self.state.paint_id {
            return Ok(known);
        }
        let operations = self.state.paint.operations(self.unit());
        let contents = &mut self.walker.contents;
        let known = contents.paints.len();
        let id = contents.paint(&operations);
        if contents.paints.len() > known {
            borrow(operations.len())?;
        }
        self.state.paint_id = Some(id);
        Ok(id)
    }
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
