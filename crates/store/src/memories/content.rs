//! The file with the content of one memory, and the few that are open at a time.

use std::fs::File;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use dragoman_domain::{
    IndexKey, Language, MemoryId, MemorySegment, MemoryTarget, PostingList, SegmentFilter,
    SegmentPage, SegmentQuery, SegmentTimes, StoreError, StoredSource, StoredTranslation,
    Timestamp,
};
use sqlx::Row;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqlitePoolOptions, SqliteRow};

use super::postings;
use crate::rows::columns::optional_time;
use crate::rows::faults::{corrupt, failed};

/// Tells the files of this version from those of others (`PRAGMA user_version`).
pub(super) const FORMAT: i64 = 1;

/// How many memories are open at a time. With the connections and the cache of each this bounds
/// what they take.
const MOST_OPEN: usize = 8;

/// Connections to one memory, each with a thread.
const CONNECTIONS: u32 = 2;

/// The pages that one connection keeps, in KiB. More would be in the system's own cache anyway.
const CACHE: &str = "-8192";

/// How long a connection is kept that nobody uses.
const IDLE: Duration = Duration::from_secs(120);

/// Segments that one search with a filter looks through.
const LONGEST_SCAN: u32 = 100_000;

/// Bytes of lists that are decoded at once and not on another thread, which takes as long.
const LITTLE: usize = 64 * 1024;

/// The slots of languages that the id of a translation has room for.
pub(super) const SLOTS: i64 = 256;

/// The memories that are open.
#[derive(Default)]
pub(crate) struct OpenContents {
    /// The one used last at the end.
    open: Mutex<Vec<(MemoryId, Arc<Content>)>>,
}

impl OpenContents {
    /// The content of the memory in this file. As long as it is open the pin is held, which keeps the file where it is
    /// for those who may remove it.
    pub(crate) async fn open(
        &self,
        id: MemoryId,
        file: &Path,
        pin: Option<Arc<File>>,
    ) -> Result<Arc<Content>, StoreError> {
        if let Some(content) = self.known(id) {
            return Ok(content);
        }
        let content = Arc::new(Content::open(file, pin).await?);
        let mut open = self.lock();
        // Another task may have been faster; then there are two for a while.
        open.retain(|(known, _)| *known != id);
        if open.len() >= MOST_OPEN {
            open.remove(0);
        }
        open.push((id, Arc::clone(&content)));
        Ok(content)
    }

    /// The content if it is open.
    pub(crate) fn known(&self, id: MemoryId) -> Option<Arc<Content>> {
        let mut open = self.lock();
        let index = open.iter().position(|(known, _)| *known == id)?;
        let entry = open.remove(index);
        let content = Arc::clone(&entry.1);
        open.push(entry);
        Some(content)
    }

    /// Closes a memory when those who read it have finished.
    pub(crate) fn close(&self, id: MemoryId) {
        self.lock().retain(|(known, _)| *known != id);
    }

