//! Workbooks in Office Open XML (`.xlsx` and its siblings with macros and for templates), transitional
//! and strict.
//!
//! Units are the lines of cells with text, headers and footers, messages to whoever fills in cells,
//! comments, drawings, charts and the workbook's title and subject. Formulas, numbers, hidden sheets, the
//! names of sheets and of fields of pivot tables stay as they are. Headers of tables are translated with the
//! names of their columns wherever formulas have them; those that texts in formulas name stay.

mod connections;
mod formulas;
mod headers;
mod scan;
mod sheet;
mod strings;
mod tables;
mod workbook;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::io::Write;

use crate::archive::Archive;
use crate::office::canvas::Canvas;
use crate::office::direction::Marks;
use crate::office::package::{self, Part, decode};
use crate::office::pass::{Copies, Pass};
use crate::office::stories::{MACROS, MAIN, Others, Stories};
use crate::xml::Edits;
use crate::{Content, Document, DocumentError, Options, Source, Unit, Warning};

use formulas::{Formulas, Renamed};
use sheet::{Cells, Position, SheetWalk, Survey};
use strings::{Sharing, Texts};
use tables::{Column, Table};
use workbook::SheetPart;

/// The format's name in errors.
const FORMAT: &str = "XLSX";

/// The kind of the part with the strings that cells share.
const STRINGS: &str = "sharedStrings";

/// The kind of parts with tables.
const TABLE: &str = "table";

/// The kind of parts with connections to data.
const CONNECTIONS: &str = "connections";

/// The kind of parts with models of data, which call the columns of tables by their names.
const MODEL: &str = "powerPivotData";

/// The kinds of parts with text that belong to a sheet, in the order in which they are read after it.
const OF_SHEETS: [&str; 8] = [
    "drawing",
    "diagramData",
    "diagramDrawing",
    "chart",
    "chartEx",
    "chartUserShapes",
    "comments",
    "threadedComment",
];

/// How far from a sheet its parts may be: a sheet has a drawing, that a chart, that further shapes.
const FARTHEST: usize = 3;

/// How often names of columns are taken back because of one another before all are.
const ROUNDS: usize = 16;

/// A workbook.
pub struct Xlsx {
    stories: Stories,
    plan: Plan,
}

/// What is done with what.
#[derive(Default)]
struct Plan {
    depth: usize,
    /// By the name of the sheet's part.
    cells: BTreeMap<String, Cells>,
    /// By the name of the table's part.
    tables: BTreeMap<String, Table>,
    /// Where tables have their headers: the table, and the place of the column in it.
    columns: HashMap<(String, Position), (String, usize)>,
    /// What is known of cells where there are none.
    other: Cells,
    sharing: Sharing,
    /// Where the strings are of cells that keep their text, as far as others do not.
    moved: HashMap<usize, usize>,
    has_results: bool,
}

impl Xlsx {
    /// Reads a workbook.
    ///
    /// # Errors
    /// As [`DocumentError`] says of its kinds.
    pub fn open(source: Box<dyn Source>, options: Options) -> Result<Self, DocumentError> {
        Self::of(Stories::open(source, options, FORMAT)?)
    }

    /// Reads a workbook that is an entry of another archive.
    ///
    /// # Errors
    /// As [`Xlsx::open`].
    pub(crate) fn open_within(
        archive: &Archive,
        content: Vec<u8>,
        options: Options,
    ) -> Result<Self, DocumentError> {
        let archive = archive.open_within(content, FORMAT)?;
        Self::of(Stories::of_archive(archive, options, FORMAT))
    }

    fn of(stories: Stories) -> Result<Self, DocumentError> {
        let options = stories.options;
        let plan = Plan {
            depth: options.limits.depth,
            ..Plan::default()
        };
        let mut xlsx = Self { stories, plan };
        let parts = package::parts(&mut xlsx.stories.archive, FORMAT, xlsx.plan.depth)?;
        let main = parts.iter().find(|part| part.kind == MAIN);
        let main = main.ok_or_else(|| workbook::malformed("it has no main part"))?;
        let mut survey = Survey::default();
        let sheets = workbook::sheets(&mut xlsx.stories, main, &mut survey.formulas)?;
        for sheet in &sheets {
            xlsx.read_tables(sheet, &mut survey)?;
        }
        let fields = workbook::fields(&mut xlsx.stories, &parts)?;
        xlsx.read_connections(&parts)?;
        if !xlsx.plan.tables.is_empty() {
            xlsx.scan(&sheets, &mut survey, &fields)?;
        }
        for sheet in &sheets {
            xlsx.read(&sheet.part, &Copies::default(), Some(&mut survey))?;
        }
        xlsx.plan.name_columns(&survey.header_units);
        let strings = parts.iter().find(|part| part.kind == STRINGS);
        if let Some(strings) = strings {
            xlsx.read_strings(strings, &survey, &fields)?;
        }
        xlsx.plan.has_results = survey.has_results;
        let copies = xlsx.stories.copies(0);
        let mut seen = BTreeSet::new();
        let visible = sheets.iter().filter(|sheet| !sheet.is_hidden);
        for sheet in visible {
            xlsx.read_parts_of(&sheet.part, &copies, &mut seen)?;
        }
        let tables = xlsx.plan.tables.values().map(|table| table.part.clone());
        let tables: Vec<Part> = tables.collect();
        let others = parts.iter().filter(|part| part.kind == "core-properties");
        for part in tables.iter().chain([main]).chain(others) {
            xlsx.read(part, &copies, None)?;
        }
        xlsx.warn(&survey, &parts, !fields.is_empty());
        Ok(xlsx)
    }

