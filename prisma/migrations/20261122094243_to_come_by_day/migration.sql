-- As before, of an expression that row security lets an index answer: coalesce is taken for one that may leak, CASE is not.
DROP INDEX settlement_to_come;
DROP INDEX settlement_late;
CREATE INDEX settlement_to_come ON settlement (organization_id, (CASE WHEN due_on IS NULL THEN '9999-12-31'::date ELSE due_on END), id)
  INCLUDE (due_on, shop_id, state, expected_cents, released_cents, adjusted_cents) WHERE state IN ('to_release', 'partly_released');
CREATE INDEX settlement_late ON settlement (organization_id, (CASE WHEN due_on IS NULL THEN '9999-12-31'::date ELSE due_on END), id)
  INCLUDE (due_on, shop_id, state, expected_cents, released_cents, adjusted_cents) WHERE state = 'late';
