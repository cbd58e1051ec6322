//! What is in a paragraph: texts with their formatting, and what stands between them. It is turned into a
//! unit's content with codes, and a translation of that is written with the original's runs.

mod around;
mod repeats;
mod trimming;
mod writer;

use std::collections::HashMap;
use std::ops::Range;

use super::direction::END_OF_DIRECTION;
use crate::xml::{Edits, escape};
use crate::{CodeId, Content, DocumentError, Piece};

pub(crate) use around::{Around, Numbers};
pub(crate) use repeats::{Behind, Repeat, Repeats};
use trimming::trimmed;
use writer::{Entrance, Source, Writer};

/// A formatting of runs. Its number is its place in [`Inline::formats`].
#[derive(Debug, Clone)]
pub(crate) struct Format {
    /// What two runs have in common whose formatting is the same to the eye.
    pub(crate) key: String,
    /// What is written before the content of such a run.
    pub(crate) open: String,
    /// What is written after it.
    pub(crate) close: String,
    /// What such runs stand in.
    pub(crate) around: Around,
    /// Whether a space shows it.
    pub(crate) shows_on_space: bool,
}

/// A range of the part that is written again wherever it is needed.
#[derive(Debug, Clone)]
pub(crate) enum Fragment {
    /// It stands in a run of this format.
    InRun(Range<usize>, usize),
    /// It stands in a run of this format in which nothing else is: programs expect it to.
    Alone(Range<usize>, usize),
    /// It stands in the text of a run of this format.
    InText(Range<usize>, usize),
    /// It begins something in a run of this format, and up to its end no other run begins.
    BeginInRun(Range<usize>, usize),
    /// It ends that.
    EndInRun(Range<usize>),
    /// It stands beside runs, in these elements.
    Beside(Range<usize>, Around),
    /// It stands beside runs, in any of these elements or in none: the start or the end of a range.
    Between(Range<usize>, Around),
}

impl Fragment {
    /// Where it stands.
    pub(crate) fn range(&self) -> &Range<usize> {
        match self {
            Self::InRun(range, _)
            | Self::Alone(range, _)
            | Self::InText(range, _)
            | Self::BeginInRun(range, _)
            | Self::EndInRun(range)
            | Self::Beside(range, _)
            | Self::Between(range, _) => range,
        }
    }
}

/// What follows one another in a paragraph.
#[derive(Debug, Clone)]
pub(crate) enum Item {
    /// Text in a run of this format; the range is that of its element.
    Text(String, usize, Range<usize>),
    /// Something without text that is to be translated.
    Mark(Vec<Fragment>),
    /// Such a thing which must keep its order among others of its kind: the starts and ends of ranges
    /// that are not nested in anything.
    Ordered(Vec<Fragment>),
    /// The start of something that has text in it: a link, a content control.
    Open(Vec<Fragment>),
    /// Its end.
    Close(Vec<Fragment>),
}

impl Item {
    /// The ranges of the part that it is made of.
    pub(crate) fn into_fragments(self) -> Vec<Fragment> {
        match self {
            Self::Text(_, format, range) => vec![Fragment::InRun(range, format)],
            Self::Mark(fragments)
            | Self::Ordered(fragments)
            | Self::Open(fragments)
            | Self::Close(fragments) => fragments,
        }
    }
}

/// How the format writes text in a run.
#[derive(Debug, Clone)]
pub(crate) struct TextTags {
    /// Before the text.
    pub(crate) open: String,
    /// After it.
    pub(crate) close: String,
}

/// How a paragraph is written whose text goes on from what stands before it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ParagraphOptions {
    /// The format of the run that is open before it.
    pub(crate) first: Option<usize>,
    /// That of the run that is to be open after it.
    pub(crate) last: Option<usize>,
    /// How text is written.
    pub(crate) escape: fn(&str) -> String,
    /// Whether text goes on in the element of the text before it in the run. Runs of drawings and of workbooks may
    /// have but one; in MIF each has a greatest length.
    pub(crate) joins_texts: bool,
    /// Whether what has text in it may be in something else that has.
    pub(crate) nests: bool,
}

/// How a paragraph is written that stands by itself.
const PLAIN: ParagraphOptions = ParagraphOptions {
    first: None,
    last: None,
    escape,
    joins_texts: true,
    nests: true,
};

/// The content of a paragraph.
#[derive(Debug, Default)]
pub(crate) struct Inline {
    /// In their order.
    pub(crate) items: Vec<Item>,
    /// The formats of its runs.
    pub(crate) formats: Vec<Format>,
    by_key: HashMap<String, usize>,
}

