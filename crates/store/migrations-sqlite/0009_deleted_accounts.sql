-- When an account was deleted; NULL is never. Its row stays, under another name, because the audit log and the counts
-- of its keys do.
ALTER TABLE accounts ADD COLUMN deleted INTEGER;
