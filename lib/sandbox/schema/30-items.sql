-- Items, their models, and promotions that reserve stock. Money in cents, times in UNIX seconds.

CREATE TABLE IF NOT EXISTS item (
  item_id bigint PRIMARY KEY,
  shop_id bigint NOT NULL,
  name text NOT NULL,
  sku text NOT NULL DEFAULT '',
  description text NOT NULL DEFAULT '',
  category_id integer NOT NULL DEFAULT 100018,
  status text NOT NULL DEFAULT 'NORMAL'
    CHECK (status IN ('NORMAL', 'BANNED', 'UNLIST', 'REVIEWING', 'SELLER_DELETE', 'SHOPEE_DELETE')),
  ban_reason text NOT NULL DEFAULT '',
  create_time integer NOT NULL,
  update_time integer NOT NULL,
  weight_grams integer NOT NULL DEFAULT 300,
  length_cm integer NOT NULL DEFAULT 20,
  width_cm integer NOT NULL DEFAULT 15,
  height_cm integer NOT NULL DEFAULT 10,
  condition text NOT NULL DEFAULT 'NEW',
  image_ids text[] NOT NULL DEFAULT '{}',
  -- [{ name, option_list: [{ option, image? }] }]; empty for an item without variations.
  tier_variation jsonb NOT NULL DEFAULT '[]',
  fulfilled_by_shopee boolean NOT NULL DEFAULT false,
  deboost boolean NOT NULL DEFAULT false,
  kit boolean NOT NULL DEFAULT false,
  pre_order boolean NOT NULL DEFAULT false,
  days_to_ship smallint NOT NULL DEFAULT 2,
  gtin_code text NOT NULL DEFAULT '',
  -- As the seller sent them: brand, attribute_list, logistic_info, tax_info, wholesale and the like.
  details jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX IF NOT EXISTS item_by_update ON item (shop_id, update_time DESC, item_id);

-- An item without variations has the one model 0.
CREATE TABLE IF NOT EXISTS model (
  item_id bigint NOT NULL REFERENCES item ON DELETE CASCADE,
  model_id bigint NOT NULL,
  tier_index integer[] NOT NULL DEFAULT '{}',
  name text NOT NULL DEFAULT '',
  sku text NOT NULL DEFAULT '',
  original_price_cents integer NOT NULL CHECK (original_price_cents > 0),
  -- The seller's stock, with the promotions' reserve of it.
  stock integer NOT NULL DEFAULT 0 CHECK (stock >= 0),
  -- The stock in the marketplace's warehouse.
  shopee_stock integer NOT NULL DEFAULT 0 CHECK (shopee_stock >= 0),
  weight_grams integer,
  gtin_code text NOT NULL DEFAULT '',
  PRIMARY KEY (item_id, model_id)
);

CREATE TABLE IF NOT EXISTS promotion (
  -- Unsigned 64 bits in the protocol.
  promotion_id numeric(20) PRIMARY KEY,
  shop_id bigint NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  -- Whether prices of its models may not be edited while it runs.
  locks_price boolean NOT NULL DEFAULT true,
  start_time integer NOT NULL,
  end_time integer NOT NULL,
  stage text NOT NULL DEFAULT 'upcoming' CHECK (stage IN ('upcoming', 'ongoing', 'ended'))
);
CREATE INDEX IF NOT EXISTS promotion_by_shop ON promotion (shop_id) WHERE stage <> 'ended';

CREATE TABLE IF NOT EXISTS promotion_model (
  promotion_id numeric(20) NOT NULL REFERENCES promotion ON DELETE CASCADE,
  item_id bigint NOT NULL,
  model_id bigint NOT NULL,
  price_cents integer NOT NULL CHECK (price_cents > 0),
  -- Still reserved; falls with each order, rises with each cancellation, none once the promotion has ended.
  reserved_stock integer NOT NULL DEFAULT 0 CHECK (reserved_stock >= 0),
  PRIMARY KEY (promotion_id, item_id, model_id)
);
CREATE INDEX IF NOT EXISTS promotion_model_by_item ON promotion_model (item_id, model_id);

CREATE TABLE IF NOT EXISTS item_violation (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  shop_id bigint NOT NULL,
  item_id bigint NOT NULL,
  type text NOT NULL,
  reason text NOT NULL,
  create_time integer NOT NULL
);

-- Ten or more digits, as the platform's, and beyond what 32 bits hold.
CREATE SEQUENCE IF NOT EXISTS item_id_seq START 22100000001;
CREATE SEQUENCE IF NOT EXISTS model_id_seq START 158600000001;
-- Beyond 2^53: a client that reads it as a double gets it wrong.
CREATE SEQUENCE IF NOT EXISTS promotion_id_seq START 9223372036854000001 MAXVALUE 9223372036854775807;
