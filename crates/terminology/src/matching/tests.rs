use std::fmt::Write as _;

use dragoman_domain::Language;
use proptest::prelude::*;

use super::*;

/// The terms of dictionaries one behind the other.
fn terminology(pair: LanguagePair, dictionaries: &[&[(String, String)]]) -> Terminology {
    let entries = dictionaries.iter().copied().flatten();
    Terminology::new(
        pair,
        entries.map(|(source, target)| (source.as_str(), target.as_str())),
    )
}

fn pair(source: &str, target: &str) -> LanguagePair {
    LanguagePair::new(
        Language::parse(source).unwrap(),
        Language::parse(target).unwrap(),
    )
}

fn entries(entries: &[(&str, &str)]) -> Vec<(String, String)> {
    let owned = |(source, target): &(&str, &str)| ((*source).to_owned(), (*target).to_owned());
    entries.iter().map(owned).collect()
}

/// What is found, with the best target of each.
fn found(
    languages: (&str, &str),
    dictionary: &[(&str, &str)],
    text: &str,
) -> Vec<(String, String)> {
    let terms = terminology(pair(languages.0, languages.1), &[&entries(dictionary)]);
    let terms = terms.find(text, &[]);
    let shown = |term: &Term| {
        (
            text[term.source.clone()].to_owned(),
            term.targets[0].clone(),
        )
    };
    terms.iter().map(shown).collect()
}

fn sources(languages: (&str, &str), dictionary: &[(&str, &str)], text: &str) -> Vec<String> {
    let found = found(languages, dictionary, text).into_iter();
    found.map(|(source, _)| source).collect()
}

const EN_DE: (&str, &str) = ("en", "de");

#[test]
fn terms_of_the_table_are_found() {
    let table = include_str!("../../testdata/matching.tsv");
    let mut report = String::new();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [source, target, entry, wanted, text] = fields[..] else {
            panic!("five fields: {line}");
        };
        let terms = found((source, target), &[(entry, wanted)], text);
        let terms: Vec<String> = terms.iter().map(|(s, t)| format!("{s} → {t}")).collect();
        writeln!(
            report,
            "{source}-{target}  {entry} = {wanted}  |  {text}  |  {}",
            terms.join("; ")
        )
        .unwrap();
    }
    insta::assert_snapshot!(report);
}

#[test]
fn the_longest_entry_wins_and_then_the_first_in_the_text() {
    let dictionary = [
        ("hard", "schwer"),
        ("hard disk", "Festplatte"),
        ("disk drive unit", "Laufwerk"),
        ("drive", "Antrieb"),
        ("a b", "1"),
        ("b c", "2"),
    ];
    assert_eq!(
        sources(
            EN_DE,
            &dictionary,
            "The hard disk drive unit, a hard disk; a b c"
        ),
        ["hard", "disk drive unit", "hard disk", "a b"]
    );
}

#[test]
fn the_earlier_dictionary_wins_where_both_have_a_source() {
    let first = entries(&[("server", "Rechner")]);
    let second = entries(&[
        ("server", "Bediener"),
        ("client", "Kunde"),
        ("Server", "Dienst"),
    ]);
    let terms = terminology(pair("en", "de"), &[&first, &second]);
    let targets = |text| -> Vec<String> {
        let found = terms.find(text, &[]).into_iter();
        found.map(|term| term.targets[0].clone()).collect()
    };
    assert_eq!(targets("the server and the client"), ["Rechner", "Kunde"]);
    assert_eq!(
        targets("the Server"),
        ["Dienst"],
        "an exact source is nearer"
    );
}

#[test]
fn of_sources_that_differ_only_in_normalisation_the_first_counts() {
    let composed = ("caf\u{e9}", "coffee");
    let decomposed = ("cafe\u{301}", "brown");
    for (dictionary, target) in [
        ([composed, decomposed], "coffee"),
        ([decomposed, composed], "brown"),
    ] {
        for text in ["caf\u{e9}", "cafe\u{301}"] {
            let found = found(("fr", "en"), &dictionary, text);
            assert_eq!(found, [(text.to_owned(), target.to_owned())]);
        }
    }
}

#[test]
fn what_is_kept_has_no_terms_and_ends_them() {
    let terms = terminology(
        pair("en", "de"),
        &[&entries(&[("hard disk", "Festplatte"), ("disk", "Platte")])],
    );
    let text = "the hard {x} disk, <disk>, hard disk";
    let kept = [9..12, 19..25];
    let found: Vec<&str> = terms
        .find(text, &kept)
        .iter()
        .map(|t| &text[t.source.clone()])
        .collect();
    assert_eq!(found, ["disk", "hard disk"]);
}

