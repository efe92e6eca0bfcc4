-- CreateEnum
CREATE TYPE "PurchaseStatus" AS ENUM ('draft', 'sent', 'partly_received', 'received', 'cancelled');
CREATE TYPE "PurchaseInvoiceState" AS ENUM ('open', 'booked', 'dropped');
CREATE TYPE "CostRule" AS ENUM ('last', 'average', 'fifo');
CREATE TYPE "RecostState" AS ENUM ('waiting', 'running', 'done', 'failed');

-- What a company works with until a product says otherwise: days of sales looked at, days the stock has to last, days until goods arrive.
ALTER TABLE organization
  ADD COLUMN cost_rule "CostRule" NOT NULL DEFAULT 'last',
  ADD COLUMN sales_days integer NOT NULL DEFAULT 30,
  ADD COLUMN cover_days integer NOT NULL DEFAULT 30,
  ADD COLUMN lead_days integer NOT NULL DEFAULT 7;
ALTER TABLE organization ADD CONSTRAINT organization_buying
  CHECK (sales_days BETWEEN 1 AND 365 AND cover_days BETWEEN 0 AND 365 AND lead_days BETWEEN 0 AND 365);

CREATE TABLE supplier (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "document" TEXT,
    "contact_name" TEXT,
    "email" TEXT,
    "phone" TEXT,
    "lead_time_days" INTEGER,
    "note" TEXT,
    "archived_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,
    "words" TEXT GENERATED ALWAYS AS (search_text(name || ' ' || coalesce(document, '') || ' ' || coalesce(contact_name, ''))) STORED,

    CONSTRAINT "supplier_pkey" PRIMARY KEY ("organization_id","id")
);
CREATE UNIQUE INDEX "supplier_organization_id_document_key" ON "supplier"("organization_id", "document");
CREATE INDEX supplier_name_sort ON supplier (organization_id, name COLLATE "und-x-icu", id);

-- What a supplier calls a product, and how many of ours one of theirs (a box, a pack) holds.
CREATE TABLE supplier_product (
    "organization_id" UUID NOT NULL,
    "supplier_id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "product_id" UUID NOT NULL,
    "units_per_pack" INTEGER NOT NULL DEFAULT 1,
    "minimum_units" INTEGER,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "supplier_product_pkey" PRIMARY KEY ("organization_id","supplier_id","code"),
    CONSTRAINT supplier_product_pack CHECK (units_per_pack BETWEEN 1 AND 100000 AND minimum_units > 0)
);
CREATE INDEX "supplier_product_organization_id_product_id_updated_at_idx" ON "supplier_product"("organization_id", "product_id", "updated_at" DESC);

CREATE TABLE purchase_order (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "supplier_id" UUID NOT NULL,
    "legal_entity_id" UUID,
    "status" "PurchaseStatus" NOT NULL DEFAULT 'draft',
    "expected_on" DATE,
    "note" TEXT,
    "payment_days" INTEGER[] NOT NULL DEFAULT '{}',
    "goods_cents" BIGINT NOT NULL DEFAULT 0,
    "freight_cents" BIGINT NOT NULL DEFAULT 0,
    "ipi_cents" BIGINT NOT NULL DEFAULT 0,
    "st_cents" BIGINT NOT NULL DEFAULT 0,
    "other_cents" BIGINT NOT NULL DEFAULT 0,
    "discount_cents" BIGINT NOT NULL DEFAULT 0,
    "total_cents" BIGINT GENERATED ALWAYS AS (goods_cents + freight_cents + ipi_cents + st_cents + other_cents - discount_cents) STORED,
    "sent_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "purchase_order_pkey" PRIMARY KEY ("organization_id","id"),
    CONSTRAINT purchase_order_money CHECK (goods_cents >= 0 AND freight_cents >= 0 AND ipi_cents >= 0 AND st_cents >= 0 AND other_cents >= 0
      AND discount_cents >= 0 AND goods_cents + freight_cents + ipi_cents + st_cents + other_cents - discount_cents >= 0)
);
CREATE UNIQUE INDEX "purchase_order_organization_id_number_key" ON "purchase_order"("organization_id", "number");
CREATE INDEX "purchase_order_organization_id_supplier_id_idx" ON "purchase_order"("organization_id", "supplier_id");
CREATE INDEX purchase_order_open ON purchase_order (organization_id, number DESC) WHERE status IN ('sent', 'partly_received');
CREATE INDEX purchase_order_draft ON purchase_order (organization_id, number DESC) WHERE status = 'draft';

