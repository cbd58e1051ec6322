//! How text looks, as Word says it.

use crate::content::Operations;
use crate::decorations::Purpose;
use crate::page::FontLook;
use crate::spans::Style;

/// How far above or below its line text stands that is raised or lowered, in em.
const RAISED: f64 = 0.12;
/// How light a colour is that is only seen on a dark ground, which the page has and the document does not; of 255.
const LIGHT: u32 = 215;

/// How text looks.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Look {
    pub(crate) face: Typeface,
    pub(crate) is_bold: bool,
    pub(crate) is_italic: bool,
    /// In half points.
    pub(crate) size: u32,
    /// Red, green and blue; none for what is black, or of an unknown colour.
    pub(crate) colour: Option<[u8; 3]>,
    pub(crate) level: Level,
    pub(crate) is_underlined: bool,
    pub(crate) is_struck_through: bool,
    /// The colour of what highlights it.
    pub(crate) ground: Option<[u8; 3]>,
}

/// Where letters stand in their line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Level {
    Baseline,
    Raised,
    Lowered,
}

/// The kinds of typefaces that are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Typeface {
    Serif,
    Sans,
    Fixed,
}

impl Typeface {
    const fn of(look: &FontLook) -> Self {
        match (look.is_fixed, look.has_serifs) {
            (true, _) => Self::Fixed,
            (false, true) => Self::Serif,
            (false, false) => Self::Sans,
        }
    }

    /// The face that every word processor has, or one of the same widths.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Serif => "Times New Roman",
            Self::Sans => "Arial",
            Self::Fixed => "Courier New",
        }
    }
}

impl Look {
    /// How text looks of which nothing is known.
    pub(crate) const fn standard() -> Self {
        Self {
            face: Typeface::Sans,
            is_bold: false,
            is_italic: false,
            size: 22,
            colour: None,
            level: Level::Baseline,
            is_underlined: false,
            is_struck_through: false,
            ground: None,
        }
    }

    /// The same without what underlines, strikes through or highlights it.
    pub(crate) fn undecorated(self) -> Self {
        Self {
            is_underlined: false,
            is_struck_through: false,
            ground: None,
            ..self
        }
    }

    /// How text of a style looks.
    pub(crate) fn of(style: &Style) -> Self {
        let has = |purpose| {
            let mut decorations = style.decorations.iter();
            decorations.find(|it| it.purpose == purpose)
        };
        Self {
            face: Typeface::of(&style.look),
            is_bold: style.look.is_bold,
            is_italic: style.look.is_italic || style.slant > 0.1,
            size: half_points(style.size),
            colour: colour(&style.paint).filter(is_seen),
            level: Level::Baseline,
            is_underlined: has(Purpose::Underline).is_some(),
            is_struck_through: has(Purpose::StrikeThrough).is_some(),
            ground: has(Purpose::Highlight).and_then(|it| colour(&it.paint)),
        }
    }

    /// How a stretch of a style looks in a paragraph of another.
    pub(crate) fn within(style: &Style, main: &Style) -> Self {
        let rise = (style.rise - main.rise) / main.size;
        let level = match rise {
            RAISED.. => Level::Raised,
            ..=0.0 if rise <= -RAISED => Level::Lowered,
            _ => Level::Baseline,
        };
        let own = Self::of(style);
        Self {
            // Word makes such letters smaller by itself.
            size: match level {
                Level::Baseline => own.size,
                _ => half_points(main.size),
            },
            level,
            ..own
        }
    }
}

/// A size as Word counts it.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is clamped before"
)]
fn half_points(size: f64) -> u32 {
    /// The largest type that Word knows.
    const LARGEST: f64 = 1638.0;
    (2.0 * size).round().clamp(2.0, 2.0 * LARGEST) as u32
}

/// The colour that operations set for what is filled, if they say it.
fn colour(paint: &[u8]) -> Option<[u8; 3]> {
    let mut colour = None;
    for operation in Operations::new(paint) {
        let amounts: Vec<f64> = operation
            .operands
            .iter()
            .filter_map(|it| it.number())
            .collect();
        colour = match (operation.operator, amounts.as_slice()) {
            (b"g", [grey]) => Some([channel(*grey); 3]),
            (b"rg" | b"sc" | b"scn", [red, green, blue]) => {
                Some([channel(*red), channel(*green), channel(*blue)])
            }
            (b"k" | b"sc" | b"scn", [cyan, magenta, yellow, black]) => {
                let light = |ink: &f64| channel((1.0 - ink) * (1.0 - black));
                Some([light(cyan), light(magenta), light(yellow)])
            }
            (b"g" | b"rg" | b"k" | b"sc" | b"scn" | b"cs", _) => None,
            _ => colour,
        };
    }
    colour
}

/// Whether text of a colour looks different from black text, and is not too light to be seen on paper.
fn is_seen(colour: &[u8; 3]) -> bool {
    let [red, green, blue] = colour.map(u32::from);
    *colour != [0; 3] && (2 * red + 5 * green + blue) / 8 < LIGHT
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is clamped before"
)]
fn channel(amount: f64) -> u8 {
    (255.0 * amount).round().clamp(0.0, 255.0) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_those_that_operations_set_last() {
        for (paint, expected) in [
            ("", None),
            ("0 g", None),
            ("1 0 0 rg\n0 0 1 RG", Some([255, 0, 0])),
            ("/Cs1 cs\n0.2 0.4 0.6 scn", Some([51, 102, 153])),
            ("1 0 0 0 k", Some([0, 255, 255])),
            ("1 0 0 rg\n/Pattern cs\n/P1 scn", None),
            ("1 1 1 rg", None),
        ] {
            let colour = colour(paint.as_bytes()).filter(is_seen);
            assert_eq!(colour, expected, "{paint}");
        }
    }
}
