-- Under row security an enumeration is never a condition of an index (docs/decisions/001-tenancy.md): what orders did not write is read by
-- time, and its kind is told row by row.
DROP INDEX stock_movement_by_kind;
CREATE INDEX stock_movement_by_hand ON stock_movement (organization_id, occurred_at DESC, id DESC)
  WHERE kind NOT IN ('reserve', 'release', 'ship');
