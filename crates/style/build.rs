//! Chooses the examples that people see of rules: of each choice the shortest of the tested sentences that it changes.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=testdata");
    // For each category, rule, option and language: a sentence before and after.
    let mut examples: BTreeMap<[String; 4], (String, String)> = BTreeMap::new();
    for category in fs::read_dir("testdata")? {
        let category = category?;
        for file in fs::read_dir(category.path())? {
            let file = file?.path();
            let category = category.file_name().to_string_lossy().into_owned();
            let rule = file.file_stem().unwrap_or_default().to_string_lossy();
            for line in fs::read_to_string(&file)?.lines() {
                let columns: Vec<&str> = line.split('\t').collect();
                let [language, option, before, after] = columns[..] else {
                    continue;
                };
                if line.starts_with('#') || before == after {
                    continue;
                }
                let key = [&category, &*rule, option, language].map(str::to_owned);
                let is_shorter = |(known, _): &(String, String)| before.len() < known.len();
                if examples.get(&key).is_none_or(is_shorter) {
                    examples.insert(key, (spaces(before), spaces(after)));
                }
            }
        }
    }
    let mut table = String::new();
    for (key, (before, after)) in examples {
        table.push_str(&format!("{}\t{before}\t{after}\n", key.join("\t")));
    }
    let folder = env::var_os("OUT_DIR").ok_or("Cargo names a folder")?;
    Ok(fs::write(Path::new(&folder).join("examples.tsv"), table)?)
}

/// The spaces that the tables name.
fn spaces(text: &str) -> String {
    text.replace("{nbsp}", "\u{a0}")
        .replace("{nnbsp}", "\u{202f}")
}
