use dragoman_documents::Document;

use crate::common::{between, part, units, write};
use crate::{Book, open, row, s};

#[test]
fn headers_messages_and_tips_are_translated() {
    let rest = "<dataValidations><dataValidation type=\"list\" promptTitle=\"City\" prompt=\"Choose one\" \
                error=\"No such city\"><formula1>\"Oslo,Rome\"</formula1></dataValidation></dataValidations>\
                <hyperlinks><hyperlink ref=\"A1\" r:id=\"x\" tooltip=\"Our site\" display=\"site\"/></hyperlinks>\
                <headerFooter><oddHeader>&amp;LReport&amp;RPage &amp;P</oddHeader><oddFooter>&amp;C&amp;P</oddFooter>\
                </headerFooter>";
    let bytes = Book::new(&["<t>x</t>"]).sheet(&(row("") + rest)).bytes();
    let mut xlsx = open(&bytes, "de");
    assert_eq!(
        units(&xlsx),
        [
            "City",
            "Choose one",
            "No such city",
            "Our site",
            "Report",
            "Page"
        ]
    );
    assert_eq!(xlsx.units()[0].longest, Some(32));
    assert!(xlsx.warnings()[0].to_string().contains("Lists of values"));
    let after = write(
        &mut xlsx,
        &[
            "Eine Stadt, in der es Wein und Brot gibt",
            "Eine \"wählen\"",
            "",
            "Unsere Seite",
            "Bericht & mehr",
            "Seite",
        ],
    );
    let after = part(&after, "xl/sheets/0.xml");
    for expected in [
        "promptTitle=\"Eine Stadt, in der es Wein und…\" prompt=\"Eine &quot;wählen&quot;\" error=\"No such",
        "tooltip=\"Unsere Seite\" display=\"site\"",
        "<oddHeader>&amp;LBericht &amp;&amp; mehr&amp;RSeite &amp;P</oddHeader><oddFooter>&amp;C&amp;P<",
    ] {
        assert!(after.contains(expected), "{expected}: {after}");
    }
}

#[test]
fn lines_of_a_message_are_units_and_fit_into_it_together() {
    let sheet = |prompt: &str| {
        let rest = "<dataValidations><dataValidation promptTitle=\"12\" prompt=\"PROMPT\"/></dataValidations>";
        row("") + &rest.replace("PROMPT", prompt)
    };
    let bytes = |prompt: &str| Book::new(&["<t>x</t>"]).sheet(&sheet(prompt)).bytes();
    let written = |prompt: &str, translations: &[&str]| {
        let after = write(&mut open(&bytes(prompt), "de"), translations);
        let sheet = part(&after, "xl/sheets/0.xml");
        between(&sheet, " prompt=\"", "\"").to_owned()
    };
    let prompt = "Choose one: _x000a_ a city&#10;12_x000A_ or none";
    let lines = units(&open(&bytes(prompt), "de"));
    assert_eq!(lines, ["Choose one:", "a city", "or none"]);
    assert_eq!(
        written(prompt, &["Wähle:", "", "oder & keine"]),
        "Wähle: _x000a_ a city&#10;12_x000A_ oder &amp; keine"
    );
    // Each line may take what the others leave.
    let long = "long ".repeat(30);
    let after = written(prompt, &[&long, "eine Stadt", &long]);
    assert!(
        after.starts_with(&format!("{long} _x000a_ eine Stadt&#10;12_x000A_ long")),
        "{after}"
    );
    assert!(
        after.ends_with('…') && after.replace("&#10;", "\n").chars().count() <= 255,
        "{after}"
    );
    let xlsx = open(&bytes(prompt), "de");
    let longest = xlsx.units().iter().map(|unit| unit.longest.unwrap());
    assert_eq!(longest.collect::<Vec<_>>(), [222, 217, 218]);
}

#[test]
fn comments_drawings_and_charts_of_a_sheet_are_translated() {
    let comments = "<comments NAMES><authors><author>A. Writer</author></authors><commentList>\
                    <comment ref=\"A1\"><text><r><rPr><b/></rPr><t>Note</t></r></text></comment></commentList></comments>";
    let thread = "<ThreadedComments xmlns=\"http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments\">\
                  <threadedComment ref=\"A1\"><text>Answer</text></threadedComment></ThreadedComments>";
    let drawing = "<xdr:wsDr NAMES><xdr:sp><xdr:cNvPr name=\"Box\" descr=\"A box\"/><xdr:txBody><a:bodyPr/><a:p><a:r>\
                   <a:t>In a box</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:wsDr>";
    let chart = "<c:chart NAMES><c:f>Sheet0!$A$1</c:f><c:strCache><c:pt><c:v>City</c:v></c:pt></c:strCache></c:chart>";
    let bytes = Book::new(&["<t>City</t>"])
        .sheet(&row(&s(0)))
        .part("threadedComment", "thread.xml", thread)
        .part("comments", "comments.xml", comments)
        .part("chart", "chart.xml", chart)
        .part("drawing", "drawing.xml", drawing)
        .bytes();
    let mut xlsx = open(&bytes, "de");
    assert_eq!(
        units(&xlsx),
        ["City", "A box", "In a box", "Note", "Answer"]
    );
    let after = write(
        &mut xlsx,
        &["Stadt", "Kasten", "Im Kasten", "Notiz", "Antwort"],
    );
    for (name, expected) in [
        ("thread.xml", "<text>Antwort</text>"),
        (
            "comments.xml",
            "<r><rPr><b/></rPr><t xml:space=\"preserve\">Notiz</t></r>",
        ),
        (
            "chart.xml",
            "<c:f>Sheet0!$A$1</c:f><c:strCache><c:pt><c:v>Stadt</c:v>",
        ),
        ("drawing.xml", "descr=\"Kasten\""),
        ("drawing.xml", "<a:t>Im Kasten</a:t>"),
    ] {
        assert!(
            part(&after, &format!("xl/sheets/{name}")).contains(expected),
            "{expected}"
        );
    }
}

#[test]
fn formulas_that_look_for_texts_are_told_of() {
    let cells = s(0) + "<c><f>VLOOKUP(\"City\",A:B,2)</f><v>1</v></c>";
    let bytes = Book::new(&["<t>City</t>"]).sheet(&row(&cells)).bytes();
    let xlsx = open(&bytes, "de");
    assert!(xlsx.warnings()[0].to_string().contains("look for texts"));
}

#[test]
fn a_hidden_sheet_is_left_as_it_is() {
    let rest = "<c t=\"inlineStr\"><is><t>One</t></is></c><c t=\"str\"><v>two</v></c>";
    let sheet = row(rest) + "<headerFooter><oddHeader>Report</oddHeader></headerFooter>";
    let bytes = Book::new(&["<t>x</t>"]).hidden(&sheet).bytes();
    assert!(open(&bytes, "de").units().is_empty());
}
