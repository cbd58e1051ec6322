//! Whatever bytes there are, and whatever an engine gives.

use std::fs;
use std::path::PathBuf;

use dragoman_documents::{Content, Piece};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use super::bilingual::read_bilingual;
use super::tree::tree;
use super::{HANDBOOK, mapped, read, upper, written};

/// Other letters of the same kinds.
fn rotated(content: &Content) -> Content {
    let next = |letter: char| match letter {
        'z' => 'a',
        'Z' => 'A',
        'a'..='y' | 'A'..='Y' => char::from_u32(u32::from(letter) + 1).unwrap(),
        other => other,
    };
    mapped(content, |text| text.chars().map(next).collect())
}

fn turned_around(content: &Content) -> Content {
    Content::new(content.pieces().iter().rev().cloned())
}

fn without_codes(content: &Content) -> Content {
    Content::new([Piece::Text(content.text())])
}

/// Text in which everything is markup, around and within what was there.
fn hostile(content: &Content) -> Content {
    mapped(content, |text| {
        format!("# *{text}_ [x](y) \n\n- `z` | <b> & $a$ ~~ \\ \u{0}1. {text}**\n---\n")
    })
}

/// Letters and marks that touch where there were spaces, as in languages that have none.
fn close(content: &Content) -> Content {
    mapped(content, |text| format!("（{}）", text.replace(' ', "、")))
}

/// How many texts are made of all bits.
const CASES: usize = 3000;

const ENGINES: [fn(&Content) -> Content; 4] = [turned_around, without_codes, hostile, close];

/// What of a tree is a block: the same whatever an engine does with codes.
fn blocks(text: &str) -> String {
    let tree = tree(text, false);
    let parts = tree.split('⟨').filter(|part| {
        ["Start(", "End("].iter().any(|it| part.starts_with(it))
            && !["Emphasis", "Strong", "Strikethrough", "Link", "Image"]
                .iter()
                .any(|inline| part.contains(inline))
    });
    parts.collect()
}

fn check_bytes(bytes: &[u8]) {
    let Ok(mut document) = read(bytes) else {
        return;
    };
    assert_eq!(written(&mut document, Clone::clone), bytes);
    let source = String::from_utf8_lossy(bytes);
    let check_blocks = |output: &[u8]| {
        let output = String::from_utf8_lossy(output);
        assert_eq!(blocks(&output), blocks(&source), "{source:?} {output:?}");
    };
    let output = written(&mut document, rotated);
    // What stands before the text of a page is no Markdown.
    let is_page = [&b"---"[..], b"+++"].iter().any(|it| bytes.starts_with(it));
    if let Ok(source) = std::str::from_utf8(bytes)
        && !is_page
    {
        let output = String::from_utf8(output).unwrap();
        // Emphasis within emphasis may be left out.
        let inline = |text: &str| {
            let tree = tree(text, true);
            let signs = ["Emphasis", "Strong", "Strikethrough"];
            let signs = signs.map(|it| [format!("⟨Start({it})⟩"), format!("⟨End({it})⟩")]);
            let signs = signs.iter().flatten();
            signs.fold(tree, |tree, sign| tree.replace(sign, ""))
        };
        assert_eq!(inline(&output), inline(source), "{source:?} {output:?}");
        check_blocks(&written(&mut document, upper));
        for engine in ENGINES {
            check_blocks(&written(&mut document, engine));
        }
    } else {
        written(&mut document, hostile);
    }
}

/// Translations behind their sources leave the blocks as they are, whatever they are.
fn check_both(bytes: &[u8]) {
    let mut document = read_bilingual(bytes);
    assert_eq!(written(&mut document, Clone::clone), bytes);
    let source = String::from_utf8_lossy(bytes);
    let is_page = ["---", "+++"].iter().any(|it| source.starts_with(it));
    for engine in ENGINES
        .into_iter()
        .chain([upper as fn(&Content) -> Content])
    {
        let output = written(&mut document, engine);
        let output = String::from_utf8_lossy(&output);
        if !is_page {
            assert_eq!(blocks(&output), blocks(&source), "{source:?} {output:?}");
        }
    }
}

