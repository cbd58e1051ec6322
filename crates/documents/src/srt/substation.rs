//! Advanced `SubStation` Alpha and its predecessor: events in lines of columns, and text with blocks of overrides.

use std::collections::HashMap;
use std::ops::Range;

use crate::{DocumentError, overseer};

use super::cues::Cue;

/// What an event takes with its lines, in bytes, besides what is borrowed for these.
const OF_EVENT: usize = 320;

/// The longest block of overrides. A line with a longer one, which draws, stays as it is.
const LONGEST_BLOCK: usize = 4096;

/// The columns of events where nothing says them.
const USUAL_COLUMNS: &str =
    "Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text";

/// The line end in a text.
pub(super) const LINE_END: &str = "\\N";

/// The events of a script that are read, in their order; none if it has no section of events. Lines that draw, that are sung to
/// the syllable, or that are comments are no events here.
///
/// # Errors
/// Those of an [`overseer`].
pub(super) fn cues(text: &str, lines: &[Range<usize>]) -> Result<Option<Vec<Cue>>, DocumentError> {
    let mut events: Option<Events<'_>> = None;
    let mut is_inside = false;
    for line in lines {
        overseer::go_on()?;
        let written = text.get(line.clone()).unwrap_or_default();
        if let Some(name) = section(written) {
            is_inside = name.eq_ignore_ascii_case("events");
            if is_inside {
                events.get_or_insert_default();
            }
        } else if is_inside && let Some(events) = &mut events {
            events.read(text, line)?;
        }
    }
    Ok(events.map(|events| events.cues))
}

/// The name of the section that begins with a line.
fn section(line: &str) -> Option<&str> {
    line.trim().strip_prefix('[')?.strip_suffix(']')
}

/// What a line says that begins with a name and a colon.
fn value<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let (said, value) = line.split_once(':')?;
    said.trim().eq_ignore_ascii_case(name).then_some(value)
}

#[derive(Debug)]
struct Events<'a> {
    columns: Columns,
    cues: Vec<Cue>,
    /// The numbers of those who speak, by their layers, styles and names.
    voices: HashMap<[&'a str; 3], usize>,
    /// How many numbers were given.
    voice: usize,
}

impl Default for Events<'_> {
    fn default() -> Self {
        Self {
            columns: Columns::of(USUAL_COLUMNS),
            cues: Vec::new(),
            voices: HashMap::new(),
            voice: 0,
        }
    }
}

impl<'a> Events<'a> {
    fn read(&mut self, text: &'a str, line: &Range<usize>) -> Result<(), DocumentError> {
        let written = text.get(line.clone()).unwrap_or_default();
        if let Some(columns) = value(written, "format") {
            self.columns = Columns::of(columns);
        }
        let Some(event) = value(written, "dialogue") else {
            return Ok(());
        };
        let Some(fields) = self.columns.fields(event) else {
            return Ok(());
        };
        let start = line.end - fields.text.len();
        let Some(shown) = Lines::of(fields.text, start).filter(Lines::are_read) else {
            return Ok(());
        };
        overseer::borrow(OF_EVENT.saturating_add(shown.lines.len().saturating_mul(32)))?;
        let next = self.voice + 1;
        let voice = if shown.is_placed || !fields.effect.is_empty() {
            next
        } else {
            *self.voices.entry(fields.voice).or_insert(next)
        };
        self.voice = self.voice.max(voice);
        self.cues.push(Cue {
            start: fields.start,
            end: fields.end,
            voice,
            lines: shown.lines,
        });
        Ok(())
    }
}

/// Which column of an event is which. The text is the last one, and has commas.
#[derive(Debug)]
struct Columns {
    count: usize,
    start: Option<usize>,
    end: Option<usize>,
    effect: Option<usize>,
    voice: [Option<usize>; 3],
}

/// An event by its columns.
struct Fields<'a> {
    start: u64,
    end: u64,
    effect: &'a str,
    voice: [&'a str; 3],
    text: &'a str,
}

