use proptest::prelude::*;

use super::*;
use crate::language_tool::protocol::{Category, Replacement};

/// A match of the first stretch of a text that is `wrong`.
fn found(text: &str, wrong: &str, replacements: &[&str], kind: (&str, &str)) -> Match {
    let at = text.find(wrong).unwrap();
    Match {
        offset: text[..at].encode_utf16().count(),
        length: wrong.encode_utf16().count(),
        replacements: (replacements.iter())
            .map(|value| Replacement {
                value: (*value).to_owned(),
            })
            .collect(),
        rule: Rule {
            issue_type: kind.0.to_owned(),
            category: Category {
                id: kind.1.to_owned(),
            },
        },
    }
}

const WORD: (&str, &str) = ("misspelling", "TYPOS");
const GRAMMAR: (&str, &str) = ("grammar", "GRAMMAR");
const MARK: (&str, &str) = ("typographical", "PUNCTUATION");
const SPACE: (&str, &str) = ("whitespace", "TYPOGRAPHY");

/// What becomes of the only match.
fn verdict(
    text: &str,
    wrong: &str,
    replacements: &[&str],
    kind: (&str, &str),
) -> Result<String, Refusal> {
    let matches = [found(text, wrong, replacements, kind)];
    let mut findings = findings(text, &[], &matches, Share::Whole).unwrap();
    findings.remove(0).verdict
}

#[test]
fn clear_mistakes_are_mended() {
    for (text, wrong, replacements, kind) in [
        (
            "We recieve it.",
            "recieve",
            &["receive", "relieve"][..],
            WORD,
        ),
        ("Thier house.", "Thier", &["Their", "Tier"], WORD),
        ("We go to paris.", "paris", &["Paris", "pairs"], WORD),
        ("He have a car.", "have", &["has"], GRAMMAR),
        ("She go home.", "go", &["goes", "went"], GRAMMAR),
        ("I should of known.", "should of", &["should have"], GRAMMAR),
        ("However it rains.", "However", &["However,"], MARK),
        ("One , two.", " ,", &[","], MARK),
        ("One  two.", "  ", &[" "], SPACE),
        ("Die Strasse 😀 ist lan.", "lan", &["lang"], WORD),
    ] {
        let verdict = verdict(text, wrong, replacements, kind);
        assert_eq!(verdict.as_deref(), Ok(replacements[0]), "{text}");
    }
}

#[test]
fn what_is_no_mistake_or_not_clear_stays() {
    for (text, wrong, replacements, kind, refusal) in [
        (
            "It is very nice.",
            "very",
            &["quite"][..],
            ("style", "STYLE"),
            Refusal::Taste,
        ),
        (
            "Past history.",
            "Past history",
            &["History"],
            ("misspelling", "REDUNDANCY"),
            Refusal::Taste,
        ),
        (
            "Hey guys.",
            "guys",
            &["friends"],
            ("register", "COLLOQUIALISMS"),
            Refusal::Taste,
        ),
        (
            "In fall.",
            "fall",
            &["autumn"],
            ("locale-violation", "MISC"),
            Refusal::Taste,
        ),
        (
            "Some new thing.",
            "new",
            &["fresh"],
            ("", "GRAMMAR"),
            Refusal::Taste,
        ),
        (
            "Ask Kowalsky now.",
            "Kowalsky",
            &["Kowalski"],
            WORD,
            Refusal::Name,
        ),
        (
            "Kowalsky Smith came.",
            "Kowalsky",
            &["Kowalski"],
            WORD,
            Refusal::Name,
        ),
        (
            "The NAPLAN test.",
            "NAPLAN",
            &["Kaplan"],
            WORD,
            Refusal::Name,
        ),
        (
            "The iPhon is new.",
            "iPhon",
            &["iPhone"],
            WORD,
            Refusal::Name,
        ),
        (
            "Call foo.lenght() now.",
            "lenght",
            &["length"],
            WORD,
            Refusal::Code,
        ),
        ("Use var1x here.", "var1x", &["varix"], WORD, Refusal::Code),
        (
            "He wrote “recieve” there.",
            "recieve",
            &["receive"],
            WORD,
            Refusal::Quoted,
        ),
        (
            "Run rustup now.",
            "rustup",
            &["rust up"],
            WORD,
            Refusal::Unclear,
        ),
        (
            "The kubectl tool.",
            "kubectl",
            &["subject"],
            WORD,
            Refusal::Unclear,
        ),
        ("No idea abxyz.", "abxyz", &[], WORD, Refusal::Unclear),
        (
            "They is here.",
            "is",
            &["are", "were"],
            GRAMMAR,
            Refusal::Unclear,
        ),
        (
            "A word too many.",
            " many",
            &[""],
            GRAMMAR,
            Refusal::Unclear,
        ),
        (
            "A b c.",
            "b",
            &["a replacement that is much too long for it"],
            GRAMMAR,
            Refusal::Unclear,
        ),
        ("Itsa it.", "Its", &["It"], WORD, Refusal::Part),
        (
            "The cafe\u{301} there.",
            "cafe",
            &["cafés"],
            WORD,
            Refusal::Part,
        ),
        ("He said \"no\".", "\"no\"", &["“no”"], MARK, Refusal::Marks),
        ("Wait... what", "...", &["…"], MARK, Refusal::Marks),
        ("One - two.", " - ", &[" – "], MARK, Refusal::Marks),
        ("One\n two.", "\n ", &[" "], SPACE, Refusal::Lines),
        ("One\n  two.", "  ", &[" "], SPACE, Refusal::Lines),
        ("One two.", " two", &["\u{7}two"], GRAMMAR, Refusal::Lines),
    ] {
        assert_eq!(
            verdict(text, wrong, replacements, kind),
            Err(refusal),
            "{text}"
        );
    }
}

