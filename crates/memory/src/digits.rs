//! Decimal digits of the scripts that people write numbers in.

/// The zeros of those scripts. The other nine digits of each follow their zero.
const ZEROS: [char; 13] = [
    '0', '\u{660}', '\u{6f0}', '\u{966}', '\u{9e6}', '\u{a66}', '\u{ae6}', '\u{be6}', '\u{c66}',
    '\u{ce6}', '\u{e50}', '\u{1040}', '\u{ff10}',
];

/// The value of a decimal digit of any of these scripts.
pub(crate) fn digit_value(symbol: char) -> Option<u8> {
    if symbol.is_ascii() {
        return symbol
            .to_digit(10)
            .and_then(|value| u8::try_from(value).ok());
    }
    zero_of(symbol)
        .and_then(|zero| u32::from(symbol).checked_sub(u32::from(zero)))
        .and_then(|value| u8::try_from(value).ok())
}

/// The zero of the script that a digit belongs to.
pub(crate) fn zero_of(digit: char) -> Option<char> {
    ZEROS
        .into_iter()
        .find(|zero| (u32::from(*zero)..=u32::from(*zero) + 9).contains(&u32::from(digit)))
}
