-- Something in every table and column of the memories of a folder.
INSERT INTO memories (number, id, account, name, source, targets, segments, created, bytes) VALUES
    (3, '00000000-0000-0000-0000-0000000000a1', '00000000-0000-0000-0000-00000000000a', 'memory', 'en', 'de es', 2, 1, 4096),
    (6, '00000000-0000-0000-0000-0000000000a2', '00000000-0000-0000-0000-00000000000a', 'other', 'de', 'en', 1, 2, 8192);
INSERT INTO uses VALUES (3, 0, 'de', 17), (3, 0, 'es', 18), (3, 1, 'de', 19);
INSERT INTO jobs (id, account, operation, status, memory, name, file_name, file_length, media_type, skipped, message, created, changed, expires, attempts, bytes) VALUES
    ('00000000-0000-0000-0000-0000000000b1', '00000000-0000-0000-0000-00000000000a', 'import', 'imported', '00000000-0000-0000-0000-0000000000a1', 'memory', 'm.tmx', 5, 'application/x-tmx+xml', 1, NULL, 1, 2, 3, 1, 0),
    ('00000000-0000-0000-0000-0000000000b2', '00000000-0000-0000-0000-00000000000a', 'export', 'exported', '00000000-0000-0000-0000-0000000000a1', NULL, NULL, NULL, NULL, NULL, NULL, 1, 2, 3, 1, 500),
    ('00000000-0000-0000-0000-0000000000b3', '00000000-0000-0000-0000-00000000000a', 'export', 'processing', '00000000-0000-0000-0000-0000000000a2', NULL, NULL, NULL, NULL, NULL, NULL, 1, 2, 3, 0, 0),
    ('00000000-0000-0000-0000-0000000000b4', '00000000-0000-0000-0000-00000000000a', 'import', 'failed', NULL, 'x', 'x.tmx', 5, 'text/xml', NULL, 'it is no TMX', 1, 2, 3, 2, 0);
