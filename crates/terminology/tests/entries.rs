//! Tables of entries as people upload them.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use dragoman_domain::{GlossaryEntries, GlossaryPair, Language};
use dragoman_terminology::{
    EntriesError, EntriesFault, EntriesFormat, LONGEST_TERM, parse_entries, write_csv,
};
use proptest::prelude::*;

fn parse(text: &str, format: EntriesFormat) -> Result<GlossaryEntries, EntriesError> {
    let language = |tag| Language::parse(tag).unwrap();
    let pair = GlossaryPair::new(language("en"), language("de")).unwrap();
    parse_entries(text, format, pair)
}

#[track_caller]
fn is_read(text: &str, format: EntriesFormat, tsv: &str) {
    let entries = parse(text, format).map(GlossaryEntries::into_tsv);
    assert_eq!(entries.as_deref(), Ok(tsv), "{text:?}");
}

#[track_caller]
fn is_refused(text: &str, format: EntriesFormat, fault: EntriesFault, entry: usize, at: usize) {
    let before: String = text.chars().take(at).collect();
    assert_eq!(
        parse(text, format),
        Err(EntriesError {
            fault,
            entry,
            position: at,
            line: 1 + before.matches('\n').count(),
        }),
        "{text:?}"
    );
}

#[test]
fn a_line_of_tsv_is_an_entry() {
    for (text, tsv) in [
        ("a\tb", "a\tb"),
        ("a\tb\n", "a\tb"),
        ("b\t1\r\na\t2\r\n", "b\t1\na\t2"),
        ("\n\n  \na\tb\n\r\n\nc\td\n\n", "a\tb\nc\td"),
        ("\u{feff}a\tb", "a\tb"),
        (" a b \t c d ", "a b\tc d"),
        ("\"a\"\t\"b, c\"", "\"a\"\t\"b, c\""),
        (
            "🦊\tFuchs 🦊\nfox, red\tRotfuchs",
            "🦊\tFuchs 🦊\nfox, red\tRotfuchs",
        ),
        ("A\t1\na\t2", "A\t1\na\t2"),
    ] {
        is_read(text, EntriesFormat::Tsv, tsv);
    }
}

#[test]
fn a_record_of_csv_is_an_entry() {
    for (text, tsv) in [
        ("a,b", "a\tb"),
        ("a,b\nc,d\n", "a\tb\nc\td"),
        ("a,b\r\nc,d\r\n", "a\tb\nc\td"),
        ("a,b\n\n\r\nc,d", "a\tb\nc\td"),
        ("\u{feff}a,b", "a\tb"),
        ("\"a, b\",\"c \"\"d\"\"\"\r\n\"e\",f", "a, b\tc \"d\"\ne\tf"),
        ("\"🦊, \"\"red\"\"\",Fuchs", "🦊, \"red\"\tFuchs"),
    ] {
        is_read(text, EntriesFormat::Csv, tsv);
    }
}

#[test]
fn records_for_another_pair_are_left_out_and_further_columns_not_read() {
    for (text, tsv) in [
        ("a,b,en,de\nc,d,de,en\ne,f,EN-us,de_AT", "a\tb\ne\tf"),
        ("a,b,,\nc,d,en\ne,f,fr", "a\tb\nc\td"),
        ("a,b,en,de,0.7,\"x\ny\"\nc,d,,,0.5", "a\tb\nc\td"),
        // What is left out is not looked at.
        (",,fr,de\na,,de,en\na,b,en,de\na,c,en,fr", "a\tb"),
    ] {
        is_read(text, EntriesFormat::Csv, tsv);
    }
    is_refused(
        "a,b,fr,de\nc,d,de,en",
        EntriesFormat::Csv,
        EntriesFault::OnlyOtherPairs,
        0,
        0,
    );
}

#[test]
fn a_faulty_line_of_tsv_is_refused_with_its_place() {
    use EntriesFault as Fault;
    for (text, fault, entry, at) in [
        ("", Fault::NoEntries, 0, 0),
        ("\n \n\r\n", Fault::NoEntries, 0, 0),
        ("a", Fault::MissingTarget, 0, 0),
        ("é\tb\n\nc d", Fault::MissingTarget, 1, 5),
        ("a\tb\nc\td\te", Fault::SecondTab, 1, 7),
        ("\tb", Fault::EmptyTerm, 0, 0),
        ("a\t", Fault::EmptyTerm, 0, 2),
        ("\t", Fault::EmptyTerm, 0, 0),
        ("🦊\tb\n \t c", Fault::EmptyTerm, 1, 4),
        ("a\u{0}\tb", Fault::ControlCharacter, 0, 1),
        ("a\tb\u{1f}", Fault::ControlCharacter, 0, 3),
        ("é\té\rb", Fault::ControlCharacter, 0, 3),
        ("a\tb\n\u{80}c\td", Fault::ControlCharacter, 1, 4),
        ("a\tb\u{85}", Fault::ControlCharacter, 0, 3),
        ("a\u{9f}\tb", Fault::ControlCharacter, 0, 1),
        ("a\tb\u{2028}c", Fault::ControlCharacter, 0, 3),
        ("\u{2029}a\tb", Fault::ControlCharacter, 0, 0),
    ] {
        is_refused(text, EntriesFormat::Tsv, fault, entry, at);
    }
}

