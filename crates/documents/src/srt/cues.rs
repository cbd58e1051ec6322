//! The cues of a file of subtitles, however carelessly it was written.

use std::ops::Range;

/// A text and when it is shown.
#[derive(Debug)]
pub(super) struct Cue {
    /// In milliseconds.
    pub(super) start: u64,
    pub(super) end: u64,
    /// Who says it: what one says does not go on in what another says. The same for all where that is not known.
    pub(super) voice: usize,
    /// The lines of its text, blank ones between them too.
    pub(super) lines: Vec<Range<usize>>,
}

impl Cue {
    /// From its first line to its last.
    pub(super) fn range(&self) -> Range<usize> {
        let start = self.lines.first().map_or(0, |line| line.start);
        start..self.lines.last().map_or(start, |line| line.end)
    }

    pub(super) fn duration(&self) -> u64 {
        self.end.saturating_sub(self.start)
    }
}

/// The cues of a text in these lines. Lines with times begin them; a number before one belongs to it, and may be
/// missing.
pub(super) fn cues(text: &str, lines: &[Range<usize>]) -> Vec<Cue> {
    let get = |range: &Range<usize>| text.get(range.clone()).unwrap_or_default();
    let timed = lines.iter().enumerate();
    let timed = timed.filter_map(|(at, line)| times(get(line)).map(|times| (at, times)));
    let timed: Vec<(usize, (u64, u64))> = timed.collect();
    let ends = timed.iter().skip(1).map(|(at, _)| *at).chain([lines.len()]);
    let cues = timed.iter().zip(ends).map(|(&(at, (start, end)), next)| {
        let mut lines = lines.get(at + 1..next).unwrap_or_default();
        let is_number =
            |line: &str| !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit());
        if let [before @ .., last] = lines
            && is_number(get(last).trim())
            && timed.last().is_some_and(|(last, _)| next <= *last)
        {
            lines = before;
        }
        while let [before @ .., last] = lines
            && get(last).trim().is_empty()
        {
            lines = before;
        }
        Cue {
            start,
            end,
            voice: 0,
            lines: lines.to_vec(),
        }
    });
    cues.collect()
}

/// The times of a line with times, in milliseconds: `00:00:05,933 --> 00:00:06,466`.
pub(super) fn times(line: &str) -> Option<(u64, u64)> {
    let (start, end) = line.split_once("-->")?;
    // After the times, positions may stand.
    let end = end.split_whitespace().next()?;
    Some((time(start.trim())?, time(end)?))
}

fn time(written: &str) -> Option<u64> {
    let parts = written.split(':').count();
    let fraction = written.rsplit_once([',', '.']);
    // Some write a colon before the milliseconds too.
    let fraction = fraction.or_else(|| written.rsplit_once(':').filter(|_| parts == 4));
    let (clock, fraction) = fraction.unwrap_or((written, "0"));
    let number = |digits: &str| {
        let digits = digits.trim();
        let is_number =
            (1..=4).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| digits.parse::<u64>().ok()).flatten()
    };
    let mut seconds = 0_u64;
    let parts = clock.split(':');
    if !(2..=3).contains(&parts.clone().count()) {
        return None;
    }
    for part in parts {
        seconds = seconds.checked_mul(60)?.checked_add(number(part)?)?;
    }
    seconds.checked_mul(1000)?.checked_add(number(fraction)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines;

    fn found(text: &str) -> Vec<(u64, u64, Vec<&str>)> {
        let cues = cues(text, &lines::split(text)).into_iter().map(|cue| {
            let lines = cue.lines.into_iter().map(|line| &text[line]).collect();
            (cue.start, cue.end, lines)
        });
        cues.collect()
    }

    #[test]
    fn cues_have_times_and_lines() {
        let text = "1\n00:00:05,933 --> 00:01:06,466 X1:10 X2:20\nOne\nTwo\n\n2\n01:00:00-->01:00:01:200\n\n3\n01:00:00 --> 1:00:02,0\nThree";
        assert_eq!(
            found(text),
            [
                (5_933, 66_466, vec!["One", "Two"]),
                (3_600_000, 3_601_200, vec![]),
                (3_600_000, 3_602_000, vec!["Three"])
            ]
        );
    }

    #[test]
    fn numbers_may_be_missing_and_blank_lines_too_many_or_too_few() {
        let text = "00:01,000 --> 00:02,000\r\nOne\r\n\r\nTwo\r\n\r\n\r\n00:03,000 --> 00:04,000\r\nThree\r\n3\r\n00:05,000 --> 00:06,000\r\n12\r\n";
        assert_eq!(
            found(text),
            [
                (1000, 2000, vec!["One", "", "Two"]),
                (3000, 4000, vec!["Three"]),
                (5000, 6000, vec!["12"]),
            ]
        );
    }

    #[test]
    fn other_arrows_are_text() {
        assert_eq!(times("go --> there"), None);
        assert_eq!(times("-->"), None);
        assert_eq!(times("99999:00:00,000 --> 00:00:00,000"), None);
    }
}
