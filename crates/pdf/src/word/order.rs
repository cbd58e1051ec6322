//! The order in which what is on a page is read: from the top to the bottom, columns one after another, and what
//! stands in rows as a table.

use std::ops::Range;

use kurbo::Rect;

use crate::word::flow::{Cell, Column, Edges, Flow, Item, Table};
use crate::word::layout::{PageLayout, Text};
use crate::word::tables::{borders, column_aligns, ruled};

/// White that parts columns, in points.
const LEAST_GUTTER: f64 = 5.0;
/// Things on a page whose columns are looked for at most.
const MOST_ITEMS: usize = 1_500;
/// Columns within columns, and tables within tables.
const DEEPEST: usize = 6;
/// How long texts in cells of tables without rules are on average: in two columns, and in more.
const LONGEST_IN_TWO: usize = 50;
const LONGEST_IN_MORE: usize = 90;
/// How many lines a column has that is one of the page's, and no cell.
const LEAST_LINES: usize = 4;
/// How far baselines of a row may be apart, in points.
const SAME_ROW: f64 = 3.0;

/// What of a page is read, in its order. `is_left_out` says which of its texts are not.
pub(crate) fn order(
    page: &PageLayout,
    is_left_out: impl Fn(usize) -> bool,
    is_background: impl Fn(usize) -> bool,
) -> Vec<Flow> {
    let texts = page.texts.iter().enumerate();
    let kept = texts.filter(|(number, _)| !is_left_out(*number));
    let (upright, turned): (Vec<_>, Vec<_>) = kept.partition(|(_, text)| text.is_upright());
    let texts = upright.into_iter().map(|(number, text)| Item {
        place: text.place,
        flow: Flow::Text(number),
    });
    let pictures = page.pictures.iter().enumerate();
    let pictures = pictures.filter(|(number, _)| !is_background(*number));
    let pictures = pictures.map(|(number, picture)| Item {
        place: picture.place,
        flow: Flow::Picture(number),
    });
    let items: Vec<Item> = texts.chain(pictures).collect();
    let items = ruled(page, items, &|items| arranged(page, items, 1));
    let mut flow = arranged(page, items, 0);
    flow.extend(turned.into_iter().map(|(number, _)| Flow::Text(number)));
    flow
}

/// Things in the order in which they are read.
fn arranged(page: &PageLayout, mut items: Vec<Item>, depth: usize) -> Vec<Flow> {
    items.sort_by(|one, other| {
        let tops = one.place.y0.total_cmp(&other.place.y0);
        tops.then(one.place.x0.total_cmp(&other.place.x0))
    });
    let gutter = match items.len() {
        0 | 1 => None,
        number if number > MOST_ITEMS || depth > DEEPEST => None,
        _ => gutter(&items),
    };
    let Some(gutter) = gutter else {
        return items.into_iter().map(|item| item.flow).collect();
    };
    let mut flow = Vec::new();
    for band in bands(items, &gutter) {
        match band {
            Band::Across(item) => flow.push(item.flow),
            Band::Beside(items) => beside(page, items, depth, &mut flow),
        }
    }
    flow
}

/// The white beside which most of these things stand next to one another.
fn gutter(items: &[Item]) -> Option<Range<f64>> {
    let mut ends: Vec<f64> = items.iter().map(|item| item.place.x1).collect();
    ends.sort_by(f64::total_cmp);
    ends.dedup_by(|one, other| (*one - *other).abs() < 1.0);
    let found = ends.into_iter().filter_map(|end| {
        let later = items.iter().map(|item| item.place.x0);
        let start = later
            .filter(|&x| x >= end - 0.5)
            .fold(f64::INFINITY, f64::min);
        let gutter = end..start;
        let is_wide = start.is_finite() && start - end >= LEAST_GUTTER;
        let length = if is_wide {
            length_beside(items, &gutter)
        } else {
            0.0
        };
        (length > 0.0).then_some((length, gutter))
    });
    let best = found.max_by(|(one, a), (other, b)| {
        let widths = (a.end - a.start).total_cmp(&(b.end - b.start));
        one.total_cmp(other).then(widths)
    });
    best.map(|(_, gutter)| gutter)
}

/// How far down a page things stand on both sides of a gutter.
fn length_beside(items: &[Item], gutter: &Range<f64>) -> f64 {
    let side = |is_there: &dyn Fn(&Rect) -> bool| {
        let places = items.iter().map(|item| item.place);
        merged(
            places
                .filter(|place| is_there(place))
                .map(|place| place.y0..place.y1),
        )
    };
    let left = side(&|place| is_left(place, gutter));
    let right = side(&|place| is_right(place, gutter));
    let mut right = right.as_slice();
    let mut length = 0.0;
    for one in left {
        while let Some((first, rest)) = right.split_first()
            && first.end <= one.start
        {
            right = rest;
        }
        let beside = right.iter().take_while(|other| other.start < one.end);
        length += beside
            .map(|other| one.end.min(other.end) - one.start.max(other.start))
            .sum::<f64>();
    }
    length
}

