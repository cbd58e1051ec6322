//! Filters that run in a process of their own, because what they read with cannot be bounded from inside: it may take any
//! memory, call itself until the stack ends, or never end.
//!
//! The process is this very program once more. It has nothing but a file without a name, in which it finds what is wanted
//! and the document ([`wire`]), and somebody who listens ([`channel`]): to the translation and its answer, and to pictures
//! whose text it wants to be recognised ([`recognition`]). It runs twice, once to read the document and once to write it, so
//! that it does not wait with the document while that is translated.

mod channel;
mod child;
mod recognition;
mod wire;

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufWriter, Read as _, Seek as _, SeekFrom, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt as _;
use std::path::PathBuf;
use std::process::{Command, ExitStatus};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use dragoman_documents::overseer::{borrow, for_a_while, go_on};
use dragoman_documents::{
    Collection, Content, Document, DocumentError, Filter, Options, Source, TextRecogniser, Unit,
    Warning,
};
use dragoman_sandbox::Confinement;
use rustix::process::Signal;

use crate::copying::copy;
use crate::memory::Memory;
use crate::process::{End, LOOK, Runner, Running, Streams};
use crate::turns::{Turn, Turns};
use channel::{Heard, Listener};
use recognition::{MOST_REQUEST, Recognised, recognise};
use wire::{Answer, Question, Translations, WireContent, WireError, digest};

pub use child::answer;

/// What a process may need that reads or writes a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConfinedLimits {
    /// How long a small document may take.
    pub time: Duration,
    /// How much longer one may take for each megabyte of it.
    pub time_per_megabyte: Duration,
    /// How much longer one may take for each time that a picture in it is recognised, besides what that takes: pictures are
    /// unpacked, made larger, painted and packed.
    pub time_per_picture: Duration,
    /// Addresses that the process may use, in bytes.
    pub memory_bytes: u64,
    /// How long a translation may become, with the answer behind it.
    pub file_bytes: u64,
    /// How many run at the same time.
    pub at_a_time: usize,
}

impl Default for ConfinedLimits {
    /// A minute and two seconds for each megabyte, and ten for each picture, which is more than ten times what documents take that somebody wrote; 1 GiB
    /// of addresses, of which the program's own libraries and data take a tenth; 512 MB of a file, five times the largest
    /// document; and as many at a time as there are processors, four at most.
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            time: Duration::from_secs(60),
            time_per_megabyte: Duration::from_secs(2),
            time_per_picture: Duration::from_secs(10),
            memory_bytes: 1 << 30,
            file_bytes: 512_000_000,
            at_a_time: processors.min(4),
        }
    }
}

impl ConfinedLimits {
    /// How long a document of this length may take, in which so many pictures were recognised.
    fn time_for(&self, bytes: u64, pictures: usize) -> Duration {
        let megabytes = u32::try_from(bytes / 1_000_000).unwrap_or(u32::MAX);
        let pictures = u32::try_from(pictures).unwrap_or(u32::MAX);
        self.time
            .saturating_add(self.time_per_megabyte.saturating_mul(megabytes))
            .saturating_add(self.time_per_picture.saturating_mul(pictures))
    }
}

/// How the process is started that reads documents of a format. It has to call [`answer`] and nothing else.
#[derive(Debug, Clone)]
pub struct ReadingProgram {
    /// The format's name in messages.
    pub format: &'static str,
    /// The program.
    pub file: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// What it reads of the system when a document is written, besides what everybody may.
    pub readable: Vec<PathBuf>,
}

/// A filter that runs in a process of its own.
#[derive(Clone)]
pub struct ConfinedFilter(Arc<Confined>);

struct Confined {
    program: ReadingProgram,
    runner: Runner,
    /// Where files without a name are made.
    folder: PathBuf,
    limits: ConfinedLimits,
    turns: Turns,
    recogniser: Arc<dyn TextRecogniser>,
}

