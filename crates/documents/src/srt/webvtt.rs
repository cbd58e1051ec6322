//! `WebVTT`: cues between blocks of other kinds, and text with character references.

use std::borrow::Cow;
use std::ops::Range;

use dragoman_html::decode;

use crate::{DocumentError, overseer};

use super::cues::{Cue, times};

/// What a file begins with.
const SIGNATURE: &str = "WEBVTT";

/// The longest reference to a character, in bytes.
const LONGEST_REFERENCE: usize = 32;

/// What a cue takes with its lines, in bytes, besides what is borrowed for these.
const OF_CUE: usize = 256;

/// Whether a text is one in this format.
pub(super) fn is_signed(text: &str) -> bool {
    text.strip_prefix(SIGNATURE)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t', '\r', '\n']))
}

/// The cues of a text in these lines. A cue ends with a blank line or before the next times; what is between cues are
/// their names, notes, styles and regions.
///
/// # Errors
/// Those of an [`overseer`].
pub(super) fn cues(text: &str, lines: &[Range<usize>]) -> Result<Vec<Cue>, DocumentError> {
    let get = |range: &Range<usize>| text.get(range.clone()).unwrap_or_default();
    let mut cues: Vec<Cue> = Vec::new();
    let mut is_cue = false;
    let mut is_other = false;
    for line in lines {
        let written = get(line);
        let is_blank = written.trim_matches([' ', '\t']).is_empty();
        if let Some((start, end)) = times(written).filter(|_| !is_other) {
            is_cue = true;
            overseer::borrow(OF_CUE)?;
            cues.push(Cue {
                start,
                end,
                voice: 0,
                lines: Vec::new(),
            });
        } else if is_blank {
            (is_cue, is_other) = (false, false);
        } else if is_cue {
            if let Some(cue) = cues.last_mut() {
                cue.lines.push(line.clone());
            }
        } else {
            let name = written.split([' ', '\t']).next().unwrap_or_default();
            is_other |= ["NOTE", "STYLE", "REGION"].contains(&name);
        }
    }
    Ok(cues)
}

/// Whether a line is nothing but the name of a file with a fragment of it: where a picture stands in one of many, as players show
/// them above the bar with the times (`thumbs/1.jpg#xywh=0,0,160,90`).
pub(super) fn is_media(line: &str) -> bool {
    let Some((file, fragment)) = line.trim().rsplit_once('#') else {
        return false;
    };
    let is_value = |value: &str| {
        let units = ["pixel:", "percent:", "npt:"];
        let unit = units.iter().find(|unit| value.starts_with(**unit));
        let numbers = value.get(unit.map_or(0, |unit| unit.len())..);
        let numbers = numbers.unwrap_or_default();
        numbers.contains(|letter: char| letter.is_ascii_digit())
            && numbers
                .bytes()
                .all(|byte| byte.is_ascii_digit() || b",.:".contains(&byte))
    };
    let is_dimension = |part: &str| {
        part.split_once('=')
            .is_some_and(|(name, value)| matches!(name, "xywh" | "t") && is_value(value))
    };
    !file.is_empty() && fragment.split('&').any(is_dimension)
}

/// Whether a line begins with the name of who speaks.
pub(super) fn names_speaker(line: &str) -> bool {
    line.starts_with("<v ") || line.starts_with("<v.")
}

/// The tag with a time with which a text begins: what is behind it is shown from then on.
pub(super) fn time_tag(rest: &str) -> Option<usize> {
    let inner = rest.strip_prefix('<')?;
    let length = inner
        .find('>')
        .filter(|length| *length <= "000:00:00.000".len())?;
    let time = inner.get(..length)?;
    let is_time = time.starts_with(|first: char| first.is_ascii_digit())
        && time.contains(':')
        && time
            .bytes()
            .all(|byte| byte.is_ascii_digit() || b":.".contains(&byte));
    is_time.then_some(length + 2)
}

/// The reference with which a text begins: its length, and what it stands for. Spaces and marks of direction stay
/// references, which are seen where they stand, but for a space that keeps two words together.
pub(super) fn reference(rest: &str, before: Option<char>) -> Option<(usize, Option<String>)> {
    let limit = rest.floor_char_boundary(LONGEST_REFERENCE);
    let raw = rest.get(..=rest.get(..limit)?.find(';')?)?;
    if !raw.starts_with('&') {
        return None;
    }
    let read = decode(raw);
    let is_seen = |letter: char| {
        !letter.is_whitespace()
            && !letter.is_control()
            && !matches!(letter, '\u{200b}'..='\u{200f}')
    };
    let after = rest.get(raw.len()..).and_then(|after| after.chars().next());
    let is_word = |side: Option<char>| {
        side.is_some_and(|letter| !letter.is_whitespace() && !"<&{\\".contains(letter))
    };
    match read {
        Cow::Owned(text) if text == "\u{a0}" && is_word(before) && is_word(after) => {
            Some((raw.len(), Some(text)))
        }
        Cow::Owned(text) if text.chars().all(is_seen) => Some((raw.len(), Some(text))),
        Cow::Owned(_) => Some((raw.len(), None)),
        Cow::Borrowed(_) => None,
    }
}

