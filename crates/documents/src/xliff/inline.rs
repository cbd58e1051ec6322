//! The content of a source as text with codes, and a translation of it as content of a target.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use super::scope::{self, Scope};
use super::splice::{Kind, Token, attribute, is_space, slice};
use super::{Version, Xml};
use crate::{CodeId, Content, DocumentError, Piece};

/// A stretch of the file as it is: the tags around a stretch, or all of a mark.
#[derive(Debug, Clone, Default)]
struct Code {
    open: Range<usize>,
    close: Range<usize>,
    /// Whether it is text that is not translated.
    is_text: bool,
}

/// What is besides the content of a source, or of one segment of it.
#[derive(Debug, Clone, Default)]
pub(super) struct Inline {
    /// The white space around what is translated.
    pub(super) before: String,
    pub(super) after: String,
    codes: Vec<Code>,
    /// Codes that must keep their order among each other, by the group in which they must.
    groups: BTreeMap<CodeId, usize>,
    /// Whether all of the text is in CDATA sections.
    pub(super) is_cdata: bool,
}

/// What an element is for the translation of the text around it.
enum Role {
    /// Its content is text of the sentence.
    Stretch,
    /// It is kept as it is.
    Mark,
    /// It begins something that another element ends.
    Begin(Key),
    /// It ends what another element began.
    End(Key),
}