    /// Closes all memories.
    pub(crate) async fn close_all(&self) {
        let open = std::mem::take(&mut *self.lock());
        for (_, content) in open {
            content.pool.close().await;
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<(MemoryId, Arc<Content>)>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The content of one memory, for reading.
pub(crate) struct Content {
    pool: SqlitePool,
    languages: Vec<Slot>,
    /// How many segments there are.
    segments: i64,
    /// Behind the connections, which may be made anew as long as they are there.
    _pin: Option<Arc<File>>,
}

/// A language of the translations.
struct Slot {
    slot: i64,
    language: Language,
    /// How many segments have a translation into it.
    segments: i64,
}

impl Content {
    async fn open(file: &Path, pin: Option<Arc<File>>) -> Result<Self, StoreError> {
        let options = SqliteConnectOptions::new()
            .filename(file)
            .read_only(true)
            // Nobody changes it, so nobody need ask whether somebody has.
            .immutable(true)
            .pragma("cache_size", CACHE);
        let pool = SqlitePoolOptions::new()
            .max_connections(CONNECTIONS)
            .idle_timeout(IDLE)
            .test_before_acquire(false)
            .connect_with(options)
            .await
            .map_err(failed)?;
        let format: i64 = sqlx::query_scalar("PRAGMA user_version")
            .fetch_one(&pool)
            .await
            .map_err(failed)?;
        if format != FORMAT {
            return Err(StoreError::Failed {
                reason: format!(
                    "{} has the format {format} and this program reads {FORMAT}; import the memory again",
                    file.display()
                ),
            });
        }
        let rows = sqlx::query("SELECT * FROM languages ORDER BY slot")
            .fetch_all(&pool)
            .await
            .map_err(failed)?;
        let segments = sqlx::query_scalar("SELECT coalesce(max(number) + 1, 0) FROM segments")
            .fetch_one(&pool)
            .await
            .map_err(failed)?;
        Ok(Self {
            pool,
            languages: rows.iter().map(to_slot).collect::<Result<_, _>>()?,
            segments,
            _pin: pin,
        })
    }

    fn language(&self, id: i64) -> Result<Language, StoreError> {
        let slot = id % SLOTS;
        self.languages
            .iter()
            .find(|known| known.slot == slot)
            .map(|known| known.language)
            .ok_or_else(|| corrupt("translations.id"))
    }

    /// The slots of those of these languages that the memory has, in their order.
    fn slots(&self, languages: &[Language]) -> Vec<&Slot> {
        let slots = languages
            .iter()
            .filter_map(|wanted| self.languages.iter().find(|slot| slot.language == *wanted));
        slots.collect()
    }

    pub(crate) async fn postings(
        &self,
        keys: &[IndexKey],
        lengths: RangeInclusive<u8>,
        most: u32,
    ) -> Result<Vec<PostingList>, StoreError> {
        // One row for all lists: each row is a way from the connection's thread and back, which
        // costs more than to read it. The condition keeps SQLite from reading what is not wanted: a
        // list stands at the end of its row, and a long one in pages of its own.
        let lists: Option<String> = sqlx::query_scalar(
            "SELECT group_concat(
                 postings.key || ' ' || count || ' ' || iif(count <= ?2, segments, '-'), ' ')
             FROM json_each(?1) AS wanted CROSS JOIN postings ON postings.key = wanted.value",
        )
        .bind(json(keys.iter().map(|key| postings::key_column(*key))))
        .bind(most)
        .fetch_one(&self.pool)
        .await
        .map_err(failed)?;
        let lists = lists.unwrap_or_default();
        if lists.len() <= LITTLE {
            return to_posting_lists(&lists, &lengths);
        }
        dragoman_tasks::spawn_blocking(move || to_posting_lists(&lists, &lengths))
            .await
            .map_err(|error| StoreError::Failed {
                reason: error.to_string(),
            })?
    }

    pub(crate) async fn sources(
        &self,
        numbers: &[u32],
        languages: &[Language],
    ) -> Result<Vec<StoredSource>, StoreError> {
        let slots = self.slots(languages);
        let all_have_one = slots.iter().any(|slot| slot.segments >= self.segments);
        // One row for all, as above.
        let found: Option<String> = sqlx::query_scalar(
            "SELECT group_concat(
                 number || ' ' || coalesce(changed, created, '-') || ' ' ||
                 octet_length(source) || ' ' || source, '')
             FROM json_each(?1) AS wanted CROSS JOIN segments ON number = wanted.value
             WHERE ?3 OR EXISTS (
                 SELECT 1 FROM json_each(?2) AS slots
                 CROSS JOIN translations ON translations.id = number * 256 + slots.value)",
        )
        .bind(json(numbers.iter().copied().map(i64::from)))
        .bind(json(slots.iter().map(|slot| slot.slot)))
        .bind(all_have_one)
        .fetch_one(&self.pool)
        .await
        .map_err(failed)?;
        let mut rest = found.as_deref().unwrap_or_default();
        let mut sources = Vec::with_capacity(numbers.len());
        while !rest.is_empty() {
            let (source, after) = next_source(rest).ok_or_else(|| corrupt("segments"))?;
            rest = after;
            sources.push(source);
        }
        Ok(sources)
    }

    pub(crate) async fn translations(
        &self,
        numbers: &[u32],
        languages: &[Language],
    ) -> Result<Vec<StoredTranslation>, StoreError> {
        let slots = self.slots(languages);
        let rows = sqlx::query(
            "SELECT wanted.value AS number, translations.id, text
             FROM json_each(?1) AS wanted CROSS JOIN json_each(?2) AS slots
             CROSS JOIN translations ON translations.id = wanted.value * 256 + slots.value",
        )
        .bind(json(numbers.iter().copied().map(i64::from)))
        .bind(json(slots.iter().map(|slot| slot.slot)))
        .fetch_all(&self.pool)
        .await
        .map_err(failed)?;
        let mut translations: Vec<StoredTranslation> = Vec::with_capacity(numbers.len());
        for row in &rows {
            let number = to_number(row, "number")?;
            // The better languages of a segment come first.
            if translations.last().map(|last| last.number) == Some(number) {
                continue;
            }
            translations.push(StoredTranslation {
                number,
                language: self.language(row.try_get("id").map_err(failed)?)?,
                text: row.try_get("text").map_err(failed)?,
            });
        }
        Ok(translations)
    }

    pub(crate) async fn segments(&self, query: &SegmentQuery) -> Result<SegmentPage, StoreError> {
        let mut segments = self.segments_without_translations(query).await?;
        let most = query.most as usize;
        let next = if segments.len() > most {
            segments.truncate(most);
            segments.last().map(|last| last.number.saturating_add(1))
        } else if query.filter.is_some() {
            // What was not found may be beyond the part that was looked through.
            let next = query.from.saturating_add(LONGEST_SCAN);
            self.has_segment_from(next).await?.then_some(next)
        } else {
            None
        };
        self.add_translations(&mut segments).await?;
        Ok(SegmentPage { segments, next })
    }

    async fn has_segment_from(&self, number: u32) -> Result<bool, StoreError> {
        sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM segments WHERE number >= ?)")
            .bind(number)
            .fetch_one(&self.pool)
            .await
            .map_err(failed)
    }

