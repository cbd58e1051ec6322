#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use dragoman_documents::Warning;
use dragoman_service::DocumentNote;
use fluent_bundle::FluentResource;
use regex::Regex;

use super::*;

/// The messages of a locale, each with the names of its values.
fn messages(locale: &Locale) -> BTreeMap<String, BTreeSet<String>> {
    let variable = Regex::new(r"\$([a-z_]+)").unwrap();
    let name = Regex::new(r"^([a-z0-9-]+) =").unwrap();
    let mut messages: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for text in locale.messages {
        let mut current = String::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            if let Some(found) = name.captures(line) {
                current = found[1].to_owned();
                let before = messages.insert(current.clone(), BTreeSet::new());
                assert_eq!(before, None, "{}: {current} is there twice", locale.tag);
            }
            for found in variable.captures_iter(line) {
                let values = messages.get_mut(&current).unwrap();
                values.insert(found[1].to_owned());
            }
        }
    }
    messages
}

#[test]
fn every_locale_has_every_message_with_the_same_values() {
    let english = messages(&LOCALES[0]);
    for locale in &LOCALES {
        for text in locale.messages {
            let read = FluentResource::try_new(text.to_owned());
            assert!(
                read.is_ok(),
                "{}: {:?}",
                locale.tag,
                read.err().map(|(_, errors)| errors)
            );
        }
        let own = messages(locale);
        for (id, values) in &english {
            let translated = own.get(id);
            assert!(translated.is_some(), "{} lacks {id}", locale.tag);
            assert_eq!(translated, Some(values), "{}: values of {id}", locale.tag);
        }
        let other: Vec<&String> = own.keys().filter(|id| !english.contains_key(*id)).collect();
        assert_eq!(other, Vec::<&String>::new(), "{} has others", locale.tag);
    }
}

#[test]
fn every_message_is_used_and_every_one_used_is_there() {
    let english = messages(&LOCALES[0]);
    let literal = Regex::new(r#""([a-z0-9]+(?:-[a-z0-9]+)*)""#).unwrap();
    let asked = Regex::new(r#"(?:visit|locale)\.text(?:_with)?\(\s*"([a-z0-9-]+)""#).unwrap();
    let mut literals = BTreeSet::new();
    let mut files = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    while let Some(path) = files.pop() {
        if path.is_dir() {
            files.extend(
                fs::read_dir(path)
                    .unwrap()
                    .map(|entry| entry.unwrap().path()),
            );
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        literals.extend(
            literal
                .captures_iter(&text)
                .map(|found| found[1].to_owned()),
        );
        for found in asked.captures_iter(&text) {
            assert!(english.contains_key(&found[1]), "{path:?}: {}", &found[1]);
        }
    }
    // Their names are put together.
    let made = ["warning-", "failure-", "style-", "category-", "about-"];
    let is_made = |id: &str| made.iter().any(|start| id.starts_with(start));
    for id in english.keys().filter(|id| !is_made(id)) {
        assert!(literals.contains(id), "{id} is used nowhere");
    }
}

#[test]
fn every_warning_of_documents_has_words() {
    let english = messages(&LOCALES[0]);
    for (code, sentence) in Warning::ALL {
        let id = format!("warning-{}", code.replace('_', "-"));
        let values = english
            .get(&id)
            .unwrap_or_else(|| panic!("{id} is missing"));
        for value in values {
            assert!(sentence.contains(&format!("{{{value}}}")), "{id}: {value}");
        }
    }
}

#[test]
fn every_failure_of_documents_has_words() {
    let english = messages(&LOCALES[0]);
    let words = english.iter().filter_map(|(id, values)| {
        let code = id.strip_prefix("failure-")?.replace('-', "_");
        Some((code, values.clone()))
    });
    let codes = DocumentNote::FAILURES.iter().map(|(code, values)| {
        let values = values.iter().map(|value| (*value).to_owned());
        ((*code).to_owned(), values.collect())
    });
    assert_eq!(words.collect::<BTreeMap<_, _>>(), codes.collect());
}

#[test]
fn every_language_has_a_name_in_every_locale() {
    for locale in Locale::all() {
        for language in Language::all() {
            let name = locale.texts().languages.get(language.tag());
            assert!(name.is_some(), "{}: {}", locale.tag(), language.tag());
        }
    }
}

#[test]
fn the_best_of_the_wished_languages_is_chosen() {
    let chosen = |wish: &str| Locale::accepted(wish).map(Locale::tag);
    assert_eq!(chosen("de-AT,de;q=0.9,en;q=0.8"), Some("de"));
    assert_eq!(chosen("sv, uk;q=0.7, pl;q=0.9"), Some("pl"));
    assert_eq!(chosen("fr;q=0, ja;q=0.1"), Some("ja"));
    assert_eq!(chosen("sv"), None);
    assert_eq!(chosen("*"), None);
    assert_eq!(chosen(""), None);
    assert_eq!(chosen(";;;q=x,,"), None);
}

#[test]
fn numbers_have_groups_and_choose_the_form() {
    let english = Locale::english();
    assert_eq!(english.number(0), "0");
    assert_eq!(english.number(999), "999");
    assert_eq!(english.number(1_234_567), "1,234,567");
    let changes = |number: u64| english.text_with("changes", [("number", number.into())]);
    assert_eq!(changes(1), "1 change");
    assert_eq!(changes(1_000), "1,000 changes");
}
