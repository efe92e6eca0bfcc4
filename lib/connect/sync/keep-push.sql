-- In SQL by receive_push. Keeps a push whose signature was right, once; false when it was here before.
CREATE OR REPLACE FUNCTION keep_push(p_hash bytea, p_external text, p_code integer, p_body jsonb, p_at timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO push_inbox (platform, body_hash, external_shop_id, code, body, platform_at) VALUES ('shopee', p_hash, p_external, p_code, p_body, p_at)
  ON CONFLICT (platform, body_hash) DO NOTHING;
  RETURN FOUND;
END $$;
REVOKE ALL ON FUNCTION keep_push FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION keep_push TO mascate_worker;
