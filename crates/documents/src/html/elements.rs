//! What the names of HTML elements and attributes mean for a translation. Names are in lower case.

use super::attributes::{Attributes, Value};
use super::scanner::Token;

/// Whether the element has no content and no end tag.
pub(super) fn is_void(name: &str) -> bool {
    matches!(
        name,
        "area"
            | "base"
            | "basefont"
            | "bgsound"
            | "br"
            | "col"
            | "embed"
            | "frame"
            | "hr"
            | "image"
            | "img"
            | "input"
            | "keygen"
            | "link"
            | "meta"
            | "param"
            | "source"
            | "spacer"
            | "track"
            | "wbr"
    )
}

/// Whether text before and after the tags of the element belongs to different units. All other elements are
/// inline, unknown ones included, as browsers render them.
pub(super) fn is_block(name: &str) -> bool {
    const BLOCKS: [&str; 70] = [
        "address",
        "article",
        "aside",
        "audio",
        "blockquote",
        "body",
        "button",
        "canvas",
        "caption",
        "center",
        "col",
        "colgroup",
        "datalist",
        "dd",
        "details",
        "dialog",
        "dir",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "frame",
        "frameset",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "head",
        "header",
        "hgroup",
        "hr",
        "html",
        "label",
        "legend",
        "li",
        "listing",
        "main",
        "menu",
        "nav",
        "noscript",
        "object",
        "ol",
        "optgroup",
        "option",
        "p",
        "plaintext",
        "pre",
        "search",
        "section",
        "select",
        "slot",
        "summary",
        "table",
        "tbody",
        "td",
        "template",
        "textarea",
        "tfoot",
        "th",
        "thead",
        "title",
        "tr",
        "ul",
        "video",
    ];
    BLOCKS.contains(&name)
}

/// Whether the content is for machines, or a picture, and stays as it is unless an attribute says otherwise.
pub(super) fn is_protected(name: &str) -> bool {
    matches!(
        name,
        "code"
            | "kbd"
            | "listing"
            | "math"
            | "plaintext"
            | "pre"
            | "rp"
            | "rt"
            | "samp"
            | "svg"
            | "textarea"
            | "var"
    )
}

/// Whether the element is one of another language, in which elements may end with a slash.
pub(super) fn is_foreign(name: &str) -> bool {
    matches!(name, "math" | "svg")
}

/// Whether the element goes on where one ends in which it began.
pub(super) fn is_formatting(name: &str) -> bool {
    matches!(
        name,
        "a" | "b"
            | "big"
            | "em"
            | "font"
            | "i"
            | "nobr"
            | "s"
            | "small"
            | "strike"
            | "strong"
            | "tt"
            | "u"
    )
}

/// Whether a tag ends an open reading of East Asian characters, whose end tag may be left out.
pub(super) fn ends_reading(open: &str, token: &Token) -> bool {
    matches!(open, "rp" | "rt")
        && match token {
            Token::Start(tag) => matches!(tag.name.as_str(), "rb" | "rp" | "rt"),
            Token::End(tag) => tag.name == "ruby",
            _ => false,
        }
}

/// Whether white space in the element is shown as it is written.
pub(super) fn keeps_space(name: &str) -> bool {
    matches!(name, "listing" | "plaintext" | "pre" | "textarea")
}

/// Whether the content is raw text, in which only the element's own end tag means something.
pub(super) fn is_raw_text(name: &str) -> bool {
    const RAW: [&str; 6] = ["iframe", "noembed", "noframes", "script", "style", "xmp"];
    RAW.iter().any(|raw| name.eq_ignore_ascii_case(raw))
}

/// Whether the content is text with character references but without tags.
pub(super) fn is_escapable_raw_text(name: &str) -> bool {
    matches!(name, "textarea" | "title")
}

/// Whether end tags inside do not reach beyond this element, unless they are those of a table.
pub(super) fn is_barrier(name: &str) -> bool {
    matches!(name, "caption" | "table" | "td" | "th")
}

