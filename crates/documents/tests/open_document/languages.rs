use crate::common::{part, write};
use crate::{NAMES, document, opened};

/// The styles of a document that are translated into a language.
fn styles(target: &str, styles: &str) -> String {
    let styles = format!(
        "<office:document-styles {NAMES}><office:styles>{styles}</office:styles></office:document-styles>"
    );
    let bytes = document("text", "<text:p>One</text:p>", &[("styles.xml", &styles)]);
    let output = write(&mut opened("text", &bytes, target).unwrap(), &["Other"]);
    let after = part(&output, "styles.xml");
    crate::between(&after, "<office:styles>", "</office:styles>").to_owned()
}

const DEFAULT: &str = "<style:default-style style:family=\"paragraph\"><style:paragraph-properties fo:text-align=\"left\"/>\
    <style:text-properties fo:language=\"en\" fo:country=\"GB\" style:language-asian=\"zh\" style:country-asian=\"CN\"/></style:default-style>";

#[test]
fn the_language_is_set_for_the_kind_of_its_script() {
    assert_eq!(
        styles("de", DEFAULT),
        DEFAULT.replace("\"en\" fo:country=\"GB\"", "\"de\" fo:country=\"none\"")
    );
    assert_eq!(
        styles("pt-BR", DEFAULT),
        DEFAULT.replace("\"en\" fo:country=\"GB\"", "\"pt\" fo:country=\"BR\"")
    );
    let japanese = "\"ja\" style:country-asian=\"none\"";
    assert_eq!(
        styles("ja", DEFAULT),
        DEFAULT.replace("\"zh\" style:country-asian=\"CN\"", japanese)
    );
    assert_eq!(styles("zh-Hans", DEFAULT), DEFAULT);
}

#[test]
fn what_is_in_no_language_stays_so_and_scripts_are_not_those_of_the_original() {
    let none = "<style:style style:name=\"a\" style:family=\"text\"><style:text-properties fo:language=\"zxx\" fo:country=\"none\"/></style:style>";
    assert_eq!(styles("de", none), none);
    let script = "<style:style style:name=\"a\" style:family=\"text\"><style:text-properties fo:language=\"sr\" fo:script=\"Latn\" fo:country=\"RS\" style:rfc-language-tag=\"sr-Latn-RS\"/></style:style>";
    assert_eq!(
        styles("de", script),
        "<style:style style:name=\"a\" style:family=\"text\"><style:text-properties fo:language=\"de\" fo:country=\"none\" style:rfc-language-tag=\"de\"/></style:style>"
    );
}

#[test]
fn text_turns_to_the_other_side() {
    assert_eq!(
        styles("ar", DEFAULT),
        "<style:default-style style:family=\"paragraph\"><style:paragraph-properties style:writing-mode=\"rl-tb\" fo:text-align=\"start\"/>\
         <style:text-properties style:language-complex=\"ar\" style:country-complex=\"none\" fo:language=\"en\" fo:country=\"GB\" style:language-asian=\"zh\" style:country-asian=\"CN\"/></style:default-style>"
    );
    let page = "<style:page-layout style:name=\"p\"><style:page-layout-properties style:writing-mode=\"lr-tb\"/></style:page-layout>\
        <style:style style:name=\"a\" style:family=\"paragraph\"><style:paragraph-properties fo:text-align=\"right\"/></style:style>";
    let turned = page
        .replace("lr-tb", "rl-tb")
        .replace("\"right\"", "\"end\"");
    assert_eq!(styles("he", page), turned);
    assert_eq!(styles("de", page), page);
    let back = turned.replace("rl-tb", "lr-tb");
    assert_eq!(styles("de", &turned), back);
    let to_left = turned.replace("\"end\"", "\"left\"");
    assert_eq!(styles("de", &to_left), back, "the end of its lines");
    // The page says nothing.
    let as_page = DEFAULT.replace("fo:text-align", "style:writing-mode=\"page\" fo:text-align");
    assert!(
        styles("ar", &as_page).contains("style:writing-mode=\"rl-tb\" fo:text-align=\"start\"")
    );
    assert!(styles("de", &as_page).contains("style:writing-mode=\"page\""));
}

#[test]
fn the_document_says_its_language() {
    let meta = "<office:document-meta NAMES><office:meta><dc:title>A title</dc:title><dc:language>en-GB</dc:language></office:meta></office:document-meta>";
    let bytes = document("text", "<text:p>One</text:p>", &[("meta.xml", meta)]);
    let mut opened = opened("text", &bytes, "fr").unwrap();
    let output = write(&mut opened, &["Un", "Un titre"]);
    let after = part(&output, "meta.xml");
    assert!(after.contains("<dc:title>Un titre</dc:title><dc:language>fr</dc:language>"));
    let output = write(&mut opened, &["", ""]);
    assert!(output == bytes, "nothing is said of what is not translated");
}
