//! Hostile files, and the filter with the process of this program that reads them.

use std::io::{Cursor, Write as _};
use std::sync::Arc;

use dragoman_document_programs::{ConfinedFilter, ConfinedLimits, ReadingProgram, Runner};
use dragoman_documents::{
    Content, DocumentError, Filter as _, Format, NoRecogniser, Options, Piece,
};
use dragoman_sandbox::{Launcher, Protection, Protections, Sandbox};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use tempfile::TempDir;

/// The text of the pages that have nothing else.
pub(super) const TEXT: &str =
    "BT /F1 10 Tf 72 700 Td (The teacher forgot the cat in Vienna.) Tj ET";
/// The number of the catalog, of the tree of pages, and of the first page.
pub(super) const CATALOG: usize = 1;
pub(super) const TREE: usize = 2;
pub(super) const PAGE: usize = 3;

/// A file of objects with numbers from 1.
pub(super) struct File(Vec<Vec<u8>>);

impl File {
    /// One page with these contents, in a font of the reader.
    pub(super) fn new(contents: &str) -> Self {
        let mut file = Self(Vec::new());
        file.add("<</Type/Catalog/Pages 2 0 R>>");
        file.add("<</Type/Pages/Kids[3 0 R]/Count 1>>");
        file.add(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        );
        file.stream("", contents.as_bytes());
        file.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>");
        file
    }

    /// One page with a text in this font, whose program or other stream is the next object.
    pub(super) fn with_font(font: &str, entries: &str, stream: &[u8]) -> Self {
        let mut file =
            Self::new("BT /F1 10 Tf 72 700 Td (ABC ABC) Tj 0 -20 Td <0001000200030004> Tj ET");
        file.set(5, font);
        file.stream(entries, stream);
        file
    }

    pub(super) fn add(&mut self, object: impl Into<Vec<u8>>) -> usize {
        self.0.push(object.into());
        self.0.len()
    }

    pub(super) fn set(&mut self, number: usize, object: impl Into<Vec<u8>>) {
        self.0[number - 1] = object.into();
    }

    pub(super) fn stream(&mut self, entries: &str, data: &[u8]) -> usize {
        self.add(stream(entries, data))
    }

    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut file = b"%PDF-1.7\n".to_vec();
        let mut places = Vec::new();
        for (number, object) in (1..).zip(&self.0) {
            places.push(file.len());
            writeln!(file, "{number} 0 obj").unwrap();
            file.extend(object);
            file.extend(b"\nendobj\n");
        }
        let (begin, size) = (file.len(), self.0.len() + 1);
        write!(file, "xref\n0 {size}\n0000000000 65535 f \n").unwrap();
        for place in places {
            writeln!(file, "{place:010} 00000 n ").unwrap();
        }
        write!(
            file,
            "trailer<</Root 1 0 R/Size {size}>>\nstartxref\n{begin}\n%%EOF\n"
        )
        .unwrap();
        file
    }
}

pub(super) fn stream(entries: &str, data: &[u8]) -> Vec<u8> {
    let head = format!("<</Length {}{entries}>>stream\n", data.len());
    [head.as_bytes(), data, b"\nendstream"].concat()
}

/// So many bytes of a kind, packed.
pub(super) fn bomb(byte: u8, megabytes: usize) -> Vec<u8> {
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::fast());
    for _ in 0..megabytes {
        packed.write_all(&[byte; 1 << 20]).unwrap();
    }
    packed.finish().unwrap()
}

/// The filter of the program, with the limits that it has.
pub(super) struct Reader {
    filter: ConfinedFilter,
    folder: TempDir,
}

impl Reader {
    pub(super) fn new() -> Self {
        let program = env!("CARGO_BIN_EXE_dragoman");
        let launcher = Launcher::new(program.into(), vec!["--launch-program".into()]);
        let protections = Protections::probe(&launcher);
        let sandbox = Sandbox::new(launcher, &protections).with(Protection::Limits);
        let program = ReadingProgram {
            format: "PDF",
            file: program.into(),
            arguments: vec!["--read-pdf".to_owned()],
            readable: vec!["/etc/fonts".into()],
        };
        let folder = tempfile::tempdir().unwrap();
        let filter = ConfinedFilter::new(
            program,
            Runner::new(Some(sandbox)),
            folder.path().to_owned(),
            ConfinedLimits::default(),
            Arc::new(NoRecogniser {
                remedy: "install one".into(),
            }),
        );
        Self { filter, folder }
    }

    /// The document with each unit in capitals, as PDF or in another format.
    pub(super) fn translated(
        &self,
        file: Vec<u8>,
        output: Option<Format>,
    ) -> Result<Vec<u8>, DocumentError> {
        let options = Options {
            output,
            ..Options::to("de".parse().unwrap())
        };
        let mut document = self.filter.open(Box::new(Cursor::new(file)), options)?;
        let capitals = |piece: &Piece| match piece {
            Piece::Text(text) => Piece::Text(text.to_uppercase()),
            code => code.clone(),
        };
        let translations: Vec<Option<Content>> = document
            .units()
            .iter()
            .map(|unit| Some(Content::new(unit.content.pieces().iter().map(capitals))))
            .collect();
        let mut written = Vec::new();
        document.write(&translations, &mut written)?;
        Ok(written)
    }

    /// The texts of the units of a document.
    pub(super) fn texts(&self, file: Vec<u8>) -> Vec<String> {
        let options = Options::to("de".parse().unwrap());
        let document = self
            .filter
            .open(Box::new(Cursor::new(file)), options)
            .unwrap();
        let units = document.units().iter();
        units.map(|unit| unit.content.text()).collect()
    }

    /// That the next document is translated, and nothing is left of the last.
    pub(super) fn goes_on(&self) {
        let written = self.translated(File::new(TEXT).bytes(), None).unwrap();
        assert_eq!(
            self.texts(written),
            ["THE TEACHER FORGOT THE CAT IN VIENNA."]
        );
        assert_eq!(self.folder.path().read_dir().unwrap().count(), 0);
    }

    /// That a document is translated, or fails by its fault with one of these messages, and the next one is translated.
    pub(super) fn survives(&self, name: &str, file: &File, messages: &[&str]) {
        for output in [None, Some(Format::Docx)] {
            if let Err(error) = self.translated(file.bytes(), output) {
                let told = error.to_string();
                let is_expected = messages.iter().any(|message| told.contains(message));
                assert!(is_expected, "{name}: {told}");
            }
        }
        self.goes_on();
    }
}