#[test]
fn targets_include_the_forms_that_may_stand_as_well() {
    let terms = terminology(pair("en", "es"), &[&entries(&[("printer", "impresora")])]);
    let targets = |text| terms.find(text, &[])[0].targets.clone();
    assert_eq!(targets("a printer"), ["impresora", "Impresora"]);
    assert_eq!(
        targets("Printers are here"),
        ["Impresoras", "impresoras", "Impresora", "impresora"]
    );
    assert_eq!(
        targets("THE PRINTER"),
        ["IMPRESORA", "impresora", "Impresora"]
    );
}

#[test]
fn many_entries_that_differ_only_in_capitals_stay_bounded() {
    let mut dictionary = Vec::new();
    for bits in 0..4096_u32 {
        let letters = "abcdefghijkl".chars().enumerate();
        let source: String = letters
            .map(|(i, c)| {
                if bits & (1 << i) == 0 {
                    c
                } else {
                    c.to_ascii_uppercase()
                }
            })
            .collect();
        dictionary.push((source, "x".to_owned()));
    }
    let terms = terminology(pair("en", "de"), &[&dictionary]);
    assert_eq!(terms.find("abcdefghijkl", &[]).len(), 1);
    assert_eq!(terms.lexicons[0].entries.len(), SIMILAR_ENTRIES);
}

#[test]
fn empty_entries_are_left_out() {
    let terms = terminology(
        pair("en", "de"),
        &[&entries(&[("", "x"), (" ", "x"), ("x", " ")])],
    );
    assert!(terms.is_empty());
    assert_eq!(terms.find("x", &[]), []);
}

proptest! {
    #[test]
    fn terms_lie_in_the_text_in_order_and_keep_off_what_is_kept(
        text in "[ab .ÄßI'’的中ㄱ-힣\u{300}]{0,40}",
        dictionary in prop::collection::vec(("[ab ÄßI'的中]{1,6}", "[xY]{1,3}"), 0..12),
        kept in prop::collection::vec((0_usize..60, 0_usize..6), 0..3),
        language in prop::sample::select(vec!["en", "de", "ko", "tr", "zh", "fr"]),
    ) {
        let kept: Vec<Range<usize>> = kept.into_iter().map(|(start, length)| start..start + length).collect();
        let terms = terminology(pair(language, "es"), &[&dictionary]).find(&text, &kept);
        let mut end = 0;
        for term in &terms {
            prop_assert!(term.source.start >= end && !term.source.is_empty());
            prop_assert!(text.get(term.source.clone()).is_some());
            prop_assert!(!term.targets.is_empty());
            prop_assert!(kept.iter().all(|k| k.is_empty() || k.end <= term.source.start || k.start >= term.source.end));
            end = term.source.end;
        }
    }
}

#[test]
fn of_several_dictionaries_the_earlier_counts_unless_the_later_is_more_like_the_text() {
    let [source, target] = ["en", "de"].map(|tag| Language::parse(tag).unwrap());
    let pair = LanguagePair::new(source, target);
    let lexicon = |entries: &[(&'static str, &'static str)]| {
        Arc::new(Lexicon::compile(pair, entries.iter().copied(), || true).unwrap())
    };
    let first = lexicon(&[("house", "Haus"), ("big garden", "Park")]);
    let second = lexicon(&[
        ("house", "Gebäude"),
        ("House", "Kammer"),
        ("garden", "Garten"),
    ]);
    let found = |lexicons: Vec<Arc<Lexicon>>, text: &str| -> Vec<String> {
        let terms = Terminology::of(pair, lexicons).find(text, &[]);
        terms.iter().map(|term| term.targets[0].clone()).collect()
    };
    let both = || vec![Arc::clone(&first), Arc::clone(&second)];
    let turned = || vec![Arc::clone(&second), Arc::clone(&first)];
    assert_eq!(found(both(), "the house"), ["Haus"]);
    assert_eq!(found(turned(), "the house"), ["Gebäude"]);
    assert_eq!(
        found(both(), "the House"),
        ["Kammer"],
        "written as in the text"
    );
    assert_eq!(found(turned(), "a big garden"), ["Park"], "the longest");
    assert_eq!(found(both(), "a garden"), ["Garten"]);
}
