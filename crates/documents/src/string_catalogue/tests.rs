use std::io::Cursor;

use dragoman_language::Language;
use serde_json::{Value, json};

use super::*;
use crate::{Piece, testing};

const LAMPS: &str = include_str!("../../testdata/xcstrings/Localizable.xcstrings");

fn read(bytes: &[u8], target: &str) -> Result<StringCatalogue, DocumentError> {
    let options = Options::to(Language::parse(target).unwrap());
    StringCatalogue::read(&mut Cursor::new(bytes.to_vec()), &options)
}

fn units(text: &str, target: &str) -> Vec<String> {
    let document = read(text.as_bytes(), target).unwrap();
    let units = document.units().iter();
    units
        .map(|unit| unit.content.text().trim().to_owned())
        .collect()
}

fn written(text: &str, target: &str, change: impl Fn(&Content) -> Content) -> String {
    let mut document = read(text.as_bytes(), target).unwrap();
    String::from_utf8(testing::written(&mut document, change)).unwrap()
}

fn upper(content: &Content) -> Content {
    Content::new(content.pieces().iter().map(|piece| match piece {
        Piece::Text(text) => Piece::Text(text.to_uppercase()),
        code => code.clone(),
    }))
}

/// The language of a string in a catalogue.
fn localization(catalogue: &str, key: &str, language: &str) -> Value {
    let catalogue: Value = serde_json::from_str(catalogue).unwrap();
    catalogue["strings"][key]["localizations"][language].clone()
}

fn unit(value: &str) -> Value {
    json!({"stringUnit": {"state": "translated", "value": value}})
}

/// A catalogue with one string.
fn catalogue(string: &str) -> String {
    format!(
        "{{\n  \"sourceLanguage\" : \"en\",\n  \"strings\" : {{\n    \"Key\" : {string}\n  }}\n}}"
    )
}

#[test]
fn texts_without_a_translation_are_units() {
    assert_eq!(
        units(LAMPS, "de"),
        [
            "has  lamps",
            "lamp",
            "lamps",
            "Lamps in",
            "room",
            "rooms",
            "Settings",
            "Switch on",
        ]
    );
    // A language without plurals has no text for one.
    assert!(!units(LAMPS, "ja").contains(&"lamp".to_owned()));
    assert!(units(LAMPS, "en").is_empty());
}

#[test]
fn a_file_whose_units_stay_keeps_its_bytes() {
    for text in [
        LAMPS,
        &LAMPS.replace('\n', "\r\n"),
        &format!("\u{feff}{LAMPS}"),
    ] {
        for target in ["de", "ar", "ja", "en", "pt-BR"] {
            assert_eq!(written(text, target, Clone::clone), text);
        }
    }
}

#[test]
fn a_language_comes_beside_the_others_as_xcode_writes_it() {
    let output = written(LAMPS, "de", upper);
    let added = [
        r#"        "de" : {
          "stringUnit" : {
            "state" : "translated",
            "value" : "%1$@ HAS %2$lld LAMPS"
          }
        },
"#,
        r#"        "de" : {
          "variations" : {
            "plural" : {
              "one" : {
                "stringUnit" : {
                  "state" : "translated",
                  "value" : "%lld LAMP"
                }
              },
              "other" : {
                "stringUnit" : {
                  "state" : "translated",
                  "value" : "%lld LAMPS"
                }
              }
            }
          }
        },
"#,
        r#"        "de" : {
          "stringUnit" : {
            "state" : "translated",
            "value" : "LAMPS IN %#@rooms@"
          },
          "substitutions" : {
            "rooms" : {
              "argNum" : 1,
              "formatSpecifier" : "lld",
              "variations" : {
                "plural" : {
                  "one" : {
                    "stringUnit" : {
                      "state" : "translated",
                      "value" : "%arg ROOM"
                    }
                  },
                  "other" : {
                    "stringUnit" : {
                      "state" : "translated",
                      "value" : "%arg ROOMS"
                    }
                  }
                }
              }
            }
          }
        },
