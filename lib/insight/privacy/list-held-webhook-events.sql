-- In SQL by erase_buyer, list_said. The webhook events of the shops that this company holds by a grant of the marketplace, as a number
-- that is written down at a shop proves nothing: any company may write it, and an earlier holder leaves it there. Waiting events are
-- processed for the shop's holder at that time, and processed ones are not read again, so it does not matter when they came.
CREATE OR REPLACE FUNCTION list_held_webhook_events() RETURNS TABLE (id bigint, body jsonb)
LANGUAGE sql STABLE AS $$
  SELECT b.id, b.body FROM shop_claim c JOIN webhook_inbox b ON b.platform = c.platform AND b.external_shop_id = c.external_shop_id
  WHERE c.holder_id = current_organization()
$$;
REVOKE ALL ON FUNCTION list_held_webhook_events FROM PUBLIC, mascate_app, mascate_worker;
