-- Called by lib/sales/orders/matching.ts. In the policies of 48 tables. The shops and manual channels that are or once were of those; NULL: all. In
-- PL/pgSQL with a search_path of its own, since each statement calls it once a table: its plans are kept for all callers.
CREATE OR REPLACE FUNCTION visible_outlets() RETURNS uuid[]
LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = public, pg_temp AS $$
BEGIN
  IF visible_entities() IS NULL THEN RETURN NULL; END IF;
  RETURN outlets_of(visible_entities());
END $$;
