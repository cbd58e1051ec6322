-- Persons who sign in on the pages.

-- Each has a key, whose secret nobody has.
ALTER TABLE keys ADD COLUMN purpose TEXT NOT NULL DEFAULT 'developer'
    CHECK (purpose IN ('developer', 'admin', 'person'));
UPDATE keys SET purpose = kind;
ALTER TABLE keys DROP COLUMN kind;
ALTER TABLE keys RENAME COLUMN purpose TO kind;
-- What tells a person from all others of the account.
ALTER TABLE keys ADD COLUMN identity TEXT;
CREATE UNIQUE INDEX keys_by_identity ON keys (account, identity) WHERE identity IS NOT NULL;

CREATE TABLE sessions (
    -- HMAC-SHA-256 of the token, which only the browser has.
    digest    BLOB    NOT NULL PRIMARY KEY CHECK (length(digest) = 32),
    key       TEXT    NOT NULL REFERENCES keys (id),
    -- Roles separated by spaces.
    roles     TEXT    NOT NULL,
    created   INTEGER NOT NULL,
    last_used INTEGER NOT NULL,
    expires   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_by_key ON sessions (key, last_used);

-- Each lets one person sign in once.
CREATE TABLE sign_in_codes (
    digest   BLOB    NOT NULL PRIMARY KEY CHECK (length(digest) = 32),
    account  TEXT    NOT NULL REFERENCES accounts (id),
    identity TEXT    NOT NULL,
    name     TEXT    NOT NULL,
    roles    TEXT    NOT NULL,
    expires  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
