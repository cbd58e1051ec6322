//! What is not translated.

use dragoman_text::{Edit, MarkedText, MarkupOptions, SegmentTranslation, SentenceSplitting};

use crate::{html, identity, language, names, sentences_of, translate, xml_options};

const NO_LINES: SentenceSplitting = SentenceSplitting::Punctuation;

/// The sentences, with what has to come back as it is in angle brackets.
fn shown(source: &str, options: &MarkupOptions) -> Vec<String> {
    let marked = MarkedText::parse(source, options).unwrap();
    let show = |sentence: &dragoman_text::MarkedSentence| {
        let mut shown = sentence.text().to_owned();
        for range in sentence.placeholders().iter().rev() {
            shown.insert(range.end, '>');
            shown.insert(range.start, '<');
        }
        shown
    };
    let sentences = marked.sentences(language("en"), NO_LINES);
    sentences.iter().map(show).collect()
}

#[test]
fn short_inline_text_that_is_kept_is_a_placeholder() {
    for (source, expected) in [
        (
            "Call <code>f(a, b)</code> now.",
            &["Call <f(a, b)> now."][..],
        ),
        ("Call<code> x </code>now.", &["Call <x>now."]),
        (
            "Press <kbd>Ctrl</kbd>+<kbd>C</kbd>.",
            &["Press <Ctrl>+<C>."],
        ),
        (
            "Go <span translate='no'>to <b>it</b></span>!",
            &["Go <to it>!"],
        ),
        ("If <var>x. Y</var> is.", &["If <x. Y> is."]),
        (
            "Call <code>{name}</code> at {time}.",
            &["Call <{name}> at <{time}>."],
        ),
        ("<code>- x</code> is", &["<- x> is"]),
        ("1. <code>- x</code> is", &["<- x> is"]),
        ("<b translate=no>-</b> It is", &["It is"]),
        ("See <svg><title>A</title></svg> now", &["See now"]),
        ("See <code></code> now", &["See now"]),
        ("<code>f(a)</code>", &[]),
        ("One <pre translate=no>x</pre> two", &["One", "two"]),
    ] {
        assert_eq!(shown(source, &MarkupOptions::html()), expected, "{source}");
        assert_eq!(identity(source), source);
    }
}

#[test]
fn long_text_that_is_kept_is_no_part_of_the_sentence() {
    let source = format!("Call <code>{}</code> now.", "f(a, b) ".repeat(50));
    assert_eq!(shown(&source, &MarkupOptions::html()), ["Call now."]);
    assert_eq!(identity(&source), source);
}

#[test]
fn ignored_elements_are_kept_in_both_syntaxes() {
    for options in [xml_options(), MarkupOptions::html()] {
        let options = MarkupOptions {
            ignore_tags: names(&["x", "y"]),
            ..options
        };
        assert_eq!(
            shown("Go <x a='1'>to <b>it</b></x> or <y/> not", &options),
            ["Go <to it> or not"]
        );
    }
    let options = MarkupOptions {
        ignore_tags: names(&["x"]),
        ..xml_options()
    };
    assert_eq!(shown("<x>One</x><p>Two</p>", &options), ["Two"]);
}

#[test]
fn a_part_may_ask_for_translation_again() {
    let source = "<div translate=no>a <i>b</i> <p><!-- c -->d <b translate=yes>Go <i>on</i></b> e</p> f</div><p>Two</p>";
    let translations = [("Go on", "Mach weiter", "0-0 1-1"), ("Two", "Zwei", "0-0")];
    assert_eq!(
        translate(source, &MarkupOptions::html(), NO_LINES, &translations),
        "<div translate=no>a <i>b</i> <p><!-- c -->d <b translate=yes>Mach <i>weiter</i></b> e</p> f</div><p>Zwei</p>"
    );
    let broken = "<code><b translate=yes>x1</b><y z='";
    assert_eq!(
        identity(broken),
        "<code><b translate=yes>x1</b>&lt;y z='</code>"
    );
    let code = sentences_of(
        "See <code translate>it all</code>",
        &MarkupOptions::html(),
        NO_LINES,
    );
    assert_eq!(code, ["See it all"]);
}

