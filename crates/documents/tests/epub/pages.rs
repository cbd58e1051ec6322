use dragoman_documents::{Content, Document, Piece};

use crate::common::{part, write};
use crate::{item, opened, opf, page, translated, units_of, with_page};

#[test]
fn pages_are_translated_as_html_is_and_keep_their_anchors() {
    let body = "<h1 id=\"top\">One</h1><p>Two <b>three</b> <a id=\"x\"/><a href=\"#top\">four</a></p><pre>kept</pre>\
        <img src=\"a.png\" alt=\"five\"/>";
    assert_eq!(
        units_of(body),
        ["One", "Two <1>three</1> {2}<3>four</3>", "five"]
    );
    let after = translated(body, &["Eins", "<3>Vier</3> zwei <1>drei</1>", "Fünf"]);
    assert_eq!(
        after,
        "<h1 id=\"top\">Eins</h1><p><a href=\"#top\">Vier</a> zwei <b>drei</b><a id=\"x\"/></p><pre>kept</pre>\
         <img src=\"a.png\" alt=\"Fünf\"/>"
    );
}

#[test]
fn elements_that_html_writes_otherwise_end_where_they_say() {
    let body = "<script src=\"a.js\"/><style/><p>One<br></br>two<img src=\"a\"></img> three <i/>four</p><hr></hr><textarea/><p>Five</p>\
        <script>if (a) { <!-- no --> }</script><p>Six <code>a <hr></hr> b</code> seven</p>";
    assert_eq!(
        units_of(body),
        ["One {1}two{2} three {3}four", "Five", "Six {1} seven"]
    );
    let after = translated(body, &["{3}Eins{2}{1}", "", "{1} sieben"]);
    assert_eq!(
        after,
        "<script src=\"a.js\"/><style/><p><i/>Eins<img src=\"a\"></img><br></br></p><hr></hr><textarea/><p>Five</p>\
         <script>if (a) { <!-- no --> }</script><p><code>a <hr></hr> b</code> sieben</p>"
    );
}

#[test]
fn blocks_in_paragraphs_and_inline_elements_leave_the_tree_whole() {
    let body = "<p>One <b class=\"x\">two<div>three</div> four</b> five</p><B>six</B>";
    let units = units_of(body);
    assert_eq!(units.len(), 4, "{units:?}");
    let other: Vec<&str> = units.iter().map(|_| "other words").collect();
    let after = translated(body, &other);
    opened(&with_page(&after), "de").unwrap();
    assert!(crate::warnings(&opened(&with_page(&after), "de").unwrap()).is_empty());
}

#[test]
fn what_xml_does_not_allow_is_not_written() {
    let bytes = with_page("<p title=\"a b\">a > b</p>");
    let mut epub = opened(&bytes, "de").unwrap();
    let texts = ["\u{ffff}x<\u{fffe}", "]]> & \u{1}\u{fffe}\u{a0}"];
    let texts = texts.map(|text| Some(Content::new([Piece::Text(text.to_owned())])));
    let mut output = Vec::new();
    epub.write(&texts, &mut output).unwrap();
    let after = part(&output, "book/a.xhtml");
    assert!(
        after.contains("<p title=\"x&lt;\">]]&gt; &amp;  \u{a0}</p>"),
        "{after}"
    );
}

#[test]
fn entities_of_the_document_type_are_read_and_written_as_they_are() {
    let with_type = page("<p>caf&eacute;&nbsp;one</p>").replace(
        "<html ",
        "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.1//EN\" \"http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd\"><html ",
    );
    let spine = "<spine><itemref idref=\"a\"/></spine>";
    let package = opf("2.0", "", &item("a", "a.xhtml"), spine);
    let bytes = crate::book(&package, &[("book/a.xhtml", &with_type)]);
    let mut epub = opened(&bytes, "de").unwrap();
    assert_eq!(crate::units(&epub), ["café\u{a0}one"]);
    let output = write(&mut epub, &["Café\u{a0}eins"]);
    assert!(part(&output, "book/a.xhtml").contains("<p>Caf&eacute;&nbsp;eins</p>"));
}

#[test]
fn pages_say_the_language_and_the_direction_of_the_translation() {
    let bytes = with_page("<p>One</p>");
    let german = write(&mut opened(&bytes, "de").unwrap(), &["Eins"]);
    assert!(part(&german, "book/a.xhtml").contains("lang=\"de\" xml:lang=\"de\">"));
    let arabic = write(&mut opened(&bytes, "ar").unwrap(), &["واحد"]);
    let arabic = part(&arabic, "book/a.xhtml");
    assert!(arabic.contains("<html dir=\"rtl\" ") && arabic.contains("xml:lang=\"ar\""));
}

#[test]
fn a_page_in_another_encoding_stays_in_it() {
    let page = page("<p>caf\u{e9} one</p>").replace("UTF-8", "iso-8859-1");
    let page: Vec<u8> = page.chars().map(|letter| letter as u8).collect();
    let spine = "<spine><itemref idref=\"a\"/></spine>";
    let package = opf("3.0", "", &item("a", "a.xhtml"), spine);
    let parts = [
        (
            "META-INF/container.xml",
            crate::CONTAINER.as_bytes().to_vec(),
        ),
        ("book/content.opf", package.into_bytes()),
        ("book/a.xhtml", page),
    ];
    let bytes = crate::common::package_of_bytes(parts);
    let mut epub = opened(&bytes, "pl").unwrap();
    assert_eq!(crate::units(&epub), ["café one"]);
    let output = write(&mut epub, &["é ł"]);
    let after = crate::common::entry(&output, "book/a.xhtml");
    let wanted = b"<p>\xe9 &#322;</p>";
    assert!(after.windows(wanted.len()).any(|found| found == wanted));
}