-- A product stands in a purchase once. What the purchase costs beside the goods is shared out to the lines, to the cent.
CREATE TABLE purchase_order_line (
    "organization_id" UUID NOT NULL,
    "purchase_order_id" UUID NOT NULL,
    "line" INTEGER NOT NULL,
    "product_id" UUID NOT NULL,
    "supplier_code" TEXT,
    "quantity" INTEGER NOT NULL,
    "goods_cents" BIGINT NOT NULL,
    "freight_cents" BIGINT NOT NULL DEFAULT 0,
    "ipi_cents" BIGINT NOT NULL DEFAULT 0,
    "st_cents" BIGINT NOT NULL DEFAULT 0,
    "other_cents" BIGINT NOT NULL DEFAULT 0,
    "discount_cents" BIGINT NOT NULL DEFAULT 0,
    "landed_cents" BIGINT GENERATED ALWAYS AS (goods_cents + freight_cents + ipi_cents + st_cents + other_cents - discount_cents) STORED,
    "ordered_units" INTEGER,
    "ordered_goods_cents" BIGINT,
    "received" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "purchase_order_line_pkey" PRIMARY KEY ("organization_id","purchase_order_id","line"),
    CONSTRAINT purchase_order_line_units CHECK (received >= 0 AND (quantity > 0 OR quantity = 0 AND ordered_units > 0)),
    CONSTRAINT purchase_order_line_money CHECK (goods_cents + freight_cents + ipi_cents + st_cents + other_cents - discount_cents >= 0)
);
CREATE UNIQUE INDEX "purchase_order_line_organization_id_purchase_order_id_produ_key" ON "purchase_order_line"("organization_id", "purchase_order_id", "product_id");
CREATE INDEX "purchase_order_line_organization_id_product_id_idx" ON "purchase_order_line"("organization_id", "product_id");

CREATE TABLE purchase_payable (
    "organization_id" UUID NOT NULL,
    "purchase_order_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "due_on" DATE NOT NULL,
    "amount_cents" BIGINT NOT NULL,
    "expense_id" UUID NOT NULL,

    CONSTRAINT "purchase_payable_pkey" PRIMARY KEY ("organization_id","purchase_order_id","number")
);

CREATE TABLE purchase_receipt (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "purchase_order_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "received_on" DATE NOT NULL,
    "note" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,
    "reversed_at" TIMESTAMPTZ(3),
    "reversed_by" UUID,
    "reversal_reason" TEXT,

    CONSTRAINT "purchase_receipt_pkey" PRIMARY KEY ("organization_id","id")
);
CREATE UNIQUE INDEX "purchase_receipt_organization_id_purchase_order_id_number_key" ON "purchase_receipt"("organization_id", "purchase_order_id", "number");

-- What came, what it cost, and what the product cost before and after: the chain from which a reversal works out the costs anew.
CREATE TABLE purchase_receipt_line (
    "organization_id" UUID NOT NULL,
    "receipt_id" UUID NOT NULL,
    "line" INTEGER NOT NULL,
    "turn" BIGSERIAL NOT NULL,
    "product_id" UUID NOT NULL,
    "units" INTEGER NOT NULL,
    "landed_cents" BIGINT NOT NULL,
    "note" TEXT,
    "rule" "CostRule" NOT NULL,
    "stock_before" BIGINT NOT NULL,
    "cost_before" DECIMAL(18,6),
    "cost_after" DECIMAL(18,6) NOT NULL,
    "day_before" JSONB,
    "reversed" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "purchase_receipt_line_pkey" PRIMARY KEY ("organization_id","receipt_id","line"),
    CONSTRAINT purchase_receipt_line_units CHECK (units > 0 AND landed_cents >= 0)
);
CREATE INDEX "purchase_receipt_line_organization_id_product_id_turn_idx" ON "purchase_receipt_line"("organization_id", "product_id", "turn" DESC);

