-- A comment outlives its author; and its number, like an issue's, must never name another one, or
-- deleting it a second time would take somebody else's. SQLite can change neither in place.
CREATE TABLE comments_new (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    issue INTEGER NOT NULL REFERENCES issues (id) ON DELETE CASCADE,
    author TEXT REFERENCES members (name) ON UPDATE CASCADE ON DELETE SET NULL,
    body TEXT NOT NULL CHECK (body <> ''),
    written_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
) STRICT;

INSERT INTO comments_new (id, issue, author, body, written_at)
SELECT id, issue, author, body, written_at FROM comments;

DROP TABLE comments;
ALTER TABLE comments_new RENAME TO comments;

CREATE INDEX comments_by_issue ON comments (issue);
CREATE INDEX comments_by_author ON comments (author);
