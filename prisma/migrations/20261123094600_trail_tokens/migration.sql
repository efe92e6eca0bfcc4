-- By which access token it was done, where no session stands behind an entry. Entries without one are sealed as they always were.
ALTER TABLE audit_event ADD COLUMN token_id uuid;
