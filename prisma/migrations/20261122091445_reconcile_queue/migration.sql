-- What is to be looked at again is appended, never found to be there already: a mark that waits for the job to be through with its code, or
-- that the job takes before what it marks is committed, would hold up who writes or be lost.
DROP INDEX "reconcile_due_organization_id_marked_at_idx";
ALTER TABLE reconcile_due DROP CONSTRAINT reconcile_due_pkey;
ALTER TABLE "reconcile_due" ADD COLUMN "id" BIGSERIAL NOT NULL;
ALTER TABLE "reconcile_due" ADD CONSTRAINT "reconcile_due_pkey" PRIMARY KEY ("organization_id", "id");
CREATE INDEX "reconcile_due_organization_id_shop_id_external_code_idx" ON "reconcile_due"("organization_id", "shop_id", "external_code");
GRANT USAGE ON SEQUENCE reconcile_due_id_seq TO mascate_app, mascate_worker;

CREATE FUNCTION list_organizations_to_reconcile() RETURNS TABLE (organization_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT o.organization_id FROM organization o
  WHERE (o.deletion_at IS NULL OR o.deletion_at > now()) AND EXISTS (SELECT 1 FROM reconcile_due d WHERE d.organization_id = o.organization_id) ORDER BY 1
$$;
REVOKE ALL ON FUNCTION list_organizations_to_reconcile FROM PUBLIC;
GRANT EXECUTE ON FUNCTION list_organizations_to_reconcile TO mascate_worker;

-- Whether the shop's payouts are known around a day.
CREATE INDEX "release_organization_id_shop_id_released_at_idx" ON "release"("organization_id", "shop_id", "released_at");

-- How large a difference is, for lists that begin with the largest; comparing numbers, unlike abs(), may be a condition of an index.
ALTER TABLE settlement ADD COLUMN size_cents bigint GENERATED ALWAYS AS (abs(difference_cents)) STORED;
DROP INDEX settlement_difference;
CREATE INDEX settlement_difference ON settlement (organization_id, size_cents DESC, id DESC) WHERE difference_cents <> 0;
CREATE INDEX settlement_differing ON settlement (organization_id, local_day DESC, id DESC) WHERE difference_cents <> 0;
-- States are few and no condition of an index: those that are seldom among the newest have their own.
CREATE INDEX settlement_waiting ON settlement (organization_id, local_day DESC, id DESC) WHERE state IN ('to_release', 'partly_released');
CREATE INDEX settlement_unchecked ON settlement (organization_id, local_day DESC, id DESC) WHERE state IN ('released', 'partly_released');
DROP INDEX "settlement_organization_id_state_local_day_id_idx";
