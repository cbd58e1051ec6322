//! What the installed dictionaries say.

use std::fs;

use dragoman_domain::{Speller, Spelling};
use dragoman_engines::hunspell::DictionaryState;
use proptest::prelude::*;

use crate::support::{dictionaries, dictionaries_with, language, start};

const ALL: &[&str] = &[
    "de_DE", "en_GB", "en_US", "es_ES", "fr", "it_IT", "pt_BR", "pt_PT",
];

#[tokio::test]
async fn every_language_knows_its_words_and_suggests_what_was_meant() {
    let dictionaries = dictionaries(ALL);
    for (tag, known, unknown, meant) in [
        ("de", "Bücherregal", "Fahrad", "Fahrrad"),
        ("en", "colors", "recieve", "receive"),
        ("en-US", "color", "definately", "definitely"),
        ("en-GB", "colour", "seperate", "separate"),
        ("es", "corazones", "tambien", "también"),
        ("fr", "aujourd'hui", "apartement", "appartement"),
        ("it", "città", "perchè", "perché"),
        ("pt", "comboio", "voçê", "você"),
        ("pt-PT", "autocarro", "tambem", "também"),
        ("pt-BR", "ônibus", "tambem", "também"),
    ] {
        let verdicts = dictionaries.look_up(tag, &[unknown, known, unknown]).await;
        assert_eq!(verdicts[1], None, "{tag}: {known}");
        let suggestions = verdicts[0].as_ref().unwrap();
        assert!(
            suggestions.iter().any(|suggestion| suggestion == meant),
            "{tag}: {unknown} is {suggestions:?}"
        );
        assert_eq!(verdicts[2], verdicts[0], "{tag}");
        let known = dictionaries.are_known(tag, &[known, unknown]).await;
        assert_eq!(known, [true, false], "{tag}");
    }
}

#[tokio::test]
async fn the_variants_of_a_language_have_dictionaries_of_their_own() {
    let dictionaries = dictionaries(ALL);
    for (tag, expected) in [
        ("en-GB", [true, false]),
        ("en-US", [false, true]),
        ("en", [false, true]),
    ] {
        let known = dictionaries.are_known(tag, &["colour", "color"]).await;
        assert_eq!(known, expected, "{tag}");
    }
    assert_eq!(
        dictionaries.are_known("pt", &["facto"]).await,
        dictionaries.are_known("pt-PT", &["facto"]).await
    );
    let languages = dictionaries.hunspell.languages();
    assert!(languages.contains(&language("pt-BR")), "{languages:?}");
}

#[tokio::test]
async fn elisions_hyphens_and_either_apostrophe_are_parts_of_a_word() {
    let dictionaries = dictionaries(&["de_DE", "fr", "it_IT", "en_GB"]);
    for (tag, words) in [
        ("fr", ["l'homme", "l’homme", "peut-être", "aujourd’hui"]),
        ("it", ["dell'anno", "dell’anno", "l'uomo", "po'"]),
        ("en-GB", ["don't", "don’t", "mother-in-law", "o'clock"]),
        (
            "de",
            ["E-Mail", "Haus-Tür", "Nord-Süd-Achse", "Kinder\u{ad}garten"],
        ),
    ] {
        let known = dictionaries.are_known(tag, &words).await;
        assert_eq!(known, [true; 4], "{words:?}");
    }
    let suggestions = dictionaries.look_up("fr", &["l’hommme", "l'hommme"]).await;
    let expected = ["l’homme", "l'homme"].map(|word| Some(vec![word.to_owned()]));
    assert_eq!(suggestions, expected);
}

/// Words that mean something to the program, or to its protocol.
const HOSTILE: &[&str] = &[
    "*x",
    "@foo",
    "#",
    "!x",
    "%x",
    "~x",
    "-x",
    "^x",
    "+x",
    "&x",
    "`x",
    "$x",
    "x 1 x",
    "a\nb",
    "a\tb",
    "\r\n",
    "\0",
    "a\0b",
    "a\u{2028}b",
    "# x 1",
    "& x 1 1: Haus",
    "* Haus",
    "日本語",
    "Łódź",
    "😀x",
    "\u{202e}Haus",
    "\u{feff}x",
    "x’’’’x",
    "a-a-a-a-a-a-a-a-a",
    "1x2y3z",
    "Haus,Haus",
    "x\u{301}",
];

