-- A buyer's request to be forgotten, answered: when, by whom, and under which hash the marketplace names them.
CREATE TABLE "buyer_erasure" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "buyer_key" BYTEA,
    "orders" INTEGER NOT NULL,
    "erased_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "erased_by" UUID NOT NULL,

    CONSTRAINT "buyer_erasure_pkey" PRIMARY KEY ("organization_id","id")
);
CREATE INDEX "buyer_erasure_key" ON "buyer_erasure"("organization_id", "buyer_key", "erased_at" DESC);
ALTER TABLE "buyer_erasure" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON "buyer_erasure" USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
GRANT SELECT ON "buyer_erasure" TO mascate_app, mascate_worker;

-- An order with this moment keeps no buyer: what is told of it again is passed over.
ALTER TABLE "orders" ADD COLUMN "buyer_erased_at" TIMESTAMPTZ(3);
CREATE INDEX "orders_buyer_key" ON "orders"("organization_id", "buyer_key") WHERE buyer_key IS NOT NULL;
CREATE INDEX "orders_customer" ON "orders"("organization_id", "customer_name") WHERE customer_name IS NOT NULL;

-- ---------------------------------------------------------------- one way of forgetting, for the night and for a request

-- What these orders say of their buyers: who they are, the notes, which may name them, and the photos of the parcels.
CREATE FUNCTION forget_buyers(p_orders uuid[]) RETURNS void LANGUAGE plpgsql SET search_path = public AS $$
DECLARE v_org constant uuid := current_organization();
BEGIN
  UPDATE orders o SET customer_name = NULL, note = NULL, platform_note = NULL
  WHERE o.organization_id = v_org AND o.id = ANY (p_orders) AND (o.customer_name IS NOT NULL OR o.note IS NOT NULL OR o.platform_note IS NOT NULL);
  UPDATE stored_file f SET expires_at = now() FROM order_evidence e
  WHERE e.organization_id = v_org AND e.order_id = ANY (p_orders) AND f.organization_id = v_org AND f.id = e.file_id;
  DELETE FROM order_buyer b WHERE b.organization_id = v_org AND b.order_id = ANY (p_orders);
END $$;

-- What a buyer wrote and showed in these returns, and what was noted on it.
CREATE FUNCTION forget_return_texts(p_returns uuid[]) RETURNS integer LANGUAGE plpgsql SET search_path = public AS $$
DECLARE v_count integer;
BEGIN
  UPDATE order_return r SET buyer_text = NULL, images = '{}', note = NULL WHERE r.organization_id = current_organization() AND r.id = ANY (p_returns);
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END $$;
REVOKE ALL ON FUNCTION forget_buyers, forget_return_texts FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_buyers, forget_return_texts TO mascate_worker;

-- ---------------------------------------------------------------- erased it stays

-- An order that comes to be known later, or leaves the house later, than its buyer was erased, and was placed before: theirs too.
CREATE FUNCTION keep_buyer_erased() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  IF NEW.buyer_erased_at IS NULL AND NEW.status NOT IN ('pending', 'confirmed', 'processing') THEN
    SELECT e.erased_at INTO NEW.buyer_erased_at FROM buyer_erasure e
    WHERE e.organization_id = NEW.organization_id AND e.buyer_key = NEW.buyer_key AND e.erased_at >= NEW.placed_at
    ORDER BY e.erased_at DESC LIMIT 1;
    IF FOUND AND TG_OP = 'UPDATE' THEN
      NEW.note := NULL;
      DELETE FROM order_buyer b WHERE b.organization_id = NEW.organization_id AND b.order_id = NEW.id;
    END IF;
  END IF;
  IF NEW.buyer_erased_at IS NOT NULL THEN
    NEW.customer_name := NULL;
    NEW.platform_note := NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_buyer_erased BEFORE INSERT OR UPDATE OF status, buyer_key, customer_name, platform_note ON orders FOR EACH ROW
WHEN (NEW.buyer_key IS NOT NULL OR NEW.buyer_erased_at IS NOT NULL) EXECUTE FUNCTION keep_buyer_erased();

CREATE FUNCTION refuse_erased_buyer() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  RETURN CASE WHEN NOT EXISTS (SELECT 1 FROM orders o
    WHERE o.organization_id = NEW.organization_id AND o.id = NEW.order_id AND o.buyer_erased_at IS NOT NULL) THEN NEW END;
END $$;
CREATE TRIGGER refuse_erased_buyer BEFORE INSERT OR UPDATE ON order_buyer FOR EACH ROW EXECUTE FUNCTION refuse_erased_buyer();

