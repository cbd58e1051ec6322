//! What of a text must not be touched when it is improved.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use dragoman_text::{copies, find_placeholders};

/// The longest tag that is looked for, in bytes.
const LONGEST_TAG: usize = 1_000;

/// The most different stretches that are searched for in a text.
const MOST_SEARCHED: usize = 1_000;

/// The byte ranges of a text that stay as they are when it is improved: placeholders, addresses, quantities and tags;
/// ordered, not overlapping.
#[must_use]
pub fn find_kept(text: &str) -> Vec<Range<usize>> {
    let mut ranges = find_placeholders(text);
    ranges.extend(tags(text));
    ranges.sort_by_key(|range| (range.start, range.end));
    let mut merged: Vec<Range<usize>> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match merged.last_mut() {
            Some(last) if range.start < last.end => last.end = last.end.max(range.end),
            _ => merged.push(range),
        }
    }
    merged
}

/// What looks like tags of HTML or XML.
fn tags(text: &str) -> Vec<Range<usize>> {
    let mut tags = Vec::new();
    for (start, _) in text.match_indices('<') {
        let inside = text.get(start + 1..).unwrap_or_default();
        let name = inside.strip_prefix('/').unwrap_or(inside);
        if !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
            continue;
        }
        let mut bytes = inside.bytes().take(LONGEST_TAG);
        if let Some(length) = bytes.position(|byte| matches!(byte, b'<' | b'>' | b'\n'))
            && inside.as_bytes().get(length) == Some(&b'>')
        {
            tags.push(start..start + 1 + length + 1);
        }
    }
    tags
}

/// Whether a text has everything that [`find_kept`] finds in another one, each as often.
#[must_use]
pub fn keeps_all(text: &str, of: &str) -> bool {
    let stretches = stretches(of);
    if stretches.is_empty() || counts(stretches.iter().copied()) == counts(self::stretches(text)) {
        return true;
    }
    // What stands beside a stretch can make it look otherwise, so it is searched for. That takes time for each that is
    // another one.
    let distinct: BTreeSet<&str> = stretches.into_iter().collect();
    if distinct.len() > MOST_SEARCHED {
        return false;
    }
    let wanted: Vec<&str> = distinct.into_iter().collect();
    let found = |text: &str| {
        let copies = copies(text, &wanted).into_iter();
        let copies = copies.filter_map(|range| text.get(range));
        counts(copies.map(str::to_owned))
    };
    found(of) == found(text)
}

/// The stretches of a text that stay as they are.
fn stretches(text: &str) -> Vec<&str> {
    let kept = find_kept(text).into_iter();
    kept.filter_map(|range| text.get(range)).collect()
}

fn counts<T: Ord>(all: impl IntoIterator<Item = T>) -> BTreeMap<T, usize> {
    let mut counts = BTreeMap::new();
    for one in all {
        *counts.entry(one).or_default() += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_addresses_and_tags_stay() {
        assert_eq!(
            stretches("Hi {name}, see <a href=\"https://x.org/{id}\">here</a> or <br/> %s"),
            [
                "{name}",
                "<a href=\"https://x.org/{id}\">",
                "</a>",
                "<br/>",
                "%s"
            ]
        );
        assert_eq!(stretches("a < b and c > d, I <3 it, <é>, <b"), [""; 0]);
        assert_eq!(stretches(&format!("<a{}>", " ".repeat(2_000))), [""; 0]);
    }

    #[test]
    fn what_is_missing_or_doubled_is_noticed() {
        let text = "Write to <b>{name}</b> today, {name}.";
        assert!(keeps_all("Today, write to {name}: <b>{name}</b>", text));
        assert!(!keeps_all("Write to <b>{name}</b> today.", text));
        assert!(!keeps_all("{name} {name} {name} <b></b>", text));
        assert!(keeps_all("anything", "nothing to keep"));
        let many: String = (0..20_000)
            .map(|number| format!("{{n{number}}} "))
            .collect();
        assert!(keeps_all(&many, &many));
        assert!(!keeps_all(&many.replace("{n7} ", ""), &many));
    }
}
