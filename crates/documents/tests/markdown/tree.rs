//! What a parser reads in Markdown, apart from letters.

use pulldown_cmark::{BrokenLink, Event, LinkType, Options, Parser, Tag};

fn extensions() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_MATH
        | Options::ENABLE_GFM
}

/// The letters of a text as so many signs, without white space.
fn masked(text: &str) -> String {
    let letters = text.chars().filter(|letter| !letter.is_whitespace());
    let letters = letters.map(|letter| {
        if letter.is_alphanumeric() {
            'x'
        } else {
            letter
        }
    });
    letters.collect()
}

/// A text in which headings and items of lists stand for the lines of tools, which the parser does not know.
fn with_blocks(text: &str) -> String {
    let lines = text.split_inclusive(['\n', '\r']);
    let lines = lines.map(|line| {
        let rest = line.trim_start_matches([' ', '\t', '>', '-']);
        let before = line.get(..line.len() - rest.len()).unwrap();
        let is_line = rest.starts_with(":::") || ["{: .a}", "[toc]"].contains(&rest.trim_end());
        if let Some(title) = rest.strip_prefix("!!! note ") {
            format!("{before}+  # {title}")
        } else if rest.trim_end().starts_with(": ") {
            format!("{before}+{}", rest.trim_start_matches(':'))
        } else if is_line {
            format!("{before}# {rest}")
        } else {
            line.to_owned()
        }
    });
    lines.collect()
}

/// The tree of a text, with other letters the same; `has_text` says whether the text is a part of it.
pub(crate) fn tree(text: &str, has_text: bool) -> String {
    let mut tree = String::new();
    let elsewhere = |link: BrokenLink<'_>| {
        let has_label = matches!(link.link_type, LinkType::Reference | LinkType::Collapsed);
        let is_name = !link.reference.contains(char::is_whitespace);
        (has_label && is_name).then(|| ("".into(), "".into()))
    };
    let text = with_blocks(text);
    for event in Parser::new_with_broken_link_callback(&text, extensions(), Some(elsewhere)) {
        match event {
            Event::Text(text) if has_text => tree.push_str(&masked(&text)),
            Event::Text(_) | Event::SoftBreak | Event::HardBreak => {}
            Event::Code(text)
            | Event::InlineHtml(text)
            | Event::InlineMath(text)
            | Event::DisplayMath(text)
            | Event::FootnoteReference(text) => {
                tree.push_str(&format!("⟨{}⟩", one_line(&text)));
            }
            Event::Start(Tag::Link {
                link_type,
                dest_url,
                title,
                ..
            }) => {
                let is_bare = matches!(link_type, LinkType::Autolink | LinkType::Email);
                tree.push_str(&format!("⟨link {is_bare} {dest_url} "));
                tree.push_str(
                    if has_text {
                        masked(&title)
                    } else {
                        String::new()
                    }
                    .as_str(),
                );
            }
            Event::Start(Tag::Image {
                dest_url, title, ..
            }) => {
                tree.push_str(&format!("⟨image {dest_url} "));
                tree.push_str(
                    if has_text {
                        masked(&title)
                    } else {
                        String::new()
                    }
                    .as_str(),
                );
            }
            event => tree.push_str(&one_line(&format!("⟨{event:?}⟩"))),
        }
    }
    tree
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
