//! The table that says what the codes of a font stand for (ISO 32000-2, 9.10.3): by it text is found and copied.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use lopdf::{Dictionary, Stream};

/// How many codes a list of them has at most.
const LONGEST_LIST: usize = 100;

/// The table as a stream: the bytes of each code with its text.
pub(crate) fn to_unicode<'m>(meanings: impl Iterator<Item = (&'m [u8], &'m str)>) -> Stream {
    let meanings: Vec<(&[u8], &str)> = meanings.filter(|(_, text)| !text.is_empty()).collect();
    let lengths: BTreeSet<usize> = meanings.iter().map(|(code, _)| code.len()).collect();
    let mut table = String::from(
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapName /Meanings def\n/CMapType 2 def\n",
    );
    // Writing to a string does not fail.
    let _ = writeln!(table, "{} begincodespacerange", lengths.len());
    for length in lengths {
        let _ = writeln!(table, "<{}> <{}>", "00".repeat(length), "FF".repeat(length));
    }
    table.push_str("endcodespacerange\n");
    for list in meanings.chunks(LONGEST_LIST) {
        let _ = writeln!(table, "{} beginbfchar", list.len());
        for (code, text) in list {
            table.push('<');
            for byte in *code {
                let _ = write!(table, "{byte:02X}");
            }
            table.push_str("> <");
            for unit in text.encode_utf16() {
                let _ = write!(table, "{unit:04X}");
            }
            table.push_str(">\n");
        }
        table.push_str("endbfchar\n");
    }
    table.push_str("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n");
    let mut stream = Stream::new(Dictionary::new(), table.into_bytes());
    // Without compression it is only longer.
    let _ = stream.compress();
    stream
}
