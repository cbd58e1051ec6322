use dragoman_documents::{Content, Piece};

/// What a translation does to its source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Leaves everything as it is.
    Same,
    /// Puts all letters in capitals.
    Capitals,
    /// Drops codes and puts others where they do not belong; some units have no translation.
    Disorder,
    /// Says what every format must escape.
    Hostile,
}

/// What some format has a meaning for.
const HOSTILE: [&str; 16] = [
    "]]>",
    "<b>",
    "&amp;",
    "\"'",
    "\0\u{1}\u{b}",
    "\u{fffe}\u{ffff}",
    "\r\n\n",
    "\\u0000\\",
    "{{'#|",
    "-->",
    "\u{2028}\u{85}",
    "\u{202e}א",
    "`'>",
    "\u{1f600}",
    "",
    " \t ",
];

/// Choices that depend on the input alone.
pub(super) struct Choices(u64);

impl Choices {
    /// FNV-1a of the input, as the state of SplitMix64.
    pub(super) fn of(data: &[u8]) -> Self {
        let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        Self(data.iter().fold(0xcbf2_9ce4_8422_2325, step))
    }

    /// A number below this one.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        (mixed % bound.max(1) as u64) as usize
    }
}

pub(super) fn of(kind: Kind, source: &Content, choices: &mut Choices) -> Option<Content> {
    let pieces = source.pieces().to_vec();
    match kind {
        Kind::Same => Some(source.clone()),
        Kind::Capitals => Some(Content::new(pieces.into_iter().map(|piece| match piece {
            Piece::Text(text) => Piece::Text(text.to_uppercase()),
            code => code,
        }))),
        Kind::Disorder => disorder(pieces, choices),
        Kind::Hostile => {
            let mut hostile = Vec::new();
            for piece in pieces {
                hostile.push(Piece::Text(
                    HOSTILE[choices.below(HOSTILE.len())].to_owned(),
                ));
                hostile.push(piece);
            }
            hostile.push(Piece::Text(
                HOSTILE[choices.below(HOSTILE.len())].to_owned(),
            ));
            Some(Content::new(hostile))
        }
    }
}

fn disorder(mut pieces: Vec<Piece>, choices: &mut Choices) -> Option<Content> {
    if choices.below(8) == 0 {
        return None;
    }
    // Fisher and Yates.
    for last in (1..pieces.len()).rev() {
        pieces.swap(choices.below(last + 1), last);
    }
    pieces.retain(|_| choices.below(6) != 0);
    pieces.insert(
        choices.below(pieces.len() + 1),
        Piece::Text("x ".to_owned()),
    );
    Some(Content::new(pieces))
}