    /// The segments without their translations, and one more than asked for if there is one.
    async fn segments_without_translations(
        &self,
        query: &SegmentQuery,
    ) -> Result<Vec<MemorySegment>, StoreError> {
        let rows = match &query.filter {
            None => sqlx::query("SELECT * FROM segments WHERE number >= ? ORDER BY number LIMIT ?")
                .bind(query.from)
                .bind(i64::from(query.most) + 1),
            Some(filter) => sqlx::query(
                "SELECT * FROM segments
                 WHERE number >= ?1 AND number < ?2 AND (source GLOB ?3 OR EXISTS (
                     SELECT 1 FROM translations
                     WHERE id >= number * 256 AND id < (number + 1) * 256 AND text GLOB ?3))
                 ORDER BY number LIMIT ?4",
            )
            .bind(query.from)
            .bind(query.from.saturating_add(LONGEST_SCAN))
            .bind(pattern(filter))
            .bind(i64::from(query.most) + 1),
        }
        .fetch_all(&self.pool)
        .await
        .map_err(failed)?;
        rows.iter().map(to_segment).collect()
    }

    async fn add_translations(&self, segments: &mut [MemorySegment]) -> Result<(), StoreError> {
        let numbers = segments.iter().map(|segment| i64::from(segment.number));
        let rows = sqlx::query(
            "SELECT translations.id, text FROM json_each(?) AS wanted
             CROSS JOIN translations ON translations.id >= wanted.value * 256
                                    AND translations.id < (wanted.value + 1) * 256
             ORDER BY translations.id",
        )
        .bind(json(numbers))
        .fetch_all(&self.pool)
        .await
        .map_err(failed)?;
        for row in &rows {
            let id: i64 = row.try_get("id").map_err(failed)?;
            let number = u32::try_from(id / SLOTS).map_err(|_| corrupt("translations.id"))?;
            let Ok(index) = segments.binary_search_by_key(&number, |segment| segment.number) else {
                continue;
            };
            if let Some(segment) = segments.get_mut(index) {
                segment.targets.push(MemoryTarget {
                    language: self.language(id)?,
                    text: row.try_get("text").map_err(failed)?,
                    last_used: None,
                });
            }
        }
        Ok(())
    }
}

