-- Run by the triggers on wallet_transaction. A write of movements also writes their days: new rows are added and, for a change or a
-- removal, the earlier ones are subtracted.
CREATE OR REPLACE FUNCTION count_wallet() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO wallet_day AS d (organization_id, day, shop_id, kind, movements, in_cents, out_cents, fee_cents)
    SELECT m.organization_id, m.local_day, m.shop_id, m.kind, sum(m.sign), sum(m.sign * greatest(m.amount_cents, 0)), sum(m.sign * least(m.amount_cents, 0)),
      sum(m.sign * m.fee_cents)
    FROM (SELECT organization_id, local_day, shop_id, kind, amount_cents, fee_cents, -1 AS sign FROM before
      UNION ALL SELECT organization_id, local_day, shop_id, kind, amount_cents, fee_cents, 1 FROM changed) m
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (organization_id, day, shop_id, kind) DO UPDATE SET movements = d.movements + excluded.movements, in_cents = d.in_cents + excluded.in_cents,
      out_cents = d.out_cents + excluded.out_cents, fee_cents = d.fee_cents + excluded.fee_cents;
  ELSE
    INSERT INTO wallet_day AS d (organization_id, day, shop_id, kind, movements, in_cents, out_cents, fee_cents)
    SELECT c.organization_id, c.local_day, c.shop_id, c.kind, s.sign * count(*), s.sign * sum(greatest(c.amount_cents, 0)), s.sign * sum(least(c.amount_cents, 0)),
      s.sign * sum(c.fee_cents)
    FROM changed c, (SELECT CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END AS sign) s
    GROUP BY 1, 2, 3, 4, s.sign ORDER BY 1, 2, 3, 4
    ON CONFLICT (organization_id, day, shop_id, kind) DO UPDATE SET movements = d.movements + excluded.movements, in_cents = d.in_cents + excluded.in_cents,
      out_cents = d.out_cents + excluded.out_cents, fee_cents = d.fee_cents + excluded.fee_cents;
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION count_wallet FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE TRIGGER wallet_day_added AFTER INSERT ON wallet_transaction
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_wallet();
CREATE OR REPLACE TRIGGER wallet_day_changed AFTER UPDATE ON wallet_transaction
  REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_wallet();
CREATE OR REPLACE TRIGGER wallet_day_removed AFTER DELETE ON wallet_transaction
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_wallet();