impl Inline {
    /// The number of this format, or of an equal one that is known.
    pub(crate) fn format(&mut self, format: Format) -> usize {
        if let Some(known) = self.by_key.get(&format.key) {
            return *known;
        }
        let number = self.formats.len();
        self.by_key.insert(format.key.clone(), number);
        self.formats.push(format);
        number
    }

    /// Has what opens at this place, and closes at the end, stand in a run of this format in which no other begins.
    pub(crate) fn hold_in_run(&mut self, place: usize, format: usize) {
        if let Some(Item::Open(fragments)) = self.items.get_mut(place) {
            for fragment in fragments {
                *fragment = Fragment::BeginInRun(fragment.range().clone(), format);
            }
        }
        if let Some(Item::Close(fragments)) = self.items.last_mut() {
            for fragment in fragments {
                *fragment = Fragment::EndInRun(fragment.range().clone());
            }
        }
    }

    /// Adds an item; things that follow one another directly are one.
    pub(crate) fn push(&mut self, item: Item) {
        match (self.items.last_mut(), item) {
            (Some(Item::Text(text, format, _)), Item::Text(more, other, _)) if *format == other => {
                text.push_str(&more);
            }
            (Some(Item::Mark(fragments)), Item::Mark(more))
            | (Some(Item::Ordered(fragments)), Item::Ordered(more)) => fragments.extend(more),
            (_, item) => self.items.push(item),
        }
    }
}

/// How deep a translation may put what has text in it into one another; what is deeper is written
/// empty. Originals do not come near it, and programs refuse documents that are too deep.
const DEEPEST: usize = 32;

/// What a code of a content stands for.
#[derive(Debug)]
enum Code {
    Mark(Vec<Fragment>),
    Ordered,
    /// Text of this format.
    Stretch(usize),
    /// What has text in it; the number is the format of text in it.
    Around(Vec<Fragment>, Vec<Fragment>, usize),
}

/// A paragraph as a unit: its content, and all that is needed to write another in its place.
#[derive(Debug)]
pub(crate) struct Layout {
    /// What is to be translated, without what stands around it.
    pub(crate) content: Content,
    before: Vec<Piece>,
    after: Vec<Piece>,
    codes: HashMap<CodeId, Code>,
    ordered: Vec<Vec<Fragment>>,
    base: usize,
}

impl Layout {
    /// Lays out a paragraph. In each container text of the most usual format has no codes.
    pub(crate) fn new(mut items: Vec<Item>, formats: &[Format]) -> Self {
        // Spaces first: a translation is read with those that were settled, and has the same bases then.
        settle_spaces(&mut items, formats);
        let mut builder = Builder {
            bases: bases(&items),
            ..Builder::default()
        };
        for item in items {
            builder.add(item);
        }
        builder.end_stretch();
        let (mut before, mut content, mut after) = trimmed(builder.pieces);
        let codes = renumbered(builder.codes, [&mut content, &mut before, &mut after]);
        Self {
            content: Content::new(content),
            before,
            after,
            codes,
            ordered: builder.ordered,
            base: builder.bases.first().copied().unwrap_or(0),
        }
    }

    /// The paragraph's inner XML with another content. Replacements within what is copied are taken along.
    ///
    /// # Errors
    /// [`DocumentError::TooLarge`] if it becomes longer than `most` bytes: properties are written as often as
    /// the translation's codes want, not as often as in the original.
    pub(crate) fn write(
        self,
        content: &Content,
        formats: &[Format],
        tags: &TextTags,
        place: (&str, &mut Edits),
        most: u64,
    ) -> Result<String, DocumentError> {
        self.write_between(PLAIN, content, formats, tags, place, most)
    }

    /// The same with other options.
    ///
    /// # Errors
    /// As [`Layout::write`].
    pub(crate) fn write_between(
        self,
        options: ParagraphOptions,
        content: &Content,
        formats: &[Format],
        tags: &TextTags,
        (part, edits): (&str, &mut Edits),
        most: u64,
    ) -> Result<String, DocumentError> {
        let source = Source::Moved(edits);
        let writer = Writer::new(options, formats, tags, part, source);
        self.write_with(writer, content, most).map(Writer::end)
    }

