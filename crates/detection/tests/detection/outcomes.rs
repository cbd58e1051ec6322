//! The four outcomes.

use dragoman_detection::Detector;
use dragoman_domain::{Detection, LanguageDetector};

use crate::{detect, language, sentences};

#[test]
fn a_sentence_in_each_detectable_language_is_recognised() {
    let detector = Detector::new();
    assert_eq!(detector.detectable().len(), 33);
    for &wanted in detector.detectable() {
        let (_, text) = sentences().find(|(tag, _)| *tag == wanted.tag()).unwrap();
        assert_eq!(detector.detect(text), Detection::Detected(wanted), "{text}");
    }
}

#[test]
fn text_without_letters_has_no_language() {
    for text in [
        "",
        "   \n\t",
        "12345 67.8",
        "😀🎉 ❤️",
        "https://example.org/a/b?c=d www.example.org",
        "someone@example.org",
        "{name} %s ${x}",
        "<br/><img src=\"a.png\">",
        "\u{301}\u{302}\u{303}",
        "!?… — «»",
    ] {
        assert_eq!(detect(text), Detection::NoLanguage, "{text:?}");
    }
}

#[test]
fn scripts_of_no_detectable_language_are_unsupported() {
    for (text, tag) in [
        ("ትናንት ዳቦና አይብ ለመግዛት ወደ ገበያ ሄድኩ።", None),
        ("நேற்று நான் சந்தைக்குச் சென்றேன்.", Some("ta")),
        ("გუშინ ბაზარში წავედი.", Some("ka")),
        ("कल मैं रोटी खरीदने बाज़ार गया था।", Some("hi")),
    ] {
        assert_eq!(
            detect(text),
            Detection::Unsupported(tag.map(language)),
            "{text}"
        );
    }
}

#[test]
fn other_languages_in_known_scripts_are_unsupported() {
    for tag in ["ca", "hr", "af", "eo", "is", "cy", "kk", "fa"] {
        let (_, text) = sentences()
            .find(|(given, _)| given.strip_prefix('-') == Some(tag))
            .unwrap();
        assert!(
            matches!(detect(text), Detection::Unsupported(_)),
            "{text}: {:?}",
            detect(text)
        );
    }
}

#[test]
fn nynorsk_counts_as_bokmal() {
    assert_eq!(
        detect("Eg veit ikkje kva dei har gjort, men me skal nok finne det ut i morgon."),
        Detection::Detected(language("nb"))
    );
}

#[test]
fn candidates_come_when_a_text_does_not_say_enough() {
    let Detection::Unsure(candidates) = detect("in") else {
        panic!(
            "a word of many languages was recognised: {:?}",
            detect("in")
        );
    };
    assert!(candidates.len() > 1, "{candidates:?}");
}

#[test]
fn addresses_and_tags_do_not_sway() {
    assert_eq!(
        detect(
            "<p class=\"the-best\">Wann fährt der Zug? https://www.example.org/the/train/of/the/day</p>"
        ),
        Detection::Detected(language("de"))
    );
}

#[test]
fn odd_texts_have_some_outcome_and_always_the_same() {
    for text in [
        "a".repeat(100_000),
        "é\u{301}\u{200d}\u{202e}".repeat(100),
        "\u{0}\u{1}abc\u{7f}".to_owned(),
        "Guten Morgen! Good morning! Bonjour ! Доброе утро! おはよう！".to_owned(),
        "ｗｗｗ．ｅｘａｍｐｌｅ".to_owned(),
        "𝕳𝖊𝖑𝖑𝖔 𝖜𝖔𝖗𝖑𝖉".to_owned(),
        format!("{}x", "<".repeat(60_000)),
        "word ".repeat(50_000),
    ] {
        let first = detect(&text);
        assert_ne!(first, Detection::NoLanguage);
        assert_eq!(detect(&text), first);
    }
}

#[test]
fn a_word_that_many_languages_could_have_is_not_enough() {
    for word in ["Hello", "Cancel", "OK", "Name", "Password", "Delete", "zz"] {
        assert!(
            matches!(detect(word), Detection::Unsure(_)),
            "{word}: {:?}",
            detect(word)
        );
    }
}
