//! Which modules of a crate use which: those beside each other have an order, so that whoever reads one has to know only
//! what is below it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::source::Module;
use super::{root, sources};

/// Names from the root of a crate, which itself has none: of a module, or of something in one.
type Names = Vec<String>;

/// So many imports may lead from a path to what it means.
const MOST_IMPORTS: usize = 32;

/// A module with the file that it stands in.
#[derive(Debug)]
struct Located {
    file: PathBuf,
    /// By their names what it imports, for itself or for others.
    imported: BTreeMap<String, Names>,
    /// What it uses.
    used: Vec<Names>,
}

/// The modules of a crate.
#[derive(Debug, Default)]
struct Modules(BTreeMap<Names, Located>);

/// A use of something in another module.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Use {
    by: Names,
    of: Names,
    item: Names,
}

impl Modules {
    /// Those that a file declares, by way of others too. `sources` are the texts of the files.
    fn of(root: &Path, sources: &BTreeMap<PathBuf, String>) -> Self {
        let mut modules = Self::default();
        let folder = root.parent().unwrap_or(Path::new("")).to_owned();
        modules.add_file(root, &folder, &[], sources);
        modules
    }

    fn add_file(
        &mut self,
        file: &Path,
        folder: &Path,
        name: &[String],
        sources: &BTreeMap<PathBuf, String>,
    ) {
        let module = Module::parse(&sources[file]);
        self.add(module, file, folder, name, sources);
    }

    /// Adds a module whose children have their files in a folder.
    fn add(
        &mut self,
        module: Module,
        file: &Path,
        folder: &Path,
        name: &[String],
        sources: &BTreeMap<PathBuf, String>,
    ) {
        let mut located = Located {
            file: file.to_owned(),
            imported: BTreeMap::new(),
            used: Vec::new(),
        };
        for (path, brought_in) in &module.imports {
            let path = from_root(path, name);
            if let Some(brought_in) = brought_in {
                located.imported.insert(brought_in.clone(), path.clone());
            }
            located.used.push(path);
        }
        let paths = module.paths.iter();
        located.used.extend(paths.map(|path| from_root(path, name)));
        self.0.insert(name.to_vec(), located);
        for (child, written_out) in module.children {
            let folder = folder.join(&child);
            let name = [name, std::slice::from_ref(&child)].concat();
            if let Some(module) = written_out {
                self.add(module, file, &folder, &name, sources);
                continue;
            }
            let files = [folder.with_extension("rs"), folder.join("mod.rs")];
            let file = files.iter().find(|file| sources.contains_key(*file));
            let file = file.unwrap_or_else(|| panic!("{} has no file", folder.display()));
            self.add_file(file, &folder, &name, sources);
        }
    }

    /// The module that a path leads to, by way of what modules on it import from elsewhere.
    fn resolve(&self, path: &[String]) -> Names {
        let mut at = Names::new();
        let mut rest = path.to_vec();
        rest.reverse();
        let mut imports = 0;
        while let Some(next) = rest.pop() {
            let child = [&at[..], std::slice::from_ref(&next)].concat();
            if self.0.contains_key(&child) {
                at = child;
                continue;
            }
            let imported = self
                .0
                .get(&at)
                .and_then(|module| module.imported.get(&next));
            match imported.filter(|target| **target != child && imports < MOST_IMPORTS) {
                Some(target) => {
                    imports += 1;
                    rest.extend(target.iter().rev().cloned());
                    at.clear();
                }
                None => break,
            }
        }
        at
    }

    /// What modules use of others that are neither in them nor around them.
    fn uses(&self) -> BTreeSet<Use> {
        let mut uses = BTreeSet::new();
        for (by, module) in &self.0 {
            for item in &module.used {
                let of = self.resolve(item);
                if !by.starts_with(&of) && !of.starts_with(by) {
                    let (by, item) = (by.clone(), item.clone());
                    uses.insert(Use { by, of, item });
                }
            }
        }
        uses
    }

    /// The uses on which modules beside each other depend on themselves, by way of any number of others. What is in a
    /// module counts as its own.
    fn loops(&self) -> Vec<Use> {
        let uses = self.uses();
        let mut below: BTreeMap<Names, BTreeSet<Names>> = BTreeMap::new();
        for (by, of) in uses.iter().map(beside) {
            below.entry(by).or_default().insert(of);
        }
        let reaches = |from: &Names, to: &Names| {
            let mut reached = BTreeSet::new();
            let mut waiting = vec![from];
            while let Some(module) = waiting.pop() {
                if reached.insert(module) {
                    waiting.extend(below.get(module).into_iter().flatten());
                }
            }
            reached.contains(to)
        };
        let in_loop = |one: &Use| {
            let (by, of) = beside(one);
            reaches(&of, &by)
        };
        uses.into_iter().filter(in_loop).collect()
    }

    fn file(&self, module: &Names) -> String {
        self.0[module].file.display().to_string()
    }

