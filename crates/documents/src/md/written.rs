//! A translation as Markdown, in the place of its run.

use std::ops::Range;

use crate::{CodeId, Content, DocumentError, Piece, html, overseer};

use super::atoms::{Atom, atoms, is_emphasis};
use super::check::{self, Expected};
use super::escape::{Place, escaped, reference};
use super::lines::{Chunk, Layout, continued, one_line, without_prefixes};
use super::runs::{Close, Code, Run, Setting, code};
use super::{Changes, borrow_for_parser};

/// How emphasis is written; where one way would be read as something else, another may not be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// With the signs of the source where that is possible.
    Usual,
    /// With other signs for emphasis than for what is strong.
    Apart,
    /// With spaces between stretches that touch.
    Spaced,
    /// Not at all, and with all signs in words escaped.
    Without,
    /// Not at all, and with all signs in words by their numbers: next to a text with half of a pair of signs.
    Numbered,
}

impl Way {
    /// Those of a translation in the place of its source.
    const ALONE: &[Self] = &[Self::Usual, Self::Apart, Self::Spaced, Self::Without];
    /// Those of one behind its source.
    const BEHIND: &[Self] = &[
        Self::Usual,
        Self::Apart,
        Self::Spaced,
        Self::Without,
        Self::Numbered,
    ];

    fn has_emphasis(self) -> bool {
        !matches!(self, Self::Without | Self::Numbered)
    }
}

/// The codes as they are written.
struct Codes<'a> {
    codes: &'a [Code],
    changes: &'a Changes<'a>,
    /// Whether the source stays before the translation.
    is_behind: bool,
}

impl Run {
    /// The run with another content; nothing if it cannot be written so that it is read as that.
    pub(super) fn write(
        &self,
        translation: &Content,
        changes: &Changes<'_>,
    ) -> Result<Option<String>, DocumentError> {
        let pieces = self
            .before
            .iter()
            .chain(translation.pieces())
            .chain(&self.after);
        let pieces: Vec<Piece> = pieces.cloned().collect();
        let codes = Codes {
            codes: &self.codes,
            changes,
            is_behind: false,
        };
        let layout = Layout::of(changes.file.get(self.range.clone()), self);
        let text = self.find(&pieces, &codes, &layout, |_| Ok(true))?;
        let label = self
            .label
            .as_ref()
            .map(|label| format!("][{}", one_line(changes.file.get(label.clone()))));
        let text = text.map(|text| text.replace('\n', &layout.line_end));
        Ok(text.map(|text| text + &label.unwrap_or_default()))
    }

    /// The run with a translation behind it in the same block; nothing if it cannot be written so that both are read as what
    /// they are.
    pub(super) fn write_behind(
        &self,
        translation: &Content,
        changes: &Changes<'_>,
    ) -> Result<Option<String>, DocumentError> {
        let codes = Codes {
            codes: &self.codes,
            changes,
            is_behind: true,
        };
        let pieces = self
            .before
            .iter()
            .chain(translation.pieces())
            .chain(&self.after);
        let pieces = pieces.filter(|piece| codes.is_repeated(piece));
        let pieces: Vec<Piece> = pieces.cloned().collect();
        let mut layout = Layout::of(changes.file.get(self.range.clone()), self);
        if self.prefix.is_none() && !changes.file.get(self.range.clone()).contains('\n') {
            let before = changes.file.get(0..self.range.start);
            layout.line_end = changes.line_end.to_owned() + &continued(before);
        }
        let gap = self.gap(&layout);
        let source = changes.copy(&self.range);
        let lines = without_prefixes(&source);
        let notes = codes.notes();
        let is_right = |text: &str| {
            borrow_for_parser(&lines)?;
            borrow_for_parser(&lines)?;
            borrow_for_parser(text)?;
            Ok(check::are_read_apart(
                (&lines, gap, text),
                self.setting,
                &notes,
            ))
        };
        let text = self.find(&pieces, &codes, &layout, is_right)?;
        Ok(text.map(|text| source + &format!("{gap}{text}").replace('\n', &layout.line_end)))
    }