impl Columns {
    fn of(names: &str) -> Self {
        let place = |wanted: &[&str]| {
            let is_wanted = |name: &str| {
                let name = name.trim();
                wanted
                    .iter()
                    .any(|wanted| name.eq_ignore_ascii_case(wanted))
            };
            names.split(',').position(is_wanted)
        };
        Self {
            count: names.split(',').count(),
            start: place(&["Start"]),
            end: place(&["End"]),
            effect: place(&["Effect"]),
            voice: [
                place(&["Layer", "Marked"]),
                place(&["Style"]),
                place(&["Name", "Actor"]),
            ],
        }
    }

    /// The columns of an event; none if it lacks some, or has no times.
    fn fields<'a>(&self, event: &'a str) -> Option<Fields<'a>> {
        let fields: Vec<&str> = event.splitn(self.count, ',').collect();
        if fields.len() < self.count {
            return None;
        }
        let field = |place: Option<usize>| fields.get(place?).map(|field| field.trim());
        Some(Fields {
            start: time(field(self.start)?)?,
            end: time(field(self.end)?)?,
            effect: field(self.effect).unwrap_or_default(),
            voice: self.voice.map(|place| field(place).unwrap_or_default()),
            text: fields.last()?,
        })
    }
}

/// A time in milliseconds: `0:01:02.50`.
fn time(written: &str) -> Option<u64> {
    let (clock, fraction) = written.split_once('.').unwrap_or((written, "0"));
    let number = |digits: &str| {
        let is_number = (1..=6).contains(&digits.len());
        is_number.then(|| digits.parse::<u64>().ok()).flatten()
    };
    let mut seconds = 0_u64;
    for part in clock.split(':') {
        seconds = seconds.checked_mul(60)?.checked_add(number(part)?)?;
    }
    let digits = u32::try_from(fraction.len()).ok()?;
    let thousandths = number(fraction)?.checked_mul(1000)? / 10_u64.checked_pow(digits)?;
    seconds.checked_mul(1000)?.checked_add(thousandths)
}

/// The lines of an event's text, and what its blocks say of the whole.
struct Lines {
    lines: Vec<Range<usize>>,
    /// Whether its letters are shapes, or are sung one after another.
    is_drawn: bool,
    is_sung: bool,
    /// Whether it has a place of its own, as signs have.
    is_placed: bool,
}

impl Lines {
    /// Those of a text that starts there; none if a block of it does not end soon.
    fn of(text: &str, start: usize) -> Option<Self> {
        let mut lines = Self {
            lines: Vec::new(),
            is_drawn: false,
            is_sung: false,
            is_placed: false,
        };
        let (mut at, mut line) = (0, 0);
        while let Some(found) = text.get(at..)?.find(['{', '\\']) {
            at += found;
            let rest = text.get(at..)?;
            if rest.starts_with('{') {
                let length = block(rest)?;
                lines.observe(rest.get(1..length - 1)?);
                at += length;
            } else if rest.starts_with("\\N") || rest.starts_with("\\n") {
                lines.lines.push(start + line..start + at);
                at += LINE_END.len();
                line = at;
            } else {
                at += 1;
            }
        }
        lines.lines.push(start + line..start + text.len());
        Some(lines)
    }

    const fn are_read(&self) -> bool {
        !self.is_drawn && !self.is_sung
    }

    fn observe(&mut self, overrides: &str) {
        let starts_with_digit = |rest: &str, digits: std::ops::RangeInclusive<char>| {
            rest.starts_with(|first: char| digits.contains(&first))
        };
        for tag in overrides.split('\\').skip(1) {
            let sung = tag.strip_prefix(['k', 'K']);
            let sung = sung.map(|rest| rest.strip_prefix(['f', 'o', 't']).unwrap_or(rest));
            self.is_sung |= sung.is_some_and(|rest| starts_with_digit(rest, '0'..='9'));
            let drawn = tag.strip_prefix('p');
            self.is_drawn |= drawn.is_some_and(|rest| starts_with_digit(rest, '1'..='9'));
            let aligned = tag.strip_prefix('a');
            let aligned = aligned.map(|rest| rest.strip_prefix('n').unwrap_or(rest));
            let places = ["pos", "move", "org", "clip", "iclip"];
            self.is_placed |= aligned.is_some_and(|rest| starts_with_digit(rest, '0'..='9'))
                || places.iter().any(|place| tag.starts_with(place));
        }
    }
}

