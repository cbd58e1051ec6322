use crate::{translated, units_of};

fn text(body: &str) -> Vec<String> {
    units_of("text", body)
}

fn in_text(body: &str, translations: &[&str]) -> String {
    translated("text", body, translations)
}

#[test]
fn paragraphs_and_headings_are_units_and_white_space_is_one_space() {
    assert_eq!(
        text("<text:h>A  title</text:h>\n<text:p>\n One\n  two &amp; three </text:p><text:p/>"),
        ["A title", "One two & three"]
    );
    assert_eq!(
        in_text("<text:p>\n One  two </text:p>", &["Eins & zwei"]),
        "<text:p>Eins &amp; zwei </text:p>"
    );
}

#[test]
fn spans_that_look_the_same_are_one_text() {
    let body = "<text:p><text:span text:style-name=\"R\">One </text:span>t\
        <text:span text:style-name=\"L\">wo</text:span> <text:span text:style-name=\"I\">th</text:span>\
        <text:span text:style-name=\"I2\">ree</text:span> four</text:p>";
    assert_eq!(text(body), ["One two <1>three</1> four"]);
    assert_eq!(
        in_text(body, &["<1>Drei</1> eins zwei vier"]),
        "<text:p><text:span text:style-name=\"I\">Drei</text:span> eins zwei vier</text:p>"
    );
}

#[test]
fn spans_within_spans_look_like_both() {
    let body = "<text:p>a <text:span text:style-name=\"I\">b <text:span text:style-name=\"U\">c</text:span></text:span> d e f</text:p>";
    assert_eq!(text(body), ["a <1>b </1><2>c</2> d e f"]);
    assert_eq!(
        in_text(body, &["<2>C</2> a <1>b</1> d"]),
        "<text:p><text:span text:style-name=\"I\"><text:span text:style-name=\"U\">C</text:span></text:span> a \
         <text:span text:style-name=\"I\">b</text:span> d</text:p>"
    );
}

#[test]
fn a_span_that_is_too_long_to_be_written_often_is_written_once() {
    let name = "x".repeat(600);
    let body = format!(
        "<text:p>a <text:span text:style-name=\"{name}\">b <text:line-break/> c</text:span> d</text:p>"
    );
    assert_eq!(text(&body), ["a <1>b {2} c</1> d"]);
    let after = in_text(&body, &["<1>B</1>{2}<1>c</1> A"]);
    assert_eq!(after.matches("<text:span").count(), 1);
}

#[test]
fn spaces_tabs_and_breaks_are_codes() {
    let body = "<text:p>One<text:s text:c=\"3\"/>two<text:tab/>three<text:line-break/>four<text:soft-page-break/> five</text:p>";
    assert_eq!(text(body), ["One{1}two{2}three{3}four five"]);
    assert_eq!(
        in_text(body, &["Eins{1}zwei{3}drei{2}vier"]),
        "<text:p>Eins<text:s text:c=\"3\"/>zwei<text:line-break/>drei<text:tab/>vier</text:p>"
    );
}

#[test]
fn links_travel_with_their_words_and_their_hints_are_units() {
    let body = "<text:p>See <text:a xlink:href=\"https://example.org/\" office:title=\"A hint\">this \
        <text:span text:style-name=\"I\">page</text:span></text:a> now.</text:p>";
    assert_eq!(text(body), ["A hint", "See <1>this <2>page</2></1> now."]);
    assert_eq!(
        in_text(
            body,
            &["Ein \"Hinweis\"", "<1><2>Seite</2> diese</1> jetzt."]
        ),
        "<text:p><text:a xlink:href=\"https://example.org/\" office:title=\"Ein &quot;Hinweis&quot;\">\
         <text:span text:style-name=\"I\">Seite</text:span> diese</text:a> jetzt.</text:p>"
    );
}

