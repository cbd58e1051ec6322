//! Lists, as Word numbers them.

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::word::marks::Mark;
use crate::word::markup::{DECLARATION, NAMESPACES, escaped};

/// Lists of a document that are told apart at most.
const MOST: usize = 10_000;

/// The lists that were met so far.
#[derive(Debug, Default)]
pub(crate) struct Numbering {
    /// How the numbers of each look.
    lists: Vec<Mark>,
    /// The list that goes on, with its last number, by how its numbers look and how far they are indented.
    open: HashMap<(Mark, i64), (usize, u32)>,
}

impl Numbering {
    /// The number of the list to which an item belongs that is indented so far. None if its number is no item's: one that
    /// neither begins a list nor goes on with one.
    pub(crate) fn list(&mut self, mark: &Mark, indent: i64) -> Option<usize> {
        let (kind, value, key) = match mark {
            Mark::Bullet(_) => (mark.clone(), 1, (mark.clone(), 0)),
            Mark::Number {
                value,
                is_letter,
                pattern,
            } => {
                let kind = Mark::Number {
                    value: 0,
                    is_letter: *is_letter,
                    pattern: pattern.clone(),
                };
                (kind.clone(), *value, (kind, indent))
            }
        };
        if let Some((list, last)) = self.open.get_mut(&key)
            && (value == *last + 1 || matches!(kind, Mark::Bullet(_)))
        {
            *last = value;
            return Some(*list);
        }
        if value != 1 || self.lists.len() >= MOST {
            return None;
        }
        self.lists.push(kind);
        let list = self.lists.len();
        self.open.insert(key, (list, value));
        Some(list)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.lists.is_empty()
    }

    /// The part that defines the lists.
    pub(crate) fn part(&self) -> String {
        let mut part = format!("{DECLARATION}<w:numbering {NAMESPACES}>");
        for (number, mark) in self.lists.iter().enumerate() {
            let (format, text) = match mark {
                Mark::Bullet(bullet) => ("bullet", bullet.to_string()),
                Mark::Number {
                    is_letter, pattern, ..
                } => {
                    let format = if *is_letter { "lowerLetter" } else { "decimal" };
                    (format, pattern.clone())
                }
            };
            let _ = write!(
                part,
                r#"<w:abstractNum w:abstractNumId="{number}"><w:multiLevelType w:val="singleLevel"/><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="{format}"/><w:lvlText w:val="{}"/><w:lvlJc w:val="left"/></w:lvl></w:abstractNum>"#,
                escaped(&text)
            );
        }
        for number in 0..self.lists.len() {
            let _ = write!(
                part,
                r#"<w:num w:numId="{}"><w:abstractNumId w:val="{number}"/></w:num>"#,
                number + 1
            );
        }
        part + "</w:numbering>"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(value: u32) -> Mark {
        Mark::Number {
            value,
            is_letter: false,
            pattern: "%1.".to_owned(),
        }
    }

    #[test]
    fn a_number_belongs_to_a_list_that_it_begins_or_goes_on_with() {
        let mut numbering = Numbering::default();
        assert_eq!(numbering.list(&number(12), 0), None);
        assert_eq!(numbering.list(&number(1), 0), Some(1));
        assert_eq!(numbering.list(&number(1), 20), Some(2));
        assert_eq!(numbering.list(&number(2), 20), Some(2));
        assert_eq!(numbering.list(&number(2), 0), Some(1));
        assert_eq!(numbering.list(&number(4), 0), None);
        assert_eq!(numbering.list(&number(1), 0), Some(3));
        assert_eq!(numbering.list(&Mark::Bullet('•'), 0), Some(4));
        assert_eq!(numbering.list(&Mark::Bullet('•'), 9), Some(4));
    }
}
