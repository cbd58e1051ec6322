//! Which elements of XML part sentences.
//!
//! XML has no names of known meaning, so its structure has to say it. Text beside elements shows
//! that these stand within what is said: `Press <i>Continue</i> now`. Hence an element is *inline*
//! if text stands beside it or it is inside one that is inline, and *structural* if not. A list
//! inside of text is no part of what is said either: an element without text of its own, that has
//! several elements inside, all of one name or on lines of their own, is structural.

use dragoman_html::{Kind, Token};

use super::MarkupOptions;

/// What is seen of an element.
#[derive(Debug, Clone, Copy)]
struct Seen<'source> {
    name: &'source str,
    /// In the same list; the first one stands for everything and is its own parent.
    parent: usize,
    /// The element's own text.
    has_text: bool,
    /// Elements directly inside.
    children: usize,
    first_child: &'source str,
    has_different_children: bool,
    has_line_ends: bool,
}

impl<'source> Seen<'source> {
    const fn new(name: &'source str, parent: usize) -> Self {
        Self {
            name,
            parent,
            has_text: false,
            children: 0,
            first_child: "",
            has_different_children: false,
            has_line_ends: false,
        }
    }

    fn add_text(&mut self, text: &str) {
        self.has_text |= text.contains(|character: char| !character.is_whitespace());
        self.has_line_ends |= text.contains('\n');
    }

    fn add_child(&mut self, name: &'source str) {
        if self.children == 0 {
            self.first_child = name;
        }
        self.has_different_children |= self.first_child != name;
        self.children += 1;
    }

    const fn is_list(&self) -> bool {
        !self.has_text && self.children > 1 && (!self.has_different_children || self.has_line_ends)
    }
}

/// For each start tag, in the order of the tokens, whether its element parts sentences.
pub(super) fn structural_elements(tokens: &[Token<'_>], options: &MarkupOptions) -> Vec<bool> {
    let seen = look_at(tokens);
    let mut structural: Vec<bool> = Vec::with_capacity(seen.len());
    for (index, one) in seen.iter().enumerate() {
        let parent = seen.get(one.parent);
        let is_structural = if index == 0 || options.contains(&options.splitting_tags, one.name) {
            true
        } else if options.contains(&options.non_splitting_tags, one.name)
            || !options.outline_detection
        {
            false
        } else {
            let is_inside_structure = structural.get(one.parent).copied().unwrap_or(true);
            one.is_list() || (is_inside_structure && parent.is_none_or(|parent| !parent.has_text))
        };
        structural.push(is_structural);
    }
    structural.split_off(1)
}

fn look_at<'source>(tokens: &[Token<'source>]) -> Vec<Seen<'source>> {
    let mut seen = vec![Seen::new("", 0)];
    let mut open: Vec<usize> = Vec::new();
    for token in tokens {
        let parent = open.last().copied().unwrap_or(0);
        match token.kind {
            Kind::Start {
                name,
                is_self_closing,
                ..
            } => {
                seen[parent].add_child(name);
                if !is_self_closing && open.len() < super::MAX_DEPTH {
                    open.push(seen.len());
                }
                seen.push(Seen::new(name, parent));
            }
            Kind::End { name, .. } => {
                let found = open.iter().rposition(|&index| seen[index].name == name);
                if let Some(index) = found {
                    open.truncate(index);
                }
            }
            Kind::Text | Kind::Unfinished => seen[parent].add_text(token.raw),
            Kind::CharacterData { content, .. } => seen[parent].add_text(content),
            Kind::RawText { .. } | Kind::Declaration { .. } => {}
        }
    }
    seen
}
