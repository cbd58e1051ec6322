//! The workbooks behind charts. A chart's words stand in it as they were shown last, and in the cells of a
//! workbook that is embedded with it: whoever edits the chart's data gets those of the cells.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::Cursor;

use crate::office::package;
use crate::office::stories::{CHARTS, Others, Rewrite, Stories};
use crate::xlsx::Xlsx;
use crate::{Content, Document, DocumentError, Options, Unit, Warning, overseer};

/// The kind of what is embedded with a chart.
const EMBEDDED: &str = "package";

/// The workbooks behind a document's charts, by the names of their entries.
#[derive(Debug, Default)]
pub(crate) struct Workbooks {
    /// For each unit of the workbook, the document's unit with the same text in a chart.
    units: BTreeMap<String, Vec<Option<usize>>>,
}

impl Workbooks {
    /// Reads the workbooks behind the charts of a document that was read. What cannot be read is left as it is,
    /// with a warning.
    ///
    /// # Errors
    /// Those of the document's own archive, and those of an [`overseer`].
    pub(crate) fn read(stories: &mut Stories) -> Result<Self, DocumentError> {
        let mut workbooks = Self::default();
        let mut is_left = false;
        for (name, words) in words(stories)? {
            let Some(content) = stories.archive.read(&name)? else {
                continue;
            };
            let found: Result<_, DocumentError> = overseer::for_a_while(|| {
                let workbook = Xlsx::open_within(&stories.archive, content, stories.options)?;
                let units = workbook.units().iter();
                let units = units.map(|unit| words.get(&unit.content.text()).copied());
                Ok(units.collect::<Vec<Option<usize>>>())
            });
            match found {
                Ok(units) => {
                    overseer::borrow_for::<Option<usize>>(units.len())?;
                    workbooks.units.insert(name, units);
                }
                Err(error) if error.is_of_content() => is_left = true,
                Err(error) => return Err(error),
            }
        }
        if is_left {
            stories.warn(Warning::ChartWorkbooks);
        }
        Ok(workbooks)
    }

    /// The workbooks in which these translations change something. `rewrite` writes them.
    pub(crate) fn others<'w>(
        &self,
        translations: &[Option<Content>],
        units: &[Unit],
        rewrite: Rewrite<'w>,
    ) -> Others<'w> {
        let changes = |index: &usize| match (translations.get(*index), units.get(*index)) {
            (Some(Some(translation)), Some(unit)) => *translation != unit.content,
            _ => false,
        };
        let workbooks = self.units.iter();
        let changed = workbooks.filter(|(_, units)| units.iter().flatten().any(changes));
        let names: BTreeSet<String> = changed.map(|(name, _)| name.clone()).collect();
        Others { names, rewrite }
    }

    /// A workbook with the translations of its charts' words; as it was, if it cannot be written with them.
    ///
    /// # Errors
    /// [`DocumentError::Io`], and those of an [`overseer`].
    pub(crate) fn rewrite(
        &self,
        name: &str,
        content: Vec<u8>,
        translations: &[Option<Content>],
        options: Options,
    ) -> Result<Vec<u8>, DocumentError> {
        let Some(units) = self.units.get(name) else {
            return Ok(content);
        };
        let units = units.iter();
        let translations: Vec<Option<Content>> = units
            .map(|unit| translations.get((*unit)?)?.clone())
            .collect();
        let mut written = Vec::new();
        let outcome = overseer::for_a_while(|| {
            Xlsx::open(Box::new(Cursor::new(content.clone())), options)?
                .write(&translations, &mut written)
        });
        match outcome {
            Ok(()) => Ok(written),
            Err(error) if error.is_of_content() => Ok(content),
            Err(error) => Err(error),
        }
    }
}

/// By the names of the workbooks behind charts, the units of the charts' texts.
fn words(stories: &mut Stories) -> Result<BTreeMap<String, HashMap<String, usize>>, DocumentError> {
    let depth = stories.options.limits.depth;
    let charts = stories.parts().iter();
    let charts: Vec<_> = charts
        .filter(|(part, _)| CHARTS.contains(&part.kind.as_str()))
        .cloned()
        .collect();
    let mut words: BTreeMap<String, HashMap<String, usize>> = BTreeMap::new();
    for (chart, places) in charts {
        let format = stories.format();
        let related = package::relationships(&mut stories.archive, &chart.name, format, depth)?;
        let embedded = related.into_iter().map(|found| found.part);
        let embedded = embedded.filter(|part| part.kind == EMBEDDED);
        let embedded: BTreeSet<String> = embedded.map(|part| part.name).collect();
        for workbook in embedded {
            let words = words.entry(workbook).or_default();
            for index in &places {
                if let Some(unit) = stories.units().get(*index) {
                    words.entry(unit.content.text()).or_insert(*index);
                }
            }
        }
    }
    Ok(words)
}
