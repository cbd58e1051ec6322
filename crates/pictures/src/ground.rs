//! What is behind the letters of a line, what colour they have, and the picture without them.

use dragoman_documents::{DocumentError, overseer};

use crate::canvas::{Canvas, Colour, MOST_CHANNELS, distance};
use crate::lines::{Area, Line, Slope};
use crate::numbers::{length, median, pixel, quantile};

/// How long a stretch of a line is whose ground is estimated by itself, in heights of the line.
const STRETCH: f32 = 2.5;
/// How many stretches a line has at most.
const MOST_STRETCHES: usize = 64;
/// How many rows beside a line are looked at.
const ROWS: usize = 3;
/// How many pixels are looked at for a colour at most.
const MOST_LOOKED_AT: usize = 20_000;
/// By how much colours differ at most that are the same, and at least that are not.
const SAME: f32 = 24.0;
const OTHER: f32 = 48.0;
/// How restless a ground is at most that is smooth.
const SMOOTH: f32 = 6.0;
/// The part of the pixels of words that is ink at most.
const MOST_INK: f32 = 0.6;

/// A picture as it is seen along its lines.
#[derive(Clone, Copy)]
pub(crate) struct View<'c> {
    pub(crate) canvas: &'c Canvas,
    pub(crate) slope: Slope,
}

/// The ground of a line: the colours above and below each of its stretches.
#[derive(Debug, Clone)]
pub(crate) struct Ground {
    area: Area,
    stretches: Vec<(Colour, Colour)>,
    noise: f32,
}

/// The pixels of a picture that have ink, row by row.
pub(crate) struct Ink {
    width: usize,
    pixels: Vec<bool>,
}

impl View<'_> {
    /// The colour at a place; none beyond the edges.
    pub(crate) fn colour(&self, u: f32, v: f32) -> Option<Colour> {
        let (x, y) = self.slope.in_picture(u, v);
        let is_there = x >= 0.0
            && y >= 0.0
            && x < length(self.canvas.width())
            && y < length(self.canvas.height());
        is_there.then(|| self.canvas.colour(pixel(x), pixel(y)))
    }

    /// Does something with each pixel in a box: its place in the picture, and along the lines.
    pub(crate) fn each_pixel(&self, area: &Area, mut does: impl FnMut((usize, usize), (f32, f32))) {
        let corners = [
            (area.left, area.top),
            (area.right, area.top),
            (area.left, area.bottom),
            (area.right, area.bottom),
        ];
        let corners = corners.map(|(u, v)| self.slope.in_picture(u, v));
        let bounds = corners.iter().fold(
            (f32::MAX, f32::MAX, f32::MIN, f32::MIN),
            |(left, top, right, bottom), (x, y)| {
                (left.min(*x), top.min(*y), right.max(*x), bottom.max(*y))
            },
        );
        let (left, top) = (pixel(bounds.0), pixel(bounds.1));
        let right = pixel(bounds.2.ceil()).min(self.canvas.width());
        let bottom = pixel(bounds.3.ceil()).min(self.canvas.height());
        for y in top..bottom {
            for x in left..right {
                let along = self.slope.along(length(x) + 0.5, length(y) + 0.5);
                if area.contains(along) {
                    does((x, y), along);
                }
            }
        }
    }
}

/// The colour whose channels are the middle ones of these; none of none.
fn middle(colours: &[Colour]) -> Option<Colour> {
    let mut middle = Colour::default();
    for (channel, value) in middle.iter_mut().enumerate() {
        let mut values: Vec<f32> = colours
            .iter()
            .filter_map(|it| it.get(channel))
            .copied()
            .collect();
        *value = median(&mut values)?;
    }
    Some(middle)
}

impl Ground {
    /// The ground of a line of text, by what is around it.
    pub(crate) fn of(view: &View<'_>, area: &Area) -> Self {
        let height = area.height().max(1.0);
        let count = pixel((area.width() / (STRETCH * height)).ceil()).clamp(1, MOST_STRETCHES);
        let step = area.width() / length(count);
        let mut noise = Vec::new();
        let stretches = (0..count).map(|number| {
            let left = area.left + step * (length(number) - 0.25);
            let stretch = Area {
                left,
                right: left + step * 1.5,
                ..*area
            };
            stretch_of(view, &stretch, &mut noise)
        });
        let stretches = stretches.collect();
        Self {
            area: *area,
            stretches,
            noise: 1.5 * median(&mut noise).unwrap_or_default(),
        }
    }

