-- Run by the trigger on order_buyer. An erased buyer is no longer found. The order itself is unchanged.
CREATE OR REPLACE FUNCTION forget_buyer_words() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE order_list d SET buyer_words = search_text(nullif(o.customer_name, '')) FROM gone g JOIN orders o
    ON o.organization_id = g.organization_id AND o.id = g.order_id
  WHERE d.organization_id = g.organization_id AND d.order_id = g.order_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER order_buyer_forgotten AFTER DELETE ON order_buyer
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION forget_buyer_words();
