use crate::common::between;
use crate::{p, r, shape, styled, translated, translated_to, units_of};

#[test]
fn runs_that_look_the_same_are_one_text() {
    let runs = styled("lang=\"en-US\" dirty=\"0\"", "One ") + &styled("lang=\"en-GB\"", "text");
    assert_eq!(units_of(&shape(&p(&runs))), ["One text"]);
    let after = translated(&shape(&p(&runs)), &["Ein Text"]);
    assert_eq!(
        after,
        shape(&p(&styled("lang=\"de\" dirty=\"0\"", "Ein Text")))
    );
}

#[test]
fn a_run_has_one_text_whatever_space_is_around_it() {
    let bold = |text: &str| styled("b=\"1\"", text);
    let slide = |runs: &str| shape(&p(runs));
    let cases = [
        (slide(&r(" One. ")), "Eins.", slide(&r(" Eins. "))),
        (
            slide(&(r(" See ") + &bold("page") + &r(" one "))),
            "Siehe <1>Seite</1> eins",
            slide(&(r(" Siehe ") + &bold("Seite") + &r(" eins "))),
        ),
        // As written by a program that does not keep to it.
        (
            slide("<a:r><a:t>One</a:t><a:t> </a:t></a:r>"),
            "Eins",
            slide(&r("Eins ")),
        ),
        // Text of one format on both sides of a stretch that the translation leaves empty.
        (
            slide(&(r("One ") + &bold("two") + &r(" three"))),
            "Eins <1></1>drei",
            slide(&r("Eins drei")),
        ),
    ];
    for (before, translation, after) in cases {
        assert_eq!(translated(&before, &[translation]), after);
    }
}

#[test]
fn formatting_breaks_and_fields_are_codes() {
    let field = "<a:fld id=\"{1}\" type=\"slidenum\"><a:rPr lang=\"en-US\"/><a:t>7</a:t></a:fld>";
    let runs =
        r("See ") + &styled("b=\"1\"", "page") + &r(" or ") + field + "<a:br/>" + &r("below");
    let slide = shape(&p(&runs));
    assert_eq!(units_of(&slide), ["See <1>page</1> or {2}below"]);
    let expected = field.to_owned() + "<a:br/>" + &r("unten: ") + &styled("b=\"1\"", "Seite");
    assert_eq!(
        translated(&slide, &["{2}unten: <1>Seite</1>"]),
        shape(&p(&expected))
    );
}

#[test]
fn a_paragraph_keeps_its_properties_and_those_of_its_end() {
    let slide = |text: &str| {
        shape(&p(&format!(
            "<a:pPr lvl=\"1\"><a:buNone/></a:pPr>{}<a:endParaRPr lang=\"en-US\"/>",
            r(text)
        )))
    };
    assert_eq!(translated(&slide("One"), &["Eins"]), slide("Eins"));
}

#[test]
fn tables_groups_and_alternative_texts_are_translated() {
    let slide = format!(
        "<p:grpSp>{}</p:grpSp><p:graphicFrame><a:tbl><a:tblPr/><a:tr><a:tc><a:txBody>{}</a:txBody></a:tc>\
         </a:tr></a:tbl></p:graphicFrame><p:pic><p:cNvPr id=\"1\" name=\"Picture\" descr=\"A cat\" \
         title=\"Cat\"/></p:pic>",
        shape(&p(&r("in a group"))),
        p(&r("in a cell"))
    );
    assert_eq!(
        units_of(&slide),
        ["in a group", "in a cell", "A cat", "Cat"]
    );
    let after = translated(&slide, &["", "", "Eine \"Katze\"", ""]);
    assert!(after.contains("name=\"Picture\" descr=\"Eine &quot;Katze&quot;\" title=\"Cat\""));
}

