//! What a plain scalar means if it is no text, by YAML 1.1 or 1.2: programs use either.

/// Whether a plain scalar may mean something else than its text.
pub(super) fn means_other_than_text(scalar: &str) -> bool {
    is_word(scalar) || is_number(scalar) || is_time(scalar)
}

/// Nothing, yes and no, and what keys are merged by.
fn is_word(scalar: &str) -> bool {
    const WORDS: [&str; 9] = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"];
    matches!(scalar, "" | "~" | "<<" | "=")
        || WORDS.iter().any(|word| scalar.eq_ignore_ascii_case(word))
}

fn is_number(scalar: &str) -> bool {
    let number = scalar.strip_prefix(['+', '-']).unwrap_or(scalar);
    if number.eq_ignore_ascii_case(".inf") || number.eq_ignore_ascii_case(".nan") {
        return true;
    }
    let of = |digits: &str, radix: u32| {
        !digits.is_empty() && digits.chars().all(|it| it == '_' || it.is_digit(radix))
    };
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] {
        if number
            .strip_prefix(prefix)
            .is_some_and(|digits| of(digits, radix))
        {
            return true;
        }
    }
    number.starts_with(|first: char| first.is_ascii_digit() || first == '.')
        && number.contains(|it: char| it.is_ascii_digit())
        && number
            .bytes()
            .all(|byte| byte.is_ascii_digit() || b"_.,:eE+-".contains(&byte))
}

/// A day, perhaps with a time.
fn is_time(scalar: &str) -> bool {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let mut rest = scalar;
    for (least, most, end) in [(4, 4, "-"), (1, 2, "-"), (1, 2, "")] {
        let count = digits(rest);
        let after = rest.get(count..).and_then(|rest| rest.strip_prefix(end));
        match after {
            Some(after) if (least..=most).contains(&count) => rest = after,
            _ => return false,
        }
    }
    rest.bytes()
        .all(|byte| byte.is_ascii_digit() || b"Tt:.+-Zz \t".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_times_and_words_for_programs_are_told_from_text() {
        for scalar in [
            "",
            "~",
            "null",
            "Yes",
            "NO",
            "on",
            "Off",
            "n",
            "12",
            "-1_000",
            "+.5",
            "1e5",
            "1.5E-3",
            "0x1f",
            "0o17",
            "0b1",
            ".inf",
            "-.INF",
            ".NaN",
            "12:30:45",
            "1,000",
            "2024-01-31",
            "2024-1-3 10:00:00.5 +01:00",
            "2024-01-31T10:00:00Z",
            "<<",
            "=",
        ] {
            assert!(means_other_than_text(scalar), "{scalar}");
        }
        for scalar in [
            "Nothing",
            "none",
            "e5",
            "0xg",
            "5 lamps",
            "2024-01-31 is a day",
            "v1",
            ".",
            "-",
            "1st",
            "yes!",
        ] {
            assert!(!means_other_than_text(scalar), "{scalar}");
        }
    }
}
