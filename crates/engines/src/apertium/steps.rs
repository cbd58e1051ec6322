//! One segment through the modes of a route.

use std::sync::Arc;

use dragoman_domain::{Segment, SegmentTranslation};

use super::codec::{Content, decode, encode, keeps_the_same, wrap};
use super::fault::Fault;
use super::labels::Labelled;
use super::links::Links;
use super::queue::Queue;
use super::relay::{Body, Trace};
use super::repair::repair;
use dragoman_domain::WorkOwner;
use dragoman_text::pieces::{Piece, has_letters, merged};

/// A mode on the way from a source to a target, and who takes it.
#[derive(Debug, Clone)]
pub(super) struct Step {
    pub(super) queue: Arc<Queue>,
    pub(super) caller: WorkOwner,
    /// Whether it translates into English.
    pub(super) into_english: bool,
}

/// A stretch of text on its way, and how it goes back to where it came from, if that is wanted and
/// known.
#[derive(Debug, Default)]
struct Passage {
    pieces: Vec<Piece>,
    links: Option<Links>,
}

/// Translates a segment by way of all `steps`. White space around it stays, and a segment without
/// letters comes back as it is.
///
/// An alignment, if one is wanted, changes nothing about the text.
pub(super) async fn translate(
    steps: &[Step],
    segment: &Segment,
    aligned: bool,
) -> Result<SegmentTranslation, Fault> {
    let mut content = Content::of(segment);
    if !has_letters(&content.pieces) {
        return Ok(unchanged(segment, aligned));
    }
    let pieces = std::mem::take(&mut content.pieces);
    let mut source = String::with_capacity(segment.text().len());
    let mut translation = String::with_capacity(segment.text().len());
    let mut links = Links::default();
    for request in wrap(pieces) {
        let (before, pieces, after) = without_outer_space(request);
        source.push_str(&before);
        translation.push_str(&before);
        let text = content.write(&pieces);
        let passage = take_all(steps, &content, pieces, aligned).await?;
        if let Some(found) = passage.links {
            links.append(found, source.len(), translation.len());
        }
        source.push_str(&text);
        source.push_str(&after);
        translation.push_str(&content.write(&passage.pieces));
        translation.push_str(&after);
    }
    Ok(match links.into_alignment(&source, segment.text()) {
        Some(alignment) => SegmentTranslation::aligned(translation, alignment),
        None => SegmentTranslation::from(translation),
    })
}

/// A segment that is its own translation.
fn unchanged(segment: &Segment, aligned: bool) -> SegmentTranslation {
    let text = segment.text();
    let mut stretches = Vec::new();
    let mut done = 0;
    for (index, range) in segment.placeholders().iter().enumerate() {
        stretches.push((text.get(done..range.start).unwrap_or_default(), None));
        stretches.push((text.get(range.clone()).unwrap_or_default(), Some(index)));
        done = range.end;
    }
    stretches.push((text.get(done..).unwrap_or_default(), None));
    let links = aligned.then(|| Links::unchanged(stretches));
    match links.and_then(|links| links.into_alignment(text, text)) {
        Some(alignment) => SegmentTranslation::aligned(text.to_owned(), alignment),
        None => SegmentTranslation::from(text.to_owned()),
    }
}

async fn take_all(
    steps: &[Step],
    content: &Content,
    pieces: Vec<Piece>,
    traced: bool,
) -> Result<Passage, Fault> {
    let mut whole = Passage {
        pieces,
        links: None,
    };
    for (index, step) in steps.iter().enumerate() {
        let passage = take(step, content, whole.pieces, traced).await?;
        whole = Passage {
            pieces: passage.pieces,
            links: match (whole.links, passage.links) {
                (Some(before), Some(links)) => Some(before.then(links)),
                (_, links) => links.filter(|_| index == 0),
            },
        };
    }
    Ok(whole)
}

/// Takes one step. If the mode loses or doubles something that must be kept, the text between is
/// translated piece by piece instead.
async fn take(
    step: &Step,
    content: &Content,
    pieces: Vec<Piece>,
    traced: bool,
) -> Result<Passage, Fault> {
    let stay = |pieces: Vec<Piece>| Passage {
        links: traced.then(|| Links::unchanged(content.stretches(&pieces))),
        pieces,
    };
    if !has_letters(&pieces) {
        return Ok(stay(pieces));
    }
    let passage = ask(step, content, &pieces, traced).await?;
    if keeps_the_same(&pieces, &passage.pieces) {
        return Ok(passage);
    }
    let mut glued = Vec::with_capacity(pieces.len());
    let mut links = Links::default();
    let (mut source, mut target) = (0, 0);
    for piece in pieces {
        let alone = vec![piece];
        let length = content.write(&alone).len();
        let (before, passage, after) = if has_letters(&alone) {
            let (before, inner, after) = without_outer_space(alone);
            (before, ask(step, content, &inner, traced).await?, after)
        } else {
            (String::new(), stay(alone), String::new())
        };
        if let Some(found) = passage.links {
            links.append(found, source + before.len(), target + before.len());
        }
        source += length;
        target += before.len() + content.write(&passage.pieces).len() + after.len();
        glued.push(Piece::Text(before));
        glued.extend(passage.pieces);
        glued.push(Piece::Text(after));
    }
    Ok(Passage {
        pieces: merged(glued),
        links: traced.then_some(links),
    })
}

async fn ask(
    step: &Step,
    content: &Content,
    pieces: &[Piece],
    traced: bool,
) -> Result<Passage, Fault> {
    let encoded = encode(pieces);
    let body = Body {
        text: encoded.body,
        traced,
    };
    let answer = step.queue.ask(step.caller, body).await?;
    let translated = decode(&answer.text, encoded.added_period);
    let translated = repair(pieces, translated, step.into_english);
    let trace = answer.trace.as_ref();
    Ok(Passage {
        links: trace.and_then(|trace| links(content, pieces, &translated, trace)),
        pieces: translated,
    })
}

/// Finds the words of a trace again in what was translated and in what came of it.
fn links(
    content: &Content,
    pieces: &[Piece],
    translated: &[Piece],
    trace: &Trace,
) -> Option<Links> {
    let source = Labelled::read(&trace.source, &content.kept);
    let target = Labelled::read(&trace.target, &content.kept);
    if !source.has_words() || !target.has_words() {
        return None;
    }
    Some(Links::between(
        &source.transfer(content.stretches(pieces))?,
        &target.transfer(content.stretches(translated))?,
    ))
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
