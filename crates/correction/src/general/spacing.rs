//! Missing, superfluous and repeated spaces.

use std::collections::BTreeSet;
use std::ops::Range;

use dragoman_text::Edit;

use super::annotated_text::AnnotatedText;
use super::typography::Typography;

/// The maximum number of consecutive spaces that is a mistake; longer runs are intentional.
const MAX_ACCIDENTAL_SPACES: usize = 3;

const NO_BREAK: char = '\u{a0}';
const NARROW: char = '\u{202f}';

/// Inserts missing spaces between words and punctuation marks, and removes superfluous ones.
pub(super) fn edits(annotated: &AnnotatedText<'_>, typography: &Typography) -> Vec<Edit> {
    let gaps = IntentionalGaps::of(annotated.text);
    let style = SpacingStyle::of(annotated.text);
    let mut edits = Vec::new();
    let mut done = 0;
    for (at, c) in annotated.text.char_indices() {
        if at < done {
            continue;
        }
        match c {
            ' ' => {
                let run = at..at + spaces(annotated.text, at);
                done = run.end;
                edits.extend(correct_gap(annotated, typography, &gaps, run));
            }
            ',' | ';' | '!' | '?' | ':' | '.' => {
                if typography.spaces_marks {
                    edits.extend(space_before_mark(annotated, &style, at, c));
                }
                edits.extend(space_after_mark(annotated, typography, at, c));
            }
            '«' | '»' if typography.spaces_marks => {
                edits.extend(space_inside_quotation_mark(annotated, &style, at, c));
            }
            '¿' | '¡' if typography.inverted_marks.is_some() => {
                let letters = annotated.letters_before(at);
                let opens = annotated
                    .at(at + c.len_utf8())
                    .is_some_and(char::is_alphabetic);
                // In a text that was decoded with the wrong character encoding, these marks are parts of letters:
                // "estÃ¡".
                let is_letter = letters.ends_with(['Ã', 'Â']);
                if letters.chars().nth(1).is_some() && opens && !is_letter && !annotated.is_code(at)
                {
                    edits.push(insertion(at, ' '));
                }
            }
            _ => {}
        }
    }
    edits.retain(|edit| annotated.is_editable(&edit.range));
    edits
}

fn insertion(at: usize, c: char) -> Edit {
    Edit {
        range: at..at,
        text: c.to_string(),
    }
}

fn removal(range: Range<usize>) -> Edit {
    Edit {
        range,
        text: String::new(),
    }
}

/// The number of ordinary spaces from a position on.
fn spaces(text: &str, at: usize) -> usize {
    let after = text.get(at..).unwrap_or_default();
    after.len() - after.trim_start_matches(' ').len()
}

/// The edit that corrects a run of ordinary spaces between two words or punctuation marks.
fn correct_gap(
    annotated: &AnnotatedText<'_>,
    typography: &Typography,
    gaps: &IntentionalGaps,
    run: Range<usize>,
) -> Option<Edit> {
    let before = annotated.before(run.start).filter(|c| !c.is_whitespace())?;
    let after = annotated.at(run.end).filter(|c| !c.is_whitespace())?;
    if run.len() > MAX_ACCIDENTAL_SPACES || gaps.are_intentional(&run) {
        return None;
    }
    if is_superfluous(annotated, typography, &run, before, after) {
        let next = run.end + after.len_utf8();
        let is_swapped = after == ','
            && annotated.at(next).is_some_and(char::is_alphabetic)
            && before.is_alphabetic();
        return Some(if is_swapped {
            Edit {
                range: run.start..next,
                text: ", ".to_owned(),
            }
        } else {
            removal(run)
        });
    }
    (run.len() > 1).then(|| removal(run.start + 1..run.end))
}

