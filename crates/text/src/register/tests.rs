use dragoman_language::{Language, Register};

use super::register_of;

/// Sentences of each language. `formal | informal` say the same; those behind a dash speak to
/// nobody, leave the register open or mix both.
const CASES: [(&str, &str); 11] = [
    ("de", include_str!("cases/de.txt")),
    ("es", include_str!("cases/es.txt")),
    ("es-419", include_str!("cases/es-419.txt")),
    ("fr", include_str!("cases/fr.txt")),
    ("it", include_str!("cases/it.txt")),
    ("ja", include_str!("cases/ja.txt")),
    ("nl", include_str!("cases/nl.txt")),
    ("pl", include_str!("cases/pl.txt")),
    ("pt-BR", include_str!("cases/pt-BR.txt")),
    ("pt-PT", include_str!("cases/pt-PT.txt")),
    ("ru", include_str!("cases/ru.txt")),
];

#[test]
fn the_register_of_every_sentence_is_told() {
    let mut wrong = Vec::new();
    for (tag, cases) in CASES {
        let language = Language::parse(tag).unwrap();
        let (mut pairs, mut neutral) = (0, 0);
        let mut check = |text: &str, expected| {
            let found = register_of(text, language);
            if found != expected {
                wrong.push(format!("{tag}: {text} ({found:?})"));
            }
        };
        for line in cases.lines() {
            if let Some((formal, informal)) = line.split_once(" | ") {
                check(formal, Some(Register::Formal));
                check(informal, Some(Register::Informal));
                pairs += 1;
            } else if let Some(text) = line.strip_prefix("- ") {
                check(text, None);
                neutral += 1;
            }
        }
        assert!(pairs >= 20 && neutral >= 10, "{tag}: {pairs}, {neutral}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_language_without_registers_has_none_to_tell() {
    let english = Language::parse("en").unwrap();
    assert_eq!(register_of("Please open your letter.", english), None);
}

#[test]
fn what_may_be_formal_counts_where_the_reader_is_addressed() {
    let spanish = Language::parse("es").unwrap();
    let evidence = super::Markers::of(spanish).map(|of| of.evidence("Su libro está en Roma."));
    let evidence = evidence.unwrap();
    assert_eq!(evidence.register(), None);
    assert!(!evidence.contradicts(Register::Informal, false));
    assert!(evidence.contradicts(Register::Informal, true));
    assert!(!evidence.contradicts(Register::Formal, true));
}
