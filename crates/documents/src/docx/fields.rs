use crate::office::inline::{Fragment, Item};

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

/// Whether the result of a field with this instruction is translated.
pub(super) fn is_translated(instruction: &str) -> bool {
    let name = instruction.split_whitespace().next().unwrap_or_default();
    TRANSLATED
        .iter()
        .any(|known| known.eq_ignore_ascii_case(name))
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
    pub(super) fn end(&mut self, fragment: Fragment) {
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
        let result = match field.separator {
            Some(separator) if is_translated(&field.instruction) => {
                let head = separator.saturating_sub(field.start).saturating_add(1);
                Some(items.split_off(head.min(items.len())))
            }
            _ => None,
        };
        let head = items.into_iter().flat_map(Item::into_fragments);
        match result {
            Some(result) => {
                self.items.push(Item::Open(head.collect()));
                self.items.extend(result);
                self.items.push(Item::Close(vec![fragment]));
            }
            None => {
                let fragments = head.chain([fragment]).collect();
                self.items.push(Item::Mark(fragments));
            }
        }
    }

    pub(super) fn into_items(self) -> Vec<Item> {
        self.items
    }
}
