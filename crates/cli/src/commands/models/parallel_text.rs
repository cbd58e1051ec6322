//! Sentences and their translations from files.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use dragoman_domain::{Language, LanguagePair};
use dragoman_memory::{TmxLimits, TmxReader, Unit, without_tags};

/// The longest line of a table that is read, in bytes.
const LONGEST_LINE: u64 = 1 << 20;

/// Takes a source and its translation, and says whether there is room for more.
pub(super) type Taker<'a> = dyn FnMut(&str, &str) -> ControlFlow<()> + 'a;

/// What was found in a file.
pub(super) struct Found {
    /// Units of a TMX file without texts in both languages.
    pub(super) without_pair: u64,
    /// Whether the file was read to its end.
    pub(super) ended: bool,
}

/// Reads a file of pairs: TMX, whichever of the two languages its source is, or a table whose columns are source and target,
/// by the end of its name.
///
/// # Errors
/// The file cannot be read or is not what its name says.
pub(super) fn read(path: &Path, pair: LanguagePair, take: &mut Taker<'_>) -> Result<Found> {
    let extension = path
        .extension()
        .unwrap_or_default()
        .to_string_lossy()
        .to_ascii_lowercase();
    let open = || {
        let file = File::open(path).with_context(|| format!("{} cannot be read", path.display()));
        file.map(BufReader::new)
    };
    let found = match extension.as_str() {
        "tmx" => tmx(open()?, pair, take),
        "tsv" => table(open()?, take),
        _ => bail!(
            "{} is neither a TMX file nor a table: its name must end with .tmx or .tsv",
            path.display()
        ),
    };
    found.with_context(|| format!("{} cannot be learnt from", path.display()))
}

fn tmx(input: impl BufRead, pair: LanguagePair, take: &mut Taker<'_>) -> Result<Found> {
    let mut reader = TmxReader::new(input, TmxLimits::default());
    let mut without_pair = 0;
    let mut ended = true;
    while let Some(unit) = reader.next() {
        let unit = unit?;
        let language = reader.source_language();
        let side = |wanted| text_in(&unit, language, wanted).map(without_tags);
        match (side(pair.source), side(pair.target)) {
            (Some(source), Some(target)) => {
                if take(&source, &target).is_break() {
                    ended = false;
                    break;
                }
            }
            _ => without_pair += 1,
        }
    }
    Ok(Found {
        without_pair: without_pair + reader.skipped(),
        ended,
    })
}

/// The text of a unit in a language, or in a variant of it that is written alike.
fn text_in(unit: &Unit, source: Option<Language>, wanted: Language) -> Option<&str> {
    let source = source.map(|language| (language, unit.source.as_str()));
    let targets = unit
        .targets
        .iter()
        .map(|(language, text)| (*language, text.as_str()));
    let texts: Vec<(Language, &str)> = source.into_iter().chain(targets).collect();
    let find = |fits: &dyn Fn(Language) -> bool| {
        let mut texts = texts.iter();
        texts.find(|(language, _)| fits(*language))
    };
    let found = find(&|language| language == wanted).or_else(|| find(&|it| is_alike(it, wanted)));
    found.map(|(_, text)| *text)
}

/// Whether two languages are the same but for their regions.
fn is_alike(one: Language, other: Language) -> bool {
    one.base() == other.base()
        && match (script(one), script(other)) {
            (Some(one), Some(other)) => one == other,
            _ => true,
        }
}

/// The script that a tag names: the only part of four letters.
fn script(language: Language) -> Option<&'static str> {
    language
        .tag()
        .split('-')
        .skip(1)
        .find(|part| part.len() == 4 && part.bytes().all(|byte| byte.is_ascii_alphabetic()))
}

