-- The one legal entity that a company has, whoever reads: what belongs to the whole company is its own. NULL: there are several.
CREATE FUNCTION sole_entity() RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN count(*) = 1 THEN (array_agg(id))[1] END FROM legal_entity
  WHERE organization_id = current_organization() AND archived_at IS NULL
$$;
REVOKE ALL ON FUNCTION sole_entity FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sole_entity TO mascate_app, mascate_worker;

-- An accountant of some legal entities sees theirs and those of their shops and channels; those of the whole company where it is one entity.
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['expense', 'expense_series'] LOOP
    EXECUTE format('DROP POLICY entity ON %I', t);
    EXECUTE format('CREATE POLICY entity ON %I AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker USING (
      CASE WHEN (SELECT visible_entities()) IS NULL THEN true ELSE coalesce(
        legal_entity_id = ANY ((SELECT visible_entities())::uuid[]),
        coalesce(shop_id, channel_id) = ANY ((SELECT visible_outlets())::uuid[]),
        (SELECT sole_entity()) = ANY ((SELECT visible_entities())::uuid[]), false) END)', t);
  END LOOP;
END $$;
