-- When a key stops working by itself; NULL is never.
ALTER TABLE keys ADD COLUMN expires INTEGER;
