//! Lines of a text that was broken where it was set, as one text again.

/// Puts a line behind others. A word that is parted at the end of a line becomes one again.
pub fn join_line(text: &mut String, next: &str) {
    if text.is_empty() {
        text.push_str(next);
        return;
    }
    let begins_small = next.chars().next().is_some_and(char::is_lowercase);
    let is_parted =
        |before: &str| begins_small && before.chars().next_back().is_some_and(char::is_lowercase);
    if let Some(before) = text.strip_suffix('\u{ad}') {
        text.truncate(before.len());
    } else if let Some(before) = text.strip_suffix(['-', '\u{2010}'])
        && is_parted(before)
    {
        text.truncate(before.len());
    } else if !is_without_spaces(text.chars().next_back())
        || !is_without_spaces(next.chars().next())
    {
        text.push(' ');
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
