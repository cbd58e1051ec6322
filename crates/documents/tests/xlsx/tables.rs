use dragoman_documents::Document;

use crate::common::{part, units, write};
use crate::{Book, open, row, s, strings};

const TABLE: &str = "<table NAMES ref=\"A1:B3\" name=\"Sales\"><tableColumns>\
                     <tableColumn id=\"1\" name=\"City\"/><tableColumn id=\"2\" name=\"Net\"/>\
                     </tableColumns></table>";

fn book(further: &str) -> Book {
    let cells = s(0) + &s(1) + further;
    Book::new(&["<t>City</t>", "<t>Net</t>", "<t>Oslo</t>"])
        .sheet(&row(&cells))
        .part("table", "table.xml", TABLE)
}

fn columns(package: &[u8]) -> Vec<String> {
    let table = part(package, "xl/sheets/table.xml");
    let names = table.split(" name=\"").skip(2);
    names
        .map(|rest| rest.split('"').next().unwrap().to_owned())
        .collect()
}

#[test]
fn the_name_of_a_column_is_the_text_of_its_header() {
    let bytes = book("").bytes();
    let mut xlsx = open(&bytes, "de");
    assert_eq!(units(&xlsx), ["City", "Net"]);
    let after = write(&mut xlsx, &["Stadt & \"Ort\"", "Netto"]);
    assert!(strings(&after).contains(">Stadt &amp; \"Ort\"<"));
    assert_eq!(columns(&after), ["Stadt &amp; &quot;Ort&quot;", "Netto"]);
}

#[test]
fn equal_translations_of_headers_are_numbered() {
    for (translations, expected) in [
        (["Netto", "NETTO"], ["Netto", "NETTO2"]),
        (["net", ""], ["net2", "Net"]),
        (["", "city"], ["City", "city2"]),
        (["Net", "City"], ["Net", "City"]),
    ] {
        let mut xlsx = open(&book("").bytes(), "de");
        let after = write(&mut xlsx, &translations);
        assert_eq!(columns(&after), expected);
        for name in expected {
            assert!(strings(&after).contains(&format!(">{name}</t>")), "{name}");
        }
    }
}

#[test]
fn names_of_columns_that_would_be_empty_are_not_translated() {
    for translations in [["", "\n"], [" ", "\n"]] {
        let mut xlsx = open(&book("").bytes(), "de");
        let after = write(&mut xlsx, &translations);
        let columns = columns(&after);
        assert_eq!(columns, ["City", "Net"]);
        for name in columns {
            assert!(strings(&after).contains(&format!(">{name}</t>")), "{name}");
        }
    }
}

#[test]
fn formulas_have_the_new_names_of_columns() {
    let formula = |net: &str| format!("<c><f>SUM(Sales[{net}])&amp;\"x\"</f><v>1</v></c>");
    let table = |city: &str, net: &str| {
        format!(
            "<table NAMES ref=\"A1:B3\" displayName=\"Sales\"><tableColumns><tableColumn id=\"1\" name=\"{city}\"/>\
             <tableColumn id=\"2\" name=\"{net}\"><calculatedColumnFormula>LEN(Sales[[#This Row],[{city}]])\
             </calculatedColumnFormula></tableColumn></tableColumns></table>"
        )
    };
    let own = |net: &str| format!("<row r=\"3\"><c><f>COUNTA([{net}])</f><v>1</v></c></row>");
    let header = format!("<row>{}</row>", s(0) + &s(1));
    let bytes = Book::new(&["<t>City</t>", "<t>Net</t>"])
        .sheet(&format!("<sheetData>{header}{}</sheetData>", own("Net")))
        .hidden(&row(&formula("Net")))
        .part("table", "table.xml", &table("City", "Net"))
        .defined_name("Sales[[#All],[City]:[Net]]")
        .bytes();
    let mut xlsx = open(&bytes, "de");
    assert_eq!(units(&xlsx), ["City", "Net"]);
    assert!(xlsx.warnings().is_empty());
    let after = write(&mut xlsx, &["Stadt & Ort", "Netto"]);
    let sheet = part(&after, "xl/sheets/1.xml");
    assert!(sheet.contains(&formula("Netto")), "{sheet}");
    assert!(part(&after, "xl/sheets/0.xml").contains(&own("Netto")));
    let expected = table("Stadt &amp; Ort", "Netto").replace("NAMES", crate::NAMES);
    assert_eq!(part(&after, "xl/sheets/table.xml"), expected);
    let names = part(&after, "xl/workbook.xml");
    assert!(
        names.contains(">Sales[[#All],[Stadt &amp; Ort]:[Netto]]<"),
        "{names}"
    );
    // Of headers that stay the formulas stay, too.
    let after = write(&mut xlsx, &["Stadt", "\n"]);
    let sheet = "xl/sheets/1.xml";
    assert_eq!(part(&after, sheet), part(&bytes, sheet));
}

