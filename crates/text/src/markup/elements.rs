//! What the names of HTML elements mean for a translation.
//!
//! The sets follow the rendering and parsing sections of the HTML standard. Names are compared
//! without regard to ASCII case.

pub(super) fn is_one_of(name: &str, names: &[&str]) -> bool {
    names.iter().any(|one| name.eq_ignore_ascii_case(one))
}

/// Bytes of the longest name in the large sets.
const LONGEST: usize = 10;

/// A name in lower case; nothing if it is longer than any that means something.
fn lower_case<'buffer>(name: &str, buffer: &'buffer mut [u8; LONGEST]) -> &'buffer str {
    let Some(buffer) = buffer.get_mut(..name.len()) else {
        return "";
    };
    buffer.copy_from_slice(name.as_bytes());
    buffer.make_ascii_lowercase();
    str::from_utf8(buffer).unwrap_or_default()
}

/// Whether the element has no content and no end tag.
pub(super) fn is_void(name: &str) -> bool {
    let mut buffer = [0; LONGEST];
    matches!(
        lower_case(name, &mut buffer),
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

/// Whether text before and after the tags of the element belongs to different sentences. All other
/// elements are inline, those with unknown names included, as a browser renders them.
pub(super) fn is_block(name: &str) -> bool {
    let mut buffer = [0; LONGEST];
    matches!(
        lower_case(name, &mut buffer),
        "address"
            | "article"
            | "aside"
            | "audio"
            | "blockquote"
            | "body"
            | "br"
            | "button"
            | "canvas"
            | "caption"
            | "center"
            | "col"
            | "colgroup"
            | "datalist"
            | "dd"
            | "details"
            | "dialog"
            | "dir"
            | "div"
            | "dl"
            | "dt"
            | "fieldset"
            | "figcaption"
            | "figure"
            | "footer"
            | "form"
            | "frame"
            | "frameset"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "head"
            | "header"
            | "hgroup"
            | "hr"
            | "html"
            | "iframe"
            | "legend"
            | "li"
            | "listing"
            | "main"
            | "menu"
            | "nav"
            | "noframes"
            | "noscript"
            | "object"
            | "ol"
            | "optgroup"
            | "option"
            | "p"
            | "pre"
            | "search"
            | "section"
            | "select"
            | "slot"
            | "summary"
            | "table"
            | "tbody"
            | "td"
            | "template"
            | "textarea"
            | "tfoot"
            | "th"
            | "thead"
            | "title"
            | "tr"
            | "ul"
            | "video"
            | "xmp"
            | "plaintext"
    )
}

/// Whether the content is no prose: it is copied and its words are not translated.
pub(super) fn is_untranslated(name: &str) -> bool {
    is_one_of(name, &["code", "kbd", "math", "samp", "svg", "var"])
}

/// Whether the content of an element that is copied is no text that a sentence could be read with.
pub(super) fn is_picture(name: &str) -> bool {
    is_one_of(name, &["svg"])
}

/// Whether the content is raw text, in which only the element's own end tag means something.
pub(super) fn is_raw_text(name: &str) -> bool {
    const RAW: [&str; 6] = ["iframe", "noembed", "noframes", "script", "style", "xmp"];
    is_one_of(name, &RAW)
}

/// Whether the content is text with character references but without tags.
pub(super) fn is_escapable_raw_text(name: &str) -> bool {
    is_one_of(name, &["textarea", "title"])
}

/// Whether line ends in the content are shown as line ends.
pub(super) fn keeps_line_ends(name: &str) -> bool {
    is_one_of(name, &["listing", "pre", "textarea"])
}

/// Whether the element may stand inside a word without ending it.
pub(super) fn is_inside_words(name: &str) -> bool {
    is_one_of(name, &["wbr"])
}

/// Whether the content is set above or below the line.
pub(super) fn is_script(name: &str) -> bool {
    is_one_of(name, &["sub", "sup"])
}

/// Whether end tags inside do not reach beyond this element, unless they are those of a table.
pub(super) fn is_cell(name: &str) -> bool {
    is_one_of(name, &["caption", "td", "th"])
}

/// Whether the element is a table or one of the parts it is built of.
pub(super) fn is_table_part(name: &str) -> bool {
    is_cell(name) || is_one_of(name, &["table", "tbody", "tfoot", "thead", "tr"])
}

/// Whether the end tag of an inline element may be left out before some start tags.
pub(super) fn may_end_implicitly(name: &str) -> bool {
    is_one_of(name, &["rp", "rt"])
}

/// Whether the start tag of `next` ends an open element whose end tag may be left out.
pub(super) fn ends_implicitly(open: &str, next: &str) -> bool {
    const FORM: [&str; 8] = [
        "br", "button", "datalist", "iframe", "noscript", "object", "select", "textarea",
    ];
    const MEDIA: [&str; 5] = ["audio", "canvas", "slot", "template", "video"];
    const ROWS: [&str; 3] = ["tbody", "tfoot", "thead"];
    let open_is = |names: &[&str]| is_one_of(open, names);
    let next_is = |names: &[&str]| is_one_of(next, names);
    (open_is(&["p"]) && is_block(next) && !next_is(&FORM) && !next_is(&MEDIA))
        || (open_is(&["li"]) && next_is(&["li"]))
        || (open_is(&["dt", "dd"]) && next_is(&["dt", "dd"]))
        || (open_is(&["option"]) && next_is(&["option", "optgroup"]))
        || (open_is(&["optgroup"]) && next_is(&["optgroup"]))
        || (open_is(&["td", "th"]) && (next_is(&["td", "th", "tr"]) || next_is(&ROWS)))
        || (open_is(&["tr"]) && (next_is(&["tr"]) || next_is(&ROWS)))
        || (open_is(&["caption", "colgroup"]) && (next_is(&["tr", "colgroup"]) || next_is(&ROWS)))
        || (open_is(&ROWS) && next_is(&ROWS))
        || (open_is(&["rt", "rp"]) && next_is(&["rt", "rp"]))
}