/// Whether the spaces between two characters are wrong altogether.
fn is_superfluous(
    annotated: &AnnotatedText<'_>,
    typography: &Typography,
    run: &Range<usize>,
    before: char,
    after: char,
) -> bool {
    let next = annotated.at(run.end + after.len_utf8());
    let ends = next.is_none_or(char::is_whitespace);
    let follows_word = before.is_alphanumeric() || ")]%»”\"’".contains(before);
    match after {
        _ if matches!(before, '¿' | '¡') => {
            // In "Vete¡ Ya" the inverted mark is a typing error for a closing one.
            let mark = run.start - before.len_utf8();
            after.is_alphabetic() && !annotated.before(mark).is_some_and(char::is_alphanumeric)
        }
        ',' => {
            follows_word
                && (ends || (next.is_some_and(char::is_alphabetic) && before.is_alphabetic()))
        }
        '.' => follows_word && ends,
        ';' | '!' | '?' if typography.spaces_marks => false,
        ':' if typography.spaces_marks => false,
        '!' | '?' => follows_word && (ends || next.is_some_and(|c| matches!(c, '!' | '?'))),
        ';' => follows_word && ends,
        ':' => follows_word && ends && !is_ratio(annotated, run, before),
        ')' if is_in_brackets(annotated, run.start) => {
            before.is_alphanumeric() || matches!(before, '.' | '!' | '?' | '%')
        }
        c if before == '(' && c.is_alphanumeric() => opens_brackets(annotated, run.end),
        _ => false,
    }
}

/// Whether a colon separates two numbers or letters, as in "3 : 1".
fn is_ratio(annotated: &AnnotatedText<'_>, run: &Range<usize>, before: char) -> bool {
    let after = annotated.text.get(run.end + 1..).unwrap_or_default();
    let mut after = after.trim_start_matches(' ').chars();
    let next = after.next();
    let is_single = annotated.letters_before(run.start).chars().nth(1).is_none();
    (before.is_numeric() && next.is_some_and(char::is_numeric))
        || (is_single && after.next().is_none_or(|c| !c.is_alphabetic()))
}

/// Whether the line has words between its last opening bracket and a position.
fn is_in_brackets(annotated: &AnnotatedText<'_>, at: usize) -> bool {
    let before = annotated.text.get(..at).unwrap_or_default();
    let mut inside = 0_usize;
    for c in before.chars().rev().take(400) {
        match c {
            '(' => return inside > 2,
            ')' | '\n' => return false,
            _ => inside += 1,
        }
    }
    false
}

/// Whether the line has words between a position and its next closing bracket.
fn opens_brackets(annotated: &AnnotatedText<'_>, at: usize) -> bool {
    let after = annotated.text.get(at..).unwrap_or_default();
    let mut inside = 0_usize;
    for c in after.chars().take(400) {
        match c {
            ')' => return inside > 2,
            '(' | '\n' => return false,
            _ => inside += 1,
        }
    }
    false
}

/// Inserts the missing no-break space before a French punctuation mark.
fn space_before_mark(
    annotated: &AnnotatedText<'_>,
    style: &SpacingStyle,
    at: usize,
    mark: char,
) -> Option<Edit> {
    if !matches!(mark, ';' | ':' | '!' | '?') || style.is_tight(mark) {
        return None;
    }
    let before = annotated.before(at)?;
    // A text mentions a punctuation mark if quotation marks enclose nothing but the mark.
    if before == '"' && annotated.at(at + mark.len_utf8()) == Some('"') {
        return None;
    }
    if !before.is_alphanumeric() && !")]%»”\"’…°€$".contains(before) {
        return None;
    }
    let after = annotated.text.get(at..)?;
    let rest = after.trim_start_matches(['!', '?']);
    let next = match mark {
        '!' | '?' => rest.chars().next(),
        _ => after.chars().nth(1),
    };
    let is_last = next.is_none_or(char::is_whitespace)
        || (matches!(mark, '!' | '?')
            && (next.is_some_and(|c| ")]»”\"…".contains(c))
                || begins_sentence(annotated, at + after.len() - rest.len())));
    let is_subject = mark == ':'
        && ["re", "fwd", "fw", "tr", "ref"]
            .contains(&annotated.letters_before(at).to_lowercase().as_str());
    let is_word = is_last
        && !is_subject
        && !annotated.is_code(at)
        && !annotated.is_name_with_mark(at)
        && !annotated.is_english(at)
        && !has_spanish_opening(annotated, at);
    is_word.then(|| insertion(at, style.space(mark)))
}