/// Text as it stands in a cue, where an arrow would be one of times.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace("-->", "--&gt;")
        .replace('\u{a0}', "&nbsp;")
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use dragoman_language::Language;

    use crate::{Content, Document, DocumentError, Options, Piece, Subtitles, testing};

    const FILM: &str = include_str!("../../testdata/vtt/film.vtt");

    fn read(text: &str) -> Result<Subtitles, DocumentError> {
        let options = Options::to(Language::parse("de").unwrap());
        Subtitles::read_web(&mut Cursor::new(text.as_bytes().to_vec()), &options)
    }

    fn units(text: &str) -> Vec<String> {
        let document = read(text).unwrap();
        testing::units(&document)
    }

    fn translated(text: &str, change: impl Fn(&str) -> String) -> String {
        let mut document = read(text).unwrap();
        let units = document.units().iter();
        let translations: Vec<_> = units
            .map(|unit| {
                let pieces = unit.content.pieces().iter().map(|piece| match piece {
                    Piece::Text(text) => Piece::Text(change(text)),
                    code => code.clone(),
                });
                Some(Content::new(pieces))
            })
            .collect();
        let mut output = Vec::new();
        document.write(&translations, &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn what_is_said_is_a_unit_and_no_other_block() {
        assert_eq!(
            units(FILM),
            [
                "Good morning & welcome.",
                "When the train arrived, nobody was waiting.",
                "Where is everybody?",
                "I do not know.",
                "One by one the words\u{a0}come.",
                "A cue without a name, 1 < 2",
            ]
        );
    }

    #[test]
    fn a_file_whose_units_stay_keeps_its_bytes() {
        for text in [
            FILM.to_owned(),
            format!("\u{feff}{}", FILM.replace('\n', "\r\n")),
        ] {
            assert_eq!(translated(&text, str::to_owned), text);
        }
    }

    #[test]
    fn names_settings_tags_and_references_stay() {
        let upper = translated(FILM, str::to_uppercase);
        let kept = |text: &str| -> Vec<String> {
            let lines = text.lines().filter(|line| line.contains("-->"));
            lines.map(str::to_owned).collect()
        };
        assert_eq!(kept(&upper), kept(FILM));
        for part in [
            "WEBVTT - A film\nKind: captions\n\nNOTE\nNothing here is said --> really.\nIt is not.\n\nSTYLE\n::cue(v) { color: red }\n\n",
            "\nfirst\n00:01.000 --> 00:02.000 align:start position:10%\n<v Anna>GOOD MORNING &amp; WELCOME.</v>\n",
            "\n<i.loud>WHEN THE TRAIN ARRIVED,</i>\n",
            "\n<i.loud>NOBODY WAS WAITING.</i>\n",
            "\n<v Anna>WHERE IS <b>EVERYBODY</b>?\n<v Bob>I DO NOT KNOW.\n",
            "\nONE <00:07.500>BY <c.yellow>ONE</c> <00:08.000>THE WORDS&nbsp;COME.\n",
            "\nA CUE WITHOUT A NAME, 1 &lt; 2\n",
            "\nNOTE the end\n",
        ] {
            assert!(upper.contains(part), "{part}\n in {upper}");
        }
    }

    #[test]
    fn text_of_a_translation_ends_no_cue_and_begins_no_tag() {
        let text =
            "WEBVTT\n\n00:01.000 --> 00:02.000\nOne two\n\nNOTE\n00:05.000 --> 00:06.000\nthree\n";
        assert_eq!(units(text), ["One two"]);
        assert_eq!(
            translated(text, |_| "00:03.000 --> <b> &\n\n9".to_owned()),
            text.replace("One two", "00:03.000 --&gt; &lt;b> &amp; 9")
        );
    }

    #[test]
    fn an_arrow_in_text_stays_one() {
        let text =
            "WEBVTT\n\n00:01.000 --> 00:02.000\nThe house --&gt; <b>green --&gt;</b> -> &gt;\n";
        assert_eq!(units(text), ["The house --> green --> -> >"]);
        assert_eq!(translated(text, str::to_owned), text);
        assert_eq!(
            translated(text, str::to_uppercase),
            text.replace("The house", "THE HOUSE")
                .replace("green", "GREEN")
                .replace("-> &gt;", "-> >")
        );
    }

    #[test]
    fn pictures_of_a_moment_are_no_text() {
        let file = |text: &str| format!("WEBVTT\n\n00:01.000 --> 00:02.000\n{text}\n");
        for text in [
            "thumb.jpg#xywh=0,0,160,90",
            "../img/my thumbs_1.jpg#xywh=pixel:0,0,160,90",
            "https://example.org/a/thumb.webp?v=2#xywh=percent:0,0,10,12.5",
            "/film.mp4#t=10,00:00:20.5&xywh=0,0,160,90",
            "thumb#track=x&t=npt:10",
        ] {
            let text = file(text);
            assert!(units(&text).is_empty(), "{text}");
            assert_eq!(translated(&text, str::to_uppercase), text);
        }
        for text in [
            "Write #xywh= behind it",
            "a b#xywh=0,0 is it",
            "Go #t=10!",
            "Film #1",
            "What?\nthumb.jpg#xywh=0,0,160,90",
        ] {
            assert_eq!(units(&file(text)).len(), 1, "{text}");
        }
    }

    #[test]
    fn a_file_says_what_it_is() {
        for text in ["00:01.000 --> 00:02.000\nOne\n", "WEBVTTX\n", "Hello"] {
            assert!(matches!(read(text), Err(DocumentError::Malformed { .. })));
        }
        for text in [
            "",
            "WEBVTT",
            "WEBVTT\n\nNOTE one\n",
            "WEBVTT\n\n00:01.000 --> 00:02.000\n\nOne\n",
        ] {
            assert!(units(text).is_empty(), "{text}");
        }
        assert_eq!(
            units("WEBVTT\n00:01.000 --> 00:02.000\nOne.\n00:03.000 --> 00:04.000\nTwo."),
            ["One.", "Two."]
        );
    }
}