fn is_left(place: &Rect, gutter: &Range<f64>) -> bool {
    place.x1 <= gutter.start + 0.5
}

fn is_right(place: &Rect, gutter: &Range<f64>) -> bool {
    place.x0 >= gutter.end - 0.5
}

/// Ranges in their order, those that overlap as one.
fn merged(ranges: impl Iterator<Item = Range<f64>>) -> Vec<Range<f64>> {
    let mut sorted: Vec<Range<f64>> = ranges.collect();
    sorted.sort_by(|one, other| one.start.total_cmp(&other.start));
    let mut merged: Vec<Range<f64>> = Vec::new();
    for next in sorted {
        match merged.last_mut() {
            Some(last) if next.start <= last.end => last.end = last.end.max(next.end),
            _ => merged.push(next),
        }
    }
    merged
}

/// What of a page lies across a gutter, or beside it.
enum Band {
    Across(Item),
    Beside(Vec<Item>),
}

/// The bands of things that are sorted from the top. What lies across the gutter parts what is beside it.
fn bands(items: Vec<Item>, gutter: &Range<f64>) -> Vec<Band> {
    let is_across = |item: &Item| !is_left(&item.place, gutter) && !is_right(&item.place, gutter);
    let (across, beside): (Vec<Item>, Vec<Item>) = items.into_iter().partition(is_across);
    let mut beside = beside.into_iter().peekable();
    let mut bands = Vec::new();
    let mut part = Vec::new();
    for item in across {
        let middle = item.place.center().y;
        while let Some(next) = beside.next_if(|next| next.place.center().y < middle) {
            part.push(next);
        }
        if !part.is_empty() {
            bands.push(Band::Beside(std::mem::take(&mut part)));
        }
        bands.push(Band::Across(item));
    }
    part.extend(beside);
    if !part.is_empty() {
        bands.push(Band::Beside(part));
    }
    bands
}

/// Arranges things no one of which lies across some gutter: as columns, rows, or one after another.
fn beside(page: &PageLayout, items: Vec<Item>, depth: usize, flow: &mut Vec<Flow>) {
    let ranges = items
        .iter()
        .map(|item| item.place.x0..item.place.x1 + LEAST_GUTTER);
    let columns: Vec<Range<f64>> = merged(ranges)
        .into_iter()
        .map(|column| column.start..column.end - LEAST_GUTTER)
        .collect();
    let mut rows = rows(items);
    let is_alone = |row: &Vec<Item>| {
        let mut columns = row.iter().map(|item| column_of(&columns, &item.place));
        let first = columns.next();
        columns.all(|column| Some(column) == first)
    };
    // What is above or below all that stands side by side is no part of it.
    let before = rows.iter().take_while(|row| is_alone(row)).count();
    let mut rest = rows.split_off(before);
    let before: Vec<Item> = rows.into_iter().flatten().collect();
    flow.extend(arranged(page, before, depth + 1));
    let is_table = is_table(page, &rest, &columns);
    let are_columns = !is_table && are_columns(page, &rest, &columns);
    let below = rest.iter().rev().take_while(|row| is_alone(row)).count();
    let after = match are_columns {
        // The end of a column that is longer than the others.
        true => Vec::new(),
        false => rest.split_off(rest.len() - below),
    };
    if !rest.is_empty() {
        flow.push(match (is_table, are_columns) {
            (true, _) => Flow::Table(aligned(page, rest, &columns, depth)),
            (false, true) if depth == 0 => Flow::Columns(in_columns(page, rest, &columns)),
            (false, _) => {
                let row = rest.into_iter().flatten().collect();
                Flow::Table(aligned(page, vec![row], &columns, depth))
            }
        });
    }
    let after: Vec<Item> = after.into_iter().flatten().collect();
    flow.extend(arranged(page, after, depth + 1));
}

/// Rows of things that stand side by side.
fn rows(items: Vec<Item>) -> Vec<Vec<Item>> {
    /// How much of the lower of two things may be beside the other that stands above it.
    const OVERLAP: f64 = 0.25;
    let mut rows: Vec<(f64, f64, Vec<Item>)> = Vec::new();
    for item in items {
        let Rect { y0, y1, .. } = item.place;
        match rows.last_mut() {
            Some((end, least, row)) if y0 < *end - OVERLAP * least.min(y1 - y0) => {
                *end = end.max(y1);
                *least = least.min(y1 - y0);
                row.push(item);
            }
            _ => rows.push((y1, y1 - y0, vec![item])),
        }
    }
    rows.into_iter().map(|(_, _, row)| row).collect()
}

/// The number of the column in which something stands.
fn column_of(columns: &[Range<f64>], place: &Rect) -> usize {
    let middle = place.center().x;
    let before = columns.iter().position(|column| middle <= column.end);
    before.unwrap_or(columns.len().saturating_sub(1))
}