    /// By how much its pixels differ from it.
    pub(crate) const fn noise(&self) -> f32 {
        self.noise
    }

    /// Its colour at a place.
    pub(crate) fn at(&self, (u, v): (f32, f32)) -> Colour {
        let last = self.stretches.len().saturating_sub(1);
        let place = (u - self.area.left) / self.area.width().max(1.0) * length(last + 1) - 0.5;
        let place = place.clamp(0.0, length(last));
        let down = ((v - self.area.top) / self.area.height().max(1.0)).clamp(0.0, 1.0);
        let number = pixel(place);
        let of = |number: usize| {
            let (above, below) = self.stretches.get(number).copied().unwrap_or_default();
            mixed(&above, &below, down)
        };
        mixed(
            &of(number),
            &of((number + 1).min(last)),
            place - length(number),
        )
    }
}

/// A colour so far between two.
fn mixed(one: &Colour, other: &Colour, part: f32) -> Colour {
    let mut mixed = *one;
    for (channel, other) in mixed.iter_mut().zip(other) {
        *channel += (other - *channel) * part;
    }
    mixed
}

/// The colours above and below a stretch of a line.
fn stretch_of(view: &View<'_>, stretch: &Area, noise: &mut Vec<f32>) -> (Colour, Colour) {
    let gap = 1.5 + 0.05 * stretch.height();
    let mut row = |first: f32, step: f32| {
        let mut colours = Vec::new();
        for number in 0..ROWS {
            let v = first + step * length(number);
            let wide = pixel(stretch.width()).max(1);
            colours.extend(
                (0..wide).filter_map(|column| view.colour(stretch.left + length(column) + 0.5, v)),
            );
        }
        let middle = middle(&colours)?;
        noise.extend(colours.iter().map(|colour| distance(colour, &middle)));
        Some(middle)
    };
    let above = row(stretch.top - gap, -1.0);
    let below = row(stretch.bottom + gap, 1.0);
    let (above, below) = match (above, below) {
        (Some(above), Some(below)) => (above, below),
        (Some(one), None) | (None, Some(one)) => (one, one),
        (None, None) => Default::default(),
    };
    // A line or an edge may be right beside the text. Most pixels between letters are ground.
    let mut inside = Vec::new();
    let step = (pixel(stretch.width() * stretch.height()) / MOST_LOOKED_AT).max(1);
    let mut count = 0_usize;
    view.each_pixel(stretch, |(x, y), _| {
        if count.is_multiple_of(step) {
            inside.push(view.canvas.colour(x, y));
        }
        count += 1;
    });
    let Some(inside) = middle(&inside).filter(|_| distance(&above, &below) > SAME) else {
        return (above, below);
    };
    let (to_above, to_below) = (distance(&inside, &above), distance(&inside, &below));
    if to_above < SAME && to_below > OTHER {
        (above, above)
    } else if to_below < SAME && to_above > OTHER {
        (below, below)
    } else {
        (above, below)
    }
}

/// The colour of the letters of some lines.
pub(crate) fn colour_of_ink(view: &View<'_>, lines: &[Line], grounds: &[Ground]) -> Colour {
    let areas = || {
        lines
            .iter()
            .flat_map(|line| line.words.iter().map(|(_, area)| area))
    };
    let all: f32 = areas().map(|area| area.width() * area.height()).sum();
    let step = (pixel(all) / MOST_LOOKED_AT).max(1);
    let mut count = 0_usize;
    let mut pixels: Vec<(f32, Colour)> = Vec::new();
    for (line, ground) in lines.iter().zip(grounds) {
        for (_, area) in &line.words {
            view.each_pixel(area, |(x, y), along| {
                if count.is_multiple_of(step) {
                    let colour = view.canvas.colour(x, y);
                    pixels.push((distance(&colour, &ground.at(along)), colour));
                }
                count += 1;
            });
        }
    }
    let mut distances: Vec<f32> = pixels.iter().map(|(distance, _)| *distance).collect();
    let strong = 0.85 * quantile(&mut distances, 0.92).unwrap_or_default();
    let ink = pixels.iter().filter(|(distance, _)| *distance >= strong);
    let ink: Vec<Colour> = ink.map(|(_, colour)| *colour).collect();
    middle(&ink).unwrap_or_default()
}

