//! Elements around runs that are no part of them: they say who inserted what is in them, or in which direction it
//! is read.

use std::cell::Cell;
use std::ops::Range;
use std::rc::Rc;

/// Elements around something, the outermost first.
#[derive(Debug, Clone, Default)]
pub(crate) struct Around(Vec<Rc<Element>>);

#[derive(Debug)]
struct Element {
    open: String,
    close: String,
    /// Where in its tag its number is, and the numbers of its part.
    number: Option<(Range<usize>, Rc<Numbers>)>,
    is_written: Cell<bool>,
}

/// The numbers that elements of a part have, each another.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
    last: Cell<Option<u32>>,
    /// Whether the elements are still where they were, so that all that is written has other numbers.
    are_kept: bool,
}

impl Numbers {
    /// Those of a part in which its elements stay where they are, and are written again besides.
    pub(crate) fn of_repeated() -> Self {
        Self {
            are_kept: true,
            ..Self::default()
        }
    }

    /// A number that is not in the part yet.
    fn next(&self, part: &str) -> u32 {
        let last = self.last.get().unwrap_or_else(|| greatest(part));
        let next = last.saturating_add(1);
        self.last.set(Some(next));
        next
    }
}

/// The greatest number by which something in a part is identified.
fn greatest(part: &str) -> u32 {
    let numbers = part.match_indices(":id=").filter_map(|(place, name)| {
        let value = part.get(place + name.len() + 1..)?;
        let end = value.find(|character: char| !character.is_ascii_digit())?;
        value.get(..end)?.parse().ok()
    });
    numbers.max().unwrap_or(0)
}

impl Around {
    /// These with one more element in them, which is written as `open` and `close`. If it has a number, it is told
    /// where in `open`.
    pub(crate) fn with(
        &self,
        open: String,
        close: String,
        number: Option<(Range<usize>, Rc<Numbers>)>,
    ) -> Self {
        let mut elements = self.0.clone();
        elements.push(Rc::new(Element {
            open,
            close,
            number,
            is_written: Cell::new(false),
        }));
        Self(elements)
    }

    /// Whether there are any.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Writes what leads from these elements into others: ends and starts of those that are not common to both.
    pub(super) fn enter(&mut self, others: &Self, part: &str, out: &mut String) {
        self.leave(others, out);
        for element in others.0.iter().skip(self.0.len()) {
            element.begin(part, out);
            self.0.push(Rc::clone(element));
        }
    }

    /// Writes the ends of the elements that are not among others.
    pub(super) fn leave(&mut self, others: &Self, out: &mut String) {
        let pairs = self.0.iter().zip(&others.0);
        let common = pairs
            .take_while(|(own, other)| Rc::ptr_eq(own, other))
            .count();
        for element in self.0.drain(common..).rev() {
            out.push_str(&element.close);
        }
    }
}

impl Element {
    /// Writes its start. It can be written more than once, but no two elements have the same number.
    fn begin(&self, part: &str, out: &mut String) {
        let number = self.number.as_ref();
        let is_taken =
            |(_, numbers): &&(_, Rc<Numbers>)| self.is_written.replace(true) || numbers.are_kept;
        match number.filter(is_taken) {
            Some((range, numbers)) => {
                out.push_str(self.open.get(..range.start).unwrap_or_default());
                out.push_str(&numbers.next(part).to_string());
                out.push_str(self.open.get(range.end..).unwrap_or_default());
            }
            None => out.push_str(&self.open),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_element_that_is_written_again_has_another_number() {
        let part = "<w:ins w:id=\"4\"><w:del w:id='12'/></w:ins><w:a r:id=\"rId90\"/>";
        let numbers = Rc::new(Numbers::default());
        let none = Around::default();
        let outer = none.with(
            "<w:ins w:id=\"4\">".into(),
            "</w:ins>".into(),
            Some((13..14, numbers)),
        );
        let inner = outer.with("<w:dir>".into(), "</w:dir>".into(), None);
        let (mut now, mut out) = (Around::default(), String::new());
        for next in [&inner, &outer, &none, &inner, &none, &outer, &none] {
            now.enter(next, part, &mut out);
        }
        assert_eq!(
            out,
            "<w:ins w:id=\"4\"><w:dir></w:dir></w:ins>\
             <w:ins w:id=\"13\"><w:dir></w:dir></w:ins><w:ins w:id=\"14\"></w:ins>"
        );
    }
}
