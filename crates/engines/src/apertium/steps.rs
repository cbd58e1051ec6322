//! One segment through the modes of a route.

use std::sync::Arc;

use dragoman_domain::Segment;

use super::codec::{Content, decode, encode, keeps_the_same, wrap};
use super::pipeline::Fault;
use super::queue::Queue;
use super::repair::repair;
use crate::pieces::{Piece, has_letters, merged};

/// A mode on the way from a source to a target.
#[derive(Debug, Clone)]
pub(super) struct Step {
    pub(super) queue: Arc<Queue>,
    /// Whether it translates into English.
    pub(super) into_english: bool,
}

/// Translates a segment by way of all `steps`. White space around it stays, and a segment without
/// letters comes back as it is.
pub(super) async fn translate(steps: &[Step], segment: &Segment) -> Result<String, Fault> {
    let mut content = Content::of(segment);
    if !has_letters(&content.pieces) {
        return Ok(segment.text().to_owned());
    }
    let pieces = std::mem::take(&mut content.pieces);
    let mut translation = String::with_capacity(segment.text().len());
    for request in wrap(pieces) {
        let (before, mut pieces, after) = without_outer_space(request);
        for step in steps {
            pieces = take(step, pieces).await?;
        }
        translation.push_str(&before);
        translation.push_str(&content.write(&pieces));
        translation.push_str(&after);
    }
    Ok(translation)
}

/// Takes one step. If the mode loses or doubles something that must be kept, the text between is
/// translated piece by piece instead.
async fn take(step: &Step, pieces: Vec<Piece>) -> Result<Vec<Piece>, Fault> {
    if !has_letters(&pieces) {
        return Ok(pieces);
    }
    let translated = ask(step, &pieces).await?;
    if keeps_the_same(&pieces, &translated) {
        return Ok(repair(&pieces, translated, step.into_english));
    }
    let mut glued = Vec::with_capacity(pieces.len());
    for piece in pieces {
        let alone = [piece];
        if !has_letters(&alone) {
            glued.extend(alone);
            continue;
        }
        let (before, inner, after) = without_outer_space(alone.to_vec());
        let translated = ask(step, &inner).await?;
        glued.push(Piece::Text(before));
        glued.extend(repair(&inner, translated, step.into_english));
        glued.push(Piece::Text(after));
    }
    Ok(merged(glued))
}

async fn ask(step: &Step, pieces: &[Piece]) -> Result<Vec<Piece>, Fault> {
    let encoded = encode(pieces);
    let answer = step.queue.ask(encoded.body).await?;
    Ok(decode(&answer, encoded.added_period))
}

/// Takes the white space off both ends.
fn without_outer_space(mut pieces: Vec<Piece>) -> (String, Vec<Piece>, String) {
    let (mut before, mut after) = (String::new(), String::new());
    if let Some(Piece::Text(text)) = pieces.first_mut() {
        let inner = text.trim_start();
        before.push_str(text.strip_suffix(inner).unwrap_or_default());
        *text = inner.to_owned();
    }
    if let Some(Piece::Text(text)) = pieces.last_mut() {
        let inner = text.trim_end();
        after.push_str(text.strip_prefix(inner).unwrap_or_default());
        *text = inner.to_owned();
    }
    (before, merged(pieces), after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_around_is_set_aside() {
        let text = |text: &str| Piece::Text(text.to_owned());
        assert_eq!(
            without_outer_space(vec![text(" \ta b\n")]),
            (" \t".to_owned(), vec![text("a b")], "\n".to_owned())
        );
        assert_eq!(
            without_outer_space(vec![text("  "), Piece::Kept(0), text(" ")]),
            ("  ".to_owned(), vec![Piece::Kept(0)], " ".to_owned())
        );
        assert_eq!(
            without_outer_space(vec![text(" ")]),
            (" ".to_owned(), vec![], String::new())
        );
    }
}