type Key = (&'static str, String);

impl Role {
    fn of(xml: &Xml<'_>, token: &Token) -> Self {
        let tag = slice(xml.text, &token.span);
        let key = |family, names: &[&str]| {
            let id = names.iter().find_map(|name| attribute(tag, name));
            id.map(|id| (family, id.into_owned()))
        };
        let begin = |key: Option<Key>| key.map_or(Self::Mark, Self::Begin);
        let end = |key: Option<Key>| key.map_or(Self::Mark, Self::End);
        let is_protected = attribute(tag, "mtype").as_deref() == Some("protected");
        match (xml.version, xml.local_name(token)) {
            (Version::V1, "mrk") if is_protected => Self::Mark,
            (_, "mrk") | (Version::V1, "g") | (Version::V2, "pc") => Self::Stretch,
            (Version::V1, "bpt") => begin(key("pt", &["rid", "id"])),
            (Version::V1, "ept") => end(key("pt", &["rid", "id"])),
            (Version::V1, "bx") => begin(key("x", &["rid", "id"])),
            (Version::V1, "ex") => end(key("x", &["rid", "id"])),
            (Version::V2, "sc") => begin(key("c", &["id"])),
            (Version::V2, "ec") => end(key("c", &["startRef"])),
            (Version::V2, "sm") => begin(key("m", &["id"])),
            (Version::V2, "em") => end(key("m", &["startRef"])),
            _ => Self::Mark,
        }
    }
}

/// Reads what stands between these two places of a list of tokens: what is to be translated, without outer
/// white space, and what is needed to write it.
pub(super) fn read(
    xml: &Xml<'_>,
    tokens: &[Token],
    range: Range<usize>,
    keeps_space: bool,
    scope: &mut Scope,
) -> Result<(Content, Inline), DocumentError> {
    let protected = scope::protected(xml, tokens, &range);
    let mut builder = Builder::default();
    let mut entered = Vec::new();
    let mut at = range.start;
    while let Some(token) = tokens.get(at).filter(|_| at < range.end) {
        let mut last = at;
        match token.kind {
            Kind::Text | Kind::CData | Kind::Reference => {
                let text = token.value(xml.text)?;
                if scope.is_translated() {
                    builder.text(token.kind, text.into_owned());
                } else {
                    builder.protected_text(token.span.clone());
                }
            }
            Kind::Comment => {}
            Kind::Instruction => builder.mark(token.span.clone()),
            Kind::End => {
                builder.close(token.span.clone());
                if let Some(entered) = entered.pop().flatten() {
                    scope.leave(entered);
                }
            }
            Kind::Start | Kind::Empty => {
                let tag = slice(xml.text, &token.span);
                let role = match protected.get(&at) {
                    Some(_) => Role::Mark,
                    None => Role::of(xml, token),
                };
                if matches!(role, Role::Stretch) && token.kind == Kind::Start {
                    builder.open(token.span.clone());
                    let may_say = xml.version == Version::V2;
                    entered.push(may_say.then(|| scope.enter(tag)).flatten());
                } else {
                    last = protected.get(&at).copied().unwrap_or(token.mate);
                    if !protected.contains_key(&at) {
                        scope.pass(xml, token);
                    }
                    let end = tokens
                        .get(last)
                        .map_or(token.span.end, |last| last.span.end);
                    builder.code_of(role, token.span.start..end);
                }
                builder.keep_order(attribute(tag, "canReorder").as_deref());
            }
        }
        at = last.saturating_add(1);
    }
    Ok(builder.finish(keeps_space))
}

/// Something that was opened and is not closed yet.
enum Open {
    Element { id: CodeId, floor: usize },
    Pending { id: CodeId, key: Key, piece: usize },
}

#[derive(Default)]
struct Builder {
    pieces: Vec<Piece>,
    codes: Vec<Code>,
    open: Vec<Open>,
    /// How many of the open ones are outside of the innermost element.
    floor: usize,
    /// Where among the open ones those are that wait for their end.
    pending: BTreeMap<Key, usize>,
    /// The ones whose end cannot be that of a stretch, because something else ended between.
    loose: BTreeMap<Key, CodeId>,
    groups: BTreeMap<CodeId, usize>,
    group_count: usize,
    has_cdata: bool,
    has_plain_text: bool,
}

impl Builder {
    fn code(&mut self, open: Range<usize>) -> CodeId {
        let id = CodeId(u32::try_from(self.codes.len()).unwrap_or(u32::MAX));
        self.codes.push(Code {
            open,
            ..Code::default()
        });
        id
    }

    fn text(&mut self, kind: Kind, text: String) {
        match kind {
            Kind::CData => self.has_cdata = true,
            _ => self.has_plain_text |= !text.chars().all(is_space),
        }
        self.pieces.push(Piece::Text(text));
    }

    /// Text that is not translated: one code, however it is written.
    fn protected_text(&mut self, span: Range<usize>) {
        if let (Some(Piece::Mark(_)), Some(code)) = (self.pieces.last(), self.codes.last_mut())
            && code.is_text
            && code.open.end == span.start
        {
            code.open.end = span.end;
            return;
        }
        self.mark(span);
        if let Some(code) = self.codes.last_mut() {
            code.is_text = true;
        }
    }

    fn code_of(&mut self, role: Role, whole: Range<usize>) {
        match role {
            Role::Stretch | Role::Mark => self.mark(whole),
            Role::Begin(key) => self.begin(whole, key),
            Role::End(key) => self.end(whole, &key),
        }
    }

    fn mark(&mut self, whole: Range<usize>) {
        let id = self.code(whole);
        self.pieces.push(Piece::Mark(id));
    }

    fn open(&mut self, tag: Range<usize>) {
        let id = self.code(tag);
        self.pieces.push(Piece::Open(id));
        let floor = self.floor;
        self.open.push(Open::Element { id, floor });
        self.floor = self.open.len();
    }

    fn close(&mut self, tag: Range<usize>) {
        while let Some(innermost) = self.open.pop() {
            match innermost {
                Open::Pending { id, key, .. } => self.loosen(id, key),
                Open::Element { id, floor } => {
                    self.floor = floor;
                    self.end_stretch(id, tag);
                    return;
                }
            }
        }
    }

    fn end_stretch(&mut self, id: CodeId, tag: Range<usize>) {
        if let Some(code) = self.codes.get_mut(index(id)) {
            code.close = tag;
        }
        self.pieces.push(Piece::Close(id));
    }

    fn loosen(&mut self, id: CodeId, key: Key) {
        if self.pending.get(&key) == Some(&self.open.len()) {
            self.pending.remove(&key);
        }
        self.loose.insert(key, id);
    }

    fn begin(&mut self, whole: Range<usize>, key: Key) {
        let id = self.code(whole);
        let piece = self.pieces.len();
        self.pieces.push(Piece::Mark(id));
        self.pending.insert(key.clone(), self.open.len());
        self.open.push(Open::Pending { id, key, piece });
    }

    fn end(&mut self, whole: Range<usize>, key: &Key) {
        let place = self.pending.get(key).copied();
        let Some(place) = place.filter(|place| *place >= self.floor) else {
            let begun = place.and_then(|place| self.open.get(place));
            let begun = match begun {
                Some(Open::Pending { id, .. }) => Some(*id),
                _ => self.loose.get(key).copied(),
            };
            self.mark(whole);
            if let (Some(begun), Some(end)) = (begun, self.last_code()) {
                self.group(begun, end);
            }
            return;
        };
        while self.open.len() > place.saturating_add(1) {
            if let Some(Open::Pending { id, key, .. }) = self.open.pop() {
                self.loosen(id, key);
            }
        }
        self.pending.remove(key);
        if let Some(Open::Pending { id, piece, .. }) = self.open.pop() {
            if let Some(piece) = self.pieces.get_mut(piece) {
                *piece = Piece::Open(id);
            }
            self.end_stretch(id, whole);
        }
    }

    fn last_code(&self) -> Option<CodeId> {
        match self.pieces.last()? {
            Piece::Mark(id) | Piece::Open(id) | Piece::Close(id) => Some(*id),
            Piece::Text(_) => None,
        }
    }

    /// Has these two keep their order.
    fn group(&mut self, first: CodeId, second: CodeId) {
        let group = match (self.groups.get(&first), self.groups.get(&second)) {
            (Some(_), Some(_)) => return,
            (Some(group), None) | (None, Some(group)) => *group,
            (None, None) => {
                self.group_count = self.group_count.saturating_add(1);
                self.group_count
            }
        };
        self.groups.insert(first, group);
        self.groups.insert(second, group);
    }

    /// Heeds what the last code says of its order.
    fn keep_order(&mut self, can_reorder: Option<&str>) {
        let Some(id) = self.last_code() else { return };
        match can_reorder {
            Some("firstNo") => {
                self.group_count = self.group_count.saturating_add(1);
                self.groups.entry(id).or_insert(self.group_count);
            }
            Some("no") => {
                self.groups.entry(id).or_insert(self.group_count);
            }
            _ => {}
        }
    }

    fn finish(self, keeps_space: bool) -> (Content, Inline) {
        let is_cdata = self.has_cdata && !self.has_plain_text;
        let mut pieces = Content::new(self.pieces).pieces().to_vec();
        let (mut before, mut after) = (String::new(), String::new());
        if let Some(Piece::Text(first)) = pieces.first_mut() {
            let kept = first.trim_start();
            before = first.strip_suffix(kept).unwrap_or_default().to_owned();
            *first = kept.to_owned();
        }
        if let Some(Piece::Text(last)) = pieces.last_mut() {
            let kept = last.trim_end();
            after = last.strip_prefix(kept).unwrap_or_default().to_owned();
            *last = kept.to_owned();
        }
        if !keeps_space && !is_cdata {
            for piece in &mut pieces {
                if let Piece::Text(text) = piece {
                    *text = unwrapped(text).into_owned();
                }
            }
        }
        let inline = Inline {
            before,
            after,
            codes: self.codes,
            groups: self.groups,
            is_cdata,
        };
        (Content::new(pieces), inline)
    }
}

fn index(id: CodeId) -> usize {
    usize::try_from(id.0).unwrap_or(usize::MAX)
}

/// The text with its lines joined where the next one is indented: such lines are the layout of the file and
/// not of the text. A line break without indentation may well be meant, so it stays.
fn unwrapped(text: &str) -> Cow<'_, str> {
    let is_indented = |line: &str| line.starts_with([' ', '\t']);
    if !text.split('\n').skip(1).any(is_indented) {
        return Cow::Borrowed(text);
    }
    let mut lines = text.split('\n');
    let mut joined = lines.next().unwrap_or_default().to_owned();
    for line in lines {
        if is_indented(line) {
            joined.truncate(joined.trim_end_matches([' ', '\t']).len());
            joined.push(' ');
            joined.push_str(line.trim_start_matches([' ', '\t']));
        } else {
            joined.push('\n');
            joined.push_str(line);
        }
    }
    Cow::Owned(joined)
}

