//! What Apertium gets wrong in ways that a look at the source sets right: case at the start,
//! text in capitals, and the spaces of dropped words.

use dragoman_text::pieces::{Piece, restore_spaces_around_kept};

/// Gives `translated` the case and the spacing of `source`.
///
/// `into_english` spares the pronoun "I", which is a capital wherever it stands.
pub(crate) fn repair(
    source: &[Piece],
    mut translated: Vec<Piece>,
    into_english: bool,
) -> Vec<Piece> {
    restore_spaces_around_kept(source, &mut translated);
    collapse_spaces(source, &mut translated);
    if is_all_capitals(source) {
        for piece in &mut translated {
            if let Piece::Text(text) = piece {
                *text = text.to_uppercase();
            }
        }
    } else {
        restore_initial(source, &mut translated, into_english);
    }
    translated
}

fn texts(pieces: &[Piece]) -> impl Iterator<Item = &str> {
    pieces.iter().filter_map(|piece| match piece {
        Piece::Text(text) => Some(text.as_str()),
        Piece::Kept(_) => None,
    })
}

/// Whether there are at least two letters with case and all of them are capitals, in at least one
/// word of two letters: "I" and "A" alone say nothing.
fn is_all_capitals(pieces: &[Piece]) -> bool {
    let mut longest_word = 0;
    for text in texts(pieces) {
        let mut word = 0;
        for character in text.chars() {
            if character.is_lowercase() {
                return false;
            }
            word = if character.is_uppercase() {
                word + 1
            } else {
                0
            };
            longest_word = longest_word.max(word);
        }
    }
    longest_word >= 2
}

/// The first letter of the text and the one after it, with the index of its piece and its place
/// there. A segment that starts with something kept has no initial.
fn initial(pieces: &[Piece]) -> Option<(usize, char, Option<char>)> {
    let Some(Piece::Text(text)) = pieces.first() else {
        return None;
    };
    let (at, first) = text
        .char_indices()
        .find(|(_, character)| character.is_alphanumeric())?;
    let next = text[at..].chars().nth(1);
    first.is_alphabetic().then_some((at, first, next))
}

fn restore_initial(source: &[Piece], translated: &mut [Piece], into_english: bool) {
    let (Some((_, wanted, _)), Some((at, given, next))) = (initial(source), initial(translated))
    else {
        return;
    };
    let Some(Piece::Text(text)) = translated.first_mut() else {
        return;
    };
    let is_acronym = next.is_some_and(char::is_uppercase);
    let is_pronoun_i = into_english && given == 'I' && !next.is_some_and(char::is_alphanumeric);
    let replacement: String = if wanted.is_uppercase() && given.is_lowercase() {
        given.to_uppercase().collect()
    } else if wanted.is_lowercase() && given.is_uppercase() && !is_acronym && !is_pronoun_i {
        given.to_lowercase().collect()
    } else {
        return;
    };
    text.replace_range(at..at + given.len_utf8(), &replacement);
}

/// Removes spaces at the start and the end, and doubled ones and those before a period or a comma
/// if the source has none: they are left over from words that the target language drops.
fn collapse_spaces(source: &[Piece], translated: &mut Vec<Piece>) {
    let unwanted: Vec<(&str, &str)> = [("  ", " "), (" .", "."), (" ,", ",")]
        .into_iter()
        .filter(|(spaced, _)| !texts(source).any(|text| text.contains(spaced)))
        .collect();
    let last = translated.len().saturating_sub(1);
    for (index, piece) in translated.iter_mut().enumerate() {
        let Piece::Text(text) = piece else { continue };
        for (spaced, closed) in &unwanted {
            while text.contains(spaced) {
                *text = text.replace(spaced, closed);
            }
        }
        if index == 0 {
            *text = text.trim_start().to_owned();
        }
        if index == last {
            *text = text.trim_end().to_owned();
        }
    }
    translated.retain(|piece| !matches!(piece, Piece::Text(text) if text.is_empty()));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, translated: &str, expected: &str) {
        let pieces = |text: &str| -> Vec<Piece> {
            // "@" stands for something kept.
            let mut pieces = Vec::new();
            for (index, text) in text.split('@').enumerate() {
                if index > 0 {
                    pieces.push(Piece::Kept(index - 1));
                }
                if !text.is_empty() {
                    pieces.push(Piece::Text(text.to_owned()));
                }
            }
            pieces
        };
        let repaired: String = repair(&pieces(source), pieces(translated), true)
            .iter()
            .map(|piece| match piece {
                Piece::Text(text) => text.as_str(),
                Piece::Kept(_) => "@",
            })
            .collect();
        assert_eq!(repaired, expected, "{source:?}");
    }

    #[test]
    fn the_initial_has_the_case_of_the_sources() {
        check("la casa", "The house", "the house");
        check("Casa roja", "red house", "Red house");
        check("¿Dónde está?", "where is it?", "Where is it?");
        check("éric", "Éric", "éric");
        check("3 Casas", "3 houses", "3 houses");
    }

    #[test]
    fn an_acronym_and_the_english_pronoun_keep_their_capital() {
        check("otan", "NATO", "NATO");
        check("creo que sí", "I believe so", "I believe so");
        check("isla", "Island", "island");
    }

    #[test]
    fn what_is_in_capitals_stays_in_capitals() {
        check("LA CASA ROJA", "The red HOUSE", "THE RED HOUSE");
        check("A casa", "To house", "To house");
        check("A", "To", "To");
        check("@ CASA", "@ house", "@ HOUSE");
    }

    #[test]
    fn spaces_of_dropped_words_go_and_the_sources_own_stay() {
        check(
            "He says that he comes",
            " Dice que  viene ",
            "Dice que viene",
        );
        check("One.  Two.", "Uno.  Dos.", "Uno.  Dos.");
        check("no hi viu.", "does not live .", "does not live.");
        check("a , b .", "c , d .", "c , d .");
    }

    #[test]
    fn a_space_beside_something_kept_comes_back() {
        check("see @ now", "ve@ahora", "ve @ ahora");
        check("see @.", "ve@.", "ve @.");
        check("see@now", "ve@ahora", "ve@ahora");
        check("see @ \"now\"", "ve@\"ahora\"", "ve @ \"ahora\"");
        check("it is. @ so", "es.@(así)", "es. @ (así)");
        check("see @ \"now\"", "ve \"@\" ahora", "ve \"@\" ahora");
        check("see the @ now", "voir l'@ ici", "voir l'@ ici");
        check("of the @", "dell’@", "dell’@");
    }
}
