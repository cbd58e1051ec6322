//! Packages of desktop publishing in InDesign Markup Language (`.idml`).
//!
//! Units are the paragraphs of the stories, of tables, footnotes and notes in them. Character ranges that
//! look the same are one text; forced line breaks, variables, markers and anchored objects are codes, and
//! links and XML tags are stretches. Deleted and hidden text and stories on hidden layers stay as they are.

mod flow;
mod language;
mod layers;
mod story;

use std::collections::BTreeSet;
use std::io::Write;

use crate::archive::Archive;
use crate::error::quoted;
use crate::office::pass::{Pass, Places, Units};
use crate::xml::{Decoded, Reader, Token};
use crate::{Content, Document, DocumentError, Options, Source, Unit, Warning};

use language::Marks;
use story::Story;

/// The format's name in errors.
const FORMAT: &str = "IDML";

/// The entry that names all others.
const MAP: &str = "designmap.xml";

/// The entry with the styles, which say in which language text is.
const STYLES: &str = "Resources/Styles.xml";

/// A package of desktop publishing.
pub struct Idml {
    archive: Archive,
    options: Options,
    units: Units,
    stories: Vec<(String, Places)>,
    marks: Marks,
    warnings: Vec<Warning>,
}

impl Idml {
    /// Reads a package.
    ///
    /// # Errors
    /// As [`DocumentError`] says of its kinds.
    pub fn open(source: Box<dyn Source>, options: Options) -> Result<Self, DocumentError> {
        let limits = options.limits;
        let mut archive = Archive::open(source, FORMAT, limits)?;
        let Some(bytes) = archive.read(MAP)? else {
            return Err(malformed("it has no design map".to_owned()));
        };
        let map = Map::read(&decode(&bytes)?.text, limits.depth)?;
        let hidden = layers::hidden_stories(&mut archive, &map, limits.depth)?;
        let mut marks = Marks::new(options.target, &map.languages);
        let mut warnings = Vec::new();
        if let Some(warning) = check_styles(&mut archive, &mut marks, limits.depth)? {
            warnings.push(warning);
        }
        let mut idml = Self {
            archive,
            options,
            units: Units::default(),
            stories: Vec::new(),
            marks,
            warnings,
        };
        let mut has_hidden = false;
        for name in idml.names_of(&map.stories) {
            let mut places = Places::new();
            let bytes = idml.archive.read(&name)?.unwrap_or_default();
            let decoded = decode(&bytes)?;
            let mut pass = Pass::Read {
                units: &mut idml.units,
                places: &mut places,
                copies: Vec::new(),
                limits,
            };
            let crossing = story::crossing(&decoded.text, limits.depth)?;
            let story = Story::new(&decoded.text, &mut pass, None, crossing, limits.depth);
            has_hidden |= !story.walk(&hidden)?.1;
            idml.stories.push((name, places));
        }
        if has_hidden {
            idml.warnings.push(Warning {
                message: "Text on hidden layers was left as it is.".to_owned(),
            });
        }
        Ok(idml)
    }

    /// The entries of these stories, each once.
    fn names_of(&mut self, stories: &[String]) -> Vec<String> {
        let (mut names, mut missing) = (Vec::new(), Vec::new());
        let mut seen = BTreeSet::new();
        for story in stories {
            match self.archive.find(story) {
                Some(name) if seen.insert(name) => names.push(name.to_owned()),
                Some(_) => {}
                None => missing.push(story),
            }
        }
        if let Some(first) = missing.first() {
            let message = match missing.len() {
                1 => format!("The story {:?} is missing.", quoted(first)),
                count => format!(
                    "{count} stories are missing, the first of them {:?}.",
                    quoted(first)
                ),
            };
            self.warnings.push(Warning { message });
        }
        names
    }