#[test]
fn a_header_that_a_text_in_a_formula_names_stays() {
    let formula = "<c><f>INDIRECT(\"Sales[Net]\")</f><v>1</v></c>";
    let xlsx = open(&book(formula).bytes(), "de");
    assert_eq!(units(&xlsx), ["City"]);
    assert!(xlsx.warnings()[0].to_string().contains("headers of tables"));
}

#[test]
fn headers_with_their_text_in_the_cells_are_names_of_columns_too() {
    let cell = |text: &str| format!("<c t=\"inlineStr\"><is><t>{text}</t></is></c>");
    let book = |further: &str| {
        let cells = cell("City") + &cell("Net");
        Book::new(&["<t>x</t>"])
            .sheet(&row(&cells))
            .sheet(&row(further))
            .part("table", "table.xml", TABLE)
            .bytes()
    };
    let mut xlsx = open(&book(""), "de");
    assert_eq!(units(&xlsx), ["City", "Net"]);
    let after = write(&mut xlsx, &["Stadt", "Netto"]);
    assert_eq!(columns(&after), ["Stadt", "Netto"]);
    assert!(part(&after, "xl/sheets/0.xml").contains(">Stadt</t>"));
    let named = book("<c r=\"A9\"><f>SUM([Net])</f></c>");
    assert_eq!(units(&open(&named, "de")), ["City"]);
}

#[test]
fn a_header_that_stays_does_not_keep_other_cells_with_its_text() {
    let bytes = book(&(s(1) + "<c r=\"Z9\"><f>[@Net]</f></c>")).bytes();
    let mut xlsx = open(&bytes, "de");
    assert_eq!(units(&xlsx), ["City", "Net"]);
    let after = write(&mut xlsx, &["", "Netto"]);
    assert_eq!(columns(&after), ["City", "Net"]);
    let cells = s(0) + &s(3) + &s(1);
    assert!(part(&after, "xl/sheets/0.xml").contains(&cells));
    assert!(strings(&after).ends_with("<si><t>Net</t></si>"));
}

#[test]
fn fields_of_pivot_tables_stay() {
    let cache = "<pivotCacheDefinition NAMES><cacheFields><cacheField name=\"Net\"/></cacheFields>\
                 </pivotCacheDefinition>";
    let book = Book::new(&["<t>City</t>", "<t>Net</t>"])
        .sheet(&row(&(s(0) + &s(1))))
        .part("pivotCacheDefinition", "cache.xml", cache);
    assert_eq!(units(&open(&book.bytes(), "de")), ["City"]);
}

#[test]
fn headers_stay_in_a_workbook_with_queries() {
    let query = "<dbPr connection=\"Provider=Microsoft.Mashup.OleDb.1;Data Source=$Workbook$;Location=Q\"/>";
    for (kind, data) in [
        ("connections", connections(query)),
        (
            "connections",
            connections("<dbPr command=\"SELECT Net FROM Sales\"/>"),
        ),
        ("powerPivotData", "<model/>".to_owned()),
    ] {
        let bytes = book(&s(2)).part(kind, "data.xml", &data);
        let xlsx = open(&bytes.bytes(), "de");
        assert_eq!(units(&xlsx), ["Oslo"]);
        assert!(xlsx.warnings()[0].to_string().contains("headers of tables"));
    }
}

fn connections(properties: &str) -> String {
    format!(
        "<connections NAMES><connection id=\"1\" name=\"x\">{properties}</connection></connections>"
    )
}

#[test]
fn headers_are_translated_whose_table_no_connection_reads() {
    let data =
        connections("<dbPr connection=\"Provider=SQLOLEDB.1\" command=\"SELECT * FROM Orders\"/>");
    let pivot = "<pivotCacheDefinition NAMES><cacheSource type=\"external\" connectionId=\"1\"/><cacheFields>\
                 <cacheField name=\"Total\"/></cacheFields></pivotCacheDefinition>";
    let bytes = book(&s(2))
        .part("connections", "connections.xml", &data)
        .part("pivotCacheDefinition", "cache.xml", pivot);
    let mut xlsx = open(&bytes.bytes(), "de");
    assert_eq!(units(&xlsx), ["City", "Net", "Oslo"]);
    assert_eq!(
        columns(&write(&mut xlsx, &["Stadt", "Netto", ""])),
        ["Stadt", "Netto"]
    );
}

#[test]
fn columns_of_a_table_without_headers_keep_their_names() {
    let table = TABLE.replace("name=\"Sales\"", "name=\"Sales\" headerRowCount=\"0\"");
    let bytes = Book::new(&["<t>City</t>"])
        .sheet(&row(&s(0)))
        .part("table", "table.xml", &table)
        .bytes();
    let after = write(&mut open(&bytes, "de"), &["Stadt"]);
    assert_eq!(columns(&after), ["City", "Net"]);
}
