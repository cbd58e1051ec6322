//! What one person says in one cue: its text, and the codes in and around it.

use std::ops::Range;

use crate::lines;
use crate::tags::{self, Kind};
use crate::{DocumentError, overseer};

use super::cues::Cue;
use super::substation::overrides;
use super::{Syntax, webvtt};

/// A stretch of a cue's text that one person says.
#[derive(Debug)]
pub(super) struct Speech {
    /// The number of the cue.
    pub(super) cue: usize,
    /// Whether a dash says that somebody else speaks.
    pub(super) has_dash: bool,
    /// From the first word to the last, without the codes around them.
    pub(super) range: Range<usize>,
    pub(super) tokens: Vec<Token>,
    /// How many lines there are.
    pub(super) lines: usize,
    /// How many columns the longest of them has.
    pub(super) longest: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    Text(String),
    /// What begins a stretch. Stretches nest.
    Open(Range<usize>),
    Close(Range<usize>),
    Mark(Range<usize>),
}

impl Speech {
    /// The text alone.
    pub(super) fn text(&self) -> String {
        let texts = self.tokens.iter().map(|token| match token {
            Token::Text(text) => text.as_str(),
            _ => "",
        });
        texts.collect()
    }
}

/// What each code and each stretch of text takes before it is in a unit, in bytes.
const OF_TOKEN: usize = 200;

/// What each byte of text takes until then.
const OF_TEXT: usize = 3;

/// What is said in a cue, in its order.
///
/// # Errors
/// Those of an [`overseer`].
pub(super) fn speeches(
    text: &str,
    number: usize,
    cue: &Cue,
    syntax: Syntax,
) -> Result<Vec<Speech>, DocumentError> {
    overseer::go_on()?;
    if let [line] = cue.lines.as_slice()
        && syntax == Syntax::WebVtt
        && text.get(line.clone()).is_some_and(webvtt::is_media)
    {
        return Ok(Vec::new());
    }
    borrow_for(text, cue, syntax)?;
    let mut groups: Vec<Vec<Range<usize>>> = Vec::new();
    let mut goes_on = false;
    for line in &cue.lines {
        let line = lines::trimmed(text, line.clone());
        if line.is_empty() {
            goes_on = false;
            continue;
        }
        let names_speaker =
            syntax == Syntax::WebVtt && text.get(line.clone()).is_some_and(webvtt::names_speaker);
        let has_dash = names_speaker || dash(text, &line, syntax).is_some();
        match groups.last_mut().filter(|_| goes_on && !has_dash) {
            Some(group) => group.push(line),
            None => groups.push(vec![line]),
        }
        goes_on = true;
    }
    let speeches = groups
        .iter()
        .map(|group| speech(text, number, group, syntax));
    Ok(speeches.collect())
}

fn borrow_for(text: &str, cue: &Cue, syntax: Syntax) -> Result<(), DocumentError> {
    let (mut tokens, mut bytes) = (0_usize, 0_usize);
    for line in &cue.lines {
        let line = text.get(line.clone()).unwrap_or_default();
        let codes = line.bytes().filter(|byte| may_begin_code(*byte, syntax));
        // Text stands between codes, and space between lines.
        tokens = tokens.saturating_add(2 * (codes.count() + 1));
        bytes = bytes.saturating_add(line.len());
    }
    let tokens = tokens.saturating_mul(OF_TOKEN);
    overseer::borrow(tokens.saturating_add(bytes.saturating_mul(OF_TEXT)))
}

const fn may_begin_code(byte: u8, syntax: Syntax) -> bool {
    match syntax {
        Syntax::SubStation => byte == b'{',
        Syntax::SubRip | Syntax::WebVtt => matches!(byte, b'<' | b'{' | b'\\' | b'&'),
    }
}

/// Where the dash of a speaker stands at the beginning of a line, after codes.
fn dash(text: &str, line: &Range<usize>, syntax: Syntax) -> Option<Range<usize>> {
    let mut at = line.start;
    loop {
        let rest = text.get(at..line.end)?;
        let space = rest.len() - rest.trim_start().len();
        if space > 0 {
            at += space;
        } else if let Some((length, _)) = code(rest, syntax) {
            at += length;
        } else {
            let after = rest.strip_prefix(['-', '–', '—', '‐'])?;
            let is_dash = after.starts_with(|next: char| next != '-' && !next.is_ascii_digit());
            return is_dash.then(|| at..at + rest.len() - after.len());
        }
    }
}

