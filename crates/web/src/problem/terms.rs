//! What goes wrong with glossaries, translation memories and style rules.

use axum::http::StatusCode;
use dragoman_domain::{ErrorKind, GlossaryPairError};
use dragoman_service::{
    EntriesError, EntriesFault, GlossaryError, InstructionPart, LARGEST_GLOSSARY,
    LONGEST_GLOSSARY_NAME, LONGEST_INSTRUCTION_LABEL, LONGEST_INSTRUCTION_PROMPT,
    LONGEST_STYLE_LIST_NAME, LONGEST_TERM, MemoryError, StyleListError,
};

use super::{Argument, Problem};

impl Problem {
    fn conflicting(message: &'static str) -> Self {
        Self::new(StatusCode::CONFLICT, message)
    }

    fn quoting(self, name: &'static str, text: &str) -> Self {
        self.with(name, Argument::Text(text.to_owned()))
    }

    /// Whether it contradicts what is there.
    pub(crate) fn is_conflict(&self) -> bool {
        self.status == StatusCode::CONFLICT
    }

    /// The server has as much to do as it takes.
    pub(crate) fn busy() -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "problem-busy")
    }

    /// Something has the name already.
    pub(crate) fn name_taken(name: &str) -> Self {
        Self::conflicting("problem-name-taken").quoting("name", name)
    }

    /// A name with more bytes, or characters, than these.
    pub(crate) fn name_too_long(most: usize) -> Self {
        Self::too_long("problem-name-too-long", most)
    }

    /// More entries than a glossary may have.
    pub(crate) fn entries_too_large() -> Self {
        let most = (LARGEST_GLOSSARY / (1024 * 1024)) as u64;
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "problem-entries-too-large")
            .with("most", Argument::Number(most))
    }

    /// A source term has a translation already.
    pub(crate) fn entry_exists(source: &str, target: &str) -> Self {
        Self::conflicting("problem-entry-exists")
            .quoting("source", source)
            .quoting("target", target)
    }

    /// Somebody has changed an entry meanwhile, from which somebody else wrote this.
    pub(crate) fn entry_changed(source: &str, now: &str, wrote: Option<&str>) -> Self {
        Self::conflicting(match wrote {
            Some(_) => "problem-entry-changed",
            None => "problem-entry-changed-not-removed",
        })
        .quoting("source", source)
        .quoting("now", now)
        .quoting("wrote", wrote.unwrap_or_default())
    }

    /// Somebody has removed an entry, or its source term, meanwhile.
    pub(crate) fn entry_gone(source: &str, wrote: Option<&str>) -> Self {
        Self::conflicting(match wrote {
            Some(_) => "problem-entry-gone",
            None => "problem-entry-removed-already",
        })
        .quoting("source", source)
        .quoting("wrote", wrote.unwrap_or_default())
    }

    /// Somebody has changed a style rule list meanwhile.
    pub(crate) fn style_list_changed() -> Self {
        Self::conflicting("problem-style-list-changed")
    }

    fn too_long(message: &'static str, most: usize) -> Self {
        Self::invalid(message).with("most", Argument::Number(most as u64))
    }
}

impl From<GlossaryPairError> for Problem {
    fn from(error: GlossaryPairError) -> Self {
        match error {
            GlossaryPairError::SameLanguage(_) => Self::invalid("problem-same-language"),
            error @ GlossaryPairError::NotAGlossaryLanguage(_) => {
                Self::of_kind(ErrorKind::InvalidInput, &error)
            }
        }
    }
}

impl From<EntriesError> for Problem {
    fn from(error: EntriesError) -> Self {
        let problem = Self::invalid(match error.fault {
            EntriesFault::NoEntries => "problem-no-entries",
            EntriesFault::OnlyOtherPairs => "problem-entries-other-pairs",
            EntriesFault::MissingTarget => "problem-entries-missing-target",
            EntriesFault::SecondTab => "problem-entries-second-tab",
            EntriesFault::EmptyTerm => "problem-entries-empty-term",
            EntriesFault::LongTerm { .. } => "problem-entries-long-term",
            EntriesFault::ControlCharacter => "problem-entries-control",
            EntriesFault::DuplicateSource { .. } => "problem-entries-duplicate",
            EntriesFault::OpenQuote => "problem-entries-open-quote",
            EntriesFault::StrayQuote => "problem-entries-stray-quote",
        });
        let line = |line: usize| Argument::Number(line as u64);
        let problem = problem.with("line", line(error.line));
        match error.fault {
            EntriesFault::DuplicateSource { first_line, .. } => {
                problem.with("first", line(first_line))
            }
            EntriesFault::LongTerm { .. } => problem.with("most", line(LONGEST_TERM)),
            _ => problem,
        }
    }
}

impl From<GlossaryError> for Problem {
    fn from(error: GlossaryError) -> Self {
        match error {
            GlossaryError::Forbidden(error) => error.into(),
            GlossaryError::Store(error) => error.into(),
            GlossaryError::NotFound(_) => Self::new(StatusCode::NOT_FOUND, "problem-glossary-gone"),
            GlossaryError::NoSuchDictionary { .. } => {
                Self::new(StatusCode::NOT_FOUND, "problem-dictionary-gone")
            }
            GlossaryError::InvalidName { .. } => Self::name_too_long(LONGEST_GLOSSARY_NAME),
            GlossaryError::InvalidEntries { error, .. } => error.into(),
            GlossaryError::TooLarge => Self::entries_too_large(),
            GlossaryError::LastEntry => Self::conflicting("problem-last-entry"),
            error => Self::of_kind(error.kind(), &error),
        }
    }
}

impl From<MemoryError> for Problem {
    fn from(error: MemoryError) -> Self {
        match error {
            MemoryError::Forbidden(error) => error.into(),
            MemoryError::Store(error) => error.into(),
            MemoryError::UnknownMemory(_) => {
                Self::new(StatusCode::NOT_FOUND, "problem-memory-gone")
            }
            MemoryError::UnknownJob(_) | MemoryError::UnknownLink => {
                Self::new(StatusCode::NOT_FOUND, "problem-memory-job-gone")
            }
            MemoryError::FileTooLarge { most, .. } => Self::memory_too_large(most),
            error => Self::of_kind(error.kind(), &error),
        }
    }
}

impl Problem {
    fn memory_too_large(most: u64) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "problem-memory-too-large")
            .with("most", Argument::Number(most / 1_000_000))
    }
}

impl From<StyleListError> for Problem {
    fn from(error: StyleListError) -> Self {
        match error {
            StyleListError::Forbidden(error) => error.into(),
            StyleListError::Store(error) => error.into(),
            StyleListError::NotFound(_) => {
                Self::new(StatusCode::NOT_FOUND, "problem-style-list-gone")
            }
            StyleListError::NoSuchInstruction { .. } => {
                Self::new(StatusCode::NOT_FOUND, "problem-instruction-gone")
            }
            StyleListError::InvalidName { .. } => Self::name_too_long(LONGEST_STYLE_LIST_NAME),
            StyleListError::InvalidInstruction { part, .. } => match part {
                InstructionPart::Label => {
                    Self::too_long("problem-instruction-label", LONGEST_INSTRUCTION_LABEL)
                }
                InstructionPart::Prompt => {
                    Self::too_long("problem-instruction-prompt", LONGEST_INSTRUCTION_PROMPT)
                }
            },
            error => Self::of_kind(error.kind(), &error),
        }
    }
}
