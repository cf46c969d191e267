INSERT INTO members (name) VALUES ('ada'), ('grace'), ('linus'), ('margaret');

INSERT INTO labels (name, meaning) VALUES
    ('bug', 'Something does not work as documented.'),
    ('docs', 'Only words have to change.'),
    ('feature', 'Something new.'),
    ('security', 'Handle before anything else.');

INSERT INTO issues (id, title, body, state, assignee, opened_at, closed_at) VALUES
    (1, 'Login fails behind a proxy',
        'With HTTPS_PROXY set, the login page answers 502 after about ten seconds. Without it all is well.',
        'open', 'ada', '2026-01-12T09:14:03Z', NULL),
    (2, 'Export the report as CSV',
        'Accounting wants the monthly report in a form that a spreadsheet opens: comma, UTF-8, one header line.',
        'open', NULL, '2026-01-15T13:40:51Z', NULL),
    (3, 'Typo on the start page',
        'It says "Welcom back".',
        'closed', 'grace', '2026-01-19T08:02:17Z', '2026-01-19T10:30:00Z'),
    (4, 'Password reset link never expires',
        'A link from last month still works. It should be valid for one hour and only once.',
        'open', 'linus', '2026-02-02T16:21:44Z', NULL),
    (5, 'Search misses words with an accent',
        'Looking for "cafe" does not find "café".',
        'closed', 'ada', '2026-02-10T11:55:09Z', '2026-02-18T15:07:32Z'),
    (6, 'Explain the backup in the manual',
        'The chapter on operation does not say that the -wal file belongs to the backup.',
        'open', NULL, '2026-02-23T07:48:26Z', NULL);

INSERT INTO issue_labels (issue, label) VALUES
    (1, 'bug'), (2, 'feature'), (3, 'docs'), (4, 'bug'), (4, 'security'), (5, 'bug'), (6, 'docs');

INSERT INTO comments (issue, author, body, written_at) VALUES
    (1, 'grace', 'The same here, with a proxy that asks for a password.', '2026-01-12T10:01:30Z'),
    (1, 'ada', 'We do not pass the Host header on. I have a fix.', '2026-01-13T08:12:00Z'),
    (3, 'grace', 'Corrected.', '2026-01-19T10:30:00Z'),
    (4, 'margaret', 'Old links must also die when the password changes.', '2026-02-03T09:00:12Z');
