-- Called by lib/connect/shops/disconnect.ts. Gives up the company's claim on a shop's platform id.
CREATE OR REPLACE FUNCTION release_shop(p_shop uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM shop_claim WHERE holder_id = current_organization() AND shop_id = p_shop
$$;
REVOKE ALL ON FUNCTION release_shop FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION release_shop TO mascate_app, mascate_worker;