fn text<'p>(page: &'p PageLayout, item: &Item) -> Option<&'p Text> {
    match item.flow {
        Flow::Text(number) => page.texts.get(number),
        _ => None,
    }
}

/// Whether what stands side by side are rows of a table: short texts whose baselines are the same in a row.
fn is_table(page: &PageLayout, rows: &[Vec<Item>], columns: &[Range<f64>]) -> bool {
    let (mut full, mut level) = (0, 0);
    for row in rows {
        let mut baselines: Vec<(usize, f64)> = Vec::new();
        for item in row {
            let column = column_of(columns, &item.place);
            if let Some(text) = text(page, item)
                && !baselines.iter().any(|(other, _)| *other == column)
            {
                baselines.push((column, text.first_baseline()));
            }
        }
        if let [(_, first), others @ ..] = baselines.as_slice()
            && !others.is_empty()
        {
            full += 1;
            let is_level = |(_, other): &(usize, f64)| (first - other).abs() <= SAME_ROW;
            level += usize::from(others.iter().all(is_level));
        }
    }
    let longest = match columns.len() {
        2 => LONGEST_IN_TWO,
        _ => LONGEST_IN_MORE,
    };
    let texts = || rows.iter().flatten().filter_map(|item| text(page, item));
    let letters: usize = texts().map(|text| text.length).sum();
    full >= 2 && 10 * level >= 7 * full && letters <= longest * texts().count()
}

/// Whether what stands side by side are columns of the page: each has some lines of text.
fn are_columns(page: &PageLayout, rows: &[Vec<Item>], columns: &[Range<f64>]) -> bool {
    let mut lines = vec![0; columns.len()];
    for item in rows.iter().flatten() {
        let column = column_of(columns, &item.place);
        if let (Some(text), Some(lines)) = (text(page, item), lines.get_mut(column)) {
            *lines += text.lines.len();
        }
    }
    lines.iter().all(|&lines| lines >= LEAST_LINES)
}

/// Things by the column in which they stand.
fn by_column(items: Vec<Item>, columns: &[Range<f64>]) -> Vec<Vec<Item>> {
    let mut parts: Vec<Vec<Item>> = columns.iter().map(|_| Vec::new()).collect();
    for item in items {
        if let Some(part) = parts.get_mut(column_of(columns, &item.place)) {
            part.push(item);
        }
    }
    parts
}

fn in_columns(page: &PageLayout, rows: Vec<Vec<Item>>, columns: &[Range<f64>]) -> Vec<Column> {
    let items = rows.into_iter().flatten().collect();
    let parts = by_column(items, columns).into_iter();
    let of_columns = parts.map(|items| {
        let places = items.iter().map(|item| item.place);
        Column {
            place: places
                .reduce(|one, other| one.union(other))
                .unwrap_or_default(),
            flow: arranged(page, items, 1),
        }
    });
    of_columns.collect()
}

/// The table of rows in these columns.
fn aligned(page: &PageLayout, rows: Vec<Vec<Item>>, columns: &[Range<f64>], depth: usize) -> Table {
    let extents: Vec<Range<f64>> = rows
        .iter()
        .map(|row| {
            let places = row.iter().map(|item| item.place);
            let all = places
                .reduce(|one, other| one.union(other))
                .unwrap_or_default();
            all.y0..all.y1
        })
        .collect();
    let edges = Edges {
        columns: starts(columns),
        rows: between(&extents),
    };
    let mut cells = Vec::new();
    let aligns = column_aligns(page, rows.iter().flatten(), columns);
    for (row, items) in rows.into_iter().enumerate() {
        for (column, items) in by_column(items, columns).into_iter().enumerate() {
            let place = edges.place(row..row + 1, column..column + 1);
            cells.push(Cell {
                rows: row..row + 1,
                columns: column..column + 1,
                borders: borders(page, place),
                align: aligns.get(column).copied().flatten(),
                place,
                flow: arranged(page, items, depth + 1),
            });
        }
    }
    Table {
        edges,
        cells,
        is_ruled: false,
    }
}

/// Where columns begin and the last one ends: the white before a column is room of the one before it.
fn starts(columns: &[Range<f64>]) -> Vec<f64> {
    let last = columns.last().map(|column| column.end);
    columns
        .iter()
        .map(|column| column.start)
        .chain(last)
        .collect()
}

/// Where ranges that follow one another end: in the middle between them.
fn between(ranges: &[Range<f64>]) -> Vec<f64> {
    let mut edges: Vec<f64> = ranges.iter().map(|range| range.start).take(1).collect();
    let pairs = ranges.windows(2);
    edges.extend(pairs.filter_map(|pair| match pair {
        [one, other] => Some(f64::midpoint(one.end, other.start)),
        _ => None,
    }));
    edges.extend(ranges.last().map(|range| range.end));
    edges
}
