//! What the process does that reads a document: it is asked on its standard input and answers on its standard output, where
//! it is told as well what it asks for.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::mem;
use std::os::fd::AsFd;
use std::process::ExitCode;

use dragoman_documents::{Document, DocumentError, Options, Source, TextRecogniser};

use super::channel::Output;
use super::recognition::AskingRecogniser;
use super::wire::{Answer, Question, Translations, WireError, WireUnit, WireWarning, digest};

/// Opens a document, whose text in pictures is recognised by what it is given, and reads or writes it, as this process was
/// asked to on its standard input: for the process that a [`ConfinedFilter`](crate::ConfinedFilter) starts. It is of no
/// other use then.
pub fn answer(
    open: impl FnOnce(
        Box<dyn Source>,
        Options,
        &dyn TextRecogniser,
    ) -> Result<Box<dyn Document>, DocumentError>,
) -> ExitCode {
    // Who asks finds no answer if there is none.
    match try_to_answer(open) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn try_to_answer(
    open: impl FnOnce(
        Box<dyn Source>,
        Options,
        &dyn TextRecogniser,
    ) -> Result<Box<dyn Document>, DocumentError>,
) -> io::Result<()> {
    let mut input = File::from(io::stdin().as_fd().try_clone_to_owned()?);
    let stream = File::from(io::stdout().as_fd().try_clone_to_owned()?);
    let mut question = Question::read(&mut input)?;
    let options = question.options().ok_or(io::ErrorKind::InvalidData)?;
    let begin = input.stream_position()?;
    let source = Rest::new(BufReader::new(input), begin);
    let mut output = BufWriter::with_capacity(64 << 10, Output(&stream));
    let known = question.translations.as_mut();
    let known = known.map(|known| mem::take(&mut known.recognised).into_owned());
    let recogniser = AskingRecogniser::new(&stream, known.unwrap_or_default());
    let mut document = match open(Box::new(source), options, &recogniser) {
        Ok(document) => document,
        Err(error) => return finish(&Answer::Failed(error.into()), output),
    };
    let translations = match question.translations {
        None => {
            let units = document.units().iter().map(WireUnit::from).collect();
            let warnings = warnings(&*document);
            return finish(&Answer::Read { units, warnings }, output);
        }
        Some(translations) => translations,
    };
    let answer = match write(&mut *document, translations, &mut output) {
        Ok(()) => Answer::Written {
            warnings: warnings(&*document),
        },
        Err(error) => Answer::Failed(WireError::from(error)),
    };
    finish(&answer, output)
}

fn write(
    document: &mut dyn Document,
    translations: Translations<'_>,
    output: &mut impl Write,
) -> Result<(), DocumentError> {
    if digest(document.units()) != translations.units {
        return Err(io::Error::other("it was read otherwise before").into());
    }
    let contents = translations.contents.into_iter();
    let contents: Vec<_> = contents
        .map(|content| content.map(|content| content.0.into_owned()))
        .collect();
    document.write(&contents, output)
}

fn warnings(document: &dyn Document) -> Vec<WireWarning> {
    let warnings = document.warnings().iter();
    warnings.cloned().map(WireWarning).collect()
}

fn finish(answer: &Answer<'_>, mut output: BufWriter<Output<'_>>) -> io::Result<()> {
    answer.write(&mut output)?;
    output.flush()
}

/// What comes in a file behind something else, as a file of its own.
struct Rest<S> {
    file: S,
    begin: u64,
}

impl<S> Rest<S> {
    const fn new(file: S, begin: u64) -> Self {
        Self { file, begin }
    }
}

impl<S: Read> Read for Rest<S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.file.read(buffer)
    }
}

impl<S: Seek> Seek for Rest<S> {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        let position = match position {
            SeekFrom::Start(place) => SeekFrom::Start(self.begin.saturating_add(place)),
            other => other,
        };
        let place = self.file.seek(position)?;
        place
            .checked_sub(self.begin)
            .ok_or_else(|| io::ErrorKind::InvalidInput.into())
    }
}
