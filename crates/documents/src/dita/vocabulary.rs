//! The elements of DITA 1.3 and what they are to translation.

use crate::xml::Tag;
use crate::xml_document::{Namespace, Role, Treatment, Vocabulary, answer};

use super::FORMAT;

/// DITA's vocabulary, of topics and of maps.
pub(super) struct Dita;

/// Elements that are parts of the text around them.
const INLINE: [&str; 56] = [
    "abbreviated-form",
    "apiname",
    "b",
    "boolean",
    "cite",
    "cmdname",
    "codeph",
    "coords",
    "data",
    "data-about",
    "equation-inline",
    "equation-number",
    "filepath",
    "foreign",
    "i",
    "image",
    "keyword",
    "line-through",
    "longdescref",
    "longquoteref",
    "markupname",
    "mathml",
    "menucascade",
    "msgnum",
    "msgph",
    "numcharref",
    "option",
    "overline",
    "parameterentity",
    "parmname",
    "ph",
    "q",
    "shortcut",
    "sort-as",
    "state",
    "sub",
    "sup",
    "svg-container",
    "synnoteref",
    "synph",
    "systemoutput",
    "term",
    "text",
    "textentity",
    "tm",
    "tt",
    "u",
    "uicontrol",
    "unknown",
    "userinput",
    "varname",
    "wintitle",
    "xmlatt",
    "xmlelement",
    "xmlnsname",
    "xmlpi",
];

/// Elements with texts of their own which stand within the text around them.
const NESTED: [&str; 12] = [
    "alt",
    "desc",
    "draft-comment",
    "fn",
    "index-base",
    "index-see",
    "index-see-also",
    "index-sort-as",
    "indexterm",
    "indextermref",
    "object",
    "required-cleanup",
];

/// Elements that part the text in which they stand. Others that do are told by what is in them.
const BLOCKS: [&str; 52] = [
    "bodydiv",
    "choices",
    "choicetable",
    "codeblock",
    "context",
    "dd",
    "div",
    "dl",
    "dlentry",
    "dt",
    "equation-block",
    "equation-figure",
    "example",
    "fig",
    "figgroup",
    "hazardstatement",
    "imagemap",
    "info",
    "itemgroup",
    "li",
    "lines",
    "linklist",
    "linktext",
    "lq",
    "msgblock",
    "navtitle",
    "note",
    "ol",
    "p",
    "parml",
    "pd",
    "plentry",
    "postreq",
    "pre",
    "prereq",
    "pt",
    "result",
    "screen",
    "searchtitle",
    "section",
    "sectiondiv",
    "shortdesc",
    "simpletable",
    "sl",
    "sli",
    "steps",
    "steps-unordered",
    "substeps",
    "syntaxdiagram",
    "table",
    "title",
    "ul",
];

/// Elements whose text is not translated: what programs read or write, names, and notes to authors.
const PROTECTED: [&str; 61] = [
    "apiname",
    "author",
    "bookchangehistory",
    "bookid",
    "bookrights",
    "brand",
    "change-historylist",
    "cmdname",
    "codeblock",
    "codeph",
    "component",
    "coords",
    "copyrholder",
    "copyright",
    "copyryear",
    "critdates",
    "data",
    "data-about",
    "delim",
    "draft-comment",
    "featnum",
    "filepath",
    "foreign",
    "index-sort-as",
    "kwd",
    "markupname",
    "mathml",
    "msgblock",
    "msgnum",
    "msgph",
    "numcharref",
    "oper",
    "option",
    "parameterentity",
    "parmname",
    "platform",
    "prodinfo",
    "prodname",
    "prognum",
    "publisher",
    "publisherinformation",
    "repsep",
    "required-cleanup",
    "resourceid",
    "screen",
    "sep",
    "series",
    "sort-as",
    "source",
    "svg-container",
    "synph",
    "syntaxdiagram",
    "systemoutput",
    "textentity",
    "unknown",
    "userinput",
    "var",
    "varname",
    "xmlatt",
    "xmlelement",
    "xmlnsname",
];

