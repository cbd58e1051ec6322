//! What stands around the text of a paragraph and need not be shown to an engine.

use std::ops::Range;

use crate::Piece;

/// The pieces, divided into what stands before the text to translate, that text, and what stands after it.
pub(super) fn trimmed(pieces: Vec<Piece>) -> (Vec<Piece>, Vec<Piece>, Vec<Piece>) {
    let closes = matching(&pieces);
    let mut texts: Vec<Option<Piece>> = pieces.into_iter().map(Some).collect();
    let (mut start, mut end) = (0, texts.len());
    let (mut before, mut after) = (Vec::new(), Vec::new());
    while start < end {
        let last = end - 1;
        let (front, back) = (slot(&texts, start), slot(&texts, last));
        let pair = closes.get(start).copied().flatten();
        if is_bare(front) || pair == Some(start + 1) {
            let count = if pair.is_some() { 2 } else { 1 };
            before.extend(take(&mut texts, start..start + count));
            start += count;
        } else if is_bare(back) {
            after.extend(take(&mut texts, last..end).rev());
            end = last;
        } else if matches!(back, Some(Piece::Close(_)))
            && last > start
            && closes.get(last - 1).copied().flatten() == Some(last)
        {
            after.extend(take(&mut texts, last - 1..end).rev());
            end = last - 1;
        } else if pair == Some(last) {
            before.extend(take(&mut texts, start..start + 1));
            after.extend(take(&mut texts, last..end));
            start += 1;
            end = last;
        } else {
            break;
        }
    }
    let mut content: Vec<Piece> = take(&mut texts, start..end).collect();
    if let Some(Piece::Text(text)) = content.first_mut() {
        let kept = text.trim_start();
        let space = text.get(..text.len() - kept.len()).unwrap_or_default();
        before.push(Piece::Text(space.to_owned()));
        *text = kept.to_owned();
    }
    if let Some(Piece::Text(text)) = content.last_mut() {
        let kept = text.trim_end();
        let space = text.get(kept.len()..).unwrap_or_default();
        after.push(Piece::Text(space.to_owned()));
        *text = kept.to_owned();
    }
    after.reverse();
    (before, content, after)
}

/// For each piece that opens a stretch, where it is closed.
fn matching(pieces: &[Piece]) -> Vec<Option<usize>> {
    let mut closes = vec![None; pieces.len()];
    let mut open = Vec::new();
    for (place, piece) in pieces.iter().enumerate() {
        match piece {
            Piece::Open(_) => open.push(place),
            Piece::Close(_) => {
                let slot = open.pop().and_then(|start: usize| closes.get_mut(start));
                if let Some(slot) = slot {
                    *slot = Some(place);
                }
            }
            Piece::Text(_) | Piece::Mark(_) => {}
        }
    }
    closes
}

fn slot(pieces: &[Option<Piece>], place: usize) -> Option<&Piece> {
    pieces.get(place).and_then(Option::as_ref)
}

fn take(
    pieces: &mut [Option<Piece>],
    range: Range<usize>,
) -> impl DoubleEndedIterator<Item = Piece> {
    let taken = pieces.get_mut(range).unwrap_or_default();
    taken.iter_mut().filter_map(Option::take)
}

fn is_bare(piece: Option<&Piece>) -> bool {
    match piece {
        Some(Piece::Mark(_)) => true,
        Some(Piece::Text(text)) => text.trim().is_empty(),
        Some(Piece::Open(_) | Piece::Close(_)) | None => false,
    }
}
