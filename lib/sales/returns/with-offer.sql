-- Called by lib/connect/sync/acts/answer-return.ts. In SQL by write_returns. The offers with one more, where it is not a repeat of the last one.
-- The first twenty are kept.
CREATE OR REPLACE FUNCTION with_offer(p_offers jsonb, p_offer jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_offer IS NULL OR jsonb_array_length(p_offers) >= 20 OR (p_offers->-1) - 'at' = p_offer - 'at' THEN p_offers ELSE p_offers || p_offer END
$$;
REVOKE ALL ON FUNCTION with_offer FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION with_offer TO mascate_app, mascate_worker;
