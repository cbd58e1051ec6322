//! Lines of a text that was broken where it was set, as one text again.

/// What is between two lines that are read in one go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Joint {
    /// A space.
    Space,
    /// Nothing, as between letters of Chinese.
    Nothing,
    /// Nothing, and the last letter of the first line parts a word.
    WithoutLast,
}

/// What is between a line and the next one.
pub fn joint(line: &str, next: &str) -> Joint {
    let begins_small = next.chars().next().is_some_and(char::is_lowercase);
    let is_parted =
        |before: &str| begins_small && before.chars().next_back().is_some_and(char::is_lowercase);
    let hyphen = line.strip_suffix(['-', '\u{2010}']);
    if line.ends_with('\u{ad}') || hyphen.is_some_and(is_parted) {
        Joint::WithoutLast
    } else if is_without_spaces(line.chars().next_back()) && is_without_spaces(next.chars().next())
    {
        Joint::Nothing
    } else {
        Joint::Space
    }
}

/// Puts a line behind others. A word that is parted at the end of a line becomes one again.
pub fn join_line(text: &mut String, next: &str) {
    if !text.is_empty() {
        match joint(text, next) {
            Joint::Space => text.push(' '),
            Joint::Nothing => {}
            Joint::WithoutLast => {
                text.pop();
            }
        }
    }
    text.push_str(next);
}

/// Whether a letter belongs to a script that puts no spaces between words.
const fn is_without_spaces(letter: Option<char>) -> bool {
    matches!(
        letter,
        Some(
            '\u{e00}'..='\u{eff}'
            | '\u{1000}'..='\u{109f}'
            | '\u{1780}'..='\u{17ff}'
            | '\u{2e80}'..='\u{30ff}'
            | '\u{31f0}'..='\u{9fff}'
            | '\u{f900}'..='\u{faff}'
            | '\u{ff00}'..='\u{ff9f}'
            | '\u{20000}'..='\u{3ffff}',
        )
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_a_line_parts_are_one_word_again() {
        for (lines, expected) in [
            (&["a hyphen-", "ated word"][..], "a hyphenated word"),
            (&["a soft\u{ad}", "ened word"], "a softened word"),
            (&["Meyer-", "Schulze"], "Meyer- Schulze"),
            (&["one", "two"], "one two"),
            (&["日本", "語"], "日本語"),
            (&["日本", "Tokyo"], "日本 Tokyo"),
        ] {
            let mut text = String::new();
            for line in lines {
                join_line(&mut text, line);
            }
            assert_eq!(text, expected);
        }
    }
}
