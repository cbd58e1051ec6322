//! What a line of plain text consists of: an indentation, a bullet, words, or cells of a table.

use std::ops::Range;

use crate::lines;

/// What kind of line it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    /// Without anything to read: blank, a rule, a drawing.
    Still,
    /// Words, after a bullet or number of so many bytes.
    Words { bullet: usize },
    /// Cells next to one another.
    Cells(Vec<Cell>),
}

/// A cell of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) words: Range<usize>,
    /// The spaces after it.
    pub(super) spaces: Range<usize>,
    /// How many of them there must be.
    pub(super) least_spaces: usize,
}

/// A line and its parts.
#[derive(Debug, Clone)]
pub(super) struct Shape {
    /// Indentation and signs of quotations or comments.
    pub(super) prefix: Range<usize>,
    /// The words after prefix and bullet, without outer white space and decoration.
    pub(super) words: Range<usize>,
    pub(super) kind: Kind,
}

impl Shape {
    pub(super) fn new(text: &str, line: &Range<usize>) -> Self {
        let whole = text.get(line.clone()).unwrap_or_default();
        let prefix = line.start..line.start + prefix_length(whole);
        let content = lines::trimmed(text, prefix.end..line.end);
        let bullet = bullet_length(text.get(content.clone()).unwrap_or_default());
        let words = undecorated(text, content.start + bullet..content.end);
        let kind = match cells(text, words.clone()) {
            _ if is_drawing(text.get(words.clone()).unwrap_or_default()) => Kind::Still,
            Some(cells) => Kind::Cells(cells),
            None => Kind::Words { bullet },
        };
        Self {
            prefix,
            words,
            kind,
        }
    }

    pub(super) fn is_words(&self) -> bool {
        matches!(self.kind, Kind::Words { .. })
    }

    pub(super) fn has_bullet(&self) -> bool {
        matches!(self.kind, Kind::Words { bullet } if bullet > 0)
    }
}

/// The length of white space and of signs that quote (`>`) or comment (`#`, `//`, `;`).
fn prefix_length(line: &str) -> usize {
    let mut rest = line;
    loop {
        rest = rest.trim_start();
        let after = rest.trim_start_matches('>');
        if after.len() < rest.len() {
            rest = after;
            continue;
        }
        let after = ["//", ";;", ";", "#"].iter().find_map(|sign| {
            let after = rest.strip_prefix(sign)?.trim_start_matches(['#', '/']);
            after.starts_with([' ', '\t']).then_some(after)
        });
        match after {
            Some(after) => rest = after,
            None => return line.len() - rest.len(),
        }
    }
}

/// The length of a bullet, a number or a letter before an item of a list, and of the white space
/// after it.
fn bullet_length(content: &str) -> usize {
    let end = content.find(char::is_whitespace).unwrap_or(0);
    let (sign, rest) = content.split_at(end);
    let is_number = |number: &str| {
        let is_digits = number.len() <= 3 && number.bytes().all(|byte| byte.is_ascii_digit());
        let is_roman = number.len() <= 5 && number.bytes().all(|byte| b"ivxIVX".contains(&byte));
        let is_path = number.len() <= 12
            && number
                .split('.')
                .all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
        !number.is_empty() && (is_digits || is_roman || is_path)
    };
    let is_letter =
        |letter: &str| letter.len() == 1 && letter.bytes().all(|byte| byte.is_ascii_alphabetic());
    let is_bullet = match sign {
        "-" | "*" | "+" | "•" | "‣" | "◦" | "▪" | "●" | "○" | "■" | "·" | "–" | "—" => {
            true
        }
        sign => {
            let bracketed = sign.strip_suffix(')');
            let bracketed = bracketed.map(|inner| inner.strip_prefix('(').unwrap_or(inner));
            bracketed.is_some_and(|inner| is_number(inner) || is_letter(inner))
                || sign.strip_suffix('.').is_some_and(is_number)
                || sign.contains('.') && is_number(sign)
        }
    };
    if !is_bullet {
        return 0;
    }
    let mut rest = rest.trim_start();
    for checkbox in ["[ ] ", "[x] ", "[X] "] {
        rest = rest.strip_prefix(checkbox).unwrap_or(rest).trim_start();
    }
    content.len() - rest.len()
}

/// The range without rules of one sign at its ends: `=== Title ===`.
fn undecorated(text: &str, range: Range<usize>) -> Range<usize> {
    let content = text.get(range.clone()).unwrap_or_default();
    let rule = |rest: &str, characters: &mut dyn Iterator<Item = char>| {
        let first = characters.next().unwrap_or_default();
        let count = 1 + characters
            .take_while(|character| *character == first)
            .count();
        let is_rule = "=-*#~_+<>|:/\\─═".contains(first) && count >= 2 && !rest.is_empty();
        if is_rule { count * first.len_utf8() } else { 0 }
    };
    let start = rule(content, &mut content.chars());
    // Two hyphens before a word are an option, and after one a dash.
    let opens = content.get(start..).unwrap_or_default();
    let start = if opens.starts_with(char::is_whitespace) {
        start
    } else {
        0
    };
    let end = rule(content, &mut content.chars().rev());
    let head = content.get(..content.len() - end).unwrap_or_default();
    let end = if head.ends_with(char::is_whitespace) {
        end
    } else {
        0
    };
    let (start, end) = (range.start + start, range.end - end);
    if start < end {
        lines::trimmed(text, start..end)
    } else {
        range
    }
}

