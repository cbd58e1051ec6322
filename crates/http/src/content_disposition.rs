use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// What RFC 8187 wants encoded: all but its `attr-char`.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'!')
    .remove(b'#')
    .remove(b'$')
    .remove(b'&')
    .remove(b'+')
    .remove(b'-')
    .remove(b'.')
    .remove(b'^')
    .remove(b'_')
    .remove(b'`')
    .remove(b'|')
    .remove(b'~');

/// The header `Content-Disposition` of a file with this name to be saved (RFC 6266). A name that
/// cannot stand in quotes in ASCII is there a second time, encoded.
#[must_use]
pub fn attachment(file_name: &str) -> String {
    let is_plain = |character: char| {
        matches!(character, ' '..='~') && !matches!(character, '"' | '\\' | '%' | '/')
    };
    let plain: String = file_name
        .chars()
        .map(
            |character| {
                if is_plain(character) { character } else { '_' }
            },
        )
        .collect();
    let mut header = format!("attachment; filename=\"{plain}\"");
    if plain != file_name {
        let encoded = utf8_percent_encode(file_name, ENCODED);
        header.push_str(&format!("; filename*=UTF-8''{encoded}"));
    }
    header
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_of_any_characters_can_stand_in_the_header() {
        for (name, expected) in [
            ("my report.docx", "attachment; filename=\"my report.docx\""),
            (
                "r\u{e9}sum\u{e9} 1.txt",
                "attachment; filename=\"r_sum_ 1.txt\"; filename*=UTF-8''r%C3%A9sum%C3%A9%201.txt",
            ),
            (
                "a\"b\\c%\r\n.txt",
                "attachment; filename=\"a_b_c___.txt\"; filename*=UTF-8''a%22b%5Cc%25%0D%0A.txt",
            ),
            (
                "\u{6587}\u{66f8}.pptx",
                "attachment; filename=\"__.pptx\"; filename*=UTF-8''%E6%96%87%E6%9B%B8.pptx",
            ),
        ] {
            assert_eq!(attachment(name), expected);
        }
    }
}
