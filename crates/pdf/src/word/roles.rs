//! What paragraphs are: headings or text.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::word::layout::{Layout, Text};
use crate::word::look::Look;

/// Levels of headings that are told apart.
const LEVELS: usize = 3;
/// How much larger than the text a heading is that is not bold.
const LARGER: f64 = 1.12;
/// How long headings are at most, in letters and lines.
const LONGEST_HEADING: usize = 200;
const MOST_LINES: usize = 4;
/// How long a heading is at most that is only bold, in letters.
const LONGEST_BOLD: usize = 90;
/// One letter of so many may look like those of one kind of headings.
const HEADINGS: usize = 4;

/// What a paragraph is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Role {
    Body,
    Title,
    /// A heading of a level from 1.
    Heading(usize),
}

/// How the text of a document looks, and its headings.
#[derive(Debug)]
pub(crate) struct Roles {
    pub(crate) body: Look,
    headings: BTreeMap<Kind, Role>,
    /// How each role looks the first time.
    pub(crate) looks: BTreeMap<Role, Look>,
    /// The page and the number of the title, if there is one.
    title: Option<(usize, usize)>,
}

/// What headings of one level have in common: their size, and whether they are bold.
type Kind = (u32, bool);

/// A text with its page and its number there.
type Numbered<'l> = (usize, usize, &'l Text);

impl Roles {
    /// The roles in a document, some texts of which are left out.
    pub(crate) fn of(layout: &Layout, is_left_out: impl Fn(usize, usize) -> bool) -> Self {
        let pages = layout.pages.iter().enumerate();
        let texts: Vec<Numbered<'_>> = pages
            .flat_map(|(page, layout)| {
                let texts = layout.texts.iter().enumerate();
                texts.map(move |(number, text)| (page, number, text))
            })
            .filter(|(page, number, text)| text.is_upright() && !is_left_out(*page, *number))
            .collect();
        let weights = weights(&texts, kind);
        let usual = weights
            .iter()
            .max_by_key(|(kind, weight)| (**weight, **kind));
        let usual = usual.map(|(kind, _)| *kind);
        let body = usual.and_then(|usual| {
            let own: Vec<Numbered<'_>> = texts
                .iter()
                .copied()
                .filter(|(_, _, text)| kind(text) == usual)
                .collect();
            usual_look(&own)
        });
        let body = body.map_or_else(Look::standard, Look::undecorated);
        let kinds = kinds_of_headings(&texts, &weights, &body);
        let title = kinds.first().and_then(|first| title(&texts, *first, &body));
        let levels = kinds.into_iter().skip(usize::from(title.is_some()));
        let headings = levels
            .enumerate()
            .map(|(number, kind)| (kind, Role::Heading((number + 1).min(LEVELS))));
        let mut roles = Self {
            body,
            headings: headings.collect(),
            looks: BTreeMap::new(),
            title,
        };
        for (page, number, text) in texts {
            let role = roles.role(page, number, text);
            roles.looks.entry(role).or_insert_with(|| text.look.clone());
        }
        roles.looks.insert(Role::Body, roles.body.clone());
        roles
    }

    /// What a text is that stands by itself.
    pub(crate) fn role(&self, page: usize, number: usize, text: &Text) -> Role {
        if self.title == Some((page, number)) {
            return Role::Title;
        }
        match self.headings.get(&kind(text)) {
            Some(role) if may_be_heading(text, &self.body) => *role,
            _ => Role::Body,
        }
    }
}

const fn kind(text: &Text) -> Kind {
    (text.look.size, text.look.is_bold)
}

/// How many letters look how.
fn weights<'l, K: Eq + std::hash::Hash>(
    texts: &[Numbered<'l>],
    look: impl Fn(&'l Text) -> K,
) -> HashMap<K, usize> {
    let mut weights = HashMap::new();
    for (_, _, text) in texts {
        *weights.entry(look(text)).or_default() += text.length;
    }
    weights
}

/// The kinds of headings, the largest first.
fn kinds_of_headings(
    texts: &[Numbered<'_>],
    weights: &HashMap<Kind, usize>,
    body: &Look,
) -> Vec<Kind> {
    let all: usize = weights.values().sum();
    let may_be = texts
        .iter()
        .filter(|(_, _, text)| may_be_heading(text, body));
    let kinds: BTreeSet<Kind> = may_be.map(|(_, _, text)| kind(text)).collect();
    let stands_out = |kind: &Kind| {
        let (size, is_bold) = *kind;
        let is_large = f64::from(size) >= LARGER * f64::from(body.size);
        let is_bolder = is_bold && !body.is_bold && size >= body.size;
        let weight = weights.get(kind).copied().unwrap_or_default();
        (is_large || is_bolder) && HEADINGS * weight <= all
    };
    kinds.into_iter().rev().filter(stands_out).collect()
}

/// The page and the number of the title: the only text of the largest kind of headings, on the first page.
fn title(texts: &[Numbered<'_>], largest: Kind, body: &Look) -> Option<(usize, usize)> {
    let mut own = texts.iter().filter(|(_, _, text)| kind(text) == largest);
    let (page, number, text) = own.next()?;
    let is_title = *page == 0
        && own.next().is_none()
        && f64::from(largest.0) > LARGER * f64::from(body.size)
        && may_be_heading(text, body);
    is_title.then_some((*page, *number))
}

/// Whether a text that looks like a heading is no longer than one.
fn may_be_heading(text: &Text, body: &Look) -> bool {
    let longest = match text.look.size > body.size {
        true => LONGEST_HEADING,
        false => LONGEST_BOLD,
    };
    text.unit.is_some() && text.length <= longest && text.lines.len() <= MOST_LINES
}

/// How most of some texts look.
fn usual_look(texts: &[Numbered<'_>]) -> Option<Look> {
    let looks = weights(texts, |text| &text.look);
    // The colour tells those of the same weight apart.
    let best = looks
        .into_iter()
        .max_by_key(|(look, weight)| (*weight, look.colour, look.is_italic, look.face));
    best.map(|(look, _)| look.clone())
}
