//! What groups are by the control word with which they begin.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Destination {
    /// Text of its own.
    Flow,
    /// Groups with text of their own among other things.
    Container,
    Field,
    /// What a field does.
    Instruction,
    /// What a field shows.
    FieldResult,
    Fonts,
    /// The start or the end of a range.
    Anchor,
    /// It stays as it is.
    Other,
}

/// Destinations that need not be starred and stay as they are.
const OTHERS: &[&str] = &[
    "aftncn",
    "aftnsep",
    "aftnsepc",
    "atnauthor",
    "atndate",
    "atnicn",
    "atnid",
    "atnparent",
    "atnref",
    "atntime",
    "author",
    "category",
    "colortbl",
    "comment",
    "company",
    "datafield",
    "datastore",
    "doccomm",
    "falt",
    "file",
    "filetbl",
    "formfield",
    "ftncn",
    "ftnsep",
    "ftnsepc",
    "fname",
    "generator",
    "hlinkbase",
    "keycode",
    "keywords",
    "latentstyles",
    "leveltext",
    "levelnumbers",
    "linkval",
    "list",
    "listlevel",
    "listname",
    "listoverride",
    "listoverridetable",
    "listpicture",
    "liststylename",
    "listtable",
    "listtext",
    "manager",
    "mmath",
    "moMath",
    "moMathPara",
    "nesttableprops",
    "nonesttables",
    "nonshppict",
    "objalias",
    "objclass",
    "objdata",
    "object",
    "objname",
    "objsect",
    "objtime",
    "operator",
    "panose",
    "pgp",
    "pict",
    "picprop",
    "pn",
    "pnseclvl",
    "pntext",
    "pntxta",
    "pntxtb",
    "private",
    "propname",
    "protusertbl",
    "result",
    "revtbl",
    "rxe",
    "sn",
    "sp",
    "staticval",
    "stylesheet",
    "sv",
    "tc",
    "tcn",
    "template",
    "themedata",
    "txe",
    "ud",
    "upr",
    "userprops",
    "wgrffmtfilter",
    "xe",
    "xmlopen",
];

/// What a group is that begins with this control word; `None` if that is no name of a destination.
pub(super) fn destination(name: &str, is_starred: bool) -> Option<Destination> {
    Some(match name {
        "header" | "headerl" | "headerr" | "headerf" | "footer" | "footerl" | "footerr"
        | "footerf" | "footnote" | "annotation" | "shptxt" | "dptxbxtext" | "title" | "subject" => {
            Destination::Flow
        }
        "info" | "shp" | "shpinst" | "shprslt" | "shpgrp" | "do" => Destination::Container,
        "field" => Destination::Field,
        "fldinst" => Destination::Instruction,
        "fldrslt" => Destination::FieldResult,
        "fonttbl" => Destination::Fonts,
        "bkmkstart" | "bkmkend" | "atrfstart" | "atrfend" | "mvfmf" | "mvfml" => {
            Destination::Anchor
        }
        _ if is_starred || OTHERS.contains(&name) => Destination::Other,
        _ => return None,
    })
}

/// Whether a control word ends a paragraph.
pub(super) fn ends_paragraph(name: &str) -> bool {
    matches!(
        name,
        "par" | "cell" | "nestcell" | "row" | "nestrow" | "sect" | "page" | "column"
    )
}

/// Whether a control word is seen, or stands for something that is.
pub(super) fn is_mark(name: &str) -> bool {
    matches!(
        name,
        "tab"
            | "line"
            | "lbr"
            | "chftn"
            | "chatn"
            | "chpgn"
            | "sectnum"
            | "chdate"
            | "chdpl"
            | "chdpa"
            | "chtime"
            | "chftnsep"
            | "chftnsepc"
            | "softline"
            | "softpage"
            | "softcol"
            | "nestpage"
            | "ptabldot"
            | "pmartabql"
            | "pindtabql"
    )
}

/// Whether a control word has to stay outside of groups that end before the paragraph does.
pub(super) fn is_lasting(name: &str) -> bool {
    matches!(
        name,
        "trowd" | "cellx" | "sectd" | "sbknone" | "sbkpage" | "bin"
    )
}

/// The character that a control word stands for.
pub(super) fn character(name: &str) -> Option<char> {
    Some(match name {
        "emdash" => '—',
        "endash" => '–',
        "emspace" => '\u{2003}',
        "enspace" => '\u{2002}',
        "qmspace" => '\u{2005}',
        "bullet" => '•',
        "lquote" => '‘',
        "rquote" => '’',
        "ldblquote" => '“',
        "rdblquote" => '”',
        "ltrmark" => '\u{200e}',
        "rtlmark" => '\u{200f}',
        "zwbo" => '\u{200b}',
        "zwnbo" => '\u{2060}',
        "zwj" => '\u{200d}',
        "zwnj" => '\u{200c}',
        _ => return None,
    })
}