#[test]
fn a_faulty_record_of_csv_is_refused_with_its_place() {
    use EntriesFault as Fault;
    for (text, fault, entry, at) in [
        ("", Fault::NoEntries, 0, 0),
        ("\r\n\n", Fault::NoEntries, 0, 0),
        ("a,b\nc", Fault::MissingTarget, 1, 4),
        ("a;b", Fault::MissingTarget, 0, 0),
        ("a,\n", Fault::EmptyTerm, 0, 2),
        (",b", Fault::EmptyTerm, 0, 0),
        ("\"\",b", Fault::EmptyTerm, 0, 1),
        ("é,b\nc,\"d", Fault::OpenQuote, 1, 6),
        ("a,b \"c\"", Fault::StrayQuote, 0, 4),
        ("a,\"b\"c", Fault::StrayQuote, 0, 4),
        ("a, \"b\"", Fault::StrayQuote, 0, 3),
        ("a,\"b\"\rc", Fault::StrayQuote, 0, 4),
        ("a,\"b\nc\"", Fault::ControlCharacter, 0, 4),
        ("a,\"b\tc\"", Fault::ControlCharacter, 0, 4),
        ("a,b\tc", Fault::ControlCharacter, 0, 3),
        ("a,\"\"\"b\u{2028}\"", Fault::ControlCharacter, 0, 6),
    ] {
        is_refused(text, EntriesFormat::Csv, fault, entry, at);
    }
}

#[test]
fn a_source_term_comes_once() {
    for (text, format) in [
        ("é\tb\n\nc\td\n é \tx", EntriesFormat::Tsv),
        ("é,b\n\nc,d\n\"é\",x", EntriesFormat::Csv),
    ] {
        let error = parse(text, format).unwrap_err();
        assert_eq!(
            error.fault,
            EntriesFault::DuplicateSource {
                first: 0,
                first_position: 0,
                first_line: 1,
            }
        );
        assert_eq!((error.entry, error.position, error.line), (2, 9, 4));
        assert_eq!(
            error.detail().unwrap(),
            "The source term of the entry with index 2 (at character 9) is that of the entry with \
             index 0 (at character 0) too. Entries and characters are counted from 0."
        );
    }
}

#[test]
fn entries_as_csv_are_read_as_the_same_entries() {
    let tsv = "a\tb\nfox, red\t\"Rot\"fuchs\n=1+1\t🦊";
    let entries = GlossaryEntries::from_tsv(tsv.to_owned()).unwrap();
    let csv = write_csv(&entries);
    assert_eq!(
        csv,
        "a,b\r\n\"fox, red\",\"\"\"Rot\"\"fuchs\"\r\n=1+1,🦊\r\n"
    );
    assert_eq!(parse(&csv, EntriesFormat::Csv), Ok(entries));
}

#[test]
fn a_term_has_at_most_1024_bytes() {
    let longest = "é".repeat(LONGEST_TERM / 2);
    is_read(
        &format!("{longest}\t {longest} "),
        EntriesFormat::Tsv,
        &format!("{longest}\t{longest}"),
    );
    let length = LONGEST_TERM + 1;
    let fault = EntriesFault::LongTerm { length };
    is_refused(
        &format!("a\tb\n{longest}x\tb"),
        EntriesFormat::Tsv,
        fault,
        1,
        4,
    );
    is_refused(&format!("a,{longest}x"), EntriesFormat::Csv, fault, 0, 2);
}

#[test]
fn what_is_wrong_is_told_without_quoting_it() {
    let mut said = String::new();
    for (text, format) in [
        ("", EntriesFormat::Tsv),
        ("secret", EntriesFormat::Tsv),
        ("a\tsecret\tb", EntriesFormat::Tsv),
        ("\tsecret", EntriesFormat::Tsv),
        ("a\tsecret\u{0}", EntriesFormat::Tsv),
        ("secret\t1\nsecret\t2", EntriesFormat::Tsv),
        (&format!("secret\t{}", "x".repeat(1025)), EntriesFormat::Tsv),
        ("secret,b,fr,de", EntriesFormat::Csv),
        ("a,\"secret", EntriesFormat::Csv),
        ("a,secret\"", EntriesFormat::Csv),
    ] {
        let error = parse(text, format).unwrap_err();
        said.push_str(&format!(
            "{error}\n  {}\n",
            error.detail().unwrap_or_default()
        ));
    }
    assert!(!said.contains("secret"));
    insta::assert_snapshot!(said);
}

fn term() -> impl Strategy<Value = String> {
    "[^\\p{Cc}\u{2028}\u{2029}]{1,20}".prop_filter_map("nothing but white space", |term| {
        let term = term
            .trim_matches(|character: char| character.is_whitespace() || character == '\u{feff}')
            .to_owned();
        (!term.is_empty()).then_some(term)
    })
}

proptest! {
    #[test]
    fn entries_round_trip_in_both_formats(
        terms in proptest::collection::btree_map(term(), term(), 1..20),
    ) {
        let tsv: Vec<String> = terms.iter().map(|(s, t)| format!("{s}\t{t}")).collect();
        let quote = |term: &str| format!("\"{}\"", term.replace('"', "\"\""));
        let csv: Vec<String> =
            terms.iter().map(|(s, t)| format!("{},{}\r\n", quote(s), quote(t))).collect();
        let read = parse(&tsv.join("\n"), EntriesFormat::Tsv).unwrap();
        prop_assert_eq!(read.as_tsv(), tsv.join("\n"));
        prop_assert_eq!(read.len(), terms.len());
        prop_assert_eq!(parse(&csv.concat(), EntriesFormat::Csv).unwrap(), read);
    }

    #[test]
    fn any_text_is_read_or_refused_at_a_place_in_it(
        text in "[ab,\t\n\r\" é🦊\u{2028}\u{feff}]{0,40}",
    ) {
        for format in [EntriesFormat::Tsv, EntriesFormat::Csv] {
            match parse(&text, format) {
                Ok(entries) => prop_assert_eq!(
                    GlossaryEntries::from_tsv(entries.as_tsv().to_owned()).unwrap(),
                    entries
                ),
                Err(error) => prop_assert!(error.position <= text.chars().count()),
            }
        }
    }
}
