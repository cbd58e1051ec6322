//! Packages of desktop publishing in InDesign Markup Language (`.idml`).
//!
//! Units are the paragraphs of the stories, of tables, footnotes and notes in them, alternative texts, and
//! what text variables, sections and numbered paragraphs put on pages. Character ranges that
//! look the same are one text; forced line breaks, variables, markers and anchored objects are codes, and
//! links and XML tags are stretches. Deleted and hidden text and stories on hidden layers stay as they are.

mod extras;
mod flow;
mod language;
mod layers;
mod numbering;
mod story;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use crate::archive::Archive;
use crate::office::pass::{Pass, Places, Units};
use crate::xml::{Decoded, Edits, Reader, Token};
use crate::{Content, Document, DocumentError, Options, Source, Unit, Warning};

use extras::Variables;
use language::Marks;
use story::Story;

/// The format's name in errors.
const FORMAT: &str = "IDML";

/// The entry that names all others.
const MAP: &str = "designmap.xml";

/// The entry with the styles, which say in which language text is.
const STYLES: &str = "Resources/Styles.xml";

/// What a part with units is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Map,
    Story,
    Spread,
    Styles,
}

/// A package of desktop publishing.
pub struct Idml {
    archive: Archive,
    options: Options,
    units: Units,
    parts: BTreeMap<String, (Kind, Places)>,
    variables: Variables,
    hidden_layers: BTreeSet<String>,
    /// The styles of paragraphs that are seen, and those on which they are based.
    styles: BTreeSet<String>,
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
        let mut idml = Self {
            archive,
            options,
            units: Units::default(),
            parts: BTreeMap::new(),
            variables: Variables::new(),
            hidden_layers: map.hidden_layers,
            styles: BTreeSet::new(),
            marks: Marks::new(options.target, &map.languages),
            warnings: Vec::new(),
        };
        // Stories show the texts of variables.
        let mut variables = Variables::new();
        idml.read(MAP, Kind::Map, &mut |text, pass| {
            extras::map(text, pass, &mut variables, limits.depth)
        })?;
        idml.variables = variables;
        idml.read_stories(&map.stories, &hidden)?;
        idml.read_spreads(&map.spreads)?;
        idml.read_styles()?;
        Ok(idml)
    }

    fn read_stories(
        &mut self,
        names: &[String],
        hidden: &BTreeSet<String>,
    ) -> Result<(), DocumentError> {
        let depth = self.options.limits.depth;
        let variables = self.variables.clone();
        let mut styles = BTreeSet::new();
        let mut has_hidden = false;
        for name in self.names_of(names) {
            self.read(&name, Kind::Story, &mut |text, pass| {
                let mut story = Story::new(text, pass, None, depth)?;
                story.variables = Some(&variables);
                story.styles = Some(&mut styles);
                let (edits, is_shown) = story.walk(hidden)?;
                has_hidden |= !is_shown;
                Ok(edits)
            })?;
        }
        if has_hidden {
            self.warnings.push(Warning::HiddenLayers);
        }
        self.styles = styles;
        Ok(())
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
            self.warnings.push(Warning::MissingParts {
                parts: missing.len(),
                first: first.into(),
            });
        }
        names
    }

    fn read_spreads(&mut self, names: &[String]) -> Result<(), DocumentError> {
        let depth = self.options.limits.depth;
        let hidden_layers = self.hidden_layers.clone();
        for name in names {
            let outcome = self.read(name, Kind::Spread, &mut |text, pass| {
                extras::spread(text, pass, &hidden_layers, depth)
            });
            match outcome {
                Err(DocumentError::Malformed { reason, .. }) => {
                    let part = name.into();
                    self.warnings.push(Warning::DamagedPart { part, reason });
                }
                outcome => outcome?,
            }
        }
        Ok(())
    }

    fn read_styles(&mut self) -> Result<(), DocumentError> {
        let depth = self.options.limits.depth;
        let used = std::mem::take(&mut self.styles);
        let mut styles = BTreeSet::new();
        let outcome = self.read(STYLES, Kind::Styles, &mut |text, pass| {
            styles = numbering::with_bases(text, &used, depth)?;
            numbering::styles(text, pass, &styles, None, depth)
        });
        match outcome {
            Err(DocumentError::Malformed { reason, .. }) => {
                // Text whose language the styles say would keep the old one.
                self.marks.forget_language();
                self.warnings.push(Warning::DamagedStyles { reason });
            }
            outcome => outcome?,
        }
        self.styles = styles;
        Ok(())
    }

    /// Reads the units of a part, if it is there.
    fn read(
        &mut self,
        name: &str,
        kind: Kind,
        walk: &mut dyn FnMut(&str, &mut Pass<'_>) -> Result<Edits, DocumentError>,
    ) -> Result<(), DocumentError> {
        if self.parts.contains_key(name) {
            return Ok(());
        }
        let Some(bytes) = self.archive.read(name)? else {
            return Ok(());
        };
        let before = self.units.units.len();
        let mut places = Places::new();
        let mut pass = Pass::Read {
            units: &mut self.units,
            places: &mut places,
            copies: Vec::new(),
            same: None,
            limits: self.options.limits,
        };
        let outcome = decode(&bytes).and_then(|decoded| walk(&decoded.text, &mut pass));
        if outcome.is_err() {
            self.units.units.truncate(before);
        }
        outcome?;
        self.parts.insert(name.to_owned(), (kind, places));
        Ok(())
    }

    /// The parts in which something is translated otherwise than it was.
    fn changed(&self, translations: &[Option<Content>]) -> BTreeSet<String> {
        let changes = |index: &usize| {
            let unit = self.units.units.get(*index);
            let translation = translations.get(*index).and_then(Option::as_ref);
            translation
                .is_some_and(|translation| unit.is_some_and(|unit| unit.content != *translation))
        };
        let parts = self.parts.iter();
        let changed = parts.filter(|(_, (_, places))| places.iter().any(changes));
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
        let (units, marks, parts) = (&self.units.units, &self.marks, &self.parts);
        let (variables, hidden_layers) = (&self.variables, &self.hidden_layers);
        let styles = &self.styles;
        let limits = self.options.limits;
        let mut edit = |name: &str, bytes: Vec<u8>| {
            let decoded = decode(&bytes)?;
            let text = decoded.text.as_str();
            let Some((kind, places)) = parts.get(name) else {
                return Ok(bytes);
            };
            let pass = &mut Pass::Write {
                units,
                translations,
                places: places.iter(),
                limits,
            };
            let depth = limits.depth;
            let edits = match kind {
                Kind::Map => extras::map(text, pass, &mut Variables::new(), depth)?,
                Kind::Spread => extras::spread(text, pass, hidden_layers, depth)?,
                Kind::Styles => numbering::styles(text, pass, styles, Some(marks), depth)?,
                Kind::Story => {
                    let mut story = Story::new(text, pass, Some(marks), depth)?;
                    story.variables = Some(variables);
                    story.walk(&BTreeSet::new())?.0
                }
            };
            if edits.is_empty() {
                return Ok(bytes);
            }
            Ok(decoded.encode(&edits.apply(&decoded.text)))
        };
        self.archive.write(&names, &mut edit, output)
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
