//! Documents of old Word, with LibreOffice where it is installed and with programs in its place that misbehave.

#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test that cannot go on has failed, and one that is left out says so"
)]

use std::fs;
use std::io::Cursor;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use dragoman_document_programs::{DocFilter, JobFolders, LibreOffice, OfficeLimits, Runner};
use dragoman_documents::{
    Content, Document, DocumentError, Filter, Options, Overseer, Piece, overseen,
};
use dragoman_sandbox::{Launcher, Protections, Sandbox};
use tempfile::TempDir;

const SAMPLE: &[u8] = include_bytes!("../testdata/sample.doc");

const RICH_TEXT: &[u8] = b"{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}\\f0 The house is green.\\par}";

fn runner() -> Runner {
    let file = env!("CARGO_BIN_EXE_confine-document-programs");
    let launcher = Launcher::new(file.into(), Vec::new());
    let protections = Protections::probe(&launcher);
    Runner::new(Some(Sandbox::new(launcher, &protections)))
}

/// The filter with this program, and the folder in which its jobs are.
fn filter(program: PathBuf, runner: Runner, limits: OfficeLimits) -> (DocFilter, TempDir) {
    let parent = tempfile::tempdir().unwrap();
    let folders = JobFolders::new(parent.path().to_owned());
    let office = LibreOffice::new(program, runner, folders, limits);
    (DocFilter::new(Arc::new(office)), parent)
}

/// LibreOffice, if it is installed.
fn real() -> Option<(DocFilter, TempDir)> {
    let directories = ["/usr/bin", "/usr/local/bin"].map(PathBuf::from);
    let program = LibreOffice::find("soffice", &directories);
    if program.is_none() {
        eprintln!("not tested: LibreOffice is not installed (libreoffice-writer-nogui)");
    }
    Some(filter(program?, runner(), OfficeLimits::default()))
}

/// A program that begins as LibreOffice does and then does this with a document: see `stand-in.sh`.
fn stand_in(folder: &Path, does: &str) -> PathBuf {
    let program = folder.join(does);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/stand-in.sh");
    symlink(script, &program).unwrap();
    program
}

fn open(filter: &DocFilter, bytes: &[u8]) -> Result<Box<dyn Document>, DocumentError> {
    let source = Box::new(Cursor::new(bytes.to_vec()));
    filter.open(source, Options::to("de".parse().unwrap()))
}

fn texts(document: &dyn Document) -> Vec<String> {
    let units = document.units().iter();
    units.map(|unit| unit.content.text()).collect()
}

fn why(opened: Result<Box<dyn Document>, DocumentError>) -> String {
    opened.err().unwrap().to_string()
}

/// What is left in the folder of all jobs, but the lock and the template.
fn left(parent: &TempDir) -> usize {
    let own = fs::read_dir(parent.path()).unwrap().next();
    own.map_or(0, |own| {
        fs::read_dir(own.unwrap().path()).unwrap().count() - 2
    })
}

#[test]
fn a_document_of_old_word_becomes_a_docx_with_its_translation() {
    let Some((filter, parent)) = real() else {
        return;
    };
    for _ in 0..2 {
        let mut document = open(&filter, SAMPLE).unwrap();
        let found = texts(&*document);
        for text in [
            "The garden",
            "The house is green and the door is open.",
            "One",
            "Second",
        ] {
            assert!(found.iter().any(|found| found == text), "{found:?}");
        }
        let capitals = |content: &Content| {
            Content::new(content.pieces().iter().map(|piece| match piece {
                Piece::Text(text) => Piece::Text(text.to_uppercase()),
                code => code.clone(),
            }))
        };
        let units = document.units().iter();
        let translations: Vec<_> = units.map(|unit| Some(capitals(&unit.content))).collect();
        let mut output = Vec::new();
        document.write(&translations, &mut output).unwrap();
        // What comes out is a docx, and one that is named as a document of old Word is read without LibreOffice.
        let again = open(&filter, &output).unwrap();
        assert!(texts(&*again).contains(&"THE HOUSE IS GREEN AND THE DOOR IS OPEN.".to_owned()));
        assert_eq!(left(&parent), 0);
    }
}

#[test]
fn rich_text_that_is_named_as_a_document_of_word_is_read() {
    let Some((filter, _parent)) = real() else {
        return;
    };
    let document = open(&filter, RICH_TEXT).unwrap();
    assert!(texts(&*document).contains(&"The house is green.".to_owned()));
}

