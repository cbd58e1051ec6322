//! What the names of HTML elements mean for a translation.
//!
//! The table follows the rendering and parsing sections of the HTML standard. Where markup stands decides some of it, see
//! [`Setting`].

/// Where markup stands. It decides what parts a text and what is left as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting {
    /// In a text of which sentences are translated one by one: a line break parts them.
    Fragment,
    /// In a file of which paragraphs are translated as a whole: what a line break parts depends on the words beside it,
    /// and what is written for programs, or for people who read code, stays.
    Page,
    /// In a message of a program: names that are more likely those of its components than of HTML mean nothing.
    Message,
}

/// What HTML says of the elements with a name. Of names that it does not know it says nothing: they are inline elements, as
/// browsers render them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Element(u64);

// What differs between settings has a bit for each of them.
const FRAGMENT: u64 = 0o11_111;
const PAGE: u64 = FRAGMENT << 1;
const MESSAGE: u64 = FRAGMENT << 2;

/// Without content and end tag.
const VOID: u64 = 0o7;
/// Text before and after its tags does not belong together.
const BLOCK: u64 = 0o70;
/// Its content stays as it is.
const KEPT: u64 = 0o700;
/// White space in it is shown as it is written.
const SPACED: u64 = 0o7000;
/// End tags in it do not reach beyond it, but for those of tables.
const CONFINING: u64 = 0o70_000;

const fn bit(number: u32) -> u64 {
    1 << (15 + number)
}

const RAW_TEXT: u64 = bit(0);
const ESCAPABLE: u64 = bit(1);
const FORMATTING: u64 = bit(2);
const FOREIGN: u64 = bit(3);
const PICTURE: u64 = bit(4);
const LINE_BREAK: u64 = bit(5);
const JOINING: u64 = bit(6);
const HIDDEN: u64 = bit(7);
const SCRIPT: u64 = bit(8);
const RUBY: u64 = bit(9);
const READING: u64 = bit(10);
const BEHIND_READING: u64 = bit(11);
// Which end tags may be left out before which start tags; see `OMITTED_ENDS`.
const PARAGRAPH: u64 = bit(12);
const BEHIND_PARAGRAPH: u64 = bit(13);
const ITEM: u64 = bit(14);
const TERM: u64 = bit(15);
const OPTION: u64 = bit(16);
const OPTIONS: u64 = bit(17);
const TABLE: u64 = bit(18);
const CAPTION: u64 = bit(19);
const COLUMNS: u64 = bit(20);
const ROWS: u64 = bit(21);
const ROW: u64 = bit(22);
const CELL: u64 = bit(23);
const HEAD: u64 = bit(24);
const BODY: u64 = bit(25);

/// A block that ends a paragraph before it.
const FLOW: u64 = BLOCK | BEHIND_PARAGRAPH;

/// Elements whose end tags may be left out, before which start tags, and where.
const OMITTED_ENDS: [(u64, u64, u64); 11] = [
    (PARAGRAPH, BEHIND_PARAGRAPH, ANYWHERE),
    (ITEM, ITEM, ANYWHERE),
    (TERM, TERM, ANYWHERE),
    (OPTION, OPTION | OPTIONS, ANYWHERE),
    (OPTIONS, OPTIONS, ANYWHERE),
    (CELL, CELL | ROW | ROWS, ANYWHERE),
    (ROW, ROW | ROWS, ANYWHERE),
    (CAPTION | COLUMNS, COLUMNS | ROW | ROWS, ANYWHERE),
    (ROWS, ROWS, ANYWHERE),
    (READING, READING, ANYWHERE),
    (HEAD, BODY, PAGE),
];

const ANYWHERE: u64 = FRAGMENT | PAGE | MESSAGE;

