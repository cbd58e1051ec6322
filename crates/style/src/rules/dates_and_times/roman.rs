//! Roman numerals of centuries.

const DIGITS: [(u8, &str); 5] = [(10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")];

/// Formats a number from 1 to 39.
pub(super) fn format(mut number: u8) -> String {
    let mut text = String::new();
    for (value, digits) in DIGITS {
        while number >= value {
            text.push_str(digits);
            number -= value;
        }
    }
    text
}

/// Parses a well-formed numeral from 1 to 39.
pub(super) fn parse(text: &str) -> Option<u8> {
    (1..40).find(|number| format(*number) == text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for number in 1..40 {
            assert_eq!(parse(&format(number)), Some(number));
        }
        assert_eq!(format(19), "XIX");
        assert_eq!(parse("IIII"), None);
        assert_eq!(parse(""), None);
    }
}
