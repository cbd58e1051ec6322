//! How text is painted: the operations that set its colours, so that other text can be painted alike.

use std::rc::Rc;

use crate::content::{Operation, length};

/// Bytes of operations that are remembered at most of one kind; longer ones are not how text gets its colour.
const LONGEST: usize = 1024;

/// The operations in effect that say how text is painted, as their bytes.
#[derive(Debug, Clone)]
pub(crate) struct Paint {
    /// Parameters by name, which set many things at once.
    parameters: Rc<[u8]>,
    filling: Colour,
    stroking: Colour,
    /// That of outlines, in the coordinates in which they are painted.
    width: Option<f64>,
    mode: Rc<[u8]>,
}

/// A colour, by its space where that is set by itself.
#[derive(Debug, Clone, Default)]
struct Colour {
    space: Rc<[u8]>,
    value: Rc<[u8]>,
}

impl Default for Paint {
    /// As a page begins: text is filled, in black.
    fn default() -> Self {
        Self {
            parameters: Rc::default(),
            filling: Colour::of_value(b"0 g"),
            stroking: Colour::default(),
            width: None,
            mode: b"0 Tr".as_slice().into(),
        }
    }
}

impl Paint {
    /// Takes note of an operation. Whether it changes how text is painted.
    pub(crate) fn set(&mut self, operation: &Operation<'_>, bytes: &[u8]) -> bool {
        let operator = operation.operator;
        if bytes.len() > LONGEST {
            return false;
        }
        match operator {
            b"gs" => {
                // Each may set something else, so that those before stay; but not without end.
                let all = [&*self.parameters, bytes, b"\n"].concat();
                self.parameters = match all.len() <= LONGEST {
                    true => all.into(),
                    false => [bytes, b"\n"].concat().into(),
                };
            }
            b"cs" => self.filling = Colour::of_space(bytes),
            b"CS" => self.stroking = Colour::of_space(bytes),
            b"sc" | b"scn" => self.filling.value = bytes.into(),
            b"SC" | b"SCN" => self.stroking.value = bytes.into(),
            b"g" | b"rg" | b"k" => self.filling = Colour::of_value(bytes),
            b"G" | b"RG" | b"K" => self.stroking = Colour::of_value(bytes),
            b"w" => self.width = Some(operation.number(0)),
            b"Tr" => self.mode = bytes.into(),
            _ => return false,
        }
        true
    }

    /// How thick strokes are in points, where a unit of length is so many of them.
    pub(crate) fn width(&self, unit: f64) -> f64 {
        self.width.unwrap_or(1.0) * unit
    }

    /// Operations that have the same effect in the coordinates of the page, where a unit of length now is so many points.
    pub(crate) fn operations(&self, unit: f64) -> Vec<u8> {
        let width = self
            .width
            .map(|width| format!("{} w", length(width * unit)));
        let width = width.unwrap_or_default().into_bytes().into();
        let all = [
            &self.parameters,
            &self.filling.space,
            &self.filling.value,
            &self.stroking.space,
            &self.stroking.value,
            &width,
            &self.mode,
        ];
        let mut operations = Vec::new();
        for bytes in all {
            if !bytes.is_empty() {
                operations.extend_from_slice(bytes);
                operations.push(b'\n');
            }
        }
        operations
    }
}

impl Colour {
    fn of_space(bytes: &[u8]) -> Self {
        Self {
            space: bytes.into(),
            value: Rc::default(),
        }
    }

    fn of_value(bytes: &[u8]) -> Self {
        Self {
            space: Rc::default(),
            value: bytes.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::Operations;

    #[test]
    fn what_was_set_last_of_each_kind_is_in_effect() {
        let mut paint = Paint::default();
        let operations = "1 0 0 rg /Cs1 cs 0.5 scn /G1 gs /G2 gs 2 w 2 Tr 0 G 1 1 Td";
        let bytes = operations.as_bytes();
        let changes = Operations::new(bytes).map(|operation| {
            let own = &bytes[operation.range.clone()];
            paint.set(&operation, own)
        });
        let changes: Vec<bool> = changes.collect();
        let (last, others) = changes.split_last().unwrap();
        assert!(!last && others.iter().all(|it| *it));
        let operations = String::from_utf8(paint.operations(0.25)).unwrap();
        assert_eq!(
            operations,
            "/G1 gs\n/G2 gs\n\n/Cs1 cs\n0.5 scn\n0 G\n0.5 w\n2 Tr\n"
        );
    }
}
