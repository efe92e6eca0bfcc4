-- Called by lib/money/profit/tax.ts. The part of an amount that a rate is applied to: what products brought, less what was refunded; the rest as
-- the rate's switches say.
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
