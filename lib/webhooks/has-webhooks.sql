-- Called by tell_cases, tell_orders, tell_payouts, tell_stock. Whether anybody is told of this kind of thing: all that a company without
-- addresses pays.
CREATE OR REPLACE FUNCTION has_webhooks(p_kind text) RETURNS boolean
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT 1 FROM webhook_endpoint e
    WHERE e.organization_id = current_organization() AND e.state = 'active' AND p_kind = ANY (e.kinds))
$$;
