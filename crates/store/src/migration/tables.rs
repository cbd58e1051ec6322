//! What is carried from one database to the other: all tables that both have, with their columns.

/// What is in a column. What may be NULL may be so whatever it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Integer,
    Text,
    Bytes,
    /// 0 or 1 in SQLite.
    Boolean,
    /// A text in SQLite.
    Guid,
    /// 32 hexadecimal digits in SQLite, and otherwise a GUID.
    DocumentId,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Column {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
}

/// In which of the two files of a data folder a table is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum File {
    Main,
    Memories,
}

/// A table that both have.
#[derive(Debug, Clone, Copy)]
pub(super) struct Table {
    pub(super) file: File,
    /// What it is called in SQLite.
    pub(super) in_folder: &'static str,
    /// What it is called in PostgreSQL.
    pub(super) in_database: &'static str,
    /// How many of the columns identify a row: the first ones.
    pub(super) key: usize,
    pub(super) columns: &'static [Column],
    /// Rows that are carried at a time: fewer where they are long.
    pub(super) page: usize,
    /// Whether the first column is a number that PostgreSQL gives to new rows.
    pub(super) is_numbered: bool,
}

impl Table {
    pub(super) fn key_columns(&self) -> &'static [Column] {
        self.columns.get(..self.key).unwrap_or_default()
    }

    /// The rows behind one of which the key is known, or from the beginning.
    pub(super) fn page_sql(&self, name: &str, is_begin: bool) -> String {
        let (columns, key) = (names(self.columns), names(self.key_columns()));
        let condition = match is_begin {
            true => String::new(),
            false => format!(" WHERE ({key}) > ({})", placeholders(self.key)),
        };
        let page = self.page;
        format!("SELECT {columns} FROM {name}{condition} ORDER BY {key} LIMIT {page}")
    }

    /// Inserts what `rows` gives, a list of values or a query, as far as it is not there.
    pub(super) fn insert_sql(&self, name: &str, rows: &str) -> String {
        let (columns, key) = (names(self.columns), names(self.key_columns()));
        format!("INSERT INTO {name} ({columns}) {rows} ON CONFLICT ({key}) DO NOTHING")
    }
}

/// The columns with commas between them. Some have names that mean something in SQL.
fn names(columns: &[Column]) -> String {
    let names: Vec<String> = columns
        .iter()
        .map(|column| format!("\"{}\"", column.name))
        .collect();
    names.join(", ")
}

/// So many parameters, which both databases write alike.
pub(super) fn placeholders(count: usize) -> String {
    let placeholders: Vec<String> = (1..=count).map(|number| format!("${number}")).collect();
    placeholders.join(", ")
}

const fn integer(name: &'static str) -> Column {
    let kind = Kind::Integer;
    Column { name, kind }
}

const fn text(name: &'static str) -> Column {
    let kind = Kind::Text;
    Column { name, kind }
}

const fn bytes(name: &'static str) -> Column {
    let kind = Kind::Bytes;
    Column { name, kind }
}

const fn boolean(name: &'static str) -> Column {
    let kind = Kind::Boolean;
    Column { name, kind }
}

const fn guid(name: &'static str) -> Column {
    let kind = Kind::Guid;
    Column { name, kind }
}

const fn document_id(name: &'static str) -> Column {
    let kind = Kind::DocumentId;
    Column { name, kind }
}

/// A table of the main file that has the same name in both.
const fn table(name: &'static str, key: usize, columns: &'static [Column]) -> Table {
    Table {
        file: File::Main,
        in_folder: name,
        in_database: name,
        key,
        columns,
        page: 1000,
        is_numbered: false,
    }
}

/// The same, with rows that PostgreSQL numbers.
const fn numbered(name: &'static str, columns: &'static [Column]) -> Table {
    Table {
        is_numbered: true,
        ..table(name, 1, columns)
    }
}

/// Each after those that it refers to.
///
/// What is about the work of processes is left out: who has a lease of a document, is at work on an import or is about to
/// send a notice. Where rows go, nobody does. Sums for each account and day are made anew.
pub(super) const TABLES: &[Table] = &[
    table("accounts", 1, ACCOUNTS),
    table("keys", 1, KEYS),
    numbered("audit_log", AUDIT_LOG),
    table("sessions", 1, SESSIONS),
    table("sign_in_codes", 1, SIGN_IN_CODES),
    table("daily_usage", 4, DAILY_USAGE),
    table("tagged_usage", 4, TAGGED_USAGE),
    numbered("limit_notices", LIMIT_NOTICES),
    numbered("glossaries", GLOSSARIES),
    Table {
        // Each may have megabytes.
        page: 2,
        ..numbered("dictionaries", DICTIONARIES)
    },
    numbered("style_lists", STYLE_LISTS),
    table("style_rules", 3, STYLE_RULES),
    numbered("custom_instructions", CUSTOM_INSTRUCTIONS),
    Table {
        page: 100,
        ..numbered("documents", DOCUMENTS)
    },
    table("document_turns", 1, DOCUMENT_TURNS),
    table("unfetched_characters", 2, UNFETCHED_CHARACTERS),
    Table {
        file: File::Memories,
        ..numbered("memories", MEMORIES)
    },
    Table {
        file: File::Memories,
        in_folder: "uses",
        ..table("memory_uses", 3, MEMORY_USES)
    },
    Table {
        file: File::Memories,
        in_folder: "jobs",
        ..table("memory_jobs", 1, MEMORY_JOBS)
    },
];

