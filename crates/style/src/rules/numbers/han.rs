//! Numbers in Chinese characters in Chinese and Japanese.

const DIGITS: [char; 10] = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// The characters for the powers of ten within four digits, and for the powers of ten thousand.
const SMALL: [&str; 4] = ["", "十", "百", "千"];
const LARGE_CHINESE: [&str; 4] = ["", "万", "亿", "万亿"];
const LARGE_JAPANESE: [&str; 4] = ["", "万", "億", "兆"];

/// The character of a digit.
pub(super) fn digit(digit: char) -> Option<char> {
    let value = digit.to_digit(10)?;
    DIGITS.get(usize::try_from(value).ok()?).copied()
}

/// The value of the character of a digit from one to nine; `两` is also two.
pub(super) fn value(numeral: char) -> Option<u64> {
    let value = match numeral {
        '〇' => 0,
        '两' | '兩' => 2,
        _ => DIGITS.iter().position(|known| *known == numeral)?,
    };
    u64::try_from(value).ok()
}

/// Formats a number in Chinese: `一百零五`. `None` from ten thousand billions on.
pub(super) fn chinese(digits: &str) -> Option<String> {
    let groups = groups_of_four(digits)?;
    let mut written = String::new();
    let mut skipped = false;
    for (group, power) in &groups {
        let large = LARGE_CHINESE.get(*power)?;
        if group.bytes().all(|digit| digit == b'0') {
            skipped = !written.is_empty();
            continue;
        }
        if !written.is_empty() && (skipped || group.starts_with('0')) {
            written.push('零');
        }
        skipped = false;
        written.push_str(&chinese_group(group)?);
        written.push_str(large);
    }
    if written.is_empty() {
        return Some("零".to_owned());
    }
    let written = match written.strip_prefix("一十") {
        Some(rest) => format!("十{rest}"),
        None => written,
    };
    Some(written)
}

fn chinese_group(group: &str) -> Option<String> {
    let mut written = String::new();
    let mut gap = false;
    for (at, digit) in group.chars().enumerate() {
        if digit == '0' {
            gap = !written.is_empty();
            continue;
        }
        if gap {
            written.push('零');
            gap = false;
        }
        written.push(self::digit(digit)?);
        written.push_str(SMALL.get(group.len() - at - 1)?);
    }
    Some(written)
}

/// Formats a number in Japanese: `三千百五`.
pub(super) fn japanese(digits: &str) -> Option<String> {
    let mut written = String::new();
    for (group, power) in groups_of_four(digits)? {
        let large = LARGE_JAPANESE.get(power)?;
        let before = written.len();
        for (at, digit) in group.chars().enumerate() {
            let small = group.len() - at - 1;
            let is_left_out = digit == '0' || (digit == '1' && small > 0);
            if !is_left_out {
                written.push(self::digit(digit)?);
            }
            if digit != '0' {
                written.push_str(SMALL.get(small)?);
            }
        }
        if written.len() > before {
            written.push_str(large);
        }
    }
    Some(if written.is_empty() {
        "〇".to_owned()
    } else {
        written
    })
}

/// Formats a decimal number in Chinese: `三点五`.
pub(super) fn chinese_decimal(integer: &str, fraction: Option<&str>) -> Option<String> {
    let integer = chinese(integer)?;
    Some(match fraction {
        None => integer,
        Some(digits) => format!("{integer}点{}", digit_by_digit(digits, '零')?),
    })
}

/// Formats each digit on its own, as in years and decimals.
pub(super) fn digit_by_digit(digits: &str, zero: char) -> Option<String> {
    let numeral = |c| if c == '0' { Some(zero) } else { digit(c) };
    digits.chars().map(numeral).collect()
}

/// Parses a number in characters. It is well-formed if the powers of ten decrease, and digits
/// precede them or are last.
pub(super) fn parse(numerals: &str) -> Option<u64> {
    let (mut total, mut group, mut pending): (u64, u64, Option<u64>) = (0, 0, None);
    let (mut last_small, mut last_large) = (u64::MAX, u64::MAX);
    let mut after_zero = false;
    for numeral in numerals.chars() {
        if let Some(value) = value(numeral) {
            let is_zero = value == 0;
            if pending.is_some() || (is_zero && after_zero) {
                return None;
            }
            after_zero = is_zero;
            if !is_zero {
                pending = Some(value);
            }
            continue;
        }
        let power = power(numeral)?;
        after_zero = false;
        if power < 10_000 {
            if power >= last_small {
                return None;
            }
            group += pending.take().unwrap_or(1) * power;
            last_small = power;
        } else {
            let value = group + pending.take().unwrap_or(0);
            if value == 0 || power >= last_large {
                return None;
            }
            total = total.checked_add(value.checked_mul(power)?)?;
            (group, last_small, last_large) = (0, u64::MAX, power);
        }
    }
    total.checked_add(group)?.checked_add(pending.unwrap_or(0))
}

/// Whether a text ends with a numeral and a comma, such as 二、 before 三十人.
pub(super) fn follows_numeral(before: &str) -> bool {
    before
        .strip_suffix(['、', '，'])
        .and_then(|rest| rest.chars().next_back())
        .is_some_and(|c| value(c).is_some() || power(c).is_some())
}

/// The power of ten of a character.
pub(super) fn power(numeral: char) -> Option<u64> {
    Some(match numeral {
        '十' => 10,
        '百' => 100,
        '千' | '천' => 1000,
        '万' | '萬' | '만' => 10_000,
        '亿' | '億' | '억' => 100_000_000,
        '兆' | '조' => 1_000_000_000_000,
        _ => return None,
    })
}

/// The digits in groups of four from the right, each with the index of its power of ten thousand.
fn groups_of_four(digits: &str) -> Option<Vec<(&str, usize)>> {
    if digits.len() > 16 || !digits.is_ascii() {
        return None;
    }
    let mut groups = Vec::new();
    let mut rest = digits;
    while !rest.is_empty() {
        let length = (rest.len() - 1) % 4 + 1;
        let (group, others) = rest.split_at_checked(length)?;
        rest = others;
        groups.push((group, rest.len() / 4));
    }
    Some(groups)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_and_written() {
        for (digits, in_chinese, in_japanese) in [
            ("0", "零", "〇"),
            ("7", "七", "七"),
            ("10", "十", "十"),
            ("105", "一百零五", "百五"),
            ("110", "一百一十", "百十"),
            ("1024", "一千零二十四", "千二十四"),
            ("10005", "一万零五", "一万五"),
            ("350000000", "三亿五千万", "三億五千万"),
        ] {
            assert_eq!(chinese(digits).as_deref(), Some(in_chinese));
            assert_eq!(japanese(digits).as_deref(), Some(in_japanese));
            assert_eq!(parse(in_chinese), digits.parse().ok());
            assert_eq!(parse(in_japanese), digits.parse().ok());
        }
        for nonsense in ["千百年", "三四", "百千", "万一万"] {
            assert_eq!(parse(nonsense), None, "{nonsense}");
        }
    }
}
