//! Advanced `SubStation` Alpha and its predecessor: events in lines of columns, and text with blocks of overrides.

pub(super) mod overrides;

use std::collections::HashMap;
use std::ops::Range;

use crate::{DocumentError, overseer};

use super::cues::Cue;

use overrides::block;

/// What an event takes with its lines, in bytes, besides what is borrowed for these.
const OF_EVENT: usize = 320;

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

/// Which column of an event is which. The text goes on to the end of the line, with whatever commas it has.
#[derive(Debug)]
struct Columns {
    start: Option<usize>,
    end: Option<usize>,
    effect: Option<usize>,
    voice: [Option<usize>; 3],
    text: Option<usize>,
}

/// An event by its columns.
#[derive(Default)]
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
            start: place(&["Start"]),
            end: place(&["End"]),
            effect: place(&["Effect"]),
            voice: [
                place(&["Layer", "Marked"]),
                place(&["Style"]),
                place(&["Name", "Actor"]),
            ],
            text: place(&["Text"]),
        }
    }

    /// The columns of an event; none if it lacks some, or has no times.
    fn fields<'a>(&self, event: &'a str) -> Option<Fields<'a>> {
        let mut fields = Fields::default();
        let (start, end, text) = (self.start?, self.end?, self.text?);
        let mut times = (None, None);
        for (at, field) in event.splitn(text + 1, ',').enumerate() {
            let is = |place: Option<usize>| place == Some(at);
            let trimmed = field.trim();
            if at == start {
                times.0 = time(trimmed);
            } else if at == end {
                times.1 = time(trimmed);
            } else if at == text {
                (fields.start, fields.end) = (times.0?, times.1?);
                fields.text = field;
                return Some(fields);
            } else if is(self.effect) {
                fields.effect = trimmed;
            }
            for (voice, place) in fields.voice.iter_mut().zip(self.voice) {
                if is(place) {
                    *voice = trimmed;
                }
            }
        }
        None
    }
}

/// A time in milliseconds: `0:01:02.50`.
fn time(written: &str) -> Option<u64> {
    let fraction = written.rsplit_once('.');
    // Some write a colon before the hundredths too.
    let is_colon = written.split(':').count() == 4;
    let fraction = fraction.or_else(|| written.rsplit_once(':').filter(|_| is_colon));
    let (clock, fraction) = fraction.unwrap_or((written, "0"));
    let number = |digits: &str| {
        let is_number =
            (1..=6).contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_digit());
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
    /// Those of a text that starts there; none if a block of it does not end soon, or some read a brace as one of the text and
    /// others as that of a block.
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
            } else if rest.starts_with("\\{") || rest.starts_with("\\}") {
                return None;
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
        for tag in overrides.split('\\').skip(1).map(str::trim_start) {
            self.is_sung |= tag.starts_with(['k', 'K']);
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

/// Whether a text of a translation is read as itself in an event. Nothing can be escaped there.
pub(super) fn can_be_written(text: &str) -> bool {
    let mut behind = text.split('\\').skip(1);
    // A space may become a line end, and at the end there may be a block.
    let is_itself = |next: char| next.is_ascii_graphic() && !"Nnh{}".contains(next);
    !text.contains('{') && behind.all(|rest| rest.starts_with(is_itself))
}

/// Text as it stands in an event.
pub(super) fn escaped(text: &str) -> String {
    text.replace('\u{a0}', "\\h")
}

#[cfg(test)]
mod tests;
