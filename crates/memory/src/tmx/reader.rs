use std::io::BufRead;

use dragoman_language::Language;
use jiff::Timestamp;
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::{Reader, escape::unescape};

use super::codes::SegmentBuilder;
use super::decoding::Utf8Input;
use super::error::{TmxError, TmxProblem, TooMany};
use super::{TmxLimits, Unit, dates, languages};

/// Reads a TMX file unit by unit, in constant memory.
///
/// After an error there is nothing more. Units that lack a usable source or target are left out and
/// counted: those without text, longer than the limit, in an unknown language or in another source
/// language than the first.
///
/// **Encodings** are UTF-8, UTF-16 and whatever else the XML declaration names that the WHATWG
/// Encoding Standard knows. Document types are accepted by name only; nothing is ever fetched, and no
/// entity is ever defined.
///
/// **Inline codes** become tags in the text. The native code of `ph`, `it` and `ut` is kept if it is
/// a single tag or placeholder, those of `bpt` and `ept` if they are the two tags of one element.
/// Anything else becomes `<n>`, `</n>` or `<n/>`, where *n* is the code's attribute `x` or `i` or,
/// without one, its place among the codes. `hi` leaves its text, `sub` is left out.
pub struct TmxReader<R> {
    xml: Reader<Utf8Input<R>>,
    buffer: Vec<u8>,
    state: State,
    is_over: bool,
}

impl<R: BufRead> TmxReader<R> {
    /// Reads from the beginning of a file.
    pub fn new(input: R, limits: TmxLimits) -> Self {
        let mut xml = Reader::from_reader(Utf8Input::new(input, limits.markup_bytes));
        xml.config_mut().expand_empty_elements = true;
        Self {
            xml,
            buffer: Vec::new(),
            state: State::new(limits),
            is_over: false,
        }
    }

    /// The language of all sources: what the header says or, if it says nothing or `*all*`, that of
    /// the first unit. Known for certain once there was a unit.
    #[must_use]
    pub const fn source_language(&self) -> Option<Language> {
        self.state.source
    }

    /// How many units were left out so far.
    #[must_use]
    pub const fn skipped(&self) -> u64 {
        self.state.skipped
    }

    /// How many of those had a text that is longer than the limit.
    #[must_use]
    pub const fn too_long(&self) -> u64 {
        self.state.too_long
    }

    /// How many translations of units that were not left out were left out so far.
    #[must_use]
    pub const fn skipped_targets(&self) -> u64 {
        self.state.skipped_targets
    }

    fn read_unit(&mut self) -> Result<Option<Unit>, TmxProblem> {
        loop {
            self.buffer.clear();
            self.xml.get_mut().begin_piece();
            let event = match self.xml.read_event_into(&mut self.buffer) {
                Ok(event) => event,
                Err(error) => {
                    let known = self.xml.get_mut().take_problem();
                    return Err(known.unwrap_or_else(|| ill_formed(&error)));
                }
            };
            if matches!(event, Event::Eof) {
                return if self.state.is_complete() {
                    Ok(None)
                } else {
                    Err(TmxProblem::Truncated)
                };
            }
            if let Some(unit) = self.state.take(&event)? {
                return Ok(Some(unit));
            }
        }
    }
}

impl<R: BufRead> Iterator for TmxReader<R> {
    type Item = Result<Unit, TmxError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let result = self.read_unit();
        self.is_over = !matches!(result, Ok(Some(_)));
        let input = self.xml.get_ref();
        result
            .map_err(|problem| TmxError {
                line: input.line(),
                byte: input.byte(),
                problem,
            })
            .transpose()
    }
}

fn ill_formed(error: &quick_xml::Error) -> TmxProblem {
    TmxProblem::IllFormed {
        reason: match error {
            quick_xml::Error::Syntax(error) => error.to_string(),
            // These may hold names from the file, but none of its text.
            quick_xml::Error::IllFormed(error) => error.to_string(),
            quick_xml::Error::InvalidAttr(error) => error.to_string(),
            _ => "a tag or reference cannot be read".to_owned(),
        },
    }
}

/// A translation unit while it is read.
#[derive(Debug, Default)]
struct UnitBuilder {
    /// `srclang` of the unit itself.
    source: Option<Language>,
    variants: Vec<(Language, String)>,
    /// Translations that cannot be used.
    unusable: u64,
    /// Whether a text is longer than the limit.
    is_too_long: bool,
    created: Option<Timestamp>,
    changed: Option<Timestamp>,
    last_used: Option<Timestamp>,
}

