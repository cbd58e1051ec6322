-- What limits of bytes and characters need to be checked in indexes only.

-- Beside what it had, the account.
DROP INDEX documents_with_files;
CREATE INDEX documents_with_files ON documents (key, expires, bytes, outcome, account)
    WHERE outcome IS NOT 'failed';

CREATE INDEX dictionaries_by_size ON dictionaries (glossary, size);

-- What a document has of the unfetched characters of its key.
ALTER TABLE documents ADD COLUMN unfetched INTEGER NOT NULL DEFAULT 0 CHECK (unfetched >= 0);

-- Characters of documents that were sent on a day, in days since 1970, were or are to be translated, and were not fetched.
-- Apart from the documents, since they are gone sooner. Of a key only the days since it last sent one are here.
CREATE TABLE unfetched_characters (
    key        TEXT    NOT NULL REFERENCES keys (id),
    day        INTEGER NOT NULL,
    characters INTEGER NOT NULL CHECK (characters >= 0),
    PRIMARY KEY (key, day)
) STRICT, WITHOUT ROWID;