"#,
    ];
    let mut rest = output.clone();
    for added in added {
        assert_eq!(rest.matches(added).count(), 1, "{added} in {output}");
        rest = rest.replace(added, "");
    }
    let settings = r#""Settings" : {
      "localizations" : {
        "de" : {
          "stringUnit" : {
            "state" : "translated",
            "value" : "SETTINGS"
          }
        }
      }
    }"#;
    assert!(rest.contains(settings), "{output}");
    rest = rest.replace(settings, "\"Settings\" : {\n\n    }");
    let filled = "\"translated\",\n            \"value\" : \"SWITCH ON\"";
    assert!(rest.contains(filled), "{output}");
    rest = rest.replace(filled, "\"new\",\n            \"value\" : \"Switch on\"");
    assert_eq!(rest, LAMPS);
    // What is there now has no units any more.
    assert!(units(&output, "de").is_empty());
}

#[test]
fn a_plural_gets_the_categories_of_the_target_and_keeps_what_is_translated() {
    let output = written(LAMPS, "pl", upper);
    let plural = &localization(&output, "%lld lamps", "pl")["variations"]["plural"];
    assert_eq!(
        *plural,
        json!({
            "few": {"stringUnit": {"state": "needs_review", "value": "%lld lampy"}},
            "many": unit("%lld LAMPS"),
            "one": unit("%lld LAMP"),
            "other": unit("%lld LAMPS"),
        })
    );
    let polish = &output[output.find("\"pl\" : {\n          \"variations\"").unwrap()..];
    let names =
        ["few", "many", "one", "other"].map(|name| polish.find(&format!("\"{name}\" : {{")));
    assert!(names.is_sorted());
    let output = written(LAMPS, "ja", upper);
    let plural = &localization(&output, "%lld lamps", "ja")["variations"]["plural"];
    assert_eq!(*plural, json!({"other": unit("%lld LAMPS")}));
    let arabic = written(LAMPS, "ar", upper);
    let rooms = &localization(&arabic, "lamp.rooms", "ar")["substitutions"]["rooms"];
    assert_eq!(rooms["argNum"], 1);
    let categories = rooms["variations"]["plural"].as_object().unwrap();
    assert_eq!(categories.len(), 6);
}

#[test]
fn variants_for_devices_are_translated_each() {
    let output = written(LAMPS, "fr", upper);
    assert_eq!(
        localization(&output, "lamp.tap", "fr"),
        json!({"variations": {"device": {"mac": unit("CLICK THE LAMP"), "other": unit("TAP THE LAMP")}}})
    );
    let nested = catalogue(
        r#"{"localizations": {"en": {"variations": {"device": {"mac": {"variations": {"plural": {
            "one": {"stringUnit": {"state": "translated", "value": "a lamp"}},
            "other": {"stringUnit": {"state": "translated", "value": "lamps"}},
            "zero": {"stringUnit": {"state": "translated", "value": "no lamp"}}}}}}}}}}"#,
    );
    let output = written(&nested, "ko", upper);
    let plural = &localization(&output, "Key", "ko")["variations"]["device"]["mac"]["variations"];
    assert_eq!(
        plural["plural"],
        json!({"other": unit("LAMPS"), "zero": unit("NO LAMP")})
    );
}

