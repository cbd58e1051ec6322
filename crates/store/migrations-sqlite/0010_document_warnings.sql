-- What should be known of the translation of a document; encrypted. NULL if there is nothing.
ALTER TABLE documents ADD COLUMN warnings BLOB CHECK (warnings IS NULL OR outcome IS 'translated');
