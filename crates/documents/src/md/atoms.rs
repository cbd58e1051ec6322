//! The content of a run as it can be written: white space stands outside stretches, and where it means something else
//! there is none.

use crate::{CodeId, Piece};

use super::runs::{Code, code};

/// What follows one another in a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Atom {
    /// Text without the white space of ASCII.
    Word(String),
    Space,
    Break(CodeId),
    Open(CodeId),
    Close(CodeId),
    Mark(CodeId),
}

/// What is between two words: a space, or line ends.
#[derive(Default)]
struct Gap(Vec<Atom>);

impl Gap {
    fn add(&mut self, atom: Atom) {
        match (&atom, self.0.last()) {
            (Atom::Space, Some(_)) => return,
            (_, Some(Atom::Space)) => self.0.clear(),
            _ => {}
        }
        self.0.push(atom);
    }
}

/// The pieces of a run as atoms; stretches of emphasis without text are left out, and where `has_emphasis` is not set, all.
pub(super) fn atoms(pieces: &[Piece], codes: &[Code], has_emphasis: bool) -> Vec<Atom> {
    let mut writer = Writer {
        atoms: Vec::new(),
        gap: Gap::default(),
        opening: Vec::new(),
        has_text: false,
    };
    let is_left_out = |id: CodeId| !has_emphasis && is_emphasis(codes, id);
    for piece in pieces {
        match piece {
            Piece::Text(text) => writer.text(text),
            Piece::Mark(id) if matches!(code(codes, *id), Some(Code::Break(_))) => {
                writer.gap.add(Atom::Break(*id));
            }
            Piece::Mark(id) => writer.word(Atom::Mark(*id)),
            Piece::Open(id) | Piece::Close(id) if is_left_out(*id) => {}
            Piece::Open(id) => writer.opening.push(*id),
            Piece::Close(id) => {
                if writer.opening.last() == Some(id) && is_emphasis(codes, *id) {
                    writer.opening.pop();
                } else {
                    if writer.opening.contains(id) {
                        writer.begin();
                    }
                    writer.atoms.push(Atom::Close(*id));
                }
            }
        }
    }
    writer.atoms
}

/// Whether a code is written by signs that mean something only where they touch words.
pub(super) fn is_emphasis(codes: &[Code], id: CodeId) -> bool {
    matches!(
        code(codes, id),
        Some(Code::Emphasis(_) | Code::Strong(_) | Code::Strike(_))
    )
}

struct Writer {
    atoms: Vec<Atom>,
    gap: Gap,
    /// Stretches that begin before the next word.
    opening: Vec<CodeId>,
    has_text: bool,
}

impl Writer {
    fn text(&mut self, text: &str) {
        let is_space = |letter: char| letter.is_ascii_whitespace() || letter == '\u{b}';
        for (index, word) in text.split(is_space).enumerate() {
            if index > 0 {
                self.gap.add(Atom::Space);
            }
            if !word.is_empty() {
                self.word(Atom::Word(word.to_owned()));
            }
        }
    }

    fn word(&mut self, atom: Atom) {
        self.begin();
        match (self.atoms.last_mut(), atom) {
            (Some(Atom::Word(last)), Atom::Word(more)) => last.push_str(&more),
            (_, atom) => self.atoms.push(atom),
        }
        self.has_text = true;
    }

    fn begin(&mut self) {
        let gap = self.gap.0.drain(..);
        let has_text = self.has_text;
        self.atoms
            .extend(gap.filter(|atom| has_text || *atom != Atom::Space));
        self.atoms.extend(self.opening.drain(..).map(Atom::Open));
    }
}
