-- A changed rule or term of a shop touches all orders of its days: they are marked by the job, a batch a transaction, not by the request.
-- `placed_at` and `order_id` say how far it is.
CREATE TABLE "reconcile_span" (
    "organization_id" UUID NOT NULL,
    "shop_id" UUID NOT NULL,
    "from_day" DATE NOT NULL,
    "to_day" DATE NOT NULL,
    "placed_at" TIMESTAMPTZ(3),
    "order_id" UUID,

    CONSTRAINT "reconcile_span_pkey" PRIMARY KEY ("organization_id","shop_id","from_day","to_day")
);
ALTER TABLE reconcile_span ENABLE ROW LEVEL SECURITY;
ALTER TABLE reconcile_span FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON reconcile_span USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY directory ON reconcile_span FOR SELECT TO CURRENT_USER USING (true);
GRANT SELECT, INSERT, UPDATE ON reconcile_span TO mascate_app, mascate_worker;
GRANT DELETE ON reconcile_span TO mascate_worker;

-- A run whose worker died moves no more: it is not shown as under way for ever.
ALTER TABLE "reconcile_run" ADD COLUMN "moved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

CREATE OR REPLACE FUNCTION list_organizations_to_reconcile() RETURNS TABLE (organization_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT o.organization_id FROM organization o
  WHERE (o.deletion_at IS NULL OR o.deletion_at > now()) AND (EXISTS (SELECT 1 FROM reconcile_due d WHERE d.organization_id = o.organization_id)
    OR EXISTS (SELECT 1 FROM reconcile_span s WHERE s.organization_id = o.organization_id)) ORDER BY 1
$$;
