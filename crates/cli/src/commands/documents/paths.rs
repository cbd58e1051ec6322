//! Which file is written from which, and how.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{BufWriter, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use dragoman_documents::{Content, Document, Format};
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
}

/// Documents that cannot be translated, by their index among the arguments, and why.
type Failed = Vec<(usize, anyhow::Error)>;

/// What is to be done, and which documents cannot be translated.
pub(super) fn tasks(arguments: &TranslateDocumentArguments) -> Result<(Vec<Task>, Failed)> {
    let outputs = Outputs::new(arguments)?;
    let inputs: HashSet<PathBuf> = arguments
        .files
        .iter()
        .flat_map(|file| places(file))
        .collect();
    let mut taken: HashMap<PathBuf, &Path> = HashMap::new();
    let (mut tasks, mut failed) = (Vec::new(), Vec::new());
    for (index, input) in arguments.files.iter().enumerate() {
        let task = format_of(input).and_then(|format| {
            let output = outputs.of(input)?;
            if format_of(&output).ok() != Some(format) {
                bail!(
                    "its translation has its format, and {} is named as if it had another",
                    output.display()
                );
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
    fn of(&self, input: &Path) -> Result<PathBuf> {
        match self {
            Self::File(path) => Ok(path.to_path_buf()),
            Self::Beside(target) => Ok(input.with_file_name(name_in(input, *target)?)),
            Self::Folder(folder, target) => Ok(folder.join(name_in(input, *target)?)),
        }
    }
}

/// `report.de.docx` for `report.docx`.
fn name_in(input: &Path, target: Language) -> Result<OsString> {
    let stem = input.file_stem().ok_or_else(|| anyhow!("it is no file"))?;
    let mut name = stem.to_owned();
    name.push(format!(".{target}"));
    if let Some(extension) = input.extension() {
        name.push(".");
        name.push(extension);
    }
    Ok(name)
}

/// The format of a document, by its name.
fn format_of(input: &Path) -> Result<Format> {
    let extension = input.extension().unwrap_or_default().to_string_lossy();
    let extension = extension.to_lowercase();
    if let Some(format) = Format::of_extension(&extension) {
        return Ok(format);
    }
    match extension.as_str() {
        "pdf" => bail!("PDF is not supported; translate the document that it was made from"),
        "doc" => bail!("the old Word format is not supported; save the document as docx"),
        "ppt" | "xls" => bail!("the old Office formats are not supported; save it as {extension}x"),
        "png" | "jpg" | "jpeg" | "gif" | "webp" | "bmp" | "tif" | "tiff" => {
            bail!("images are not supported")
        }
        _ => {}
    }
    let known = Format::ALL.into_iter().flat_map(Format::extensions);
    let known: Vec<&str> = known.copied().collect();
    bail!(
        "its format is not supported; the names of documents end with one of {}",
        known.join(", ")
    )
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
    mut document: Box<dyn Document>,
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
    fn the_language_stands_before_the_ending() {
        let name = |path: &str, tag: &str| {
            let name = name_in(Path::new(path), tag.parse().unwrap()).unwrap();
            name.into_string().unwrap()
        };
        assert_eq!(name("a/report.docx", "de"), "report.de.docx");
        assert_eq!(name("notes.v2.txt", "pt-BR"), "notes.v2.pt-BR.txt");
    }

    #[test]
    fn what_cannot_be_translated_is_told_with_what_can() {
        let why = |path: &str| format!("{:#}", format_of(Path::new(path)).unwrap_err());
        assert_eq!(format_of(Path::new("A.DOCX")).unwrap(), Format::Docx);
        assert!(why("a.doc").contains("save the document as docx"));
        assert!(why("a.PDF").contains("PDF"));
        assert!(why("a.png").contains("images"));
        for path in ["a.odt", "docx", ".docx"] {
            assert!(why(path).contains("docx, pptx"), "{path}");
        }
    }
}