    fn read(
        &mut self,
        part: &Part,
        copies: &Copies,
        mut survey: Option<&mut Survey>,
    ) -> Result<(), DocumentError> {
        let plan = &self.plan;
        self.stories.read(part, copies, &mut |part, text, pass| {
            plan.walk(part, text, pass, survey.as_deref_mut(), &Writing::default())
        })
    }

    fn read_tables(&mut self, sheet: &SheetPart, survey: &mut Survey) -> Result<(), DocumentError> {
        let depth = self.plan.depth;
        let mut cells = Cells {
            are_hidden: sheet.is_hidden,
            ..Cells::default()
        };
        let archive = &mut self.stories.archive;
        for related in package::relationships(archive, &sheet.part.name, FORMAT, depth)? {
            if related.part.kind != TABLE {
                continue;
            }
            let part = related.part;
            let bytes = archive.read(&part.name)?.unwrap_or_default();
            let decoded = decode(&bytes, FORMAT)?;
            let table = Table::read(&part, &decoded.text, &mut survey.formulas, depth)?;
            let headers = table.columns.iter().filter_map(|column| column.header);
            cells.headers.extend(headers);
            cells.areas.push(table.area.clone());
            if !sheet.is_hidden {
                for (place, column) in table.columns.iter().enumerate() {
                    if let Some(header) = column.header {
                        let header = (sheet.part.name.clone(), header);
                        let column = (part.name.clone(), place);
                        self.plan.columns.insert(header, column);
                    }
                }
                self.plan.tables.insert(part.name.clone(), table);
            }
        }
        cells.kept = cells.headers.clone();
        self.plan.cells.insert(sheet.part.name.clone(), cells);
        Ok(())
    }

    /// Finds out which tables are read as data: their columns are called by their names elsewhere.
    fn read_connections(&mut self, parts: &[Part]) -> Result<(), DocumentError> {
        let tables = self.plan.tables.values();
        let names: BTreeSet<String> = tables.map(Table::name).collect();
        let mut read = BTreeSet::new();
        for part in parts {
            match part.kind.as_str() {
                // Macros do so in whatever way.
                MODEL | MACROS => read.clone_from(&names),
                CONNECTIONS => {
                    let bytes = self.stories.archive.read(&part.name)?.unwrap_or_default();
                    let text = decode(&bytes, FORMAT)?.text;
                    read.extend(connections::tables_read(&text, &names, self.plan.depth)?);
                }
                _ => {}
            }
        }
        for table in self.plan.tables.values_mut() {
            table.is_plain &= !read.contains(&table.name());
        }
        Ok(())
    }

    /// Decides which headers of tables are translated whose text stands in their cells.
    fn scan(
        &mut self,
        sheets: &[SheetPart],
        survey: &mut Survey,
        fields: &BTreeSet<String>,
    ) -> Result<(), DocumentError> {
        let depth = self.plan.depth;
        let mut headers = Vec::new();
        for sheet in sheets {
            let name = &sheet.part.name;
            let bytes = self.stories.archive.read(name)?.unwrap_or_default();
            let Some(cells) = self.plan.cells.get(name) else {
                continue;
            };
            let found = decode(&bytes, FORMAT).and_then(|decoded| {
                scan::headers(&decoded.text, cells, &mut survey.formulas, depth)
            });
            match found {
                // What is damaged is left as it is when it is read.
                Err(DocumentError::Malformed { .. }) => {}
                found => headers.extend(found?.into_iter().map(|header| (name.clone(), header))),
            }
        }
        for (sheet, (position, text)) in headers {
            let header = (sheet, position);
            let is_free = text.is_simple() && !fields.contains(&text.text);
            let column = self.plan.column(&header, &text.text, &survey.formulas);
            let is_free = is_free && column.is_some();
            if let (true, Some(cells)) = (is_free, self.plan.cells.get_mut(&header.0)) {
                cells.kept.remove(&position);
            }
        }
        Ok(())
    }

