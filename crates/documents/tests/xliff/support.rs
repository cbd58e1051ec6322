use std::io::Cursor;

use dragoman_documents::Xliff;
use dragoman_documents::{CodeId, Content, Document, DocumentError, Options, Piece};
use dragoman_language::Language;
use quick_xml::Reader;
use quick_xml::escape::{resolve_predefined_entity, unescape};
use quick_xml::events::Event;

pub(crate) fn options(target: &str) -> Options {
    Options::to(Language::parse(target).unwrap())
}

pub(crate) fn try_open(bytes: impl Into<Vec<u8>>) -> Result<Xliff, DocumentError> {
    Xliff::open(Cursor::new(bytes.into()), &options("de"))
}

pub(crate) fn open(bytes: impl Into<Vec<u8>>) -> Xliff {
    try_open(bytes).unwrap()
}

/// The document with what `translate` makes of its units.
pub(crate) fn written(
    document: &mut Xliff,
    translate: impl Fn(&Content) -> Option<Content>,
) -> Vec<u8> {
    let units = document.units().iter();
    let translations: Vec<_> = units.map(|unit| translate(&unit.content)).collect();
    let mut output = Vec::new();
    document.write(&translations, &mut output).unwrap();
    output
}

pub(crate) fn translated(text: &str, translate: impl Fn(&Content) -> Option<Content>) -> String {
    String::from_utf8(written(&mut open(text), translate)).unwrap()
}

pub(crate) fn same(content: &Content) -> Option<Content> {
    Some(content.clone())
}

pub(crate) fn upper(content: &Content) -> Option<Content> {
    let pieces = content.pieces().iter().cloned();
    Some(Content::new(pieces.map(|piece| match piece {
        Piece::Text(text) => Piece::Text(text.to_uppercase()),
        code => code,
    })))
}

pub(crate) fn without_codes(content: &Content) -> Option<Content> {
    Some(Content::new([Piece::Text(content.text())]))
}

/// All codes before the text, in the order opposite to that of the source, with some that it has not.
pub(crate) fn shuffled(content: &Content) -> Option<Content> {
    let codes = content
        .pieces()
        .iter()
        .rev()
        .filter_map(|piece| match piece {
            Piece::Text(_) => None,
            Piece::Close(id) => Some(Piece::Open(*id)),
            Piece::Open(id) => Some(Piece::Close(*id)),
            Piece::Mark(id) => Some(Piece::Mark(*id)),
        });
    let foreign = [Piece::Mark(CodeId(4_000_000_000)), Piece::Open(CodeId(77))];
    let text = Piece::Text(content.text());
    Some(Content::new(foreign.into_iter().chain(codes).chain([text])))
}

/// The texts of all units, with `<1>` and `[1]` for stretches and marks.
pub(crate) fn shown(document: &Xliff) -> Vec<String> {
    let show = |piece: &Piece| match piece {
        Piece::Text(text) => text.clone(),
        Piece::Open(id) => format!("<{}>", id.0),
        Piece::Close(id) => format!("</{}>", id.0),
        Piece::Mark(id) => format!("[{}]", id.0),
    };
    let units = document.units().iter();
    units
        .map(|unit| unit.content.pieces().iter().map(show).collect())
        .collect()
}

/// The source and target of a unit or segment as an independent reader sees them: tags as they are
/// written, and text without escapes.
#[derive(Debug, Default, Clone)]
pub(crate) struct Pair {
    pub(crate) source: Vec<Item>,
    pub(crate) target: Option<Vec<Item>>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Item {
    Tag(String),
    /// Text, and whether a person reads it.
    Text(String, bool),
}

impl Pair {
    pub(crate) fn tags(items: &[Item]) -> Vec<&str> {
        let mut tags: Vec<_> = items
            .iter()
            .filter_map(|item| match item {
                Item::Tag(tag) => Some(tag.as_str()),
                Item::Text(..) => None,
            })
            .collect();
        tags.sort_unstable();
        tags
    }

    pub(crate) fn visible(items: &[Item]) -> String {
        let texts = items.iter().filter_map(|item| match item {
            Item::Text(text, true) => Some(text.as_str()),
            _ => None,
        });
        texts.collect()
    }
}

/// Every source with its target; sources of suggestions are left out.
pub(crate) fn pairs(text: &str) -> Vec<Pair> {
    let mut reader = Reader::from_str(text);
    let mut pairs: Vec<Pair> = Vec::new();
    let mut path: Vec<String> = Vec::new();
    let mut visible = vec![true];
    loop {
        let start = usize::try_from(reader.buffer_position()).unwrap();
        let event = reader.read_event().unwrap();
        let raw = &text[start..usize::try_from(reader.buffer_position()).unwrap()];
        let local = |raw: &str| -> String {
            let name = raw.trim_start_matches(['<', '/']);
            let name = name.split([' ', '\n', '/', '>']).next().unwrap();
            name.rsplit(':').next().unwrap().to_owned()
        };
        let skipped = ["alt-trans", "matches", "header"];
        let is_skipped = path.iter().any(|name| skipped.contains(&name.as_str()));
        let is_in = |name: &str| path.iter().any(|outer| outer == name);
        let item = match &event {
            Event::Eof => break,
            Event::Start(_) | Event::End(_) | Event::Empty(_) => Item::Tag(raw.to_owned()),
            Event::Text(_) => Item::Text(raw.to_owned(), *visible.last().unwrap()),
            Event::CData(_) => {
                let inner = &raw["<![CDATA[".len()..raw.len() - "]]>".len()];
                Item::Text(inner.to_owned(), *visible.last().unwrap())
            }
            Event::GeneralRef(_) => {
                let name = &raw[1..raw.len() - 1];
                let value = resolve_predefined_entity(name).map(str::to_owned);
                let value = value.unwrap_or_else(|| unescape(raw).unwrap().into_owned());
                Item::Text(value, *visible.last().unwrap())
            }
            _ => continue,
        };
        let name = local(raw);
        let is_end_of = |name: &str| matches!(event, Event::End(_)) && local(raw) == name;
        if !is_skipped {
            let pair = pairs.last_mut();
            if is_in("source") && !is_end_of("source") {
                push(&mut pair.unwrap().source, item);
            } else if is_in("target") && !is_end_of("target") {
                push(pair.unwrap().target.as_mut().unwrap(), item);
            }
        }
        match event {
            Event::Start(_) => {
                if !is_skipped && name == "source" {
                    pairs.push(Pair::default());
                }
                if !is_skipped && name == "target" {
                    pairs.last_mut().unwrap().target = Some(Vec::new());
                }
                let is_native = ["bpt", "ept", "ph", "it"].contains(&name.as_str());
                let is_protected =
                    raw.contains("mtype=\"protected\"") || raw.contains("translate=\"no\"");
                let before = *visible.last().unwrap();
                visible.push((before && !is_native && !is_protected) || name == "sub");
                path.push(name);
            }
            Event::End(_) => {
                path.pop();
                visible.pop();
            }
            _ => {}
        }
    }
    pairs
}

fn push(items: &mut Vec<Item>, item: Item) {
    if let (Some(Item::Text(last, was_visible)), Item::Text(text, is_visible)) =
        (items.last_mut(), &item)
        && was_visible == is_visible
    {
        last.push_str(text);
        return;
    }
    items.push(item);
}