    /// What is written behind the paragraph, which stays as it is: a line's end and this translation of it, with what of it
    /// may be there twice. `None` if nothing of the translation may.
    ///
    /// # Errors
    /// As [`Layout::write`].
    pub(crate) fn write_behind(
        self,
        behind: &Behind<'_>,
        content: &Content,
        formats: &[Format],
        tags: &TextTags,
        (part, edits): (&str, &Edits),
        most: u64,
    ) -> Result<Option<String>, DocumentError> {
        let source = Source::Copied(edits, behind);
        let mut writer = Writer::new(PLAIN, formats, tags, part, source);
        writer.end_line(behind, self.base);
        if let Some(start) = behind.direction {
            writer.raw_text(start, self.base);
        }
        let mut writer = self.write_with(writer, content, most)?;
        if behind.direction.is_some() {
            writer.raw_text(END_OF_DIRECTION, self.base);
        }
        let has_letters = behind.has_letters || writer.has_letters;
        Ok(has_letters.then(|| writer.end()))
    }

    fn write_with<'a>(
        &'a self,
        mut writer: Writer<'a>,
        content: &Content,
        most: u64,
    ) -> Result<Writer<'a>, DocumentError> {
        let options = writer.options;
        // What is open: the format of text in it, and what is written at its end.
        let mut within: Vec<(usize, &[Fragment])> = Vec::new();
        // What may not be in what is open, and follows it empty.
        let mut deferred: Vec<(&[Fragment], &[Fragment])> = Vec::new();
        let mut ordered = self.ordered.iter();
        // How much is open within something that is left out with what is in it.
        let mut left_out = 0_usize;
        let outer = |pieces: &'a [Piece]| pieces.iter().map(|piece| (piece, true));
        let pieces = outer(&self.before)
            .chain(content.pieces().iter().map(|piece| (piece, false)))
            .chain(outer(&self.after));
        for (piece, is_outer) in pieces {
            if u64::try_from(writer.out.len()).is_ok_and(|length| length > most) {
                return Err(DocumentError::TooLarge {
                    what: "bytes in a translated paragraph",
                    most,
                });
            }
            if left_out > 0 {
                match piece {
                    Piece::Open(_) => left_out += 1,
                    Piece::Close(_) => left_out -= 1,
                    Piece::Text(_) | Piece::Mark(_) => {}
                }
                continue;
            }
            let code = match piece {
                Piece::Text(text) => {
                    writer.text(text, within.last().map_or(self.base, |(format, _)| *format));
                    continue;
                }
                Piece::Close(_) => {
                    if let Some((_, close)) = within.pop()
                        && !close.is_empty()
                    {
                        writer.close(close);
                        for (open, close) in deferred.drain(..) {
                            writer.fragments(open, is_outer);
                            writer.close(close);
                        }
                    }
                    continue;
                }
                Piece::Open(id) | Piece::Mark(id) => self.codes.get(id),
            };
            match code {
                Some(Code::Mark(fragments)) => writer.fragments(fragments, is_outer),
                Some(Code::Ordered) => {
                    if let Some(fragments) = ordered.next() {
                        writer.ordered(fragments);
                    }
                }
                Some(Code::Stretch(format)) => within.push((*format, &[])),
                Some(Code::Around(open, close, format)) => match writer.entrance(open) {
                    Entrance::Written => {
                        let is_apart = || within.iter().all(|(_, close)| close.is_empty());
                        if !options.nests && !is_apart() {
                            deferred.push((open, close));
                            within.push((*format, &[]));
                            continue;
                        }
                        writer.fragments(open, is_outer);
                        if within.len() < DEEPEST {
                            within.push((*format, close));
                        } else {
                            writer.close(close);
                            within.push((*format, &[]));
                        }
                    }
                    Entrance::Bare => within.push((*format, &[])),
                    Entrance::LeftOut => left_out = 1,
                },
                None => {}
            }
        }
        Ok(writer)
    }
}

/// The most usual format of each container: first that of the paragraph itself, then those of what is opened
/// in it, in that order.
fn bases(items: &[Item]) -> Vec<usize> {
    let mut counts: Vec<(Option<usize>, HashMap<usize, usize>)> = vec![(None, HashMap::new())];
    let mut open = vec![0];
    for item in items {
        let current = open.last().copied().unwrap_or(0);
        match item {
            Item::Text(text, format, _) => {
                if let Some((_, count)) = counts.get_mut(current) {
                    let letters = count.entry(*format).or_default();
                    *letters = letters.saturating_add(text.len());
                }
            }
            Item::Open(_) => {
                open.push(counts.len());
                counts.push((Some(current), HashMap::new()));
            }
            Item::Close(_) if open.len() > 1 => {
                open.pop();
            }
            _ => {}
        }
    }
    let mut bases: Vec<usize> = Vec::with_capacity(counts.len());
    for (outer, count) in counts {
        let usual = count
            .into_iter()
            .max_by_key(|(format, letters)| (*letters, std::cmp::Reverse(*format)))
            .map(|(format, _)| format);
        let inherited = || outer.and_then(|outer| bases.get(outer)).copied();
        bases.push(usual.or_else(inherited).unwrap_or(0));
    }
    bases
}

