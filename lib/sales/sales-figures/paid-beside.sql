-- In SQL by write_settlements, order_money. Cents that were paid or corrected beside what the order's money says. Before the payout only
-- corrections are known.
CREATE OR REPLACE FUNCTION paid_beside(p_released_at timestamptz, p_released bigint, p_adjusted bigint, p_told numeric, p_corrected numeric)
RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (CASE WHEN p_released_at IS NULL THEN p_adjusted - coalesce(p_corrected, 0)
    ELSE coalesce(p_released, 0) + p_adjusted - coalesce(p_told, 0) END)::bigint
$$;
