//! Models from a folder that somebody made.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use dragoman_domain::Timestamp;
use dragoman_language::LanguagePair;

use crate::address::{check_file_name, without_compression};
use crate::check::ModelCheck;
use crate::error::{ImportError, InstallError};
use crate::folder::{InstalledModel, ModelFolder};
use crate::manifest::{Description, Format, Licence, Metrics, Provenance, Role};
use crate::stage::{Stage, ensure_room};
use crate::unpack::Expected;

/// What is to be imported, and as what.
#[derive(Debug, Clone)]
pub struct Import<'a> {
    /// The folder with the files under their public names.
    pub source: &'a Path,
    /// From which language into which.
    pub pair: LanguagePair,
    /// The name of the model; that of its architecture if not given.
    pub name: Option<&'a str>,
    /// Its licence, where the importer knows it.
    pub licence: Option<&'a str>,
    /// Whether to replace a model of the same name.
    pub replace: bool,
}

impl Import<'_> {
    /// Copies, decompresses, checks and installs the model.
    ///
    /// # Errors
    /// [`InstallError`]; then nothing is installed or replaced.
    pub fn run(
        &self,
        folder: &ModelFolder,
        check: &dyn ModelCheck,
        now: Timestamp,
    ) -> Result<InstalledModel, InstallError> {
        if let Some(name) = self.name {
            check_file_name(name)?;
        }
        let (format, files) = recognise(self.source)?;
        ensure_room(folder, size(&files)?)?;
        let mut stage = Stage::new(folder)?;
        for Candidate { role, path, name } in &files {
            check_file_name(name)?;
            let input = File::open(path).map_err(|error| unreadable(path, error))?;
            let expected = Expected {
                limit: role.largest_size(),
                ..Expected::default()
            };
            stage.add(*role, name, input, &expected)?;
        }
        let description = Description {
            pair: self.pair,
            name: self.name.unwrap_or_default().to_owned(),
            format,
            architecture: None,
            parameters: None,
            provenance: Provenance {
                origin: self.source.display().to_string(),
                installed: now.to_string(),
                ..Provenance::default()
            },
            licence: self.licence.map(|identifier| Licence {
                identifier: identifier.to_owned(),
                basis: "whoever imported the model".to_owned(),
            }),
            metrics: Metrics::new(),
        };
        stage.finish(description, check, self.replace.into())
    }
}

/// A file of the folder, with its name once it is decompressed.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Candidate {
    role: Role,
    path: PathBuf,
    name: String,
}

/// The public names of a kind of file: what it begins and ends with, or exactly what it is.
struct Pattern {
    role: Role,
    names: &'static [(&'static str, &'static str)],
    /// For messages.
    expected: &'static str,
}

const INTGEMM_MODEL: Pattern = Pattern {
    role: Role::Model,
    names: &[
        ("model.", ".intgemm.alphas.bin"),
        ("model.", ".intgemm.bin"),
        ("model.", ".intgemm8.bin"),
    ],
    expected: "model (model.*.intgemm.alphas.bin, model.*.intgemm.bin or *.npz)",
};
const SHORTLIST: Pattern = Pattern {
    role: Role::Shortlist,
    names: &[("lex.", ".s2t.bin")],
    expected: "shortlist (lex.*.s2t.bin)",
};
const VOCABULARY: Pattern = Pattern {
    role: Role::Vocabulary,
    names: &[("vocab.", ".spm")],
    expected: "vocabulary (vocab.*.spm, or srcvocab.*.spm and trgvocab.*.spm)",
};
const SOURCE_VOCABULARY: Pattern = Pattern {
    role: Role::SourceVocabulary,
    names: &[("srcvocab.", ".spm")],
    expected: "vocabulary of the source language (srcvocab.*.spm)",
};
const TARGET_VOCABULARY: Pattern = Pattern {
    role: Role::TargetVocabulary,
    names: &[("trgvocab.", ".spm")],
    expected: "vocabulary of the target language (trgvocab.*.spm)",
};
const NPZ_MODEL: Pattern = Pattern {
    role: Role::Model,
    names: &[("", ".npz")],
    expected: "model (*.npz)",
};
const SOURCE_PIECES: Pattern = Pattern {
    role: Role::SourceVocabulary,
    names: &[("source.spm", "")],
    expected: "vocabulary of the source language (source.spm)",
};
const TARGET_PIECES: Pattern = Pattern {
    role: Role::TargetVocabulary,
    names: &[("target.spm", "")],
    expected: "vocabulary of the target language (target.spm)",
};
const VOCABULARY_TABLE: Pattern = Pattern {
    role: Role::VocabularyTable,
    names: &[("vocab.yml", ""), ("", ".vocab.yml")],
    expected: "table of the vocabulary (vocab.yml or *.vocab.yml)",
};
const DECODER_SETTINGS: Pattern = Pattern {
    role: Role::DecoderSettings,
    names: &[("decoder.yml", "")],
    expected: "settings of the decoder (decoder.yml)",
};

