//! Tests every rule that edits text with tables of sentences before and after the rule, and
//! generates the table of all rules in the documentation.
//!
//! A table `testdata/<category>/<rule>.tsv` has the columns language, option, before and after;
//! both texts are equal if nothing must change. `{nbsp}` and `{nnbsp}` stand for the no-break
//! spaces. Placeholders of `dragoman_text` are kept, except for numbers with a unit.

#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use dragoman_style::{
    ConfiguredRules, Example, Mechanism, RuleChoice, Style, StyleLanguage, catalogue, example,
    is_reformattable, mechanism,
};
use dragoman_text::SegmentTranslation;
use dragoman_text::find_placeholders;

struct Case {
    choice: RuleChoice,
    language: StyleLanguage,
    before: String,
    after: String,
    place: String,
}

impl Case {
    fn changes(&self) -> bool {
        self.before != self.after
    }
}

fn language(tag: &str) -> Option<StyleLanguage> {
    StyleLanguage::ALL
        .into_iter()
        .find(|language| language.tag() == tag)
}

fn spaces(text: &str) -> String {
    text.replace("{nbsp}", "\u{a0}")
        .replace("{nnbsp}", "\u{202f}")
}

fn cases() -> Vec<Case> {
    let mut rules: Vec<(&str, &str)> = catalogue()
        .iter()
        .map(|choice| (choice.category, choice.rule))
        .collect();
    rules.dedup();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata");
    let mut cases = Vec::new();
    let mut read = BTreeSet::new();
    for (category, rule) in rules {
        let file = root.join(category).join(format!("{rule}.tsv"));
        let Ok(content) = fs::read_to_string(&file) else {
            continue;
        };
        for (number, line) in content.lines().enumerate() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let place = format!("{category}/{rule}.tsv, line {}", number + 1);
            let columns: Vec<&str> = line.split('\t').collect();
            let [tag, option, before, after] = columns[..] else {
                panic!("{place}: there must be four columns");
            };
            let is_choice = |choice: &&RuleChoice| {
                choice.category == category && choice.rule == rule && choice.option == option
            };
            cases.push(Case {
                choice: *catalogue()
                    .iter()
                    .find(is_choice)
                    .unwrap_or_else(|| panic!("{place}: no such option")),
                language: language(tag).unwrap_or_else(|| panic!("{place}: no such language")),
                before: spaces(before),
                after: spaces(after),
                place,
            });
        }
        read.insert(file);
    }
    for folder in fs::read_dir(&root).unwrap() {
        for file in fs::read_dir(folder.unwrap().path()).unwrap() {
            let file: PathBuf = file.unwrap().path();
            assert!(read.contains(&file), "{} is of no rule", file.display());
        }
    }
    cases
}

fn applied(choice: RuleChoice, language: StyleLanguage, text: &str) -> String {
    let mut rules = ConfiguredRules::default();
    rules
        .set(choice.category, choice.rule, choice.option)
        .unwrap();
    let mut translation = SegmentTranslation::from(text.to_owned());
    let mut kept = find_placeholders(text);
    kept.retain(|range| !is_reformattable(&text[range.clone()]));
    Style::new(&rules, language).apply(&mut translation, &kept);
    translation.into_text()
}