/// Whether a line draws something rather than says it.
fn is_drawing(content: &str) -> bool {
    let count = |accept: fn(char) -> bool| content.chars().filter(|it| accept(*it)).count();
    let letters = count(char::is_alphanumeric);
    let signs = count(|character| !character.is_alphanumeric() && !character.is_whitespace());
    let is_letter = |character: &char| character.is_alphanumeric();
    let mut words = content.split(|character| !is_letter(&character));
    let has_word = words.any(|word| word.len() > 1);
    letters == 0 || (signs > letters && !has_word) || (signs > 4 && letters * 2 < signs)
}

/// The cells of a line of a table, if it is one: between them are tabs, bars, many spaces or leaders.
fn cells(text: &str, range: Range<usize>) -> Option<Vec<Cell>> {
    let content = text.get(range.clone()).unwrap_or_default();
    let mut cells = Vec::new();
    let mut start = 0;
    let mut rest = content.trim_start_matches(is_bar_or_space);
    let leading = content.len() - rest.len();
    start += leading;
    while !rest.is_empty() {
        let (end, next) = next_separator(content, start);
        let cell = lines::trimmed(text, range.start + start..range.start + end);
        let after = content.get(end..next).unwrap_or_default();
        let spaces = after.len() - after.trim_start_matches(' ').len();
        let least = if spaces == after.len() { 2 } else { 1 };
        if !cell.is_empty() {
            cells.push(Cell {
                spaces: cell.end..cell.end + spaces,
                words: cell,
                least_spaces: least,
            });
        }
        start = next;
        rest = content.get(start..).unwrap_or_default();
    }
    (cells.len() > 1).then_some(cells)
}

fn is_bar_or_space(character: char) -> bool {
    matches!(character, ' ' | '\t' | '|' | '│' | '┃' | '║' | '¦')
}

/// Where the next separator after this place begins and ends; the end of the content if there
/// is none.
fn next_separator(content: &str, start: usize) -> (usize, usize) {
    let mut rest = content.get(start..).unwrap_or_default();
    loop {
        let is_candidate =
            |character: char| is_bar_or_space(character) || ".·_".contains(character);
        let Some(at) = rest.find(is_candidate) else {
            return (content.len(), content.len());
        };
        let run = rest.get(at..).unwrap_or_default();
        let after = run.trim_start_matches(is_candidate);
        let run = run.get(..run.len() - after.len()).unwrap_or_default();
        let run_start = content.len() - after.len() - run.len();
        let leader = [".....", ". . .", "·····", "___"]
            .iter()
            .find_map(|leader| run.find(leader));
        let has_bar = run.contains(|bar| bar != ' ' && is_bar_or_space(bar));
        if has_bar || run.contains("   ") || leader.is_some() {
            // A full stop before spaces ends its sentence.
            let kept = leader.unwrap_or(run.len());
            let stop = run.find(is_bar_or_space).unwrap_or(run.len()).min(kept);
            let begins = run.get(..stop).unwrap_or_default();
            let begins = if leader == Some(0) { 0 } else { begins.len() };
            return (run_start + begins, content.len() - after.len());
        }
        rest = after;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(line: &str) -> Shape {
        Shape::new(line, &lines::split(line)[0])
    }

    #[track_caller]
    fn check_bullet(line: &str, words: &str) {
        assert_eq!(&line[shape(line).words], words);
        assert!(shape(line).has_bullet(), "{line}");
    }

    #[test]
    fn bullets_and_numbers_of_items_are_not_words() {
        check_bullet("  - one", "one");
        check_bullet("* [x] done it", "done it");
        check_bullet("12. twelfth", "twelfth");
        check_bullet("(iv) fourth", "fourth");
        check_bullet("a) first", "first");
        check_bullet("3.1.2 Part", "Part");
        check_bullet("•\tone", "one");
        for line in [
            "-one",
            "well",
            "2024 was good",
            "o homem",
            "--help shows this",
        ] {
            assert!(!shape(line).has_bullet(), "{line}");
        }
    }

    #[test]
    fn prefixes_and_rules_are_not_words() {
        let words = |line: &str| line[shape(line).words].to_owned();
        assert_eq!(words(">> > Quoted it"), "Quoted it");
        assert_eq!(words("# Comment here"), "Comment here");
        assert_eq!(words("==== Title of it ===="), "Title of it");
        assert_eq!(words("--help shows this"), "--help shows this");
        assert_eq!(words("#hashtag it is"), "#hashtag it is");
    }

    #[test]
    fn drawings_and_rules_have_nothing_to_read() {
        for line in ["-----", "+---+---+", " ", r"  /\_/\  ( o.o )  > ^ <", "***"] {
            assert_eq!(shape(line).kind, Kind::Still, "{line}");
        }
        assert!(shape("What?!").is_words());
    }

    #[test]
    fn tables_have_cells() {
        let cells = |line: &str| match shape(line).kind {
            Kind::Cells(cells) => {
                let cells = cells.into_iter().map(|cell| line[cell.words].to_owned());
                cells.collect::<Vec<_>>()
            }
            _ => Vec::new(),
        };
        assert_eq!(cells("Name      Size\tDate"), ["Name", "Size", "Date"]);
        assert_eq!(cells("| Name | Full size |"), ["Name", "Full size"]);
        assert_eq!(cells("The end. ....... 12"), ["The end.", "12"]);
        assert_eq!(cells("Introduction.....5"), ["Introduction", "5"]);
        assert!(cells("One sentence.  And another, with some_name... so").is_empty());
    }
}
