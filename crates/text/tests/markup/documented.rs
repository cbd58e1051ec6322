//! The documented examples of tag handling, and what users of such services complain about. The
//! words are some model's; what is tested is the structure.

use dragoman_text::{MarkedText, MarkupOptions, MarkupVersion, SentenceSplitting};

use crate::{names, sentences_of, translate, xml_options};

const NO_LINES: SentenceSplitting = SentenceSplitting::Punctuation;

#[track_caller]
fn check(options: &MarkupOptions, source: &str, expected: &str, sentences: &[(&str, &str, &str)]) {
    assert_eq!(translate(source, options, NO_LINES, sentences), expected);
}

#[test]
fn an_inline_element_stands_around_the_same_word() {
    for options in [
        xml_options(),
        MarkupOptions::xml(MarkupVersion::V1),
        MarkupOptions::html(),
    ] {
        check(
            &options,
            "Press <i>Continue</i> to advance to the next page.",
            "Drücken Sie <i>Weiter</i>, um zur nächsten Seite zu gelangen.",
            &[(
                "Press Continue to advance to the next page.",
                "Drücken Sie Weiter, um zur nächsten Seite zu gelangen.",
                "0-0 0-1 1-2 2-3 4-4 5-4 6-5 7-6 2-7 3-8",
            )],
        );
    }
}

#[test]
fn an_element_at_the_start_stands_around_the_same_words() {
    check(
        &xml_options(),
        "<x id=\"17\">Please welcome the participants</x> to today's meeting.",
        "<x id=\"17\">Bitte begrüßen Sie die Teilnehmer</x> an der heutigen Sitzung.",
        &[(
            "Please welcome the participants to today's meeting.",
            "Bitte begrüßen Sie die Teilnehmer an der heutigen Sitzung.",
            "0-0 1-1 1-2 2-3 3-4 4-5 4-6 5-7 6-8",
        )],
    );
}

#[test]
fn nested_elements_stay_nested() {
    check(
        &xml_options(),
        "The firm said it was conducting an <a>internal <b>investigation</b></a> for several months.",
        "Die Firma sagte, dass sie seit Monaten eine <a>interne <b>Untersuchung</b></a> durchgeführt habe.",
        &[(
            "The firm said it was conducting an internal investigation for several months.",
            "Die Firma sagte, dass sie seit Monaten eine interne Untersuchung durchgeführt habe.",
            "0-0 1-1 2-2 3-4 9-5 10-6 11-6 6-7 7-8 8-9 5-10 4-11",
        )],
    );
}

#[test]
fn empty_elements_stay_beside_their_words() {
    check(
        &xml_options(),
        "Artificial intelligence<a/> is already shaping our everyday<b></b> lives.",
        "Künstliche Intelligenz<a/> prägt bereits heute unseren Alltag<b></b>.",
        &[(
            "Artificial intelligence is already shaping our everyday lives.",
            "Künstliche Intelligenz prägt bereits heute unseren Alltag.",
            "0-0 1-1 4-2 3-3 3-4 5-5 6-6 7-6",
        )],
    );
}

#[test]
fn an_ignored_element_is_copied_within_the_sentence() {
    let options = MarkupOptions {
        ignore_tags: names(&["x"]),
        ..xml_options()
    };
    check(
        &options,
        "Please open the page <x>Settings</x> to configure your system.",
        "Bitte öffnen Sie die Seite <x>Settings</x>, um Ihr System zu konfigurieren.",
        &[(
            "Please open the page Settings to configure your system.",
            "Bitte öffnen Sie die Seite Settings, um Ihr System zu konfigurieren.",
            "",
        )],
    );
}

const PARS: &str =
    "<par>The firm said it had been </par><par> conducting an internal investigation.</par>";

#[test]
fn elements_beside_each_other_are_translated_apart() {
    check(
        &xml_options(),
        PARS,
        "<par>Die Firma sagte, es sei gewesen </par><par> eine interne Untersuchung durchführen.</par>",
        &[
            (
                "The firm said it had been",
                "Die Firma sagte, es sei gewesen",
                "",
            ),
            (
                "conducting an internal investigation.",
                "eine interne Untersuchung durchführen.",
                "",
            ),
        ],
    );
}

#[test]
fn a_sentence_spreads_over_elements_that_do_not_split() {
    let options = MarkupOptions {
        non_splitting_tags: names(&["par"]),
        ..xml_options()
    };
    check(
        &options,
        PARS,
        "<par>Die Firma sagte, dass sie</par> <par>eine interne Untersuchung durchgeführt habe.</par>",
        &[(
            "The firm said it had been conducting an internal investigation.",
            "Die Firma sagte, dass sie eine interne Untersuchung durchgeführt habe.",
            "0-0 1-1 2-2 3-4 7-5 8-6 9-7 6-8 4-9 5-9",
        )],
    );
}

#[test]
fn line_ends_split_or_do_not() {
    let source = "<div>She bought oat\nbiscuits.</div>";
    let split = sentences_of(
        source,
        &xml_options(),
        SentenceSplitting::PunctuationAndNewlines,
    );
    assert_eq!(split, ["She bought oat", "biscuits."]);
    let whole = sentences_of(source, &xml_options(), NO_LINES);
    assert_eq!(whole, ["She bought oat biscuits."]);
    let whole = sentences_of(source, &xml_options(), SentenceSplitting::Off);
    assert_eq!(whole, ["She bought oat biscuits."]);
}

