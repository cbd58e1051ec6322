CREATE TABLE style_lists (
    -- Grows, so that it keeps the order in which lists were made.
    number   INTEGER NOT NULL PRIMARY KEY,
    id       TEXT    NOT NULL UNIQUE,
    account  TEXT    NOT NULL REFERENCES accounts (id),
    name     TEXT    NOT NULL,
    language TEXT    NOT NULL,
    version  INTEGER NOT NULL CHECK (version > 0),
    created  INTEGER NOT NULL,
    updated  INTEGER NOT NULL
) STRICT;

CREATE INDEX style_lists_by_account ON style_lists (account, number);

-- What the rules of a list are set to, by their names in the catalogue.
CREATE TABLE style_rules (
    list     INTEGER NOT NULL REFERENCES style_lists (number) ON DELETE CASCADE,
    category TEXT    NOT NULL,
    rule     TEXT    NOT NULL,
    option   TEXT    NOT NULL,
    PRIMARY KEY (list, category, rule)
) STRICT, WITHOUT ROWID;

CREATE TABLE custom_instructions (
    -- Grows, so that it keeps the order in which instructions were added.
    number INTEGER NOT NULL PRIMARY KEY,
    list   INTEGER NOT NULL REFERENCES style_lists (number) ON DELETE CASCADE,
    id     TEXT    NOT NULL UNIQUE,
    label  TEXT    NOT NULL,
    prompt TEXT    NOT NULL,
    -- The language of the sources that it is meant for; NULL is all.
    source TEXT
) STRICT;

CREATE INDEX custom_instructions_by_list ON custom_instructions (list, number);
