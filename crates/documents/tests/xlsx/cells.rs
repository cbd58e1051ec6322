use crate::common::{part, units, write};
use crate::{Book, open, row, s, strings};

#[test]
fn shared_strings_of_cells_are_translated_once() {
    let cells = s(0) + &s(0) + "<c><v>12</v></c>" + &s(1);
    let bytes = Book::new(&["<t>One</t>", "<t>12.5 %</t>", "<t>unused</t>"])
        .sheet(&row(&cells))
        .bytes();
    let mut xlsx = open(&bytes, "de");
    assert_eq!(units(&xlsx), ["One"]);
    let after = write(&mut xlsx, &["Eins"]);
    assert_eq!(
        strings(&after),
        "<si><t xml:space=\"preserve\">Eins</t></si><si><t>12.5 %</t></si><si><t>unused</t></si>"
    );
    let sheet = "xl/sheets/0.xml";
    assert_eq!(part(&after, sheet), part(&bytes, sheet));
}

#[test]
fn runs_keep_their_formatting() {
    let string = "<r><t>One </t></r><r><rPr><b/></rPr><t>bold</t></r><r><t xml:space=\"preserve\"> word</t></r>\
                  <rPh sb=\"0\" eb=\"1\"><t>no</t></rPh><phoneticPr fontId=\"1\"/>";
    let bytes = Book::new(&[string]).sheet(&row(&s(0))).bytes();
    let mut xlsx = open(&bytes, "de");
    assert_eq!(units(&xlsx), ["One <1>bold</1> word"]);
    assert_eq!(
        strings(&write(&mut xlsx, &["<1>Fettes</1> Wort"])),
        "<si><r><rPr><b/></rPr><t xml:space=\"preserve\">Fettes</t></r>\
         <r><t xml:space=\"preserve\"> Wort</t></r></si>"
    );
}

#[test]
fn a_run_has_one_text_whatever_space_is_around_it() {
    let string = "<r><rPr><b/></rPr><t xml:space=\"preserve\"> One. </t></r><r><t>\n Two</t></r>";
    let bytes = Book::new(&[string]).sheet(&row(&s(0))).bytes();
    let mut xlsx = open(&bytes, "de");
    let after =
        strings(&write(&mut xlsx, &["Eins.", "Zwei"])).replace(" xml:space=\"preserve\"", "");
    assert_eq!(
        after,
        "<si><r><rPr><b/></rPr><t> Eins. </t></r><r><t>\n</t></r><r><t> Zwei</t></r></si>"
    );
}

#[test]
fn each_line_of_a_cell_is_a_unit() {
    let bytes = Book::new(&["<t>One_x000D_\n\n- two &amp; three\n12</t>"])
        .sheet(&row(&s(0)))
        .bytes();
    let mut xlsx = open(&bytes, "de");
    assert_eq!(units(&xlsx), ["One", "- two & three"]);
    assert_eq!(
        strings(&write(&mut xlsx, &["", "- zwei & drei"])),
        "<si><t xml:space=\"preserve\">One_x000D_\n\n- zwei &amp; drei\n12</t></si>"
    );
}

#[test]
fn lines_of_runs_keep_their_formatting() {
    let string = "<r><rPr><b/></rPr><t>Head\nfirst</t></r><r><t> line of it</t></r>";
    let bytes = Book::new(&[string]).sheet(&row(&s(0))).bytes();
    let mut xlsx = open(&bytes, "de");
    assert_eq!(units(&xlsx), ["Head", "<1>first</1> line of it"]);
    let after = strings(&write(&mut xlsx, &["Kopf", "Zeile <1>eins</1>"]));
    let texts = after.replace(" xml:space=\"preserve\"", "");
    assert_eq!(
        texts,
        "<si><r><rPr><b/></rPr><t>Kopf</t></r><r><rPr><b/></rPr><t>\n</t></r><r><t>Zeile </t></r>\
         <r><rPr><b/></rPr><t>eins</t></r></si>"
    );
}