/// Whether an inverted mark earlier on the line shows that a punctuation mark belongs to Spanish text.
fn has_spanish_opening(annotated: &AnnotatedText<'_>, at: usize) -> bool {
    let before = annotated.text.get(..at).unwrap_or_default();
    let line = before.chars().rev().take_while(|c| *c != '\n').take(200);
    line.into_iter().any(|c| matches!(c, '¿' | '¡'))
}

/// Whether a capitalised word begins at a position.
fn begins_sentence(annotated: &AnnotatedText<'_>, at: usize) -> bool {
    let word = annotated.letters_at(at);
    let mut letters = word.chars();
    letters.next().is_some_and(char::is_uppercase)
        && letters.next().is_some_and(char::is_lowercase)
        && letters.all(char::is_lowercase)
}

/// Inserts the missing space after a punctuation mark between two words.
fn space_after_mark(
    annotated: &AnnotatedText<'_>,
    typography: &Typography,
    at: usize,
    mark: char,
) -> Option<Edit> {
    let next = at + mark.len_utf8();
    let word = annotated.letters_at(next);
    let earlier = annotated.letters_before(at);
    let is_word = |word: &str| word.chars().nth(1).is_some();
    let before = annotated.before(at)?;
    if word.is_empty() || annotated.is_code(at) || annotated.is_name_with_mark(at) {
        return None;
    }
    let token = annotated.token(at);
    let is_single = token.matches(mark).count() == 1 && token != annotated.text.trim();
    let is_missing = match mark {
        ',' | ';' => {
            is_single
                && !token.contains([':', '('])
                && (is_word(word) || typography.single_letters.contains(&word))
                && (is_word(earlier)
                    || matches!(before, ')' | '»' | '”')
                    || (before.is_numeric() && !word.starts_with(char::is_uppercase)))
        }
        '!' | '?' => is_word(earlier) && begins_sentence(annotated, next) && !token.contains(':'),
        '.' => {
            is_single
                && is_word(earlier)
                && begins_sentence(annotated, next)
                && token
                    .chars()
                    .all(|c| c.is_alphabetic() || ".,!?;:'’".contains(c))
                && (typography.starters.contains(&word.to_lowercase().as_str())
                    || ends_sentence(earlier, word))
        }
        _ => false,
    };
    is_missing.then(|| insertion(next, ' '))
}

/// Whether a full stop between two words ends a sentence, and is not part of an address or a program.
fn ends_sentence(earlier: &str, word: &str) -> bool {
    const PROGRAM_IDENTIFIERS: [&str; 14] = [
        "this", "self", "window", "document", "console", "system", "math", "string", "object",
        "app", "module", "node", "http", "www",
    ];
    const FILE_EXTENSIONS_AND_DOMAINS: [&str; 22] = [
        "com", "net", "org", "de", "fr", "es", "it", "pt", "br", "eu", "ch", "at", "be", "io",
        "ai", "js", "py", "txt", "pdf", "doc", "docx", "md",
    ];
    earlier.chars().all(char::is_lowercase)
        && earlier.chars().nth(2).is_some()
        && !PROGRAM_IDENTIFIERS.contains(&earlier)
        && !FILE_EXTENSIONS_AND_DOMAINS.contains(&word.to_lowercase().as_str())
}