#[test]
fn the_same_content_for_older_programs_is_translated_once() {
    let both = |text: &str| {
        let shape = shape(&p(&r(text)));
        format!(
            "<mc:AlternateContent><mc:Choice Requires=\"p14\">{shape}</mc:Choice>\
             <mc:Fallback>{shape}</mc:Fallback></mc:AlternateContent>"
        )
    };
    assert_eq!(units_of(&both("text")), ["text"]);
    assert_eq!(translated(&both("text"), &["Text"]), both("Text"));
}

fn fitted(properties: &str) -> String {
    format!(
        "<p:sp><p:txBody>{properties}{}</p:txBody></p:sp>",
        p(&r("Words"))
    )
}

fn properties_after(properties: &str, translation: &str) -> String {
    let after = translated(&fitted(properties), &[translation]);
    between(&after, "<p:txBody>", "<a:p>").to_owned()
}

#[test]
fn text_that_grows_is_made_to_fit_its_box() {
    let long = "Viel mehr Wörter";
    let fits = "<a:bodyPr><a:normAutofit/></a:bodyPr>";
    assert_eq!(properties_after("<a:bodyPr/>", long), fits);
    assert_eq!(
        properties_after("<a:bodyPr><a:noAutofit/></a:bodyPr>", long),
        fits
    );
    assert_eq!(
        properties_after("<a:bodyPr><a:scene3d/></a:bodyPr>", long),
        "<a:bodyPr><a:normAutofit/><a:scene3d/></a:bodyPr>"
    );
}

#[test]
fn text_that_was_shrunk_is_shrunk_further_as_it_grows() {
    let shrunk =
        "<a:bodyPr><a:normAutofit fontScale=\"80000\" lnSpcReduction=\"10000\"/></a:bodyPr>";
    assert_eq!(
        properties_after(shrunk, "Wordsx4 Wordsx4 Word"),
        "<a:bodyPr><a:normAutofit fontScale=\"40000\" lnSpcReduction=\"10000\"/></a:bodyPr>"
    );
}

#[test]
fn boxes_whose_text_fits_stay_as_they_are() {
    assert_eq!(properties_after("<a:bodyPr/>", "Worte"), "<a:bodyPr/>");
    for properties in [
        "<a:bodyPr><a:spAutoFit/></a:bodyPr>",
        "<a:bodyPr wrap=\"none\"/>",
        "<a:bodyPr><a:prstTxWarp prst=\"textArchUp\"/></a:bodyPr>",
    ] {
        assert_eq!(properties_after(properties, "Viel mehr Wörter"), properties);
    }
}

#[test]
fn a_translation_from_right_to_left_turns_paragraphs() {
    let slide = |levels: &str, first: &str, second: &str, third: &str| {
        shape(&format!(
            "<a:lstStyle><a:lvl1pPr{levels}/></a:lstStyle>{}{}{}",
            p(&(format!("<a:pPr{first}/>") + &r("Text"))),
            p(&(second.to_owned() + &r("Text"))),
            p(&(third.to_owned() + &r("12")))
        ))
    };
    let before = slide(" algn=\"l\"", " algn=\"ctr\"", "", "");
    let turned = "<a:pPr rtl=\"1\"/>";
    assert_eq!(
        translated_to("ar", &before, &["", "Text!"]),
        slide(
            " rtl=\"1\" algn=\"r\"",
            " rtl=\"1\" algn=\"ctr\"",
            turned,
            turned
        )
        .replacen(
            &p(&(turned.to_owned() + &r("Text"))),
            &p(&(turned.to_owned() + &r("Text!"))),
            1
        )
    );
}

#[test]
fn a_translation_from_left_to_right_turns_paragraphs_back() {
    let slide =
        |properties: &str, text: &str| shape(&p(&(format!("<a:pPr {properties}/>") + &r(text))));
    assert_eq!(
        translated(&slide("algn=\"r\" rtl=\"1\"", "x"), &["y"]),
        slide("algn=\"l\" rtl=\"0\"", "y")
    );
    assert_eq!(
        translated(&slide("algn=\"r\"", "x"), &["y"]),
        slide("algn=\"r\"", "y")
    );
}
