use dragoman_domain::{
    Dictionary, DictionaryInfo, DictionaryRevision, Glossary, GlossaryEntries, GlossaryId,
    GlossaryPair, StoreError,
};

use super::StoredRow;
use super::columns::{time_of, to_count, to_language};
use super::faults::corrupt;

/// The glossaries of rows in which those of one glossary follow each other.
pub(crate) fn to_glossaries(rows: &[impl StoredRow]) -> Result<Vec<Glossary>, StoreError> {
    let mut glossaries: Vec<Glossary> = Vec::new();
    for row in rows {
        let id = GlossaryId(row.guid("id")?);
        let dictionary = to_dictionary_info(row)?;
        match glossaries.last_mut() {
            Some(last) if last.id == id => last.dictionaries.extend(dictionary),
            _ => glossaries.push(Glossary {
                id,
                name: row.text("name")?.to_owned(),
                created: time_of(row, "created")?,
                edited: row.boolean("edited")?,
                dictionaries: dictionary.into_iter().collect(),
            }),
        }
    }
    Ok(glossaries)
}

fn to_dictionary_info(row: &impl StoredRow) -> Result<Option<DictionaryInfo>, StoreError> {
    if row.optional_text("source")?.is_none() {
        return Ok(None);
    }
    let (source, target) = (to_language(row, "source")?, to_language(row, "target")?);
    Ok(Some(DictionaryInfo {
        pair: GlossaryPair::new(source, target).map_err(|_| corrupt("target"))?,
        entry_count: to_count(row, "entry_count")?,
    }))
}

/// The dictionary of a pair, of a row with `revision` and `entries`.
pub(crate) fn to_dictionary(
    row: &impl StoredRow,
    pair: GlossaryPair,
) -> Result<Dictionary, StoreError> {
    Ok(Dictionary {
        pair,
        revision: DictionaryRevision(row.guid("revision")?),
        entries: GlossaryEntries::from_tsv(row.text("entries")?.to_owned())
            .map_err(|_| corrupt("entries"))?,
    })
}
