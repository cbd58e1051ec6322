//! Tesseract as a program that recognises the text of one picture and ends. Picture and words go through memory only.

mod languages;
mod output;

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use dragoman_documents::{
    DocumentError, Layout, Orientation, Picture, Pixels, RecognisedWord, RecognitionError,
    TextRecogniser,
};
use dragoman_language::Language;
use dragoman_sandbox::Confinement;
use rustix::fs::{MemfdFlags, memfd_create};

use crate::process::{End, Runner, Streams, run};
use crate::turns::Turns;
use languages::{code, of_script, package};
use output::Page;

/// What a Tesseract may need.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TesseractLimits {
    /// How long a picture may take.
    pub time: Duration,
    /// Addresses that the process may use, in bytes.
    pub memory_bytes: u64,
    /// Pixels of a picture.
    pub pixels: u64,
    /// How many run at the same time.
    pub at_a_time: usize,
}

impl Default for TesseractLimits {
    /// A minute, 2 GiB of addresses, 50 million pixels, and as many at a time as there are processors, four at most.
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            time: Duration::from_secs(60),
            memory_bytes: 2 << 30,
            pixels: 50_000_000,
            at_a_time: processors.min(4),
        }
    }
}

/// How many bytes of output are read: a word takes about fifty, and no page has a hundred thousand.
const MOST_OUTPUT: u64 = 16 << 20;

/// What Tesseract calls the data by which it says how a text stands.
const ORIENTATION: &str = "osd";

/// Which data it has for a script or a language is asked for in so much time.
const ASKING: Duration = Duration::from_secs(10);

/// Recognises text by Tesseract.
#[derive(Debug)]
pub struct Tesseract {
    program: PathBuf,
    runner: Runner,
    limits: TesseractLimits,
    turns: Turns,
    /// What it has data for, as it calls them.
    installed: BTreeSet<String>,
}

impl Tesseract {
    /// Runs this program, which is asked for the languages that it has data for.
    ///
    /// # Errors
    /// Why it does not work.
    pub fn new(program: PathBuf, runner: Runner, limits: TesseractLimits) -> Result<Self, String> {
        let mut tesseract = Self {
            program,
            runner,
            turns: Turns::new(limits.at_a_time),
            limits,
            installed: BTreeSet::new(),
        };
        let listed = tesseract.run(&["--list-langs"], None, ASKING);
        let listed = listed.map_err(|error| error.to_string())?;
        // The first line says how many and where.
        tesseract.installed = listed.lines().skip(1).map(str::to_owned).collect();
        if tesseract.installed.is_empty() {
            return Err("it has data for no language".to_owned());
        }
        Ok(tesseract)
    }

    /// The languages in which it recognises text.
    #[must_use]
    pub fn languages(&self) -> Vec<Language> {
        Language::all()
            .filter(|language| self.reads(*language))
            .collect()
    }

    /// Whether it recognises text in this language.
    #[must_use]
    pub fn reads(&self, language: Language) -> bool {
        code(language).is_some_and(|code| self.installed.contains(code))
    }

    /// What it is to read: the data for the language, or those for the script of the picture.
    fn data(
        &self,
        picture: &Picture<'_>,
        language: Option<Language>,
    ) -> Result<String, RecognitionError> {
        if let Some(language) = language {
            return match code(language).filter(|code| self.installed.contains(*code)) {
                Some(code) => Ok(code.to_owned()),
                None => Err(RecognitionError::UnknownLanguage {
                    language,
                    remedy: package(language),
                }),
            };
        }
        let script = self.page(picture)?.and_then(|page| page.script);
        let of_script = script.and_then(|script| of_script(&script, &self.installed));
        let any = || self.installed.iter().find(|it| *it != ORIENTATION);
        of_script
            .or_else(|| of_script_latin(&self.installed))
            .or_else(|| any().cloned())
            .ok_or_else(|| failed("it has data for no language"))
    }