-- A supplier's NF-e as it was read, until it has become a purchase.
CREATE TABLE purchase_invoice (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "access_key" TEXT NOT NULL,
    "state" "PurchaseInvoiceState" NOT NULL DEFAULT 'open',
    "supplier_document" TEXT NOT NULL,
    "supplier_name" TEXT NOT NULL,
    "addressed_to" TEXT,
    "legal_entity_id" UUID,
    "number" TEXT NOT NULL,
    "series" TEXT NOT NULL,
    "issued_on" DATE NOT NULL,
    "total_cents" BIGINT NOT NULL,
    "content" JSONB NOT NULL,
    "file_id" UUID NOT NULL,
    "purchase_order_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "purchase_invoice_pkey" PRIMARY KEY ("organization_id","id")
);
CREATE UNIQUE INDEX "purchase_invoice_organization_id_access_key_key" ON "purchase_invoice"("organization_id", "access_key");
CREATE INDEX purchase_invoice_open ON purchase_invoice (organization_id, id DESC) WHERE state = 'open';
CREATE INDEX "purchase_invoice_organization_id_purchase_order_id_idx" ON "purchase_invoice"("organization_id", "purchase_order_id");

-- Orders of the past that take on a corrected cost, in batches.
CREATE TABLE recost_run (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "from_day" DATE NOT NULL,
    "state" "RecostState" NOT NULL DEFAULT 'waiting',
    "done" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,

    CONSTRAINT "recost_run_pkey" PRIMARY KEY ("organization_id","id")
);
CREATE INDEX "recost_run_organization_id_product_id_id_idx" ON "recost_run"("organization_id", "product_id", "id" DESC);

ALTER TABLE product_cost ADD COLUMN receipt_id uuid, ADD COLUMN created_by uuid;

ALTER TABLE "supplier_product" ADD CONSTRAINT "supplier_product_organization_id_supplier_id_fkey" FOREIGN KEY ("organization_id", "supplier_id") REFERENCES "supplier"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;
ALTER TABLE "supplier_product" ADD CONSTRAINT "supplier_product_organization_id_product_id_fkey" FOREIGN KEY ("organization_id", "product_id") REFERENCES "product"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;
ALTER TABLE "purchase_order" ADD CONSTRAINT "purchase_order_organization_id_supplier_id_fkey" FOREIGN KEY ("organization_id", "supplier_id") REFERENCES "supplier"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;
ALTER TABLE "purchase_order" ADD CONSTRAINT "purchase_order_organization_id_legal_entity_id_fkey" FOREIGN KEY ("organization_id", "legal_entity_id") REFERENCES "legal_entity"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;
ALTER TABLE "purchase_order_line" ADD CONSTRAINT "purchase_order_line_organization_id_purchase_order_id_fkey" FOREIGN KEY ("organization_id", "purchase_order_id") REFERENCES "purchase_order"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;
ALTER TABLE "purchase_order_line" ADD CONSTRAINT "purchase_order_line_organization_id_product_id_fkey" FOREIGN KEY ("organization_id", "product_id") REFERENCES "product"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;
ALTER TABLE "purchase_payable" ADD CONSTRAINT "purchase_payable_organization_id_purchase_order_id_fkey" FOREIGN KEY ("organization_id", "purchase_order_id") REFERENCES "purchase_order"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;
ALTER TABLE "purchase_payable" ADD CONSTRAINT "purchase_payable_organization_id_expense_id_fkey" FOREIGN KEY ("organization_id", "expense_id") REFERENCES "expense"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;
ALTER TABLE "purchase_receipt" ADD CONSTRAINT "purchase_receipt_organization_id_purchase_order_id_fkey" FOREIGN KEY ("organization_id", "purchase_order_id") REFERENCES "purchase_order"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;
ALTER TABLE "purchase_receipt_line" ADD CONSTRAINT "purchase_receipt_line_organization_id_receipt_id_fkey" FOREIGN KEY ("organization_id", "receipt_id") REFERENCES "purchase_receipt"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;
ALTER TABLE "purchase_receipt_line" ADD CONSTRAINT "purchase_receipt_line_organization_id_product_id_fkey" FOREIGN KEY ("organization_id", "product_id") REFERENCES "product"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;
ALTER TABLE "purchase_invoice" ADD CONSTRAINT "purchase_invoice_organization_id_legal_entity_id_fkey" FOREIGN KEY ("organization_id", "legal_entity_id") REFERENCES "legal_entity"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;
ALTER TABLE "purchase_invoice" ADD CONSTRAINT "purchase_invoice_organization_id_file_id_fkey" FOREIGN KEY ("organization_id", "file_id") REFERENCES "stored_file"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;
ALTER TABLE "purchase_invoice" ADD CONSTRAINT "purchase_invoice_organization_id_purchase_order_id_fkey" FOREIGN KEY ("organization_id", "purchase_order_id") REFERENCES "purchase_order"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;
ALTER TABLE "recost_run" ADD CONSTRAINT "recost_run_organization_id_product_id_fkey" FOREIGN KEY ("organization_id", "product_id") REFERENCES "product"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;
ALTER TABLE "product_cost" ADD CONSTRAINT "product_cost_organization_id_receipt_id_fkey" FOREIGN KEY ("organization_id", "receipt_id") REFERENCES "purchase_receipt"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['supplier', 'supplier_product', 'purchase_order', 'purchase_order_line', 'purchase_payable', 'purchase_receipt',
    'purchase_receipt_line', 'purchase_invoice', 'recost_run'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization())', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO mascate_app, mascate_worker', t);
  END LOOP;
