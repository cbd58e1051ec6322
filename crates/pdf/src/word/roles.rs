//! What paragraphs are: headings, items of lists, text.

use std::collections::BTreeMap;

use crate::paragraphs::{BULLETS, number_mark};
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
/// How much of a document may look like headings do.
const MOST_OF_DOCUMENT: f64 = 0.25;

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
    /// The sizes and weights of headings, by their roles.
    headings: Vec<(u32, bool, Role)>,
    /// How each role looks the first time.
    pub(crate) looks: BTreeMap<Role, Look>,
    /// The page and the number of the title, if there is one.
    title: Option<(usize, usize)>,
}

impl Roles {
    /// The roles in a document, some texts of which are left out.
    pub(crate) fn of(layout: &Layout, is_left_out: impl Fn(usize, usize) -> bool) -> Self {
        let pages = layout.pages.iter().enumerate();
        let texts: Vec<(usize, usize, &Text)> = pages
            .flat_map(|(page, layout)| {
                let texts = layout.texts.iter().enumerate();
                texts.map(move |(number, text)| (page, number, text))
            })
            .filter(|(page, number, text)| text.is_upright() && !is_left_out(*page, *number))
            .collect();
        let mut weights: BTreeMap<(u32, bool), usize> = BTreeMap::new();
        for (_, _, text) in &texts {
            *weights
                .entry((text.look.size, text.look.is_bold))
                .or_default() += text.length;
        }
        let all: usize = weights.values().sum();
        let usual = weights
            .iter()
            .max_by_key(|(_, weight)| **weight)
            .map(|(key, _)| *key);
        let body = usual.and_then(|usual| {
            let looks = texts.iter().map(|(_, _, text)| *text);
            usual_look(looks.filter(|text| (text.look.size, text.look.is_bold) == usual))
        });
        let body = body.unwrap_or_else(Look::standard);
        let mut kinds: Vec<(u32, bool)> = weights
            .into_iter()
            .filter(|((size, is_bold), weight)| {
                let is_large = f64::from(*size) >= LARGER * f64::from(body.size);
                let is_bolder = *is_bold && !body.is_bold && *size >= body.size;
                #[expect(clippy::cast_precision_loss, reason = "counts of letters are small")]
                let share = *weight as f64 / all.max(1) as f64;
                (is_large || is_bolder) && share <= MOST_OF_DOCUMENT
            })
            .map(|(kind, _)| kind)
            .filter(|&kind| {
                texts.iter().any(|(_, _, text)| {
                    (text.look.size, text.look.is_bold) == kind && may_be_heading(text, &body)
                })
            })
            .collect();
        kinds.sort_by_key(|kind| std::cmp::Reverse(*kind));
        let title = kinds.first().and_then(|&kind| {
            let mut own = texts
                .iter()
                .filter(|(_, _, text)| (text.look.size, text.look.is_bold) == kind);
            let (page, number, text) = own.next()?;
            let is_title = *page == 0
                && own.next().is_none()
                && f64::from(kind.0) > LARGER * f64::from(body.size)
                && may_be_heading(text, &body);
            is_title.then_some((*page, *number))
        });
        let levels = kinds.into_iter().skip(usize::from(title.is_some()));
        let mut headings: Vec<(u32, bool, Role)> = Vec::new();
        for (number, (size, is_bold)) in levels.enumerate() {
            headings.push((size, is_bold, Role::Heading((number + 1).min(LEVELS))));
        }
        let mut roles = Self {
            body,
            headings,
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
        let kind = self
            .headings
            .iter()
            .find(|(size, is_bold, _)| (*size, *is_bold) == (text.look.size, text.look.is_bold));
        match kind {
            Some((_, _, role)) if may_be_heading(text, &self.body) => *role,
            _ => Role::Body,
        }
    }
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
fn usual_look<'t>(texts: impl Iterator<Item = &'t Text>) -> Option<Look> {
    let mut looks: Vec<(&Look, usize)> = Vec::new();
    for text in texts {
        match looks.iter_mut().find(|(look, _)| **look == text.look) {
            Some((_, weight)) => *weight += text.length,
            None => looks.push((&text.look, text.length)),
        }
    }
    let best = looks.into_iter().max_by_key(|(_, weight)| *weight);
    best.map(|(look, _)| look.clone())
}

/// What an item of a list begins with.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Mark {
    Bullet(char),
    /// A number, or a letter that counts as one, and what stands around it, with `%1` in its place.
    Number {
        value: u32,
        is_letter: bool,
        pattern: String,
    },
}

/// The mark at the beginning of a text, and how many bytes it takes with the white after it.
pub(crate) fn mark(text: &str) -> Option<(Mark, usize)> {
    let length = |mark: &str| {
        let rest = text.get(mark.len()..).unwrap_or_default();
        mark.len() + (rest.len() - rest.trim_start().len())
    };
    if let Some(bullet) = text
        .chars()
        .next()
        .filter(|letter| BULLETS.contains(letter))
    {
        return Some((Mark::Bullet(bullet), length(&text[..bullet.len_utf8()])));
    }
    let (mark, inner) = number_mark(text)?;
    let (value, is_letter) = match inner.parse::<u32>() {
        Ok(number) => (number, false),
        Err(_) => {
            let letter = inner.bytes().next()?;
            // Only small ones count items.
            (u32::from(letter.checked_sub(b'a')?) + 1, true)
        }
    };
    let pattern = mark.replacen(inner, "%1", 1);
    let mark_length = length(mark);
    Some((
        Mark::Number {
            value,
            is_letter,
            pattern,
        },
        mark_length,
    ))
}
