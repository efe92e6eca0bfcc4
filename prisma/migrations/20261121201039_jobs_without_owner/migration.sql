-- The worker's role owns the queue's schema and may replace what stands in it, so nothing that calls into it may run as the
-- owner of all tables: such functions are the worker's. None of the owner's own functions may call one of these, either.

-- Keeps a push whose signature was right, once; false when it was here before.
CREATE FUNCTION keep_push(p_hash bytea, p_external text, p_code integer, p_body jsonb, p_at timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO push_inbox (platform, body_hash, external_shop_id, code, body, platform_at) VALUES ('shopee', p_hash, p_external, p_code, p_body, p_at)
  ON CONFLICT (platform, body_hash) DO NOTHING;
  RETURN FOUND;
END $$;
REVOKE ALL ON FUNCTION keep_push FROM PUBLIC;
GRANT EXECUTE ON FUNCTION keep_push TO mascate_worker;

-- Keeps a push and has its shop's pushes worked off; false when it was here before.
CREATE OR REPLACE FUNCTION receive_push(p_hash bytea, p_external text, p_code integer, p_body jsonb, p_at timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT keep_push(p_hash, p_external, p_code, p_body, p_at) THEN RETURN false; END IF;
  PERFORM graphile_worker.add_job('work-pushes', json_build_object('externalShopId', p_external), queue_name => 'pushes:' || coalesce(p_external, ''),
    job_key => 'work-pushes:' || coalesce(p_external, ''), max_attempts => 25);
  RETURN true;
END $$;

-- To own a function one must be allowed to make one there, for the moment of becoming its owner.
GRANT CREATE ON SCHEMA public TO mascate_worker;
ALTER FUNCTION enqueue_job(text, json, text) OWNER TO mascate_worker;
ALTER FUNCTION enqueue_shop_job(text, json, text, text, timestamptz) OWNER TO mascate_worker;
ALTER FUNCTION enqueue_letter(json, text) OWNER TO mascate_worker;
ALTER FUNCTION expire_import_later(uuid, integer) OWNER TO mascate_worker;
ALTER FUNCTION receive_push(bytea, text, integer, jsonb, timestamptz) OWNER TO mascate_worker;
REVOKE CREATE ON SCHEMA public FROM mascate_worker;
