//! What is on the pages, seen as people see them: points from the upper left corner, downwards.

use dragoman_documents::overseer::borrow;
use dragoman_documents::{CodeId, Content, DocumentError, Piece};
use dragoman_language::Language;
use dragoman_typesetting::Align;
use hayro_syntax::object::ObjectIdentifier;
use hayro_syntax::page::Page;
use kurbo::{Affine, Point, Rect, Size, Vec2};

use crate::lines::Line;
use crate::links::Link;
use crate::page::PageContents;
use crate::paragraphs::Paragraph;
use crate::places::{Margins, align};
use crate::spans::{Meaning, Style, Styled, label, plain};
use crate::word::look::Look;
use crate::word::marks::mark;

/// What of an em is above the baseline and below it.
const ABOVE: f64 = 0.75;
const BELOW: f64 = 0.22;
/// Pictures of a page that become part of a document at most; a page with more is drawn with them.
const MOST_PICTURES: usize = 200;
/// Rules of a page that are looked at; a page with more is a drawing.
const MOST_RULES: usize = 6_000;
/// How large pictures are at most that may stand for the mark of a list, and are parts of nothing; in points.
pub(crate) const SMALL_PICTURE: f64 = 14.0;
/// How far the mark of a list is before what it marks at most, in points.
const FARTHEST_MARK: f64 = 40.0;
/// Marks of a page that are looked at.
const MOST_MARKS: usize = 1_000;
/// How long such marks are, in letters.
const LONGEST_MARK: usize = 6;
/// How far the baselines of what stands in a line may be apart, in points.
const SAME_LINE: f64 = 3.0;
/// How much a picture must show of itself, in points.
const LEAST_PICTURE: f64 = 3.0;

/// A document as its pages show it.
#[derive(Debug)]
pub(crate) struct Layout {
    pub(crate) pages: Vec<PageLayout>,
    /// What the document calls itself.
    pub(crate) title: Option<String>,
    /// The language of the translation.
    pub(crate) language: Language,
}

/// A page.
#[derive(Debug)]
pub(crate) struct PageLayout {
    pub(crate) size: Size,
    to_view: Affine,
    /// What is read, in the order in which it is painted.
    pub(crate) texts: Vec<Text>,
    pub(crate) rules: Vec<Rect>,
    pub(crate) pictures: Vec<Picture>,
}

/// A paragraph where it stands.
#[derive(Debug, Clone)]
pub(crate) struct Text {
    /// The number of its unit, if it is one.
    pub(crate) unit: Option<usize>,
    /// What it says if it is no unit.
    pub(crate) content: Content,
    pub(crate) place: Rect,
    /// Its lines, if they are upright.
    pub(crate) lines: Vec<TextLine>,
    pub(crate) align: Align,
    /// How many letters it has.
    pub(crate) length: usize,
    /// How most of it looks.
    pub(crate) look: Look,
    /// Where it leads, if most of it is a link.
    pub(crate) address: Option<Box<str>>,
    /// What its codes mean, by their numbers.
    pub(crate) codes: Vec<Code>,
    /// The mark of a list that stands apart before it.
    pub(crate) mark: Option<MarkApart>,
}

/// What a code of a paragraph means.
#[derive(Debug, Clone)]
pub(crate) enum Code {
    /// The text in it looks like this, and leads there.
    Style {
        look: Look,
        address: Option<Box<str>>,
    },
    /// This stands there, as part of a formula does.
    Object(String),
}

/// What marks an item of a list, and is no part of its text.
#[derive(Debug, Clone)]
pub(crate) struct MarkApart {
    pub(crate) text: String,
    /// Where it begins.
    pub(crate) start: f64,
}

/// A line of a paragraph.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TextLine {
    pub(crate) start: f64,
    pub(crate) end: f64,
    pub(crate) baseline: f64,
}

