//! Which dictionaries there are, and where.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// A dictionary that could be there.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    /// The tags of the languages and variants that it is for.
    pub(super) tags: &'static [&'static str],
    /// What its files are called before `.aff` and `.dic`; the first that is there is taken.
    pub(super) names: &'static [&'static str],
    /// The Debian package that brings it.
    pub(super) package: &'static str,
    /// A word that it has.
    pub(super) sample: &'static str,
}

/// Every dictionary that is looked for. A language without a variant has the dictionary of the one
/// in which texts are written that do not ask for any.
pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        tags: &["de"],
        names: &["de_DE", "de_DE_frami"],
        package: "hunspell-de-de",
        sample: "Häuser",
    },
    Entry {
        tags: &["en", "en-US"],
        names: &["en_US"],
        package: "hunspell-en-us",
        sample: "houses",
    },
    Entry {
        tags: &["en-GB"],
        names: &["en_GB"],
        package: "hunspell-en-gb",
        sample: "houses",
    },
    Entry {
        tags: &["es"],
        names: &["es_ES", "es"],
        package: "hunspell-es",
        sample: "casas",
    },
    Entry {
        tags: &["fr"],
        names: &["fr", "fr_FR"],
        package: "hunspell-fr",
        sample: "maisons",
    },
    Entry {
        tags: &["it"],
        names: &["it_IT", "it"],
        package: "hunspell-it",
        sample: "case",
    },
    Entry {
        tags: &["pt", "pt-PT"],
        names: &["pt_PT"],
        package: "hunspell-pt-pt",
        sample: "casas",
    },
    Entry {
        tags: &["pt-BR"],
        names: &["pt_BR"],
        package: "hunspell-pt-br",
        sample: "casas",
    },
];

/// The files of a dictionary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Files {
    /// Where they are.
    pub(super) folder: PathBuf,
    /// What they are called before `.aff` and `.dic`.
    pub(super) name: &'static str,
}

impl Files {
    /// The files of a dictionary in the first folder that has both.
    pub(super) fn find(entry: &Entry, folders: &[PathBuf]) -> Option<Self> {
        let has = |folder: &Path, name: &str| paths(folder, name).iter().all(|path| path.is_file());
        folders.iter().find_map(|folder| {
            let mut names = entry.names.iter();
            let name = names.find(|name| has(folder, name))?;
            Some(Self {
                folder: folder.clone(),
                name,
            })
        })
    }

    /// Both.
    pub(super) fn paths(&self) -> [PathBuf; 2] {
        paths(&self.folder, self.name)
    }

    /// The characters that the dictionary can have.
    ///
    /// # Errors
    /// Why they are not known, for the operator to read.
    pub(super) fn charset(&self) -> Result<Charset, String> {
        let path = self.folder.join(format!("{}.aff", self.name));
        let mut start = Vec::new();
        File::open(&path)
            .and_then(|file| file.take(LONGEST_HEAD).read_to_end(&mut start))
            .map_err(|error| format!("{} cannot be read: {}", path.display(), error.kind()))?;
        Charset::of(&start)
            .map_err(|name| format!("{} is in {name}; turn it into UTF-8", path.display()))
    }
}

fn paths(folder: &Path, name: &str) -> [PathBuf; 2] {
    ["aff", "dic"].map(|extension| folder.join(format!("{name}.{extension}")))
}

/// How much of a file is searched for the name of its encoding, in bytes.
const LONGEST_HEAD: u64 = 256 << 10;

/// What characters the encoding of a dictionary has. The program takes words with others for empty
/// ones, and those for known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Charset {
    /// All.
    Unicode,
    /// ISO 8859-1, which is meant if there is no name.
    Latin1,
    /// ISO 8859-15.
    Latin9,
}

impl Charset {
    /// The encoding that the beginning of an `.aff` file names; another one is returned by its name.
    fn of(start: &[u8]) -> Result<Self, String> {
        let start = start.strip_prefix("\u{feff}".as_bytes()).unwrap_or(start);
        let name = start
            .split(|byte| *byte == b'\n')
            .find_map(|line| line.strip_prefix(b"SET "))
            .map(|name| String::from_utf8_lossy(name.trim_ascii()).to_ascii_uppercase());
        match name.as_deref() {
            Some("UTF-8") => Ok(Self::Unicode),
            None | Some("ISO8859-1" | "ISO-8859-1") => Ok(Self::Latin1),
            Some("ISO8859-15" | "ISO-8859-15") => Ok(Self::Latin9),
            Some(other) => Err(other
                .chars()
                .filter(|character| character.is_ascii_graphic())
                .take(32)
                .collect()),
        }
    }

    /// Whether it has a character.
    pub(super) fn has(self, character: char) -> bool {
        match self {
            Self::Unicode => true,
            Self::Latin1 => character <= '\u{ff}',
            Self::Latin9 => match character {
                '¤' | '¦' | '¨' | '´' | '¸' | '¼' | '½' | '¾' => false,
                '€' | 'Š' | 'š' | 'Ž' | 'ž' | 'Œ' | 'œ' | 'Ÿ' => true,
                other => other <= '\u{ff}',
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dragoman_domain::Language;

    #[test]
    fn every_tag_is_that_of_a_language_and_has_one_dictionary() {
        let mut tags: Vec<&str> = ENTRIES
            .iter()
            .flat_map(|entry| entry.tags)
            .copied()
            .collect();
        for tag in &tags {
            assert_eq!(Language::parse(tag).unwrap().tag(), *tag);
        }
        let count = tags.len();
        tags.sort_unstable();
        tags.dedup();
        assert_eq!(tags.len(), count);
    }

    #[test]
    fn the_encoding_is_found_behind_comments_and_a_byte_order_mark() {
        let of = |text: &str| Charset::of(text.as_bytes());
        assert_eq!(of("\u{feff}SET UTF-8\nTRY abc\n"), Ok(Charset::Unicode));
        assert_eq!(of("# a comment\r\nSET ISO8859-15\r\n"), Ok(Charset::Latin9));
        assert_eq!(of("TRY abc\n"), Ok(Charset::Latin1));
        assert_eq!(of("SET KOI8-R\n"), Err("KOI8-R".to_owned()));
    }

    #[test]
    fn an_encoding_has_the_characters_of_its_languages_only() {
        assert!(Charset::Latin1.has('ß') && !Charset::Latin1.has('œ'));
        assert!(Charset::Latin9.has('œ') && !Charset::Latin9.has('ł'));
        assert!(Charset::Unicode.has('字'));
    }
}