/// What the reader knows between two events.
struct State {
    limits: TmxLimits,
    depth: usize,
    seen_root: bool,
    source: Option<Language>,
    units: u64,
    skipped: u64,
    too_long: u64,
    skipped_targets: u64,
    unit: Option<UnitBuilder>,
    /// The language of the variant that is read, `None` inside if it is unknown.
    variant: Option<Option<Language>>,
    segment: Option<SegmentBuilder>,
}

impl State {
    const fn new(limits: TmxLimits) -> Self {
        Self {
            limits,
            depth: 0,
            seen_root: false,
            source: None,
            units: 0,
            skipped: 0,
            too_long: 0,
            skipped_targets: 0,
            unit: None,
            variant: None,
            segment: None,
        }
    }

    const fn is_complete(&self) -> bool {
        self.seen_root && self.depth == 0
    }

    fn take(&mut self, event: &Event<'_>) -> Result<Option<Unit>, TmxProblem> {
        match event {
            Event::Start(tag) => self.open(tag).map(|()| None),
            Event::End(tag) => Ok(self.close(tag.name().as_ref())),
            Event::Text(text) => {
                self.text(&text.xml10_content());
                Ok(None)
            }
            Event::CData(text) => {
                self.text(&text.xml10_content());
                Ok(None)
            }
            Event::GeneralRef(reference) => {
                if let Some(symbol) = resolve(reference)? {
                    self.text(symbol.encode_utf8(&mut [0; 4]));
                }
                Ok(None)
            }
            Event::DocType(kind) if kind.contains('[') || kind.contains("<!") => {
                Err(TmxProblem::Declarations)
            }
            _ => Ok(None),
        }
    }

    fn text(&mut self, text: &str) {
        if let Some(segment) = &mut self.segment {
            segment.text(text, self.limits.segment_characters);
        }
    }

    fn open(&mut self, tag: &BytesStart<'_>) -> Result<(), TmxProblem> {
        let name = tag.name();
        let name = name.as_ref();
        if !self.seen_root {
            if name != "tmx" {
                return Err(TmxProblem::NotTmx {
                    root: name.chars().take(40).collect(),
                });
            }
            self.seen_root = true;
        }
        self.depth += 1;
        if self.depth > self.limits.depth {
            return Err(too_many(self.limits.depth, TooMany::Levels));
        }
        if let Some(segment) = &mut self.segment {
            let attributes = Attributes::of(tag, self.limits.attributes)?;
            segment.open(name, attributes.pair, attributes.number);
            return Ok(());
        }
        match name {
            "header" => {
                let attributes = Attributes::of(tag, self.limits.attributes)?;
                self.source = attributes.source;
            }
            "tu" => self.open_unit(&Attributes::of(tag, self.limits.attributes)?)?,
            "tuv" => {
                let attributes = Attributes::of(tag, self.limits.attributes)?;
                self.variant = Some(attributes.language);
                if let Some(unit) = &mut self.unit {
                    unit.date(&attributes);
                }
            }
            "seg" if self.variant.is_some() => self.segment = Some(SegmentBuilder::default()),
            _ => {}
        }
        Ok(())
    }

    fn open_unit(&mut self, attributes: &Attributes) -> Result<(), TmxProblem> {
        self.units += 1;
        if self.units > self.limits.units {
            return Err(TmxProblem::TooMany {
                most: self.limits.units,
                what: TooMany::Units,
            });
        }
        let mut unit = UnitBuilder {
            source: attributes.source,
            ..UnitBuilder::default()
        };
        unit.date(attributes);
        self.unit = Some(unit);
        Ok(())
    }

    fn close(&mut self, name: &str) -> Option<Unit> {
        self.depth = self.depth.saturating_sub(1);
        match name {
            "seg" => {
                let segment = self.segment.take()?;
                self.close_segment(segment);
                None
            }
            "tuv" => {
                self.variant = None;
                None
            }
            "tu" => {
                let unit = self.unit.take()?;
                let is_too_long = unit.is_too_long;
                let unit = self.finish(unit);
                self.skipped += u64::from(unit.is_none());
                self.too_long += u64::from(unit.is_none() && is_too_long);
                unit
            }
            _ => {
                if let Some(segment) = &mut self.segment {
                    segment.close();
                }
                None
            }
        }
    }