impl ConfinedFilter {
    /// Reads documents by this program, for which this recognises text in pictures. They are copied into files without a
    /// name in this folder, which is for what is of short life, as `/tmp`.
    #[must_use]
    pub fn new(
        program: ReadingProgram,
        runner: Runner,
        folder: PathBuf,
        limits: ConfinedLimits,
        recogniser: Arc<dyn TextRecogniser>,
    ) -> Self {
        Self(Arc::new(Confined {
            program,
            runner,
            folder,
            turns: Turns::new(limits.at_a_time),
            limits,
            recogniser,
        }))
    }
}

impl Filter for ConfinedFilter {
    fn open(
        &self,
        mut source: Box<dyn Source>,
        options: Options,
    ) -> Result<Box<dyn Document>, DocumentError> {
        let question = Question::new(&options, None);
        let mut answered = self.0.ask(&question, &mut *source)?;
        let Answer::Read { units, warnings } = for_a_while(|| answered.take())? else {
            return Err(self.0.unreadable());
        };
        // Not every library stops where there are too many.
        let mut collection = Collection::new(&options.limits);
        for unit in units {
            collection.push_unit(unit.into())?;
        }
        let recognised = answered.recognised;
        borrow(recognised.iter().map(Recognised::size).sum())?;
        Ok(Box::new(ConfinedDocument {
            filter: Arc::clone(&self.0),
            source,
            options,
            units: collection.into_units(),
            recognised,
            warnings: warnings.into_iter().map(|warning| warning.0).collect(),
        }))
    }
}

/// A document that another process has read.
struct ConfinedDocument {
    filter: Arc<Confined>,
    source: Box<dyn Source>,
    options: Options,
    units: Vec<Unit>,
    recognised: Vec<Recognised>,
    warnings: Vec<Warning>,
}

impl Document for ConfinedDocument {
    fn units(&self) -> &[Unit] {
        &self.units
    }

    fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    fn write(
        &mut self,
        translations: &[Option<Content>],
        output: &mut dyn Write,
    ) -> Result<(), DocumentError> {
        let contents = translations.iter().map(|content| {
            let content = content.as_ref();
            content.map(|content| WireContent(Cow::Borrowed(content)))
        });
        let translations = Translations {
            units: digest(&self.units),
            contents: contents.collect(),
            recognised: Cow::Borrowed(&self.recognised),
        };
        let question = Question::new(&self.options, Some(translations));
        let mut answered = self.filter.ask(&question, &mut *self.source)?;
        let Answer::Written { warnings } = answered.take()? else {
            return Err(self.filter.unreadable());
        };
        self.warnings = warnings.into_iter().map(|warning| warning.0).collect();
        answered.copy_translation(output)
    }
}

/// What a process has written that has ended well.
struct Answered<'filter> {
    filter: &'filter Confined,
    file: File,
    length: u64,
    /// The length of the translation, behind which the answer is.
    begin: u64,
    /// What was recognised for it.
    recognised: Vec<Recognised>,
}

impl Answered<'_> {
    fn take(&mut self) -> Result<Answer<'static>, DocumentError> {
        // A unit takes up to four times the bytes that say it, with the list in which it is.
        let bytes = usize::try_from(self.length).unwrap_or(usize::MAX);
        borrow(bytes.saturating_mul(4))?;
        match Answer::read(&mut self.file, (self.length, self.begin)) {
            Ok(Answer::Failed(error)) => Err(self.filter.failure(error)),
            Ok(answer) => Ok(answer),
            // A document may have got hold of who has answered.
            Err(_) => Err(self.filter.unreadable()),
        }
    }

    fn copy_translation(mut self, output: &mut dyn Write) -> Result<(), DocumentError> {
        self.file.seek(SeekFrom::Start(0))?;
        copy(self.file.take(self.begin), output)
    }
}