/// The elements, by their names.
const ELEMENTS: [(&str, u64); 118] = [
    ("a", FORMATTING),
    ("address", FLOW),
    ("area", VOID),
    ("article", FLOW),
    ("aside", FLOW),
    ("audio", BLOCK & !MESSAGE),
    ("b", FORMATTING),
    ("base", VOID),
    ("basefont", VOID & !MESSAGE),
    ("bgsound", VOID & !MESSAGE),
    ("big", FORMATTING),
    ("blockquote", FLOW),
    ("body", FLOW | BODY),
    ("br", VOID | BLOCK & FRAGMENT | LINE_BREAK),
    ("button", BLOCK),
    ("canvas", BLOCK & !MESSAGE),
    ("caption", FLOW | CONFINING | CAPTION),
    ("center", FLOW),
    ("code", KEPT),
    ("col", VOID | FLOW),
    ("colgroup", FLOW | COLUMNS),
    ("datalist", BLOCK & !MESSAGE),
    ("dd", FLOW | TERM),
    ("details", FLOW),
    ("dialog", FLOW),
    ("dir", FLOW & !MESSAGE),
    ("div", FLOW),
    ("dl", FLOW),
    ("dt", FLOW | TERM),
    ("em", FORMATTING),
    ("embed", VOID),
    ("fieldset", FLOW),
    ("figcaption", FLOW),
    ("figure", FLOW),
    ("font", FORMATTING),
    ("footer", FLOW),
    ("form", FLOW),
    ("frame", (VOID | FLOW) & !MESSAGE),
    ("frameset", FLOW & !MESSAGE),
    ("h1", FLOW),
    ("h2", FLOW),
    ("h3", FLOW),
    ("h4", FLOW),
    ("h5", FLOW),
    ("h6", FLOW),
    ("head", FLOW | HEAD),
    ("header", FLOW),
    ("hgroup", FLOW & !MESSAGE),
    ("hr", VOID | FLOW),
    ("html", FLOW),
    ("i", FORMATTING),
    ("iframe", RAW_TEXT | BLOCK & FRAGMENT),
    ("image", VOID & !MESSAGE),
    ("img", VOID),
    ("input", VOID),
    ("kbd", KEPT),
    ("keygen", VOID & !MESSAGE),
    ("label", BLOCK & !FRAGMENT),
    ("legend", FLOW),
    ("li", FLOW | ITEM),
    ("link", VOID | HIDDEN),
    ("listing", FLOW & !MESSAGE | KEPT & PAGE | SPACED),
    ("main", FLOW),
    ("math", KEPT | FOREIGN),
    ("menu", FLOW & !MESSAGE),
    ("meta", VOID | HIDDEN),
    ("nav", FLOW),
    ("nobr", FORMATTING),
    ("noembed", RAW_TEXT),
    ("noframes", RAW_TEXT | BLOCK & FRAGMENT),
    ("noscript", BLOCK & !MESSAGE),
    ("object", BLOCK & !MESSAGE),
    ("ol", FLOW),
    ("optgroup", FLOW & !MESSAGE | OPTIONS),
    ("option", FLOW | OPTION),
    ("p", FLOW | PARAGRAPH),
    ("param", VOID & !MESSAGE),
    ("plaintext", FLOW & !MESSAGE | (KEPT | SPACED) & PAGE),
    ("pre", FLOW & !MESSAGE | KEPT & !FRAGMENT | SPACED),
    ("rb", BEHIND_READING),
    ("rp", KEPT & PAGE | READING | BEHIND_READING),
    ("rt", KEPT & PAGE | READING | BEHIND_READING),
    ("ruby", RUBY),
    ("s", FORMATTING),
    ("samp", KEPT),
    ("script", RAW_TEXT | KEPT & MESSAGE),
    ("search", FLOW & !MESSAGE),
    ("section", FLOW),
    ("select", BLOCK),
    ("slot", BLOCK & !MESSAGE),
    ("small", FORMATTING),
    ("source", VOID),
    ("spacer", VOID & !MESSAGE),
    ("strike", FORMATTING),
    ("strong", FORMATTING),
    ("style", RAW_TEXT | KEPT & MESSAGE),
    ("sub", SCRIPT),
    ("summary", FLOW),
    ("sup", SCRIPT),
    ("svg", KEPT | FOREIGN | PICTURE),
    ("table", FLOW | CONFINING & PAGE | TABLE),
    ("tbody", FLOW | ROWS),
    ("td", FLOW | CONFINING | CELL),
    ("template", BLOCK & !MESSAGE),
    (
        "textarea",
        BLOCK & !MESSAGE | KEPT & !FRAGMENT | SPACED | ESCAPABLE,
    ),
    ("tfoot", FLOW | ROWS),
    ("th", FLOW | CONFINING | CELL),
    ("thead", FLOW | ROWS),
    ("title", FLOW | ESCAPABLE),
    ("tr", FLOW | ROW),
    ("track", VOID),
    ("tt", FORMATTING),
    ("u", FORMATTING),
    ("ul", FLOW),
    ("var", KEPT),
    ("video", BLOCK & !MESSAGE),
    ("wbr", VOID | JOINING),
    ("xmp", RAW_TEXT | BLOCK & FRAGMENT),
];

