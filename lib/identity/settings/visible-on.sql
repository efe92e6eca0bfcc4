-- Called by lib/sales/sales-figures/sales-series.ts. In the policies of 22 tables. Whether a row of this shop or channel and day is of
-- one of the legal entities that the reader may see. In PL/pgSQL, since it runs once a row, and only for shops that moved: its plan is
-- kept, and the plan of each statement stays short.
CREATE OR REPLACE FUNCTION visible_on(p_outlet uuid, p_day date) RETURNS boolean
LANGUAGE plpgsql STABLE PARALLEL SAFE COST 1 SET search_path = public, pg_temp AS $$
BEGIN
  RETURN entity_on(p_outlet, p_day) = ANY (visible_entities());
END $$;
