use std::collections::BTreeSet;

use crate::DocumentError;
use crate::archive::Archive;
use crate::xml::{Reader, Token};

use super::{FORMAT, Map, decode};

/// The identifiers of stories all of whose frames on spreads are on hidden layers.
///
/// # Errors
/// What reading entries gives.
pub(super) fn hidden_stories(
    archive: &mut Archive,
    map: &Map,
    depth: usize,
) -> Result<BTreeSet<String>, DocumentError> {
    let mut hidden = BTreeSet::new();
    if map.hidden_layers.is_empty() {
        return Ok(hidden);
    }
    let mut visible = BTreeSet::new();
    for name in &map.spreads {
        let Some(bytes) = archive.read(name)? else {
            continue;
        };
        let decoded = decode(&bytes)?;
        let mut reader = Reader::new(&decoded.text, |_| (), FORMAT, depth);
        loop {
            let tag = match reader.next()? {
                Token::Start(tag) => tag,
                Token::Eof => break,
                _ => continue,
            };
            let Some(story) = tag.attribute("ParentStory") else {
                continue;
            };
            let layer = tag.attribute("ItemLayer").map(|layer| layer.value());
            if layer.is_some_and(|layer| map.hidden_layers.contains(&layer)) {
                hidden.insert(story.value());
            } else {
                visible.insert(story.value());
            }
        }
    }
    Ok(&hidden - &visible)
}