/// A name of at most [`LONGEST`] bytes as a number: its letters in lower case, zeros, and its length. Numbers have the order of
/// their names.
type Key = u128;

/// Bytes of the longest name that a key holds; none in the table is longer.
const LONGEST: usize = size_of::<Key>() - 1;

/// The keys of the table, in its order: comparing them takes an instruction or two, comparing names a call.
static KEYS: [Key; ELEMENTS.len()] = {
    let mut keys = [0; ELEMENTS.len()];
    let mut index = 0;
    while index < keys.len() {
        keys[index] = key(ELEMENTS[index].0.as_bytes());
        index += 1;
    }
    keys
};

const fn key(name: &[u8]) -> Key {
    let mut key: Key = 0;
    let mut rest = name;
    while let [byte, behind @ ..] = rest {
        key = key << 8 | byte.to_ascii_lowercase() as Key;
        rest = behind;
    }
    let zeros = LONGEST - name.len();
    key << (8 * (zeros + 1)) | name.len() as Key
}

impl Element {
    /// What is said of a name, in whatever case.
    #[must_use]
    pub fn of(name: &str) -> Self {
        if name.is_empty() || name.len() > LONGEST {
            return Self::default();
        }
        KEYS.binary_search(&key(name.as_bytes()))
            .ok()
            .and_then(|index| ELEMENTS.get(index))
            .map_or_else(Self::default, |(_, traits)| Self(*traits))
    }

    const fn has(self, traits: u64) -> bool {
        self.0 & traits != 0
    }

    const fn has_in(self, setting: Setting, traits: u64) -> bool {
        self.has(traits & setting.mask())
    }

    /// Whether it has no content and no end tag.
    #[must_use]
    pub const fn is_void(self, setting: Setting) -> bool {
        self.has_in(setting, VOID)
    }

    /// Whether text before and after its tags does not belong together.
    #[must_use]
    pub const fn is_block(self, setting: Setting) -> bool {
        self.has_in(setting, BLOCK)
    }

    /// Whether its content is for programs, or a picture, and stays as it is unless an attribute says otherwise.
    #[must_use]
    pub const fn is_kept(self, setting: Setting) -> bool {
        self.has_in(setting, KEPT)
    }

    /// Whether white space in it is shown as it is written.
    #[must_use]
    pub const fn keeps_space(self, setting: Setting) -> bool {
        self.has_in(setting, SPACED)
    }

    /// Whether end tags in it do not reach beyond it, unless they are those of a table.
    #[must_use]
    pub const fn confines_end_tags(self, setting: Setting) -> bool {
        self.has_in(setting, CONFINING)
    }

    /// Whether its content is raw text, in which only its own end tag means something.
    #[must_use]
    pub const fn is_raw_text(self) -> bool {
        self.has(RAW_TEXT)
    }

    /// Whether it is a script or a style sheet, of which people see nothing.
    #[must_use]
    pub const fn is_for_programs(self) -> bool {
        self.is_raw_text() && self.is_kept(Setting::Message)
    }

    /// Whether its content is text with character references but without tags.
    #[must_use]
    pub const fn is_escapable_raw_text(self) -> bool {
        self.has(ESCAPABLE)
    }

    /// Whether it goes on where one ends in which it began.
    #[must_use]
    pub const fn is_formatting(self) -> bool {
        self.has(FORMATTING)
    }

    /// Whether it is of another language, in which elements may end with a slash.
    #[must_use]
    pub const fn is_foreign(self) -> bool {
        self.has(FOREIGN)
    }

    /// Whether its content is no text that a sentence could be read with.
    #[must_use]
    pub const fn is_picture(self) -> bool {
        self.has(PICTURE)
    }

    /// Whether it begins another line.
    #[must_use]
    pub const fn is_line_break(self) -> bool {
        self.has(LINE_BREAK)
    }

    /// Whether it may stand inside a word without ending it.
    #[must_use]
    pub const fn joins_words(self) -> bool {
        self.has(JOINING)
    }

    /// Whether nothing of it is shown.
    #[must_use]
    pub const fn is_hidden(self) -> bool {
        self.has(HIDDEN)
    }

    /// Whether its content is set above or below the line.
    #[must_use]
    pub const fn is_script(self) -> bool {
        self.has(SCRIPT)
    }

    /// Whether it has East Asian characters with their readings.
    #[must_use]
    pub const fn is_ruby(self) -> bool {
        self.has(RUBY)
    }

