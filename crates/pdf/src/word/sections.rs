//! Sections: the sizes of pages, their margins and columns.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use kurbo::{Rect, Size};

use crate::word::flow::Column;
use crate::word::heads::Heads;
use crate::word::markup::{twips, whole};

/// The narrowest margins, and how much of a page they take at most.
const LEAST_MARGIN: f64 = 14.0;
const MOST_MARGIN: f64 = 0.4;
/// How much of the room below text stays free.
const MOST_ROOM: f64 = 0.7;
/// How much columns may differ that are the same, in points.
const SAME_COLUMN: f64 = 12.0;

/// The room between the text of pages and their edges.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Margins {
    pub(crate) left: f64,
    pub(crate) right: f64,
    pub(crate) top: f64,
    pub(crate) bottom: f64,
}

/// The columns of a section: their widths, and the white after each.
pub(crate) type Columns = Vec<(f64, f64)>;

/// A section that is being written.
pub(crate) struct Section {
    pub(crate) size: Size,
    pub(crate) margins: Margins,
    pub(crate) columns: Columns,
    pub(crate) starts_page: bool,
    pub(crate) is_first: bool,
}

impl Section {
    /// Its markup, with that of its heads and feet if it is the first one.
    pub(crate) fn markup(&self, references: &str, heads: &Heads, is_right_to_left: bool) -> String {
        let mut markup = String::from("<w:sectPr>");
        if self.is_first {
            markup.push_str(references);
        }
        if !self.starts_page {
            markup.push_str(r#"<w:type w:val="continuous"/>"#);
        }
        let Size { width, height } = self.size;
        let landscape = if width > height {
            r#" w:orient="landscape""#
        } else {
            ""
        };
        let Margins {
            left,
            right,
            top,
            bottom,
        } = self.margins;
        let _ = write!(
            markup,
            r#"<w:pgSz w:w="{}" w:h="{}"{landscape}/><w:pgMar w:top="{}" w:right="{}" w:bottom="{}" w:left="{}" w:header="{}" w:footer="{}" w:gutter="0"/>"#,
            twips(width).clamp(720, 31_680),
            twips(height).clamp(720, 31_680),
            twips(top),
            twips(right),
            twips(bottom),
            twips(left),
            twips(0.5 * top),
            twips(0.5 * bottom),
        );
        if self.is_first
            && let Some(number) = heads.first_number
        {
            let _ = write!(markup, r#"<w:pgNumType w:start="{number}"/>"#);
        }
        match self.columns.as_slice() {
            [] | [_] => {}
            columns => {
                let _ = write!(
                    markup,
                    r#"<w:cols w:num="{}" w:equalWidth="0">"#,
                    columns.len()
                );
                for (width, space) in columns {
                    let _ = write!(
                        markup,
                        r#"<w:col w:w="{}" w:space="{}"/>"#,
                        twips(*width).max(1),
                        twips(*space)
                    );
                }
                markup.push_str("</w:cols>");
            }
        }
        if self.is_first && heads.first_is_bare {
            markup.push_str("<w:titlePg/>");
        }
        if is_right_to_left {
            markup.push_str("<w:bidi/>");
        }
        markup + "</w:sectPr>"
    }

    /// Whether something with these columns on such a page goes on with the section.
    pub(crate) fn takes(&self, size: Size, columns: &Columns) -> bool {
        let is_same = |one: f64, other: f64| (one - other).abs() < SAME_COLUMN;
        kind(self.size) == kind(size)
            && self.columns.len() == columns.len()
            && self
                .columns
                .iter()
                .zip(columns)
                .all(|((one, _), (other, _))| is_same(*one, *other))
    }
}

/// Sizes of pages that hardly differ.
pub(crate) type SizeKind = (i64, i64);

/// What pages of a size leave free at their left, right, top and bottom.
type Free = (Size, [Vec<f64>; 4]);

/// The size of a page, where sizes that hardly differ are one.
pub(crate) fn kind(size: Size) -> SizeKind {
    (
        whole(size.width / SAME_COLUMN),
        whole(size.height / SAME_COLUMN),
    )
}

/// The margins of pages by the kinds of their sizes: what most of them leave free around what they cover.
pub(crate) fn margins(
    pages: impl Iterator<Item = (Size, Option<Rect>)>,
) -> BTreeMap<SizeKind, Margins> {
    let mut sides: BTreeMap<SizeKind, Free> = BTreeMap::new();
    for (size, covered) in pages {
        let (_, sides) = sides
            .entry(kind(size))
            .or_insert((size, Default::default()));
        if let Some(covered) = covered {
            let free = [
                covered.x0,
                size.width - covered.x1,
                covered.y0,
                size.height - covered.y1,
            ];
            for (side, free) in sides.iter_mut().zip(free) {
                side.push(free);
            }
        }
    }
    let usual = |mut side: Vec<f64>, length: f64, part: usize| {
        side.sort_by(f64::total_cmp);
        let usual = side.get(side.len() / part).copied().unwrap_or(72.0);
        usual.clamp(
            LEAST_MARGIN,
            MOST_MARGIN * length.max(2.0 * LEAST_MARGIN / MOST_MARGIN),
        )
    };
    let margins = sides.into_iter().map(|(kind, (size, sides))| {
        let [left, right, top, bottom] = sides;
        let margins = Margins {
            left: usual(left, size.width, 2),
            right: usual(right, size.width, 4),
            top: usual(top, size.height, 4),
            // Other type may take more room.
            bottom: (MOST_ROOM * usual(bottom, size.height, 4)).max(LEAST_MARGIN),
        };
        (kind, margins)
    });
    margins.collect()
}

/// How wide columns are, and the white after them.
pub(crate) fn widths(columns: &[Column]) -> Columns {
    let next = columns.iter().skip(1).map(|column| Some(column.place.x0));
    let next = next.chain([None]);
    let widths = columns.iter().zip(next).map(|(column, next)| {
        let space = next.map_or(0.0, |next| next - column.place.x1);
        (column.place.width(), space.max(0.0))
    });
    widths.collect()
}
