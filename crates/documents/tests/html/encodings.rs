use super::*;

fn with(bytes: &[u8], translations: &[&str]) -> Vec<u8> {
    common::write(&mut open(bytes, "pl"), translations)
}

#[test]
fn the_encoding_that_a_page_names_is_kept_if_it_has_the_characters() {
    let page = b"<meta charset=iso-8859-2><p>Za\xbf\xf3\xb3\xe6";
    assert_eq!(common::units(&open(page, "pl")), ["Zażółć"]);
    assert_eq!(
        with(page, &["gęś"]),
        b"<meta charset=iso-8859-2><p>g\xea\xb6"
    );
}

#[test]
fn else_the_page_becomes_utf_8_and_says_so() {
    let page =
        b"<?xml version='1.0' encoding='iso-8859-1'?><html><head><meta http-equiv=Content-Type \
        content=\"text/html; charset=windows-1252\"><title>Caf\xe9</title><p>\xe9";
    assert_eq!(
        String::from_utf8(with(page, &["gęś", ""])).unwrap(),
        "<?xml version='1.0' encoding='utf-8'?><html><head><meta http-equiv=Content-Type \
        content=\"text/html; charset=utf-8\"><title>gęś</title><p>é"
    );
    let silent = "<html><body><p>One";
    assert_eq!(with(silent.as_bytes(), &["Two"]), b"<html><body><p>Two");
    assert_eq!(
        String::from_utf8(with(silent.as_bytes(), &["gęś"])).unwrap(),
        "<html><meta charset=\"utf-8\"><body><p>gęś"
    );
}

#[test]
fn a_mark_counts_more_than_what_the_page_says() {
    let page = "\u{feff}<meta charset=iso-8859-1><p>é";
    assert_eq!(
        with(page.as_bytes(), &["gęś"]),
        page.replace('é', "gęś").into_bytes()
    );
    let wide: Vec<u8> = page.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let expected = page.replace('é', "gęś");
    let expected: Vec<u8> = expected.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(with(&wide, &["gęś"]), expected);
}

#[test]
fn a_page_that_writes_letters_by_references_goes_on_doing_so() {
    let page = "<p>Caf&eacute; au lait<p>Th&#xe9;";
    assert_eq!(
        with(page.as_bytes(), &["Kawę é", ""]),
        b"<p>Kaw&#281; &eacute;<p>Th&#xe9;"
    );
}
