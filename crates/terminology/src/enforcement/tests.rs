use std::fmt::Write as _;

use dragoman_domain::{Alignment, LanguagePair, Link};
use proptest::prelude::*;

use super::*;
use crate::Terminology;
use crate::matching::words_and_marks;

/// The terms of dictionaries one behind the other.
fn terminology(pair: LanguagePair, dictionaries: &[&[(String, String)]]) -> Terminology {
    let entries = dictionaries.iter().copied().flatten();
    Terminology::new(
        pair,
        entries.map(|(source, target)| (source.as_str(), target.as_str())),
    )
}

fn language(tag: &str) -> Language {
    Language::parse(tag).unwrap()
}

fn ranges(text: &str, tag: &str) -> Vec<Range<usize>> {
    words_and_marks(text, language(tag))
        .into_iter()
        .map(|word| word.range)
        .collect()
}

/// A translation with a token for each word, linked as `links` says: pairs of the source word
/// and the target word, counted from zero.
fn aligned(
    source: &[Range<usize>],
    text: &str,
    tag: &str,
    links: &[(usize, usize)],
) -> SegmentTranslation {
    let mut alignment = Alignment::new(source.to_vec());
    for (index, range) in ranges(text, tag).into_iter().enumerate() {
        let of_this = links.iter().filter(|(_, target)| *target == index);
        alignment.push(
            range,
            of_this.map(|(source, _)| Link {
                source: *source,
                weight: 0.9,
            }),
        );
    }
    SegmentTranslation::aligned(text.to_owned(), alignment)
}

fn segment(
    pair: (&str, &str),
    text: &str,
    kept: Vec<Range<usize>>,
    entries: &[(String, String)],
) -> Segment {
    let pair = LanguagePair::new(language(pair.0), language(pair.1));
    let terms = terminology(pair, &[entries]).find(text, &kept);
    Segment::new(text.to_owned(), kept).with_terms(terms)
}

fn entries(text: &str) -> Vec<(String, String)> {
    let pairs = text.split("; ").filter_map(|entry| entry.split_once(" = "));
    pairs
        .map(|(source, target)| (source.to_owned(), target.to_owned()))
        .collect()
}

/// `1-2 3-4`, or `-` where nothing is known.
fn links(text: &str) -> Option<Vec<(usize, usize)>> {
    let pair = |pair: &str| -> Option<(usize, usize)> {
        let (source, target) = pair.split_once('-')?;
        Some((source.parse().ok()?, target.parse().ok()?))
    };
    (text != "-").then(|| text.split(' ').filter_map(pair).collect())
}

#[test]
fn terms_of_the_table_are_put_into_translations() {
    let table = include_str!("../../testdata/enforcement.tsv");
    let mut report = String::new();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [source, target, dictionary, text, given, alignment] = fields[..] else {
            panic!("six fields: {line}");
        };
        let kept = text
            .match_indices("{x}")
            .map(|(at, x)| at..at + x.len())
            .collect();
        let segment = segment((source, target), text, kept, &entries(dictionary));
        let mut translation = match links(alignment) {
            Some(links) => aligned(&ranges(text, source), given, target, &links),
            None => SegmentTranslation::from(given.to_owned()),
        };
        let outcome = enforce(&segment, &mut translation, language(target));
        let mut again = translation.clone();
        let second = enforce(&segment, &mut again, language(target));
        assert_eq!(again, translation, "what is there is not put there again");
        assert_eq!(second.kept, outcome.kept + outcome.replaced, "{line}");
        let Enforcement {
            kept,
            replaced,
            missed,
        } = outcome;
        writeln!(
            report,
            "{source}-{target}  {dictionary}\n    {text}\n    {given}\n    {}  | kept {kept}, replaced {replaced}, missed {missed}",
            translation.text(),
        )
        .unwrap();
    }
    insta::assert_snapshot!(report);
}

#[test]
fn a_term_that_stands_twice_is_wanted_twice() {
    let entries = entries("printer = Drucker");
    let text = "printer and printer";
    let segment = segment(("en", "de"), text, vec![], &entries);
    let german = language("de");
    let used = |translation: &SegmentTranslation| -> Vec<bool> {
        let places = occurrences(&segment, translation, german);
        places.iter().map(Option::is_some).collect()
    };
    let all = [(0, 0), (1, 1), (2, 2)];
    let source = ranges(text, "en");
    assert_eq!(
        used(&aligned(&source, "Drucker und Printer", "de", &all)),
        [true, false]
    );
    assert_eq!(
        used(&aligned(&source, "Druckern und Drucker", "de", &all)),
        [true, true]
    );
    let unknown = |text: &str| SegmentTranslation::from(text.to_owned());
    assert_eq!(used(&unknown("der Drucker und noch einer")), [true, false]);
    assert_eq!(used(&unknown("Drucker und Drucker")), [true, true]);
    assert_eq!(used(&unknown("")), [false, false]);
}

