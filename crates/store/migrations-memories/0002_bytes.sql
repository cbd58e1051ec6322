-- Bytes of what is in a memory; 0 until it is measured.
ALTER TABLE memories ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0 CHECK (bytes >= 0);

-- Bytes of the file of a job, as long as there is one.
ALTER TABLE jobs ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0 CHECK (bytes >= 0);
UPDATE jobs SET bytes = file_length WHERE operation = 'import' AND status = 'processing';
