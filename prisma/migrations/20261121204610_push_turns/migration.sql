-- Without the kind: under row-level security an enum (its equality is not leakproof) is no condition of an index.
DROP INDEX listing_push_turn;
CREATE INDEX listing_push_turn ON listing_push (organization_id, queued_at, listing_id) WHERE state = 'waiting';
