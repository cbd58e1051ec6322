//! Tables: cells that rules part.

use std::ops::Range;

use dragoman_typesetting::Align;
use kurbo::{Point, Rect};

use crate::word::flow::{Borders, Cell, Edges, Flow, Item, Table};
use crate::word::layout::PageLayout;

/// How far apart what is drawn as one line may be, in points.
const SAME: f64 = 3.0;
/// Rules of a page that are compared with one another at most.
const MOST_LINES: usize = 1_500;
/// Things on a page that are put into tables at most.
const MOST_ITEMS: usize = 5_000;
/// Cells of a table at most.
const MOST_CELLS: usize = 10_000;
/// Columns of a table at most, in Word.
const MOST_COLUMNS: usize = 63;
/// How short a rule is that is no border, in points.
const SHORTEST: f64 = 5.0;
/// How much of a page a cell may take that is not the whole of it.
const LARGEST_CELL: f64 = 0.5;

/// A straight line: where it is, and from where to where it goes.
#[derive(Debug, Clone)]
struct Stroke {
    at: f64,
    along: Range<f64>,
}

/// Puts what stands in tables with rules into them. `arrange` gives the order in which things in a cell are read.
pub(crate) fn ruled(
    page: &PageLayout,
    mut items: Vec<Item>,
    arrange: &dyn Fn(Vec<Item>) -> Vec<Flow>,
) -> Vec<Item> {
    let (flat, steep): (Vec<&Rect>, Vec<&Rect>) = page
        .rules
        .iter()
        .filter(|rule| rule.width().max(rule.height()) >= SHORTEST)
        .partition(|rule| rule.width() >= rule.height());
    let flat = strokes(flat.into_iter().map(|rule| Stroke {
        at: rule.center().y,
        along: rule.x0..rule.x1,
    }));
    let steep = strokes(steep.into_iter().map(|rule| Stroke {
        at: rule.center().x,
        along: rule.y0..rule.y1,
    }));
    if flat.len() > MOST_LINES || steep.len() > MOST_LINES || items.len() > MOST_ITEMS {
        return items;
    }
    let mut grids: Vec<Grid> = grids(&flat, &steep);
    // Those within others come first, and become part of what is in a cell.
    grids.sort_by(|one, other| one.place().area().total_cmp(&other.place().area()));
    for grid in grids {
        items = grid.take(page, items, arrange);
    }
    items
}

/// Lines, each as one that is drawn as several.
fn strokes(strokes: impl Iterator<Item = Stroke>) -> Vec<Stroke> {
    let mut sorted: Vec<Stroke> = strokes.collect();
    sorted.sort_by(|one, other| one.at.total_cmp(&other.at));
    let mut whole: Vec<Stroke> = Vec::new();
    let mut level: Vec<Stroke> = Vec::new();
    let mut end_level = |level: &mut Vec<Stroke>| {
        level.sort_by(|one, other| one.along.start.total_cmp(&other.along.start));
        for next in level.drain(..) {
            match whole.last_mut() {
                Some(last)
                    if (last.at - next.at).abs() <= SAME
                        && next.along.start <= last.along.end + SAME =>
                {
                    last.along.end = last.along.end.max(next.along.end);
                }
                _ => whole.push(next),
            }
        }
    };
    for stroke in sorted {
        if level
            .first()
            .is_some_and(|first| stroke.at - first.at > SAME)
        {
            end_level(&mut level);
        }
        level.push(stroke);
    }
    end_level(&mut level);
    whole
}

/// Lines that meet.
struct Grid {
    flat: Vec<Stroke>,
    steep: Vec<Stroke>,
    edges: Edges,
}