/// Bits of which Markdown consists, and of which its parser has to beware.
const BITS: [&str; 72] = [
    "one",
    "Two ",
    "three four five six seven eight nine ten eleven twelve",
    "\n",
    "\r\n",
    "\r",
    "\n\n",
    " ",
    "  ",
    "  \n",
    "\\\n",
    "\t",
    "    ",
    "- ",
    "* ",
    "+ ",
    "1. ",
    "12) ",
    "> ",
    "# ",
    "## ",
    "===",
    "---",
    "***",
    "*",
    "**",
    "_",
    "__",
    "~",
    "~~",
    "`",
    "``",
    "```\n",
    "[",
    "]",
    "](x)",
    "](x \"title y\")",
    "![",
    "[a]",
    "[a][]",
    "[b c][a]",
    "\n\n[a]: x 'title of a'\n",
    "[^n]",
    "\n\n[^n]: a note\n",
    "<b>",
    "</b>",
    "<br>",
    "<div>\n",
    "<code>",
    "</code>",
    "<!-- x -->",
    "<http://a.b>",
    "https://example.org/a_b",
    "www.example.org",
    "|",
    "|--|--|\n",
    "a | b\n--|--\nc | d\n",
    ":",
    "$",
    "\\",
    "\\*",
    "&amp;",
    "&nbsp;",
    "&#42;",
    "&",
    "!",
    "{#id}",
    "- [ ] ",
    "[!NOTE]\n",
    "é",
    "你好，世界。",
    "\u{a0}",
];