    /// How the text of a picture stands; none if there is too little of it, or no data for that.
    fn page(&self, picture: &Picture<'_>) -> Result<Option<Page>, RecognitionError> {
        if !self.installed.contains(ORIENTATION) {
            return Ok(None);
        }
        let resolution = resolution(picture);
        let arguments = [
            "stdin",
            "stdout",
            "--dpi",
            &resolution,
            "-l",
            ORIENTATION,
            "--psm",
            "0",
        ];
        match self.recognised(&arguments, picture) {
            Ok(output) => Ok(output::page(&output)),
            // That is how it says that there is too little text.
            Err(RecognitionError::Failed { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn recognised(
        &self,
        arguments: &[&str],
        picture: &Picture<'_>,
    ) -> Result<String, RecognitionError> {
        let pixels = u64::from(picture.width) * u64::from(picture.height);
        let (samples, per_pixel) = match picture.pixels {
            Pixels::Gray(samples) => (samples, 1),
            Pixels::Rgb(samples) => (samples, 3),
        };
        if pixels == 0 || pixels > self.limits.pixels || samples.len() as u64 != pixels * per_pixel
        {
            let most = self.limits.pixels;
            return Err(RecognitionError::Size { most });
        }
        let _turn = self.turns.take().map_err(of_document)?;
        self.run(arguments, Some(picture), self.limits.time)
    }

    /// What it says to a picture.
    fn run(
        &self,
        arguments: &[&str],
        picture: Option<&Picture<'_>>,
        time: Duration,
    ) -> Result<String, RecognitionError> {
        let confinement = Confinement {
            memory_bytes: self.limits.memory_bytes,
            processor_time: Some(time),
            file_bytes: MOST_OUTPUT,
            ..Confinement::default()
        };
        let mut output = memory_file().map_err(io)?;
        let input = match picture {
            Some(picture) => {
                let mut input = memory_file().map_err(io)?;
                write(picture, &mut input).map_err(io)?;
                input.into()
            }
            None => Stdio::null(),
        };
        let mut command = self.runner.command(&confinement, &self.program);
        // More threads make it slower, all in all.
        command
            .env("OMP_THREAD_LIMIT", "1")
            .current_dir(Path::new("/"))
            .args(arguments);
        let streams = Streams {
            input,
            output: output.try_clone().map_err(io)?.into(),
            errors: Stdio::null(),
        };
        match run(command, streams, time).map_err(of_document)? {
            End::TooLong => return Err(RecognitionError::TooLong),
            End::Exited(status) if status.success() => {}
            End::Exited(status) => return Err(failed(&format!("tesseract ended: {status}"))),
        }
        let mut bytes = Vec::new();
        output.rewind().map_err(io)?;
        output
            .take(MOST_OUTPUT)
            .read_to_end(&mut bytes)
            .map_err(io)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// Latin letters are the most frequent ones, and all data has them.
fn of_script_latin(installed: &BTreeSet<String>) -> Option<String> {
    of_script("Latin", installed)
}

impl TextRecogniser for Tesseract {
    fn recognise(
        &self,
        picture: &Picture<'_>,
        language: Option<Language>,
        layout: Layout,
    ) -> Result<Vec<RecognisedWord>, RecognitionError> {
        let data = self.data(picture, language)?;
        let mode = match layout {
            // It loses Korean where it looks for columns.
            Layout::Page if data == "kor" => "6",
            Layout::Page => "3",
            Layout::Block => "6",
            Layout::Line => "7",
            Layout::Sparse => "11",
        };
        let resolution = resolution(picture);
        let arguments = [
            "stdin",
            "stdout",
            "--dpi",
            &resolution,
            "-l",
            &data,
            "--psm",
            mode,
            "-c",
            "tessedit_create_tsv=1",
        ];
        let output = self.recognised(&arguments, picture)?;
        Ok(output::words(&output))
    }

    fn orientation(&self, picture: &Picture<'_>) -> Result<Option<Orientation>, RecognitionError> {
        Ok(self.page(picture)?.map(|page| page.orientation))
    }
}

/// The resolution to tell, in dots per inch: where none is known, one at which text has its usual size.
fn resolution(picture: &Picture<'_>) -> String {
    const UNKNOWN: u32 = 150;
    let known = picture
        .dots_per_inch
        .filter(|dots| (70..=2400).contains(dots));
    known.unwrap_or(UNKNOWN).to_string()
}

/// A file in memory, which is nowhere else.
fn memory_file() -> std::io::Result<File> {
    Ok(memfd_create("picture", MemfdFlags::CLOEXEC)?.into())
}

/// Writes a picture in the simplest format that there is for it, and goes back to the beginning.
fn write(picture: &Picture<'_>, file: &mut File) -> std::io::Result<()> {
    let (kind, samples) = match picture.pixels {
        Pixels::Gray(samples) => ("P5", samples),
        Pixels::Rgb(samples) => ("P6", samples),
    };
    write!(file, "{kind}\n{} {}\n255\n", picture.width, picture.height)?;
    file.write_all(samples)?;
    file.rewind()
}

fn failed(reason: &str) -> RecognitionError {
    RecognitionError::Failed {
        reason: reason.to_owned(),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it is used as a function")]
fn io(error: std::io::Error) -> RecognitionError {
    failed(&error.to_string())
}

fn of_document(error: DocumentError) -> RecognitionError {
    match error {
        DocumentError::GivenUp => RecognitionError::GivenUp,
        error => failed(&error.to_string()),
    }
}
