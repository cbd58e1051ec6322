use std::io::Cursor;

use dragoman_documents::{Content, Document, Epub, Options};
use proptest::prelude::*;

use crate::common::hostile::{check_damaged, damaged_text, damages, piece};
use crate::common::{options, part};
use crate::{opened, warnings, with_page};

/// A paragraph with a bit of everything.
fn everything() -> String {
    "<div>x<p title=\"t\">a <b id=\"b\">b <i>c<br/>d.</i></b> <br></br>e. <a href=\"#b\">f <code>g</code></a>\
     <span>h<ul><li>i</li></ul>j</span> <img alt=\"k\"/><ruby>l<rt>m</rt></ruby> &amp; <![CDATA[n <o>]]> p</p></div>"
        .to_owned()
}

proptest! {
    #[test]
    fn whatever_an_engine_does_to_codes_the_pages_stay_well_formed(
        pieces in prop::collection::vec(prop::collection::vec(piece(9), 0..20), 12),
        target in prop::sample::select(vec!["de", "ar"]),
        bilingual: bool,
    ) {
        let bytes = with_page(&everything());
        let options = Options { bilingual, ..options(target) };
        let mut epub = Epub::open(Box::new(Cursor::new(bytes)), options).unwrap();
        let count = epub.units().len();
        let translations: Vec<_> = pieces.into_iter().map(|pieces| Some(Content::new(pieces))).take(count).collect();
        let mut output = Vec::new();
        epub.write(&translations, &mut output).unwrap();
        let again = opened(&output, target).unwrap();
        prop_assert!(warnings(&again).is_empty(), "{}", part(&output, "book/a.xhtml"));
        let after = part(&output, "book/a.xhtml");
        for once in ["<img ", "<ul>", "<code>", "<a href", "]]>"] {
            prop_assert!(after.contains(once), "{once}");
        }
        prop_assert_eq!(after.matches("id=\"b\"").count(), 1);
        prop_assert!(!bilingual || after.matches("<img ").count() == 1);
    }

    #[test]
    fn damaged_books_give_a_book_or_an_error(
        damages in damages(),
    ) {
        let bytes = with_page(&damaged_text(everything(), damages));
        check_damaged(&bytes, |bytes| opened(bytes, "de"));
    }
}