#[test]
fn a_cell_with_a_formula_is_left_alone_and_calculated_again() {
    let cells = "<c t=\"str\"><f>A1</f><v>One</v></c>".to_owned() + &s(0);
    let bytes = Book::new(&["<t>One</t>"]).sheet(&row(&cells)).bytes();
    let mut xlsx = open(&bytes, "de");
    assert_eq!(units(&xlsx), ["One"]);
    let after = write(&mut xlsx, &["Eins"]);
    assert!(part(&after, "xl/sheets/0.xml").contains("<f>A1</f><v>One</v>"));
    assert!(
        part(&after, "xl/workbook.xml").contains("<calcPr fullCalcOnLoad=\"1\" calcId=\"1\"/>")
    );
}

#[test]
fn text_in_cells_themselves_is_translated() {
    let cells = "<c t=\"inlineStr\"><is><t>One</t></is></c><c t=\"str\"><v>two</v></c>";
    let bytes = Book::new(&["<t>x</t>"]).sheet(&row(cells)).bytes();
    let mut xlsx = open(&bytes, "de");
    assert_eq!(units(&xlsx), ["One", "two"]);
    let after = write(&mut xlsx, &["Eins", "zwei"]);
    let expected = "<is><t xml:space=\"preserve\">Eins</t></is></c><c t=\"str\"><v>zwei</v>";
    assert!(part(&after, "xl/sheets/0.xml").contains(expected));
}

#[test]
fn a_string_that_a_hidden_sheet_shares_is_divided() {
    let bytes = Book::new(&["<t>other</t>", "<t>One</t>", "<t>hidden</t>"])
        .sheet(&row(&(s(0) + &s(1))))
        .hidden(&row(&(s(1) + &s(2))))
        .bytes();
    let mut xlsx = open(&bytes, "de");
    assert_eq!(units(&xlsx), ["other", "One"]);
    let after = write(&mut xlsx, &["", "Eins"]);
    assert_eq!(
        strings(&after),
        "<si><t>other</t></si><si><t xml:space=\"preserve\">Eins</t></si><si><t>hidden</t></si>\
         <si><t>One</t></si>"
    );
    assert!(part(&after, "xl/strings.xml").contains("uniqueCount=\"4\""));
    assert!(part(&after, "xl/sheets/0.xml").contains(&(s(0) + &s(1))));
    assert!(part(&after, "xl/sheets/1.xml").contains(&(s(3) + &s(2))));
}

#[test]
fn without_another_translation_nothing_is_divided() {
    let bytes = Book::new(&["<t>One</t>"])
        .sheet(&row(&s(0)))
        .hidden(&row(&s(0)))
        .bytes();
    assert_eq!(write(&mut open(&bytes, "ar"), &["One"]), bytes);
}

#[test]
fn sheets_are_turned_with_the_direction_of_the_language() {
    let sheet = |flag: &str| format!("<sheetViews><sheetView{flag}/></sheetViews>{}", row(&s(0)));
    let after = |target, flag| {
        let bytes = Book::new(&["<t>One</t>"]).sheet(&sheet(flag)).bytes();
        part(
            &write(&mut open(&bytes, target), &["Other"]),
            "xl/sheets/0.xml",
        )
    };
    let (set, unset) = (" rightToLeft=\"1\"", " rightToLeft=\"0\"");
    assert!(after("ar", "").contains(&sheet(set)));
    assert!(after("de", set).contains(&sheet(unset)));
    assert!(after("de", "").contains(&sheet("")));
}

#[test]
fn runs_keep_the_namespaces_that_they_declare() {
    let string =
        "<r><t>One thing </t></r><r xmlns:y=\"urn:y\"><rPr><b/><y:z/></rPr><t>bold</t></r>";
    let bytes = Book::new(&[string]).sheet(&row(&s(0))).bytes();
    let mut xlsx = open(&bytes, "de");
    assert_eq!(
        strings(&write(&mut xlsx, &["Eins <1>fett</1>"])),
        "<si><r><t xml:space=\"preserve\">Eins </t></r>\
         <r xmlns:y=\"urn:y\"><rPr><b/><y:z/></rPr><t xml:space=\"preserve\">fett</t></r></si>"
    );
}
