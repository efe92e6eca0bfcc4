-- Called by list_said. The pushes of the shops that this company holds by a grant of the marketplace, as a number that is written down at a
-- shop proves nothing: anybody may, and whoever held the shop before leaves it there. What waits is worked off for whoever holds it by
-- then, and what was worked off nobody reads again, so it counts for neither when they came.
CREATE OR REPLACE FUNCTION list_held_pushes() RETURNS TABLE (id bigint, body jsonb)
LANGUAGE sql STABLE AS $$
  SELECT b.id, b.body FROM shop_claim c JOIN push_inbox b ON b.platform = c.platform AND b.external_shop_id = c.external_shop_id
  WHERE c.holder_id = current_organization()
$$;
REVOKE ALL ON FUNCTION list_held_pushes FROM PUBLIC, mascate_app, mascate_worker;