    /// Decides which of the shared strings are translated, and reads them.
    fn read_strings(
        &mut self,
        part: &Part,
        survey: &Survey,
        fields: &BTreeSet<String>,
    ) -> Result<(), DocumentError> {
        let Some(bytes) = self.stories.archive.read(&part.name)? else {
            return Ok(());
        };
        let texts = strings::shared_texts(&decode(&bytes, FORMAT)?.text, self.plan.depth)?;
        let is_field = |index: &usize| {
            let text = texts.get(*index);
            text.is_none_or(|text| fields.contains(&text.text))
        };
        let mut shown = survey.shown.clone();
        let mut kept = survey.kept.clone();
        let mut free = Vec::new();
        for (header, index) in &survey.headers {
            let text = texts
                .get(*index)
                .filter(|text| text.is_simple() && !is_field(index));
            match text.and_then(|text| self.plan.column(header, &text.text, &survey.formulas)) {
                Some(_) => {
                    shown.insert(*index);
                    free.push((header, *index));
                }
                None => {
                    kept.insert(*index);
                }
            }
        }
        shown.retain(|index| !is_field(index));
        self.plan.divide(shown, &kept, texts.len());
        let mut units = HashMap::new();
        let (sharing, depth) = (&self.plan.sharing, self.plan.depth);
        self.stories
            .read(part, &Copies::default(), &mut |_, text, pass| {
                let found = &mut |index, unit| {
                    units.insert(index, unit);
                };
                strings::shared(Texts::new(text, pass, depth), sharing, found)
            })?;
        let mut named = Vec::new();
        for (header, index) in free {
            if let Some(cells) = self.plan.cells.get_mut(&header.0) {
                cells.kept.remove(&header.1);
            }
            let unit = units.get(&index).copied();
            named.extend(unit.map(|unit| (header.clone(), unit)));
        }
        self.plan.name_columns(&named);
        Ok(())
    }

    /// Reads the drawings, charts and comments of a sheet.
    fn read_parts_of(
        &mut self,
        sheet: &Part,
        copies: &Copies,
        seen: &mut BTreeSet<String>,
    ) -> Result<(), DocumentError> {
        let depth = self.plan.depth;
        let mut parts: Vec<(usize, Part)> = Vec::new();
        let mut nearest = vec![sheet.clone()];
        for _ in 0..FARTHEST {
            let mut next = Vec::new();
            for part in nearest {
                let archive = &mut self.stories.archive;
                for related in package::relationships(archive, &part.name, FORMAT, depth)? {
                    let part = related.part;
                    let place = OF_SHEETS.iter().position(|kind| *kind == part.kind);
                    if let Some(place) = place
                        && seen.insert(part.name.clone())
                    {
                        next.push(part.clone());
                        parts.push((place, part));
                    }
                }
            }
            nearest = next;
        }
        parts.sort();
        let first = self.stories.units().len();
        let mut of_sheet = None;
        for (_, part) in parts {
            if part.kind == "diagramDrawing" {
                let copies = of_sheet
                    .get_or_insert_with(|| self.stories.copies(first))
                    .clone();
                self.read(&part, &copies, None)?;
            } else {
                self.read(&part, copies, None)?;
            }
        }
        Ok(())
    }

    fn warn(&mut self, survey: &Survey, parts: &[Part], has_fields: bool) {
        let has = |kind: &str| parts.iter().any(|part| part.kind == kind);
        let keeps_headers = self.plan.tables.values().any(|table| {
            let mut columns = table.columns.iter();
            columns.any(|column| column.header.is_some() && column.unit.is_none())
        });
        let warnings = [
            (survey.formulas.look_up, Warning::ComparedTexts),
            (survey.has_lists, Warning::ValueLists),
            (keeps_headers, Warning::NamedHeaders),
            (has_fields, Warning::PivotTables),
            (has(MACROS), Warning::Macros),
            (has("signature"), Warning::SignatureInvalid),
        ];
        for (_, warning) in warnings.into_iter().filter(|(is_so, _)| *is_so) {
            self.stories.warn(warning);
        }
    }