/// Whether the element is a table or one of the parts it is built of.
pub(super) fn is_table_part(name: &str) -> bool {
    is_barrier(name) || matches!(name, "tbody" | "tfoot" | "thead" | "tr")
}

/// Whether the start tag of `next` ends an open element whose end tag may be left out.
pub(super) fn ends_implicitly(open: &str, next: &str) -> bool {
    let is_group = matches!(next, "tbody" | "tfoot" | "thead");
    match open {
        "p" => {
            is_block(next)
                && !matches!(
                    next,
                    "audio"
                        | "button"
                        | "canvas"
                        | "datalist"
                        | "label"
                        | "noscript"
                        | "object"
                        | "select"
                        | "slot"
                        | "template"
                        | "textarea"
                        | "video"
                )
        }
        "li" => next == "li",
        "dt" | "dd" => matches!(next, "dt" | "dd"),
        "option" => matches!(next, "option" | "optgroup"),
        "optgroup" => next == "optgroup",
        "td" | "th" => matches!(next, "td" | "th" | "tr") || is_group,
        "tr" => next == "tr" || is_group,
        "caption" | "colgroup" => matches!(next, "tr" | "colgroup") || is_group,
        "tbody" | "tfoot" | "thead" => is_group,
        "head" => next == "body",
        _ => false,
    }
}

/// Names of attributes that people may read or hear.
const READ: [&str; 13] = [
    "alt",
    "title",
    "placeholder",
    "aria-label",
    "aria-description",
    "aria-placeholder",
    "aria-roledescription",
    "aria-valuetext",
    "label",
    "summary",
    "standby",
    "value",
    "content",
];

/// The values of an element's attributes that people read or hear.
pub(super) fn read_values<'a>(element: &str, attributes: &Attributes<'a>) -> Vec<Value<'a>> {
    let mut seen = Vec::new();
    let mut values = Vec::new();
    for attribute in attributes.clone() {
        let Some(name) = READ.iter().find(|name| attribute.is(name)) else {
            continue;
        };
        // Of attributes with the same name the first one counts.
        if !seen.contains(name) {
            seen.push(name);
            if is_read(element, name, attributes) {
                values.push(attribute.value);
            }
        }
    }
    values
}

fn is_read(element: &str, attribute: &str, attributes: &Attributes<'_>) -> bool {
    match attribute {
        "label" => matches!(element, "optgroup" | "option" | "track"),
        "summary" => element == "table",
        "standby" => element == "object",
        "value" => {
            let kind = attributes.value("type").map(|value| value.raw);
            element == "input"
                && kind.is_some_and(|kind| {
                    ["button", "reset", "submit"]
                        .iter()
                        .any(|button| kind.eq_ignore_ascii_case(button))
                })
        }
        "content" => {
            let name = attributes.value("name").or(attributes.value("property"));
            element == "meta" && name.is_some_and(|name| is_prose(&name.raw.to_ascii_lowercase()))
        }
        _ => true,
    }
}

/// Whether the metadata of this name is text to read rather than an address, a name or a setting.
fn is_prose(name: &str) -> bool {
    let is_of = |prefix: &str, names: &[&str]| {
        name.strip_prefix(prefix)
            .is_some_and(|name| names.contains(&name))
    };
    matches!(
        name,
        "abstract"
            | "application-name"
            | "apple-mobile-web-app-title"
            | "description"
            | "keywords"
            | "subject"
    ) || is_of("og:", &["title", "description", "site_name", "image:alt"])
        || is_of(
            "twitter:",
            &[
                "title",
                "description",
                "image:alt",
                "label1",
                "label2",
                "data1",
                "data2",
            ],
        )
        || is_of("dc.", &["title", "description", "subject"])
        || is_of("dcterms.", &["title", "description", "abstract"])
}
