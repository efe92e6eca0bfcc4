-- In SQL by place_order. Says why it cannot sell these lines. Raises P0001 product_not_found or price_missing for the first line that is
-- wrong by itself, else amount_too_large: all together are worth more than an amount may be (maxMoneyCents in lib/core/money.ts).
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