impl Pattern {
    fn matches(&self, name: &str) -> bool {
        self.names.iter().any(|(start, end)| {
            if end.is_empty() {
                name == *start
            } else {
                name.strip_prefix(start)
                    .is_some_and(|rest| rest.len() > end.len() && rest.ends_with(end))
            }
        })
    }
}

/// The files of a folder that could belong to a model.
struct Listing<'a> {
    folder: &'a Path,
    files: Vec<(PathBuf, String)>,
}

impl<'a> Listing<'a> {
    fn read(folder: &'a Path) -> Result<Self, ImportError> {
        let mut files = Vec::new();
        for entry in fs::read_dir(folder).map_err(|error| unreadable(folder, error))? {
            let path = entry.map_err(|error| unreadable(folder, error))?.path();
            // A name that is no Unicode is none of the public ones.
            if let Some(name) = path.file_name().and_then(|name| name.to_str())
                && path.is_file()
            {
                let name = without_compression(name).to_owned();
                files.push((path, name));
            }
        }
        files.sort();
        Ok(Self { folder, files })
    }

    fn optional(&self, pattern: &Pattern) -> Result<Option<Candidate>, ImportError> {
        let found: Vec<_> = self
            .files
            .iter()
            .filter(|(_, name)| pattern.matches(name))
            .collect();
        match found.as_slice() {
            [] => Ok(None),
            [(path, name)] => Ok(Some(Candidate {
                role: pattern.role,
                path: path.clone(),
                name: name.clone(),
            })),
            several => Err(self.ambiguous(several.iter().map(|(path, _)| path))),
        }
    }

    fn required(&self, pattern: &Pattern) -> Result<Candidate, ImportError> {
        self.optional(pattern)?.ok_or_else(|| ImportError::Missing {
            folder: self.folder.to_owned(),
            expected: pattern.expected,
        })
    }

    fn ambiguous<'p>(&self, paths: impl Iterator<Item = &'p PathBuf>) -> ImportError {
        ImportError::Ambiguous {
            folder: self.folder.to_owned(),
            names: paths
                .filter_map(|path| path.file_name())
                .map(|name| name.to_string_lossy().into_owned())
                .collect(),
        }
    }
}

/// Finds out which of the two kinds of model a folder has, and which file is what.
fn recognise(folder: &Path) -> Result<(Format, Vec<Candidate>), ImportError> {
    let listing = Listing::read(folder)?;
    let intgemm = listing.optional(&INTGEMM_MODEL)?;
    let npz = listing.optional(&NPZ_MODEL)?;
    match (intgemm, npz) {
        (Some(left), Some(right)) => Err(listing.ambiguous([&left.path, &right.path].into_iter())),
        (None, None) => Err(ImportError::Missing {
            folder: folder.to_owned(),
            expected: INTGEMM_MODEL.expected,
        }),
        (Some(model), None) => {
            let mut files = vec![model, listing.required(&SHORTLIST)?];
            files.extend(vocabularies(&listing)?);
            Ok((Format::Intgemm, files))
        }
        (None, Some(model)) => {
            let mut files = vec![model];
            for pattern in [SOURCE_PIECES, TARGET_PIECES, VOCABULARY_TABLE] {
                files.push(listing.required(&pattern)?);
            }
            files.extend(listing.optional(&SHORTLIST)?);
            files.extend(listing.optional(&DECODER_SETTINGS)?);
            Ok((Format::Npz, files))
        }
    }
}

/// One vocabulary for both languages, or one for each.
fn vocabularies(listing: &Listing<'_>) -> Result<Vec<Candidate>, ImportError> {
    let shared = listing.optional(&VOCABULARY)?;
    let source = listing.optional(&SOURCE_VOCABULARY)?;
    let target = listing.optional(&TARGET_VOCABULARY)?;
    match (shared, source, target) {
        (Some(shared), None, None) => Ok(vec![shared]),
        (Some(shared), source, target) => {
            let all = [Some(shared), source, target];
            Err(listing.ambiguous(all.iter().flatten().map(|file| &file.path)))
        }
        (None, None, None) => listing.required(&VOCABULARY).map(|file| vec![file]),
        (None, _, _) => Ok(vec![
            listing.required(&SOURCE_VOCABULARY)?,
            listing.required(&TARGET_VOCABULARY)?,
        ]),
    }
}

/// The size of the files as they are, in bytes.
fn size(files: &[Candidate]) -> Result<u64, ImportError> {
    let mut sum: u64 = 0;
    for file in files {
        let found = fs::metadata(&file.path).map_err(|error| unreadable(&file.path, error))?;
        sum = sum.saturating_add(found.len());
    }
    Ok(sum)
}

fn unreadable(path: &Path, error: io::Error) -> ImportError {
    ImportError::Unreadable {
        path: path.to_owned(),
        source: Arc::new(error),
    }
}
