-- no transaction
-- With the day of the row, which row security asks for: else no sum of this index is read from it alone.
CREATE INDEX CONCURRENTLY IF NOT EXISTS settlement_late ON settlement (organization_id, (
CASE
    WHEN (expected_on IS NOT NULL) THEN expected_on
    WHEN (due_on IS NOT NULL) THEN due_on
    ELSE '9999-12-31'::date
END), id) INCLUDE (due_on, expected_on, shop_id, state, expected_cents, released_cents, adjusted_cents, local_day) WHERE (state = 'late'::"SettlementState");
