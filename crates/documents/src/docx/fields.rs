use crate::office::inline::{Fragment, Item, Repeat, Repeats};

/// Fields whose results are text of the document: links, references to text, tables of contents and
/// indexes, what was written in forms, the document's title. Results of others are made of something else than
/// the text: numbers, names, dates, data.
const TRANSLATED: [&str; 10] = [
    "HYPERLINK",
    "REF",
    "STYLEREF",
    "TOC",
    "TOA",
    "INDEX",
    "FORMTEXT",
    "TITLE",
    "SUBJECT",
    "QUOTE",
];

/// Fields that a paragraph may have twice: they show something, and count, define and ask for nothing. Of others that are
/// not translated the result is repeated.
const REPEATED: [&str; 28] = [
    "PAGE",
    "NUMPAGES",
    "SECTION",
    "SECTIONPAGES",
    "PAGEREF",
    "NOTEREF",
    "DATE",
    "TIME",
    "CREATEDATE",
    "SAVEDATE",
    "PRINTDATE",
    "EDITTIME",
    "AUTHOR",
    "LASTSAVEDBY",
    "USERNAME",
    "USERINITIALS",
    "USERADDRESS",
    "FILENAME",
    "FILESIZE",
    "TEMPLATE",
    "REVNUM",
    "NUMCHARS",
    "NUMWORDS",
    "DOCPROPERTY",
    "DOCVARIABLE",
    "MERGEFIELD",
    "SYMBOL",
    "CITATION",
];

/// Whether the result of a field with this instruction is translated.
pub(super) fn is_translated(instruction: &str) -> bool {
    is_among(&TRANSLATED, instruction)
}

/// Whether a field with this instruction, whose result is not translated, may be there twice.
pub(super) fn is_repeated(instruction: &str) -> bool {
    is_among(&REPEATED, instruction)
}

/// How a field whose result is translated is repeated, if it is more than its text: references would show the source
/// again. What shows a heading shows all of it, with the heading's own translation.
pub(super) fn repeat(instruction: &str) -> Option<Repeat> {
    if is_among(&["HYPERLINK"], instruction) {
        Some(Repeat::Same)
    } else if is_among(&["STYLEREF"], instruction) {
        Some(Repeat::Nothing)
    } else {
        None
    }
}

fn is_among(names: &[&str], instruction: &str) -> bool {
    let name = instruction.split_whitespace().next().unwrap_or_default();
    names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// How deep fields may be in one another. Deeper ones are not put together: their runs keep their order.
const DEEPEST: usize = 32;

/// The items of a paragraph while its fields are put together. A field is a number of runs: its
/// start, its instruction, its separator, its result and its end, and other fields may be in the
/// instruction and the result.
#[derive(Debug, Default)]
pub(super) struct Fields {
    items: Vec<Item>,
    open: Vec<Field>,
    /// How many fields are open within the deepest that is in `open`.
    deeper: usize,
    /// The containers that are open, by numbers that come once.
    containers: Vec<usize>,
    last_container: usize,
}

#[derive(Debug)]
struct Field {
    start: usize,
    separator: Option<usize>,
    instruction: String,
    container: Option<usize>,
}

impl Fields {
    pub(super) fn push(&mut self, item: Item) {
        self.items.push(item);
    }

    /// Whether what comes next is in a container.
    pub(super) fn is_in_container(&self) -> bool {
        !self.containers.is_empty()
    }

    /// Whether what comes next is in a field.
    pub(super) fn is_in_field(&self) -> bool {
        !self.open.is_empty()
    }

    pub(super) fn open_container(&mut self, fragments: Vec<Fragment>) {
        self.last_container += 1;
        self.containers.push(self.last_container);
        self.push(Item::Open(fragments));
    }

    pub(super) fn close_container(&mut self, fragments: Vec<Fragment>) {
        self.containers.pop();
        self.push(Item::Close(fragments));
    }

    pub(super) fn begin(&mut self, fragment: Fragment) {
        if self.open.len() < DEEPEST {
            self.open.push(Field {
                start: self.items.len(),
                separator: None,
                instruction: String::new(),
                container: self.containers.last().copied(),
            });
        } else {
            self.deeper = self.deeper.saturating_add(1);
        }
        self.push(Item::Ordered(vec![fragment]));
    }

    pub(super) fn instruction(&mut self, text: &str, fragment: Fragment) {
        if self.deeper == 0
            && let Some(field) = self.open.last_mut()
        {
            field.instruction.push_str(text);
        }
        self.push(Item::Ordered(vec![fragment]));
    }

    pub(super) fn separate(&mut self, fragment: Fragment) {
        let place = self.items.len();
        if self.deeper == 0
            && let Some(field) = self.open.last_mut()
        {
            field.separator.get_or_insert(place);
        }
        self.push(Item::Ordered(vec![fragment]));
    }

    /// Ends a field. If it began in the same container of the paragraph, it is one code or, if its
    /// result is translated, one around the result; else its runs only keep their order.
    pub(super) fn end(&mut self, fragment: Fragment, repeats: &mut Repeats) {
        if self.deeper > 0 {
            self.deeper -= 1;
            self.push(Item::Ordered(vec![fragment]));
            return;
        }
        let container = self.containers.last().copied();
        let field = self.open.pop();
        let Some(field) = field.filter(|field| field.container == container) else {
            self.push(Item::Ordered(vec![fragment]));
            return;
        };
        let mut items = self.items.split_off(field.start.min(self.items.len()));
        let result = field.separator.map(|separator| {
            let head = separator.saturating_sub(field.start).saturating_add(1);
            items.split_off(head.min(items.len()))
        });
        let head: Vec<Fragment> = items.into_iter().flat_map(Item::into_fragments).collect();
        match result {
            Some(result) if is_translated(&field.instruction) => {
                match (repeat(&field.instruction), head.first()) {
                    (Some(Repeat::Same), _) if repeats.with_field(&head) => {}
                    (Some(Repeat::Nothing), Some(first)) => {
                        repeats.set(first.range().start, Repeat::Nothing);
                    }
                    _ => repeats.without(&head),
                }
                self.items.push(Item::Open(head));
                self.items.extend(result);
                self.items.push(Item::Close(vec![fragment]));
            }
            result => {
                let (of_head, mut fragments) = (head.len(), head);
                let result = result.into_iter().flatten();
                fragments.extend(result.flat_map(Item::into_fragments));
                fragments.push(fragment);
                if !(is_repeated(&field.instruction) && repeats.with_field(&fragments)) {
                    repeats.without(fragments.iter().take(of_head));
                }
                self.items.push(Item::Mark(fragments));
            }
        }
    }

    pub(super) fn into_items(self) -> Vec<Item> {
        self.items
    }
}
