-- What moved in each shop's wallet, by day and kind: a month of sums is as many rows as days, however many movements.
CREATE TABLE "wallet_day" (
    "organization_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "shop_id" UUID NOT NULL,
    "kind" "WalletKind" NOT NULL,
    "movements" BIGINT NOT NULL DEFAULT 0,
    "in_cents" BIGINT NOT NULL DEFAULT 0,
    "out_cents" BIGINT NOT NULL DEFAULT 0,
    "fee_cents" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "wallet_day_pkey" PRIMARY KEY ("organization_id","day","shop_id","kind")
);

ALTER TABLE wallet_day ENABLE ROW LEVEL SECURITY;
ALTER TABLE wallet_day FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON wallet_day USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON wallet_day AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker USING (
  CASE WHEN (SELECT visible_outlets()) IS NULL THEN true ELSE coalesce(shop_id = ANY ((SELECT visible_outlets())::uuid[]), false) END);
GRANT SELECT ON wallet_day TO mascate_app, mascate_worker;
GRANT INSERT, UPDATE ON wallet_day TO mascate_worker;

-- Whoever writes movements writes their days: what came and, of a change or a removal, what was there before is taken off.
CREATE FUNCTION count_wallet() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
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
REVOKE ALL ON FUNCTION count_wallet FROM PUBLIC;

CREATE TRIGGER wallet_day_added AFTER INSERT ON wallet_transaction REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_wallet();
CREATE TRIGGER wallet_day_changed AFTER UPDATE ON wallet_transaction REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_wallet();
CREATE TRIGGER wallet_day_removed AFTER DELETE ON wallet_transaction REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_wallet();

-- What is to come, by the day it is due; what has no day comes last. Everything that is summed stands in the index.
CREATE INDEX settlement_to_come ON settlement (organization_id, (coalesce(due_on, '9999-12-31'::date)), id)
  INCLUDE (due_on, shop_id, state, expected_cents, released_cents, adjusted_cents) WHERE state IN ('to_release', 'partly_released');
CREATE INDEX settlement_late ON settlement (organization_id, (coalesce(due_on, '9999-12-31'::date)), id)
  INCLUDE (due_on, shop_id, state, expected_cents, released_cents, adjusted_cents) WHERE state = 'late';

-- Of shops whose wallet is not known here: what was paid out, by the day it was.
CREATE INDEX settlement_released ON settlement (organization_id, released_at, id) INCLUDE (shop_id, released_cents) WHERE released_at IS NOT NULL;

-- Freight that was charged beyond what was expected, the dearest first.
CREATE INDEX discrepancy_freight ON discrepancy (organization_id, amount_cents, settlement_id, cause) WHERE cause IN ('freight', 'reverse_freight');

-- Movements that are no payout are few among those that are.
CREATE INDEX wallet_transaction_other ON wallet_transaction (organization_id, at DESC, id DESC) WHERE kind <> 'payout';
CREATE INDEX wallet_transaction_code ON wallet_transaction (organization_id, external_code text_pattern_ops, at DESC) WHERE external_code IS NOT NULL;