#[test]
fn what_is_no_document_of_word_is_refused_before_anything_reads_it() {
    let folder = tempfile::tempdir().unwrap();
    let program = stand_in(folder.path(), "hangs");
    let (filter, parent) = filter(program, Runner::default(), OfficeLimits::default());
    let mut encrypted = SAMPLE.to_vec();
    // The stream "WordDocument" is the first one, as LibreOffice writes it.
    let word = SAMPLE
        .windows(2)
        .position(|bytes| bytes == [0xEC, 0xA5])
        .unwrap();
    encrypted[word + 11] |= 0x01;
    let not_valid = "not a valid DOC document";
    for (bytes, reason) in [
        (encrypted, "protected by a password"),
        (Vec::new(), not_valid),
        (b"%PDF-1.7".to_vec(), not_valid),
        (b"<html><body>Text</body></html>".to_vec(), not_valid),
        (SAMPLE[..8].to_vec(), "cut off"),
        (SAMPLE[..600].to_vec(), not_valid),
        ([&SAMPLE[..512], &[0xFF; 4096][..]].concat(), not_valid),
    ] {
        let told = why(open(&filter, &bytes));
        assert!(told.contains(reason), "{told}");
    }
    assert_eq!(
        parent.path().read_dir().unwrap().count(),
        0,
        "nothing was begun"
    );
}

#[test]
fn a_header_with_any_other_byte_gives_an_answer() {
    let folder = tempfile::tempdir().unwrap();
    let program = stand_in(folder.path(), "writes-nothing");
    let (filter, _parent) = filter(program, Runner::default(), OfficeLimits::default());
    let directory = SAMPLE
        .windows(8)
        .position(|bytes| bytes == b"W\0o\0r\0d\0")
        .unwrap();
    for position in (0..80).chain(directory..directory + 128) {
        let mut bytes = SAMPLE.to_vec();
        bytes[position] ^= 0xFF;
        assert!(open(&filter, &bytes).is_err());
    }
}

#[test]
fn a_program_that_hangs_is_ended_and_the_next_document_has_its_turn() {
    let folder = tempfile::tempdir().unwrap();
    let limits = OfficeLimits {
        time: Duration::from_secs(1),
        at_a_time: 1,
        ..OfficeLimits::default()
    };
    let program = stand_in(folder.path(), "hangs");
    let (filter, parent) = filter(program, Runner::default(), limits);
    for _ in 0..2 {
        let told = why(open(&filter, SAMPLE));
        assert!(told.contains("seconds to convert"), "{told}");
        assert_eq!(left(&parent), 0);
    }
}

#[test]
fn a_program_that_is_killed_or_writes_nothing_fails_that_document_only() {
    let folder = tempfile::tempdir().unwrap();
    for (does, reason) in [
        ("is-killed", "LibreOffice failed at it"),
        ("writes-nothing", "LibreOffice cannot read it"),
        ("fails", "LibreOffice cannot read it"),
        ("writes-no-archive", "not a valid DOCX document"),
    ] {
        let program = stand_in(folder.path(), does);
        let (filter, _parent) = filter(program, Runner::default(), OfficeLimits::default());
        for _ in 0..2 {
            let told = why(open(&filter, SAMPLE));
            assert!(told.contains(reason), "{does}: {told}");
        }
    }
}

#[test]
fn a_program_that_does_not_start_is_no_fault_of_the_document() {
    let folder = tempfile::tempdir().unwrap();
    let broken = stand_in(folder.path(), "never-starts");
    for program in [broken, "/nowhere/soffice.bin".into()] {
        let (filter, _parent) = filter(program, Runner::default(), OfficeLimits::default());
        let error = open(&filter, SAMPLE).err();
        assert!(matches!(error, Some(DocumentError::Io(_))), "{error:?}");
    }
}

/// Gives up once a program runs, which makes a file.
struct Impatient {
    began: PathBuf,
    has_given_up: AtomicBool,
}

impl Overseer for Impatient {
    fn has_given_up(&self) -> bool {
        if self.began.exists() {
            self.has_given_up.store(true, Ordering::Relaxed);
        }
        self.has_given_up.load(Ordering::Relaxed)
    }

    fn lend(&self, _: u64) -> bool {
        true
    }

    fn take_back(&self, _: u64) {}
}

#[test]
fn a_program_is_ended_when_nobody_waits_for_the_document() {
    let folder = tempfile::tempdir().unwrap();
    let began = folder.path().join("began");
    let (filter, parent) = filter(
        stand_in(folder.path(), "hangs-and-tells"),
        Runner::default(),
        OfficeLimits::default(),
    );
    let overseer = Arc::new(Impatient {
        began: began.clone(),
        has_given_up: AtomicBool::new(false),
    });
    let opened = overseen(overseer, || open(&filter, SAMPLE));
    assert!(matches!(opened.err(), Some(DocumentError::GivenUp)));
    let process = fs::read_to_string(began).unwrap();
    assert!(!Path::new("/proc").join(process.trim()).exists());
    assert_eq!(left(&parent), 0);
}
