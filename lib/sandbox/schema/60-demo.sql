-- The demonstration company's shops. Their orders come, and go on, by themselves (demo/live-demo.ts).

CREATE TABLE IF NOT EXISTS demo_shop (
  shop_id bigint PRIMARY KEY REFERENCES shop ON DELETE CASCADE,
  orders_a_day integer NOT NULL CHECK (orders_a_day > 0),
  -- When the next order comes.
  next_at integer NOT NULL
);

-- How often an item sells beside the others of its shop.
CREATE TABLE IF NOT EXISTS demo_item (
  item_id bigint PRIMARY KEY REFERENCES item ON DELETE CASCADE,
  shop_id bigint NOT NULL,
  pull double precision NOT NULL CHECK (pull > 0)
);

-- The steps of buyers and carriers with an order, and their times; null: the parcel takes minutes (delivers_at, completes_at), or the
-- seller sends the invoice (invoices_at).
CREATE TABLE IF NOT EXISTS demo_order (
  order_sn text PRIMARY KEY,
  pays_at integer,
  invoices_at integer,
  delivers_at integer,
  completes_at integer
);