const ACCOUNTS: &[Column] = &[
    guid("id"),
    text("name"),
    text("plan"),
    integer("character_limit"),
    text("features"),
    integer("billing_start"),
    text("contacts"),
    integer("created"),
    integer("deleted"),
];

const KEYS: &[Column] = &[
    guid("id"),
    guid("account"),
    text("kind"),
    text("label"),
    text("mask"),
    text("scopes"),
    integer("character_limit"),
    integer("speech_limit"),
    bytes("digest"),
    integer("created"),
    integer("expires"),
    integer("deactivated"),
    text("identity"),
];

const AUDIT_LOG: &[Column] = &[
    integer("id"),
    integer("at"),
    guid("account"),
    text("actor"),
    text("act"),
    guid("key"),
    text("details"),
];

const SESSIONS: &[Column] = &[
    bytes("digest"),
    guid("key"),
    text("roles"),
    integer("created"),
    integer("last_used"),
    integer("expires"),
];

const SIGN_IN_CODES: &[Column] = &[
    bytes("digest"),
    guid("account"),
    text("identity"),
    text("name"),
    text("roles"),
    integer("expires"),
];

const DAILY_USAGE: &[Column] = &[
    guid("account"),
    integer("day"),
    guid("key"),
    text("product"),
    integer("characters"),
];

const TAGGED_USAGE: &[Column] = &[
    guid("account"),
    integer("day"),
    text("tag"),
    text("product"),
    integer("characters"),
];

const LIMIT_NOTICES: &[Column] = &[
    integer("id"),
    guid("key"),
    integer("period_start"),
    integer("period_end"),
    integer("percent"),
    integer("characters"),
    integer("character_limit"),
    integer("created"),
    text("recipients"),
    integer("attempts"),
    integer("due"),
    integer("sent"),
];

const GLOSSARIES: &[Column] = &[
    integer("number"),
    guid("id"),
    guid("account"),
    text("name"),
    integer("created"),
    boolean("edited"),
];

const DICTIONARIES: &[Column] = &[
    integer("number"),
    guid("glossary"),
    text("source"),
    text("target"),
    guid("revision"),
    integer("entry_count"),
    integer("size"),
    text("entries"),
];

const STYLE_LISTS: &[Column] = &[
    integer("number"),
    guid("id"),
    guid("account"),
    text("name"),
    text("language"),
    integer("version"),
    integer("created"),
    integer("updated"),
];

const STYLE_RULES: &[Column] = &[
    integer("list"),
    text("category"),
    text("rule"),
    text("option"),
];

const CUSTOM_INSTRUCTIONS: &[Column] = &[
    integer("number"),
    integer("list"),
    guid("id"),
    text("label"),
    text("prompt"),
    text("source"),
];

const DOCUMENTS: &[Column] = &[
    integer("number"),
    document_id("id"),
    guid("account"),
    guid("key"),
    bytes("digest"),
    bytes("wrapped_key"),
    integer("bytes"),
    integer("characters"),
    integer("unfetched"),
    integer("created"),
    integer("expires"),
    integer("attempts"),
    integer("translated"),
    integer("to_translate"),
    text("outcome"),
    boolean("billed"),
    bytes("message"),
    bytes("warnings"),
    bytes("request"),
];

const DOCUMENT_TURNS: &[Column] = &[guid("key"), integer("turn")];

const UNFETCHED_CHARACTERS: &[Column] = &[guid("key"), integer("day"), integer("characters")];

const MEMORIES: &[Column] = &[
    integer("number"),
    guid("id"),
    guid("account"),
    text("name"),
    text("source"),
    text("targets"),
    integer("segments"),
    integer("created"),
    integer("bytes"),
];

const MEMORY_USES: &[Column] = &[
    integer("memory"),
    integer("segment"),
    text("language"),
    integer("used"),
];