    /// The translations without those of columns that cannot be their names; equal names are numbered.
    fn fitting(&self, translations: &[Option<Content>]) -> Vec<Option<Content>> {
        let mut translations = translations.to_vec();
        let tables = || self.plan.tables.values();
        for table in tables() {
            table.number(&mut translations);
        }
        for round in 0..=ROUNDS {
            let unfit: Vec<usize> = if round < ROUNDS {
                tables()
                    .flat_map(|table| table.unfit(&translations))
                    .collect()
            } else {
                let columns = tables().flat_map(|table| &table.columns);
                columns.filter_map(|column| column.unit).collect()
            };
            if unfit.is_empty() {
                break;
            }
            for unit in unfit {
                if let Some(translation) = translations.get_mut(unit) {
                    *translation = None;
                }
            }
        }
        translations
    }
}

/// What is written besides translations; nothing when a workbook is read.
#[derive(Default)]
struct Writing {
    marks: Option<Marks>,
    names: Renamed,
}

impl Plan {
    /// The column with this header, if its name may be translated.
    fn column(
        &self,
        header: &(String, Position),
        text: &str,
        formulas: &Formulas,
    ) -> Option<&Column> {
        let (table, place) = self.columns.get(header)?;
        let table = self.tables.get(table)?;
        let column = table.columns.get(*place)?;
        let is_free = table.is_plain && column.name == text && !formulas.name_column(text);
        is_free.then_some(column)
    }

    /// Gives columns the units of their headers.
    fn name_columns(&mut self, named: &[((String, Position), usize)]) {
        for (header, unit) in named {
            let column = self.columns.get(header);
            let found = column.and_then(|(table, place)| {
                let table = self.tables.get_mut(table)?;
                table.columns.get_mut(*place)
            });
            if let Some(found) = found {
                found.unit = Some(*unit);
            }
        }
    }

    /// Divides strings that some cells show in the translation and others as they are.
    fn divide(&mut self, shown: HashSet<usize>, kept: &HashSet<usize>, count: usize) {
        let mut divided: Vec<usize> = shown.intersection(kept).copied().collect();
        divided.sort_unstable();
        for (place, index) in divided.iter().enumerate() {
            self.moved.insert(*index, count.saturating_add(place));
        }
        self.sharing = Sharing {
            translated: shown,
            divided,
            count,
        };
    }

    /// Goes over a part. A survey is taken when it is read.
    fn walk(
        &self,
        part: &Part,
        text: &str,
        pass: &mut Pass<'_>,
        survey: Option<&mut Survey>,
        writing: &Writing,
    ) -> Result<Edits, DocumentError> {
        let depth = self.depth;
        let (marks, names) = (writing.marks.as_ref(), &writing.names);
        if let Some(table) = self.tables.get(&part.name) {
            return table.walk(text, pass, names, depth);
        }
        match part.kind.as_str() {
            MAIN if marks.is_some() => {
                workbook::written(Texts::new(text, pass, depth), self.has_results, names)
            }
            MAIN => Ok(Edits::default()),
            STRINGS => {
                strings::shared(Texts::new(text, pass, depth), &self.sharing, &mut |_, _| {})
            }
            "comments" | "threadedComment" => {
                let cells = (part.name.as_str(), &self.other);
                SheetWalk::new(Texts::new(text, pass, depth), cells, names).walk()
            }
            _ => match self.cells.get(&part.name) {
                Some(cells) => {
                    let texts = Texts::new(text, pass, depth);
                    let mut walk = SheetWalk::new(texts, (&part.name, cells), names);
                    walk.survey = survey;
                    walk.marks = marks;
                    walk.moved = Some(&self.moved);
                    walk.walk()
                }
                None => Canvas::new(text, pass, marks, (FORMAT, depth)).walk(),
            },
        }
    }
}

impl Document for Xlsx {
    fn units(&self) -> &[Unit] {
        self.stories.units()
    }

    fn warnings(&self) -> &[Warning] {
        &self.stories.warnings
    }

    fn write(
        &mut self,
        translations: &[Option<Content>],
        output: &mut dyn Write,
    ) -> Result<(), DocumentError> {
        let translations = self.fitting(translations);
        let plan = &self.plan;
        let tables = plan.tables.values();
        let writing = Writing {
            marks: Some(Marks::new(self.stories.options.target)),
            names: tables
                .flat_map(|table| table.renamed(&translations))
                .collect(),
        };
        let mut walk = |part: &Part, text: &str, pass: &mut Pass<'_>| {
            plan.walk(part, text, pass, None, &writing)
        };
        // Sheets say in which direction they are written and which strings they show, the workbook
        // when it is calculated. Formulas are in all of them.
        let wants = |part: &Part| {
            let has_formulas = plan.cells.contains_key(&part.name) || part.kind == TABLE;
            has_formulas || matches!(part.kind.as_str(), STRINGS | MAIN)
        };
        let others = Others::none();
        self.stories
            .write(&translations, wants, &mut walk, &others, output)
    }
}