#[test]
fn a_link_without_spans_in_it_has_none_in_its_translation() {
    let span = |style: &str, text: &str| {
        format!("<text:span text:style-name=\"{style}\">{text}</text:span>")
    };
    let link = |text: &str| format!("<text:a xlink:href=\"x\">{text}</text:a>");
    let p = |text: &str| format!("<text:p>{text}</text:p>");
    for (source, translation, expected) in [
        (
            span("I", &link("The garden")),
            "Der Garten",
            span("I", &link("Der Garten")),
        ),
        (
            span("I", "The ") + &span("U", &link("garden")) + " is <text:tab/> big",
            "<1>Der</1> <2>Garten</2>{3}ist groß",
            span("I", "Der") + " " + &span("U", &link("Garten")) + "<text:tab/>ist groß",
        ),
        (
            span("I", &format!("The {} is big", link("garden"))),
            "Der <1>Garten</1> ist groß",
            span("I", &format!("Der {} ist groß", link("Garten"))),
        ),
        // Whatever a translation has in it, it is characters.
        (
            format!("The {} {}", span("I", &link("garden")), span("U", "big")),
            "<1>Der <2>große</2> Garten</1>",
            span("I", &link("Der große Garten")),
        ),
        // Where there are spans in it, programs read them.
        (
            span("I", &link(&format!("big garden {}", span("U", "now")))),
            "Großer Garten <1>jetzt</1>",
            link(&(span("I", "Großer Garten ") + &span("I", &span("U", "jetzt")))),
        ),
    ] {
        assert_eq!(
            in_text(&p(&source), &[translation]),
            p(&expected),
            "{source}"
        );
    }
}

#[test]
fn bookmarks_and_borders_of_other_ranges_keep_their_order() {
    let body = "<text:p>a <text:bookmark-start text:name=\"b\"/>b<text:bookmark-end text:name=\"b\"/> c \
        <text:reference-mark text:name=\"r\"/>d<text:change-start text:change-id=\"1\"/> e<text:change-end text:change-id=\"1\"/> f</text:p>";
    assert_eq!(text(body), ["a {1}b{2} c {3}d{4} e{5} f"]);
    assert_eq!(
        in_text(body, &["{2}A{1} c"]),
        "<text:p><text:bookmark-start text:name=\"b\"/>A<text:bookmark-end text:name=\"b\"/> c\
         <text:reference-mark text:name=\"r\"/><text:change-start text:change-id=\"1\"/><text:change-end text:change-id=\"1\"/></text:p>"
    );
}

#[test]
fn fields_are_codes_and_those_that_show_text_are_units_as_well() {
    let body = "<text:p>Page <text:page-number>1</text:page-number> of <text:title>The book</text:title>, see \
        <text:bookmark-ref text:ref-name=\"b\">the end</text:bookmark-ref> by <text:author-name>A. Author</text:author-name>, or not</text:p>";
    assert_eq!(
        text(body),
        [
            "The book",
            "the end",
            "Page {1} of {2}, see {3} by {4}, or not"
        ]
    );
    assert_eq!(
        in_text(body, &["Das Buch", "", "{2}: {1}, {4}{3} oder"]),
        "<text:p><text:title>Das Buch</text:title>: <text:page-number>1</text:page-number>, \
         <text:author-name>A. Author</text:author-name><text:bookmark-ref text:ref-name=\"b\">the end</text:bookmark-ref> oder</text:p>"
    );
}

#[test]
fn choices_of_lists_are_units_and_so_is_the_one_that_is_chosen() {
    let body = "<text:p>Take <text:drop-down text:name=\"d\"><text:label text:value=\"one\"/>\
        <text:label text:value=\"many\"/>many</text:drop-down> of them</text:p>";
    assert_eq!(text(body), ["one", "many", "Take {1} of them"]);
    assert_eq!(
        in_text(body, &["eine", "viele", "Nimm {1}"]),
        "<text:p>Nimm <text:drop-down text:name=\"d\"><text:label text:value=\"eine\"/>\
         <text:label text:value=\"viele\"/>viele</text:drop-down></text:p>"
    );
}

#[test]
fn controls_keep_what_is_chosen_in_them_and_their_text_is_part_of_the_sentence() {
    let control = |one: &str, many: &str, text: &str| {
        format!(
            "<loext:content-control loext:dropdown=\"true\"><loext:list-item loext:display-text=\"{one}\" loext:value=\"1\"/>\
             <loext:list-item loext:display-text=\"{many}\" loext:value=\"2\"/>{text}</loext:content-control>"
        )
    };
    let body = format!(
        "<text:p>Take {} of <loext:content-control/>them</text:p>",
        control("one", "many", "many")
    );
    assert_eq!(text(&body), ["one", "many", "Take <1>many</1> of {2}them"]);
    assert_eq!(
        in_text(&body, &["eine", "viele", "<1>Viele</1> davon {2}nimm"]),
        format!(
            "<text:p>{} davon <loext:content-control/>nimm</text:p>",
            control("eine", "viele", "Viele")
        )
    );
}

