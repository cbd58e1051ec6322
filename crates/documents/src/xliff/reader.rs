//! Finds the sources and the places of their targets.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::parts::{Parts, children, content_span, inside, whole_span};
use super::scope::Scope;
use super::splice::{Kind, Scanner, Token, attribute, is_space, slice};
use super::{File, Inline, Segment, Slot, Version, Xml, inline};
use crate::collection::{borrow_for_unit, text_bytes};
use crate::language_tags;
use crate::{Content, DocumentError, Options, Unit, Warning, overseer};

/// Every file could be worth a warning; nobody reads more of them.
const MOST_WARNINGS: usize = 20;

/// What a document has.
#[derive(Default)]
pub(super) struct Found {
    pub(super) files: Vec<File>,
    pub(super) slots: Vec<Slot>,
    pub(super) units: Vec<Unit>,
    pub(super) warnings: Vec<Warning>,
}

/// Reads what follows the start tag of the root.
pub(super) fn read(
    xml: Xml<'_>,
    scanner: Scanner<'_>,
    root: &Token,
    options: &Options,
) -> Result<Found, DocumentError> {
    let mut reader = Reader {
        xml,
        scanner,
        options,
        frames: Vec::new(),
        found: Found::default(),
        text_bytes: 0,
        kept: 0,
    };
    if xml.version == Version::V2 {
        reader.file(root);
    }
    if root.kind == Kind::Start {
        reader.enter(root);
    }
    while let Some(token) = reader.scanner.next()? {
        match token.kind {
            Kind::Start => reader.element(token)?,
            Kind::End => {
                reader.frames.pop();
            }
            _ => {}
        }
    }
    reader.warn_of_the_whole();
    Ok(reader.found)
}

/// What an element says for everything in it.
#[derive(Debug, Clone, Copy)]
struct Frame {
    is_translated: bool,
    keeps_space: bool,
}

impl Frame {
    /// What holds within this tag.
    fn within(self, tag: &str) -> Self {
        let is = |name, no, yes, before| match attribute(tag, name).as_deref() {
            Some(value) if value == no => false,
            Some(value) if value == yes => true,
            _ => before,
        };
        Self {
            is_translated: is("translate", "no", "yes", self.is_translated),
            keeps_space: is("xml:space", "default", "preserve", self.keeps_space),
        }
    }
}

/// What is known of a source besides its content.
struct Place {
    frame: Frame,
    is_finished: bool,
    /// The tag that says so, if that must change with the target.
    tag: Option<Range<usize>>,
    longest: Option<usize>,
}

impl Place {
    const fn new(frame: Frame, is_finished: bool) -> Self {
        Self {
            frame,
            is_finished,
            tag: None,
            longest: None,
        }
    }
}

struct Reader<'t> {
    xml: Xml<'t>,
    scanner: Scanner<'t>,
    options: &'t Options,
    frames: Vec<Frame>,
    found: Found,
    text_bytes: usize,
    /// Targets that were left because somebody has finished them.
    kept: usize,
}