/// Inserts the missing no-break space inside a French quotation mark.
fn space_inside_quotation_mark(
    annotated: &AnnotatedText<'_>,
    style: &SpacingStyle,
    at: usize,
    mark: char,
) -> Option<Edit> {
    let next = at + mark.len_utf8();
    let touches = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let is_inner = match mark {
        '«' => touches(annotated.at(next)) && !touches(annotated.before(at)),
        _ => {
            let before = annotated.before(at);
            (touches(before) || before.is_some_and(|c| matches!(c, '.' | '!' | '?' | '…')))
                && !touches(annotated.at(next))
        }
    };
    let place = if mark == '«' { next } else { at };
    (is_inner && !style.is_tight(mark)).then(|| insertion(place, style.space(mark)))
}

/// Which spaces a text has before punctuation marks.
struct SpacingStyle {
    /// The space before colons and inside quotation marks.
    wide: char,
    /// The space before other marks.
    narrow: char,
    /// The marks that consistently have no space, as is usual in Canada and Switzerland.
    tight: Vec<char>,
}

/// Groups of punctuation marks that have the same spacing.
const MARK_GROUPS: [&[char]; 3] = [&['!', '?', ';'], &[':'], &['«', '»']];

/// The minimum number of marks without a space that shows a style.
const MIN_TIGHT_MARKS: usize = 3;
/// The minimum number of marks without a space that shows a style in a text in which other marks have a space.
const MIN_TIGHT_MARKS_BESIDE_SPACED: usize = 2;

/// The punctuation marks that occur several times in a text and never with a space.
fn tight_marks(text: &str) -> Vec<char> {
    let is_space = |c: Option<char>| c.is_some_and(|c| matches!(c, ' ' | NO_BREAK | NARROW));
    // For each group, how many marks have a space and how many have none.
    let mut counts = [(0_usize, 0_usize); MARK_GROUPS.len()];
    let mut before: Option<char> = None;
    let mut letters = text.chars().peekable();
    while let Some(c) = letters.next() {
        let next = letters.peek().copied();
        for (kind, count) in MARK_GROUPS.iter().zip(&mut counts) {
            let (inside, outside) = if c == '«' {
                (next, before)
            } else {
                (before, next)
            };
            let ends = outside.is_none_or(|c| c.is_whitespace() || "«»\".,)".contains(c));
            if kind.contains(&c) && ends {
                let (spaced, tight) = count;
                *spaced += usize::from(is_space(inside));
                *tight += usize::from(inside.is_some_and(|c| !c.is_whitespace()));
            }
        }
        before = Some(c);
    }
    let has_spaced = counts.iter().any(|(spaced, _)| *spaced > 0);
    let least = if has_spaced {
        MIN_TIGHT_MARKS_BESIDE_SPACED
    } else {
        MIN_TIGHT_MARKS
    };
    let kinds = MARK_GROUPS.iter().zip(counts);
    kinds
        .filter(|(_, (spaced, tight))| *spaced == 0 && *tight >= least)
        .flat_map(|(kind, _)| kind.iter().copied())
        .collect()
}

impl SpacingStyle {
    fn of(text: &str) -> Self {
        let mut wide = [0_usize; 3];
        let mut narrow = [0_usize; 3];
        let pairs = text.chars().zip(text.chars().skip(1));
        for (one, other) in pairs {
            // A space before an opening quotation mark separates words.
            let (space, mark) = match (one, other) {
                ('«', _) => (other, one),
                (_, '«') => continue,
                _ => (one, other),
            };
            let kind = match space {
                NO_BREAK => 0,
                NARROW => 1,
                ' ' => 2,
                _ => continue,
            };
            let counts = match mark {
                ':' | '«' | '»' => &mut wide,
                ';' | '!' | '?' => &mut narrow,
                _ => continue,
            };
            if let Some(count) = counts.get_mut(kind) {
                *count += 1;
            }
        }
        let usual = |counts: [usize; 3]| {
            let most = counts.iter().copied().max().filter(|most| *most > 0)?;
            let kind = counts.iter().position(|count| *count == most)?;
            [NO_BREAK, NARROW, ' '].get(kind).copied()
        };
        Self {
            wide: usual(wide).or(usual(narrow)).unwrap_or(NO_BREAK),
            narrow: usual(narrow).or(usual(wide)).unwrap_or(NO_BREAK),
            tight: tight_marks(text),
        }
    }