#[test]
fn occurrences_are_where_the_terms_stand() {
    let entries = entries("printer = Drucker; cable = Kabel");
    let text = "printer cable and printer";
    let segment = segment(("en", "de"), text, vec![], &entries);
    let given = "Drucker und Druckerkabel";
    let translation = aligned(
        &ranges(text, "en"),
        given,
        "de",
        &[(3, 0), (2, 1), (0, 2), (1, 2)],
    );
    let found = occurrences(&segment, &translation, language("de"));
    // One word is the use of one term only.
    assert_eq!(found, [Some(12..24), None, Some(0..7)]);
}

#[test]
fn the_alignment_stays_true() {
    let entries = entries("printer = Ausgabegerät");
    let text = "The printer is on.";
    let segment = segment(("en", "de"), text, vec![], &entries);
    let links = [(0, 0), (1, 1), (2, 2), (3, 3)];
    let mut translation = aligned(&ranges(text, "en"), "Der Drucker ist an.", "de", &links);
    enforce(&segment, &mut translation, language("de"));
    let alignment = translation.alignment().unwrap();
    let token = &alignment.target_tokens()[1];
    assert_eq!(&translation.text()[token.clone()], "Ausgabegerät");
    assert_eq!(alignment.strongest(1), Some(1));
    assert_eq!(
        &translation.text()[alignment.target_tokens()[3].clone()],
        "an"
    );
}

fn count(text: &str, word: &str) -> usize {
    text.split(' ')
        .filter(|other| other.eq_ignore_ascii_case(word))
        .count()
}

proptest! {
    #[test]
    fn enforcing_changes_terms_only(
        source in prop::collection::vec(prop::sample::select(vec!["printer", "cable", "of", "{x}", "red"]), 1..12),
        given in prop::collection::vec(prop::sample::select(vec!["drucker", "kabel", "das", "rot", "gerät", "printer"]), 1..12),
        places in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
        pairs in prop::collection::vec((0_usize..14, 0_usize..14), 0..24),
        is_aligned: bool,
    ) {
        let text = source.join(" ");
        let kept: Vec<Range<usize>> = text.match_indices("{x}").map(|(at, x)| at..at + x.len()).collect();
        let mut given: Vec<&str> = given;
        for place in places.iter().take(kept.len()) {
            given.insert(place.index(given.len()), "{x}");
        }
        let given = given.join(" ");
        let entries = entries("printer = ausgabegerät; cable = leitung");
        let segment = segment(("en", "de"), &text, kept, &entries);
        let mut translation = if is_aligned {
            aligned(&ranges(&text, "en"), &given, "de", &pairs)
        } else {
            SegmentTranslation::from(given.clone())
        };
        let outcome = enforce(&segment, &mut translation, language("de"));
        let after = translation.text();
        prop_assert_eq!(outcome.kept + outcome.replaced + outcome.missed, segment.terms().len());
        prop_assert_eq!(outcome.kept, 0);
        prop_assert_eq!(count(after, "ausgabegerät") + count(after, "leitung"), outcome.replaced);
        prop_assert_eq!(after.matches("{x}").count(), given.matches("{x}").count());
        // Not a word more, and without an alignment nothing but untranslated words change.
        prop_assert!(after.split(' ').count() <= given.split(' ').count());
        if !is_aligned {
            prop_assert_eq!(count(after, "drucker"), count(&given, "drucker"));
        }
        let used = occurrences(&segment, &translation, language("de")).into_iter().flatten();
        for range in used {
            prop_assert!(after.get(range).is_some());
        }
    }

    #[test]
    fn any_text_and_alignment_is_taken(
        text in "\\PC{0,30}",
        given in "\\PC{0,30}",
        tokens in prop::collection::vec((0_usize..40, 0_usize..40, 0_usize..9, 0.0_f32..1.0), 0..12),
        entry in "\\PC{1,4}",
        tag in prop::sample::select(vec!["de", "zh", "ko", "fr", "tr"]),
    ) {
        let segment = segment(("en", tag), &text, vec![], &[(entry, "neu".to_owned())]);
        let mut alignment = Alignment::new(ranges(&text, "en"));
        for (start, end, source, weight) in tokens {
            alignment.push(start..end, [Link { source, weight }]);
        }
        let mut translation = SegmentTranslation::aligned(given, alignment);
        enforce(&segment, &mut translation, language(tag));
    }
}
