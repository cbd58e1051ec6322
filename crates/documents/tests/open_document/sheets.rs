use crate::common::{part, units, write};
use crate::{document, opened, translated, units_of, warnings};

fn sheet(cells: &str) -> String {
    format!(
        "<table:table table:name=\"Sheet one\"><table:table-row>{cells}</table:table-row></table:table>"
    )
}

#[test]
fn texts_of_cells_are_units_and_numbers_and_names_of_sheets_stay() {
    let body = sheet(
        "<table:table-cell office:value-type=\"string\"><text:p>One</text:p><text:p>two</text:p></table:table-cell>\
         <table:table-cell office:value-type=\"float\" office:value=\"3\"><text:p>three pieces</text:p></table:table-cell>\
         <table:table-cell office:value-type=\"date\" office:date-value=\"2026-05-01\"><text:p>1 May</text:p></table:table-cell>",
    );
    assert_eq!(units_of("spreadsheet", &body), ["One", "two"]);
    let after = translated("spreadsheet", &body, &["Eins", "zwei"]);
    assert_eq!(
        after,
        body.replace("One<", "Eins<")
            .replace("<text:p>two", "<text:p>zwei")
    );
}

#[test]
fn formulas_stay_and_are_computed_again_and_their_comments_are_translated() {
    let body = sheet(
        "<table:table-cell table:formula=\"of:=[.A1]&amp;&quot; x&quot;\" office:value-type=\"string\" office:string-value=\"One x\">\
         <text:p>One x</text:p><office:annotation><text:p>Why so</text:p></office:annotation></table:table-cell>",
    );
    assert_eq!(units_of("spreadsheet", &body), ["Why so"]);
    let after = translated("spreadsheet", &body, &["Warum"]);
    let after_it = body.replace("Why so", "Warum");
    assert_eq!(
        after,
        after_it.replace(" office:string-value=\"One x\"", "")
    );
}

#[test]
fn a_value_that_is_said_twice_is_one_unit() {
    let body = sheet(
        "<table:table-cell office:value-type=\"string\" office:string-value=\"One\"><text:p>One</text:p></table:table-cell>",
    );
    assert_eq!(units_of("spreadsheet", &body), ["One"]);
    let after = translated("spreadsheet", &body, &["Eins"]);
    assert_eq!(
        after,
        body.replace("One\"", "Eins\"").replace("One<", "Eins<")
    );
}

#[test]
fn hidden_sheets_and_changes_stay() {
    let body = "<table:tracked-changes><table:cell-content-change><table:previous><table:change-track-table-cell><text:p>Before</text:p>\
        </table:change-track-table-cell></table:previous></table:cell-content-change></table:tracked-changes>\
        <table:table table:style-name=\"TH\"><table:table-row><table:table-cell><text:p>Hidden</text:p></table:table-cell></table:table-row></table:table>\
        <table:table><table:title>A table</table:title><table:table-row><table:table-cell><text:p>Shown</text:p></table:table-cell></table:table-row></table:table>";
    assert_eq!(units_of("spreadsheet", body), ["A table", "Shown"]);
}

#[test]
fn what_pivot_tables_call_columns_stays() {
    let body = sheet(
        "<table:table-cell office:value-type=\"string\"><text:p>Region</text:p></table:table-cell>\
         <table:table-cell office:value-type=\"string\" office:string-value=\"Region\"><text:p>Region</text:p></table:table-cell>\
         <table:table-cell office:value-type=\"string\"><text:p>North</text:p></table:table-cell>",
    ) + "<table:data-pilot-tables><table:data-pilot-table><table:data-pilot-field table:source-field-name=\"Region\"/></table:data-pilot-table></table:data-pilot-tables>";
    let bytes = document("spreadsheet", &body, &[]);
    let opened = opened("spreadsheet", &bytes, "de").unwrap();
    assert_eq!(units(&opened), ["North"]);
    assert_eq!(warnings(&opened), ["pivot_tables"]);
}

#[test]
fn what_depends_on_texts_is_told() {
    let validation = |condition: &str| {
        format!(
            "<table:content-validations><table:content-validation table:condition=\"{condition}\">\
             <table:error-message table:title=\"Wrong\"><text:p>Not so.</text:p></table:error-message>\
             </table:content-validation></table:content-validations>"
        )
    };
    let lists = validation("of:cell-content-is-in-list(&quot;big&quot;;&quot;small&quot;)");
    let range = validation("of:cell-content-is-in-list([.A1:.A9])");
    let compares = sheet(
        "<table:table-cell table:formula=\"of:=VLOOKUP([.A1];[.B1:.C9];2)\" office:value-type=\"float\"/>",
    );
    for (body, codes) in [
        (lists, vec!["value_lists"]),
        (range, vec![]),
        (compares, vec!["compared_texts"]),
    ] {
        let bytes = document("spreadsheet", &body, &[]);
        let opened = opened("spreadsheet", &bytes, "de").unwrap();
        assert_eq!(warnings(&opened), codes, "{body}");
        if body.contains("Wrong") {
            assert_eq!(units(&opened), ["Wrong", "Not so."]);
        }
    }
}

#[test]
fn charts_say_the_words_of_cells_again() {
    let chart = format!(
        "<office:document-content NAMES><office:body><office:chart><chart:chart><chart:title><text:p>Sales</text:p></chart:title>\
         {}</chart:chart></office:chart></office:body></office:document-content>",
        sheet(
            "<table:table-cell office:value-type=\"string\"><text:p>North</text:p></table:table-cell>"
        )
    );
    let manifest = "<manifest:manifest xmlns:manifest=\"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0\">\
        <manifest:file-entry manifest:full-path=\"/\" manifest:media-type=\"application/vnd.oasis.opendocument.spreadsheet\"/>\
        <manifest:file-entry manifest:full-path=\"Object 1/\" manifest:media-type=\"application/vnd.oasis.opendocument.chart\"/>\
        </manifest:manifest>";
    let body = sheet(
        "<table:table-cell office:value-type=\"string\"><text:p>North</text:p></table:table-cell>",
    );
    let bytes = document(
        "spreadsheet",
        &body,
        &[
            ("META-INF/manifest.xml", manifest),
            ("Object 1/content.xml", &chart),
        ],
    );
    let mut opened = opened("spreadsheet", &bytes, "de").unwrap();
    assert_eq!(units(&opened), ["North", "Sales"]);
    let output = write(&mut opened, &["Norden", "Umsatz"]);
    let chart = part(&output, "Object 1/content.xml");
    assert!(chart.contains(">Umsatz<") && chart.contains(">Norden<"));
}
