-- A shop without the platform's connection tells of its listings by the files of its mass updates.
ALTER TABLE listing ADD COLUMN gtin TEXT, ADD COLUMN file_at TIMESTAMPTZ(3);