#[test]
fn what_others_know_better_is_left_to_them() {
    let of_grammar = |text, wrong, replacement, kind| {
        let matches = [found(text, wrong, &[replacement], kind)];
        let mut findings = findings(text, &[], &matches, Share::Grammar).unwrap();
        findings.remove(0).verdict
    };
    for (text, wrong, replacement, kind) in [
        ("Cylanna recieved it.", "Cylanna", "Canna", WORD),
        ("We recieve it.", "recieve", "receive", WORD),
        ("Press Next to go on.", "Next", "next", GRAMMAR),
        ("Wait… no.", "Wait…", "Wait …", MARK),
        ("A .cfg file.", " .cfg", ".cfg", SPACE),
        ("What?! No.", "?!", "?", MARK),
    ] {
        let verdict = of_grammar(text, wrong, replacement, kind);
        assert_eq!(verdict, Err(Refusal::Elsewhere), "{text}");
    }
    for (text, wrong, replacement, kind) in [
        ("He have a car.", "have", "has", GRAMMAR),
        ("However it rains.", "However", "However,", MARK),
        ("I saw alot.", "alot", "a lot", GRAMMAR),
        ("Its the the end.", "the the", "the", GRAMMAR),
    ] {
        let verdict = of_grammar(text, wrong, replacement, kind);
        assert_eq!(verdict.as_deref(), Ok(replacement), "{text}");
    }
}

#[test]
fn what_is_kept_is_not_touched_by_anything_that_has_some_of_it() {
    let text = "See teh{teh}teh teh.";
    let kept = 7..12;
    let matches = |offset, length| {
        let mut found = found(text, "teh", &["the"], WORD);
        (found.offset, found.length) = (offset, length);
        found
    };
    let all = [matches(4, 4), matches(8, 3), matches(11, 4), matches(16, 3)];
    let verdicts: Vec<_> = findings(text, std::slice::from_ref(&kept), &all, Share::Whole)
        .unwrap()
        .into_iter()
        .map(|finding| finding.verdict)
        .collect();
    assert_eq!(
        verdicts,
        [
            Err(Refusal::Kept),
            Err(Refusal::Kept),
            Err(Refusal::Kept),
            Ok("the".to_owned())
        ]
    );
}

#[test]
fn of_matches_that_overlap_the_first_that_counts_is_made() {
    let text = "He have went home.";
    let all = [
        found(text, "have went", &["has gone"], GRAMMAR),
        found(text, "went home", &["gone home"], GRAMMAR),
        found(text, "He have", &["She has"], ("style", "STYLE")),
    ];
    let findings = findings(text, &[], &all, Share::Whole).unwrap();
    let verdicts: Vec<_> = findings.iter().map(|finding| &finding.verdict).collect();
    assert_eq!(
        verdicts,
        [
            &Err(Refusal::Taste),
            &Ok("has gone".to_owned()),
            &Err(Refusal::Overlap)
        ]
    );
    assert_eq!(edits(findings).len(), 1);
}

#[test]
fn a_passage_in_another_language_stays() {
    let text = "He said ich habe heute keine lust and recieve it.";
    let all = [
        found(text, "ich", &["inch", "itch"], WORD),
        found(text, "habe", &["babe", "have"], WORD),
        found(text, "heute", &["haute"], WORD),
        found(text, "keine", &["keene"], WORD),
        found(text, "recieve", &["receive"], WORD),
    ];
    let changed: Vec<_> = findings(text, &[], &all, Share::Whole)
        .unwrap()
        .into_iter()
        .filter_map(|finding| finding.verdict.ok())
        .collect();
    assert_eq!(changed, ["receive"]);
}

#[test]
fn an_answer_about_another_text_is_not_believed() {
    let text = "Das 😀 recieve.";
    for (offset, length) in [(4, 1), (5, 2), (7, 90), (90, 1), (usize::MAX, 2)] {
        let mut wrong = found(text, "recieve", &["receive"], WORD);
        (wrong.offset, wrong.length) = (offset, length);
        let right = found(text, "recieve", &["receive"], WORD);
        assert_eq!(
            findings(text, &[], &[right, wrong], Share::Whole),
            Err(OutOfRange)
        );
    }
}

proptest! {
    #[test]
    fn no_answer_makes_it_panic_or_touch_what_is_kept(
        text in "[a-z é\u{301}😀\n<>.\"]{0,40}",
        places in proptest::collection::vec((0..45usize, 0..12usize, "[a-zé 😀]{0,8}"), 0..8),
        kept in 0..20usize,
    ) {
        let boundary = |at: usize| (at..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
        let kept = boundary(kept.min(text.len()))..boundary((kept + 5).min(text.len()));
        let matches: Vec<Match> = places
            .iter()
            .map(|(offset, length, value)| Match {
                offset: *offset,
                length: *length,
                replacements: vec![Replacement { value: value.clone() }],
                rule: Rule {
                    issue_type: "misspelling".to_owned(),
                    category: Category { id: if offset % 2 == 0 { "TYPOS" } else { "GRAMMAR" }.to_owned() },
                },
            })
            .collect();
        if let Ok(findings) = findings(&text, std::slice::from_ref(&kept), &matches, Share::Whole) {
            let mut end = 0;
            for edit in edits(findings) {
                prop_assert!(edit.range.start >= end, "they are in order");
                prop_assert!(edit.range.end <= kept.start || edit.range.start >= kept.end || kept.is_empty());
                prop_assert!(text.get(edit.range.clone()).is_some());
                end = edit.range.end;
            }
        }
    }
}
