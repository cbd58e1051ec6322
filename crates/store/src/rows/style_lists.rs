use dragoman_domain::{
    CustomInstruction, CustomInstructionId, Language, StoreError, StyleListId, StyleListInfo,
    StyleRule,
};

use super::StoredRow;
use super::columns::{time_of, to_count, to_language};
use super::faults::corrupt;

pub(crate) fn to_info(row: &impl StoredRow) -> Result<StyleListInfo, StoreError> {
    Ok(StyleListInfo {
        id: StyleListId(row.guid("id")?),
        name: row.text("name")?.to_owned(),
        language: to_language(row, "language")?,
        version: to_count(row, "version")?,
        created: time_of(row, "created")?,
        updated: time_of(row, "updated")?,
    })
}

pub(crate) fn to_rule(row: &impl StoredRow) -> Result<StyleRule, StoreError> {
    Ok(StyleRule {
        category: row.text("category")?.to_owned(),
        rule: row.text("rule")?.to_owned(),
        option: row.text("option")?.to_owned(),
    })
}

pub(crate) fn to_instruction(row: &impl StoredRow) -> Result<CustomInstruction, StoreError> {
    Ok(CustomInstruction {
        id: CustomInstructionId(row.guid("id")?),
        label: row.text("label")?.to_owned(),
        prompt: row.text("prompt")?.to_owned(),
        source: row
            .optional_text("source")?
            .map(|tag| Language::parse(tag).map_err(|_| corrupt("source")))
            .transpose()?,
    })
}