impl Confined {
    /// Has a process do what is asked.
    fn ask(
        &self,
        question: &Question<'_>,
        source: &mut dyn Source,
    ) -> Result<Answered<'_>, DocumentError> {
        let turn = self.turns.take()?;
        let input = self.input(question, source)?;
        let known = question.translations.as_ref();
        let known = known.map_or(0, |known| known.recognised.len());
        let most = self.limits.time_for(input.metadata()?.len(), known);
        let confinement = Confinement {
            readable: match question.translations {
                Some(_) => self.program.readable.clone(),
                None => Vec::new(),
            },
            memory_bytes: self.limits.memory_bytes,
            // It is ended when its time is over, which grows with what is recognised.
            processor_time: None,
            // It says why it dies, and writes nothing else to a file.
            file_bytes: MOST_SAID,
            ..Confinement::default()
        };
        let mut command = self.runner.command(&confinement, &self.program.file);
        command.args(&self.program.arguments).current_dir("/");
        let mut errors = tempfile::tempfile_in(&self.folder)?;
        let mut conversation = Conversation {
            filter: self,
            turn: Some(turn),
            output: tempfile::tempfile_in(&self.folder)?,
            length: 0,
            most,
            recognised: Vec::new(),
        };
        // What the process takes is free again when it has ended.
        let end = for_a_while(|| conversation.run(command, input, errors.try_clone()?))?;
        let mut said = Vec::new();
        errors.rewind()?;
        errors.take(MOST_SAID).read_to_end(&mut said)?;
        match end {
            End::Exited(status) if status.success() => {}
            End::Exited(status) => return Err(self.death(status, &String::from_utf8_lossy(&said))),
            End::TooLong => return Err(too_slow(conversation.most)),
        }
        let Conversation {
            output: mut file,
            recognised,
            ..
        } = conversation;
        let (length, begin) = Answer::place(&mut file).map_err(|_| self.unreadable())?;
        Ok(Answered {
            filter: self,
            file,
            length,
            begin,
            recognised,
        })
    }

    /// A file with what is asked and the document.
    fn input(
        &self,
        question: &Question<'_>,
        source: &mut dyn Source,
    ) -> Result<File, DocumentError> {
        go_on()?;
        let mut file = BufWriter::new(tempfile::tempfile_in(&self.folder)?);
        question.write(&mut file)?;
        source.rewind()?;
        copy(source, &mut file)?;
        Ok(file.into_inner().map_err(io::IntoInnerError::into_error)?)
    }
}

/// How often text is recognised for a document at most: a dozen times for each of a thousand pages, and more.
const MOST_REQUESTS: usize = 20_000;

/// What is done while a process runs.
struct Conversation<'filter> {
    filter: &'filter Confined,
    /// None while its text is recognised, which others wait for as well.
    turn: Option<Turn<'filter>>,
    /// What it has put out.
    output: File,
    length: u64,
    /// How long it may take, without what is recognised for it.
    most: Duration,
    recognised: Vec<Recognised>,
}

impl Conversation<'_> {
    /// Runs a process to its end.
    fn run(&mut self, command: Command, input: File, errors: File) -> Result<End, DocumentError> {
        let (process, stream) = UnixStream::pair()?;
        let mut listener = Listener::new(stream, LOOK)?;
        let streams = Streams {
            input: input.into(),
            output: OwnedFd::from(process).into(),
            errors: errors.into(),
        };
        let mut running = Running::start(command, streams)?;
        let mut until = Instant::now() + self.most;
        let mut memory = Memory::default();
        loop {
            go_on()?;
            memory.borrow_for(running.id())?;
            match listener.next()? {
                Heard::Nothing => {}
                Heard::Output(bytes) => self.take(&bytes)?,
                Heard::Request(length) => match self.recognise(length, until, &mut listener)? {
                    Some(more) => until += more,
                    None => return Ok(End::TooLong),
                },
                Heard::Closed => {
                    if let Some(status) = running.ended()? {
                        return Ok(End::Exited(status));
                    }
                    thread::sleep(LOOK);
                }
                // The launcher says why it does not start the program. Later it could be text of the document.
                Heard::Other(said) if self.has_said_nothing() => {
                    let reason = String::from_utf8_lossy(&said);
                    let format = self.filter.program.format;
                    tracing::error!(reason = reason.trim(), format, "a program is not started");
                }
                Heard::Other(_) => return Err(self.filter.unreadable()),
            }
            if Instant::now() > until {
                return Ok(End::TooLong);
            }
        }
    }

    const fn has_said_nothing(&self) -> bool {
        self.length == 0 && self.recognised.is_empty()
    }

    /// Keeps what a process puts out.
    fn take(&mut self, bytes: &[u8]) -> Result<(), DocumentError> {
        self.length = self.length.saturating_add(bytes.len() as u64);
        if self.length > self.filter.limits.file_bytes {
            return Err(self.filter.too_long());
        }
        Ok(self.output.write_all(bytes)?)
    }

    /// Has the text of a picture recognised, which is to be heard by then. How much more time the process has for that;
    /// none if the picture is not heard in time.
    fn recognise(
        &mut self,
        length: usize,
        until: Instant,
        listener: &mut Listener,
    ) -> Result<Option<Duration>, DocumentError> {
        if length > MOST_REQUEST || self.recognised.len() >= MOST_REQUESTS {
            return Err(self.filter.unreadable());
        }
        let heard = for_a_while(|| {
            borrow(length)?;
            let Some(request) = listener.request(length, until)? else {
                return Ok(None);
            };
            let began = Instant::now();
            self.turn = None;
            let recognised = recognise(&request, &*self.filter.recogniser)?;
            self.turn = Some(self.filter.turns.take()?);
            Ok::<_, DocumentError>(Some((recognised, began.elapsed())))
        })?;
        let Some((recognised, took)) = heard else {
            return Ok(None);
        };
        let told = serde_json::to_vec(&recognised).map_err(io::Error::from)?;
        borrow(recognised.size())?;
        listener.tell(&told)?;
        let more = self.filter.limits.time_per_picture;
        self.most = self.most.saturating_add(more);
        self.recognised.push(recognised);
        Ok(Some(took.saturating_add(more)))
    }
}

