-- What a screen asks for and is few among many: each condition as the query says it, since under row-level security an enum's
-- equality is no condition of an index.

-- Parcels of one pickup's list, and those whose pickup failed.
CREATE INDEX package_on_manifest ON package (organization_id, manifest_id) WHERE manifest_id IS NOT NULL;
CREATE INDEX package_to_retry ON package (organization_id, order_id) WHERE platform_status = 'LOGISTICS_PICKUP_RETRY';

-- Returns under way, by the platform's deadline: those that are over have the nearest ones.
CREATE INDEX order_return_todo ON order_return (organization_id, coalesce(due_at, 'infinity'::timestamptz), id)
  WHERE state NOT IN ('received', 'closed', 'cancelled');

-- What was not resolved; what was stays.
CREATE INDEX sync_failure_open ON sync_failure (organization_id, shop_id) WHERE state <> 'resolved';

-- Rows of a sheet that were refused.
CREATE INDEX import_row_failed ON import_row (organization_id, import_id, number) WHERE outcome = 'failed';

-- What was sold without a product behind it.
CREATE INDEX product_day_unmapped ON product_day (organization_id, day) WHERE NOT mapped;

-- The board shows what is open and what was done of late.
CREATE INDEX task_shown ON task (organization_id, done_at) WHERE removed_at IS NULL;
