use dragoman_documents::Document;

use crate::common::{package, part, relationships, units, write};
use crate::{NAMES, open, p, presentation, r, shape};

fn part_of(root: &str, content: &str) -> String {
    format!("<p:{root} NAMES><p:cSld>{content}</p:cSld></p:{root}>")
}

#[test]
fn a_slide_is_followed_by_its_notes_comments_and_drawings() {
    let notes = part_of("notes", &shape(&p(&r("note"))));
    let comments = "<p:cmLst NAMES><p:cm authorId=\"0\"><p:text>comment</p:text></p:cm></p:cmLst>";
    let chart = format!(
        "<c:chart NAMES><c:rich>{}</c:rich><c:strCache><c:pt><c:v>Sales</c:v></c:pt></c:strCache>\
         <c:numCache><c:formatCode>General</c:formatCode><c:pt><c:v>12</c:v></c:pt></c:numCache></c:chart>",
        p(&r("chart"))
    );
    let bytes = presentation(
        &shape(&p(&r("slide"))),
        &[
            ("comments", "comment1.xml", comments),
            ("notesSlide", "notes1.xml", &notes),
            ("chart", "chart1.xml", &chart),
        ],
    );
    let mut pptx = open(&bytes, "de");
    assert_eq!(units(&pptx), ["slide", "chart", "Sales", "note", "comment"]);
    let after = write(&mut pptx, &["", "", "Verkauf", "Notiz", "Kommentar"]);
    assert!(part(&after, "ppt/slides/chart1.xml").contains("<c:v>Verkauf</c:v>"));
    assert!(part(&after, "ppt/slides/notes1.xml").contains("<a:t>Notiz</a:t>"));
    assert!(part(&after, "ppt/slides/comment1.xml").contains("<p:text>Kommentar</p:text>"));
    let slide = "ppt/slides/slide1.xml";
    assert_eq!(part(&after, slide), part(&bytes, slide));
}

#[test]
fn a_diagram_is_translated_once_and_written_as_data_and_as_it_was_drawn() {
    let diagram = format!("<d NAMES>{}{}</d>", p(&r("Step")), p(&r("Result")));
    let drawing = format!("<d NAMES>{}{}</d>", p(&r("Result")), p(&r("Drawn")));
    let bytes = presentation(
        &shape(&p(&r("slide"))),
        &[
            ("diagramDrawing", "drawing1.xml", &drawing),
            ("diagramData", "data1.xml", &diagram),
        ],
    );
    let mut pptx = open(&bytes, "de");
    assert_eq!(units(&pptx), ["slide", "Step", "Result", "Drawn"]);
    let after = write(&mut pptx, &["", "", "Ergebnis", ""]);
    for name in ["data1.xml", "drawing1.xml"] {
        assert!(part(&after, &format!("ppt/slides/{name}")).contains("<a:t>Ergebnis</a:t>"));
    }
}

#[test]
fn prompts_of_masters_and_layouts_stay_and_their_other_text_is_translated() {
    let prompt = format!(
        "<p:sp><p:nvPr><p:ph type=\"title\"/></p:nvPr><p:txBody><a:bodyPr/>{}</p:txBody></p:sp>",
        p(&r("Click to edit"))
    );
    let content = format!("{prompt}{}", shape(&p(&r("Company confidential"))));
    let master = part_of("sldMaster", &content);
    let layout = part_of("sldLayout", &content.replace("Company", "Layout"));
    let bytes = presentation(
        &prompt.replace("Click to edit", "A title"),
        &[
            ("slideMaster", "master.xml", &master),
            ("slideLayout", "layout.xml", &layout),
        ],
    );
    assert_eq!(
        units(&open(&bytes, "de")),
        ["A title", "Company confidential", "Layout confidential"]
    );
}

/// A presentation whose slides are in another order than their names and relationships.
fn two_slides() -> Vec<u8> {
    let main = format!(
        "<p:presentation {NAMES}><p:sldIdLst><p:sldId id=\"1\" r:id=\"b\"/><p:sldId id=\"2\" r:id=\"a\"/>\
         </p:sldIdLst><p:defaultTextStyle><a:lvl1pPr/></p:defaultTextStyle><p:extLst><p14:sectionLst>\
         <p14:section name=\"Opening\" id=\"{{1}}\"/></p14:sectionLst></p:extLst></p:presentation>"
    );
    let slide = |text: &str| part_of("sld", &shape(&p(&r(text)))).replace("NAMES", NAMES);
    package([
        (
            "_rels/.rels",
            relationships(&[
                ("r1", "officeDocument", "ppt/main.xml"),
                ("r2", "core-properties", "core.xml"),
            ]),
        ),
        ("ppt/main.xml", main),
        (
            "ppt/_rels/main.xml.rels",
            relationships(&[("a", "slide", "one.xml"), ("b", "slide", "two.xml")]),
        ),
        ("ppt/one.xml", slide("One")),
        ("ppt/two.xml", slide("Two")),
        (
            "core.xml",
            "<core xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:title>Title</dc:title></core>"
                .to_owned(),
        ),
    ])
}

#[test]
fn slides_are_in_the_order_in_which_they_are_shown() {
    assert_eq!(
        units(&open(&two_slides(), "de")),
        ["Two", "One", "Opening", "Title"]
    );
}

#[test]
fn sections_and_the_title_are_written() {
    let after = write(&mut open(&two_slides(), "de"), &["", "", "Anfang", "Titel"]);
    assert!(part(&after, "ppt/main.xml").contains("<p14:section name=\"Anfang\" id=\"{1}\"/>"));
    assert!(part(&after, "core.xml").contains("<dc:title>Titel</dc:title>"));
}

#[test]
fn levels_on_which_all_text_is_based_are_turned_and_aligned() {
    let after = write(&mut open(&two_slides(), "he"), &["Zwei", "", "", ""]);
    assert!(part(&after, "ppt/main.xml").contains("<a:lvl1pPr rtl=\"1\" algn=\"r\"/>"));
}

#[test]
fn a_damaged_part_is_left_as_it_is() {
    let bytes = presentation(
        &shape(&p(&r("slide"))),
        &[("notesSlide", "notes1.xml", "<p:notes NAMES><a:p>")],
    );
    let mut pptx = open(&bytes, "de");
    assert_eq!(units(&pptx), ["slide"]);
    assert_eq!(pptx.warnings().len(), 1);
    let after = write(&mut pptx, &["Folie"]);
    let notes = "ppt/slides/notes1.xml";
    assert_eq!(part(&after, notes), part(&bytes, notes));
}

#[test]
fn comments_that_answer_one_another_are_translated() {
    let text = |text: &str| format!("<c:txBody><a:bodyPr/>{}</c:txBody>", p(&r(text)));
    let comments = format!(
        "<c:cmLst xmlns:c=\"http://schemas.microsoft.com/office/powerpoint/2018/8/main\" \
         xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\"><c:cm><c:replyLst><c:reply>{}</c:reply>\
         </c:replyLst>{}</c:cm></c:cmLst>",
        text("Answer"),
        text("Question"),
    );
    let others = [("comments", "modern.xml", comments.as_str())];
    let mut pptx = open(&presentation("", &others), "de");
    assert_eq!(units(&pptx), ["Answer", "Question"]);
    let after = write(&mut pptx, &["Antwort", "Frage"]);
    let after = part(&after, "ppt/slides/modern.xml");
    assert!(after.contains("<a:t>Antwort</a:t>") && after.contains("<a:t>Frage</a:t>"));
}
