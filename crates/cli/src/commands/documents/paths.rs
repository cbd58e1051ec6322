//! Which file is written from which, and how.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{BufWriter, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use dragoman_documents::{Content, Document, Filters, Format};
use dragoman_domain::Language;

use crate::arguments::{TranslateDocumentArguments, refuse};

/// A document to translate.
#[derive(Debug)]
pub(super) struct Task {
    /// Which of the arguments it is.
    pub(super) index: usize,
    pub(super) input: PathBuf,
    pub(super) output: PathBuf,
    pub(super) format: Format,
    /// The format of the translation where it is not the usual one.
    pub(super) output_format: Option<Format>,
}

/// Documents that cannot be translated, by their index among the arguments, and why.
type Failed = Vec<(usize, anyhow::Error)>;

/// What is to be done, and which documents cannot be translated.
pub(super) fn tasks(
    arguments: &TranslateDocumentArguments,
    filters: &Filters,
) -> Result<(Vec<Task>, Failed)> {
    let outputs = Outputs::new(arguments)?;
    let inputs: HashSet<PathBuf> = arguments
        .files
        .iter()
        .flat_map(|file| places(file))
        .collect();
    let mut taken: HashMap<PathBuf, &Path> = HashMap::new();
    let (mut tasks, mut failed) = (Vec::new(), Vec::new());
    for (index, input) in arguments.files.iter().enumerate() {
        let task = format_of(input, filters).and_then(|format| {
            let output = outputs.of(input, format)?;
            let output_format = output_format(format, &output)?;
            if arguments.bilingual {
                check_bilingual(format)?;
            }
            if places(&output).any(|place| inputs.contains(&place)) {
                bail!(
                    "{} is itself to be translated and is not replaced; give another --output",
                    output.display()
                );
            }
            if !arguments.force {
                check_free(&output)?;
            }
            match taken.entry(entry(&output)) {
                Entry::Vacant(free) => free.insert(input),
                Entry::Occupied(other) => bail!(
                    "{} would be written from {} as well",
                    output.display(),
                    other.get().display()
                ),
            };
            Ok(Task {
                index,
                input: input.clone(),
                output,
                format,
                output_format,
            })
        });
        match task {
            Ok(task) => tasks.push(task),
            Err(error) => failed.push((index, error)),
        }
    }
    Ok((tasks, failed))
}

/// The file that a path names, however the path is written; a link is a file of its own.
fn entry(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let folder = fs::canonicalize(folder.unwrap_or(Path::new(".")));
    match (folder, path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path.to_path_buf(),
    }
}

/// The files whose loss would be that of what is at a path: the one of that name, and the one that it leads to.
fn places(path: &Path) -> impl Iterator<Item = PathBuf> {
    [Some(entry(path)), fs::canonicalize(path).ok()]
        .into_iter()
        .flatten()
}

