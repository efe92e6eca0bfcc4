-- Orders, packages, invoices, labels and returns of the sandbox. Money is in cents, times are UNIX seconds by the platform's clock. Nothing
-- here refers to anything by a foreign key: a million orders go in by INSERT … SELECT, and a column left null is made up from the ids when
-- it is read (recipient and CPF from buyer_user_id), so that history costs little.

CREATE TABLE IF NOT EXISTS orders (
  order_sn text PRIMARY KEY,
  shop_id bigint NOT NULL,
  status text NOT NULL,
  -- Where the order goes back to when the seller refuses the buyer's wish to cancel.
  status_before_cancel text,
  create_time integer NOT NULL,
  update_time integer NOT NULL,
  pay_time integer,
  ship_by_date integer NOT NULL DEFAULT 0,
  days_to_ship smallint NOT NULL DEFAULT 2,
  pickup_done_time integer,
  delivered_time integer,
  completed_time integer,
  cancelled_time integer,
  return_request_due_date integer,
  edt_from integer,
  edt_to integer,
  buyer_user_id bigint NOT NULL,
  buyer_username text NOT NULL,
  -- null: made up from buyer_user_id when read.
  buyer_cpf text,
  recipient jsonb,
  payment_method text NOT NULL DEFAULT 'Pix',
  cod boolean NOT NULL DEFAULT false,
  message_to_seller text NOT NULL DEFAULT '',
  note text NOT NULL DEFAULT '',
  note_update_time integer NOT NULL DEFAULT 0,
  -- The buyer's payment: items after item promotions, less vouchers, plus freight.
  total_amount_cents integer NOT NULL,
  items_cents integer NOT NULL,
  seller_voucher_cents integer NOT NULL DEFAULT 0,
  shopee_voucher_cents integer NOT NULL DEFAULT 0,
  buyer_shipping_fee_cents integer NOT NULL DEFAULT 0,
  estimated_shipping_fee_cents integer NOT NULL DEFAULT 0,
  actual_shipping_fee_cents integer NOT NULL DEFAULT 0,
  actual_shipping_fee_confirmed boolean NOT NULL DEFAULT false,
  reverse_shipping_fee_cents integer NOT NULL DEFAULT 0,
  logistics_channel_id integer NOT NULL DEFAULT 90001,
  shipping_carrier text NOT NULL DEFAULT 'Shopee Xpress',
  fulfillment_flag text NOT NULL DEFAULT 'fulfilled_by_local_seller',
  split_up boolean NOT NULL DEFAULT false,
  hot_listing boolean NOT NULL DEFAULT false,
  -- True while the quantities of this order are taken from the stock of the items.
  stock_held boolean NOT NULL DEFAULT false,
  cancel_by text NOT NULL DEFAULT '',
  cancel_reason text NOT NULL DEFAULT '',
  buyer_cancel_reason text NOT NULL DEFAULT ''
);
CREATE INDEX IF NOT EXISTS orders_by_update ON orders (shop_id, update_time, order_sn);
CREATE INDEX IF NOT EXISTS orders_by_creation ON orders (shop_id, create_time, order_sn);
CREATE INDEX IF NOT EXISTS orders_by_status ON orders (shop_id, status, update_time, order_sn);
-- Orders that still move by themselves: the guarantee that ends, the unpaid bill, the autopilot.
CREATE INDEX IF NOT EXISTS orders_moving ON orders (status, update_time)
  WHERE status NOT IN ('COMPLETED', 'CANCELLED');

CREATE TABLE IF NOT EXISTS order_items (
  order_sn text NOT NULL,
  line_no smallint NOT NULL,
  item_id bigint NOT NULL,
  model_id bigint NOT NULL DEFAULT 0,
  item_name text NOT NULL,
  item_sku text NOT NULL DEFAULT '',
  model_name text NOT NULL DEFAULT '',
  model_sku text NOT NULL DEFAULT '',
  quantity integer NOT NULL,
  original_price_cents integer NOT NULL,
  discounted_price_cents integer NOT NULL,
  -- '' when no promotion ran; the id is an unsigned 64-bit number in the protocol.
  promotion_type text NOT NULL DEFAULT '',
  promotion_id numeric(20) NOT NULL DEFAULT 0,
  weight_grams integer NOT NULL DEFAULT 300,
  image_url text NOT NULL DEFAULT '',
  cancelled_quantity integer NOT NULL DEFAULT 0,
  return_requested_quantity integer NOT NULL DEFAULT 0,
  returned_quantity integer NOT NULL DEFAULT 0,
  -- null: the order's only package.
  package_number text,
  PRIMARY KEY (order_sn, line_no)
);

CREATE TABLE IF NOT EXISTS packages (
  package_number text PRIMARY KEY,
  order_sn text NOT NULL,
  shop_id bigint NOT NULL,
  logistics_status text NOT NULL,
  logistics_channel_id integer NOT NULL DEFAULT 90001,
  shipping_carrier text NOT NULL DEFAULT 'Shopee Xpress',
  create_time integer NOT NULL,
  update_time integer NOT NULL,
  ship_by_date integer NOT NULL DEFAULT 0,
  -- How the seller hands it over: pickup, dropoff or non_integrated; null until arranged.
  ship_method text,
  arranged_time integer,
  address_id bigint,
  pickup_time_id text,
  branch_id bigint,
  sender_real_name text,
  -- The carrier answers later than the seller arranges: no number before tracking_ready_time.
  tracking_number text,
  tracking_ready_time integer,
  pickup_done_time integer,
  delivered_time integer
);
CREATE INDEX IF NOT EXISTS packages_by_order ON packages (order_sn);
CREATE INDEX IF NOT EXISTS packages_unshipped ON packages (shop_id, ship_by_date, package_number)
  WHERE logistics_status IN
    ('LOGISTICS_NOT_START', 'LOGISTICS_READY', 'LOGISTICS_PICKUP_RETRY', 'LOGISTICS_REQUEST_CREATED');