/// How long the block of overrides is with which a text begins; none if it does not end soon.
pub(super) fn block(rest: &str) -> Option<usize> {
    let inner = rest.strip_prefix('{')?;
    let limit = inner.floor_char_boundary(LONGEST_BLOCK);
    Some(inner.get(..limit)?.find('}')? + 2)
}

/// What the only override of a block does: the name of what it changes in the letters that follow, and whether it does so or
/// ends it.
pub(super) fn style(block: &str) -> Option<(&str, bool)> {
    let tag = block.strip_prefix("{\\")?.strip_suffix('}')?;
    if let Some(color) = tag.strip_prefix("1c").or_else(|| tag.strip_prefix('c')) {
        let is_color = color.is_empty() || color.starts_with('&');
        return is_color.then_some(("c", !color.is_empty()));
    }
    let name = tag.get(..1).filter(|name| "ibus".contains(name))?;
    match tag.get(1..)? {
        "0" => Some((name, false)),
        "1" => Some((name, true)),
        weight => {
            let is_weight = name == "b" && matches!(weight.len(), 3 | 4);
            let is_number = weight.bytes().all(|digit| digit.is_ascii_digit());
            (is_weight && is_number).then_some((name, true))
        }
    }
}

/// Text as it stands in an event; none if it would be read as something else, since nothing can be escaped there.
pub(super) fn escaped(text: &str) -> Option<String> {
    (!text.contains(['{', '\\'])).then(|| text.replace('\u{a0}', "\\h"))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use dragoman_language::Language;

    use crate::{Content, Document, DocumentError, Options, Piece, Subtitles};

    use super::*;

    const FILM: &str = include_str!("../../testdata/ass/film.ass");

    fn read(text: &str, bilingual: bool) -> Result<Subtitles, DocumentError> {
        let options = Options {
            bilingual,
            ..Options::to(Language::parse("de").unwrap())
        };
        Subtitles::read_substation(&mut Cursor::new(text.as_bytes().to_vec()), &options)
    }

    fn units(text: &str) -> Vec<String> {
        let document = read(text, false).unwrap();
        let units = document.units().iter();
        units.map(|unit| unit.content.text()).collect()
    }

    fn written(text: &str, bilingual: bool, change: impl Fn(&str) -> String) -> String {
        let mut document = read(text, bilingual).unwrap();
        let translated = |content: &Content| {
            Content::new(content.pieces().iter().map(|piece| match piece {
                Piece::Text(text) => Piece::Text(change(text)),
                code => code.clone(),
            }))
        };
        let units = document.units().iter();
        let translations: Vec<_> = units.map(|unit| Some(translated(&unit.content))).collect();
        let mut output = Vec::new();
        document.write(&translations, &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    /// An event with this text.
    fn event(text: &str) -> String {
        format!("[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{text}\n")
    }

    #[test]
    fn what_is_said_is_a_unit_and_no_comment_drawing_or_song() {
        assert_eq!(
            units(FILM),
            [
                "Good morning, and welcome.",
                "When the train came, nobody was there.",
                "Central\u{a0}station",
                "it is red",
            ]
        );
    }

    #[test]
    fn a_file_whose_units_stay_keeps_its_bytes() {
        for text in [
            FILM.to_owned(),
            FILM.replace('\n', "\r\n"),
            "\u{feff}".to_owned() + FILM,
        ] {
            for bilingual in [false, true] {
                assert_eq!(written(&text, bilingual, str::to_owned), text);
            }
        }
        for end in (0..FILM.len()).filter(|end| FILM.is_char_boundary(*end)) {
            let text = &FILM[..end];
            if let Ok(document) = read(text, false) {
                let _ = document.units();
                assert_eq!(written(text, false, str::to_owned), text);
            }
        }
    }

    #[test]
    fn overrides_columns_and_other_sections_stay() {
        let upper = written(FILM, false, str::to_uppercase);
        for part in [
            "Ann,0,0,0,,GOOD MORNING,\\NAND WELCOME.\n",
            "Ann,0,0,0,,{\\i1}WHEN THE TRAIN{\\i0} CAME,\n",
            "Ann,0,0,0,,NOBODY WAS {\\b1}THERE{\\b0}.\n",
            "Sign,,0,0,0,,{\\an8\\pos(320,40)}CENTRAL{note}\\hSTATION\n",
            "{\\k20}La {\\k30}la\n",
            "IT IS {\\c&H0000FF&}RED{\\c}\n",
            "Nobody reads this\n",
            "!!!!words[\n",
        ] {
            assert!(upper.contains(part), "{part}\n in {upper}");
        }
    }

    #[test]
    fn a_translation_stands_below_what_is_said() {
        let both = written(FILM, true, str::to_uppercase);
        for part in [
            ",,Good morning, and\\Nwelcome.\\NGOOD MORNING,\\NAND WELCOME.\n",
            ",,nobody was {\\b1}there{\\b0}.\\NNOBODY WAS {\\b1}THERE{\\b0}.\n",
            ",,{\\an8\\pos(320,40)}Central{note}\\hstation\\NCENTRAL\\hSTATION\n",
        ] {
            assert!(both.contains(part), "{part}\n in {both}");
        }
    }

    #[test]
    fn text_that_would_be_read_as_an_override_is_not_written() {
        for hostile in ["{\\p1}", "a \\N b", "{"] {
            let source = event("One two");
            assert_eq!(written(&source, false, |_| hostile.to_owned()), source);
        }
        assert_eq!(
            written(&event("One two"), false, |_| "a } b".to_owned()),
            event("a } b")
        );
    }

    #[test]
    fn events_are_read_by_the_columns_that_are_said() {
        let script = "[events]\nformat: Marked, Start, End, Text\nDialogue: Marked=0,0:00:01.00,0:00:02.00,One, two\n\
            Dialogue: Marked=0,wrong,0:00:02.00,Three\nDialogue: short\nmovie: a\n[Graphics]\nDialogue: 0,0:00:01.00,0:00:02.00,Four\n";
        assert_eq!(units(script), ["One, two"]);
        assert!(units("[Events]\n").is_empty() && units("").is_empty());
        for text in ["Hello", "1\n00:00:01,000 --> 00:00:02,000\nOne\n"] {
            assert!(matches!(
                read(text, false),
                Err(DocumentError::Malformed { .. })
            ));
        }
    }

    #[test]
    fn another_voice_or_another_place_does_not_go_on() {
        let script = |second: &str| {
            format!(
                "[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,Default,Ann,0,0,0,,One,\nDialogue: {second},two.\n"
            )
        };
        let same = script("0,0:00:02.00,0:00:03.00,Default,Ann,0,0,0,");
        assert_eq!(units(&same), ["One, two."]);
        for second in [
            "0,0:00:02.00,0:00:03.00,Default,Bob,0,0,0,",
            "0,0:00:02.00,0:00:03.00,Sign,Ann,0,0,0,",
            "1,0:00:02.00,0:00:03.00,Default,Ann,0,0,0,",
            "0,0:00:00.50,0:00:00.90,Default,Ann,0,0,0,",
        ] {
            assert_eq!(units(&script(second)), ["One,", "two."]);
        }
        assert_eq!(units(&same.replace(",two", ",{\\pos(1,1)}two")).len(), 2);
    }

    #[test]
    fn times_are_read_to_the_thousandth() {
        for (written, milliseconds) in [
            ("0:01:02.50", Some(62_500)),
            ("1:00:00", Some(3_600_000)),
            ("0:00:00.5", Some(500)),
            ("0:00:00.005", Some(5)),
            ("", None),
            ("a", None),
            ("99999999:0:0.0", None),
            ("0:0:0.", None),
        ] {
            assert_eq!(time(written), milliseconds, "{written}");
        }
    }

    #[test]
    fn many_blocks_that_do_not_end_take_no_time() {
        let text = event(&"{".repeat(2_000_000));
        assert!(units(&text).is_empty());
        let text = event(&"a{\\b1}".repeat(200_000));
        assert_eq!(units(&text).len(), 1);
    }
}
