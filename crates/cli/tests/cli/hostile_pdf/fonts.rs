//! Fonts that call themselves, or say that they have more than they can.

use super::support::{File, Reader};
use super::{NO_MEMORY, NOT_VALID, TOO_LARGE, TOO_LONG};

const CODES: &str = "/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>";

/// What may be said of any of them.
const MESSAGES: [&str; 4] = [TOO_LARGE, NO_MEMORY, TOO_LONG, NOT_VALID];

fn words(words: &[u16]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_be_bytes()).collect()
}

/// A font file of TrueType with these tables.
fn true_type(tables: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut file = words(&[1, 0, u16::try_from(tables.len()).unwrap(), 64, 2, 0]);
    let mut data: Vec<u8> = Vec::new();
    for (name, table) in tables {
        file.extend(name.bytes());
        file.extend([0; 4]);
        for number in [12 + 16 * tables.len() + data.len(), table.len()] {
            file.extend(u32::try_from(number).unwrap().to_be_bytes());
        }
        data.extend(table);
        data.resize(data.len().next_multiple_of(4), 0);
    }
    file.extend(data);
    file
}

/// A font that has so many glyphs, of which each is this, and this table of letters.
fn font(glyphs: u16, glyph: Vec<u8>, letters: Vec<u8>) -> Vec<u8> {
    let half = u16::try_from(glyph.len() / 2).unwrap();
    let head = words(&[
        1, 0, 1, 0, 0, 0, 0x5f0f, 0x3cf5, 0, 1000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 500, 700, 0, 8, 2,
        0, 0,
    ]);
    let across = words(&[
        1, 0, 800, 0xff38, 0, 700, 0, 0, 500, 1, 0, 0, 0, 0, 0, 0, 0, 1,
    ]);
    let most = words(&[1, 0, glyphs, 3, 1, 6, 2, 1, 0, 0, 0, 0, 0, 0, 2, 0xffff]);
    true_type(&[
        ("cmap", letters),
        ("glyf", glyph),
        ("head", head),
        ("hhea", across),
        ("hmtx", words(&[700, 0])),
        ("loca", words(&[0, half, half, half, half])),
        ("maxp", most),
    ])
}

#[test]
fn true_type_fonts_without_end_end() {
    let reader = Reader::new();
    let no_letters = || words(&[0, 0]);
    // One that consists of itself, twice.
    let composite = words(&[0xffff, 0, 0, 9, 9, 0x0023, 0, 0, 0, 0x0003, 0, 0, 0]);
    // Every code there may be, in groups that are said to be two thousand million.
    let mut all = words(&[0, 1, 3, 10, 0, 12, 12, 0, 0, 0xffff, 0, 0, 0x7fff, 0xffff]);
    for _ in 0..64 {
        all.extend(words(&[0, 0, 0xffff, 0xffff, 0, 0]));
    }
    // A segment of every code of two bytes, again and again.
    let segments = 1_000_u16;
    let mut again = words(&[0, 1, 3, 1, 0, 12, 4, 0xffff, 0, 2 * segments, 0, 0, 0]);
    for word in [0xffff, 0, 1, 0] {
        again.extend(words(&vec![word; usize::from(segments)]));
    }
    for (name, program) in [
        ("composite", font(4, composite, no_letters())),
        ("glyphs", font(0xffff, Vec::new(), no_letters())),
        ("groups", font(4, Vec::new(), all)),
        ("segments", font(4, Vec::new(), again)),
        (
            "tables",
            [&words(&[1, 0, 0xffff, 0, 0, 0])[..], &[0xff; 4096]].concat(),
        ),
    ] {
        let descriptor =
            "/FontDescriptor<</Type/FontDescriptor/FontName/Test/Flags 4/FontFile2 6 0 R>>";
        let simple = format!("<</Type/Font/Subtype/TrueType/BaseFont/Test{descriptor}>>");
        reader.survives(name, &File::with_font(&simple, "", &program), &MESSAGES);
        let composite = format!(
            "<</Type/Font/Subtype/Type0/BaseFont/Test/Encoding/Identity-H/DescendantFonts\
             [<</Type/Font/Subtype/CIDFontType2/BaseFont/Test{CODES}{descriptor}>>]>>"
        );
        reader.survives(name, &File::with_font(&composite, "", &program), &MESSAGES);
    }
}