/// Where translations go.
enum Outputs<'arguments> {
    /// All beside their sources.
    Beside(Language),
    /// All into a folder.
    Folder(&'arguments Path, Language),
    /// The only one there is.
    File(&'arguments Path),
}

impl<'arguments> Outputs<'arguments> {
    fn new(arguments: &'arguments TranslateDocumentArguments) -> Result<Self> {
        let Some(output) = arguments.output.as_deref() else {
            return Ok(Self::Beside(arguments.to));
        };
        let is_folder = output.is_dir() || output.as_os_str().to_string_lossy().ends_with('/');
        if arguments.files.len() == 1 && !is_folder {
            return Ok(Self::File(output));
        }
        if output.exists() && !is_folder {
            refuse("several documents need a folder as --output");
        }
        fs::create_dir_all(output)
            .with_context(|| format!("the folder {} cannot be made", output.display()))?;
        Ok(Self::Folder(output, arguments.to))
    }

    /// The file to write for a document.
    fn of(&self, input: &Path, format: Format) -> Result<PathBuf> {
        match self {
            Self::File(path) => Ok(path.to_path_buf()),
            Self::Beside(target) => Ok(input.with_file_name(name_in(input, format, *target)?)),
            Self::Folder(folder, target) => Ok(folder.join(name_in(input, format, *target)?)),
        }
    }
}

/// `report.de.docx` for `report.docx` and for `report.doc`.
fn name_in(input: &Path, format: Format, target: Language) -> Result<OsString> {
    let stem = input.file_stem().ok_or_else(|| anyhow!("it is no file"))?;
    let mut name = stem.to_owned();
    name.push(format!(".{target}"));
    let output = format.output();
    let extension = match input.extension() {
        Some(extension) if output == format => extension,
        _ => output.name().as_ref(),
    };
    name.push(".");
    name.push(extension);
    Ok(name)
}

/// The format that a name says.
fn named(path: &Path) -> Option<Format> {
    Format::of_extension(&path.extension()?.to_string_lossy())
}

/// The format of a document, by its name.
fn format_of(input: &Path, filters: &Filters) -> Result<Format> {
    let Some(format) = named(input) else {
        let extension = input.extension().unwrap_or_default().to_ascii_lowercase();
        if let "ppt" | "xls" = &*extension.to_string_lossy() {
            bail!(
                "the old Office formats are not supported; save it as {}x",
                extension.display()
            );
        }
        bail!(
            "its format is not supported; the names of documents end with one of {}",
            filters.extensions()
        );
    };
    filters.check(format)?;
    Ok(format)
}

/// The format that the name of a translation says, if it is not the usual one.
fn output_format(format: Format, output: &Path) -> Result<Option<Format>> {
    match named(output) {
        Some(named) if named == format.output() => Ok(None),
        Some(named) if format.may_become(named) => Ok(Some(named)),
        _ => bail!(
            "its translation is a document in {}, and {} is named as if it had another format",
            format.output().name(),
            output.display()
        ),
    }
}

/// Fails for a format that is not written in both languages, whatever it is written as.
fn check_bilingual(format: Format) -> Result<()> {
    if !format.may_be_bilingual() {
        bail!(
            "--bilingual is for documents whose names end with one of {}",
            Format::bilingual_extensions()
        );
    }
    Ok(())
}

fn check_free(output: &Path) -> Result<()> {
    if output.symlink_metadata().is_ok() {
        bail!("{} is there already; --force replaces it", output.display());
    }
    Ok(())
}

/// A file on its way to its name. Dropped before it has that, it is removed.
struct Unfinished(Option<PathBuf>);

impl Drop for Unfinished {
    fn drop(&mut self) {
        if let Some(path) = self.0.take() {
            // Who reads the error of writing it knows enough.
            let _ = fs::remove_file(path);
        }
    }
}

/// Who may read, write and run a file, without the special bits.
const ACCESS: u32 = 0o777;

/// Writes a document with its translations: whole, or not at all. Who may do what with its source may do it with
/// the translation.
pub(super) fn write(
    document: &mut dyn Document,
    translations: &[Option<Content>],
    source: &Permissions,
    output: &Path,
    replaces: bool,
) -> Result<()> {
    let (file, mut unfinished) =
        create_beside(output).with_context(|| format!("{} cannot be written", output.display()))?;
    let mut writer = BufWriter::new(file);
    document.write(translations, &mut writer)?;
    writer
        .flush()
        .and_then(|()| {
            let access = Permissions::from_mode(source.mode() & ACCESS);
            writer.get_ref().set_permissions(access)?;
            writer.get_ref().sync_all()
        })
        .with_context(|| format!("{} cannot be written", output.display()))?;
    if !replaces {
        check_free(output)?;
    }
    if let Some(path) = &unfinished.0 {
        fs::rename(path, output)
            .with_context(|| format!("{} cannot be written", output.display()))?;
    }
    unfinished.0 = None;
    Ok(())
}

/// Makes a file with a name of its own in the folder of another, which nobody else can read.
fn create_beside(output: &Path) -> Result<(File, Unfinished)> {
    let name = output.file_name().ok_or_else(|| anyhow!("it is no file"))?;
    let mut hidden = OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}.partial", std::process::id()));
    let path = output.with_file_name(hidden);
    let file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&path)?;
    Ok((file, Unfinished(Some(path))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_stands_before_the_ending_of_the_translation() {
        let name = |path: &str, tag: &str| {
            let path = Path::new(path);
            let name = name_in(path, named(path).unwrap(), tag.parse().unwrap()).unwrap();
            name.into_string().unwrap()
        };
        assert_eq!(name("a/report.docx", "de"), "report.de.docx");
        assert_eq!(name("notes.v2.txt", "pt-BR"), "notes.v2.pt-BR.txt");
        assert_eq!(name("PAGE.HTM", "de"), "PAGE.de.HTM");
        assert_eq!(name("old.DOC", "de"), "old.de.docx");
    }

    #[test]
    fn what_cannot_be_translated_is_told_with_what_can() {
        let filters = Filters::standard().without(Format::Doc, "install something");
        let format_of = |path: &str| format_of(Path::new(path), &filters);
        let why = |path: &str| format!("{:#}", format_of(path).unwrap_err());
        assert_eq!(format_of("A.DOCX").unwrap(), Format::Docx);
        assert!(why("a.doc").contains("install something"));
        assert!(why("a.PDF").contains("PDF"));
        assert!(why("a.XLS").contains("save it as xlsx"));
        for path in ["a.odg", "docx", ".docx"] {
            assert!(why(path).contains("docx, pptx"), "{path}");
        }
    }

    #[test]
    fn a_translation_is_named_by_a_format_that_it_can_have() {
        let of = |format, name: &str| output_format(format, Path::new(name)).ok();
        assert_eq!(of(Format::Html, "a.HTM"), Some(None));
        assert_eq!(of(Format::Html, "a.docx"), None);
        assert_eq!(of(Format::Doc, "a.docx"), Some(None));
        assert_eq!(of(Format::Doc, "a.doc"), None);
        assert_eq!(of(Format::Pdf, "a.docx"), Some(Some(Format::Docx)));
    }
}
