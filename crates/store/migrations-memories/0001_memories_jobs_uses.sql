-- Which translation memories there are and the jobs that import and export them. What is in a memory
-- is in a file of its own beside this one. Times are milliseconds since 1970 in UTC; ids are GUIDs in
-- text; accounts are those of the main database.

CREATE TABLE memories (
    number   INTEGER NOT NULL PRIMARY KEY,
    id       TEXT    NOT NULL UNIQUE,
    account  TEXT    NOT NULL,
    name     TEXT    NOT NULL,
    source   TEXT    NOT NULL,
    -- Language tags separated by spaces.
    targets  TEXT    NOT NULL,
    segments INTEGER NOT NULL CHECK (segments >= 0),
    created  INTEGER NOT NULL
) STRICT;

CREATE INDEX memories_by_account ON memories (account, number);

-- When a translation of a memory last served.
CREATE TABLE uses (
    memory   INTEGER NOT NULL REFERENCES memories (number) ON DELETE CASCADE,
    segment  INTEGER NOT NULL,
    language TEXT    NOT NULL,
    used     INTEGER NOT NULL,
    PRIMARY KEY (memory, segment, language)
) STRICT, WITHOUT ROWID;

CREATE TABLE jobs (
    id          TEXT    NOT NULL PRIMARY KEY,
    account     TEXT    NOT NULL,
    operation   TEXT    NOT NULL CHECK (operation IN ('import', 'export')),
    status      TEXT    NOT NULL CHECK (status IN (
        'awaiting_input', 'processing', 'imported', 'exported', 'downloaded', 'failed', 'expired')),
    -- The memory that is exported or has been imported.
    memory      TEXT,
    -- Of imports: the name of the memory, and what was said of the file.
    name        TEXT,
    file_name   TEXT,
    file_length INTEGER,
    media_type  TEXT,
    skipped     INTEGER,
    -- Why it failed.
    message     TEXT,
    created     INTEGER NOT NULL,
    changed     INTEGER NOT NULL,
    expires     INTEGER NOT NULL,
    attempts    INTEGER NOT NULL
) STRICT;

CREATE INDEX jobs_by_account ON jobs (account, status);
