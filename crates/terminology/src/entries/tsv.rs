use super::fault::Place;
use super::{EntriesError, EntriesFault, Field, Table, is_blank};

/// Reads the lines from this byte on, which end in a line feed, also with a carriage return before
/// it.
pub(super) fn read<'a>(
    text: &'a str,
    mut start: usize,
    table: &mut Table<'a>,
) -> Result<(), EntriesError> {
    let mut entry = 0;
    for line in text.get(start..).unwrap_or_default().split('\n') {
        let next = start + line.len() + 1;
        let line = line.strip_suffix('\r').unwrap_or(line);
        if !is_blank(line) {
            read_line(line, Place { entry, byte: start }, table)?;
            entry += 1;
        }
        start = next;
    }
    Ok(())
}

fn read_line<'a>(line: &'a str, at: Place, table: &mut Table<'a>) -> Result<(), EntriesError> {
    let Some((source, target)) = line.split_once('\t') else {
        return Err(table.error(EntriesFault::MissingTarget, at));
    };
    let target_start = at.byte + source.len() + 1;
    if let Some(offset) = target.find('\t') {
        // Half of a term would be lost if the rest were taken for a further column.
        let byte = target_start + offset;
        return Err(table.error(EntriesFault::SecondTab, Place { byte, ..at }));
    }
    table.add(
        Field::plain(source, at.byte),
        Field::plain(target, target_start),
        at,
    )
}
