-- In SQL by tell_cases. A case as a webhook tells of it.
CREATE OR REPLACE FUNCTION case_said(c recovery_case) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT jsonb_build_object('id', c.id, 'number', c.number, 'shopId', c.shop_id, 'cause', c.cause, 'state', c.state, 'deadline', c.deadline,
    'amountCents', c.amount_cents::text, 'recoveredCents', c.recovered_cents::text)
$$;
