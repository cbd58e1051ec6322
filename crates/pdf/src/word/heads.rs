//! Running heads and feet: what stands at the same place on several pages, as the title of a book and the number of the
//! page do.

use std::collections::{BTreeMap, HashSet};

use crate::word::layout::{Layout, Text};

/// How much of a page's height running heads take, and feet.
const EDGE: f64 = 0.1;
/// How far the baselines of the same head may be apart, in points.
const SAME_PLACE: f64 = 3.0;
/// Places of one text that are told apart.
const MOST_PLACES: usize = 64;
/// Lines of a head at most.
const MOST_LINES: usize = 2;
/// On how many pages something must stand, if the document has more than a few.
const LEAST_PAGES: usize = 3;
const FEW_PAGES: usize = 4;

/// The running heads and feet of a document.
#[derive(Debug, Default)]
pub(crate) struct Heads {
    /// What of the pages is no part of what is read: the numbers of a page, and of a text on it.
    pub(crate) left_out: HashSet<(usize, usize)>,
    /// On all pages, or on those on the right.
    pub(crate) usual: Edges,
    /// On the pages on the left, if they have others.
    pub(crate) left: Option<Edges>,
    /// Whether the first page has none.
    pub(crate) first_is_bare: bool,
    /// The number of the first page, if pages say their numbers and that is not 1.
    pub(crate) first_number: Option<i64>,
}

/// What stands at the upper and at the lower edge of pages, in rows from the top.
#[derive(Debug, Default)]
pub(crate) struct Edges {
    pub(crate) head: Vec<Vec<Running>>,
    pub(crate) foot: Vec<Vec<Running>>,
}

/// Something that stands on several pages: where it is the first time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Running {
    pub(crate) page: usize,
    pub(crate) text: usize,
    /// The number of the page, as it stands in it.
    pub(crate) number: Option<String>,
}

/// A text at the edge of a page.
struct Edge<'l> {
    page: usize,
    number: usize,
    text: &'l Text,
    numbers: Vec<i64>,
}

/// A text that comes again.
struct Group<'l> {
    is_head: bool,
    members: Vec<Edge<'l>>,
    /// Which of its numbers is that of the page, and what that of the first page would be.
    page_number: Option<(usize, i64)>,
}

/// The running heads of a document. `said` gives what a text says.
pub(crate) fn heads(layout: &Layout, said: impl Fn(&Text) -> String) -> Heads {
    let mut alike: BTreeMap<(bool, String), Vec<Edge<'_>>> = BTreeMap::new();
    for (page_number, page) in layout.pages.iter().enumerate() {
        let height = page.size.height;
        for (number, text) in page.texts.iter().enumerate() {
            let is_head = text.place.y1 < EDGE * height;
            let is_foot = text.place.y0 > (1.0 - EDGE) * height;
            if !(is_head || is_foot) || !text.is_upright() || text.lines.len() > MOST_LINES {
                continue;
            }
            let (plain, numbers) = without_numbers(&said(text));
            alike.entry((is_head, plain)).or_default().push(Edge {
                page: page_number,
                number,
                text,
                numbers,
            });
        }
    }
    let mut groups: Vec<Group<'_>> = Vec::new();
    for ((is_head, plain), edges) in alike {
        let is_number = !plain.chars().any(char::is_alphabetic);
        for members in at_same_place(edges) {
            let page_number = page_number(&members);
            let pages: HashSet<usize> = members.iter().map(|edge| edge.page).collect();
            let least = match layout.pages.len() {
                ..=FEW_PAGES => 2,
                _ => LEAST_PAGES,
            };
            if pages.len() >= least
                && pages.len() == members.len()
                && (!is_number || page_number.is_some())
            {
                groups.push(Group {
                    is_head,
                    members,
                    page_number,
                });
            }
        }
    }
    groups.sort_by_key(|group| std::cmp::Reverse(group.members.len()));
    let mut heads = Heads::of(&groups);
    let bare = layout.pages.iter().enumerate().filter(|(number, page)| {
        let texts = page.texts.len();
        texts > 0 && (0..texts).all(|text| heads.left_out.contains(&(*number, text)))
    });
    if 2 * bare.count() > layout.pages.len() {
        // That is what the pages are about.
        return Heads::default();
    }
    heads.first_is_bare = !groups.is_empty() && !heads.left_out.iter().any(|(page, _)| *page == 0);
    heads
}

