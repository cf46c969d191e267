-- Every call and how it ended, also of those that were refused: who is a name or nobody, tool and
-- action are what was sent. Values of arguments are in no row. Nothing else refers to it, so that
-- old rows can be deleted at any time.
CREATE TABLE calls (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    who TEXT,
    request TEXT,
    tool TEXT NOT NULL,
    action TEXT,
    outcome TEXT NOT NULL,
    code TEXT,
    reference TEXT,
    micros INTEGER NOT NULL,
    arguments TEXT
) STRICT;

CREATE INDEX calls_by_time ON calls (at);
