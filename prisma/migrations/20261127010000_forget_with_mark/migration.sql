-- An order whose buyer is told only after the erasure was marked, and lost the name and the notes alone. Whatever marks an order now, all goes
-- that the erasure itself takes from one.

-- What is kept of these orders, whose buyer was erased: who they are, what they wrote and showed, papers and files in which they stand, and
-- what the marketplace said. Files go with the next night. Of a return that was opened after the erasure all stays (refuse_erased_return).
CREATE FUNCTION forget_marked(p_orders uuid[]) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp
SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_org constant uuid := current_organization();
  v_codes text[]; v_cases uuid[]; v_files uuid[];
BEGIN
  SELECT coalesce(array_agg(o.external_code), '{}') INTO v_codes FROM orders o
  WHERE o.organization_id = v_org AND o.id = ANY (p_orders) AND o.external_code IS NOT NULL;

  PERFORM forget_buyers(p_orders);
  PERFORM forget_return_texts(ARRAY(SELECT r.id FROM order_return r JOIN orders o ON o.organization_id = v_org AND o.id = r.order_id
    WHERE r.organization_id = v_org AND r.order_id = ANY (p_orders) AND r.opened_at <= o.buyer_erased_at));

  -- Files in which they stand: papers of the cases, labels, sheets that were put in, lists and archives that were taken out.
  v_cases := ARRAY(SELECT k.case_id FROM settlement s JOIN case_order k ON k.organization_id = v_org AND k.settlement_id = s.id
    WHERE s.organization_id = v_org AND s.order_id = ANY (p_orders));
  WITH paper AS (DELETE FROM case_file f WHERE f.organization_id = v_org AND f.case_id = ANY (v_cases) RETURNING f.file_id)
  SELECT coalesce(array_agg(file_id), '{}') INTO v_files FROM paper;
  UPDATE export x SET state = 'failed', error_code = 'exportBuyerErased', finished_at = now()
  WHERE x.organization_id = v_org AND x.kind IN ('orders', 'wholeCompany') AND x.state = 'running';
  UPDATE stored_file f SET expires_at = now() WHERE f.organization_id = v_org AND f.kind <> 'invoice' AND (f.id = ANY (v_files)
    OR f.id IN (SELECT k.label_file_id FROM package k WHERE k.organization_id = v_org AND k.order_id = ANY (p_orders))
    OR f.id IN (SELECT d.file_id FROM dispatch_run d WHERE d.organization_id = v_org AND d.input->'orderIds' ?| p_orders::text[])
    OR f.id IN (SELECT i.file_id FROM import i WHERE i.organization_id = v_org AND i.kind IN ('orders', 'sales') AND i.finished_at IS NOT NULL)
    OR f.id IN (SELECT x.file_id FROM export x WHERE x.organization_id = v_org AND x.kind IN ('orders', 'wholeCompany')));

  -- What the marketplace said of the orders.
  UPDATE import_row r SET payload = r.payload || '{"buyer": null}' WHERE r.organization_id = v_org AND r.order_code = ANY (v_codes)
    AND jsonb_typeof(r.payload->'buyer') = 'object';
  DELETE FROM platform_answer a WHERE a.organization_id = v_org AND a.subject = ANY (v_codes);
  UPDATE sync_failure f SET platform_text = NULL WHERE f.organization_id = v_org AND f.platform_text IS NOT NULL AND f.subject = ANY (v_codes);
  DELETE FROM platform_act a WHERE a.organization_id = v_org AND a.settled_at IS NOT NULL AND a.subject_id = ANY (p_orders);
END $$;
REVOKE ALL ON FUNCTION forget_marked FROM PUBLIC;

-- Once for all orders of a statement, so that the orders of an erasure are gone through together. What it does to them marks none anew. It runs
-- as the owner, since whoever is told of an order has no right to all that goes.
CREATE FUNCTION forget_with_mark() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_orders uuid[];
BEGIN
  SELECT array_agg(c.id) INTO v_orders FROM (
    SELECT a.id, a.buyer_erased_at FROM after a WHERE a.buyer_erased_at IS NOT NULL
    EXCEPT SELECT e.id, e.buyer_erased_at FROM earlier e) c;
  IF v_orders IS NOT NULL THEN PERFORM forget_marked(v_orders); END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION forget_with_mark FROM PUBLIC;
CREATE TRIGGER forget_with_mark AFTER UPDATE ON orders REFERENCING OLD TABLE AS earlier NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION forget_with_mark();

-- As before; what else is kept of an order that is marked goes with the mark.
CREATE OR REPLACE FUNCTION keep_buyer_erased() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.buyer_key IS NOT NULL AND (TG_OP = 'INSERT' OR NEW.buyer_key IS DISTINCT FROM OLD.buyer_key) THEN
    PERFORM await_erasure(NEW.organization_id, ARRAY[NEW.buyer_key]);
  END IF;
  IF NEW.buyer_erased_at IS NULL AND NEW.status NOT IN ('pending', 'confirmed', 'processing') THEN
    SELECT e.erased_at INTO NEW.buyer_erased_at FROM buyer_erasure e
    WHERE e.organization_id = NEW.organization_id AND e.buyer_key = NEW.buyer_key AND e.erased_at >= NEW.placed_at
    ORDER BY e.erased_at DESC LIMIT 1;
  END IF;
  IF NEW.buyer_erased_at IS NOT NULL THEN
    NEW.customer_name := NULL;
    NEW.platform_note := NULL;
  END IF;
  RETURN NEW;
END $$;

-- Orders that were marked so until now, told by what their buyers wrote.
DO $$
DECLARE
  v_org uuid;
BEGIN
  FOR v_org IN SELECT g.organization_id FROM organization g LOOP
    PERFORM set_config('app.organization_id', v_org::text, true);
    PERFORM forget_marked(array_agg(o.id)) FROM orders o WHERE o.organization_id = v_org AND EXISTS (SELECT 1 FROM order_return r
      WHERE r.organization_id = v_org AND r.order_id = o.id AND r.opened_at <= o.buyer_erased_at AND (r.buyer_text IS NOT NULL OR r.images <> '{}'))
    HAVING count(*) > 0;
  END LOOP;
  PERFORM set_config('app.organization_id', '', true);
END $$;