/// A picture where it stands.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Picture {
    /// Its stream; none of one that stands among the operations of the page.
    pub(crate) stream: Option<ObjectIdentifier>,
    pub(crate) place: Rect,
    /// How it is turned against the clock, in quarters, after it is mirrored.
    pub(crate) quarters: u8,
    /// Whether its left is at its right.
    pub(crate) is_mirrored: bool,
}

impl PageLayout {
    /// What is on a page besides text.
    pub(crate) fn of(page: &Page<'_>, contents: &PageContents) -> Self {
        let (width, height) = page.render_dimensions();
        let size = Size::new(f64::from(width), f64::from(height));
        let to_view = Affine::new(page.initial_transform(true).as_coeffs());
        let bounds = size.to_rect();
        let rules: Vec<Rect> = match contents.rules.len() <= MOST_RULES {
            true => {
                let rules = contents.rules.iter();
                rules
                    .map(|rule| to_view.transform_rect_bbox(*rule))
                    .collect()
            }
            false => Vec::new(),
        };
        let pictures = contents.pictures.iter().filter_map(|placed| {
            let picture = Picture::of(placed.stream, to_view * placed.to_page);
            let seen = picture.place.intersect(bounds);
            (seen.width().min(seen.height()) >= LEAST_PICTURE).then_some(picture)
        });
        Self {
            size,
            to_view,
            rules,
            pictures: pictures.take(MOST_PICTURES).collect(),
            texts: Vec::new(),
        }
    }

    /// Adds a paragraph, unless it is beside the page.
    ///
    /// # Errors
    /// If no memory is left for it.
    pub(crate) fn add(&mut self, seen: &Seen<'_>) -> Result<(), DocumentError> {
        let own = &seen.paragraph.lines;
        let boxes = own.iter().map(|line| line_box(line, self.to_view));
        let Some(place) = boxes.reduce(|all, next| all.union(next)) else {
            return Ok(());
        };
        if place.intersect(self.size.to_rect()).is_zero_area() {
            return Ok(());
        }
        let lines: Option<Vec<TextLine>> =
            own.iter().map(|line| upright(line, self.to_view)).collect();
        let styled = seen.styled;
        let codes: Vec<Code> = styled.codes.iter().map(|code| seen.code(code)).collect();
        let said = styled.content.text();
        borrow(
            size_of::<Text>()
                + own.len() * size_of::<TextLine>()
                + codes.len() * size_of::<Code>()
                + 2 * said.len(),
        )?;
        self.texts.push(Text {
            unit: seen.unit,
            content: match seen.unit {
                Some(_) => Content::default(),
                None => styled.content.clone(),
            },
            place,
            lines: lines.unwrap_or_default(),
            align: align(own, seen.margins),
            length: said.chars().count(),
            look: Look::of(&styled.main),
            address: seen.address(&styled.main),
            codes,
            mark: None,
        });
        Ok(())
    }
}

/// A paragraph as it is found on its page.
pub(crate) struct Seen<'p> {
    pub(crate) paragraph: &'p Paragraph,
    pub(crate) styled: &'p Styled,
    /// The number of its unit, if it is one.
    pub(crate) unit: Option<usize>,
    pub(crate) contents: &'p PageContents,
    pub(crate) margins: Margins,
    pub(crate) links: &'p [Link],
}