/// What kind of code it is, and the name of a tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Code<'a> {
    Open(&'a str),
    Close(&'a str),
    Mark,
}

/// The code with which a text begins: an override where there are some, else a tag, or something in braces as `{\an8}` or `{y:i}`.
fn code(rest: &str, syntax: Syntax) -> Option<(usize, Code<'_>)> {
    const NAMES: [&str; 11] = [
        "i", "b", "u", "s", "font", "c", "v", "ruby", "rt", "lang", "br",
    ];
    if syntax == Syntax::SubStation {
        let length = overrides::block(rest)?;
        let code = match overrides::style(rest.get(..length)?) {
            Some((name, true)) => Code::Open(name),
            Some((name, false)) => Code::Close(name),
            None => Code::Mark,
        };
        return Some((length, code));
    }
    if let Some(inner) = rest.strip_prefix('{') {
        let limit = inner.floor_char_boundary(256);
        let length = inner.get(..limit)?.find('}')?;
        let is_code = inner.starts_with('\\') || inner.get(1..2) == Some(":");
        return is_code.then_some((length + 2, Code::Mark));
    }
    if rest.starts_with("\\N") || rest.starts_with("\\h") {
        return Some((2, Code::Mark));
    }
    if let Some(length) = webvtt::time_tag(rest) {
        return Some((length, Code::Mark));
    }
    let tag = Some(rest)
        .filter(|rest| !rest.starts_with("<!"))
        .and_then(tags::tag)?;
    let name = tag.name.split('.').next().unwrap_or_default();
    let is_known = NAMES.iter().any(|known| known.eq_ignore_ascii_case(name));
    let code = match tag.kind {
        Kind::Open => Code::Open(name),
        Kind::Close => Code::Close(name),
        Kind::Single => Code::Mark,
    };
    is_known.then_some((tag.length, code))
}

fn speech(text: &str, cue: usize, group: &[Range<usize>], syntax: Syntax) -> Speech {
    let dash = group.first().and_then(|line| dash(text, line, syntax));
    let first_line = group.first().and_then(|line| text.get(line.clone()));
    let names_speaker = syntax == Syntax::WebVtt && first_line.is_some_and(webvtt::names_speaker);
    let mut scanned: Vec<(Range<usize>, Scanned<'_>)> = Vec::new();
    for line in group {
        if let Some((last, token)) = scanned.last() {
            let before = match token {
                Scanned::Text(text) => text.chars().next_back(),
                Scanned::Space | Scanned::Code(_) => Some(' '),
            };
            let next = text.get(line.clone()).and_then(|line| line.chars().next());
            if !lines::join_closely(before, next) {
                scanned.push((last.end..line.start, Scanned::Space));
            }
        }
        scan(text, line, dash.as_ref(), syntax, &mut scanned);
    }
    join_stretches(text, &mut scanned);
    let partners = partners(&scanned);
    let kept = kept(&scanned, &partners);
    let widths = group.iter().map(|line| {
        let visible = visible(text.get(line.clone()).unwrap_or_default(), syntax);
        lines::width(&visible)
    });
    let first = scanned.get(kept.start).map_or(0, |(range, _)| range.start);
    let last = kept.end.checked_sub(1).and_then(|last| scanned.get(last));
    let last = last.map_or(first, |(range, _)| range.end);
    let tokens = scanned
        .iter()
        .enumerate()
        .filter(|(at, _)| kept.contains(at));
    let tokens = tokens.map(|(at, (range, token))| match (token, partners.get(at)) {
        (Scanned::Text(text), _) => Token::Text(text.clone()),
        (Scanned::Space, _) => Token::Text(" ".to_owned()),
        (Scanned::Code(Code::Open(_)), Some(Some(_))) => Token::Open(range.clone()),
        (Scanned::Code(Code::Close(_)), Some(Some(_))) => Token::Close(range.clone()),
        (Scanned::Code(_), _) => Token::Mark(range.clone()),
    });
    let mut speech = Speech {
        cue,
        has_dash: dash.is_some() || names_speaker,
        tokens: tokens.collect(),
        range: first..last.max(first),
        lines: group.len(),
        longest: widths.max().unwrap_or(0),
    };
    trim(&mut speech);
    speech
}

/// Leaves white space at the ends out, which is between the words and codes around them. It is as long as it is written: so is the
/// space that `\h` is.
fn trim(speech: &mut Speech) {
    if let Some(Token::Text(first)) = speech.tokens.first_mut() {
        let kept = first.trim_start();
        speech.range.start += first.len() - kept.len();
        *first = kept.to_owned();
    }
    if let Some(Token::Text(last)) = speech.tokens.last_mut() {
        let kept = last.trim_end();
        speech.range.end = speech.range.end.saturating_sub(last.len() - kept.len());
        *last = kept.to_owned();
    }
    speech.range.end = speech.range.end.max(speech.range.start);
}

enum Scanned<'a> {
    Text(String),
    /// Where one line ends and another begins.
    Space,
    Code(Code<'a>),
}

fn is_space(token: &Scanned<'_>) -> bool {
    match token {
        Scanned::Text(text) => text.trim().is_empty(),
        Scanned::Space => true,
        Scanned::Code(_) => false,
    }
}

/// Adds what stands in a line, after the dash.
fn scan<'a>(
    text: &'a str,
    line: &Range<usize>,
    dash: Option<&Range<usize>>,
    syntax: Syntax,
    scanned: &mut Vec<(Range<usize>, Scanned<'a>)>,
) {
    let mut at = line.start;
    while at < line.end {
        let rest = text.get(at..line.end).unwrap_or_default();
        let Some(first) = rest.chars().next() else {
            break;
        };
        if dash.is_some_and(|dash| dash.start == at) {
            at += first.len_utf8();
            scanned.push((at - first.len_utf8()..at, Scanned::Code(Code::Mark)));
        } else if let Some((length, code)) = code(rest, syntax) {
            scanned.push((at..at + length, Scanned::Code(code)));
            at += length;
        } else {
            let before = match scanned.last() {
                Some((_, Scanned::Text(last))) => last.chars().next_back(),
                _ => None,
            };
            let written = match syntax {
                Syntax::SubRip => None,
                Syntax::WebVtt => webvtt::reference(rest, before),
                Syntax::SubStation => rest
                    .starts_with("\\h")
                    .then(|| (2, Some("\u{a0}".to_owned()))),
            };
            let (length, read) = match written {
                Some((length, Some(read))) => (length, read),
                Some((length, None)) => {
                    scanned.push((at..at + length, Scanned::Code(Code::Mark)));
                    at += length;
                    continue;
                }
                None => (first.len_utf8(), first.to_string()),
            };
            let end = at + length;
            if let Some((range, Scanned::Text(last))) = scanned.last_mut() {
                range.end = end;
                last.push_str(&read);
            } else {
                scanned.push((at..end, Scanned::Text(read)));
            }
            at = end;
        }
    }
}

/// Makes one stretch of stretches that are alike and touch: where each line has its own.
fn join_stretches(text: &str, scanned: &mut Vec<(Range<usize>, Scanned<'_>)>) {
    let mut open: Vec<(usize, &str)> = Vec::new();
    let mut dropped = vec![false; scanned.len()];
    for (at, (_, token)) in scanned.iter().enumerate() {
        match token {
            Scanned::Code(Code::Open(name)) => open.push((at, name)),
            Scanned::Code(Code::Close(name)) => {
                let Some((opened, _)) = open
                    .pop()
                    .filter(|(_, other)| other.eq_ignore_ascii_case(name))
                else {
                    continue;
                };
                let rest = scanned.get(at + 1..).unwrap_or_default();
                let spaces = rest.iter().take_while(|(_, token)| is_space(token));
                let next = at + 1 + spaces.count();
                let begins = |at: usize| {
                    scanned
                        .get(at)
                        .and_then(|(range, _)| text.get(range.clone()))
                };
                let is_same = matches!(scanned.get(next), Some((_, Scanned::Code(Code::Open(_)))))
                    && begins(opened) == begins(next);
                if is_same {
                    for at in [at, next] {
                        if let Some(is_dropped) = dropped.get_mut(at) {
                            *is_dropped = true;
                        }
                    }
                }
            }
            _ => {}
        }
    }
    let mut dropped = dropped.into_iter();
    scanned.retain(|_| !dropped.next().unwrap_or(false));
}

/// For each tag, the other one of its stretch, if they nest.
fn partners(scanned: &[(Range<usize>, Scanned<'_>)]) -> Vec<Option<usize>> {
    let mut partners = vec![None; scanned.len()];
    let mut open: Vec<(usize, &str)> = Vec::new();
    for (at, (_, token)) in scanned.iter().enumerate() {
        match token {
            Scanned::Code(Code::Open(name)) => open.push((at, name)),
            Scanned::Code(Code::Close(name)) => {
                // All that is open ends there.
                let ends_all = *name == overrides::RESET && open.len() == 1;
                let near = open.len().saturating_sub(16);
                let near = open.iter().skip(near).rev();
                let Some((opened, _)) = near
                    .copied()
                    .find(|(_, other)| ends_all || other.eq_ignore_ascii_case(name))
                else {
                    continue;
                };
                while open.pop().is_some_and(|(other, _)| other != opened) {}
                for (one, other) in [(opened, at), (at, opened)] {
                    if let Some(partner) = partners.get_mut(one) {
                        *partner = Some(other);
                    }
                }
            }
            _ => {}
        }
    }
    partners
}

/// The tokens without the codes around all words.
fn kept(scanned: &[(Range<usize>, Scanned<'_>)], partners: &[Option<usize>]) -> Range<usize> {
    let (mut start, mut end) = (0, scanned.len());
    let partner = |at: usize| partners.get(at).copied().flatten();
    let is_outer = |at: usize| match scanned.get(at) {
        Some((_, Scanned::Code(_))) => partner(at).is_none(),
        Some((_, token)) => is_space(token),
        None => false,
    };
    while start < end {
        if is_outer(start) {
            start += 1;
        } else if is_outer(end - 1) {
            end -= 1;
        } else if partner(start) == Some(end - 1) {
            start += 1;
            end -= 1;
        } else {
            break;
        }
    }
    start..end
}

/// A line without its codes.
fn visible(line: &str, syntax: Syntax) -> String {
    let mut visible = String::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let length = code(rest, syntax).map(|(length, _)| length);
        if length.is_none() {
            visible.push(first);
        }
        rest = rest
            .get(length.unwrap_or(first.len_utf8())..)
            .unwrap_or_default();
    }
    visible
}