fn bits() -> impl Strategy<Value = String> {
    proptest::collection::vec(proptest::sample::select(BITS.to_vec()), 0..30)
        .prop_map(|bits| bits.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn any_text_comes_back_as_it_was_and_survives_any_engine(text in bits()) {
        for text in [text.clone(), format!("---\ntitle: {text}\n---\n{text}")] {
            let mut document = read(text.as_bytes()).unwrap();
            assert_eq!(written(&mut document, Clone::clone), text.as_bytes());
            for engine in ENGINES {
                read(&written(&mut document, engine)).unwrap();
            }
        }
    }

    #[test]
    fn any_bytes_come_back_as_they_were(
        bytes in proptest::collection::vec(any::<u8>(), 0..200),
        prefix in proptest::sample::select(vec![&b""[..], b"\xff\xfe", b"\xef\xbb\xbf", b"+++\ntitle=\"", b"# "]),
    ) {
        let bytes = [prefix, &bytes].concat();
        if let Ok(mut document) = read(&bytes) {
            assert_eq!(written(&mut document, Clone::clone), bytes);
            written(&mut document, hostile);
        }
    }
}

/// The same texts each time: there are some, which nobody writes, that no translation leaves as they are.
#[test]
fn texts_of_all_bits_keep_their_trees_with_any_engine() {
    let mut runner = TestRunner::deterministic();
    for _ in 0..CASES {
        let text = bits().new_tree(&mut runner).unwrap().current();
        // A bar by itself ends a table, and another line in its place would not; a backslash at the end of a line in a
        // link is a line end or a backslash by what else is in it.
        let is_odd = text.contains("\\\n]") || text.lines().any(|line| line.trim() == "|");
        if !is_odd {
            check_bytes(text.as_bytes());
            check_both(text.as_bytes());
        }
    }
}

/// What tools know that make pages, among what stands beside it.
const BITS_OF_TOOLS: [&str; 31] = [
    "one",
    "Two ",
    "three four five six seven eight nine ten eleven twelve",
    "\n",
    "\n",
    "\r\n",
    "  \n",
    "\\\n",
    "\n\n",
    "> ",
    "- ",
    "# ",
    "---",
    "*",
    "**",
    "`",
    "](x)",
    "[",
    "<b>",
    "|",
    "    ",
    "\n:::",
    "\n: ",
    ":tip ",
    "\n!!! note \"a\"\n",
    "\n!!! note \"a b\"\n\n    ",
    "\n{: .a}",
    "\n[toc]\n",
    "[[a b]]",
    ":smile:",
    ":",
];

#[test]
fn texts_for_tools_keep_their_trees_with_any_engine() {
    let mut runner = TestRunner::deterministic();
    let bits = proptest::collection::vec(proptest::sample::select(BITS_OF_TOOLS.to_vec()), 0..20);
    for _ in 0..CASES / 3 {
        let text = bits.new_tree(&mut runner).unwrap().current().concat();
        if !text.contains("\\\n]") && text.lines().all(|line| line.trim() != "|") {
            check_bytes(text.as_bytes());
            check_both(text.as_bytes());
        }
    }
}

#[test]
fn the_handbook_stays_one_with_any_engine() {
    check_bytes(HANDBOOK.as_bytes());
    check_bytes(HANDBOOK.replace('\n', "\r\n").as_bytes());
    check_both(HANDBOOK.as_bytes());
    check_both(HANDBOOK.replace('\n', "\r\n").as_bytes());
    for bit in BITS {
        check_bytes(bit.repeat(100).as_bytes());
        check_both(bit.repeat(100).as_bytes());
    }
}

#[test]
#[ignore = "reads the folder that DRAGOMAN_DOCUMENT_DATA names"]
fn real_files_come_back() {
    let folder = PathBuf::from(std::env::var_os("DRAGOMAN_DOCUMENT_DATA").unwrap()).join("md");
    let (mut read_files, mut units, mut stayed, mut changed, mut blocks_changed) = (0, 0, 0, 0, 0);
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let bytes = fs::read(&path).unwrap();
        let Ok(mut document) = read(&bytes) else {
            println!("{}: refused", path.display());
            continue;
        };
        read_files += 1;
        assert!(
            written(&mut document, Clone::clone) == bytes,
            "{}",
            path.display()
        );
        let texts = |document: &dyn dragoman_documents::Document| -> Vec<String> {
            document
                .units()
                .iter()
                .map(|unit| unit.content.text())
                .collect()
        };
        let before = texts(&document);
        units += before.len();
        let source = String::from_utf8_lossy(&bytes).into_owned();
        let output = written(&mut document, rotated);
        let again = read(&output).unwrap();
        let after = texts(&again);
        assert_eq!(before.len(), after.len(), "{}", path.display());
        for (before, after) in before.iter().zip(&after) {
            if before == after && before.contains(|letter: char| letter.is_ascii_lowercase()) {
                stayed += 1;
                println!("  stayed: {}", before.chars().take(200).collect::<String>());
            }
        }
        let output = String::from_utf8_lossy(&output).into_owned();
        if tree(&source, true) != tree(&output, true) {
            let (source, output) = (tree(&source, true), tree(&output, true));
            let same = source
                .bytes()
                .zip(output.bytes())
                .take_while(|(one, other)| one == other)
                .count();
            println!("{}: another tree", path.display());
            for tree in [source, output] {
                println!(
                    "  {}",
                    String::from_utf8_lossy(
                        &tree.as_bytes()[same.saturating_sub(100)..(same + 150).min(tree.len())]
                    )
                );
            }
            changed += 1;
        }
        for engine in ENGINES {
            let output = written(&mut document, engine);
            let output = String::from_utf8_lossy(&output);
            if blocks(&output) != blocks(&source) {
                println!("{}: other blocks", path.display());
                blocks_changed += 1;
            }
        }
    }
    println!(
        "{read_files} files, {units} units, {stayed} not written; {changed} with another tree, {blocks_changed} with other blocks"
    );
}
