-- The whole schema in one step. Made by "npm run schema:fold" from prisma/schema's tables as the migrations left them and from the
-- SQL files beside their callers (lib/**/*.sql), where a function is read and changed. Nobody edits this file.

DO $$
BEGIN
  IF to_regclass('public.organization') IS NOT NULL THEN
    RAISE EXCEPTION 'This database was made before 0_baseline and cannot be brought up to it. Nothing was changed.' USING HINT =
      'Download what each company has with the version that made it, then start this version on an empty database: docs/operations.md, "A database of before".';
  END IF;
END $$;

-- As npm start makes them, which then gives them their passwords.
DO $$
DECLARE r text;
BEGIN
  FOREACH r IN ARRAY ARRAY['mascate_app', 'mascate_worker'] LOOP
    CONTINUE WHEN EXISTS (SELECT FROM pg_roles WHERE rolname = r);
    EXECUTE format('CREATE ROLE %I LOGIN', r);
    EXECUTE format('COMMENT ON ROLE %I IS %L', r, 'Made by 0_baseline, without a password.');
    -- The owner gives the worker some functions, so it has to be able to become it.
    IF r = 'mascate_worker' THEN EXECUTE format('GRANT %I TO %I', r, current_user); END IF;
  END LOOP;
END $$;

SET LOCAL check_function_bodies = off;
CREATE EXTENSION IF NOT EXISTS citext;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
GRANT USAGE ON SCHEMA public TO mascate_app, mascate_worker;

CREATE TYPE "ActorKind" AS ENUM ('person', 'function', 'sync', 'assistant', 'system');
CREATE TYPE "AgentCallState" AS ENUM ('waiting', 'trying', 'sent', 'unclear', 'refused');
CREATE TYPE "AgentEventKind" AS ENUM ('note', 'status', 'message', 'question', 'action', 'answer', 'decision');
CREATE TYPE "AgentFileState" AS ENUM ('waiting', 'kept', 'refused');
CREATE TYPE "AgentTaskKind" AS ENUM ('monthly_review', 'price_study', 'stock_plan', 'own');
CREATE TYPE "AgentTaskState" AS ENUM ('draft', 'sending', 'unclear', 'running', 'waiting', 'done', 'failed', 'cancelled');
CREATE TYPE "AgentTaskWorker" AS ENUM ('manus', 'local');
CREATE TYPE "AnswerSource" AS ENUM ('local', 'gemini');
CREATE TYPE "AnswerState" AS ENUM ('streaming', 'done', 'stopped', 'failed');
CREATE TYPE "BoardColumn" AS ENUM ('todo', 'doing', 'done');
CREATE TYPE "CaseState" AS ENUM ('detected', 'filed', 'in_review', 'approved', 'denied', 'paid', 'expired', 'written_off');
CREATE TYPE "CostRule" AS ENUM ('last', 'average', 'fifo');
CREATE TYPE "DeliveryState" AS ENUM ('waiting', 'delivered', 'failed');
CREATE TYPE "DiscrepancyCause" AS ENUM ('late', 'released_less', 'released_more', 'released_twice', 'commission_band', 'commission_rate', 'fixed_fee', 'service', 'freight', 'reverse_freight', 'refund_without_return', 'adjustment', 'fee_on_cancelled', 'compensation_missing', 'affiliate', 'protection', 'ads_top_up', 'other_fee', 'fees_kept', 'vouchers', 'price', 'withheld', 'unknown_here', 'wallet', 'unexplained');
CREATE TYPE "ExpenseKind" AS ENUM ('fixed', 'variable', 'tax');
CREATE TYPE "ExpenseRhythm" AS ENUM ('weekly', 'monthly', 'yearly', 'instalments');
CREATE TYPE "ExpenseStatus" AS ENUM ('pending', 'paid');
CREATE TYPE "ExportState" AS ENUM ('waiting', 'running', 'done', 'failed', 'cancelled');
CREATE TYPE "FailureState" AS ENUM ('waiting', 'dead', 'resolved');
CREATE TYPE "FeeBasis" AS ENUM ('item', 'order');
CREATE TYPE "FeeCertainty" AS ENUM ('announced', 'observed', 'open');
CREATE TYPE "FeePartKind" AS ENUM ('campaign', 'affiliate_service', 'protection', 'ads_top_up', 'individual_volume', 'bulky', 'freight_voucher');
CREATE TYPE "FeeRounding" AS ENUM ('halfUp', 'halfEven');
CREATE TYPE "FiscalKind" AS ENUM ('nfe', 'dce');
CREATE TYPE "FiscalState" AS ENUM ('received', 'sent', 'accepted', 'rejected', 'cancelled');
CREATE TYPE "HealthOutcome" AS ENUM ('healthy', 'found', 'unknown');
CREATE TYPE "HealthRepairState" AS ENUM ('asked', 'done', 'failed');
CREATE TYPE "HealthRunState" AS ENUM ('queued', 'running', 'done', 'failed');
CREATE TYPE "HealthSeverity" AS ENUM ('critical', 'warning', 'notice');
CREATE TYPE "ImportKind" AS ENUM ('orders', 'catalogue', 'sales', 'money');
CREATE TYPE "ImportState" AS ENUM ('uploaded', 'checking', 'ready', 'applying', 'done', 'failed', 'cancelled');
CREATE TYPE "InboxState" AS ENUM ('waiting', 'done', 'ignored', 'dead');
CREATE TYPE "InvoiceState" AS ENUM ('none', 'sent', 'rejected', 'valid');
CREATE TYPE "KeyProvider" AS ENUM ('gemini', 'manus');
CREATE TYPE "LabelPaper" AS ENUM ('label', 'a4', 'zpl');
CREATE TYPE "LabelState" AS ENUM ('none', 'asked', 'ready', 'failed');
CREATE TYPE "ListingUpdateKind" AS ENUM ('stock', 'price');
CREATE TYPE "ListingUpdateState" AS ENUM ('waiting', 'failed', 'sent');
CREATE TYPE "LocationKind" AS ENUM ('own', 'full', 'transit', 'damaged');
CREATE TYPE "MappingHow" AS ENUM ('sku', 'suggestion', 'hand', 'sheet');
CREATE TYPE "MappingRunKind" AS ENUM ('remap', 'sheet', 'products', 'productsUndo');
CREATE TYPE "MappingRunState" AS ENUM ('waiting', 'ready', 'applying', 'done', 'failed');
CREATE TYPE "Master" AS ENUM ('other', 'mascate');
CREATE TYPE "MoneyBasis" AS ENUM ('settled', 'charged', 'estimated', 'typed');
CREATE TYPE "MoneyKind" AS ENUM ('product_revenue', 'seller_voucher', 'coins', 'commission', 'service', 'affiliate', 'ads', 'protection', 'freight_paid', 'freight_charged', 'freight_rebate', 'reverse_freight', 'refund', 'compensation', 'tax_withheld', 'adjustment', 'channel_fee', 'other', 'pix_discount', 'pix_rebate');
CREATE TYPE "MoneySource" AS ENUM ('rule', 'export', 'income', 'api');
CREATE TYPE "MovementKind" AS ENUM ('opening', 'purchase', 'count', 'adjustment', 'reserve', 'release', 'ship', 'return', 'transfer', 'write_off', 'import');
CREATE TYPE "OrderSourceKind" AS ENUM ('hand', 'export', 'api');
CREATE TYPE "OrderStatus" AS ENUM ('pending', 'confirmed', 'processing', 'shipped', 'delivered', 'cancelled');
CREATE TYPE "PaymentMethod" AS ENUM ('pix', 'credit_card', 'debit_card', 'boleto', 'cash', 'transfer', 'other');
CREATE TYPE "PayoutSource" AS ENUM ('file', 'api');
CREATE TYPE "Platform" AS ENUM ('manual', 'shopee');
CREATE TYPE "ProposalState" AS ENUM ('open', 'confirmed', 'refused');
CREATE TYPE "PurchaseInvoiceState" AS ENUM ('open', 'booked', 'dropped');
CREATE TYPE "PurchaseStatus" AS ENUM ('draft', 'sent', 'partly_received', 'received', 'cancelled');
CREATE TYPE "RecostState" AS ENUM ('waiting', 'running', 'done', 'failed');
CREATE TYPE "ReturnKind" AS ENUM ('refund_only', 'with_return', 'failed_delivery', 'lost');
CREATE TYPE "ReturnState" AS ENUM ('open', 'accepted', 'disputed', 'incoming', 'arrived', 'received', 'closed', 'cancelled');
CREATE TYPE "Role" AS ENUM ('owner', 'admin', 'manager', 'operator', 'finance', 'viewer', 'accountant');
CREATE TYPE "RunKind" AS ENUM ('ship', 'labels', 'invoices', 'prepare');
CREATE TYPE "RunState" AS ENUM ('waiting', 'running', 'done', 'failed');
CREATE TYPE "SellerType" AS ENUM ('cnpj', 'cpf');
CREATE TYPE "SettlementState" AS ENUM ('to_release', 'released', 'partly_released', 'late', 'underpaid', 'overpaid', 'reconciled', 'reopened', 'unknown_here', 'unknown_there');
CREATE TYPE "ShopStatus" AS ENUM ('pending', 'active', 'expired');
CREATE TYPE "StockCountState" AS ENUM ('open', 'booking', 'booked', 'cancelled');
CREATE TYPE "SyncStream" AS ENUM ('orders', 'listings', 'returns', 'escrow', 'wallet', 'health');
CREATE TYPE "TaxRegime" AS ENUM ('simples', 'mei', 'presumed', 'real', 'individual');
CREATE TYPE "TokenScope" AS ENUM ('read', 'write');
CREATE TYPE "VerificationPurpose" AS ENUM ('confirm', 'reset', 'change_email');
CREATE TYPE "WalletKind" AS ENUM ('payout', 'early_payout', 'early_payout_rest', 'early_payout_fee', 'early_payout_return', 'loan_instalment', 'ads_top_up', 'withdrawal', 'withdrawal_returned', 'compensation', 'refund', 'affiliate', 'adjustment', 'other');
CREATE TYPE "WebhookState" AS ENUM ('active', 'paused', 'disabled');
CREATE TYPE staged_order AS (number integer, code text, hash bytea, payload jsonb);

CREATE OR REPLACE FUNCTION get_page_member(p_session uuid, p_user uuid, p_organization uuid)
RETURNS TABLE (organization_name text, time_zone text, language text, role "Role", legal_entity_ids uuid[])
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT o.name, o.time_zone, u.language, m.role, CASE m.role WHEN 'accountant' THEN entities_of(m.organization_id, m.user_id, m.role) END
  FROM session s
  JOIN app_user u ON u.id = s.user_id
  JOIN membership m ON m.user_id = s.user_id AND m.organization_id = s.organization_id
  JOIN organization o ON o.organization_id = m.organization_id
  WHERE s.id = p_session AND s.user_id = p_user AND s.organization_id = p_organization
    AND s.ended_at IS NULL AND s.expires_at > now() AND s.last_seen_at > now() - interval '12 hours'
$$;
REVOKE ALL ON FUNCTION get_page_member FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION get_page_member TO mascate_app;

CREATE OR REPLACE FUNCTION list_due_webhooks() RETURNS TABLE (organization_id uuid, endpoint_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT e.organization_id, e.id FROM webhook_endpoint e
  WHERE e.state = 'active' AND (e.rests_until IS NULL OR e.rests_until <= now())
    AND EXISTS (SELECT 1 FROM webhook_delivery d
      WHERE d.organization_id = e.organization_id AND d.endpoint_id = e.id AND d.state = 'waiting' AND d.due_at <= now())
$$;
REVOKE ALL ON FUNCTION list_due_webhooks FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION list_due_webhooks TO mascate_worker;

CREATE OR REPLACE FUNCTION store_outgoing_events(p_events jsonb) RETURNS void
LANGUAGE sql SET search_path = public, pg_temp AS $$
  WITH wanted AS (
    SELECT DISTINCT ON (x.subject) x.kind, x.subject, x.data FROM jsonb_to_recordset(p_events) AS x(kind text, subject text, data jsonb, place bigint)
    WHERE EXISTS (SELECT 1 FROM webhook_endpoint e
      WHERE e.organization_id = current_organization() AND e.state = 'active' AND x.kind = ANY (e.kinds))
    ORDER BY x.subject, x.place DESC NULLS LAST
  ), kept AS (
    INSERT INTO outgoing_event (organization_id, id, kind, subject, change, data)
    SELECT current_organization(), uuid_v7(), w.kind, w.subject, pg_current_xact_id()::text::bigint, w.data FROM wanted w
    ON CONFLICT (organization_id, subject, change) DO UPDATE SET data = EXCLUDED.data
    RETURNING id, kind
  )
  INSERT INTO webhook_delivery (organization_id, id, endpoint_id, event_id)
  SELECT current_organization(), uuid_v7(), e.id, k.id FROM kept k
  JOIN webhook_endpoint e ON e.organization_id = current_organization() AND e.state = 'active' AND k.kind = ANY (e.kinds)
  ON CONFLICT (organization_id, event_id, endpoint_id) DO NOTHING
$$;

CREATE OR REPLACE FUNCTION tell_cases() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM webhook_endpoint e WHERE e.organization_id = current_organization() AND e.state = 'active'
    AND CASE TG_OP WHEN 'INSERT' THEN 'case.opened' ELSE 'case.changed' END = ANY (e.kinds)) THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    PERFORM store_outgoing_events(jsonb_agg(jsonb_build_object('kind', 'case.opened', 'subject', 'case ' || n.id, 'data', case_said(n.*))))
    FROM after n;
  ELSE
    PERFORM store_outgoing_events(jsonb_agg(jsonb_build_object('kind', 'case.changed', 'subject', 'case ' || n.id, 'data', case_said(n.*))))
    FROM after n JOIN before o ON o.organization_id = n.organization_id AND o.id = n.id WHERE case_said(o.*) <> case_said(n.*);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION tell_orders() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM webhook_endpoint e WHERE e.organization_id = current_organization() AND e.state = 'active'
    AND CASE TG_OP WHEN 'INSERT' THEN 'order.created' ELSE 'order.updated' END = ANY (e.kinds)) THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    PERFORM store_outgoing_events(jsonb_agg(jsonb_build_object('kind', 'order.created', 'subject', 'order ' || n.id, 'data', order_said(n.*))))
    FROM after n;
  ELSE
    PERFORM store_outgoing_events(jsonb_agg(jsonb_build_object('kind', 'order.updated', 'subject', 'order ' || n.id, 'data', order_said(n.*))))
    FROM after n JOIN before o ON o.organization_id = n.organization_id AND o.id = n.id WHERE order_said(o.*) <> order_said(n.*);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION tell_payouts() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM webhook_endpoint e WHERE e.organization_id = current_organization() AND e.state = 'active'
    AND 'payout.changed' = ANY (e.kinds)) THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    PERFORM store_outgoing_events(jsonb_agg(jsonb_build_object('kind', 'payout.changed', 'subject', 'payout ' || n.id, 'data', payout_said(n.*))))
    FROM after n WHERE n.released_cents IS NOT NULL;
  ELSE
    PERFORM store_outgoing_events(jsonb_agg(jsonb_build_object('kind', 'payout.changed', 'subject', 'payout ' || n.id, 'data', payout_said(n.*))))
    FROM after n JOIN before o ON o.organization_id = n.organization_id AND o.id = n.id WHERE payout_said(o.*) <> payout_said(n.*);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION tell_stock() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM webhook_endpoint e WHERE e.organization_id = current_organization() AND e.state = 'active'
    AND 'stock.changed' = ANY (e.kinds)) THEN RETURN NULL; END IF;
  PERFORM store_outgoing_events(jsonb_agg(jsonb_build_object('kind', 'stock.changed', 'subject', 'stock ' || n.product_id || ' ' || n.location_id,
    'place', n.id, 'data', jsonb_build_object('productId', n.product_id, 'locationId', n.location_id, 'cause', n.kind,
      'onHand', n.on_hand_after, 'reserved', n.reserved_after))))
  FROM after n;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION available_units(p_products uuid[])
RETURNS TABLE (product_id uuid, available bigint, is_kit boolean, counted boolean)
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  WITH wanted AS (
    SELECT DISTINCT u AS id FROM unnest(p_products) u
  ), part AS (
    SELECT w.id, k.component_id AS part_id, k.quantity, true AS is_kit FROM wanted w
    JOIN kit_component k ON k.organization_id = current_organization() AND k.kit_id = w.id
    UNION ALL
    SELECT w.id, w.id, 1, false FROM wanted w
    WHERE NOT EXISTS (SELECT 1 FROM kit_component k WHERE k.organization_id = current_organization() AND k.kit_id = w.id)
  )
  SELECT p.id, min(floor(coalesce(l.on_hand - l.reserved, 0)::numeric / p.quantity))::bigint, bool_or(p.is_kit),
    bool_and(EXISTS (SELECT 1 FROM stock_movement m
      WHERE m.organization_id = current_organization() AND m.product_id = p.part_id AND m.source_kind NOT IN ('order', 'return')))
  FROM part p LEFT JOIN (
    SELECT s.product_id, s.on_hand, s.reserved FROM stock_level s
    JOIN stock_location o ON o.organization_id = s.organization_id AND o.id = s.location_id AND o.kind = 'own'
    WHERE s.organization_id = current_organization()) l ON l.product_id = p.part_id
  GROUP BY p.id
$$;
REVOKE ALL ON FUNCTION available_units FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION available_units TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION kit_unit_cost(p_kit uuid, p_day date) RETURNS numeric
LANGUAGE sql STABLE STRICT SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN count(*) = count(c.cost) THEN sum(c.cost * k.quantity) END
  FROM kit_component k LEFT JOIN LATERAL (
    SELECT cost FROM product_cost p WHERE p.organization_id = current_organization() AND p.product_id = k.component_id AND p.from_day <= p_day
    ORDER BY p.from_day DESC LIMIT 1) c ON true
  WHERE k.organization_id = current_organization() AND k.kit_id = p_kit
$$;
REVOKE ALL ON FUNCTION kit_unit_cost FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION kit_unit_cost TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION map_listings(p_rows jsonb, p_how "MappingHow", p_actor uuid) RETURNS TABLE (listing_id uuid)
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  v_changed uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('orders:' || s.shop_id, 0)) FROM (
    SELECT DISTINCT l.shop_id FROM listing l WHERE l.organization_id = v_org
      AND l.id = ANY (array(SELECT x.listing FROM jsonb_to_recordset(p_rows) AS x(listing uuid))) ORDER BY 1) s;
  -- Before the listings: who hands a shop over to another master holds it and then its listings.
  PERFORM 1 FROM shop s WHERE s.organization_id = v_org AND s.id IN (SELECT l.shop_id FROM listing l WHERE l.organization_id = v_org
      AND l.id = ANY (array(SELECT x.listing FROM jsonb_to_recordset(p_rows) AS x(listing uuid)))) ORDER BY s.id FOR SHARE;
  WITH moved AS (
    UPDATE listing l SET product_id = x.product, product_quantity = CASE WHEN x.product IS NULL THEN 1 ELSE x.quantity END
    FROM jsonb_to_recordset(p_rows) AS x(listing uuid, product uuid, quantity int, "seenProduct" uuid, "seenQuantity" int)
    WHERE l.organization_id = v_org AND l.id = x.listing
      AND l.product_id IS NOT DISTINCT FROM x."seenProduct" AND l.product_quantity = coalesce(x."seenQuantity", 1)
      AND (l.product_id, l.product_quantity) IS DISTINCT FROM (x.product, CASE WHEN x.product IS NULL THEN 1 ELSE x.quantity END)
      AND (x.product IS NULL OR EXISTS (SELECT 1 FROM product p WHERE p.organization_id = v_org AND p.id = x.product AND p.archived_at IS NULL))
    RETURNING l.id
  )
  SELECT coalesce(array_agg(m.id), '{}') INTO v_changed FROM moved m;
  UPDATE listing_mapping m SET to_at = now() WHERE m.organization_id = v_org AND m.listing_id = ANY (v_changed) AND m.to_at IS NULL;
  -- The waiting updates were worked out from the former mapping.
  DELETE FROM listing_update p WHERE p.organization_id = v_org AND p.listing_id = ANY (v_changed) AND p.state <> 'sent';
  INSERT INTO listing_mapping (organization_id, id, listing_id, product_id, quantity, how, mapped_by)
  SELECT v_org, uuid_v7(), l.id, l.product_id, l.product_quantity, p_how, p_actor FROM listing l
  WHERE l.organization_id = v_org AND l.id = ANY (v_changed) AND l.product_id IS NOT NULL;
  RETURN QUERY SELECT unnest(v_changed);
END $$;
REVOKE ALL ON FUNCTION map_listings FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION map_listings TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION remap_orders(p_shop uuid, p_listings uuid[], p_orders uuid[], p_actor uuid) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_org uuid := current_organization();
  v_orders uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('orders:' || p_shop, 0));
  SELECT coalesce(array_agg(o.id), '{}') INTO v_orders FROM (
    SELECT o.id FROM orders o WHERE o.organization_id = v_org AND o.shop_id = p_shop AND o.id = ANY (p_orders) AND EXISTS (
      SELECT 1 FROM order_item i JOIN listing l ON l.organization_id = v_org AND l.id = i.listing_id
      WHERE i.organization_id = v_org AND i.order_id = o.id AND i.listing_id = ANY (p_listings)
        AND (i.product_id, i.product_quantity) IS DISTINCT FROM (l.product_id, l.product_quantity))
    ORDER BY o.id FOR UPDATE) o;
  IF cardinality(v_orders) = 0 THEN RETURN 0; END IF;
  PERFORM append_order_deltas(v_orders, -1);
  UPDATE order_item i SET product_id = l.product_id, product_quantity = l.product_quantity,
    unit_cost = coalesce((SELECT c.cost FROM product_cost c WHERE c.organization_id = v_org AND c.product_id = l.product_id AND c.from_day <= o.local_day
      ORDER BY c.from_day DESC LIMIT 1), kit_unit_cost(l.product_id, o.local_day))
  FROM listing l, orders o
  WHERE i.organization_id = v_org AND i.order_id = ANY (v_orders) AND i.listing_id = ANY (p_listings)
    AND l.organization_id = v_org AND l.id = i.listing_id AND o.organization_id = v_org AND o.id = i.order_id
    AND (i.product_id, i.product_quantity) IS DISTINCT FROM (l.product_id, l.product_quantity);
  UPDATE orders o SET version = version + 1, updated_at = now() WHERE o.organization_id = v_org AND o.id = ANY (v_orders);
  PERFORM reserve_order_stock(v_orders, p_actor, true);
  PERFORM append_order_deltas(v_orders, 1);
  RETURN cardinality(v_orders);
END $$;
REVOKE ALL ON FUNCTION remap_orders FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION remap_orders TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION set_kit(p_kit uuid, p_parts jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
  v_bad uuid;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('kits:' || v_org, 0));
  PERFORM 1 FROM product p WHERE p.organization_id = v_org AND p.id = p_kit FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'product_not_found' USING errcode = 'P0001', detail = p_kit::text; END IF;
  SELECT x.product INTO v_bad FROM jsonb_to_recordset(p_parts) AS x(product uuid, quantity int)
  LEFT JOIN product p ON p.organization_id = v_org AND p.id = x.product AND p.archived_at IS NULL WHERE p.id IS NULL LIMIT 1;
  IF FOUND THEN RAISE EXCEPTION 'product_not_found' USING errcode = 'P0001', detail = coalesce(v_bad::text, ''); END IF;
  IF jsonb_array_length(p_parts) > 0 THEN
    SELECT k.kit_id INTO v_bad FROM kit_component k WHERE k.organization_id = v_org
      AND (k.component_id = p_kit OR k.kit_id IN (SELECT x.product FROM jsonb_to_recordset(p_parts) AS x(product uuid))) LIMIT 1;
    IF FOUND OR EXISTS (SELECT 1 FROM jsonb_to_recordset(p_parts) AS x(product uuid) WHERE x.product = p_kit) THEN
      RAISE EXCEPTION 'kit_in_kit' USING errcode = 'P0001', detail = coalesce(v_bad, p_kit)::text;
    END IF;
    IF EXISTS (SELECT 1 FROM stock_movement m WHERE m.organization_id = v_org AND m.product_id = p_kit) THEN
      RAISE EXCEPTION 'kit_has_stock' USING errcode = 'P0001', detail = p_kit::text;
    END IF;
  END IF;
  DELETE FROM kit_component k WHERE k.organization_id = v_org AND k.kit_id = p_kit
    AND k.component_id NOT IN (SELECT x.product FROM jsonb_to_recordset(p_parts) AS x(product uuid));
  INSERT INTO kit_component AS k (organization_id, kit_id, component_id, quantity)
  SELECT v_org, p_kit, x.product, sum(x.quantity) FROM jsonb_to_recordset(p_parts) AS x(product uuid, quantity int) GROUP BY x.product
  ON CONFLICT (organization_id, kit_id, component_id) DO UPDATE SET quantity = excluded.quantity;
END $$;
REVOKE ALL ON FUNCTION set_kit FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION set_kit TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION product_words(sku text, title text, barcodes text[]) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT public.search_text(concat_ws(' ', sku, title, array_to_string(barcodes, ' '))) $$;

CREATE OR REPLACE FUNCTION fifo_cost(p_product uuid, p_units bigint, p_left bigint, p_day date) RETURNS numeric
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
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
REVOKE ALL ON FUNCTION fifo_cost FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION fifo_cost TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION keep_fifo_cost() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
BEGIN
  IF (SELECT cost_rule FROM organization WHERE organization_id = v_org) IS DISTINCT FROM 'fifo' THEN RETURN NULL; END IF;
  PERFORM lock_stock(array(
    SELECT DISTINCT coalesce(k.component_id, i.product_id) FROM added i
    JOIN orders o ON o.organization_id = v_org AND o.id = i.order_id AND o.moves_stock AND o.status <> 'cancelled'
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
REVOKE ALL ON FUNCTION keep_fifo_cost FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION recost_items(p_product uuid, p_from date, p_taken numeric DEFAULT NULL)
RETURNS TABLE (order_id uuid, line integer, cost numeric, change numeric)
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  WITH item AS MATERIALIZED (
    SELECT i.order_id, i.line, i.product_id, i.unit_cost, i.quantity * i.product_quantity AS units, o.local_day
    FROM order_item i JOIN orders o ON o.organization_id = current_organization() AND o.id = i.order_id
    WHERE i.organization_id = current_organization() AND i.product_id = ANY (array(
        SELECT p_product UNION ALL SELECT k.kit_id FROM kit_component k WHERE k.organization_id = current_organization() AND k.component_id = p_product))
      AND o.local_day >= p_from AND o.status <> 'cancelled'
      AND (i.unit_cost IS NULL OR i.unit_cost = p_taken OR (SELECT g.cost_rule FROM organization g WHERE g.organization_id = current_organization()) <> 'fifo')
  ), known AS MATERIALIZED (
    SELECT d.product_id, d.local_day, unit_cost_on(d.product_id, d.local_day) AS cost
    FROM (SELECT DISTINCT item.product_id, item.local_day FROM item) d
  )
  SELECT i.order_id, i.line, n.cost, (coalesce(n.cost, 0) - coalesce(i.unit_cost, 0)) * i.units
  FROM item i JOIN known n ON n.product_id = i.product_id AND n.local_day = i.local_day
  WHERE i.unit_cost IS DISTINCT FROM n.cost
    AND (n.cost IS NOT NULL OR (p_taken IS NOT NULL AND (i.unit_cost = p_taken OR i.product_id <> p_product)))
$$;
REVOKE ALL ON FUNCTION recost_items FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION recost_items TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION recost_orders(p_product uuid, p_from date, p_limit integer, p_taken numeric DEFAULT NULL) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_org uuid := current_organization();
  v_orders uuid[] := array(SELECT DISTINCT r.order_id FROM recost_items(p_product, p_from, p_taken) r ORDER BY 1 LIMIT p_limit);
BEGIN
  IF cardinality(v_orders) = 0 THEN RETURN 0; END IF;
  PERFORM 1 FROM orders WHERE organization_id = v_org AND id = ANY (v_orders) ORDER BY id FOR UPDATE;
  PERFORM append_order_deltas(v_orders, -1);
  UPDATE order_item i SET unit_cost = r.cost FROM recost_items(p_product, p_from, p_taken) r
  WHERE i.organization_id = v_org AND r.order_id = ANY (v_orders) AND i.order_id = r.order_id AND i.line = r.line;
  PERFORM append_order_deltas(v_orders, 1);
  RETURN cardinality(v_orders);
END $$;
REVOKE ALL ON FUNCTION recost_orders FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION recost_orders TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION unit_cost_on(p_product uuid, p_day date) RETURNS numeric
LANGUAGE sql STABLE STRICT SET search_path = public, pg_temp AS $$
  SELECT coalesce((SELECT c.cost FROM product_cost c WHERE c.organization_id = current_organization() AND c.product_id = p_product
    AND c.from_day <= p_day ORDER BY c.from_day DESC LIMIT 1), kit_unit_cost(p_product, p_day))
$$;
REVOKE ALL ON FUNCTION unit_cost_on FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION unit_cost_on TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION book_stock(
  p_source_kind text, p_source_id uuid, p_actor uuid, p_reason text, p_entries jsonb, p_allow_short boolean DEFAULT false
)
RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
  v_at timestamptz;
  v_booked integer;
  v_short uuid;
  v_before bigint;
  v_products uuid[] := array(SELECT DISTINCT (e->>'product')::uuid FROM jsonb_array_elements(p_entries) e);
BEGIN
  IF v_org IS NULL THEN RAISE EXCEPTION 'no organization' USING errcode = '42501'; END IF;

  INSERT INTO stock_level (organization_id, product_id, location_id)
  SELECT DISTINCT v_org, e.product, e.location FROM jsonb_to_recordset(p_entries) AS e(product uuid, location uuid)
  ORDER BY 2, 3
  ON CONFLICT DO NOTHING;

  PERFORM 1 FROM stock_level l
  WHERE l.organization_id = v_org AND l.product_id = ANY (v_products)
    AND (l.product_id, l.location_id) IN (SELECT e.product, e.location FROM jsonb_to_recordset(p_entries) AS e(product uuid, location uuid))
  ORDER BY l.product_id, l.location_id FOR UPDATE;
  v_at := clock_timestamp();

  -- Under the locks nobody else books these products at these places: what is not there now is new.
  WITH entry AS (
    SELECT DISTINCT ON (line, e.product, e.location, e.kind) coalesce(e.line, 0) AS line, e.product, e.location, e.kind,
      coalesce(e."onHand", 0) AS on_hand, coalesce(e.reserved, 0) AS reserved
    FROM jsonb_to_recordset(p_entries) AS e(line int, product uuid, location uuid, kind "MovementKind", "onHand" bigint, reserved bigint)
    ORDER BY line, e.product, e.location, e.kind
  ), fresh AS (
    SELECT e.*, l.on_hand + sum(e.on_hand) OVER w AS on_hand_after, l.reserved + sum(e.reserved) OVER w AS reserved_after
    FROM entry e JOIN stock_level l ON l.organization_id = v_org AND l.product_id = e.product AND l.location_id = e.location AND l.product_id = ANY (v_products)
    WHERE NOT EXISTS (
      SELECT 1 FROM stock_movement m WHERE m.organization_id = v_org AND m.source_kind = p_source_kind AND m.source_id = p_source_id
        AND m.source_line = e.line AND m.product_id = e.product AND m.location_id = e.location AND m.kind = e.kind)
    WINDOW w AS (PARTITION BY e.product, e.location ORDER BY e.line, e.kind)
  ), booked AS (
    INSERT INTO stock_movement (organization_id, product_id, location_id, kind, on_hand_delta, reserved_delta, on_hand_after, reserved_after,
      source_kind, source_id, source_line, reason, actor_id, occurred_at, recorded_at)
    SELECT v_org, product, location, kind, on_hand, reserved, on_hand_after, reserved_after,
      p_source_kind, p_source_id, line, p_reason, p_actor, v_at, v_at
    FROM fresh ORDER BY product, location, line, kind
    RETURNING product_id, location_id, on_hand_delta, reserved_delta
  ), sums AS (
    SELECT product_id, location_id, sum(on_hand_delta)::bigint AS on_hand, sum(reserved_delta)::bigint AS reserved, count(*)::int AS n
    FROM booked GROUP BY 1, 2
  ), moved AS (
    UPDATE stock_level l SET on_hand = l.on_hand + s.on_hand, reserved = l.reserved + s.reserved
    FROM sums s
    WHERE l.organization_id = v_org AND l.product_id = s.product_id AND l.location_id = s.location_id AND l.product_id = ANY (v_products)
    RETURNING l.product_id, l.on_hand - l.reserved AS available, s.on_hand - s.reserved AS change
  )
  SELECT (SELECT coalesce(sum(n), 0) FROM sums), m.product_id, m.available - m.change AS before
  INTO v_booked, v_short, v_before
  FROM (SELECT 1) one LEFT JOIN LATERAL (
    SELECT * FROM moved WHERE available < 0 AND change < 0 ORDER BY product_id LIMIT 1
  ) m ON true;

  IF v_short IS NOT NULL AND NOT p_allow_short THEN
    RAISE EXCEPTION 'insufficient_stock' USING errcode = 'P0001',
      detail = jsonb_build_object('product', v_short, 'available', greatest(v_before, 0))::text;
  END IF;
  RETURN v_booked;
END $$;
REVOKE ALL ON FUNCTION book_stock FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION book_stock TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION lock_order_stock(p_orders uuid[], p_products uuid[]) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_org uuid := current_organization();
  v_own uuid := (SELECT id FROM stock_location WHERE organization_id = v_org AND kind = 'own');
BEGIN
  -- As in reserve_order_stock.
  IF cardinality(p_orders) + cardinality(p_products) > 20 THEN PERFORM set_config('plan_cache_mode', 'force_custom_plan', true); END IF;
  PERFORM lock_stock(array(
    SELECT coalesce(k.component_id, p.id) FROM unnest(p_products) AS p(id)
    LEFT JOIN kit_component k ON k.organization_id = v_org AND k.kit_id = p.id WHERE p.id IS NOT NULL
    UNION
    SELECT coalesce(p.product_id, k.component_id, i.product_id) FROM order_item i
    JOIN orders o ON o.organization_id = v_org AND o.id = i.order_id AND o.moves_stock
    LEFT JOIN order_item_part p ON p.organization_id = v_org AND p.order_id = i.order_id AND p.line = i.line AND p.kit_id = i.product_id
    LEFT JOIN kit_component k ON k.organization_id = v_org AND k.kit_id = i.product_id AND p.product_id IS NULL
    WHERE i.organization_id = v_org AND i.order_id = ANY (p_orders) AND i.product_id IS NOT NULL
    UNION
    SELECT m.product_id FROM stock_movement m
    WHERE m.organization_id = v_org AND m.source_kind = 'order' AND m.source_id = ANY (p_orders) AND m.location_id = v_own));
END $$;
REVOKE ALL ON FUNCTION lock_order_stock FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION lock_order_stock TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION lock_stock(p_products uuid[]) RETURNS TABLE (product_id uuid, location_id uuid, on_hand bigint, reserved bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  v_own uuid := (SELECT id FROM stock_location WHERE organization_id = v_org AND kind = 'own');
BEGIN
  INSERT INTO stock_level (organization_id, product_id, location_id)
  SELECT DISTINCT v_org, p, v_own FROM unnest(p_products) p ORDER BY 2
  ON CONFLICT DO NOTHING;
  RETURN QUERY SELECT s.product_id, s.location_id, s.on_hand, s.reserved FROM stock_level s
    WHERE s.organization_id = v_org AND s.product_id = ANY (p_products) AND s.location_id = v_own
    ORDER BY s.product_id FOR UPDATE;
END $$;
REVOKE ALL ON FUNCTION lock_stock FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION lock_stock TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION recount_stock_levels() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
  v_products uuid[];
  v_changed integer;
BEGIN
  IF v_org IS NULL THEN RAISE EXCEPTION 'no organization' USING errcode = '42501'; END IF;
  v_products := array(
    SELECT product_id FROM (
      SELECT product_id, location_id, on_hand, reserved FROM stock_level WHERE organization_id = v_org
      UNION ALL SELECT product_id, location_id, -on_hand_delta, -reserved_delta FROM stock_movement WHERE organization_id = v_org) t
    GROUP BY product_id, location_id HAVING sum(on_hand) <> 0 OR sum(reserved) <> 0);
  INSERT INTO stock_level (organization_id, product_id, location_id)
  SELECT DISTINCT v_org, product_id, location_id FROM stock_movement WHERE organization_id = v_org AND product_id = ANY (v_products)
  ORDER BY 2, 3 ON CONFLICT DO NOTHING;
  PERFORM 1 FROM stock_level WHERE organization_id = v_org AND product_id = ANY (v_products) ORDER BY product_id, location_id FOR UPDATE;
  UPDATE stock_level l SET on_hand = s.on_hand, reserved = s.reserved
  FROM (
    SELECT k.product_id, k.location_id, coalesce(sum(m.on_hand_delta), 0)::bigint AS on_hand, coalesce(sum(m.reserved_delta), 0)::bigint AS reserved
    FROM stock_level k LEFT JOIN stock_movement m ON m.organization_id = v_org AND m.product_id = k.product_id AND m.location_id = k.location_id
    WHERE k.organization_id = v_org AND k.product_id = ANY (v_products) GROUP BY 1, 2) s
  WHERE l.organization_id = v_org AND l.product_id = s.product_id AND l.location_id = s.location_id
    AND (l.on_hand, l.reserved) IS DISTINCT FROM (s.on_hand, s.reserved);
  GET DIAGNOSTICS v_changed = ROW_COUNT;
  RETURN v_changed;
END $$;
REVOKE ALL ON FUNCTION recount_stock_levels FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION recount_stock_levels TO mascate_worker;

CREATE OR REPLACE FUNCTION reserve_new_order_stock(p_order uuid, p_status "OrderStatus", p_lines jsonb, p_actor uuid, p_allow_short boolean) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_org uuid := current_organization();
  v_own uuid := (SELECT id FROM stock_location WHERE organization_id = v_org AND kind = 'own');
  v_is_sent boolean := p_status >= 'shipped';
  v_entries jsonb;
BEGIN
  WITH line AS (
    SELECT x.ord::int AS line, (x.l->>'productId')::uuid AS product, (x.l->>'quantity')::bigint AS quantity
    FROM jsonb_array_elements(p_lines) WITH ORDINALITY AS x(l, ord)
  ), part AS (
    INSERT INTO order_item_part (organization_id, order_id, line, kit_id, product_id, quantity)
    SELECT v_org, p_order, l.line, l.product, k.component_id, k.quantity
    FROM line l JOIN kit_component k ON k.organization_id = v_org AND k.kit_id = l.product
    RETURNING line, product_id, quantity
  ), taken AS (
    SELECT coalesce(p.product_id, l.product) AS product, sum(l.quantity * coalesce(p.quantity, 1))::bigint AS units
    FROM line l LEFT JOIN part p ON p.line = l.line GROUP BY 1
  )
  SELECT jsonb_agg(jsonb_build_object('line', 0, 'product', t.product, 'location', v_own, 'kind', CASE WHEN v_is_sent THEN 'ship' ELSE 'reserve' END,
    'onHand', CASE WHEN v_is_sent THEN -t.units ELSE 0 END, 'reserved', CASE WHEN v_is_sent THEN 0 ELSE t.units END) ORDER BY t.product)
  INTO v_entries FROM taken t;
  RETURN book_stock('order', p_order, p_actor, NULL, v_entries, p_allow_short);
END $$;
REVOKE ALL ON FUNCTION reserve_new_order_stock FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION reserve_new_order_stock TO mascate_app;

CREATE OR REPLACE FUNCTION reserve_order_stock(p_orders uuid[], p_actor uuid, p_allow_short boolean) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_org uuid := current_organization();
  v_own uuid := (SELECT id FROM stock_location WHERE organization_id = v_org AND kind = 'own');
  v_booked integer := 0;
  v_order record;
BEGIN
  -- To plan takes longer than to settle a few orders; of a batch the joins are chosen by its size.
  IF cardinality(p_orders) > 20 THEN PERFORM set_config('plan_cache_mode', 'force_custom_plan', true); END IF;
  PERFORM 1 FROM orders WHERE organization_id = v_org AND id = ANY (p_orders) ORDER BY id FOR UPDATE;
  INSERT INTO order_item_part (organization_id, order_id, line, kit_id, product_id, quantity)
  SELECT v_org, i.order_id, i.line, i.product_id, k.component_id, k.quantity
  FROM order_item i JOIN kit_component k ON k.organization_id = v_org AND k.kit_id = i.product_id
  WHERE i.organization_id = v_org AND i.order_id = ANY (p_orders) AND NOT EXISTS (
    SELECT 1 FROM order_item_part p WHERE p.organization_id = v_org AND p.order_id = i.order_id AND p.line = i.line AND p.kit_id = i.product_id)
  ON CONFLICT DO NOTHING;
  PERFORM lock_stock(array(
    SELECT coalesce(p.product_id, i.product_id) FROM order_item i JOIN orders o ON o.organization_id = v_org AND o.id = i.order_id
    LEFT JOIN order_item_part p ON p.organization_id = v_org AND p.order_id = i.order_id AND p.line = i.line AND p.kit_id = i.product_id
    WHERE i.organization_id = v_org AND i.order_id = ANY (p_orders) AND i.product_id IS NOT NULL AND o.moves_stock
    UNION
    SELECT m.product_id FROM stock_movement m
    WHERE m.organization_id = v_org AND m.source_kind = 'order' AND m.source_id = ANY (p_orders) AND m.location_id = v_own));

  FOR v_order IN
    WITH wanted AS (
      SELECT i.order_id, coalesce(p.product_id, i.product_id) AS product_id, sum(i.quantity * i.product_quantity * coalesce(p.quantity, 1))::bigint AS units
      FROM order_item i
      LEFT JOIN order_item_part p ON p.organization_id = v_org AND p.order_id = i.order_id AND p.line = i.line AND p.kit_id = i.product_id
      WHERE i.organization_id = v_org AND i.order_id = ANY (p_orders) AND i.product_id IS NOT NULL GROUP BY 1, 2
    ), taken AS (
      SELECT m.source_id AS order_id, m.product_id, sum(m.on_hand_delta)::bigint AS on_hand, sum(m.reserved_delta)::bigint AS reserved
      FROM stock_movement m
      WHERE m.organization_id = v_org AND m.source_kind = 'order' AND m.source_id = ANY (p_orders) AND m.location_id = v_own GROUP BY 1, 2
    ), change AS (
      SELECT o.id, product_id,
        CASE WHEN NOT o.moves_stock OR o.status < 'shipped' THEN 0 WHEN o.status = 'cancelled' AND o.shipped_at IS NULL THEN coalesce(t.on_hand, 0)
          ELSE -coalesce(w.units, 0) END - coalesce(t.on_hand, 0) AS on_hand,
        CASE WHEN o.moves_stock AND o.status < 'shipped' THEN coalesce(w.units, 0) ELSE 0 END - coalesce(t.reserved, 0) AS reserved
      FROM wanted w FULL JOIN taken t USING (order_id, product_id)
      JOIN orders o ON o.organization_id = v_org AND o.id = order_id AND o.id = ANY (p_orders)
    ), entry AS (
      SELECT c.id, c.product_id, e.kind, e.on_hand, e.reserved
      FROM change c
      CROSS JOIN LATERAL (SELECT greatest(least(c.reserved, 0), least(c.on_hand, 0)) AS freed) f
      CROSS JOIN LATERAL (VALUES
        ('ship', least(c.on_hand, 0), f.freed), ('adjustment', greatest(c.on_hand, 0), 0),
        ('reserve', 0, greatest(c.reserved - f.freed, 0)), ('release', 0, least(c.reserved - f.freed, 0))
      ) AS e(kind, on_hand, reserved)
      WHERE e.on_hand <> 0 OR e.reserved <> 0
    )
    SELECT e.id, jsonb_agg(jsonb_build_object('line', (
        SELECT coalesce(max(m.source_line) + 1, 0) FROM stock_movement m
        WHERE m.organization_id = v_org AND m.source_kind = 'order' AND m.source_id = e.id),
      'product', e.product_id, 'location', v_own, 'kind', e.kind, 'onHand', e.on_hand, 'reserved', e.reserved) ORDER BY e.product_id) AS entries
    FROM entry e GROUP BY e.id ORDER BY e.id
  LOOP
    v_booked := v_booked + book_stock('order', v_order.id, p_actor, NULL, v_order.entries, p_allow_short);
  END LOOP;
  RETURN v_booked;
END $$;
REVOKE ALL ON FUNCTION reserve_order_stock FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION reserve_order_stock TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION book_stock_count(p_count uuid, p_actor uuid, p_lines integer) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  v_own uuid := (SELECT id FROM stock_location WHERE organization_id = v_org AND kind = 'own');
  v_count stock_count;
  v_products uuid[];
  v_entries jsonb;
BEGIN
  SELECT c.* INTO v_count FROM stock_count c WHERE c.organization_id = v_org AND c.id = p_count FOR UPDATE;
  IF v_count.state IS DISTINCT FROM 'booking' THEN RETURN 0; END IF;
  v_products := array(
    SELECT l.product_id FROM stock_count_line l
    WHERE l.organization_id = v_org AND l.count_id = p_count AND l.booked_at IS NULL
      AND (l.units IS NOT NULL OR (v_count.sets_missing_to_zero AND l.listed))
    ORDER BY l.product_id LIMIT p_lines);
  IF v_products = '{}' THEN RETURN 0; END IF;

  SELECT jsonb_agg(jsonb_build_object('line', l.position, 'product', l.product_id, 'location', v_own, 'kind', 'count',
    'onHand', CASE WHEN l.units IS NULL THEN -s.on_hand ELSE l.units - l.on_hand_at END))
  INTO v_entries
  FROM lock_stock(v_products) s JOIN stock_count_line l ON l.organization_id = v_org AND l.count_id = p_count AND l.product_id = s.product_id
  WHERE NOT EXISTS (SELECT 1 FROM kit_component k WHERE k.organization_id = v_org AND k.kit_id = l.product_id);
  IF v_entries IS NOT NULL THEN
    PERFORM book_stock('count', p_count, p_actor, left(v_count.name, 200), v_entries, true);
  END IF;
  UPDATE stock_count_line l SET booked_at = now(), difference = e."onHand"
  FROM unnest(v_products) p LEFT JOIN jsonb_to_recordset(coalesce(v_entries, '[]')) AS e(product uuid, "onHand" bigint) ON e.product = p
  WHERE l.organization_id = v_org AND l.count_id = p_count AND l.product_id = p;
  RETURN cardinality(v_products);
END $$;
REVOKE ALL ON FUNCTION book_stock_count FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION book_stock_count TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION count_stock(
  p_count uuid, p_entry uuid, p_product uuid, p_units integer, p_undoes uuid, p_actor uuid, p_age_ms integer
)
RETURNS TABLE (units bigint, on_hand_at bigint, moved boolean)
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  v_own uuid := (SELECT id FROM stock_location WHERE organization_id = v_org AND kind = 'own');
  v_state "StockCountState";
  v_line stock_count_line;
  v_at timestamptz(3);
  v_on_hand bigint;
  v_units integer := p_units;
  v_emptied boolean;
BEGIN
  SELECT c.state INTO v_state FROM stock_count c WHERE c.organization_id = v_org AND c.id = p_count FOR SHARE;
  IF NOT FOUND THEN RAISE EXCEPTION 'count_not_found' USING errcode = 'P0001'; END IF;
  IF v_state <> 'open' THEN RAISE EXCEPTION 'count_closed' USING errcode = 'P0001'; END IF;

  INSERT INTO stock_count_line (organization_id, count_id, product_id, position, listed)
  SELECT v_org, p_count, p_product, coalesce((SELECT max(l.position) + 1 FROM stock_count_line l WHERE l.organization_id = v_org AND l.count_id = p_count), 1), false
  ON CONFLICT DO NOTHING;
  SELECT l.* INTO v_line FROM stock_count_line l
  WHERE l.organization_id = v_org AND l.count_id = p_count AND l.product_id = p_product FOR UPDATE;
  IF EXISTS (SELECT 1 FROM stock_count_entry e WHERE e.organization_id = v_org AND e.id = p_entry) THEN
    RETURN QUERY SELECT v_line.units, v_line.on_hand_at, v_line.moved;
    RETURN;
  END IF;

  IF p_undoes IS NOT NULL THEN
    SELECT -e.units INTO v_units FROM stock_count_entry e
    WHERE e.organization_id = v_org AND e.id = p_undoes AND e.count_id = p_count AND e.product_id = p_product AND e.round = v_line.round
      AND e.undoes IS NULL AND NOT EXISTS (SELECT 1 FROM stock_count_entry u WHERE u.organization_id = v_org AND u.undoes = e.id);
    IF NOT FOUND THEN RAISE EXCEPTION 'entry_not_found' USING errcode = 'P0001'; END IF;
  END IF;

  v_at := clock_timestamp() - make_interval(secs => p_age_ms / 1000.0);
  SELECT coalesce((SELECT s.on_hand FROM stock_level s WHERE s.organization_id = v_org AND s.product_id = p_product AND s.location_id = v_own), 0)
    - coalesce((SELECT sum(m.on_hand_delta) FROM stock_movement m WHERE m.organization_id = v_org AND m.product_id = p_product
        AND m.location_id = v_own AND m.occurred_at > v_at), 0)
  INTO v_on_hand;
  INSERT INTO stock_count_entry (organization_id, id, count_id, product_id, round, units, undoes, actor_id, counted_at, on_hand_at)
  VALUES (v_org, p_entry, p_count, p_product, v_line.round, v_units, p_undoes, p_actor, v_at, v_on_hand);

  SELECT p_undoes IS NOT NULL AND count(*) FILTER (WHERE e.undoes IS NULL) = count(e.undoes) INTO v_emptied FROM stock_count_entry e
  WHERE p_undoes IS NOT NULL AND e.organization_id = v_org AND e.count_id = p_count AND e.product_id = p_product AND e.round = v_line.round;
  -- Taking the last entry back leaves the line uncounted, another one the moment at which it was counted; nor does an entry that
  -- arrives late move that moment back.
  RETURN QUERY UPDATE stock_count_line l SET
    units = CASE WHEN v_emptied THEN NULL ELSE coalesce(l.units, 0) + v_units END,
    on_hand_at = CASE WHEN v_emptied THEN NULL WHEN p_undoes IS NOT NULL OR l.counted_at > v_at THEN l.on_hand_at ELSE v_on_hand END,
    counted_at = CASE WHEN v_emptied THEN NULL WHEN p_undoes IS NOT NULL THEN l.counted_at ELSE greatest(l.counted_at, v_at) END,
    moved = CASE WHEN v_emptied THEN false WHEN p_undoes IS NOT NULL THEN l.moved ELSE l.moved OR coalesce(l.on_hand_at <> v_on_hand, false) END
  WHERE l.organization_id = v_org AND l.count_id = p_count AND l.product_id = p_product
  RETURNING l.units, l.on_hand_at, l.moved;
END $$;
REVOKE ALL ON FUNCTION count_stock FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION count_stock TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION apply_catalogue_batch(p_import uuid, p_limit integer)
RETURNS TABLE (created integer, updated integer, kept integer, refused integer, waiting boolean, first integer, last integer, kits uuid[])
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  v_own uuid := (SELECT id FROM stock_location WHERE organization_id = v_org AND kind = 'own');
  v_day date := (SELECT (now() AT TIME ZONE time_zone)::date FROM organization WHERE organization_id = v_org);
  v_batch integer[];
  v_good integer[];
  v_refused integer[];
  v_actor uuid;
  v_row record;
  m import;
BEGIN
  created := 0; updated := 0; kept := 0; refused := 0; waiting := false; kits := '{}';
  SELECT * INTO m FROM import i WHERE i.organization_id = v_org AND i.id = p_import FOR UPDATE;
  IF NOT FOUND OR m.state <> 'applying' OR m.kind <> 'catalogue' THEN RETURN NEXT; RETURN; END IF;
  v_actor := coalesce((m.options->>'confirmedBy')::uuid, m.created_by);
  v_batch := array(SELECT r.number FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import
    AND r.outcome IN ('new', 'changed') ORDER BY r.number LIMIT p_limit);
  first := v_batch[1];
  last := v_batch[cardinality(v_batch)];

  PERFORM 1 FROM product p WHERE p.organization_id = v_org AND p.id IN (
    SELECT (r.payload->>'productId')::uuid FROM import_row r
    WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number BETWEEN first AND last AND r.number = ANY (v_batch) AND r.outcome = 'changed') ORDER BY p.id FOR NO KEY UPDATE;
  PERFORM lock_stock(array(SELECT (r.payload->>'productId')::uuid FROM import_row r
    WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number BETWEEN first AND last AND r.number = ANY (v_batch) AND r.outcome = 'changed'
      AND r.payload ? 'stock' AND EXISTS (SELECT 1 FROM product p WHERE p.organization_id = v_org AND p.id = (r.payload->>'productId')::uuid)));

  v_good := '{}';
  FOR v_row IN
    SELECT j.number, j.problem FROM judge_catalogue_rows(p_import, v_batch, v_own) j ORDER BY j.number
  LOOP
    IF v_row.problem IS NULL THEN
      v_good := v_good || v_row.number;
    ELSE
      PERFORM refuse_sheet_row(p_import, v_row.number, v_row.problem, NULL);
      refused := refused + 1;
    END IF;
  END LOOP;

  SELECT k.kits, k.refused INTO kits, v_refused FROM write_catalogue_kits(p_import, v_good) k;
  refused := refused + cardinality(v_refused);
  v_good := array(SELECT g FROM unnest(v_good) WITH ORDINALITY AS x(g, ord) WHERE NOT g = ANY (v_refused) ORDER BY ord);

  PERFORM write_catalogue_products(p_import, v_good);
  PERFORM write_catalogue_costs(p_import, v_good, v_day, v_actor);

  PERFORM book_stock('sheet', p_import, v_actor, m.options->>'reason', e.entries, true) FROM (
    SELECT jsonb_agg(jsonb_build_object('line', t.number, 'product', t.product, 'location', v_own, 'kind', t.kind, 'onHand', t.change, 'reserved', 0)
      ORDER BY t.product) AS entries
    FROM (
      SELECT r.number, (r.payload->>'productId')::uuid AS product, CASE r.outcome WHEN 'new' THEN 'opening' ELSE 'count' END AS kind,
        sheet_stock_target((r.payload->>'productId')::uuid, v_own, r.payload->'stock') - coalesce((SELECT l.on_hand FROM stock_level l
          WHERE l.organization_id = v_org AND l.product_id = (r.payload->>'productId')::uuid AND l.location_id = v_own), 0) AS change
      FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number BETWEEN first AND last AND r.number = ANY (v_good) AND r.payload ? 'stock'
    ) t WHERE t.change <> 0
  ) e WHERE e.entries IS NOT NULL;

  INSERT INTO audit_event (organization_id, id, actor_kind, actor_id, event, subject_kind, subject_id, before, after)
  SELECT v_org, uuid_v7(), 'system', v_actor,
    CASE WHEN r.outcome = 'new' THEN 'product.created' WHEN r.payload ? 'kit' THEN 'product.kitSet' ELSE 'product.updated' END, 'product', r.payload->>'productId',
    CASE WHEN r.outcome = 'changed' THEN (SELECT jsonb_object_agg(c->>'field', c->'before') FROM jsonb_array_elements(r.payload->'changes') c) END,
    coalesce((SELECT jsonb_object_agg(c->>'field', c->'after') FROM jsonb_array_elements(r.payload->'changes') c), '{}')
      || jsonb_build_object('sku', r.payload->>'sku', 'importId', p_import)
  FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number BETWEEN first AND last AND r.number = ANY (v_good) ORDER BY r.number;

  SELECT count(*) FILTER (WHERE r.outcome = 'new'), count(*) FILTER (WHERE r.outcome = 'changed') INTO created, updated
  FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number BETWEEN first AND last AND r.number = ANY (v_good);
  DELETE FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number BETWEEN first AND last AND r.number = ANY (v_good);
  PERFORM add_sheet_result(p_import, cardinality(v_batch), created, updated, kept, refused);
  waiting := EXISTS (SELECT 1 FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import AND r.outcome IN ('new', 'changed'));
  RETURN NEXT;
END $$;
REVOKE ALL ON FUNCTION apply_catalogue_batch FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION apply_catalogue_batch TO mascate_worker;

CREATE OR REPLACE FUNCTION judge_catalogue_rows(p_import uuid, p_numbers integer[], p_own uuid) RETURNS TABLE (number integer, problem text)
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
BEGIN
  RETURN QUERY
  WITH row AS MATERIALIZED (
    SELECT r.number, r.outcome, (r.payload->>'productId')::uuid AS product, r.payload FROM import_row r
    WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number BETWEEN p_numbers[1] AND p_numbers[cardinality(p_numbers)] AND r.number = ANY (p_numbers)
  ), taken AS MATERIALIZED (
    SELECT p.id, p.sku_key, p.version FROM product p WHERE p.organization_id = v_org
      AND p.id = ANY (array(SELECT row.product FROM row WHERE row.outcome = 'changed'))
    UNION ALL
    SELECT p.id, p.sku_key, p.version FROM product p WHERE p.organization_id = v_org
      AND p.sku_key = ANY (array(SELECT lower(row.payload->>'sku') FROM row WHERE row.outcome = 'new'))
  )
  SELECT row.number, CASE
    WHEN row.outcome = 'new' THEN CASE WHEN EXISTS (SELECT 1 FROM taken t WHERE t.sku_key = lower(row.payload->>'sku')) THEN 'changedSince' END
    WHEN NOT EXISTS (SELECT 1 FROM taken t WHERE t.id = row.product AND t.version = (row.payload->>'version')::int) THEN 'changedSince'
    WHEN NOT row.payload ? 'stock' THEN NULL
    WHEN EXISTS (SELECT 1 FROM kit_component k WHERE k.organization_id = v_org AND k.kit_id = row.product) THEN 'kitNoStock'
    WHEN EXISTS (SELECT 1 FROM stock_movement s WHERE s.organization_id = v_org AND s.product_id = row.product AND s.location_id = p_own
        AND s.id > (row.payload->'stock'->>'seen')::bigint AND s.source_kind NOT IN ('order', 'order_receipt', 'return'))
      AND sheet_stock_target(row.product, p_own, row.payload->'stock') <> (SELECT l.on_hand FROM stock_level l
        WHERE l.organization_id = v_org AND l.product_id = row.product AND l.location_id = p_own) THEN 'stockMoved'
    END AS problem
  FROM row ORDER BY row.number;
END $$;
REVOKE ALL ON FUNCTION judge_catalogue_rows FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION judge_catalogue_rows TO mascate_worker;

CREATE OR REPLACE FUNCTION sheet_stock_target(p_product uuid, p_location uuid, p_stock jsonb) RETURNS bigint
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT (p_stock->>'count')::bigint + coalesce((SELECT sum(s.on_hand_delta)::bigint FROM stock_movement s
    WHERE s.organization_id = current_organization() AND s.product_id = p_product AND s.location_id = p_location
      AND s.id > (p_stock->>'seen')::bigint AND s.source_kind IN ('order', 'order_receipt', 'return')), 0)
$$;
REVOKE ALL ON FUNCTION sheet_stock_target FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION sheet_stock_target TO mascate_worker;

CREATE OR REPLACE FUNCTION write_catalogue_costs(p_import uuid, p_numbers integer[], p_day date, p_actor uuid) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
BEGIN
  DELETE FROM product_cost c
  WHERE c.organization_id = v_org AND c.from_day = p_day AND c.receipt_id IS NULL AND c.product_id = ANY (array(
    SELECT (r.payload->>'productId')::uuid FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import
      AND r.number BETWEEN p_numbers[1] AND p_numbers[cardinality(p_numbers)] AND r.number = ANY (p_numbers) AND r.payload->'cost' = 'null'));
  INSERT INTO product_cost (organization_id, product_id, from_day, cost, source, created_by)
  SELECT v_org, (r.payload->>'productId')::uuid, coalesce((r.payload->>'costSince')::date, CASE WHEN EXISTS (SELECT 1 FROM product_cost c
      WHERE c.organization_id = v_org AND c.product_id = (r.payload->>'productId')::uuid) THEN p_day ELSE DATE '2000-01-01' END),
    (r.payload->>'cost')::numeric, 'typed', p_actor FROM import_row r
  WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number BETWEEN p_numbers[1] AND p_numbers[cardinality(p_numbers)] AND r.number = ANY (p_numbers) AND r.payload->>'cost' IS NOT NULL
  ON CONFLICT (organization_id, product_id, from_day) DO UPDATE SET cost = excluded.cost, source = excluded.source, receipt_id = NULL, created_by = excluded.created_by;
END $$;
REVOKE ALL ON FUNCTION write_catalogue_costs FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION write_catalogue_costs TO mascate_worker;

CREATE OR REPLACE FUNCTION write_catalogue_kits(p_import uuid, p_numbers integer[], OUT kits uuid[], OUT refused integer[])
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  v_row record;
BEGIN
  kits := '{}'; refused := '{}';
  FOR v_row IN
    SELECT r.number, r.outcome, r.payload, (r.payload->>'productId')::uuid AS product FROM import_row r
    WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number BETWEEN p_numbers[1] AND p_numbers[cardinality(p_numbers)] AND r.number = ANY (p_numbers) AND r.payload ? 'kit' ORDER BY r.number
  LOOP
    BEGIN
      IF v_row.outcome = 'new' THEN
        INSERT INTO product (organization_id, id, sku, title) VALUES (v_org, v_row.product, v_row.payload->>'sku', v_row.payload->'set'->>'title');
      END IF;
      PERFORM set_kit(v_row.product, (
        SELECT jsonb_agg(jsonb_build_object('product', p.id, 'quantity', x.quantity))
        FROM jsonb_to_recordset(v_row.payload->'kit') AS x(sku text, quantity int)
        LEFT JOIN product p ON p.organization_id = v_org AND p.sku_key = lower(x.sku) AND p.archived_at IS NULL));
      kits := kits || v_row.product;
    EXCEPTION WHEN raise_exception THEN
      PERFORM refuse_sheet_row(p_import, v_row.number, CASE SQLERRM
        WHEN 'kit_in_kit' THEN 'kitInKit' WHEN 'kit_has_stock' THEN 'kitHasStock' ELSE 'componentUnknown' END, NULL);
      refused := refused || v_row.number;
    END;
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION write_catalogue_kits FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION write_catalogue_kits TO mascate_worker;

CREATE OR REPLACE FUNCTION write_catalogue_products(p_import uuid, p_numbers integer[]) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
BEGIN
  INSERT INTO product (organization_id, id, sku, title, price_cents, barcodes, description_html, minimum_stock, lead_time_days, shelf_address,
    weight_grams, length_mm, width_mm, height_mm, ncm, cest, origin, unit, packaging_cost_cents, archived_at)
  SELECT v_org, (r.payload->>'productId')::uuid, r.payload->>'sku', s.title, s.price_cents, coalesce(array(SELECT jsonb_array_elements_text(s.barcodes)), '{}'),
    coalesce(s.description_html, ''), s.minimum_stock, s.lead_time_days, s.shelf_address, s.weight_grams, s.length_mm, s.width_mm, s.height_mm, s.ncm,
    s.cest, s.origin, coalesce(s.unit, 'UN'), s.packaging_cost_cents, CASE WHEN s.archived THEN now() END
  FROM import_row r, jsonb_to_record(r.payload->'set') AS s(title text, price_cents bigint, barcodes jsonb, description_html text, minimum_stock int,
    lead_time_days int, shelf_address text, weight_grams int, length_mm int, width_mm int, height_mm int, ncm text, cest text, origin int, unit text,
    packaging_cost_cents bigint, archived boolean)
  WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number BETWEEN p_numbers[1] AND p_numbers[cardinality(p_numbers)] AND r.number = ANY (p_numbers) AND r.outcome = 'new' AND NOT r.payload ? 'kit';

  UPDATE product p SET
    title = CASE WHEN g.s ? 'title' THEN g.s->>'title' ELSE p.title END,
    price_cents = CASE WHEN g.s ? 'price_cents' THEN (g.s->>'price_cents')::bigint ELSE p.price_cents END,
    barcodes = CASE WHEN g.s ? 'barcodes' THEN array(SELECT jsonb_array_elements_text(g.s->'barcodes')) ELSE p.barcodes END,
    description_html = CASE WHEN g.s ? 'description_html' THEN coalesce(g.s->>'description_html', '') ELSE p.description_html END,
    minimum_stock = CASE WHEN g.s ? 'minimum_stock' THEN (g.s->>'minimum_stock')::int ELSE p.minimum_stock END,
    lead_time_days = CASE WHEN g.s ? 'lead_time_days' THEN (g.s->>'lead_time_days')::int ELSE p.lead_time_days END,
    shelf_address = CASE WHEN g.s ? 'shelf_address' THEN g.s->>'shelf_address' ELSE p.shelf_address END,
    weight_grams = CASE WHEN g.s ? 'weight_grams' THEN (g.s->>'weight_grams')::int ELSE p.weight_grams END,
    length_mm = CASE WHEN g.s ? 'length_mm' THEN (g.s->>'length_mm')::int ELSE p.length_mm END,
    width_mm = CASE WHEN g.s ? 'width_mm' THEN (g.s->>'width_mm')::int ELSE p.width_mm END,
    height_mm = CASE WHEN g.s ? 'height_mm' THEN (g.s->>'height_mm')::int ELSE p.height_mm END,
    ncm = CASE WHEN g.s ? 'ncm' THEN g.s->>'ncm' ELSE p.ncm END,
    cest = CASE WHEN g.s ? 'cest' THEN g.s->>'cest' ELSE p.cest END,
    origin = CASE WHEN g.s ? 'origin' THEN (g.s->>'origin')::int ELSE p.origin END,
    unit = CASE WHEN g.s ? 'unit' THEN g.s->>'unit' ELSE p.unit END,
    packaging_cost_cents = CASE WHEN g.s ? 'packaging_cost_cents' THEN (g.s->>'packaging_cost_cents')::bigint ELSE p.packaging_cost_cents END,
    archived_at = CASE WHEN NOT g.s ? 'archived' THEN p.archived_at WHEN (g.s->>'archived')::boolean THEN coalesce(p.archived_at, now()) END,
    version = p.version + 1, updated_at = now()
  FROM (
    SELECT (r.payload->>'productId')::uuid AS id, r.payload->'set' AS s FROM import_row r
    WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number BETWEEN p_numbers[1] AND p_numbers[cardinality(p_numbers)] AND r.number = ANY (p_numbers) AND r.outcome = 'changed'
      AND (r.payload->'set' <> '{}' OR r.payload ? 'cost')
  ) g
  WHERE p.organization_id = v_org AND p.id = g.id;
END $$;
REVOKE ALL ON FUNCTION write_catalogue_products FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION write_catalogue_products TO mascate_worker;

CREATE OR REPLACE FUNCTION add_channel_sale(p_order uuid, p_sale jsonb, p_code text, p_moves_stock boolean, p_actor uuid) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
  v_row record;
BEGIN
  SELECT * INTO v_row FROM jsonb_to_record(p_sale) AS s(sale text, code text, day date, "placedAt" timestamptz, status "OrderStatus", customer text, units int, revenue bigint,
    discount bigint, fee bigint, items jsonb, channel_id uuid, channel_name citext, fee_rate numeric);
  PERFORM require_sale_products(v_row.items);
  INSERT INTO orders (organization_id, id, code, platform, channel_id, outlet_id, external_code, status, customer_name, placed_at, local_day, paid_at,
    shipped_at, delivered_at, cancelled_at, units, revenue_cents, seller_discount_cents, total_cents, fees_charged_cents, moves_stock, created_by)
  VALUES (v_org, p_order, p_code,
    'manual', v_row.channel_id, v_row.channel_id,
    CASE WHEN v_row.code IS NULL THEN NULL WHEN EXISTS (SELECT 1 FROM orders o WHERE o.organization_id = v_org AND o.platform = 'manual' AND o.external_code = v_row.code)
      THEN v_row.code || ' · ' || v_row.channel_name ELSE v_row.code END,
    v_row.status, v_row.customer, v_row."placedAt", v_row.day,
    CASE WHEN v_row.status <> 'pending' THEN v_row."placedAt" END, CASE WHEN v_row.status IN ('shipped', 'delivered') THEN v_row."placedAt" END,
    CASE WHEN v_row.status = 'delivered' THEN v_row."placedAt" END, CASE WHEN v_row.status = 'cancelled' THEN v_row."placedAt" END,
    v_row.units, v_row.revenue, v_row.discount, v_row.revenue, coalesce(v_row.fee, round(v_row.revenue * v_row.fee_rate)),
    p_moves_stock, p_actor);
  INSERT INTO order_item (organization_id, order_id, line, product_id, sku, title, quantity, unit_price_cents, discount_cents, subtotal_cents, unit_cost)
  SELECT v_org, p_order, x.line, p.id, p.sku::text, p.title, x.q, x.p, x.d, x.m,
    unit_cost_on(p.id, v_row.day)
  FROM ROWS FROM (jsonb_to_recordset(v_row.items) AS (sku text, q int, p bigint, d bigint, m bigint)) WITH ORDINALITY AS x(sku, q, p, d, m, line)
  JOIN product p ON p.organization_id = v_org AND p.sku_key = lower(x.sku);
  INSERT INTO channel_sale (organization_id, channel_id, number, order_id) VALUES (v_org, v_row.channel_id, v_row.sale, p_order);
END $$;
REVOKE ALL ON FUNCTION add_channel_sale FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION add_channel_sale TO mascate_worker;

CREATE OR REPLACE FUNCTION advance_sale(p_order uuid, p_to "OrderStatus") RETURNS void
LANGUAGE sql SET search_path = public, pg_temp AS $$
  UPDATE orders SET status = p_to, version = version + 1, updated_at = now(),
    paid_at = coalesce(paid_at, CASE WHEN p_to <> 'cancelled' THEN now() END),
    shipped_at = coalesce(shipped_at, CASE WHEN p_to IN ('shipped', 'delivered') THEN now() END),
    delivered_at = coalesce(delivered_at, CASE WHEN p_to = 'delivered' THEN now() END),
    cancelled_at = CASE WHEN p_to = 'cancelled' THEN now() END
  WHERE organization_id = current_organization() AND id = p_order
$$;
REVOKE ALL ON FUNCTION advance_sale FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION advance_sale TO mascate_worker;

CREATE OR REPLACE FUNCTION apply_sales_batch(p_import uuid, p_limit integer, p_numbers jsonb)
RETURNS TABLE (created integer, updated integer, kept integer, refused integer, waiting boolean, first integer, last integer)
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  v_batch integer[];
  v_orders uuid[] := '{}';
  v_order uuid;
  v_actor uuid;
  v_backorders boolean;
  v_detail text;
  v_from date;
  v_row record;
  m import;
BEGIN
  created := 0; updated := 0; kept := 0; refused := 0; waiting := false;
  SELECT * INTO m FROM import i WHERE i.organization_id = v_org AND i.id = p_import FOR UPDATE;
  IF NOT FOUND OR m.state <> 'applying' OR m.kind <> 'sales' THEN RETURN NEXT; RETURN; END IF;
  v_from := (m.options->>'stockFrom')::date;
  v_actor := coalesce((m.options->>'confirmedBy')::uuid, m.created_by);
  v_backorders := (SELECT o.backorders FROM organization o WHERE o.organization_id = v_org);
  v_batch := array(SELECT r.number FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import
    AND r.outcome IN ('new', 'changed') ORDER BY r.number LIMIT p_limit);
  first := v_batch[1];
  last := v_batch[cardinality(v_batch)];
  -- Sheets of one company take turns: they may name the same sales.
  PERFORM pg_advisory_xact_lock(hashtextextended('sales:' || v_org, 0));
  -- All that the batch may take, in the order of all writers, before the first order takes any of it.
  PERFORM lock_sales_stock(p_import, v_batch, v_from);

  FOR v_row IN
    SELECT r.number, p.*, r.payload->'items' AS items, c.id AS channel_id, c.name AS channel_name, c.fee_rate,
      row_number() OVER (PARTITION BY left(p.day::text, 4) ORDER BY r.number) AS place
    FROM import_row r CROSS JOIN LATERAL jsonb_to_record(r.payload) AS p(channel text, sale text, code text, day date, "placedAt" timestamptz,
      status "OrderStatus", "to" "OrderStatus", customer text, units int, revenue bigint, discount bigint, fee bigint, joins boolean)
    LEFT JOIN channel c ON c.organization_id = v_org AND c.name = p.channel::citext AND c.archived_at IS NULL
    WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number BETWEEN first AND last AND r.number = ANY (v_batch) ORDER BY r.number
  LOOP
    BEGIN
      IF v_row.channel_id IS NULL THEN RAISE EXCEPTION 'channel_not_found' USING errcode = 'P0001'; END IF;
      v_order := (SELECT s.order_id FROM channel_sale s WHERE s.organization_id = v_org AND s.channel_id = v_row.channel_id AND s.number = v_row.sale);
      IF v_order IS NULL AND v_row.joins THEN RAISE EXCEPTION 'sale_gone' USING errcode = 'P0001', detail = v_row.sale; END IF;
      IF v_order IS NULL THEN
        v_order := uuid_v7();
        PERFORM add_channel_sale(v_order, to_jsonb(v_row), 'MAN-' || left(v_row.day::text, 4) || '-'
          || to_char(coalesce((p_numbers->>left(v_row.day::text, 4))::int, 0) + v_row.place, 'FM9999900000'), v_from IS NULL OR v_row.day >= v_from, v_actor);
        PERFORM reserve_order_stock(ARRAY[v_order], v_actor, v_backorders);
        created := created + 1;
      ELSIF change_channel_sale(p_import, v_order, to_jsonb(v_row), v_actor, v_backorders) THEN
        updated := updated + 1;
      ELSE
        kept := kept + 1;
        CONTINUE;
      END IF;
      v_orders := v_orders || v_order;
    EXCEPTION WHEN unique_violation THEN
      PERFORM refuse_sheet_row(p_import, v_row.number, 'numberTaken', v_row.code);
      refused := refused + 1;
    WHEN raise_exception THEN
      GET STACKED DIAGNOSTICS v_detail = PG_EXCEPTION_DETAIL;
      PERFORM refuse_sale(p_import, v_row.number, SQLERRM, v_detail);
      refused := refused + 1;
    END;
  END LOOP;
  PERFORM append_order_deltas(v_orders, 1);

  DELETE FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number BETWEEN first AND last AND r.number = ANY (v_batch) AND r.outcome <> 'failed';
  PERFORM add_sheet_result(p_import, cardinality(v_batch), created, updated, kept, refused);
  waiting := EXISTS (SELECT 1 FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import AND r.outcome IN ('new', 'changed'));
  RETURN NEXT;
END $$;
REVOKE ALL ON FUNCTION apply_sales_batch FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION apply_sales_batch TO mascate_worker;

CREATE OR REPLACE FUNCTION change_channel_sale(p_import uuid, p_order uuid, p_sale jsonb, p_actor uuid, p_backorders boolean) RETURNS boolean
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
  v_row record;
  v_status "OrderStatus";
  v_advances boolean;
  v_lacks boolean;
BEGIN
  SELECT * INTO v_row FROM jsonb_to_record(p_sale) AS s(sale text, status "OrderStatus", "to" "OrderStatus", items jsonb, fee bigint, fee_rate numeric,
    customer text, joins boolean);
  SELECT o.status, coalesce(o.status < v_row."to", false), EXISTS (SELECT 1 FROM jsonb_to_recordset(v_row.items) AS x(sku text)
    WHERE NOT EXISTS (SELECT 1 FROM order_item i WHERE i.organization_id = v_org AND i.order_id = o.id AND lower(i.sku) = lower(x.sku)))
  INTO v_status, v_advances, v_lacks FROM orders o WHERE o.organization_id = v_org AND o.id = p_order FOR UPDATE;
  IF NOT v_lacks AND NOT v_advances THEN RETURN false; END IF;

  IF v_lacks THEN PERFORM require_sale_products(v_row.items); END IF;
  PERFORM append_order_deltas(ARRAY[p_order], -1);
  IF v_lacks AND (v_row.joins IS NULL OR (v_status = 'cancelled') <> (v_row.status = 'cancelled')
    OR NOT join_sale(p_order, v_row.items, v_row.fee, v_row.fee_rate, v_row.customer)) THEN
    RAISE EXCEPTION 'sale_gone' USING errcode = 'P0001', detail = v_row.sale;
  END IF;
  IF v_advances THEN
    PERFORM advance_sale(p_order, v_row."to");
    INSERT INTO audit_event (organization_id, id, actor_kind, actor_id, event, subject_kind, subject_id, before, after)
    VALUES (v_org, uuid_v7(), 'system', p_actor, CASE WHEN v_row."to" = 'cancelled' THEN 'order.cancelled' ELSE 'order.statusChanged' END, 'order',
      p_order::text, jsonb_build_object('status', v_status), jsonb_build_object('status', v_row."to", 'importId', p_import));
  END IF;
  PERFORM reserve_order_stock(ARRAY[p_order], p_actor, p_backorders OR NOT v_lacks);
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION change_channel_sale FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION change_channel_sale TO mascate_worker;

CREATE OR REPLACE FUNCTION join_sale(p_order uuid, p_items jsonb, p_fee bigint, p_fee_rate numeric, p_customer text) RETURNS boolean
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
  o orders;
  v_units integer;
  v_gross bigint;
  v_discount bigint;
BEGIN
  SELECT * INTO o FROM orders WHERE organization_id = v_org AND id = p_order FOR UPDATE;
  IF NOT FOUND OR EXISTS (SELECT 1 FROM order_item i JOIN jsonb_to_recordset(p_items) AS x(sku text) ON lower(i.sku) = lower(x.sku)
    WHERE i.organization_id = v_org AND i.order_id = p_order) THEN
    RETURN false;
  END IF;
  INSERT INTO order_item (organization_id, order_id, line, product_id, sku, title, quantity, unit_price_cents, discount_cents, subtotal_cents, unit_cost)
  SELECT v_org, p_order, x.line + (SELECT coalesce(max(i.line), 0) FROM order_item i WHERE i.organization_id = v_org AND i.order_id = p_order),
    p.id, p.sku::text, p.title, x.q, x.p, x.d, x.m, unit_cost_on(p.id, o.local_day)
  FROM ROWS FROM (jsonb_to_recordset(p_items) AS (sku text, q int, p bigint, d bigint, m bigint)) WITH ORDINALITY AS x(sku, q, p, d, m, line)
  JOIN product p ON p.organization_id = v_org AND p.sku_key = lower(x.sku);
  SELECT sum(x.q), sum(x.m), sum(x.d) INTO v_units, v_gross, v_discount FROM jsonb_to_recordset(p_items) AS x(q int, d bigint, m bigint);
  UPDATE orders SET units = units + v_units, revenue_cents = revenue_cents + v_gross, seller_discount_cents = seller_discount_cents + v_discount,
    total_cents = total_cents + v_gross, customer_name = coalesce(customer_name, p_customer), updated_at = now(), version = version + 1,
    fees_charged_cents = fees_charged_cents + coalesce(p_fee, round((revenue_cents + v_gross) * p_fee_rate) - round(revenue_cents * p_fee_rate))
  WHERE organization_id = v_org AND id = p_order;
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION join_sale FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION join_sale TO mascate_worker;

CREATE OR REPLACE FUNCTION lock_sales_stock(p_import uuid, p_numbers integer[], p_from date) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
  v_orders uuid[] := array(SELECT s.order_id FROM import_row r JOIN channel c ON c.organization_id = v_org AND c.name = (r.payload->>'channel')::citext
    JOIN channel_sale s ON s.organization_id = v_org AND s.channel_id = c.id AND s.number = r.payload->>'sale'
    WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number BETWEEN p_numbers[1] AND p_numbers[cardinality(p_numbers)] AND r.number = ANY (p_numbers));
BEGIN
  PERFORM 1 FROM orders o WHERE o.organization_id = v_org AND o.id = ANY (v_orders) ORDER BY o.id FOR UPDATE;
  PERFORM lock_order_stock(v_orders, array(
    SELECT DISTINCT p.id FROM import_row r, jsonb_to_recordset(r.payload->'items') AS x(sku text)
    JOIN product p ON p.organization_id = v_org AND p.sku_key = lower(x.sku)
    WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number BETWEEN p_numbers[1] AND p_numbers[cardinality(p_numbers)] AND r.number = ANY (p_numbers)
      AND (p_from IS NULL OR (r.payload->>'day')::date >= p_from)));
END $$;
REVOKE ALL ON FUNCTION lock_sales_stock FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION lock_sales_stock TO mascate_worker;

CREATE OR REPLACE FUNCTION refuse_sale(p_import uuid, p_number integer, p_error text, p_detail text) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_detail text := p_detail;
BEGIN
  IF p_error = 'insufficient_stock' THEN
    SELECT p.sku || ': ' || (p_detail::jsonb->>'available') INTO v_detail FROM product p
    WHERE p.organization_id = current_organization() AND p.id = (p_detail::jsonb->>'product')::uuid;
  END IF;
  PERFORM refuse_sheet_row(p_import, p_number, CASE p_error WHEN 'insufficient_stock' THEN 'insufficientStock' WHEN 'channel_not_found' THEN 'channelGone'
    WHEN 'sale_gone' THEN 'changedSince' ELSE 'skuUnknown' END, v_detail);
END $$;
REVOKE ALL ON FUNCTION refuse_sale FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION refuse_sale TO mascate_worker;

CREATE OR REPLACE FUNCTION require_sale_products(p_items jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_sku text;
BEGIN
  SELECT x.sku INTO v_sku FROM jsonb_to_recordset(p_items) AS x(sku text)
  LEFT JOIN product p ON p.organization_id = current_organization() AND p.sku_key = lower(x.sku) AND p.archived_at IS NULL WHERE p.id IS NULL LIMIT 1;
  IF FOUND THEN RAISE EXCEPTION 'product_not_found' USING errcode = 'P0001', detail = v_sku; END IF;
END $$;
REVOKE ALL ON FUNCTION require_sale_products FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION require_sale_products TO mascate_worker;

CREATE OR REPLACE FUNCTION add_sheet_result(
  p_import uuid, p_done integer, p_created integer, p_updated integer, p_kept integer, p_refused integer
)
RETURNS void
LANGUAGE sql SET search_path = public, pg_temp AS $$
  UPDATE import i SET done = i.done + p_done, summary = i.summary || jsonb_build_object(
    'badRows', coalesce((i.summary->>'badRows')::int, 0) + p_refused,
    'result', jsonb_build_object(
      'created', coalesce((i.summary->'result'->>'created')::int, 0) + p_created,
      'updated', coalesce((i.summary->'result'->>'updated')::int, 0) + p_updated,
      'kept', coalesce((i.summary->'result'->>'kept')::int, 0) + p_kept,
      'refused', coalesce((i.summary->'result'->>'refused')::int, 0) + p_refused))
  WHERE i.organization_id = current_organization() AND i.id = p_import
$$;
REVOKE ALL ON FUNCTION add_sheet_result FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION add_sheet_result TO mascate_worker;

CREATE OR REPLACE FUNCTION judge_money_move(p_import uuid, p_numbers integer[] DEFAULT NULL)
RETURNS TABLE (number integer, code text, day date)
LANGUAGE sql STABLE SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
  WITH r AS MATERIALIZED (
    SELECT i.number, i.payload->'data' AS d, nullif(i.payload->'data'->>'code', '') AS code, m.shop_id AS shop, m.organization_id AS org,
      m.summary->'money'->>'type' AS type
    FROM import m JOIN import_row i ON i.organization_id = m.organization_id AND i.import_id = m.id AND i.outcome = 'written'
    WHERE m.organization_id = current_organization() AND m.id = p_import AND m.kind = 'money' AND m.state = 'done'
      AND (p_numbers IS NULL OR i.number = ANY (p_numbers))
  ), free AS MATERIALIZED (
    SELECT r.* FROM r
    WHERE r.code IS NULL OR NOT EXISTS (SELECT 1 FROM orders o WHERE o.organization_id = r.org AND o.platform = 'shopee' AND o.shop_id = r.shop AND o.external_code = r.code)
      AND NOT EXISTS (SELECT 1 FROM settlement t JOIN case_order c ON c.organization_id = t.organization_id AND c.settlement_id = t.id
        WHERE t.organization_id = r.org AND t.shop_id = r.shop AND t.external_code = r.code)
  )
  SELECT f.number, f.code, (f.d->>'day')::date FROM free f
  WHERE f.type = 'income' AND f.code IS NOT NULL AND NOT f.d ? 'fees'
    AND (f.d->>'amount' IS NULL OR EXISTS (SELECT 1 FROM release p WHERE p.organization_id = f.org AND p.shop_id = f.shop AND p.external_code = f.code
      AND p.source = 'file' AND p.amount_cents = (f.d->>'amount')::bigint AND p.released_at = (f.d->>'at')::timestamptz))
    AND (f.d->'lines' = '[]' OR EXISTS (SELECT 1 FROM waiting_income w WHERE w.organization_id = f.org AND w.shop_id = f.shop AND w.external_code = f.code
      AND w.at = (f.d->>'at')::timestamptz AND w.lines = f.d->'lines'))
  UNION ALL
  SELECT f.number, f.code, (f.d->>'day')::date FROM free f JOIN shop_adjustment a ON a.organization_id = f.org AND a.shop_id = f.shop AND a.part = f.d->>'part'
  WHERE f.type = 'income' AND f.code IS NULL AND NOT f.d ? 'fees'
  UNION ALL
  SELECT f.number, f.code, NULL FROM free f
  WHERE f.d ? 'fees' AND NOT EXISTS (
    SELECT 1 FROM jsonb_to_recordset(f.d->'fees') AS x(key text, amount bigint, state text) WHERE NOT EXISTS (
      SELECT 1 FROM order_fee_detail d WHERE d.organization_id = f.org AND d.shop_id = f.shop AND d.external_code = f.code AND d.report = f.d->>'report'
        AND d.part = x.key AND d.amount_cents = x.amount AND d.state IS NOT DISTINCT FROM x.state))
  UNION ALL
  SELECT f.number, f.code, t.local_day FROM free f JOIN wallet_transaction t ON t.organization_id = f.org AND t.shop_id = f.shop
    AND t.minute = (f.d->>'minute')::timestamptz AND t.amount_cents = (f.d->>'amount')::bigint
    AND t.balance_cents IS NOT DISTINCT FROM (f.d->>'balance')::bigint AND t.nth = (f.d->>'nth')::int AND t.external_code IS NOT DISTINCT FROM f.code
  WHERE f.type = 'wallet' AND t.source = 'file'
  UNION ALL
  SELECT f.number, f.code, (e.at AT TIME ZONE 'UTC')::date FROM free f JOIN early_payout e ON e.organization_id = f.org AND e.shop_id = f.shop
    AND e.number = f.d->>'number' AND e.external_code = f.code AND e.received_cents = (f.d->>'receivedCents')::bigint AND e.rest_cents IS NOT DISTINCT FROM (f.d->>'restCents')::bigint
    AND e.status IS NOT DISTINCT FROM f.d->>'status'
  WHERE f.type = 'advances'
  UNION ALL
  SELECT f.number, NULL, (f.d->>'day')::date FROM free f
  WHERE f.type = 'ads' AND (
    SELECT jsonb_agg(jsonb_build_array(a.item_id, a.spend_cents, a.sales_cents, a.clicks, a.impressions, a.report_days) ORDER BY a.item_id) FROM ads_spend a
    WHERE a.organization_id = f.org AND a.shop_id = f.shop AND a.day = (f.d->>'day')::date AND a.report = f.d->>'report')
    = (SELECT jsonb_agg(jsonb_build_array(x.item, x."spendCents", x."salesCents", x.clicks, x.impressions, (f.d->>'days')::int) ORDER BY x.item)
      FROM jsonb_to_recordset(f.d->'rows') AS x(item text, "spendCents" bigint, "salesCents" bigint, clicks int, impressions int))
  UNION ALL
  SELECT f.number, NULL, NULL FROM free f JOIN shop_day_stat s ON s.organization_id = f.org AND s.shop_id = f.shop
    AND s.day = (f.d->>'day')::date AND s.basis = f.d->>'basis'
    AND (s.visitors, s.clicks, s.orders, s.buyers, s.conversion_bp, s.sales_cents, s.cancelled_cents, s.refunded_cents) IS NOT DISTINCT FROM (
      (f.d->>'visitors')::int, (f.d->>'clicks')::int, (f.d->>'orders')::int, (f.d->>'buyers')::int, (f.d->>'conversion')::int, (f.d->>'sales')::bigint,
      (f.d->>'cancelled')::bigint, (f.d->>'refunded')::bigint)
  WHERE f.type = 'stats'
  UNION ALL
  SELECT f.number, NULL, NULL FROM free f JOIN listing_stat s ON s.organization_id = f.org AND s.shop_id = f.shop
    AND s.item_id = f.d->>'item' AND s.from_day = (f.d->>'from')::date AND s.to_day = (f.d->>'to')::date
    AND (s.visitors, s.impressions, s.clicks, s.cart_units, s.units, s.conversion_bp, s.sales_cents) IS NOT DISTINCT FROM (
      (f.d->>'visitors')::int, (f.d->>'impressions')::int, (f.d->>'clicks')::int, (f.d->>'cartUnits')::int, (f.d->>'units')::int,
      (f.d->>'conversion')::int, (f.d->>'sales')::bigint)
  WHERE f.type = 'listingStats'
$$;
REVOKE ALL ON FUNCTION judge_money_move FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION judge_money_move TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION take_money_off(p_import uuid, p_numbers integer[]) RETURNS integer[]
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_org uuid := current_organization();
  v_shop uuid := (SELECT m.shop_id FROM import m WHERE m.organization_id = current_organization() AND m.id = p_import);
  v_rows jsonb;
  v_codes text[];
  v_gone uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(w || ':' || v_shop, 0))
  FROM unnest(ARRAY['orders', 'releases', 'wallet', 'advances', 'fee-details', 'ads', 'shop-stats', 'listing-stats']) w;
  PERFORM pg_advisory_xact_lock(hashtextextended('settlements:' || v_org, 0));
  SELECT coalesce(jsonb_agg(i.payload->'data' || jsonb_build_object('row', j.number)), '[]'), coalesce(array_agg(DISTINCT j.code) FILTER (WHERE j.code IS NOT NULL), '{}')
  INTO v_rows, v_codes
  FROM judge_money_move(p_import, p_numbers) j
  JOIN import_row i ON i.organization_id = v_org AND i.import_id = p_import AND i.number = j.number;

  DELETE FROM release p USING jsonb_to_recordset(v_rows) AS x(code text, amount bigint, at timestamptz, lines jsonb)
  WHERE x.lines IS NOT NULL AND p.organization_id = v_org AND p.shop_id = v_shop AND p.external_code = x.code AND p.source = 'file'
    AND p.amount_cents = x.amount AND p.released_at = x.at;
  DELETE FROM waiting_income w USING jsonb_to_recordset(v_rows) AS x(code text, at timestamptz, lines jsonb)
  WHERE w.organization_id = v_org AND w.shop_id = v_shop AND w.external_code = x.code AND w.at = x.at AND w.lines = x.lines;
  DELETE FROM shop_adjustment a USING jsonb_to_recordset(v_rows) AS x(code text, part text)
  WHERE x.code = '' AND a.organization_id = v_org AND a.shop_id = v_shop AND a.part = x.part;
  DELETE FROM order_fee_detail d USING jsonb_to_recordset(v_rows) AS x(code text, report text, fees jsonb), jsonb_to_recordset(x.fees) AS f(key text)
  WHERE d.organization_id = v_org AND d.shop_id = v_shop AND d.external_code = x.code AND d.report = x.report AND d.part = f.key;
  DELETE FROM wallet_transaction t USING jsonb_to_recordset(v_rows) AS x(minute timestamptz, amount bigint, balance bigint, nth int)
  WHERE t.organization_id = v_org AND t.shop_id = v_shop AND t.minute = x.minute AND t.amount_cents = x.amount
    AND t.balance_cents IS NOT DISTINCT FROM x.balance AND t.nth = x.nth;
  DELETE FROM early_payout e USING jsonb_to_recordset(v_rows) AS x(number text, code text)
  WHERE e.organization_id = v_org AND e.shop_id = v_shop AND e.number = x.number AND e.external_code = x.code;
  DELETE FROM ads_spend a USING jsonb_to_recordset(v_rows) AS x(day date, report text, days int, rows jsonb)
  WHERE x.rows IS NOT NULL AND a.organization_id = v_org AND a.shop_id = v_shop AND a.day = x.day AND a.report IN (x.report, 'both');
  DELETE FROM shop_day_stat s USING jsonb_to_recordset(v_rows) AS x(day date, basis text)
  WHERE s.organization_id = v_org AND s.shop_id = v_shop AND s.day = x.day AND s.basis = x.basis;
  DELETE FROM listing_stat s USING jsonb_to_recordset(v_rows) AS x(item text, "from" date, "to" date)
  WHERE s.organization_id = v_org AND s.shop_id = v_shop AND s.item_id = x.item AND s.from_day = x."from" AND s.to_day = x."to";

  v_gone := array(SELECT s.id FROM settlement s WHERE s.organization_id = v_org AND s.shop_id = v_shop AND s.external_code = ANY (v_codes) AND s.order_id IS NULL
    AND NOT EXISTS (SELECT 1 FROM release p WHERE p.organization_id = v_org AND p.shop_id = v_shop AND p.external_code = s.external_code)
    AND NOT EXISTS (SELECT 1 FROM wallet_transaction t WHERE t.organization_id = v_org AND t.shop_id = v_shop AND t.external_code = s.external_code));
  UPDATE settlement_day d SET orders = d.orders - g.n, expected_cents = d.expected_cents - g.expected, released_cents = d.released_cents - g.released,
    adjusted_cents = d.adjusted_cents - g.adjusted, difference_cents = d.difference_cents - g.difference, explained_cents = d.explained_cents - g.explained,
    unexplained_cents = d.unexplained_cents - g.unexplained
  FROM (SELECT s.local_day, s.state, count(*) AS n, sum(coalesce(s.expected_cents, 0)) AS expected, sum(coalesce(s.released_cents, 0)) AS released,
      sum(s.adjusted_cents) AS adjusted, sum(s.difference_cents) AS difference, sum(s.explained_cents) AS explained, sum(s.unexplained_cents) AS unexplained
    FROM settlement s WHERE s.organization_id = v_org AND s.id = ANY (v_gone) GROUP BY 1, 2) g
  WHERE d.organization_id = v_org AND d.shop_id = v_shop AND d.day = g.local_day AND d.state = g.state;
  UPDATE discrepancy_day d SET orders = d.orders - g.n, amount_cents = d.amount_cents - g.cents
  FROM (SELECT s.local_day, c.cause, count(*) AS n, sum(c.amount_cents) AS cents FROM settlement s
    JOIN discrepancy c ON c.organization_id = v_org AND c.settlement_id = s.id
    WHERE s.organization_id = v_org AND s.id = ANY (v_gone) GROUP BY 1, 2) g
  WHERE d.organization_id = v_org AND d.shop_id = v_shop AND d.day = g.local_day AND d.cause = g.cause;
  DELETE FROM settlement s WHERE s.organization_id = v_org AND s.id = ANY (v_gone);
  INSERT INTO reconcile_due (organization_id, shop_id, external_code) SELECT v_org, v_shop, c FROM unnest(v_codes) c;
  RETURN array(SELECT x.row FROM jsonb_to_recordset(v_rows) AS x(row int) ORDER BY 1);
END $$;
REVOKE ALL ON FUNCTION take_money_off FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION take_money_off TO mascate_worker;

CREATE OR REPLACE FUNCTION apply_import_batch(p_import uuid, p_limit integer, p_numbers jsonb)
RETURNS TABLE (created integer, updated integer, kept integer, waiting boolean, first integer, last integer)
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  m import;
  v_batch integer[];
  v_written uuid[];
  v_history boolean;
  v_live uuid[] := '{}';
BEGIN
  SELECT * INTO m FROM import i WHERE i.organization_id = v_org AND i.id = p_import FOR UPDATE;
  IF NOT FOUND OR m.state <> 'applying' THEN
    RETURN QUERY SELECT 0, 0, 0, false, NULL::integer, NULL::integer;
    RETURN;
  END IF;
  v_batch := array(SELECT r.number FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import
    AND r.outcome IN ('new', 'changed') ORDER BY r.number LIMIT p_limit);
  v_history := coalesce((m.options->>'isHistory')::boolean, false);
  IF v_history THEN
    -- As write_marketplace_orders takes it: no other writer of the shop comes between this and the writing.
    PERFORM pg_advisory_xact_lock(hashtextextended('orders:' || m.shop_id, 0));
    v_live := array(SELECT o.id FROM orders o WHERE o.organization_id = v_org AND o.platform = 'shopee' AND NOT o.is_history AND o.external_code = ANY (
      array(SELECT r.order_code FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number = ANY (v_batch))));
  END IF;
  SELECT w.created, w.updated, w.kept, w.written INTO created, updated, kept, v_written FROM write_marketplace_orders(m.shop_id, 'export', array(
      SELECT ROW(r.number, r.order_code, r.fields_hash, r.payload)::staged_order FROM import_row r
      WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number = ANY (v_batch) ORDER BY r.number),
    p_numbers, coalesce((m.options->>'takeStock')::boolean, false), p_import, m.created_by) w;
  -- What was at work before stays at work, and what the platform itself tells of is no history.
  IF v_history THEN
    UPDATE orders o SET is_history = true WHERE o.organization_id = v_org AND o.id = ANY (v_written) AND NOT o.id = ANY (v_live) AND NOT EXISTS (
      SELECT 1 FROM order_source s WHERE s.organization_id = v_org AND s.order_id = o.id AND s.source = 'api');
  END IF;

  DELETE FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number = ANY (v_batch);
  first := v_batch[1];
  last := v_batch[cardinality(v_batch)];
  UPDATE import i SET done = i.done + cardinality(v_batch), summary = i.summary || jsonb_build_object('result', jsonb_build_object(
    'created', coalesce((i.summary->'result'->>'created')::int, 0) + created,
    'updated', coalesce((i.summary->'result'->>'updated')::int, 0) + updated,
    'kept', coalesce((i.summary->'result'->>'kept')::int, 0) + kept))
  WHERE i.organization_id = v_org AND i.id = p_import;
  waiting := EXISTS (SELECT 1 FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import AND r.outcome IN ('new', 'changed'));
  RETURN NEXT;
END $$;
REVOKE ALL ON FUNCTION apply_import_batch FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION apply_import_batch TO mascate_worker;

CREATE OR REPLACE FUNCTION create_listing_products(p_shop uuid, p_limit integer, p_actor uuid)
RETURNS TABLE (created integer, mapped integer)
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  v_skus citext[];
  v_listings uuid[];
  v_orders uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('import:' || v_org, 0));
  v_skus := array(SELECT DISTINCT l.sku FROM listing l
    WHERE l.organization_id = v_org AND l.shop_id = p_shop AND l.product_id IS NULL AND l.sku IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM product p WHERE p.organization_id = v_org AND p.sku = l.sku AND p.archived_at IS NOT NULL)
    ORDER BY 1 LIMIT p_limit);
  v_listings := array(SELECT l.id FROM listing l
    WHERE l.organization_id = v_org AND l.shop_id = p_shop AND l.product_id IS NULL AND l.sku = ANY (v_skus) ORDER BY l.id);

  WITH made AS (
    INSERT INTO product (organization_id, id, sku, title, price_cents)
    SELECT DISTINCT ON (l.sku) v_org, uuid_v7(), l.sku, left(l.title || coalesce(' · ' || l.variation, ''), 500), coalesce(i.unit_price_cents, l.price_cents)
    FROM listing l
    LEFT JOIN (SELECT listing_id, order_id, unit_price_cents FROM order_item
      WHERE organization_id = v_org AND listing_id = ANY (v_listings) OFFSET 0) i ON i.listing_id = l.id
    LEFT JOIN orders o ON o.organization_id = v_org AND o.id = i.order_id
    WHERE l.organization_id = v_org AND l.id = ANY (v_listings)
    ORDER BY l.sku, o.placed_at DESC NULLS LAST, l.id
    ON CONFLICT (organization_id, sku) DO NOTHING
    RETURNING id, sku, title
  )
  INSERT INTO audit_event (organization_id, id, actor_kind, actor_id, event, subject_kind, subject_id, after)
  SELECT v_org, uuid_v7(), 'system', p_actor, 'product.created', 'product', made.id::text,
    jsonb_build_object('sku', made.sku, 'title', made.title) FROM made;
  GET DIAGNOSTICS created = ROW_COUNT;

  v_orders := array(SELECT DISTINCT i.order_id FROM order_item i
    WHERE i.organization_id = v_org AND i.listing_id = ANY (v_listings) AND i.product_id IS NULL ORDER BY 1);
  PERFORM 1 FROM orders o WHERE o.organization_id = v_org AND o.id = ANY (v_orders) ORDER BY o.id FOR UPDATE;
  PERFORM append_order_deltas(v_orders, -1);

  WITH moved AS (
    UPDATE listing l SET product_id = p.id FROM product p
    WHERE l.organization_id = v_org AND l.id = ANY (v_listings) AND p.organization_id = v_org AND p.sku = l.sku AND p.archived_at IS NULL
    RETURNING l.id, p.id AS product
  )
  INSERT INTO listing_mapping (organization_id, id, listing_id, product_id, how, mapped_by)
  SELECT v_org, uuid_v7(), moved.id, moved.product, 'sku', p_actor FROM moved;
  GET DIAGNOSTICS mapped = ROW_COUNT;

  UPDATE order_item i SET product_id = l.product_id, product_quantity = l.product_quantity, unit_cost = (
    SELECT c.cost FROM product_cost c JOIN orders o ON o.organization_id = v_org AND o.id = i.order_id
    WHERE c.organization_id = v_org AND c.product_id = l.product_id AND c.from_day <= o.local_day ORDER BY c.from_day DESC LIMIT 1)
  FROM listing l
  WHERE i.organization_id = v_org AND i.listing_id = ANY (v_listings) AND i.product_id IS NULL
    AND l.organization_id = v_org AND l.id = i.listing_id AND l.product_id IS NOT NULL;

  PERFORM reserve_order_stock(v_orders, p_actor, true);
  PERFORM append_order_deltas(v_orders, 1);
  RETURN NEXT;
END $$;
REVOKE ALL ON FUNCTION create_listing_products FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION create_listing_products TO mascate_worker;

CREATE OR REPLACE FUNCTION expire_import_later(p_import uuid, p_days integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF current_organization() IS NULL THEN RAISE EXCEPTION 'no organization' USING errcode = '42501'; END IF;
  PERFORM graphile_worker.add_job('import-expire',
    json_build_object('importId', p_import, 'userId', NULL, 'organizationId', current_organization()),
    run_at => now() + make_interval(days => p_days), job_key => 'import-expire:' || p_import);
END $$;
REVOKE ALL ON FUNCTION expire_import_later FROM PUBLIC, mascate_app;
GRANT EXECUTE ON FUNCTION expire_import_later TO mascate_app;
GRANT CREATE ON SCHEMA public TO mascate_worker;
ALTER FUNCTION expire_import_later OWNER TO mascate_worker;
REVOKE CREATE ON SCHEMA public FROM mascate_worker;

CREATE OR REPLACE FUNCTION judge_import_move(p_import uuid, p_shop uuid) RETURNS TABLE (order_id uuid, why text)
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT o.id, CASE
    WHEN EXISTS (SELECT 1 FROM order_source a WHERE a.organization_id = o.organization_id AND a.order_id = o.id AND a.source = 'api') THEN 'platform'
    WHEN EXISTS (SELECT 1 FROM settlement t JOIN case_order c ON c.organization_id = t.organization_id AND c.settlement_id = t.id
      WHERE t.organization_id = o.organization_id AND t.order_id = o.id) THEN 'case'
    WHEN EXISTS (SELECT 1 FROM settlement t WHERE t.organization_id = o.organization_id AND t.shop_id = p_shop AND t.external_code = o.external_code) THEN 'known'
  END
  FROM import m
  JOIN order_source s ON s.organization_id = m.organization_id AND s.import_id = m.id
  JOIN orders o ON o.organization_id = m.organization_id AND o.id = s.order_id AND o.shop_id = m.shop_id
  WHERE m.organization_id = current_organization() AND m.id = p_import AND m.kind = 'orders' AND m.shop_id <> p_shop
$$;
REVOKE ALL ON FUNCTION judge_import_move FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION judge_import_move TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION judge_import_order(
  p_shop uuid, p_order uuid, p_order_shop uuid, p_stage integer, p_as_of timestamptz, p_hash bytea
)
RETURNS text
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT CASE
    WHEN p_order_shop IS DISTINCT FROM p_shop THEN 'otherShop'
    WHEN EXISTS (SELECT 1 FROM order_source a WHERE a.organization_id = current_organization() AND a.order_id = p_order AND a.source = 'api') THEN 'api'
    ELSE coalesce((
      SELECT CASE
        WHEN s.fields_hash = p_hash THEN 'same'
        WHEN p_stage < s.stage OR (p_stage = s.stage AND p_as_of < s.as_of) THEN 'older'
        ELSE 'changed' END
      FROM order_source s WHERE s.organization_id = current_organization() AND s.order_id = p_order AND s.source = 'export'), 'changed')
  END
$$;
REVOKE ALL ON FUNCTION judge_import_order FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION judge_import_order TO mascate_worker;

CREATE OR REPLACE FUNCTION move_import_orders(p_import uuid, p_shop uuid, p_limit integer) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_org uuid := current_organization();
  v_from uuid := (SELECT m.shop_id FROM import m WHERE m.organization_id = current_organization() AND m.id = p_import);
  v_orders uuid[];
  v_codes text[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('orders:' || s, 0)) FROM unnest(ARRAY[least(v_from, p_shop), greatest(v_from, p_shop)]) s;
  PERFORM pg_advisory_xact_lock(hashtextextended('settlements:' || v_org, 0));
  v_orders := array(SELECT j.order_id FROM judge_import_move(p_import, p_shop) j WHERE j.why IS NULL ORDER BY 1 LIMIT p_limit);
  IF cardinality(v_orders) = 0 THEN RETURN 0; END IF;
  PERFORM 1 FROM orders WHERE organization_id = v_org AND id = ANY (v_orders) ORDER BY id FOR UPDATE;
  v_codes := array(SELECT o.external_code FROM orders o WHERE o.organization_id = v_org AND o.id = ANY (v_orders));
  PERFORM append_order_deltas(v_orders, -1);

  PERFORM move_settlement_days((SELECT coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'shop', p_shop, 'day', t.local_day, 'state', t.state,
      'expected', t.expected_cents, 'released', t.released_cents, 'adjusted', t.adjusted_cents, 'difference', t.difference_cents,
      'explained', t.explained_cents, 'unexplained', t.unexplained_cents, 'causes', (
        SELECT coalesce(jsonb_agg(jsonb_build_object('cause', d.cause, 'amount', d.amount_cents)), '[]') FROM discrepancy d
        WHERE d.organization_id = v_org AND d.settlement_id = t.id))), '[]')
    FROM settlement t WHERE t.organization_id = v_org AND t.order_id = ANY (v_orders)));
  UPDATE settlement t SET shop_id = p_shop, version = t.version + 1 WHERE t.organization_id = v_org AND t.order_id = ANY (v_orders);

  PERFORM move_order_listings(v_orders, p_shop);
  UPDATE orders o SET shop_id = p_shop, outlet_id = p_shop, version = o.version + 1, updated_at = now() WHERE o.organization_id = v_org AND o.id = ANY (v_orders);
  UPDATE order_return r SET shop_id = p_shop WHERE r.organization_id = v_org AND r.order_id = ANY (v_orders);
  UPDATE release r SET shop_id = p_shop WHERE r.organization_id = v_org AND r.shop_id = v_from AND r.external_code = ANY (v_codes) AND NOT EXISTS (
    SELECT 1 FROM release x WHERE x.organization_id = v_org AND x.shop_id = p_shop AND x.external_code = r.external_code AND x.source = r.source AND x.key = r.key);
  UPDATE wallet_transaction w SET shop_id = p_shop WHERE w.organization_id = v_org AND w.shop_id = v_from AND w.external_code = ANY (v_codes) AND NOT EXISTS (
    SELECT 1 FROM wallet_transaction x WHERE x.organization_id = v_org AND x.shop_id = p_shop AND x.minute = w.minute AND x.amount_cents = w.amount_cents
      AND x.balance_cents IS NOT DISTINCT FROM w.balance_cents AND x.nth = w.nth);
  UPDATE waiting_income w SET shop_id = p_shop WHERE w.organization_id = v_org AND w.shop_id = v_from AND w.external_code = ANY (v_codes) AND NOT EXISTS (
    SELECT 1 FROM waiting_income x WHERE x.organization_id = v_org AND x.shop_id = p_shop AND x.external_code = w.external_code AND x.part = w.part);
  UPDATE early_payout e SET shop_id = p_shop WHERE e.organization_id = v_org AND e.shop_id = v_from AND e.external_code = ANY (v_codes) AND NOT EXISTS (
    SELECT 1 FROM early_payout x WHERE x.organization_id = v_org AND x.shop_id = p_shop AND x.number = e.number AND x.external_code = e.external_code);
  UPDATE order_fee_detail f SET shop_id = p_shop WHERE f.organization_id = v_org AND f.shop_id = v_from AND f.external_code = ANY (v_codes) AND NOT EXISTS (
    SELECT 1 FROM order_fee_detail x WHERE x.organization_id = v_org AND x.shop_id = p_shop AND x.external_code = f.external_code AND x.report = f.report
      AND x.part = f.part);
  PERFORM append_order_deltas(v_orders, 1);
  RETURN cardinality(v_orders);
END $$;
REVOKE ALL ON FUNCTION move_import_orders FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION move_import_orders TO mascate_worker;

CREATE OR REPLACE FUNCTION move_order_listings(p_orders uuid[], p_shop uuid) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
  v_old uuid[] := array(SELECT DISTINCT i.listing_id FROM order_item i
    WHERE i.organization_id = current_organization() AND i.order_id = ANY (p_orders) AND i.listing_id IS NOT NULL);
BEGIN
  INSERT INTO listing (organization_id, id, shop_id, external_key, sku, title, variation, price_cents, product_id, product_quantity, gtin)
  SELECT v_org, uuid_v7(), p_shop, l.external_key, l.sku, l.title, l.variation, l.price_cents, l.product_id, l.product_quantity, l.gtin
  FROM listing l WHERE l.organization_id = v_org AND l.id = ANY (v_old) ON CONFLICT DO NOTHING;
  UPDATE listing t SET gone_at = NULL FROM listing l
  WHERE l.organization_id = v_org AND l.id = ANY (v_old) AND t.organization_id = v_org AND t.shop_id = p_shop AND t.external_key = l.external_key
    AND t.synced_at IS NULL AND t.gone_at IS NOT NULL;
  INSERT INTO listing_mapping (organization_id, id, listing_id, product_id, quantity, how)
  SELECT v_org, uuid_v7(), t.id, t.product_id, t.product_quantity, 'sku' FROM listing l
  JOIN listing t ON t.organization_id = v_org AND t.shop_id = p_shop AND t.external_key = l.external_key
  WHERE l.organization_id = v_org AND l.id = ANY (v_old) AND t.product_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM listing_mapping x WHERE x.organization_id = v_org AND x.listing_id = t.id);
  UPDATE order_item i SET listing_id = t.id FROM listing l
  JOIN listing t ON t.organization_id = v_org AND t.shop_id = p_shop AND t.external_key = l.external_key
  WHERE i.organization_id = v_org AND i.order_id = ANY (p_orders) AND l.organization_id = v_org AND l.id = i.listing_id;
  UPDATE listing l SET gone_at = now()
  WHERE l.organization_id = v_org AND l.id = ANY (v_old) AND l.synced_at IS NULL AND l.gone_at IS NULL AND l.shop_id <> p_shop AND NOT EXISTS (
    SELECT 1 FROM order_item i WHERE i.organization_id = v_org AND i.listing_id = l.id);
END $$;
REVOKE ALL ON FUNCTION move_order_listings FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION move_order_listings TO mascate_worker;

CREATE OR REPLACE FUNCTION preview_import(p_import uuid) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  WITH r AS MATERIALIZED (
    SELECT outcome, payload FROM import_row WHERE organization_id = current_organization() AND import_id = p_import
  ), good AS (
    SELECT outcome, payload FROM r WHERE outcome <> 'failed'
  ), item AS (
    SELECT i.k AS key, max(i.s) AS sku, max(i.t) AS title, max(i.v) AS variation, sum(i.q) AS units, sum(i.m) AS revenue
    FROM good, jsonb_to_recordset(payload->'items') AS i(k text, s text, t text, v text, q int, m bigint)
    WHERE outcome IN ('new', 'changed') GROUP BY 1
  ), unknown AS (
    SELECT item.* FROM item
    WHERE item.key NOT IN (SELECT l.external_key FROM listing l JOIN import m ON m.organization_id = l.organization_id AND m.shop_id = l.shop_id
        WHERE l.organization_id = current_organization() AND m.id = p_import AND l.product_id IS NOT NULL)
      AND coalesce(item.sku, '')::citext NOT IN (SELECT p.sku FROM product p
        WHERE p.organization_id = current_organization() AND p.archived_at IS NULL)
  )
  SELECT jsonb_build_object(
    'outcomes', (SELECT coalesce(jsonb_object_agg(outcome, n), '{}') FROM (SELECT outcome, count(*) AS n FROM r GROUP BY 1) o),
    'rows', (SELECT coalesce(sum(jsonb_array_length(payload->'items')), 0) FROM good),
    'units', (SELECT coalesce(sum((payload->>'units')::int), 0) FROM good),
    'from', (SELECT min(payload->>'day') FROM good), 'to', (SELECT max(payload->>'day') FROM good),
    'revenueCents', (SELECT coalesce(sum((payload->>'revenue')::bigint), 0)::text FROM good WHERE payload->>'status' NOT IN ('pending', 'cancelled')),
    'badRows', (SELECT coalesce(sum(jsonb_array_length(payload->'problems')), 0) FROM r WHERE outcome = 'failed'),
    'statuses', (SELECT coalesce(jsonb_object_agg(s, n), '{}') FROM (SELECT payload->>'status' AS s, count(*) AS n FROM good GROUP BY 1) st),
    'items', (SELECT count(*) FROM item),
    'unknown', (SELECT count(*) FROM unknown),
    'unknownSample', (SELECT coalesce(jsonb_agg(to_jsonb(u) - 'key' || jsonb_build_object('revenue', u.revenue::text)), '[]')
      FROM (SELECT * FROM unknown ORDER BY revenue DESC, key LIMIT 50) u)
  )
$$;
REVOKE ALL ON FUNCTION preview_import FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION preview_import TO mascate_worker;

CREATE OR REPLACE FUNCTION refresh_import_statistics() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  ANALYZE (SKIP_LOCKED) orders, order_item, order_source, order_buyer, money_line, listing, listing_mapping, product, import_row, sales_day_delta,
    product_day_delta, package, package_item, order_return, return_item, sync_failure, stock_level, stock_movement;
  -- What a batch has left beside the index of words makes a small company's searches look dear to the planner.
  PERFORM gin_clean_pending_list('order_list_words');
END $$;
REVOKE ALL ON FUNCTION refresh_import_statistics FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION refresh_import_statistics TO mascate_worker;

CREATE OR REPLACE FUNCTION refuse_sheet_row(p_import uuid, p_number integer, p_problem text, p_value text) RETURNS void
LANGUAGE sql SET search_path = public, pg_temp AS $$
  UPDATE import_row r SET outcome = 'failed', payload = jsonb_build_object('problems', jsonb_build_array(jsonb_build_object(
    'row', r.number, 'key', r.order_code, 'values', coalesce(r.payload->'values', '{}'),
    'cells', jsonb_build_array(jsonb_build_object('field', '', 'column', '', 'cell', '', 'problem', p_problem, 'value', coalesce(p_value, ''))))))
  WHERE r.organization_id = current_organization() AND r.import_id = p_import AND r.number = p_number
$$;
REVOKE ALL ON FUNCTION refuse_sheet_row FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION refuse_sheet_row TO mascate_worker;

CREATE OR REPLACE FUNCTION stage_import_orders(p_import uuid, p_orders jsonb) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_org uuid := current_organization();
  v_shop uuid;
  v_codes text[];
  v_orders uuid[];
  v_shops uuid[];
  v_staged integer;
BEGIN
  SELECT shop_id INTO v_shop FROM import WHERE organization_id = v_org AND id = p_import AND state = 'checking';
  IF NOT FOUND THEN RETURN -1; END IF;
  -- Known orders are looked up all at once: a company that the statistics do not know yet would be looked through once per order.
  SELECT array_agg(o.external_code), array_agg(o.id), array_agg(o.shop_id) INTO v_codes, v_orders, v_shops
  FROM orders o WHERE o.organization_id = v_org AND o.platform = 'shopee'
    AND o.external_code = ANY (array(SELECT x.code FROM jsonb_to_recordset(p_orders) AS x(code text)));
  -- From here on planned once: what judges an order, and each row's foreign key, would be planned for each row.
  PERFORM set_config('plan_cache_mode', 'auto', true);
  INSERT INTO import_row (organization_id, import_id, number, order_code, payload, fields_hash, outcome)
  SELECT v_org, p_import, x.number, x.code, x.payload, decode(x.hash, 'hex'),
    CASE WHEN x.payload ? 'problems' THEN 'failed'
      WHEN o.id IS NULL THEN 'new'
      ELSE judge_import_order(v_shop, o.id, o.shop, (x.payload->>'stage')::int, (x.payload->>'asOf')::timestamptz, decode(x.hash, 'hex')) END
  FROM jsonb_to_recordset(p_orders) AS x(number int, code text, hash text, payload jsonb)
  LEFT JOIN unnest(v_codes, v_orders, v_shops) AS o(code, id, shop) ON o.code = x.code
  ON CONFLICT (organization_id, import_id, number) DO UPDATE
    SET payload = excluded.payload, fields_hash = excluded.fields_hash, outcome = excluded.outcome
    WHERE import_row.order_code = excluded.order_code;
  GET DIAGNOSTICS v_staged = ROW_COUNT;
  IF v_staged <> jsonb_array_length(p_orders) THEN RAISE EXCEPTION 'import_number_taken' USING errcode = 'P0001'; END IF;
  RETURN v_staged;
END $$;
REVOKE ALL ON FUNCTION stage_import_orders FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION stage_import_orders TO mascate_worker;

CREATE OR REPLACE FUNCTION stage_sheet_rows(p_import uuid, p_rows jsonb) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
  v_staged integer;
BEGIN
  PERFORM 1 FROM import WHERE organization_id = v_org AND id = p_import AND state = 'checking' FOR SHARE;
  IF NOT FOUND THEN RETURN -1; END IF;
  INSERT INTO import_row (organization_id, import_id, number, order_code, payload, fields_hash, outcome)
  SELECT v_org, p_import, x.number, x.key, x.payload, '', x.outcome
  FROM jsonb_to_recordset(p_rows) AS x(number int, key text, payload jsonb, outcome text)
  ON CONFLICT (organization_id, import_id, number) DO UPDATE
    SET order_code = excluded.order_code, payload = excluded.payload, outcome = excluded.outcome;
  GET DIAGNOSTICS v_staged = ROW_COUNT;
  RETURN v_staged;
END $$;
REVOKE ALL ON FUNCTION stage_sheet_rows FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION stage_sheet_rows TO mascate_worker;

CREATE OR REPLACE FUNCTION take_import_numbers(p_import uuid, p_limit integer) RETURNS jsonb
LANGUAGE sql SET search_path = public, pg_temp AS $$
  WITH need AS (
    SELECT left(payload->>'day', 4)::int AS year, count(*)::int AS n
    FROM (SELECT payload, outcome FROM import_row WHERE organization_id = current_organization() AND import_id = p_import
      AND outcome IN ('new', 'changed') ORDER BY number LIMIT p_limit) b
    WHERE outcome = 'new' GROUP BY 1 ORDER BY 1
  ), taken AS (
    INSERT INTO order_number AS t (organization_id, year, last) SELECT current_organization(), year, n FROM need
    ON CONFLICT (organization_id, year) DO UPDATE SET last = t.last + excluded.last
    RETURNING year, last
  )
  SELECT coalesce(jsonb_object_agg(taken.year, taken.last - need.n), '{}') FROM taken JOIN need USING (year)
$$;
REVOKE ALL ON FUNCTION take_import_numbers FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION take_import_numbers TO mascate_worker;

CREATE OR REPLACE FUNCTION claim_shop(p_shop uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
  s shop;
BEGIN
  SELECT * INTO s FROM shop WHERE organization_id = v_org AND id = p_shop AND external_shop_id IS NOT NULL;
  IF NOT FOUND THEN RAISE EXCEPTION 'shop_not_found' USING errcode = 'P0001'; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('shop_claim:' || s.platform || ':' || s.external_shop_id, 0));
  INSERT INTO shop_claim AS c (platform, external_shop_id, holder_id, shop_id) VALUES (s.platform, s.external_shop_id, v_org, p_shop)
  ON CONFLICT (platform, external_shop_id) DO UPDATE SET holder_id = excluded.holder_id, shop_id = excluded.shop_id, claimed_at = now()
  WHERE c.holder_id = v_org OR NOT EXISTS (SELECT 1 FROM shop h WHERE h.organization_id = c.holder_id AND h.id = c.shop_id AND h.status = 'active');
  RETURN FOUND;
END $$;
REVOKE ALL ON FUNCTION claim_shop FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION claim_shop TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION forget_shop_claim() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM shop_claim WHERE holder_id = OLD.organization_id AND shop_id = OLD.id;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION forget_shop_claim FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION hold_back(p_key text, p_ms double precision) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp SET synchronous_commit = off AS $$
  INSERT INTO call_pace AS c (key, free_at) VALUES (p_key, clock_timestamp() + make_interval(secs => p_ms / 1000))
  ON CONFLICT (key) DO UPDATE SET free_at = greatest(c.free_at, excluded.free_at)
$$;
REVOKE ALL ON FUNCTION hold_back FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION hold_back TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION is_shop_held_elsewhere(p_platform "Platform", p_external text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT 1 FROM shop_claim c JOIN shop h ON h.organization_id = c.holder_id AND h.id = c.shop_id AND h.status = 'active'
    WHERE c.platform = p_platform AND c.external_shop_id = p_external AND c.holder_id <> current_organization())
$$;
REVOKE ALL ON FUNCTION is_shop_held_elsewhere FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION is_shop_held_elsewhere TO mascate_app;

CREATE OR REPLACE FUNCTION list_active_shops()
RETURNS TABLE (organization_id uuid, shop_id uuid, external_shop_id text, grant_ends_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.organization_id, s.id, s.external_shop_id, s.grant_ends_at FROM shop s
  JOIN organization o ON o.organization_id = s.organization_id
  WHERE s.status = 'active' AND s.external_shop_id IS NOT NULL AND (o.deletion_at IS NULL OR o.deletion_at > now())
$$;
REVOKE ALL ON FUNCTION list_active_shops FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION list_active_shops TO mascate_worker;

CREATE OR REPLACE FUNCTION release_shop(p_shop uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM shop_claim WHERE holder_id = current_organization() AND shop_id = p_shop
$$;
REVOKE ALL ON FUNCTION release_shop FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION release_shop TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION take_turn(p_key text, p_ms double precision, p_longest_ms double precision) RETURNS double precision
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET synchronous_commit = off AS $$
DECLARE
  v_length interval := make_interval(secs => p_ms / 1000);
  v_free timestamptz;
  v_ms double precision;
BEGIN
  INSERT INTO call_pace AS c (key, free_at) VALUES (p_key, clock_timestamp() + v_length)
  ON CONFLICT (key) DO UPDATE SET free_at = greatest(c.free_at, clock_timestamp()) + v_length
  WHERE c.free_at <= clock_timestamp() + make_interval(secs => p_longest_ms / 1000)
  RETURNING free_at - v_length INTO v_free;
  IF v_free IS NOT NULL THEN RETURN greatest(0, extract(epoch FROM v_free - clock_timestamp()) * 1000); END IF;
  SELECT extract(epoch FROM c.free_at - clock_timestamp()) * 1000 INTO v_ms FROM call_pace c WHERE c.key = p_key;
  RETURN -greatest(1, v_ms);
END $$;
REVOKE ALL ON FUNCTION take_turn FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION take_turn TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION close_webhook_events(p_ids bigint[], p_state "InboxState", p_error text) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_count integer;
BEGIN
  UPDATE webhook_inbox SET state = p_state, error_code = p_error, attempts = attempts + 1, done_at = CASE WHEN p_state <> 'waiting' THEN now() END
  WHERE id = ANY (p_ids);
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END $$;
REVOKE ALL ON FUNCTION close_webhook_events FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION close_webhook_events TO mascate_worker;

CREATE OR REPLACE FUNCTION count_webhook_event(p_outcome text, p_count integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_count integer;
BEGIN
  DELETE FROM webhook_event_count WHERE day < current_date - 30;
  INSERT INTO webhook_event_count AS c (platform, day, outcome, count, last_at) VALUES ('shopee', current_date, left(p_outcome, 40), p_count, now())
  ON CONFLICT (platform, day, outcome) DO UPDATE SET count = least(c.count::bigint + p_count, 2000000000)::int, last_at = now()
  RETURNING count INTO v_count;
  RETURN v_count;
END $$;
REVOKE ALL ON FUNCTION count_webhook_event FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION count_webhook_event TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION escrow_prices(p_rows jsonb) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  -- Lines of the same listing are told apart by their order.
  WITH told AS (
    SELECT r.id, i.item, i.model, i.q, i.subtotal, i.saved, row_number() OVER (PARTITION BY r.id, i.item, i.model ORDER BY i.place) AS nth
    FROM jsonb_to_recordset(p_rows) AS r(id uuid, items jsonb),
    ROWS FROM (jsonb_to_recordset(r.items) AS (item text, model text, q int, subtotal bigint, saved bigint))
      WITH ORDINALITY AS i(item, model, q, subtotal, saved, place)
  ), line AS (
    SELECT t.order_id AS id, l.item_id AS item, l.model_id AS model, t.line, t.quantity, t.subtotal_cents, t.discount_cents,
      row_number() OVER (PARTITION BY t.order_id, l.item_id, l.model_id ORDER BY t.line) AS nth
    FROM order_item t LEFT JOIN listing l ON l.organization_id = current_organization() AND l.id = t.listing_id
    WHERE t.organization_id = current_organization() AND t.order_id = ANY (array(SELECT told.id FROM told))
  ), met AS (
    SELECT id, l.line, t.subtotal, t.saved, l.subtotal_cents, l.discount_cents, coalesce(t.q = l.quantity, false) AS agrees
    FROM told t FULL JOIN line l USING (id, item, model, nth)
  )
  SELECT coalesce(jsonb_agg(to_jsonb(m)), '[]') FROM met m WHERE m.id IN (
    SELECT id FROM met GROUP BY id
    HAVING bool_and(agrees) AND bool_or((subtotal, saved) IS DISTINCT FROM (subtotal_cents, discount_cents)))
$$;
REVOKE ALL ON FUNCTION escrow_prices FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION escrow_prices TO mascate_worker;

CREATE OR REPLACE FUNCTION find_shop_holder(p_platform "Platform", p_external text) RETURNS TABLE (organization_id uuid, shop_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT c.holder_id, c.shop_id FROM shop_claim c WHERE c.platform = p_platform AND c.external_shop_id = p_external
$$;
REVOKE ALL ON FUNCTION find_shop_holder FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION find_shop_holder TO mascate_worker;

CREATE OR REPLACE FUNCTION list_organizations_to_plan(p_compare_minutes integer) RETURNS TABLE (organization_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_before text := current_setting('app.organization_id', true); v_org uuid;
BEGIN
  FOR v_org IN SELECT g.organization_id FROM list_updating_organizations() g LOOP
    PERFORM set_config('app.organization_id', v_org::text, true);
    IF (
      SELECT c.organization_id IS NULL OR c.compared_at < now() - make_interval(mins => p_compare_minutes)
        OR EXISTS (SELECT 1 FROM stock_movement m WHERE m.organization_id = v_org AND m.id > c.movement_id)
        OR EXISTS (SELECT 1 FROM listing_update p
          JOIN listing l ON l.organization_id = v_org AND l.id = p.listing_id
          JOIN shop s ON s.organization_id = v_org AND s.id = l.shop_id AND s.status = 'active'
            AND CASE p.kind WHEN 'stock' THEN s.stock_master ELSE s.price_master END = 'mascate'
            AND (s.updates_held_until IS NULL OR s.updates_held_until <= now())
          WHERE p.organization_id = v_org AND p.state = 'waiting' AND (p.next_at IS NULL OR p.next_at <= now()))
      FROM (SELECT 1) one LEFT JOIN listing_update_cursor c ON c.organization_id = v_org
    ) THEN
      organization_id := v_org;
      RETURN NEXT;
    END IF;
  END LOOP;
  PERFORM set_config('app.organization_id', coalesce(v_before, ''), true);
END $$;
REVOKE ALL ON FUNCTION list_organizations_to_plan FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION list_organizations_to_plan TO mascate_worker;

CREATE OR REPLACE FUNCTION list_shop_updates(p_from timestamptz)
RETURNS TABLE (shop_id uuid, code integer, count bigint, last_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT c.shop_id, p.code, count(*), max(p.received_at) FROM shop_claim c
  JOIN webhook_inbox p ON p.platform = c.platform AND p.external_shop_id = c.external_shop_id
    AND p.received_at >= greatest(p_from, c.claimed_at)
  WHERE c.holder_id = current_organization() GROUP BY 1, 2
$$;
REVOKE ALL ON FUNCTION list_shop_updates FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION list_shop_updates TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION list_updating_organizations() RETURNS TABLE (organization_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT DISTINCT s.organization_id FROM shop s JOIN organization o ON o.organization_id = s.organization_id
  WHERE s.status = 'active' AND 'mascate' IN (s.stock_master, s.price_master) AND (o.deletion_at IS NULL OR o.deletion_at > now())
$$;
REVOKE ALL ON FUNCTION list_updating_organizations FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION list_updating_organizations TO mascate_worker;

CREATE OR REPLACE FUNCTION list_waiting_webhook_events(p_external text, p_limit integer)
RETURNS TABLE (id bigint, code integer, body jsonb, platform_at timestamptz, attempts integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT p.id, p.code, p.body, p.platform_at, p.attempts FROM webhook_inbox p
  WHERE p.external_shop_id IS NOT DISTINCT FROM p_external AND p.state = 'waiting' ORDER BY p.platform_at, p.id LIMIT p_limit
$$;
REVOKE ALL ON FUNCTION list_waiting_webhook_events FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION list_waiting_webhook_events TO mascate_worker;

CREATE OR REPLACE FUNCTION list_webhook_event_counts(p_from date) RETURNS TABLE (outcome text, count bigint, last_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT c.outcome, sum(c.count), max(c.last_at) FROM webhook_event_count c WHERE c.day >= p_from GROUP BY 1 ORDER BY 3 DESC
$$;
REVOKE ALL ON FUNCTION list_webhook_event_counts FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION list_webhook_event_counts TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION plan_mapped_listings() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM plan_stock_updates(x.shop_id, x.products), queue_prices(x.shop_id, x.listings) FROM (
    SELECT l.shop_id, array_agg(DISTINCT l.product_id) AS products, array_agg(l.id) AS listings FROM added a
    JOIN listing l ON l.organization_id = a.organization_id AND l.id = a.listing_id AND l.product_id IS NOT NULL
    GROUP BY l.shop_id ORDER BY l.shop_id) x;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION plan_mapped_listings FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION plan_price_updates() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM queue_prices(l.shop_id, array_agg(l.id)) FROM listing l
  WHERE l.organization_id = NEW.organization_id AND l.product_id = NEW.id GROUP BY l.shop_id ORDER BY l.shop_id;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION plan_price_updates FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION plan_stock_updates(p_shop uuid, p_products uuid[]) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_org uuid := current_organization();
  v_products uuid[];
  v_queued integer;
BEGIN
  PERFORM 1 FROM shop s WHERE s.organization_id = v_org AND s.id = p_shop AND s.status = 'active' AND s.stock_master = 'mascate' FOR SHARE;
  IF NOT FOUND THEN RETURN 0; END IF;
  IF p_products IS NOT NULL THEN
    v_products := array(SELECT u FROM unnest(p_products) u UNION
      SELECT k.kit_id FROM kit_component k WHERE k.organization_id = v_org AND k.component_id = ANY (p_products));
  END IF;
  WITH wish AS MATERIALIZED (
    SELECT * FROM wanted_stock(p_shop, v_products)
  ), settled AS (
    DELETE FROM listing_update p USING wish w
    WHERE p.organization_id = v_org AND p.listing_id = w.listing_id AND p.kind = 'stock' AND p.state <> 'sent' AND w.wanted = w.there
  ), queued AS (
    INSERT INTO listing_update AS p (organization_id, listing_id, kind, wanted)
    SELECT v_org, w.listing_id, 'stock', w.wanted FROM wish w WHERE w.wanted IS DISTINCT FROM w.there ORDER BY w.listing_id
    ON CONFLICT (organization_id, listing_id, kind) DO UPDATE SET wanted = excluded.wanted, state = 'waiting', attempts = 0, error_code = NULL,
      platform_text = NULL, queued_at = now(), sent_at = NULL, next_at = NULL
    WHERE p.wanted <> excluded.wanted OR p.state = 'sent'
    RETURNING 1
  )
  SELECT count(*) INTO v_queued FROM queued;
  RETURN v_queued;
END $$;
REVOKE ALL ON FUNCTION plan_stock_updates FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION plan_stock_updates TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION purge_webhook_event_batch(p_before timestamptz, p_limit integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_count integer;
BEGIN
  DELETE FROM webhook_inbox WHERE id = ANY (ARRAY(
    SELECT id FROM webhook_inbox WHERE received_at < p_before AND (state <> 'waiting' OR received_at < now() - interval '30 days')
    ORDER BY id LIMIT p_limit));
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END $$;
REVOKE ALL ON FUNCTION purge_webhook_event_batch FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION purge_webhook_event_batch TO mascate_worker;

CREATE OR REPLACE FUNCTION queue_prices(p_shop uuid, p_listings uuid[]) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_org uuid := current_organization();
  v_queued integer;
BEGIN
  PERFORM 1 FROM shop s WHERE s.organization_id = v_org AND s.id = p_shop AND s.status = 'active' AND s.price_master = 'mascate' FOR SHARE;
  IF NOT FOUND THEN RETURN 0; END IF;
  INSERT INTO listing_update AS p (organization_id, listing_id, kind, wanted)
  SELECT v_org, w.listing_id, 'price', w.wanted FROM wanted_prices(p_shop, p_listings) w
  WHERE w.wanted IS DISTINCT FROM w.there OR EXISTS (SELECT 1 FROM listing_update q
    WHERE q.organization_id = v_org AND q.listing_id = w.listing_id AND q.kind = 'price' AND q.state <> 'sent')
  ORDER BY w.listing_id
  ON CONFLICT (organization_id, listing_id, kind) DO UPDATE SET wanted = excluded.wanted, state = 'waiting', attempts = 0, error_code = NULL,
    platform_text = NULL, queued_at = now(), sent_at = NULL, next_at = NULL
  WHERE p.wanted <> excluded.wanted OR p.state <> 'waiting';
  GET DIAGNOSTICS v_queued = ROW_COUNT;
  RETURN v_queued;
END $$;
REVOKE ALL ON FUNCTION queue_prices FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION queue_prices TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION receive_webhook_event(p_hash bytea, p_external text, p_code integer, p_body jsonb, p_at timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT store_webhook_event(p_hash, p_external, p_code, p_body, p_at) THEN RETURN false; END IF;
  PERFORM graphile_worker.add_job('work-webhook-events', json_build_object('externalShopId', p_external), queue_name => 'webhook-events:' || coalesce(p_external, ''),
    job_key => 'work-webhook-events:' || coalesce(p_external, ''), max_attempts => 25);
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION receive_webhook_event FROM PUBLIC, mascate_app;
GRANT EXECUTE ON FUNCTION receive_webhook_event TO mascate_app;
GRANT CREATE ON SCHEMA public TO mascate_worker;
ALTER FUNCTION receive_webhook_event OWNER TO mascate_worker;
REVOKE CREATE ON SCHEMA public FROM mascate_worker;

CREATE OR REPLACE FUNCTION store_escrow(p_orders uuid[], p_rows jsonb, p_prices jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  v_sold uuid[];
BEGIN
  v_sold := array(SELECT o.id FROM orders o WHERE o.organization_id = v_org AND o.id = ANY (p_orders) AND (
    EXISTS (SELECT 1 FROM order_source s WHERE s.organization_id = v_org AND s.order_id = o.id AND s.source = 'export')
    OR o.status NOT IN ('pending', 'confirmed', 'processing') AND EXISTS (SELECT 1 FROM money_line l WHERE l.organization_id = v_org AND l.order_id = o.id
      AND l.source IN ('income', 'api') AND l.kind = 'product_revenue')));
  PERFORM append_order_deltas(p_orders, -1);
  UPDATE order_item t SET subtotal_cents = x.subtotal, discount_cents = x.saved, unit_price_cents = round(x.subtotal::numeric / t.quantity)
  FROM jsonb_to_recordset(p_prices) AS x(id uuid, line int, subtotal bigint, saved bigint)
  WHERE t.organization_id = v_org AND t.order_id = x.id AND t.line = x.line;
  UPDATE orders o SET revenue_cents = s.subtotal, seller_discount_cents = s.saved
  FROM (SELECT x.id, sum(x.subtotal)::bigint AS subtotal, sum(x.saved)::bigint AS saved
    FROM jsonb_to_recordset(p_prices) AS x(id uuid, subtotal bigint, saved bigint) GROUP BY x.id) s
  WHERE o.organization_id = v_org AND o.id = s.id;
  UPDATE orders o SET fees_charged_cents = r.charged, fees_estimated_cents = NULL,
    seller_voucher_cents = CASE WHEN o.id = ANY (v_sold) THEN o.seller_voucher_cents ELSE coalesce(r.voucher, o.seller_voucher_cents) END,
    freight_paid_cents = coalesce(r.freight, o.freight_paid_cents), version = o.version + 1, updated_at = now()
  FROM jsonb_to_recordset(p_rows) AS r(id uuid, charged bigint, voucher bigint, freight bigint)
  WHERE o.organization_id = v_org AND o.id = r.id AND r.id = ANY (p_orders);
  DELETE FROM money_line l USING jsonb_to_recordset(p_rows) AS r(id uuid, adjusted boolean)
  WHERE r.id = ANY (p_orders) AND l.organization_id = v_org AND l.order_id = r.id
    AND (r.adjusted OR l.source <> 'api' OR l.kind <> 'adjustment');
  INSERT INTO money_line (organization_id, order_id, kind, source, key, amount_cents, platform_name, as_of)
  SELECT v_org, r.id, x.kind, 'api', x.key, x.amount, x.name, r."asOf"
  FROM jsonb_to_recordset(p_rows) AS r(id uuid, "asOf" timestamptz, lines jsonb),
    jsonb_to_recordset(r.lines) AS x(kind "MoneyKind", key text, amount bigint, name text)
  WHERE r.id = ANY (p_orders);
  PERFORM append_order_deltas(p_orders, 1);
END $$;
REVOKE ALL ON FUNCTION store_escrow FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION store_escrow TO mascate_worker;

CREATE OR REPLACE FUNCTION store_webhook_event(p_hash bytea, p_external text, p_code integer, p_body jsonb, p_at timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO webhook_inbox (platform, body_hash, external_shop_id, code, body, platform_at) VALUES ('shopee', p_hash, p_external, p_code, p_body, p_at)
  ON CONFLICT (platform, body_hash) DO NOTHING;
  RETURN FOUND;
END $$;
REVOKE ALL ON FUNCTION store_webhook_event FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION store_webhook_event TO mascate_worker;

CREATE OR REPLACE FUNCTION take_order_numbers(p_need jsonb) RETURNS jsonb
LANGUAGE sql SET search_path = public, pg_temp AS $$
  WITH need AS (SELECT key::int AS year, value::int AS n FROM jsonb_each_text(p_need) ORDER BY 1), taken AS (
    INSERT INTO order_number AS t (organization_id, year, last) SELECT current_organization(), year, n FROM need
    ON CONFLICT (organization_id, year) DO UPDATE SET last = t.last + excluded.last
    RETURNING year, last
  )
  SELECT coalesce(jsonb_object_agg(taken.year, taken.last - need.n), '{}') FROM taken JOIN need USING (year)
$$;
REVOKE ALL ON FUNCTION take_order_numbers FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION take_order_numbers TO mascate_worker;

CREATE OR REPLACE FUNCTION wanted_prices(p_shop uuid, p_listings uuid[]) RETURNS TABLE (listing_id uuid, wanted bigint, there bigint)
LANGUAGE sql STABLE SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
  SELECT l.id, p.price_cents * l.product_quantity, l.original_cents FROM updatable_listings(p_shop) l
  JOIN product p ON p.organization_id = current_organization() AND p.id = l.product_id AND p.price_cents > 0
  WHERE p_listings IS NULL OR l.id = ANY (p_listings)
$$;
REVOKE ALL ON FUNCTION wanted_prices FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION wanted_prices TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION wanted_stock(p_shop uuid, p_products uuid[])
RETURNS TABLE (listing_id uuid, product_id uuid, wanted integer, there integer)
LANGUAGE sql STABLE SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
  WITH listed AS MATERIALIZED (
    SELECT l.id, l.product_id, l.product_quantity, l.platform_stock, l.promotion_units FROM updatable_listings(p_shop) l
    WHERE l.product_id IS NOT NULL AND (p_products IS NULL OR l.product_id = ANY (p_products)) AND NOT l.fulfilled_by_platform
  ), part AS MATERIALIZED (
    SELECT w.product_id, coalesce(k.component_id, w.product_id) AS part_id, coalesce(k.quantity, 1) AS quantity
    FROM (SELECT DISTINCT product_id FROM listed) w
    LEFT JOIN kit_component k ON k.organization_id = current_organization() AND k.kit_id = w.product_id
  ), stock AS MATERIALIZED (
    SELECT a.product_id AS part_id, a.available FROM available_units(array(SELECT DISTINCT part_id FROM part)) a WHERE a.counted
  ), missing AS MATERIALIZED (
    SELECT DISTINCT m.product_id AS part_id FROM shelf_miss m WHERE m.organization_id = current_organization()
      AND m.product_id = ANY (array(SELECT DISTINCT part_id FROM part)) AND m.ended_at IS NULL
  ), rule AS (
    SELECT s.safety_units, coalesce((SELECT max(o.last_units) FROM shop o
      WHERE o.organization_id = current_organization() AND o.id <> p_shop), 0) AS last_elsewhere
    FROM shop s WHERE s.organization_id = current_organization() AND s.id = p_shop
  )
  SELECT l.id, l.product_id, least(greatest(l.promotion_units, 0, min(CASE WHEN m.part_id IS NOT NULL OR s.available <= r.last_elsewhere THEN 0
      ELSE floor((s.available - r.safety_units)::numeric / (p.quantity * l.product_quantity)) END)), 999999)::integer, l.platform_stock
  FROM listed l JOIN part p ON p.product_id = l.product_id LEFT JOIN stock s ON s.part_id = p.part_id
  LEFT JOIN missing m ON m.part_id = p.part_id CROSS JOIN rule r
  GROUP BY l.id, l.product_id, l.promotion_units, l.platform_stock
  HAVING bool_and(s.part_id IS NOT NULL) OR bool_or(m.part_id IS NOT NULL)
$$;
REVOKE ALL ON FUNCTION wanted_stock FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION wanted_stock TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION write_escrow(p_shop uuid, p_rows jsonb) RETURNS TABLE (changed integer, kept integer)
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  v_rows jsonb;
  v_prices jsonb;
  v_same uuid[];
  v_orders uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('orders:' || p_shop, 0));
  WITH known AS (
    SELECT o.id, o.external_code FROM orders o WHERE o.organization_id = v_org AND o.platform = 'shopee' AND o.shop_id = p_shop
      AND o.external_code = ANY (array(SELECT r.code FROM jsonb_to_recordset(p_rows) AS r(code text))) ORDER BY o.id FOR UPDATE
  )
  SELECT coalesce(jsonb_agg(r.value || jsonb_build_object('id', k.id)), '[]') INTO v_rows
  FROM jsonb_array_elements(p_rows) r JOIN known k ON k.external_code = r.value->>'code'
  WHERE NOT EXISTS (SELECT 1 FROM money_line l
    WHERE l.organization_id = v_org AND l.order_id = k.id AND l.source = 'api' AND l.as_of > (r.value->>'asOf')::timestamptz);

  v_prices := escrow_prices(v_rows);
  SELECT array_agg(j.id) FILTER (WHERE j.same), array_agg(j.id) FILTER (WHERE NOT j.same), count(*)::int INTO v_same, v_orders, kept FROM (
    SELECT r.id, o.fees_charged_cents IS NOT DISTINCT FROM r.charged
      AND NOT EXISTS (SELECT 1 FROM jsonb_to_recordset(v_prices) AS x(id uuid) WHERE x.id = r.id)
      AND NOT EXISTS (
        (SELECT x.kind, x.key, x.amount FROM jsonb_to_recordset(r.lines) AS x(kind "MoneyKind", key text, amount bigint)
          EXCEPT SELECT l.kind, l.key, l.amount_cents FROM money_line l WHERE l.organization_id = v_org AND l.order_id = r.id AND l.source = 'api')
        UNION ALL
        (SELECT l.kind, l.key, l.amount_cents FROM money_line l WHERE l.organization_id = v_org AND l.order_id = r.id
            AND (r.adjusted OR l.source <> 'api' OR l.kind <> 'adjustment')
          EXCEPT SELECT x.kind, x.key, x.amount FROM jsonb_to_recordset(r.lines) AS x(kind "MoneyKind", key text, amount bigint))) AS same
    FROM jsonb_to_recordset(v_rows) AS r(id uuid, charged bigint, adjusted boolean, lines jsonb)
    JOIN orders o ON o.organization_id = v_org AND o.id = r.id) j;
  v_orders := coalesce(v_orders, '{}');
  changed := cardinality(v_orders);
  kept := kept - changed;

  UPDATE money_line l SET as_of = r."asOf" FROM jsonb_to_recordset(v_rows) AS r(id uuid, "asOf" timestamptz)
  WHERE r.id = ANY (v_same) AND l.organization_id = v_org AND l.order_id = r.id AND l.source = 'api' AND l.as_of < r."asOf";

  IF changed > 0 THEN PERFORM store_escrow(v_orders, v_rows, v_prices); END IF;
  RETURN NEXT;
END $$;
REVOKE ALL ON FUNCTION write_escrow FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION write_escrow TO mascate_worker;

CREATE OR REPLACE FUNCTION write_listings(p_shop uuid, p_rows jsonb, p_actor uuid)
RETURNS TABLE (created integer, updated integer, gone integer)
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('orders:' || p_shop, 0));

  WITH item AS (
    SELECT DISTINCT ON (i.x) i.x, i.item, i.model FROM jsonb_to_recordset(p_rows) AS i(x text, item text, model text) ORDER BY i.x, i.item, i.model
  )
  UPDATE listing l SET item_id = item.item, model_id = item.model FROM item
  WHERE l.organization_id = v_org AND l.shop_id = p_shop AND l.external_key = item.x AND l.item_id IS NULL
    AND NOT EXISTS (SELECT 1 FROM listing t WHERE t.organization_id = v_org AND t.shop_id = p_shop AND t.item_id = item.item AND t.model_id = item.model);

  UPDATE listing l SET sku = i.s, title = i.t, variation = i.v, price_cents = i.p, original_cents = i.o, status = i.status, image_url = i.image,
    platform_stock = i.stock, promotion_units = i.promo, has_promotion = i."hasPromotion", fulfilled_by_platform = i.fulfilled,
    gtin = coalesce(i.gtin, l.gtin), weight_grams = coalesce(i.grams, l.weight_grams), length_mm = coalesce(i.length, l.length_mm),
    width_mm = coalesce(i.width, l.width_mm), height_mm = coalesce(i.height, l.height_mm), gone_at = NULL, synced_at = now()
  FROM jsonb_to_recordset(p_rows) AS i(item text, model text, s citext, t text, v text, p bigint, o bigint, status text, image text, stock int, promo int,
    "hasPromotion" boolean, fulfilled boolean, gtin text, grams int, length int, width int, height int)
  WHERE l.organization_id = v_org AND l.shop_id = p_shop AND l.item_id = i.item AND l.model_id = i.model
    AND (l.synced_at IS NULL OR l.gone_at IS NOT NULL
      OR (l.sku::text, l.title, l.variation, l.price_cents, l.original_cents, l.status, l.image_url, l.platform_stock, l.promotion_units, l.has_promotion, l.fulfilled_by_platform,
          l.gtin, l.weight_grams, l.length_mm, l.width_mm, l.height_mm)
        IS DISTINCT FROM (i.s::text, i.t, i.v, i.p, i.o, i.status, i.image, i.stock, i.promo, i."hasPromotion", i.fulfilled,
          coalesce(i.gtin, l.gtin), coalesce(i.grams, l.weight_grams), coalesce(i.length, l.length_mm), coalesce(i.width, l.width_mm),
          coalesce(i.height, l.height_mm)));
  GET DIAGNOSTICS updated = ROW_COUNT;

  -- A new name or SKU is what the next export will call it, unless another listing is called so.
  UPDATE listing l SET external_key = i.x FROM (
    SELECT DISTINCT ON (i.x) i.x, i.item, i.model FROM jsonb_to_recordset(p_rows) AS i(x text, item text, model text) ORDER BY i.x, i.item, i.model) i
  WHERE l.organization_id = v_org AND l.shop_id = p_shop AND l.item_id = i.item AND l.model_id = i.model AND l.external_key <> i.x
    AND NOT EXISTS (SELECT 1 FROM listing t WHERE t.organization_id = v_org AND t.shop_id = p_shop AND t.external_key = i.x);

  WITH missing AS (
    SELECT i.*, row_number() OVER (PARTITION BY i.x ORDER BY i.item, i.model) AS place
    FROM jsonb_to_recordset(p_rows) AS i(k text, x text, item text, model text, s text, t text, v text, p bigint, o bigint, status text, image text, stock int,
      promo int, "hasPromotion" boolean, fulfilled boolean, gtin text, grams int, length int, width int, height int)
    WHERE NOT EXISTS (SELECT 1 FROM listing l WHERE l.organization_id = v_org AND l.shop_id = p_shop AND l.item_id = i.item AND l.model_id = i.model)
  ), made AS (
    INSERT INTO listing (organization_id, id, shop_id, external_key, item_id, model_id, sku, title, variation, price_cents, original_cents, status, image_url,
      platform_stock, promotion_units, has_promotion, fulfilled_by_platform, gtin, weight_grams, length_mm, width_mm, height_mm, synced_at, product_id)
    SELECT v_org, uuid_v7(), p_shop, CASE
        WHEN m.place = 1 AND NOT EXISTS (SELECT 1 FROM listing l WHERE l.organization_id = v_org AND l.shop_id = p_shop AND l.external_key = m.x) THEN m.x
        ELSE m.k END,
      m.item, m.model, m.s, m.t, m.v, m.p, m.o, m.status, m.image, m.stock, m.promo, m."hasPromotion", m.fulfilled,
      m.gtin, m.grams, m.length, m.width, m.height, now(), p.id
    FROM missing m LEFT JOIN product p ON p.organization_id = v_org AND p.archived_at IS NULL AND p.sku = m.s::citext
    ORDER BY m.item, m.model
    ON CONFLICT DO NOTHING
    RETURNING id, product_id
  ), mapped AS (
    INSERT INTO listing_mapping (organization_id, id, listing_id, product_id, how, mapped_by)
    SELECT v_org, uuid_v7(), made.id, made.product_id, 'sku', p_actor FROM made WHERE made.product_id IS NOT NULL
  )
  SELECT count(*) INTO created FROM made;

  UPDATE listing l SET gone_at = now() WHERE l.organization_id = v_org AND l.shop_id = p_shop AND l.gone_at IS NULL
    AND l.item_id = ANY (array(SELECT i.item FROM jsonb_to_recordset(p_rows) AS i(item text)))
    AND NOT EXISTS (SELECT 1 FROM jsonb_to_recordset(p_rows) AS i(item text, model text) WHERE i.item = l.item_id AND i.model = l.model_id);
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN NEXT;
END $$;
REVOKE ALL ON FUNCTION write_listings FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION write_listings TO mascate_worker;

CREATE OR REPLACE FUNCTION write_platform_orders(p_shop uuid, p_orders jsonb, p_numbers jsonb, p_actor uuid)
RETURNS TABLE (created integer, updated integer, kept integer, written uuid[])
LANGUAGE sql SET search_path = public, pg_temp AS $$
  SELECT * FROM write_marketplace_orders(p_shop, 'api', array(
    SELECT ROW(x.number, x.code, decode(x.hash, 'hex'), x.payload)::staged_order
    FROM jsonb_to_recordset(p_orders) AS x(number int, code text, hash text, payload jsonb) ORDER BY x.number), p_numbers, false, NULL, p_actor)
$$;
REVOKE ALL ON FUNCTION write_platform_orders FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION write_platform_orders TO mascate_worker;

CREATE OR REPLACE FUNCTION current_organization() RETURNS uuid
LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT nullif(current_setting('app.organization_id', true), '')::uuid $$;

CREATE OR REPLACE FUNCTION list_applied_migrations() RETURNS SETOF text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT migration_name::text FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL;
END $$;
REVOKE ALL ON FUNCTION list_applied_migrations FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION list_applied_migrations TO mascate_app;

CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('app.deleting_organization', true) = current_organization()::text THEN RETURN NULL; END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING errcode = '42501';
END $$;

CREATE OR REPLACE FUNCTION search_text(p text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT translate(lower(p), 'áàâãäéèêëíìîïóòôõöúùûüçñ', 'aaaaaeeeeiiiiooooouuuucn') $$;

CREATE OR REPLACE FUNCTION uuid_v7() RETURNS uuid
LANGUAGE sql PARALLEL SAFE AS $$
  SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid
$$;

CREATE OR REPLACE FUNCTION enqueue_email(p_email json, p_key text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM graphile_worker.add_job('send-mail', json_build_object('email', p_email, 'organizationId', current_organization()),
    job_key => p_key, max_attempts => 10, flags => job_owner());
END $$;
REVOKE ALL ON FUNCTION enqueue_email FROM PUBLIC, mascate_app;
GRANT EXECUTE ON FUNCTION enqueue_email TO mascate_app;
GRANT CREATE ON SCHEMA public TO mascate_worker;
ALTER FUNCTION enqueue_email OWNER TO mascate_worker;
REVOKE CREATE ON SCHEMA public FROM mascate_worker;

CREATE OR REPLACE FUNCTION get_email_reader(p_email citext) RETURNS TABLE (display_name text, language text, confirmed boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT display_name, language, verified_at IS NOT NULL FROM app_user WHERE email = p_email
$$;
REVOKE ALL ON FUNCTION get_email_reader FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION get_email_reader TO mascate_worker;

CREATE OR REPLACE FUNCTION enqueue_job(p_task text, p_payload json, p_key text DEFAULT NULL::text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF current_organization() IS NULL THEN RAISE EXCEPTION 'no organization' USING errcode = '42501'; END IF;
  PERFORM graphile_worker.add_job(p_task,
    (p_payload::jsonb || jsonb_build_object('organizationId', current_organization()))::json,
    job_key => p_key, max_attempts => 10, flags => job_owner());
END $$;
REVOKE ALL ON FUNCTION enqueue_job FROM PUBLIC, mascate_app;
GRANT EXECUTE ON FUNCTION enqueue_job TO mascate_app;
GRANT CREATE ON SCHEMA public TO mascate_worker;
ALTER FUNCTION enqueue_job OWNER TO mascate_worker;
REVOKE CREATE ON SCHEMA public FROM mascate_worker;

CREATE OR REPLACE FUNCTION enqueue_shop_job(
  p_task text, p_payload json, p_key text, p_queue text, p_run_at timestamptz DEFAULT NULL::timestamptz
)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF current_organization() IS NULL THEN RAISE EXCEPTION 'no organization' USING errcode = '42501'; END IF;
  PERFORM graphile_worker.add_job(p_task,
    (p_payload::jsonb || jsonb_build_object('organizationId', current_organization()))::json,
    queue_name => p_queue, run_at => p_run_at, job_key => p_key, max_attempts => 10, flags => job_owner());
END $$;
REVOKE ALL ON FUNCTION enqueue_shop_job FROM PUBLIC, mascate_app;
GRANT EXECUTE ON FUNCTION enqueue_shop_job TO mascate_app;
GRANT CREATE ON SCHEMA public TO mascate_worker;
ALTER FUNCTION enqueue_shop_job OWNER TO mascate_worker;
REVOKE CREATE ON SCHEMA public FROM mascate_worker;

CREATE OR REPLACE FUNCTION job_owner() RETURNS text[]
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT ARRAY['owner:' || m.user_id] FROM membership m
  WHERE m.organization_id = current_organization() AND m.role = 'owner' ORDER BY m.created_at, m.user_id LIMIT 1
$$;
REVOKE ALL ON FUNCTION job_owner FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION job_owner TO mascate_worker;

CREATE OR REPLACE FUNCTION count_jobs(OUT waiting integer, OUT oldest_seconds double precision, OUT failing integer, OUT dead jsonb)
RETURNS record
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF to_regclass('graphile_worker._private_jobs') IS NULL THEN RETURN; END IF;
  SELECT count(*) FILTER (WHERE j.attempts < j.max_attempts AND j.locked_at IS NULL AND j.run_at <= now()),
    extract(epoch FROM now() - min(j.run_at) FILTER (WHERE j.attempts < j.max_attempts AND j.locked_at IS NULL AND j.run_at <= now())),
    count(*) FILTER (WHERE j.attempts < j.max_attempts AND j.last_error IS NOT NULL)
  INTO waiting, oldest_seconds, failing
  FROM graphile_worker._private_jobs j;
  SELECT coalesce(jsonb_object_agg(t.identifier, coalesce(d.jobs, 0)), '{}') INTO dead
  FROM graphile_worker._private_tasks t
  LEFT JOIN (SELECT j.task_id, count(*) AS jobs FROM graphile_worker._private_jobs j WHERE j.attempts >= j.max_attempts AND j.locked_at IS NULL
    GROUP BY j.task_id) d ON d.task_id = t.id;
END $$;
REVOKE ALL ON FUNCTION count_jobs FROM PUBLIC, mascate_app;
GRANT EXECUTE ON FUNCTION count_jobs TO mascate_app;
GRANT CREATE ON SCHEMA public TO mascate_worker;
ALTER FUNCTION count_jobs OWNER TO mascate_worker;
REVOKE CREATE ON SCHEMA public FROM mascate_worker;

CREATE OR REPLACE FUNCTION count_operations(
  OUT inbox_waiting bigint, OUT inbox_oldest_seconds double precision, OUT unchained bigint, OUT unchained_oldest_seconds double precision,
  OUT shops_active bigint, OUT shops_expired bigint
)
RETURNS record
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT i.waiting, i.oldest, s.waiting, s.oldest, p.active, p.expired
  FROM (SELECT count(*) AS waiting, extract(epoch FROM now() - min(received_at))::double precision AS oldest FROM webhook_inbox WHERE state = 'waiting') i,
    (SELECT count(*) AS waiting, extract(epoch FROM now() - min(at))::double precision AS oldest FROM audit_event WHERE position IS NULL) s,
    (SELECT count(*) FILTER (WHERE status = 'active') AS active, count(*) FILTER (WHERE status = 'expired') AS expired
      FROM shop WHERE external_shop_id IS NOT NULL) p
$$;
REVOKE ALL ON FUNCTION count_operations FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION count_operations TO mascate_app;

CREATE OR REPLACE FUNCTION get_token_member(p_hash bytea)
RETURNS TABLE (
  token_id uuid, scope "TokenScope", user_id uuid, organization_id uuid, organization_name text, time_zone text, language text,
  role "Role", legal_entity_ids uuid[]
)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_organization uuid;
BEGIN
  SELECT t.organization_id INTO v_organization FROM access_token t WHERE t.hash = p_hash;
  IF v_organization IS NULL THEN RETURN; END IF;
  PERFORM set_config('app.organization_id', v_organization::text, true);
  UPDATE access_token t SET last_used_at = now()
  WHERE t.organization_id = v_organization AND t.hash = p_hash AND t.revoked_at IS NULL AND t.expires_at > now()
    AND (t.last_used_at IS NULL OR t.last_used_at < now() - interval '1 minute');
  RETURN QUERY
  SELECT t.id, t.scope, u.id, o.organization_id, o.name, o.time_zone, u.language, m.role,
    CASE m.role WHEN 'accountant' THEN entities_of(m.organization_id, m.user_id, m.role) END
  FROM access_token t
  JOIN app_user u ON u.id = t.user_id
  JOIN membership m ON m.user_id = t.user_id AND m.organization_id = t.organization_id
  JOIN organization o ON o.organization_id = m.organization_id
  WHERE t.organization_id = v_organization AND t.hash = p_hash AND t.revoked_at IS NULL AND t.expires_at > now()
    AND (u.totp_since IS NOT NULL OR NOT o.second_factor_required);
  PERFORM set_config('app.organization_id', '', true);
END $$;
REVOKE ALL ON FUNCTION get_token_member FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION get_token_member TO mascate_app;

CREATE OR REPLACE FUNCTION erase_account_wholly(p_user uuid, p_by "ActorKind") RETURNS TABLE (organization_id uuid, refresh_token text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_before constant text := current_setting('app.organization_id', true);
  v_email citext; v_org uuid; v_role "Role"; v_tokens integer; v_grant text;
  v_actor constant uuid := CASE WHEN p_by = 'person' THEN p_user END;
BEGIN
  SELECT u.email INTO v_email FROM app_user u WHERE u.id = p_user;
  FOR v_org IN SELECT list_companies_knowing(p_user, v_email) LOOP
    PERFORM set_config('app.organization_id', v_org::text, true);
    PERFORM 1 FROM organization o WHERE o.organization_id = v_org FOR NO KEY UPDATE;
  END LOOP;
  SELECT u.email INTO v_email FROM app_user u WHERE u.id = p_user FOR UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  FOR v_org IN SELECT list_companies_knowing(p_user, v_email) LOOP
    PERFORM set_config('app.organization_id', v_org::text, true);
    PERFORM 1 FROM organization o WHERE o.organization_id = v_org FOR NO KEY UPDATE;
    v_role := NULL;
    DELETE FROM membership m WHERE m.organization_id = v_org AND m.user_id = p_user RETURNING m.role INTO v_role;
    WITH ended AS (
      UPDATE invitation i SET revoked_at = now() WHERE i.organization_id = v_org AND i.accepted_at IS NULL AND i.revoked_at IS NULL
        AND (i.invited_by = p_user OR i.email = v_email) RETURNING i.id, i.role)
    INSERT INTO audit_event (organization_id, id, actor_kind, actor_id, event, subject_kind, subject_id, before)
    SELECT v_org, uuid_v7(), p_by, v_actor, 'invitation.revoked', 'invitation', e.id, jsonb_build_object('role', e.role) FROM ended e;
    DELETE FROM invitation i WHERE i.organization_id = v_org AND i.email = v_email;
    DELETE FROM drive_connection c WHERE c.organization_id = v_org AND c.connected_by = p_user RETURNING c.refresh_token INTO v_grant;
    IF FOUND THEN
      INSERT INTO audit_event (organization_id, id, actor_kind, actor_id, event, subject_kind, subject_id)
      VALUES (v_org, uuid_v7(), p_by, v_actor, 'drive.disconnected', 'drive', v_org::text);
      organization_id := v_org; refresh_token := v_grant;
      RETURN NEXT;
    END IF;
    DELETE FROM access_token a WHERE a.organization_id = v_org AND a.user_id = p_user;
    GET DIAGNOSTICS v_tokens = ROW_COUNT;
    DELETE FROM saved_view_default s WHERE s.organization_id = v_org AND s.user_id = p_user;
    DELETE FROM saved_view s WHERE s.organization_id = v_org AND s.user_id = p_user AND NOT s.shared;
    -- What told others that they had joined names them.
    DELETE FROM notification n WHERE n.organization_id = v_org AND (n.user_id = p_user OR n.kind = 'memberJoined' AND starts_with(n.key, p_user || ':'));
    DELETE FROM notification_preference n WHERE n.organization_id = v_org AND n.user_id = p_user;
    DELETE FROM assistant_thread h WHERE h.organization_id = v_org AND h.user_id = p_user;
    DELETE FROM assistant_usage u WHERE u.organization_id = v_org AND u.user_id = p_user;
    DELETE FROM proposal p WHERE p.organization_id = v_org AND p.made_for = p_user;
    DELETE FROM idempotency i WHERE i.organization_id = v_org AND i.user_id = p_user;
    DELETE FROM shop_authorization a WHERE a.organization_id = v_org AND a.user_id = p_user;
    CONTINUE WHEN v_role IS NULL;
    INSERT INTO audit_event (organization_id, id, actor_kind, actor_id, event, subject_kind, subject_id, before)
    VALUES (v_org, uuid_v7(), p_by, v_actor, 'account.erased', 'account', p_user::text,
      jsonb_strip_nulls(jsonb_build_object('role', v_role, 'tokens', nullif(v_tokens, 0))));
  END LOOP;
  PERFORM set_config('app.organization_id', coalesce(v_before, ''), true);
  DELETE FROM session WHERE user_id = p_user;
  DELETE FROM verification WHERE user_id = p_user;
  DELETE FROM waiting_sign_in WHERE user_id = p_user;
  DELETE FROM registration WHERE user_id = p_user;
  DELETE FROM recovery_code WHERE user_id = p_user;
  DELETE FROM account WHERE user_id = p_user;
  DELETE FROM avatar WHERE user_id = p_user;
  DELETE FROM app_user WHERE id = p_user;
END $$;
REVOKE ALL ON FUNCTION erase_account_wholly FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION erase_account_wholly TO mascate_app;

CREATE OR REPLACE FUNCTION find_account(p_provider text, p_subject text) RETURNS TABLE (user_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT user_id FROM account WHERE provider = p_provider AND subject = p_subject
$$;
REVOKE ALL ON FUNCTION find_account FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION find_account TO mascate_app;

CREATE OR REPLACE FUNCTION get_account_data(p_user uuid) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_before constant text := current_setting('app.organization_id', true);
  v_org uuid; v_companies jsonb := '[]'; v_account jsonb;
BEGIN
  FOR v_org IN SELECT organization_id FROM membership WHERE user_id = p_user ORDER BY 1 LOOP
    PERFORM set_config('app.organization_id', v_org::text, true);
    v_companies := v_companies || jsonb_build_array((
      SELECT jsonb_build_object('name', o.name, 'role', m.role, 'since', m.created_at,
        'accessTokens', (SELECT coalesce(jsonb_agg(jsonb_build_object('name', t.name, 'scope', t.scope, 'createdAt', t.created_at, 'lastUsedAt', t.last_used_at) ORDER BY t.created_at), '[]')
          FROM access_token t WHERE t.organization_id = v_org AND t.user_id = p_user),
        'savedViews', (SELECT coalesce(jsonb_agg(jsonb_build_object('list', s.list, 'name', s.name, 'query', s.query) ORDER BY s.created_at), '[]')
          FROM saved_view s WHERE s.organization_id = v_org AND s.user_id = p_user),
        'notificationChoices', (SELECT coalesce(jsonb_agg(jsonb_build_object('kind', p.kind, 'inProduct', p.in_product, 'byMail', p.by_mail) ORDER BY p.kind), '[]')
          FROM notification_preference p WHERE p.organization_id = v_org AND p.user_id = p_user),
        'notifications', (SELECT coalesce(jsonb_agg(jsonb_build_object('kind', n.kind, 'toldAt', n.created_at, 'readAt', n.read_at, 'said', n.data - 'sight') ORDER BY n.created_at), '[]')
          FROM notification n WHERE n.organization_id = v_org AND n.user_id = p_user),
        'drafts', (SELECT coalesce(jsonb_agg(jsonb_build_object('kind', d.kind, 'state', d.state, 'proposed', d.input, 'madeAt', d.created_at, 'decidedAt', d.decided_at) ORDER BY d.created_at), '[]')
          FROM proposal d WHERE d.organization_id = v_org AND d.made_for = p_user),
        -- Whom they invited is those people's own affair.
        'invitationsSent', (SELECT coalesce(jsonb_agg(jsonb_build_object('role', i.role, 'sentAt', i.created_at, 'acceptedAt', i.accepted_at) ORDER BY i.created_at), '[]')
          FROM invitation i WHERE i.organization_id = v_org AND i.invited_by = p_user),
        'googleDrive', (SELECT jsonb_build_object('email', g.account_email, 'since', g.connected_at) FROM drive_connection g
          WHERE g.organization_id = v_org AND g.connected_by = p_user),
        'conversations', (SELECT coalesce(jsonb_agg(jsonb_build_object('title', h.title, 'startedAt', h.created_at, 'questions', (
            SELECT coalesce(jsonb_agg(q.parts #>> '{0,text}' ORDER BY q.created_at), '[]') FROM assistant_message q
            WHERE q.organization_id = v_org AND q.thread_id = h.id AND q.question_id IS NULL)) ORDER BY h.created_at), '[]')
          FROM assistant_thread h WHERE h.organization_id = v_org AND h.user_id = p_user),
        'entriesInTheTrail', (SELECT count(*) FROM audit_event e WHERE e.organization_id = v_org AND e.actor_id = p_user))
      FROM membership m JOIN organization o ON o.organization_id = m.organization_id WHERE m.organization_id = v_org AND m.user_id = p_user));
  END LOOP;
  PERFORM set_config('app.organization_id', coalesce(v_before, ''), true);
  SELECT jsonb_build_object('email', u.email, 'displayName', u.display_name, 'createdAt', u.created_at, 'confirmedAt', u.verified_at, 'language', u.language,
    'theme', u.theme, 'colorScheme', u.color_scheme, 'hasPassword', u.password_hash IS NOT NULL, 'secondStepSince', u.totp_since,
    'photo', (SELECT encode(a.image, 'base64') FROM avatar a WHERE a.user_id = p_user),
    'google', (SELECT jsonb_build_object('email', g.email, 'since', g.created_at) FROM account g WHERE g.user_id = p_user AND g.provider = 'google'),
    'invitations', (SELECT coalesce(jsonb_agg(jsonb_build_object('company', o.name, 'role', i.role, 'sentAt', i.created_at, 'acceptedAt', i.accepted_at,
        'revokedAt', i.revoked_at) ORDER BY i.created_at), '[]')
      FROM invitation i JOIN organization o ON o.organization_id = i.organization_id WHERE i.email = u.email),
    'sessions', (SELECT coalesce(jsonb_agg(jsonb_build_object('device', s.device, 'network', s.network, 'createdAt', s.created_at, 'lastSeenAt', s.last_seen_at,
        'endedAt', s.ended_at) ORDER BY s.created_at), '[]') FROM session s WHERE s.user_id = p_user))
  INTO v_account FROM app_user u WHERE u.id = p_user;
  RETURN jsonb_build_object('account', v_account, 'companies', v_companies);
END $$;
REVOKE ALL ON FUNCTION get_account_data FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION get_account_data TO mascate_app;

CREATE OR REPLACE FUNCTION get_avatar(p_viewer uuid, p_id uuid) RETURNS TABLE (image bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT a.image FROM avatar a WHERE a.id = p_id AND (a.user_id = p_viewer OR EXISTS (
    SELECT 1 FROM membership mine JOIN membership theirs ON theirs.organization_id = mine.organization_id
    WHERE mine.user_id = p_viewer AND theirs.user_id = a.user_id))
$$;
REVOKE ALL ON FUNCTION get_avatar FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION get_avatar TO mascate_app;

CREATE OR REPLACE FUNCTION list_companies_knowing(p_user uuid, p_email citext) RETURNS SETOF uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_before constant text := current_setting('app.organization_id', true);
  v_org uuid;
BEGIN
  FOR v_org IN SELECT o.organization_id FROM organization o ORDER BY 1 LOOP
    PERFORM set_config('app.organization_id', v_org::text, true);
    IF EXISTS (SELECT 1 FROM membership m WHERE m.organization_id = v_org AND m.user_id = p_user)
      OR EXISTS (SELECT 1 FROM invitation i WHERE i.organization_id = v_org AND (i.email = p_email OR i.invited_by = p_user))
      OR EXISTS (SELECT 1 FROM audit_event e WHERE e.organization_id = v_org AND e.subject_kind IN ('member', 'account') AND e.subject_id = p_user::text)
    THEN RETURN NEXT v_org; END IF;
  END LOOP;
  PERFORM set_config('app.organization_id', coalesce(v_before, ''), true);
END $$;
REVOKE ALL ON FUNCTION list_companies_knowing FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION require_account() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_user uuid;
BEGIN
  EXECUTE format('SELECT ($1).%I', TG_ARGV[0]) INTO v_user USING NEW;
  PERFORM 1 FROM app_user WHERE id = v_user FOR KEY SHARE;
  IF NOT FOUND THEN RAISE EXCEPTION 'account_erased'; END IF;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION require_account FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION set_avatar(p_user uuid, p_id uuid, p_image bytea) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT FROM app_user WHERE id = p_user FOR UPDATE;
  DELETE FROM avatar WHERE user_id = p_user;
  INSERT INTO avatar (id, user_id, image) SELECT p_id, p_user, p_image WHERE p_image IS NOT NULL;
  UPDATE app_user SET avatar_id = CASE WHEN p_image IS NULL THEN NULL ELSE p_id END WHERE id = p_user
$$;
REVOKE ALL ON FUNCTION set_avatar FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION set_avatar TO mascate_app;

CREATE OR REPLACE FUNCTION set_display_name(p_user uuid, p_display_name text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE app_user SET display_name = p_display_name WHERE id = p_user
$$;
REVOKE ALL ON FUNCTION set_display_name FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION set_display_name TO mascate_app;

CREATE OR REPLACE FUNCTION confirm_email(p_hash bytea) RETURNS TABLE (user_id uuid)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT u.id FROM app_user u WHERE u.id = (SELECT v.user_id FROM verification v WHERE v.hash = p_hash) FOR UPDATE;
  WITH used AS (
    UPDATE verification SET used_at = now()
    WHERE hash = p_hash AND purpose = 'confirm' AND used_at IS NULL AND expires_at > now()
    RETURNING verification.user_id, verification.registration_id
  ), confirmed AS (
    UPDATE app_user u SET verified_at = now(), password_hash = coalesce(r.password_hash, u.password_hash),
      display_name = coalesce(r.display_name, u.display_name), language = coalesce(r.language, u.language)
    FROM used LEFT JOIN registration r ON r.id = used.registration_id
    WHERE u.id = used.user_id AND u.verified_at IS NULL AND (used.registration_id IS NULL OR r.id IS NOT NULL)
    RETURNING u.id
  ), ended AS (
    UPDATE verification v SET used_at = now() FROM confirmed c
    WHERE v.user_id = c.id AND v.purpose = 'confirm' AND v.used_at IS NULL AND v.hash <> p_hash
  ), forgotten AS (
    DELETE FROM registration r USING confirmed c WHERE r.user_id = c.id
  ) SELECT id FROM confirmed
$$;
REVOKE ALL ON FUNCTION confirm_email FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION confirm_email TO mascate_app;

CREATE OR REPLACE FUNCTION create_confirmation(p_hash bytea, p_registration uuid, p_expires timestamptz) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH made AS (
    INSERT INTO verification (hash, user_id, purpose, expires_at, registration_id)
    SELECT p_hash, r.user_id, 'confirm', p_expires, r.id FROM registration r JOIN app_user u ON u.id = r.user_id
    WHERE r.id = p_registration AND u.verified_at IS NULL
    RETURNING 1
  ) SELECT EXISTS (SELECT 1 FROM made)
$$;
REVOKE ALL ON FUNCTION create_confirmation FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION create_confirmation TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION create_user(p_id uuid, p_email citext, p_display_name text, p_password_hash text, p_language text)
RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH made AS (
    INSERT INTO app_user (id, email, display_name, password_hash, language) VALUES (p_id, p_email, p_display_name, p_password_hash, p_language)
    ON CONFLICT (email) DO NOTHING RETURNING 1
  ) SELECT EXISTS (SELECT 1 FROM made)
$$;
REVOKE ALL ON FUNCTION create_user FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION create_user TO mascate_app;

CREATE OR REPLACE FUNCTION cancel_email_change(p_user uuid) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH ended AS (UPDATE verification SET used_at = now() WHERE user_id = p_user AND purpose = 'change_email' AND used_at IS NULL RETURNING 1)
  SELECT EXISTS (SELECT 1 FROM ended)
$$;
REVOKE ALL ON FUNCTION cancel_email_change FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION cancel_email_change TO mascate_app;

CREATE OR REPLACE FUNCTION change_email(p_hash bytea) RETURNS TABLE (outcome text, user_id uuid, old_email text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_user uuid; v_new citext; v_old text;
BEGIN
  UPDATE verification v SET used_at = now()
  WHERE v.hash = p_hash AND v.purpose = 'change_email' AND v.used_at IS NULL AND v.expires_at > now() RETURNING v.user_id, v.new_email INTO v_user, v_new;
  IF v_user IS NULL THEN RETURN QUERY SELECT 'gone'::text, NULL::uuid, NULL::text; RETURN; END IF;
  SELECT email::text INTO v_old FROM app_user WHERE id = v_user FOR UPDATE;
  PERFORM 1 FROM app_user u WHERE u.email = v_new AND u.verified_at IS NULL FOR UPDATE;
  DELETE FROM registration r USING app_user u WHERE r.user_id = u.id AND u.email = v_new AND u.verified_at IS NULL;
  UPDATE verification v SET used_at = now() FROM app_user u WHERE v.user_id = u.id AND u.email = v_new AND u.verified_at IS NULL AND v.used_at IS NULL;
  UPDATE app_user u SET email = u.id || '@released.invalid' WHERE u.email = v_new AND u.verified_at IS NULL;
  BEGIN
    UPDATE app_user SET email = v_new, verified_at = now() WHERE id = v_user;
  EXCEPTION WHEN unique_violation THEN
    RETURN QUERY SELECT 'taken'::text, v_user, v_old; RETURN;
  END;
  UPDATE verification v SET used_at = now() WHERE v.user_id = v_user AND v.used_at IS NULL;
  RETURN QUERY SELECT 'changed'::text, v_user, v_old;
END $$;
REVOKE ALL ON FUNCTION change_email FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION change_email TO mascate_app;

CREATE OR REPLACE FUNCTION create_verification(
  p_hash bytea, p_user uuid, p_purpose "VerificationPurpose", p_new_email citext, p_expires timestamptz
)
RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE verification SET used_at = now() WHERE user_id = p_user AND purpose = p_purpose AND used_at IS NULL;
  INSERT INTO verification (hash, user_id, purpose, new_email, expires_at) VALUES (p_hash, p_user, p_purpose, p_new_email, p_expires)
$$;
REVOKE ALL ON FUNCTION create_verification FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION create_verification TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION get_email_change(p_user uuid) RETURNS TABLE (new_email text, expires_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT v.new_email::text, v.expires_at FROM verification v
  WHERE v.user_id = p_user AND v.purpose = 'change_email' AND v.used_at IS NULL AND v.expires_at > now()
  ORDER BY v.expires_at DESC LIMIT 1
$$;
REVOKE ALL ON FUNCTION get_email_change FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION get_email_change TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION get_verification(p_hash bytea, p_purpose "VerificationPurpose")
RETURNS TABLE (state text, user_id uuid, email text, new_email text, display_name text, language text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN v.used_at IS NOT NULL THEN 'used' WHEN v.expires_at <= now() THEN 'expired' ELSE 'open' END,
    u.id, u.email::text, v.new_email::text, u.display_name, u.language
  FROM verification v JOIN app_user u ON u.id = v.user_id WHERE v.hash = p_hash AND v.purpose = p_purpose
$$;
REVOKE ALL ON FUNCTION get_verification FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION get_verification TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION end_session(p_hash bytea) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE session SET ended_at = now() WHERE (hash = p_hash OR former_hash = p_hash AND former_until > now()) AND ended_at IS NULL
$$;
REVOKE ALL ON FUNCTION end_session FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION end_session TO mascate_app;

CREATE OR REPLACE FUNCTION entities_of(p_organization uuid, p_user uuid, p_role "Role") RETURNS uuid[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN p_role <> 'accountant' OR NOT EXISTS (
      SELECT 1 FROM legal_entity e WHERE e.organization_id = p_organization AND NOT EXISTS (
        SELECT 1 FROM membership_entity m WHERE m.organization_id = p_organization AND m.user_id = p_user AND m.legal_entity_id = e.id))
    THEN NULL
    ELSE ARRAY(SELECT legal_entity_id FROM membership_entity WHERE organization_id = p_organization AND user_id = p_user ORDER BY 1) END
$$;
REVOKE ALL ON FUNCTION entities_of FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION forget_sign_ins(p_limit integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_count integer; v_all integer := 0;
BEGIN
  DELETE FROM session WHERE id = ANY (ARRAY(
    SELECT id FROM session WHERE least(ended_at, expires_at) < now() - interval '90 days' LIMIT p_limit));
  GET DIAGNOSTICS v_count = ROW_COUNT; v_all := v_all + v_count;
  DELETE FROM verification WHERE hash = ANY (ARRAY(SELECT hash FROM verification WHERE expires_at < now() - interval '30 days' LIMIT p_limit));
  GET DIAGNOSTICS v_count = ROW_COUNT; v_all := v_all + v_count;
  DELETE FROM waiting_sign_in WHERE hash = ANY (ARRAY(SELECT hash FROM waiting_sign_in WHERE expires_at < now() - interval '1 day' LIMIT p_limit));
  GET DIAGNOSTICS v_count = ROW_COUNT; v_all := v_all + v_count;
  DELETE FROM registration WHERE id = ANY (ARRAY(SELECT id FROM registration WHERE created_at < now() - interval '30 days' LIMIT p_limit));
  GET DIAGNOSTICS v_count = ROW_COUNT; v_all := v_all + v_count;
  DELETE FROM app_user WHERE id = ANY (ARRAY(
    SELECT u.id FROM app_user u WHERE u.verified_at IS NULL AND u.created_at < now() - interval '30 days'
      AND NOT EXISTS (SELECT 1 FROM membership m WHERE m.user_id = u.id)
      AND NOT EXISTS (SELECT 1 FROM registration r WHERE r.user_id = u.id)
      AND NOT EXISTS (SELECT 1 FROM verification v WHERE v.user_id = u.id)
    LIMIT p_limit));
  GET DIAGNOSTICS v_count = ROW_COUNT; v_all := v_all + v_count;
  RETURN v_all;
END $$;
REVOKE ALL ON FUNCTION forget_sign_ins FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION forget_sign_ins TO mascate_worker;

CREATE OR REPLACE FUNCTION forget_sign_up() RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_org constant uuid := current_organization();
  v_term constant timestamptz := now() - interval '7 days';
  v_users uuid[]; t text; v_more boolean;
BEGIN
  PERFORM 1 FROM organization WHERE organization_id = v_org AND created_at < v_term AND deletion_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM membership m JOIN app_user u ON u.id = m.user_id WHERE m.organization_id = v_org AND u.verified_at IS NOT NULL);
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM 1 FROM app_user WHERE id IN (SELECT user_id FROM membership WHERE organization_id = v_org) ORDER BY id FOR UPDATE;
  PERFORM 1 FROM organization WHERE organization_id = v_org FOR UPDATE;
  SELECT array_agg(user_id) INTO v_users FROM membership WHERE organization_id = v_org;
  IF v_users IS NULL
    OR EXISTS (SELECT 1 FROM app_user WHERE id = ANY (v_users) AND (verified_at IS NOT NULL OR created_at >= v_term))
    OR EXISTS (SELECT 1 FROM registration WHERE user_id = ANY (v_users) AND created_at >= v_term)
    OR EXISTS (SELECT 1 FROM verification WHERE user_id = ANY (v_users) AND used_at IS NULL AND expires_at > now())
    OR EXISTS (SELECT 1 FROM membership WHERE user_id = ANY (v_users) AND organization_id <> v_org)
    OR EXISTS (SELECT 1 FROM audit_event WHERE organization_id = v_org AND event <> 'organization.created')
    OR (SELECT count(*) FROM legal_entity WHERE organization_id = v_org) > 1
    OR (SELECT count(*) FROM channel WHERE organization_id = v_org) > 1
    OR (SELECT count(*) FROM stock_location WHERE organization_id = v_org) > 1
  THEN RETURN false; END IF;
  FOR t IN
    SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname NOT IN ('organization', 'membership', 'legal_entity', 'channel',
      'stock_location', 'fee_rule', 'fee_part', 'fee_band', 'audit_event', 'audit_chain', 'health_run', 'health_finding', 'notification')
  LOOP
    EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I WHERE organization_id = $1)', t) INTO v_more USING v_org;
    IF v_more THEN RETURN false; END IF;
  END LOOP;
  UPDATE organization SET deletion_at = now() - interval '1 second' WHERE organization_id = v_org;
  DELETE FROM membership WHERE organization_id = v_org;
  DELETE FROM verification WHERE user_id = ANY (v_users);
  DELETE FROM registration WHERE user_id = ANY (v_users);
  DELETE FROM app_user WHERE id = ANY (v_users);
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION forget_sign_up FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION forget_sign_up TO mascate_worker;

CREATE OR REPLACE FUNCTION get_confirmation(p_hash bytea)
RETURNS TABLE (state text, user_id uuid, email text, registration_id uuid, display_name text, company_name text, password_hash text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN v.used_at IS NOT NULL OR u.verified_at IS NOT NULL THEN 'used'
      WHEN v.expires_at <= now() OR r.id IS NULL THEN 'expired' ELSE 'open' END,
    u.id, u.email::text, r.id, r.display_name, r.company_name, r.password_hash
  FROM verification v JOIN app_user u ON u.id = v.user_id LEFT JOIN registration r ON r.id = v.registration_id
  WHERE v.hash = p_hash AND v.purpose = 'confirm'
$$;
REVOKE ALL ON FUNCTION get_confirmation FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION get_confirmation TO mascate_app;

CREATE OR REPLACE FUNCTION get_member_scope(p_user uuid)
RETURNS TABLE (role "Role", legal_entity_ids uuid[], email text, display_name text, language text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT m.role, entities_of(m.organization_id, m.user_id, m.role), u.email::text, u.display_name, u.language
  FROM membership m JOIN app_user u ON u.id = m.user_id WHERE m.organization_id = current_organization() AND m.user_id = p_user
$$;
REVOKE ALL ON FUNCTION get_member_scope FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION get_member_scope TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION get_registration_contact(p_id uuid) RETURNS TABLE (email text, display_name text, language text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT u.email::text, r.display_name, r.language FROM registration r JOIN app_user u ON u.id = r.user_id
  WHERE r.id = p_id AND u.verified_at IS NULL
$$;
REVOKE ALL ON FUNCTION get_registration_contact FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION get_registration_contact TO mascate_worker;

CREATE OR REPLACE FUNCTION get_registration(p_email citext, p_preferred uuid) RETURNS TABLE (id uuid, user_id uuid, password_hash text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT r.id, r.user_id, r.password_hash FROM registration r JOIN app_user u ON u.id = r.user_id
  WHERE u.email = p_email AND u.verified_at IS NULL
  ORDER BY (r.id = p_preferred) DESC NULLS LAST, r.created_at DESC, r.id DESC LIMIT 1
$$;
REVOKE ALL ON FUNCTION get_registration FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION get_registration TO mascate_app;

CREATE OR REPLACE FUNCTION get_session_member(p_hash bytea)
RETURNS TABLE (
  session_id uuid, session_created_at timestamptz, renewal_due boolean, user_id uuid, email text, display_name text, avatar_id uuid,
  language text, language_chosen boolean, theme text, color_scheme text, has_second_step boolean, organization_id uuid,
  organization_name text, time_zone text, deletion_at timestamptz, role "Role", legal_entity_ids uuid[], productivity boolean,
  second_factor_missing boolean
)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_id uuid;
  v_former_ends boolean;
BEGIN
  SELECT s.id, s.hash = p_hash AND s.former_until > now() + interval '30 seconds' INTO v_id, v_former_ends
  FROM session s WHERE s.hash = p_hash OR s.former_hash = p_hash AND s.former_until > now();
  IF v_id IS NULL THEN RETURN; END IF;
  IF v_former_ends THEN
    UPDATE session s SET former_until = now() + interval '30 seconds' WHERE s.id = v_id AND s.hash = p_hash;
  END IF;
  UPDATE session s SET last_seen_at = now()
  WHERE s.id = v_id AND s.ended_at IS NULL AND s.last_seen_at < now() - interval '1 minute' AND s.last_seen_at > now() - interval '12 hours';
  UPDATE session s SET organization_id = (
      SELECT m.organization_id FROM membership m WHERE m.user_id = s.user_id ORDER BY m.created_at, m.organization_id LIMIT 1)
  WHERE s.id = v_id AND s.ended_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM membership m WHERE m.user_id = s.user_id AND m.organization_id = s.organization_id)
    AND (s.organization_id IS NOT NULL OR EXISTS (SELECT 1 FROM membership m WHERE m.user_id = s.user_id));
  RETURN QUERY
  SELECT s.id, s.created_at, s.renewal_due OR s.hash <> p_hash, u.id, u.email::text, u.display_name, u.avatar_id, u.language, u.language_chosen, u.theme,
    u.color_scheme, u.totp_since IS NOT NULL, o.organization_id, o.name, o.time_zone, o.deletion_at, m.role,
    CASE m.role WHEN 'accountant' THEN entities_of(m.organization_id, m.user_id, m.role) END, o.productivity,
    coalesce(o.second_factor_required AND u.totp_since IS NULL, false)
  FROM session s
  JOIN app_user u ON u.id = s.user_id
  LEFT JOIN membership m ON m.user_id = s.user_id AND m.organization_id = s.organization_id
  LEFT JOIN organization o ON o.organization_id = m.organization_id
  WHERE s.id = v_id AND (s.hash = p_hash OR s.former_hash = p_hash)
    AND s.ended_at IS NULL AND s.expires_at > now() AND s.last_seen_at > now() - interval '12 hours';
END $$;
REVOKE ALL ON FUNCTION get_session_member FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION get_session_member TO mascate_app;

CREATE OR REPLACE FUNCTION get_user_by_email(p_email citext)
RETURNS TABLE (id uuid, email text, verified_at timestamptz, password_hash text, display_name text, language text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT id, email::text, verified_at, password_hash, display_name, language FROM app_user WHERE email = p_email
$$;
REVOKE ALL ON FUNCTION get_user_by_email FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION get_user_by_email TO mascate_app;

CREATE OR REPLACE FUNCTION get_user_contact(p_user uuid)
RETURNS TABLE (email text, display_name text, language text, verified_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT email::text, display_name, language, verified_at FROM app_user WHERE id = p_user
$$;
REVOKE ALL ON FUNCTION get_user_contact FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION get_user_contact TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION get_user_security(p_user uuid)
RETURNS TABLE (
  email text, password_hash text, verified_at timestamptz, totp_secret text, totp_since timestamptz, recovery_codes integer,
  google_email text
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT u.email::text, u.password_hash, u.verified_at, u.totp_secret, u.totp_since,
    (SELECT count(*)::int FROM recovery_code r WHERE r.user_id = u.id AND r.used_at IS NULL),
    (SELECT a.email::text FROM account a WHERE a.user_id = u.id AND a.provider = 'google')
  FROM app_user u WHERE u.id = p_user
$$;
REVOKE ALL ON FUNCTION get_user_security FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION get_user_security TO mascate_app;

CREATE OR REPLACE FUNCTION get_waiting_sign_in(p_hash bytea) RETURNS TABLE (user_id uuid, how text, subject text, email text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT w.user_id, w.how, w.subject, w.email::text FROM waiting_sign_in w WHERE w.hash = p_hash AND w.used_at IS NULL AND w.expires_at > now()
$$;
REVOKE ALL ON FUNCTION get_waiting_sign_in FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION get_waiting_sign_in TO mascate_app;

CREATE OR REPLACE FUNCTION get_ways_in(p_user uuid)
RETURNS TABLE (google boolean, second_step boolean, recovery_codes integer, access_tokens integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT 1 FROM account a WHERE a.user_id = u.id AND a.provider = 'google'), u.totp_since IS NOT NULL,
    (SELECT count(*)::int FROM recovery_code r WHERE r.user_id = u.id AND r.used_at IS NULL),
    (SELECT count(*)::int FROM access_token t WHERE t.user_id = u.id AND t.revoked_at IS NULL AND t.expires_at > now())
  FROM app_user u WHERE u.id = p_user
$$;
REVOKE ALL ON FUNCTION get_ways_in FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION get_ways_in TO mascate_worker;

CREATE OR REPLACE FUNCTION create_verified_user(p_id uuid, p_email citext, p_display_name text, p_language text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_released uuid;
BEGIN
  UPDATE app_user u SET email = u.id || '@released.invalid' WHERE u.email = p_email AND u.verified_at IS NULL RETURNING u.id INTO v_released;
  UPDATE verification v SET used_at = now() WHERE v.user_id = v_released AND v.used_at IS NULL;
  DELETE FROM registration r WHERE r.user_id = v_released;
  INSERT INTO app_user (id, email, display_name, language, verified_at) VALUES (p_id, p_email, p_display_name, p_language, now())
  ON CONFLICT (email) DO NOTHING;
  RETURN FOUND;
END $$;
REVOKE ALL ON FUNCTION create_verified_user FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION create_verified_user TO mascate_app;

CREATE OR REPLACE FUNCTION link_account(p_provider text, p_subject text, p_user uuid, p_email citext) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH made AS (
    INSERT INTO account (provider, subject, user_id, email) VALUES (p_provider, p_subject, p_user, p_email) ON CONFLICT DO NOTHING RETURNING 1
  ) SELECT EXISTS (SELECT 1 FROM made)
$$;
REVOKE ALL ON FUNCTION link_account FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION link_account TO mascate_app;

CREATE OR REPLACE FUNCTION unlink_account(p_provider text, p_user uuid) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gone AS (DELETE FROM account WHERE provider = p_provider AND user_id = p_user RETURNING 1) SELECT EXISTS (SELECT 1 FROM gone)
$$;
REVOKE ALL ON FUNCTION unlink_account FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION unlink_account TO mascate_app;

CREATE OR REPLACE FUNCTION has_signed_in(p_user uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT 1 FROM session WHERE user_id = p_user)
$$;
REVOKE ALL ON FUNCTION has_signed_in FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION has_signed_in TO mascate_app;

CREATE OR REPLACE FUNCTION holds_password(p_user uuid, p_hash text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM app_user WHERE id = p_user AND password_hash = p_hash FOR SHARE;
  RETURN FOUND;
END $$;
REVOKE ALL ON FUNCTION holds_password FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION holds_password TO mascate_app;

CREATE OR REPLACE FUNCTION list_sole_ownerships(p_user uuid) RETURNS TABLE (name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT o.name FROM membership m JOIN organization o ON o.organization_id = m.organization_id
  WHERE m.user_id = p_user AND m.role = 'owner' AND (o.deletion_at IS NULL OR o.deletion_at > now()) AND NOT EXISTS (
    SELECT 1 FROM membership other WHERE other.organization_id = m.organization_id AND other.role = 'owner' AND other.user_id <> p_user)
  ORDER BY o.name
$$;
REVOKE ALL ON FUNCTION list_sole_ownerships FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION list_sole_ownerships TO mascate_app;

CREATE OR REPLACE FUNCTION mark_sessions_for_renewal() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE session SET renewal_due = true WHERE user_id = NEW.user_id AND ended_at IS NULL AND NOT renewal_due;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION mark_sessions_for_renewal FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION open_session(p_id uuid, p_hash bytea, p_user uuid, p_expires timestamptz, p_device text, p_network text)
RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH made AS (
    INSERT INTO session (id, hash, user_id, organization_id, expires_at, device, network)
    SELECT p_id, p_hash, u.id,
      (SELECT m.organization_id FROM membership m WHERE m.user_id = u.id ORDER BY m.created_at, m.organization_id LIMIT 1), p_expires, p_device, p_network
    FROM app_user u WHERE u.id = p_user AND u.verified_at IS NOT NULL
    RETURNING 1
  ) SELECT EXISTS (SELECT 1 FROM made)
$$;
REVOKE ALL ON FUNCTION open_session FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION open_session TO mascate_app;

CREATE OR REPLACE FUNCTION drop_foreign_identities(p_user uuid) RETURNS TABLE (email text)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM account a USING app_user u WHERE u.id = p_user AND a.user_id = u.id AND a.email <> u.email RETURNING a.email::text
$$;
REVOKE ALL ON FUNCTION drop_foreign_identities FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION drop_foreign_identities TO mascate_app;

CREATE OR REPLACE FUNCTION end_access_tokens(p_user uuid) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_before text := current_setting('app.organization_id', true); v_organization uuid; v_ended integer := 0; v_here integer;
BEGIN
  FOR v_organization IN SELECT DISTINCT organization_id FROM access_token WHERE user_id = p_user AND revoked_at IS NULL LOOP
    PERFORM set_config('app.organization_id', v_organization::text, true);
    UPDATE access_token SET revoked_at = now() WHERE organization_id = v_organization AND user_id = p_user AND revoked_at IS NULL;
    GET DIAGNOSTICS v_here = ROW_COUNT;
    v_ended := v_ended + v_here;
  END LOOP;
  PERFORM set_config('app.organization_id', coalesce(v_before, ''), true);
  RETURN v_ended;
END $$;
REVOKE ALL ON FUNCTION end_access_tokens FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION renew_session(p_hash bytea, p_new bytea) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH renewed AS (
    UPDATE session SET hash = p_new, former_hash = NULL, former_until = NULL, renewal_due = false
    WHERE (hash = p_hash OR former_hash = p_hash AND former_until > now()) AND ended_at IS NULL RETURNING 1
  ) SELECT EXISTS (SELECT 1 FROM renewed)
$$;
REVOKE ALL ON FUNCTION renew_session FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION renew_session TO mascate_app;

CREATE OR REPLACE FUNCTION reset_password(p_hash bytea, p_password_hash text) RETURNS TABLE (user_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_user uuid;
BEGIN
  UPDATE verification v SET used_at = now()
  WHERE v.hash = p_hash AND v.purpose = 'reset' AND v.used_at IS NULL AND v.expires_at > now()
    AND EXISTS (SELECT 1 FROM app_user u WHERE u.id = v.user_id AND u.verified_at IS NOT NULL)
  RETURNING v.user_id INTO v_user;
  IF v_user IS NULL THEN RETURN; END IF;
  PERFORM set_password(v_user, p_password_hash, NULL);
  PERFORM end_access_tokens(v_user);
  RETURN QUERY SELECT v_user;
END $$;
REVOKE ALL ON FUNCTION reset_password FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION reset_password TO mascate_app;

CREATE OR REPLACE FUNCTION set_password(p_user uuid, p_password_hash text, p_keep uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE app_user SET password_hash = p_password_hash WHERE id = p_user AND verified_at IS NOT NULL;
  UPDATE verification SET used_at = now() WHERE user_id = p_user AND purpose IN ('reset', 'change_email') AND used_at IS NULL;
  UPDATE waiting_sign_in SET used_at = now() WHERE user_id = p_user AND used_at IS NULL;
  UPDATE session SET ended_at = now() WHERE user_id = p_user AND ended_at IS NULL AND id IS DISTINCT FROM p_keep
$$;
REVOKE ALL ON FUNCTION set_password FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION set_password TO mascate_app;

CREATE OR REPLACE FUNCTION renew_due_session(p_hash bytea, p_new bytea) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE session SET hash = p_new, former_hash = p_hash, former_until = now() + interval '5 minutes', renewal_due = false
  WHERE hash = p_hash AND renewal_due AND ended_at IS NULL;
  IF FOUND THEN RETURN true; END IF;
  RETURN EXISTS (SELECT 1 FROM session WHERE hash = p_new AND former_hash = p_hash AND former_until > now() AND ended_at IS NULL);
END $$;
REVOKE ALL ON FUNCTION renew_due_session FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION renew_due_session TO mascate_app;

CREATE OR REPLACE FUNCTION end_user_session(p_user uuid, p_session uuid) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH ended AS (UPDATE session SET ended_at = now() WHERE user_id = p_user AND id = p_session AND ended_at IS NULL RETURNING 1)
  SELECT EXISTS (SELECT 1 FROM ended)
$$;
REVOKE ALL ON FUNCTION end_user_session FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION end_user_session TO mascate_app;

CREATE OR REPLACE FUNCTION end_user_sessions(p_user uuid, p_keep uuid) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH ended AS (UPDATE session SET ended_at = now() WHERE user_id = p_user AND ended_at IS NULL AND id IS DISTINCT FROM p_keep RETURNING 1)
  SELECT count(*)::int FROM ended
$$;
REVOKE ALL ON FUNCTION end_user_sessions FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION end_user_sessions TO mascate_app;

CREATE OR REPLACE FUNCTION list_user_sessions(p_user uuid)
RETURNS TABLE (id uuid, created_at timestamptz, last_seen_at timestamptz, device text, network text, organization_name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.id, s.created_at, s.last_seen_at, s.device, s.network, o.name FROM session s LEFT JOIN organization o ON o.organization_id = s.organization_id
  WHERE s.user_id = p_user AND s.ended_at IS NULL AND s.expires_at > now() AND s.last_seen_at > now() - interval '12 hours'
  ORDER BY s.last_seen_at DESC, s.id
$$;
REVOKE ALL ON FUNCTION list_user_sessions FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION list_user_sessions TO mascate_app;

CREATE OR REPLACE FUNCTION set_user_preferences(p_user uuid, p_language text, p_theme text, p_color_scheme text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE app_user SET language = coalesce(p_language, language), language_chosen = language_chosen OR p_language IS NOT NULL,
    theme = coalesce(p_theme, theme), color_scheme = coalesce(p_color_scheme, color_scheme)
  WHERE id = p_user
$$;
REVOKE ALL ON FUNCTION set_user_preferences FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION set_user_preferences TO mascate_app;

CREATE OR REPLACE FUNCTION start_registration(
  p_id uuid, p_email citext, p_display_name text, p_company_name text, p_password_hash text, p_language text
)
RETURNS TABLE (user_id uuid)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM registration r USING app_user u
  WHERE u.id = r.user_id AND u.email = p_email AND r.created_at < now() - interval '7 days'
    AND NOT EXISTS (SELECT 1 FROM verification v WHERE v.registration_id = r.id AND v.used_at IS NULL AND v.expires_at > now());
  INSERT INTO registration (id, user_id, display_name, company_name, password_hash, language)
  SELECT p_id, u.id, p_display_name, p_company_name, p_password_hash, p_language FROM app_user u WHERE u.email = p_email AND u.verified_at IS NULL
  RETURNING registration.user_id
$$;
REVOKE ALL ON FUNCTION start_registration FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION start_registration TO mascate_app;

CREATE OR REPLACE FUNCTION start_waiting_sign_in(
  p_hash bytea, p_user uuid, p_how text, p_subject text, p_email citext, p_expires timestamptz
)
RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM waiting_sign_in WHERE user_id = p_user AND (used_at IS NOT NULL OR expires_at <= now());
  INSERT INTO waiting_sign_in (hash, user_id, how, subject, email, expires_at) VALUES (p_hash, p_user, p_how, p_subject, p_email, p_expires)
$$;
REVOKE ALL ON FUNCTION start_waiting_sign_in FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION start_waiting_sign_in TO mascate_app;

CREATE OR REPLACE FUNCTION switch_session_organization(p_hash bytea, p_organization uuid) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH moved AS (
    UPDATE session s SET organization_id = p_organization
    WHERE (s.hash = p_hash OR s.former_hash = p_hash AND s.former_until > now()) AND s.ended_at IS NULL
      AND EXISTS (SELECT 1 FROM membership m WHERE m.user_id = s.user_id AND m.organization_id = p_organization)
    RETURNING 1
  ) SELECT EXISTS (SELECT 1 FROM moved)
$$;
REVOKE ALL ON FUNCTION switch_session_organization FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION switch_session_organization TO mascate_app;

CREATE OR REPLACE FUNCTION confirm_totp(p_user uuid, p_secret text, p_step bigint, p_hashes bytea[]) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE app_user SET totp_since = now(), totp_step = p_step WHERE id = p_user AND totp_secret = p_secret AND totp_since IS NULL;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM replace_recovery_codes(p_user, p_hashes);
  UPDATE waiting_sign_in SET used_at = now() WHERE user_id = p_user AND used_at IS NULL;
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION confirm_totp FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION confirm_totp TO mascate_app;

CREATE OR REPLACE FUNCTION disable_totp(p_user uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE app_user SET totp_secret = NULL, totp_since = NULL, totp_step = NULL WHERE id = p_user;
  DELETE FROM recovery_code WHERE user_id = p_user;
  UPDATE waiting_sign_in SET used_at = now() WHERE user_id = p_user AND used_at IS NULL
$$;
REVOKE ALL ON FUNCTION disable_totp FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION disable_totp TO mascate_app;

CREATE OR REPLACE FUNCTION replace_recovery_codes(p_user uuid, p_hashes bytea[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM recovery_code WHERE user_id = p_user;
  INSERT INTO recovery_code (user_id, hash) SELECT p_user, h FROM unnest(p_hashes) h
$$;
REVOKE ALL ON FUNCTION replace_recovery_codes FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION replace_recovery_codes TO mascate_app;

CREATE OR REPLACE FUNCTION start_totp(p_user uuid, p_secret text) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH started AS (UPDATE app_user SET totp_secret = p_secret, totp_step = NULL WHERE id = p_user AND totp_since IS NULL RETURNING 1)
  SELECT EXISTS (SELECT 1 FROM started)
$$;
REVOKE ALL ON FUNCTION start_totp FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION start_totp TO mascate_app;

CREATE OR REPLACE FUNCTION use_recovery_code(p_user uuid, p_hash bytea) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH used AS (UPDATE recovery_code SET used_at = now() WHERE user_id = p_user AND hash = p_hash AND used_at IS NULL RETURNING 1)
  SELECT EXISTS (SELECT 1 FROM used)
$$;
REVOKE ALL ON FUNCTION use_recovery_code FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION use_recovery_code TO mascate_app;

CREATE OR REPLACE FUNCTION use_totp_step(p_user uuid, p_step bigint) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH used AS (
    UPDATE app_user SET totp_step = p_step WHERE id = p_user AND totp_since IS NOT NULL AND (totp_step IS NULL OR totp_step < p_step) RETURNING 1
  ) SELECT EXISTS (SELECT 1 FROM used)
$$;
REVOKE ALL ON FUNCTION use_totp_step FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION use_totp_step TO mascate_app;

CREATE OR REPLACE FUNCTION use_waiting_sign_in(p_hash bytea, p_user uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM app_user WHERE id = p_user FOR UPDATE;
  UPDATE waiting_sign_in SET used_at = now() WHERE hash = p_hash AND user_id = p_user AND used_at IS NULL AND expires_at > now();
  RETURN FOUND;
END $$;
REVOKE ALL ON FUNCTION use_waiting_sign_in FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION use_waiting_sign_in TO mascate_app;

CREATE OR REPLACE FUNCTION visible_entities() RETURNS uuid[]
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN current_user IN ('mascate_app', 'mascate_worker') THEN nullif(current_setting('app.legal_entities', true), '')::uuid[] END
$$;

CREATE OR REPLACE FUNCTION visible_outlets() RETURNS uuid[]
LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = public, pg_temp AS $$
BEGIN
  IF visible_entities() IS NULL THEN RETURN NULL; END IF;
  RETURN ARRAY(
    SELECT id FROM shop WHERE organization_id = current_organization() AND legal_entity_id = ANY (visible_entities())
    UNION ALL SELECT id FROM channel WHERE organization_id = current_organization() AND legal_entity_id = ANY (visible_entities()));
END $$;

CREATE OR REPLACE FUNCTION delete_organization_batch(p_limit integer) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE t text; v_org constant uuid := current_organization(); v_left boolean := false; v_gone integer;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM organization WHERE organization_id = v_org AND deletion_at <= now())
    AND NOT EXISTS (SELECT 1 FROM deleted_organization WHERE gone_id = v_org) THEN
    RAISE EXCEPTION 'not_due' USING errcode = 'P0001';
  END IF;
  PERFORM set_config('app.deleting_organization', v_org::text, true);
  DELETE FROM membership WHERE organization_id = v_org;
  FOR t IN
    SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
    WHERE n.nspname = 'public' AND c.relkind = 'r' AND c.relname NOT IN ('organization', 'session')
    ORDER BY (SELECT count(*) FROM pg_constraint f WHERE f.confrelid = c.oid AND f.contype = 'f'), c.relname
  LOOP
    BEGIN
      EXECUTE format('DELETE FROM %I WHERE ctid = ANY (ARRAY(SELECT ctid FROM %I WHERE organization_id = $1 LIMIT $2))', t, t) USING v_org, p_limit;
      GET DIAGNOSTICS v_gone = ROW_COUNT;
      v_left := v_left OR v_gone = p_limit;
    EXCEPTION WHEN foreign_key_violation OR restrict_violation THEN v_left := true;
    END;
  END LOOP;
  IF v_left THEN RETURN false; END IF;
  UPDATE session SET organization_id = NULL WHERE organization_id = v_org;
  DELETE FROM organization WHERE organization_id = v_org;
  INSERT INTO deleted_organization (gone_id) VALUES (v_org) ON CONFLICT DO NOTHING;
  DELETE FROM deleted_organization WHERE gone_id = v_org AND deleted_at < now() - interval '7 days';
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION delete_organization_batch FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION delete_organization_batch TO mascate_worker;

CREATE OR REPLACE FUNCTION get_invitation(p_hash bytea)
RETURNS TABLE (
  state text, organization_id uuid, organization_name text, id uuid, email text, role "Role", legal_entity_ids uuid[],
  invited_by_name text
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN i.accepted_at IS NOT NULL THEN 'used' WHEN i.revoked_at IS NOT NULL THEN 'revoked'
      WHEN o.deletion_at IS NOT NULL THEN 'ending' WHEN i.expires_at <= now() THEN 'expired' ELSE 'open' END,
    o.organization_id, o.name, i.id, i.email::text, i.role, i.legal_entity_ids, u.display_name
  FROM invitation i JOIN organization o ON o.organization_id = i.organization_id LEFT JOIN app_user u ON u.id = i.invited_by
  WHERE i.hash = p_hash
$$;
REVOKE ALL ON FUNCTION get_invitation FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION get_invitation TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION join_by_invitation(p_hash bytea, p_id uuid, p_display_name text, p_password_hash text, p_language text)
RETURNS TABLE (user_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_email citext; v_released uuid;
BEGIN
  SELECT i.email INTO v_email FROM invitation i
  WHERE i.hash = p_hash AND i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > now() FOR UPDATE;
  IF v_email IS NULL THEN RETURN; END IF;
  UPDATE app_user u SET email = u.id || '@released.invalid' WHERE u.email = v_email AND u.verified_at IS NULL RETURNING u.id INTO v_released;
  UPDATE verification v SET used_at = now() WHERE v.user_id = v_released AND v.used_at IS NULL;
  DELETE FROM registration r WHERE r.user_id = v_released;
  RETURN QUERY INSERT INTO app_user AS u (id, email, display_name, password_hash, language, verified_at)
    VALUES (p_id, v_email, p_display_name, p_password_hash, p_language, now())
    ON CONFLICT (email) DO NOTHING RETURNING u.id;
END $$;
REVOKE ALL ON FUNCTION join_by_invitation FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION join_by_invitation TO mascate_app;

CREATE OR REPLACE FUNCTION keep_an_owner() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM organization WHERE organization_id = OLD.organization_id AND (deletion_at IS NULL OR deletion_at > now()) FOR UPDATE;
  IF FOUND AND NOT EXISTS (SELECT 1 FROM membership WHERE organization_id = OLD.organization_id AND role = 'owner') THEN
    RAISE EXCEPTION 'last_owner' USING errcode = 'P0001';
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION keep_an_owner FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION list_members()
RETURNS TABLE (
  user_id uuid, email text, display_name text, avatar_id uuid, role "Role", since timestamptz, version integer, has_second_step boolean,
  last_seen_at timestamptz, legal_entity_ids uuid[]
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT u.id, u.email::text, u.display_name, u.avatar_id, m.role, m.created_at, m.version, u.totp_since IS NOT NULL,
    (SELECT max(s.last_seen_at) FROM session s WHERE s.user_id = u.id AND s.organization_id = m.organization_id),
    ARRAY(SELECT e.legal_entity_id FROM membership_entity e WHERE e.organization_id = m.organization_id AND e.user_id = m.user_id)
  FROM membership m JOIN app_user u ON u.id = m.user_id
  WHERE m.organization_id = current_organization()
  ORDER BY m.role, u.display_name, u.id
$$;
REVOKE ALL ON FUNCTION list_members FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION list_members TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION list_organizations_to_delete() RETURNS TABLE (organization_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT o.organization_id FROM organization o WHERE o.deletion_at <= now() UNION ALL SELECT d.gone_id FROM deleted_organization d
$$;
REVOKE ALL ON FUNCTION list_organizations_to_delete FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION list_organizations_to_delete TO mascate_worker;

CREATE OR REPLACE FUNCTION list_user_invitations(p_user uuid)
RETURNS TABLE (organization_id uuid, organization_name text, id uuid, role "Role", invited_by_name text, expires_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT o.organization_id, o.name, i.id, i.role, by.display_name, i.expires_at
  FROM app_user u JOIN invitation i ON i.email = u.email JOIN organization o ON o.organization_id = i.organization_id
  LEFT JOIN app_user by ON by.id = i.invited_by
  WHERE u.id = p_user AND u.verified_at IS NOT NULL AND o.deletion_at IS NULL
    AND i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > now()
  ORDER BY i.created_at DESC, i.id
$$;
REVOKE ALL ON FUNCTION list_user_invitations FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION list_user_invitations TO mascate_app;

CREATE OR REPLACE FUNCTION list_user_organizations(p_user uuid)
RETURNS TABLE (organization_id uuid, name text, role "Role", deletion_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT m.organization_id, o.name, m.role, o.deletion_at FROM membership m JOIN organization o ON o.organization_id = m.organization_id
  WHERE m.user_id = p_user ORDER BY m.created_at, m.organization_id
$$;
REVOKE ALL ON FUNCTION list_user_organizations FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION list_user_organizations TO mascate_app;

CREATE OR REPLACE FUNCTION sole_entity() RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN count(*) = 1 THEN (array_agg(id))[1] END FROM legal_entity
  WHERE organization_id = current_organization() AND archived_at IS NULL
$$;
REVOKE ALL ON FUNCTION sole_entity FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION sole_entity TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION add_to_spans() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO product_span AS s (organization_id, months, start, item_key, mapped, units, revenue_cents, deductions_cents, packaging_cents,
      revenue_with_cost_cents, cost, physical_units)
    SELECT c.organization_id, u.months, date_trunc(u.unit, c.month)::date, c.item_key, c.mapped, sum(c.units), sum(c.revenue_cents),
      sum(c.deductions_cents), sum(c.packaging_cents), sum(c.revenue_with_cost_cents), sum(c.cost), sum(c.physical_units)
    FROM (
      SELECT organization_id, month, item_key, mapped, units, revenue_cents, deductions_cents, packaging_cents, revenue_with_cost_cents, cost, physical_units FROM after
      UNION ALL
      SELECT organization_id, month, item_key, mapped, -units, -revenue_cents, -deductions_cents, -packaging_cents, -revenue_with_cost_cents, -cost, -physical_units FROM before
    ) c CROSS JOIN (VALUES (1, 'month'), (3, 'quarter'), (12, 'year')) u (months, unit)
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4
    ON CONFLICT (organization_id, months, start, item_key) DO UPDATE SET
      units = s.units + excluded.units, revenue_cents = s.revenue_cents + excluded.revenue_cents,
      deductions_cents = s.deductions_cents + excluded.deductions_cents, packaging_cents = s.packaging_cents + excluded.packaging_cents,
      revenue_with_cost_cents = s.revenue_with_cost_cents + excluded.revenue_with_cost_cents, cost = s.cost + excluded.cost,
      physical_units = s.physical_units + excluded.physical_units;
  ELSE
    INSERT INTO product_span AS s (organization_id, months, start, item_key, mapped, units, revenue_cents, deductions_cents, packaging_cents,
      revenue_with_cost_cents, cost, physical_units)
    SELECT c.organization_id, u.months, date_trunc(u.unit, c.month)::date, c.item_key, c.mapped, sum(c.units), sum(c.revenue_cents),
      sum(c.deductions_cents), sum(c.packaging_cents), sum(c.revenue_with_cost_cents), sum(c.cost), sum(c.physical_units)
    FROM after c CROSS JOIN (VALUES (1, 'month'), (3, 'quarter'), (12, 'year')) u (months, unit)
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4
    ON CONFLICT (organization_id, months, start, item_key) DO UPDATE SET
      units = s.units + excluded.units, revenue_cents = s.revenue_cents + excluded.revenue_cents,
      deductions_cents = s.deductions_cents + excluded.deductions_cents, packaging_cents = s.packaging_cents + excluded.packaging_cents,
      revenue_with_cost_cents = s.revenue_with_cost_cents + excluded.revenue_with_cost_cents, cost = s.cost + excluded.cost,
      physical_units = s.physical_units + excluded.physical_units;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION fold_buyers(p_limit integer) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
  v_taken integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('fold_buyers:' || v_org, 0));
  WITH taken AS (
    DELETE FROM buyer_delta WHERE organization_id = v_org
      AND id <= (SELECT max(id) FROM (SELECT id FROM buyer_delta WHERE organization_id = v_org ORDER BY id LIMIT p_limit) first)
    RETURNING *
  ), change AS MATERIALIZED (
    SELECT outlet_id, buyer_key, month, sum(orders)::bigint AS orders, sum(revenue_cents)::bigint AS revenue FROM taken
    GROUP BY 1, 2, 3 HAVING sum(orders) <> 0 OR sum(revenue_cents) <> 0
  ), months AS (
    INSERT INTO buyer_month AS m (organization_id, outlet_id, buyer_key, month, orders, revenue_cents)
    SELECT v_org, outlet_id, buyer_key, month, orders, revenue FROM change ORDER BY 2, 3, 4
    ON CONFLICT (organization_id, outlet_id, buyer_key, month) DO UPDATE SET
      orders = m.orders + excluded.orders, revenue_cents = m.revenue_cents + excluded.revenue_cents
  ), before AS MATERIALIZED (
    SELECT m.outlet_id, m.buyer_key, m.month, m.orders, m.revenue_cents AS revenue
    FROM (SELECT DISTINCT outlet_id, buyer_key FROM change) b
    JOIN buyer_month m ON m.organization_id = v_org AND m.outlet_id = b.outlet_id AND m.buyer_key = b.buyer_key
  ), after AS (
    SELECT outlet_id, buyer_key, month, sum(orders) AS orders, sum(revenue) AS revenue
    FROM (SELECT * FROM before UNION ALL SELECT * FROM change) a GROUP BY 1, 2, 3
  ), moved AS (
    SELECT outlet_id, min(month) OVER (PARTITION BY outlet_id, buyer_key) AS first_month, month, -1 AS buyers, -orders AS orders, -revenue AS revenue
    FROM before WHERE orders > 0
    UNION ALL
    SELECT outlet_id, min(month) OVER (PARTITION BY outlet_id, buyer_key), month, 1, orders, revenue FROM after WHERE orders > 0
  ), cohorts AS (
    INSERT INTO cohort_month AS c (organization_id, outlet_id, first_month, month, buyers, orders, revenue_cents)
    SELECT v_org, outlet_id, first_month, month, sum(buyers), sum(orders), sum(revenue) FROM moved
    GROUP BY 2, 3, 4 HAVING sum(buyers) <> 0 OR sum(orders) <> 0 OR sum(revenue) <> 0 ORDER BY 2, 3, 4
    ON CONFLICT (organization_id, first_month, month, outlet_id) DO UPDATE SET
      buyers = c.buyers + excluded.buyers, orders = c.orders + excluded.orders, revenue_cents = c.revenue_cents + excluded.revenue_cents
  )
  SELECT count(*) INTO v_taken FROM taken;
  RETURN v_taken;
END $$;
REVOKE ALL ON FUNCTION fold_buyers FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION fold_buyers TO mascate_worker;

CREATE OR REPLACE FUNCTION note_buyer() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.buyer_key IS NOT NULL AND OLD.status NOT IN ('pending', 'cancelled') THEN
    INSERT INTO buyer_delta (organization_id, outlet_id, buyer_key, month, orders, revenue_cents)
    VALUES (OLD.organization_id, OLD.outlet_id, OLD.buyer_key, date_trunc('month', OLD.local_day)::date, -1, -OLD.revenue_cents);
  END IF;
  IF NEW.buyer_key IS NOT NULL AND NEW.status NOT IN ('pending', 'cancelled') THEN
    INSERT INTO buyer_delta (organization_id, outlet_id, buyer_key, month, orders, revenue_cents)
    VALUES (NEW.organization_id, NEW.outlet_id, NEW.buyer_key, date_trunc('month', NEW.local_day)::date, 1, NEW.revenue_cents);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION allow_chaining_only() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.position IS NOT NULL OR to_jsonb(NEW) - 'position' <> to_jsonb(OLD) - 'position' THEN
    RAISE EXCEPTION 'audit_event is append-only' USING errcode = '42501';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION list_actor_names(p_users uuid[]) RETURNS TABLE (user_id uuid, display_name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT u.id, u.display_name FROM app_user u WHERE u.id = ANY (p_users) AND (
    EXISTS (SELECT 1 FROM membership m WHERE m.organization_id = current_organization() AND m.user_id = u.id)
    OR EXISTS (SELECT 1 FROM audit_event e WHERE e.organization_id = current_organization() AND e.actor_id = u.id))
$$;
REVOKE ALL ON FUNCTION list_actor_names FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION list_actor_names TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION list_audit_places(p_events uuid[]) RETURNS TABLE (event_id uuid, device text, network text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT e.id, s.device, s.network FROM audit_event e JOIN session s ON s.id = e.session_id
  WHERE e.organization_id = current_organization() AND e.id = ANY (p_events)
$$;
REVOKE ALL ON FUNCTION list_audit_places FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION list_audit_places TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION list_organizations_with_work() RETURNS TABLE (organization_id uuid, unchained boolean, unfolded boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT o.organization_id,
    EXISTS (SELECT 1 FROM audit_event e WHERE e.organization_id = o.organization_id AND e.position IS NULL),
    EXISTS (SELECT 1 FROM sales_day_delta d WHERE d.organization_id = o.organization_id)
      OR EXISTS (SELECT 1 FROM product_day_delta d WHERE d.organization_id = o.organization_id)
  FROM organization o
  WHERE EXISTS (SELECT 1 FROM audit_event e WHERE e.organization_id = o.organization_id AND e.position IS NULL)
    OR EXISTS (SELECT 1 FROM sales_day_delta d WHERE d.organization_id = o.organization_id)
    OR EXISTS (SELECT 1 FROM product_day_delta d WHERE d.organization_id = o.organization_id)
$$;
REVOKE ALL ON FUNCTION list_organizations_with_work FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION list_organizations_with_work TO mascate_worker;

CREATE OR REPLACE FUNCTION end_files_with_buyers() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('buyers:' || NEW.organization_id, 0));
  UPDATE export x SET state = 'failed', error_code = 'exportBuyerErased', finished_at = now()
  WHERE x.organization_id = NEW.organization_id AND x.kind IN ('orders', 'wholeCompany') AND x.state = 'running';
  UPDATE stored_file f SET expires_at = now() FROM export x
  WHERE x.organization_id = NEW.organization_id AND x.kind = 'wholeCompany' AND f.organization_id = NEW.organization_id AND f.id = x.file_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION erase_buyer(p_orders uuid[], p_likes text[], p_words text[], p_chosen boolean[], p_keyed text, p_actor uuid)
RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_org constant uuid := current_organization();
  v_most constant integer := 20;
  v_tasks uuid[]; v_files uuid[]; v_named text[]; v_left jsonb;
BEGIN
  IF v_org IS NULL OR coalesce(cardinality(p_orders), 0) = 0 THEN RETURN NULL; END IF;
  INSERT INTO buyer_erasure (organization_id, id, buyer_key, orders, erased_by)
  SELECT v_org, uuid_v7(), (array_agg(o.buyer_key))[1], count(*), p_actor FROM orders o WHERE o.organization_id = v_org AND o.id = ANY (p_orders);
  -- What is kept of them goes with the mark (forget_with_mark).
  UPDATE orders o SET buyer_erased_at = now() WHERE o.organization_id = v_org AND o.id = ANY (p_orders);

  -- Whoever else named them.
  WITH found AS MATERIALIZED (SELECT * FROM find_named(p_likes, p_words, p_keyed)),
  common AS (SELECT f.nth FROM found f WHERE p_chosen[f.nth] GROUP BY f.nth HAVING count(*) > v_most),
  named AS (SELECT DISTINCT f.record FROM found f WHERE f.nth IS NULL OR f.nth NOT IN (SELECT c.nth FROM common c)),
  rest AS (SELECT f.place, count(DISTINCT f.record) AS records FROM found f WHERE f.record NOT IN (SELECT n.record FROM named n) GROUP BY f.place)
  SELECT ARRAY(SELECT n.record FROM named n), (SELECT jsonb_object_agg(r.place, r.records) FROM rest r) INTO v_named, v_left;
  UPDATE sync_failure f SET platform_text = NULL WHERE f.organization_id = v_org AND f.id::text = ANY (v_named);
  DELETE FROM platform_act a WHERE a.organization_id = v_org AND a.settled_at IS NOT NULL AND a.subject_id::text = ANY (v_named);
  UPDATE dispatch_run d SET problems = '[]' WHERE d.organization_id = v_org AND d.id::text = ANY (v_named);
  DELETE FROM webhook_inbox b USING list_held_webhook_events() p WHERE p.id = b.id AND b.id::text = ANY (v_named);
  DELETE FROM assistant_message m WHERE m.organization_id = v_org AND coalesce(m.question_id, m.id)::text = ANY (v_named);
  DELETE FROM assistant_thread t WHERE t.organization_id = v_org AND t.id::text = ANY (v_named)
    AND NOT EXISTS (SELECT 1 FROM assistant_message m WHERE m.organization_id = v_org AND m.thread_id = t.id);
  UPDATE assistant_thread t SET title = '…' WHERE t.organization_id = v_org AND t.id::text = ANY (v_named);
  DELETE FROM proposal p WHERE p.organization_id = v_org AND p.id::text = ANY (v_named);
  v_tasks := ARRAY(SELECT t.id FROM agent_task t WHERE t.organization_id = v_org AND t.id::text = ANY (v_named));
  v_files := ARRAY(SELECT f.file_id FROM agent_task_file f WHERE f.organization_id = v_org AND f.task_id = ANY (v_tasks) AND f.file_id IS NOT NULL);
  DELETE FROM agent_task_file f WHERE f.organization_id = v_org AND f.task_id = ANY (v_tasks);
  DELETE FROM agent_task_event e WHERE e.organization_id = v_org AND e.task_id = ANY (v_tasks);
  DELETE FROM data_pack k WHERE k.organization_id = v_org AND k.task_id = ANY (v_tasks);
  DELETE FROM agent_task t WHERE t.organization_id = v_org AND t.id = ANY (v_tasks);
  UPDATE stored_file f SET expires_at = now() WHERE f.organization_id = v_org AND f.id = ANY (v_files);
  UPDATE bank_entry b SET memo = '' WHERE b.organization_id = v_org AND b.id::text = ANY (v_named);
  DELETE FROM outgoing_event e WHERE e.organization_id = v_org AND e.id::text = ANY (v_named);
  DELETE FROM idempotency i WHERE i.organization_id = v_org AND concat_ws(' ', i.route, i.key) = ANY (v_named);
  RETURN v_left;
END $$;
REVOKE ALL ON FUNCTION erase_buyer FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION erase_buyer TO mascate_app;

CREATE OR REPLACE FUNCTION find_named(p_likes text[], p_words text[], p_keyed text) RETURNS TABLE (place text, record text, nth integer)
LANGUAGE sql STABLE AS $$
  WITH name AS MATERIALIZED (SELECT w.nth::integer AS nth, w.likes, w.words FROM unnest(p_likes, p_words) WITH ORDINALITY w(likes, words, nth)),
  part AS MATERIALIZED (SELECT n.nth, w.word FROM name n, list_words(n.likes, false) w(word)),
  text AS MATERIALIZED (
    SELECT row_number() OVER () AS nth, l.*, search_text(coalesce(l.said, l.told::text)) AS searched FROM list_said() l),
  word AS MATERIALIZED (
    SELECT DISTINCT w.word, t.nth AS text FROM text t, list_words(t.searched, t.told IS NOT NULL) w(word)
    WHERE w.word IN (SELECT p.word FROM part p)),
  spread AS (SELECT w.word, count(*) AS texts FROM word w GROUP BY w.word),
  rarest AS MATERIALIZED (
    SELECT DISTINCT ON (p.nth) p.nth, p.word FROM part p LEFT JOIN spread s ON s.word = p.word ORDER BY p.nth, coalesce(s.texts, 0))
  SELECT t.place, t.record, NULL FROM text t WHERE t.told IS NOT NULL AND t.searched ~ p_keyed
  UNION SELECT t.place, t.record, n.nth FROM rarest r JOIN word w ON w.word = r.word JOIN text t ON t.nth = w.text JOIN name n ON n.nth = r.nth
    WHERE t.searched LIKE n.likes
    AND CASE WHEN t.told IS NULL THEN t.searched ~ n.words ELSE names_buyer(t.told, ARRAY[n.likes], n.words, NULL) END
$$;
REVOKE ALL ON FUNCTION find_named FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION forget_buyer_words() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE order_list d SET buyer_words = search_text(nullif(o.customer_name, '')) FROM gone g JOIN orders o
    ON o.organization_id = g.organization_id AND o.id = g.order_id
  WHERE d.organization_id = g.organization_id AND d.order_id = g.order_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION forget_marked(p_orders uuid[]) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
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
    OR f.id IN (SELECT unnest(ARRAY[d.file_id, d.thermal_file_id, d.sheet_file_id]) FROM dispatch_run d WHERE d.organization_id = v_org AND d.input->'orderIds' ?| p_orders::text[])
    OR f.id IN (SELECT i.file_id FROM import i WHERE i.organization_id = v_org AND i.kind IN ('orders', 'sales') AND i.finished_at IS NOT NULL)
    OR f.id IN (SELECT x.file_id FROM export x WHERE x.organization_id = v_org AND x.kind IN ('orders', 'wholeCompany')));

  -- What the marketplace said of the orders.
  UPDATE import_row r SET payload = r.payload || '{"buyer": null}' WHERE r.organization_id = v_org AND r.order_code = ANY (v_codes)
    AND jsonb_typeof(r.payload->'buyer') = 'object';
  UPDATE import_row r SET payload = jsonb_set(r.payload, '{data,text}', 'null') WHERE r.organization_id = v_org AND r.order_code = ANY (v_codes)
    AND jsonb_typeof(r.payload #> '{data,text}') = 'string';
  DELETE FROM platform_answer a WHERE a.organization_id = v_org AND a.subject = ANY (v_codes);
  UPDATE sync_failure f SET platform_text = NULL WHERE f.organization_id = v_org AND f.platform_text IS NOT NULL AND f.subject = ANY (v_codes);
  DELETE FROM platform_act a WHERE a.organization_id = v_org AND a.settled_at IS NOT NULL AND a.subject_id = ANY (p_orders);

  -- What a money file said in columns that nobody knows. Whoever writes one now holds its row and waits for orders: it shows no such words.
  UPDATE import i SET summary = without_samples(i.summary) WHERE i.organization_id = v_org AND i.id IN (
    SELECT m.id FROM import m WHERE m.organization_id = v_org AND m.kind = 'money' AND m.summary <> without_samples(m.summary) FOR UPDATE SKIP LOCKED);
END $$;
REVOKE ALL ON FUNCTION forget_marked FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION forget_with_mark() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_orders uuid[];
BEGIN
  SELECT array_agg(c.id) INTO v_orders FROM (
    SELECT a.id, a.buyer_erased_at FROM after a WHERE a.buyer_erased_at IS NOT NULL
    EXCEPT SELECT e.id, e.buyer_erased_at FROM earlier e) c;
  IF v_orders IS NOT NULL THEN PERFORM forget_marked(v_orders); END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION forget_with_mark FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION keep_buyer_erased() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_held text;
BEGIN
  IF NEW.buyer_key IS NOT NULL AND (TG_OP = 'INSERT' OR NEW.buyer_key IS DISTINCT FROM OLD.buyer_key) THEN
    -- An assignment is no statement of its own, which would take ten times as long for each order.
    v_held := pg_advisory_xact_lock_shared(buyer_lock(NEW.organization_id, NEW.buyer_key));
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

CREATE OR REPLACE FUNCTION keyed_usernames(p_usernames text[]) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT '"(buyer_?)?username": ('
    || string_agg(regexp_replace(search_text(to_jsonb(u)::text), '([^[:alnum:][:space:]])', '\\\1', 'g'), '|') || ')' FROM unnest(p_usernames) u
$$;
REVOKE ALL ON FUNCTION keyed_usernames FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION keyed_usernames TO mascate_app;

CREATE OR REPLACE FUNCTION list_held_webhook_events() RETURNS TABLE (id bigint, body jsonb)
LANGUAGE sql STABLE AS $$
  SELECT b.id, b.body FROM shop_claim c JOIN webhook_inbox b ON b.platform = c.platform AND b.external_shop_id = c.external_shop_id
  WHERE c.holder_id = current_organization()
$$;
REVOKE ALL ON FUNCTION list_held_webhook_events FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION list_said() RETURNS TABLE (place text, record text, said text, told jsonb)
LANGUAGE sql STABLE AS $$
  SELECT 'other', f.id::text, f.platform_text, NULL::jsonb FROM sync_failure f WHERE f.organization_id = current_organization()
  UNION ALL SELECT 'other', a.subject_id::text, NULL, a.failure FROM platform_act a WHERE a.organization_id = current_organization() AND a.settled_at IS NOT NULL
  UNION ALL SELECT 'other', d.id::text, NULL, d.problems FROM dispatch_run d WHERE d.organization_id = current_organization()
  UNION ALL SELECT 'other', b.id::text, NULL, b.body FROM list_held_webhook_events() b
  UNION ALL SELECT 'other', e.id::text, NULL, e.data FROM outgoing_event e WHERE e.organization_id = current_organization()
  UNION ALL SELECT 'other', d.event_id::text, d.said, NULL FROM webhook_delivery d WHERE d.organization_id = current_organization()
  UNION ALL SELECT 'other', concat_ws(' ', i.route, i.key), NULL, i.answer FROM idempotency i WHERE i.organization_id = current_organization()
  UNION ALL SELECT 'conversations', coalesce(m.question_id, m.id)::text, NULL, m.parts FROM assistant_message m WHERE m.organization_id = current_organization()
  UNION ALL SELECT 'conversations', t.id::text, t.title, NULL FROM assistant_thread t WHERE t.organization_id = current_organization()
  UNION ALL SELECT 'drafts', p.id::text, NULL, p.input FROM proposal p WHERE p.organization_id = current_organization()
  UNION ALL SELECT 'drafts', p.id::text, NULL, p.diff FROM proposal p WHERE p.organization_id = current_organization()
  UNION ALL SELECT 'tasks', t.id::text, concat_ws(' ', t.title, t.question), NULL FROM agent_task t WHERE t.organization_id = current_organization()
  UNION ALL SELECT 'tasks', t.id::text, NULL, t.report FROM agent_task t WHERE t.organization_id = current_organization()
  UNION ALL SELECT 'tasks', k.task_id::text, k.content, NULL FROM data_pack k WHERE k.organization_id = current_organization()
  UNION ALL SELECT 'tasks', e.task_id::text, e.text, NULL FROM agent_task_event e WHERE e.organization_id = current_organization()
  UNION ALL SELECT 'tasks', e.task_id::text, NULL, e.payload FROM agent_task_event e WHERE e.organization_id = current_organization()
  UNION ALL SELECT 'bank', b.id::text, b.memo, NULL FROM bank_entry b WHERE b.organization_id = current_organization()
    AND NOT (b.memo ILIKE '%shopee%' OR b.memo ILIKE '%shpp%')
$$;
REVOKE ALL ON FUNCTION list_said FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION list_words(p_searched text, p_is_record boolean) RETURNS SETOF text
LANGUAGE sql IMMUTABLE AS $$
  SELECT regexp_split_to_table(' ' || CASE WHEN p_is_record THEN regexp_replace(p_searched, '\\(u[0-9a-f]{4}|.)', ' ', 'g') ELSE p_searched END,
    '[^[:alnum:]]+')
$$;
REVOKE ALL ON FUNCTION list_words FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION refuse_erased_buyer() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RETURN CASE WHEN NOT EXISTS (SELECT 1 FROM orders o
    WHERE o.organization_id = NEW.organization_id AND o.id = NEW.order_id AND o.buyer_erased_at IS NOT NULL) THEN NEW END;
END $$;

CREATE OR REPLACE FUNCTION refuse_erased_return() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM orders o
    WHERE o.organization_id = NEW.organization_id AND o.id = NEW.order_id AND o.buyer_erased_at >= NEW.opened_at) THEN
    NEW.buyer_text := NULL;
    NEW.images := '{}';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION refuse_erased_row() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF jsonb_typeof(NEW.payload #> '{data,text}') = 'string' AND EXISTS (SELECT 1 FROM orders o
    WHERE o.organization_id = NEW.organization_id AND o.platform = 'shopee' AND o.external_code = NEW.order_code
      AND o.buyer_erased_at >= (NEW.payload #>> '{data,openedAt}')::timestamptz)
  THEN NEW.payload := jsonb_set(NEW.payload, '{data,text}', 'null'); END IF;
  IF jsonb_typeof(NEW.payload->'buyer') IS DISTINCT FROM 'object' THEN RETURN NEW; END IF;
  IF EXISTS (SELECT 1 FROM orders o WHERE o.organization_id = NEW.organization_id AND o.platform = 'shopee' AND o.external_code = NEW.order_code
      AND o.buyer_erased_at IS NOT NULL)
    OR EXISTS (SELECT 1 FROM buyer_erasure e WHERE e.organization_id = NEW.organization_id
      AND e.buyer_key = decode(NEW.payload->>'buyerKey', 'hex') AND e.erased_at >= (NEW.payload->>'placedAt')::timestamptz
      AND NEW.payload->>'status' NOT IN ('pending', 'confirmed', 'processing'))
  THEN NEW.payload := NEW.payload || '{"buyer": null}'; END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION without_samples(p_summary jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN jsonb_typeof(p_summary #> '{money,unread}') = 'array' THEN jsonb_set(p_summary, '{money,unread}', coalesce((
    SELECT jsonb_agg(CASE WHEN jsonb_typeof(u.one) = 'object' THEN u.one || '{"sample": ""}' ELSE u.one END ORDER BY u.place)
    FROM jsonb_array_elements(p_summary #> '{money,unread}') WITH ORDINALITY AS u(one, place)), '[]')) ELSE p_summary END
$$;
REVOKE ALL ON FUNCTION without_samples FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION allow_reopening_only() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF OLD.reopened_at IS NOT NULL OR NEW.reopened_at IS NULL
    OR to_jsonb(NEW) - ARRAY['reopened_at', 'reopened_by', 'reopen_reason'] <> to_jsonb(OLD) - ARRAY['reopened_at', 'reopened_by', 'reopen_reason'] THEN
    RAISE EXCEPTION 'month_close is append-only' USING errcode = '42501';
  END IF;
  IF EXISTS (SELECT FROM month_close c WHERE c.organization_id = OLD.organization_id AND c.legal_entity_id = OLD.legal_entity_id
    AND c.month > OLD.month AND c.reopened_at IS NULL) THEN
    RAISE EXCEPTION 'month_close: a later month is closed' USING errcode = '42501';
  END IF;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION allow_reopening_only FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION list_waiting_estimates() RETURNS TABLE (shop_id uuid, from_day date, to_day date)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT (j.payload ->> 'shopId')::uuid, (j.payload ->> 'from')::date, (j.payload ->> 'to')::date
  FROM graphile_worker._private_job_queues q JOIN graphile_worker._private_jobs j ON j.job_queue_id = q.id
  WHERE q.queue_name = 'refresh-estimates:' || current_organization();
END $$;
REVOKE ALL ON FUNCTION list_waiting_estimates FROM PUBLIC, mascate_app;
GRANT EXECUTE ON FUNCTION list_waiting_estimates TO mascate_app;
GRANT CREATE ON SCHEMA public TO mascate_worker;
ALTER FUNCTION list_waiting_estimates OWNER TO mascate_worker;
REVOKE CREATE ON SCHEMA public FROM mascate_worker;

CREATE OR REPLACE FUNCTION require_month_order() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE v_last date; v_first date; v_sold date; v_today date;
BEGIN
  SELECT max(c.month) FILTER (WHERE c.reopened_at IS NULL), min(c.month) INTO v_last, v_first FROM month_close c
  WHERE c.organization_id = NEW.organization_id AND c.legal_entity_id = NEW.legal_entity_id;
  SELECT (now() AT TIME ZONE o.time_zone)::date INTO v_today FROM organization o WHERE o.organization_id = NEW.organization_id;
  IF NEW.reopened_at IS NOT NULL OR NEW.month <> (v_last + interval '1 month')::date OR NEW.month + interval '1 month' > v_today THEN
    RAISE EXCEPTION 'month_close: out of order' USING errcode = '42501';
  END IF;
  IF v_last IS NULL AND NEW.month <> v_first THEN
    SELECT min(s.day) INTO v_sold FROM (
      SELECT day, outlet_id FROM sales_day WHERE organization_id = NEW.organization_id
      UNION ALL SELECT day, outlet_id FROM sales_day_delta WHERE organization_id = NEW.organization_id
    ) s WHERE s.outlet_id IN (
      SELECT id FROM shop WHERE organization_id = NEW.organization_id AND legal_entity_id = NEW.legal_entity_id
      UNION ALL SELECT id FROM channel WHERE organization_id = NEW.organization_id AND legal_entity_id = NEW.legal_entity_id);
    IF NEW.month > v_first OR v_sold IS NULL OR NEW.month < date_trunc('month', v_sold)::date THEN
      RAISE EXCEPTION 'month_close: out of order' USING errcode = '42501';
    END IF;
  END IF;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION require_month_order FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION require_own_closing() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM added a WHERE NOT EXISTS (SELECT FROM month_close c WHERE c.organization_id = a.organization_id
    AND c.legal_entity_id = a.legal_entity_id AND c.month = a.month AND c.nth = a.nth AND c.xmin = pg_current_xact_id()::xid
    AND c.reopened_at IS NULL)) THEN
    RAISE EXCEPTION 'month_close_line is append-only' USING errcode = '42501';
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION require_own_closing FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION release_keys(p_shop uuid, p_rows jsonb) RETURNS TABLE (n integer, key text)
LANGUAGE sql STABLE SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
  WITH r AS MATERIALIZED (
    SELECT r.n, r.code, r.source, r.key AS part, split_part(split_part(r.key, '@', 1), '~', 1) AS base, r.amount, r.at,
      coalesce(r.known, false) AS known
    FROM jsonb_to_recordset(p_rows) AS r(n integer, code text, source "PayoutSource", key text, amount bigint, at timestamptz, known boolean)
  ), near AS MATERIALIZED (
    SELECT r.n, r.code, r.source, r.base, r.amount, r.part, t.key, t.amount_cents, abs(extract(epoch FROM t.released_at - r.at)) AS apart
    FROM r JOIN release t ON t.organization_id = current_organization() AND t.shop_id = p_shop AND t.external_code = r.code AND t.source = r.source
      AND split_part(split_part(t.key, '@', 1), '~', 1) = r.base
      AND t.released_at > r.at - interval '12 hours' AND t.released_at < r.at + interval '12 hours'
  ), same AS MATERIALIZED (
    SELECT a.n, a.code, a.source, a.key FROM (
      SELECT e.*, dense_rank() OVER (PARTITION BY e.code, e.source, e.base, e.amount ORDER BY e.part, e.n) AS row_nth,
        dense_rank() OVER (PARTITION BY e.code, e.source, e.base, e.amount ORDER BY e.key) AS key_nth
      FROM near e WHERE e.amount = e.amount_cents) a WHERE a.row_nth = a.key_nth
  ), met AS (
    SELECT r.n, r.code, r.source, r.part, r.at, coalesce(CASE WHEN r.known THEN r.part END, s.key, (
        SELECT e.key FROM near e WHERE e.n = r.n AND (split_part(e.key, '@', 1) = r.part OR split_part(e.key, '~', 1) = r.part
            OR strpos(r.part, '~') > 0 AND NOT EXISTS (SELECT 1 FROM r y WHERE y.code = r.code AND y.source = r.source AND y.part = e.key AND y.n <> ALL (SELECT x.n FROM same x)))
          AND NOT EXISTS (SELECT 1 FROM same x WHERE x.code = r.code AND x.source = r.source AND x.key = e.key)
        ORDER BY split_part(e.key, '@', 1) = r.part DESC, e.apart, strpos(e.key, '~'), e.key LIMIT 1)) AS key,
      EXISTS (SELECT 1 FROM release t WHERE t.organization_id = current_organization() AND t.shop_id = p_shop AND t.external_code = r.code
        AND t.source = r.source AND t.key = r.part) AS taken
    FROM r LEFT JOIN same s ON s.n = r.n
  )
  SELECT m.n, coalesce(m.key, CASE WHEN m.taken OR dense_rank() OVER (PARTITION BY m.code, m.source, m.part, m.key IS NULL ORDER BY m.at) > 1
    THEN m.part || '@' || to_char(m.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') ELSE m.part END)
  FROM met m
$$;
REVOKE ALL ON FUNCTION release_keys FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION release_keys TO mascate_worker;

CREATE OR REPLACE FUNCTION write_releases(p_shop uuid, p_rows jsonb) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_changed integer;
  v_rows jsonb;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('releases:' || p_shop, 0));
  SELECT coalesce(jsonb_agg(r.value || jsonb_build_object('n', r.ordinality)), '[]') INTO v_rows FROM jsonb_array_elements(p_rows) WITH ORDINALITY r;
  INSERT INTO release AS t (organization_id, shop_id, external_code, source, key, amount_cents, released_at)
  SELECT DISTINCT ON (r.code, r.source, k.key) current_organization(), p_shop, r.code, r.source, k.key, r.amount, r.at
  FROM jsonb_to_recordset(v_rows) AS r(n integer, code text, source "PayoutSource", amount bigint, at timestamptz)
  JOIN release_keys(p_shop, v_rows) k ON k.n = r.n
  ORDER BY r.code, r.source, k.key, r.at DESC
  ON CONFLICT (organization_id, shop_id, external_code, source, key) DO UPDATE SET amount_cents = excluded.amount_cents, released_at = excluded.released_at
  WHERE (t.amount_cents, t.released_at) IS DISTINCT FROM (excluded.amount_cents, excluded.released_at);
  GET DIAGNOSTICS v_changed = ROW_COUNT;
  RETURN v_changed;
END $$;
REVOKE ALL ON FUNCTION write_releases FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION write_releases TO mascate_worker;

CREATE OR REPLACE FUNCTION taxable_cents(
  p_kind "MoneyKind", p_cents bigint, p_less_vouchers boolean, p_with_subsidies boolean, p_with_freight boolean
)
RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_kind IN ('product_revenue', 'refund') OR (p_kind IN ('seller_voucher', 'coins') AND p_less_vouchers)
    OR (p_kind = 'freight_rebate' AND p_with_subsidies) OR (p_kind = 'freight_paid' AND p_with_freight) THEN p_cents ELSE 0 END
$$;
REVOKE ALL ON FUNCTION taxable_cents FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION taxable_cents TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION judge_income(p_shop uuid, p_rows jsonb)
RETURNS TABLE (n integer, order_id uuid, part text, takes boolean, waits boolean, pays boolean, outcome text)
LANGUAGE sql STABLE SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
  WITH keyed AS MATERIALIZED (
    SELECT k.n, k.key FROM release_keys(p_shop, (SELECT coalesce(jsonb_agg(jsonb_build_object('n', x.n, 'code', x.code, 'source', 'file', 'key', x.part, 'amount', x.amount, 'at', x.at)), '[]')
      FROM jsonb_to_recordset(p_rows) AS x(n integer, code text, part text, amount bigint, at timestamptz) WHERE x.amount IS NOT NULL)) k
  ), r AS MATERIALIZED (
    SELECT x.n, x.code, x.amount, x.at, x.lines, coalesce(k.key, x.part) AS part, CASE coalesce(k.key, x.part) WHEN '' THEN '' ELSE '#' || coalesce(k.key, x.part) END AS mark,
      o.id AS order_id, x.lines @? '$[*] ? (@.key like_regex "^rest(#|$)")' AS rests
    FROM jsonb_to_recordset(p_rows) AS x(n integer, code text, part text, amount bigint, at timestamptz, lines jsonb)
    LEFT JOIN keyed k ON k.n = x.n
    LEFT JOIN orders o ON o.organization_id = current_organization() AND o.platform = 'shopee' AND o.shop_id = p_shop AND o.external_code = x.code
  ), told AS MATERIALIZED (
    SELECT l.order_id, split_part(l.key, '#', 2) AS part, l.source, l.kind, l.key, l.amount_cents FROM money_line l
    WHERE l.organization_id = current_organization() AND l.order_id = ANY (array(SELECT r.order_id FROM r)) AND l.source IN ('income', 'api')
  ), judged AS (
    SELECT r.n, r.order_id, r.part,
      r.order_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM told t WHERE t.order_id = r.order_id AND t.source = 'api') AND EXISTS (
        (SELECT x.kind, split_part(x.key, '#', 1) || r.mark, x.amount FROM jsonb_to_recordset(r.lines) AS x(kind "MoneyKind", key text, amount bigint)
          EXCEPT SELECT t.kind, t.key, t.amount_cents FROM told t WHERE t.order_id = r.order_id AND t.part = r.part)
        UNION ALL
        (SELECT t.kind, t.key, t.amount_cents FROM told t WHERE t.order_id = r.order_id AND t.part = r.part
          EXCEPT SELECT x.kind, split_part(x.key, '#', 1) || r.mark, x.amount FROM jsonb_to_recordset(r.lines) AS x(kind "MoneyKind", key text, amount bigint)))
        AND NOT (r.rests AND (SELECT sum(t.amount_cents) = r.amount AND NOT bool_or(t.key ~ '^rest(#|$)') FROM told t
          WHERE t.order_id = r.order_id AND t.part = r.part AND t.source = 'income') IS TRUE) AS takes,
      r.order_id IS NULL AND r.lines <> '[]' AND r.lines IS DISTINCT FROM w.lines
        AND NOT (r.rests AND (SELECT sum((x->>'amount')::bigint) = r.amount AND NOT bool_or(x->>'key' ~ '^rest(#|$)') FROM jsonb_array_elements(w.lines) x) IS TRUE) AS waits,
      r.amount IS NOT NULL AND (p.amount_cents, p.released_at) IS DISTINCT FROM (r.amount, r.at) AS pays,
      p.amount_cents IS NOT NULL OR w.part IS NOT NULL
        OR EXISTS (SELECT 1 FROM told t WHERE t.order_id = r.order_id AND t.part = r.part AND t.source = 'income') AS known
    FROM r LEFT JOIN release p ON p.organization_id = current_organization() AND p.shop_id = p_shop AND p.external_code = r.code AND p.source = 'file'
      AND p.key = r.part AND r.amount IS NOT NULL
    LEFT JOIN waiting_income w ON w.organization_id = current_organization() AND w.shop_id = p_shop AND w.external_code = r.code AND w.part = r.part
  )
  SELECT j.n, j.order_id, j.part, j.takes, j.waits, j.pays, CASE WHEN NOT j.takes AND NOT j.waits AND NOT j.pays THEN 'same' WHEN j.known THEN 'changed' ELSE 'new' END
  FROM judged j
$$;
REVOKE ALL ON FUNCTION judge_income FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION judge_income TO mascate_worker;

CREATE OR REPLACE FUNCTION list_organizations_to_reconcile() RETURNS TABLE (organization_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT o.organization_id FROM organization o
  WHERE (o.deletion_at IS NULL OR o.deletion_at > now()) AND (EXISTS (SELECT 1 FROM reconcile_due d WHERE d.organization_id = o.organization_id)
    OR EXISTS (SELECT 1 FROM reconcile_span s WHERE s.organization_id = o.organization_id)) ORDER BY 1
$$;
REVOKE ALL ON FUNCTION list_organizations_to_reconcile FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION list_organizations_to_reconcile TO mascate_worker;

CREATE OR REPLACE FUNCTION mark_reconcile_changed() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO reconcile_due (organization_id, shop_id, external_code)
  SELECT c.organization_id, c.shop_id, c.external_code FROM (
    SELECT n.organization_id, n.shop_id, n.external_code, n.id, n.status, n.platform_status, n.delivered_at, n.shipped_at, n.cancelled_at, n.in_return,
      n.revenue_cents, n.seller_voucher_cents, n.freight_paid_cents, n.local_day FROM changed n
    WHERE n.platform = 'shopee' AND n.shop_id IS NOT NULL AND n.external_code IS NOT NULL
    EXCEPT SELECT b.organization_id, b.shop_id, b.external_code, b.id, b.status, b.platform_status, b.delivered_at, b.shipped_at, b.cancelled_at,
      b.in_return, b.revenue_cents, b.seller_voucher_cents, b.freight_paid_cents, b.local_day FROM before b) c
  ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION mark_reconcile_changed FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION mark_reconcile() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_TABLE_NAME IN ('money_line', 'order_return') THEN
    INSERT INTO reconcile_due (organization_id, shop_id, external_code)
    SELECT o.organization_id, o.shop_id, o.external_code FROM (SELECT DISTINCT organization_id, order_id FROM changed) c
    CROSS JOIN LATERAL (SELECT * FROM orders f WHERE f.organization_id = c.organization_id AND f.id = c.order_id OFFSET 0) o
    WHERE o.platform = 'shopee' AND o.shop_id IS NOT NULL AND o.external_code IS NOT NULL ORDER BY 1, 2, 3;
  ELSIF TG_TABLE_NAME = 'orders' AND TG_OP = 'INSERT' THEN
    INSERT INTO reconcile_due (organization_id, shop_id, external_code)
    SELECT c.organization_id, c.shop_id, c.external_code FROM changed c
    WHERE c.platform = 'shopee' AND c.shop_id IS NOT NULL AND c.external_code IS NOT NULL ORDER BY 1, 2, 3;
  ELSE
    INSERT INTO reconcile_due (organization_id, shop_id, external_code)
    SELECT DISTINCT c.organization_id, c.shop_id, c.external_code FROM changed c
    WHERE c.external_code IS NOT NULL ORDER BY 1, 2, 3;
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION mark_reconcile FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION move_settlement_days(p_rows jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_org constant uuid := current_organization();
BEGIN
  WITH r AS (SELECT * FROM jsonb_to_recordset(p_rows) AS x(id uuid, shop uuid, day date, state "SettlementState", expected bigint, released bigint,
    adjusted bigint, difference bigint, explained bigint, unexplained bigint)),
  moved AS (
    SELECT s.local_day AS day, s.shop_id AS shop, s.state, -1 AS orders, -coalesce(s.expected_cents, 0) AS expected, -coalesce(s.released_cents, 0) AS released,
      -s.adjusted_cents AS adjusted, -s.difference_cents AS difference, -s.explained_cents AS explained, -s.unexplained_cents AS unexplained
    FROM settlement s WHERE s.organization_id = v_org AND s.id = ANY (array(SELECT r.id FROM r))
    UNION ALL
    SELECT r.day, r.shop, r.state, 1, coalesce(r.expected, 0), coalesce(r.released, 0), r.adjusted, r.difference, r.explained, r.unexplained FROM r
  )
  INSERT INTO settlement_day AS d (organization_id, day, shop_id, state, orders, expected_cents, released_cents, adjusted_cents, difference_cents, explained_cents,
    unexplained_cents)
  SELECT v_org, m.day, m.shop, m.state, sum(m.orders), sum(m.expected), sum(m.released), sum(m.adjusted), sum(m.difference), sum(m.explained), sum(m.unexplained)
  FROM moved m GROUP BY 2, 3, 4 ORDER BY 2, 3, 4
  ON CONFLICT (organization_id, day, shop_id, state) DO UPDATE SET orders = d.orders + excluded.orders, expected_cents = d.expected_cents + excluded.expected_cents,
    released_cents = d.released_cents + excluded.released_cents, adjusted_cents = d.adjusted_cents + excluded.adjusted_cents,
    difference_cents = d.difference_cents + excluded.difference_cents, explained_cents = d.explained_cents + excluded.explained_cents,
    unexplained_cents = d.unexplained_cents + excluded.unexplained_cents;

  WITH r AS (SELECT * FROM jsonb_to_recordset(p_rows) AS x(id uuid, shop uuid, day date, causes jsonb)),
  moved AS (
    SELECT s.local_day AS day, s.shop_id AS shop, c.cause, -1 AS orders, -c.amount_cents AS amount
    FROM discrepancy c JOIN settlement s ON s.organization_id = v_org AND s.id = c.settlement_id
    WHERE c.organization_id = v_org AND c.settlement_id = ANY (array(SELECT r.id FROM r))
    UNION ALL
    SELECT r.day, r.shop, c.cause, 1, c.amount FROM r, jsonb_to_recordset(r.causes) AS c(cause "DiscrepancyCause", amount bigint)
  )
  INSERT INTO discrepancy_day AS d (organization_id, day, shop_id, cause, orders, amount_cents)
  SELECT v_org, m.day, m.shop, m.cause, sum(m.orders), sum(m.amount) FROM moved m GROUP BY 2, 3, 4 ORDER BY 2, 3, 4
  ON CONFLICT (organization_id, day, shop_id, cause) DO UPDATE SET orders = d.orders + excluded.orders, amount_cents = d.amount_cents + excluded.amount_cents;
END $$;
REVOKE ALL ON FUNCTION move_settlement_days FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION move_settlement_days TO mascate_worker;

CREATE OR REPLACE FUNCTION take_waiting_income(p_shop uuid, p_codes text[]) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_org constant uuid := current_organization();
  v_rows jsonb;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM waiting_income w WHERE w.organization_id = v_org AND w.shop_id = p_shop AND w.external_code = ANY (p_codes)) THEN
    RETURN 0;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('orders:' || p_shop, 0));
  SELECT jsonb_agg(jsonb_build_object('n', t.n, 'code', t.external_code, 'part', t.part, 'amount', NULL, 'at', t.at, 'lines', t.lines)) INTO v_rows FROM (
    SELECT w.*, row_number() OVER () AS n FROM waiting_income w
    WHERE w.organization_id = v_org AND w.shop_id = p_shop AND w.external_code = ANY (p_codes) AND EXISTS (
      SELECT 1 FROM orders o WHERE o.organization_id = v_org AND o.platform = 'shopee' AND o.shop_id = p_shop AND o.external_code = w.external_code)) t;
  IF v_rows IS NULL THEN
    RETURN 0;
  END IF;
  PERFORM write_income(p_shop, v_rows);
  RETURN jsonb_array_length(v_rows);
END $$;
REVOKE ALL ON FUNCTION take_waiting_income FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION take_waiting_income TO mascate_worker;

CREATE OR REPLACE FUNCTION write_income(p_shop uuid, p_rows jsonb) RETURNS TABLE (created integer, updated integer, kept integer)
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  v_org constant uuid := current_organization();
  v_judged jsonb;
  v_orders uuid[];
  v_whole uuid[];
  v_sold uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('orders:' || p_shop, 0));
  PERFORM pg_advisory_xact_lock(hashtextextended('releases:' || p_shop, 0));
  PERFORM 1 FROM orders o WHERE o.organization_id = v_org AND o.platform = 'shopee' AND o.shop_id = p_shop
    AND o.external_code = ANY (array(SELECT r.code FROM jsonb_to_recordset(p_rows) AS r(code text))) ORDER BY o.id FOR UPDATE;
  SELECT coalesce(jsonb_agg(r.value || jsonb_build_object('orderId', j.order_id, 'kept', j.part, 'takes', j.takes, 'waits', j.waits, 'pays', j.pays)), '[]'),
    coalesce(array_agg(DISTINCT j.order_id) FILTER (WHERE j.takes), '{}'), count(*) FILTER (WHERE j.outcome = 'new'),
    count(*) FILTER (WHERE j.outcome = 'changed'), count(*) FILTER (WHERE j.outcome = 'same')
  INTO v_judged, v_orders, created, updated, kept
  FROM jsonb_array_elements(p_rows) r JOIN judge_income(p_shop, p_rows) j ON j.n = (r.value->>'n')::int;

  PERFORM write_releases(p_shop, (
    SELECT coalesce(jsonb_agg(jsonb_build_object('code', r.code, 'source', 'file', 'key', r.kept, 'known', true, 'amount', r.amount, 'at', r.at)), '[]')
    FROM jsonb_to_recordset(v_judged) AS r(code text, kept text, amount bigint, at timestamptz, pays boolean) WHERE r.pays));

  DELETE FROM waiting_income w USING jsonb_to_recordset(v_judged) AS r("orderId" uuid, code text, kept text)
  WHERE r."orderId" IS NOT NULL AND w.organization_id = v_org AND w.shop_id = p_shop AND w.external_code = r.code AND w.part = r.kept
    AND w.external_code = ANY (array(SELECT x.code FROM jsonb_to_recordset(v_judged) AS x(code text)));
  INSERT INTO waiting_income (organization_id, shop_id, external_code, part, at, lines)
  SELECT DISTINCT ON (r.code, r.kept) v_org, p_shop, r.code, r.kept, r.at, r.lines
  FROM jsonb_to_recordset(v_judged) AS r(code text, kept text, at timestamptz, lines jsonb, waits boolean) WHERE r.waits ORDER BY r.code, r.kept
  ON CONFLICT (organization_id, shop_id, external_code, part) DO UPDATE SET at = excluded.at, lines = excluded.lines;

  IF cardinality(v_orders) > 0 THEN
    v_sold := array(SELECT o.id FROM orders o WHERE o.organization_id = v_org AND o.id = ANY (v_orders) AND (
      EXISTS (SELECT 1 FROM order_source s WHERE s.organization_id = v_org AND s.order_id = o.id AND s.source = 'export')
      OR o.status NOT IN ('pending', 'confirmed', 'processing') AND EXISTS (SELECT 1 FROM money_line l WHERE l.organization_id = v_org AND l.order_id = o.id
        AND l.source IN ('income', 'api') AND l.kind = 'product_revenue')));
    PERFORM append_order_deltas(v_orders, -1);
    DELETE FROM money_line l USING jsonb_to_recordset(v_judged) AS r("orderId" uuid, kept text, takes boolean)
    WHERE r.takes AND l.organization_id = v_org AND l.order_id = r."orderId" AND l.source = 'income' AND split_part(l.key, '#', 2) = r.kept;
    INSERT INTO money_line (organization_id, order_id, kind, source, key, amount_cents, platform_name, as_of)
    SELECT v_org, r."orderId", x.kind, 'income', split_part(x.key, '#', 1) || CASE r.kept WHEN '' THEN '' ELSE '#' || r.kept END, x.amount, x.name, r.at
    FROM jsonb_to_recordset(v_judged) AS r("orderId" uuid, kept text, takes boolean, at timestamptz, lines jsonb),
      jsonb_to_recordset(r.lines) AS x(kind "MoneyKind", key text, amount bigint, name text)
    WHERE r.takes;
    v_whole := array(SELECT DISTINCT l.order_id FROM money_line l WHERE l.organization_id = v_org AND l.order_id = ANY (v_orders) AND l.source = 'income'
      AND (strpos(l.key, '#') = 0 OR l.kind = 'product_revenue' AND l.amount_cents <> 0));
    DELETE FROM money_line l WHERE l.organization_id = v_org AND l.order_id = ANY (v_whole) AND l.source IN ('rule', 'export');
    UPDATE orders o SET version = o.version + 1, updated_at = now() WHERE o.organization_id = v_org AND o.id = ANY (v_orders) AND o.id <> ALL (v_whole);
    UPDATE orders o SET fees_charged_cents = s.charged, fees_estimated_cents = NULL,
      seller_voucher_cents = CASE WHEN o.id = ANY (v_sold) THEN o.seller_voucher_cents ELSE coalesce(s.voucher, o.seller_voucher_cents) END,
      freight_paid_cents = coalesce(s.freight, o.freight_paid_cents), version = o.version + 1, updated_at = now()
    FROM (
      SELECT l.order_id, -sum(l.amount_cents) FILTER (WHERE l.kind IN ('commission', 'service', 'affiliate', 'protection')
          OR l.kind = 'other' AND l.key LIKE 'seller\_transaction\_fee%')::bigint AS charged,
        -sum(l.amount_cents) FILTER (WHERE l.kind = 'seller_voucher')::bigint AS voucher, sum(l.amount_cents) FILTER (WHERE l.kind = 'freight_paid')::bigint AS freight
      FROM money_line l WHERE l.organization_id = v_org AND l.order_id = ANY (v_whole) AND l.source = 'income' GROUP BY 1) s
    WHERE o.organization_id = v_org AND o.id = s.order_id;
    PERFORM append_order_deltas(v_orders, 1);
  END IF;
  RETURN NEXT;
END $$;
REVOKE ALL ON FUNCTION write_income FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION write_income TO mascate_worker;

CREATE OR REPLACE FUNCTION write_settlements(p_rows jsonb) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  v_org constant uuid := current_organization();
  v_rows jsonb;
  v_changed integer;
  v_paid uuid[];
  v_moved uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('settlements:' || v_org, 0));
  SELECT coalesce(jsonb_agg(r.value || jsonb_build_object('id', coalesce(s.id::text, r.value->>'id'), 'known', s.id IS NOT NULL)), '[]'), count(*)::int INTO v_rows, v_changed
  FROM jsonb_array_elements(p_rows) r
  LEFT JOIN settlement s ON s.organization_id = v_org AND s.shop_id = (r.value->>'shop')::uuid AND s.external_code = r.value->>'code'
  WHERE s.id IS NULL OR s.hash <> decode(r.value->>'hash', 'hex');
  IF v_changed = 0 THEN RETURN 0; END IF;

  -- What was paid for an order is a part of what it brought: the roll-ups follow. Writers of an order's money hold its row, so nothing of it moves meanwhile.
  v_paid := array(SELECT DISTINCT x.order_id FROM jsonb_to_recordset(v_rows) AS r(id uuid, "orderId" uuid, released bigint, adjusted bigint, "releasedAt" timestamptz)
    LEFT JOIN settlement s ON s.organization_id = v_org AND s.id = r.id
    CROSS JOIN LATERAL (VALUES (r."orderId"), (s.order_id)) AS x(order_id)
    WHERE x.order_id IS NOT NULL AND (s.order_id, s.released_at IS NULL, s.released_cents, s.adjusted_cents)
      IS DISTINCT FROM (r."orderId", r."releasedAt" IS NULL, r.released, r.adjusted));
  IF cardinality(v_paid) > 0 THEN
    PERFORM 1 FROM orders o WHERE o.organization_id = v_org AND o.id = ANY (v_paid) ORDER BY o.id FOR UPDATE;
    v_moved := array(
      SELECT p.id FROM unnest(v_paid) AS p(id)
      LEFT JOIN jsonb_to_recordset(v_rows) AS r("orderId" uuid, released bigint, adjusted bigint, "releasedAt" timestamptz) ON r."orderId" = p.id
      LEFT JOIN (
        SELECT m.order_id, sum(m.amount_cents) FILTER (WHERE m.key <> 'paid') AS told,
          sum(m.amount_cents) FILTER (WHERE m.key <> 'paid' AND is_correction(m.kind, m.source, m.key)) AS corrected,
          sum(m.amount_cents) FILTER (WHERE m.key = 'paid') AS before
        FROM order_money(v_paid) m GROUP BY 1) t ON t.order_id = p.id
      WHERE CASE WHEN r."orderId" IS NULL THEN 0 ELSE paid_beside(r."releasedAt", r.released, r.adjusted, t.told, t.corrected) END <> coalesce(t.before, 0));
    IF cardinality(v_moved) > 0 THEN PERFORM append_order_deltas(v_moved, -1); END IF;
  END IF;

  PERFORM move_settlement_days(v_rows);

  PERFORM set_config('plan_cache_mode', 'auto', true);
  INSERT INTO settlement (organization_id, id, shop_id, external_code, order_id, local_day, state, due_on, expected_on, released_at, expected_cents, released_cents,
    adjusted_cents, difference_cents, explained_cents, unexplained_cents, cause, rule_id, rule_confirmed, as_of, hash)
  SELECT v_org, r.id, r.shop, r.code, r."orderId", r.day, r.state, r."dueOn", r."expectedOn", r."releasedAt", r.expected, r.released, r.adjusted, r.difference, r.explained,
    r.unexplained, r.cause, r."ruleId", r.confirmed, r."asOf", decode(r.hash, 'hex')
  FROM jsonb_to_recordset(v_rows) AS r(id uuid, shop uuid, code text, "orderId" uuid, day date, state "SettlementState", "dueOn" date, "expectedOn" date, "releasedAt" timestamptz,
    expected bigint, released bigint, adjusted bigint, difference bigint, explained bigint, unexplained bigint, cause "DiscrepancyCause", "ruleId" uuid,
    confirmed boolean, "asOf" timestamptz, hash text)
  ON CONFLICT (organization_id, shop_id, external_code) DO UPDATE SET order_id = excluded.order_id, local_day = excluded.local_day, state = excluded.state,
    due_on = excluded.due_on, expected_on = excluded.expected_on, released_at = excluded.released_at, expected_cents = excluded.expected_cents, released_cents = excluded.released_cents,
    adjusted_cents = excluded.adjusted_cents, difference_cents = excluded.difference_cents, explained_cents = excluded.explained_cents,
    unexplained_cents = excluded.unexplained_cents, cause = excluded.cause, rule_id = excluded.rule_id, rule_confirmed = excluded.rule_confirmed,
    as_of = excluded.as_of, hash = excluded.hash, version = settlement.version + 1;

  PERFORM set_config('plan_cache_mode', 'force_custom_plan', true);
  DELETE FROM discrepancy c USING jsonb_to_recordset(v_rows) AS r(id uuid, known boolean)
  WHERE r.known AND c.organization_id = v_org AND c.settlement_id = r.id;
  PERFORM set_config('plan_cache_mode', 'auto', true);
  INSERT INTO discrepancy (organization_id, settlement_id, cause, amount_cents, is_unconfirmed, facts)
  SELECT v_org, r.id, c.cause, c.amount, coalesce(c.unconfirmed, false), coalesce(c.facts, '{}')
  FROM jsonb_to_recordset(v_rows) AS r(id uuid, causes jsonb),
    jsonb_to_recordset(r.causes) AS c(cause "DiscrepancyCause", amount bigint, unconfirmed boolean, facts jsonb);
  IF cardinality(v_moved) > 0 THEN PERFORM append_order_deltas(v_moved, 1); END IF;
  RETURN v_changed;
END $$;
REVOKE ALL ON FUNCTION write_settlements FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION write_settlements TO mascate_worker;

CREATE OR REPLACE FUNCTION count_wallet() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO wallet_day AS d (organization_id, day, shop_id, kind, movements, in_cents, out_cents, fee_cents)
    SELECT m.organization_id, m.local_day, m.shop_id, m.kind, sum(m.sign), sum(m.sign * greatest(m.amount_cents, 0)), sum(m.sign * least(m.amount_cents, 0)),
      sum(m.sign * m.fee_cents)
    FROM (SELECT organization_id, local_day, shop_id, kind, amount_cents, fee_cents, -1 AS sign FROM before
      UNION ALL SELECT organization_id, local_day, shop_id, kind, amount_cents, fee_cents, 1 FROM changed) m
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (organization_id, day, shop_id, kind) DO UPDATE SET movements = d.movements + excluded.movements, in_cents = d.in_cents + excluded.in_cents,
      out_cents = d.out_cents + excluded.out_cents, fee_cents = d.fee_cents + excluded.fee_cents;
  ELSE
    INSERT INTO wallet_day AS d (organization_id, day, shop_id, kind, movements, in_cents, out_cents, fee_cents)
    SELECT c.organization_id, c.local_day, c.shop_id, c.kind, s.sign * count(*), s.sign * sum(greatest(c.amount_cents, 0)), s.sign * sum(least(c.amount_cents, 0)),
      s.sign * sum(c.fee_cents)
    FROM changed c, (SELECT CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END AS sign) s
    GROUP BY 1, 2, 3, 4, s.sign ORDER BY 1, 2, 3, 4
    ON CONFLICT (organization_id, day, shop_id, kind) DO UPDATE SET movements = d.movements + excluded.movements, in_cents = d.in_cents + excluded.in_cents,
      out_cents = d.out_cents + excluded.out_cents, fee_cents = d.fee_cents + excluded.fee_cents;
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION count_wallet FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION judge_wallet(p_shop uuid, p_rows jsonb) RETURNS TABLE (n integer, id uuid, outcome text)
LANGUAGE sql STABLE SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
  SELECT DISTINCT ON (r.n) r.n, t.id, CASE WHEN t.id IS NULL THEN 'new'
    WHEN t.source = 'api' AND r.source = 'file' THEN 'same'
    WHEN (t.kind, t.type, t.status, t.external_code, t.refund_number, t.withdrawal_id, t.fee_cents, t.reason, t.description, t.source, t.at)
      IS DISTINCT FROM (r.kind, r.type, r.status, r.code, r.refund, r.withdrawal, r.fee, r.reason, r.description, r.source, r.at) THEN 'changed'
    ELSE 'same' END
  FROM jsonb_to_recordset(p_rows) AS r(n integer, minute timestamptz, at timestamptz, amount bigint, balance bigint, nth integer, kind "WalletKind", type text,
    status text, code text, refund text, withdrawal text, fee bigint, reason text, description text, source "PayoutSource")
  LEFT JOIN wallet_transaction t ON t.organization_id = current_organization() AND t.shop_id = p_shop AND t.minute = r.minute AND t.amount_cents = r.amount
    AND (t.nth = r.nth AND t.balance_cents IS NOT DISTINCT FROM r.balance
      OR (t.balance_cents IS NULL) <> (r.balance IS NULL) AND t.external_code = r.code)
  ORDER BY r.n, t.balance_cents IS NOT DISTINCT FROM r.balance DESC, t.nth
$$;
REVOKE ALL ON FUNCTION judge_wallet FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION judge_wallet TO mascate_worker;

CREATE OR REPLACE FUNCTION write_wallet(p_shop uuid, p_rows jsonb) RETURNS TABLE (created integer, updated integer, kept integer)
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  v_org constant uuid := current_organization();
  v_judged jsonb;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('wallet:' || p_shop, 0));
  SELECT coalesce(jsonb_agg(r.value || jsonb_build_object('id', j.id, 'outcome', j.outcome)), '[]'), count(*) FILTER (WHERE j.outcome = 'same')
  INTO v_judged, kept
  FROM jsonb_array_elements(p_rows) r JOIN judge_wallet(p_shop, p_rows) j ON j.n = (r.value->>'n')::int;

  INSERT INTO reconcile_due (organization_id, shop_id, external_code)
  SELECT DISTINCT v_org, p_shop, c.code
  FROM jsonb_to_recordset(v_judged) AS r(id uuid, outcome text, kind "WalletKind", code text, fee bigint)
  JOIN wallet_transaction t ON t.organization_id = v_org AND t.id = r.id
  CROSS JOIN LATERAL unnest(array[t.external_code, r.code]) AS c(code)
  WHERE r.outcome = 'changed' AND (t.kind, t.external_code, t.fee_cents) IS DISTINCT FROM (r.kind, r.code, r.fee) AND c.code IS NOT NULL
  ORDER BY 3 ON CONFLICT DO NOTHING;

  UPDATE wallet_transaction t SET at = r.at, local_day = r.day, balance_cents = coalesce(t.balance_cents, r.balance), kind = r.kind, type = r.type, status = r.status,
    external_code = r.code, refund_number = r.refund, withdrawal_id = r.withdrawal, fee_cents = r.fee, reason = r.reason, description = r.description,
    source = r.source
  FROM jsonb_to_recordset(v_judged) AS r(id uuid, outcome text, at timestamptz, day date, balance bigint, kind "WalletKind", type text, status text, code text,
    refund text, withdrawal text, fee bigint, reason text, description text, source "PayoutSource")
  WHERE r.outcome = 'changed' AND t.organization_id = v_org AND t.id = r.id;
  GET DIAGNOSTICS updated = ROW_COUNT;

  INSERT INTO wallet_transaction (organization_id, id, shop_id, minute, amount_cents, balance_cents, nth, at, local_day, kind, type, status, external_code,
    refund_number, withdrawal_id, fee_cents, reason, description, source)
  SELECT v_org, uuid_v7(), p_shop, r.minute, r.amount, r.balance, r.nth, r.at, r.day, r.kind, r.type, r.status, r.code, r.refund, r.withdrawal, r.fee, r.reason,
    r.description, r.source
  FROM jsonb_to_recordset(v_judged) AS r(n integer, outcome text, minute timestamptz, amount bigint, balance bigint, nth integer, at timestamptz, day date,
    kind "WalletKind", type text, status text, code text, refund text, withdrawal text, fee bigint, reason text, description text, source "PayoutSource")
  WHERE r.outcome = 'new' AND NOT (r.type = 'WITHDRAWAL_COMPLETED' AND r.withdrawal IS NOT NULL AND (
    EXISTS (SELECT 1 FROM wallet_transaction t WHERE t.organization_id = v_org AND t.shop_id = p_shop AND t.kind = 'withdrawal' AND t.kind <> 'payout'
      AND t.withdrawal_id = r.withdrawal)
    OR EXISTS (SELECT 1 FROM jsonb_to_recordset(v_judged) AS b(type text, withdrawal text)
      WHERE b.type = 'WITHDRAWAL_CREATED' AND b.withdrawal = r.withdrawal)))
  ORDER BY r.n;
  GET DIAGNOSTICS created = ROW_COUNT;
  RETURN NEXT;
END $$;
REVOKE ALL ON FUNCTION write_wallet FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION write_wallet TO mascate_worker;

CREATE OR REPLACE FUNCTION decide_fiscal_document() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE fiscal_document d SET state = CASE NEW.invoice_state WHEN 'valid' THEN 'accepted' ELSE 'rejected' END::"FiscalState",
    reason = NEW.invoice_reason, decided_at = now()
  WHERE d.organization_id = NEW.organization_id AND d.id = (
    SELECT id FROM fiscal_document f WHERE f.organization_id = NEW.organization_id AND f.order_id = NEW.id AND f.state IN ('sent', 'rejected')
    ORDER BY f.sent_at DESC NULLS LAST, f.id DESC LIMIT 1);
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION decide_fiscal_document FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION drop_packaging() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.packaging_cents := 0;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION keep_packaging() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.packaging_cents := coalesce((SELECT p.packaging_cost_cents FROM product p
    WHERE p.organization_id = NEW.organization_id AND p.id = NEW.product_id), 0) * NEW.quantity * NEW.product_quantity;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION outdate_label() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.label_state := 'none';
  NEW.label_file_id := NULL;
  NEW.label_error := NULL;
  NEW.printed_at := NULL;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION outdate_label FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION order_list_expected(p_orders uuid[])
RETURNS TABLE (
  organization_id uuid, order_id uuid, outlet_id uuid, placed_at timestamptz, revenue_cents bigint, margin_cents bigint, unmapped boolean,
  words text, buyer_words text
)
LANGUAGE sql STABLE AS $$
  SELECT o.organization_id, o.id, o.outlet_id, o.placed_at, o.revenue_cents,
    -- What a sale leaves before taxes once its goods and their packaging are paid; what only moves to the balance for ads is no cost.
    -- Unknown while the cost of one item is, and for what is no sale.
    CASE WHEN o.status NOT IN ('pending', 'cancelled') THEN (m.cents - i.cost * 100 - i.packaging)::bigint END,
    coalesce(i.unmapped, false),
    search_text(concat_ws(' ', o.code, nullif(o.external_code, o.code), o.tracking_number, i.skus, (
      SELECT string_agg(DISTINCT p.tracking_number, ' ') FROM package p
      WHERE p.organization_id = current_organization() AND p.order_id = o.id AND p.tracking_number IS DISTINCT FROM o.tracking_number))),
    (SELECT search_text(nullif(concat_ws(' ', o.customer_name, b.name, b.username), '')) FROM (VALUES (1)) one
      LEFT JOIN order_buyer b ON b.organization_id = current_organization() AND b.order_id = o.id)
  FROM orders o
  LEFT JOIN (SELECT n.order_id, sum(n.amount_cents) AS cents FROM order_money(p_orders) n WHERE n.kind <> 'ads' GROUP BY 1) m ON m.order_id = o.id
  CROSS JOIN LATERAL (
    SELECT bool_or(t.product_id IS NULL) AS unmapped, sum(t.packaging_cents) AS packaging,
      CASE WHEN count(*) = count(t.unit_cost) THEN sum(round(t.unit_cost * t.quantity * t.product_quantity, 2)) END AS cost,
      string_agg(DISTINCT concat_ws(' ', t.sku, (
        SELECT p.sku::text FROM product p
        WHERE p.organization_id = current_organization() AND p.id = t.product_id AND p.sku::text IS DISTINCT FROM t.sku)), ' ') AS skus
    FROM order_item t WHERE t.organization_id = current_organization() AND t.order_id = o.id
  ) i
  WHERE o.organization_id = current_organization() AND o.id = ANY (p_orders)
$$;
REVOKE ALL ON FUNCTION order_list_expected FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION order_list_expected TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION refresh_order_list(p_orders uuid[]) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan SET gin_pending_list_limit = '256kB' AS $$
DECLARE
  at_once constant integer := 500;
  v_org constant uuid := current_organization();
  v_orders constant uuid[] := ARRAY(SELECT DISTINCT x.id FROM unnest(p_orders) x(id) ORDER BY x.id);
  v_some uuid[];
BEGIN
  -- What was added to the index of words last is looked through by each search, so it is kept short. A batch sorts more of it in at once, which is cheaper.
  IF cardinality(v_orders) > 50 THEN PERFORM set_config('gin_pending_list_limit', '1MB', true); END IF;
  FOR v_from IN 1..cardinality(v_orders) BY at_once LOOP
    v_some := v_orders[v_from:v_from + at_once - 1];
    PERFORM 1 FROM order_list d WHERE d.organization_id = v_org AND d.order_id = ANY (v_some) ORDER BY d.order_id FOR NO KEY UPDATE;
    INSERT INTO order_list AS d (organization_id, order_id, outlet_id, placed_at, revenue_cents, margin_cents, unmapped, words, buyer_words)
    SELECT v_org, e.order_id, e.outlet_id, e.placed_at, e.revenue_cents, e.margin_cents, e.unmapped, e.words, e.buyer_words
    FROM order_list_expected(v_some) e ORDER BY e.order_id
    ON CONFLICT (organization_id, order_id) DO UPDATE SET outlet_id = excluded.outlet_id, placed_at = excluded.placed_at,
      revenue_cents = excluded.revenue_cents, margin_cents = excluded.margin_cents, unmapped = excluded.unmapped, words = excluded.words,
      buyer_words = excluded.buyer_words
    WHERE (d.outlet_id, d.placed_at, d.revenue_cents, d.margin_cents, d.unmapped, d.words, d.buyer_words) IS DISTINCT FROM
      (excluded.outlet_id, excluded.placed_at, excluded.revenue_cents, excluded.margin_cents, excluded.unmapped, excluded.words, excluded.buyer_words);
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION refresh_order_list FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION refresh_order_list TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION refresh_renamed_orders() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_ids constant uuid[] := ARRAY(
    SELECT c.id FROM (
      SELECT a.id, a.code, a.external_code, a.tracking_number, a.customer_name FROM after a
      EXCEPT SELECT b.id, b.code, b.external_code, b.tracking_number, b.customer_name FROM before b) c
    ORDER BY c.id);
BEGIN
  IF cardinality(v_ids) > 0 THEN PERFORM refresh_order_list(v_ids); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION refresh_this_order() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_name constant text := CASE TG_TABLE_NAME WHEN 'orders' THEN 'id' ELSE 'order_id' END;
  v_new constant uuid := (to_jsonb(NEW)->>v_name)::uuid;
  v_old constant uuid := (to_jsonb(OLD)->>v_name)::uuid;
BEGIN
  PERFORM refresh_order_list(CASE v_old WHEN v_new THEN ARRAY[v_new] ELSE ARRAY[least(v_old, v_new), greatest(v_old, v_new)] END);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION add_marketplace_orders(
  p_shop uuid, p_orders uuid[], p_rows staged_order[], p_changed uuid[], p_numbers jsonb, p_moves boolean, p_actor uuid
) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  v_zone text := (SELECT g.time_zone FROM organization g WHERE g.organization_id = v_org);
BEGIN
  INSERT INTO orders (organization_id, id, code, platform, shop_id, outlet_id, external_code, status, platform_status, placed_at, local_day,
    paid_at, ship_by, shipped_at, delivered_at, cancelled_at, units, revenue_cents, seller_discount_cents, seller_voucher_cents, freight_paid_cents,
    total_cents, fees_charged_cents, fees_estimated_cents, tracking_number, buyer_key, moves_stock, fulfilled_by_platform, cancellation_asked,
    in_return, cancel_reason, cancelled_by, carrier, invoice_state, invoice_reason, platform_note, buyer_state, created_by, local_hour)
  SELECT v_org, u.id,
    'SHP-' || left(p.day::text, 4) || '-' || to_char(coalesce((p_numbers->>left(p.day::text, 4))::int, 0)
      + row_number() OVER (PARTITION BY left(p.day::text, 4) ORDER BY r.number), 'FM9999900000'),
    'shopee', p_shop, p_shop, r.code, p.status, p."platformStatus", p."placedAt", p.day,
    p."paidAt", p."shipBy", p."shippedAt", p."deliveredAt", p."cancelledAt", p.units, p.revenue, coalesce(p.discount, 0), coalesce(p.voucher, 0), coalesce(p.freight, 0),
    p.total, p.charged, p.estimated, p.tracking, decode(p."buyerKey", 'hex'), coalesce(p.moves, p_moves) AND NOT p.fulfilled, p.fulfilled,
    coalesce(p.asked, false), coalesce(p."inReturn", false), p."cancelReason", p."cancelBy", p.carrier, p."invoiceState", p."invoiceReason", p.note, nullif(r.payload->'buyer'->>'state', ''), p_actor, extract(hour FROM p."placedAt" AT TIME ZONE v_zone)
  FROM unnest(p_orders, p_rows) AS u(id, number, code, hash, payload)
  CROSS JOIN LATERAL (SELECT u.number, u.code, u.payload) r,
  jsonb_to_record(r.payload) AS p(status "OrderStatus", "platformStatus" text, "placedAt" timestamptz, day date, "paidAt" timestamptz,
    "shipBy" timestamptz, "shippedAt" timestamptz, "deliveredAt" timestamptz, "cancelledAt" timestamptz, units int, revenue bigint,
    discount bigint, voucher bigint, freight bigint, total bigint, charged bigint, estimated bigint, tracking text, "buyerKey" text, fulfilled boolean,
    moves boolean, asked boolean, "inReturn" boolean, "cancelReason" text, "cancelBy" text, carrier text, "invoiceState" "InvoiceState",
    "invoiceReason" text, note text)
  WHERE NOT u.id = ANY (p_changed);
END $$;
REVOKE ALL ON FUNCTION add_marketplace_orders FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION add_marketplace_orders TO mascate_worker;

CREATE OR REPLACE FUNCTION await_erasure(p_organization uuid, p_keys bytea[]) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(b.lock) FROM (
    SELECT DISTINCT buyer_lock(p_organization, k) AS lock FROM unnest(p_keys) k WHERE k IS NOT NULL ORDER BY 1) b;
END $$;
REVOKE ALL ON FUNCTION await_erasure FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION await_erasure TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION change_marketplace_orders(p_shop uuid, p_by_platform boolean, p_orders uuid[], p_rows staged_order[], p_changed uuid[]) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
BEGIN
  -- What a source leaves empty is not taken away from what is known; an order's answer says nothing of what was charged.
  UPDATE orders o SET shop_id = p_shop, outlet_id = p_shop, status = p.status, platform_status = p."platformStatus", paid_at = coalesce(p."paidAt", o.paid_at),
    ship_by = coalesce(p."shipBy", o.ship_by), shipped_at = coalesce(p."shippedAt", o.shipped_at),
    delivered_at = coalesce(p."deliveredAt", o.delivered_at),
    -- One that is alive again was never cancelled, whatever its first answer said.
    cancelled_at = CASE WHEN p.status = 'cancelled' THEN coalesce(p."cancelledAt", o.cancelled_at) END,
    cancel_confirmed_at = CASE WHEN p.status = 'cancelled' THEN o.cancel_confirmed_at END,
    units = p.units, revenue_cents = p.revenue, seller_discount_cents = coalesce(p.discount, o.seller_discount_cents),
    seller_voucher_cents = coalesce(p.voucher, o.seller_voucher_cents), freight_paid_cents = coalesce(p.freight, o.freight_paid_cents), total_cents = CASE WHEN p.unsaid ? 'total' THEN o.total_cents ELSE p.total END,
    fees_charged_cents = CASE WHEN p_by_platform OR p.unsaid ?& array['commission', 'service'] THEN coalesce(p.charged, o.fees_charged_cents) ELSE p.charged END,
    fees_estimated_cents = CASE WHEN p.unsaid ?& array['commission', 'service'] AND o.fees_charged_cents IS NOT NULL THEN NULL ELSE p.estimated END,
    tracking_number = coalesce(p.tracking, o.tracking_number), buyer_key = coalesce(o.buyer_key, decode(p."buyerKey", 'hex')),
    fulfilled_by_platform = p.fulfilled, cancellation_asked = coalesce(p.asked, o.cancellation_asked), in_return = coalesce(p."inReturn", o.in_return),
    cancel_reason = coalesce(p."cancelReason", o.cancel_reason), cancelled_by = coalesce(p."cancelBy", o.cancelled_by), carrier = coalesce(p.carrier, o.carrier),
    invoice_state = coalesce(p."invoiceState", o.invoice_state),
    invoice_reason = CASE WHEN p."invoiceState" IS NULL THEN o.invoice_reason ELSE p."invoiceReason" END, platform_note = coalesce(p.note, o.platform_note),
    buyer_state = coalesce(nullif(u.payload->'buyer'->>'state', ''), o.buyer_state),
    is_history = false, version = o.version + 1, updated_at = now()
  FROM unnest(p_orders, p_rows) AS u(id, number, code, hash, payload),
  jsonb_to_record(u.payload) AS p(status "OrderStatus", "platformStatus" text, "paidAt" timestamptz, "shipBy" timestamptz,
    "shippedAt" timestamptz, "deliveredAt" timestamptz, "cancelledAt" timestamptz, units int, revenue bigint, discount bigint, voucher bigint,
    freight bigint, total bigint, charged bigint, estimated bigint, tracking text, "buyerKey" text, fulfilled boolean, asked boolean, "inReturn" boolean,
    "cancelReason" text, "cancelBy" text, carrier text, "invoiceState" "InvoiceState", "invoiceReason" text, note text, unsaid jsonb)
  WHERE o.organization_id = v_org AND o.id = u.id AND u.id = ANY (p_changed);
END $$;
REVOKE ALL ON FUNCTION change_marketplace_orders FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION change_marketplace_orders TO mascate_worker;

CREATE OR REPLACE FUNCTION edit_order(p jsonb) RETURNS jsonb
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_org uuid := current_organization();
  v_id uuid := (p->>'id')::uuid;
  v_channel uuid := (p->>'channelId')::uuid;
  v_day date := (p->>'day')::date;
  v_discount bigint := (p->>'discountCents')::bigint;
  v_freight bigint;
  v_zone text;
  v_backorders boolean;
  v_bad uuid;
  v_before jsonb;
  v_units integer;
  v_gross bigint;
  v_placed timestamptz;
  o orders;
BEGIN
  SELECT time_zone, backorders INTO v_zone, v_backorders FROM organization WHERE organization_id = v_org;
  SELECT * INTO o FROM orders WHERE organization_id = v_org AND id = v_id FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'order_not_found' USING errcode = 'P0001'; END IF;
  v_freight := coalesce((p->>'freightPaidCents')::bigint, o.freight_paid_cents);
  IF o.version <> (p->>'version')::int THEN RAISE EXCEPTION 'stale_version' USING errcode = 'P0001'; END IF;
  IF o.platform <> 'manual' THEN RAISE EXCEPTION 'order_not_manual' USING errcode = 'P0001'; END IF;
  IF o.status NOT IN ('pending', 'confirmed', 'processing') OR o.shipped_at IS NOT NULL THEN RAISE EXCEPTION 'order_left' USING errcode = 'P0001'; END IF;
  IF v_day <> o.local_day AND v_day > (now() AT TIME ZONE v_zone)::date THEN RAISE EXCEPTION 'day_refused' USING errcode = 'P0001'; END IF;
  IF v_channel <> o.channel_id AND NOT EXISTS (SELECT 1 FROM channel WHERE organization_id = v_org AND id = v_channel AND archived_at IS NULL) THEN
    RAISE EXCEPTION 'channel_not_found' USING errcode = 'P0001', detail = v_channel::text;
  END IF;

  -- A line that stays names itself; its product is what it was, archived or not.
  SELECT l.product INTO v_bad FROM jsonb_to_recordset(p->'lines') AS l(line int, product uuid)
  WHERE l.line IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM order_item i WHERE i.organization_id = v_org AND i.order_id = v_id AND i.line = l.line AND i.product_id IS NOT DISTINCT FROM l.product) LIMIT 1;
  IF FOUND THEN RAISE EXCEPTION 'line_not_found' USING errcode = 'P0001'; END IF;
  SELECT l.product INTO v_bad FROM jsonb_to_recordset(p->'lines') AS l(line int, product uuid)
  WHERE l.line IS NULL AND NOT EXISTS (
    SELECT 1 FROM product r WHERE r.organization_id = v_org AND r.id = l.product AND r.archived_at IS NULL) LIMIT 1;
  IF FOUND THEN RAISE EXCEPTION 'product_not_found' USING errcode = 'P0001', detail = v_bad::text; END IF;

  SELECT jsonb_build_object('channelId', o.channel_id, 'day', o.local_day, 'discountCents', o.seller_discount_cents::text,
    'freightPaidCents', o.freight_paid_cents::text, 'freightCostCents', o.freight_cost_cents::text, 'paymentMethod', o.payment_method,
    'totalCents', o.total_cents::text,
    'lines', coalesce(jsonb_agg(jsonb_build_object('productId', i.product_id, 'quantity', i.quantity, 'unitPriceCents', i.unit_price_cents::text) ORDER BY i.line), '[]'))
  INTO v_before FROM order_item i WHERE i.organization_id = v_org AND i.order_id = v_id;

  PERFORM append_order_deltas(ARRAY[v_id], -1);
  PERFORM lock_order_stock(ARRAY[v_id], array(SELECT l.product FROM jsonb_to_recordset(p->'lines') AS l(product uuid) WHERE o.moves_stock));

  SELECT w.units, w.gross INTO v_units, v_gross FROM write_edited_lines(v_id, p->'lines', v_discount, v_day) w;

  -- Costs are those of the day of the sale; what a company that goes by layers took off the shelf stays what it cost.
  UPDATE order_item i SET unit_cost = unit_cost_on(i.product_id, v_day)
  WHERE i.organization_id = v_org AND i.order_id = v_id AND i.product_id IS NOT NULL AND v_day <> o.local_day AND (i.unit_cost IS NULL
    OR (SELECT g.cost_rule FROM organization g WHERE g.organization_id = v_org) <> 'fifo');

  -- Another day keeps the hour of the clock; a time to come is now.
  v_placed := CASE WHEN v_day = o.local_day THEN o.placed_at
    ELSE least((v_day + (o.placed_at AT TIME ZONE v_zone)::time) AT TIME ZONE v_zone, now()) END;
  UPDATE orders SET channel_id = v_channel, outlet_id = v_channel, customer_name = p->>'customerName', local_day = v_day, placed_at = v_placed,
    local_hour = extract(hour FROM v_placed AT TIME ZONE v_zone), units = v_units, seller_discount_cents = v_discount, revenue_cents = v_gross - v_discount,
    freight_paid_cents = v_freight, total_cents = v_gross - v_discount + v_freight,
    -- What is not said stays as it was.
    freight_cost_cents = CASE WHEN p ? 'freightCostCents' THEN (p->>'freightCostCents')::bigint ELSE o.freight_cost_cents END,
    payment_method = CASE WHEN p ? 'paymentMethod' THEN (p->>'paymentMethod')::"PaymentMethod" ELSE o.payment_method END,
    -- What the channel keeps is worked out anew where it has another amount to keep it of; else it stays as it was agreed on that day.
    fees_charged_cents = CASE WHEN v_channel = o.channel_id AND v_gross - v_discount = o.revenue_cents THEN o.fees_charged_cents
      ELSE (SELECT round((v_gross - v_discount) * c.fee_rate) FROM channel c WHERE c.organization_id = v_org AND c.id = v_channel) END,
    version = o.version + 1, updated_at = now()
  WHERE organization_id = v_org AND id = v_id;

  PERFORM reserve_order_stock(ARRAY[v_id], (p->>'actorId')::uuid, v_backorders);
  PERFORM append_order_deltas(ARRAY[v_id], 1);
  RETURN jsonb_build_object('version', o.version + 1, 'totalCents', (v_gross - v_discount + v_freight)::text, 'before', v_before,
    'customerChanged', o.customer_name IS DISTINCT FROM p->>'customerName');
END $$;
REVOKE ALL ON FUNCTION edit_order FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION edit_order TO mascate_app;

CREATE OR REPLACE FUNCTION find_order_listings(
  p_shop uuid, p_by_platform boolean, p_rows staged_order[], p_actor uuid,
  OUT keys text[], OUT listings uuid[], OUT products uuid[], OUT quantities integer[]
)
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  v_wanted text[];
  v_items text[];
  v_models text[];
BEGIN
  -- k names the listing within the payload; x is the key that an export gives it, item and model are the platform's ids.
  IF p_by_platform THEN
    WITH item AS (
      SELECT DISTINCT ON (i.x) i.x, i.item, i.model
      FROM unnest(p_rows) r, jsonb_to_recordset(r.payload->'items') AS i(x text, item text, model text) ORDER BY i.x, i.item, i.model
    )
    UPDATE listing l SET item_id = item.item, model_id = item.model FROM item
    WHERE l.organization_id = v_org AND l.shop_id = p_shop AND l.external_key = item.x AND l.item_id IS NULL
      AND NOT EXISTS (SELECT 1 FROM listing t WHERE t.organization_id = v_org AND t.shop_id = p_shop AND t.item_id = item.item AND t.model_id = item.model);
  END IF;

  SELECT coalesce(array_agg(i.k), '{}'), array_agg(i.item), array_agg(i.model) INTO v_wanted, v_items, v_models FROM (
    SELECT DISTINCT i.k, i.item, i.model FROM unnest(p_rows) r, jsonb_to_recordset(r.payload->'items') AS i(k text, item text, model text)) i;
  -- All that are known at once, and once more where some had to be made. By lists that the plan knows, which it asks an index for or hashes.
  FOR v_round IN 1..2 LOOP
    WITH known AS MATERIALIZED (
      SELECT 'x' || l.external_key AS key, l.id, l.product_id, l.product_quantity FROM listing l
      WHERE l.organization_id = v_org AND l.shop_id = p_shop AND l.external_key = ANY (v_wanted)
      UNION ALL
      SELECT 'i' || l.item_id || ' ' || l.model_id, l.id, l.product_id, l.product_quantity FROM listing l
      WHERE l.organization_id = v_org AND l.shop_id = p_shop AND l.item_id = ANY (array_remove(v_items, NULL))
    )
    SELECT coalesce(array_agg(i.k), '{}'), array_agg(l.id), array_agg(l.product_id), array_agg(l.product_quantity)
    INTO keys, listings, products, quantities
    FROM unnest(v_wanted, v_items, v_models) AS i(k, item, model)
    JOIN known l ON l.key = CASE WHEN i.item IS NULL THEN 'x' || i.k ELSE 'i' || i.item || ' ' || i.model END;
    EXIT WHEN v_round = 2 OR cardinality(keys) = cardinality(v_wanted);

    PERFORM make_order_listings(p_shop, p_rows, keys, p_actor);
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION find_order_listings FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION find_order_listings TO mascate_worker;

CREATE OR REPLACE FUNCTION forget_buyers(p_orders uuid[]) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE v_org constant uuid := current_organization();
BEGIN
  UPDATE orders o SET customer_name = NULL, note = NULL, platform_note = NULL
  WHERE o.organization_id = v_org AND o.id = ANY (p_orders) AND (o.customer_name IS NOT NULL OR o.note IS NOT NULL OR o.platform_note IS NOT NULL);
  UPDATE stored_file f SET expires_at = now() FROM order_evidence e
  WHERE e.organization_id = v_org AND e.order_id = ANY (p_orders) AND f.organization_id = v_org AND f.id = e.file_id;
  DELETE FROM order_buyer b WHERE b.organization_id = v_org AND b.order_id = ANY (p_orders);
END $$;
REVOKE ALL ON FUNCTION forget_buyers FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION forget_buyers TO mascate_worker;

CREATE OR REPLACE FUNCTION judge_marketplace_orders(
  p_shop uuid, p_source "OrderSourceKind", p_rows staged_order[], OUT rows staged_order[], OUT orders uuid[], OUT changed uuid[]
)
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  v_api constant boolean := p_source = 'api';
  v_codes text[];
  v_known uuid[];
  v_shops uuid[];
BEGIN
  -- Known orders, listings and products are looked up all at once: a company that the statistics do not know yet would be looked
  -- through once per order.
  SELECT array_agg(o.external_code), array_agg(o.id), array_agg(o.shop_id) INTO v_codes, v_known, v_shops FROM (
    SELECT external_code, id, shop_id FROM orders WHERE organization_id = v_org AND platform = 'shopee'
      AND external_code = ANY (array(SELECT r.code FROM unnest(p_rows) r))
    ORDER BY id FOR UPDATE) o;

  WITH source AS MATERIALIZED (
    SELECT s.order_id, s.source, s.fields_hash, s.as_of, s.stage FROM order_source s
    WHERE s.organization_id = v_org AND s.order_id = ANY (v_known)
  ), judged AS MATERIALIZED (
    SELECT r.number, o.id AS known, (r.payload->>'asOf')::timestamptz AS as_of, CASE
      WHEN o.id IS NULL THEN 'new'
      WHEN o.shop IS DISTINCT FROM p_shop AND (NOT v_api OR a.order_id IS NOT NULL) THEN 'otherShop'
      WHEN NOT v_api AND a.order_id IS NOT NULL THEN 'api'
      WHEN s.order_id IS NULL THEN 'changed'
      WHEN s.fields_hash = r.hash THEN 'same'
      WHEN NOT v_api AND (r.payload->>'stage')::int < s.stage THEN 'older'
      WHEN (v_api OR (r.payload->>'stage')::int = s.stage) AND (r.payload->>'asOf')::timestamptz < s.as_of THEN 'older'
      ELSE 'changed' END AS verdict
    FROM unnest(p_rows) r
    LEFT JOIN unnest(v_codes, v_known, v_shops) AS o(code, id, shop) ON o.code = r.code
    LEFT JOIN source s ON s.order_id = o.id AND s.source = p_source
    LEFT JOIN source a ON a.order_id = o.id AND a.source = 'api'
  ), heard AS (
    -- The same again, only later: what is older than that is known as such from now on.
    UPDATE order_source s SET as_of = j.as_of FROM judged j
    WHERE j.verdict = 'same' AND s.organization_id = v_org AND s.order_id = j.known AND s.source = p_source AND s.as_of < j.as_of
  ), chosen AS (
    SELECT r, j.known, coalesce(j.known, uuid_v7()) AS id FROM judged j JOIN unnest(p_rows) r ON r.number = j.number
    WHERE j.verdict IN ('new', 'changed')
  )
  SELECT array_agg(c.r ORDER BY (c.r).number), array_agg(c.id ORDER BY (c.r).number), array_agg(c.known) FILTER (WHERE c.known IS NOT NULL)
  INTO rows, orders, changed FROM chosen c;
  rows := coalesce(rows, '{}');
  orders := coalesce(orders, '{}');
  changed := coalesce(changed, '{}');
END $$;
REVOKE ALL ON FUNCTION judge_marketplace_orders FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION judge_marketplace_orders TO mascate_worker;

CREATE OR REPLACE FUNCTION keep_local_hour() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.local_hour IS NULL THEN
    NEW.local_hour := extract(hour FROM NEW.placed_at AT TIME ZONE (
      SELECT g.time_zone FROM organization g WHERE g.organization_id = NEW.organization_id));
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION make_order_listings(p_shop uuid, p_rows staged_order[], p_known text[], p_actor uuid) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
BEGIN
  WITH item AS (
    SELECT DISTINCT ON (i.k) i.k, i.x, i.item, i.model, i.s, i.t, i.v, i.p
    FROM unnest(p_rows) r, jsonb_to_recordset(r.payload->'items') AS i(k text, x text, item text, model text, s text, t text, v text, p bigint)
    WHERE NOT i.k = ANY (p_known) ORDER BY i.k, r.payload->>'placedAt' DESC
  ), catalogue AS MATERIALIZED (
    SELECT p.sku_key, p.id FROM product p WHERE p.organization_id = v_org AND p.archived_at IS NULL
      AND p.sku_key = ANY (array(SELECT lower(item.s) FROM item WHERE item.s IS NOT NULL))
  ), missing AS (
    SELECT item.*, row_number() OVER (PARTITION BY coalesce(item.x, item.k) ORDER BY item.k) AS place FROM item
  ), made AS (
    INSERT INTO listing (organization_id, id, shop_id, external_key, item_id, model_id, sku, title, variation, price_cents, product_id)
    SELECT v_org, uuid_v7(), p_shop, CASE WHEN m.item IS NULL THEN m.k
        WHEN m.place = 1 AND NOT EXISTS (SELECT 1 FROM listing l WHERE l.organization_id = v_org AND l.shop_id = p_shop AND l.external_key = m.x) THEN m.x
        ELSE m.k END,
      m.item, m.model, m.s, m.t, m.v, m.p, p.id
    FROM missing m LEFT JOIN catalogue p ON p.sku_key = lower(m.s)
    ORDER BY m.k
    ON CONFLICT DO NOTHING
    RETURNING id, product_id
  )
  INSERT INTO listing_mapping (organization_id, id, listing_id, product_id, how, mapped_by)
  SELECT v_org, uuid_v7(), made.id, made.product_id, 'sku', p_actor FROM made WHERE made.product_id IS NOT NULL;
END $$;
REVOKE ALL ON FUNCTION make_order_listings FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION make_order_listings TO mascate_worker;

CREATE OR REPLACE FUNCTION next_order_number(p_year integer) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_number integer;
BEGIN
  IF EXISTS (SELECT 1 FROM order_number n WHERE n.organization_id = current_organization() AND n.year = p_year AND n.returned <> '{}') THEN
    SELECT n.returned[1] INTO v_number FROM order_number n WHERE n.organization_id = current_organization() AND n.year = p_year FOR UPDATE;
    IF v_number IS NOT NULL THEN
      UPDATE order_number n SET returned = n.returned[2:] WHERE n.organization_id = current_organization() AND n.year = p_year;
      RETURN v_number;
    END IF;
  END IF;
  INSERT INTO order_number AS n (organization_id, year, last) VALUES (current_organization(), p_year, 1)
  ON CONFLICT (organization_id, year) DO UPDATE SET last = n.last + 1
  RETURNING last INTO v_number;
  RETURN v_number;
END $$;

CREATE OR REPLACE FUNCTION order_units_away(p_order uuid) RETURNS TABLE (product_id uuid, units bigint)
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT m.product_id, -sum(m.on_hand_delta)::bigint FROM stock_movement m
  WHERE m.organization_id = current_organization() AND m.source_kind = 'order' AND m.source_id = p_order
  GROUP BY 1 HAVING sum(m.on_hand_delta) < 0
$$;
REVOKE ALL ON FUNCTION order_units_away FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION order_units_away TO mascate_app;

CREATE OR REPLACE FUNCTION place_order_once(p jsonb, p_request jsonb, p_seen bigint, p_trail jsonb) RETURNS jsonb
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_org uuid := current_organization();
  v_user uuid := (p->>'actorId')::uuid;
  v_hash bytea := decode(p_request->>'bodyHash', 'hex');
  v_first record;
  v_placed jsonb;
BEGIN
  IF p_request IS NOT NULL THEN
    INSERT INTO idempotency (organization_id, route, key, user_id, body_hash, expires_at)
    VALUES (v_org, p_request->>'route', p_request->>'key', v_user, v_hash, now() + make_interval(hours => (p_request->>'hours')::int))
    ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN
      SELECT i.answer, i.user_id IS NOT DISTINCT FROM v_user AND i.body_hash = v_hash AS is_repeat INTO v_first FROM idempotency i
      WHERE i.organization_id = v_org AND i.route = p_request->>'route' AND i.key = p_request->>'key';
      IF v_first.is_repeat IS NOT TRUE THEN RAISE EXCEPTION 'key_reused' USING errcode = 'P0001'; END IF;
      RETURN v_first.answer;
    END IF;
  END IF;

  v_placed := place_order(p);
  IF v_placed->>'totalCents' <> p_seen::text THEN RAISE EXCEPTION 'prices_changed' USING errcode = 'P0001'; END IF;
  INSERT INTO audit_event (organization_id, id, at, actor_kind, actor_id, session_id, token_id, event, subject_kind, subject_id, after)
  SELECT v_org, x.id, coalesce(x.at, now()), x.kind, v_user, x.session, x.token, 'order.placed', 'order', p->>'id',
    x.after || jsonb_build_object('totalCents', v_placed->>'totalCents')
  FROM jsonb_to_record(p_trail) AS x(id uuid, at timestamptz, kind "ActorKind", session uuid, token uuid, after jsonb);
  UPDATE idempotency SET answer = v_placed
  WHERE organization_id = v_org AND route = p_request->>'route' AND key = p_request->>'key';
  RETURN v_placed;
END $$;
REVOKE ALL ON FUNCTION place_order_once FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION place_order_once TO mascate_app;

CREATE OR REPLACE FUNCTION place_order(p jsonb) RETURNS jsonb
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_org uuid := current_organization();
  v_order uuid := (p->>'id')::uuid;
  v_status "OrderStatus" := (p->>'status')::"OrderStatus";
  v_channel uuid := (p->>'channelId')::uuid;
  v_backorders boolean;
  v_is_fifo boolean;
  v_is_basket boolean;
  v_has_channel boolean;
  v_fee_rate numeric;
  v_day date;
  v_total bigint;
  v_gross bigint;
  v_discount bigint := coalesce((p->>'discountCents')::bigint, 0);
  v_freight bigint := coalesce((p->>'freightPaidCents')::bigint, 0);
  v_products uuid[] := array(SELECT (x->>'productId')::uuid FROM jsonb_array_elements(p->'lines') x);
BEGIN
  SELECT (now() AT TIME ZONE g.time_zone)::date, g.backorders, g.cost_rule = 'fifo', c.id IS NOT NULL, c.fee_rate,
    cardinality(v_products) > 1 OR (SELECT count(*) > 1 FROM kit_component k WHERE k.organization_id = v_org AND k.kit_id = ANY (v_products))
  INTO v_day, v_backorders, v_is_fifo, v_has_channel, v_fee_rate, v_is_basket
  FROM organization g LEFT JOIN channel c ON c.organization_id = v_org AND c.id = v_channel AND c.archived_at IS NULL
  WHERE g.organization_id = v_org;
  IF v_has_channel IS NOT TRUE THEN
    RAISE EXCEPTION 'channel_not_found' USING errcode = 'P0001', detail = v_channel::text;
  END IF;

  IF v_is_basket AND v_is_fifo THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('baskets:' || v_org, 0));
  END IF;

  WITH lines AS (
    SELECT x.ord::int AS line, (x.l->>'productId')::uuid AS product, (x.l->>'quantity')::int AS quantity, (x.l->>'unitPriceCents')::bigint AS price
    FROM jsonb_array_elements(p->'lines') WITH ORDINALITY AS x(l, ord)
  ), priced AS (
    SELECT l.line, pr.id AS product, pr.sku::text AS sku, pr.title, l.quantity, coalesce(l.price, pr.price_cents) AS price,
      coalesce((SELECT c.cost FROM product_cost c WHERE c.organization_id = v_org AND c.product_id = pr.id AND c.from_day <= v_day
        ORDER BY c.from_day DESC LIMIT 1), kit_unit_cost(pr.id, v_day)) AS cost
    FROM lines l JOIN product pr ON pr.organization_id = v_org AND pr.id = l.product AND pr.id = ANY (v_products) AND pr.archived_at IS NULL
    WHERE coalesce(l.price, pr.price_cents) IS NOT NULL
  ), summed AS (
    SELECT r.*, r.quantity * r.price AS gross, sum(r.quantity * r.price) OVER (ORDER BY r.line) AS gross_to_here,
      sum(r.quantity * r.price) OVER () AS gross_of_all FROM priced r
  ), shared AS (
    SELECT s.*, CASE WHEN v_discount > 0 AND gross_of_all > 0
      THEN round(v_discount * gross_to_here / gross_of_all) - round(v_discount * (gross_to_here - gross) / gross_of_all) ELSE 0 END::bigint AS discount
    FROM summed s
  ), sums AS (
    SELECT sum(quantity)::int AS units, sum(gross)::bigint AS gross, greatest(sum(gross) - v_discount, 0)::bigint AS total FROM shared
    HAVING count(*) = cardinality(v_products) AND sum(gross) <= 999999999999
  ), head AS (
    INSERT INTO orders (organization_id, id, code, platform, channel_id, outlet_id, status, customer_name, note, placed_at, local_day,
      paid_at, shipped_at, units, revenue_cents, seller_discount_cents, freight_paid_cents, total_cents, fees_charged_cents, freight_cost_cents,
      payment_method, created_by)
    SELECT v_org, v_order, p->>'code', 'manual', v_channel, v_channel, v_status, p->>'customerName', p->>'note', now(), v_day,
      CASE WHEN v_status <> 'pending' THEN now() END, CASE WHEN v_status = 'shipped' THEN now() END,
      units, total, v_discount, v_freight, total + v_freight, round(total * v_fee_rate), (p->>'freightCostCents')::bigint,
      (p->>'paymentMethod')::"PaymentMethod", (p->>'actorId')::uuid FROM sums RETURNING total_cents
  ), items AS (
    INSERT INTO order_item (organization_id, order_id, line, product_id, sku, title, quantity, unit_price_cents, discount_cents, subtotal_cents, unit_cost)
    SELECT v_org, v_order, line, product, sku, title, quantity, price, discount, shared.gross - discount, cost FROM shared, sums
  )
  SELECT head.total_cents, sums.gross INTO v_total, v_gross FROM head, sums;
  IF v_total IS NULL THEN PERFORM refuse_order_lines(p->'lines'); END IF;
  IF v_discount > v_gross THEN RAISE EXCEPTION 'discount_too_large' USING errcode = 'P0001'; END IF;

  PERFORM append_order_deltas(ARRAY[v_order], 1);
  IF v_is_basket AND NOT v_is_fifo THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('baskets:' || v_org, 0));
  END IF;
  PERFORM reserve_new_order_stock(v_order, v_status, p->'lines', (p->>'actorId')::uuid, v_backorders);
  RETURN jsonb_build_object('id', v_order, 'code', p->>'code', 'totalCents', v_total::text);
END $$;

CREATE OR REPLACE FUNCTION receive_order(p_order uuid, p_version integer, p_lines jsonb, p_actor uuid) RETURNS jsonb
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
  v_own uuid := (SELECT id FROM stock_location WHERE organization_id = v_org AND kind = 'own');
  v_damaged uuid;
  v_entries jsonb;
  o orders;
BEGIN
  SELECT * INTO o FROM orders WHERE organization_id = v_org AND id = p_order FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'order_not_found' USING errcode = 'P0001'; END IF;
  IF o.platform <> 'manual' THEN RAISE EXCEPTION 'order_not_manual' USING errcode = 'P0001'; END IF;
  IF o.version <> p_version THEN RAISE EXCEPTION 'stale_version' USING errcode = 'P0001'; END IF;
  IF o.status <> 'cancelled' OR o.shipped_at IS NULL OR o.received_at IS NOT NULL THEN RAISE EXCEPTION 'nothing_away' USING errcode = 'P0001'; END IF;
  IF EXISTS (
    SELECT 1 FROM order_units_away(p_order) a
    FULL JOIN (SELECT x.product, count(*) AS times, sum(x.sellable + x.damaged + x.missing) AS units, min(least(x.sellable, x.damaged, x.missing)) AS least
      FROM jsonb_to_recordset(p_lines) AS x(product uuid, sellable int, damaged int, missing int) GROUP BY 1) l ON l.product = a.product_id
    WHERE (l.times = 1 AND l.least >= 0 AND l.units = a.units) IS NOT TRUE) THEN
    RAISE EXCEPTION 'return_incomplete' USING errcode = 'P0001';
  END IF;
  IF EXISTS (SELECT 1 FROM jsonb_to_recordset(p_lines) AS x(damaged int) WHERE x.damaged > 0) THEN
    INSERT INTO stock_location (organization_id, id, kind, name) VALUES (v_org, uuid_v7(), 'damaged', 'Avariados') ON CONFLICT DO NOTHING;
    v_damaged := (SELECT id FROM stock_location WHERE organization_id = v_org AND kind = 'damaged');
  END IF;
  SELECT jsonb_agg(jsonb_build_object('line', 0, 'product', x.product, 'location', e.location, 'kind', 'return', 'onHand', e.units))
  INTO v_entries FROM jsonb_to_recordset(p_lines) AS x(product uuid, sellable int, damaged int)
  CROSS JOIN LATERAL (VALUES (v_own, x.sellable), (v_damaged, x.damaged)) AS e(location, units) WHERE e.units > 0;
  IF v_entries IS NOT NULL THEN PERFORM book_stock('order_receipt', p_order, p_actor, NULL, v_entries, true); END IF;
  UPDATE orders SET received_at = now(), version = o.version + 1, updated_at = now() WHERE organization_id = v_org AND id = p_order;
  RETURN jsonb_build_object('version', o.version + 1);
END $$;
REVOKE ALL ON FUNCTION receive_order FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION receive_order TO mascate_app;

CREATE OR REPLACE FUNCTION refuse_order_lines(p_lines jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
  v_line record;
BEGIN
  SELECT l.product AS id, pr.id IS NULL AS missing INTO v_line
  FROM (SELECT (x->>'productId')::uuid AS product, (x->>'unitPriceCents')::bigint AS price FROM jsonb_array_elements(p_lines) x) l
  LEFT JOIN product pr ON pr.organization_id = v_org AND pr.id = l.product AND pr.archived_at IS NULL
  WHERE pr.id IS NULL OR coalesce(l.price, pr.price_cents) IS NULL LIMIT 1;
  RAISE EXCEPTION '%', CASE WHEN NOT FOUND THEN 'amount_too_large' WHEN v_line.missing THEN 'product_not_found' ELSE 'price_missing' END
    USING errcode = 'P0001', detail = coalesce(v_line.id::text, '');
END $$;
REVOKE ALL ON FUNCTION refuse_order_lines FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION refuse_order_lines TO mascate_app;

CREATE OR REPLACE FUNCTION return_order_number(p_year integer, p_number integer) RETURNS integer
LANGUAGE sql SET search_path = public, pg_temp AS $$
  UPDATE order_number n SET last = CASE WHEN n.last = p_number THEN n.last - 1 ELSE n.last END,
    returned = CASE WHEN n.last = p_number THEN n.returned ELSE n.returned || p_number END
  WHERE n.organization_id = current_organization() AND n.year = p_year AND n.last >= p_number AND NOT p_number = ANY (n.returned)
  RETURNING n.last
$$;

CREATE OR REPLACE FUNCTION search_orders_by_title(
  p_patterns text[], p_from timestamptz, p_until timestamptz, p_at timestamptz, p_id uuid, p_backwards boolean, p_limit integer,
  p_outlets uuid[] DEFAULT NULL::uuid[]
)
RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 100 SET search_path = public, pg_temp AS $$
DECLARE
  few constant integer := 5000;
  newest constant integer := greatest(10000, 4 * p_limit);
  v_org constant uuid := current_organization();
  v_entities constant uuid[] := nullif(current_setting('app.legal_entities', true), '')::uuid[];
  v_order constant text := CASE WHEN p_backwards THEN 'd.placed_at, d.order_id' ELSE 'd.placed_at DESC, d.order_id DESC' END;
  v_range text := 'd.organization_id = $1';
  v_outlets uuid[] := p_outlets;
  v_outlet text := '';
  v_items constant text := 'SELECT i.order_id FROM order_item i WHERE i.organization_id = $1 AND i.product_id = ANY ($2)
    UNION ALL SELECT i.order_id FROM order_item i WHERE i.organization_id = $1 AND i.listing_id = ANY ($3)';
  v_end constant text := format(' ORDER BY %s LIMIT %s)', v_order, coalesce(p_limit::text, 'ALL'));
  v_products uuid[];
  v_listings uuid[];
  v_few boolean;
  v_ids uuid[];
BEGIN
  IF v_org IS NULL OR coalesce(cardinality(p_patterns), 0) = 0 THEN RETURN; END IF;
  v_products := ARRAY(SELECT p.id FROM product p
    WHERE p.organization_id = v_org AND p.words LIKE ALL (p_patterns) AND search_text(p.title) LIKE ALL (p_patterns));
  v_listings := ARRAY(SELECT l.id FROM listing l
    WHERE l.organization_id = v_org AND search_text(concat_ws(' ', l.title, l.variation)) LIKE ALL (p_patterns));
  IF cardinality(v_products) + cardinality(v_listings) = 0 THEN RETURN; END IF;

  IF v_entities IS NOT NULL THEN
    v_outlets := ARRAY(SELECT x.id FROM (
        SELECT s.id FROM shop s WHERE s.organization_id = v_org AND s.legal_entity_id = ANY (v_entities)
        UNION ALL SELECT c.id FROM channel c WHERE c.organization_id = v_org AND c.legal_entity_id = ANY (v_entities)) x
      WHERE p_outlets IS NULL OR x.id = ANY (p_outlets));
  END IF;
  IF v_outlets IS NOT NULL THEN v_outlet := ' AND d.outlet_id = ANY ($8)'; END IF;
  IF p_from IS NOT NULL THEN v_range := v_range || ' AND d.placed_at >= $4'; END IF;
  IF p_until IS NOT NULL THEN v_range := v_range || ' AND d.placed_at < $5'; END IF;
  IF p_id IS NOT NULL THEN
    v_range := v_range || format(' AND (d.placed_at, d.order_id) %s ($6, $7)', CASE WHEN p_backwards THEN '>' ELSE '<' END);
  END IF;

  EXECUTE format('SELECT count(*) <= %s FROM (%s LIMIT %s) few', few, v_items, few + 1) INTO v_few USING v_org, v_products, v_listings;
  IF p_limit IS NOT NULL AND NOT v_few THEN
    -- Each limit keeps the planner from reading all items, or all orders, to find out in what order they come.
    EXECUTE format('SELECT ARRAY(SELECT d.order_id FROM (SELECT * FROM order_list d WHERE %s ORDER BY %s LIMIT %s) d
        CROSS JOIN LATERAL (SELECT FROM order_item i WHERE i.organization_id = $1 AND i.order_id = d.order_id
          AND (i.product_id = ANY ($2) OR i.listing_id = ANY ($3)) LIMIT 1) i WHERE true%s', v_range, v_order, newest, v_outlet) || v_end
    INTO v_ids USING v_org, v_products, v_listings, p_from, p_until, p_at, p_id, v_outlets;
    IF cardinality(v_ids) >= p_limit THEN RETURN QUERY SELECT unnest(v_ids); RETURN; END IF;
  END IF;
  EXECUTE format('WITH item AS MATERIALIZED (SELECT DISTINCT order_id FROM (%s) i), hit AS MATERIALIZED (
      SELECT d.order_id, d.placed_at FROM item CROSS JOIN LATERAL (
        SELECT * FROM order_list x WHERE x.organization_id = $1 AND x.order_id = item.order_id LIMIT 1) d WHERE %s%s)
    SELECT ARRAY(SELECT d.order_id FROM hit d', v_items, v_range, v_outlet) || v_end
  INTO v_ids USING v_org, v_products, v_listings, p_from, p_until, p_at, p_id, v_outlets;
  RETURN QUERY SELECT unnest(v_ids);
END $$;
REVOKE ALL ON FUNCTION search_orders_by_title FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION search_orders_by_title TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION search_orders(
  p_patterns text[], p_buyers boolean, p_from timestamptz, p_until timestamptz, p_at timestamptz, p_id uuid, p_backwards boolean,
  p_limit integer, p_outlets uuid[] DEFAULT NULL::uuid[], p_product uuid DEFAULT NULL::uuid
)
RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 100 SET search_path = public, pg_temp AS $$
DECLARE
  newest constant integer := CASE WHEN p_product IS NULL THEN least(greatest(1000, 10 * p_limit), 10000) ELSE 10000 END;
  few constant integer := 5000;
  v_org constant uuid := current_organization();
  v_entities constant uuid[] := nullif(current_setting('app.legal_entities', true), '')::uuid[];
  v_range text := format('d.organization_id = %L', v_org);
  v_order text := CASE WHEN p_backwards THEN 'd.placed_at, d.order_id' ELSE 'd.placed_at DESC, d.order_id DESC' END;
  v_outlets uuid[] := p_outlets;
  v_match text;
  v_walk text;
  v_matching text;
  v_ids uuid[];
  v_many boolean;
  v_few boolean := false;
  v_items constant text := format('SELECT i.order_id FROM order_item i WHERE i.organization_id = %L AND i.product_id = %L', v_org, p_product);
BEGIN
  IF v_org IS NULL OR coalesce(cardinality(p_patterns), 0) = 0 THEN RETURN; END IF;
  SELECT string_agg(format(CASE WHEN p_buyers THEN '(d.words LIKE %1$L OR d.buyer_words LIKE %1$L)' ELSE 'd.words LIKE %1$L' END, p), ' AND ')
  INTO v_match FROM unnest(p_patterns) p;
  IF p_product IS NOT NULL THEN
    SELECT format($m$(' ' || d.words || ' ') LIKE %L$m$, '% ' || regexp_replace(search_text(p.sku::text), '([\\%_])', '\\\1', 'g') || ' %') INTO v_match
    FROM product p WHERE p.organization_id = v_org AND p.id = p_product;
  END IF;
  IF v_entities IS NOT NULL THEN
    v_outlets := ARRAY(SELECT x.id FROM (
        SELECT s.id FROM shop s WHERE s.organization_id = v_org AND s.legal_entity_id = ANY (v_entities)
        UNION ALL SELECT c.id FROM channel c WHERE c.organization_id = v_org AND c.legal_entity_id = ANY (v_entities)) x
      WHERE p_outlets IS NULL OR x.id = ANY (p_outlets));
  END IF;
  IF v_outlets IS NOT NULL THEN v_match := v_match || format(' AND d.outlet_id = ANY (%L::uuid[])', v_outlets); END IF;
  IF p_from IS NOT NULL THEN v_range := v_range || format(' AND d.placed_at >= %L', p_from); END IF;
  IF p_until IS NOT NULL THEN v_range := v_range || format(' AND d.placed_at < %L', p_until); END IF;
  IF p_id IS NOT NULL THEN
    v_range := v_range || format(CASE WHEN p_backwards THEN ' AND (d.placed_at, d.order_id) > (%L::timestamptz, %L::uuid)'
      ELSE ' AND (d.placed_at, d.order_id) < (%L::timestamptz, %L::uuid)' END, p_at, p_id);
  END IF;
  -- The inner limit keeps the words out of the reading of the index by time.
  v_walk := format('SELECT ARRAY(SELECT d.order_id FROM (SELECT * FROM order_list d WHERE %s ORDER BY %s LIMIT ', v_range, v_order);
  v_matching := format(') d WHERE %s ORDER BY %s LIMIT %s)', v_match, v_order, coalesce(p_limit::text, 'ALL'));

  -- A product that few orders hold is found by them; one that many hold, among the newest.
  IF p_product IS NOT NULL THEN EXECUTE format('SELECT count(*) <= %s FROM (%s LIMIT %s) few', few, v_items, few + 1) INTO v_few; END IF;
  IF p_limit IS NOT NULL AND NOT v_few THEN
    EXECUTE v_walk || newest || v_matching INTO v_ids;
    IF cardinality(v_ids) >= p_limit THEN RETURN QUERY SELECT unnest(v_ids); RETURN; END IF;
  END IF;
  IF p_product IS NOT NULL THEN
    EXECUTE format('WITH item AS MATERIALIZED (SELECT DISTINCT order_id FROM (%s) i), hit AS MATERIALIZED (
        SELECT d.order_id, d.placed_at FROM item CROSS JOIN LATERAL (
          SELECT * FROM order_list x WHERE x.organization_id = %L AND x.order_id = item.order_id LIMIT 1) d WHERE %s %s)
      SELECT ARRAY(SELECT d.order_id FROM hit d ORDER BY %s LIMIT %s)', v_items, v_org, v_range,
      CASE WHEN v_outlets IS NOT NULL THEN format('AND d.outlet_id = ANY (%L::uuid[])', v_outlets) ELSE '' END, v_order, coalesce(p_limit::text, 'ALL'))
    INTO v_ids;
    RETURN QUERY SELECT unnest(v_ids);
    RETURN;
  END IF;
  EXECUTE format('SELECT EXISTS (SELECT 1 FROM order_list d WHERE %s ORDER BY %s OFFSET %s LIMIT 1)', v_range, v_order, few) INTO v_many;
  IF v_many THEN
    EXECUTE format('WITH hit AS MATERIALIZED (SELECT d.order_id, d.placed_at FROM order_list d WHERE %s AND %s)
      SELECT ARRAY(SELECT d.order_id FROM hit d ORDER BY %s LIMIT %s)', v_range, v_match, v_order, coalesce(p_limit::text, 'ALL')) INTO v_ids;
  ELSE
    EXECUTE v_walk || few || v_matching INTO v_ids;
  END IF;
  RETURN QUERY SELECT unnest(v_ids);
END $$;
REVOKE ALL ON FUNCTION search_orders FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION search_orders TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION set_order_status(p_order uuid, p_version integer, p_to "OrderStatus", p_actor uuid) RETURNS jsonb
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_org uuid := current_organization();
  o orders;
BEGIN
  SELECT * INTO o FROM orders WHERE organization_id = v_org AND id = p_order FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'order_not_found' USING errcode = 'P0001'; END IF;
  IF o.version <> p_version THEN RAISE EXCEPTION 'stale_version' USING errcode = 'P0001'; END IF;
  IF o.platform <> 'manual' THEN RAISE EXCEPTION 'order_not_manual' USING errcode = 'P0001'; END IF;
  IF o.status IN ('delivered', 'cancelled') OR p_to <= o.status THEN RAISE EXCEPTION 'transition_refused' USING errcode = 'P0001'; END IF;

  PERFORM append_order_deltas(ARRAY[p_order], -1);
  UPDATE orders SET status = p_to, version = version + 1, updated_at = now(),
    paid_at = coalesce(paid_at, CASE WHEN p_to IN ('confirmed', 'processing', 'shipped', 'delivered') THEN now() END),
    shipped_at = coalesce(shipped_at, CASE WHEN p_to IN ('shipped', 'delivered') THEN now() END),
    delivered_at = CASE WHEN p_to = 'delivered' THEN now() ELSE delivered_at END,
    cancelled_at = CASE WHEN p_to = 'cancelled' THEN now() ELSE cancelled_at END
  WHERE organization_id = v_org AND id = p_order;
  PERFORM reserve_order_stock(ARRAY[p_order], p_actor, true);
  PERFORM append_order_deltas(ARRAY[p_order], 1);
  RETURN jsonb_build_object('from', o.status, 'to', p_to, 'version', o.version + 1);
END $$;

CREATE OR REPLACE FUNCTION write_edited_lines(p_order uuid, p_lines jsonb, p_discount bigint, p_day date, OUT units integer, OUT gross bigint)
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
BEGIN
  DELETE FROM order_item i WHERE i.organization_id = v_org AND i.order_id = p_order
    AND NOT i.line = ANY (array(SELECT l.line FROM jsonb_to_recordset(p_lines) AS l(line int) WHERE l.line IS NOT NULL));

  WITH asked AS (
    SELECT x.ord, (x.l->>'line')::int AS line, (x.l->>'product')::uuid AS product, (x.l->>'quantity')::int AS quantity, (x.l->>'price')::bigint AS price
    FROM jsonb_array_elements(p_lines) WITH ORDINALITY AS x(l, ord)
  ), summed AS (
    SELECT a.*, a.quantity * a.price AS gross, sum(a.quantity * a.price) OVER (ORDER BY a.ord) AS gross_to_here, sum(a.quantity * a.price) OVER () AS gross_of_all
    FROM asked a
  ), shared AS (
    SELECT s.*, CASE WHEN gross_of_all > 0
      THEN round(p_discount * gross_to_here / gross_of_all) - round(p_discount * (gross_to_here - gross) / gross_of_all) ELSE 0 END::bigint AS discount
    FROM summed s
  ), kept AS (
    UPDATE order_item i SET quantity = s.quantity, unit_price_cents = s.price, discount_cents = s.discount, subtotal_cents = s.gross - s.discount
    FROM shared s WHERE i.organization_id = v_org AND i.order_id = p_order AND i.line = s.line
  ), added AS (
    INSERT INTO order_item (organization_id, order_id, line, product_id, sku, title, quantity, unit_price_cents, discount_cents, subtotal_cents, unit_cost)
    SELECT v_org, p_order, (SELECT coalesce(max(i.line), 0) FROM order_item i WHERE i.organization_id = v_org AND i.order_id = p_order)
      + row_number() OVER (ORDER BY s.ord), r.id, r.sku::text, r.title, s.quantity, s.price, s.discount, s.gross - s.discount,
      unit_cost_on(r.id, p_day)
    FROM shared s JOIN product r ON r.organization_id = v_org AND r.id = s.product WHERE s.line IS NULL
  )
  SELECT sum(quantity)::int, sum(gross)::bigint INTO units, gross FROM shared;
END $$;
REVOKE ALL ON FUNCTION write_edited_lines FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION write_edited_lines TO mascate_app;

CREATE OR REPLACE FUNCTION write_marketplace_items(
  p_orders uuid[], p_rows staged_order[], p_changed uuid[], p_keys text[], p_listings uuid[], p_products uuid[], p_quantities integer[]
) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
BEGIN
  INSERT INTO order_item AS t (organization_id, order_id, line, listing_id, product_id, product_quantity, sku, title, variation, quantity,
    unit_price_cents, discount_cents, subtotal_cents, unit_cost)
  SELECT v_org, u.id, i.line, l.id, l.product_id, l.product_quantity, i.s, i.t, i.v, i.q, i.p, i.d, i.m,
    coalesce((SELECT c.cost FROM product_cost c WHERE c.organization_id = v_org AND c.product_id = l.product_id AND c.from_day <= (u.payload->>'day')::date
      ORDER BY c.from_day DESC LIMIT 1), kit_unit_cost(l.product_id, (u.payload->>'day')::date))
  FROM unnest(p_orders, p_rows) AS u(id, number, code, hash, payload),
  ROWS FROM (jsonb_to_recordset(u.payload->'items') AS (k text, s text, t text, v text, q int, p bigint, d bigint, m bigint))
    WITH ORDINALITY AS i(k, s, t, v, q, p, d, m, line)
  JOIN unnest(p_keys, p_listings, p_products, p_quantities) AS l(key, id, product_id, product_quantity) ON l.key = i.k
  ON CONFLICT (organization_id, order_id, line) DO UPDATE SET
    product_id = CASE WHEN t.listing_id = excluded.listing_id THEN coalesce(t.product_id, excluded.product_id) ELSE excluded.product_id END,
    product_quantity = CASE WHEN t.listing_id = excluded.listing_id AND t.product_id IS NOT NULL THEN t.product_quantity ELSE excluded.product_quantity END,
    unit_cost = CASE WHEN t.listing_id = excluded.listing_id THEN coalesce(t.unit_cost, excluded.unit_cost) ELSE excluded.unit_cost END,
    listing_id = excluded.listing_id, sku = excluded.sku, title = excluded.title, variation = excluded.variation, quantity = excluded.quantity,
    unit_price_cents = excluded.unit_price_cents, discount_cents = excluded.discount_cents, subtotal_cents = excluded.subtotal_cents;
  DELETE FROM order_item t USING unnest(p_orders, p_rows) AS u(id, number, code, hash, payload)
  WHERE t.organization_id = v_org AND t.order_id = u.id AND u.id = ANY (p_changed) AND t.line > jsonb_array_length(u.payload->'items');
END $$;
REVOKE ALL ON FUNCTION write_marketplace_items FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION write_marketplace_items TO mascate_worker;

CREATE OR REPLACE FUNCTION write_marketplace_orders(
  p_shop uuid, p_source "OrderSourceKind", p_rows staged_order[], p_numbers jsonb, p_moves boolean, p_import uuid, p_actor uuid
)
RETURNS TABLE (created integer, updated integer, kept integer, written uuid[])
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  v_api constant boolean := p_source = 'api';
  v_rows staged_order[];
  v_orders uuid[];
  v_changed uuid[];
  v_keys text[];
  v_listings uuid[];
  v_products uuid[];
  v_quantities integer[];
BEGIN
  -- Writers of one shop's orders take turns: they may hold the same orders and listings.
  PERFORM pg_advisory_xact_lock(hashtextextended('orders:' || p_shop, 0));
  -- Before the orders themselves, as an erasure takes them: else each could hold what the other waits for.
  PERFORM await_erasure(v_org, array(SELECT decode(r.payload->>'buyerKey', 'hex') FROM unnest(p_rows) r));

  SELECT j.rows, j.orders, j.changed INTO v_rows, v_orders, v_changed FROM judge_marketplace_orders(p_shop, p_source, p_rows) j;
  created := cardinality(v_orders) - cardinality(v_changed);
  updated := cardinality(v_changed);
  kept := cardinality(p_rows) - cardinality(v_orders);
  written := v_orders;
  IF cardinality(v_orders) = 0 THEN
    RETURN NEXT;
    RETURN;
  END IF;

  IF cardinality(v_changed) > 0 THEN
    PERFORM append_order_deltas(v_changed, -1);
  END IF;

  SELECT l.keys, l.listings, l.products, l.quantities INTO v_keys, v_listings, v_products, v_quantities
  FROM find_order_listings(p_shop, v_api, v_rows, p_actor) l;

  -- What is only written from here on is planned once: with plans of its own for each statement, each row's foreign keys and triggers are planned as well.
  PERFORM set_config('plan_cache_mode', 'auto', true);
  PERFORM add_marketplace_orders(p_shop, v_orders, v_rows, v_changed, p_numbers, p_moves, p_actor);
  PERFORM change_marketplace_orders(p_shop, v_api, v_orders, v_rows, v_changed);

  IF EXISTS (SELECT 1 FROM orders o WHERE o.organization_id = v_org AND o.id = ANY (v_orders) AND o.moves_stock) THEN
    PERFORM lock_order_stock(v_orders, array(
      SELECT l.product_id FROM unnest(v_orders, v_rows) AS u(id, number, code, hash, payload)
      JOIN orders o ON o.organization_id = v_org AND o.id = u.id AND o.moves_stock
      CROSS JOIN LATERAL jsonb_to_recordset(u.payload->'items') AS i(k text)
      JOIN unnest(v_keys, v_products) AS l(key, product_id) ON l.key = i.k));
  END IF;

  PERFORM write_marketplace_items(v_orders, v_rows, v_changed, v_keys, v_listings, v_products, v_quantities);
  PERFORM write_order_buyers(v_orders, v_rows);

  INSERT INTO order_source AS s (organization_id, order_id, source, fields_hash, as_of, stage, import_id)
  SELECT v_org, u.id, p_source, u.hash, (u.payload->>'asOf')::timestamptz, (u.payload->>'stage')::int, p_import
  FROM unnest(v_orders, v_rows) AS u(id, number, code, hash, payload)
  ON CONFLICT (organization_id, order_id, source) DO UPDATE SET fields_hash = excluded.fields_hash, as_of = excluded.as_of, stage = excluded.stage,
    import_id = excluded.import_id;

  -- What a sheet does not say of an order stays as an earlier one said it, and needs no estimate.
  DELETE FROM money_line l USING unnest(v_orders, v_rows) AS u(id, number, code, hash, payload)
  WHERE u.id = ANY (v_changed) AND l.organization_id = v_org AND l.order_id = u.id
    AND (l.source = 'rule' OR (l.source = 'export' AND NOT v_api AND NOT coalesce(u.payload->'unsaid' ? l.kind::text, false)));
  INSERT INTO money_line (organization_id, order_id, kind, source, amount_cents, rule_id, platform_name, as_of)
  SELECT v_org, u.id, x.kind, x.source, x.amount, x.rule, x.name, (u.payload->>'asOf')::timestamptz
  FROM unnest(v_orders, v_rows) AS u(id, number, code, hash, payload),
  jsonb_to_recordset(u.payload->'money') AS x(kind "MoneyKind", source "MoneySource", amount bigint, rule uuid, name text)
  WHERE NOT (x.source = 'rule' AND u.id = ANY (v_changed) AND coalesce(u.payload->'unsaid' ?& array['commission', 'service'], false)
    AND EXISTS (SELECT 1 FROM orders o WHERE o.organization_id = v_org AND o.id = u.id AND o.fees_charged_cents IS NOT NULL));

  IF v_api THEN PERFORM write_order_packages(p_shop, v_orders, v_rows, v_changed); END IF;

  IF EXISTS (SELECT 1 FROM orders o WHERE o.organization_id = v_org AND o.id = ANY (v_orders) AND o.moves_stock) THEN
    PERFORM reserve_order_stock(v_orders, p_actor, true);
  END IF;
  PERFORM append_order_deltas(v_orders, 1);
  RETURN NEXT;
END $$;
REVOKE ALL ON FUNCTION write_marketplace_orders FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION write_marketplace_orders TO mascate_worker;

CREATE OR REPLACE FUNCTION write_order_buyers(p_orders uuid[], p_rows staged_order[]) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
BEGIN
  INSERT INTO order_buyer AS b (organization_id, order_id, name, username, phone, document, address, city, state, postal_code, purge_after)
  SELECT v_org, u.id, p.name, p.username, p.phone, p.document, p.address, p.city, p.state, p."postalCode", (u.payload->>'purgeAfter')::timestamptz
  FROM unnest(p_orders, p_rows) AS u(id, number, code, hash, payload),
  jsonb_to_record(u.payload->'buyer') AS p(name text, username text, phone text, document text, address text, city text, state text, "postalCode" text)
  WHERE u.payload->'buyer' <> 'null' AND (u.payload->>'purgeAfter')::timestamptz > now()
  ON CONFLICT (organization_id, order_id) DO UPDATE SET name = coalesce(excluded.name, b.name), username = coalesce(excluded.username, b.username),
    phone = coalesce(excluded.phone, b.phone), document = coalesce(excluded.document, b.document), address = coalesce(excluded.address, b.address),
    city = coalesce(excluded.city, b.city), state = coalesce(excluded.state, b.state), postal_code = coalesce(excluded.postal_code, b.postal_code),
    purge_after = excluded.purge_after;
  DELETE FROM order_buyer b USING unnest(p_orders, p_rows) AS u(id, number, code, hash, payload)
  WHERE b.organization_id = v_org AND b.order_id = u.id AND (u.payload->>'purgeAfter')::timestamptz <= now();
END $$;
REVOKE ALL ON FUNCTION write_order_buyers FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION write_order_buyers TO mascate_worker;

CREATE OR REPLACE FUNCTION write_order_packages(p_shop uuid, p_orders uuid[], p_rows staged_order[], p_changed uuid[]) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
BEGIN
  INSERT INTO package AS t (organization_id, id, order_id, shop_id, number, platform_status, channel_id, carrier, tracking_number)
  SELECT v_org, uuid_v7(), u.id, p_shop, x.n, x.status, x.channel, x.carrier, x.tracking
  FROM unnest(p_orders, p_rows) AS u(id, number, code, hash, payload),
  jsonb_to_recordset(u.payload->'packages') AS x(n text, status text, channel text, carrier text, tracking text)
  ON CONFLICT (organization_id, shop_id, number) DO UPDATE SET order_id = excluded.order_id, platform_status = excluded.platform_status,
    channel_id = excluded.channel_id, carrier = excluded.carrier, tracking_number = coalesce(excluded.tracking_number, t.tracking_number),
    version = t.version + 1, updated_at = now();
  DELETE FROM package_item i USING package k
  WHERE i.organization_id = v_org AND k.organization_id = v_org AND k.id = i.package_id AND k.order_id = ANY (p_changed);
  INSERT INTO package_item (organization_id, package_id, line, quantity)
  SELECT v_org, k.id, y.line, sum(y.q)
  FROM unnest(p_orders, p_rows) AS u(id, number, code, hash, payload),
  jsonb_to_recordset(u.payload->'packages') AS x(n text, items jsonb)
  JOIN package k ON k.organization_id = v_org AND k.shop_id = p_shop AND k.number = x.n,
  jsonb_to_recordset(x.items) AS y(line int, q int)
  GROUP BY k.id, y.line
  ON CONFLICT (organization_id, package_id, line) DO UPDATE SET quantity = excluded.quantity;
END $$;
REVOKE ALL ON FUNCTION write_order_packages FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION write_order_packages TO mascate_worker;

CREATE OR REPLACE FUNCTION forget_return_texts(p_returns uuid[]) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE v_count integer;
BEGIN
  UPDATE order_return r SET buyer_text = NULL, images = '{}', note = NULL WHERE r.organization_id = current_organization() AND r.id = ANY (p_returns);
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END $$;
REVOKE ALL ON FUNCTION forget_return_texts FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION forget_return_texts TO mascate_worker;

CREATE OR REPLACE FUNCTION receive_return(p_return uuid, p_version integer, p_lines jsonb, p_note text, p_actor uuid)
RETURNS TABLE (already boolean, booked integer, unbooked integer)
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  v_own uuid := (SELECT id FROM stock_location WHERE organization_id = v_org AND kind = 'own');
  v_damaged uuid;
  v_order orders;
  v_return order_return;
  v_came jsonb;
  v_entries jsonb;
BEGIN
  -- The order's lock makes all receipts of one order follow each other.
  SELECT * INTO v_order FROM orders o WHERE o.organization_id = v_org AND o.id = (
    SELECT order_id FROM order_return WHERE organization_id = v_org AND id = p_return) FOR UPDATE;
  SELECT * INTO v_return FROM order_return r WHERE r.organization_id = v_org AND r.id = p_return FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'return_not_found' USING errcode = 'P0001'; END IF;
  IF v_return.received_at IS NOT NULL THEN
    RETURN QUERY SELECT true, 0, 0;
    RETURN;
  END IF;
  IF v_return.version <> p_version THEN RAISE EXCEPTION 'stale_version' USING errcode = 'P0001'; END IF;
  IF v_return.kind = 'refund_only' OR v_return.state = 'cancelled' THEN RAISE EXCEPTION 'return_brings_nothing' USING errcode = 'P0001'; END IF;
  IF v_order.fulfilled_by_platform THEN RAISE EXCEPTION 'return_not_ours' USING errcode = 'P0001'; END IF;
  IF (SELECT count(*) FROM return_item i WHERE i.organization_id = v_org AND i.return_id = p_return) <> jsonb_array_length(p_lines) OR EXISTS (
    SELECT 1 FROM return_item i LEFT JOIN jsonb_to_recordset(p_lines) AS x(line int, sellable int, damaged int, missing int) ON x.line = i.line
    WHERE i.organization_id = v_org AND i.return_id = p_return
      AND (least(x.sellable, x.damaged, x.missing) >= 0 AND x.sellable + x.damaged + x.missing = i.quantity) IS NOT TRUE) THEN
    RAISE EXCEPTION 'return_incomplete' USING errcode = 'P0001';
  END IF;
  UPDATE return_item i SET sellable = x.sellable, damaged = x.damaged, missing = x.missing
  FROM jsonb_to_recordset(p_lines) AS x(line int, sellable int, damaged int, missing int)
  WHERE i.organization_id = v_org AND i.return_id = p_return AND i.line = x.line;

  SELECT coalesce(jsonb_agg(jsonb_build_object('product', c.product_id, 'sellable', c.sellable, 'damaged', c.damaged)), '[]') INTO v_came FROM (
    SELECT coalesce(t.product_id, k.component_id, oi.product_id) AS product_id,
      sum(i.sellable::bigint * oi.product_quantity * coalesce(t.quantity, k.quantity, 1)) AS sellable,
      sum(i.damaged::bigint * oi.product_quantity * coalesce(t.quantity, k.quantity, 1)) AS damaged
    FROM return_item i
    JOIN order_item oi ON oi.organization_id = v_org AND oi.order_id = v_order.id AND oi.line = i.order_line AND oi.product_id IS NOT NULL
    LEFT JOIN order_item_part t ON t.organization_id = v_org AND t.order_id = oi.order_id AND t.line = oi.line AND t.kit_id = oi.product_id
    LEFT JOIN kit_component k ON k.organization_id = v_org AND k.kit_id = oi.product_id AND t.product_id IS NULL
    WHERE i.organization_id = v_org AND i.return_id = p_return GROUP BY 1) c;

  -- An order that moves no stock (it left before the stock was counted) took what it consists of.
  IF EXISTS (
    SELECT 1 FROM jsonb_to_recordset(v_came) AS c(product uuid, sellable bigint, damaged bigint)
    WHERE c.sellable + c.damaged > CASE
        WHEN v_order.moves_stock THEN coalesce((
          SELECT -sum(m.on_hand_delta) FROM stock_movement m WHERE m.organization_id = v_org AND m.source_kind = 'order' AND m.source_id = v_order.id
            AND m.product_id = c.product AND m.location_id = v_own), 0)
        WHEN v_order.shipped_at IS NOT NULL OR v_order.status IN ('shipped', 'delivered') THEN coalesce((
          SELECT sum(oi.quantity::bigint * oi.product_quantity * coalesce(t.quantity, k.quantity, 1)) FROM order_item oi
          LEFT JOIN order_item_part t ON t.organization_id = v_org AND t.order_id = oi.order_id AND t.line = oi.line AND t.kit_id = oi.product_id
          LEFT JOIN kit_component k ON k.organization_id = v_org AND k.kit_id = oi.product_id AND t.product_id IS NULL
          WHERE oi.organization_id = v_org AND oi.order_id = v_order.id AND coalesce(t.product_id, k.component_id, oi.product_id) = c.product), 0)
        ELSE 0 END - coalesce((
          SELECT sum(m.on_hand_delta) FROM stock_movement m JOIN order_return r ON r.organization_id = v_org AND r.id = m.source_id
          WHERE m.organization_id = v_org AND m.source_kind = 'return' AND r.order_id = v_order.id AND m.product_id = c.product), 0)) THEN
    RAISE EXCEPTION 'return_exceeds_shipped' USING errcode = 'P0001';
  END IF;

  IF EXISTS (SELECT 1 FROM jsonb_to_recordset(v_came) AS c(damaged bigint) WHERE c.damaged > 0) THEN
    INSERT INTO stock_location (organization_id, id, kind, name) VALUES (v_org, uuid_v7(), 'damaged', 'Avariados') ON CONFLICT DO NOTHING;
    v_damaged := (SELECT id FROM stock_location WHERE organization_id = v_org AND kind = 'damaged');
  END IF;
  SELECT jsonb_agg(jsonb_build_object('line', 0, 'product', c.product, 'location', e.location, 'kind', 'return', 'onHand', e.units))
  INTO v_entries FROM jsonb_to_recordset(v_came) AS c(product uuid, sellable bigint, damaged bigint)
  CROSS JOIN LATERAL (VALUES (v_own, c.sellable), (v_damaged, c.damaged)) AS e(location, units) WHERE e.units > 0;
  booked := CASE WHEN v_entries IS NULL THEN 0 ELSE book_stock('return', p_return, p_actor, NULL, v_entries, true) END;

  UPDATE order_return r SET state = 'received', received_at = now(), received_by = p_actor, note = coalesce(p_note, r.note), version = r.version + 1
  WHERE r.organization_id = v_org AND r.id = p_return;
  already := false;
  unbooked := (SELECT count(*) FROM return_item i LEFT JOIN order_item oi ON oi.organization_id = v_org AND oi.order_id = v_order.id AND oi.line = i.order_line
    WHERE i.organization_id = v_org AND i.return_id = p_return AND i.sellable + i.damaged > 0 AND oi.product_id IS NULL);
  RETURN NEXT;
END $$;
REVOKE ALL ON FUNCTION receive_return FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION receive_return TO mascate_app;

CREATE OR REPLACE FUNCTION supersede_guessed_return() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE order_return t SET state = 'cancelled', version = t.version + 1
  FROM orders o WHERE o.organization_id = NEW.organization_id AND o.id = NEW.order_id AND NEW.number <> o.external_code AND NEW.state <> 'cancelled'
    AND t.organization_id = NEW.organization_id AND t.order_id = NEW.order_id AND t.number = o.external_code
    AND t.received_at IS NULL AND t.state <> 'cancelled' AND (NEW.kind = 'failed_delivery' OR t.platform_status IS NULL
      OR (t.kind = 'lost' AND NEW.kind IN ('lost', 'refund_only')));
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION supersede_guessed_return FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION supersede_order_return() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE v_code text := (SELECT external_code FROM orders WHERE organization_id = NEW.organization_id AND id = NEW.order_id);
BEGIN
  IF NEW.number = v_code AND NEW.received_at IS NULL AND EXISTS (
    SELECT 1 FROM order_return t WHERE t.organization_id = NEW.organization_id AND t.order_id = NEW.order_id AND t.number <> v_code
      AND t.state <> 'cancelled' AND (t.kind = 'failed_delivery' OR NEW.platform_status IS NULL
        OR (NEW.kind = 'lost' AND t.kind IN ('lost', 'refund_only')))) THEN
    NEW.state := 'cancelled';
  END IF;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION supersede_order_return FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION with_offer(p_offers jsonb, p_offer jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_offer IS NULL OR jsonb_array_length(p_offers) >= 20 OR (p_offers->-1) - 'at' = p_offer - 'at' THEN p_offers ELSE p_offers || p_offer END
$$;
REVOKE ALL ON FUNCTION with_offer FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION with_offer TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION write_returns(p_shop uuid, p_rows jsonb) RETURNS TABLE (changed integer, unknown text[])
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  v_written uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('returns:' || p_shop, 0));
  WITH told AS (
    SELECT o.id AS order_id, r.number, r."platformStatus", r.reason, r.text, r.images, r.refund, r.due, r.tracking, r."openedAt", r."platformAt",
      r.negotiation, r.offer, r."offersLeft", r."offerDue", r.proof, r."proofDue", r.compensation, r."compensationCents", r."compensationDue",
      coalesce(r."fromFile", false) AS from_file,
      CASE WHEN r.kind = 'refund_only' AND r.state NOT IN ('open', 'disputed') AND EXISTS (
          SELECT 1 FROM order_return g WHERE g.organization_id = v_org AND g.order_id = o.id AND g.number = r.code AND g.kind = 'lost')
        THEN 'lost' ELSE r.kind END AS kind,
      CASE WHEN r.state = 'arrived' AND NOT o.moves_stock THEN 'closed' ELSE r.state END AS state
    FROM jsonb_to_recordset(p_rows) AS r(number text, code text, kind "ReturnKind", state "ReturnState", "platformStatus" text,
      reason text, text text, images text[], refund bigint, due timestamptz, tracking text, "openedAt" timestamptz, "platformAt" timestamptz,
      negotiation text, offer jsonb, "offersLeft" integer, "offerDue" timestamptz, proof text, "proofDue" timestamptz,
      compensation text, "compensationCents" bigint, "compensationDue" timestamptz, "fromFile" boolean)
    JOIN orders o ON o.organization_id = v_org AND o.platform = 'shopee' AND o.shop_id = p_shop AND o.external_code = r.code
  ), written AS (
    INSERT INTO order_return AS t (organization_id, id, order_id, shop_id, number, kind, state, platform_status, reason, buyer_text, images, refund_cents, due_at,
      tracking_number, opened_at, platform_at, negotiation_status, offers, offers_left, offer_due_at, proof_status, proof_due_at, compensation_status,
      compensation_cents, compensation_due_at, from_file)
    SELECT v_org, uuid_v7(), r.order_id, p_shop, r.number, r.kind, r.state, r."platformStatus", r.reason, r.text, r.images, r.refund, r.due, r.tracking,
      r."openedAt", r."platformAt", r.negotiation, CASE WHEN jsonb_typeof(r.offer) = 'object' THEN jsonb_build_array(r.offer) ELSE '[]' END, r."offersLeft",
      r."offerDue", r.proof, r."proofDue", r.compensation, r."compensationCents", r."compensationDue", r.from_file
    FROM told r ORDER BY r.number
    ON CONFLICT (organization_id, shop_id, number) DO UPDATE SET kind = excluded.kind,
      state = CASE WHEN t.received_at IS NULL THEN excluded.state ELSE t.state END, platform_status = excluded.platform_status, reason = excluded.reason,
      buyer_text = excluded.buyer_text, images = excluded.images, refund_cents = excluded.refund_cents, due_at = excluded.due_at,
      tracking_number = coalesce(excluded.tracking_number, t.tracking_number), platform_at = excluded.platform_at,
      negotiation_status = excluded.negotiation_status, offers = with_offer(t.offers, excluded.offers->0), offers_left = excluded.offers_left,
      offer_due_at = excluded.offer_due_at, proof_status = excluded.proof_status, proof_due_at = excluded.proof_due_at,
      compensation_status = excluded.compensation_status, compensation_cents = excluded.compensation_cents,
      compensation_due_at = excluded.compensation_due_at, from_file = excluded.from_file, version = t.version + 1
    WHERE (t.platform_at IS NULL OR t.platform_at <= excluded.platform_at OR t.from_file AND NOT excluded.from_file)
      AND (t.kind, CASE WHEN t.received_at IS NULL AND t.state <> 'cancelled' THEN t.state ELSE excluded.state END, t.platform_status, t.reason, t.buyer_text, t.images, t.refund_cents,
          t.due_at, t.platform_at, t.tracking_number, t.negotiation_status, t.offers, t.offers_left, t.offer_due_at, t.proof_status, t.proof_due_at,
          t.compensation_status, t.compensation_cents, t.compensation_due_at, t.from_file)
        IS DISTINCT FROM (excluded.kind, excluded.state, excluded.platform_status, excluded.reason, excluded.buyer_text, excluded.images, excluded.refund_cents,
          excluded.due_at, excluded.platform_at, coalesce(excluded.tracking_number, t.tracking_number), excluded.negotiation_status,
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

CREATE OR REPLACE FUNCTION append_order_deltas(p_orders uuid[], p_sign integer) RETURNS void
LANGUAGE sql SET search_path = public, pg_temp AS $$
  WITH o AS MATERIALIZED (
    SELECT id, local_day, outlet_id, platform, coalesce(local_hour, 0) AS hour, coalesce(buyer_state, '') AS state, status, units, revenue_cents,
      fees_charged_cents, fees_estimated_cents, status NOT IN ('pending', 'cancelled') AS valid
    FROM orders WHERE organization_id = current_organization() AND id = ANY (p_orders)
  ), money AS MATERIALIZED (
    SELECT m.order_id, m.kind, m.basis, sum(m.amount_cents)::bigint AS amount_cents FROM order_money(p_orders) m GROUP BY 1, 2, 3
  ), taken AS MATERIALIZED (
    SELECT o.id AS order_id, o.revenue_cents - coalesce(sum(m.amount_cents), 0)::bigint AS deductions
    FROM o LEFT JOIN money m ON m.order_id = o.id AND m.kind <> 'ads' WHERE o.valid GROUP BY o.id, o.revenue_cents
  ), item AS (
    SELECT o.local_day, o.outlet_id, i.order_id, coalesce(i.product_id, i.listing_id) AS item_key, i.product_id IS NOT NULL AS mapped,
      i.quantity, i.quantity * i.product_quantity AS physical, i.subtotal_cents, i.packaging_cents, round(i.unit_cost * i.quantity * i.product_quantity, 2) AS cost, t.deductions,
      sum(i.subtotal_cents) OVER w AS subtotal_to_here, sum(i.subtotal_cents) OVER (PARTITION BY i.order_id) AS subtotal_of_all,
      row_number() OVER w AS place
    FROM o JOIN order_item i ON i.organization_id = current_organization() AND i.order_id = o.id JOIN taken t ON t.order_id = o.id
    WHERE o.valid
    WINDOW w AS (PARTITION BY i.order_id ORDER BY i.line)
  ), i AS MATERIALIZED (
    SELECT item.*, CASE WHEN subtotal_of_all > 0
        THEN round(deductions * subtotal_to_here / subtotal_of_all) - round(deductions * (subtotal_to_here - subtotal_cents) / subtotal_of_all)
        WHEN place = 1 THEN deductions ELSE 0 END AS share
    FROM item
  ), by_order AS (
    SELECT order_id, sum(subtotal_cents) FILTER (WHERE cost IS NOT NULL) AS with_cost, sum(cost) AS cost, sum(packaging_cents) AS packaging FROM i GROUP BY 1
  ), days AS (
    INSERT INTO sales_day_delta (organization_id, day, outlet_id, platform, hour, state, orders, pending, confirmed, processing, shipped, delivered, cancelled,
      units, gross_cents, cancelled_cents, fees_charged_cents, gross_charged_cents, fees_estimated_cents, gross_estimated_cents, revenue_with_cost_cents, cost,
      deductions_cents, packaging_cents)
    SELECT current_organization(), o.local_day, o.outlet_id, o.platform, o.hour, o.state, p_sign * count(*),
      p_sign * count(*) FILTER (WHERE status = 'pending'), p_sign * count(*) FILTER (WHERE status = 'confirmed'),
      p_sign * count(*) FILTER (WHERE status = 'processing'), p_sign * count(*) FILTER (WHERE status = 'shipped'),
      p_sign * count(*) FILTER (WHERE status = 'delivered'), p_sign * count(*) FILTER (WHERE status = 'cancelled'),
      p_sign * coalesce(sum(o.units) FILTER (WHERE valid), 0),
      p_sign * coalesce(sum(o.revenue_cents) FILTER (WHERE valid), 0),
      p_sign * coalesce(sum(o.revenue_cents) FILTER (WHERE status = 'cancelled'), 0),
      p_sign * coalesce(sum(o.fees_charged_cents) FILTER (WHERE valid), 0),
      p_sign * coalesce(sum(o.revenue_cents) FILTER (WHERE valid AND o.fees_charged_cents IS NOT NULL), 0),
      p_sign * coalesce(sum(o.fees_estimated_cents) FILTER (WHERE valid AND o.fees_charged_cents IS NULL), 0),
      p_sign * coalesce(sum(o.revenue_cents) FILTER (WHERE valid AND o.fees_charged_cents IS NULL AND o.fees_estimated_cents IS NOT NULL), 0),
      p_sign * coalesce(sum(b.with_cost), 0), p_sign * coalesce(sum(b.cost), 0),
      p_sign * coalesce(sum(t.deductions), 0), p_sign * coalesce(sum(b.packaging), 0)
    FROM o LEFT JOIN by_order b ON b.order_id = o.id LEFT JOIN taken t ON t.order_id = o.id
    GROUP BY o.local_day, o.outlet_id, o.platform, o.hour, o.state
  ), amounts AS (
    INSERT INTO money_day_delta (organization_id, day, outlet_id, kind, basis, orders, amount_cents)
    SELECT current_organization(), o.local_day, o.outlet_id, m.kind, m.basis, p_sign * count(*), p_sign * sum(m.amount_cents)
    FROM money m JOIN o ON o.id = m.order_id GROUP BY 2, 3, 4, 5
  )
  INSERT INTO product_day_delta (organization_id, day, item_key, outlet_id, mapped, units, revenue_cents, revenue_with_cost_cents, cost,
    deductions_cents, packaging_cents, physical_units)
  SELECT current_organization(), local_day, item_key, outlet_id, mapped, p_sign * sum(quantity), p_sign * sum(subtotal_cents),
    p_sign * coalesce(sum(subtotal_cents) FILTER (WHERE cost IS NOT NULL), 0), p_sign * coalesce(sum(cost), 0),
    p_sign * sum(share), p_sign * sum(packaging_cents), p_sign * sum(physical)
  FROM i GROUP BY 2, 3, 4, 5;
  SELECT refresh_order_list(p_orders) WHERE p_sign > 0
$$;

CREATE OR REPLACE FUNCTION fold_money_days(p_limit integer) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
  v_taken integer;
BEGIN
  WITH taken AS (
    DELETE FROM money_day_delta WHERE organization_id = v_org
      AND id <= (SELECT max(id) FROM (SELECT id FROM money_day_delta WHERE organization_id = v_org ORDER BY id LIMIT p_limit) first)
    RETURNING *
  ), days AS (
    INSERT INTO money_day AS d (organization_id, day, outlet_id, kind, basis, orders, amount_cents)
    SELECT v_org, day, outlet_id, kind, basis, sum(orders), sum(amount_cents)
    FROM taken GROUP BY day, outlet_id, kind, basis ORDER BY day, outlet_id, kind, basis
    ON CONFLICT (organization_id, day, outlet_id, kind, basis) DO UPDATE SET
      orders = d.orders + excluded.orders, amount_cents = d.amount_cents + excluded.amount_cents
  )
  SELECT count(*) INTO v_taken FROM taken;
  RETURN v_taken;
END $$;
REVOKE ALL ON FUNCTION fold_money_days FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION fold_money_days TO mascate_worker;

CREATE OR REPLACE FUNCTION fold_product_days(p_limit integer) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
  v_taken integer;
BEGIN
  WITH taken AS (
    DELETE FROM product_day_delta WHERE organization_id = v_org
      AND id <= (SELECT max(id) FROM (SELECT id FROM product_day_delta WHERE organization_id = v_org ORDER BY id LIMIT p_limit) first)
    RETURNING *
  ), days AS (
    INSERT INTO product_day AS d (organization_id, day, item_key, outlet_id, mapped, units, revenue_cents, revenue_with_cost_cents, cost,
      deductions_cents, packaging_cents, physical_units)
    SELECT v_org, day, item_key, outlet_id, mapped, sum(units), sum(revenue_cents), sum(revenue_with_cost_cents), sum(cost),
      sum(deductions_cents), sum(packaging_cents), sum(physical_units)
    FROM taken GROUP BY day, item_key, outlet_id, mapped ORDER BY day, item_key, outlet_id
    ON CONFLICT (organization_id, day, item_key, outlet_id) DO UPDATE SET
      units = d.units + excluded.units, revenue_cents = d.revenue_cents + excluded.revenue_cents,
      revenue_with_cost_cents = d.revenue_with_cost_cents + excluded.revenue_with_cost_cents, cost = d.cost + excluded.cost,
      deductions_cents = d.deductions_cents + excluded.deductions_cents, packaging_cents = d.packaging_cents + excluded.packaging_cents,
      physical_units = d.physical_units + excluded.physical_units
  ), months AS (
    INSERT INTO product_month AS m (organization_id, month, item_key, outlet_id, mapped, units, revenue_cents, revenue_with_cost_cents, cost,
      deductions_cents, packaging_cents, physical_units)
    SELECT v_org, date_trunc('month', day)::date AS month, item_key, outlet_id, mapped, sum(units), sum(revenue_cents), sum(revenue_with_cost_cents),
      sum(cost), sum(deductions_cents), sum(packaging_cents), sum(physical_units)
    FROM taken GROUP BY 2, item_key, outlet_id, mapped ORDER BY 2, item_key, outlet_id
    ON CONFLICT (organization_id, month, item_key, outlet_id) DO UPDATE SET
      units = m.units + excluded.units, revenue_cents = m.revenue_cents + excluded.revenue_cents,
      revenue_with_cost_cents = m.revenue_with_cost_cents + excluded.revenue_with_cost_cents, cost = m.cost + excluded.cost,
      deductions_cents = m.deductions_cents + excluded.deductions_cents, packaging_cents = m.packaging_cents + excluded.packaging_cents,
      physical_units = m.physical_units + excluded.physical_units
  )
  SELECT count(*) INTO v_taken FROM taken;
  RETURN v_taken;
END $$;
REVOKE ALL ON FUNCTION fold_product_days FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION fold_product_days TO mascate_worker;

CREATE OR REPLACE FUNCTION fold_sales_days(p_limit integer) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
  v_taken integer;
BEGIN
  WITH taken AS (
    DELETE FROM sales_day_delta WHERE organization_id = v_org
      AND id <= (SELECT max(id) FROM (SELECT id FROM sales_day_delta WHERE organization_id = v_org ORDER BY id LIMIT p_limit) first)
    RETURNING *
  ), days AS (
    INSERT INTO sales_day AS d (organization_id, day, outlet_id, platform, orders, pending, confirmed, processing, shipped, delivered, cancelled,
      units, gross_cents, cancelled_cents, fees_charged_cents, gross_charged_cents, fees_estimated_cents, gross_estimated_cents, revenue_with_cost_cents, cost,
      deductions_cents, packaging_cents)
    SELECT v_org, day, outlet_id, platform, sum(orders), sum(pending), sum(confirmed), sum(processing), sum(shipped), sum(delivered), sum(cancelled),
      sum(units), sum(gross_cents), sum(cancelled_cents), sum(fees_charged_cents), sum(gross_charged_cents), sum(fees_estimated_cents), sum(gross_estimated_cents),
      sum(revenue_with_cost_cents), sum(cost), sum(deductions_cents), sum(packaging_cents)
    FROM taken GROUP BY day, outlet_id, platform ORDER BY day, outlet_id
    ON CONFLICT (organization_id, day, outlet_id) DO UPDATE SET
      orders = d.orders + excluded.orders, pending = d.pending + excluded.pending, confirmed = d.confirmed + excluded.confirmed,
      processing = d.processing + excluded.processing, shipped = d.shipped + excluded.shipped, delivered = d.delivered + excluded.delivered,
      cancelled = d.cancelled + excluded.cancelled, units = d.units + excluded.units, gross_cents = d.gross_cents + excluded.gross_cents,
      cancelled_cents = d.cancelled_cents + excluded.cancelled_cents, fees_charged_cents = d.fees_charged_cents + excluded.fees_charged_cents,
      gross_charged_cents = d.gross_charged_cents + excluded.gross_charged_cents, fees_estimated_cents = d.fees_estimated_cents + excluded.fees_estimated_cents,
      gross_estimated_cents = d.gross_estimated_cents + excluded.gross_estimated_cents,
      revenue_with_cost_cents = d.revenue_with_cost_cents + excluded.revenue_with_cost_cents, cost = d.cost + excluded.cost,
      deductions_cents = d.deductions_cents + excluded.deductions_cents, packaging_cents = d.packaging_cents + excluded.packaging_cents
  ), valid AS (
    SELECT *, orders - pending - cancelled AS sales FROM taken
  ), hours AS (
    INSERT INTO sales_hour AS h (organization_id, day, outlet_id, hour, orders, units, gross_cents)
    SELECT v_org, day, outlet_id, hour, sum(sales), sum(units), sum(gross_cents) FROM valid GROUP BY day, outlet_id, hour ORDER BY day, outlet_id, hour
    ON CONFLICT (organization_id, day, outlet_id, hour) DO UPDATE SET
      orders = h.orders + excluded.orders, units = h.units + excluded.units, gross_cents = h.gross_cents + excluded.gross_cents
  ), states AS (
    INSERT INTO sales_state AS s (organization_id, day, outlet_id, state, orders, units, gross_cents, deductions_cents, packaging_cents,
      revenue_with_cost_cents, cost)
    SELECT v_org, day, outlet_id, state, sum(sales), sum(units), sum(gross_cents), sum(deductions_cents), sum(packaging_cents),
      sum(revenue_with_cost_cents), sum(cost)
    FROM valid GROUP BY day, outlet_id, state ORDER BY day, outlet_id, state
    ON CONFLICT (organization_id, day, outlet_id, state) DO UPDATE SET
      orders = s.orders + excluded.orders, units = s.units + excluded.units, gross_cents = s.gross_cents + excluded.gross_cents,
      deductions_cents = s.deductions_cents + excluded.deductions_cents, packaging_cents = s.packaging_cents + excluded.packaging_cents,
      revenue_with_cost_cents = s.revenue_with_cost_cents + excluded.revenue_with_cost_cents, cost = s.cost + excluded.cost
  )
  SELECT count(*) INTO v_taken FROM taken;
  RETURN v_taken;
END $$;
REVOKE ALL ON FUNCTION fold_sales_days FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION fold_sales_days TO mascate_worker;

CREATE OR REPLACE FUNCTION fold_sales(p_limit integer) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('fold_sales:' || current_organization(), 0));
  RETURN fold_sales_days(p_limit) + fold_product_days(p_limit) + fold_money_days(p_limit);
END $$;
REVOKE ALL ON FUNCTION fold_sales FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION fold_sales TO mascate_worker;

CREATE OR REPLACE FUNCTION is_correction(p_kind "MoneyKind", p_source "MoneySource", p_key text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT p_kind = 'adjustment' OR p_key ^@ 'order_adjustment#' OR coalesce(p_source = 'income', false) AND strpos(p_key, '#') > 0
$$;

CREATE OR REPLACE FUNCTION order_money(p_orders uuid[])
RETURNS TABLE (
  order_id uuid, kind "MoneyKind", basis "MoneyBasis", amount_cents bigint, source "MoneySource", key text, platform_name text,
  rule_id uuid, as_of timestamptz
)
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  WITH o AS MATERIALIZED (
    SELECT id, platform, status <> 'cancelled' AS valid, platform_status = 'COMPLETED' AS completed, revenue_cents, fees_charged_cents,
      freight_paid_cents, freight_cost_cents, placed_at
    FROM orders WHERE organization_id = current_organization() AND id = ANY (p_orders) AND status <> 'pending'
  ), ranked AS (
    SELECT m.*, o.completed, dense_rank() OVER (PARTITION BY m.order_id, m.kind ORDER BY m.source DESC) AS place
    FROM o CROSS JOIN LATERAL (SELECT * FROM money_line l WHERE l.organization_id = current_organization() AND l.order_id = o.id OFFSET 0) m
    WHERE o.valid OR m.source IN ('income', 'api')
  ), line AS MATERIALIZED (
    SELECT order_id, kind, CASE WHEN source = 'rule' THEN 'estimated' WHEN source = 'income' OR (source = 'api' AND completed) THEN 'settled'
      ELSE 'charged' END::"MoneyBasis" AS basis,
      amount_cents, source, key, platform_name, rule_id, as_of
    FROM ranked WHERE place = 1
  ), every AS (
    SELECT 1 AS place, line.* FROM line
    UNION ALL
    SELECT 2, o.id, 'product_revenue', CASE o.platform WHEN 'manual' THEN 'typed' ELSE 'charged' END::"MoneyBasis", o.revenue_cents, NULL, '', NULL, NULL, o.placed_at
    FROM o WHERE o.valid
    UNION ALL
    SELECT 3, o.id, 'channel_fee', CASE o.platform WHEN 'manual' THEN 'typed' ELSE 'charged' END::"MoneyBasis", -o.fees_charged_cents, NULL, '', NULL, NULL, o.placed_at
    FROM o WHERE o.valid AND o.fees_charged_cents <> 0
    UNION ALL
    SELECT 3, o.id, f.kind, 'typed', f.cents, NULL, '', NULL, NULL, o.placed_at
    FROM o CROSS JOIN LATERAL (VALUES ('freight_paid'::"MoneyKind", o.freight_paid_cents), ('freight_charged', -o.freight_cost_cents)) f(kind, cents)
    WHERE o.valid AND o.platform = 'manual' AND f.cents <> 0
  ), seen AS (
    -- By windows and by one look for each order: a thousand orders are few to the planner, which would look for each row among all the others.
    SELECT e.*, bool_or(e.place = 1 AND e.kind = 'product_revenue') OVER w AS has_revenue, bool_or(e.place = 1) OVER w AS has_any
    FROM every e WINDOW w AS (PARTITION BY e.order_id)
  ), told AS (
    SELECT n.place, n.order_id, n.kind, n.basis, n.amount_cents, n.source, n.key, n.platform_name, n.rule_id, n.as_of,
      NULL::timestamptz AS released_at, NULL::bigint AS released, NULL::bigint AS adjusted
    FROM seen n WHERE n.place = 1 OR n.place = 2 AND NOT n.has_revenue OR n.place = 3 AND NOT n.has_any
    UNION ALL
    SELECT 4, o.id, 'adjustment', 'settled', 0, NULL, 'paid', NULL, NULL, s.as_of, s.released_at, s.released_cents, s.adjusted_cents
    FROM o CROSS JOIN LATERAL (SELECT * FROM settlement s WHERE s.organization_id = current_organization() AND s.order_id = o.id OFFSET 0) s
    WHERE o.platform = 'shopee'
  ), summed AS (
    SELECT t.*, CASE WHEN t.place = 4 THEN paid_beside(t.released_at, t.released, t.adjusted, sum(t.amount_cents) OVER w,
      sum(t.amount_cents) FILTER (WHERE t.place < 4 AND is_correction(t.kind, t.source, t.key)) OVER w) ELSE t.amount_cents END AS cents
    FROM told t WINDOW w AS (PARTITION BY t.order_id)
  )
  SELECT order_id, kind, basis, cents, source, key, platform_name, rule_id, as_of FROM summed WHERE place < 4 OR cents <> 0
$$;
REVOKE ALL ON FUNCTION order_money FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION order_money TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION paid_beside(p_released_at timestamptz, p_released bigint, p_adjusted bigint, p_told numeric, p_corrected numeric)
RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (CASE WHEN p_released_at IS NULL THEN p_adjusted - coalesce(p_corrected, 0)
    ELSE coalesce(p_released, 0) + p_adjusted - coalesce(p_told, 0) END)::bigint
$$;

CREATE OR REPLACE FUNCTION rebuild_sales_month(p_month date) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_org constant uuid := current_organization();
  v_end constant date := (p_month + interval '1 month')::date;
  v_day date;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('fold_sales:' || v_org, 0));
  DELETE FROM sales_day_delta WHERE organization_id = v_org AND day >= p_month AND day < v_end;
  DELETE FROM product_day_delta WHERE organization_id = v_org AND day >= p_month AND day < v_end;
  DELETE FROM money_day_delta WHERE organization_id = v_org AND day >= p_month AND day < v_end;
  DELETE FROM sales_day WHERE organization_id = v_org AND day >= p_month AND day < v_end;
  DELETE FROM sales_hour WHERE organization_id = v_org AND day >= p_month AND day < v_end;
  DELETE FROM sales_state WHERE organization_id = v_org AND day >= p_month AND day < v_end;
  DELETE FROM product_day WHERE organization_id = v_org AND day >= p_month AND day < v_end;
  UPDATE product_month SET units = 0, physical_units = 0, revenue_cents = 0, deductions_cents = 0, packaging_cents = 0,
    revenue_with_cost_cents = 0, cost = 0 WHERE organization_id = v_org AND month = p_month;
  DELETE FROM money_day WHERE organization_id = v_org AND day >= p_month AND day < v_end;
  FOR v_day IN SELECT DISTINCT local_day FROM orders WHERE organization_id = v_org AND local_day >= p_month AND local_day < v_end LOOP
    PERFORM append_order_deltas(array(SELECT id FROM orders WHERE organization_id = v_org AND local_day = v_day), 1);
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION rebuild_sales_month FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION rebuild_sales_month TO mascate_worker;

CREATE OR REPLACE FUNCTION list_dead_jobs() RETURNS TABLE (job_id bigint, task text, attempts integer, failed_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT j.id, t.identifier, j.attempts::integer, j.updated_at
  FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
  WHERE j.attempts >= j.max_attempts AND j.locked_at IS NULL AND j.payload ->> 'organizationId' = current_organization()::text;
END $$;
REVOKE ALL ON FUNCTION list_dead_jobs FROM PUBLIC, mascate_app;
GRANT EXECUTE ON FUNCTION list_dead_jobs TO mascate_app;
GRANT CREATE ON SCHEMA public TO mascate_worker;
ALTER FUNCTION list_dead_jobs OWNER TO mascate_worker;
REVOKE CREATE ON SCHEMA public FROM mascate_worker;

CREATE OR REPLACE FUNCTION list_organization_ids() RETURNS TABLE (organization_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT organization_id FROM organization WHERE deletion_at IS NULL OR deletion_at > now() ORDER BY 1
$$;
REVOKE ALL ON FUNCTION list_organization_ids FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION list_organization_ids TO mascate_worker;

CREATE OR REPLACE FUNCTION retry_dead_jobs() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_jobs bigint[] := array(SELECT job_id FROM list_dead_jobs());
BEGIN
  PERFORM graphile_worker.reschedule_jobs(v_jobs, now(), NULL, 0);
  RETURN cardinality(v_jobs);
END $$;
REVOKE ALL ON FUNCTION retry_dead_jobs FROM PUBLIC, mascate_app;
GRANT EXECUTE ON FUNCTION retry_dead_jobs TO mascate_app;
GRANT CREATE ON SCHEMA public TO mascate_worker;
ALTER FUNCTION retry_dead_jobs OWNER TO mascate_worker;
REVOKE CREATE ON SCHEMA public FROM mascate_worker;

CREATE OR REPLACE FUNCTION names_buyer(p_json jsonb, p_likes text[], p_words text, p_keyed text) RETURNS boolean
LANGUAGE sql IMMUTABLE
RETURN coalesce(search_text(p_json::text) LIKE ANY (p_likes) AND EXISTS (SELECT 1 FROM jsonb_path_query(p_json, 'strict $.**') v
  WHERE jsonb_typeof(v) IN ('string', 'number') AND search_text(v #>> '{}') ~ p_words), false)
  OR coalesce(search_text(p_json::text) ~ p_keyed, false);
REVOKE ALL ON FUNCTION names_buyer(p_json jsonb, p_likes text[], p_words text, p_keyed text) FROM PUBLIC, mascate_app, mascate_worker;
CREATE OR REPLACE FUNCTION names_buyer(p_text text, p_likes text[], p_words text) RETURNS boolean
LANGUAGE sql IMMUTABLE
RETURN coalesce(search_text(p_text) LIKE ANY (p_likes) AND search_text(p_text) ~ p_words, false);
REVOKE ALL ON FUNCTION names_buyer(p_text text, p_likes text[], p_words text) FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION whole_words(p_names text[]) RETURNS text
LANGUAGE sql IMMUTABLE
RETURN (SELECT '(^|[^[:alnum:]])(' || string_agg(regexp_replace(search_text(n), '([^[:alnum:][:space:]])', '\\\1', 'g'), '|') || ')($|[^[:alnum:]])'
  FROM unnest(p_names) n);
REVOKE ALL ON FUNCTION whole_words FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION whole_words TO PUBLIC, mascate_app;

CREATE OR REPLACE FUNCTION buyer_lock(p_organization uuid, p_key bytea) RETURNS bigint
LANGUAGE sql IMMUTABLE
RETURN hashtextextended('buyer:' || p_organization::text || ':' || left(encode(p_key, 'hex'), 1), 0);
REVOKE ALL ON FUNCTION buyer_lock FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION buyer_lock TO mascate_app, mascate_worker;

CREATE TABLE access_token (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  hash bytea NOT NULL,
  name text NOT NULL,
  scope "TokenScope" NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  CONSTRAINT access_token_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE account (
  provider text NOT NULL,
  subject text NOT NULL,
  user_id uuid NOT NULL,
  email citext NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT account_pkey PRIMARY KEY (provider, subject)
);

CREATE TABLE ads_spend (
  organization_id uuid NOT NULL,
  shop_id uuid NOT NULL,
  day date NOT NULL,
  item_id text NOT NULL DEFAULT ''::text,
  title text NOT NULL DEFAULT ''::text,
  spend_cents bigint NOT NULL,
  sales_cents bigint,
  clicks integer,
  impressions integer,
  report_days integer NOT NULL DEFAULT 1,
  report text NOT NULL DEFAULT 'general'::text,
  report_from date,
  CONSTRAINT ads_spend_pkey PRIMARY KEY (organization_id, shop_id, day, report, item_id)
);

CREATE TABLE agenda_event (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  title text NOT NULL,
  all_day boolean NOT NULL,
  starts_on date,
  ends_on date,
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  person_id uuid,
  created_by uuid,
  removed_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT agenda_event_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT agenda_event_when CHECK (
CASE
    WHEN all_day THEN ((starts_at IS NULL) AND (ends_at IS NULL) AND (starts_on IS NOT NULL) AND ((ends_on >= starts_on) AND (ends_on <= (starts_on + 366))))
    ELSE ((starts_on IS NULL) AND (ends_on IS NULL) AND (starts_at IS NOT NULL) AND (ends_at > starts_at) AND (ends_at <= (starts_at + '366 days'::interval)))
END)
);

CREATE TABLE agent_notice (
  organization_id uuid NOT NULL,
  hash bytea NOT NULL,
  at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT agent_notice_pkey PRIMARY KEY (organization_id, hash)
);

CREATE TABLE agent_task (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  kind "AgentTaskKind" NOT NULL,
  worker "AgentTaskWorker" NOT NULL,
  state "AgentTaskState" NOT NULL,
  title text NOT NULL,
  question text,
  language text NOT NULL,
  from_day date NOT NULL,
  to_day date NOT NULL,
  shop_id uuid,
  sections text[] NOT NULL,
  made_as jsonb NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  approved_by uuid,
  approved_at timestamptz(3),
  pack_hash bytea,
  tried_at timestamptz(3),
  provider_task_id text,
  waiting_event_id uuid,
  polls integer NOT NULL DEFAULT 0,
  done integer NOT NULL DEFAULT 0,
  report jsonb,
  error_code text,
  finished_at timestamptz(3),
  CONSTRAINT agent_task_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT agent_task_approved CHECK (((worker = 'local'::"AgentTaskWorker") OR (state = ANY (ARRAY['draft'::"AgentTaskState", 'cancelled'::"AgentTaskState", 'failed'::"AgentTaskState"])) OR ((approved_at IS NOT NULL) AND (approved_by IS NOT NULL) AND (pack_hash IS NOT NULL)))),
  CONSTRAINT agent_task_sent CHECK (((provider_task_id IS NULL) OR ((worker = 'manus'::"AgentTaskWorker") AND (approved_at IS NOT NULL))))
);

CREATE TABLE agent_task_event (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  task_id uuid NOT NULL,
  kind "AgentEventKind" NOT NULL,
  provider_event_id text,
  text text NOT NULL,
  payload jsonb,
  answers_id uuid,
  call_state "AgentCallState",
  by_user_id uuid,
  at timestamptz(3) NOT NULL,
  CONSTRAINT agent_task_event_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT agent_task_event_said CHECK (((kind <> ALL (ARRAY['answer'::"AgentEventKind", 'decision'::"AgentEventKind"])) OR ((by_user_id IS NOT NULL) AND (call_state IS NOT NULL))))
);

CREATE TABLE agent_task_file (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  task_id uuid NOT NULL,
  event_id uuid NOT NULL,
  name text NOT NULL,
  url text,
  state "AgentFileState" NOT NULL DEFAULT 'waiting'::"AgentFileState",
  problem text,
  file_id uuid,
  bytes integer,
  CONSTRAINT agent_task_file_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE app_user (
  id uuid NOT NULL,
  email citext NOT NULL,
  verified_at timestamptz(3),
  password_hash text,
  display_name text NOT NULL,
  language text NOT NULL DEFAULT 'pt'::text,
  theme text,
  color_scheme text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  avatar_id uuid,
  totp_secret text,
  totp_since timestamptz(3),
  totp_step bigint,
  language_chosen boolean NOT NULL DEFAULT false,
  CONSTRAINT app_user_pkey PRIMARY KEY (id)
);

CREATE TABLE assistant_message (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  thread_id uuid NOT NULL,
  question_id uuid,
  parts jsonb NOT NULL,
  source "AnswerSource",
  state "AnswerState",
  failure text,
  input_tokens integer NOT NULL DEFAULT 0,
  output_tokens integer NOT NULL DEFAULT 0,
  cost_micros bigint NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  made_as jsonb,
  CONSTRAINT assistant_message_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT assistant_message_answer CHECK ((((question_id IS NULL) = (source IS NULL)) AND ((question_id IS NULL) = (state IS NULL))))
);

CREATE TABLE assistant_thread (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  title text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  used_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT assistant_thread_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE assistant_usage (
  organization_id uuid NOT NULL,
  user_id uuid NOT NULL,
  day date NOT NULL,
  requests integer NOT NULL DEFAULT 0,
  input_tokens bigint NOT NULL DEFAULT 0,
  output_tokens bigint NOT NULL DEFAULT 0,
  cost_micros bigint NOT NULL DEFAULT 0,
  CONSTRAINT assistant_usage_pkey PRIMARY KEY (organization_id, day, user_id)
);

CREATE TABLE audit_chain (
  organization_id uuid NOT NULL,
  number bigint NOT NULL,
  first_position bigint NOT NULL,
  last_position bigint NOT NULL,
  key_id text NOT NULL,
  previous bytea NOT NULL,
  hmac bytea NOT NULL,
  chained_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT audit_chain_pkey PRIMARY KEY (organization_id, number)
);

CREATE TABLE audit_event (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  actor_kind "ActorKind" NOT NULL,
  actor_id uuid,
  session_id uuid,
  event text NOT NULL,
  subject_kind text NOT NULL,
  subject_id text NOT NULL,
  before jsonb,
  after jsonb,
  "position" bigint,
  token_id uuid,
  CONSTRAINT audit_event_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE avatar (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  image bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT avatar_pkey PRIMARY KEY (id)
);

CREATE TABLE bank_entry (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  legal_entity_id uuid NOT NULL,
  account_key bytea NOT NULL,
  account_end text NOT NULL,
  fitid text NOT NULL,
  day date NOT NULL,
  amount_cents bigint NOT NULL,
  memo text NOT NULL,
  by_hand boolean NOT NULL DEFAULT false,
  CONSTRAINT bank_entry_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE bank_match (
  organization_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  matched_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  matched_by uuid,
  CONSTRAINT bank_match_pkey PRIMARY KEY (organization_id, transaction_id)
);

CREATE TABLE buyer_delta (
  organization_id uuid NOT NULL,
  id bigserial NOT NULL,
  outlet_id uuid NOT NULL,
  buyer_key bytea NOT NULL,
  month date NOT NULL,
  orders bigint NOT NULL,
  revenue_cents bigint NOT NULL,
  CONSTRAINT buyer_delta_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE buyer_erasure (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  buyer_key bytea,
  orders integer NOT NULL,
  erased_at timestamptz(3) NOT NULL DEFAULT now(),
  erased_by uuid NOT NULL,
  CONSTRAINT buyer_erasure_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE buyer_month (
  organization_id uuid NOT NULL,
  outlet_id uuid NOT NULL,
  buyer_key bytea NOT NULL,
  month date NOT NULL,
  orders bigint NOT NULL DEFAULT 0,
  revenue_cents bigint NOT NULL DEFAULT 0,
  CONSTRAINT buyer_month_pkey PRIMARY KEY (organization_id, outlet_id, buyer_key, month)
);

CREATE UNLOGGED TABLE call_pace (
  key text NOT NULL,
  free_at timestamptz(3) NOT NULL,
  CONSTRAINT call_pace_pkey PRIMARY KEY (key)
);

CREATE TABLE campaign_plan (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  shop_id uuid NOT NULL,
  name text NOT NULL,
  from_day date NOT NULL,
  to_day date NOT NULL,
  is_highlight boolean NOT NULL DEFAULT true,
  least_margin integer,
  lines jsonb NOT NULL DEFAULT '[]'::jsonb,
  created_by uuid,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT campaign_plan_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE case_event (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  case_id uuid NOT NULL,
  at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  by uuid,
  state "CaseState",
  text text,
  CONSTRAINT case_event_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE case_file (
  organization_id uuid NOT NULL,
  case_id uuid NOT NULL,
  file_id uuid NOT NULL,
  CONSTRAINT case_file_pkey PRIMARY KEY (organization_id, case_id, file_id)
);

CREATE TABLE case_order (
  organization_id uuid NOT NULL,
  case_id uuid NOT NULL,
  settlement_id uuid NOT NULL,
  cause "DiscrepancyCause" NOT NULL,
  amount_cents bigint NOT NULL,
  CONSTRAINT case_order_pkey PRIMARY KEY (organization_id, case_id, settlement_id),
  CONSTRAINT case_order_amount CHECK ((amount_cents <> 0))
);

CREATE TABLE channel (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  legal_entity_id uuid NOT NULL,
  name citext NOT NULL,
  fee_rate numeric(18,6) NOT NULL DEFAULT 0,
  archived_at timestamptz(3),
  CONSTRAINT channel_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE channel_sale (
  organization_id uuid NOT NULL,
  channel_id uuid NOT NULL,
  number text NOT NULL,
  order_id uuid NOT NULL,
  CONSTRAINT channel_sale_pkey PRIMARY KEY (organization_id, channel_id, number)
);

CREATE TABLE cohort_month (
  organization_id uuid NOT NULL,
  outlet_id uuid NOT NULL,
  first_month date NOT NULL,
  month date NOT NULL,
  buyers bigint NOT NULL DEFAULT 0,
  orders bigint NOT NULL DEFAULT 0,
  revenue_cents bigint NOT NULL DEFAULT 0,
  CONSTRAINT cohort_month_pkey PRIMARY KEY (organization_id, first_month, month, outlet_id)
);

CREATE TABLE data_pack (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  task_id uuid NOT NULL,
  "position" integer NOT NULL,
  section text NOT NULL,
  name text NOT NULL,
  content text NOT NULL,
  sha256 bytea NOT NULL,
  bytes integer NOT NULL,
  rows integer NOT NULL,
  total integer NOT NULL,
  CONSTRAINT data_pack_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE deleted_organization (
  gone_id uuid NOT NULL,
  deleted_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT deleted_organization_pkey PRIMARY KEY (gone_id)
);

CREATE TABLE discrepancy (
  organization_id uuid NOT NULL,
  settlement_id uuid NOT NULL,
  cause "DiscrepancyCause" NOT NULL,
  amount_cents bigint NOT NULL,
  is_unconfirmed boolean NOT NULL DEFAULT false,
  facts jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT discrepancy_pkey PRIMARY KEY (organization_id, settlement_id, cause),
  CONSTRAINT discrepancy_is_explained CHECK ((cause <> 'unexplained'::"DiscrepancyCause"))
);

CREATE TABLE discrepancy_day (
  organization_id uuid NOT NULL,
  day date NOT NULL,
  shop_id uuid NOT NULL,
  cause "DiscrepancyCause" NOT NULL,
  orders bigint NOT NULL DEFAULT 0,
  amount_cents bigint NOT NULL DEFAULT 0,
  CONSTRAINT discrepancy_day_pkey PRIMARY KEY (organization_id, day, shop_id, cause)
);

CREATE TABLE dispatch_run (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  kind "RunKind" NOT NULL,
  state "RunState" NOT NULL DEFAULT 'waiting'::"RunState",
  input jsonb NOT NULL DEFAULT '{}'::jsonb,
  done integer NOT NULL DEFAULT 0,
  total integer NOT NULL DEFAULT 0,
  problems jsonb NOT NULL DEFAULT '[]'::jsonb,
  file_id uuid,
  created_by uuid,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  thermal_file_id uuid,
  thermal_labels integer NOT NULL DEFAULT 0,
  sheet_file_id uuid,
  sheet_labels integer NOT NULL DEFAULT 0,
  CONSTRAINT dispatch_run_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE drive_connection (
  organization_id uuid NOT NULL,
  account_email text NOT NULL,
  refresh_token text NOT NULL,
  scope text NOT NULL,
  folder_name text,
  connected_by uuid NOT NULL,
  connected_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  checked_at timestamptz(3),
  error_code text,
  CONSTRAINT drive_connection_pkey PRIMARY KEY (organization_id)
);

CREATE TABLE early_payout (
  organization_id uuid NOT NULL,
  shop_id uuid NOT NULL,
  number text NOT NULL,
  external_code text NOT NULL,
  at timestamptz(3) NOT NULL,
  advance_cents bigint NOT NULL,
  fee_cents bigint NOT NULL DEFAULT 0,
  received_cents bigint NOT NULL,
  rest_cents bigint,
  returned_cents bigint,
  status text,
  due_on date,
  CONSTRAINT early_payout_pkey PRIMARY KEY (organization_id, shop_id, number, external_code)
);

CREATE TABLE expense (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  description text NOT NULL,
  amount_cents bigint NOT NULL,
  kind "ExpenseKind" NOT NULL,
  due_on date NOT NULL,
  status "ExpenseStatus" NOT NULL DEFAULT 'pending'::"ExpenseStatus",
  paid_on date,
  category text,
  shop_id uuid,
  voided_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  version integer NOT NULL DEFAULT 1,
  words text GENERATED ALWAYS AS (search_text(((description || ' '::text) || COALESCE(category, ''::text)))) STORED,
  channel_id uuid,
  file_id uuid,
  instalment integer,
  instalment_of integer,
  legal_entity_id uuid,
  series_id uuid,
  stock_purchase boolean NOT NULL DEFAULT false,
  list_order integer GENERATED ALWAYS AS (
CASE
    WHEN (status = 'pending'::"ExpenseStatus") THEN (due_on - '2000-01-01'::date)
    ELSE (4000000 + ('9999-12-31'::date - due_on))
END) STORED,
  CONSTRAINT expense_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT expense_amount CHECK ((amount_cents > 0)),
  CONSTRAINT expense_in_series CHECK (((series_id IS NULL) OR (instalment IS NOT NULL))),
  CONSTRAINT expense_paid CHECK (((status = 'paid'::"ExpenseStatus") = (paid_on IS NOT NULL))),
  CONSTRAINT expense_part CHECK (((instalment > 0) AND ((instalment_of IS NULL) OR (instalment <= instalment_of)))),
  CONSTRAINT expense_place CHECK ((num_nonnulls(shop_id, channel_id, legal_entity_id) <= 1))
);

CREATE TABLE expense_series (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  rhythm "ExpenseRhythm" NOT NULL,
  anchor_on date NOT NULL,
  anchor_at integer NOT NULL DEFAULT 1,
  until_on date,
  times integer,
  made integer NOT NULL DEFAULT 0,
  description text NOT NULL,
  amount_cents bigint NOT NULL,
  kind "ExpenseKind" NOT NULL,
  category text,
  shop_id uuid,
  channel_id uuid,
  legal_entity_id uuid,
  ended_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT expense_series_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT expense_series_amount CHECK ((amount_cents > 0)),
  CONSTRAINT expense_series_end CHECK (((times > 0) AND (num_nonnulls(times, until_on) <= 1) AND (made >= 0))),
  CONSTRAINT expense_series_place CHECK ((num_nonnulls(shop_id, channel_id, legal_entity_id) <= 1))
);

CREATE TABLE export (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  format text NOT NULL,
  filter jsonb NOT NULL DEFAULT '{}'::jsonb,
  state "ExportState" NOT NULL DEFAULT 'waiting'::"ExportState",
  done integer NOT NULL DEFAULT 0,
  total integer,
  file_id uuid,
  to_drive boolean NOT NULL DEFAULT false,
  drive_file_id text,
  drive_link text,
  error_code text,
  reference text,
  created_by uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  finished_at timestamptz(3),
  CONSTRAINT export_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE fee_band (
  organization_id uuid NOT NULL,
  rule_id uuid NOT NULL,
  from_cents bigint NOT NULL,
  to_cents bigint,
  commission_rate numeric(18,6) NOT NULL,
  service_rate numeric(18,6) NOT NULL,
  fixed_cents bigint NOT NULL,
  cheap_below_cents bigint,
  cheap_rate numeric(18,6) NOT NULL DEFAULT 0,
  source text NOT NULL DEFAULT ''::text,
  read_on date,
  certainty "FeeCertainty" NOT NULL DEFAULT 'open'::"FeeCertainty",
  CONSTRAINT fee_band_pkey PRIMARY KEY (organization_id, rule_id, from_cents)
);

CREATE TABLE fee_part (
  organization_id uuid NOT NULL,
  rule_id uuid NOT NULL,
  kind "FeePartKind" NOT NULL,
  rate numeric(18,6) NOT NULL DEFAULT 0,
  fixed_cents bigint NOT NULL DEFAULT 0,
  basis "FeeBasis" NOT NULL DEFAULT 'order'::"FeeBasis",
  cap_cents bigint,
  cheap_below_cents bigint,
  cheap_rate numeric(18,6) NOT NULL DEFAULT 0,
  source text NOT NULL DEFAULT ''::text,
  read_on date,
  certainty "FeeCertainty" NOT NULL DEFAULT 'open'::"FeeCertainty",
  CONSTRAINT fee_part_pkey PRIMARY KEY (organization_id, rule_id, kind)
);

CREATE TABLE fee_rule (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  platform "Platform" NOT NULL,
  name text NOT NULL,
  from_day date NOT NULL,
  to_day date,
  seller_type "SellerType" NOT NULL,
  programme text NOT NULL DEFAULT 'standard'::text,
  basis "FeeBasis" NOT NULL DEFAULT 'item'::"FeeBasis",
  cap_cents bigint,
  confirmed_by integer NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  rounding "FeeRounding" NOT NULL DEFAULT 'halfEven'::"FeeRounding",
  published text,
  CONSTRAINT fee_rule_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE fee_rule_check (
  organization_id uuid NOT NULL,
  rule_id uuid NOT NULL,
  shop_id uuid NOT NULL,
  matched integer NOT NULL,
  differing integer NOT NULL,
  is_confirmed boolean NOT NULL,
  observed jsonb,
  checked_at timestamptz(3) NOT NULL,
  proved_from bigint[] DEFAULT ARRAY[]::bigint[],
  programmes jsonb NOT NULL DEFAULT '[]'::jsonb,
  CONSTRAINT fee_rule_check_pkey PRIMARY KEY (organization_id, rule_id, shop_id)
);

CREATE TABLE fiscal_document (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  order_id uuid,
  kind "FiscalKind" NOT NULL,
  state "FiscalState" NOT NULL DEFAULT 'received'::"FiscalState",
  access_key text,
  number text,
  series text,
  issued_at timestamptz(3),
  total_cents bigint,
  reason text,
  file_id uuid,
  file_name text,
  uploaded_by uuid,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  sent_at timestamptz(3),
  decided_at timestamptz(3),
  CONSTRAINT fiscal_document_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE health_finding (
  organization_id uuid NOT NULL,
  run_id uuid NOT NULL,
  "check" text NOT NULL,
  severity "HealthSeverity" NOT NULL,
  outcome "HealthOutcome" NOT NULL,
  count bigint NOT NULL DEFAULT 0,
  rows jsonb NOT NULL DEFAULT '[]'::jsonb,
  took_ms integer NOT NULL,
  checked_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  repair "HealthRepairState",
  read jsonb,
  CONSTRAINT health_finding_pkey PRIMARY KEY (organization_id, run_id, "check"),
  CONSTRAINT health_finding_counted CHECK (((outcome = 'found'::"HealthOutcome") = (count > 0)))
);

CREATE TABLE health_run (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  state "HealthRunState" NOT NULL DEFAULT 'queued'::"HealthRunState",
  asked_by uuid,
  done integer NOT NULL DEFAULT 0,
  total integer NOT NULL,
  score integer,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  started_at timestamptz(3),
  moved_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  ended_at timestamptz(3),
  CONSTRAINT health_run_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT health_run_ended CHECK (((state = ANY (ARRAY['done'::"HealthRunState", 'failed'::"HealthRunState"])) = (ended_at IS NOT NULL))),
  CONSTRAINT health_run_scored CHECK (((state = 'done'::"HealthRunState") = (score IS NOT NULL)))
);

CREATE TABLE idempotency (
  organization_id uuid NOT NULL,
  route text NOT NULL,
  key text NOT NULL,
  user_id uuid,
  body_hash bytea NOT NULL,
  answer jsonb,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT idempotency_pkey PRIMARY KEY (organization_id, route, key)
);

CREATE TABLE import (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  file_id uuid NOT NULL,
  file_name text NOT NULL,
  shop_id uuid,
  state "ImportState" NOT NULL DEFAULT 'uploaded'::"ImportState",
  error_code text,
  options jsonb NOT NULL DEFAULT '{}'::jsonb,
  summary jsonb NOT NULL DEFAULT '{}'::jsonb,
  done integer NOT NULL DEFAULT 0,
  total integer NOT NULL DEFAULT 0,
  created_by uuid,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  kind "ImportKind" NOT NULL DEFAULT 'orders'::"ImportKind",
  CONSTRAINT import_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE import_row (
  organization_id uuid NOT NULL,
  import_id uuid NOT NULL,
  number integer NOT NULL,
  order_code text NOT NULL,
  payload jsonb NOT NULL,
  fields_hash bytea NOT NULL,
  outcome text,
  CONSTRAINT import_row_pkey PRIMARY KEY (organization_id, import_id, number)
);

CREATE TABLE invitation (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  hash bytea NOT NULL,
  email citext NOT NULL,
  role "Role" NOT NULL,
  legal_entity_ids uuid[] DEFAULT ARRAY[]::uuid[],
  invited_by uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  accepted_at timestamptz(3),
  revoked_at timestamptz(3),
  CONSTRAINT invitation_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE kit_component (
  organization_id uuid NOT NULL,
  kit_id uuid NOT NULL,
  component_id uuid NOT NULL,
  quantity integer NOT NULL,
  CONSTRAINT kit_component_pkey PRIMARY KEY (organization_id, kit_id, component_id),
  CONSTRAINT kit_component_own CHECK (((kit_id <> component_id) AND (quantity > 0)))
);

CREATE TABLE legal_entity (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  document text,
  state_registration text,
  state text,
  seller_type "SellerType" NOT NULL DEFAULT 'cnpj'::"SellerType",
  opened_on date,
  version integer NOT NULL DEFAULT 1,
  archived_at timestamptz(3),
  CONSTRAINT legal_entity_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE listing (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  shop_id uuid NOT NULL,
  external_key text NOT NULL,
  item_id text,
  model_id text,
  sku citext,
  title text NOT NULL,
  variation text,
  price_cents bigint,
  product_id uuid,
  product_quantity integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  fulfilled_by_platform boolean NOT NULL DEFAULT false,
  gone_at timestamptz(3),
  has_promotion boolean NOT NULL DEFAULT false,
  image_url text,
  original_cents bigint,
  platform_stock integer,
  promotion_units integer NOT NULL DEFAULT 0,
  status text,
  synced_at timestamptz(3),
  sku_key text GENERATED ALWAYS AS (lower((sku)::text)) STORED,
  gtin text,
  file_at timestamptz(3),
  weight_grams integer,
  length_mm integer,
  width_mm integer,
  height_mm integer,
  CONSTRAINT listing_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE listing_mapping (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  listing_id uuid NOT NULL,
  product_id uuid NOT NULL,
  quantity integer NOT NULL DEFAULT 1,
  how "MappingHow" NOT NULL,
  mapped_by uuid,
  from_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  to_at timestamptz(3),
  CONSTRAINT listing_mapping_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE listing_stat (
  organization_id uuid NOT NULL,
  shop_id uuid NOT NULL,
  item_id text NOT NULL,
  from_day date NOT NULL,
  to_day date NOT NULL,
  title text NOT NULL,
  sku text,
  visitors integer,
  impressions integer,
  clicks integer,
  cart_units integer,
  units integer,
  conversion_bp integer,
  sales_cents bigint,
  CONSTRAINT listing_stat_pkey PRIMARY KEY (organization_id, shop_id, to_day, from_day, item_id)
);

CREATE TABLE listing_update (
  organization_id uuid NOT NULL,
  listing_id uuid NOT NULL,
  kind "ListingUpdateKind" NOT NULL,
  wanted bigint NOT NULL,
  state "ListingUpdateState" NOT NULL DEFAULT 'waiting'::"ListingUpdateState",
  attempts integer NOT NULL DEFAULT 0,
  error_code text,
  platform_text text,
  queued_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  sent_at timestamptz(3),
  next_at timestamptz(3),
  CONSTRAINT listing_update_pkey PRIMARY KEY (organization_id, listing_id, kind)
);

CREATE TABLE listing_update_cursor (
  organization_id uuid NOT NULL,
  movement_id bigint NOT NULL DEFAULT 0,
  compared_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT listing_update_cursor_pkey PRIMARY KEY (organization_id)
);

CREATE TABLE manifest (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  number integer NOT NULL,
  carrier text,
  created_by uuid,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  closed_at timestamptz(3),
  CONSTRAINT manifest_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE mapping_run (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  kind "MappingRunKind" NOT NULL,
  state "MappingRunState" NOT NULL DEFAULT 'waiting'::"MappingRunState",
  input jsonb NOT NULL DEFAULT '{}'::jsonb,
  done integer NOT NULL DEFAULT 0,
  total integer NOT NULL DEFAULT 0,
  summary jsonb NOT NULL DEFAULT '{}'::jsonb,
  problems jsonb NOT NULL DEFAULT '[]'::jsonb,
  file_id uuid,
  file_name text,
  created_by uuid,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  finished_at timestamptz(3),
  CONSTRAINT mapping_run_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE membership (
  organization_id uuid NOT NULL,
  user_id uuid NOT NULL,
  role "Role" NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  version integer NOT NULL DEFAULT 1,
  guide_hidden_at timestamptz(3),
  CONSTRAINT membership_pkey PRIMARY KEY (organization_id, user_id)
);

CREATE TABLE membership_entity (
  organization_id uuid NOT NULL,
  user_id uuid NOT NULL,
  legal_entity_id uuid NOT NULL,
  CONSTRAINT membership_entity_pkey PRIMARY KEY (organization_id, user_id, legal_entity_id)
);

CREATE TABLE money_day (
  organization_id uuid NOT NULL,
  day date NOT NULL,
  outlet_id uuid NOT NULL,
  kind "MoneyKind" NOT NULL,
  basis "MoneyBasis" NOT NULL,
  orders bigint NOT NULL DEFAULT 0,
  amount_cents bigint NOT NULL DEFAULT 0,
  CONSTRAINT money_day_pkey PRIMARY KEY (organization_id, day, outlet_id, kind, basis)
);

CREATE TABLE money_day_delta (
  organization_id uuid NOT NULL,
  id bigserial NOT NULL,
  day date NOT NULL,
  outlet_id uuid NOT NULL,
  kind "MoneyKind" NOT NULL,
  basis "MoneyBasis" NOT NULL,
  orders bigint NOT NULL DEFAULT 0,
  amount_cents bigint NOT NULL DEFAULT 0,
  CONSTRAINT money_day_delta_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE money_line (
  organization_id uuid NOT NULL,
  order_id uuid NOT NULL,
  kind "MoneyKind" NOT NULL,
  source "MoneySource" NOT NULL,
  key text NOT NULL DEFAULT ''::text,
  amount_cents bigint NOT NULL,
  rule_id uuid,
  platform_name text,
  as_of timestamptz(3) NOT NULL,
  CONSTRAINT money_line_pkey PRIMARY KEY (organization_id, order_id, kind, source, key)
);

CREATE TABLE month_close (
  organization_id uuid NOT NULL,
  legal_entity_id uuid NOT NULL,
  month date NOT NULL,
  closed_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  closed_by uuid,
  hash bytea NOT NULL,
  note text,
  nth integer NOT NULL DEFAULT 1,
  reopened_at timestamptz(3),
  reopened_by uuid,
  reopen_reason text,
  CONSTRAINT month_close_pkey PRIMARY KEY (organization_id, legal_entity_id, month, nth),
  CONSTRAINT month_close_first_day CHECK ((month = (date_trunc('month'::text, (month)::timestamptz))::date)),
  CONSTRAINT month_close_reopened CHECK (((reopened_at IS NULL) = (reopen_reason IS NULL)))
);

CREATE TABLE month_close_line (
  organization_id uuid NOT NULL,
  legal_entity_id uuid NOT NULL,
  month date NOT NULL,
  line text NOT NULL,
  amount_cents bigint NOT NULL,
  nth integer NOT NULL,
  of_month date NOT NULL,
  CONSTRAINT month_close_line_pkey PRIMARY KEY (organization_id, legal_entity_id, month, nth, of_month, line),
  CONSTRAINT month_close_line_earlier CHECK ((of_month <= month))
);

CREATE TABLE notification (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  kind text NOT NULL,
  key text NOT NULL,
  data jsonb NOT NULL DEFAULT '{}'::jsonb,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  read_at timestamptz(3),
  in_product boolean NOT NULL DEFAULT true,
  CONSTRAINT notification_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE notification_preference (
  organization_id uuid NOT NULL,
  user_id uuid NOT NULL,
  kind text NOT NULL,
  in_product boolean NOT NULL,
  by_mail boolean NOT NULL,
  hour smallint,
  CONSTRAINT notification_preference_pkey PRIMARY KEY (organization_id, user_id, kind)
);

CREATE TABLE opening_revenue (
  organization_id uuid NOT NULL,
  legal_entity_id uuid NOT NULL,
  month date NOT NULL,
  revenue_cents bigint NOT NULL,
  CONSTRAINT opening_revenue_pkey PRIMARY KEY (organization_id, legal_entity_id, month)
);

CREATE TABLE order_buyer (
  organization_id uuid NOT NULL,
  order_id uuid NOT NULL,
  name text,
  username text,
  phone text,
  document text,
  address text,
  city text,
  state text,
  postal_code text,
  purge_after timestamptz(3) NOT NULL,
  CONSTRAINT order_buyer_pkey PRIMARY KEY (organization_id, order_id)
);

CREATE TABLE order_evidence (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  return_id uuid,
  file_id uuid NOT NULL,
  taken_by uuid,
  taken_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT order_evidence_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE order_fee_detail (
  organization_id uuid NOT NULL,
  shop_id uuid NOT NULL,
  external_code text NOT NULL,
  report text NOT NULL,
  part text NOT NULL,
  name text NOT NULL,
  amount_cents bigint NOT NULL,
  state text,
  CONSTRAINT order_fee_detail_pkey PRIMARY KEY (organization_id, shop_id, external_code, report, part)
);

CREATE TABLE order_item (
  organization_id uuid NOT NULL,
  order_id uuid NOT NULL,
  line integer NOT NULL,
  listing_id uuid,
  product_id uuid,
  product_quantity integer NOT NULL DEFAULT 1,
  sku text,
  title text NOT NULL,
  variation text,
  quantity integer NOT NULL,
  unit_price_cents bigint NOT NULL,
  discount_cents bigint NOT NULL DEFAULT 0,
  subtotal_cents bigint NOT NULL,
  unit_cost numeric(18,6),
  packaging_cents bigint NOT NULL DEFAULT 0,
  CONSTRAINT order_item_pkey PRIMARY KEY (organization_id, order_id, line),
  CONSTRAINT order_item_amounts CHECK (((quantity > 0) AND (unit_price_cents >= 0) AND (product_quantity > 0))),
  CONSTRAINT order_item_what CHECK ((num_nonnulls(product_id, listing_id) >= 1))
);

CREATE TABLE order_item_part (
  organization_id uuid NOT NULL,
  order_id uuid NOT NULL,
  line integer NOT NULL,
  kit_id uuid NOT NULL,
  product_id uuid NOT NULL,
  quantity integer NOT NULL,
  CONSTRAINT order_item_part_pkey PRIMARY KEY (organization_id, order_id, line, kit_id, product_id)
);

CREATE TABLE order_list (
  organization_id uuid NOT NULL,
  order_id uuid NOT NULL,
  placed_at timestamptz(3) NOT NULL,
  revenue_cents bigint NOT NULL,
  margin_cents bigint,
  unmapped boolean NOT NULL,
  words text NOT NULL,
  buyer_words text,
  outlet_id uuid NOT NULL,
  CONSTRAINT order_list_pkey PRIMARY KEY (organization_id, order_id)
);

CREATE TABLE order_number (
  organization_id uuid NOT NULL,
  year integer NOT NULL,
  last integer NOT NULL DEFAULT 0,
  returned integer[] DEFAULT ARRAY[]::integer[],
  CONSTRAINT order_number_pkey PRIMARY KEY (organization_id, year)
);

CREATE TABLE order_return (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  shop_id uuid NOT NULL,
  number text NOT NULL,
  kind "ReturnKind" NOT NULL,
  state "ReturnState" NOT NULL DEFAULT 'open'::"ReturnState",
  platform_status text,
  reason text,
  buyer_text text,
  images text[] DEFAULT ARRAY[]::text[],
  refund_cents bigint,
  due_at timestamptz(3),
  tracking_number text,
  opened_at timestamptz(3) NOT NULL,
  platform_at timestamptz(3),
  answered_at timestamptz(3),
  answered_by uuid,
  received_at timestamptz(3),
  received_by uuid,
  note text,
  version integer NOT NULL DEFAULT 1,
  negotiation_status text,
  offers jsonb NOT NULL DEFAULT '[]'::jsonb,
  offers_left integer,
  offer_due_at timestamptz(3),
  proof_status text,
  proof_due_at timestamptz(3),
  compensation_status text,
  compensation_cents bigint,
  compensation_due_at timestamptz(3),
  from_file boolean NOT NULL DEFAULT false,
  CONSTRAINT order_return_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE order_source (
  organization_id uuid NOT NULL,
  order_id uuid NOT NULL,
  source "OrderSourceKind" NOT NULL,
  fields_hash bytea NOT NULL,
  as_of timestamptz(3) NOT NULL,
  import_id uuid,
  stage smallint NOT NULL DEFAULT 0,
  money_as_of timestamptz(3),
  money_due boolean GENERATED ALWAYS AS (((source = 'api'::"OrderSourceKind") AND ((money_as_of IS NULL) OR (money_as_of < as_of)))) STORED,
  CONSTRAINT order_source_pkey PRIMARY KEY (organization_id, order_id, source)
);

CREATE TABLE orders (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  code text NOT NULL,
  platform "Platform" NOT NULL,
  shop_id uuid,
  channel_id uuid,
  outlet_id uuid NOT NULL,
  external_code text,
  status "OrderStatus" NOT NULL,
  platform_status text,
  cancellation_asked boolean NOT NULL DEFAULT false,
  customer_name text,
  note text,
  placed_at timestamptz(3) NOT NULL,
  local_day date NOT NULL,
  paid_at timestamptz(3),
  ship_by timestamptz(3),
  shipped_at timestamptz(3),
  delivered_at timestamptz(3),
  cancelled_at timestamptz(3),
  units integer NOT NULL,
  revenue_cents bigint NOT NULL,
  seller_discount_cents bigint NOT NULL DEFAULT 0,
  seller_voucher_cents bigint NOT NULL DEFAULT 0,
  freight_paid_cents bigint NOT NULL DEFAULT 0,
  total_cents bigint NOT NULL,
  fees_charged_cents bigint,
  fees_estimated_cents bigint,
  tracking_number text,
  buyer_key bytea,
  moves_stock boolean NOT NULL DEFAULT true,
  created_by uuid,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  version integer NOT NULL DEFAULT 1,
  fulfilled_by_platform boolean NOT NULL DEFAULT false,
  cancel_reason text,
  cancelled_by text,
  carrier text,
  in_return boolean NOT NULL DEFAULT false,
  invoice_reason text,
  invoice_state "InvoiceState",
  local_hour smallint,
  buyer_state text,
  platform_note text,
  note_version integer NOT NULL DEFAULT 0,
  received_at timestamptz(3),
  buyer_erased_at timestamptz(3),
  freight_cost_cents bigint,
  payment_method "PaymentMethod",
  is_history boolean NOT NULL DEFAULT false,
  cancel_confirmed_at timestamptz(3),
  CONSTRAINT orders_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT orders_amounts CHECK (((units > 0) AND (revenue_cents >= 0))),
  CONSTRAINT orders_local_hour_check CHECK ((local_hour BETWEEN 0 AND 23)),
  CONSTRAINT orders_one_outlet CHECK (((num_nonnulls(shop_id, channel_id) = 1) AND (outlet_id = COALESCE(shop_id, channel_id))))
);

CREATE TABLE organization (
  organization_id uuid NOT NULL,
  name text NOT NULL,
  time_zone text NOT NULL DEFAULT 'America/Sao_Paulo'::text,
  low_stock_units integer NOT NULL DEFAULT 5,
  backorders boolean NOT NULL DEFAULT false,
  productivity boolean NOT NULL DEFAULT false,
  base_folder text,
  deletion_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  version integer NOT NULL DEFAULT 1,
  cost_rule "CostRule" NOT NULL DEFAULT 'last'::"CostRule",
  sales_days integer NOT NULL DEFAULT 30,
  cover_days integer NOT NULL DEFAULT 30,
  lead_days integer NOT NULL DEFAULT 7,
  second_factor_required boolean NOT NULL DEFAULT false,
  CONSTRAINT organization_pkey PRIMARY KEY (organization_id),
  CONSTRAINT organization_buying CHECK (((sales_days BETWEEN 1 AND 365) AND (cover_days BETWEEN 0 AND 365) AND (lead_days BETWEEN 0 AND 365)))
);

CREATE TABLE organization_key (
  organization_id uuid NOT NULL,
  provider "KeyProvider" NOT NULL,
  encrypted text NOT NULL,
  hint text NOT NULL,
  set_by uuid NOT NULL,
  set_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT organization_key_pkey PRIMARY KEY (organization_id, provider),
  CONSTRAINT organization_key_hint CHECK ((length(hint) <= 4))
);

CREATE TABLE outgoing_event (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  subject text NOT NULL,
  change bigint NOT NULL,
  data jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT outgoing_event_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE package (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  shop_id uuid NOT NULL,
  number text NOT NULL,
  platform_status text,
  channel_id text,
  carrier text,
  tracking_number text,
  method text,
  pickup_at timestamptz(3),
  arranged_at timestamptz(3),
  label_state "LabelState" NOT NULL DEFAULT 'none'::"LabelState",
  label_file_id uuid,
  label_error text,
  printed_at timestamptz(3),
  print_count integer NOT NULL DEFAULT 0,
  packed_at timestamptz(3),
  packed_by uuid,
  manifest_id uuid,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  version integer NOT NULL DEFAULT 1,
  platform_cancels_at timestamptz(3),
  packing_screen uuid,
  packing_since timestamptz(3),
  CONSTRAINT package_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE package_item (
  organization_id uuid NOT NULL,
  package_id uuid NOT NULL,
  line integer NOT NULL,
  quantity integer NOT NULL,
  CONSTRAINT package_item_pkey PRIMARY KEY (organization_id, package_id, line)
);

CREATE TABLE platform_act (
  organization_id uuid NOT NULL,
  subject_id uuid NOT NULL,
  route text NOT NULL,
  key text NOT NULL,
  user_id uuid,
  body_hash bytea NOT NULL,
  asked_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  settled_at timestamptz(3),
  is_unsure boolean NOT NULL DEFAULT false,
  failure jsonb,
  CONSTRAINT platform_act_pkey PRIMARY KEY (organization_id, subject_id)
);

CREATE TABLE platform_answer (
  organization_id uuid NOT NULL,
  shop_id uuid NOT NULL,
  kind text NOT NULL,
  subject text NOT NULL,
  body jsonb NOT NULL,
  as_of timestamptz(3) NOT NULL,
  purge_after timestamptz(3) NOT NULL,
  CONSTRAINT platform_answer_pkey PRIMARY KEY (organization_id, shop_id, kind, subject)
);

CREATE TABLE price_change (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  state "RunState" NOT NULL DEFAULT 'waiting'::"RunState",
  rule jsonb NOT NULL DEFAULT '{}'::jsonb,
  lines jsonb NOT NULL DEFAULT '[]'::jsonb,
  undo_of uuid,
  created_by uuid,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  finished_at timestamptz(3),
  planned_for date,
  CONSTRAINT price_change_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE product (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  sku citext NOT NULL,
  title text NOT NULL,
  barcodes text[] DEFAULT ARRAY[]::text[],
  photo_file_id uuid,
  description_html text NOT NULL DEFAULT ''::text,
  price_cents bigint,
  minimum_stock integer,
  lead_time_days integer,
  shelf_address text,
  weight_grams integer,
  length_mm integer,
  width_mm integer,
  height_mm integer,
  ncm text,
  cest text,
  origin integer,
  unit text NOT NULL DEFAULT 'UN'::text,
  packaging_cost_cents bigint,
  archived_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  version integer NOT NULL DEFAULT 1,
  sku_key text GENERATED ALWAYS AS (lower((sku)::text)) STORED,
  words text GENERATED ALWAYS AS (product_words((sku)::text, title, barcodes)) STORED,
  family_id uuid,
  CONSTRAINT product_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE product_cost (
  organization_id uuid NOT NULL,
  product_id uuid NOT NULL,
  from_day date NOT NULL,
  cost numeric(18,6) NOT NULL,
  source text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  receipt_id uuid,
  created_by uuid,
  CONSTRAINT product_cost_pkey PRIMARY KEY (organization_id, product_id, from_day),
  CONSTRAINT product_cost_positive CHECK ((cost >= (0)::numeric))
);

CREATE TABLE product_day (
  organization_id uuid NOT NULL,
  day date NOT NULL,
  item_key uuid NOT NULL,
  outlet_id uuid NOT NULL,
  mapped boolean NOT NULL,
  units bigint NOT NULL DEFAULT 0,
  revenue_cents bigint NOT NULL DEFAULT 0,
  revenue_with_cost_cents bigint NOT NULL DEFAULT 0,
  cost numeric(24,6) NOT NULL DEFAULT 0,
  deductions_cents bigint NOT NULL DEFAULT 0,
  packaging_cents bigint NOT NULL DEFAULT 0,
  physical_units bigint NOT NULL DEFAULT 0,
  CONSTRAINT product_day_pkey PRIMARY KEY (organization_id, day, item_key, outlet_id)
);

CREATE TABLE product_day_delta (
  organization_id uuid NOT NULL,
  id bigserial NOT NULL,
  day date NOT NULL,
  item_key uuid NOT NULL,
  outlet_id uuid NOT NULL,
  mapped boolean NOT NULL,
  units bigint NOT NULL DEFAULT 0,
  revenue_cents bigint NOT NULL DEFAULT 0,
  revenue_with_cost_cents bigint NOT NULL DEFAULT 0,
  cost numeric(24,6) NOT NULL DEFAULT 0,
  deductions_cents bigint NOT NULL DEFAULT 0,
  packaging_cents bigint NOT NULL DEFAULT 0,
  physical_units bigint NOT NULL DEFAULT 0,
  CONSTRAINT product_day_delta_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE product_month (
  organization_id uuid NOT NULL,
  month date NOT NULL,
  item_key uuid NOT NULL,
  outlet_id uuid NOT NULL,
  mapped boolean NOT NULL,
  units bigint NOT NULL DEFAULT 0,
  revenue_cents bigint NOT NULL DEFAULT 0,
  deductions_cents bigint NOT NULL DEFAULT 0,
  packaging_cents bigint NOT NULL DEFAULT 0,
  revenue_with_cost_cents bigint NOT NULL DEFAULT 0,
  cost numeric(24,6) NOT NULL DEFAULT 0,
  physical_units bigint NOT NULL DEFAULT 0,
  CONSTRAINT product_month_pkey PRIMARY KEY (organization_id, month, item_key, outlet_id)
);

CREATE TABLE product_span (
  organization_id uuid NOT NULL,
  months smallint NOT NULL,
  start date NOT NULL,
  item_key uuid NOT NULL,
  mapped boolean NOT NULL,
  units bigint NOT NULL DEFAULT 0,
  revenue_cents bigint NOT NULL DEFAULT 0,
  deductions_cents bigint NOT NULL DEFAULT 0,
  packaging_cents bigint NOT NULL DEFAULT 0,
  revenue_with_cost_cents bigint NOT NULL DEFAULT 0,
  cost numeric(24,6) NOT NULL DEFAULT 0,
  physical_units bigint NOT NULL DEFAULT 0,
  CONSTRAINT product_span_pkey PRIMARY KEY (organization_id, months, start, item_key),
  CONSTRAINT product_span_months_known CHECK ((months = ANY (ARRAY[1, 3, 12])))
);

CREATE TABLE proposal (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  input jsonb NOT NULL,
  diff jsonb NOT NULL,
  source "ActorKind" NOT NULL,
  made_for uuid NOT NULL,
  thread_id uuid,
  state "ProposalState" NOT NULL DEFAULT 'open'::"ProposalState",
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  decided_at timestamptz(3),
  decided_by uuid,
  record_id uuid,
  CONSTRAINT proposal_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT proposal_decided CHECK (((state = 'open'::"ProposalState") = ((decided_at IS NULL) AND (decided_by IS NULL))))
);

CREATE TABLE purchase_invoice (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  access_key text NOT NULL,
  state "PurchaseInvoiceState" NOT NULL DEFAULT 'open'::"PurchaseInvoiceState",
  supplier_document text NOT NULL,
  supplier_name text NOT NULL,
  addressed_to text,
  legal_entity_id uuid,
  number text NOT NULL,
  series text NOT NULL,
  issued_on date NOT NULL,
  total_cents bigint NOT NULL,
  content jsonb NOT NULL,
  file_id uuid NOT NULL,
  purchase_order_id uuid,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  created_by uuid,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT purchase_invoice_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE purchase_order (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  number integer NOT NULL,
  supplier_id uuid NOT NULL,
  legal_entity_id uuid,
  status "PurchaseStatus" NOT NULL DEFAULT 'draft'::"PurchaseStatus",
  expected_on date,
  note text,
  payment_days integer[] NOT NULL DEFAULT '{}'::integer[],
  goods_cents bigint NOT NULL DEFAULT 0,
  freight_cents bigint NOT NULL DEFAULT 0,
  ipi_cents bigint NOT NULL DEFAULT 0,
  st_cents bigint NOT NULL DEFAULT 0,
  other_cents bigint NOT NULL DEFAULT 0,
  discount_cents bigint NOT NULL DEFAULT 0,
  total_cents bigint GENERATED ALWAYS AS ((((((goods_cents + freight_cents) + ipi_cents) + st_cents) + other_cents) - discount_cents)) STORED,
  sent_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  created_by uuid,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT purchase_order_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT purchase_order_money CHECK (((goods_cents >= 0) AND (freight_cents >= 0) AND (ipi_cents >= 0) AND (st_cents >= 0) AND (other_cents >= 0) AND (discount_cents >= 0) AND ((((((goods_cents + freight_cents) + ipi_cents) + st_cents) + other_cents) - discount_cents) >= 0)))
);

CREATE TABLE purchase_order_line (
  organization_id uuid NOT NULL,
  purchase_order_id uuid NOT NULL,
  line integer NOT NULL,
  product_id uuid NOT NULL,
  supplier_code text,
  quantity integer NOT NULL,
  goods_cents bigint NOT NULL,
  freight_cents bigint NOT NULL DEFAULT 0,
  ipi_cents bigint NOT NULL DEFAULT 0,
  st_cents bigint NOT NULL DEFAULT 0,
  other_cents bigint NOT NULL DEFAULT 0,
  discount_cents bigint NOT NULL DEFAULT 0,
  landed_cents bigint GENERATED ALWAYS AS ((((((goods_cents + freight_cents) + ipi_cents) + st_cents) + other_cents) - discount_cents)) STORED,
  ordered_units integer,
  ordered_goods_cents bigint,
  received integer NOT NULL DEFAULT 0,
  CONSTRAINT purchase_order_line_pkey PRIMARY KEY (organization_id, purchase_order_id, line),
  CONSTRAINT purchase_order_line_money CHECK (((((((goods_cents + freight_cents) + ipi_cents) + st_cents) + other_cents) - discount_cents) >= 0)),
  CONSTRAINT purchase_order_line_units CHECK (((received >= 0) AND ((quantity > 0) OR ((quantity = 0) AND (ordered_units > 0)))))
);

CREATE TABLE purchase_payable (
  organization_id uuid NOT NULL,
  purchase_order_id uuid NOT NULL,
  number integer NOT NULL,
  due_on date NOT NULL,
  amount_cents bigint NOT NULL,
  expense_id uuid NOT NULL,
  CONSTRAINT purchase_payable_pkey PRIMARY KEY (organization_id, purchase_order_id, number)
);

CREATE TABLE purchase_receipt (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  purchase_order_id uuid NOT NULL,
  number integer NOT NULL,
  received_on date NOT NULL,
  note text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  created_by uuid,
  reversed_at timestamptz(3),
  reversed_by uuid,
  reversal_reason text,
  CONSTRAINT purchase_receipt_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE purchase_receipt_line (
  organization_id uuid NOT NULL,
  receipt_id uuid NOT NULL,
  line integer NOT NULL,
  turn bigserial NOT NULL,
  product_id uuid NOT NULL,
  units integer NOT NULL,
  landed_cents bigint NOT NULL,
  note text,
  rule "CostRule" NOT NULL,
  stock_before bigint NOT NULL,
  cost_before numeric(18,6),
  cost_after numeric(18,6),
  day_before jsonb,
  reversed boolean NOT NULL DEFAULT false,
  CONSTRAINT purchase_receipt_line_pkey PRIMARY KEY (organization_id, receipt_id, line),
  CONSTRAINT purchase_receipt_line_units CHECK (((units > 0) AND (landed_cents >= 0)))
);

CREATE TABLE rate_limit (
  key text NOT NULL,
  points integer NOT NULL DEFAULT 0,
  expire bigint,
  CONSTRAINT rate_limit_pkey PRIMARY KEY (key)
);

CREATE TABLE reconcile_due (
  organization_id uuid NOT NULL,
  shop_id uuid NOT NULL,
  external_code text NOT NULL,
  marked_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  id bigserial NOT NULL,
  CONSTRAINT reconcile_due_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE reconcile_run (
  organization_id uuid NOT NULL,
  done integer NOT NULL DEFAULT 0,
  total integer NOT NULL DEFAULT 0,
  started_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  moved_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT reconcile_run_pkey PRIMARY KEY (organization_id)
);

CREATE TABLE reconcile_span (
  organization_id uuid NOT NULL,
  shop_id uuid NOT NULL,
  from_day date NOT NULL,
  to_day date NOT NULL,
  placed_at timestamptz(3),
  order_id uuid,
  CONSTRAINT reconcile_span_pkey PRIMARY KEY (organization_id, shop_id, from_day, to_day)
);

CREATE TABLE recost_run (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  product_id uuid NOT NULL,
  from_day date NOT NULL,
  state "RecostState" NOT NULL DEFAULT 'waiting'::"RecostState",
  done integer NOT NULL DEFAULT 0,
  total integer NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  created_by uuid,
  taken_cost numeric(18,6),
  CONSTRAINT recost_run_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE recovery_case (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  number integer NOT NULL,
  shop_id uuid NOT NULL,
  cause "DiscrepancyCause" NOT NULL,
  state "CaseState" NOT NULL DEFAULT 'detected'::"CaseState",
  amount_cents bigint NOT NULL,
  recovered_cents bigint NOT NULL DEFAULT 0,
  protocol text,
  owner_id uuid,
  deadline date NOT NULL,
  reason text NOT NULL,
  opened_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  opened_by uuid,
  closed_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT recovery_case_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT recovery_case_amounts CHECK ((((amount_cents > 0) OR ((amount_cents < 0) AND (state = 'written_off'::"CaseState"))) AND (recovered_cents >= 0)))
);

CREATE TABLE recovery_code (
  user_id uuid NOT NULL,
  hash bytea NOT NULL,
  used_at timestamptz(3),
  CONSTRAINT recovery_code_pkey PRIMARY KEY (user_id, hash)
);

CREATE TABLE registration (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  display_name text NOT NULL,
  company_name text,
  password_hash text NOT NULL,
  language text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT registration_pkey PRIMARY KEY (id)
);

CREATE TABLE release (
  organization_id uuid NOT NULL,
  shop_id uuid NOT NULL,
  external_code text NOT NULL,
  source "PayoutSource" NOT NULL,
  key text NOT NULL DEFAULT ''::text,
  amount_cents bigint NOT NULL,
  released_at timestamptz(3) NOT NULL,
  CONSTRAINT release_pkey PRIMARY KEY (organization_id, shop_id, external_code, source, key)
);

CREATE TABLE return_item (
  organization_id uuid NOT NULL,
  return_id uuid NOT NULL,
  line integer NOT NULL,
  order_line integer,
  sku text,
  title text NOT NULL,
  variation text,
  quantity integer NOT NULL,
  refund_cents bigint,
  sellable integer,
  damaged integer,
  missing integer,
  CONSTRAINT return_item_pkey PRIMARY KEY (organization_id, return_id, line),
  CONSTRAINT return_item_received CHECK ((((sellable IS NULL) AND (damaged IS NULL) AND (missing IS NULL)) OR ((sellable >= 0) AND (damaged >= 0) AND (missing >= 0) AND (((sellable + damaged) + missing) = quantity))))
);

CREATE TABLE sales_day (
  organization_id uuid NOT NULL,
  day date NOT NULL,
  outlet_id uuid NOT NULL,
  platform "Platform" NOT NULL,
  orders bigint NOT NULL DEFAULT 0,
  pending bigint NOT NULL DEFAULT 0,
  confirmed bigint NOT NULL DEFAULT 0,
  processing bigint NOT NULL DEFAULT 0,
  shipped bigint NOT NULL DEFAULT 0,
  delivered bigint NOT NULL DEFAULT 0,
  cancelled bigint NOT NULL DEFAULT 0,
  units bigint NOT NULL DEFAULT 0,
  gross_cents bigint NOT NULL DEFAULT 0,
  cancelled_cents bigint NOT NULL DEFAULT 0,
  fees_charged_cents bigint NOT NULL DEFAULT 0,
  gross_charged_cents bigint NOT NULL DEFAULT 0,
  fees_estimated_cents bigint NOT NULL DEFAULT 0,
  gross_estimated_cents bigint NOT NULL DEFAULT 0,
  revenue_with_cost_cents bigint NOT NULL DEFAULT 0,
  cost numeric(24,6) NOT NULL DEFAULT 0,
  deductions_cents bigint NOT NULL DEFAULT 0,
  packaging_cents bigint NOT NULL DEFAULT 0,
  CONSTRAINT sales_day_pkey PRIMARY KEY (organization_id, day, outlet_id)
);

CREATE TABLE sales_day_delta (
  organization_id uuid NOT NULL,
  id bigserial NOT NULL,
  day date NOT NULL,
  outlet_id uuid NOT NULL,
  platform "Platform" NOT NULL,
  orders bigint NOT NULL DEFAULT 0,
  pending bigint NOT NULL DEFAULT 0,
  confirmed bigint NOT NULL DEFAULT 0,
  processing bigint NOT NULL DEFAULT 0,
  shipped bigint NOT NULL DEFAULT 0,
  delivered bigint NOT NULL DEFAULT 0,
  cancelled bigint NOT NULL DEFAULT 0,
  units bigint NOT NULL DEFAULT 0,
  gross_cents bigint NOT NULL DEFAULT 0,
  cancelled_cents bigint NOT NULL DEFAULT 0,
  fees_charged_cents bigint NOT NULL DEFAULT 0,
  gross_charged_cents bigint NOT NULL DEFAULT 0,
  fees_estimated_cents bigint NOT NULL DEFAULT 0,
  gross_estimated_cents bigint NOT NULL DEFAULT 0,
  revenue_with_cost_cents bigint NOT NULL DEFAULT 0,
  cost numeric(24,6) NOT NULL DEFAULT 0,
  deductions_cents bigint NOT NULL DEFAULT 0,
  packaging_cents bigint NOT NULL DEFAULT 0,
  hour smallint NOT NULL DEFAULT 0,
  state text NOT NULL DEFAULT ''::text,
  CONSTRAINT sales_day_delta_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE sales_hour (
  organization_id uuid NOT NULL,
  day date NOT NULL,
  outlet_id uuid NOT NULL,
  hour smallint NOT NULL,
  orders bigint NOT NULL DEFAULT 0,
  units bigint NOT NULL DEFAULT 0,
  gross_cents bigint NOT NULL DEFAULT 0,
  CONSTRAINT sales_hour_pkey PRIMARY KEY (organization_id, day, outlet_id, hour)
);

CREATE TABLE sales_state (
  organization_id uuid NOT NULL,
  day date NOT NULL,
  outlet_id uuid NOT NULL,
  state text NOT NULL,
  orders bigint NOT NULL DEFAULT 0,
  units bigint NOT NULL DEFAULT 0,
  gross_cents bigint NOT NULL DEFAULT 0,
  deductions_cents bigint NOT NULL DEFAULT 0,
  packaging_cents bigint NOT NULL DEFAULT 0,
  revenue_with_cost_cents bigint NOT NULL DEFAULT 0,
  cost numeric(24,6) NOT NULL DEFAULT 0,
  CONSTRAINT sales_state_pkey PRIMARY KEY (organization_id, day, outlet_id, state)
);

CREATE TABLE saved_view (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  list text NOT NULL,
  name text NOT NULL,
  query text NOT NULL,
  shared boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT saved_view_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE saved_view_default (
  organization_id uuid NOT NULL,
  user_id uuid NOT NULL,
  list text NOT NULL,
  view_id uuid NOT NULL,
  CONSTRAINT saved_view_default_pkey PRIMARY KEY (organization_id, user_id, list)
);

CREATE TABLE session (
  id uuid NOT NULL,
  hash bytea NOT NULL,
  user_id uuid NOT NULL,
  organization_id uuid,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  last_seen_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  device text,
  network text,
  former_hash bytea,
  former_until timestamptz(3),
  renewal_due boolean NOT NULL DEFAULT false,
  CONSTRAINT session_pkey PRIMARY KEY (id)
);

CREATE TABLE settlement (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  shop_id uuid NOT NULL,
  external_code text NOT NULL,
  order_id uuid,
  state "SettlementState" NOT NULL,
  due_on date,
  released_at timestamptz(3),
  expected_cents bigint,
  released_cents bigint,
  explained_cents bigint NOT NULL DEFAULT 0,
  unexplained_cents bigint NOT NULL DEFAULT 0,
  as_of timestamptz(3) NOT NULL,
  version integer NOT NULL DEFAULT 1,
  adjusted_cents bigint NOT NULL DEFAULT 0,
  cause "DiscrepancyCause",
  difference_cents bigint NOT NULL DEFAULT 0,
  hash bytea NOT NULL,
  local_day date NOT NULL,
  rule_confirmed boolean NOT NULL DEFAULT false,
  rule_id uuid,
  size_cents bigint GENERATED ALWAYS AS (abs(difference_cents)) STORED,
  expected_on date,
  CONSTRAINT settlement_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT settlement_adds_up CHECK (((difference_cents = (explained_cents + unexplained_cents)) AND ((expected_cents IS NULL) OR (state = ANY (ARRAY['to_release'::"SettlementState", 'partly_released'::"SettlementState"])) OR (difference_cents = ((COALESCE(released_cents, (0)::bigint) + adjusted_cents) - expected_cents)))))
);

CREATE TABLE settlement_day (
  organization_id uuid NOT NULL,
  day date NOT NULL,
  shop_id uuid NOT NULL,
  state "SettlementState" NOT NULL,
  orders bigint NOT NULL DEFAULT 0,
  expected_cents bigint NOT NULL DEFAULT 0,
  released_cents bigint NOT NULL DEFAULT 0,
  adjusted_cents bigint NOT NULL DEFAULT 0,
  difference_cents bigint NOT NULL DEFAULT 0,
  explained_cents bigint NOT NULL DEFAULT 0,
  unexplained_cents bigint NOT NULL DEFAULT 0,
  CONSTRAINT settlement_day_pkey PRIMARY KEY (organization_id, day, shop_id, state)
);

CREATE TABLE sheet_layout (
  organization_id uuid NOT NULL,
  kind "ImportKind" NOT NULL,
  headings_hash bytea NOT NULL,
  layout jsonb NOT NULL,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT sheet_layout_pkey PRIMARY KEY (organization_id, kind, headings_hash)
);

CREATE TABLE shelf_miss (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  product_id uuid NOT NULL,
  units_before bigint NOT NULL,
  units_counted bigint NOT NULL,
  reason text NOT NULL,
  created_by uuid,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  ended_at timestamptz(3),
  ended_by uuid,
  is_undone boolean NOT NULL DEFAULT false,
  confirmed_at timestamptz(3),
  CONSTRAINT shelf_miss_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE shop (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  platform "Platform" NOT NULL DEFAULT 'shopee'::"Platform",
  external_shop_id text,
  legal_entity_id uuid NOT NULL,
  name citext NOT NULL,
  status "ShopStatus" NOT NULL DEFAULT 'pending'::"ShopStatus",
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  version integer NOT NULL DEFAULT 1,
  connected_at timestamptz(3),
  connected_by uuid,
  degraded_since timestamptz(3),
  grant_ends_at timestamptz(3),
  last_synced_at timestamptz(3),
  last_units integer NOT NULL DEFAULT 0,
  price_master "Master" NOT NULL DEFAULT 'other'::"Master",
  problem text,
  safety_units integer NOT NULL DEFAULT 0,
  stock_from timestamptz(3),
  stock_master "Master" NOT NULL DEFAULT 'other'::"Master",
  no_ads_from date,
  label_paper "LabelPaper" NOT NULL DEFAULT 'label'::"LabelPaper",
  market text NOT NULL DEFAULT ''::text,
  updates_held_until timestamptz(3),
  CONSTRAINT shop_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE shop_adjustment (
  organization_id uuid NOT NULL,
  shop_id uuid NOT NULL,
  part text NOT NULL,
  at timestamptz(3) NOT NULL,
  local_day date NOT NULL,
  amount_cents bigint NOT NULL,
  name text NOT NULL,
  CONSTRAINT shop_adjustment_pkey PRIMARY KEY (organization_id, shop_id, part)
);

CREATE TABLE shop_authorization (
  organization_id uuid NOT NULL,
  state_hash bytea NOT NULL,
  shop_id uuid NOT NULL,
  user_id uuid NOT NULL,
  session_id uuid NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  CONSTRAINT shop_authorization_pkey PRIMARY KEY (organization_id, state_hash)
);

CREATE TABLE shop_claim (
  platform "Platform" NOT NULL,
  external_shop_id text NOT NULL,
  holder_id uuid NOT NULL,
  shop_id uuid NOT NULL,
  claimed_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT shop_claim_pkey PRIMARY KEY (platform, external_shop_id)
);

CREATE TABLE shop_day_stat (
  organization_id uuid NOT NULL,
  shop_id uuid NOT NULL,
  day date NOT NULL,
  basis text NOT NULL,
  visitors integer,
  clicks integer,
  orders integer,
  buyers integer,
  conversion_bp integer,
  sales_cents bigint,
  cancelled_cents bigint,
  refunded_cents bigint,
  CONSTRAINT shop_day_stat_pkey PRIMARY KEY (organization_id, shop_id, day, basis)
);

CREATE TABLE shop_health (
  organization_id uuid NOT NULL,
  shop_id uuid NOT NULL,
  mark text NOT NULL,
  value numeric(18,6),
  target numeric(18,6),
  details jsonb NOT NULL DEFAULT '{}'::jsonb,
  as_of timestamptz(3) NOT NULL,
  CONSTRAINT shop_health_pkey PRIMARY KEY (organization_id, shop_id, mark)
);

CREATE TABLE shop_terms (
  organization_id uuid NOT NULL,
  shop_id uuid NOT NULL,
  from_day date NOT NULL,
  programme text NOT NULL DEFAULT 'freeShipping'::text,
  campaign boolean NOT NULL DEFAULT false,
  affiliates boolean NOT NULL DEFAULT false,
  protection boolean NOT NULL DEFAULT false,
  ads_top_up_rate numeric(18,6) NOT NULL DEFAULT 0,
  high_volume boolean,
  denied text[] DEFAULT ARRAY[]::text[],
  bulky boolean NOT NULL DEFAULT false,
  CONSTRAINT shop_terms_pkey PRIMARY KEY (organization_id, shop_id, from_day)
);

CREATE TABLE shop_token (
  organization_id uuid NOT NULL,
  shop_id uuid NOT NULL,
  access_token text NOT NULL,
  refresh_token text NOT NULL,
  access_expires_at timestamptz(3) NOT NULL,
  refresh_expires_at timestamptz(3) NOT NULL,
  generation integer NOT NULL DEFAULT 1,
  refreshing_since timestamptz(3),
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT shop_token_pkey PRIMARY KEY (organization_id, shop_id)
);

CREATE TABLE stock_count (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  state "StockCountState" NOT NULL DEFAULT 'open'::"StockCountState",
  sets_missing_to_zero boolean NOT NULL DEFAULT false,
  created_by uuid,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  closed_by uuid,
  closed_at timestamptz(3),
  CONSTRAINT stock_count_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE stock_count_entry (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  count_id uuid NOT NULL,
  product_id uuid NOT NULL,
  round integer NOT NULL,
  units integer NOT NULL,
  undoes uuid,
  actor_id uuid,
  counted_at timestamptz(3) NOT NULL,
  saved_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  on_hand_at bigint NOT NULL,
  CONSTRAINT stock_count_entry_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE stock_count_line (
  organization_id uuid NOT NULL,
  count_id uuid NOT NULL,
  product_id uuid NOT NULL,
  "position" integer NOT NULL,
  listed boolean NOT NULL,
  round integer NOT NULL DEFAULT 1,
  units bigint,
  on_hand_at bigint,
  counted_at timestamptz(3),
  moved boolean NOT NULL DEFAULT false,
  difference bigint,
  booked_at timestamptz(3),
  CONSTRAINT stock_count_line_pkey PRIMARY KEY (organization_id, count_id, product_id),
  CONSTRAINT stock_count_line_units CHECK (((units >= 0) AND ((units IS NULL) = (on_hand_at IS NULL)) AND ((units IS NULL) = (counted_at IS NULL))))
);

CREATE TABLE stock_level (
  organization_id uuid NOT NULL,
  product_id uuid NOT NULL,
  location_id uuid NOT NULL,
  on_hand bigint NOT NULL DEFAULT 0,
  reserved bigint NOT NULL DEFAULT 0,
  CONSTRAINT stock_level_pkey PRIMARY KEY (organization_id, product_id, location_id),
  CONSTRAINT stock_level_reserved CHECK ((reserved >= 0))
);

CREATE TABLE stock_location (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  kind "LocationKind" NOT NULL,
  name text NOT NULL,
  shop_id uuid,
  CONSTRAINT stock_location_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT stock_location_shop CHECK (((kind = 'full'::"LocationKind") = (shop_id IS NOT NULL)))
);

CREATE TABLE stock_movement (
  organization_id uuid NOT NULL,
  id bigserial NOT NULL,
  product_id uuid NOT NULL,
  location_id uuid NOT NULL,
  kind "MovementKind" NOT NULL,
  on_hand_delta bigint NOT NULL,
  reserved_delta bigint NOT NULL,
  source_kind text NOT NULL,
  source_id uuid NOT NULL,
  source_line integer NOT NULL DEFAULT 0,
  reason text,
  actor_id uuid,
  occurred_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  recorded_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  on_hand_after bigint NOT NULL,
  reserved_after bigint NOT NULL,
  CONSTRAINT stock_movement_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE stored_file (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  bytes bigint NOT NULL,
  sha256 bytea NOT NULL,
  place text NOT NULL,
  created_by uuid,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3),
  CONSTRAINT stored_file_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE supplier (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  document text,
  contact_name text,
  email text,
  phone text,
  lead_time_days integer,
  note text,
  archived_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  version integer NOT NULL DEFAULT 1,
  words text GENERATED ALWAYS AS (search_text(((((name || ' '::text) || COALESCE(document, ''::text)) || ' '::text) || COALESCE(contact_name, ''::text)))) STORED,
  CONSTRAINT supplier_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE supplier_product (
  organization_id uuid NOT NULL,
  supplier_id uuid NOT NULL,
  code text NOT NULL,
  product_id uuid NOT NULL,
  units_per_pack integer NOT NULL DEFAULT 1,
  minimum_units integer,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT supplier_product_pkey PRIMARY KEY (organization_id, supplier_id, code),
  CONSTRAINT supplier_product_pack CHECK (((units_per_pack BETWEEN 1 AND 100000) AND (minimum_units > 0)))
);

CREATE TABLE sync_failure (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  shop_id uuid NOT NULL,
  operation text NOT NULL,
  subject text NOT NULL,
  error_code text NOT NULL,
  platform_error text,
  platform_text text,
  state "FailureState" NOT NULL DEFAULT 'waiting'::"FailureState",
  attempts integer NOT NULL DEFAULT 1,
  first_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  last_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  next_at timestamptz(3),
  CONSTRAINT sync_failure_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE sync_state (
  organization_id uuid NOT NULL,
  shop_id uuid NOT NULL,
  stream "SyncStream" NOT NULL,
  watermark timestamptz(3),
  history_from timestamptz(3),
  history_reached timestamptz(3),
  history_started_at timestamptz(3),
  history_done integer NOT NULL DEFAULT 0,
  cursor text,
  running_since timestamptz(3),
  last_good_at timestamptz(3),
  failures integer NOT NULL DEFAULT 0,
  error_code text,
  changed integer NOT NULL DEFAULT 0,
  CONSTRAINT sync_state_pkey PRIMARY KEY (organization_id, shop_id, stream)
);

CREATE TABLE task (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  "column" "BoardColumn" NOT NULL DEFAULT 'todo'::"BoardColumn",
  "position" bigint NOT NULL,
  title text NOT NULL,
  notes text,
  assignee_id uuid,
  due_on date,
  created_by uuid,
  done_at timestamptz(3),
  removed_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT task_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT task_done CHECK ((("column" = 'done'::"BoardColumn") = (done_at IS NOT NULL)))
);

CREATE TABLE tax_rate (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  legal_entity_id uuid NOT NULL,
  from_day date NOT NULL,
  regime "TaxRegime" NOT NULL,
  rate numeric(18,6),
  less_vouchers boolean NOT NULL DEFAULT false,
  with_subsidies boolean NOT NULL DEFAULT false,
  with_freight boolean NOT NULL DEFAULT false,
  less_pix boolean NOT NULL DEFAULT true,
  CONSTRAINT tax_rate_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE verification (
  hash bytea NOT NULL,
  user_id uuid NOT NULL,
  purpose "VerificationPurpose" NOT NULL,
  new_email citext,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  registration_id uuid,
  CONSTRAINT verification_pkey PRIMARY KEY (hash)
);

CREATE TABLE waiting_income (
  organization_id uuid NOT NULL,
  shop_id uuid NOT NULL,
  external_code text NOT NULL,
  part text NOT NULL,
  at timestamptz(3) NOT NULL,
  lines jsonb NOT NULL,
  CONSTRAINT waiting_income_pkey PRIMARY KEY (organization_id, shop_id, external_code, part)
);

CREATE TABLE waiting_sign_in (
  hash bytea NOT NULL,
  user_id uuid NOT NULL,
  how text NOT NULL,
  subject text,
  email citext,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  CONSTRAINT waiting_sign_in_pkey PRIMARY KEY (hash)
);

CREATE TABLE wallet_day (
  organization_id uuid NOT NULL,
  day date NOT NULL,
  shop_id uuid NOT NULL,
  kind "WalletKind" NOT NULL,
  movements bigint NOT NULL DEFAULT 0,
  in_cents bigint NOT NULL DEFAULT 0,
  out_cents bigint NOT NULL DEFAULT 0,
  fee_cents bigint NOT NULL DEFAULT 0,
  CONSTRAINT wallet_day_pkey PRIMARY KEY (organization_id, day, shop_id, kind)
);

CREATE TABLE wallet_transaction (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  shop_id uuid NOT NULL,
  minute timestamptz(3) NOT NULL,
  amount_cents bigint NOT NULL,
  balance_cents bigint,
  nth integer NOT NULL DEFAULT 1,
  at timestamptz(3) NOT NULL,
  local_day date NOT NULL,
  kind "WalletKind" NOT NULL,
  type text NOT NULL,
  status text,
  external_code text,
  refund_number text,
  withdrawal_id text,
  fee_cents bigint NOT NULL DEFAULT 0,
  reason text,
  description text,
  source "PayoutSource" NOT NULL,
  CONSTRAINT wallet_transaction_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE webhook_delivery (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  event_id uuid NOT NULL,
  state "DeliveryState" NOT NULL DEFAULT 'waiting'::"DeliveryState",
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  tried_at timestamptz(3),
  status integer,
  problem text,
  said text,
  took_ms integer,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT webhook_delivery_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE webhook_endpoint (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  url text NOT NULL,
  kinds text[] NOT NULL,
  state "WebhookState" NOT NULL DEFAULT 'active'::"WebhookState",
  secret text NOT NULL,
  former_secret text,
  former_until timestamptz(3),
  failures integer NOT NULL DEFAULT 0,
  failing_since timestamptz(3),
  rests_until timestamptz(3),
  created_by uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT webhook_endpoint_pkey PRIMARY KEY (organization_id, id)
);

CREATE TABLE webhook_event_count (
  platform "Platform" NOT NULL,
  day date NOT NULL,
  outcome text NOT NULL,
  count integer NOT NULL,
  last_at timestamptz(3) NOT NULL,
  CONSTRAINT webhook_event_count_pkey PRIMARY KEY (platform, day, outcome)
);

CREATE TABLE webhook_inbox (
  id bigserial NOT NULL,
  platform "Platform" NOT NULL,
  body_hash bytea NOT NULL,
  external_shop_id text,
  code integer NOT NULL,
  body jsonb NOT NULL,
  platform_at timestamptz(3) NOT NULL,
  received_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  state "InboxState" NOT NULL DEFAULT 'waiting'::"InboxState",
  attempts integer NOT NULL DEFAULT 0,
  error_code text,
  done_at timestamptz(3),
  CONSTRAINT webhook_inbox_pkey PRIMARY KEY (id)
);

CREATE INDEX access_token_hash_idx ON access_token USING btree (hash);
CREATE INDEX access_token_living_idx ON access_token USING btree (user_id) WHERE (revoked_at IS NULL);
CREATE UNIQUE INDEX access_token_organization_id_hash_key ON access_token USING btree (organization_id, hash);
CREATE INDEX access_token_organization_id_user_id_created_at_idx ON access_token USING btree (organization_id, user_id, created_at);
CREATE UNIQUE INDEX account_user_id_provider_key ON account USING btree (user_id, provider);
CREATE INDEX ads_spend_organization_id_day_idx ON ads_spend USING btree (organization_id, day);
CREATE INDEX agenda_event_days ON agenda_event USING btree (organization_id, starts_on) WHERE ((removed_at IS NULL) AND all_day);
CREATE INDEX agenda_event_timed ON agenda_event USING btree (organization_id, starts_at) WHERE ((removed_at IS NULL) AND (NOT all_day));
CREATE INDEX agent_task_organization_id_created_at_id_idx ON agent_task USING btree (organization_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX agent_task_organization_id_provider_task_id_key ON agent_task USING btree (organization_id, provider_task_id);
CREATE UNIQUE INDEX agent_task_event_organization_id_answers_id_key ON agent_task_event USING btree (organization_id, answers_id);
CREATE INDEX agent_task_event_organization_id_task_id_at_id_idx ON agent_task_event USING btree (organization_id, task_id, at, id);
CREATE UNIQUE INDEX agent_task_event_organization_id_task_id_provider_event_id_key ON agent_task_event USING btree (organization_id, task_id, provider_event_id);
CREATE INDEX agent_task_file_organization_id_task_id_idx ON agent_task_file USING btree (organization_id, task_id);
CREATE UNIQUE INDEX app_user_email_key ON app_user USING btree (email);
CREATE INDEX assistant_message_organization_id_thread_id_id_idx ON assistant_message USING btree (organization_id, thread_id, id);
CREATE INDEX assistant_thread_organization_id_user_id_used_at_idx ON assistant_thread USING btree (organization_id, user_id, used_at);
CREATE INDEX audit_event_assistant_actor ON audit_event USING btree (organization_id, actor_id, event, at, id) WHERE ((actor_kind = 'assistant'::"ActorKind") AND (actor_id IS NOT NULL));
CREATE INDEX audit_event_assistant_event ON audit_event USING btree (organization_id, event, at, id) WHERE (actor_kind = 'assistant'::"ActorKind");
CREATE INDEX audit_event_by_assistant ON audit_event USING btree (organization_id, at, id) WHERE (actor_kind = 'assistant'::"ActorKind");
CREATE INDEX audit_event_by_function ON audit_event USING btree (organization_id, at, id) WHERE (actor_kind = 'function'::"ActorKind");
CREATE INDEX audit_event_by_person ON audit_event USING btree (organization_id, at, id) WHERE (actor_kind = 'person'::"ActorKind");
CREATE INDEX audit_event_by_sync ON audit_event USING btree (organization_id, at, id) WHERE (actor_kind = 'sync'::"ActorKind");
CREATE INDEX audit_event_by_system ON audit_event USING btree (organization_id, at, id) WHERE (actor_kind = 'system'::"ActorKind");
CREATE INDEX audit_event_function_actor ON audit_event USING btree (organization_id, actor_id, event, at, id) WHERE ((actor_kind = 'function'::"ActorKind") AND (actor_id IS NOT NULL));
CREATE INDEX audit_event_function_event ON audit_event USING btree (organization_id, event, at, id) WHERE (actor_kind = 'function'::"ActorKind");
CREATE UNIQUE INDEX audit_event_organization_id_position_key ON audit_event USING btree (organization_id, "position");
CREATE INDEX audit_event_organization_id_subject_kind_subject_id_at_idx ON audit_event USING btree (organization_id, subject_kind, subject_id, at);
CREATE INDEX audit_event_person_actor ON audit_event USING btree (organization_id, actor_id, event, at, id) WHERE ((actor_kind = 'person'::"ActorKind") AND (actor_id IS NOT NULL));
CREATE INDEX audit_event_person_event ON audit_event USING btree (organization_id, event, at, id) WHERE (actor_kind = 'person'::"ActorKind");
CREATE INDEX audit_event_sync_actor ON audit_event USING btree (organization_id, actor_id, event, at, id) WHERE ((actor_kind = 'sync'::"ActorKind") AND (actor_id IS NOT NULL));
CREATE INDEX audit_event_sync_event ON audit_event USING btree (organization_id, event, at, id) WHERE (actor_kind = 'sync'::"ActorKind");
CREATE INDEX audit_event_system_actor ON audit_event USING btree (organization_id, actor_id, event, at, id) WHERE ((actor_kind = 'system'::"ActorKind") AND (actor_id IS NOT NULL));
CREATE INDEX audit_event_system_event ON audit_event USING btree (organization_id, event, at, id) WHERE (actor_kind = 'system'::"ActorKind");
CREATE INDEX audit_event_unchained ON audit_event USING btree (organization_id, id) WHERE ("position" IS NULL);
CREATE UNIQUE INDEX avatar_user_id_key ON avatar USING btree (user_id);
CREATE UNIQUE INDEX bank_entry_organization_id_account_key_fitid_key ON bank_entry USING btree (organization_id, account_key, fitid);
CREATE INDEX bank_entry_organization_id_day_id_idx ON bank_entry USING btree (organization_id, day DESC, id DESC);
CREATE UNIQUE INDEX bank_match_organization_id_entry_id_key ON bank_match USING btree (organization_id, entry_id);
CREATE INDEX buyer_erasure_key ON buyer_erasure USING btree (organization_id, buyer_key, erased_at DESC);
CREATE INDEX campaign_plan_organization_id_from_day_id_idx ON campaign_plan USING btree (organization_id, from_day DESC, id);
CREATE INDEX case_event_organization_id_case_id_at_idx ON case_event USING btree (organization_id, case_id, at);
CREATE UNIQUE INDEX case_order_organization_id_settlement_id_cause_key ON case_order USING btree (organization_id, settlement_id, cause);
CREATE UNIQUE INDEX channel_organization_id_name_key ON channel USING btree (organization_id, name);
CREATE UNIQUE INDEX data_pack_organization_id_task_id_position_key ON data_pack USING btree (organization_id, task_id, "position");
CREATE INDEX discrepancy_freight ON discrepancy USING btree (organization_id, amount_cents, settlement_id, cause) WHERE (cause = ANY (ARRAY['freight'::"DiscrepancyCause", 'reverse_freight'::"DiscrepancyCause"]));
CREATE INDEX discrepancy_organization_id_cause_settlement_id_idx ON discrepancy USING btree (organization_id, cause, settlement_id);
CREATE INDEX dispatch_run_organization_id_created_at_id_idx ON dispatch_run USING btree (organization_id, created_at DESC, id);
CREATE INDEX early_payout_organization_id_shop_id_at_idx ON early_payout USING btree (organization_id, shop_id, at);
CREATE INDEX early_payout_organization_id_shop_id_external_code_idx ON early_payout USING btree (organization_id, shop_id, external_code);
CREATE INDEX expense_amount_order ON expense USING btree (organization_id, amount_cents, id) WHERE (voided_at IS NULL);
CREATE INDEX expense_list_order ON expense USING btree (organization_id, list_order, id) WHERE (voided_at IS NULL);
CREATE INDEX expense_organization_id_due_on_id_idx ON expense USING btree (organization_id, due_on DESC, id DESC);
CREATE UNIQUE INDEX expense_organization_id_series_id_instalment_key ON expense USING btree (organization_id, series_id, instalment);
CREATE INDEX expense_paid_order ON expense USING btree (organization_id, COALESCE(paid_on, '9999-12-31'::date), id) WHERE (voided_at IS NULL);
CREATE INDEX expense_pending ON expense USING btree (organization_id, due_on, id) WHERE ((status = 'pending'::"ExpenseStatus") AND (voided_at IS NULL));
CREATE INDEX export_organization_id_created_by_created_at_id_idx ON export USING btree (organization_id, created_by, created_at DESC, id);
CREATE INDEX export_whole_company ON export USING btree (organization_id, created_at DESC, id DESC) WHERE (kind = 'wholeCompany'::text);
CREATE INDEX fee_rule_organization_id_platform_seller_type_programme_fro_idx ON fee_rule USING btree (organization_id, platform, seller_type, programme, from_day);
CREATE INDEX fiscal_document_filed ON fiscal_document USING btree (organization_id, COALESCE(issued_at, created_at)) WHERE (file_id IS NOT NULL);
CREATE UNIQUE INDEX fiscal_document_organization_id_access_key_key ON fiscal_document USING btree (organization_id, access_key);
CREATE INDEX fiscal_document_organization_id_order_id_idx ON fiscal_document USING btree (organization_id, order_id);
CREATE INDEX fiscal_document_unmatched ON fiscal_document USING btree (organization_id, created_at DESC) WHERE (order_id IS NULL);
CREATE UNIQUE INDEX health_run_one_at_a_time ON health_run USING btree (organization_id) WHERE (state = ANY (ARRAY['queued'::"HealthRunState", 'running'::"HealthRunState"]));
CREATE INDEX health_run_organization_id_created_at_id_idx ON health_run USING btree (organization_id, created_at DESC, id DESC);
CREATE INDEX idempotency_expires_at_idx ON idempotency USING btree (expires_at);
CREATE INDEX import_organization_id_created_at_id_idx ON import USING btree (organization_id, created_at DESC, id);
CREATE INDEX import_row_failed ON import_row USING btree (organization_id, import_id, number) WHERE (outcome = 'failed'::text);
CREATE INDEX import_row_waiting ON import_row USING btree (organization_id, import_id, number) WHERE (outcome = ANY (ARRAY['new'::text, 'changed'::text]));
CREATE INDEX invitation_hash_idx ON invitation USING btree (hash);
CREATE INDEX invitation_open ON invitation USING btree (email) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));
CREATE UNIQUE INDEX invitation_organization_id_hash_key ON invitation USING btree (organization_id, hash);
CREATE INDEX kit_component_organization_id_component_id_idx ON kit_component USING btree (organization_id, component_id);
CREATE UNIQUE INDEX legal_entity_organization_id_document_key ON legal_entity USING btree (organization_id, document);
CREATE INDEX listing_by_price ON listing USING btree (organization_id, shop_id, price_cents);
CREATE INDEX listing_by_title ON listing USING btree (organization_id, title, id);
CREATE INDEX listing_organization_id_product_id_idx ON listing USING btree (organization_id, product_id);
CREATE UNIQUE INDEX listing_organization_id_shop_id_external_key_key ON listing USING btree (organization_id, shop_id, external_key);
CREATE UNIQUE INDEX listing_organization_id_shop_id_item_id_model_id_key ON listing USING btree (organization_id, shop_id, item_id, model_id);
CREATE INDEX listing_sku_key ON listing USING btree (organization_id, sku_key);
CREATE INDEX listing_unmapped ON listing USING btree (organization_id, id) WHERE (product_id IS NULL);
CREATE INDEX listing_mapping_organization_id_listing_id_idx ON listing_mapping USING btree (organization_id, listing_id);
CREATE INDEX listing_mapping_organization_id_product_id_idx ON listing_mapping USING btree (organization_id, product_id);
CREATE INDEX listing_update_due ON listing_update USING btree (organization_id, next_at) WHERE (state = 'waiting'::"ListingUpdateState");
CREATE INDEX listing_update_organization_id_state_queued_at_idx ON listing_update USING btree (organization_id, state, queued_at);
CREATE INDEX listing_update_refused ON listing_update USING btree (organization_id, listing_id) WHERE ((state <> 'sent'::"ListingUpdateState") AND ((state = 'failed'::"ListingUpdateState") OR (error_code IS NOT NULL)));
CREATE INDEX listing_update_turn ON listing_update USING btree (organization_id, queued_at, listing_id) WHERE (state = 'waiting'::"ListingUpdateState");
CREATE UNIQUE INDEX manifest_organization_id_number_key ON manifest USING btree (organization_id, number);
CREATE INDEX mapping_run_organization_id_created_at_id_idx ON mapping_run USING btree (organization_id, created_at DESC, id);
CREATE INDEX membership_user_id_idx ON membership USING btree (user_id);
CREATE INDEX money_day_delta_organization_id_day_idx ON money_day_delta USING btree (organization_id, day);
CREATE INDEX money_line_refund ON money_line USING btree (organization_id, order_id) INCLUDE (source, amount_cents) WHERE (kind = 'refund'::"MoneyKind");
CREATE UNIQUE INDEX month_close_standing ON month_close USING btree (organization_id, legal_entity_id, month) WHERE (reopened_at IS NULL);
CREATE INDEX notification_organization_id_user_id_created_at_id_idx ON notification USING btree (organization_id, user_id, created_at DESC, id);
CREATE UNIQUE INDEX notification_organization_id_user_id_kind_key_key ON notification USING btree (organization_id, user_id, kind, key);
CREATE INDEX notification_unread ON notification USING btree (organization_id, user_id) WHERE ((read_at IS NULL) AND in_product);
CREATE INDEX order_buyer_organization_id_purge_after_idx ON order_buyer USING btree (organization_id, purge_after);
CREATE INDEX order_evidence_organization_id_order_id_idx ON order_evidence USING btree (organization_id, order_id);
CREATE INDEX order_item_organization_id_listing_id_idx ON order_item USING btree (organization_id, listing_id);
CREATE INDEX order_item_organization_id_product_id_idx ON order_item USING btree (organization_id, product_id);
CREATE INDEX order_list_by_margin ON order_list USING btree (organization_id, margin_cents, order_id) WHERE (margin_cents IS NOT NULL);
CREATE INDEX order_list_by_time ON order_list USING btree (organization_id, placed_at DESC, order_id DESC);
CREATE INDEX order_list_by_value ON order_list USING btree (organization_id, revenue_cents DESC, order_id DESC);
CREATE INDEX order_list_negative ON order_list USING btree (organization_id, placed_at DESC, order_id DESC) WHERE (margin_cents < 0);
CREATE INDEX order_list_unmapped ON order_list USING btree (organization_id, placed_at DESC, order_id DESC) WHERE unmapped;
CREATE INDEX order_list_words ON order_list USING gin (words gin_trgm_ops, buyer_words gin_trgm_ops) WHERE (organization_id IS NOT NULL);
CREATE INDEX order_return_by_deadline ON order_return USING btree (organization_id, COALESCE(due_at, 'infinity'::timestamp with time zone), id);
CREATE INDEX order_return_open ON order_return USING btree (organization_id) WHERE ((received_at IS NULL) AND (state <> ALL (ARRAY['closed'::"ReturnState", 'cancelled'::"ReturnState"])));
CREATE INDEX order_return_opened ON order_return USING btree (organization_id, opened_at DESC, id DESC);
CREATE INDEX order_return_organization_id_order_id_idx ON order_return USING btree (organization_id, order_id);
CREATE UNIQUE INDEX order_return_organization_id_shop_id_number_key ON order_return USING btree (organization_id, shop_id, number);
CREATE INDEX order_return_organization_id_state_due_at_idx ON order_return USING btree (organization_id, state, due_at);
CREATE INDEX order_return_received ON order_return USING btree (organization_id, received_at) WHERE (received_at IS NOT NULL);
CREATE INDEX order_return_todo ON order_return USING btree (organization_id, COALESCE(due_at, 'infinity'::timestamp with time zone), id) WHERE (state <> ALL (ARRAY['received'::"ReturnState", 'closed'::"ReturnState", 'cancelled'::"ReturnState"]));
CREATE INDEX order_return_tracking ON order_return USING btree (organization_id, tracking_number) WHERE (tracking_number IS NOT NULL);
CREATE INDEX order_source_money_due ON order_source USING btree (organization_id, order_id) WHERE money_due;
CREATE INDEX orders_buyer_key ON orders USING btree (organization_id, buyer_key, placed_at DESC, id DESC) WHERE (buyer_key IS NOT NULL);
CREATE INDEX orders_cancelled ON orders USING btree (organization_id, local_day DESC, id DESC) WHERE (status = 'cancelled'::"OrderStatus");
CREATE INDEX orders_cancelled_by_time ON orders USING btree (organization_id, placed_at DESC, id DESC) WHERE (status = 'cancelled'::"OrderStatus");
CREATE INDEX orders_code_prefix ON orders USING btree (organization_id, code COLLATE "C");
CREATE INDEX orders_customer ON orders USING btree (organization_id, customer_name, placed_at DESC, id DESC) WHERE (customer_name IS NOT NULL);
CREATE INDEX orders_dispatch ON orders USING btree (organization_id, COALESCE(ship_by, 'infinity'::timestamp with time zone), id) WHERE ((status = ANY (ARRAY['confirmed'::"OrderStatus", 'processing'::"OrderStatus"])) AND (platform = 'shopee'::"Platform") AND (NOT fulfilled_by_platform));
CREATE INDEX orders_external_code_prefix ON orders USING btree (organization_id, external_code COLLATE "C");
CREATE INDEX orders_invoice_to_cancel ON orders USING btree (organization_id, cancelled_at DESC) WHERE ((status = 'cancelled'::"OrderStatus") AND (invoice_state = 'valid'::"InvoiceState"));
CREATE INDEX orders_manual ON orders USING btree (organization_id, placed_at DESC, id DESC) WHERE (platform = 'manual'::"Platform");
CREATE UNIQUE INDEX orders_organization_id_code_key ON orders USING btree (organization_id, code);
CREATE INDEX orders_organization_id_local_day_idx ON orders USING btree (organization_id, local_day);
CREATE INDEX orders_organization_id_outlet_id_placed_at_id_idx ON orders USING btree (organization_id, outlet_id, placed_at DESC, id DESC);
CREATE INDEX orders_organization_id_placed_at_id_idx ON orders USING btree (organization_id, placed_at DESC, id DESC);
CREATE UNIQUE INDEX orders_organization_id_platform_external_code_key ON orders USING btree (organization_id, platform, external_code);
CREATE INDEX orders_to_complete ON orders USING btree (organization_id, delivered_at) WHERE ((status = 'delivered'::"OrderStatus") AND (platform_status = 'TO_CONFIRM_RECEIVE'::text) AND (NOT in_return));
CREATE INDEX orders_to_ship ON orders USING btree (organization_id, ship_by) WHERE (status = ANY (ARRAY['confirmed'::"OrderStatus", 'processing'::"OrderStatus"]));
CREATE INDEX orders_unfinished ON orders USING btree (organization_id, placed_at DESC, id DESC) WHERE (status = ANY (ARRAY['pending'::"OrderStatus", 'confirmed'::"OrderStatus", 'processing'::"OrderStatus", 'shipped'::"OrderStatus"]));
CREATE INDEX orders_with_words ON orders USING btree (organization_id, placed_at) WHERE ((customer_name IS NOT NULL) OR (note IS NOT NULL) OR (platform_note IS NOT NULL));
CREATE INDEX outgoing_event_organization_id_created_at_idx ON outgoing_event USING btree (organization_id, created_at);
CREATE UNIQUE INDEX outgoing_event_organization_id_subject_change_key ON outgoing_event USING btree (organization_id, subject, change);
CREATE INDEX package_on_manifest ON package USING btree (organization_id, manifest_id) WHERE (manifest_id IS NOT NULL);
CREATE INDEX package_organization_id_order_id_idx ON package USING btree (organization_id, order_id);
CREATE UNIQUE INDEX package_organization_id_shop_id_number_key ON package USING btree (organization_id, shop_id, number);
CREATE INDEX package_organization_id_tracking_number_idx ON package USING btree (organization_id, tracking_number);
CREATE INDEX package_printed ON package USING btree (organization_id, printed_at) WHERE (printed_at IS NOT NULL);
CREATE INDEX package_to_retry ON package USING btree (organization_id, order_id) WHERE (platform_status = 'LOGISTICS_PICKUP_RETRY'::text);
CREATE INDEX platform_answer_expiring ON platform_answer USING btree (purge_after) WHERE (purge_after IS NOT NULL);
CREATE INDEX platform_answer_organization_id_purge_after_idx ON platform_answer USING btree (organization_id, purge_after);
CREATE INDEX price_change_organization_id_created_at_id_idx ON price_change USING btree (organization_id, created_at DESC, id);
CREATE UNIQUE INDEX price_change_organization_id_undo_of_key ON price_change USING btree (organization_id, undo_of);
CREATE INDEX product_by_price ON product USING btree (organization_id, price_cents);
CREATE INDEX product_family ON product USING btree (organization_id, family_id);
CREATE UNIQUE INDEX product_organization_id_sku_key ON product USING btree (organization_id, sku);
CREATE INDEX product_organization_id_updated_at_id_idx ON product USING btree (organization_id, updated_at DESC, id);
CREATE INDEX product_sku_key ON product USING btree (organization_id, sku_key);
CREATE INDEX product_title_sort ON product USING btree (organization_id, title COLLATE "und-x-icu", id);
CREATE INDEX product_day_organization_id_item_key_day_idx ON product_day USING btree (organization_id, item_key, day);
CREATE INDEX product_day_unmapped ON product_day USING btree (organization_id, day) WHERE (NOT mapped);
CREATE INDEX product_day_delta_organization_id_day_idx ON product_day_delta USING btree (organization_id, day);
CREATE INDEX proposal_organization_id_made_for_created_at_idx ON proposal USING btree (organization_id, made_for, created_at);
CREATE INDEX purchase_invoice_open ON purchase_invoice USING btree (organization_id, id DESC) WHERE (state = 'open'::"PurchaseInvoiceState");
CREATE UNIQUE INDEX purchase_invoice_organization_id_access_key_key ON purchase_invoice USING btree (organization_id, access_key);
CREATE INDEX purchase_invoice_organization_id_purchase_order_id_idx ON purchase_invoice USING btree (organization_id, purchase_order_id);
CREATE INDEX purchase_order_draft ON purchase_order USING btree (organization_id, number DESC) WHERE (status = 'draft'::"PurchaseStatus");
CREATE INDEX purchase_order_open ON purchase_order USING btree (organization_id, number DESC) WHERE (status = ANY (ARRAY['sent'::"PurchaseStatus", 'partly_received'::"PurchaseStatus"]));
CREATE UNIQUE INDEX purchase_order_organization_id_number_key ON purchase_order USING btree (organization_id, number);
CREATE INDEX purchase_order_organization_id_supplier_id_idx ON purchase_order USING btree (organization_id, supplier_id);
CREATE INDEX purchase_order_line_organization_id_product_id_idx ON purchase_order_line USING btree (organization_id, product_id);
CREATE UNIQUE INDEX purchase_order_line_organization_id_purchase_order_id_produ_key ON purchase_order_line USING btree (organization_id, purchase_order_id, product_id);
CREATE UNIQUE INDEX purchase_receipt_organization_id_purchase_order_id_number_key ON purchase_receipt USING btree (organization_id, purchase_order_id, number);
CREATE INDEX purchase_receipt_line_organization_id_product_id_turn_idx ON purchase_receipt_line USING btree (organization_id, product_id, turn DESC);
CREATE INDEX recost_run_organization_id_product_id_id_idx ON recost_run USING btree (organization_id, product_id, id DESC);
CREATE INDEX recovery_case_organization_id_deadline_id_idx ON recovery_case USING btree (organization_id, deadline, id);
CREATE UNIQUE INDEX recovery_case_organization_id_number_key ON recovery_case USING btree (organization_id, number);
CREATE INDEX recovery_case_organization_id_state_deadline_id_idx ON recovery_case USING btree (organization_id, state, deadline, id);
CREATE INDEX recovery_case_queue ON recovery_case USING btree (organization_id, deadline, id) WHERE (closed_at IS NULL);
CREATE INDEX registration_user_id_idx ON registration USING btree (user_id);
CREATE INDEX release_organization_id_shop_id_released_at_idx ON release USING btree (organization_id, shop_id, released_at);
CREATE INDEX sales_day_delta_organization_id_day_idx ON sales_day_delta USING btree (organization_id, day);
CREATE INDEX saved_view_organization_id_list_user_id_idx ON saved_view USING btree (organization_id, list, user_id);
CREATE INDEX saved_view_default_organization_id_view_id_idx ON saved_view_default USING btree (organization_id, view_id);
CREATE INDEX session_former_hash_idx ON session USING btree (former_hash);
CREATE UNIQUE INDEX session_hash_key ON session USING btree (hash);
CREATE INDEX session_user_id_idx ON session USING btree (user_id);
CREATE INDEX settlement_code ON settlement USING btree (organization_id, external_code text_pattern_ops);
CREATE INDEX settlement_difference ON settlement USING btree (organization_id, size_cents DESC, id DESC) WHERE (difference_cents <> 0);
CREATE INDEX settlement_differing ON settlement USING btree (organization_id, local_day DESC, id DESC) WHERE (difference_cents <> 0);
CREATE INDEX settlement_explained ON settlement USING btree (organization_id, local_day DESC, id DESC) WHERE (cause IS NOT NULL);
CREATE INDEX settlement_explained_size ON settlement USING btree (organization_id, size_cents DESC, id DESC) WHERE (cause IS NOT NULL);
CREATE INDEX settlement_late ON settlement USING btree (organization_id, (
CASE
    WHEN (expected_on IS NOT NULL) THEN expected_on
    WHEN (due_on IS NOT NULL) THEN due_on
    ELSE '9999-12-31'::date
END), id) INCLUDE (due_on, expected_on, shop_id, state, expected_cents, released_cents, adjusted_cents) WHERE (state = 'late'::"SettlementState");
CREATE INDEX settlement_organization_id_local_day_id_idx ON settlement USING btree (organization_id, local_day DESC, id DESC);
CREATE UNIQUE INDEX settlement_organization_id_order_id_key ON settlement USING btree (organization_id, order_id);
CREATE UNIQUE INDEX settlement_organization_id_shop_id_external_code_key ON settlement USING btree (organization_id, shop_id, external_code);
CREATE INDEX settlement_released ON settlement USING btree (organization_id, released_at, id) INCLUDE (shop_id, released_cents) WHERE (released_at IS NOT NULL);
CREATE INDEX settlement_to_come ON settlement USING btree (organization_id, (
CASE
    WHEN (expected_on IS NOT NULL) THEN expected_on
    WHEN (due_on IS NOT NULL) THEN due_on
    ELSE '9999-12-31'::date
END), id) INCLUDE (due_on, expected_on, shop_id, state, expected_cents, released_cents, adjusted_cents) WHERE (state = ANY (ARRAY['to_release'::"SettlementState", 'partly_released'::"SettlementState"]));
CREATE INDEX settlement_to_release ON settlement USING btree (organization_id, due_on) WHERE (released_at IS NULL);
CREATE INDEX settlement_unchecked ON settlement USING btree (organization_id, local_day DESC, id DESC) WHERE (state = ANY (ARRAY['released'::"SettlementState", 'partly_released'::"SettlementState"]));
CREATE INDEX settlement_unexplained ON settlement USING btree (organization_id, local_day DESC, id DESC) WHERE (unexplained_cents <> 0);
CREATE INDEX settlement_waiting ON settlement USING btree (organization_id, local_day DESC, id DESC) WHERE (state = ANY (ARRAY['to_release'::"SettlementState", 'partly_released'::"SettlementState"]));
CREATE INDEX shelf_miss_organization_id_created_at_id_idx ON shelf_miss USING btree (organization_id, created_at DESC, id);
CREATE INDEX shelf_miss_organization_id_product_id_idx ON shelf_miss USING btree (organization_id, product_id);
CREATE UNIQUE INDEX shop_organization_id_name_key ON shop USING btree (organization_id, name);
CREATE UNIQUE INDEX shop_organization_id_platform_market_external_shop_id_key ON shop USING btree (organization_id, platform, market, external_shop_id);
CREATE INDEX shop_adjustment_organization_id_local_day_idx ON shop_adjustment USING btree (organization_id, local_day);
CREATE INDEX stock_count_organization_id_created_at_id_idx ON stock_count USING btree (organization_id, created_at DESC, id DESC);
CREATE INDEX stock_count_entry_organization_id_count_id_product_id_idx ON stock_count_entry USING btree (organization_id, count_id, product_id);
CREATE INDEX stock_count_entry_organization_id_count_id_saved_at_id_idx ON stock_count_entry USING btree (organization_id, count_id, saved_at DESC, id DESC);
CREATE UNIQUE INDEX stock_count_entry_organization_id_undoes_key ON stock_count_entry USING btree (organization_id, undoes);
CREATE INDEX stock_count_line_organization_id_count_id_position_product__idx ON stock_count_line USING btree (organization_id, count_id, "position", product_id);
CREATE INDEX stock_count_line_to_book ON stock_count_line USING btree (organization_id, count_id, product_id) WHERE (booked_at IS NULL);
CREATE INDEX stock_level_elsewhere ON stock_level USING btree (organization_id, location_id, product_id) WHERE (on_hand <> 0);
CREATE UNIQUE INDEX stock_location_damaged ON stock_location USING btree (organization_id) WHERE (kind = 'damaged'::"LocationKind");
CREATE UNIQUE INDEX stock_location_full ON stock_location USING btree (organization_id, shop_id) WHERE (kind = 'full'::"LocationKind");
CREATE UNIQUE INDEX stock_location_organization_id_name_key ON stock_location USING btree (organization_id, name);
CREATE UNIQUE INDEX stock_location_own ON stock_location USING btree (organization_id) WHERE (kind = 'own'::"LocationKind");
CREATE UNIQUE INDEX stock_location_transit ON stock_location USING btree (organization_id) WHERE (kind = 'transit'::"LocationKind");
CREATE INDEX stock_movement_by_actor ON stock_movement USING btree (organization_id, actor_id, occurred_at DESC, id DESC) WHERE (actor_id IS NOT NULL);
CREATE INDEX stock_movement_by_hand ON stock_movement USING btree (organization_id, occurred_at DESC, id DESC) WHERE (kind <> ALL (ARRAY['reserve'::"MovementKind", 'release'::"MovementKind", 'ship'::"MovementKind"]));
CREATE INDEX stock_movement_by_location ON stock_movement USING btree (organization_id, location_id, occurred_at DESC, id DESC) WHERE (kind <> ALL (ARRAY['reserve'::"MovementKind", 'release'::"MovementKind", 'ship'::"MovementKind"]));
CREATE INDEX stock_movement_by_source ON stock_movement USING btree (organization_id, source_kind, occurred_at DESC, id DESC) WHERE (kind <> ALL (ARRAY['reserve'::"MovementKind", 'release'::"MovementKind", 'ship'::"MovementKind"]));
CREATE INDEX stock_movement_organization_id_occurred_at_id_idx ON stock_movement USING btree (organization_id, occurred_at DESC, id DESC);
CREATE INDEX stock_movement_organization_id_product_id_occurred_at_id_idx ON stock_movement USING btree (organization_id, product_id, occurred_at DESC, id DESC);
CREATE UNIQUE INDEX stock_movement_source_key ON stock_movement USING btree (organization_id, source_kind, source_id, source_line, product_id, location_id, kind);
CREATE INDEX stored_file_expiring ON stored_file USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX supplier_name_sort ON supplier USING btree (organization_id, name COLLATE "und-x-icu", id);
CREATE UNIQUE INDEX supplier_organization_id_document_key ON supplier USING btree (organization_id, document);
CREATE INDEX supplier_product_organization_id_product_id_updated_at_idx ON supplier_product USING btree (organization_id, product_id, updated_at DESC);
CREATE INDEX sync_failure_open ON sync_failure USING btree (organization_id, shop_id) WHERE (state <> 'resolved'::"FailureState");
CREATE UNIQUE INDEX sync_failure_organization_id_shop_id_operation_subject_key ON sync_failure USING btree (organization_id, shop_id, operation, subject);
CREATE INDEX sync_failure_organization_id_state_last_at_idx ON sync_failure USING btree (organization_id, state, last_at DESC);
CREATE INDEX task_board ON task USING btree (organization_id, "column", "position", id) WHERE (removed_at IS NULL);
CREATE INDEX task_due ON task USING btree (organization_id, assignee_id, due_on, id) WHERE ((removed_at IS NULL) AND (done_at IS NULL));
CREATE INDEX task_shown ON task USING btree (organization_id, done_at) WHERE (removed_at IS NULL);
CREATE UNIQUE INDEX tax_rate_organization_id_legal_entity_id_from_day_key ON tax_rate USING btree (organization_id, legal_entity_id, from_day);
CREATE INDEX verification_user_id_idx ON verification USING btree (user_id);
CREATE INDEX waiting_sign_in_user_id_idx ON waiting_sign_in USING btree (user_id);
CREATE INDEX wallet_of_shop ON wallet_transaction USING btree (organization_id, shop_id, local_day) WHERE ((kind = 'early_payout_fee'::"WalletKind") OR ((kind = 'early_payout'::"WalletKind") AND (fee_cents <> 0)) OR ((external_code IS NULL) AND (kind = ANY (ARRAY['adjustment'::"WalletKind", 'compensation'::"WalletKind", 'refund'::"WalletKind", 'affiliate'::"WalletKind"]))));
CREATE INDEX wallet_transaction_code ON wallet_transaction USING btree (organization_id, external_code text_pattern_ops, at DESC) WHERE (external_code IS NOT NULL);
CREATE INDEX wallet_transaction_organization_id_at_id_idx ON wallet_transaction USING btree (organization_id, at DESC, id DESC);
CREATE INDEX wallet_transaction_organization_id_kind_at_id_idx ON wallet_transaction USING btree (organization_id, kind, at DESC, id DESC);
CREATE INDEX wallet_transaction_organization_id_shop_id_at_id_idx ON wallet_transaction USING btree (organization_id, shop_id, at DESC, id DESC);
CREATE INDEX wallet_transaction_organization_id_shop_id_external_code_idx ON wallet_transaction USING btree (organization_id, shop_id, external_code);
CREATE UNIQUE INDEX wallet_transaction_organization_id_shop_id_minute_amount_ce_key ON wallet_transaction USING btree (organization_id, shop_id, minute, amount_cents, balance_cents, nth) NULLS NOT DISTINCT;
CREATE INDEX wallet_transaction_other ON wallet_transaction USING btree (organization_id, at DESC, id DESC) WHERE (kind <> 'payout'::"WalletKind");
CREATE INDEX webhook_delivery_due ON webhook_delivery USING btree (organization_id, endpoint_id, due_at) WHERE (state = 'waiting'::"DeliveryState");
CREATE INDEX webhook_delivery_organization_id_endpoint_id_created_at_id_idx ON webhook_delivery USING btree (organization_id, endpoint_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX webhook_delivery_organization_id_event_id_endpoint_id_key ON webhook_delivery USING btree (organization_id, event_id, endpoint_id);
CREATE INDEX webhook_inbox_external_shop_id_received_at_idx ON webhook_inbox USING btree (external_shop_id, received_at);
CREATE INDEX webhook_inbox_open ON webhook_inbox USING btree (external_shop_id, platform_at, id) WHERE (state = 'waiting'::"InboxState");
CREATE UNIQUE INDEX webhook_inbox_platform_body_hash_key ON webhook_inbox USING btree (platform, body_hash);
CREATE INDEX webhook_inbox_waiting_since ON webhook_inbox USING btree (received_at) WHERE (state = 'waiting'::"InboxState");

ALTER TABLE ads_spend
  ADD CONSTRAINT ads_spend_organization_id_shop_id_fkey FOREIGN KEY (organization_id, shop_id) REFERENCES shop(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE agent_task_event
  ADD CONSTRAINT agent_task_event_task FOREIGN KEY (organization_id, task_id) REFERENCES agent_task(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE agent_task_file
  ADD CONSTRAINT agent_task_file_event FOREIGN KEY (organization_id, event_id) REFERENCES agent_task_event(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT,
  ADD CONSTRAINT agent_task_file_file FOREIGN KEY (organization_id, file_id) REFERENCES stored_file(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE assistant_message
  ADD CONSTRAINT assistant_message_organization_id_thread_id_fkey FOREIGN KEY (organization_id, thread_id) REFERENCES assistant_thread(organization_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE bank_entry
  ADD CONSTRAINT bank_entry_organization_id_legal_entity_id_fkey FOREIGN KEY (organization_id, legal_entity_id) REFERENCES legal_entity(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE bank_match
  ADD CONSTRAINT bank_match_organization_id_entry_id_fkey FOREIGN KEY (organization_id, entry_id) REFERENCES bank_entry(organization_id, id) ON UPDATE RESTRICT ON DELETE CASCADE,
  ADD CONSTRAINT bank_match_organization_id_transaction_id_fkey FOREIGN KEY (organization_id, transaction_id) REFERENCES wallet_transaction(organization_id, id) ON UPDATE RESTRICT ON DELETE CASCADE;
ALTER TABLE campaign_plan
  ADD CONSTRAINT campaign_plan_organization_id_shop_id_fkey FOREIGN KEY (organization_id, shop_id) REFERENCES shop(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE case_event
  ADD CONSTRAINT case_event_organization_id_case_id_fkey FOREIGN KEY (organization_id, case_id) REFERENCES recovery_case(organization_id, id) ON UPDATE RESTRICT ON DELETE CASCADE;
ALTER TABLE case_file
  ADD CONSTRAINT case_file_organization_id_case_id_fkey FOREIGN KEY (organization_id, case_id) REFERENCES recovery_case(organization_id, id) ON UPDATE RESTRICT ON DELETE CASCADE,
  ADD CONSTRAINT case_file_organization_id_file_id_fkey FOREIGN KEY (organization_id, file_id) REFERENCES stored_file(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE case_order
  ADD CONSTRAINT case_order_organization_id_case_id_fkey FOREIGN KEY (organization_id, case_id) REFERENCES recovery_case(organization_id, id) ON UPDATE RESTRICT ON DELETE CASCADE,
  ADD CONSTRAINT case_order_organization_id_settlement_id_fkey FOREIGN KEY (organization_id, settlement_id) REFERENCES settlement(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE channel
  ADD CONSTRAINT channel_organization_id_legal_entity_id_fkey FOREIGN KEY (organization_id, legal_entity_id) REFERENCES legal_entity(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE channel_sale
  ADD CONSTRAINT channel_sale_organization_id_channel_id_fkey FOREIGN KEY (organization_id, channel_id) REFERENCES channel(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT,
  ADD CONSTRAINT channel_sale_organization_id_order_id_fkey FOREIGN KEY (organization_id, order_id) REFERENCES orders(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE data_pack
  ADD CONSTRAINT data_pack_task FOREIGN KEY (organization_id, task_id) REFERENCES agent_task(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE discrepancy
  ADD CONSTRAINT discrepancy_organization_id_settlement_id_fkey FOREIGN KEY (organization_id, settlement_id) REFERENCES settlement(organization_id, id) ON UPDATE RESTRICT ON DELETE CASCADE;
ALTER TABLE early_payout
  ADD CONSTRAINT early_payout_organization_id_shop_id_fkey FOREIGN KEY (organization_id, shop_id) REFERENCES shop(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE expense
  ADD CONSTRAINT expense_organization_id_channel_id_fkey FOREIGN KEY (organization_id, channel_id) REFERENCES channel(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT,
  ADD CONSTRAINT expense_organization_id_file_id_fkey FOREIGN KEY (organization_id, file_id) REFERENCES stored_file(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT,
  ADD CONSTRAINT expense_organization_id_legal_entity_id_fkey FOREIGN KEY (organization_id, legal_entity_id) REFERENCES legal_entity(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT,
  ADD CONSTRAINT expense_organization_id_series_id_fkey FOREIGN KEY (organization_id, series_id) REFERENCES expense_series(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT,
  ADD CONSTRAINT expense_organization_id_shop_id_fkey FOREIGN KEY (organization_id, shop_id) REFERENCES shop(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE expense_series
  ADD CONSTRAINT expense_series_organization_id_channel_id_fkey FOREIGN KEY (organization_id, channel_id) REFERENCES channel(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT,
  ADD CONSTRAINT expense_series_organization_id_legal_entity_id_fkey FOREIGN KEY (organization_id, legal_entity_id) REFERENCES legal_entity(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT,
  ADD CONSTRAINT expense_series_organization_id_shop_id_fkey FOREIGN KEY (organization_id, shop_id) REFERENCES shop(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE fee_band
  ADD CONSTRAINT fee_band_organization_id_rule_id_fkey FOREIGN KEY (organization_id, rule_id) REFERENCES fee_rule(organization_id, id) ON UPDATE RESTRICT ON DELETE CASCADE;
ALTER TABLE fee_part
  ADD CONSTRAINT fee_part_organization_id_rule_id_fkey FOREIGN KEY (organization_id, rule_id) REFERENCES fee_rule(organization_id, id) ON UPDATE RESTRICT ON DELETE CASCADE;
ALTER TABLE fee_rule_check
  ADD CONSTRAINT fee_rule_check_organization_id_rule_id_fkey FOREIGN KEY (organization_id, rule_id) REFERENCES fee_rule(organization_id, id) ON UPDATE RESTRICT ON DELETE CASCADE,
  ADD CONSTRAINT fee_rule_check_organization_id_shop_id_fkey FOREIGN KEY (organization_id, shop_id) REFERENCES shop(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE fiscal_document
  ADD CONSTRAINT fiscal_document_organization_id_order_id_fkey FOREIGN KEY (organization_id, order_id) REFERENCES orders(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE health_finding
  ADD CONSTRAINT health_finding_organization_id_run_id_fkey FOREIGN KEY (organization_id, run_id) REFERENCES health_run(organization_id, id) ON UPDATE RESTRICT ON DELETE CASCADE;
ALTER TABLE import
  ADD CONSTRAINT import_organization_id_shop_id_fkey FOREIGN KEY (organization_id, shop_id) REFERENCES shop(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE import_row
  ADD CONSTRAINT import_row_organization_id_import_id_fkey FOREIGN KEY (organization_id, import_id) REFERENCES import(organization_id, id) ON UPDATE RESTRICT ON DELETE CASCADE;
ALTER TABLE kit_component
  ADD CONSTRAINT kit_component_organization_id_component_id_fkey FOREIGN KEY (organization_id, component_id) REFERENCES product(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT,
  ADD CONSTRAINT kit_component_organization_id_kit_id_fkey FOREIGN KEY (organization_id, kit_id) REFERENCES product(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE listing
  ADD CONSTRAINT listing_organization_id_product_id_fkey FOREIGN KEY (organization_id, product_id) REFERENCES product(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT,
  ADD CONSTRAINT listing_organization_id_shop_id_fkey FOREIGN KEY (organization_id, shop_id) REFERENCES shop(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE listing_mapping
  ADD CONSTRAINT listing_mapping_organization_id_listing_id_fkey FOREIGN KEY (organization_id, listing_id) REFERENCES listing(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT,
  ADD CONSTRAINT listing_mapping_organization_id_product_id_fkey FOREIGN KEY (organization_id, product_id) REFERENCES product(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE listing_stat
  ADD CONSTRAINT listing_stat_organization_id_shop_id_fkey FOREIGN KEY (organization_id, shop_id) REFERENCES shop(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE listing_update
  ADD CONSTRAINT listing_update_organization_id_listing_id_fkey FOREIGN KEY (organization_id, listing_id) REFERENCES listing(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE membership_entity
  ADD CONSTRAINT membership_entity_organization_id_legal_entity_id_fkey FOREIGN KEY (organization_id, legal_entity_id) REFERENCES legal_entity(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT,
  ADD CONSTRAINT membership_entity_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES membership(organization_id, user_id) ON UPDATE RESTRICT ON DELETE CASCADE;
ALTER TABLE money_line
  ADD CONSTRAINT money_line_organization_id_order_id_fkey FOREIGN KEY (organization_id, order_id) REFERENCES orders(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE month_close
  ADD CONSTRAINT month_close_organization_id_legal_entity_id_fkey FOREIGN KEY (organization_id, legal_entity_id) REFERENCES legal_entity(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE month_close_line
  ADD CONSTRAINT month_close_line_organization_id_legal_entity_id_month_nth_fkey FOREIGN KEY (organization_id, legal_entity_id, month, nth) REFERENCES month_close(organization_id, legal_entity_id, month, nth) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE opening_revenue
  ADD CONSTRAINT opening_revenue_organization_id_legal_entity_id_fkey FOREIGN KEY (organization_id, legal_entity_id) REFERENCES legal_entity(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE order_buyer
  ADD CONSTRAINT order_buyer_organization_id_order_id_fkey FOREIGN KEY (organization_id, order_id) REFERENCES orders(organization_id, id) ON UPDATE RESTRICT ON DELETE CASCADE;
ALTER TABLE order_evidence
  ADD CONSTRAINT order_evidence_organization_id_order_id_fkey FOREIGN KEY (organization_id, order_id) REFERENCES orders(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE order_fee_detail
  ADD CONSTRAINT order_fee_detail_organization_id_shop_id_fkey FOREIGN KEY (organization_id, shop_id) REFERENCES shop(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE order_item
  ADD CONSTRAINT order_item_organization_id_listing_id_fkey FOREIGN KEY (organization_id, listing_id) REFERENCES listing(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT,
  ADD CONSTRAINT order_item_organization_id_order_id_fkey FOREIGN KEY (organization_id, order_id) REFERENCES orders(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT,
  ADD CONSTRAINT order_item_organization_id_product_id_fkey FOREIGN KEY (organization_id, product_id) REFERENCES product(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE order_item_part
  ADD CONSTRAINT order_item_part_organization_id_order_id_line_fkey FOREIGN KEY (organization_id, order_id, line) REFERENCES order_item(organization_id, order_id, line) ON UPDATE RESTRICT ON DELETE CASCADE,
  ADD CONSTRAINT order_item_part_organization_id_product_id_fkey FOREIGN KEY (organization_id, product_id) REFERENCES product(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE order_list
  ADD CONSTRAINT order_list_organization_id_order_id_fkey FOREIGN KEY (organization_id, order_id) REFERENCES orders(organization_id, id) ON UPDATE RESTRICT ON DELETE CASCADE;
ALTER TABLE order_return
  ADD CONSTRAINT order_return_organization_id_order_id_fkey FOREIGN KEY (organization_id, order_id) REFERENCES orders(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT,
  ADD CONSTRAINT order_return_organization_id_shop_id_fkey FOREIGN KEY (organization_id, shop_id) REFERENCES shop(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE orders
  ADD CONSTRAINT orders_organization_id_channel_id_fkey FOREIGN KEY (organization_id, channel_id) REFERENCES channel(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT,
  ADD CONSTRAINT orders_organization_id_shop_id_fkey FOREIGN KEY (organization_id, shop_id) REFERENCES shop(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE package
  ADD CONSTRAINT package_organization_id_manifest_id_fkey FOREIGN KEY (organization_id, manifest_id) REFERENCES manifest(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT,
  ADD CONSTRAINT package_organization_id_order_id_fkey FOREIGN KEY (organization_id, order_id) REFERENCES orders(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT,
  ADD CONSTRAINT package_organization_id_shop_id_fkey FOREIGN KEY (organization_id, shop_id) REFERENCES shop(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE package_item
  ADD CONSTRAINT package_item_organization_id_package_id_fkey FOREIGN KEY (organization_id, package_id) REFERENCES package(organization_id, id) ON UPDATE RESTRICT ON DELETE CASCADE;
ALTER TABLE product_cost
  ADD CONSTRAINT product_cost_organization_id_product_id_fkey FOREIGN KEY (organization_id, product_id) REFERENCES product(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT,
  ADD CONSTRAINT product_cost_organization_id_receipt_id_fkey FOREIGN KEY (organization_id, receipt_id) REFERENCES purchase_receipt(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE purchase_invoice
  ADD CONSTRAINT purchase_invoice_organization_id_file_id_fkey FOREIGN KEY (organization_id, file_id) REFERENCES stored_file(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT,
  ADD CONSTRAINT purchase_invoice_organization_id_legal_entity_id_fkey FOREIGN KEY (organization_id, legal_entity_id) REFERENCES legal_entity(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT,
  ADD CONSTRAINT purchase_invoice_organization_id_purchase_order_id_fkey FOREIGN KEY (organization_id, purchase_order_id) REFERENCES purchase_order(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE purchase_order
  ADD CONSTRAINT purchase_order_organization_id_legal_entity_id_fkey FOREIGN KEY (organization_id, legal_entity_id) REFERENCES legal_entity(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT,
  ADD CONSTRAINT purchase_order_organization_id_supplier_id_fkey FOREIGN KEY (organization_id, supplier_id) REFERENCES supplier(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE purchase_order_line
  ADD CONSTRAINT purchase_order_line_organization_id_product_id_fkey FOREIGN KEY (organization_id, product_id) REFERENCES product(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT,
  ADD CONSTRAINT purchase_order_line_organization_id_purchase_order_id_fkey FOREIGN KEY (organization_id, purchase_order_id) REFERENCES purchase_order(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE purchase_payable
  ADD CONSTRAINT purchase_payable_organization_id_expense_id_fkey FOREIGN KEY (organization_id, expense_id) REFERENCES expense(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT,
  ADD CONSTRAINT purchase_payable_organization_id_purchase_order_id_fkey FOREIGN KEY (organization_id, purchase_order_id) REFERENCES purchase_order(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE purchase_receipt
  ADD CONSTRAINT purchase_receipt_organization_id_purchase_order_id_fkey FOREIGN KEY (organization_id, purchase_order_id) REFERENCES purchase_order(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE purchase_receipt_line
  ADD CONSTRAINT purchase_receipt_line_organization_id_product_id_fkey FOREIGN KEY (organization_id, product_id) REFERENCES product(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT,
  ADD CONSTRAINT purchase_receipt_line_organization_id_receipt_id_fkey FOREIGN KEY (organization_id, receipt_id) REFERENCES purchase_receipt(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE recost_run
  ADD CONSTRAINT recost_run_organization_id_product_id_fkey FOREIGN KEY (organization_id, product_id) REFERENCES product(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE recovery_case
  ADD CONSTRAINT recovery_case_organization_id_shop_id_fkey FOREIGN KEY (organization_id, shop_id) REFERENCES shop(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE release
  ADD CONSTRAINT release_organization_id_shop_id_fkey FOREIGN KEY (organization_id, shop_id) REFERENCES shop(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE return_item
  ADD CONSTRAINT return_item_organization_id_return_id_fkey FOREIGN KEY (organization_id, return_id) REFERENCES order_return(organization_id, id) ON UPDATE RESTRICT ON DELETE CASCADE;
ALTER TABLE saved_view_default
  ADD CONSTRAINT saved_view_default_organization_id_view_id_fkey FOREIGN KEY (organization_id, view_id) REFERENCES saved_view(organization_id, id) ON UPDATE RESTRICT ON DELETE CASCADE;
ALTER TABLE settlement
  ADD CONSTRAINT settlement_organization_id_order_id_fkey FOREIGN KEY (organization_id, order_id) REFERENCES orders(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT,
  ADD CONSTRAINT settlement_organization_id_shop_id_fkey FOREIGN KEY (organization_id, shop_id) REFERENCES shop(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE shelf_miss
  ADD CONSTRAINT shelf_miss_organization_id_product_id_fkey FOREIGN KEY (organization_id, product_id) REFERENCES product(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE shop
  ADD CONSTRAINT shop_organization_id_legal_entity_id_fkey FOREIGN KEY (organization_id, legal_entity_id) REFERENCES legal_entity(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE shop_adjustment
  ADD CONSTRAINT shop_adjustment_organization_id_shop_id_fkey FOREIGN KEY (organization_id, shop_id) REFERENCES shop(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE shop_day_stat
  ADD CONSTRAINT shop_day_stat_organization_id_shop_id_fkey FOREIGN KEY (organization_id, shop_id) REFERENCES shop(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE shop_health
  ADD CONSTRAINT shop_health_organization_id_shop_id_fkey FOREIGN KEY (organization_id, shop_id) REFERENCES shop(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE shop_terms
  ADD CONSTRAINT shop_terms_organization_id_shop_id_fkey FOREIGN KEY (organization_id, shop_id) REFERENCES shop(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE shop_token
  ADD CONSTRAINT shop_token_organization_id_shop_id_fkey FOREIGN KEY (organization_id, shop_id) REFERENCES shop(organization_id, id) ON UPDATE RESTRICT ON DELETE CASCADE;
ALTER TABLE stock_count_entry
  ADD CONSTRAINT stock_count_entry_organization_id_count_id_product_id_fkey FOREIGN KEY (organization_id, count_id, product_id) REFERENCES stock_count_line(organization_id, count_id, product_id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE stock_count_line
  ADD CONSTRAINT stock_count_line_organization_id_count_id_fkey FOREIGN KEY (organization_id, count_id) REFERENCES stock_count(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT,
  ADD CONSTRAINT stock_count_line_organization_id_product_id_fkey FOREIGN KEY (organization_id, product_id) REFERENCES product(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE stock_level
  ADD CONSTRAINT stock_level_organization_id_location_id_fkey FOREIGN KEY (organization_id, location_id) REFERENCES stock_location(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT,
  ADD CONSTRAINT stock_level_organization_id_product_id_fkey FOREIGN KEY (organization_id, product_id) REFERENCES product(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE stock_movement
  ADD CONSTRAINT stock_movement_organization_id_location_id_fkey FOREIGN KEY (organization_id, location_id) REFERENCES stock_location(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT,
  ADD CONSTRAINT stock_movement_organization_id_product_id_fkey FOREIGN KEY (organization_id, product_id) REFERENCES product(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE supplier_product
  ADD CONSTRAINT supplier_product_organization_id_product_id_fkey FOREIGN KEY (organization_id, product_id) REFERENCES product(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT,
  ADD CONSTRAINT supplier_product_organization_id_supplier_id_fkey FOREIGN KEY (organization_id, supplier_id) REFERENCES supplier(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE sync_failure
  ADD CONSTRAINT sync_failure_organization_id_shop_id_fkey FOREIGN KEY (organization_id, shop_id) REFERENCES shop(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE sync_state
  ADD CONSTRAINT sync_state_organization_id_shop_id_fkey FOREIGN KEY (organization_id, shop_id) REFERENCES shop(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE tax_rate
  ADD CONSTRAINT tax_rate_organization_id_legal_entity_id_fkey FOREIGN KEY (organization_id, legal_entity_id) REFERENCES legal_entity(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE waiting_income
  ADD CONSTRAINT waiting_income_organization_id_shop_id_fkey FOREIGN KEY (organization_id, shop_id) REFERENCES shop(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE wallet_transaction
  ADD CONSTRAINT wallet_transaction_organization_id_shop_id_fkey FOREIGN KEY (organization_id, shop_id) REFERENCES shop(organization_id, id) ON UPDATE RESTRICT ON DELETE RESTRICT;
ALTER TABLE webhook_delivery
  ADD CONSTRAINT webhook_delivery_organization_id_endpoint_id_fkey FOREIGN KEY (organization_id, endpoint_id) REFERENCES webhook_endpoint(organization_id, id) ON UPDATE RESTRICT ON DELETE CASCADE,
  ADD CONSTRAINT webhook_delivery_organization_id_event_id_fkey FOREIGN KEY (organization_id, event_id) REFERENCES outgoing_event(organization_id, id) ON UPDATE RESTRICT ON DELETE CASCADE;

CREATE OR REPLACE FUNCTION case_said(c recovery_case) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT jsonb_build_object('id', c.id, 'number', c.number, 'shopId', c.shop_id, 'cause', c.cause, 'state', c.state, 'deadline', c.deadline,
    'amountCents', c.amount_cents::text, 'recoveredCents', c.recovered_cents::text)
$$;

CREATE OR REPLACE FUNCTION order_said(o orders) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT jsonb_build_object('id', o.id, 'code', o.code, 'platform', o.platform, 'outletId', o.outlet_id, 'status', o.status, 'units', o.units,
    'totalCents', o.total_cents::text, 'revenueCents', o.revenue_cents::text, 'cancellationAsked', o.cancellation_asked, 'inReturn', o.in_return)
$$;

CREATE OR REPLACE FUNCTION payout_said(s settlement) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT jsonb_build_object('id', s.id, 'orderId', s.order_id, 'shopId', s.shop_id, 'orderCode', s.external_code, 'state', s.state,
    'expectedCents', s.expected_cents::text, 'releasedCents', s.released_cents::text, 'adjustedCents', s.adjusted_cents::text,
    'differenceCents', s.difference_cents::text)
$$;

CREATE OR REPLACE FUNCTION updatable_listings(p_shop uuid) RETURNS SETOF listing
LANGUAGE sql STABLE AS $$
  SELECT l.* FROM public.listing l WHERE l.organization_id = public.current_organization() AND l.shop_id = p_shop
    AND l.item_id IS NOT NULL AND l.synced_at IS NOT NULL AND l.gone_at IS NULL
    AND coalesce(l.status, '') NOT IN ('BANNED', 'SELLER_DELETE', 'SHOPEE_DELETE')
$$;
REVOKE ALL ON FUNCTION updatable_listings FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION updatable_listings TO mascate_app, mascate_worker;

CREATE OR REPLACE TRIGGER cases_told_added AFTER INSERT ON recovery_case
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_cases();
CREATE OR REPLACE TRIGGER cases_told_changed AFTER UPDATE ON recovery_case
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_cases();
CREATE OR REPLACE TRIGGER orders_told_added AFTER INSERT ON orders
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_orders();
CREATE OR REPLACE TRIGGER orders_told_changed AFTER UPDATE ON orders
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_orders();
CREATE OR REPLACE TRIGGER payouts_told_added AFTER INSERT ON settlement
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_payouts();
CREATE OR REPLACE TRIGGER payouts_told_changed AFTER UPDATE ON settlement
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_payouts();
CREATE OR REPLACE TRIGGER stock_told AFTER INSERT ON stock_movement
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_stock();
CREATE OR REPLACE TRIGGER order_item_fifo_cost AFTER INSERT ON order_item
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_fifo_cost();
CREATE OR REPLACE TRIGGER shop_claim_ends AFTER DELETE ON shop FOR EACH ROW EXECUTE FUNCTION forget_shop_claim();
CREATE OR REPLACE TRIGGER listing_mapped AFTER INSERT ON listing_mapping
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION plan_mapped_listings();
CREATE OR REPLACE TRIGGER product_price_changed AFTER UPDATE OF price_cents ON product
  FOR EACH ROW WHEN (((new.price_cents IS NOT NULL) AND (new.price_cents IS DISTINCT FROM old.price_cents))) EXECUTE FUNCTION plan_price_updates();
CREATE OR REPLACE TRIGGER audit_event_no_delete BEFORE DELETE OR TRUNCATE ON audit_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER audit_chain_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_chain
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER month_close_kept BEFORE DELETE OR TRUNCATE ON month_close FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER month_close_line_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON month_close_line
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER stock_count_entry_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON stock_count_entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER stock_movement_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON stock_movement
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER require_account BEFORE INSERT OR UPDATE OF user_id ON access_token
  FOR EACH ROW EXECUTE FUNCTION require_account('user_id');
CREATE OR REPLACE TRIGGER require_account BEFORE INSERT OR UPDATE OF user_id ON account
  FOR EACH ROW EXECUTE FUNCTION require_account('user_id');
CREATE OR REPLACE TRIGGER require_account BEFORE INSERT OR UPDATE OF user_id ON assistant_thread
  FOR EACH ROW EXECUTE FUNCTION require_account('user_id');
CREATE OR REPLACE TRIGGER require_account BEFORE INSERT OR UPDATE OF user_id ON assistant_usage
  FOR EACH ROW EXECUTE FUNCTION require_account('user_id');
CREATE OR REPLACE TRIGGER require_account BEFORE INSERT OR UPDATE OF user_id ON avatar
  FOR EACH ROW EXECUTE FUNCTION require_account('user_id');
CREATE OR REPLACE TRIGGER require_account BEFORE INSERT OR UPDATE OF connected_by ON drive_connection
  FOR EACH ROW EXECUTE FUNCTION require_account('connected_by');
CREATE OR REPLACE TRIGGER require_account BEFORE INSERT OR UPDATE OF user_id ON membership
  FOR EACH ROW EXECUTE FUNCTION require_account('user_id');
CREATE OR REPLACE TRIGGER require_account BEFORE INSERT OR UPDATE OF user_id ON notification
  FOR EACH ROW EXECUTE FUNCTION require_account('user_id');
CREATE OR REPLACE TRIGGER require_account BEFORE INSERT OR UPDATE OF user_id ON notification_preference
  FOR EACH ROW EXECUTE FUNCTION require_account('user_id');
CREATE OR REPLACE TRIGGER require_account BEFORE INSERT OR UPDATE OF made_for ON proposal
  FOR EACH ROW EXECUTE FUNCTION require_account('made_for');
CREATE OR REPLACE TRIGGER require_account BEFORE INSERT OR UPDATE OF user_id ON recovery_code
  FOR EACH ROW EXECUTE FUNCTION require_account('user_id');
CREATE OR REPLACE TRIGGER require_account BEFORE INSERT OR UPDATE OF user_id ON registration
  FOR EACH ROW EXECUTE FUNCTION require_account('user_id');
CREATE OR REPLACE TRIGGER require_account BEFORE INSERT OR UPDATE OF user_id ON saved_view
  FOR EACH ROW EXECUTE FUNCTION require_account('user_id');
CREATE OR REPLACE TRIGGER require_account BEFORE INSERT OR UPDATE OF user_id ON saved_view_default
  FOR EACH ROW EXECUTE FUNCTION require_account('user_id');
CREATE OR REPLACE TRIGGER require_account BEFORE INSERT OR UPDATE OF user_id ON session
  FOR EACH ROW EXECUTE FUNCTION require_account('user_id');
CREATE OR REPLACE TRIGGER require_account BEFORE INSERT OR UPDATE OF user_id ON shop_authorization
  FOR EACH ROW EXECUTE FUNCTION require_account('user_id');
CREATE OR REPLACE TRIGGER require_account BEFORE INSERT OR UPDATE OF user_id ON verification
  FOR EACH ROW EXECUTE FUNCTION require_account('user_id');
CREATE OR REPLACE TRIGGER require_account BEFORE INSERT OR UPDATE OF user_id ON waiting_sign_in
  FOR EACH ROW EXECUTE FUNCTION require_account('user_id');
CREATE OR REPLACE TRIGGER membership_renews_sessions AFTER UPDATE ON membership
  FOR EACH ROW WHEN (((old.role IS DISTINCT FROM new.role) OR (old.version IS DISTINCT FROM new.version))) EXECUTE FUNCTION mark_sessions_for_renewal();
CREATE OR REPLACE TRIGGER membership_keeps_an_owner AFTER DELETE OR UPDATE ON membership
  FOR EACH ROW WHEN ((old.role = 'owner'::"Role")) EXECUTE FUNCTION keep_an_owner();
CREATE OR REPLACE TRIGGER product_month_inserted AFTER INSERT ON product_month
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION add_to_spans();
CREATE OR REPLACE TRIGGER product_month_updated AFTER UPDATE ON product_month
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION add_to_spans();
CREATE OR REPLACE TRIGGER orders_buyer_came AFTER INSERT ON orders
  FOR EACH ROW WHEN (((new.buyer_key IS NOT NULL) AND (new.status <> ALL (ARRAY['pending'::"OrderStatus", 'cancelled'::"OrderStatus"])))) EXECUTE FUNCTION note_buyer();
CREATE OR REPLACE TRIGGER orders_buyer_changed AFTER UPDATE ON orders
  FOR EACH ROW
  WHEN ((((new.buyer_key IS NOT NULL) OR (old.buyer_key IS NOT NULL)) AND ((new.buyer_key IS DISTINCT FROM old.buyer_key) OR (new.revenue_cents <> old.revenue_cents) OR (new.local_day <> old.local_day) OR (new.outlet_id <> old.outlet_id) OR ((new.status = ANY (ARRAY['pending'::"OrderStatus", 'cancelled'::"OrderStatus"])) <> (old.status = ANY (ARRAY['pending'::"OrderStatus", 'cancelled'::"OrderStatus"])))))) EXECUTE FUNCTION note_buyer();
CREATE OR REPLACE TRIGGER audit_event_append_only BEFORE UPDATE ON audit_event FOR EACH ROW EXECUTE FUNCTION allow_chaining_only();
CREATE OR REPLACE TRIGGER end_files_with_buyers AFTER INSERT ON buyer_erasure FOR EACH ROW EXECUTE FUNCTION end_files_with_buyers();
CREATE OR REPLACE TRIGGER order_buyer_forgotten AFTER DELETE ON order_buyer
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION forget_buyer_words();
CREATE OR REPLACE TRIGGER forget_with_mark AFTER UPDATE ON orders
  REFERENCING OLD TABLE AS earlier NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION forget_with_mark();
CREATE OR REPLACE TRIGGER keep_buyer_erased BEFORE INSERT OR UPDATE OF status, buyer_key, customer_name, platform_note ON orders
  FOR EACH ROW WHEN (((new.buyer_key IS NOT NULL) OR (new.buyer_erased_at IS NOT NULL))) EXECUTE FUNCTION keep_buyer_erased();
CREATE OR REPLACE TRIGGER refuse_erased_buyer BEFORE INSERT OR UPDATE ON order_buyer FOR EACH ROW EXECUTE FUNCTION refuse_erased_buyer();
CREATE OR REPLACE TRIGGER refuse_erased_return BEFORE INSERT OR UPDATE OF buyer_text, images ON order_return
  FOR EACH ROW WHEN (((new.buyer_text IS NOT NULL) OR (new.images <> '{}'::text[]))) EXECUTE FUNCTION refuse_erased_return();
CREATE OR REPLACE TRIGGER refuse_erased_row BEFORE INSERT ON import_row
  FOR EACH ROW WHEN (((jsonb_typeof((new.payload -> 'buyer'::text)) = 'object'::text) OR (jsonb_typeof((new.payload #> '{data,text}'::text[])) = 'string'::text))) EXECUTE FUNCTION refuse_erased_row();
CREATE OR REPLACE TRIGGER month_close_reopening BEFORE UPDATE ON month_close FOR EACH ROW EXECUTE FUNCTION allow_reopening_only();
CREATE OR REPLACE TRIGGER month_close_order BEFORE INSERT ON month_close FOR EACH ROW EXECUTE FUNCTION require_month_order();
CREATE OR REPLACE TRIGGER month_close_line_own AFTER INSERT ON month_close_line
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION require_own_closing();
CREATE OR REPLACE TRIGGER orders_reconcile_changed AFTER UPDATE ON orders
  REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_reconcile_changed();
CREATE OR REPLACE TRIGGER early_payout_reconcile_added AFTER INSERT ON early_payout
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_reconcile();
CREATE OR REPLACE TRIGGER early_payout_reconcile_changed AFTER UPDATE ON early_payout
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_reconcile();
CREATE OR REPLACE TRIGGER money_line_reconcile_added AFTER INSERT ON money_line
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_reconcile();
CREATE OR REPLACE TRIGGER money_line_reconcile_gone AFTER DELETE ON money_line
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_reconcile();
CREATE OR REPLACE TRIGGER order_return_reconcile_added AFTER INSERT ON order_return
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_reconcile();
CREATE OR REPLACE TRIGGER order_return_reconcile_changed AFTER UPDATE ON order_return
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_reconcile();
CREATE OR REPLACE TRIGGER orders_reconcile_added AFTER INSERT ON orders
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_reconcile();
CREATE OR REPLACE TRIGGER release_reconcile_added AFTER INSERT ON release
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_reconcile();
CREATE OR REPLACE TRIGGER release_reconcile_changed AFTER UPDATE ON release
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_reconcile();
CREATE OR REPLACE TRIGGER wallet_reconcile_added AFTER INSERT ON wallet_transaction
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_reconcile();
CREATE OR REPLACE TRIGGER wallet_day_added AFTER INSERT ON wallet_transaction
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_wallet();
CREATE OR REPLACE TRIGGER wallet_day_changed AFTER UPDATE ON wallet_transaction
  REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_wallet();
CREATE OR REPLACE TRIGGER wallet_day_removed AFTER DELETE ON wallet_transaction
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_wallet();
CREATE OR REPLACE TRIGGER order_invoice_decided AFTER UPDATE OF invoice_state, invoice_reason ON orders
  FOR EACH ROW
  WHEN (((new.invoice_state = ANY (ARRAY['valid'::"InvoiceState", 'rejected'::"InvoiceState"])) AND ((new.invoice_state IS DISTINCT FROM old.invoice_state) OR (new.invoice_reason IS DISTINCT FROM old.invoice_reason)))) EXECUTE FUNCTION decide_fiscal_document();
CREATE OR REPLACE TRIGGER order_item_no_packaging BEFORE UPDATE OF product_id ON order_item
  FOR EACH ROW WHEN ((new.product_id IS NULL)) EXECUTE FUNCTION drop_packaging();
CREATE OR REPLACE TRIGGER order_item_packaging BEFORE INSERT OR UPDATE OF product_id, product_quantity, quantity ON order_item
  FOR EACH ROW WHEN ((new.product_id IS NOT NULL)) EXECUTE FUNCTION keep_packaging();
CREATE OR REPLACE TRIGGER package_label_outdated BEFORE UPDATE OF tracking_number ON package
  FOR EACH ROW WHEN (((old.tracking_number IS NOT NULL) AND (new.tracking_number IS DISTINCT FROM old.tracking_number))) EXECUTE FUNCTION outdate_label();
CREATE OR REPLACE TRIGGER orders_renamed AFTER UPDATE ON orders
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION refresh_renamed_orders();
CREATE OR REPLACE TRIGGER order_buyer_renamed AFTER UPDATE OF name, username ON order_buyer
  FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.username IS DISTINCT FROM new.username))) EXECUTE FUNCTION refresh_this_order();
CREATE OR REPLACE TRIGGER package_tracked AFTER UPDATE OF tracking_number, order_id ON package
  FOR EACH ROW WHEN (((old.tracking_number IS DISTINCT FROM new.tracking_number) OR (old.order_id IS DISTINCT FROM new.order_id))) EXECUTE FUNCTION refresh_this_order();
CREATE OR REPLACE TRIGGER orders_local_hour BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION keep_local_hour();
CREATE OR REPLACE TRIGGER order_return_supersedes AFTER INSERT ON order_return FOR EACH ROW EXECUTE FUNCTION supersede_guessed_return();
CREATE OR REPLACE TRIGGER order_return_superseded BEFORE INSERT OR UPDATE OF state ON order_return
  FOR EACH ROW EXECUTE FUNCTION supersede_order_return();

ALTER TABLE access_token ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON access_token TO mascate_app;
GRANT SELECT ON access_token TO mascate_worker;
CREATE POLICY tenant ON access_token USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY directory ON access_token FOR SELECT TO CURRENT_USER USING (true);
ALTER TABLE ads_spend ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON ads_spend TO mascate_app, mascate_worker;
CREATE POLICY tenant ON ads_spend USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON ads_spend AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((shop_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);
ALTER TABLE agenda_event ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON agenda_event TO mascate_app, mascate_worker;
CREATE POLICY tenant ON agenda_event USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE agent_notice ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, DELETE ON agent_notice TO mascate_app;
GRANT SELECT, DELETE ON agent_notice TO mascate_worker;
CREATE POLICY tenant ON agent_notice USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE agent_task ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON agent_task TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON agent_task TO mascate_worker;
CREATE POLICY tenant ON agent_task USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE agent_task_event ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON agent_task_event TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON agent_task_event TO mascate_worker;
CREATE POLICY tenant ON agent_task_event USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE agent_task_file ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON agent_task_file TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON agent_task_file TO mascate_worker;
CREATE POLICY tenant ON agent_task_file USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE assistant_message ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON assistant_message TO mascate_app;
GRANT SELECT, DELETE ON assistant_message TO mascate_worker;
CREATE POLICY tenant ON assistant_message USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE assistant_thread ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON assistant_thread TO mascate_app;
GRANT SELECT, UPDATE (title), DELETE ON assistant_thread TO mascate_worker;
CREATE POLICY tenant ON assistant_thread USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE assistant_usage ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON assistant_usage TO mascate_app;
GRANT SELECT, DELETE ON assistant_usage TO mascate_worker;
CREATE POLICY tenant ON assistant_usage USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE audit_chain ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON audit_chain TO mascate_app;
GRANT SELECT, INSERT ON audit_chain TO mascate_worker;
CREATE POLICY tenant ON audit_chain USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE audit_event ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT ON audit_event TO mascate_app;
GRANT SELECT, INSERT, UPDATE (position) ON audit_event TO mascate_worker;
CREATE POLICY tenant ON audit_event USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY directory ON audit_event FOR SELECT TO CURRENT_USER USING (true);
ALTER TABLE bank_entry ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE (by_hand) ON bank_entry TO mascate_app;
GRANT SELECT, INSERT, UPDATE (account_key, fitid, memo), DELETE ON bank_entry TO mascate_worker;
CREATE POLICY tenant ON bank_entry USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON bank_entry AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (((SELECT visible_entities()) IS NULL) OR COALESCE((legal_entity_id = ANY ((SELECT visible_entities())::uuid[])), false));
ALTER TABLE bank_match ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, DELETE ON bank_match TO mascate_app, mascate_worker;
CREATE POLICY tenant ON bank_match USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON bank_match AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE ((EXISTS ( SELECT 1 FROM wallet_transaction w WHERE ((w.organization_id = current_organization()) AND (w.id = bank_match.transaction_id)))) OR (EXISTS ( SELECT 1 FROM bank_entry b WHERE ((b.organization_id = current_organization()) AND (b.id = bank_match.entry_id))))) END);
ALTER TABLE buyer_delta ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT ON buyer_delta TO mascate_app;
GRANT SELECT, INSERT, DELETE ON buyer_delta TO mascate_worker;
GRANT USAGE ON SEQUENCE buyer_delta_id_seq TO mascate_app, mascate_worker;
CREATE POLICY tenant ON buyer_delta USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON buyer_delta AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((outlet_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);
ALTER TABLE buyer_erasure ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON buyer_erasure TO mascate_app, mascate_worker;
CREATE POLICY tenant ON buyer_erasure USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE buyer_month ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON buyer_month TO mascate_app;
GRANT SELECT, INSERT, UPDATE ON buyer_month TO mascate_worker;
CREATE POLICY tenant ON buyer_month USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON buyer_month AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((outlet_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);
ALTER TABLE campaign_plan ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON campaign_plan TO mascate_app;
GRANT SELECT ON campaign_plan TO mascate_worker;
CREATE POLICY tenant ON campaign_plan USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON campaign_plan AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((shop_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);
ALTER TABLE case_event ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT ON case_event TO mascate_app, mascate_worker;
CREATE POLICY tenant ON case_event USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON case_event AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE (EXISTS ( SELECT 1 FROM recovery_case r WHERE ((r.organization_id = current_organization()) AND (r.id = case_event.case_id)))) END);
ALTER TABLE case_file ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, DELETE ON case_file TO mascate_app;
GRANT SELECT, DELETE ON case_file TO mascate_worker;
CREATE POLICY tenant ON case_file USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON case_file AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE (EXISTS ( SELECT 1 FROM recovery_case r WHERE ((r.organization_id = current_organization()) AND (r.id = case_file.case_id)))) END);
ALTER TABLE case_order ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON case_order TO mascate_app;
GRANT SELECT ON case_order TO mascate_worker;
CREATE POLICY tenant ON case_order USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON case_order AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE (EXISTS ( SELECT 1 FROM recovery_case r WHERE ((r.organization_id = current_organization()) AND (r.id = case_order.case_id)))) END);
ALTER TABLE channel ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON channel TO mascate_app, mascate_worker;
CREATE POLICY tenant ON channel USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON channel AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_entities()) IS NULL) THEN true ELSE (legal_entity_id = ANY ((SELECT visible_entities())::uuid[])) END);
ALTER TABLE channel_sale ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON channel_sale TO mascate_app, mascate_worker;
CREATE POLICY tenant ON channel_sale USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE cohort_month ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON cohort_month TO mascate_app;
GRANT SELECT, INSERT, UPDATE ON cohort_month TO mascate_worker;
CREATE POLICY tenant ON cohort_month USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON cohort_month AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((outlet_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);
ALTER TABLE data_pack ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT ON data_pack TO mascate_app;
GRANT SELECT, DELETE ON data_pack TO mascate_worker;
CREATE POLICY tenant ON data_pack USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE discrepancy ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON discrepancy TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON discrepancy TO mascate_worker;
CREATE POLICY tenant ON discrepancy USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON discrepancy AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE (EXISTS ( SELECT 1 FROM settlement s WHERE ((s.organization_id = current_organization()) AND (s.id = discrepancy.settlement_id)))) END);
ALTER TABLE discrepancy_day ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON discrepancy_day TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON discrepancy_day TO mascate_worker;
CREATE POLICY tenant ON discrepancy_day USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON discrepancy_day AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((shop_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);
ALTER TABLE dispatch_run ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON dispatch_run TO mascate_app, mascate_worker;
CREATE POLICY tenant ON dispatch_run USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE drive_connection ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON drive_connection TO mascate_app, mascate_worker;
CREATE POLICY tenant ON drive_connection USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE early_payout ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON early_payout TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON early_payout TO mascate_worker;
CREATE POLICY tenant ON early_payout USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON early_payout AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((shop_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);
ALTER TABLE expense ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON expense TO mascate_app, mascate_worker;
CREATE POLICY tenant ON expense USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON expense AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_entities()) IS NULL) THEN true ELSE COALESCE((legal_entity_id = ANY ((SELECT visible_entities())::uuid[])), (COALESCE(shop_id, channel_id) = ANY ((SELECT visible_outlets())::uuid[])), ((SELECT sole_entity()) = ANY ((SELECT visible_entities())::uuid[])), false) END);
ALTER TABLE expense_series ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON expense_series TO mascate_app, mascate_worker;
CREATE POLICY tenant ON expense_series USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON expense_series AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_entities()) IS NULL) THEN true ELSE COALESCE((legal_entity_id = ANY ((SELECT visible_entities())::uuid[])), (COALESCE(shop_id, channel_id) = ANY ((SELECT visible_outlets())::uuid[])), ((SELECT sole_entity()) = ANY ((SELECT visible_entities())::uuid[])), false) END);
ALTER TABLE export ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON export TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON export TO mascate_worker;
CREATE POLICY tenant ON export USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE fee_band ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON fee_band TO mascate_app, mascate_worker;
CREATE POLICY tenant ON fee_band USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE fee_part ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON fee_part TO mascate_app;
GRANT SELECT ON fee_part TO mascate_worker;
CREATE POLICY tenant ON fee_part USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE fee_rule ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON fee_rule TO mascate_app, mascate_worker;
CREATE POLICY tenant ON fee_rule USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE fee_rule_check ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON fee_rule_check TO mascate_app, mascate_worker;
CREATE POLICY tenant ON fee_rule_check USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON fee_rule_check AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((shop_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);
ALTER TABLE fiscal_document ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON fiscal_document TO mascate_app, mascate_worker;
CREATE POLICY tenant ON fiscal_document USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON fiscal_document AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE (EXISTS ( SELECT 1 FROM orders o WHERE ((o.organization_id = current_organization()) AND (o.id = fiscal_document.order_id)))) END);
ALTER TABLE health_finding ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, UPDATE (repair) ON health_finding TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON health_finding TO mascate_worker;
CREATE POLICY tenant ON health_finding USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE health_run ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON health_run TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON health_run TO mascate_worker;
CREATE POLICY tenant ON health_run USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE idempotency ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON idempotency TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency TO mascate_worker;
CREATE POLICY tenant ON idempotency USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY directory ON idempotency FOR SELECT TO CURRENT_USER USING (true);
ALTER TABLE import ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON import TO mascate_app, mascate_worker;
CREATE POLICY tenant ON import USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON import AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((shop_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);
ALTER TABLE import_row ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON import_row TO mascate_app, mascate_worker;
CREATE POLICY tenant ON import_row USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE invitation ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON invitation TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON invitation TO mascate_worker;
CREATE POLICY tenant ON invitation USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY directory ON invitation FOR SELECT TO CURRENT_USER USING (true);
ALTER TABLE kit_component ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON kit_component TO mascate_app, mascate_worker;
CREATE POLICY tenant ON kit_component USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE legal_entity ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON legal_entity TO mascate_app, mascate_worker;
CREATE POLICY tenant ON legal_entity USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY directory ON legal_entity FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY entity ON legal_entity AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_entities()) IS NULL) THEN true ELSE (id = ANY ((SELECT visible_entities())::uuid[])) END);
ALTER TABLE listing ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON listing TO mascate_app, mascate_worker;
CREATE POLICY tenant ON listing USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON listing AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((shop_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);
ALTER TABLE listing_mapping ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON listing_mapping TO mascate_app, mascate_worker;
CREATE POLICY tenant ON listing_mapping USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE listing_stat ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON listing_stat TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON listing_stat TO mascate_worker;
CREATE POLICY tenant ON listing_stat USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON listing_stat AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((shop_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);
ALTER TABLE listing_update ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON listing_update TO mascate_app, mascate_worker;
CREATE POLICY tenant ON listing_update USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE listing_update_cursor ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON listing_update_cursor TO mascate_app, mascate_worker;
CREATE POLICY tenant ON listing_update_cursor USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE manifest ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON manifest TO mascate_app, mascate_worker;
CREATE POLICY tenant ON manifest USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE mapping_run ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON mapping_run TO mascate_app, mascate_worker;
CREATE POLICY tenant ON mapping_run USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE membership ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON membership TO mascate_app, mascate_worker;
CREATE POLICY tenant ON membership USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY directory ON membership FOR SELECT TO CURRENT_USER USING (true);
ALTER TABLE membership_entity ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON membership_entity TO mascate_app, mascate_worker;
CREATE POLICY tenant ON membership_entity USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY directory ON membership_entity FOR SELECT TO CURRENT_USER USING (true);
ALTER TABLE money_day ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON money_day TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON money_day TO mascate_worker;
CREATE POLICY tenant ON money_day USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON money_day AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((outlet_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);
ALTER TABLE money_day_delta ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT ON money_day_delta TO mascate_app;
GRANT SELECT, INSERT, DELETE ON money_day_delta TO mascate_worker;
GRANT USAGE ON SEQUENCE money_day_delta_id_seq TO mascate_app, mascate_worker;
CREATE POLICY tenant ON money_day_delta USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON money_day_delta AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((outlet_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);
ALTER TABLE money_line ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON money_line TO mascate_app, mascate_worker;
CREATE POLICY tenant ON money_line USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE month_close ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE (reopened_at, reopened_by, reopen_reason) ON month_close TO mascate_app;
GRANT SELECT ON month_close TO mascate_worker;
CREATE POLICY tenant ON month_close USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON month_close AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (((SELECT visible_entities()) IS NULL) OR COALESCE((legal_entity_id = ANY ((SELECT visible_entities())::uuid[])), false));
ALTER TABLE month_close_line ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT ON month_close_line TO mascate_app;
GRANT SELECT ON month_close_line TO mascate_worker;
CREATE POLICY tenant ON month_close_line USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON month_close_line AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (((SELECT visible_entities()) IS NULL) OR COALESCE((legal_entity_id = ANY ((SELECT visible_entities())::uuid[])), false));
ALTER TABLE notification ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON notification TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON notification TO mascate_worker;
CREATE POLICY tenant ON notification USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE notification_preference ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON notification_preference TO mascate_app, mascate_worker;
CREATE POLICY tenant ON notification_preference
  USING (organization_id = current_organization())
  WITH CHECK (organization_id = current_organization());
ALTER TABLE opening_revenue ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON opening_revenue TO mascate_app, mascate_worker;
CREATE POLICY tenant ON opening_revenue USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON opening_revenue AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_entities()) IS NULL) THEN true ELSE (legal_entity_id = ANY ((SELECT visible_entities())::uuid[])) END);
ALTER TABLE order_buyer ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON order_buyer TO mascate_app, mascate_worker;
CREATE POLICY tenant ON order_buyer USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY directory ON order_buyer FOR SELECT TO CURRENT_USER USING (true);
ALTER TABLE order_evidence ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON order_evidence TO mascate_app, mascate_worker;
CREATE POLICY tenant ON order_evidence USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE order_fee_detail ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON order_fee_detail TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON order_fee_detail TO mascate_worker;
CREATE POLICY tenant ON order_fee_detail USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON order_fee_detail AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((shop_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);
ALTER TABLE order_item ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON order_item TO mascate_app, mascate_worker;
CREATE POLICY tenant ON order_item USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE order_item_part ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON order_item_part TO mascate_app, mascate_worker;
CREATE POLICY tenant ON order_item_part USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE order_list ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON order_list TO mascate_app, mascate_worker;
CREATE POLICY tenant ON order_list USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY directory ON order_list FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY entity ON order_list AS RESTRICTIVE FOR SELECT TO mascate_app
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((outlet_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);
ALTER TABLE order_number ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON order_number TO mascate_app, mascate_worker;
CREATE POLICY tenant ON order_number USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE order_return ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON order_return TO mascate_app, mascate_worker;
CREATE POLICY tenant ON order_return USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON order_return AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((shop_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);
ALTER TABLE order_source ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON order_source TO mascate_app, mascate_worker;
CREATE POLICY tenant ON order_source USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE orders ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON orders TO mascate_app, mascate_worker;
CREATE POLICY tenant ON orders USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON orders AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((outlet_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);
ALTER TABLE organization ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON organization TO mascate_app, mascate_worker;
CREATE POLICY tenant ON organization USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY directory ON organization FOR SELECT TO CURRENT_USER USING (true);
ALTER TABLE organization_key ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON organization_key TO mascate_app;
GRANT SELECT, DELETE ON organization_key TO mascate_worker;
CREATE POLICY tenant ON organization_key USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE outgoing_event ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON outgoing_event TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON outgoing_event TO mascate_worker;
CREATE POLICY tenant ON outgoing_event USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE package ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON package TO mascate_app, mascate_worker;
CREATE POLICY tenant ON package USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON package AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((shop_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);
ALTER TABLE package_item ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON package_item TO mascate_app, mascate_worker;
CREATE POLICY tenant ON package_item USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE platform_act ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON platform_act TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON platform_act TO mascate_worker;
CREATE POLICY tenant ON platform_act USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE platform_answer ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON platform_answer TO mascate_app, mascate_worker;
CREATE POLICY tenant ON platform_answer USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY directory ON platform_answer FOR SELECT TO CURRENT_USER USING (true);
ALTER TABLE price_change ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON price_change TO mascate_app, mascate_worker;
CREATE POLICY tenant ON price_change USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE product ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON product TO mascate_app, mascate_worker;
CREATE POLICY tenant ON product USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE product_cost ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON product_cost TO mascate_app, mascate_worker;
CREATE POLICY tenant ON product_cost USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE product_day ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON product_day TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON product_day TO mascate_worker;
CREATE POLICY tenant ON product_day USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON product_day AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((outlet_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);
ALTER TABLE product_day_delta ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT ON product_day_delta TO mascate_app;
GRANT SELECT, INSERT, DELETE ON product_day_delta TO mascate_worker;
GRANT USAGE ON SEQUENCE product_day_delta_id_seq TO mascate_app, mascate_worker;
CREATE POLICY tenant ON product_day_delta USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY directory ON product_day_delta FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY entity ON product_day_delta AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((outlet_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);
ALTER TABLE product_month ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON product_month TO mascate_app;
GRANT SELECT, INSERT, UPDATE ON product_month TO mascate_worker;
CREATE POLICY tenant ON product_month USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON product_month AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((outlet_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);
ALTER TABLE product_span ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON product_span TO mascate_app;
GRANT SELECT, INSERT, UPDATE ON product_span TO mascate_worker;
CREATE POLICY tenant ON product_span USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON product_span AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker USING ((SELECT visible_outlets()) IS NULL);
ALTER TABLE proposal ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON proposal TO mascate_app;
GRANT SELECT, DELETE ON proposal TO mascate_worker;
CREATE POLICY tenant ON proposal USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE purchase_invoice ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON purchase_invoice TO mascate_app;
GRANT SELECT ON purchase_invoice TO mascate_worker;
CREATE POLICY tenant ON purchase_invoice USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON purchase_invoice AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (((SELECT visible_entities()) IS NULL) OR COALESCE((legal_entity_id = ANY ((SELECT visible_entities())::uuid[])), false));
ALTER TABLE purchase_order ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON purchase_order TO mascate_app;
GRANT SELECT ON purchase_order TO mascate_worker;
CREATE POLICY tenant ON purchase_order USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON purchase_order AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (((SELECT visible_entities()) IS NULL) OR COALESCE((legal_entity_id = ANY ((SELECT visible_entities())::uuid[])), false));
ALTER TABLE purchase_order_line ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON purchase_order_line TO mascate_app;
GRANT SELECT ON purchase_order_line TO mascate_worker;
CREATE POLICY tenant ON purchase_order_line USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE purchase_payable ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON purchase_payable TO mascate_app;
GRANT SELECT ON purchase_payable TO mascate_worker;
CREATE POLICY tenant ON purchase_payable USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE purchase_receipt ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON purchase_receipt TO mascate_app;
GRANT SELECT ON purchase_receipt TO mascate_worker;
CREATE POLICY tenant ON purchase_receipt USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE purchase_receipt_line ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON purchase_receipt_line TO mascate_app;
GRANT SELECT ON purchase_receipt_line TO mascate_worker;
GRANT USAGE ON SEQUENCE purchase_receipt_line_turn_seq TO mascate_app;
CREATE POLICY tenant ON purchase_receipt_line USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
GRANT SELECT, INSERT, UPDATE, DELETE ON rate_limit TO mascate_app, mascate_worker;
ALTER TABLE reconcile_due ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, DELETE ON reconcile_due TO mascate_app, mascate_worker;
GRANT USAGE ON SEQUENCE reconcile_due_id_seq TO mascate_app, mascate_worker;
CREATE POLICY tenant ON reconcile_due USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY directory ON reconcile_due FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY entity ON reconcile_due AS RESTRICTIVE FOR SELECT TO mascate_app
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((shop_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);
ALTER TABLE reconcile_run ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON reconcile_run TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON reconcile_run TO mascate_worker;
CREATE POLICY tenant ON reconcile_run USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE reconcile_span ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON reconcile_span TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON reconcile_span TO mascate_worker;
CREATE POLICY tenant ON reconcile_span USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY directory ON reconcile_span FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY entity ON reconcile_span AS RESTRICTIVE FOR SELECT TO mascate_app
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((shop_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);
ALTER TABLE recost_run ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT ON recost_run TO mascate_app;
GRANT SELECT, INSERT, UPDATE ON recost_run TO mascate_worker;
CREATE POLICY tenant ON recost_run USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE recovery_case ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON recovery_case TO mascate_app, mascate_worker;
CREATE POLICY tenant ON recovery_case USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON recovery_case AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((shop_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);
ALTER TABLE release ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON release TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON release TO mascate_worker;
CREATE POLICY tenant ON release USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON release AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((shop_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);
ALTER TABLE return_item ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON return_item TO mascate_app, mascate_worker;
CREATE POLICY tenant ON return_item USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE sales_day ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON sales_day TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON sales_day TO mascate_worker;
CREATE POLICY tenant ON sales_day USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON sales_day AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((outlet_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);
ALTER TABLE sales_day_delta ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT ON sales_day_delta TO mascate_app;
GRANT SELECT, INSERT, DELETE ON sales_day_delta TO mascate_worker;
GRANT USAGE ON SEQUENCE sales_day_delta_id_seq TO mascate_app, mascate_worker;
CREATE POLICY tenant ON sales_day_delta USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY directory ON sales_day_delta FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY entity ON sales_day_delta AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((outlet_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);
ALTER TABLE sales_hour ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON sales_hour TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON sales_hour TO mascate_worker;
CREATE POLICY tenant ON sales_hour USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON sales_hour AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((outlet_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);
ALTER TABLE sales_state ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON sales_state TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON sales_state TO mascate_worker;
CREATE POLICY tenant ON sales_state USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON sales_state AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((outlet_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);
ALTER TABLE saved_view ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON saved_view TO mascate_app, mascate_worker;
CREATE POLICY tenant ON saved_view USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE saved_view_default ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON saved_view_default TO mascate_app, mascate_worker;
CREATE POLICY tenant ON saved_view_default USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE settlement ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON settlement TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON settlement TO mascate_worker;
CREATE POLICY tenant ON settlement USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON settlement AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((shop_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);
ALTER TABLE settlement_day ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON settlement_day TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON settlement_day TO mascate_worker;
CREATE POLICY tenant ON settlement_day USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON settlement_day AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((shop_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);
ALTER TABLE sheet_layout ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON sheet_layout TO mascate_app, mascate_worker;
CREATE POLICY tenant ON sheet_layout USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE shelf_miss ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON shelf_miss TO mascate_app, mascate_worker;
CREATE POLICY tenant ON shelf_miss USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE shop ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON shop TO mascate_app, mascate_worker;
CREATE POLICY tenant ON shop USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY directory ON shop FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY entity ON shop AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_entities()) IS NULL) THEN true ELSE (legal_entity_id = ANY ((SELECT visible_entities())::uuid[])) END);
ALTER TABLE shop_adjustment ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON shop_adjustment TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON shop_adjustment TO mascate_worker;
CREATE POLICY tenant ON shop_adjustment USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON shop_adjustment AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((shop_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);
ALTER TABLE shop_authorization ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON shop_authorization TO mascate_app, mascate_worker;
CREATE POLICY tenant ON shop_authorization USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY directory ON shop_authorization FOR SELECT TO CURRENT_USER USING (true);
ALTER TABLE shop_day_stat ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON shop_day_stat TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON shop_day_stat TO mascate_worker;
CREATE POLICY tenant ON shop_day_stat USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON shop_day_stat AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((shop_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);
ALTER TABLE shop_health ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON shop_health TO mascate_app, mascate_worker;
CREATE POLICY tenant ON shop_health USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON shop_health AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((shop_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);
ALTER TABLE shop_terms ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON shop_terms TO mascate_app;
GRANT SELECT ON shop_terms TO mascate_worker;
CREATE POLICY tenant ON shop_terms USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON shop_terms AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((shop_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);
ALTER TABLE shop_token ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON shop_token TO mascate_app, mascate_worker;
CREATE POLICY tenant ON shop_token USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE stock_count ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON stock_count TO mascate_app, mascate_worker;
CREATE POLICY tenant ON stock_count USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE stock_count_entry ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT ON stock_count_entry TO mascate_app, mascate_worker;
CREATE POLICY tenant ON stock_count_entry USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE stock_count_line ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON stock_count_line TO mascate_app, mascate_worker;
CREATE POLICY tenant ON stock_count_line USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE stock_level ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON stock_level TO mascate_app, mascate_worker;
CREATE POLICY tenant ON stock_level USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE stock_location ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON stock_location TO mascate_app, mascate_worker;
CREATE POLICY tenant ON stock_location USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE stock_movement ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON stock_movement TO mascate_app, mascate_worker;
GRANT USAGE ON SEQUENCE stock_movement_id_seq TO mascate_app, mascate_worker;
CREATE POLICY tenant ON stock_movement USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE stored_file ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON stored_file TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON stored_file TO mascate_worker;
CREATE POLICY tenant ON stored_file USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY directory ON stored_file FOR SELECT TO CURRENT_USER USING (true);
ALTER TABLE supplier ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON supplier TO mascate_app;
GRANT SELECT ON supplier TO mascate_worker;
CREATE POLICY tenant ON supplier USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE supplier_product ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON supplier_product TO mascate_app;
GRANT SELECT ON supplier_product TO mascate_worker;
CREATE POLICY tenant ON supplier_product USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE sync_failure ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON sync_failure TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON sync_failure TO mascate_worker;
CREATE POLICY tenant ON sync_failure USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON sync_failure AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((shop_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);
ALTER TABLE sync_state ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON sync_state TO mascate_app, mascate_worker;
CREATE POLICY tenant ON sync_state USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON sync_state AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((shop_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);
ALTER TABLE task ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON task TO mascate_app, mascate_worker;
CREATE POLICY tenant ON task USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE tax_rate ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON tax_rate TO mascate_app, mascate_worker;
CREATE POLICY tenant ON tax_rate USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON tax_rate AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_entities()) IS NULL) THEN true ELSE (legal_entity_id = ANY ((SELECT visible_entities())::uuid[])) END);
ALTER TABLE waiting_income ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON waiting_income TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON waiting_income TO mascate_worker;
CREATE POLICY tenant ON waiting_income USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON waiting_income AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((shop_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);
ALTER TABLE wallet_day ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON wallet_day TO mascate_app;
GRANT SELECT, INSERT, UPDATE ON wallet_day TO mascate_worker;
CREATE POLICY tenant ON wallet_day USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON wallet_day AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((shop_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);
ALTER TABLE wallet_transaction ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT ON wallet_transaction TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON wallet_transaction TO mascate_worker;
CREATE POLICY tenant ON wallet_transaction USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON wallet_transaction AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((shop_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);
ALTER TABLE webhook_delivery ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON webhook_delivery TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_delivery TO mascate_worker;
CREATE POLICY tenant ON webhook_delivery USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY directory ON webhook_delivery FOR SELECT TO CURRENT_USER USING (true);
ALTER TABLE webhook_endpoint ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_endpoint TO mascate_app;
GRANT SELECT, UPDATE, DELETE ON webhook_endpoint TO mascate_worker;
CREATE POLICY tenant ON webhook_endpoint USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY directory ON webhook_endpoint FOR SELECT TO CURRENT_USER USING (true);
GRANT USAGE ON SEQUENCE webhook_inbox_id_seq TO mascate_app, mascate_worker;