    /// What is written between a source and its translation: the end of a line that is shown. In a heading and in a table there
    /// is one line. The space is for whoever reads the text without its lines.
    fn gap(&self, layout: &Layout) -> &'static str {
        let has_break = |code: &Code| matches!(code, Code::Break(_));
        match self.setting {
            Setting::Paragraph if !layout.has_spaces && self.codes.iter().any(has_break) => "\\\n",
            // The only way that every reader of Markdown knows.
            Setting::Paragraph => "  \n",
            _ => " <br>",
        }
    }

    /// The first way to write these pieces that is read as them, and that is right.
    fn find(
        &self,
        pieces: &[Piece],
        codes: &Codes<'_>,
        layout: &Layout,
        is_right: impl Fn(&str) -> Result<bool, DocumentError>,
    ) -> Result<Option<String>, DocumentError> {
        let ways = if codes.is_behind {
            Way::BEHIND
        } else {
            Way::ALONE
        };
        for way in ways {
            let atoms = atoms(pieces, &self.codes, way.has_emphasis());
            let atoms = codes.parted(atoms, *way);
            if !atoms
                .iter()
                .any(|atom| matches!(atom, Atom::Word(_) | Atom::Mark(_)))
            {
                return Ok(None);
            }
            let text = layout.lines(self.chunks(&atoms, codes, *way));
            borrow_for_parser(&text)?;
            overseer::go_on()?;
            if check::is_read_as(&text, self.setting, &codes.expected(&atoms)) && is_right(&text)? {
                return Ok(Some(text));
            }
        }
        Ok(None)
    }

    /// What is written, divided where there is white space.
    fn chunks(&self, atoms: &[Atom], codes: &Codes<'_>, way: Way) -> Vec<Chunk> {
        let mut chunks = vec![Chunk {
            text: String::new(),
            gap: None,
        }];
        let words = atoms.iter().filter_map(|atom| match atom {
            Atom::Word(word) => Some(word.matches('$').count()),
            _ => None,
        });
        let has_formula = self.codes.iter().any(|code| codes.is_formula(code));
        let has_bars = self.setting.is_in_table() || codes.changes.line.is_before_row;
        let is_beside_dollar =
            codes.is_behind && codes.changes.file.get(self.range.clone()).contains('$');
        let has_dollars = has_formula || is_beside_dollar || words.sum::<usize>() > 1;
        for (at, atom) in atoms.iter().enumerate() {
            let is_first = chunks.len() == 1;
            let Some(chunk) = chunks.last_mut() else {
                break;
            };
            let begins_line = is_first || matches!(chunk.gap, Some(Atom::Break(_)));
            match atom {
                Atom::Space | Atom::Break(_) => chunks.push(Chunk {
                    text: String::new(),
                    gap: Some(atom.clone()),
                }),
                Atom::Word(word) => {
                    let before = chunk.text.chars().next_back();
                    let before = before.or((!begins_line).then_some(' '));
                    let next = atoms.get(at + 1);
                    let ends_label = chunk.text.ends_with(']') && !chunk.text.ends_with("]]");
                    let place = Place {
                        before,
                        is_behind_label: begins_line && ends_label,
                        is_followed: next.is_some_and(|next| !matches!(next, Atom::Space)),
                        in_table: has_bars,
                        in_heading: matches!(self.setting, Setting::Heading | Setting::Underlined),
                        has_dollars,
                        is_strict: !way.has_emphasis(),
                        has_numbers: way == Way::Numbered,
                    };
                    chunk.text.push_str(&guarded(word, at, atoms, codes, place));
                }
                Atom::Open(id) => chunk.text.push_str(&codes.open(*id, at, atoms, way)),
                Atom::Close(id) => chunk.text.push_str(&codes.close(*id, at, atoms, way)),
                Atom::Mark(id) => chunk.text.push_str(&codes.mark(*id)),
            }
        }
        chunks
    }
}

/// A word as it is written. Where a sign of emphasis touches it and would not be read as one, because there is a mark of
/// punctuation on its other side, the letter is written by its number.
fn guarded(word: &str, at: usize, atoms: &[Atom], codes: &Codes<'_>, place: Place) -> String {
    let is_sign = |atom: Option<&Atom>| match atom {
        Some(Atom::Open(id) | Atom::Close(id)) => is_emphasis(codes.codes, *id),
        _ => false,
    };
    let is_letter = |letter: &char| letter.is_alphanumeric();
    let is_close = |atom: Option<&Atom>| is_sign(atom) && matches!(atom, Some(Atom::Close(_)));
    let is_open = |atom: Option<&Atom>| is_sign(atom) && matches!(atom, Some(Atom::Open(_)));
    let before = at.checked_sub(1);
    let first = word.chars().next().filter(is_letter).filter(|_| {
        is_close(before.and_then(|before| atoms.get(before)))
            && !ends_in_letter(atoms.get(..at).unwrap_or_default(), codes)
    });
    let last = word.chars().next_back().filter(is_letter).filter(|_| {
        is_open(atoms.get(at + 1))
            && !begins_with_letter(atoms.get(at + 1..).unwrap_or_default(), codes)
    });
    let start = first.map_or(0, char::len_utf8);
    let end = last.map_or(0, char::len_utf8);
    let middle = word.get(start..word.len().saturating_sub(end).max(start));
    let mut written = first.map(reference).unwrap_or_default();
    let before = if first.is_some() {
        Some(';')
    } else {
        place.before
    };
    let is_followed = place.is_followed || last.is_some();
    let middle_place = Place {
        before,
        is_followed,
        ..place
    };
    written.push_str(&escaped(middle.unwrap_or_default(), middle_place));
    if let Some(last) = last.filter(|_| word.len() > start) {
        written.push_str(&reference(last));
    }
    written
}