impl Ink {
    /// No ink on a picture.
    ///
    /// # Errors
    /// If there is not enough memory, or nobody waits for it any more.
    pub(crate) fn none(canvas: &Canvas) -> Result<Self, DocumentError> {
        overseer::borrow(canvas.pixels())?;
        Ok(Self {
            width: canvas.width(),
            pixels: vec![false; canvas.pixels()],
        })
    }

    fn is_at(&self, x: usize, y: usize) -> bool {
        x < self.width && self.pixels.get(y * self.width + x) == Some(&true)
    }

    /// Adds the letters of a line.
    pub(crate) fn add(&mut self, view: &View<'_>, line: &Line, ground: &Ground, ink: &Colour) {
        let height = line.area.height();
        let contrast = distance(ink, &ground.at((line.area.left, line.area.top)));
        let least = (4.0 * ground.noise).max(8.0).min(0.3 * contrast);
        let around = if height < 20.0 {
            1
        } else {
            2 + pixel(height / 60.0)
        };
        let pad = 2.0 + 0.1 * height;
        for (_, area) in &line.words {
            let (mut found, mut all) = (Vec::new(), 0_usize);
            view.each_pixel(&area.grown(pad), |(x, y), along| {
                all += 1;
                if distance(&view.canvas.colour(x, y), &ground.at(along)) > least {
                    found.push((x, y));
                }
            });
            let is_restless = length(found.len()) > MOST_INK * length(all);
            if is_restless || ground.noise < SMOOTH {
                view.each_pixel(area, |(x, y), _| self.set(x, y));
            }
            for (x, y) in found {
                let (left, top) = (x.saturating_sub(around), y.saturating_sub(around));
                for y in top..=y + around {
                    (left..=x + around).for_each(|x| self.set(x, y));
                }
            }
        }
    }

    fn set(&mut self, x: usize, y: usize) {
        if x < self.width
            && let Some(pixel) = self.pixels.get_mut(y * self.width + x)
        {
            *pixel = true;
        }
    }

    /// Fills what is ink in a box by what is around it.
    ///
    /// # Errors
    /// If there is not enough memory, or nobody waits for it any more.
    pub(crate) fn fill(
        &self,
        canvas: &mut Canvas,
        slope: Slope,
        area: &Area,
    ) -> Result<(), DocumentError> {
        let mut bounds = (usize::MAX, usize::MAX, 0, 0);
        let view = View { canvas, slope };
        view.each_pixel(&area.grown(0.5 * area.height() + 4.0), |(x, y), _| {
            let (left, top, right, bottom) = bounds;
            bounds = (left.min(x), top.min(y), right.max(x + 1), bottom.max(y + 1));
        });
        let (left, top, right, bottom) = bounds;
        let (width, height) = (right.saturating_sub(left), bottom.saturating_sub(top));
        if width == 0 || height == 0 {
            return Ok(());
        }
        overseer::for_a_while(|| {
            overseer::borrow(
                width
                    .saturating_mul(height)
                    .saturating_mul(2 * size_of::<Cell>()),
            )?;
            let cells = (0..width * height).map(|place| {
                let (x, y) = (left + place % width, top + place / width);
                match self.is_at(x, y) {
                    true => Cell::default(),
                    false => Cell::of(&canvas.colour(x, y)),
                }
            });
            let filled = filled(cells.collect(), width, height);
            for (place, cell) in filled.iter().enumerate() {
                let (x, y) = (left + place % width, top + place / width);
                if self.is_at(x, y)
                    && let Some(colour) = cell.colour()
                {
                    canvas.set(x, y, colour);
                }
            }
            Ok(())
        })
    }
}

/// The sum of some colours, and of how many.
#[derive(Debug, Clone, Copy, Default)]
struct Cell {
    sum: Colour,
    count: f32,
}

impl Cell {
    const fn of(colour: &Colour) -> Self {
        Self {
            sum: *colour,
            count: 1.0,
        }
    }