    /// The stories in which something is translated otherwise than it was.
    fn changed(&self, translations: &[Option<Content>]) -> BTreeSet<String> {
        let changes = |index: &usize| {
            let unit = self.units.units.get(*index);
            let translation = translations.get(*index).and_then(Option::as_ref);
            translation
                .is_some_and(|translation| unit.is_some_and(|unit| unit.content != *translation))
        };
        let stories = self.stories.iter();
        let changed = stories.filter(|(_, places)| places.iter().any(changes));
        changed.map(|(name, _)| name.clone()).collect()
    }
}

impl Document for Idml {
    fn units(&self) -> &[Unit] {
        &self.units.units
    }

    fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    fn write(
        &mut self,
        translations: &[Option<Content>],
        output: &mut dyn Write,
    ) -> Result<(), DocumentError> {
        let mut names = self.changed(translations);
        if !names.is_empty() && self.marks.has_language() {
            names.insert(STYLES.to_owned());
        }
        let (units, marks, stories) = (&self.units.units, &self.marks, &self.stories);
        let limits = self.options.limits;
        let mut edit = |name: &str, bytes: Vec<u8>| {
            let decoded = decode(&bytes)?;
            let story = stories.iter().find(|(story, _)| story == name);
            let edits = if let Some((_, places)) = story {
                let mut pass = Pass::Write {
                    units,
                    translations,
                    places: places.iter(),
                    limits,
                };
                let crossing = story::crossing(&decoded.text, limits.depth)?;
                let text = &decoded.text;
                let story = Story::new(text, &mut pass, Some(marks), crossing, limits.depth);
                story.walk(&BTreeSet::new())?.0
            } else {
                language::set_in_styles(&decoded.text, marks, limits.depth)?
            };
            if edits.is_empty() {
                return Ok(bytes);
            }
            Ok(decoded.encode(&edits.apply(&decoded.text)))
        };
        self.archive.write(&names, &mut edit, output)
    }
}

/// Forgets the language if the styles, which give it to text, are damaged, and says so.
fn check_styles(
    archive: &mut Archive,
    marks: &mut Marks,
    depth: usize,
) -> Result<Option<Warning>, DocumentError> {
    let Some(bytes) = archive.read(STYLES)?.filter(|_| marks.has_language()) else {
        return Ok(None);
    };
    let outcome =
        decode(&bytes).and_then(|styles| language::set_in_styles(&styles.text, marks, depth));
    match outcome {
        Err(DocumentError::Malformed { reason, .. }) => {
            marks.forget_language();
            Ok(Some(Warning {
                message: format!("The styles are damaged and were left as they are: {reason}."),
            }))
        }
        outcome => outcome.map(|_| None),
    }
}

/// What the package says of its parts.
#[derive(Debug, Default)]
struct Map {
    stories: Vec<String>,
    spreads: Vec<String>,
    hidden_layers: BTreeSet<String>,
    /// The names of languages that text may be in.
    languages: Vec<String>,
}

impl Map {
    fn read(text: &str, depth: usize) -> Result<Self, DocumentError> {
        let mut reader = Reader::new(text, |_| (), FORMAT, depth);
        let mut map = Self::default();
        let mut seen = BTreeSet::new();
        loop {
            let tag = match reader.next()? {
                Token::Start(tag) => tag,
                Token::Eof => return Ok(map),
                _ => continue,
            };
            let value = |name| tag.attribute(name).map(|found| found.value());
            match tag.full_name {
                "idPkg:Story" => {
                    let name = value("src").filter(|name| seen.insert(name.clone()));
                    map.stories.extend(name);
                }
                "idPkg:Spread" | "idPkg:MasterSpread" => map.spreads.extend(value("src")),
                "Layer" if value("Visible").as_deref() == Some("false") => {
                    map.hidden_layers.extend(value("Self"));
                }
                "Language" => map.languages.extend(value("Name")),
                _ => {}
            }
        }
    }
}

fn decode(bytes: &[u8]) -> Result<Decoded, DocumentError> {
    Decoded::new(bytes).map_err(malformed)
}

fn malformed(reason: String) -> DocumentError {
    DocumentError::Malformed {
        format: FORMAT,
        reason,
    }
}
