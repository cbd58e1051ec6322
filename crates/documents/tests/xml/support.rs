use std::io::Cursor;

use dragoman_documents::{
    CodeId, Content, Dita, Document, DocumentError, Options, Piece, XmlDocument,
};

use crate::common::options;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Xml,
    Dita,
}

impl Format {
    pub(crate) fn open_with(
        self,
        bytes: &[u8],
        options: &Options,
    ) -> Result<Box<dyn Document>, DocumentError> {
        let source = Cursor::new(bytes.to_vec());
        Ok(match self {
            Self::Xml => Box::new(XmlDocument::open(source, options)?),
            Self::Dita => Box::new(Dita::open(source, options)?),
        })
    }

    pub(crate) fn try_open(self, bytes: &[u8]) -> Result<Box<dyn Document>, DocumentError> {
        self.open_with(bytes, &options("de"))
    }

    pub(crate) fn open(self, text: &str) -> Box<dyn Document> {
        self.try_open(text.as_bytes()).unwrap()
    }

    /// A document with what an engine makes of it.
    pub(crate) fn translated(self, text: &str, engine: impl Fn(&Content) -> Content) -> String {
        String::from_utf8(written(self.open(text).as_mut(), engine)).unwrap()
    }
}

pub(crate) fn written(
    document: &mut dyn Document,
    engine: impl Fn(&Content) -> Content,
) -> Vec<u8> {
    let units = document.units().iter();
    let translations: Vec<_> = units.map(|unit| Some(engine(&unit.content))).collect();
    let mut output = Vec::new();
    document.write(&translations, &mut output).unwrap();
    output
}

pub(crate) fn upper(content: &Content) -> Content {
    Content::new(content.pieces().iter().map(|piece| match piece {
        Piece::Text(text) => Piece::Text(text.to_uppercase()),
        code => code.clone(),
    }))
}

pub(crate) fn without_codes(content: &Content) -> Content {
    Content::new([Piece::Text(format!("{} ]]> <&", content.text()))])
}

/// All codes in the order opposite to that of the source, with texts between them and some that are not
/// the source's.
pub(crate) fn shuffled(content: &Content) -> Content {
    let reversed = content.pieces().iter().rev().map(|piece| match piece {
        Piece::Close(id) => Piece::Open(*id),
        Piece::Open(id) => Piece::Close(*id),
        other => other.clone(),
    });
    let foreign = [Piece::Mark(CodeId(4_000_000_000)), Piece::Open(CodeId(77))];
    Content::new(foreign.into_iter().chain(reversed))
}
