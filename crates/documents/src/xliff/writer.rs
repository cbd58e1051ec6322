//! Writes targets and leaves everything else as it is.

use std::collections::BTreeSet;
use std::ops::Range;

use super::splice::{escaped, in_cdata, slice, with_attribute, without_attribute};
use super::{Segment, Slot, Version, Xliff};
use crate::{Content, Piece};

/// What comes in the place of a part of the text.
struct Edit {
    span: Range<usize>,
    text: String,
}

/// The whole text with these translations in their places.
pub(super) fn write(document: &Xliff, translations: &[Option<Content>]) -> String {
    let writer = Writer {
        document,
        translations,
        has_crlf: document.text.contains("\r\n"),
    };
    let mut edits = writer.edits();
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut text = String::with_capacity(document.text.len());
    let mut at = 0;
    for edit in edits {
        text.push_str(slice(&document.text, &(at..edit.span.start)));
        text.push_str(&edit.text);
        at = edit.span.end;
    }
    text.push_str(slice(&document.text, &(at..document.text.len())));
    text
}

impl Slot {
    /// The units that it has.
    pub(super) fn units(&self) -> impl Iterator<Item = usize> {
        let segments = self.segments.iter().chain(&self.subs);
        segments.filter_map(|segment| segment.unit)
    }
}

struct Writer<'d> {
    document: &'d Xliff,
    translations: &'d [Option<Content>],
    has_crlf: bool,
}

impl<'d> Writer<'d> {
    fn translation(&self, unit: Option<usize>) -> Option<&'d Content> {
        self.translations.get(unit?)?.as_ref()
    }

    fn is_translated(&self, slot: &Slot) -> bool {
        slot.units()
            .any(|unit| self.translation(Some(unit)).is_some())
    }

    fn edits(&self) -> Vec<Edit> {
        let slots = &self.document.slots;
        let translated = slots.iter().filter(|slot| self.is_translated(slot));
        let files: BTreeSet<usize> = translated.map(|slot| slot.file).collect();
        let mut edits = Vec::new();
        let attribute = match self.document.version {
            Version::V1 => "target-language",
            Version::V2 => "trgLang",
        };
        for file in files
            .iter()
            .filter_map(|file| self.document.files.get(*file))
        {
            let tag = slice(&self.document.text, &file.tag);
            if file.declared_target.as_ref() != Some(&file.target) {
                edits.push(Edit {
                    span: file.tag.clone(),
                    text: with_attribute(tag, attribute, &file.target),
                });
            }
        }
        for slot in slots.iter().filter(|slot| files.contains(&slot.file)) {
            if self.is_translated(slot) || slot.units().next().is_none() {
                self.edit_slot(slot, &mut edits);
            }
        }
        edits
    }

    fn edit_slot(&self, slot: &Slot, edits: &mut Vec<Edit>) {
        let text = &self.document.text;
        if let Some(span) = &slot.state_tag {
            let tag = slice(text, span);
            let tag = match self.document.version {
                Version::V1 => with_attribute(tag, "approved", "no"),
                // The finer state belongs to the state that it is no longer in.
                Version::V2 => {
                    with_attribute(&without_attribute(tag, "subState"), "state", "translated")
                }
            };
            edits.push(Edit {
                span: span.clone(),
                text: tag,
            });
        }
        let mut target = String::new();
        if slot.tag.is_none() {
            target.push_str(slice(text, &slot.indent));
        }
        target.push_str(&self.start_tag(slot));
        let mut at = slot.body.start;
        for segment in &slot.segments {
            self.copy(slot, at..segment.source.start, &mut target);
            self.segment(slot, segment, &mut target);
            at = segment.source.end;
        }
        self.copy(slot, at..slot.body.end, &mut target);
        let prefix = &self.document.prefix;
        target.push_str(&format!("</{prefix}target>"));
        edits.push(Edit {
            span: slot.place.clone(),
            text: target,
        });
    }

    fn start_tag(&self, slot: &Slot) -> String {
        let prefix = &self.document.prefix;
        let mut tag = match &slot.tag {
            Some(span) => slice(&self.document.text, span).to_owned(),
            None => {
                let tag = format!("<{prefix}target>");
                let space = slot.space.as_ref();
                space.map_or(tag.clone(), |space| {
                    with_attribute(&tag, "xml:space", space)
                })
            }
        };
        if let Some(open) = tag.strip_suffix("/>") {
            tag = format!("{}>", open.trim_end());
        }
        let language = self.document.files.get(slot.file);
        let language = language.map_or("", |file| file.target.as_str());
        match self.document.version {
            Version::V1 => {
                let tag = with_attribute(&tag, "xml:lang", language);
                let tag = with_attribute(&tag, "state", "needs-review-translation");
                with_attribute(&tag, "state-qualifier", "mt-suggestion")
            }
            // Without a language of its own a target is in that of the root.
            Version::V2 if super::attribute(&tag, "xml:lang").is_some() => {
                with_attribute(&tag, "xml:lang", language)
            }
            Version::V2 => tag,
        }
    }

    fn segment(&self, slot: &Slot, segment: &Segment, target: &mut String) {
        let source = segment.unit.and_then(|unit| self.document.units.get(unit));
        let (Some(translation), Some(source)) = (self.translation(segment.unit), source) else {
            match &segment.existing {
                Some(existing) => target.push_str(slice(&self.document.text, existing)),
                None => self.copy(slot, segment.source.clone(), target),
            }
            return;
        };
        let inline = &segment.inline;
        target.push_str(&escaped(&inline.before, self.has_crlf));
        for piece in inline.mended(translation.clone(), &source.content).pieces() {
            match piece {
                Piece::Text(text) => self.text(segment, text, target),
                Piece::Open(_) | Piece::Close(_) | Piece::Mark(_) => {
                    self.copy(slot, inline.span(piece), target);
                }
            }
        }
        target.push_str(&escaped(&inline.after, self.has_crlf));
    }

    fn text(&self, segment: &Segment, text: &str, target: &mut String) {
        // A reference means nothing in a CDATA section, so that all characters must be in the encoding.
        let can_be_cdata = self.document.spelling.has_every_character();
        let text = if segment.inline.is_cdata && can_be_cdata {
            in_cdata(text, self.has_crlf)
        } else {
            escaped(text, self.has_crlf)
        };
        target.push_str(&text);
    }

    /// Copies a part of the text, with the translations of texts within codes.
    fn copy(&self, slot: &Slot, span: Range<usize>, target: &mut String) {
        let first = slot
            .subs
            .partition_point(|sub| sub.source.start < span.start);
        let mut at = span.start;
        let subs = slot.subs.iter().skip(first);
        for sub in subs.take_while(|sub| sub.source.end <= span.end) {
            // Those within a text that is written already were written with it.
            if sub.source.start >= at && self.translation(sub.unit).is_some() {
                target.push_str(slice(&self.document.text, &(at..sub.source.start)));
                self.segment(slot, sub, target);
                at = sub.source.end;
            }
        }
        target.push_str(slice(&self.document.text, &(at..span.end)));
    }
}