/// The grids that lines make where they meet.
fn grids(flat: &[Stroke], steep: &[Stroke]) -> Vec<Grid> {
    let touches = |flat: &Stroke, steep: &Stroke| {
        let reaches =
            |along: &Range<f64>, at: f64| along.start - SAME <= at && at <= along.end + SAME;
        reaches(&flat.along, steep.at) && reaches(&steep.along, flat.at)
    };
    let mut group_of_steep: Vec<Option<usize>> = vec![None; steep.len()];
    let mut group_of_flat: Vec<Option<usize>> = vec![None; flat.len()];
    let mut groups = 0;
    for start in 0..flat.len() {
        if group_of_flat.get(start).is_none_or(Option::is_some) {
            continue;
        }
        let mut waiting = vec![start];
        while let Some(number) = waiting.pop() {
            let (Some(line), Some(group)) = (flat.get(number), group_of_flat.get_mut(number))
            else {
                continue;
            };
            if group.replace(groups).is_some() {
                continue;
            }
            for (other, group) in steep.iter().zip(&mut group_of_steep) {
                if group.is_none() && touches(line, other) {
                    *group = Some(groups);
                    let meets = |flat: &(usize, &Stroke)| touches(flat.1, other);
                    waiting.extend(
                        flat.iter()
                            .enumerate()
                            .filter(meets)
                            .map(|(number, _)| number),
                    );
                }
            }
        }
        groups += 1;
    }
    let of = |lines: &[Stroke], groups: &[Option<usize>], group: usize| -> Vec<Stroke> {
        let lines = lines.iter().zip(groups);
        let own = lines.filter(|(_, other)| **other == Some(group));
        own.map(|(line, _)| line.clone()).collect()
    };
    let grids = (0..groups).filter_map(|group| {
        let (flat, steep) = (
            of(flat, &group_of_flat, group),
            of(steep, &group_of_steep, group),
        );
        Grid::new(flat, steep)
    });
    grids.collect()
}

/// Values, those that hardly differ as one.
fn levels(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut sorted: Vec<f64> = values.collect();
    sorted.sort_by(f64::total_cmp);
    let mut levels: Vec<f64> = Vec::new();
    for value in sorted {
        if levels.last().is_none_or(|last| value - last > SAME) {
            levels.push(value);
        }
    }
    levels
}

impl Grid {
    /// The grid of lines; none if they are borders of fewer than two columns.
    fn new(flat: Vec<Stroke>, steep: Vec<Stroke>) -> Option<Self> {
        let ends = |lines: &[Stroke]| -> Vec<f64> {
            lines
                .iter()
                .flat_map(|line| [line.along.start, line.along.end])
                .collect()
        };
        let columns = steep.iter().map(|line| line.at).chain(ends(&flat));
        let rows = flat.iter().map(|line| line.at).chain(ends(&steep));
        let edges = Edges {
            columns: levels(columns),
            rows: levels(rows),
        };
        let is_grid = (3..=MOST_COLUMNS).contains(&edges.columns.len())
            && edges.rows.len() > 1
            && edges.columns.len() * edges.rows.len() <= MOST_CELLS;
        is_grid.then_some(Self { flat, steep, edges })
    }

    fn size(&self) -> (usize, usize) {
        (self.edges.rows.len() - 1, self.edges.columns.len() - 1)
    }

    fn place(&self) -> Rect {
        let (rows, columns) = self.size();
        self.edges.place(0..rows, 0..columns)
    }

    /// Whether there is a rule at the left of a cell, or above it.
    fn has_left(&self, row: usize, column: usize) -> bool {
        let cell = self.edges.place(row..row + 1, column..column + 1);
        is_drawn(&self.steep, cell.x0, cell.center().y)
    }

    fn has_top(&self, row: usize, column: usize) -> bool {
        let cell = self.edges.place(row..row + 1, column..column + 1);
        is_drawn(&self.flat, cell.y0, cell.center().x)
    }

    /// Makes a table of what stands in the grid, if it is one.
    fn take(
        self,
        page: &PageLayout,
        items: Vec<Item>,
        arrange: &dyn Fn(Vec<Item>) -> Vec<Flow>,
    ) -> Vec<Item> {
        let place = self.place().inflate(1.0, 1.0);
        let is_within = |item: &Item| place.contains(item.place.center());
        let (within, mut others): (Vec<Item>, Vec<Item>) = items.into_iter().partition(is_within);
        let places: Vec<Rect> = within.iter().map(|item| item.place).collect();
        let merged = self.merged(&places);
        if !self.is_table(page, &places, &merged) {
            others.extend(within);
            return others;
        }
        let (_, column_count) = self.size();
        let columns = (0..column_count).map(|number| self.edges.place(0..1, number..number + 1));
        let columns: Vec<Range<f64>> = columns.map(|place| place.x0..place.x1).collect();
        let aligns = column_aligns(page, within.iter(), &columns);
        let mut contents: Vec<Vec<Item>> = merged.iter().map(|_| Vec::new()).collect();
        for item in within {
            let number = self.cell_of(&merged, item.place.center());
            if let Some(contents) = contents.get_mut(number) {
                contents.push(item);
            }
        }
        let cells = merged
            .into_iter()
            .zip(contents)
            .map(|((rows, columns), items)| Cell {
                borders: Borders {
                    top: self.has_top(rows.start, columns.start),
                    left: self.has_left(rows.start, columns.start),
                    bottom: self.has_top(rows.end, columns.start),
                    right: self.has_left(rows.start, columns.end),
                },
                place: self.edges.place(rows.clone(), columns.clone()),
                align: match columns.len() {
                    1 => aligns.get(columns.start).copied().flatten(),
                    _ => None,
                },
                rows,
                columns,
                flow: arrange(items),
            });
        let cells = cells.collect();
        others.push(Item {
            place: self.place(),
            flow: Flow::Table(Table {
                edges: self.edges,
                cells,
                is_ruled: true,
            }),
        });
        others
    }

