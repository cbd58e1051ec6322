//! Characters by day, drawn as bars.

use dragoman_domain::{Date, DayRange};
use dragoman_service::UsageRow;
use maud::{Markup, html};

use crate::visit::Visit;

/// Where the bars are in the picture, in tenths of its units.
const LEFT: u64 = 900;
const RIGHT: u64 = 11_100;
const TOP: u64 = 150;
const BOTTOM: u64 = 2_000;

/// How many days have their names at most.
const MOST_NAMES: u64 = 8;

/// So many lines lie above the lowest at most.
const MOST_LINES: u64 = 4;

/// The bars; a table beside them says the same.
pub(super) fn by_day(visit: &Visit, days: DayRange, rows: &[UsageRow]) -> Markup {
    let counts = counts(days, rows);
    let number = u64::try_from(counts.len()).unwrap_or(u64::MAX).max(1);
    let most = counts.iter().map(|(_, count)| *count).max().unwrap_or(0);
    let step = step(most);
    let lines = most.div_ceil(step);
    let height = |count: u64| scaled(count, BOTTOM - TOP, step * lines);
    let width = (RIGHT - LEFT) / number;
    let bar = (width * 2 / 3).max(5);
    let named = number.div_ceil(MOST_NAMES);
    html! {
        svg.chart viewBox="0 0 1110 230" direction="ltr" aria-hidden="true" focusable="false" {
            g.lines {
                @for line in 0..=lines {
                    @let y = tenths(BOTTOM - height(step * line));
                    path d={ "M" (tenths(LEFT)) " " (y) "H" (tenths(RIGHT)) } {}
                }
            }
            @for line in 0..=lines {
                text x=(tenths(LEFT - 100)) y=(tenths(BOTTOM - height(step * line) + 40)) text-anchor="end" {
                    (visit.locale.number(step * line))
                }
            }
            g.bars {
                @for (place, (day, count)) in (0..).zip(&counts) {
                    @if *count > 0 {
                        @let left = LEFT + place * (RIGHT - LEFT) / number + (width - bar.min(width)) / 2;
                        // Something is seen of what is not nothing.
                        @let height = height(*count).max(10);
                        rect x=(tenths(left)) y=(tenths(BOTTOM - height)) width=(tenths(bar)) height=(tenths(height))
                            rx=(tenths((bar / 4).min(30))) {
                            title { (day) ": " (visit.locale.number(*count)) }
                        }
                    }
                }
            }
            @for (place, (day, _)) in (0..).zip(&counts) {
                @if place % named == 0 {
                    @let middle = LEFT + place * (RIGHT - LEFT) / number + width / 2;
                    text x=(tenths(middle)) y=(tenths(BOTTOM + 220)) text-anchor="middle" { (day) }
                }
            }
        }
    }
}

/// Every day with its characters, also those without any.
fn counts(days: DayRange, rows: &[UsageRow]) -> Vec<(Date, u64)> {
    let mut counts = Vec::new();
    let mut next = Some(days.first);
    while let Some(day) = next.filter(|day| *day <= days.last) {
        let row = rows.iter().find(|row| row.day == Some(day));
        counts.push((day, row.map_or(0, |row| row.consumption.total())));
        next = day.tomorrow().ok();
    }
    counts
}

/// How far the lines are apart: 1, 2 or 5 and noughts, so that few reach over `most`.
fn step(most: u64) -> u64 {
    let mut power = 1_u64;
    loop {
        for digit in [1, 2, 5] {
            let step = power.saturating_mul(digit);
            if step.saturating_mul(MOST_LINES) >= most {
                return step;
            }
        }
        power = power.saturating_mul(10);
    }
}

/// A part of `whole` as the same part of `size`.
fn scaled(part: u64, size: u64, whole: u64) -> u64 {
    let scaled = u128::from(part) * u128::from(size) / u128::from(whole.max(1));
    u64::try_from(scaled).unwrap_or(size)
}

/// A number of tenths, as drawings have it.
fn tenths(number: u64) -> String {
    format!("{}.{}", number / 10, number % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_round_numbers_and_few() {
        for (most, expected) in [(0, 1), (1, 1), (5, 2), (14_000, 5_000), (20_001, 10_000)] {
            assert_eq!(step(most), expected, "{most}");
        }
        assert!(step(u64::MAX) > u64::MAX / 5);
    }

    #[test]
    fn a_day_without_characters_has_its_place() {
        let day = |text: &str| text.parse::<Date>().unwrap();
        let days = DayRange {
            first: day("2026-02-27"),
            last: day("2026-03-02"),
        };
        let counts = counts(days, &[]);
        assert_eq!(counts.len(), 4);
        assert_eq!(counts.last(), Some(&(day("2026-03-02"), 0)));
    }
}
