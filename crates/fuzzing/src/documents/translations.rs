use dragoman_documents::{Content, Piece};

use crate::choices::Choices;

/// What a translation does to its source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
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

pub(crate) fn of(kind: Kind, source: &Content, choices: &mut Choices) -> Option<Content> {
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
                hostile.push(Piece::Text((*choices.among(&HOSTILE)).to_owned()));
                hostile.push(piece);
            }
            hostile.push(Piece::Text((*choices.among(&HOSTILE)).to_owned()));
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
