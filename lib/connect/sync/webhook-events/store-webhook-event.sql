-- In SQL by receive_webhook_event. Stores a webhook event whose signature was right, once; false when it was here before.
CREATE OR REPLACE FUNCTION store_webhook_event(p_hash bytea, p_external text, p_code integer, p_body jsonb, p_at timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO webhook_inbox (platform, body_hash, external_shop_id, code, body, platform_at) VALUES ('shopee', p_hash, p_external, p_code, p_body, p_at)
  ON CONFLICT (platform, body_hash) DO NOTHING;
  RETURN FOUND;
END $$;
REVOKE ALL ON FUNCTION store_webhook_event FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION store_webhook_event TO mascate_worker;
