use std::ops::Range;

use dragoman_memory::adapt;
use proptest::prelude::*;

fn fitted(query: &str, source: &str, target: &str) -> Option<String> {
    adapt(query, &[], source, target)
}

#[test]
fn numbers_of_the_query_stand_in_the_translation() {
    for (query, source, target, expected) in [
        (
            "Page 3 of 12",
            "Page 4 of 15",
            "Seite 4 von 15",
            "Seite 3 von 12",
        ),
        // Also where two change places, or stand in another order.
        (
            "Page 15 of 4",
            "Page 4 of 15",
            "Seite 4 von 15",
            "Seite 15 von 4",
        ),
        (
            "2 of 7 files",
            "3 of 9 files",
            "Von 9 Dateien 3",
            "Von 7 Dateien 2",
        ),
        // The same value everywhere.
        ("5 or 5", "6 or 6", "6 oder 6", "5 oder 5"),
        // What does not change may be spelled out.
        (
            "1 file of 8",
            "1 file of 9",
            "eine Datei von 9",
            "eine Datei von 8",
        ),
        ("Model A4", "Model A3", "Modell A3", "Modell A4"),
        ("第12页", "第3页", "Page 3", "Page 12"),
        ("Chapter 12", "Chapter 3", "الفصل ٣", "الفصل ١٢"),
    ] {
        assert_eq!(
            fitted(query, source, target).as_deref(),
            Some(expected),
            "{query}"
        );
    }
}

#[test]
fn separators_are_those_of_the_target() {
    for (query, source, target, expected) in [
        ("2.75 m", "1.5 m", "1,5 m", "2,75 m"),
        ("9,876.5 m", "1,234.5 m", "1.234,5 m", "9.876,5 m"),
        ("12,345,678", "1,234", "1.234", "12.345.678"),
        ("9,876", "1,234", "1 234", "9 876"),
        (
            "2.5 and 7,000",
            "3.5 and 1,000",
            "3.5 und 1,000",
            "2.5 und 7,000",
        ),
        ("13.06.2025", "12.05.2024", "12.05.2024", "13.06.2025"),
        (
            "9.5 and 1,234.5",
            "2 and 1,000.5",
            "2 und 1.000,5",
            "9,5 und 1.234,5",
        ),
    ] {
        assert_eq!(
            fitted(query, source, target).as_deref(),
            Some(expected),
            "{query}"
        );
    }
}

#[test]
fn what_is_not_certain_is_not_done() {
    for (query, source, target, why) in [
        (
            "2.5 m",
            "3 m",
            "3 m",
            "the target shows no decimal separator",
        ),
        (
            "5 files",
            "2 files",
            "zwei Dateien",
            "the number is a word there",
        ),
        ("5 and 6", "2 and 2", "2 und 2", "which becomes which"),
        (
            "5 files",
            "2 files",
            "2 Dateien (2)",
            "one more than in the source",
        ),
        ("5 files of 6", "2 files", "2 Dateien", "a number more"),
        ("files", "2 files", "2 Dateien", "a number less"),
        ("{a} 5", "5 {a}", "5 {a}", "another order"),
        (
            "13/06/2025",
            "12/05/2024",
            "12.05.2024",
            "a date of another form",
        ),
        ("<b>x</b>", "x", "y", "tags that the stored pair has not"),
        (
            "<b>x</b>",
            "<b>x<br/>",
            "<b>y<br/>",
            "tags of another shape",
        ),
    ] {
        assert_eq!(fitted(query, source, target), None, "{why}");
    }
}

#[test]
fn tags_and_placeholders_of_the_query_stand_in_the_translation() {
    for (query, source, target, expected) in [
        (
            "Press <i>OK</i>",
            "Press <1>OK</1>",
            "<1>OK</1> drücken",
            "<i>OK</i> drücken",
        ),
        (
            "See <a href=\"/x?id=7\">here</a>",
            "See <a href=\"/y?id=1\">here</a>",
            "Siehe <a href=\"/y?id=1\">hier</a>",
            "Siehe <a href=\"/x?id=7\">hier</a>",
        ),
        (
            "Dear {name}",
            "Dear {customer}",
            "Liebe {customer}",
            "Liebe {name}",
        ),
        (
            "See www.a.org.",
            "See www.b.org.",
            "Siehe www.b.org.",
            "Siehe www.a.org.",
        ),
        // A query without tags has none in its translation.
        (
            "Press OK",
            "Press <b>OK</b>",
            "<b>OK</b> drücken",
            "OK drücken",
        ),
        ("One Two", "One<br/>Two", "Eins<br/>Zwei", "Eins Zwei"),
    ] {
        assert_eq!(
            fitted(query, source, target).as_deref(),
            Some(expected),
            "{query}"
        );
    }
}

#[test]
fn the_same_text_keeps_its_translation() {
    assert_eq!(
        fitted("5 files ", "5 files", "fünf Dateien").as_deref(),
        Some("fünf Dateien")
    );
}

#[test]
fn a_placeholder_must_stand_in_the_result() {
    let query = "Send it to ACME now";
    let acme: Range<usize> = 11..15;
    let kept = adapt(
        query,
        std::slice::from_ref(&acme),
        query,
        "Jetzt an ACME senden",
    );
    assert!(kept.is_some());
    let missing = adapt(
        query,
        std::slice::from_ref(&acme),
        "Send it to Acme now",
        "Jetzt an Acme senden",
    );
    assert_eq!(missing, None);
    // A quantity may be spelled as the target spells it.
    let size = 6..12;
    let fitted = adapt(
        "Up to 2.5 GB",
        std::slice::from_ref(&size),
        "Up to 1.5 GB",
        "Bis zu 1,5 GB",
    );
    assert_eq!(fitted.as_deref(), Some("Bis zu 2,5 GB"));
    let unit = adapt(
        "Up to 2.5 GB",
        std::slice::from_ref(&size),
        "Up to 1.5 MB",
        "Bis zu 1,5 MB",
    );
    assert_eq!(unit, None);
}

proptest! {
    #[test]
    fn any_texts_are_taken(
        query in "[a1.,<>/{} %]{0,24}", source in "[a1.,<>/{} %]{0,24}", target in any::<String>(),
        start in 0_usize..30, end in 0_usize..30,
    ) {
        let _ = adapt(&query, &[Range { start, end }], &source, &target);
        let _ = adapt(&target, &[Range { start, end }], &source, &query);
    }

    #[test]
    fn numbers_go_over_one_to_one(
        numbers in prop::collection::vec(0_u32..100_000, 1..5),
        others in prop::collection::vec(0_u32..100_000, 5),
    ) {
        let written = |numbers: &[u32]| -> String {
            numbers.iter().map(|number| format!("x {number} ")).collect()
        };
        let (stored, asked) = (written(&numbers), written(&others[..numbers.len()]));
        // A value may stand twice in the stored text and not in the query; then nothing is certain.
        if let Some(result) = adapt(&asked, &[], &stored, &stored) {
            prop_assert_eq!(result, asked);
        } else {
            let mut distinct = numbers.clone();
            distinct.sort_unstable();
            distinct.dedup();
            prop_assert!(distinct.len() < numbers.len());
        }
    }
}
