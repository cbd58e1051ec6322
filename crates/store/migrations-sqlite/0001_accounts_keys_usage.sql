-- Times are milliseconds since 1970 in UTC; ids are GUIDs in text, so that a person can read a dump.

CREATE TABLE accounts (
    id                TEXT    NOT NULL PRIMARY KEY,
    name              TEXT    NOT NULL UNIQUE,
    plan              TEXT    NOT NULL CHECK (plan IN ('free', 'pro')),
    character_limit   INTEGER CHECK (character_limit >= 0),
    detection_enabled INTEGER NOT NULL CHECK (detection_enabled IN (0, 1)),
    created           INTEGER NOT NULL
) STRICT;

CREATE TABLE keys (
    id              TEXT    NOT NULL PRIMARY KEY,
    account         TEXT    NOT NULL REFERENCES accounts (id),
    kind            TEXT    NOT NULL CHECK (kind IN ('developer', 'admin')),
    label           TEXT    NOT NULL,
    -- Scopes separated by spaces; NULL is a key without restriction.
    scopes          TEXT,
    character_limit INTEGER CHECK (character_limit >= 0),
    -- HMAC-SHA-256 of the secret, which is kept nowhere.
    digest          BLOB    NOT NULL UNIQUE CHECK (length(digest) = 32),
    created         INTEGER NOT NULL,
    deactivated     INTEGER
) STRICT;

CREATE INDEX keys_by_account ON keys (account);

-- Characters that were delivered, per key and usage period.
CREATE TABLE usage (
    account      TEXT    NOT NULL REFERENCES accounts (id),
    period_start INTEGER NOT NULL,
    key          TEXT    NOT NULL REFERENCES keys (id),
    product      TEXT    NOT NULL,
    characters   INTEGER NOT NULL CHECK (characters >= 0),
    PRIMARY KEY (account, period_start, key, product)
) STRICT, WITHOUT ROWID;