CREATE INDEX IF NOT EXISTS packages_awaiting_number ON packages (tracking_ready_time)
  WHERE tracking_number IS NULL AND tracking_ready_time IS NOT NULL;

CREATE TABLE IF NOT EXISTS invoices (
  order_sn text PRIMARY KEY,
  shop_id bigint NOT NULL,
  -- valid, or pending with what SEFAZ says.
  status text NOT NULL,
  pending_reason text NOT NULL DEFAULT '',
  number text NOT NULL DEFAULT '',
  series_number text NOT NULL DEFAULT '',
  access_key text NOT NULL DEFAULT '',
  issue_date integer,
  total_value_cents integer,
  products_total_value_cents integer,
  tax_code text NOT NULL DEFAULT '',
  -- 1 pdf, 2 jpeg, 3 png, 4 xml, as uploaded; null for invoices that the history brings.
  file_type smallint,
  file bytea,
  upload_time integer NOT NULL,
  -- While SEFAZ thinks: when it answers, and with which reason to refuse ('' = takes it).
  verdict_time integer,
  verdict text NOT NULL DEFAULT ''
);
CREATE INDEX IF NOT EXISTS invoices_checking ON invoices (verdict_time) WHERE verdict_time IS NOT NULL;
CREATE INDEX IF NOT EXISTS invoices_by_key ON invoices (access_key) WHERE access_key <> '';

CREATE TABLE IF NOT EXISTS shipping_documents (
  package_number text NOT NULL,
  document_type text NOT NULL,
  order_sn text NOT NULL,
  shop_id bigint NOT NULL,
  status text NOT NULL,
  fail_error text NOT NULL DEFAULT '',
  fail_message text NOT NULL DEFAULT '',
  ready_time integer NOT NULL,
  create_time integer NOT NULL,
  download_count integer NOT NULL DEFAULT 0,
  PRIMARY KEY (package_number, document_type)
);
CREATE INDEX IF NOT EXISTS shipping_documents_processing ON shipping_documents (ready_time)
  WHERE status = 'PROCESSING';

CREATE TABLE IF NOT EXISTS returns (
  return_sn text PRIMARY KEY,
  order_sn text NOT NULL,
  shop_id bigint NOT NULL,
  -- refund_only, return_refund, failed_delivery (a return on the spot, request type 2) or lost (NOT_RECEIPT, with a
  -- compensation).
  kind text NOT NULL,
  status text NOT NULL,
  reason text NOT NULL,
  text_reason text NOT NULL DEFAULT '',
  refund_amount_cents integer NOT NULL,
  amount_before_discount_cents integer NOT NULL,
  create_time integer NOT NULL,
  update_time integer NOT NULL,
  due_date integer NOT NULL,
  return_ship_due_date integer NOT NULL DEFAULT 0,
  return_seller_due_date integer NOT NULL DEFAULT 0,
  needs_logistics boolean NOT NULL,
  tracking_number text NOT NULL DEFAULT '',
  -- While the buyer sends the goods back.
  reverse_logistics_status text NOT NULL DEFAULT '',
  reverse_logistics_update_time integer NOT NULL DEFAULT 0,
  -- 0 after the delivery, 1 while it was on its way.
  request_type smallint NOT NULL DEFAULT 0,
  -- RRBOC before the order is complete, RRAOC after.
  return_refund_type text NOT NULL DEFAULT 'RRBOC',
  negotiation_status text NOT NULL DEFAULT '',
  seller_proof_status text NOT NULL DEFAULT 'NOT_NEEDED',
  seller_compensation_status text NOT NULL DEFAULT 'NOT_REQUIRED',
  latest_solution text NOT NULL DEFAULT '',
  latest_offer_amount_cents integer,
  latest_offer_creator text NOT NULL DEFAULT '',
  compensation_amount_cents integer,
  images text[] NOT NULL DEFAULT '{}',
  -- The seller's uploads: { image, description }.
  proof jsonb,
  dispute_reason text[] NOT NULL DEFAULT '{}',
  dispute_text_reason text[] NOT NULL DEFAULT '{}',
  -- [{ itemId, modelId, name, itemSku, modelSku, quantity, priceCents, image }]
  items jsonb NOT NULL
);
CREATE INDEX IF NOT EXISTS returns_by_update ON returns (shop_id, update_time, return_sn);
CREATE INDEX IF NOT EXISTS returns_by_creation ON returns (shop_id, create_time, return_sn);
CREATE INDEX IF NOT EXISTS returns_by_order ON returns (order_sn);
CREATE INDEX IF NOT EXISTS returns_open ON returns (due_date) WHERE status IN ('REQUESTED', 'PROCESSING');