-- A return that is opened later says new things, which are needed to answer it.
CREATE FUNCTION refuse_erased_return() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM orders o
    WHERE o.organization_id = NEW.organization_id AND o.id = NEW.order_id AND o.buyer_erased_at >= NEW.opened_at) THEN
    NEW.buyer_text := NULL;
    NEW.images := '{}';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER refuse_erased_return BEFORE INSERT OR UPDATE OF buyer_text, images ON order_return FOR EACH ROW
WHEN (NEW.buyer_text IS NOT NULL OR NEW.images <> '{}') EXECUTE FUNCTION refuse_erased_return();

-- A sheet that is put in again waits without them.
CREATE FUNCTION refuse_erased_row() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM orders o WHERE o.organization_id = NEW.organization_id AND o.platform = 'shopee' AND o.external_code = NEW.order_code
      AND o.buyer_erased_at IS NOT NULL)
    OR EXISTS (SELECT 1 FROM buyer_erasure e WHERE e.organization_id = NEW.organization_id
      AND e.buyer_key = decode(NEW.payload->>'buyerKey', 'hex') AND e.erased_at >= (NEW.payload->>'placedAt')::timestamptz
      AND NEW.payload->>'status' NOT IN ('pending', 'confirmed', 'processing'))
  THEN NEW.payload := NEW.payload || '{"buyer": null}'; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER refuse_erased_row BEFORE INSERT ON import_row FOR EACH ROW
WHEN (jsonb_typeof(NEW.payload->'buyer') = 'object') EXECUTE FUNCTION refuse_erased_row();

-- ---------------------------------------------------------------- the request itself

-- Forgets the buyer of these orders, which are one person's: at once and in one transaction what the night forgets after its terms, and
-- whatever names them by one of the patterns. Files go with the next night. Amounts, codes and fiscal documents stay.
CREATE FUNCTION erase_buyer(p_orders uuid[], p_patterns text[], p_actor uuid) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
DECLARE
  v_org constant uuid := current_organization();
  v_erasure constant uuid := uuid_v7();
  v_codes text[]; v_cases uuid[]; v_tasks uuid[]; v_files uuid[];