/// An index of a compact font.
fn index(items: &[&[u8]]) -> Vec<u8> {
    let mut bytes = words(&[u16::try_from(items.len()).unwrap()]);
    let mut end = 1_u8;
    bytes.extend([1, end]);
    for item in items {
        end += u8::try_from(item.len()).unwrap();
        bytes.push(end);
    }
    bytes.extend(items.concat());
    bytes
}

#[test]
fn compact_fonts_without_end_end() {
    let reader = Reader::new();
    let compact = |subroutines: Vec<u8>, glyphs: Vec<u8>| {
        let head = [vec![1, 0, 4, 1], index(&[b"Test"])].concat();
        // The place of the glyphs, in three bytes.
        let top = |place: u16| index(&[&[vec![28], words(&[place]), vec![17]].concat()]);
        let strings = words(&[0]);
        let length = head.len() + top(0).len() + strings.len() + subroutines.len();
        [
            head,
            top(u16::try_from(length).unwrap()),
            strings,
            subroutines,
            glyphs,
        ]
        .concat()
    };
    // The number of the first subroutine is -107; it calls itself, and that again.
    let calls = index(&[&[32, 29, 32, 29, 11]]);
    let glyph = index(&[&[14], &[32, 29, 14], &[32, 29, 14], &[32, 29, 14]]);
    let huge = [words(&[0xffff]), vec![4], vec![0xff; 64]].concat();
    for (name, program) in [
        ("calls", compact(calls, glyph.clone())),
        ("subroutines", compact(huge.clone(), glyph)),
        ("glyphs", compact(words(&[0]), huge)),
    ] {
        let descriptor =
            "/FontDescriptor<</Type/FontDescriptor/FontName/Test/Flags 4/FontFile3 6 0 R>>";
        let simple = format!("<</Type/Font/Subtype/Type1/BaseFont/Test{descriptor}>>");
        let file = File::with_font(&simple, "/Subtype/Type1C", &program);
        reader.survives(name, &file, &MESSAGES);
        let composite = format!(
            "<</Type/Font/Subtype/Type0/BaseFont/Test/Encoding/Identity-H/DescendantFonts\
             [<</Type/Font/Subtype/CIDFontType0/BaseFont/Test{CODES}{descriptor}>>]>>"
        );
        let file = File::with_font(&composite, "/Subtype/CIDFontType0C", &program);
        reader.survives(name, &file, &MESSAGES);
    }
}

#[test]
fn tables_of_all_codes_end() {
    let reader = Reader::new();
    let spaces = "1 begincodespacerange <00000000> <FFFFFFFF> endcodespacerange\n";
    let meanings = "1 beginbfrange <00000000> <FFFFFFFF> <0041> endbfrange\n".repeat(10_000);
    let codes = "1 begincidrange <00000000> <FFFFFFFF> 0 endcidrange\n".repeat(10_000);
    let font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>";
    let table = format!("{spaces}{meanings}");
    reader.survives(
        "meanings",
        &File::with_font(font, "", table.as_bytes()),
        &MESSAGES,
    );
    let font = format!(
        "<</Type/Font/Subtype/Type0/BaseFont/Test/Encoding 6 0 R/DescendantFonts\
         [<</Type/Font/Subtype/CIDFontType2/BaseFont/Test{CODES}>>]>>"
    );
    let table = format!("{spaces}{codes}");
    let file = File::with_font(&font, "/Type/CMap/CMapName/C", table.as_bytes());
    reader.survives("codes", &file, &MESSAGES);
    // One that uses itself.
    let file = File::with_font(
        &font,
        "/Type/CMap/CMapName/C/UseCMap 6 0 R",
        b"/C usecmap endcmap",
    );
    reader.survives("itself", &file, &MESSAGES);
    let widths = format!(
        "/FirstChar 0/LastChar 2147483647/Widths[{}]",
        "9 ".repeat(100_000)
    );
    let font = format!("<</Type/Font/Subtype/Type1/BaseFont/Helvetica{widths}>>");
    reader.survives("widths", &File::with_font(&font, "", b""), &MESSAGES);
    for widths in ["/W[0 2147483647 500]", "/W2[0 4294967295 500 0 0]"] {
        let font = format!(
            "<</Type/Font/Subtype/Type0/BaseFont/Test/Encoding/Identity-H/DescendantFonts\
             [<</Type/Font/Subtype/CIDFontType2/BaseFont/Test{CODES}{widths}>>]>>"
        );
        // The text in another font is translated.
        let file = File::with_font(&font, "", b"");
        reader.survives("ranges", &file, &[]);
    }
}