#[test]
fn notes_and_comments_are_units_of_their_own() {
    let body = "<text:p>One<text:note text:note-class=\"footnote\"><text:note-citation text:label=\"a\">a</text:note-citation>\
        <text:note-body><text:p>A note</text:p></text:note-body></text:note> two\
        <office:annotation office:name=\"c\"><dc:creator>Somebody</dc:creator><text:p>A comment</text:p></office:annotation> three\
        <office:annotation-end office:name=\"c\"/> four</text:p>";
    assert_eq!(
        text(body),
        ["A note", "A comment", "One{1} two{2} three{3} four"]
    );
    let after = in_text(body, &["Notiz", "Kommentar", "{1} Eins{2} drei{3} vier"]);
    assert!(after.starts_with("<text:p><text:note ") && after.contains("<text:p>Notiz</text:p>"));
    assert!(after.contains("<dc:creator>Somebody</dc:creator><text:p>Kommentar</text:p>"));
    assert!(after.ends_with(" drei<office:annotation-end office:name=\"c\"/> vier</text:p>"));
}

#[test]
fn deleted_and_hidden_text_stays() {
    let body = "<text:tracked-changes><text:changed-region><text:deletion><text:p>Deleted</text:p></text:deletion></text:changed-region></text:tracked-changes>\
        <text:p>One <text:span text:style-name=\"H\">hidden</text:span>two <text:hidden-text text:string-value=\"x\">x y</text:hidden-text>three</text:p>\
        <text:p text:style-name=\"PH\">Hidden too</text:p>\
        <text:section text:display=\"none\"><text:p>And this</text:p></text:section>";
    assert_eq!(text(body), ["One {1}two {2}three"]);
    let after = in_text(body, &["Eins {2}{1}"]);
    assert!(after.contains("<text:span text:style-name=\"H\">hidden</text:span></text:p>"));
    assert!(
        after.contains("Deleted") && after.contains("And this") && after.contains("Hidden too")
    );
}

#[test]
fn pronunciations_are_those_of_the_original() {
    let body = "<text:p>a <text:ruby><text:ruby-base>kanji</text:ruby-base><text:ruby-text>reading</text:ruby-text></text:ruby> b</text:p>";
    assert_eq!(text(body), ["a kanji b"]);
    assert_eq!(in_text(body, &["c"]), "<text:p>c</text:p>");
}

#[test]
fn frames_keep_their_places_and_their_texts_are_units() {
    let body = "<text:p>One <draw:frame><draw:text-box><text:p>In a box</text:p></draw:text-box>\
        <svg:title>Title</svg:title><svg:desc>What it shows</svg:desc></draw:frame>two</text:p>";
    assert_eq!(
        text(body),
        ["In a box", "Title", "What it shows", "One {1}two"]
    );
    assert_eq!(
        in_text(body, &["Kasten", "", "Bild", "Eins{1}"]),
        "<text:p>Eins<draw:frame><draw:text-box><text:p>Kasten</text:p></draw:text-box>\
         <svg:title>Title</svg:title><svg:desc>Bild</svg:desc></draw:frame></text:p>"
    );
}

#[test]
fn contents_controls_and_tables_of_texts_are_translated() {
    let body = "<text:table-of-content><text:table-of-content-source><text:index-title-template>Contents</text:index-title-template>\
        </text:table-of-content-source><text:index-body><text:p>Chapter<text:tab/>3</text:p></text:index-body></text:table-of-content>\
        <office:forms><form:form form:name=\"f\"><form:button form:name=\"b\" form:label=\"Send it\" form:title=\"Now\"/>\
        <form:listbox form:name=\"l\"><form:option form:label=\"Red\" form:value=\"r\"/><form:option form:label=\"Blue\"/></form:listbox></form:form></office:forms>\
        <table:table table:name=\"Table1\"><table:table-row><table:table-cell office:value-type=\"string\"><text:p>Cell</text:p></table:table-cell>\
        </table:table-row></table:table>";
    assert_eq!(
        text(body),
        ["Contents", "Chapter{1}3", "Send it", "Now", "Red", "Cell"]
    );
    let after = in_text(
        body,
        &["Inhalt", "Kapitel{1}3", "Senden", "Jetzt", "Rot", "Zelle"],
    );
    assert!(after.contains("Kapitel<text:tab/>3"));
    assert!(after.contains("form:label=\"Rot\" form:value=\"r\""));
    assert!(after.contains("table:name=\"Table1\""));
}
