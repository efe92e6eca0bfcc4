-- How much of a long chain a check has read, and since when all of it.
ALTER TABLE health_finding ADD COLUMN read jsonb;
