//! The tags of HTML and XML among what is kept of a text.

use dragoman_html::{Kind, Syntax, Tokenizer};

/// Whether something that is kept is a tag of HTML or XML.
pub(super) fn is_tag(kept: &str) -> bool {
    kept.starts_with('<') && kept.ends_with('>')
}

/// What a tag is for who reads the text aloud.
pub(super) fn read_as(tag: &str) -> &'static str {
    let token = Tokenizer::new(Syntax::Xml, tag).next();
    let Some(Kind::Start { element, .. } | Kind::End { element, .. }) =
        token.map(|token| token.kind)
    else {
        return "";
    };
    // Words on the two sides have nothing to do with one another.
    if element.is_line_break() {
        "\n"
    } else if element.ends_paragraph() {
        "\n\n"
    } else {
        ""
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_end_what_they_end_in_html() {
        for (tag, expected) in [
            ("<BR>", "\n"),
            ("<div class=\"a\">", "\n\n"),
            ("</footer>", "\n\n"),
            ("<hr/>", "\n\n"),
            ("<title>", "\n\n"),
            ("<b>", ""),
            ("<button>", ""),
            ("<p-name>", ""),
            ("<!-- <p> -->", ""),
        ] {
            assert_eq!(read_as(tag), expected, "{tag}");
        }
    }
}