/// Whether what stands before signs of emphasis is a letter.
fn ends_in_letter(atoms: &[Atom], codes: &Codes<'_>) -> bool {
    let inner = atoms
        .iter()
        .rev()
        .find(|atom| !matches!(atom, Atom::Close(id) if is_emphasis(codes.codes, *id)));
    matches!(inner, Some(Atom::Word(word)) if word.chars().next_back().is_some_and(char::is_alphanumeric))
}

/// Whether what stands behind signs of emphasis is a letter.
fn begins_with_letter(atoms: &[Atom], codes: &Codes<'_>) -> bool {
    let inner = atoms
        .iter()
        .find(|atom| !matches!(atom, Atom::Open(id) if is_emphasis(codes.codes, *id)));
    matches!(inner, Some(Atom::Word(word)) if word.chars().next().is_some_and(char::is_alphanumeric))
}

impl Codes<'_> {
    /// The atoms with spaces where without them two codes would be another one, or an address would go on. Languages
    /// without spaces have none there.
    fn parted(&self, atoms: Vec<Atom>, way: Way) -> Vec<Atom> {
        let mut parted: Vec<Atom> = Vec::with_capacity(atoms.len());
        for atom in atoms {
            let needs_space = match (parted.last(), &atom) {
                (Some(Atom::Mark(last)), Atom::Mark(next)) => {
                    self.mark(*last).ends_with('`') && self.mark(*next).starts_with('`')
                }
                (Some(Atom::Mark(last)), Atom::Word(word)) => {
                    self.is_address(*last) && word.starts_with(char::is_alphanumeric)
                }
                (Some(Atom::Word(word)), Atom::Mark(next)) => {
                    self.is_address(*next) && word.ends_with(char::is_alphanumeric)
                }
                (Some(Atom::Close(last)), Atom::Open(next)) => {
                    let touch = is_emphasis(self.codes, *last) && is_emphasis(self.codes, *next);
                    touch && way == Way::Spaced
                }
                _ => false,
            };
            if needs_space {
                parted.push(Atom::Space);
            }
            parted.push(atom);
        }
        parted
    }

    /// Whether a code is an address that stands in the text.
    fn is_address(&self, id: CodeId) -> bool {
        let is_text = |range: &Range<usize>| {
            let written = self.changes.file.get(range.clone());
            !written.starts_with(['`', '$', '<', '[', '!'])
        };
        matches!(code(self.codes, id), Some(Code::Mark(range)) if is_text(range))
    }

    fn get(&self, range: &Range<usize>) -> String {
        one_line(&self.changes.copy(range))
    }

    /// A tag as it stands; one that is repeated, without names that may be there once.
    fn tag(&self, range: &Range<usize>) -> String {
        let tag = self.get(range);
        if self.is_behind {
            html::without_names(&tag)
        } else {
            tag
        }
    }

    /// Whether a piece stands in a translation behind its source as well: no picture, no mark of a footnote, and of tags
    /// without an end only those of line ends.
    fn is_repeated(&self, piece: &Piece) -> bool {
        let Piece::Mark(id) = piece else {
            return true;
        };
        match code(self.codes, *id) {
            Some(Code::Mark(range)) => {
                let written = self.changes.file.get(range.clone());
                let is_code = written.starts_with(['`', '$']);
                is_code || !(written.starts_with("[^") || written.contains("!["))
            }
            Some(Code::Tag(range)) => html::is_line_end(self.changes.file.get(range.clone())),
            _ => true,
        }
    }

    /// The marks of footnotes.
    fn notes(&self) -> Vec<String> {
        let notes = self.codes.iter().filter_map(|code| match code {
            Code::Mark(range) => Some(self.changes.file.get(range.clone())),
            _ => None,
        });
        notes
            .filter(|written| written.starts_with("[^"))
            .map(str::to_owned)
            .collect()
    }

    fn is_formula(&self, code: &Code) -> bool {
        matches!(code, Code::Mark(range) if self.changes.file.get(range.clone()).starts_with('$'))
    }

    fn mark(&self, id: CodeId) -> String {
        match code(self.codes, id) {
            Some(Code::Mark(range)) => self.get(range),
            Some(Code::Tag(range)) => self.tag(range),
            Some(Code::Kept(open, inside, _, close)) => {
                self.tag(open) + &self.get(inside) + &self.get(close)
            }
            _ => String::new(),
        }
    }

    fn open(&self, id: CodeId, at: usize, atoms: &[Atom], way: Way) -> String {
        match code(self.codes, id) {
            Some(Code::Link(_)) => "[".to_owned(),
            Some(Code::Element(open, _)) => self.tag(open),
            Some(_) => {
                let close = atoms
                    .iter()
                    .skip(at)
                    .position(|atom| *atom == Atom::Close(id));
                self.sign(id, at, close.map_or(at, |close| at + close), atoms, way)
            }
            None => String::new(),
        }
    }

    fn close(&self, id: CodeId, at: usize, atoms: &[Atom], way: Way) -> String {
        match code(self.codes, id) {
            Some(Code::Link(Close::Written(range))) => self.get(range),
            // The label is that of the source, whatever is translated in it.
            Some(Code::Link(Close::Label(range))) => {
                format!("][{}]", one_line(self.changes.file.get(range.clone())))
            }
            Some(Code::Element(_, close)) => self.get(close),
            Some(_) => {
                let before = atoms.iter().take(at);
                let open = before.rev().position(|atom| *atom == Atom::Open(id));
                let open = open.map_or(at, |open| at.saturating_sub(open + 1));
                self.sign(id, open, at, atoms, way)
            }
            None => String::new(),
        }
    }

    /// The sign of a stretch of emphasis that begins and ends here. Underscores are none next to letters.
    fn sign(&self, id: CodeId, open: usize, close: usize, atoms: &[Atom], way: Way) -> String {
        let before = open.checked_sub(1).and_then(|before| atoms.get(before));
        let touches = matches!(before, Some(Atom::Word(word)) if word.ends_with(char::is_alphanumeric))
            || matches!(atoms.get(close + 1), Some(Atom::Word(word)) if word.starts_with(char::is_alphanumeric));
        let written = |sign: char| if touches { '*' } else { sign };
        match code(self.codes, id) {
            Some(Code::Emphasis(_)) if way == Way::Apart => "_".to_owned(),
            Some(Code::Strong(_)) if way == Way::Apart => "**".to_owned(),
            Some(Code::Emphasis(sign)) => written(*sign).to_string(),
            Some(Code::Strong(sign)) => written(*sign).to_string().repeat(2),
            Some(Code::Strike(length)) => "~".repeat(*length),
            _ => String::new(),
        }
    }

    /// What a parser has to say of these atoms.
    fn expected(&self, atoms: &[Atom]) -> Expected {
        let mut expected = Expected::default();
        for atom in atoms {
            match atom {
                Atom::Word(word) => expected.text(word),
                Atom::Space => expected.text(" "),
                Atom::Break(_) => expected.line_end(),
                Atom::Open(id) => match code(self.codes, *id) {
                    Some(Code::Link(_)) => expected.link(),
                    Some(Code::Element(open, _)) => expected.tag(&self.tag(open)),
                    Some(Code::Emphasis(_)) => expected.stretch("e"),
                    Some(Code::Strong(_)) => expected.stretch("s"),
                    _ => expected.stretch("t"),
                },
                Atom::Close(id) => match code(self.codes, *id) {
                    Some(Code::Link(_)) => expected.link_end(&self.close(*id, 0, &[], Way::Usual)),
                    Some(Code::Element(_, close)) => expected.tag(&self.get(close)),
                    _ => expected.stretch("/"),
                },
                Atom::Mark(id) => match code(self.codes, *id) {
                    Some(Code::Kept(open, _, text, close)) => {
                        expected.tag(&self.tag(open));
                        expected.text(text);
                        expected.tag(&self.get(close));
                    }
                    Some(Code::Tag(range)) => expected.tag(&self.tag(range)),
                    Some(Code::Mark(range)) => {
                        let written = self.get(range);
                        // A reader makes a link of it, and the parser nothing.
                        let is_text = !written.starts_with(['`', '$', '<', '[', '!']);
                        if is_text {
                            expected.text(&written);
                        } else if check::is_link(&written) {
                            expected.whole_link(&written);
                        } else {
                            expected.mark(&written);
                        }
                    }
                    _ => {}
                },
            }
        }
        expected
    }
}
