-- Called by lib/connect/money-reports/write-items.ts, lib/connect/sync/inbound/lost-parcels.ts, lib/connect/sync/inbound/sync-returns.ts. Returns as the platform or a report gives
-- them (keys: the record type below). Older than what is known changes nothing; what was received here stays received. The latest offer is
-- added to those before. A refund of a parcel that the carrier lost is that loss.
CREATE OR REPLACE FUNCTION write_returns(p_shop uuid, p_rows jsonb) RETURNS TABLE (changed integer, unknown text[])
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  v_written uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('returns:' || p_shop, 0));
  WITH given AS (
    SELECT o.id AS order_id, r.number, r."platformStatus", r.reason, r.text, r.images, r.refund, r."refundStatus", r.due, r.tracking, r."openedAt", r."platformAt",
      r.negotiation, r.offer, r."offersLeft", r."offerDue", r.proof, r."proofDue", r.compensation, r."compensationCents", r."compensationDue",
      coalesce(r."fromFile", false) AS from_file,
      CASE WHEN r.kind = 'refund_only' AND r.state NOT IN ('open', 'disputed') AND EXISTS (
          SELECT 1 FROM order_return g WHERE g.organization_id = v_org AND g.order_id = o.id AND g.number = r.code AND g.kind = 'lost')
        THEN 'lost' ELSE r.kind END AS kind,
      CASE WHEN r.state = 'arrived' AND NOT o.moves_stock THEN 'closed' ELSE r.state END AS state
    FROM jsonb_to_recordset(p_rows) AS r(number text, code text, kind "ReturnKind", state "ReturnState", "platformStatus" text,
      reason text, text text, images text[], refund bigint, "refundStatus" text, due timestamptz, tracking text, "openedAt" timestamptz, "platformAt" timestamptz,
      negotiation text, offer jsonb, "offersLeft" integer, "offerDue" timestamptz, proof text, "proofDue" timestamptz,
      compensation text, "compensationCents" bigint, "compensationDue" timestamptz, "fromFile" boolean)
    JOIN orders o ON o.organization_id = v_org AND o.platform = 'shopee' AND o.shop_id = p_shop AND o.external_code = r.code
  ), written AS (
    INSERT INTO order_return AS t (organization_id, id, order_id, shop_id, number, kind, state, platform_status, reason, buyer_text, images, refund_cents, refund_status, due_at,
      tracking_number, opened_at, platform_at, negotiation_status, offers, offers_left, offer_due_at, proof_status, proof_due_at, compensation_status,
      compensation_cents, compensation_due_at, from_file)
    SELECT v_org, uuid_v7(), r.order_id, p_shop, r.number, r.kind, r.state, r."platformStatus", r.reason, r.text, r.images, r.refund, r."refundStatus", r.due, r.tracking,
      r."openedAt", r."platformAt", r.negotiation, CASE WHEN jsonb_typeof(r.offer) = 'object' THEN jsonb_build_array(r.offer) ELSE '[]' END, r."offersLeft",
      r."offerDue", r.proof, r."proofDue", r.compensation, r."compensationCents", r."compensationDue", r.from_file
    FROM given r ORDER BY r.number
    ON CONFLICT (organization_id, shop_id, number) DO UPDATE SET kind = excluded.kind,
      state = CASE WHEN t.received_at IS NULL THEN excluded.state ELSE t.state END, platform_status = excluded.platform_status, reason = excluded.reason,
      buyer_text = excluded.buyer_text, images = excluded.images, refund_cents = excluded.refund_cents,
      refund_status = excluded.refund_status, due_at = excluded.due_at,
      tracking_number = coalesce(excluded.tracking_number, t.tracking_number), platform_at = excluded.platform_at,
      negotiation_status = excluded.negotiation_status, offers = with_offer(t.offers, excluded.offers->0), offers_left = excluded.offers_left,
      offer_due_at = excluded.offer_due_at, proof_status = excluded.proof_status, proof_due_at = excluded.proof_due_at,
      compensation_status = excluded.compensation_status, compensation_cents = excluded.compensation_cents,
      compensation_due_at = excluded.compensation_due_at, from_file = excluded.from_file, version = t.version + 1
    WHERE (t.platform_at IS NULL OR t.platform_at <= excluded.platform_at OR t.from_file AND NOT excluded.from_file)
      AND (t.kind, CASE WHEN t.received_at IS NULL AND t.state <> 'cancelled' THEN t.state ELSE excluded.state END, t.platform_status, t.reason, t.buyer_text, t.images, t.refund_cents,
          t.refund_status, t.due_at, t.platform_at, t.tracking_number, t.negotiation_status, t.offers, t.offers_left, t.offer_due_at, t.proof_status, t.proof_due_at,
          t.compensation_status, t.compensation_cents, t.compensation_due_at, t.from_file)
        IS DISTINCT FROM (excluded.kind, excluded.state, excluded.platform_status, excluded.reason, excluded.buyer_text, excluded.images, excluded.refund_cents,
          excluded.refund_status, excluded.due_at, excluded.platform_at, coalesce(excluded.tracking_number, t.tracking_number), excluded.negotiation_status,
          with_offer(t.offers, excluded.offers->0), excluded.offers_left, excluded.offer_due_at, excluded.proof_status, excluded.proof_due_at,
          excluded.compensation_status, excluded.compensation_cents, excluded.compensation_due_at, excluded.from_file)
    RETURNING id, number, order_id, received_at
  ), items AS (
    INSERT INTO return_item AS t (organization_id, return_id, line, order_line, sku, title, variation, quantity, refund_cents)
    SELECT v_org, w.id, i.line, (
        SELECT min(oi.line) FROM order_item oi JOIN listing l ON l.organization_id = v_org AND l.id = oi.listing_id
        WHERE oi.organization_id = v_org AND oi.order_id = w.order_id AND l.item_id = i.item AND l.model_id = i.model),
      i.s, i.t, i.v, i.q, i.refund
    FROM written w JOIN jsonb_to_recordset(p_rows) AS r(number text, items jsonb) ON r.number = w.number,
    ROWS FROM (jsonb_to_recordset(r.items) AS (item text, model text, s text, t text, v text, q int, refund bigint)) WITH ORDINALITY
      AS i(item, model, s, t, v, q, refund, line)
    WHERE w.received_at IS NULL
    ON CONFLICT (organization_id, return_id, line) DO UPDATE SET order_line = excluded.order_line, sku = excluded.sku, title = excluded.title,
      variation = excluded.variation, quantity = excluded.quantity, refund_cents = excluded.refund_cents
  )
  SELECT array_agg(w.id) INTO v_written FROM written w;
  changed := coalesce(cardinality(v_written), 0);
  unknown := array(SELECT r.number FROM jsonb_to_recordset(p_rows) AS r(number text, code text) WHERE NOT EXISTS (
    SELECT 1 FROM orders o WHERE o.organization_id = v_org AND o.platform = 'shopee' AND o.shop_id = p_shop AND o.external_code = r.code));
  RETURN NEXT;
END $$;
REVOKE ALL ON FUNCTION write_returns FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION write_returns TO mascate_worker;
