-- Fees, payouts, the wallet and reports. Money in cents, times in UNIX seconds.

-- A shop's fees beside the general rule (payment/fee-table.ts); a shop without a row pays the defaults.
CREATE TABLE IF NOT EXISTS shop_fees (
  shop_id bigint PRIMARY KEY,
  fees jsonb NOT NULL
);

-- The part of an order's money outside `orders` and `order_items`; an order without a row has none of it.
CREATE TABLE IF NOT EXISTS order_money (
  order_sn text PRIMARY KEY,
  shop_id bigint NOT NULL,
  coins_cents integer NOT NULL DEFAULT 0,
  pix_discount_cents integer NOT NULL DEFAULT 0,
  -- null: the platform bears what the buyer did not pay of the freight.
  shipping_rebate_cents integer,
  affiliate_cents integer NOT NULL DEFAULT 0,
  product_rebate_cents integer NOT NULL DEFAULT 0,
  seller_voucher_code text NOT NULL DEFAULT '',
  -- Set once it is paid out. Later refunds and corrections are adjustments and leave it as it was.
  payout_cents integer,
  release_time integer
);
CREATE INDEX IF NOT EXISTS order_money_by_release ON order_money (shop_id, release_time DESC, order_sn)
  WHERE release_time IS NOT NULL;

-- Completed orders whose money is credited on the next bank day.
CREATE TABLE IF NOT EXISTS payout_waiting (
  order_sn text PRIMARY KEY,
  due_time integer NOT NULL
);
CREATE INDEX IF NOT EXISTS payout_waiting_due ON payout_waiting (due_time);

CREATE TABLE IF NOT EXISTS order_adjustment (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_sn text NOT NULL,
  shop_id bigint NOT NULL,
  amount_cents integer NOT NULL,
  reason text NOT NULL,
  create_time integer NOT NULL
);
CREATE INDEX IF NOT EXISTS order_adjustment_by_order ON order_adjustment (order_sn);

-- The ledger in the order of (create_time, id), the balance running along.
CREATE TABLE IF NOT EXISTS wallet_transaction (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  shop_id bigint NOT NULL,
  type text NOT NULL,
  status text NOT NULL DEFAULT 'COMPLETED',
  amount_cents integer NOT NULL,
  balance_cents bigint NOT NULL,
  create_time integer NOT NULL,
  order_sn text NOT NULL DEFAULT '',
  refund_sn text NOT NULL DEFAULT '',
  withdrawal_id bigint,
  reason text NOT NULL DEFAULT '',
  description text NOT NULL DEFAULT ''
);
CREATE INDEX IF NOT EXISTS wallet_transaction_by_time ON wallet_transaction (shop_id, create_time DESC, id DESC);

CREATE INDEX IF NOT EXISTS wallet_transaction_by_order ON wallet_transaction (order_sn) WHERE order_sn <> '';

-- Progress of the generated histories.
CREATE TABLE IF NOT EXISTS history_run (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  shop_id bigint NOT NULL,
  seed text NOT NULL,
  from_time integer NOT NULL,
  to_time integer NOT NULL,
  orders_wanted integer NOT NULL,
  orders_made integer NOT NULL DEFAULT 0,
  status text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'done', 'failed')),
  error text NOT NULL DEFAULT '',
  started_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz
);

CREATE SEQUENCE IF NOT EXISTS withdrawal_id_seq START 71000001;

-- A number from 0 to 1 that belongs to its seed, order and use: what history is drawn from.
CREATE OR REPLACE FUNCTION history_chance(seed bigint, n bigint, what integer) RETURNS double precision
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT (hashint8extended(n * 64 + what, seed) & 4294967295)::double precision / 4294967296.0 $$;
