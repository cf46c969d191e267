-- The tokens with which questions are confirmed, and which of them were used. Times are milliseconds since 1970. A
-- claim without a value has no result yet.
CREATE TABLE claims (
    key TEXT PRIMARY KEY,
    fingerprint BLOB NOT NULL,
    owner TEXT NOT NULL,
    value BLOB,
    until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