#[tokio::test]
async fn no_word_brings_the_answers_to_others_out_of_step() {
    let dictionaries = dictionaries(&["de_DE", "fr"]);
    for (tag, known) in [("de", "Haus"), ("fr", "maison")] {
        let apostrophes = "'".repeat(40);
        let long = [
            "x".repeat(70),
            "x".repeat(100_000),
            format!("a{apostrophes}"),
        ];
        let hostile = HOSTILE
            .iter()
            .copied()
            .chain(long.iter().map(String::as_str));
        let words: Vec<&str> = hostile.flat_map(|word| [word, known]).collect();
        let verdicts = dictionaries.look_up(tag, &words).await;
        for (pair, words) in verdicts.chunks(2).zip(words.chunks(2)) {
            assert_eq!(pair[1], None, "after {:?}", words[0]);
        }
        let known = dictionaries.are_known(tag, &words).await;
        assert!(known.iter().skip(1).step_by(2).all(|known| *known));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn any_words_are_answered_one_by_one(words in prop::collection::vec(any::<String>(), 1..40)) {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let answers = runtime.block_on(async {
            let dictionaries = dictionaries(&["de_DE"]);
            let words: Vec<&str> = words.iter().flat_map(|word| [word.as_str(), "Häuser", "Hxqz"]).collect();
            dictionaries.are_known("de", &words).await
        });
        prop_assert_eq!(answers.len(), 3 * words.len());
        for answer in answers.chunks(3) {
            prop_assert_eq!(&answer[1..], &[true, false]);
        }
    }
}

#[tokio::test]
async fn a_configured_folder_comes_before_the_installed_dictionaries() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("de_DE.aff"), "SET UTF-8\nTRY aeu\n").unwrap();
    fs::write(folder.path().join("de_DE.dic"), "1\nDragoman\n").unwrap();
    let dictionaries = start(folder, |config| {
        let installed = dragoman_engines::HunspellConfig::default().dictionary_dirs;
        config.dictionary_dirs.extend(installed);
    });
    let known = dictionaries.are_known("de", &["Dragoman", "Haus"]).await;
    assert_eq!(known, [true, false]);
    assert_eq!(dictionaries.are_known("fr", &["maison"]).await, [true]);
}

#[tokio::test]
async fn a_dictionary_in_an_old_encoding_does_not_take_for_known_what_it_cannot_write() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("de_DE.aff"), "SET ISO8859-1\nTRY aeu\n").unwrap();
    fs::write(folder.path().join("de_DE.dic"), b"2\nStra\xdfe\nHaus\n").unwrap();
    let dictionaries = start(folder, |_| {});
    let verdicts = dictionaries
        .look_up("de", &["Straße", "Łódź", "Haus", "Strase"])
        .await;
    let similar = Some(vec!["Straße".to_owned()]);
    assert_eq!(verdicts, [None, Some(Vec::new()), None, similar]);
}

#[tokio::test]
async fn a_dictionary_in_an_encoding_that_is_not_read_is_reported_and_not_offered() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("de_DE.aff"), "SET KOI8-R\n").unwrap();
    fs::write(folder.path().join("de_DE.dic"), "0\n").unwrap();
    let dictionaries = start(folder, |_| {});
    assert_eq!(dictionaries.hunspell.languages(), []);
    let refused = dictionaries
        .ask("de", &["Haus"])
        .await
        .unwrap_err()
        .to_string();
    assert!(refused.contains("KOI8-R; turn it into UTF-8"), "{refused}");
}

#[tokio::test]
async fn what_is_missing_is_named_with_its_packages() {
    let without_program = dictionaries_with(&["de_DE"], |config| config.program_dirs.clear());
    assert_eq!(without_program.hunspell.languages(), []);
    for (tag, packages) in [("de", "hunspell"), ("fr", "hunspell and hunspell-fr")] {
        let refused = without_program
            .ask(tag, &["a"])
            .await
            .unwrap_err()
            .to_string();
        assert!(
            refused.ends_with(&format!("Debian packages {packages}")),
            "{refused}"
        );
    }
    let dictionaries = dictionaries(&["de_DE"]);
    assert_eq!(dictionaries.hunspell.languages(), [language("de")]);
    let refused = dictionaries
        .ask("pt", &["a"])
        .await
        .unwrap_err()
        .to_string();
    assert!(
        refused.ends_with("Debian packages hunspell-pt-pt"),
        "{refused}"
    );
    let refused = dictionaries
        .ask("sv", &["a"])
        .await
        .unwrap_err()
        .to_string();
    assert!(
        refused.contains("no dictionary is known for sv"),
        "{refused}"
    );
}

#[tokio::test]
async fn a_check_says_which_dictionaries_work() {
    let (broken, others) = ALL.split_last().unwrap();
    let dictionaries = dictionaries(others);
    let folder = dictionaries.folder.path();
    fs::write(folder.join(format!("{broken}.aff")), "SET UTF-8\n").unwrap();
    fs::write(folder.join(format!("{broken}.dic")), "1\nDragoman\n").unwrap();
    let dictionaries = start(dictionaries.folder, |_| {});
    for report in dictionaries.hunspell.check().await {
        let expected = if report.name == *broken {
            let reason = "it does not know the word casas".to_owned();
            DictionaryState::Broken { reason }
        } else {
            DictionaryState::Working
        };
        assert_eq!(report.state, expected, "{}", report.name);
    }
}

#[tokio::test]
async fn a_word_without_letters_is_no_mistake() {
    let dictionaries = dictionaries(&["de_DE"]);
    let spellings = dictionaries.ask("de", &["12,5", "…", ""]).await.unwrap();
    assert_eq!(spellings, vec![Spelling::Known; 3]);
    assert_eq!(dictionaries.processes(), Vec::<i32>::new());
}
