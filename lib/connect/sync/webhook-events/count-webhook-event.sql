-- Called by lib/connect/sync/webhook-events/webhook-event-counts.ts. Counts how a webhook event was answered, by day. A shop is kept where its holder is known.
CREATE OR REPLACE FUNCTION count_webhook_event(p_outcome text, p_count integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_count integer;
BEGIN
  DELETE FROM webhook_event_count WHERE day < current_date - 30;
  INSERT INTO webhook_event_count AS c (platform, day, outcome, count, last_at) VALUES ('shopee', current_date, left(p_outcome, 40), p_count, now())
  ON CONFLICT (platform, day, outcome) DO UPDATE SET count = least(c.count::bigint + p_count, 2000000000)::int, last_at = now()
  RETURNING count INTO v_count;
  RETURN v_count;
END $$;
REVOKE ALL ON FUNCTION count_webhook_event FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION count_webhook_event TO mascate_app, mascate_worker;
