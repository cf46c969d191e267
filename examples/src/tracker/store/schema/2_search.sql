-- The index holds no copy of the text (`content`), so the triggers must hand it the old words.
CREATE VIRTUAL TABLE issue_search USING fts5 (
    title, body,
    content = 'issues', content_rowid = 'id',
    tokenize = 'unicode61 remove_diacritics 2'
);

CREATE TRIGGER issue_search_insert AFTER INSERT ON issues BEGIN
    INSERT INTO issue_search (rowid, title, body) VALUES (new.id, new.title, new.body);
END;

CREATE TRIGGER issue_search_delete AFTER DELETE ON issues BEGIN
    INSERT INTO issue_search (issue_search, rowid, title, body)
    VALUES ('delete', old.id, old.title, old.body);
END;

CREATE TRIGGER issue_search_update AFTER UPDATE OF title, body ON issues BEGIN
    INSERT INTO issue_search (issue_search, rowid, title, body)
    VALUES ('delete', old.id, old.title, old.body);
    INSERT INTO issue_search (rowid, title, body) VALUES (new.id, new.title, new.body);
END;

INSERT INTO issue_search (issue_search) VALUES ('rebuild');
