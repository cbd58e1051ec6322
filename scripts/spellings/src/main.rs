//! Prints the table of American and British spellings that the crate `variants` holds:
//!
//! ```sh
//! cargo run --release --manifest-path scripts/spellings/Cargo.toml > crates/variants/src/spellings.tsv
//! ```
//!
//! Each line has the American word, the British one (with -ise, as most publishers write), and the
//! direction in which one may be written for the other: `>` into British, `<` into American, `=`
//! both. What is left out: words that are also another word of the other spelling ("meter"), that
//! have the other spelling in one sense only ("check"), and rare words.

use std::collections::{BTreeMap, BTreeSet};

use varcon::{Category, Cluster, Entry, Tag, VARCON};

/// SCOWL's size of a large dictionary; beyond are words that few know.
const LARGEST_LEVEL: usize = 70;

/// American words that are as good in British English, or that have senses which the tables do not
/// list.
const LEFT_OUT: &[&str] = &[
    "adapter",
    "adapters",
    "among",
    "bark",
    "barks",
    "dependent",
    "dependents",
    "dike",
    "dikes",
    "diking",
    "flier",
    "fliers",
    "formulas",
    "groin",
    "groined",
    "groining",
    "groins",
    "inflection",
    "inflections",
    "inquire",
    "inquired",
    "inquires",
    "inquiries",
    "inquiring",
    "inquiry",
    "learned",
    "leaped",
    "mats",
    "naught",
    "naughts",
    "oversize",
    "sake",
    "sakes",
    "spilled",
    "spoiled",
    "sweepstakes",
    "unlearned",
    "whiskey",
];

/// Words that the tables note to be in doubt, where they are not.
const ADDED: &[(&str, &str)] = &[("gray", "grey"), ("grays", "greys")];

fn main() {
    print!("{}", include_str!("header.txt"));
    for ((american, british), direction) in table() {
        println!("{american}\t{british}\t{direction}");
    }
}

fn table() -> BTreeMap<(&'static str, &'static str), char> {
    let clusters = VARCON
        .iter()
        .filter(|cluster| cluster.level <= LARGEST_LEVEL);
    let entries = clusters.flat_map(|cluster| cluster.entries.iter().map(move |e| (cluster, e)));
    let (mut into_british, mut into_american) = (Targets::new(), Targets::new());
    let (mut american_words, mut unsure) = (BTreeSet::new(), BTreeSet::new());
    for (cluster, entry) in entries {
        let american = words(entry, Category::American);
        american_words.extend(american.iter().copied());
        let pair = first(entry, Category::American).zip(first(entry, Category::BritishIse));
        let Some((one, other)) = pair.filter(|pair| is_sure(cluster, pair)) else {
            continue;
        };
        let is_one_sense = entry.description.is_some() || entry.pos.is_some();
        if is_one_sense || entry.note.is_some() || entry.archaic {
            unsure.extend(american.iter().copied());
        }
        for word in american {
            into_british.entry(word).or_default().insert(other);
        }
        for category in [Category::BritishIse, Category::BritishIze] {
            for word in words(entry, category) {
                into_american.entry(word).or_default().insert(one);
            }
        }
    }
    let mut table = BTreeMap::new();
    for (american, british) in single(&into_british) {
        if is_word(american) && is_word(british) && !unsure.contains(american) {
            table.insert((american, british), '>');
        }
    }
    for (british, american) in single(&into_american) {
        if is_word(american) && is_word(british) && !american_words.contains(british) {
            let is_both = table.contains_key(&(american, british));
            table.insert((american, british), if is_both { '=' } else { '<' });
        }
    }
    table.retain(|(american, _), _| !LEFT_OUT.contains(american));
    table.extend(ADDED.iter().map(|pair| (*pair, '=')));
    table
}

type Targets = BTreeMap<&'static str, BTreeSet<&'static str>>;

/// Words with one other spelling.
fn single(targets: &Targets) -> impl Iterator<Item = (&'static str, &'static str)> {
    targets.iter().filter_map(|(word, others)| {
        let other = others.first().filter(|other| *other != word)?;
        (others.len() == 1).then_some((*word, *other))
    })
}

/// The usual words of a spelling.
fn words(entry: &Entry, category: Category) -> Vec<&'static str> {
    let is_usual = |tag| matches!(tag, None | Some(Tag::Eq));
    let variants = entry.variants.iter().filter(|variant| {
        variant
            .types
            .iter()
            .any(|t| t.category == category && is_usual(t.tag))
    });
    variants.map(|variant| variant.word).collect()
}

fn first(entry: &Entry, category: Category) -> Option<&'static str> {
    let mut variants = entry.variants.iter();
    let variant = variants.find(|variant| {
        variant
            .types
            .iter()
            .any(|t| t.category == category && t.tag.is_none())
    });
    variant.map(|variant| variant.word)
}

/// Clusters that nobody checked have invented words; what follows the two commonest rules is right
/// nevertheless.
fn is_sure(cluster: &Cluster, (american, british): &(&str, &str)) -> bool {
    let is_doubled = || {
        british.match_indices("ll").any(|(at, _)| {
            let single = format!("{}{}", &british[..at], &british[at + 1..]);
            single == *american
        })
    };
    cluster.verified || american.replace('z', "s") == british.replace('z', "s") || is_doubled()
}

/// Names, possessives and phrases are left out.
fn is_word(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_lowercase())
}