#[test]
fn what_is_there_in_part_is_filled_in() {
    let english = r#""en": {"variations": {"device": {"mac": {"stringUnit": {"state": "translated", "value": "click"}}, "other": {"stringUnit": {"state": "translated", "value": "tap"}}}}}"#;
    for (german, expected) in [
        (
            "{}",
            json!({"variations": {"device": {"mac": unit("CLICK"), "other": unit("TAP")}}}),
        ),
        (
            r#"{"variations": {"device": {"mac": {"stringUnit": {"state": "translated", "value": "Klick"}}}}}"#,
            json!({"variations": {"device": {"mac": unit("Klick"), "other": unit("TAP")}}}),
        ),
        (
            r#"{"variations": {"device": {"ipad": {"stringUnit": {"state": "translated", "value": "Tipp"}}, "mac": {"stringUnit": {"state": "new", "value": ""}}}}}"#,
            json!({"variations": {"device": {"ipad": unit("Tipp"), "mac": unit("CLICK"), "other": unit("TAP")}}}),
        ),
        (
            r#"{"stringUnit": {"state": "translated", "value": "Tipp"}}"#,
            unit("Tipp"),
        ),
        (
            r#"{"stringUnit": {"state": "new", "value": ""}}"#,
            unit("TAP"),
        ),
        (
            r#"{"variations": {"plural": {"one": {"stringUnit": {"state": "new", "value": ""}}}}}"#,
            json!({"variations": {"plural": {"one": unit("TAP")}}}),
        ),
        ("1", json!(1)),
    ] {
        let text = catalogue(&format!(
            "{{\"localizations\": {{\"de\": {german}, {english}}}}}"
        ));
        let output = written(&text, "de", upper);
        assert_eq!(localization(&output, "Key", "de"), expected, "{output}");
    }
    // The key is the text.
    for (german, expected) in [
        (
            r#"{"stringUnit": {"state": "new", "value": ""}}"#,
            unit("KEY"),
        ),
        (
            r#"{"variations": {"plural": {"other": {"stringUnit": {"state": "new", "value": ""}}}}}"#,
            json!({"variations": {"plural": {"other": unit("KEY")}}}),
        ),
    ] {
        let text = catalogue(&format!("{{\"localizations\": {{\"de\": {german}}}}}"));
        assert_eq!(
            localization(&written(&text, "de", upper), "Key", "de"),
            expected
        );
    }
}

#[test]
fn other_styles_of_json_are_kept() {
    let compact = r#"{"sourceLanguage":"en","strings":{"A lamp":{},"One \"lamp\"":{"localizations":{"fr":{}}},"Two":{"comment":"x"}}}"#;
    assert_eq!(
        written(compact, "de", upper),
        r#"{"sourceLanguage":"en","strings":{"A lamp":{"localizations":{"de":{"stringUnit":{"state":"translated","value":"A LAMP"}}}},"One \"lamp\"":{"localizations":{"de":{"stringUnit":{"state":"translated","value":"ONE \"LAMP\""}},"fr":{}}},"Two":{"comment":"x","localizations":{"de":{"stringUnit":{"state":"translated","value":"TWO"}}}}}}"#
    );
    let tabs = "{\r\n\t\"sourceLanguage\": \"en\",\r\n\t\"strings\": {\r\n\t\t\"Lamp\": {\r\n\t\t\t\"shouldTranslate\": true\r\n\t\t}\r\n\t}\r\n}";
    assert_eq!(
        written(tabs, "de", upper),
        tabs.replace(
            "\t\t\t\"should",
            "\t\t\t\"localizations\": {\r\n\t\t\t\t\"de\": {\r\n\t\t\t\t\t\"stringUnit\": {\r\n\t\t\t\t\t\t\"state\": \"translated\",\r\n\t\t\t\t\t\t\"value\": \"LAMP\"\r\n\t\t\t\t\t}\r\n\t\t\t\t}\r\n\t\t\t},\r\n\t\t\t\"should"
        )
    );
}

#[test]
fn a_language_is_called_as_in_the_catalogue() {
    for (target, name) in [
        ("zh", "zh-Hans"),
        ("fr", "fr"),
        ("pt-BR", "pt-BR"),
        ("nb", "nb"),
    ] {
        let output = written(LAMPS, target, upper);
        assert_eq!(localization(&output, "Settings", name), unit("SETTINGS"));
    }
    let output = written(&LAMPS.replace("\"fr\"", "\"fr-FR\""), "fr", upper);
    assert_eq!(localization(&output, "Settings", "fr-FR"), unit("SETTINGS"));
}