impl<'t> Reader<'t> {
    /// A token as it is written.
    fn tag(&self, token: &Token) -> &'t str {
        slice(self.xml.text, &token.span)
    }

    fn frame(&self) -> Frame {
        self.frames.last().copied().unwrap_or(Frame {
            is_translated: true,
            keeps_space: false,
        })
    }

    fn enter(&mut self, token: &Token) {
        let frame = self.frame().within(self.tag(token));
        self.frames.push(frame);
    }

    fn element(&mut self, token: Token) -> Result<(), DocumentError> {
        match (self.xml.version, self.xml.local_name(&token)) {
            (Version::V1, "file") => {
                self.file(&token);
                self.enter(&token);
            }
            (Version::V2, "file") | (Version::V1, "body") | (_, "group") => self.enter(&token),
            // What is in them besides, the file that is embedded among it, stays as it is.
            (Version::V1, "bin-unit") => self.enter(&token),
            (Version::V1, "trans-unit") => {
                let tokens = self.scanner.element(token)?;
                self.trans_unit(&tokens)?;
            }
            (Version::V2, "unit") => {
                let tokens = self.scanner.element(token)?;
                self.unit(&tokens)?;
            }
            _ => self.scanner.skip()?,
        }
        Ok(())
    }

    /// Notes what the tag says of languages.
    fn file(&mut self, token: &Token) {
        let tag = self.tag(token);
        let (source, target) = match self.xml.version {
            Version::V1 => ("source-language", "target-language"),
            Version::V2 => ("srcLang", "trgLang"),
        };
        let value = |name| attribute(tag, name).map(Cow::into_owned);
        let wanted = self.options.target;
        let (source, declared) = (value(source), value(target));
        let fitting = declared
            .clone()
            .filter(|tag| language_tags::fits(tag, wanted));
        if let Some(declared) = declared.as_ref().filter(|_| fitting.is_none()) {
            self.warn(Warning::OtherTarget {
                declared: declared.into(),
                target: wanted.to_string(),
            });
        }
        if let Some(source) = source.as_ref().filter(|tag| same(tag, wanted.tag())) {
            let source = source.into();
            self.warn(Warning::SourceIsTarget { source });
        }
        self.found.files.push(File {
            tag: token.span.clone(),
            source,
            declared_target: declared,
            target: fitting.unwrap_or_else(|| wanted.tag().to_owned()),
        });
    }

    fn warn(&mut self, warning: Warning) {
        let warnings = &mut self.found.warnings;
        if !warnings.contains(&warning) && warnings.len() < MOST_WARNINGS {
            warnings.push(warning);
        }
    }

    fn warn_of_the_whole(&mut self) {
        let mut sources: Vec<String> = Vec::new();
        for source in self
            .found
            .files
            .iter()
            .filter_map(|file| file.source.as_ref())
        {
            let is_known = sources.iter().any(|known| same(known, source));
            if !is_known && sources.len() < MOST_WARNINGS {
                sources.push(source.clone());
            }
        }
        if sources.len() > 1 {
            let sources = sources.join(", ");
            let sources = sources.into();
            self.warn(Warning::DifferentSources { sources });
        }
        let has_units = |slot: &&Slot| slot.segments.iter().any(|segment| segment.unit.is_some());
        let new = self.found.slots.iter().filter(has_units).count();
        for warning in Warning::of_translations(self.kept, new) {
            self.warn(warning);
        }
    }

    fn trans_unit(&mut self, tokens: &[Token]) -> Result<(), DocumentError> {
        let Some(unit) = tokens.first() else {
            return Ok(());
        };
        let tag = self.tag(unit);
        let frame = self.frame().within(tag);
        let parts = Parts::of(&self.xml, tokens, 0);
        if !frame.is_translated || self.found.files.is_empty() {
            return Ok(());
        }
        let target_tag = parts.target.and_then(|target| tokens.get(target));
        let state = target_tag.and_then(|token| attribute(self.tag(token), "state"));
        let is_approved = attribute(tag, "approved").as_deref() == Some("yes");
        let is_finished = is_approved
            || matches!(
                state.as_deref(),
                Some("translated" | "signed-off" | "final")
            );
        let longest = attribute(tag, "maxwidth")
            .filter(|_| attribute(tag, "size-unit").as_deref() == Some("char"))
            .and_then(|width| width.trim().parse().ok());
        let place = Place {
            tag: is_approved.then(|| unit.span.clone()),
            longest,
            ..Place::new(frame, is_finished)
        };
        self.slot(tokens, &parts, place, &mut Scope::new(true))
    }

    fn unit(&mut self, tokens: &[Token]) -> Result<(), DocumentError> {
        let Some(unit) = tokens.first() else {
            return Ok(());
        };
        let frame = self.frame().within(self.tag(unit));
        let mut scope = Scope::new(frame.is_translated);
        for (place, segment) in children(tokens, 0) {
            let parts = Parts::of(&self.xml, tokens, place);
            match self.xml.local_name(segment) {
                "segment" => {
                    let state = attribute(self.tag(segment), "state");
                    let state = state.as_deref();
                    let is_finished = matches!(state, Some("translated" | "reviewed" | "final"));
                    let place = Place {
                        tag: Some(segment.span.clone()),
                        ..Place::new(frame, is_finished)
                    };
                    self.slot(tokens, &parts, place, &mut scope)?;
                }
                "ignorable" => self.pass_over(tokens, &parts, &mut scope)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Heeds the annotations in a source that is left as it is.
    fn pass_over(
        &self,
        tokens: &[Token],
        parts: &Parts,
        scope: &mut Scope,
    ) -> Result<(), DocumentError> {
        if let (Some(source), Version::V2) = (parts.source, self.xml.version) {
            inline::read(&self.xml, tokens, inside(tokens, source), true, scope)?;
        }
        Ok(())
    }

    /// Whether a target has something in it that is in the language asked for.
    fn has_translation(&self, tokens: &[Token], target: usize) -> bool {
        let wanted = self.options.target;
        let file = self.found.files.last();
        let tag = tokens.get(target).map_or("", |token| self.tag(token));
        let own = attribute(tag, "xml:lang");
        let declared = own
            .as_deref()
            .or_else(|| file.and_then(|file| file.declared_target.as_deref()));
        declared.is_none_or(|tag| language_tags::fits(tag, wanted))
            && self.has_content(tokens, target)
    }

    /// Whether there is more in an element than white space and empty segments.
    fn has_content(&self, tokens: &[Token], element: usize) -> bool {
        let inner = tokens.get(inside(tokens, element)).unwrap_or_default();
        inner.iter().any(|token| match token.kind {
            Kind::Text => !self.tag(token).chars().all(is_space),
            Kind::CData | Kind::Reference => true,
            Kind::Start | Kind::Empty => self.xml.local_name(token) != "mrk",
            Kind::End | Kind::Instruction | Kind::Comment => false,
        })
    }

    fn warn_of_source_language(&mut self, source_tag: &str) {
        let own = attribute(source_tag, "xml:lang");
        let file = self
            .found
            .files
            .last()
            .and_then(|file| file.source.as_deref());
        if let (Some(own), Some(file)) = (own, file)
            && !same(language_tags::base(&own), language_tags::base(file))
        {
            let (own, file) = (own.into(), file.into());
            self.warn(Warning::OtherSource { own, file });
        }
    }

    /// Makes units of a source, and notes where their target belongs.
    fn slot(
        &mut self,
        tokens: &[Token],
        parts: &Parts,
        about: Place,
        scope: &mut Scope,
    ) -> Result<(), DocumentError> {
        let Some((place, source)) = parts
            .source
            .and_then(|place| Some((place, tokens.get(place)?)))
            .filter(|(place, _)| !content_span(tokens, *place).is_empty())
        else {
            return Ok(());
        };
        let source_tag = self.tag(source);
        self.warn_of_source_language(source_tag);
        let target = parts.target;
        let existing = target.filter(|target| self.has_translation(tokens, *target));
        if about.is_finished && existing.is_some() {
            self.kept = self.kept.saturating_add(1);
            return self.pass_over(tokens, parts, scope);
        }
        let (body, segments) = self.segments(tokens, parts, place, existing);
        let mut slot = Slot {
            file: self.found.files.len().saturating_sub(1),
            place: target.map_or_else(
                || {
                    let behind = whole_span(tokens, parts.seg_source.unwrap_or(place)).end;
                    behind..behind
                },
                |target| whole_span(tokens, target),
            ),
            tag: target.and_then(|target| Some(tokens.get(target)?.span.clone())),
            space: attribute(source_tag, "xml:space").map(Cow::into_owned),
            indent: self.indent(tokens, place),
            state_tag: about.tag,
            body: content_span(tokens, body),
            segments: Vec::new(),
            subs: Vec::new(),
        };
        let keeps_space = about.frame.within(source_tag).keeps_space;
        let longest = about.longest.filter(|_| segments.len() == 1);
        for (range, span, existing) in segments {
            let read = inline::read(&self.xml, tokens, range.clone(), keeps_space, scope)?;
            let segment = self.segment(read, span, existing, longest)?;
            slot.segments.push(segment);
            self.subs(tokens, range, keeps_space, &mut slot.subs)?;
        }
        let has_units = slot.units().next().is_some();
        if has_units || (existing.is_none() && about.frame.is_translated) {
            overseer::borrow_for::<Slot>(1)?;
            overseer::borrow_for::<Segment>(slot.segments.len())?;
            self.found.slots.push(slot);
        }
        Ok(())
    }

    /// The white space before a source, which its target gets as well.
    fn indent(&self, tokens: &[Token], source: usize) -> Range<usize> {
        let before = source
            .checked_sub(1)
            .and_then(|place| tokens.get(place))
            .filter(|token| token.kind == Kind::Text)
            .map(|token| token.span.clone());
        before
            .filter(|span| slice(self.xml.text, span).chars().all(is_space))
            .unwrap_or_default()
    }

    /// The element from which the target is made, and its segments: the places of their tokens, where they
    /// stand, and where the existing target has them.
    fn segments(
        &self,
        tokens: &[Token],
        parts: &Parts,
        source: usize,
        existing: Option<usize>,
    ) -> (usize, Vec<SegmentPlace>) {
        // Some tools leave codes out where they divide: a target that is made from that would lack them.
        let has_codes = |divided: &usize| {
            let codes = self.code_ids(tokens, *divided);
            codes.is_superset(&self.code_ids(tokens, source))
        };
        let divided = parts.seg_source.filter(has_codes);
        if let Some(seg_source) = divided {
            let marked = self.marked(tokens, seg_source);
            if !marked.is_empty() {
                let found = existing.map(|target| self.marked(tokens, target));
                let found: BTreeMap<_, _> = found.unwrap_or_default().into_iter().collect();
                let places = marked.into_iter().map(|(id, place)| {
                    let existing = found.get(&id).map(|mark| content_span(tokens, *mark));
                    let existing = existing.filter(|span| !span.is_empty());
                    (inside(tokens, place), content_span(tokens, place), existing)
                });
                return (seg_source, places.collect());
            }
        }
        let existing = existing.map(|target| content_span(tokens, target));
        let whole = (
            inside(tokens, source),
            content_span(tokens, source),
            existing,
        );
        (source, vec![whole])
    }

    /// What identifies the codes within an element, but for segments and annotations.
    fn code_ids(&self, tokens: &[Token], element: usize) -> BTreeSet<Cow<'t, str>> {
        let inner = tokens.get(inside(tokens, element)).unwrap_or_default();
        let codes = inner.iter().filter(|token| {
            let is_tag = matches!(token.kind, Kind::Start | Kind::Empty);
            is_tag && !matches!(self.xml.local_name(token), "" | "mrk")
        });
        codes
            .filter_map(|token| attribute(self.tag(token), "id"))
            .collect()
    }

    /// The segments within an element, by their `mid`.
    fn marked(&self, tokens: &[Token], element: usize) -> Vec<(String, usize)> {
        let range = inside(tokens, element);
        let mut marked = Vec::new();
        let mut at = range.start;
        while let Some(token) = tokens.get(at).filter(|_| at < range.end) {
            let tag = self.tag(token);
            let is_segment = token.kind == Kind::Start
                && self.xml.local_name(token) == "mrk"
                && attribute(tag, "mtype").as_deref() == Some("seg");
            if is_segment {
                let id = attribute(tag, "mid").unwrap_or_default().into_owned();
                marked.push((id, at));
                at = token.mate;
            }
            at = at.saturating_add(1);
        }
        marked
    }

    fn segment(
        &mut self,
        (content, inline): (Content, Inline),
        source: Range<usize>,
        existing: Option<Range<usize>>,
        longest: Option<usize>,
    ) -> Result<Segment, DocumentError> {
        let mut segment = Segment {
            unit: None,
            source,
            existing,
            inline: Inline::default(),
        };
        if !content.has_letters() {
            return Ok(segment);
        }
        let limits = &self.options.limits;
        segment.unit = Some(self.found.units.len());
        if self.found.units.len() >= limits.units {
            return Err(DocumentError::too_large("units", limits.units));
        }
        self.text_bytes = self.text_bytes.saturating_add(text_bytes(&content));
        if self.text_bytes > limits.text_bytes {
            return Err(DocumentError::too_large("bytes of text", limits.text_bytes));
        }
        borrow_for_unit(&content)?;
        let around = inline.before.chars().chain(inline.after.chars()).count();
        self.found.units.push(Unit {
            content,
            longest: longest.map(|longest| longest.saturating_sub(around)),
        });
        segment.inline = inline;
        Ok(segment)
    }

    /// Makes units of the texts within codes, those within codes in them included.
    fn subs(
        &mut self,
        tokens: &[Token],
        range: Range<usize>,
        keeps_space: bool,
        subs: &mut Vec<Segment>,
    ) -> Result<(), DocumentError> {
        if self.xml.version == Version::V2 {
            return Ok(());
        }
        let mut at = range.start;
        while let Some(token) = tokens.get(at).filter(|_| at < range.end) {
            let name = self.xml.local_name(token);
            let is_protected = name == "mrk"
                && attribute(self.tag(token), "mtype").as_deref() == Some("protected");
            if token.kind == Kind::Start && is_protected {
                at = token.mate;
            } else if token.kind == Kind::Start && name == "sub" {
                let mut scope = Scope::new(true);
                let text = inside(tokens, at);
                let read = inline::read(&self.xml, tokens, text, keeps_space, &mut scope)?;
                let span = content_span(tokens, at);
                subs.push(self.segment(read, span, None, None)?);
            }
            at = at.saturating_add(1);
        }
        Ok(())
    }
}

type SegmentPlace = (Range<usize>, Range<usize>, Option<Range<usize>>);

fn same(left: &str, right: &str) -> bool {
    left.eq_ignore_ascii_case(right)
}