impl Seen<'_> {
    /// Has the text of a unit go on with this, on whichever of these pages that is.
    ///
    /// # Errors
    /// If no memory is left for it.
    pub(crate) fn go_on<'l>(
        &self,
        unit: usize,
        mut pages: impl Iterator<Item = &'l mut PageLayout>,
    ) -> Result<(), DocumentError> {
        let found = pages.find_map(|page| {
            let mut texts = page.texts.iter_mut().rev();
            texts.find(|text| text.unit == Some(unit))
        });
        let Some(text) = found else {
            return Ok(());
        };
        borrow(self.styled.codes.len() * size_of::<Code>())?;
        text.codes
            .extend(self.styled.codes.iter().map(|code| self.code(code)));
        text.length += self.styled.content.text().chars().count();
        Ok(())
    }

    fn address(&self, style: &Style) -> Option<Box<str>> {
        let link = self.links.get(style.link?.number)?;
        link.address.clone()
    }

    /// Whether glyphs are a label, which white sets apart from what follows it.
    fn is_label(&self, glyphs: &[usize]) -> bool {
        let Some(first) = self.paragraph.lines.first() else {
            return false;
        };
        let label = label(self.contents, first);
        label.is_some_and(|(length, _)| first.glyphs.get(..length) == Some(glyphs))
    }

    fn code(&self, meaning: &Meaning) -> Code {
        let main = &self.styled.main;
        match meaning {
            Meaning::Style(style) => Code::Style {
                look: Look::within(style, main),
                address: self.address(style),
            },
            Meaning::Object(glyphs) => {
                let texts = glyphs.iter().map(|&glyph| plain(self.contents.text(glyph)));
                let mut text: String = texts.collect();
                if self.is_label(glyphs) {
                    text.push(' ');
                }
                Code::Object(text)
            }
        }
    }
}

impl Layout {
    /// That of a document, without pages yet.
    pub(crate) fn of(pdf: &hayro_syntax::Pdf, language: Language) -> Self {
        let title = pdf.metadata().title.as_deref().map(text_string);
        Self {
            pages: Vec::new(),
            title: title.filter(|title| !title.trim().is_empty()),
            language,
        }
    }

    /// Puts marks of lists that stand apart, as letters or small pictures, before the texts that they mark. `said` gives
    /// what a text says.
    pub(crate) fn attach_marks(&mut self, said: impl Fn(&Text) -> String) {
        for page in &mut self.pages {
            page.attach_marks(&said);
        }
    }
}

impl PageLayout {
    fn attach_marks(&mut self, said: impl Fn(&Text) -> String) {
        let mut marks: Vec<(Option<usize>, MarkApart, f64, f64)> = Vec::new();
        for (number, text) in self.texts.iter().enumerate() {
            let said = match text.lines.as_slice() {
                [_] if text.length <= LONGEST_MARK => said(text),
                _ => continue,
            };
            if mark(&said).is_some_and(|(_, length)| length == said.len()) {
                let start = text.place.x0;
                let apart = MarkApart { text: said, start };
                marks.push((Some(number), apart, text.place.x1, text.first_baseline()));
            }
        }
        let is_small =
            |picture: &Picture| picture.place.width().max(picture.place.height()) <= SMALL_PICTURE;
        for picture in self.pictures.iter().filter(|picture| is_small(picture)) {
            let apart = MarkApart {
                text: "•".to_owned(),
                start: picture.place.x0,
            };
            marks.push((None, apart, picture.place.x1, picture.place.y1));
        }
        marks.truncate(MOST_MARKS);
        let mut are_gone = vec![false; self.texts.len()];
        for (own, apart, end, baseline) in marks {
            let marked = self.texts.iter().enumerate().filter(|(number, text)| {
                let slack = if own.is_some() {
                    SAME_LINE
                } else {
                    2.0 * SAME_LINE
                };
                Some(*number) != own
                    && text.mark.is_none()
                    && text.unit.is_some()
                    && text.is_upright()
                    && (text.first_baseline() - baseline).abs() <= slack
                    && (-1.0..=FARTHEST_MARK).contains(&(text.place.x0 - end))
            });
            let nearest =
                marked.min_by(|(_, one), (_, other)| one.place.x0.total_cmp(&other.place.x0));
            let Some((nearest, _)) = nearest else {
                continue;
            };
            if let Some(text) = self.texts.get_mut(nearest) {
                text.mark = Some(apart);
            }
            if let Some(is_gone) = own.and_then(|own| are_gone.get_mut(own)) {
                *is_gone = true;
            }
        }
        let mut are_gone = are_gone.into_iter();
        self.texts.retain(|_| !are_gone.next().unwrap_or_default());
    }
}

