-- Characters that were delivered under a tag of the caller's choice, per UTC day: days since 1970.
CREATE TABLE tagged_usage (
    account    TEXT    NOT NULL REFERENCES accounts (id),
    day        INTEGER NOT NULL,
    tag        TEXT    NOT NULL,
    product    TEXT    NOT NULL,
    characters INTEGER NOT NULL CHECK (characters >= 0),
    PRIMARY KEY (account, day, tag, product)
) STRICT, WITHOUT ROWID;