    /// Whether it is a reading of East Asian characters, or brackets around one.
    #[must_use]
    pub const fn is_reading(self) -> bool {
        self.has(READING)
    }

    /// Whether its start tag ends an open reading of East Asian characters.
    #[must_use]
    pub const fn ends_reading(self) -> bool {
        self.has(BEHIND_READING)
    }

    /// Whether it is a table or one of the parts that it is built of.
    #[must_use]
    pub const fn is_table_part(self) -> bool {
        self.has(TABLE | CAPTION | ROWS | ROW | CELL)
    }

    /// Whether no paragraph goes on where it begins.
    #[must_use]
    pub const fn ends_paragraph(self) -> bool {
        self.has(BEHIND_PARAGRAPH)
    }

    /// Whether it ends where the other one begins, because its end tag may be left out.
    #[must_use]
    pub fn ends_before(self, next: Self, setting: Setting) -> bool {
        OMITTED_ENDS.iter().any(|&(open, start, settings)| {
            self.has(open) && next.has(start) && settings & setting.mask() != 0
        })
    }
}

impl Setting {
    /// Its bits of all traits that differ between settings.
    const fn mask(self) -> u64 {
        match self {
            Self::Fragment => FRAGMENT,
            Self::Page => PAGE,
            Self::Message => MESSAGE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use Setting::{Fragment, Message, Page};

    #[test]
    fn the_table_is_sorted_and_each_name_in_it_is_found() {
        assert!(ELEMENTS.is_sorted_by(|one, next| one.0 < next.0));
        for (name, traits) in ELEMENTS {
            assert_eq!(Element::of(name), Element(traits), "{name}");
            assert_eq!(Element::of(&name.to_uppercase()), Element(traits), "{name}");
        }
    }

    #[test]
    fn names_that_are_not_known_are_those_of_inline_elements() {
        for name in [
            "",
            "x-y",
            "é",
            "blockquotes",
            "span",
            "a\0",
            "an-element-with-a-long-name",
        ] {
            assert_eq!(Element::of(name), Element::default(), "{name}");
        }
    }

    #[test]
    fn traits_of_settings_and_others_do_not_overlap() {
        let triples = VOID | BLOCK | KEPT | SPACED | CONFINING;
        assert_eq!(FRAGMENT | PAGE | MESSAGE, triples);
        assert_eq!(triples & bit(0), 0);
        assert_eq!(FRAGMENT & PAGE | PAGE & MESSAGE | FRAGMENT & MESSAGE, 0);
    }

    #[test]
    fn where_markup_stands_decides_what_parts_it_and_what_stays() {
        let blocks = |name: &str| {
            let element = Element::of(name);
            [Fragment, Page, Message].map(|setting| element.is_block(setting))
        };
        assert_eq!(blocks("p"), [true, true, true]);
        assert_eq!(blocks("br"), [true, false, false]);
        assert_eq!(blocks("label"), [false, true, true]);
        assert_eq!(blocks("menu"), [true, true, false]);
        assert_eq!(blocks("b"), [false, false, false]);
        let kept = |name: &str| {
            let element = Element::of(name);
            [Fragment, Page, Message].map(|setting| element.is_kept(setting))
        };
        assert_eq!(kept("code"), [true, true, true]);
        assert_eq!(kept("pre"), [false, true, true]);
        assert_eq!(kept("rt"), [false, true, false]);
    }

    #[test]
    fn end_tags_may_be_left_out() {
        let ends = |open: &str, next: &str, setting| {
            Element::of(open).ends_before(Element::of(next), setting)
        };
        for (open, next) in [
            ("p", "div"),
            ("p", "p"),
            ("li", "li"),
            ("dt", "dd"),
            ("option", "optgroup"),
            ("td", "tr"),
            ("tr", "tbody"),
            ("caption", "colgroup"),
            ("rt", "rp"),
        ] {
            assert!(ends(open, next, Fragment), "{open} {next}");
            assert!(ends(open, next, Page), "{open} {next}");
        }
        for (open, next) in [
            ("p", "b"),
            ("p", "button"),
            ("p", "br"),
            ("div", "div"),
            ("li", "dt"),
            ("optgroup", "option"),
            ("tr", "td"),
        ] {
            assert!(!ends(open, next, Fragment), "{open} {next}");
        }
        assert!(ends("head", "body", Page));
        assert!(!ends("head", "body", Fragment));
    }
}