    /// The loops as lines for who has to untie them.
    fn faults(&self) -> Vec<String> {
        let line = |one: Use| {
            let item = one.item.join("::");
            format!(
                "{} uses {item} of {}",
                self.file(&one.by),
                self.file(&one.of)
            )
        };
        self.loops().into_iter().map(line).collect()
    }
}

/// The modules beside each other that the user and the used one are, or are in.
fn beside(one: &Use) -> (Names, Names) {
    let shared = one.by.iter().zip(&one.of);
    let shared = shared.take_while(|(by, of)| by == of).count();
    let first = |names: &Names| names[..=shared].to_vec();
    (first(&one.by), first(&one.of))
}

/// A path as a module writes it, from the root of the crate. One that begins with a name from elsewhere leads to the
/// module itself.
fn from_root(path: &[String], module: &[String]) -> Names {
    let mut from = module.to_vec();
    let mut rest = path;
    while let Some((first, behind)) = rest.split_first() {
        match first.as_str() {
            "crate" => from.clear(),
            "self" => {}
            "super" => drop(from.pop()),
            _ => break,
        }
        rest = behind;
    }
    from.extend_from_slice(rest);
    from
}

/// The files that a crate's code begins in: that of the library, and those of programs.
fn roots(sources: &BTreeMap<PathBuf, String>) -> Vec<PathBuf> {
    let is_root = |file: &&PathBuf| {
        let is_named = |name| file.as_path() == Path::new(name);
        is_named("lib.rs") || is_named("main.rs") || file.parent() == Some(Path::new("bin"))
    };
    sources.keys().filter(is_root).cloned().collect()
}

#[test]
fn no_module_uses_one_that_uses_it() {
    let mut faults = Vec::new();
    for folder in fs::read_dir(root().join("crates")).unwrap() {
        let folder = folder.unwrap();
        let source = folder.path().join("src");
        let mut files = Vec::new();
        sources(&source, &mut files);
        let texts = files.into_iter().map(|file| {
            let text = fs::read_to_string(&file).unwrap();
            let file = file.strip_prefix(&source).unwrap().to_owned();
            (file, text)
        });
        let texts = texts.collect();
        for root in roots(&texts) {
            let of_crate = Modules::of(&root, &texts).faults();
            let crate_name = folder.file_name().display().to_string();
            faults.extend(
                of_crate
                    .iter()
                    .map(|fault| format!("{crate_name}: {fault}")),
            );
        }
    }
    assert!(
        faults.is_empty(),
        "modules use one another: move what both need below them, or turn one of the uses round\n{}",
        faults.join("\n")
    );
}

/// The faults of a crate with these files.
fn faults(files: &[(&str, &str)]) -> Vec<String> {
    let texts = files
        .iter()
        .map(|(file, text)| (file.into(), (*text).to_owned()));
    Modules::of(Path::new("lib.rs"), &texts.collect()).faults()
}

#[test]
fn the_rule_about_modules_finds_two_that_use_one_another() {
    assert_eq!(
        faults(&[
            ("lib.rs", "mod a;\nmod b;"),
            ("a.rs", "use crate::b::{B, C as D};\npub struct A;"),
            ("b.rs", "pub struct B;\nfn f() -> super::a::A {}"),
        ]),
        [
            "a.rs uses b::B of b.rs",
            "a.rs uses b::C of b.rs",
            "b.rs uses a::A of a.rs",
        ]
    );
}

#[test]
fn the_rule_about_modules_finds_loops_by_way_of_others_of_names_of_parents_and_of_children() {
    assert_eq!(
        faults(&[
            ("lib.rs", "mod a;\nmod b;\nmod c;\npub use c::C;"),
            ("a.rs", "use crate::b::B;\npub struct A;"),
            // By way of what the parent gives on.
            ("b/mod.rs", "mod inside;\npub struct B;"),
            ("b/inside.rs", "use crate::C;"),
            ("c.rs", "mod inside;\npub struct C;"),
            ("c/inside.rs", "use super::super::a;\nfn f(_: a::A) {}"),
        ]),
        [
            "a.rs uses b::B of b/mod.rs",
            "b/inside.rs uses C of c.rs",
            "c/inside.rs uses a of a.rs",
        ]
    );
}

#[test]
fn the_rule_about_modules_lets_parents_tests_and_what_is_in_order_be() {
    assert_eq!(
        faults(&[
            (
                "lib.rs",
                "mod a;\nmod b;\nuse a::A;\npub struct Root(A);\n#[cfg(test)]\nmod tests;",
            ),
            (
                "a.rs",
                "use crate::Root;\nuse crate::b::B;\npub struct A;\nmod b { pub struct Other; }",
            ),
            (
                "b.rs",
                "// use crate::a::A;\npub struct B;\n#[cfg(test)]\nmod tests { use crate::a::A; }",
            ),
        ]),
        Vec::<String>::new()
    );
}
