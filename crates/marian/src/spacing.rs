//! The white space around placeholders in a translation, by that in its source.

use dragoman_domain::Placeholder;

use dragoman_text::pieces::{Piece, merged, restore_spaces_around_kept};

/// The source as text and placeholders.
pub(super) fn source_pieces(source: &str, placeholders: &[Placeholder]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut done = 0;
    for (index, range) in placeholders.iter().enumerate() {
        let before = source.get(done..range.start).unwrap_or_default();
        pieces.extend([Piece::Text(before.to_owned()), Piece::Kept(index)]);
        done = range.end;
    }
    pieces.push(Piece::Text(
        source.get(done..).unwrap_or_default().to_owned(),
    ));
    merged(pieces)
}

/// Gives placeholders the spacing that they have in the source.
pub(super) fn spaced(source: &[Piece], mut translated: Vec<Piece>) -> Vec<Piece> {
    restore_spaces_around_kept(source, &mut translated);
    close_punctuation(source, &mut translated);
    let mut spaced: Vec<Piece> = Vec::with_capacity(translated.len());
    for piece in translated {
        if let (Some(Piece::Kept(before)), Piece::Kept(after)) = (spaced.last(), &piece)
            && (is_spaced_after(source, *before) || is_spaced_before(source, *after))
        {
            spaced.push(Piece::Text(" ".to_owned()));
        }
        spaced.push(piece);
    }
    if let Some(Piece::Text(text)) = spaced.last_mut() {
        text.truncate(text.trim_end().len());
    }
    if let Some(Piece::Text(text)) = spaced.first_mut() {
        *text = text.trim_start().to_owned();
    }
    spaced
}

/// The text before and after a placeholder.
fn neighbours(pieces: &[Piece], kept: usize) -> (Option<&str>, Option<&str>) {
    let position = pieces.iter().position(|piece| *piece == Piece::Kept(kept));
    let text = |index: Option<usize>| match index.and_then(|index| pieces.get(index)) {
        Some(Piece::Text(text)) => Some(text.as_str()),
        _ => None,
    };
    let before = position.and_then(|position| position.checked_sub(1));
    (text(before), text(position.map(|position| position + 1)))
}

fn is_spaced_before(source: &[Piece], kept: usize) -> bool {
    let (before, _) = neighbours(source, kept);
    before.is_some_and(|text| text.ends_with(char::is_whitespace))
}

fn is_spaced_after(source: &[Piece], kept: usize) -> bool {
    let (_, after) = neighbours(source, kept);
    after.is_some_and(|text| text.starts_with(char::is_whitespace))
}

/// Takes the space between a placeholder and a mark that touches it in the source.
fn close_punctuation(source: &[Piece], translated: &mut [Piece]) {
    let is_mark = |mark: &char| !mark.is_alphanumeric() && !mark.is_whitespace();
    for index in 0..translated.len() {
        let Some(Piece::Kept(kept)) = translated.get(index) else {
            continue;
        };
        let (before, after) = neighbours(source, *kept);
        let mark_before = before
            .and_then(|text| text.chars().next_back())
            .filter(is_mark);
        let mark_after = after.and_then(|text| text.chars().next()).filter(is_mark);
        let previous = index
            .checked_sub(1)
            .and_then(|index| translated.get_mut(index));
        if let (Some(mark), Some(Piece::Text(text))) = (mark_before, previous)
            && text.trim_end().ends_with(mark)
        {
            text.truncate(text.trim_end().len());
        }
        if let (Some(mark), Some(Piece::Text(text))) = (mark_after, translated.get_mut(index + 1))
            && text.trim_start().starts_with(mark)
        {
            *text = text.trim_start().to_owned();
        }
    }
}