/// Gives space between two texts the format of one of them, where that makes no difference to the
/// eye: it needs no code of its own then.
fn settle_spaces(items: &mut [Item], formats: &[Format]) {
    let shows = |format: usize| {
        formats
            .get(format)
            .is_none_or(|format| format.shows_on_space)
    };
    let mut before: Option<usize> = None;
    for place in 0..items.len() {
        let after = match items.get(place + 1) {
            Some(Item::Text(_, format, _)) => Some(*format),
            _ => None,
        };
        let Some(Item::Text(text, format, _)) = items.get_mut(place) else {
            before = None;
            continue;
        };
        let neighbours = [after, before].into_iter().flatten();
        if text.trim().is_empty()
            && !shows(*format)
            && let Some(plain) = neighbours.into_iter().find(|format| !shows(*format))
        {
            *format = plain;
        }
        before = Some(*format);
    }
}

#[derive(Default)]
struct Builder {
    bases: Vec<usize>,
    pieces: Vec<Piece>,
    codes: HashMap<CodeId, Code>,
    ordered: Vec<Vec<Fragment>>,
    /// What is opened: its code, and the format of text in it.
    open: Vec<(CodeId, usize)>,
    opened: usize,
    stretch: Option<(CodeId, usize)>,
}

impl Builder {
    fn code(&mut self, code: Code) -> CodeId {
        let number = self.codes.len().saturating_add(1);
        let id = CodeId(u32::try_from(number).unwrap_or(u32::MAX));
        self.codes.insert(id, code);
        id
    }

    fn add(&mut self, item: Item) {
        match item {
            Item::Text(text, format, _) => {
                self.begin_stretch(format);
                self.pieces.push(Piece::Text(text));
            }
            Item::Mark(fragments) => {
                let id = self.code(Code::Mark(fragments));
                self.pieces.push(Piece::Mark(id));
            }
            Item::Ordered(fragments) => {
                self.ordered.push(fragments);
                let id = self.code(Code::Ordered);
                self.pieces.push(Piece::Mark(id));
            }
            Item::Open(open) => {
                self.end_stretch();
                self.opened += 1;
                let base = self.bases.get(self.opened).copied().unwrap_or(0);
                let id = self.code(Code::Around(open, Vec::new(), base));
                self.open.push((id, base));
                self.pieces.push(Piece::Open(id));
            }
            Item::Close(fragments) => {
                self.end_stretch();
                if let Some((id, _)) = self.open.pop() {
                    if let Some(Code::Around(_, close, _)) = self.codes.get_mut(&id) {
                        *close = fragments;
                    }
                    self.pieces.push(Piece::Close(id));
                }
            }
        }
    }

    fn begin_stretch(&mut self, format: usize) {
        let root = self.bases.first().copied().unwrap_or(0);
        let base = self.open.last().map_or(root, |(_, base)| *base);
        let wanted = (format != base).then_some(format);
        if self.stretch.map(|(_, format)| format) == wanted {
            return;
        }
        self.end_stretch();
        if let Some(format) = wanted {
            let id = self.code(Code::Stretch(format));
            self.stretch = Some((id, format));
            self.pieces.push(Piece::Open(id));
        }
    }

    fn end_stretch(&mut self) {
        if let Some((id, _)) = self.stretch.take() {
            // What follows the stretch's text is not of its format.
            let is_text = |piece: &Piece| !matches!(piece, Piece::Mark(_));
            let end = self.pieces.iter().rposition(is_text);
            let end = end.map_or(self.pieces.len(), |last| last + 1);
            self.pieces.insert(end, Piece::Close(id));
        }
    }
}

/// The codes with new numbers in the order of these pieces: so equal texts have equal codes, whatever
/// stands before them.
fn renumbered(
    mut codes: HashMap<CodeId, Code>,
    pieces: [&mut Vec<Piece>; 3],
) -> HashMap<CodeId, Code> {
    let mut numbers = HashMap::new();
    let mut renumbered = HashMap::with_capacity(codes.len());
    for piece in pieces.into_iter().flatten() {
        let (Piece::Open(id) | Piece::Close(id) | Piece::Mark(id)) = piece else {
            continue;
        };
        let next = u32::try_from(numbers.len().saturating_add(1)).unwrap_or(u32::MAX);
        let number = *numbers.entry(*id).or_insert(CodeId(next));
        if let Some(code) = codes.remove(id) {
            renumbered.insert(number, code);
        }
        *id = number;
    }
    renumbered
}