    fn is_tight(&self, mark: char) -> bool {
        self.tight.contains(&mark)
    }

    fn space(&self, mark: char) -> char {
        match mark {
            ';' | '!' | '?' => self.narrow,
            _ => self.wide,
        }
    }
}

/// Runs of several spaces that are intentional.
struct IntentionalGaps {
    /// The ends of runs that end in the same column on consecutive lines.
    aligned: BTreeSet<usize>,
    /// The positions of the first words after list markers.
    listed: BTreeSet<usize>,
    /// Whether every sentence is followed by two spaces.
    ends_sentences: bool,
    sentence_gaps: BTreeSet<usize>,
}

impl IntentionalGaps {
    fn of(text: &str) -> Self {
        let mut gaps = Self {
            aligned: BTreeSet::new(),
            listed: BTreeSet::new(),
            ends_sentences: false,
            sentence_gaps: BTreeSet::new(),
        };
        let mut single_ends = 0_usize;
        let mut above: Vec<(usize, usize)> = Vec::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let found = wide_gaps(line, start);
            for (column, end) in &found {
                if let Some((_, other)) = above.iter().find(|(other, _)| other == column) {
                    gaps.aligned.extend([*end, *other]);
                }
            }
            gaps.listed.extend(after_list_marker(line, start));
            single_ends += gaps.record_sentence_gaps(line, start);
            above = found;
            start += line.len();
        }
        gaps.ends_sentences = gaps.sentence_gaps.len() > 1 && single_ends == 0;
        gaps
    }

    /// Records the double spaces after sentences, and returns the number of single spaces after sentences.
    fn record_sentence_gaps(&mut self, line: &str, start: usize) -> usize {
        let mut single = 0;
        for (at, _) in line.match_indices(['.', '!', '?']) {
            let after = line.get(at + 1..).unwrap_or_default();
            let count = spaces(line, at + 1);
            if after.trim_start().starts_with(char::is_uppercase) {
                match count {
                    1 => single += 1,
                    2 => {
                        self.sentence_gaps.insert(start + at + 3);
                    }
                    _ => {}
                }
            }
        }
        single
    }

    fn are_intentional(&self, run: &Range<usize>) -> bool {
        self.aligned.contains(&run.end)
            || self.listed.contains(&run.end)
            || (self.ends_sentences && self.sentence_gaps.contains(&run.end))
    }
}

/// The column and the position of the end of each run of several spaces in a line.
fn wide_gaps(line: &str, start: usize) -> Vec<(usize, usize)> {
    let mut gaps = Vec::new();
    let mut width = 0_usize;
    for (column, (at, c)) in line.char_indices().enumerate() {
        if c == ' ' {
            width += 1;
            continue;
        }
        // Indentation is not a gap.
        if width > 1 && width < at {
            gaps.push((column, start + at));
        }
        width = 0;
    }
    gaps
}

/// The position after the list marker of a line and the spaces that follow it.
fn after_list_marker(line: &str, start: usize) -> Option<usize> {
    let item = line.trim_start_matches(' ');
    let marker = item.split(' ').next()?;
    let is_marker = matches!(
        marker,
        "-" | "*" | "+" | "•" | "–" | "—" | ">" | "#" | "##" | "###"
    ) || (marker.len() <= 4
        && marker.ends_with(['.', ')'])
        && marker.starts_with(char::is_alphanumeric));
    let at = line.len() - item.len() + marker.len();
    is_marker.then(|| start + at + spaces(line, at))
}