    fn add(&mut self, other: &Self, part: f32) {
        for (sum, other) in self.sum.iter_mut().zip(&other.sum) {
            *sum += other * part;
        }
        self.count += other.count * part;
    }

    fn colour(&self) -> Option<Colour> {
        (self.count > 0.0).then(|| self.sum.map(|sum| sum / self.count))
    }
}

const _: () = assert!(size_of::<Cell>() == size_of::<f32>() * (MOST_CHANNELS + 1));

/// Gives the cells that are empty the colours of those around them: from a picture of half the size, in which fewer are
/// empty.
fn filled(mut cells: Vec<Cell>, width: usize, height: usize) -> Vec<Cell> {
    if (width <= 1 && height <= 1) || cells.iter().all(|cell| cell.count > 0.0) {
        return cells;
    }
    let (half_width, half_height) = (width.div_ceil(2), height.div_ceil(2));
    let mut half = vec![Cell::default(); half_width * half_height];
    for (place, cell) in cells.iter().enumerate() {
        let place = (place / width / 2) * half_width + place % width / 2;
        if let Some(sum) = half.get_mut(place) {
            sum.add(cell, 1.0);
        }
    }
    for cell in &mut half {
        if let Some(colour) = cell.colour() {
            *cell = Cell::of(&colour);
        }
    }
    let half = filled(half, half_width, half_height);
    for (place, cell) in cells.iter_mut().enumerate() {
        if cell.count == 0.0 {
            *cell = between(&half, half_width, half_height, place % width, place / width);
        }
    }
    cells
}

/// What is at a cell of a picture of twice the size, between the nearest four.
fn between(half: &[Cell], width: usize, height: usize, x: usize, y: usize) -> Cell {
    let sides = |place: usize, count: usize| {
        let near = place / 2;
        let far = match place.is_multiple_of(2) {
            true => near.saturating_sub(1),
            false => (near + 1).min(count - 1),
        };
        [(near, 0.75), (far, 0.25)]
    };
    let mut cell = Cell::default();
    for (row, down) in sides(y, height) {
        for (column, along) in sides(x, width) {
            if let Some(other) = half.get(row * width + column) {
                cell.add(other, down * along);
            }
        }
    }
    cell.colour().map_or(cell, |colour| Cell::of(&colour))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_filled_goes_on_as_what_is_around_it() {
        let (width, height) = (40, 20);
        let bright = |x: usize| u8::try_from(50 + 4 * x).unwrap();
        let gradient: Vec<u8> = (0..width * height)
            .map(|place| bright(place % width))
            .collect();
        let mut samples = gradient.clone();
        let mut ink = vec![false; width * height];
        for place in 0..width * height {
            let (x, y) = (place % width, place / width);
            if (15..19).contains(&x) && (5..15).contains(&y) {
                (samples[place], ink[place]) = (0, true);
            }
        }
        let mut canvas = Canvas::new(40, 20, 1, samples).unwrap();
        let ink = Ink { width, pixels: ink };
        let slope = Slope::of(&[]);
        let area = Area {
            left: 12.0,
            top: 4.0,
            right: 22.0,
            bottom: 16.0,
        };
        ink.fill(&mut canvas, slope, &area).unwrap();
        for (filled, wanted) in canvas.into_samples().iter().zip(gradient) {
            assert!(filled.abs_diff(wanted) < 10, "{filled} {wanted}");
        }
    }

    #[test]
    fn the_ground_is_what_is_around_a_line_even_right_above_another_colour() {
        let (width, height) = (60, 30);
        let samples = (0..width * height).map(|place| match place / width {
            0..20 => 200,
            _ => 20,
        });
        let canvas = Canvas::new(60, 30, 1, samples.collect()).unwrap();
        let slope = Slope::of(&[]);
        let area = Area {
            left: 10.0,
            top: 8.0,
            right: 50.0,
            bottom: 20.0,
        };
        let ground = Ground::of(
            &View {
                canvas: &canvas,
                slope,
            },
            &area,
        );
        assert!(
            (ground.at((30.0, 18.0))[0] - 200.0).abs() < 1.0,
            "{ground:?}"
        );
    }
}