/// The text that a document says of itself (ISO 32000-2, 7.9.2.2).
fn text_string(bytes: &[u8]) -> String {
    match bytes {
        [0xfe, 0xff, rest @ ..] => {
            let units = rest.chunks_exact(2).map(|pair| match pair {
                [high, low] => u16::from_be_bytes([*high, *low]),
                _ => 0,
            });
            char::decode_utf16(units).flatten().collect()
        }
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        // Most of the other encoding is Latin-1.
        bytes => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

/// What a line covers.
fn line_box(line: &Line, to_view: Affine) -> Rect {
    let corner = |along: f64, up: f64| {
        to_view * (Affine::rotate(line.angle) * Point::new(along, line.baseline + up))
    };
    let (below, above) = (-BELOW * line.size, ABOVE * line.size);
    let one = Rect::from_points(corner(line.start, below), corner(line.end, above));
    one.union(Rect::from_points(
        corner(line.start, above),
        corner(line.end, below),
    ))
}

/// A line as people see it; none of one that goes up or down.
fn upright(line: &Line, to_view: Affine) -> Option<TextLine> {
    let point =
        |along: f64| to_view * (Affine::rotate(line.angle) * Point::new(along, line.baseline));
    let (start, end) = (point(line.start), point(line.end));
    let along: Vec2 = end - start;
    let is_upright = along.x >= 0.0 && along.y.abs() <= 0.02 * along.x + 0.01;
    is_upright.then_some(TextLine {
        start: start.x,
        end: end.x,
        baseline: start.y,
    })
}

impl Picture {
    fn of(stream: Option<ObjectIdentifier>, to_view: Affine) -> Self {
        // The unit square upwards; what people see goes down.
        let [a, b, c, d, _, _] = to_view.as_coeffs();
        let is_mirrored = a * d - b * c > 0.0;
        let right = if is_mirrored { (-a, -b) } else { (a, b) };
        let quarters = match right {
            (x, y) if x.abs() >= y.abs() => u8::from(x < 0.0) * 2,
            (_, y) if y < 0.0 => 1,
            _ => 3,
        };
        Self {
            stream,
            place: to_view.transform_rect_bbox(Rect::new(0.0, 0.0, 1.0, 1.0)),
            quarters,
            is_mirrored,
        }
    }
}

impl Text {
    /// The label with which content of it begins, which no translation changes: its code, and what it says.
    pub(crate) fn label(&self, content: &Content) -> Option<(CodeId, &str)> {
        let Some(Piece::Mark(code)) = content.pieces().first() else {
            return None;
        };
        match self.codes.get(usize::try_from(code.0).ok()?) {
            Some(Code::Object(text)) if text.ends_with(' ') => Some((*code, text)),
            _ => None,
        }
    }

    /// What content of it says, with what no translation changes.
    pub(crate) fn said(&self, content: &Content) -> String {
        let texts = content.pieces().iter().map(|piece| match piece {
            Piece::Text(text) => text.as_str(),
            Piece::Mark(code) => {
                let code = usize::try_from(code.0)
                    .ok()
                    .and_then(|code| self.codes.get(code));
                match code {
                    Some(Code::Object(text)) => text,
                    _ => "",
                }
            }
            Piece::Open(_) | Piece::Close(_) => "",
        });
        texts.collect()
    }

    /// Whether it stands as lines usually do.
    pub(crate) fn is_upright(&self) -> bool {
        !self.lines.is_empty()
    }

    /// The baselines of its first and last line.
    pub(crate) fn first_baseline(&self) -> f64 {
        self.lines
            .first()
            .map_or(self.place.y1, |line| line.baseline)
    }

    pub(crate) fn last_baseline(&self) -> f64 {
        self.lines
            .last()
            .map_or(self.place.y1, |line| line.baseline)
    }

    /// How far its baselines are apart; none of one line.
    pub(crate) fn leading(&self) -> Option<f64> {
        let gaps = u32::try_from(self.lines.len().checked_sub(1)?).ok()?;
        (gaps > 0).then(|| (self.last_baseline() - self.first_baseline()) / f64::from(gaps))
    }
}
