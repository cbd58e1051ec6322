//! A launcher of programs for the tests of this crate, which is also a program that reads documents: lines of text, one of
//! which may say what it does to the process.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Write;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::{hint, process, thread};

use dragoman_document_programs::answer;
use dragoman_documents::{
    Content, Document, DocumentError, Layout, Picture, Pixels, PlainText, TextRecogniser, Unit,
};

fn main() -> ExitCode {
    let arguments = std::env::args_os().skip(1);
    match std::env::args_os()
        .nth(1)
        .as_deref()
        .and_then(OsStr::to_str)
    {
        Some("read") => answer(|mut source, options, recogniser| {
            let text = PlainText::read(&mut *source, &options)?;
            let mut document = Harmful {
                text,
                recognised: String::new(),
            };
            document.harm("when it is read: ")?;
            document.recognise(recogniser)?;
            Ok(Box::new(document))
        }),
        _ => dragoman_sandbox::confine(arguments),
    }
}

/// A document whose lines say what is to be done to the process.
struct Harmful {
    text: PlainText,
    /// What was recognised in pictures, which is written at the end.
    recognised: String,
}

impl Harmful {
    /// Has the text of white squares recognised, whose sides lines tell.
    fn recognise(&mut self, recogniser: &dyn TextRecogniser) -> Result<(), DocumentError> {
        for unit in self.text.units() {
            let text = unit.content.text();
            let Some(side) = text.strip_prefix("it shows a square of ") else {
                continue;
            };
            let side: u32 = side.parse().unwrap_or(1);
            let pixels = vec![255; usize::try_from(side * side).unwrap_or_default()];
            let picture = Picture {
                pixels: Pixels::Gray(&pixels),
                width: side,
                height: side,
                dots_per_inch: Some(150),
            };
            let language = "fr".parse().ok();
            let words = recogniser.recognise(&picture, language, Layout::Block)?;
            let turn = recogniser.orientation(&picture)?.map(|it| it.turn);
            for word in words {
                self.recognised
                    .push_str(&format!(" {} {turn:?}", word.text));
            }
        }
        Ok(())
    }

    /// Does what the lines say that begin with this.
    fn harm(&self, when: &str) -> Result<(), DocumentError> {
        for unit in self.units() {
            if let Some(what) = unit.content.text().strip_prefix(when) {
                harm(what)?;
            }
        }
        Ok(())
    }
}

impl Document for Harmful {
    fn units(&self) -> &[Unit] {
        self.text.units()
    }

    fn write(
        &mut self,
        translations: &[Option<Content>],
        output: &mut dyn Write,
    ) -> Result<(), DocumentError> {
        self.harm("when it is written: ")?;
        self.text.write(translations, output)?;
        Ok(output.write_all(self.recognised.as_bytes())?)
    }
}

/// Does what somebody says.
fn harm(what: &str) -> Result<(), DocumentError> {
    let told = |told: String| Err(DocumentError::Unsupported(told));
    match what.split_once(' ').unwrap_or((what, "")) {
        ("panics", words) => std::panic::panic_any(words.to_owned()),
        ("aborts", _) => process::abort(),
        ("exits", _) => process::exit(0),
        ("recurses", _) => told(recurse(0).to_string()),
        ("takes-memory", _) => told(memory().to_string()),
        ("sleeps", _) => loop {
            thread::park();
        },
        ("is-encrypted", _) => Err(DocumentError::Encrypted),
        ("is-large", _) => Err(DocumentError::too_large("things", 7)),
        ("is-malformed", _) => Err(DocumentError::Malformed {
            format: "other",
            reason: "a reason".to_owned(),
        }),
        ("reads", path) => told(format!("{}", fs::read(path).is_ok())),
        ("writes", path) => told(format!("{}", File::create(Path::new(path)).is_ok())),
        ("starts", program) => told(format!("{}", Command::new(program).spawn().is_ok())),
        ("listens", _) => told(format!("{}", TcpListener::bind("127.0.0.1:0").is_ok())),
        _ => Ok(()),
    }
}

/// Calls itself until the stack ends.
#[expect(unconditional_recursion, reason = "it is to end the process")]
fn recurse(depth: u64) -> u64 {
    let kept = hint::black_box([depth; 64]);
    recurse(depth.wrapping_add(1)).wrapping_add(kept.iter().sum())
}

/// Takes memory and uses it, until there is none.
fn memory() -> usize {
    let mut taken = Vec::new();
    loop {
        taken.push(hint::black_box(vec![1_u8; 1 << 20]));
    }
}