/// What stands at the same place of its page, together.
fn at_same_place(edges: Vec<Edge<'_>>) -> Vec<Vec<Edge<'_>>> {
    let mut places: Vec<(f64, Vec<Edge<'_>>)> = Vec::new();
    for edge in edges {
        let baseline = edge.text.first_baseline();
        let is_same =
            |(other, _): &&mut (f64, Vec<Edge<'_>>)| (*other - baseline).abs() <= SAME_PLACE;
        let has_room = places.len() < MOST_PLACES;
        match places.iter_mut().find(is_same) {
            Some((_, place)) => place.push(edge),
            None if has_room => places.push((baseline, vec![edge])),
            None => {}
        }
    }
    places.into_iter().map(|(_, edges)| edges).collect()
}

/// Which of the numbers in texts goes with the pages, and what it would be on the first page.
fn page_number(members: &[Edge<'_>]) -> Option<(usize, i64)> {
    let first = members.first()?;
    let at = |edge: &Edge<'_>, place: usize| {
        let page = i64::try_from(edge.page).ok()?;
        edge.numbers.get(place)?.checked_sub(page)
    };
    (0..first.numbers.len()).find_map(|place| {
        let start = at(first, place)?;
        let goes_along = members.iter().all(|edge| at(edge, place) == Some(start));
        goes_along.then_some((place, start))
    })
}

/// A text with a sign for each number, and the numbers.
fn without_numbers(text: &str) -> (String, Vec<i64>) {
    let mut plain = String::new();
    let mut numbers = Vec::new();
    for part in text.split_whitespace() {
        let mut rest = part;
        while let Some(start) = rest.find(|letter: char| letter.is_ascii_digit()) {
            let (before, digits) = rest.split_at(start);
            let end = digits.find(|letter: char| !letter.is_ascii_digit());
            let (digits, after) = digits.split_at(end.unwrap_or(digits.len()));
            plain.push_str(before);
            plain.push('#');
            numbers.push(digits.parse().unwrap_or(i64::MAX));
            rest = after;
        }
        plain.push_str(rest);
        plain.push(' ');
    }
    (plain, numbers)
}

impl Heads {
    fn of(groups: &[Group<'_>]) -> Self {
        let members = groups.iter().flat_map(|group| &group.members);
        let left_out = members.map(|edge| (edge.page, edge.number)).collect();
        let starts = groups.iter().filter_map(|group| group.page_number);
        let first_number = starts.map(|(_, start)| start).next();
        // Pages on the left are the second, the fourth, and so on.
        let is_on = |group: &Group<'_>, is_left: bool| {
            group
                .members
                .iter()
                .any(|edge| (edge.page % 2 == 1) == is_left)
        };
        let (one_sided, both): (Vec<&Group<'_>>, Vec<&Group<'_>>) = groups
            .iter()
            .partition(|group| !(is_on(group, true) && is_on(group, false)));
        let has_sides = one_sided.iter().any(|group| is_on(group, true))
            && one_sided.iter().any(|group| is_on(group, false))
            && one_sided
                .iter()
                .map(|group| group.members.len())
                .sum::<usize>()
                >= both.iter().map(|group| group.members.len()).sum();
        let side = |is_left: bool| {
            let own = groups
                .iter()
                .filter(move |group| !has_sides || is_on(group, is_left));
            Edges {
                head: rows(own.clone().filter(|group| group.is_head)),
                foot: rows(own.filter(|group| !group.is_head)),
            }
        };
        Self {
            left_out,
            usual: side(false),
            left: has_sides.then(|| side(true)),
            first_is_bare: false,
            first_number: first_number.filter(|&number| number != 1 && number >= 0),
        }
    }
}

/// Rows of what stands on pages, as far as there is room: what stands on the most pages comes first.
fn rows<'g, 'l: 'g>(groups: impl Iterator<Item = &'g Group<'l>>) -> Vec<Vec<Running>> {
    let mut placed: Vec<(&Text, Running)> = Vec::new();
    for group in groups {
        let Some(first) = group.members.first() else {
            continue;
        };
        let has_room = placed.iter().all(|(other, _)| {
            let both = other.place.intersect(first.text.place);
            both.width() <= 0.0 || both.height() <= 0.0
        });
        let number = group
            .page_number
            .and_then(|(place, _)| first.numbers.get(place))
            .map(i64::to_string);
        if has_room {
            let running = Running {
                page: first.page,
                text: first.number,
                number,
            };
            placed.push((first.text, running));
        }
    }
    placed.sort_by(|(one, _), (other, _)| one.first_baseline().total_cmp(&other.first_baseline()));
    let mut rows: Vec<(f64, Vec<(f64, Running)>)> = Vec::new();
    for (text, running) in placed {
        let next = (text.place.x0, running);
        match rows.last_mut() {
            Some((baseline, row)) if text.first_baseline() - *baseline <= SAME_PLACE => {
                row.push(next);
            }
            _ => rows.push((text.first_baseline(), vec![next])),
        }
    }
    let in_order = rows.into_iter().map(|(_, mut row)| {
        row.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        row.into_iter().map(|(_, running)| running).collect()
    });
    in_order.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_alike_whose_numbers_differ() {
        let (plain, numbers) = without_numbers("Page 3 of  10, v1.2");
        assert_eq!(plain, "Page # of #, v#.# ");
        assert_eq!(numbers, [3, 10, 1, 2]);
    }
}
