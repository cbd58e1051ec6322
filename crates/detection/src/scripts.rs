//! Which script a letter belongs to.

/// The scripts that are told apart.
///
/// The numbers are those of the table, so they stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Script {
    Latin = 0,
    Cyrillic = 1,
    Greek = 2,
    Arabic = 3,
    Hebrew = 4,
    Thai = 5,
    Hangul = 6,
    Kana = 7,
    Han = 8,
    Devanagari = 9,
    Bengali = 10,
    Armenian = 11,
    Georgian = 12,
    Gujarati = 13,
    Gurmukhi = 14,
    Tamil = 15,
    Telugu = 16,
    Malayalam = 17,
    Myanmar = 18,
    /// Any script that no known language is written in.
    Other = 19,
}

impl Script {
    /// The script with this number.
    pub(crate) fn numbered(number: u8) -> Option<Self> {
        RANGES
            .iter()
            .map(|&(_, _, script)| script)
            .find(|&script| script as u8 == number)
    }

    /// The script of a letter; [`Other`](Self::Other) also for the few letters of no script.
    pub(crate) fn of(letter: char) -> Self {
        let after = RANGES.partition_point(|&(first, _, _)| first <= letter);
        match after.checked_sub(1).and_then(|place| RANGES.get(place)) {
            Some(&(_, last, script)) if letter <= last => script,
            _ => Self::Other,
        }
    }

    /// The only known language that is written in the script.
    pub(crate) const fn only_language(self) -> Option<&'static str> {
        match self {
            Self::Greek => Some("el"),
            Self::Thai => Some("th"),
            Self::Hangul => Some("ko"),
            Self::Kana => Some("ja"),
            // As long as there is no Japanese syllable in a text.
            Self::Han => Some("zh"),
            Self::Bengali => Some("bn"),
            Self::Armenian => Some("hy"),
            Self::Georgian => Some("ka"),
            Self::Gujarati => Some("gu"),
            Self::Gurmukhi => Some("pa"),
            Self::Tamil => Some("ta"),
            Self::Telugu => Some("te"),
            Self::Malayalam => Some("ml"),
            Self::Myanmar => Some("my"),
            _ => None,
        }
    }

    /// How much a letter counts where scripts are mixed: names and terms in Latin letters stand in
    /// texts of all languages, and a letter that stands for a syllable or a word says more.
    pub(crate) const fn weight(self) -> usize {
        match self {
            Self::Latin => 2,
            Self::Hangul | Self::Kana => 4,
            Self::Han => 6,
            _ => 3,
        }
    }
}

/// The blocks of the scripts: first and last character, in their order.
const RANGES: [(char, char, Script); 51] = [
    ('A', 'Z', Script::Latin),
    ('a', 'z', Script::Latin),
    ('ª', 'ª', Script::Latin),
    ('º', 'º', Script::Latin),
    ('À', 'Ö', Script::Latin),
    ('Ø', 'ö', Script::Latin),
    ('ø', '\u{2b8}', Script::Latin),
    ('\u{2bb}', '\u{2bc}', Script::Latin),
    ('\u{370}', '\u{3ff}', Script::Greek),
    ('\u{400}', '\u{52f}', Script::Cyrillic),
    ('\u{531}', '\u{58f}', Script::Armenian),
    ('\u{591}', '\u{5f4}', Script::Hebrew),
    ('\u{600}', '\u{6ff}', Script::Arabic),
    ('\u{750}', '\u{77f}', Script::Arabic),
    ('\u{870}', '\u{8ff}', Script::Arabic),
    ('\u{900}', '\u{97f}', Script::Devanagari),
    ('\u{980}', '\u{9ff}', Script::Bengali),
    ('\u{a00}', '\u{a7f}', Script::Gurmukhi),
    ('\u{a80}', '\u{aff}', Script::Gujarati),
    ('\u{b80}', '\u{bff}', Script::Tamil),
    ('\u{c00}', '\u{c7f}', Script::Telugu),
    ('\u{d00}', '\u{d7f}', Script::Malayalam),
    ('\u{e00}', '\u{e7f}', Script::Thai),
    ('\u{1000}', '\u{109f}', Script::Myanmar),
    ('\u{10a0}', '\u{10ff}', Script::Georgian),
    ('\u{1100}', '\u{11ff}', Script::Hangul),
    ('\u{1c80}', '\u{1c8f}', Script::Cyrillic),
    ('\u{1c90}', '\u{1cbf}', Script::Georgian),
    ('\u{1d00}', '\u{1d25}', Script::Latin),
    ('\u{1e00}', '\u{1eff}', Script::Latin),
    ('\u{1f00}', '\u{1fff}', Script::Greek),
    ('\u{2c60}', '\u{2c7f}', Script::Latin),
    ('\u{2d00}', '\u{2d2f}', Script::Georgian),
    ('\u{2de0}', '\u{2dff}', Script::Cyrillic),
    ('\u{3005}', '\u{3007}', Script::Han),
    ('\u{3041}', '\u{309f}', Script::Kana),
    ('\u{30a1}', '\u{30ff}', Script::Kana),
    ('\u{3131}', '\u{318e}', Script::Hangul),
    ('\u{31f0}', '\u{31ff}', Script::Kana),
    ('\u{3400}', '\u{4dbf}', Script::Han),
    ('\u{4e00}', '\u{9fff}', Script::Han),
    ('\u{a640}', '\u{a69f}', Script::Cyrillic),
    ('\u{a722}', '\u{a7ff}', Script::Latin),
    ('\u{a8e0}', '\u{a8ff}', Script::Devanagari),
    ('\u{a960}', '\u{a97f}', Script::Hangul),
    ('\u{ab30}', '\u{ab6f}', Script::Latin),
    ('\u{ac00}', '\u{d7ff}', Script::Hangul),
    ('\u{f900}', '\u{faff}', Script::Han),
    ('\u{fb1d}', '\u{fb4f}', Script::Hebrew),
    ('\u{fb50}', '\u{fdff}', Script::Arabic),
    ('\u{20000}', '\u{3ffff}', Script::Han),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_in_order_and_do_not_overlap() {
        for pair in RANGES.windows(2) {
            let [(first, last, _), (next, _, _)] = pair else {
                unreachable!()
            };
            assert!(first <= last && last < next, "{first} {last} {next}");
        }
    }

    #[test]
    fn letters_belong_to_their_scripts() {
        for (letter, script) in [
            ('z', Script::Latin),
            ('ế', Script::Latin),
            ('Ж', Script::Cyrillic),
            ('ω', Script::Greek),
            ('ش', Script::Arabic),
            ('ש', Script::Hebrew),
            ('ก', Script::Thai),
            ('한', Script::Hangul),
            ('ー', Script::Kana),
            ('々', Script::Han),
            ('𠮷', Script::Han),
            ('न', Script::Devanagari),
            ('ሰ', Script::Other),
            ('×', Script::Other),
        ] {
            assert_eq!(Script::of(letter), script, "{letter}");
        }
    }
}