    fn cell_of(&self, cells: &[(Range<usize>, Range<usize>)], point: Point) -> usize {
        let at = |edges: &[f64], value: f64| {
            let before = edges.iter().take_while(|&&edge| edge <= value).count();
            before.saturating_sub(1).min(edges.len().saturating_sub(2))
        };
        let (row, column) = (
            at(&self.edges.rows, point.y),
            at(&self.edges.columns, point.x),
        );
        let found = cells
            .iter()
            .position(|(rows, columns)| rows.contains(&row) && columns.contains(&column));
        found.unwrap_or_default()
    }

    /// The cells with those as one between which no rule is, unless each has something of its own.
    fn merged(&self, items: &[Rect]) -> Vec<(Range<usize>, Range<usize>)> {
        let (row_count, column_count) = self.size();
        let mut is_full = vec![false; row_count * column_count];
        let each: Vec<_> = (0..row_count)
            .flat_map(|row| (0..column_count).map(move |column| (row..row + 1, column..column + 1)))
            .collect();
        for item in items {
            let number = self.cell_of_grid(item.center());
            if let Some(is_full) = is_full.get_mut(number) {
                *is_full = true;
            }
        }
        let full = |row: usize, column: usize| {
            is_full
                .get(row * column_count + column)
                .copied()
                .unwrap_or_default()
        };
        let is_crossed = |one: Rect, other: Rect| {
            let all = one.union(other);
            items.iter().any(|item| {
                let (x, y) = (item.center().x, item.center().y);
                let is_there = all.contains(Point::new(x, y));
                let across = item.x0 < one.x1 - SAME && item.x1 > other.x0 + SAME;
                let down = item.y0 < one.y1 - SAME && item.y1 > other.y0 + SAME;
                is_there && across && down
            })
        };
        let place = |row: usize, column: usize| self.edges.place(row..row + 1, column..column + 1);
        let joins = |one: (usize, usize), other: (usize, usize), is_parted: bool| {
            !is_parted
                && (!full(one.0, one.1)
                    || !full(other.0, other.1)
                    || is_crossed(place(one.0, one.1), place(other.0, other.1)))
        };
        let mut is_taken = vec![false; each.len()];
        let mut cells = Vec::new();
        for (rows, columns) in each {
            let (row, column) = (rows.start, columns.start);
            let taken = |is_taken: &[bool], row: usize, column: usize| {
                is_taken
                    .get(row * column_count + column)
                    .copied()
                    .unwrap_or(true)
            };
            if taken(&is_taken, row, column) {
                continue;
            }
            let mut end = column + 1;
            while end < column_count
                && !taken(&is_taken, row, end)
                && joins((row, end - 1), (row, end), self.has_left(row, end))
            {
                end += 1;
            }
            let mut bottom = row + 1;
            let goes_down = |bottom: usize| {
                (column..end).all(|it| {
                    joins((bottom - 1, it), (bottom, it), self.has_top(bottom, it))
                        && (it == column || !self.has_left(bottom, it))
                })
            };
            while bottom < row_count
                && !(column..end).any(|it| taken(&is_taken, bottom, it))
                && goes_down(bottom)
            {
                bottom += 1;
            }
            for row in row..bottom {
                for column in column..end {
                    if let Some(taken) = is_taken.get_mut(row * column_count + column) {
                        *taken = true;
                    }
                }
            }
            cells.push((row..bottom, column..end));
        }
        cells
    }