BEGIN
  IF v_org IS NULL OR coalesce(cardinality(p_orders), 0) = 0 THEN RETURN NULL; END IF;
  INSERT INTO buyer_erasure (organization_id, id, buyer_key, orders, erased_by)
  SELECT v_org, v_erasure, (array_agg(o.buyer_key))[1], count(*), p_actor FROM orders o WHERE o.organization_id = v_org AND o.id = ANY (p_orders);
  SELECT coalesce(array_agg(o.external_code), '{}') INTO v_codes FROM orders o
  WHERE o.organization_id = v_org AND o.id = ANY (p_orders) AND o.external_code IS NOT NULL;

  PERFORM forget_buyers(p_orders);
  UPDATE orders o SET buyer_erased_at = now() WHERE o.organization_id = v_org AND o.id = ANY (p_orders);
  PERFORM forget_return_texts(ARRAY(SELECT r.id FROM order_return r WHERE r.organization_id = v_org AND r.order_id = ANY (p_orders)));

  -- Files in which they stand: papers of the cases, labels, sheets that were put in, lists that were taken out.
  v_cases := ARRAY(SELECT k.case_id FROM settlement s JOIN case_order k ON k.organization_id = v_org AND k.settlement_id = s.id
    WHERE s.organization_id = v_org AND s.order_id = ANY (p_orders));
  WITH paper AS (DELETE FROM case_file f WHERE f.organization_id = v_org AND f.case_id = ANY (v_cases) RETURNING f.file_id)
  SELECT coalesce(array_agg(file_id), '{}') INTO v_files FROM paper;
  UPDATE stored_file f SET expires_at = now() WHERE f.organization_id = v_org AND f.kind <> 'invoice' AND (f.id = ANY (v_files)
    OR f.id IN (SELECT k.label_file_id FROM package k WHERE k.organization_id = v_org AND k.order_id = ANY (p_orders))
    OR f.id IN (SELECT d.file_id FROM dispatch_run d WHERE d.organization_id = v_org AND d.input->'orderIds' ?| p_orders::text[])
    OR f.id IN (SELECT i.file_id FROM import i WHERE i.organization_id = v_org AND i.kind IN ('orders', 'sales') AND i.finished_at IS NOT NULL)
    OR f.id IN (SELECT x.file_id FROM export x WHERE x.organization_id = v_org AND x.kind = 'orders'));

  -- What the marketplace said of the orders.
  UPDATE import_row r SET payload = r.payload || '{"buyer": null}' WHERE r.organization_id = v_org AND r.order_code = ANY (v_codes)
    AND jsonb_typeof(r.payload->'buyer') = 'object';
  DELETE FROM platform_answer a WHERE a.organization_id = v_org AND (a.subject = ANY (v_codes) OR search_text(a.body::text) LIKE ANY (p_patterns));
  UPDATE sync_failure f SET platform_text = NULL WHERE f.organization_id = v_org AND f.platform_text IS NOT NULL
    AND (f.subject = ANY (v_codes) OR search_text(f.platform_text) LIKE ANY (p_patterns));
  DELETE FROM platform_act a WHERE a.organization_id = v_org AND a.settled_at IS NOT NULL
    AND (a.subject_id = ANY (p_orders) OR search_text(a.failure::text) LIKE ANY (p_patterns));
  UPDATE dispatch_run d SET problems = '[]' WHERE d.organization_id = v_org AND search_text(d.problems::text) LIKE ANY (p_patterns);
  DELETE FROM push_inbox b USING shop s WHERE s.organization_id = v_org AND b.platform = s.platform AND b.external_shop_id = s.external_shop_id
    AND search_text(b.body::text) LIKE ANY (p_patterns);

  -- Whoever else named them.
  WITH said AS (SELECT DISTINCT coalesce(m.question_id, m.id) AS id FROM assistant_message m
    WHERE m.organization_id = v_org AND search_text(m.parts::text) LIKE ANY (p_patterns))
  DELETE FROM assistant_message m USING said WHERE m.organization_id = v_org AND said.id IN (m.id, m.question_id);
  DELETE FROM assistant_thread t WHERE t.organization_id = v_org AND search_text(t.title) LIKE ANY (p_patterns)
    AND NOT EXISTS (SELECT 1 FROM assistant_message m WHERE m.organization_id = v_org AND m.thread_id = t.id);
  UPDATE assistant_thread t SET title = '…' WHERE t.organization_id = v_org AND search_text(t.title) LIKE ANY (p_patterns);
  DELETE FROM proposal p WHERE p.organization_id = v_org AND search_text(concat_ws(' ', p.input, p.diff)) LIKE ANY (p_patterns);
  v_tasks := ARRAY(
    SELECT t.id FROM agent_task t WHERE t.organization_id = v_org AND search_text(concat_ws(' ', t.title, t.question, t.report)) LIKE ANY (p_patterns)
    UNION SELECT k.task_id FROM data_pack k WHERE k.organization_id = v_org AND search_text(k.content) LIKE ANY (p_patterns)
    UNION SELECT e.task_id FROM agent_task_event e WHERE e.organization_id = v_org AND search_text(concat_ws(' ', e.text, e.payload)) LIKE ANY (p_patterns));
  v_files := ARRAY(SELECT f.file_id FROM agent_task_file f WHERE f.organization_id = v_org AND f.task_id = ANY (v_tasks) AND f.file_id IS NOT NULL);
  DELETE FROM agent_task_file f WHERE f.organization_id = v_org AND f.task_id = ANY (v_tasks);
  DELETE FROM agent_task_event e WHERE e.organization_id = v_org AND e.task_id = ANY (v_tasks);
  DELETE FROM data_pack k WHERE k.organization_id = v_org AND k.task_id = ANY (v_tasks);
  DELETE FROM agent_task t WHERE t.organization_id = v_org AND t.id = ANY (v_tasks);
  UPDATE stored_file f SET expires_at = now() WHERE f.organization_id = v_org AND f.id = ANY (v_files);
  UPDATE bank_entry b SET memo = '' WHERE b.organization_id = v_org AND search_text(b.memo) LIKE ANY (p_patterns);
  DELETE FROM webhook_event e WHERE e.organization_id = v_org AND (search_text(e.data::text) LIKE ANY (p_patterns) OR EXISTS (
    SELECT 1 FROM webhook_delivery d WHERE d.organization_id = v_org AND d.event_id = e.id AND search_text(d.said) LIKE ANY (p_patterns)));
  DELETE FROM idempotency i WHERE i.organization_id = v_org AND search_text(i.answer::text) LIKE ANY (p_patterns);
  RETURN v_erasure;
END $$;
REVOKE ALL ON FUNCTION erase_buyer FROM PUBLIC;
GRANT EXECUTE ON FUNCTION erase_buyer TO mascate_app;
