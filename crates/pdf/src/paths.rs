//! Paths that content streams build, and what is noted of them: straight pieces along the edges of the page, and areas.

use kurbo::{Affine, Point, Rect, Vec2};

use crate::content::Operation;

/// How thick a filled area is at most that counts as a rule, in points.
const THICKEST_RULE: f64 = 3.0;

/// How far the ends of a straight piece are off an edge of the page at most that goes along it, in points.
const SLANT: f64 = 0.05;

/// A path that is being built, on the page.
#[derive(Default)]
pub(crate) struct Path {
    at: Point,
    pieces: Vec<Rect>,
    areas: Vec<Rect>,
    /// What all of it covers.
    bounds: Option<Rect>,
    has_curves: bool,
    /// Whether what is outside of it is cut off from now on.
    is_clip: bool,
}

/// How a path is painted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Painting {
    pub(crate) is_stroked: bool,
    pub(crate) is_filled: bool,
}

/// What is seen of a path.
#[derive(Debug, Default)]
pub(crate) struct Shapes {
    /// Thin areas and straight strokes.
    pub(crate) rules: Vec<Rect>,
    pub(crate) areas: Vec<Rect>,
}

impl Painting {
    /// How an operation paints the path.
    fn of(operator: &[u8]) -> Option<Self> {
        let (is_stroked, is_filled) = match operator {
            b"S" | b"s" => (true, false),
            b"f" | b"F" | b"f*" => (false, true),
            b"B" | b"B*" | b"b" | b"b*" => (true, true),
            b"n" => (false, false),
            _ => return None,
        };
        Some(Self {
            is_stroked,
            is_filled,
        })
    }
}

impl Path {
    /// Does an operation that builds a path, whose coordinates these lead to the page from. How the path is painted if
    /// the operation does that, which ends it.
    pub(crate) fn build(&mut self, operation: &Operation<'_>, to_page: Affine) -> Option<Painting> {
        let point =
            |at: usize| to_page * Point::new(operation.number(at), operation.number(at + 1));
        match operation.operator {
            b"m" => {
                self.at = point(0);
                self.cover(Rect::from_points(self.at, self.at));
            }
            b"l" => {
                let piece = Rect::from_points(self.at, point(0));
                self.at = point(0);
                self.cover(piece);
                self.pieces.push(piece);
            }
            b"c" | b"v" | b"y" => {
                let end = point(operation.operands.len().saturating_sub(2));
                let curve = Rect::from_points(point(0), point(2)).union_pt(end);
                self.cover(curve);
                self.has_curves = true;
                self.at = end;
            }
            b"re" => {
                let corner = Point::new(operation.number(0), operation.number(1));
                let size = Vec2::new(operation.number(2), operation.number(3));
                let area = Rect::from_points(corner, corner + size);
                let area = to_page.transform_rect_bbox(area);
                self.cover(area);
                self.areas.push(area);
            }
            b"W" | b"W*" => self.is_clip = true,
            operator => return Painting::of(operator),
        }
        None
    }

    fn cover(&mut self, place: Rect) {
        self.bounds = Some(self.bounds.map_or(place, |bounds| bounds.union(place)));
    }

    /// The area outside of which all is cut off from now on, if it cuts anything off: one without extent leaves nothing.
    pub(crate) fn clip(&self) -> Option<Rect> {
        self.is_clip.then(|| self.bounds.unwrap_or_default())
    }

    /// The one upright area or line that it is, if it is no more than that; a line has no thickness of its own.
    pub(crate) fn only_shape(&self, painting: Painting) -> Option<Rect> {
        let is_along = |piece: &Rect| piece.width().min(piece.height()) < SLANT;
        let (areas, pieces) = (self.areas.as_slice(), self.pieces.as_slice());
        let shape = match (painting.is_stroked, painting.is_filled) {
            (true, false) => match (areas, pieces) {
                ([], [piece]) if is_along(piece) => *piece,
                _ => return None,
            },
            (false, true) => match (areas, pieces) {
                ([area], []) => *area,
                ([], [_, _, _] | [_, _, _, _]) if pieces.iter().all(is_along) => self.bounds?,
                _ => return None,
            },
            _ => return None,
        };
        (!self.has_curves && shape.is_finite()).then_some(shape)
    }

    /// What is seen of it.
    pub(crate) fn shapes(self, painting: Painting) -> Shapes {
        let Self { pieces, areas, .. } = self;
        let mut seen: Vec<Rect> = Vec::new();
        if painting.is_stroked {
            // Slanted lines are no rules, and no areas.
            seen.extend(pieces.into_iter().filter(is_rule));
            for area in areas.iter().filter(|area| !is_rule(area)) {
                seen.extend(edges(*area));
            }
        }
        if painting.is_filled || painting.is_stroked {
            seen.extend(areas);
        }
        let seen = seen.into_iter().filter(|it| it.is_finite());
        let (rules, areas) = seen.partition(is_rule);
        Shapes { rules, areas }
    }
}

fn is_rule(area: &Rect) -> bool {
    area.width().min(area.height()) <= THICKEST_RULE
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