/// How much of what a process says is read: it says why it died in a line.
const MOST_SAID: u64 = 1 << 10;

/// What a process says that has asked for more memory than it may have.
const NO_MEMORY: &str = "memory allocation of";

/// What a process says whose stack is at its end.
const NO_STACK: &str = "overflowed its stack";

/// The code with which a process ends that panicked.
const PANICKED: i32 = 101;

impl Confined {
    /// Why a process died.
    fn death(&self, status: ExitStatus, said: &str) -> DocumentError {
        let format = self.program.format;
        match status.code() {
            None => {
                tracing::warn!(%status, format, "a process died of a document");
                let is = |signal: Signal| status.signal() == Some(signal.as_raw());
                if is(Signal::KILL) || said.contains(NO_MEMORY) {
                    self.too_much_memory()
                } else if is(Signal::SEGV) || said.contains(NO_STACK) {
                    // Where it may not look at its own memory, it does not know where its stack ends. What has no unsafe
                    // code has no other way to touch what is not its own.
                    self.malformed("its parts are too deep within one another")
                } else {
                    self.unreadable()
                }
            }
            Some(PANICKED) => {
                // It says the place only, and nothing of the document.
                tracing::error!(said, format, "a process panicked at a document");
                self.unreadable()
            }
            // It has not come as far as the document, and has said why, if it could.
            Some(_) => {
                tracing::error!(%status, format, "documents cannot be read");
                io::Error::other(format!("the process failed: {status}")).into()
            }
        }
    }

    /// What a process has told of the document.
    fn failure(&self, error: WireError) -> DocumentError {
        match error {
            WireError::NoMemory => self.too_much_memory(),
            error => error.of_format(self.program.format),
        }
    }

    fn malformed(&self, reason: &str) -> DocumentError {
        DocumentError::Malformed {
            format: self.program.format,
            reason: reason.to_owned(),
        }
    }

    fn unreadable(&self) -> DocumentError {
        self.malformed("reading it failed")
    }

    fn too_much_memory(&self) -> DocumentError {
        let megabytes = self.limits.memory_bytes / 1_000_000;
        DocumentError::Unsupported(format!(
            "the document takes more than the {megabytes} MB of memory that one may; split it and send the parts"
        ))
    }

    fn too_long(&self) -> DocumentError {
        let megabytes = self.limits.file_bytes / 1_000_000;
        DocumentError::Unsupported(format!(
            "what is written of the document becomes longer than the {megabytes} MB that one may have; split it and send \
             the parts"
        ))
    }
}

fn too_slow(time: Duration) -> DocumentError {
    let seconds = time.as_secs();
    DocumentError::Unsupported(format!(
        "the document takes longer than the {seconds} seconds that one of its size may; split it and send the parts"
    ))
}