fn table(mut input: impl BufRead, take: &mut Taker<'_>) -> Result<Found> {
    let mut line = Vec::new();
    for number in 1u64.. {
        line.clear();
        let length = input
            .by_ref()
            .take(LONGEST_LINE + 1)
            .read_until(b'\n', &mut line)?;
        if length == 0 {
            break;
        }
        if length as u64 > LONGEST_LINE {
            bail!("line {number} has more than {LONGEST_LINE} bytes");
        }
        let text = std::str::from_utf8(&line)
            .map_err(|_| anyhow!("line {number} is not UTF-8; convert the file to UTF-8"))?;
        let text = text.trim_end_matches(['\n', '\r']);
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if text.is_empty() {
            continue;
        }
        let mut columns = text.split('\t');
        let (Some(source), Some(target), None) = (columns.next(), columns.next(), columns.next())
        else {
            bail!(
                "line {number} does not have two columns: the source, a tab and its translation; if the file has more \
                 columns, leave those two, for example with \"cut -f 1,2\""
            );
        };
        if take(source, target).is_break() {
            return Ok(Found {
                without_pair: 0,
                ended: false,
            });
        }
    }
    Ok(Found {
        without_pair: 0,
        ended: true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(source: &str, target: &str) -> LanguagePair {
        LanguagePair::new(source.parse().unwrap(), target.parse().unwrap())
    }

    fn read_tmx(content: &str, pair: LanguagePair) -> (Vec<(String, String)>, u64) {
        let mut pairs = Vec::new();
        let found = tmx(content.as_bytes(), pair, &mut |source, target| {
            pairs.push((source.to_owned(), target.to_owned()));
            ControlFlow::Continue(())
        });
        (pairs, found.unwrap().without_pair)
    }

    fn unit(variants: &[(&str, &str)]) -> String {
        let variants: String = variants
            .iter()
            .map(|(language, text)| format!("<tuv xml:lang=\"{language}\"><seg>{text}</seg></tuv>"))
            .collect();
        format!("<tu>{variants}</tu>")
    }

    fn memory(source: &str, units: &[String]) -> String {
        let units = units.concat();
        format!("<tmx version=\"1.4\"><header srclang=\"{source}\"/><body>{units}</body></tmx>")
    }

    #[test]
    fn a_memory_serves_in_either_direction_and_beside_its_source() {
        let units = [
            unit(&[
                ("en-US", "One <ph>&lt;b/&gt;</ph>two"),
                ("de", "Eins zwei"),
                ("fr", "Un deux"),
            ]),
            unit(&[("en-US", "Three"), ("fr", "Trois")]),
        ];
        let content = memory("en-US", &units);
        let (pairs, without) = read_tmx(&content, pair("en", "de"));
        assert_eq!(pairs, [("One  two".to_owned(), "Eins zwei".to_owned())]);
        assert_eq!(without, 1);
        let (pairs, _) = read_tmx(&content, pair("de", "en"));
        assert_eq!(pairs, [("Eins zwei".to_owned(), "One  two".to_owned())]);
        let (pairs, _) = read_tmx(&content, pair("fr", "de"));
        assert_eq!(pairs, [("Un deux".to_owned(), "Eins zwei".to_owned())]);
        assert_eq!(read_tmx(&content, pair("es", "de")), (Vec::new(), 2));
    }

    #[test]
    fn the_very_language_is_preferred_and_another_script_is_another_text() {
        let units = [unit(&[
            ("en", "Rice"),
            ("zh-Hant", "飯"),
            ("zh-Hans", "饭"),
            ("pt-PT", "arroz"),
            ("pt-BR", "Arroz"),
        ])];
        let content = memory("en", &units);
        let target = |target| {
            let (pairs, _) = read_tmx(&content, pair("en", target));
            pairs.first().map(|(_, target)| target.clone())
        };
        assert_eq!(target("zh-Hans").as_deref(), Some("饭"));
        assert_eq!(target("zh-Hant").as_deref(), Some("飯"));
        assert_eq!(target("pt-BR").as_deref(), Some("Arroz"));
        assert_eq!(target("pt").as_deref(), Some("arroz"));
        let content = memory("en", &[unit(&[("en", "Rice"), ("zh-Hant", "飯")])]);
        let (pairs, without) = read_tmx(&content, pair("en", "zh-Hans"));
        assert!(pairs.is_empty() && without == 1);
    }

    fn read_table(content: &[u8]) -> Result<Vec<(String, String)>> {
        let mut pairs = Vec::new();
        table(content, &mut |source, target| {
            pairs.push((source.to_owned(), target.to_owned()));
            ControlFlow::Continue(())
        })?;
        Ok(pairs)
    }

    #[test]
    fn a_table_has_two_columns() {
        let pairs = read_table("\u{feff}one\teins\r\n\ntwo\tzwei".as_bytes()).unwrap();
        assert_eq!(
            pairs,
            [("one".into(), "eins".into()), ("two".into(), "zwei".into())]
        );
        for (content, problem) in [
            (&b"one\teins\ntwo"[..], "line 2 does not have two columns"),
            (b"one\teins\tun", "line 1 does not have two columns"),
            (b"one\teins\nt\xfcr\tdoor", "line 2 is not UTF-8"),
        ] {
            let error = read_table(content).unwrap_err().to_string();
            assert!(error.contains(problem), "{error}");
        }
        let long = [b"a".repeat(1 << 20), b"\tb".to_vec()].concat();
        let error = read_table(&long).unwrap_err().to_string();
        assert!(error.contains("has more than"), "{error}");
    }

    #[test]
    fn reading_ends_where_there_is_no_room() {
        let mut taken = 0;
        let mut take = |_: &str, _: &str| {
            taken += 1;
            ControlFlow::Break(())
        };
        assert!(!table(&b"a\tb\nc\td\n"[..], &mut take).unwrap().ended);
        let content = memory("en", &[unit(&[("en", "a"), ("de", "b")])]);
        assert!(
            !tmx(content.as_bytes(), pair("en", "de"), &mut take)
                .unwrap()
                .ended
        );
        assert_eq!(taken, 2);
    }
}