#[test]
fn every_sentence_is_written_as_the_rule_wants_it() {
    let mut wrong = String::new();
    for case in cases() {
        let written = applied(case.choice, case.language, &case.before);
        let Case { place, after, .. } = &case;
        if &written != after {
            let (before, option) = (&case.before, case.choice.option);
            writeln!(
                wrong,
                "{place} ({option})\n  of    {before}\n  comes {written}\n  not   {after}"
            )
            .unwrap();
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn what_a_rule_wrote_it_leaves_alone() {
    let mut wrong = String::new();
    for case in cases() {
        let again = applied(case.choice, case.language, &case.after);
        if again != case.after {
            let (place, after) = (&case.place, &case.after);
            writeln!(wrong, "{place}: {after} becomes {again}").unwrap();
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn what_is_kept_stays_and_nothing_stands_within_it() {
    for case in cases() {
        let mut rules = ConfiguredRules::default();
        let RuleChoice {
            category,
            rule,
            option,
        } = case.choice;
        rules.set(category, rule, option).unwrap();
        let mut translation = SegmentTranslation::from(case.before.clone());
        let all = 0..case.before.len();
        Style::new(&rules, case.language).apply(&mut translation, std::slice::from_ref(&all));
        assert!(translation.text().contains(&case.before), "{}", case.place);
    }
}

#[test]
fn every_rule_that_edits_has_five_sentences_that_change_and_five_that_do_not() {
    let mut counts: BTreeMap<_, (usize, usize)> = BTreeMap::new();
    let mut changed = BTreeSet::new();
    for case in cases() {
        let rule = (case.choice.category, case.choice.rule, case.language);
        let (changing, unchanging) = counts.entry(rule).or_default();
        if case.changes() {
            *changing += 1;
            changed.insert((case.choice, case.language));
        } else {
            *unchanging += 1;
        }
        assert_eq!(
            mechanism(case.choice, case.language),
            Some(Mechanism::Edits),
            "{}: the rule does not edit this language",
            case.place
        );
    }
    let mut missing = String::new();
    for choice in catalogue() {
        for language in StyleLanguage::ALL {
            if mechanism(*choice, language) != Some(Mechanism::Edits) {
                continue;
            }
            let RuleChoice {
                category,
                rule,
                option,
            } = *choice;
            let tag = language.tag();
            if !changed.contains(&(*choice, language)) {
                writeln!(missing, "{category}.{rule} {tag}: no change by {option}").unwrap();
            }
            let count = counts.get(&(category, rule, language)).copied();
            let (changing, unchanging) = count.unwrap_or_default();
            if changing < 5 || unchanging < 5 {
                writeln!(
                    missing,
                    "{category}.{rule} {tag}: {changing} change, {unchanging} stay"
                )
                .unwrap();
            }
        }
    }
    assert!(missing.is_empty(), "\n{missing}");
}

#[test]
fn every_choice_that_edits_has_a_true_example_and_no_other_has_one() {
    let mut wrong = String::new();
    for choice in catalogue() {
        for language in StyleLanguage::ALL {
            let edits = mechanism(*choice, language) == Some(Mechanism::Edits);
            let is_right = match example(*choice, language) {
                Some(Example { before, after }) => {
                    edits && before != after && applied(*choice, language, before) == after
                }
                None => !edits,
            };
            if !is_right {
                writeln!(wrong, "{choice:?} {language:?}").unwrap();
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn every_choice_is_implemented_in_some_language() {
    let nowhere: Vec<&RuleChoice> = catalogue()
        .iter()
        .filter(|choice| {
            StyleLanguage::ALL
                .into_iter()
                .all(|language| mechanism(**choice, language).is_none())
        })
        .collect();
    assert!(nowhere.is_empty(), "{nowhere:#?}");
}

const BEGIN: &str = "<!-- The table of style rules is written by the tests of dragoman-style. -->";
const END: &str = "<!-- End of the table of style rules. -->";

#[test]
fn the_table_in_the_documentation_is_true() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/compatibility.md");
    let page = fs::read_to_string(&file).unwrap();
    let (before, rest) = page.split_once(BEGIN).expect("the table has a beginning");
    let (_, after) = rest.split_once(END).expect("the table has an end");
    let true_page = format!("{before}{BEGIN}\n\n{}\n{END}{after}", table());
    if page != true_page && std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&file, &true_page).unwrap();
        return;
    }
    assert!(
        page == true_page,
        "set UPDATE_DOCS=1 to write the table of style rules anew"
    );
}

/// A line for each rule: the languages in which edits, the register and a language model implement
/// its options, and the number of sentences that test the edits.
fn table() -> String {
    let cases = cases();
    let mut rules: Vec<(&str, &str)> = catalogue()
        .iter()
        .map(|choice| (choice.category, choice.rule))
        .collect();
    rules.dedup();
    let mut table = String::from(
        "| rule | edits of the text | register | language model | changing sentences | unchanging |\n|---|---|---|---|---|---|\n",
    );
    for (category, rule) in rules {
        let choices = || {
            catalogue()
                .iter()
                .filter(|choice| choice.category == category && choice.rule == rule)
        };
        let languages = |wanted| {
            let has = |language: &StyleLanguage| {
                choices().any(|choice| mechanism(*choice, *language) == Some(wanted))
            };
            let tags: Vec<&str> = StyleLanguage::ALL
                .iter()
                .filter(|language| has(language))
                .map(|language| language.tag())
                .collect();
            tags.join(" ")
        };
        let of_rule = || {
            cases
                .iter()
                .filter(|case| case.choice.category == category && case.choice.rule == rule)
        };
        let changing = of_rule().filter(|case| case.changes()).count();
        let unchanging = of_rule().count() - changing;
        writeln!(
            table,
            "| `{category}.{rule}` | {} | {} | {} | {changing} | {unchanging} |",
            languages(Mechanism::Edits),
            languages(Mechanism::Register),
            languages(Mechanism::Instruction),
        )
        .unwrap();
    }
    table
}
