-- In SQL by tell_payouts. A payout as a webhook tells of it.
CREATE OR REPLACE FUNCTION payout_said(s settlement) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT jsonb_build_object('id', s.id, 'orderId', s.order_id, 'shopId', s.shop_id, 'orderCode', s.external_code, 'state', s.state,
    'expectedCents', s.expected_cents::text, 'releasedCents', s.released_cents::text, 'adjustedCents', s.adjusted_cents::text,
    'differenceCents', s.difference_cents::text)
$$;
