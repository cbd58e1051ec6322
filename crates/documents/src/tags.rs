//! Tags within text: `<b>`, `</0>`, `<br/>`.

use dragoman_html::{Element, Setting};

/// Where the tags stand.
const SETTING: Setting = Setting::Message;

/// A tag with which the rest of a text begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Tag<'a> {
    pub(crate) kind: Kind,
    pub(crate) name: &'a str,
    pub(crate) length: usize,
    /// What stands after the name.
    attributes: &'a str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Open,
    Close,
    /// An element without content, or a comment.
    Single,
}

/// The tag with which the rest of a text begins.
pub(crate) fn tag(rest: &str) -> Option<Tag<'_>> {
    if let Some((name, length)) = declaration(rest) {
        return Some(Tag {
            kind: Kind::Single,
            name,
            length,
            attributes: "",
        });
    }
    let after = rest.strip_prefix('<')?;
    let inner = after.strip_prefix('/');
    let is_close = inner.is_some();
    let inner = inner.unwrap_or(after);
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-_:.".contains(&byte);
    let name_length = inner.bytes().take_while(|byte| is_name(*byte)).count();
    let (name, attributes) = inner.split_at_checked(name_length)?;
    if !name.starts_with(|first: char| first.is_ascii_alphanumeric())
        || !attributes.starts_with(|next: char| next.is_whitespace() || "/>".contains(next))
    {
        return None;
    }
    let end = attributes_length(attributes)?;
    let attributes = attributes.get(..end)?;
    // Numbered tags stand for components, which have no attributes.
    if name.starts_with(|first: char| first.is_ascii_digit())
        && !matches!(attributes.trim(), "" | "/")
    {
        return None;
    }
    let is_empty = attributes.ends_with('/') || Element::of(name).is_void(SETTING);
    let kind = match (is_close, is_empty) {
        (true, _) => Kind::Close,
        (false, true) => Kind::Single,
        (false, false) => Kind::Open,
    };
    let length = rest.len() - inner.len() + name_length + end + 1;
    Some(Tag {
        kind,
        name,
        length,
        attributes,
    })
}

/// A comment, the beginning of character data or a declaration. One that does not end takes the rest, as
/// it does for browsers.
fn declaration(rest: &str) -> Option<(&'static str, usize)> {
    let until = |end: &str| rest.find(end).map_or(rest.len(), |at| at + end.len());
    let after = rest.strip_prefix("<!")?;
    if after.starts_with("--") {
        Some(("comment", until("-->")))
    } else if after.starts_with("[CDATA[") {
        Some(("!", "<![CDATA[".len()))
    } else {
        let is_declaration = after.starts_with(|first: char| first.is_ascii_alphabetic());
        is_declaration.then(|| ("!", until(">")))
    }
}

/// How long attributes are, up to the end of the tag.
fn attributes_length(attributes: &str) -> Option<usize> {
    let mut quote = None;
    for (at, byte) in attributes.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return Some(at),
            (None, b'<') => return None,
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
    }
    None
}

impl Tag<'_> {
    /// Whether text on both sides of it belongs to different paragraphs.
    pub(crate) fn separates(&self) -> bool {
        self.name == "!" || self.element().is_block(SETTING) || self.name.contains(':')
    }

    /// Whether the content of its element is nothing to translate.
    pub(crate) fn protects(&self) -> bool {
        let attributes = self.attributes;
        self.kind == Kind::Open
            && (self.element().is_kept(SETTING)
                || attributes.contains("translate=\"no\"")
                || attributes.contains("translate='no'")
                || attributes.contains("notranslate"))
    }

    fn element(&self) -> Element {
        Element::of(self.name)
    }
}

/// The length of the element that begins with this tag, the rest if it does not end.
pub(crate) fn element_length(rest: &str, first: &Tag<'_>) -> usize {
    let mut depth = 1_usize;
    let mut at = first.length;
    while let Some(after) = rest.get(at..) {
        let Some(next) = after.find('<') else {
            break;
        };
        at += next;
        let Some(tag) = rest.get(at..).and_then(tag) else {
            at += 1;
            continue;
        };
        at += tag.length;
        if tag.name.eq_ignore_ascii_case(first.name) {
            match tag.kind {
                Kind::Open => depth += 1,
                Kind::Close => depth -= 1,
                Kind::Single => {}
            }
        }
        if depth == 0 {
            return at;
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_told_from_other_angle_brackets() {
        let found = |text: &'static str| tag(text).map(|tag| (tag.kind, tag.name, tag.length));
        assert_eq!(found("<b>x"), Some((Kind::Open, "b", 3)));
        assert_eq!(found("</0>x"), Some((Kind::Close, "0", 4)));
        assert_eq!(found("<a href='a>b'>x"), Some((Kind::Open, "a", 14)));
        assert_eq!(found("<br />x"), Some((Kind::Single, "br", 6)));
        assert_eq!(found("<BR>x"), Some((Kind::Single, "BR", 4)));
        assert_eq!(found("<!-- <b> -->x"), Some((Kind::Single, "comment", 12)));
        for text in [
            "< b>",
            "<3 you>",
            "<me@example.org>",
            "<b",
            "<a < b>",
            "<>",
            "<a \"b>",
        ] {
            assert_eq!(found(text), None, "{text}");
        }
    }

    #[test]
    fn an_element_ends_with_its_own_end() {
        let text = "<code>a<code>b</code></b></code> c";
        assert_eq!(element_length(text, &tag(text).unwrap()), text.len() - 2);
        assert_eq!(element_length("<code>a", &tag("<code>a").unwrap()), 7);
    }
}