const MEMORY_JOBS: &[Column] = &[
    guid("id"),
    guid("account"),
    text("operation"),
    text("status"),
    integer("created"),
    integer("changed"),
    integer("expires"),
    integer("attempts"),
    integer("bytes"),
    guid("memory"),
    text("name"),
    text("file_name"),
    integer("file_length"),
    text("media_type"),
    integer("skipped"),
    text("message"),
];

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use dragoman_postgres_testing::shared;
    use sqlx::sqlite::SqliteConnectOptions;
    use sqlx::{ConnectOptions, Row};

    use super::*;
    use crate::{
        Durability, LeaseClock, PostgresOptions, PostgresStore, SqliteMemories, SqliteStore,
    };

    /// By their names the columns of a table: their types, and whether they identify a row.
    type Columns = BTreeMap<String, (String, bool)>;

    /// What is left out on purpose: it is about the work of processes, of which none is left.
    const NOT_FROM_FOLDER: [(&str, &[&str]); 2] = [
        ("documents", &["lease_token", "lease_start", "lease_end"]),
        ("limit_notices", &["taken"]),
    ];
    const NOT_FROM_DATABASE: [(&str, &[&str]); 3] = [
        (
            "documents",
            &["lease_token", "lease_start", "lease_end", "billing"],
        ),
        ("limit_notices", &["taken_by"]),
        ("memory_jobs", &["worker"]),
    ];
    /// Tables that are about processes, follow from others, or say which migrations there were.
    const NOT_MOVED: [&str; 5] = [
        "_sqlx_migrations",
        "copies",
        "daily_account_usage",
        "installation",
        "reservations",
    ];

    async fn in_folder() -> BTreeMap<String, Columns> {
        let folder = tempfile::tempdir().unwrap();
        let main = folder.path().join("main.db");
        let store = SqliteStore::open(&main, Durability::ProcessCrash).await;
        store.unwrap().close().await;
        let memories = SqliteMemories::open(folder.path(), Durability::ProcessCrash).await;
        memories.unwrap().close().await;
        let mut tables = BTreeMap::<String, Columns>::new();
        for file in [main, folder.path().join("memories.db")] {
            let options = SqliteConnectOptions::new().filename(file);
            let rows = sqlx::query(
                "SELECT tables.name, columns.name, columns.type, columns.pk > 0
                 FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'",
            )
            .fetch_all(&mut options.connect().await.unwrap())
            .await;
            for row in rows.unwrap() {
                let columns = tables.entry(row.get(0)).or_default();
                columns.insert(row.get(1), (row.get(2), row.get(3)));
            }
        }
        tables
    }

    async fn in_database() -> BTreeMap<String, Columns> {
        let url = shared().create_database();
        let options = PostgresOptions {
            url: url.clone(),
            certificate_authority: None,
            connections: 1,
            clock: LeaseClock::Database,
        };
        PostgresStore::open(&options).await.unwrap().close().await;
        let rows = shared().execute(
            &url,
            "SELECT relname, attname, format_type(atttypid, NULL), coalesce(attnum = ANY (indkey), false)
             FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
             LEFT JOIN pg_index ON pg_index.indrelid = pg_class.oid AND indisprimary
             WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped",
        );
        shared().drop_database(&url);
        let mut tables = BTreeMap::<String, Columns>::new();
        for row in rows.lines() {
            let [table, column, kind, is_key] = row.split('|').collect::<Vec<_>>()[..] else {
                panic!("{row}");
            };
            let columns = tables.entry(table.to_owned()).or_default();
            columns.insert(column.to_owned(), (kind.to_owned(), is_key == "t"));
        }
        tables
    }

    /// Fails unless a schema has the tables and columns of the list and no others than those that are left out.
    fn compare(
        mut schema: BTreeMap<String, Columns>,
        name_of: fn(&Table) -> &'static str,
        type_of: fn(Kind) -> &'static str,
        left_out: &[(&str, &[&str])],
    ) {
        for table in TABLES {
            let name = name_of(table);
            let mut there = schema.remove(name).unwrap_or_else(|| panic!("no {name}"));
            for (_, columns) in left_out.iter().filter(|(table, _)| *table == name) {
                for column in *columns {
                    assert!(there.remove(*column).is_some(), "no {name}.{column}");
                }
            }
            let listed: Columns = table
                .columns
                .iter()
                .enumerate()
                .map(|(index, column)| {
                    // There each key has one turn, whichever of the two identifies the row.
                    let is_key = match name {
                        "document_turns" => there[column.name].1,
                        _ => index < table.key,
                    };
                    let described = (type_of(column.kind).to_owned(), is_key);
                    (column.name.to_owned(), described)
                })
                .collect();
            assert_eq!(there, listed, "{name}");
        }
        schema.retain(|name, _| !NOT_MOVED.contains(&&**name));
        assert_eq!(schema.into_keys().collect::<BTreeSet<_>>(), BTreeSet::new());
    }

    #[tokio::test]
    async fn every_column_of_both_schemas_is_moved_or_left_out_on_purpose() {
        compare(
            in_folder().await,
            |table| table.in_folder,
            |kind| match kind {
                Kind::Integer | Kind::Boolean => "INTEGER",
                Kind::Text | Kind::Guid | Kind::DocumentId => "TEXT",
                Kind::Bytes => "BLOB",
            },
            &NOT_FROM_FOLDER,
        );
        compare(
            in_database().await,
            |table| table.in_database,
            |kind| match kind {
                Kind::Integer => "bigint",
                Kind::Text => "text",
                Kind::Bytes => "bytea",
                Kind::Boolean => "boolean",
                Kind::Guid | Kind::DocumentId => "uuid",
            },
            &NOT_FROM_DATABASE,
        );
    }
}