    fn cell_of_grid(&self, point: Point) -> usize {
        let at = |edges: &[f64], value: f64| {
            let before = edges.iter().take_while(|&&edge| edge <= value).count();
            before.saturating_sub(1).min(edges.len().saturating_sub(2))
        };
        at(&self.edges.rows, point.y) * self.size().1 + at(&self.edges.columns, point.x)
    }

    /// Whether cells are those of a table, and not boxes around parts of a page or lines of a drawing.
    fn is_table(
        &self,
        page: &PageLayout,
        items: &[Rect],
        cells: &[(Range<usize>, Range<usize>)],
    ) -> bool {
        let mut with_items: Vec<usize> = items
            .iter()
            .map(|item| self.cell_of(cells, item.center()))
            .collect();
        let count = with_items.len();
        with_items.sort_unstable();
        let most = with_items
            .chunk_by(|one, other| one == other)
            .map(<[usize]>::len)
            .max();
        with_items.dedup();
        let full = || with_items.iter().filter_map(|&number| cells.get(number));
        let columns = levels(full().map(|(_, columns)| {
            f64::from(u32::try_from(columns.start).unwrap_or_default()) * 2.0 * SAME
        }));
        let largest = cells
            .iter()
            .map(|(rows, columns)| self.edges.place(rows.clone(), columns.clone()).area())
            .fold(0.0, f64::max);
        let is_frame = largest > LARGEST_CELL * page.size.area()
            || count > 8 && most.is_some_and(|most| 10 * most > 7 * count);
        columns.len() > 1 && !is_frame && 5 * with_items.len() >= cells.len()
    }
}

/// Where the texts of each column stand: where most of them begin, end, or have their middle. None for columns that do not
/// say it.
pub(crate) fn column_aligns<'i>(
    page: &PageLayout,
    items: impl Iterator<Item = &'i Item>,
    columns: &[Range<f64>],
) -> Vec<Option<Align>> {
    let mut texts: Vec<Vec<Rect>> = columns.iter().map(|_| Vec::new()).collect();
    for item in items {
        let text = match item.flow {
            Flow::Text(number) => page.texts.get(number),
            _ => None,
        };
        let middle = item.place.center().x;
        let column = columns.iter().position(|column| column.contains(&middle));
        if let (Some(_), Some(texts)) = (
            text.filter(|text| text.lines.len() == 1),
            column.and_then(|column| texts.get_mut(column)),
        ) {
            texts.push(item.place);
        }
    }
    let align = |texts: Vec<Rect>| {
        let widths = texts.iter().map(Rect::width);
        let differ = widths.clone().fold(0.0, f64::max) - widths.fold(f64::INFINITY, f64::min);
        // Texts of one length say nothing.
        if texts.len() < 2 || differ < 2.0 * SAME {
            return None;
        }
        let are_alike = |at: &dyn Fn(&Rect) -> f64| {
            let first = texts.first().map(at).unwrap_or_default();
            let alike = texts
                .iter()
                .filter(|text| (at(text) - first).abs() <= SAME)
                .count();
            10 * alike >= 8 * texts.len()
        };
        if are_alike(&|text| text.x0) {
            Some(Align::Left)
        } else if are_alike(&|text| text.x1) {
            Some(Align::Right)
        } else if are_alike(&|text| text.center().x) {
            Some(Align::Centre)
        } else {
            None
        }
    };
    texts.into_iter().map(align).collect()
}

/// The rules above and below a cell whose edges are somewhere between texts.
pub(crate) fn borders(page: &PageLayout, cell: Rect) -> Borders {
    let middle = cell.center().x;
    let has_rule = |y: f64| {
        page.rules.iter().any(|rule| {
            rule.width() > SHORTEST
                && rule.width() > rule.height()
                && (rule.center().y - y).abs() < 2.0 * SAME
                && rule.x0 - SAME <= middle
                && rule.x1 + SAME >= middle
        })
    };
    Borders {
        top: has_rule(cell.y0),
        bottom: has_rule(cell.y1),
        ..Borders::default()
    }
}

/// Whether a line at some place goes past a point.
fn is_drawn(lines: &[Stroke], at: f64, past: f64) -> bool {
    lines.iter().any(|line| {
        (line.at - at).abs() <= SAME + 0.5
            && line.along.start - 1.0 <= past
            && past <= line.along.end + 1.0
    })
}
