//! What the bytes of text stand for: that depends on the font.

use std::borrow::Cow;

use encoding_rs::Encoding;

/// Bytes 0x80 and on in the code page of the first IBM PCs, sixteen in a line.
const PC: [&str; 8] = [
    "ÇüéâäàåçêëèïîìÄÅ",
    "ÉæÆôöòûùÿÖÜ¢£¥₧ƒ",
    "áíóúñÑªº¿⌐¬½¼¡«»",
    "░▒▓│┤╡╢╖╕╣║╗╝╜╛┐",
    "└┴┬├─┼╞╟╚╔╩╦╠═╬╧",
    "╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀",
    "αßΓπΣσµτΦΘΩδ∞φε∩",
    "≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}",
];

/// Those of the one with the letters of all of western Europe.
const PC_LATIN: [&str; 8] = [
    "ÇüéâäàåçêëèïîìÄÅ",
    "ÉæÆôöòûùÿÖÜø£Ø×ƒ",
    "áíóúñÑªº¿®¬½¼¡«»",
    "░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐",
    "└┴┬├─┼ãÃ╚╔╩╦╠═╬¤",
    "ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀",
    "ÓßÔÒõÕµþÞÚÛÙýÝ¯´",
    "\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}",
];

/// How bytes are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Charset {
    Encoding(&'static Encoding),
    Pc,
    PcLatin,
    /// Bytes are signs of a font, or in an encoding that is not known here.
    Unknown,
}

impl Charset {
    pub(super) const WESTERN: Self = Self::Encoding(encoding_rs::WINDOWS_1252);
    pub(super) const MAC: Self = Self::Encoding(encoding_rs::MACINTOSH);

    /// That of a code page of Windows.
    pub(super) fn of_code_page(page: i32) -> Self {
        let label = match page {
            437 => return Self::Pc,
            850 | 858 => return Self::PcLatin,
            866 => "ibm866",
            874 => "windows-874",
            932 => "shift_jis",
            936 => "gbk",
            949 => "euc-kr",
            950 => "big5",
            0 | 1252 => "windows-1252",
            1250 => "windows-1250",
            1251 => "windows-1251",
            1253 => "windows-1253",
            1254 => "windows-1254",
            1255 => "windows-1255",
            1256 => "windows-1256",
            1257 => "windows-1257",
            1258 => "windows-1258",
            10_000 => "macintosh",
            10_007 => "x-mac-cyrillic",
            20_866 => "koi8-r",
            21_866 => "koi8-u",
            28_592 => "iso-8859-2",
            54_936 => "gb18030",
            65_001 => "utf-8",
            _ => return Self::Unknown,
        };
        Encoding::for_label(label.as_bytes()).map_or(Self::Unknown, Self::Encoding)
    }

    /// That of a font with this number of a character set; `None` for that of the document.
    pub(super) fn of_font(number: i32) -> Option<Self> {
        let page = match number {
            0 => 1252,
            1 => return None,
            77 => 10_000,
            78 | 128 => 932,
            79 | 129 => 949,
            80 | 134 => 936,
            81 | 136 => 950,
            161 => 1253,
            162 => 1254,
            163 => 1258,
            177 => 1255,
            178 => 1256,
            186 => 1257,
            89 | 204 => 1251,
            222 => 874,
            238 => 1250,
            254 => 437,
            255 => 850,
            _ => return Some(Self::Unknown),
        };
        Some(Self::of_code_page(page))
    }

    /// The text of some bytes; `None` if they stand for none.
    pub(super) fn decode(self, bytes: &[u8]) -> Option<Cow<'_, str>> {
        if bytes.is_ascii() && self != Self::Unknown {
            return std::str::from_utf8(bytes).ok().map(Cow::Borrowed);
        }
        let table = match self {
            Self::Encoding(encoding) => {
                return encoding.decode_without_bom_handling_and_without_replacement(bytes);
            }
            Self::Unknown => return None,
            Self::Pc => &PC,
            Self::PcLatin => &PC_LATIN,
        };
        let characters = bytes.iter().map(|byte| {
            let Some(place) = byte.checked_sub(0x80) else {
                return Some(char::from(*byte));
            };
            let line = table.get(usize::from(place / 16))?;
            line.chars().nth(usize::from(place % 16))
        });
        characters.collect::<Option<String>>().map(Cow::Owned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_read_by_the_code_page() {
        let read = |page, bytes| {
            Charset::of_code_page(page)
                .decode(bytes)
                .map(Cow::into_owned)
        };
        assert_eq!(read(1252, b"a\xe4").as_deref(), Some("aä"));
        assert_eq!(read(1251, b"\xe4").as_deref(), Some("д"));
        assert_eq!(read(437, b"\x81\xff").as_deref(), Some("ü\u{a0}"));
        assert_eq!(read(850, b"\x9b").as_deref(), Some("ø"));
        assert_eq!(read(932, b"\x83A").as_deref(), Some("ア"));
        assert_eq!(read(932, b"\x83"), None);
        assert_eq!(read(42, b"a"), None);
        for table in [PC, PC_LATIN] {
            assert!(table.iter().all(|line| line.chars().count() == 16));
        }
    }
}
