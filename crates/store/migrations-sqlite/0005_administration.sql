-- Plans, features, billing periods and contacts of accounts.

ALTER TABLE accounts ADD COLUMN subscription TEXT NOT NULL DEFAULT 'pro'
    CHECK (subscription IN ('free', 'pro', 'classic'));
UPDATE accounts SET subscription = plan;
ALTER TABLE accounts DROP COLUMN plan;
ALTER TABLE accounts RENAME COLUMN subscription TO plan;

-- Features that are switched on, separated by spaces.
ALTER TABLE accounts ADD COLUMN features TEXT NOT NULL DEFAULT '';
UPDATE accounts SET features = CASE detection_enabled
    WHEN 0 THEN 'administration improvement style_rules'
    ELSE 'administration detection improvement style_rules'
END;
ALTER TABLE accounts DROP COLUMN detection_enabled;

-- A day in UTC, as days since 1970, on which a usage period begins.
ALTER TABLE accounts ADD COLUMN billing_start INTEGER NOT NULL DEFAULT 0;
UPDATE accounts SET billing_start = created / 86400000;

-- E-mail addresses separated by spaces.
ALTER TABLE accounts ADD COLUMN contacts TEXT NOT NULL DEFAULT '';

-- What may be shown of a key's secret. Of older secrets nothing is known.
ALTER TABLE keys ADD COLUMN mask TEXT NOT NULL DEFAULT '****';

-- Milliseconds of speech in a usage period.
ALTER TABLE keys ADD COLUMN speech_limit INTEGER CHECK (speech_limit >= 0);

-- Characters that were delivered, per key and UTC day: days since 1970. Periods begin at midnight, so
-- the counts of a period are the sums of its days.
CREATE TABLE daily_usage (
    account    TEXT    NOT NULL REFERENCES accounts (id),
    day        INTEGER NOT NULL,
    key        TEXT    NOT NULL REFERENCES keys (id),
    product    TEXT    NOT NULL,
    characters INTEGER NOT NULL CHECK (characters >= 0),
    PRIMARY KEY (account, day, key, product)
) STRICT, WITHOUT ROWID;

-- On which days of its period this was is not known.
INSERT INTO daily_usage (account, day, key, product, characters)
    SELECT account, period_start / 86400000, key, product, sum(characters)
    FROM usage GROUP BY 1, 2, 3, 4;
DROP TABLE usage;

-- What people are to be told, at most once for each level and period.
CREATE TABLE limit_notices (
    id              INTEGER NOT NULL PRIMARY KEY,
    key             TEXT    NOT NULL REFERENCES keys (id),
    -- Days since 1970; the end is the first day of the next period.
    period_start    INTEGER NOT NULL,
    period_end      INTEGER NOT NULL,
    percent         INTEGER NOT NULL,
    characters      INTEGER NOT NULL,
    character_limit INTEGER NOT NULL,
    created         INTEGER NOT NULL,
    -- E-mail addresses, separated by spaces, that are still to be told; NULL is the account's contacts.
    recipients      TEXT,
    attempts        INTEGER NOT NULL DEFAULT 0,
    -- Whether somebody is about to send it.
    taken           INTEGER NOT NULL DEFAULT 0 CHECK (taken IN (0, 1)),
    -- When it is to be sent; NULL when it was sent or given up.
    due             INTEGER,
    -- When it was sent; NULL if it was not.
    sent            INTEGER,
    UNIQUE (key, period_start, percent)
) STRICT;

CREATE INDEX limit_notices_by_due ON limit_notices (due) WHERE due IS NOT NULL;

-- Administrative acts, each written with what it changed. Nothing changes or deletes an entry.
CREATE TABLE audit_log (
    id      INTEGER NOT NULL PRIMARY KEY,
    at      INTEGER NOT NULL,
    account TEXT    NOT NULL REFERENCES accounts (id),
    -- "operator", "server", or the id of an admin key.
    actor   TEXT    NOT NULL,
    act     TEXT    NOT NULL,
    key     TEXT    REFERENCES keys (id),
    details TEXT    NOT NULL
) STRICT;

CREATE INDEX audit_log_by_account ON audit_log (account);
CREATE INDEX audit_log_by_key ON audit_log (key);
CREATE INDEX audit_log_by_actor ON audit_log (actor);
