//! Filters in processes of their own, with a process that does what documents tell it to.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use dragoman_document_programs::{ConfinedFilter, ConfinedLimits, ReadingProgram, Runner};
use dragoman_documents::{
    Content, Document, DocumentError, Filter, Layout, Limits, Options, Orientation, Overseer,
    Picture, Piece, Pixels, RecognisedWord, RecognitionError, TextRecogniser, Unit, overseen,
};
use dragoman_language::Language;
use dragoman_sandbox::{Launcher, Protection, Protections, Sandbox};
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_confine-document-programs");

fn launcher() -> Launcher {
    Launcher::new(PROGRAM.into(), Vec::new())
}

/// The filter, and the folder in which its files are.
struct Confined {
    filter: ConfinedFilter,
    folder: TempDir,
    recogniser: Arc<Recogniser>,
}

/// Recognises how large pictures are, but not how small.
#[derive(Default)]
struct Recogniser {
    asked: AtomicU64,
}

impl TextRecogniser for Recogniser {
    fn recognise(
        &self,
        picture: &Picture<'_>,
        language: Option<Language>,
        layout: Layout,
    ) -> Result<Vec<RecognisedWord>, RecognitionError> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let Pixels::Gray(pixels) = picture.pixels else {
            panic!("it has no colours");
        };
        assert_eq!((language.unwrap().tag(), layout), ("fr", Layout::Block));
        assert!(pixels.iter().all(|pixel| *pixel == 255));
        if pixels.len() < 4 {
            return Err(RecognitionError::TooLong);
        }
        Ok(vec![RecognisedWord {
            text: format!("{}×{} «{}»", picture.width, picture.height, pixels.len()),
            left: 1,
            top: 2,
            width: 3,
            height: 4,
            confidence: 90,
            block: 0,
            paragraph: 0,
            line: 0,
        }])
    }

    fn orientation(&self, _: &Picture<'_>) -> Result<Option<Orientation>, RecognitionError> {
        Ok(Some(Orientation {
            turn: 90,
            confidence: 2.5,
        }))
    }
}

impl Confined {
    fn new(runner: Runner, limits: ConfinedLimits) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let program = ReadingProgram {
            format: "TEST",
            file: PROGRAM.into(),
            arguments: vec!["read".to_owned()],
            readable: vec![PathBuf::from("/etc/fonts")],
        };
        let recogniser = Arc::new(Recogniser::default());
        let filter = ConfinedFilter::new(
            program,
            runner,
            folder.path().to_owned(),
            limits,
            Arc::clone(&recogniser) as Arc<dyn TextRecogniser>,
        );
        Self {
            filter,
            folder,
            recogniser,
        }
    }

    /// With the protections that this system has.
    fn sandboxed(limits: ConfinedLimits) -> Self {
        let protections = Protections::probe(&launcher());
        Self::new(
            Runner::new(Some(Sandbox::new(launcher(), &protections))),
            limits,
        )
    }

    fn open(&self, lines: &[&str]) -> Result<Box<dyn Document>, DocumentError> {
        // Each paragraph is a unit.
        let text = lines.join("\n\n").into_bytes();
        let options = Options::to("de".parse().unwrap());
        self.filter.open(Box::new(Cursor::new(text)), options)
    }

    fn why(&self, line: &str) -> DocumentError {
        let opened = self.open(&["A text.", &format!("when it is read: {line}"), "More."]);
        opened.err().unwrap()
    }

    /// That the next document is read as well, and nothing is left.
    fn goes_on(&self) {
        let text = written(&mut *self.open(&["A text."]).unwrap(), None).unwrap();
        assert_eq!(text, "A text.");
        assert_eq!(self.folder.path().read_dir().unwrap().count(), 0);
    }
}

fn in_capitals(unit: &Unit) -> Content {
    Content::new(unit.content.pieces().iter().map(|piece| match piece {
        Piece::Text(text) => Piece::Text(text.to_uppercase()),
        code => code.clone(),
    }))
}

/// The document with some translations, or with each unit left as it is.
fn written(
    document: &mut dyn Document,
    translate: Option<fn(&Unit) -> Content>,
) -> Result<String, DocumentError> {
    let translations: Vec<Option<Content>> = document
        .units()
        .iter()
        .map(|unit| translate.map(|translate| translate(unit)))
        .collect();
    let mut output = Vec::new();
    document.write(&translations, &mut output)?;
    Ok(String::from_utf8(output).unwrap())
}