#[test]
fn without_outline_detection_the_tags_named_split() {
    let source = "<document><meta><title>A document's title</title></meta><content>\
        <par>This is the first sentence. Followed by a second one.</par>\
        <par>This is the third sentence.</par></content></document>";
    let options = MarkupOptions {
        outline_detection: false,
        splitting_tags: names(&["par", "title"]),
        ..xml_options()
    };
    let expected = [
        "A document's title",
        "This is the first sentence.",
        "Followed by a second one.",
        "This is the third sentence.",
    ];
    assert_eq!(sentences_of(source, &options, NO_LINES), expected);
    assert_eq!(sentences_of(source, &xml_options(), NO_LINES), expected);
    let none = MarkupOptions {
        outline_detection: false,
        ..xml_options()
    };
    let found = sentences_of("<a>One</a> <b>two</b>", &none, NO_LINES);
    assert_eq!(found, ["One two"]);
}

#[test]
fn html_that_is_not_to_be_translated_is_unchanged() {
    for attribute in ["translate=\"no\"", "class=\"notranslate\""] {
        let source = format!("<p {attribute}>Hello <b>you</b></p>");
        check(&MarkupOptions::html(), &source, &source, &[]);
    }
}

#[test]
fn what_is_not_well_formed_is_refused_in_version_2_only() {
    let source = "<p>This tag is not closed properly</a>";
    let error = MarkedText::parse(source, &xml_options()).unwrap_err();
    assert_eq!((error.position.line, error.position.column), (1, 35));
    for options in [MarkupOptions::xml(MarkupVersion::V1), MarkupOptions::html()] {
        check(
            &options,
            source,
            "<p>Dieses Tag ist nicht richtig geschlossen</p>",
            &[(
                "This tag is not closed properly",
                "Dieses Tag ist nicht richtig geschlossen",
                "",
            )],
        );
    }
}

#[test]
fn a_sign_does_not_draw_a_word_into_its_element() {
    check(
        &MarkupOptions::html(),
        "Use FOOBAR<sup>®</sup> now.",
        "Verwenden Sie jetzt FOOBAR<sup>®</sup>.",
        &[(
            "Use FOOBAR® now.",
            "Verwenden Sie jetzt FOOBAR®.",
            "0-0 0-1 2-2 1-3",
        )],
    );
}

#[test]
fn the_space_before_an_element_stays_before_it() {
    check(
        &MarkupOptions::html(),
        "Open the file <em>(a copy)</em> now.",
        "Öffnen Sie jetzt die Datei <em>(eine Kopie)</em>.",
        &[(
            "Open the file (a copy) now.",
            "Öffnen Sie jetzt die Datei (eine Kopie).",
            "0-0 0-1 5-2 1-3 2-4 3-5 4-6",
        )],
    );
}

#[test]
fn quotes_and_line_ends_stay_outside() {
    check(
        &MarkupOptions::html(),
        "<p>\n  He said \"<b>hello</b>\"\n  twice.\n</p>",
        "<p>\n  Er sagte zweimal „<b>hallo</b>“.\n</p>",
        &[(
            "He said \"hello\" twice.",
            "Er sagte zweimal „hallo“.",
            "0-0 1-1 3-2 2-3",
        )],
    );
}

#[test]
fn a_line_break_neither_moves_nor_is_closed() {
    check(
        &MarkupOptions::html(),
        "One thing.<br>Two <b>things</b><br/>and more",
        "Eine Sache.<br>Zwei <b>Sachen</b><br/>und mehr",
        &[
            ("One thing.", "Eine Sache.", ""),
            ("Two things", "Zwei Sachen", "0-0 1-1"),
            ("and more", "und mehr", ""),
        ],
    );
}

#[test]
fn an_element_after_a_hyphen_keeps_its_scope() {
    check(
        &MarkupOptions::html(),
        "1-<i>London, Paris</i>",
        "1-<i>London, Paris</i>",
        &[("1-London, Paris", "1-London, Paris", "0-0 1-1")],
    );
}

#[test]
fn a_link_has_all_letters_of_its_words() {
    check(
        &MarkupOptions::html(),
        "Read the <a href='/t'>terms of use</a>.",
        "Lesen Sie die <a href='/t'>Nutzungsbedingungen</a>.",
        &[(
            "Read the terms of use.",
            "Lesen Sie die Nutzungsbedingungen.",
            "0-0 0-1 1-2 2-3 4-3",
        )],
    );
}

#[test]
fn text_after_an_element_does_not_slide_into_it() {
    check(
        &MarkupOptions::html(),
        "The <span>red</span> cat sleeps.",
        "Die <span>rote</span> Katze schläft.",
        &[(
            "The red cat sleeps.",
            "Die rote Katze schläft.",
            "0-0 1-1 2-2 3-3",
        )],
    );
}

#[test]
fn what_is_kept_stays_in_the_middle_of_the_sentence() {
    check(
        &MarkupOptions::html(),
        "Please ask <span class='x notranslate'>Acme  Inc.</span> about it.",
        "Bitte fragen Sie <span class='x notranslate'>Acme  Inc.</span> danach.",
        &[(
            "Please ask Acme Inc. about it.",
            "Bitte fragen Sie Acme Inc. danach.",
            "",
        )],
    );
}

#[test]
fn comments_survive() {
    check(
        &MarkupOptions::html(),
        "<!-- a --><p>A <!-- b -->red <!-- c --> car<!-- d --></p><!-- e -->",
        "<!-- a --><p>Une voiture <!-- b -->rouge <!-- c --><!-- d --></p><!-- e -->",
        &[("A red car", "Une voiture rouge", "0-0 2-1 1-2")],
    );
}