/// Elements whose line breaks and spaces are seen.
const SPACED: [&str; 5] = ["codeblock", "lines", "msgblock", "pre", "screen"];

/// Attributes that are texts.
const ATTRIBUTES: [&str; 8] = [
    "alt",
    "navtitle",
    "othertype",
    "reftitle",
    "searchtitle",
    "spectitle",
    "standby",
    "title",
];

/// Whether a list, which is sorted, has this name.
fn has(list: &[&str], name: &str) -> bool {
    list.binary_search(&name).is_ok()
}

fn is_known(name: &str) -> bool {
    let lists: [&[&str]; 4] = [&INLINE, &NESTED, &BLOCKS, &PROTECTED];
    lists.iter().any(|list| has(list, name))
}

/// The name by which an element is known: its own or, if it is specialised, that of the nearest element that it
/// is made from.
fn known_name<'a>(tag: &Tag<'a, Namespace>) -> &'a str {
    if is_known(tag.name) {
        return tag.name;
    }
    let mut attributes = tag.attributes();
    let class = attributes.find(|found| found.full_name == "class");
    let ancestors = class.map_or("", |class| class.raw).split_ascii_whitespace();
    let mut names = ancestors
        .rev()
        .filter_map(|ancestor| ancestor.split_once('/'));
    let known = names.find(|(_, name)| is_known(name));
    known.map_or(tag.name, |(_, name)| name)
}

impl Vocabulary for Dita {
    fn format(&self) -> &'static str {
        FORMAT
    }

    fn treatment(&self, tag: &Tag<'_, Namespace>, path: &[&str]) -> Treatment {
        let mut treatment = Treatment::default();
        // Formulas and drawings.
        let is_other = tag.namespace != Namespace::Absent && matches!(tag.name, "math" | "svg");
        if tag.full_name.contains(':') || is_other {
            treatment.role = Some(Role::Inline);
            treatment.is_translated = Some(false);
            return treatment;
        }
        let name = known_name(tag);
        let parent = path.iter().rev().nth(1).copied().unwrap_or_default();
        treatment.role = role(name, parent);
        if has(&PROTECTED, name) {
            treatment.is_translated = Some(false);
        }
        if has(&SPACED, name) {
            treatment.keeps_space = Some(true);
        }
        let is_text = |attribute: &str| {
            has(&ATTRIBUTES, attribute) || (name == "othermeta" && attribute == "content")
        };
        for attribute in tag.attributes() {
            match attribute.full_name {
                "translate" => {
                    let said = answer(&attribute.value());
                    treatment.is_translated = said.or(treatment.is_translated);
                }
                // What is in it is not what is shown.
                "conref" | "conkeyref" if !attribute.raw.trim().is_empty() => {
                    treatment.is_translated = Some(false);
                    break;
                }
                found if is_text(found) => treatment.attributes.push(attribute.range),
                _ => {}
            }
        }
        treatment
    }

    fn is_prose(&self) -> bool {
        true
    }
}

fn role(name: &str, parent: &str) -> Option<Role> {
    // There each is an entry of a list.
    let is_list = matches!(parent, "keywords" | "metadata" | "topicmeta" | "bookmeta");
    if has(&NESTED, name) {
        Some(Role::Nested)
    } else if has(&BLOCKS, name) || (is_list && has(&INLINE, name)) {
        Some(Role::Block)
    } else if has(&INLINE, name) {
        Some(Role::Inline)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_names_are_sorted_and_no_name_has_two_roles() {
        for list in [
            &INLINE[..],
            &NESTED,
            &BLOCKS,
            &PROTECTED,
            &SPACED,
            &ATTRIBUTES,
        ] {
            assert!(list.is_sorted(), "{list:?}");
        }
        for name in INLINE {
            assert!(!NESTED.contains(&name) && !BLOCKS.contains(&name), "{name}");
        }
    }
}