#[test]
fn a_document_is_read_and_written_by_two_processes() {
    let confined = Confined::sandboxed(ConfinedLimits::default());
    let mut document = confined.open(&["A text — “ä”.", "Another."]).unwrap();
    let texts: Vec<String> = document
        .units()
        .iter()
        .map(|unit| unit.content.text())
        .collect();
    assert_eq!(texts, ["A text — “ä”.", "Another."]);
    let text = written(&mut *document, Some(in_capitals)).unwrap();
    assert_eq!(text, "A TEXT — “Ä”.\n\nANOTHER.");
    // A document may be written more than once.
    assert_eq!(
        written(&mut *document, None).unwrap(),
        "A text — “ä”.\n\nAnother."
    );
    confined.goes_on();
}

#[test]
fn text_in_pictures_is_recognised_outside_of_the_process_and_once() {
    let confined = Confined::sandboxed(ConfinedLimits::default());
    let lines = [
        "A text.",
        "it shows a square of 2000",
        "it shows a square of 2",
    ];
    let mut document = confined.open(&lines).unwrap();
    let text = written(&mut *document, None).unwrap();
    let end = text.rsplit("\n\n").next().unwrap();
    assert_eq!(
        end,
        "it shows a square of 2 2000×2000 «4000000» Some(90) 2×2 «4» Some(90)"
    );
    assert_eq!(confined.recogniser.asked.load(Ordering::Relaxed), 2);
    let error = confined.open(&["it shows a square of 1"]).err().unwrap();
    assert_eq!(error.to_string(), RecognitionError::TooLong.to_string());
    confined.goes_on();
}

#[test]
fn a_process_that_dies_fails_its_document_only_and_it_is_said_why() {
    for sandboxed in [true, false] {
        let limits = ConfinedLimits {
            memory_bytes: 256 << 20,
            ..ConfinedLimits::default()
        };
        let confined = if sandboxed {
            Confined::sandboxed(limits)
        } else {
            let off = Sandbox::new(launcher(), &Protections::default());
            Confined::new(Runner::new(Some(off.with(Protection::Limits))), limits)
        };
        for (line, reason) in [
            (
                "panics words",
                "the file is not a valid TEST document: reading it failed",
            ),
            (
                "aborts",
                "the file is not a valid TEST document: reading it failed",
            ),
            (
                "exits",
                "the file is not a valid TEST document: reading it failed",
            ),
            (
                "recurses",
                "the file is not a valid TEST document: its parts are too deep within one another",
            ),
            (
                "takes-memory",
                "the document takes more than the 268 MB of memory that one may; split it and send the parts",
            ),
        ] {
            let told = confined.why(line);
            assert_eq!(told.to_string(), reason);
            let line = format!("when it is written: {line}");
            let mut document = confined.open(&["A text.", &line]).unwrap();
            let told = written(&mut *document, None).unwrap_err();
            assert_eq!(told.to_string(), reason);
            confined.goes_on();
        }
    }
}

#[test]
fn what_the_filter_says_of_a_document_is_what_this_one_says() {
    let confined = Confined::sandboxed(ConfinedLimits::default());
    assert!(matches!(
        confined.why("is-encrypted"),
        DocumentError::Encrypted
    ));
    let large = confined.why("is-large").to_string();
    assert_eq!(large, DocumentError::too_large("things", 7).to_string());
    let malformed = confined.why("is-malformed");
    assert!(
        matches!(&malformed, DocumentError::Malformed { format: "TEST", reason } if reason == "a reason"),
        "{malformed}"
    );
}

#[test]
fn a_process_reaches_nothing_besides() {
    let confined = Confined::sandboxed(ConfinedLimits::default());
    let held: Vec<Protection> = Protections::probe(&launcher()).held().collect();
    let home = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let new = confined.folder.path().join("new").display().to_string();
    for (line, protection) in [
        (format!("reads {home}"), Protection::Files),
        (format!("writes {new}"), Protection::Files),
        ("starts /bin/true".to_owned(), Protection::Calls),
        ("listens".to_owned(), Protection::Calls),
    ] {
        let told = confined.why(&line).to_string();
        assert_eq!(told, (!held.contains(&protection)).to_string(), "{line}");
    }
}