END $$;
-- Lines of a draft are replaced as a whole; what nothing came of may go.
GRANT DELETE ON purchase_order_line, supplier_product TO mascate_app;
GRANT USAGE ON SEQUENCE purchase_receipt_line_turn_seq TO mascate_app, mascate_worker;

-- ---------------------------------------------------------------- what an item cost

-- What a unit of a product costs on a day: its own cost, else that of a kit's components; NULL while unknown.
CREATE FUNCTION unit_cost_on(p_product uuid, p_day date) RETURNS numeric LANGUAGE sql STABLE STRICT SET search_path = public AS $$
  SELECT coalesce((SELECT c.cost FROM product_cost c WHERE c.organization_id = current_organization() AND c.product_id = p_product
    AND c.from_day <= p_day ORDER BY c.from_day DESC LIMIT 1), kit_unit_cost(p_product, p_day))
$$;

-- What the next units off the shelf cost when the oldest go first. Of p_left units that are not spoken for, the p_units that are oldest: the
-- newest receipts make up what is left, so those lie at the far end. What is older than every receipt costs what held before the first of
-- them. NULL as soon as one unit's cost is unknown.
CREATE FUNCTION fifo_cost(p_product uuid, p_units bigint, p_left bigint, p_day date) RETURNS numeric LANGUAGE plpgsql STABLE SET search_path = public AS $$
DECLARE
  v_org uuid := current_organization();
  v_from bigint := p_left - p_units;
  v_depth bigint := 0;
  v_taken bigint := 0;
  v_cost numeric := 0;
  v_part bigint;
  v_first numeric;
  v_any boolean := false;
  l record;
BEGIN
  FOR l IN SELECT units, landed_cents, cost_before FROM purchase_receipt_line
    WHERE organization_id = v_org AND product_id = p_product AND NOT reversed ORDER BY turn DESC
  LOOP
    v_any := true;
    v_first := l.cost_before;
    v_part := greatest(least(v_depth + l.units, p_left) - greatest(v_depth, v_from, 0), 0);
    v_cost := v_cost + v_part * (l.landed_cents / 100.0 / l.units);
    v_taken := v_taken + v_part;
    v_depth := v_depth + l.units;
    EXIT WHEN v_depth >= p_left;
  END LOOP;
  -- Sold beyond what is there: those units are yet to come, and cost what a unit costs now.
  v_part := least(greatest(-v_from, 0), p_units);
  IF v_part > 0 THEN
    v_cost := v_cost + v_part * unit_cost_on(p_product, p_day);
    v_taken := v_taken + v_part;
  END IF;
  IF v_taken < p_units THEN
    v_cost := v_cost + (p_units - v_taken) * CASE WHEN v_any THEN v_first ELSE unit_cost_on(p_product, p_day) END;
  END IF;
  RETURN round(v_cost / p_units, 6);
END $$;

-- Companies that go by layers: what an order takes of the own stock costs what the oldest units on the shelf cost, in the order of the
-- items. The levels are locked as they are when the order is settled right after, so that two orders never take the same layer.
CREATE FUNCTION keep_fifo_cost() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
DECLARE
  v_org uuid := current_organization();