#[test]
fn the_same_words_may_stand_beside_what_is_kept() {
    let source = "Settings are in <b translate=no>Settings</b>, not in Settings.";
    let text = "Settings are in Settings, not in Settings.";
    assert_eq!(
        translate(
            source,
            &MarkupOptions::html(),
            NO_LINES,
            &[(text, text, "")]
        ),
        source
    );
    assert_eq!(
        translate(
            source,
            &MarkupOptions::html(),
            NO_LINES,
            &[(text, "Es ist in Settings.", "")]
        ),
        "Es ist in <b translate=no>Settings</b>."
    );
}

#[test]
fn what_is_kept_is_found_where_the_alignment_says() {
    for (source, translation, expected) in [
        (
            "The house is in the <code>casa</code> today.",
            (
                "The house is in the casa today.",
                "La casa es en el casa hoy.",
                "0-0 1-1 2-2 3-3 4-4 5-5 6-6",
            ),
            "La casa es en el <code>casa</code> hoy.",
        ),
        (
            "Use {house} and <code>house</code>.",
            ("Use {house} and house.", "Usa {house} y house.", ""),
            "Usa {house} y <code>house</code>.",
        ),
    ] {
        let options = MarkupOptions::html();
        let found = translate(source, &options, NO_LINES, &[translation]);
        assert_eq!(found, expected);
    }
}

#[test]
fn what_is_kept_stays_what_it_is_when_the_translation_is_edited() {
    let marked = html("Call <code>f</code> now.");
    let sentences = marked.sentences(language("en"), NO_LINES);
    let mut translation = SegmentTranslation::from("Rufen Sie f auf.".to_owned());
    translation.find_placeholders(sentences[0].segment());
    translation.edit(vec![Edit {
        range: 6..9,
        text: "f".to_owned(),
    }]);
    assert_eq!(
        marked.restore(&sentences, &[translation], language("de")),
        "Rufen f <code>f</code> auf."
    );
}

#[test]
fn tags_are_not_put_into_placeholders() {
    for (source, translation, expected) in [
        (
            "504 <b>white {{ user.name }} birds</b>",
            (
                "504 white {{ user.name }} birds",
                "504 pájaros {{ user.name }} blancos",
                "0-0 5-1 2-2 3-3 4-4 1-5",
            ),
            "504 <b>pájaros {{ user.name }} blancos</b>",
        ),
        (
            "The <b>red %s</b> eva.martin@example.org",
            (
                "The red %s eva.martin@example.org",
                "%s eva.martin@example.org",
                "1-0 2-0 1-1",
            ),
            "<b>%s</b> eva.martin@example.org",
        ),
        (
            "At <b>{0} of</b> {1}",
            ("At {0} of {1}", "{1}: {0}", "3-0 1-1"),
            "{1}: <b>{0}</b>",
        ),
    ] {
        let options = MarkupOptions::html();
        let found = translate(source, &options, NO_LINES, &[translation]);
        assert_eq!(found, expected);
    }
}

#[test]
fn what_a_translation_lost_is_put_beside_its_neighbours() {
    let source = "Call <code>f</code> and <code>g</code>.";
    let found = translate(
        source,
        &MarkupOptions::html(),
        NO_LINES,
        &[("Call f and g.", "Rufen g", "0-0")],
    );
    assert_eq!(found, "Rufen <code>f</code> <code>g</code>");
}

#[test]
fn characters_are_counted_without_tags() {
    assert_eq!(
        html("<p title='x'>Eén <b>&amp;</b><code>z</code></p><!-- c -->\n").characters(),
        7
    );
    assert_eq!(html("<script>x</script>").characters(), 0);
}
