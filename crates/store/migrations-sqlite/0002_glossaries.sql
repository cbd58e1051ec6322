CREATE TABLE glossaries (
    -- Grows, so that it keeps the order in which glossaries were made.
    number  INTEGER NOT NULL PRIMARY KEY,
    id      TEXT    NOT NULL UNIQUE,
    account TEXT    NOT NULL REFERENCES accounts (id),
    name    TEXT    NOT NULL,
    created INTEGER NOT NULL,
    -- Whether it was changed since.
    edited  INTEGER NOT NULL CHECK (edited IN (0, 1))
) STRICT;

CREATE INDEX glossaries_by_account ON glossaries (account);

CREATE TABLE dictionaries (
    -- Grows, so that it keeps the order in which dictionaries were added.
    number      INTEGER NOT NULL PRIMARY KEY,
    glossary    TEXT    NOT NULL REFERENCES glossaries (id) ON DELETE CASCADE,
    source      TEXT    NOT NULL,
    target      TEXT    NOT NULL,
    -- A GUID that no other state of any dictionary has.
    revision    TEXT    NOT NULL,
    entry_count INTEGER NOT NULL CHECK (entry_count > 0),
    -- Bytes of the entries.
    size        INTEGER NOT NULL CHECK (size > 0),
    -- A line for each entry: source term, tab, target term. One text, because entries are only ever
    -- read and written together, and a row for each would hold the one lock for writing far longer.
    -- It is the last column, so that the others can be read without it.
    entries     TEXT    NOT NULL,
    UNIQUE (glossary, source, target)
) STRICT;
