//! FrameRoman, the encoding of files before version 8.

/// The characters of the bytes from 0x80 on, sixteen in a line. They are those of the Macintosh but for
/// some signs of mathematics, in whose places letters stand.
const UPPER: [&str; 8] = [
    "ÄÅÇÉÑÖÜáàâäãåçéè",
    "êëíìîïñóòôöõúùûü",
    "†˚¢£§•¶ß®©™´¨¦ÆØ",
    "×±ðŠ¥µ¹²³¼½ªº¾æø",
    "¿¡¬ÐƒÝý«»…þÀÃÕŒœ",
    "–—“”‘’÷ÞÿŸ⁄¤‹›ﬁﬂ",
    "‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ",
    "šÒÚÛÙıˆ˜¯˘˙°¸˝˛ˇ",
];

/// The character of a byte.
pub(super) fn character(byte: u8) -> char {
    let Some(place) = byte.checked_sub(0x80) else {
        return char::from(byte);
    };
    let line = UPPER.get(usize::from(place / 16));
    let found = line.and_then(|line| line.chars().nth(usize::from(place % 16)));
    found.unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The byte of a character, if it has one.
pub(super) fn byte(character: char) -> Option<u8> {
    if character.is_ascii() {
        return u8::try_from(character).ok();
    }
    let place = UPPER
        .iter()
        .flat_map(|line| line.chars())
        .position(|known| known == character)?;
    u8::try_from(place).ok()?.checked_add(0x80)
}

/// The text of bytes.
pub(super) fn decode(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| character(*byte)).collect()
}

/// The bytes of a text; `None` if it has a character that they cannot say.
pub(super) fn encode(text: &str) -> Option<Vec<u8>> {
    text.chars().map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_a_character_of_its_own() {
        let bytes: Vec<u8> = (0..=255).collect();
        assert_eq!(encode(&decode(&bytes)).unwrap(), bytes);
    }

    #[test]
    fn letters_stand_where_they_should() {
        assert_eq!(decode(b"\x8a\xd2\xd3\xa5\xb3\xfb"), "ä“”•Š°");
        assert_eq!(encode("日"), None);
    }
}
