-- What the address for pushes answered, by day: of a refused push nothing is believed, so nothing but its number is kept.
CREATE TABLE "push_count" (
    "platform" "Platform" NOT NULL,
    "day" DATE NOT NULL,
    "outcome" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "push_count_pkey" PRIMARY KEY ("platform","day","outcome")
);

CREATE FUNCTION count_push(p_outcome text, p_count integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_count integer;
BEGIN
  DELETE FROM push_count WHERE day < current_date - 30;
  INSERT INTO push_count AS c (platform, day, outcome, count, last_at) VALUES ('shopee', current_date, left(p_outcome, 40), p_count, now())
  ON CONFLICT (platform, day, outcome) DO UPDATE SET count = least(c.count::bigint + p_count, 2000000000)::int, last_at = now()
  RETURNING count INTO v_count;
  RETURN v_count;
END $$;
REVOKE ALL ON FUNCTION count_push FROM PUBLIC;
GRANT EXECUTE ON FUNCTION count_push TO mascate_app, mascate_worker;

-- What was answered since that day, of all companies together: it names no shop.
CREATE FUNCTION list_push_counts(p_from date) RETURNS TABLE (outcome text, count bigint, last_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT c.outcome, sum(c.count), max(c.last_at) FROM push_count c WHERE c.day >= p_from GROUP BY 1 ORDER BY 3 DESC
$$;
REVOKE ALL ON FUNCTION list_push_counts FROM PUBLIC;
GRANT EXECUTE ON FUNCTION list_push_counts TO mascate_app, mascate_worker;

-- What was pushed for the shops that the current organization holds, since it holds them.
CREATE FUNCTION list_shop_pushes(p_from timestamptz) RETURNS TABLE (shop_id uuid, code integer, count bigint, last_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT c.shop_id, p.code, count(*), max(p.received_at) FROM shop_claim c
  JOIN push_inbox p ON p.platform = c.platform AND p.external_shop_id = c.external_shop_id
    AND p.received_at >= greatest(p_from, c.claimed_at)
  WHERE c.holder_id = current_organization() GROUP BY 1, 2
$$;
REVOKE ALL ON FUNCTION list_shop_pushes FROM PUBLIC;
GRANT EXECUTE ON FUNCTION list_shop_pushes TO mascate_app, mascate_worker;
