-- In SQL by write_settlements, order_money. The part of an order's money after the payout: corrections, and the rows of a report that
-- name a refund. A correction that the platform announces is one of any kind: a refund after the payout among them. Without a search_path
-- of its own, so that it becomes part of the query.
CREATE OR REPLACE FUNCTION is_correction(p_kind "MoneyKind", p_source "MoneySource", p_key text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT p_kind = 'adjustment' OR p_key ^@ 'order_adjustment#' OR coalesce(p_source = 'income', false) AND strpos(p_key, '#') > 0
$$;