impl Inline {
    /// This translation with every code of its source once, and those that must keep their order in it.
    pub(super) fn mended(&self, translation: Content, source: &Content) -> Content {
        let translation = translation.with_codes_of(source);
        if self.groups.is_empty() {
            return translation;
        }
        let wanted = self.order_of(source);
        let found = self.order_of(&translation);
        let group_of = |piece: &Piece| match piece {
            Piece::Open(id) | Piece::Close(id) | Piece::Mark(id) => self.groups.get(id),
            Piece::Text(_) => None,
        };
        let is_broken =
            |piece: &&Piece| group_of(piece).is_some_and(|g| wanted.get(g) != found.get(g));
        let kept = translation.pieces().iter().filter(|p| !is_broken(p));
        let appended = source.pieces().iter().filter(is_broken);
        Content::new(kept.chain(appended).cloned())
    }

    fn order_of(&self, content: &Content) -> BTreeMap<usize, Vec<Piece>> {
        let mut order: BTreeMap<usize, Vec<Piece>> = BTreeMap::new();
        for piece in content.pieces() {
            if let Piece::Open(id) | Piece::Close(id) | Piece::Mark(id) = piece
                && let Some(group) = self.groups.get(id)
            {
                order.entry(*group).or_default().push(piece.clone());
            }
        }
        order
    }

    /// What the file has for the code at this piece.
    pub(super) fn span(&self, piece: &Piece) -> Range<usize> {
        let span = match piece {
            Piece::Open(id) | Piece::Mark(id) => self.codes.get(index(*id)).map(|code| &code.open),
            Piece::Close(id) => self.codes.get(index(*id)).map(|code| &code.close),
            Piece::Text(_) => None,
        };
        span.cloned().unwrap_or_default()
    }
}
