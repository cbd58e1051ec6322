//! Takes the place of the sanitiser of HTML that harper-core names; `stand-ins/README.md` says why.
//!
//! Harper describes its findings in HTML, for editors. This program never asks for that. What would be shown is
//! escaped, so that it is safe whoever asks.

/// The text that HTML would be shown as, with nothing of it as markup.
#[must_use]
pub fn clean(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    for character in html.chars() {
        match character {
            '&' => text.push_str("&amp;"),
            '<' => text.push_str("&lt;"),
            '>' => text.push_str("&gt;"),
            '"' => text.push_str("&quot;"),
            '\'' => text.push_str("&#39;"),
            other => text.push(other),
        }
    }
    text
}
