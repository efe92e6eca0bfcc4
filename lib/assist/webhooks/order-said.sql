-- In SQL by tell_orders. An order as a webhook tells of it: no buyer.
CREATE OR REPLACE FUNCTION order_said(o orders) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT jsonb_build_object('id', o.id, 'code', o.code, 'platform', o.platform, 'outletId', o.outlet_id, 'status', o.status, 'units', o.units,
    'totalCents', o.total_cents::text, 'revenueCents', o.revenue_cents::text, 'cancellationAsked', o.cancellation_asked, 'inReturn', o.in_return)
$$;
