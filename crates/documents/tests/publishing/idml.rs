use std::io::{Cursor, Write};

use dragoman_documents::{Content, Document, DocumentError, Idml, Options};
use proptest::prelude::*;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use crate::common::hostile::{check_damaged, damaged_text, damages, piece};
use crate::common::{between, options, part, units, write};

const STORY: &str = "Stories/Story_u1.xml";
const NO_STYLE: &str = "AppliedCharacterStyle=\"CharacterStyle/$ID/[No character style]\"";

/// A package with this design map's content and these parts.
fn package(map: &str, parts: &[(&str, &str)]) -> Vec<u8> {
    let map = format!(
        "<?xml version=\"1.0\"?><Document xmlns:idPkg=\"urn:packaging\">\
         <Language Self=\"Language/g\" Name=\"$ID/German: Reformed\"/>{map}</Document>"
    );
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    writer.start_file("mimetype", stored).unwrap();
    let kind = b"application/vnd.adobe.indesign-idml-package";
    writer.write_all(kind).unwrap();
    for (name, content) in [("designmap.xml", map.as_str())].iter().chain(parts) {
        writer
            .start_file(*name, SimpleFileOptions::default())
            .unwrap();
        writer.write_all(content.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn story(id: &str, body: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<idPkg:Story xmlns:idPkg=\"urn:packaging\">\n\
         <Story Self=\"{id}\"><StoryPreference StoryDirection=\"LeftToRightDirection\"/>{body}</Story>\
         </idPkg:Story>"
    )
}

fn document(body: &str) -> Vec<u8> {
    let map = format!("<idPkg:Story src=\"{STORY}\"/>");
    package(&map, &[(STORY, &story("u1", body))])
}

fn open_with(bytes: &[u8], options: Options) -> Result<Idml, DocumentError> {
    Idml::open(Box::new(Cursor::new(bytes.to_vec())), options)
}

fn open(bytes: &[u8]) -> Idml {
    open_with(bytes, options("de")).unwrap()
}

fn units_of(body: &str) -> Vec<String> {
    units(&open(&document(body)))
}

fn translated(body: &str, translations: &[&str]) -> String {
    let output = write(&mut open(&document(body)), translations);
    let text = part(&output, STORY);
    between(&text, "Direction\"/>", "</Story>").to_owned()
}

fn p(ranges: &str) -> String {
    format!("<ParagraphStyleRange AppliedParagraphStyle=\"p\">{ranges}</ParagraphStyleRange>")
}

fn styled(attributes: &str, content: &str) -> String {
    format!("<CharacterStyleRange {NO_STYLE}{attributes}>{content}</CharacterStyleRange>")
}

fn r(content: &str) -> String {
    styled("", content)
}

fn c(text: &str) -> String {
    format!("<Content>{text}</Content>")
}

const BOLD: &str = " FontStyle=\"Bold\"";

#[test]
fn breaks_divide_paragraphs_whatever_ranges_they_are_in() {
    let body =
        p(&(r(&(c("One ") + "<Br/>" + &c("two more "))) + &styled(BOLD, &(c("three") + "<Br/>"))))
            + &p(&r(&c("Four")));
    assert_eq!(units_of(&body), ["One", "two more <1>three</1>", "Four"]);
    assert_eq!(
        translated(&body, &["Eins", "<1>drei</1> zwei", "Vier"]),
        p(&(r(&(c("Eins ") + "<Br/>"))
            + &styled(BOLD, &c("drei"))
            + &r(&c(" zwei"))
            + &styled(BOLD, "<Br/>")))
            + &p(&r(&c("Vier")))
    );
}

#[test]
fn alternative_texts_are_translated_but_on_hidden_layers() {
    let option = |source: &str, text: &str| {
        format!(
            "<ObjectExportOption AltTextSourceType=\"{source}\" CustomAltText=\"{text}\" \
             ActualTextSourceType=\"SourceXMLStructure\" CustomActualText=\"$ID/\"/>"
        )
    };
    let frame = |layer: &str, text: &str| {
        let option = option("SourceCustom", text);
        format!("<Rectangle ItemLayer=\"{layer}\">{option}</Rectangle>")
    };
    let spread = format!(
        "<idPkg:Spread xmlns:idPkg=\"urn:packaging\"><Spread>{}{}{}</Spread></idPkg:Spread>",
        frame("seen", "A &quot;cat&quot;"),
        frame("hidden", "A dog"),
        option("SourceXMLStructure", "unused"),
    );
    let anchored = format!(
        "<Rectangle>{}</Rectangle>",
        option("SourceCustom", "A bird")
    );
    let body = p(&r(&(c("One ") + &anchored + &c("two"))));
    let map = format!(
        "<Layer Self=\"hidden\" Visible=\"false\"/><idPkg:Story src=\"{STORY}\"/>\
         <idPkg:Spread src=\"Spreads/1.xml\"/>"
    );
    let parts = [(STORY, story("u1", &body)), ("Spreads/1.xml", spread)];
    let parts = parts
        .each_ref()
        .map(|(name, content)| (*name, content.as_str()));
    let bytes = package(&map, &parts);
    let mut idml = open(&bytes);
    assert_eq!(units(&idml), ["A bird", "One {1}two", "A \"cat\""]);
    let after = write(&mut idml, &["Ein Vogel", "{1}Eins zwei", "Eine Katze"]);
    let story = part(&after, STORY);
    assert!(story.contains("CustomAltText=\"Ein Vogel\" "), "{story}");
    let spread = part(&after, "Spreads/1.xml");
    assert!(spread.contains("CustomAltText=\"Eine Katze\" "), "{spread}");
    assert!(spread.contains("\"A dog\"") && spread.contains("\"unused\""));
    let after = write(&mut open(&bytes), &["", "", "Eine Katze"]);
    assert_eq!(part(&after, STORY), part(&bytes, STORY));
}

#[test]
fn text_variables_are_translated_where_they_are_defined_and_shown() {
    let map = format!(
        "<TextVariable Self=\"v1\" Name=\"Product\" VariableType=\"CustomTextType\"><CustomTextVariablePreference>\
         <Properties><Contents type=\"string\">Our engine</Contents></Properties></CustomTextVariablePreference>\
         </TextVariable><TextVariable Self=\"v2\" Name=\"Chapter\" VariableType=\"ChapterNumberType\">\
         <ChapterNumberVariablePreference TextBefore=\"Chapter \" TextAfter=\"\"/></TextVariable>\
         <Section Marker=\"Appendix\"/><idPkg:Story src=\"{STORY}\"/>"
    );
    let shown = |text: &str| {
        format!("<TextVariableInstance ResultText=\"{text}\" AssociatedTextVariable=\"v1\"/>")
    };
    let body = p(&r(&(c("See ")
        + &shown("Our engine")
        + &c("here")
        + &shown("Old engine"))));
    let bytes = package(&map, &[(STORY, &story("u1", &body))]);
    let mut idml = open(&bytes);
    assert_eq!(
        units(&idml),
        ["Our engine", "Chapter", "Appendix", "See {1}here"]
    );
    let after = write(&mut idml, &["Unser Motor", "Kapitel", "Anhang", ""]);
    let map = part(&after, "designmap.xml");
    for text in [
        ">Unser Motor</Contents>",
        "TextBefore=\"Kapitel \"",
        "Marker=\"Anhang\"",
        "Name=\"Product\"",
    ] {
        assert!(map.contains(text), "{map}");
    }
    let story = part(&after, STORY);
    assert!(story.contains(&shown("Unser Motor")) && story.contains(&shown("Old engine")));
}

#[test]
fn words_with_which_numbered_paragraphs_begin_are_translated() {
    let style = |name: &str, expression: &str| {
        format!(
            "<ParagraphStyle Self=\"{name}\" NumberingExpression=\"{expression}\"><Properties>\
             <BasedOn type=\"object\">base</BasedOn></Properties></ParagraphStyle>"
        )
    };
    let styles = |table: &str| {
        let styles = [
            style("base", &format!("{table} ^#:^t")),
            style("p", "^#.^t"),
            style("other", "Figure ^#"),
        ];
        format!("<Styles>{}</Styles>", styles.concat())
    };
    let paragraph = p(&r(&c("Text")));
    let own = paragraph.replace(
        "Range Applied",
        "Range NumberingExpression=\"Note: \" Applied",
    );
    let own = own.replace("Text", "More");
    let map = format!("<idPkg:Story src=\"{STORY}\"/>");
    let story = story("u1", &(paragraph + &own));
    let bytes = package(
        &map,
        &[(STORY, &story), ("Resources/Styles.xml", &styles("Table"))],
    );
    let mut idml = open(&bytes);
    assert_eq!(units(&idml), ["Text", "Note:", "More", "Table {1}:"]);
    let after = write(&mut idml, &["", "Hinweis:", "", "{1}. Tabelle^"]);
    assert!(part(&after, STORY).contains("NumberingExpression=\"Hinweis: \""));
    let expected = styles("Table").replace("Table ^#:^t", "^#. Tabelle^t");
    assert_eq!(part(&after, "Resources/Styles.xml"), expected);
}

#[test]
fn ranges_that_look_the_same_are_one() {
    let languages = " AppliedLanguage=\"$ID/English: USA\" KerningValue=\"3\"";
    let body = p(&(r(&c("One ")) + &styled(languages, &c("two "))));
    assert_eq!(units_of(&body), ["One two"]);
    assert_eq!(translated(&body, &["Eins zwei"]), p(&r(&c("Eins zwei "))));
}

#[test]
fn kerning_by_hand_is_dropped_and_its_method_kept() {
    let optical = " KerningMethod=\"Optical\"";
    let by_hand = " KerningValue = '-20' Tracking=\"5\" KerningMethod=\"Optical\"";
    let body = p(&(r(&c("One "))
        + &styled(optical, &c("twelve"))
        + &styled(&(optical.to_owned() + " KerningValue=\"-35\""), &c("s"))
        + &styled(by_hand, &c(" three"))));
    assert_eq!(units_of(&body), ["<1>One </1>twelves<2> three</2>"]);
    let expected = p(&(r(&c("Eins "))
        + &styled(optical, &c("zwei"))
        + &styled(" Tracking=\"5\" KerningMethod=\"Optical\"", &c(" drei"))));
    assert_eq!(
        translated(&body, &["<1>Eins </1>zwei<2> drei</2>"]),
        expected
    );
    assert_eq!(translated(&body, &[""]), body);
}

#[test]
fn properties_of_ranges_go_with_their_text() {
    let properties = "<Properties><AppliedFont type=\"string\">Arial</AppliedFont></Properties>";
    let body =
        p(&(r(&c("One ")) + &r(&(properties.to_owned() + &c("two") + "<Br/>" + &c("Last")))));
    assert_eq!(units_of(&body), ["One <1>two</1>", "Last"]);
    assert_eq!(
        translated(&body, &["<1>zwei</1> eins", ""]),
        p(&(r(&(properties.to_owned() + &c("zwei")))
            + &r(&c(" eins"))
            + &r(&(properties.to_owned() + "<Br/>" + &c("Last")))))
    );
}

#[test]
fn markers_and_forced_line_breaks_are_codes() {
    let body = p(&r(&c("Page <?ACE 18?> of\u{2028}the &lt;book&gt;\u{feff}")));
    assert_eq!(units_of(&body), ["Page {1} of{2}the <book>"]);
    assert_eq!(
        translated(&body, &["Im{2}<9>Buch</9> & Seite {1}"]),
        p(&r(&c("Im\u{2028}Buch &amp; Seite <?ACE 18?>\u{feff}")))
    );
}

#[test]
fn tables_and_footnotes_have_paragraphs_of_their_own_and_move_as_codes() {
    let note = format!("<Footnote>{}</Footnote>", p(&r(&c("<?ACE 4?>\tNote"))));
    let cell = format!("<Table><Cell>{}</Cell></Table>", p(&r(&c("Cell"))));
    let body = p(&(r(&c("One ")) + &styled(" Position=\"Superscript\"", &note) + &r(&c("two"))))
        + &p(&r(&(cell.clone() + "<Br/>")));
    assert_eq!(units_of(&body), ["Note", "One {1}two", "Cell"]);
    let text = translated(&body, &["Notiz", "{1}Eins zwei", "Zelle"]);
    let note = note.replace("Note<", "Notiz<");
    let expected = p(&(styled(" Position=\"Superscript\"", &note) + &r(&c("Eins zwei"))))
        + &p(&r(&(cell
            .replace("Cell<", "Zelle<")
            .replace("<Zelle<", "<Cell<")
            + "<Br/>")));
    assert_eq!(text, expected);
}

#[test]
fn links_are_stretches_and_stay_well_formed_whatever_is_put_in_them() {
    let link = format!(
        "<HyperlinkTextSource Self=\"l\">{}</HyperlinkTextSource>",
        c("here")
    );
    let body = p(&(r(&(c("See ") + &link)) + &styled(BOLD, &c(" now"))));
    assert_eq!(units_of(&body), ["See <1>here</1><2> now</2>"]);
    assert_eq!(
        translated(&body, &["<1>hier <2>jetzt</2></1> nachsehen"]),
        p(&("<HyperlinkTextSource Self=\"l\">".to_owned()
            + &r(&c("hier "))
            + &styled(BOLD, &c("jetzt"))
            + "</HyperlinkTextSource>"
            + &r(&c(" nachsehen"))))
    );
}

#[test]
fn tags_around_whole_paragraphs_stay_outside_of_them() {
    let tag = |inner: &str| {
        format!("<XMLElement Self=\"x\"><XMLAttribute Value=\"v\"/>{inner}</XMLElement>")
    };
    let body = p(&r(&(tag(&(c("Title") + "<Br/>")) + &c("Text"))));
    assert_eq!(units_of(&body), ["Title", "Text"]);
    assert_eq!(
        translated(&body, &["Titel", "Wort"]),
        body.replace("Title", "Titel").replace("Text<", "Wort<")
    );
}

#[test]
fn deleted_and_hidden_text_is_left_alone_and_inserted_text_is_not() {
    let change =
        |kind: &str, text: &str| format!("<Change ChangeType=\"{kind}\">{}</Change>", r(&c(text)));
    let body =
        p(&(change("DeletedText", "old") + &change("InsertedText", "new") + &r(&c(" text"))))
            + &p(&r(&format!("<HiddenText>{}</HiddenText>", p(&r(&c("no"))))));
    assert_eq!(units_of(&body), ["<1>new</1> text"]);
    let text = translated(&body, &["<1>neuer</1> Text"]);
    assert_eq!(text, body.replace("new", "neuer").replace(" text", " Text"));
}

#[test]
fn content_without_a_character_range_is_text_too() {
    let body = p(&(c("One") + "<Br/>" + &c("two ") + &r(&c("three"))));
    assert_eq!(units_of(&body), ["One", "<1>two </1>three"]);
    assert_eq!(
        translated(&body, &["", "drei <1>zwei</1>"]),
        p(&(c("One") + "<Br/>" + &r(&c("drei ")) + &c("zwei")))
    );
}

#[test]
fn a_range_without_a_style_is_not_text_without_a_range() {
    let range = |inner: &str| format!("<CharacterStyleRange>{inner}</CharacterStyleRange>");
    let body = p(&(c("One") + &range(&(c("two") + "<Br/>"))));
    assert_eq!(units_of(&body), ["One<1>two</1>"]);
    assert_eq!(
        translated(&body, &["Eins<1>zwei</1>"]),
        p(&(c("Eins") + &range(&(c("zwei") + "<Br/>"))))
    );
}

#[test]
fn the_language_is_that_of_the_translation_if_the_package_has_it() {
    let body = p(&styled(" AppliedLanguage=\"$ID/English: UK\"", &c("One")));
    let styles = "<Styles><ParagraphStyle AppliedLanguage=\"$ID/English: USA\"/>\
                  <CharacterStyle AppliedLanguage=\"$ID/[No Language]\"/></Styles>";
    let map = format!("<idPkg:Story src=\"{STORY}\"/>");
    let parts = [
        (STORY, &*story("u1", &body)),
        ("Resources/Styles.xml", styles),
    ];
    let bytes = package(&map, &parts);
    let in_target = |target: &str| {
        let mut idml = open_with(&bytes, options(target)).unwrap();
        let output = write(&mut idml, &["Eins"]);
        (part(&output, STORY), part(&output, "Resources/Styles.xml"))
    };
    let (text, after) = in_target("de");
    assert!(text.contains("AppliedLanguage=\"$ID/German: Reformed\"") && text.contains("Eins"));
    assert_eq!(after, styles.replace("English: USA", "German: Reformed"));
    let (text, after) = in_target("ar");
    assert!(
        text.contains("English: UK") && text.contains("StoryDirection=\"RightToLeftDirection\"")
    );
    assert_eq!(after, styles);
}

#[test]
fn damaged_styles_are_left_as_they_are() {
    let body = p(&styled(" AppliedLanguage=\"$ID/English: UK\"", &c("One")));
    let styles = "<Styles><ParagraphStyle AppliedLanguage=\"$ID/English: USA\"/><Character";
    let map = format!("<idPkg:Story src=\"{STORY}\"/>");
    let parts = [
        (STORY, &*story("u1", &body)),
        ("Resources/Styles.xml", styles),
    ];
    let mut idml = open(&package(&map, &parts));
    assert!(
        idml.warnings()[0]
            .to_string()
            .contains("styles are damaged")
    );
    let output = write(&mut idml, &["Eins"]);
    assert_eq!(part(&output, "Resources/Styles.xml"), styles);
    assert!(part(&output, STORY).contains("<Content>Eins<"));
}

#[test]
fn a_story_that_is_named_in_another_case_or_twice_is_read_and_written_once() {
    let map = format!(
        "<idPkg:Story src=\"{}\"/><idPkg:Story src=\"{STORY}\"/><idPkg:Story src=\"1.xml\"/>\
         <idPkg:Story src=\"2.xml\"/>",
        STORY.to_uppercase()
    );
    let mut idml = open(&package(&map, &[(STORY, &story("u1", &p(&r(&c("One")))))]));
    assert_eq!(units(&idml), ["One"]);
    let warning = "Parts are missing: 2, the first of them \"1.xml\".";
    assert_eq!(idml.warnings()[0].to_string(), warning);
    let output = write(&mut idml, &["Eins"]);
    assert!(part(&output, STORY).contains("<Content>Eins<"));
}

#[test]
fn stories_on_hidden_layers_only_are_left_alone() {
    let map = "<Layer Self=\"h\" Visible=\"false\"/><Layer Self=\"v\" Visible=\"true\"/>\
               <idPkg:Spread src=\"s.xml\"/><idPkg:Story src=\"1.xml\"/>\
               <idPkg:Story src=\"2.xml\"/><idPkg:Story src=\"3.xml\"/>";
    let spread = "<Spread><TextFrame ParentStory=\"a\" ItemLayer=\"h\"/>\
                  <TextFrame ParentStory=\"b\" ItemLayer=\"h\"/>\
                  <TextFrame ParentStory=\"b\" ItemLayer=\"v\"/></Spread>";
    let stories = ["a", "b", "c"].map(|id| story(id, &p(&r(&c(id)))));
    let parts = [
        ("s.xml", spread),
        ("1.xml", stories[0].as_str()),
        ("2.xml", stories[1].as_str()),
        ("3.xml", stories[2].as_str()),
    ];
    let mut idml = open(&package(map, &parts));
    assert_eq!(units(&idml), ["b", "c"]);
    assert_eq!(idml.warnings().len(), 1);
    let output = write(&mut idml, &["x", "y"]);
    assert_eq!(part(&output, "1.xml"), stories[0]);
    assert!(part(&output, "2.xml").contains("<Content>x</Content>"));
}

#[test]
fn the_type_stays_the_first_entry_and_stored() {
    let bytes = document(&p(&r(&c("One"))));
    let output = write(&mut open(&bytes), &["Eins"]);
    assert_eq!(output[30..38], *b"mimetype");
    let mut archive = ZipArchive::new(Cursor::new(output.as_slice())).unwrap();
    let entry = archive.by_index(0).unwrap();
    assert_eq!(entry.compression(), CompressionMethod::Stored);
    assert_eq!(write(&mut open(&bytes), &["One"]), bytes);
}

#[test]
fn what_has_no_design_map_is_an_error() {
    let none = crate::common::package([("mimetype", String::new())]);
    assert!(open_with(&none, options("de")).is_err());
}

/// Paragraphs with a bit of everything.
fn everything() -> String {
    p(&[
        r(&(c("a") + "<Br/>" + &c("b <?ACE 8?> c"))),
        styled(BOLD, &(c("d") + "<HyperlinkTextSource Self=\"l\"><Properties/><Content>e</Content></HyperlinkTextSource>")),
        format!("<XMLElement Self=\"x\">{}{}</XMLElement>", r(&c("f")), styled(BOLD, &c("g"))),
        styled("", &format!("<Footnote>{}</Footnote>", p(&r(&c("h"))))),
        "<Change ChangeType=\"DeletedText\"/>".to_owned(),
        c("i"),
        styled(BOLD, &("<TextVariableInstance Self=\"v\"/>".to_owned() + &c("j") + "<Br/>" + &c("k"))),
    ]
    .concat())
}

proptest! {
    #[test]
    fn whatever_an_engine_does_to_codes_the_package_stays_whole(
        pieces in prop::collection::vec(piece(13), 0..30),
        target in prop::sample::select(vec!["de", "ar"]),
    ) {
        let mut idml = open_with(&document(&everything()), options(target)).unwrap();
        prop_assert_eq!(idml.units().len(), 4);
        let translation = Some(Content::new(pieces));
        let mut output = Vec::new();
        idml.write(&vec![translation; 4], &mut output).unwrap();
        open_with(&output, options(target)).unwrap();
        let (before, after) = (part(&document(&everything()), STORY), part(&output, STORY));
        for once in ["<HyperlinkTextSource ", "</HyperlinkTextSource>", "<?ACE 8?>", "<Footnote>", "<Br/>",
            "<Change ", "<TextVariableInstance ", "<XMLElement ", "</XMLElement>", "<ParagraphStyleRange "] {
            prop_assert_eq!(before.matches(once).count(), after.matches(once).count(), "{}", once);
        }
        for inside in ["<Br/><Properties", "<CharacterStyleRange><CharacterStyleRange"] {
            prop_assert!(!after.contains(inside));
        }
    }

    #[test]
    fn damaged_stories_give_a_package_or_an_error(
        damages in damages(),
    ) {
        let bytes = document(&damaged_text(everything(), damages));
        check_damaged(&bytes, |bytes| open_with(bytes, options("de")));
    }
}
