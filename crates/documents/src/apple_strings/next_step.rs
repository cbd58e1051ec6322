//! The encoding in which old property lists escape letters by their octal numbers.

/// The characters from 80 (hexadecimal) on.
const LETTERS: [&str; 4] = [
    "\u{a0}ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖÙÚÛÜÝÞµ×÷",
    "©¡¢£⁄¥ƒ§¤’“«‹›\u{fb01}\u{fb02}®–†‡·¦¶•‚„”»…‰¬¿",
    "¹\u{2cb}\u{b4}\u{2c6}\u{2dc}\u{af}\u{2d8}\u{2d9}\u{a8}²\u{2da}\u{b8}³\u{2dd}\u{2db}\u{2c7}—±¼½¾àáâãäåçèéêë",
    "ìÆíªîïðñŁØŒºòóôõöæùúûıüýłøœßþÿ\u{fffd}\u{fffd}",
];

/// The character of a byte.
pub(super) fn character(byte: u8) -> char {
    if byte.is_ascii() {
        return char::from(byte);
    }
    let index = usize::from(byte - 0x80);
    let row = LETTERS.get(index / 32).copied().unwrap_or_default();
    let character = row.chars().nth(index % 32);
    character.unwrap_or(char::REPLACEMENT_CHARACTER)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_those_of_the_table() {
        for (byte, letter) in [
            (b'A', 'A'),
            (0x80, '\u{a0}'),
            (0x9f, '÷'),
            (0xa0, '©'),
            (0xa9, '’'),
            (0xbf, '¿'),
            (0xd0, '—'),
            (0xdd, 'é'),
            (0xf6, 'ü'),
            (0xfb, 'ß'),
            (0xff, '\u{fffd}'),
        ] {
            assert_eq!(character(byte), letter, "{byte:x}");
        }
        assert!(LETTERS.iter().all(|row| row.chars().count() == 32));
    }
}