#[test]
fn a_document_that_takes_too_long_is_ended() {
    let limits = ConfinedLimits {
        time: Duration::from_secs(1),
        at_a_time: 1,
        ..ConfinedLimits::default()
    };
    let confined = Confined::sandboxed(limits);
    for _ in 0..2 {
        let told = confined.why("sleeps").to_string();
        assert!(told.contains("longer than the 1 seconds"), "{told}");
    }
}

#[test]
fn there_are_no_more_units_than_there_may_be() {
    let confined = Confined::sandboxed(ConfinedLimits::default());
    let texts = Limits {
        units: 2,
        ..Limits::default()
    };
    let bytes = Limits {
        text_bytes: 10,
        ..Limits::default()
    };
    for limits in [texts, bytes] {
        let options = Options {
            limits,
            ..Options::to("de".parse().unwrap())
        };
        let source = Cursor::new(b"One two.\n\nThree.\n\nFour.".to_vec());
        let opened = confined.filter.open(Box::new(source), options);
        let told = opened.err().unwrap().to_string();
        assert!(told.contains("the document is too large"), "{told}");
    }
}

#[test]
fn a_program_that_does_not_start_is_no_fault_of_the_document() {
    let folder = tempfile::tempdir().unwrap();
    let program = ReadingProgram {
        format: "TEST",
        file: Path::new("/nowhere/program").to_owned(),
        arguments: Vec::new(),
        readable: Vec::new(),
    };
    for runner in [
        Runner::default(),
        Runner::new(Some(Sandbox::new(launcher(), &Protections::default()))),
    ] {
        let limits = ConfinedLimits::default();
        let folder = folder.path().to_owned();
        let filter = ConfinedFilter::new(
            program.clone(),
            runner,
            folder,
            limits,
            Arc::<Recogniser>::default(),
        );
        let source = Box::new(Cursor::new(b"A text.".to_vec()));
        let error = filter
            .open(source, Options::to("de".parse().unwrap()))
            .err();
        assert!(matches!(error, Some(DocumentError::Io(_))), "{error:?}");
    }
}

/// Lends so much memory, and gives up if told so.
#[derive(Default)]
struct Lender {
    most: u64,
    lent: AtomicU64,
    most_lent: AtomicU64,
    has_given_up: AtomicBool,
    gives_up_when_asked: bool,
}

impl Overseer for Lender {
    fn has_given_up(&self) -> bool {
        self.has_given_up.load(Ordering::Relaxed)
    }

    fn lend(&self, bytes: u64) -> bool {
        if self.gives_up_when_asked {
            self.has_given_up.store(true, Ordering::Relaxed);
        }
        let lent = self.lent.fetch_add(bytes, Ordering::Relaxed) + bytes;
        if lent > self.most {
            self.lent.fetch_sub(bytes, Ordering::Relaxed);
            return false;
        }
        self.most_lent.fetch_max(lent, Ordering::Relaxed);
        true
    }

    fn take_back(&self, bytes: u64) {
        self.lent.fetch_sub(bytes, Ordering::Relaxed);
    }
}

#[test]
fn the_memory_of_the_process_is_borrowed_and_given_back() {
    let confined = Confined::sandboxed(ConfinedLimits::default());
    let lender = Arc::new(Lender {
        most: 64 << 20,
        ..Lender::default()
    });
    let error = overseen(Arc::clone(&lender) as _, || confined.why("takes-memory"));
    assert!(matches!(error, DocumentError::NoMemory), "{error}");
    assert!(lender.most_lent.load(Ordering::Relaxed) > 1 << 20);
    // Nothing was read, and so nothing is kept.
    assert_eq!(lender.lent.load(Ordering::Relaxed), 0);
    confined.goes_on();
}

#[test]
fn a_process_is_ended_when_nobody_waits_for_the_document() {
    let confined = Confined::sandboxed(ConfinedLimits::default());
    let lender = Arc::new(Lender {
        most: u64::MAX,
        gives_up_when_asked: true,
        ..Lender::default()
    });
    let error = overseen(lender, || confined.why("sleeps"));
    assert!(matches!(error, DocumentError::GivenUp), "{error}");
    confined.goes_on();
}