#[test]
fn any_translation_leaves_a_catalogue() {
    for change in [
        (|_| Content::default()) as fn(&Content) -> Content,
        |content| Content::new(content.pieces().iter().rev().cloned()),
        |content| Content::new([content.pieces(), content.pieces()].concat()),
        |_| Content::new([Piece::Text("\"\\\n\u{1}}, שלום".to_owned())]),
    ] {
        for target in ["de", "ar", "pl"] {
            let output = written(LAMPS, target, change);
            let text = localization(&output, "%@ has %lld lamps", target);
            let text = text["stringUnit"]["value"].as_str().unwrap();
            for code in ["%1$@", "%2$lld"] {
                assert_eq!(text.matches(code).count(), 1, "{text}");
            }
            read(output.as_bytes(), target).unwrap();
        }
    }
    let turned = written(
        &catalogue("{}").replace("Key", "%@ of %lld"),
        "de",
        |content| Content::new(content.pieces().iter().rev().cloned()),
    );
    assert_eq!(
        localization(&turned, "%@ of %lld", "de"),
        unit("%2$lld of %1$@")
    );
}

#[test]
fn what_is_no_catalogue_is_refused_with_the_reason() {
    let reason = |text: &str| read(text.as_bytes(), "de").unwrap_err().to_string();
    assert!(reason("[]").contains("has no \"sourceLanguage\""));
    assert!(reason("{\"strings\": {}}").contains("has no \"sourceLanguage\""));
    assert!(reason("{\"sourceLanguage\": \"en\", \"strings\": 1}").contains("has no \"strings\""));
    assert!(reason("\"a\" = \"b\";").contains("something after its end"));
    assert!(read(&b"[".repeat(1_000_000), "de").is_err());
    let deep = "{\"variations\":{\"plural\":{\"other\":".repeat(1_000_000);
    assert!(read(catalogue(&deep).as_bytes(), "de").is_err());
    for end in 0..LAMPS.len() {
        let _ = read(&LAMPS.as_bytes()[..end], "pl");
    }
}

#[test]
fn plurals_within_plurals_and_equal_names_take_no_more_than_they_are() {
    let depth = 60;
    let deep = "{\"variations\":{\"plural\":{\"other\":".repeat(depth)
        + "{\"stringUnit\":{\"state\":\"new\",\"value\":\"A lamp\"}}"
        + &"}}}".repeat(depth);
    let text = catalogue(&format!("{{\"localizations\":{{\"en\":{deep}}}}}"));
    let output = written(&text, "ar", upper);
    // Six categories, once, with two spaces at most for each level in each line.
    assert!(output.matches("A LAMP").count() == 6 && output.len() < 6 * 3 * depth * 20 * depth);
    let wide = catalogue("{}").replace(
        "{\n  \"source",
        &format!("{{\n{}\"source", " ".repeat(10_000)),
    );
    assert!(
        written(
            &wide.replace("\"en\"", &format!("{}\"en\"", " ".repeat(10_000))),
            "de",
            upper
        )
        .len()
            < 21_000
    );
    let many = |names: &str| {
        let members =
            "\"plural\":{\"other\":{\"stringUnit\":{\"state\":\"new\",\"value\":\"A lamp\"}}},"
                .repeat(2_000);
        format!("\"{names}\":{{\"variations\":{{{members}\"x\":1}}}}")
    };
    let text = catalogue(&format!(
        "{{\"localizations\":{{{},{}}}}}",
        many("en"),
        many("de")
    ));
    let output = written(&text, "de", upper);
    serde_json::from_str::<Value>(&output).unwrap();
    assert_eq!(output.matches("A LAMP").count(), 2);
    let devices = |prefix: &str| {
        let device = |number| {
            format!("\"{prefix}{number}\":{{\"stringUnit\":{{\"value\":\"A lamp {number}\"}}}}")
        };
        let devices: Vec<String> = (0..10_000).map(device).collect();
        format!(
            "{{\"variations\":{{\"device\":{{{}}}}}}}",
            devices.join(",")
        )
    };
    let text = catalogue(&format!(
        "{{\"localizations\":{{\"de\":{},\"en\":{}}}}}",
        devices("a"),
        devices("b")
    ));
    let output = written(&text, "de", upper);
    let german = localization(&output, "Key", "de");
    assert_eq!(
        german["variations"]["device"].as_object().unwrap().len(),
        20_000
    );
}