/// A list of numbers, for `json_each`.
fn json(numbers: impl Iterator<Item = i64>) -> String {
    let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
    format!("[{}]", numbers.join(","))
}

/// A pattern of GLOB, which unlike LIKE knows the case of letters outside ASCII, for texts that
/// contain the filter's text.
fn pattern(filter: &SegmentFilter) -> String {
    let mut pattern = String::from("*");
    for letter in filter.text.chars() {
        let mut forms = vec![letter];
        if !filter.is_case_sensitive {
            // A letter whose other case is several letters stands for itself.
            for other in [single(letter.to_lowercase()), single(letter.to_uppercase())] {
                forms.extend(other.filter(|other| *other != letter));
            }
        }
        if forms.len() > 1 || matches!(letter, '*' | '?' | '[') {
            pattern.push('[');
            pattern.extend(forms);
            pattern.push(']');
        } else {
            pattern.push(letter);
        }
    }
    pattern.push('*');
    pattern
}

fn single(mut letters: impl Iterator<Item = char>) -> Option<char> {
    let first = letters.next()?;
    letters.next().is_none().then_some(first)
}

fn to_slot(row: &SqliteRow) -> Result<Slot, StoreError> {
    let tag: &str = row.try_get("tag").map_err(failed)?;
    Ok(Slot {
        slot: row.try_get("slot").map_err(failed)?,
        language: Language::parse(tag).map_err(|_| corrupt("tag"))?,
        segments: row.try_get("segments").map_err(failed)?,
    })
}

/// Takes a text from the beginning of what [`Content::sources`] reads: number, time, length in
/// bytes and text of each.
fn next_source(text: &str) -> Option<(StoredSource, &str)> {
    let mut fields = text.splitn(4, ' ');
    let number = fields.next()?.parse().ok()?;
    let changed = match fields.next()? {
        "-" => None,
        time => Some(Timestamp::from_millisecond(time.parse().ok()?).ok()?),
    };
    let length = fields.next()?.parse().ok()?;
    let (source, rest) = fields.next()?.split_at_checked(length)?;
    let source = StoredSource {
        number,
        text: source.to_owned(),
        changed,
    };
    Some((source, rest))
}

/// The lists as [`Content::postings`] reads them: key, count and list of each.
fn to_posting_lists(
    text: &str,
    lengths: &RangeInclusive<u8>,
) -> Result<Vec<PostingList>, StoreError> {
    let mut fields = text.split_ascii_whitespace();
    let mut lists = Vec::new();
    while let Some(key) = fields.next() {
        let list = to_posting_list(key, fields.next(), fields.next(), lengths);
        lists.push(list.ok_or_else(|| corrupt("postings"))?);
    }
    Ok(lists)
}

fn to_posting_list(
    key: &str,
    count: Option<&str>,
    list: Option<&str>,
    lengths: &RangeInclusive<u8>,
) -> Option<PostingList> {
    let count = count?.parse().ok()?;
    Some(PostingList {
        key: postings::key_of_column(key.parse().ok()?)?,
        count,
        segments: match list? {
            "-" => None,
            list => Some(postings::decode(list, count, lengths)?),
        },
    })
}

fn to_segment(row: &SqliteRow) -> Result<MemorySegment, StoreError> {
    Ok(MemorySegment {
        number: to_number(row, "number")?,
        source: row.try_get("source").map_err(failed)?,
        targets: Vec::new(),
        times: SegmentTimes {
            created: optional_time(row, "created")?,
            changed: optional_time(row, "changed")?,
            last_used: optional_time(row, "used")?,
        },
    })
}

fn to_number(row: &SqliteRow, column: &str) -> Result<u32, StoreError> {
    let number: i64 = row.try_get(column).map_err(failed)?;
    u32::try_from(number).map_err(|_| corrupt(column))
}
