//! Letters as pixels.

use dragoman_typesetting::{Face, PathCommand};
use tiny_skia::{FillRule, Mask, Path, PathBuilder, Rect, Transform};

use crate::numbers::{length, pixel};

/// How long and high what is drawn at once is at most, in pixels.
pub(crate) const LONGEST: f32 = 30_000.0;

/// Outlines of letters, in pixels.
#[derive(Default)]
pub(crate) struct Outlines(PathBuilder);

/// How much of each pixel of a box is covered.
pub(crate) struct Coverage {
    pub(crate) left: usize,
    pub(crate) top: usize,
    mask: Mask,
}

impl Outlines {
    /// Adds a glyph; `place` says where a point of it is, given in em upwards from its origin.
    pub(crate) fn add(&mut self, face: &Face, glyph: u32, place: impl Fn(f32, f32) -> (f32, f32)) {
        let path = &mut self.0;
        for command in face.outline(glyph) {
            match command {
                PathCommand::MoveTo(x, y) => {
                    let (x, y) = place(x, y);
                    path.move_to(x, y);
                }
                PathCommand::LineTo(x, y) => {
                    let (x, y) = place(x, y);
                    path.line_to(x, y);
                }
                PathCommand::QuadTo(by_x, by_y, x, y) => {
                    let ((by_x, by_y), (x, y)) = (place(by_x, by_y), place(x, y));
                    path.quad_to(by_x, by_y, x, y);
                }
                PathCommand::CurveTo(from_x, from_y, to_x, to_y, x, y) => {
                    let (from, to, end) = (place(from_x, from_y), place(to_x, to_y), place(x, y));
                    path.cubic_to(from.0, from.1, to.0, to.1, end.0, end.1);
                }
                PathCommand::Close => path.close(),
            }
        }
    }

    /// All of them; none if there is nothing to be seen.
    pub(crate) fn finish(self) -> Option<Path> {
        self.0.finish()
    }
}

/// The box that a path takes up.
pub(crate) fn bounds(path: &Path) -> Rect {
    path.compute_tight_bounds().unwrap_or_else(|| path.bounds())
}

impl Coverage {
    /// What a path covers of a picture of this size; none if that is nothing.
    pub(crate) fn of(path: &Path, width: usize, height: usize) -> Option<Self> {
        let bounds = path.bounds();
        let is_small = bounds.width() < LONGEST && bounds.height() < LONGEST;
        let (left, top) = (pixel(bounds.left()), pixel(bounds.top()));
        let right = pixel(bounds.right().ceil() + 1.0).min(width);
        let bottom = pixel(bounds.bottom().ceil() + 1.0).min(height);
        let wide = u32::try_from(right.checked_sub(left)?).ok()?;
        let high = u32::try_from(bottom.checked_sub(top)?).ok()?;
        let mut mask = is_small.then(|| Mask::new(wide, high)).flatten()?;
        let to_box = Transform::from_translate(-length(left), -length(top));
        mask.fill_path(path, FillRule::Winding, true, to_box);
        Some(Self { left, top, mask })
    }

    /// Its pixels with how much of them is covered, up to 1.
    pub(crate) fn pixels(&self) -> impl Iterator<Item = ((usize, usize), f32)> {
        let width = usize::try_from(self.mask.width()).unwrap_or(usize::MAX);
        let pixels = self.mask.data().iter().enumerate();
        pixels.map(move |(place, covered)| {
            let place = (self.left + place % width, self.top + place / width);
            (place, f32::from(*covered) / 255.0)
        })
    }
}
