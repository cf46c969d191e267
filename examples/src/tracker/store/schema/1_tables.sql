-- "Trkr": lets `open` tell a tracker's file from any other SQLite database.
PRAGMA application_id = 0x54726b72;

CREATE TABLE members (
    name TEXT NOT NULL PRIMARY KEY CHECK (name <> '')
) STRICT, WITHOUT ROWID;

-- AUTOINCREMENT: the number of a deleted issue must never name another one.
CREATE TABLE issues (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    title TEXT NOT NULL CHECK (title <> ''),
    body TEXT NOT NULL DEFAULT '',
    state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'closed')),
    assignee TEXT REFERENCES members (name) ON UPDATE CASCADE ON DELETE SET NULL,
    opened_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
    closed_at TEXT,
    CHECK ((state = 'closed') = (closed_at IS NOT NULL))
) STRICT;

CREATE INDEX issues_by_assignee ON issues (assignee);

CREATE TABLE comments (
    id INTEGER PRIMARY KEY,
    issue INTEGER NOT NULL REFERENCES issues (id) ON DELETE CASCADE,
    author TEXT NOT NULL REFERENCES members (name) ON UPDATE CASCADE,
    body TEXT NOT NULL CHECK (body <> ''),
    written_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
) STRICT;

CREATE INDEX comments_by_issue ON comments (issue);

CREATE TABLE labels (
    name TEXT NOT NULL PRIMARY KEY CHECK (name <> ''),
    meaning TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;

CREATE TABLE issue_labels (
    issue INTEGER NOT NULL REFERENCES issues (id) ON DELETE CASCADE,
    label TEXT NOT NULL REFERENCES labels (name) ON UPDATE CASCADE ON DELETE CASCADE,
    PRIMARY KEY (issue, label)
) STRICT, WITHOUT ROWID;

CREATE INDEX issue_labels_by_label ON issue_labels (label);
