//! Numbers in Chinese characters within dates and times.

const DIGITS: [char; 10] = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'];

fn digit(character: char) -> Option<u8> {
    let character = match character {
        '零' => '〇',
        '两' | '兩' => '二',
        _ => character,
    };
    let at = DIGITS.iter().position(|digit| *digit == character)?;
    u8::try_from(at).ok()
}

fn character(digit: u8) -> char {
    DIGITS.get(usize::from(digit)).copied().unwrap_or('〇')
}

/// Parses a number from 0 to 99, such as 二十三.
pub(super) fn parse(text: &str) -> Option<u8> {
    let mut characters = text.chars();
    let Some((tens, ones)) = text.split_once('十') else {
        let digit = digit(characters.next()?)?;
        return characters.next().is_none().then_some(digit);
    };
    let part = |part: &str| {
        let mut characters = part.chars();
        let digit = digit(characters.next()?)?;
        (digit > 0 && characters.next().is_none()).then_some(digit)
    };
    let tens = if tens.is_empty() { 1 } else { part(tens)? };
    let ones = if ones.is_empty() { 0 } else { part(ones)? };
    Some(tens * 10 + ones)
}

/// Formats a number below 100 in characters.
pub(super) fn format(number: u8) -> String {
    let (tens, ones) = (number / 10, number % 10);
    let mut text = String::new();
    if tens > 1 {
        text.push(character(tens));
    }
    if tens > 0 {
        text.push('十');
    }
    if ones > 0 || tens == 0 {
        text.push(character(ones));
    }
    text
}

/// Parses a year, digit by digit.
pub(super) fn parse_year(text: &str) -> Option<u16> {
    text.chars().try_fold(0_u16, |year, character| {
        year.checked_mul(10)?.checked_add(digit(character)?.into())
    })
}

/// Formats a year, digit by digit.
pub(super) fn format_year(year: u16) -> String {
    let digits = year.to_string();
    let value = |digit: char| {
        digit
            .to_digit(10)
            .and_then(|digit| u8::try_from(digit).ok())
    };
    digits.chars().filter_map(value).map(character).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for number in 0..100 {
            assert_eq!(parse(&format(number)), Some(number));
        }
        for year in [1000, 1949, 2024] {
            assert_eq!(parse_year(&format_year(year)), Some(year));
        }
        assert_eq!(format(0), "〇");
        assert_eq!(format(20), "二十");
        assert_eq!(format(13), "十三");
        assert_eq!(format_year(2024), "二〇二四");
    }

    #[test]
    fn what_is_no_number_is_not_read() {
        for text in ["", "一二", "十十", "〇十", "a", "二百"] {
            assert_eq!(parse(text), None, "{text}");
        }
        assert_eq!(parse("两"), Some(2));
        assert_eq!(parse_year("二零二四"), Some(2024));
    }
}