    fn close_segment(&mut self, segment: SegmentBuilder) {
        let (Some(unit), Some(language)) = (&mut self.unit, self.variant) else {
            return;
        };
        let is_too_long = segment.characters() > self.limits.segment_characters;
        unit.is_too_long |= is_too_long;
        let text = if !is_too_long && unit.variants.len() <= self.limits.targets {
            segment.finish()
        } else {
            String::new()
        };
        match language {
            Some(language)
                if !text.is_empty()
                    && unit.variants.iter().all(|(known, _)| *known != language) =>
            {
                unit.variants.push((language, text));
            }
            _ => unit.unusable += 1,
        }
    }

    fn finish(&mut self, mut unit: UnitBuilder) -> Option<Unit> {
        let (first, _) = unit.variants.first()?;
        let source = unit.source.or(self.source).unwrap_or(*first);
        let established = *self.source.get_or_insert(source);
        if source.base() != established.base() {
            return None;
        }
        let place = [source, established]
            .into_iter()
            .find_map(|wanted| unit.variants.iter().position(|(known, _)| *known == wanted))
            .or_else(|| {
                let base = source.base();
                unit.variants
                    .iter()
                    .position(|(known, _)| known.base() == base)
            })?;
        let (_, text) = unit.variants.remove(place);
        // Another variant of the source's language is no translation.
        let before = unit.variants.len();
        unit.variants
            .retain(|(language, _)| language.base() != source.base());
        if unit.variants.is_empty() {
            return None;
        }
        let dropped = u64::try_from(before - unit.variants.len()).unwrap_or(0);
        self.skipped_targets += unit.unusable + dropped;
        Some(Unit {
            source: text,
            targets: unit.variants,
            created: unit.created,
            changed: unit.changed,
            last_used: unit.last_used,
        })
    }
}

impl UnitBuilder {
    /// Takes the dates of the unit and of its variants: the earliest creation, the latest change and
    /// use.
    fn date(&mut self, attributes: &Attributes) {
        self.created = match (self.created, attributes.created) {
            (Some(known), Some(new)) => Some(known.min(new)),
            (known, new) => known.or(new),
        };
        self.changed = self.changed.max(attributes.changed);
        self.last_used = self.last_used.max(attributes.last_used);
    }
}

/// The attributes that matter, of whatever element.
#[derive(Debug, Default)]
struct Attributes {
    language: Option<Language>,
    source: Option<Language>,
    created: Option<Timestamp>,
    changed: Option<Timestamp>,
    last_used: Option<Timestamp>,
    pair: Option<String>,
    number: Option<String>,
}

impl Attributes {
    fn of(tag: &BytesStart<'_>, most: usize) -> Result<Self, TmxProblem> {
        let mut found = Self::default();
        for (index, attribute) in tag.attributes().enumerate() {
            if index >= most {
                return Err(too_many(most, TooMany::Attributes));
            }
            let attribute = attribute.map_err(|error| ill_formed(&error.into()))?;
            // A value that cannot be read is as good as none.
            let value = unescape(&attribute.value).unwrap_or_default();
            match attribute.key.as_ref() {
                "xml:lang" => found.language = languages::parse(&value),
                "lang" => found.language = found.language.or_else(|| languages::parse(&value)),
                "srclang" => found.source = languages::parse(&value),
                "creationdate" => found.created = dates::parse(&value),
                "changedate" => found.changed = dates::parse(&value),
                "lastusagedate" => found.last_used = dates::parse(&value),
                "i" => found.pair = Some(value.chars().take(40).collect()),
                "x" => found.number = Some(value.chars().take(40).collect()),
                _ => {}
            }
        }
        Ok(found)
    }
}

fn too_many(most: usize, what: TooMany) -> TmxProblem {
    TmxProblem::TooMany {
        most: u64::try_from(most).unwrap_or(u64::MAX),
        what,
    }
}

/// The character that a reference stands for; `None` for one that XML has no character for.
fn resolve(reference: &BytesRef<'_>) -> Result<Option<char>, TmxProblem> {
    if reference.is_char_ref() {
        return Ok(reference.resolve_char_ref().ok().flatten());
    }
    match reference.as_ref() {
        "lt" => Ok(Some('<')),
        "gt" => Ok(Some('>')),
        "amp" => Ok(Some('&')),
        "quot" => Ok(Some('"')),
        "apos" => Ok(Some('\'')),
        name => Err(TmxProblem::UndefinedEntity {
            name: name.chars().take(40).collect(),
        }),
    }
}
