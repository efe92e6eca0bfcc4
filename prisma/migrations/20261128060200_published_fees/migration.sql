-- The published tables of 2026 for the companies that are there already, as new ones get them (lib/fees/brazil.ts; a test holds the two
-- together). A rule that somebody edited is not touched: such a company is told on its fee page that a newer table is published.
DO $$
DECLARE
  v_org uuid;
  v_parts constant text := 'ads_top_up 0.020000 0 order,affiliate_service 0.140000 0 order,campaign 0.035000 0 item,protection 0.000000 49 order';
BEGIN
  CREATE TEMP TABLE published_rule (key text, old_key text, seller text, programme text, name text, from_day date, to_day date, cap bigint) ON COMMIT DROP;
  CREATE TEMP TABLE published_band (key text, from_cents bigint, to_cents bigint, commission numeric, service numeric, fixed bigint,
    cheap bigint, source text, read_on date, certainty text) ON COMMIT DROP;
  CREATE TEMP TABLE published_part (key text, kind text, rate numeric, fixed bigint, basis text, cap bigint, cheap bigint, cheap_rate numeric,
    source text, read_on date, certainty text) ON COMMIT DROP;
  -- What a rule of each key was before, as one text: bands and parts.
  CREATE TEMP TABLE untouched (key text, rule_id uuid) ON COMMIT DROP;
  CREATE TEMP TABLE former_rule (key text, from_day date, to_day date, cap bigint, bands text) ON COMMIT DROP;

  INSERT INTO published_rule
  SELECT 'shopee-2025-' || s || '-' || p, 'shopee-2025-' || s || '-' || p, s, p,
    'Shopee até 28/02/2026 · ' || upper(s) || CASE p WHEN 'freeShipping' THEN ' · frete grátis' ELSE '' END, date '2000-01-01', date '2026-02-28', 10000
  FROM unnest(ARRAY['cnpj', 'cpf']) s, unnest(ARRAY['standard', 'freeShipping']) p
  UNION ALL SELECT t.key || '-' || s, 'shopee-2026-03-' || s, s, 'all', 'Shopee desde ' || to_char(t.from_day, 'DD/MM/YYYY') || ' · ' || upper(s),
    t.from_day, t.to_day, NULL
  FROM unnest(ARRAY['cnpj', 'cpf']) s, (VALUES ('shopee-2026-03', '2026-03-01'::date, '2026-04-22'::date),
    ('shopee-2026-04', '2026-04-23', '2026-09-30'), ('shopee-2026-10', '2026-10-01', NULL)) t(key, from_day, to_day);

  INSERT INTO published_band
  SELECT key, 0, NULL, 0.12, CASE programme WHEN 'freeShipping' THEN 0.08 ELSE 0.02 END, CASE seller WHEN 'cpf' THEN 700 ELSE 400 END, NULL,
    'publicTexts;measured', date '2026-11-22', 'open'
  FROM published_rule WHERE programme <> 'all'
  UNION ALL SELECT r.key, b.from_cents, b.to_cents, b.commission, 0.02, b.fixed, b.cheap, 'article:18483;measuredSplit', date '2026-09-27', 'announced'
  FROM published_rule r, (VALUES (0, 7999, 0.18, 400, 800), (8000, 9999, 0.12, 1600, NULL), (10000, 19999, 0.12, 2000, NULL),
    (20000, NULL, 0.12, 2600, NULL)) b(from_cents, to_cents, commission, fixed, cheap)
  WHERE r.key LIKE 'shopee-2026-03-%' OR r.key LIKE 'shopee-2026-04-%'
  UNION ALL SELECT r.key, b.from_cents, b.to_cents, b.commission, 0.014, b.fixed, b.cheap, 'article:26839;measuredSplit', date '2026-09-30', 'announced'
  FROM published_rule r, (VALUES (0, 7999, 0.186, 450, 900), (8000, 9999, 0.126, 1600, NULL), (10000, 19999, 0.126, 2000, NULL),
    (20000, NULL, 0.126, 2600, NULL)) b(from_cents, to_cents, commission, fixed, cheap)
  WHERE r.key LIKE 'shopee-2026-10-%';

  INSERT INTO published_part
  SELECT r.key, p.* FROM published_rule r, (VALUES
    ('affiliate_service', 0.14, 0::bigint, 'order', NULL::bigint, NULL::bigint, 0::numeric, 'measured', '2026-11-22'::date, 'open'),
    ('protection', 0, 49, 'order', NULL, NULL, 0, 'measured', '2026-11-22', 'open'),
    ('ads_top_up', 0.02, 0, 'order', NULL, NULL, 0, 'measured', '2026-10-10', 'open'),
    ('bulky', 0, 5000, 'order', NULL, NULL, 0, 'article:3305', '2026-09-18', 'announced')) p
  UNION ALL SELECT key, 'campaign', CASE WHEN from_day >= '2026-04-23' THEN 0.035 ELSE 0.025 END, 0, 'item', NULL, NULL, 0, 'article:18712', date '2026-09-22',
    'announced' FROM published_rule
  UNION ALL SELECT key, 'freight_voucher', 0.25, 0, 'order', 1000, NULL, 0, 'article:23431,25794', date '2026-09-18', 'announced'
  FROM published_rule WHERE programme = 'all'
  UNION ALL SELECT key, 'individual_volume', 0, 300, 'item', NULL, 1200, 0.25, 'article:18484', date '2026-09-27', 'open'
  FROM published_rule WHERE programme = 'all' AND seller = 'cpf';

  INSERT INTO former_rule
  SELECT r.key, r.from_day, CASE WHEN r.programme = 'all' THEN NULL ELSE r.to_day END, r.cap, string_agg(concat_ws(' ', b.from_cents,
    coalesce(b.to_cents::text, '-'), b.commission::numeric(18, 6), b.service::numeric(18, 6), b.fixed
      + CASE WHEN r.seller = 'cpf' AND r.programme = 'all' THEN 300 ELSE 0 END), ',' ORDER BY b.from_cents)
  FROM published_rule r JOIN published_band b USING (key) WHERE r.key NOT LIKE 'shopee-2026-04-%' AND r.key NOT LIKE 'shopee-2026-10-%'
  GROUP BY 1, 2, 3, 4;

  FOR v_org IN SELECT g.organization_id FROM organization g LOOP
    PERFORM set_config('app.organization_id', v_org::text, true);

    UPDATE shop_terms t SET ads_top_up_rate = coalesce((
      SELECT p.rate FROM shop s JOIN legal_entity e ON e.organization_id = v_org AND e.id = s.legal_entity_id
      JOIN fee_rule r ON r.organization_id = v_org AND r.platform = 'shopee' AND r.seller_type = e.seller_type AND r.programme IN ('all', t.programme)
        AND r.from_day <= t.from_day AND (r.to_day IS NULL OR r.to_day >= t.from_day)
      JOIN fee_part p ON p.organization_id = v_org AND p.rule_id = r.id AND p.kind = 'ads_top_up'
      WHERE s.organization_id = v_org AND s.id = t.shop_id ORDER BY r.from_day DESC LIMIT 1), 0.02)
    WHERE t.organization_id = v_org AND t.ads_top_up;

    DELETE FROM untouched;
    INSERT INTO untouched
    SELECT f.key, r.id FROM fee_rule r
    JOIN published_rule p ON p.key = p.old_key AND p.seller = r.seller_type::text AND p.programme = r.programme
    JOIN former_rule f ON f.key = p.key AND f.from_day = r.from_day AND f.to_day IS NOT DISTINCT FROM r.to_day AND f.cap IS NOT DISTINCT FROM r.cap_cents
    WHERE r.organization_id = v_org AND r.platform = 'shopee' AND r.basis = 'item' AND f.bands = (
      SELECT string_agg(concat_ws(' ', b.from_cents, coalesce(b.to_cents::text, '-'), b.commission_rate, b.service_rate, b.fixed_cents), ',' ORDER BY b.from_cents)
      FROM fee_band b WHERE b.organization_id = v_org AND b.rule_id = r.id)
    AND v_parts = (SELECT string_agg(concat_ws(' ', a.kind, a.rate, a.fixed_cents, a.basis), ',' ORDER BY a.kind::text)
      FROM fee_part a WHERE a.organization_id = v_org AND a.rule_id = r.id);
    CONTINUE WHEN NOT EXISTS (SELECT 1 FROM untouched);

    DELETE FROM fee_band b USING untouched u WHERE b.organization_id = v_org AND b.rule_id = u.rule_id;
    DELETE FROM fee_part a USING untouched u WHERE a.organization_id = v_org AND a.rule_id = u.rule_id;
    UPDATE fee_rule r SET to_day = p.to_day, rounding = 'halfUp', published = p.key, version = r.version + 1
    FROM untouched u JOIN published_rule p ON p.key = u.key WHERE r.organization_id = v_org AND r.id = u.rule_id;

    INSERT INTO fee_rule (organization_id, id, platform, name, from_day, to_day, seller_type, programme, basis, rounding, published, cap_cents)
    SELECT v_org, gen_random_uuid(), 'shopee', p.name, p.from_day, p.to_day, p.seller::"SellerType", p.programme, 'item', 'halfUp', p.key, p.cap
    FROM published_rule p JOIN untouched u ON u.key = p.old_key WHERE p.key <> p.old_key;

    INSERT INTO fee_band (organization_id, rule_id, from_cents, to_cents, commission_rate, service_rate, fixed_cents, cheap_below_cents, cheap_rate,
      source, read_on, certainty)
    SELECT v_org, r.id, b.from_cents, b.to_cents, b.commission, b.service, b.fixed, b.cheap, CASE WHEN b.cheap IS NULL THEN 0 ELSE 0.5 END,
      b.source, b.read_on, b.certainty::"FeeCertainty"
    FROM fee_rule r JOIN published_band b ON b.key = r.published WHERE r.organization_id = v_org;
    INSERT INTO fee_part (organization_id, rule_id, kind, rate, fixed_cents, basis, cap_cents, cheap_below_cents, cheap_rate, source, read_on, certainty)
    SELECT v_org, r.id, a.kind::"FeePartKind", a.rate, a.fixed, a.basis::"FeeBasis", a.cap, a.cheap, a.cheap_rate, a.source, a.read_on,
      a.certainty::"FeeCertainty"
    FROM fee_rule r JOIN published_part a ON a.key = r.published WHERE r.organization_id = v_org;

    -- What was reckoned by the rules of before is reckoned again: settlements by their marks, estimates by a job for each shop, a while later, so
    -- that the worker of before has ended.
    INSERT INTO reconcile_span (organization_id, shop_id, from_day, to_day)
    SELECT v_org, s.id, '1900-01-01', '2199-12-31' FROM shop s WHERE s.organization_id = v_org AND s.platform = 'shopee'
    ON CONFLICT (organization_id, shop_id, from_day, to_day) DO UPDATE SET placed_at = NULL, order_id = NULL;
    PERFORM enqueue_shop_job('refresh-estimates', json_build_object('shopId', s.id, 'from', '1900-01-01', 'to', '2199-12-31'),
      'refresh-estimates:' || s.id || ':1900-01-01:2199-12-31', 'refresh-estimates:' || v_org, now() + interval '2 minutes')
    FROM shop s WHERE s.organization_id = v_org AND s.platform = 'shopee';
    PERFORM enqueue_shop_job('confirm-fee-rules', '{}'::json, 'confirm-fee-rules:' || v_org, 'confirm-fee-rules:' || v_org, now() + interval '3 minutes');
  END LOOP;
  PERFORM set_config('app.organization_id', '', true);
END $$;
