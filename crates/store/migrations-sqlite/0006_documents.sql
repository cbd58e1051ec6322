-- Documents that people have sent. What is in them lies in files; all that is said here about their content is
-- encrypted with the document's own key.
CREATE TABLE documents (
    -- Grows, so that it keeps the order in which documents came.
    number      INTEGER NOT NULL PRIMARY KEY,
    -- 32 hexadecimal digits.
    id          TEXT    NOT NULL UNIQUE,
    account     TEXT    NOT NULL REFERENCES accounts (id),
    key         TEXT    NOT NULL REFERENCES keys (id),
    -- HMAC-SHA-256 of the secret that the sender got, which is kept nowhere.
    digest      BLOB    NOT NULL CHECK (length(digest) = 32),
    -- Encrypts the document, itself encrypted. Overwritten when the row is deleted.
    wrapped_key BLOB    NOT NULL,
    -- Bytes of the file that was sent.
    bytes       INTEGER NOT NULL CHECK (bytes >= 0),
    -- Characters that count when it is fetched.
    characters  INTEGER NOT NULL CHECK (characters >= 0),
    created     INTEGER NOT NULL,
    expires     INTEGER NOT NULL,
    -- How often somebody began to work on it without giving it back.
    attempts    INTEGER NOT NULL CHECK (attempts >= 0),
    -- Who works on it, since when and how long nobody else may; all NULL when nobody does.
    lease_token INTEGER,
    lease_start INTEGER,
    lease_end   INTEGER,
    -- Characters that are translated, and all that are to be, as of the last attempt.
    translated   INTEGER NOT NULL DEFAULT 0 CHECK (translated >= 0),
    to_translate INTEGER NOT NULL DEFAULT 0 CHECK (to_translate >= 0),
    -- NULL as long as there is none.
    outcome     TEXT    CHECK (outcome IN ('translated', 'failed')),
    -- Whether its characters are counted.
    billed      INTEGER NOT NULL DEFAULT 0 CHECK (billed IN (0, 1)),
    -- Why it failed; encrypted.
    message     BLOB,
    -- What is to be done with it; encrypted. Long, so it comes last.
    request     BLOB    NOT NULL,
    CHECK ((lease_token IS NULL) = (lease_start IS NULL)),
    CHECK ((lease_token IS NULL) = (lease_end IS NULL)),
    CHECK (lease_token IS NULL OR outcome IS NULL),
    CHECK (billed = 0 OR outcome = 'translated'),
    CHECK ((message IS NOT NULL) = (outcome IS 'failed'))
) STRICT;

CREATE INDEX documents_by_expiry ON documents (expires, lease_end);
-- The others have only what their statements are about, and all columns that those read to choose rows.
CREATE INDEX documents_with_files ON documents (key, expires, bytes, outcome)
    WHERE outcome IS NOT 'failed';
CREATE INDEX documents_failed ON documents (key, expires, number, outcome)
    WHERE outcome = 'failed';
CREATE INDEX documents_to_translate
    ON documents (key, attempts, created, number, lease_end, expires, outcome)
    WHERE outcome IS NULL;

-- The order in which keys last had their turn. Apart from the documents, since it outlives them: else a key whose
-- documents are fetched at once would never have had one.
CREATE TABLE document_turns (
    turn INTEGER NOT NULL PRIMARY KEY,
    key  TEXT    NOT NULL UNIQUE REFERENCES keys (id)
) STRICT;
