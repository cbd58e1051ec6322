-- Something in every table and column of the main database of a folder.
INSERT INTO accounts (id, name, plan, character_limit, features, billing_start, contacts, created, deleted) VALUES
    ('00000000-0000-0000-0000-00000000000a', 'first', 'pro', 9000000000, 'detection improvement', 20000, 'a@example.org b@example.org', 1700000000001, NULL),
    ('00000000-0000-0000-0000-00000000000b', 'zweites ü' || char(0) || '!', 'free', NULL, '', 0, '', 1700000000002, 1700000000003);
INSERT INTO keys (id, account, kind, label, mask, scopes, character_limit, speech_limit, digest, created, expires, deactivated, identity) VALUES
    ('00000000-0000-0000-0000-0000000000c1', '00000000-0000-0000-0000-00000000000a', 'developer', 'a label', '0123****', 'translate', 1000, 60000, x'0000000000000000000000000000000000000000000000000000000000000001', 1, 1900000000000, NULL, NULL),
    ('00000000-0000-0000-0000-0000000000c2', '00000000-0000-0000-0000-00000000000a', 'admin', '', '****', NULL, NULL, NULL, x'0000000000000000000000000000000000000000000000000000000000000002', 2, NULL, 3, NULL),
    ('f0000000-0000-0000-0000-0000000000c3', '00000000-0000-0000-0000-00000000000b', 'person', 'somebody', '****', NULL, 0, 0, x'00000000000000000000000000000000000000000000000000000000000000ff', 2, NULL, NULL, 'https://id.example.org somebody');
INSERT INTO audit_log (id, at, account, actor, act, key, details) VALUES
    (1, 1, '00000000-0000-0000-0000-00000000000a', 'operator', 'create_account', NULL, '{"name": "first"}'),
    (7, 2, '00000000-0000-0000-0000-00000000000a', '00000000-0000-0000-0000-0000000000c2', 'create_key', '00000000-0000-0000-0000-0000000000c1', '');
INSERT INTO sessions VALUES (x'0000000000000000000000000000000000000000000000000000000000000010', 'f0000000-0000-0000-0000-0000000000c3', 'translator manager', 5, 6, 1900000000000);
INSERT INTO sign_in_codes VALUES (x'0000000000000000000000000000000000000000000000000000000000000020', '00000000-0000-0000-0000-00000000000b', 'mail somebody', 'Some Body', 'translator', 1900000000000);
INSERT INTO daily_usage VALUES
    ('00000000-0000-0000-0000-00000000000a', 20000, '00000000-0000-0000-0000-0000000000c1', 'text_translation', 40),
    ('00000000-0000-0000-0000-00000000000a', 20000, '00000000-0000-0000-0000-0000000000c2', 'text_translation', 2),
    ('00000000-0000-0000-0000-00000000000a', 20001, '00000000-0000-0000-0000-0000000000c1', 'document_translation', 9000000000);
INSERT INTO tagged_usage VALUES
    ('00000000-0000-0000-0000-00000000000a', 20000, 'tag', 'text_translation', 1),
    ('00000000-0000-0000-0000-00000000000a', 20000, 'Tag ä', 'text_translation', 2);
INSERT INTO limit_notices (id, key, period_start, period_end, percent, characters, character_limit, created, recipients, attempts, taken, due, sent) VALUES
    (3, '00000000-0000-0000-0000-0000000000c1', 20000, 20030, 80, 850, 1000, 9, 'b@example.org', 2, 1, 10, NULL),
    (4, '00000000-0000-0000-0000-0000000000c1', 20000, 20030, 100, 1000, 1000, 9, NULL, 1, 0, NULL, 11);
INSERT INTO glossaries (number, id, account, name, created, edited) VALUES
    (2, '00000000-0000-0000-0000-0000000000d1', '00000000-0000-0000-0000-00000000000a', 'terms', 1, 1),
    (5, '00000000-0000-0000-0000-0000000000d2', '00000000-0000-0000-0000-00000000000a', 'none', 1, 0);
INSERT INTO dictionaries (number, glossary, source, target, revision, entry_count, size, entries) VALUES
    (9, '00000000-0000-0000-0000-0000000000d1', 'en', 'es', '00000000-0000-0000-0000-0000000000e1', 1, 10, 'house' || char(9) || 'casa'),
    (12, '00000000-0000-0000-0000-0000000000d1', 'en', 'de', '00000000-0000-0000-0000-0000000000e2', 2, 3000000, replace(hex(zeroblob(1500000)), '00', 'äö'));
INSERT INTO style_lists VALUES (4, '00000000-0000-0000-0000-0000000000f1', '00000000-0000-0000-0000-00000000000a', 'style', 'en', 3, 1, 2);
INSERT INTO style_rules VALUES (4, 'numbers', 'thousands', 'space'), (4, 'dates', 'order', 'iso');
INSERT INTO custom_instructions VALUES
    (6, 4, '00000000-0000-0000-0000-0000000000f2', 'formal', 'Be formal', NULL),
    (8, 4, '00000000-0000-0000-0000-0000000000f3', 'brief', 'Be brief', 'en');
INSERT INTO documents (number, id, account, key, digest, wrapped_key, bytes, characters, unfetched, created, expires, attempts, lease_token, lease_start, lease_end, translated, to_translate, outcome, billed, message, warnings, request) VALUES
    (10, 'ABCDEF00000000000000000000000001', '00000000-0000-0000-0000-00000000000a', '00000000-0000-0000-0000-0000000000c1', zeroblob(32), x'01ff', 11, 12, 13, 14, 1900000000000, 2, 77, 78, 79, 5, 6, NULL, 0, NULL, NULL, x'00'),
    (11, '00000000000000000000000000000002', '00000000-0000-0000-0000-00000000000a', '00000000-0000-0000-0000-0000000000c1', zeroblob(32), x'02', 11, 12, 13, 14, 1900000000000, 1, NULL, NULL, NULL, 6, 6, 'translated', 1, NULL, x'03', x'04'),
    (13, '00000000000000000000000000000003', '00000000-0000-0000-0000-00000000000a', '00000000-0000-0000-0000-0000000000c2', zeroblob(32), x'', 0, 0, 0, 0, 1, 3, NULL, NULL, NULL, 0, 0, 'failed', 0, x'', NULL, x'05'),
    (21, '00000000000000000000000000000004', '00000000-0000-0000-0000-00000000000a', '00000000-0000-0000-0000-0000000000c1', zeroblob(32), x'06', 1, 1, 0, 14, 1900000000000, 1, NULL, NULL, NULL, 0, 0, 'translated', 0, NULL, NULL, x'07');
INSERT INTO document_turns (turn, key) VALUES
    (40, '00000000-0000-0000-0000-0000000000c1'),
    (39, '00000000-0000-0000-0000-0000000000c2');
INSERT INTO unfetched_characters VALUES ('00000000-0000-0000-0000-0000000000c1', 20000, 99);
