//! Texts that nobody would write and somebody will send.

use crate::support::{engine, plain};

const MODES: &[&str] = &["eng-spa", "eng-cat", "cat-fra", "swe-dan", "rus-ukr"];
const DIRECTIONS: &[(&str, &str, &str)] = &[
    ("en", "es", "house"),
    ("en", "fr", "house"),
    ("sv", "da", "hus"),
    ("ru", "uk", "дом"),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_special_character_survives_alone_and_between_words() {
    let engine = engine(MODES).await;
    for (source, target, word) in DIRECTIONS {
        for special in r##"!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~¿¡«»€§°"##.chars() {
            let alone = engine.text((source, target), &special.to_string()).await;
            assert_eq!(alone, special.to_string(), "{source} to {target}");
            let between = format!("{word} {special} {word}");
            let translation = engine.text((source, target), &between).await;
            // Only the ampersand is a word with a translation.
            assert!(
                translation.contains(special) || special == '&',
                "{special:?} is lost from {source} to {target}: {translation:?}"
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn control_and_format_characters_stop_nothing() {
    let engine = engine(&["eng-spa"]).await;
    let odd = (1..0x20_u32)
        .chain(0x7F..0xA1)
        .chain([
            0xAD, 0x200B, 0x200D, 0x200E, 0x2028, 0x202E, 0xFEFF, 0xFFFC, 0xFFFD,
        ])
        .chain([0xE000, 0xFFFE, 0xFFFF, 0x1_F600, 0x10_FFFF])
        .filter_map(char::from_u32);
    for character in odd {
        let text = format!("red {character} house{character}");
        let translation = engine.text(("en", "es"), &text).await;
        assert!(
            translation.contains("casa"),
            "{character:?} gives {translation:?}"
        );
    }
}

#[tokio::test]
async fn a_word_of_a_hundred_thousand_characters_comes_back() {
    let engine = engine(&["eng-spa"]).await;
    let word = "a".repeat(100_000);
    let translation = engine
        .text(("en", "es"), &format!("the {word} house"))
        .await;
    assert!(translation.contains(&word));
}

#[tokio::test]
async fn five_thousand_nested_brackets_come_back() {
    let engine = engine(&["eng-spa"]).await;
    for (open, close) in [
        ("(", ")"),
        ("[", "]"),
        ("[ ", " ]"),
        ("{", "}"),
        ("<", ">"),
        ("[[", "]]"),
    ] {
        let text = format!("{}house{}", open.repeat(5_000), close.repeat(5_000));
        let translation = engine.text(("en", "es"), &text).await;
        let count = |text: &str, part: &str| text.matches(part.trim()).count();
        assert_eq!(count(&translation, open), count(&text, open), "{open}");
        assert_eq!(count(&translation, close), count(&text, close), "{close}");
    }
}

#[tokio::test]
async fn what_has_no_letters_comes_back_as_it_is() {
    let engine = engine(&["eng-spa"]).await;
    for text in [
        "",
        " ",
        "\n",
        ".",
        "...",
        "123",
        "12:30 – 13:45",
        "¿?",
        "[]",
        "\0",
    ] {
        assert_eq!(engine.text(("en", "es"), text).await, text);
    }
    assert!(
        engine
            .translate(("en", "es"), Vec::new())
            .await
            .unwrap()
            .is_empty()
    );
}

#[tokio::test]
async fn a_long_text_is_translated_whole() {
    let engine = engine(&["eng-spa"]).await;
    let text = "The red house is near the river. ".repeat(1_000);
    let translation = engine.text(("en", "es"), &text).await;
    assert_eq!(
        translation.to_lowercase().matches("casa roja").count(),
        1_000
    );
    assert!(translation.ends_with(' '));
}

#[tokio::test]
async fn decomposed_letters_are_words_too() {
    let engine = engine(&["spa-eng"]).await;
    assert_eq!(
        engine
            .one(("es", "en"), plain("El nin\u{303}o duerme."))
            .await,
        engine.one(("es", "en"), plain("El niño duerme.")).await,
    );
}