BEGIN
  IF (SELECT cost_rule FROM organization WHERE organization_id = v_org) IS DISTINCT FROM 'fifo' THEN RETURN NULL; END IF;
  PERFORM lock_stock(array(
    SELECT DISTINCT coalesce(k.component_id, i.product_id) FROM added i
    LEFT JOIN kit_component k ON k.organization_id = v_org AND k.kit_id = i.product_id
    WHERE i.product_id IS NOT NULL ORDER BY 1));
  WITH part AS (
    SELECT i.order_id, i.line, i.quantity * i.product_quantity AS sold, coalesce(k.component_id, i.product_id) AS product_id,
      coalesce(k.quantity, 1) AS each, o.local_day, (i.quantity * i.product_quantity * coalesce(k.quantity, 1))::bigint AS units,
      o.placed_at
    FROM added i JOIN orders o ON o.organization_id = v_org AND o.id = i.order_id AND o.moves_stock AND o.status <> 'cancelled'
    LEFT JOIN kit_component k ON k.organization_id = v_org AND k.kit_id = i.product_id
      AND NOT EXISTS (SELECT 1 FROM product_cost c WHERE c.organization_id = v_org AND c.product_id = i.product_id)
    WHERE i.product_id IS NOT NULL AND i.quantity > 0
  ), placed AS (
    SELECT p.*, coalesce(s.available, 0) - (sum(p.units) OVER (PARTITION BY p.product_id ORDER BY p.placed_at, p.order_id, p.line) - p.units) AS left_units
    FROM part p LEFT JOIN LATERAL (
      SELECT s.on_hand - s.reserved AS available FROM stock_level s
      JOIN stock_location l ON l.organization_id = v_org AND l.id = s.location_id AND l.kind = 'own'
      WHERE s.organization_id = v_org AND s.product_id = p.product_id) s ON true
  ), costed AS (
    SELECT order_id, line, sum(fifo_cost(product_id, units, left_units::bigint, local_day) * each) AS cost,
      count(*) = count(fifo_cost(product_id, units, left_units::bigint, local_day)) AS known
    FROM placed GROUP BY 1, 2
  )
  UPDATE order_item t SET unit_cost = CASE WHEN c.known THEN round(c.cost, 6) END
  FROM costed c WHERE t.organization_id = v_org AND t.order_id = c.order_id AND t.line = c.line;
  RETURN NULL;
END $$;
CREATE TRIGGER order_item_fifo_cost AFTER INSERT ON order_item REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_fifo_cost();

-- Items sold of a product (or of kits with it) from a day on whose cost is not what that day's is now. Companies that go by layers keep what
-- the layers said: of theirs only items without a cost.
CREATE FUNCTION recost_items(p_product uuid, p_from date) RETURNS TABLE (order_id uuid, line integer, cost numeric, change numeric)
LANGUAGE sql STABLE SET search_path = public AS $$
  SELECT i.order_id, i.line, n.cost, (coalesce(n.cost, 0) - coalesce(i.unit_cost, 0)) * i.quantity * i.product_quantity
  FROM order_item i JOIN orders o ON o.organization_id = current_organization() AND o.id = i.order_id
  CROSS JOIN LATERAL (SELECT unit_cost_on(i.product_id, o.local_day) AS cost) n
  WHERE i.organization_id = current_organization() AND i.product_id = ANY (array(
      SELECT p_product UNION ALL SELECT k.kit_id FROM kit_component k WHERE k.organization_id = current_organization() AND k.component_id = p_product))
    AND o.local_day >= p_from AND o.status <> 'cancelled' AND n.cost IS NOT NULL AND i.unit_cost IS DISTINCT FROM n.cost
    AND (i.unit_cost IS NULL OR (SELECT g.cost_rule FROM organization g WHERE g.organization_id = current_organization()) <> 'fifo')
$$;

-- Gives the next p_limit orders that are due (recost_items) the cost of their day; the roll-ups follow. Answers how many changed: zero when done.
CREATE FUNCTION recost_orders(p_product uuid, p_from date, p_limit integer) RETURNS integer LANGUAGE plpgsql
SET search_path = public SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_org uuid := current_organization();
  v_orders uuid[] := array(SELECT DISTINCT r.order_id FROM recost_items(p_product, p_from) r ORDER BY 1 LIMIT p_limit);
BEGIN
  IF cardinality(v_orders) = 0 THEN RETURN 0; END IF;
  PERFORM 1 FROM orders WHERE organization_id = v_org AND id = ANY (v_orders) ORDER BY id FOR UPDATE;
  PERFORM append_order_deltas(v_orders, -1);
  UPDATE order_item i SET unit_cost = r.cost FROM recost_items(p_product, p_from) r
  WHERE i.organization_id = v_org AND r.order_id = ANY (v_orders) AND i.order_id = r.order_id AND i.line = r.line;
  PERFORM append_order_deltas(v_orders, 1);
  RETURN cardinality(v_orders);
END $$;

REVOKE ALL ON FUNCTION unit_cost_on, fifo_cost, keep_fifo_cost, recost_items, recost_orders FROM PUBLIC;
GRANT EXECUTE ON FUNCTION unit_cost_on, fifo_cost, keep_fifo_cost, recost_items, recost_orders TO mascate_app, mascate_worker;
