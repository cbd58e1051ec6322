use std::collections::{BTreeMap, BTreeSet};

use crate::DocumentError;

use super::scanner::{Scanner, Token};

/// A text flow or a table, and what is anchored in it.
#[derive(Debug, Default)]
struct Container {
    start: usize,
    /// The first frame in which a flow stands.
    rectangle: Option<String>,
    /// A table's own number.
    number: Option<String>,
    tables: Vec<String>,
    frames: Vec<String>,
    is_hidden: bool,
}

#[derive(Debug, Default)]
struct Survey {
    containers: Vec<Container>,
    /// The frames for text that anchored frames have in them.
    in_frames: BTreeMap<String, Vec<String>>,
    /// The frames for text on reference pages.
    unseen: Vec<String>,
    /// Where reference pages begin.
    pages: BTreeSet<usize>,
}

/// Where statements begin whose text nobody sees: reference pages, flows and tables that stand on
/// them, and hidden text.
///
/// # Errors
/// Those of the scanner.
pub(super) fn unseen(text: &str, depth: usize) -> Result<BTreeSet<usize>, DocumentError> {
    let survey = Survey::read(text, depth)?;
    let mut flows: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    let mut tables: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (place, container) in survey.containers.iter().enumerate() {
        if let Some(rectangle) = &container.rectangle {
            flows.entry(rectangle).or_default().push(place);
        }
        if let Some(number) = &container.number {
            tables.entry(number).or_default().push(place);
        }
    }
    let hidden = survey.containers.iter().enumerate();
    let hidden = hidden.filter(|(_, container)| container.is_hidden);
    let mut next: Vec<usize> = hidden.map(|(place, _)| place).collect();
    let of = |known: &BTreeMap<&str, Vec<usize>>, number: &str| -> Vec<usize> {
        known.get(number).cloned().unwrap_or_default()
    };
    for rectangle in &survey.unseen {
        next.extend(of(&flows, rectangle));
    }
    let mut found = survey.pages;
    while let Some(place) = next.pop() {
        let Some(container) = survey.containers.get(place) else {
            continue;
        };
        if !found.insert(container.start) {
            continue;
        }
        for table in &container.tables {
            next.extend(of(&tables, table));
        }
        for frame in &container.frames {
            for rectangle in survey.in_frames.get(frame).into_iter().flatten() {
                next.extend(of(&flows, rectangle));
            }
        }
    }
    Ok(found)
}

impl Survey {
    fn read(text: &str, depth: usize) -> Result<Self, DocumentError> {
        let mut survey = Self::default();
        let mut scanner = Scanner::new(text, depth);
        let mut open: Vec<&str> = Vec::new();
        // The page that is read, whether it is a reference page, and the outermost frame.
        let (mut page, mut is_reference) = (0, false);
        let mut frame: Option<(usize, String)> = None;
        loop {
            match scanner.next()? {
                Token::Open(name, start) => {
                    match name {
                        "Page" => (page, is_reference) = (start, false),
                        "TextFlow" | "Tbl" => survey.containers.push(Container {
                            start,
                            ..Container::default()
                        }),
                        _ => {}
                    }
                    open.push(name);
                }
                Token::Close(_) => {
                    open.pop();
                    if frame.as_ref().is_some_and(|(depth, _)| open.len() < *depth) {
                        frame = None;
                    }
                    if open.is_empty() {
                        is_reference = false;
                    }
                }
                Token::Text(range) => {
                    let is_hidden = text.get(range) == Some("HIDDEN");
                    if let Some(container) = survey.containers.last_mut()
                        && matches!(open.as_slice(), ["TextFlow", "TFTag"])
                    {
                        container.is_hidden |= is_hidden;
                    }
                }
                Token::Word(word) => {
                    let depth = open.len();
                    match open.as_slice() {
                        [.., "Page", "PageType"] if word == "ReferencePage" => {
                            is_reference = true;
                            survey.pages.insert(page);
                        }
                        [.., "Frame", "ID"] if frame.is_none() => {
                            frame = Some((depth.saturating_sub(1), word.to_owned()));
                        }
                        [.., "TextRect", "ID"] => {
                            if is_reference {
                                survey.unseen.push(word.to_owned());
                            }
                            if let Some((_, frame)) = &frame {
                                let inner = survey.in_frames.entry(frame.clone());
                                inner.or_default().push(word.to_owned());
                            }
                        }
                        [.., last] => survey.anchor(last, word),
                        [] => {}
                    }
                }
                Token::Eof => return Ok(survey),
            }
        }
    }

    fn anchor(&mut self, name: &str, word: &str) {
        let Some(container) = self.containers.last_mut() else {
            return;
        };
        match name {
            "TextRectID" if container.rectangle.is_none() => {
                container.rectangle = Some(word.to_owned());
            }
            "TblID" if container.number.is_none() => container.number = Some(word.to_owned()),
            "ATbl" => container.tables.push(word.to_owned()),
            "AFrame" => container.frames.push(word.to_owned()),
            _ => {}
        }
    }
}
