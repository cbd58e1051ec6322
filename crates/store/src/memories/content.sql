-- What is in one translation memory. The file is written once and never changed.

CREATE TABLE languages (
    slot     INTEGER NOT NULL PRIMARY KEY,
    tag      TEXT    NOT NULL UNIQUE,
    -- How many segments have a translation into it.
    segments INTEGER NOT NULL
) STRICT;

CREATE TABLE segments (
    number  INTEGER NOT NULL PRIMARY KEY,
    source  TEXT    NOT NULL,
    created INTEGER,
    changed INTEGER,
    used    INTEGER
) STRICT;

-- The id is the segment's number times 256 plus the slot of the language.
CREATE TABLE translations (
    id   INTEGER NOT NULL PRIMARY KEY,
    text TEXT    NOT NULL
) STRICT;

-- The inverted index: for each key the segments that have it, see postings.rs.
CREATE TABLE postings (
    key      INTEGER NOT NULL PRIMARY KEY,
    count    INTEGER NOT NULL,
    segments TEXT    NOT NULL
) STRICT;
