//! Names in braces: `{name}`, `{{ x }}`, `${x}`, messages of the ICU format and code of templates.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::lines::is_line_break;
use crate::pattern::pattern;

/// The longest group with a sign before it, in bytes.
const LONGEST_EXPRESSION: usize = 200;

/// The longest message with plurals or selections, and the longest code of a template, that is
/// kept as a whole, in bytes. Of a longer message only the names inside are kept, and what stands
/// between them is translated as text.
const LONGEST_MESSAGE: usize = 500;

/// What may stand between single braces: nothing, a name or an index with its format, without
/// white space; or an ICU argument with its type and style.
static NAME: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^(?:[ \t]*[\p{Alphabetic}\p{N}_$@#/.-][\p{Alphabetic}\p{N}_$@#/.:!?\[\]()|<>,=+*'-]{0,98}[ \t]*|[A-Za-z0-9_]{1,60}[ \t]*,[ \t]*(?:number|date|time|spellout|ordinal|duration)(?:[ \t]*,[^{}]{1,60})?|)$",
    )
});

static MESSAGE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^\{[ \t]*[A-Za-z0-9_]{1,60}[ \t]*,[ \t]*(?:plural|select|selectordinal|choice)[ \t]*,",
    )
});

/// What code of a template begins and ends with.
const DELIMITERS: [(&str, &str); 6] = [
    ("{{", "}}"),
    ("{%", "%}"),
    ("{#", "#}"),
    ("<%", "%>"),
    ("<?php", "?>"),
    ("<?=", "?>"),
];

/// The groups in braces and the code of templates that a translation must hold unchanged, in
/// order, not overlapping.
pub(crate) fn find(text: &str) -> Vec<Range<usize>> {
    let mut found = balanced(text);
    found.extend(templates(text));
    // As for all placeholders: the first wins, and of two that begin together the longest.
    found.sort_by_key(|range| (range.start, std::cmp::Reverse(range.end)));
    let mut end = 0;
    found.retain(|range| {
        let free = range.start >= end;
        if free {
            end = range.end;
        }
        free
    });
    found
}

/// The code of templates on one line, up to the first end of its kind, whatever stands inside.
fn templates(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut position = 0;
    while let Some(next) = text.get(position..).and_then(|rest| rest.find(['{', '<'])) {
        let start = position + next;
        position = template_end(text, start).map_or(start + 1, |end| {
            found.push(start..end);
            end
        });
    }
    found
}

fn template_end(text: &str, start: usize) -> Option<usize> {
    let rest = text.get(start..)?;
    let (open, close) = (DELIMITERS.iter()).find(|(open, _)| rest.starts_with(open))?;
    let inside = rest.get(open.len()..)?;
    // The bound keeps the time linear: many beginnings have no end.
    let inside = inside.get(..inside.floor_char_boundary(LONGEST_MESSAGE))?;
    let code = inside.get(..inside.find(close)?)?;
    let broken = code.contains(open) || code.contains(is_structural);
    (!broken).then_some(start + open.len() + code.len() + close.len())
}

fn is_structural(character: char) -> bool {
    is_line_break(character) || (character.is_control() && character != '\t')
}

/// The groups between balanced braces.
fn balanced(text: &str) -> Vec<Range<usize>> {
    let closing = closing_braces(text);
    let mut found = Vec::new();
    let mut end = 0;
    for (open, close) in closing {
        if open < end {
            continue;
        }
        if let Some(start) = placeholder_start(text, open, close) {
            found.push(start.max(end)..close + 1);
            end = close + 1;
        }
    }
    found
}

/// The balanced pairs of braces as byte positions, in the order of the opening ones. None is
/// longer than the longest placeholder.
fn closing_braces(text: &str) -> Vec<(usize, usize)> {
    let mut open = Vec::new();
    let mut pairs = Vec::new();
    for (position, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => open.push(position),
            b'}' => {
                if let Some(start) = open.pop()
                    && position - start <= LONGEST_MESSAGE
                {
                    pairs.push((start, position));
                }
            }
            _ => {}
        }
    }
    pairs.sort_unstable();
    pairs
}

fn placeholder_start(text: &str, open: usize, close: usize) -> Option<usize> {
    let group = text.get(open..=close)?;
    let inside = text.get(open + 1..close)?;
    if group.contains(is_structural) {
        return None;
    }
    let sign = text
        .get(..open)
        .and_then(|before| before.chars().next_back())
        .filter(|sign| matches!(sign, '$' | '#' | '%' | '@'));
    let short = group.len() <= LONGEST_EXPRESSION;
    let double = inside.starts_with('{') && inside.ends_with('}');
    if double
        || (short && (NAME.is_match(inside) || sign.is_some_and(|_| !inside.is_empty())))
        || MESSAGE.is_match(group)
    {
        return Some(open - sign.map_or(0, char::len_utf8));
    }
    None
}
