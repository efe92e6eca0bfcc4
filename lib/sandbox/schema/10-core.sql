-- The platform's apps, shops, grants and tokens, and its queued webhook events. Times are the platform's own: UNIX seconds by its clock.

CREATE TABLE IF NOT EXISTS setting (
  name text PRIMARY KEY,
  value jsonb NOT NULL
);

CREATE TABLE IF NOT EXISTS app (
  partner_id bigint PRIMARY KEY,
  partner_key text NOT NULL,
  push_url text,
  -- Codes whose pushes the app has switched off.
  push_off integer[] NOT NULL DEFAULT '{}',
  blocked_shops bigint[] NOT NULL DEFAULT '{}',
  -- Set when too few pushes were answered: nothing is sent until the app turns pushes on again.
  push_suspended_at integer
);
-- The console's own key for pushes; without one the app's key signs them.
ALTER TABLE app ADD COLUMN IF NOT EXISTS push_key text;

CREATE TABLE IF NOT EXISTS shop (
  shop_id bigint PRIMARY KEY,
  name text NOT NULL,
  region text NOT NULL DEFAULT 'BR',
  status text NOT NULL DEFAULT 'NORMAL',
  description text NOT NULL DEFAULT '',
  merchant_id bigint,
  main_account_id bigint,
  seller_kind text NOT NULL DEFAULT 'cnpj',
  created_at integer NOT NULL
);

CREATE TABLE IF NOT EXISTS account_grant (
  partner_id bigint NOT NULL REFERENCES app ON DELETE CASCADE,
  shop_id bigint NOT NULL REFERENCES shop ON DELETE CASCADE,
  authorized_at integer NOT NULL,
  expires_at integer NOT NULL,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'cancelled', 'expired')),
  warned_at integer,
  PRIMARY KEY (partner_id, shop_id)
);

CREATE TABLE IF NOT EXISTS authorization_code (
  code text PRIMARY KEY,
  partner_id bigint NOT NULL REFERENCES app ON DELETE CASCADE,
  shop_ids bigint[] NOT NULL,
  merchant_ids bigint[] NOT NULL DEFAULT '{}',
  main_account_id bigint,
  expires_at integer NOT NULL,
  used_at integer
);

-- One row for each (token, subject): a main account's first pair is shared by all of its shops and merchants.
CREATE TABLE IF NOT EXISTS access_token (
  token text NOT NULL,
  partner_id bigint NOT NULL REFERENCES app ON DELETE CASCADE,
  subject_kind text NOT NULL CHECK (subject_kind IN ('shop', 'merchant')),
  subject_id bigint NOT NULL,
  expires_at integer NOT NULL,
  PRIMARY KEY (token, subject_kind, subject_id)
);
CREATE INDEX IF NOT EXISTS access_token_subject ON access_token (subject_kind, subject_id);

CREATE TABLE IF NOT EXISTS refresh_token (
  token text NOT NULL,
  partner_id bigint NOT NULL REFERENCES app ON DELETE CASCADE,
  subject_kind text NOT NULL CHECK (subject_kind IN ('shop', 'merchant')),
  subject_id bigint NOT NULL,
  expires_at integer NOT NULL,
  used_at integer,
  PRIMARY KEY (token, subject_kind, subject_id)
);
CREATE INDEX IF NOT EXISTS refresh_token_subject ON refresh_token (subject_kind, subject_id);

CREATE TABLE IF NOT EXISTS push (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  partner_id bigint NOT NULL REFERENCES app ON DELETE CASCADE,
  shop_id bigint,
  code integer NOT NULL,
  -- The exact bytes that are signed and sent.
  body text NOT NULL,
  created_at integer NOT NULL,
  due_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  -- Whether it has had its turn at being held back (disorder) and at being sent twice (duplicates).
  held boolean NOT NULL DEFAULT false,
  repeated boolean NOT NULL DEFAULT false,
  lost_at integer,
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'delivered', 'lost', 'consumed')),
  last_answer text
);
CREATE INDEX IF NOT EXISTS push_due ON push (due_at, id) WHERE status = 'waiting';
CREATE INDEX IF NOT EXISTS push_lost ON push (partner_id, id) WHERE status = 'lost';

CREATE TABLE IF NOT EXISTS fault (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  rate double precision NOT NULL DEFAULT 1 CHECK (rate BETWEEN 0 AND 1),
  path_pattern text,
  seed text NOT NULL,
  -- Calls still to be struck; null = no end.
  remaining integer,
  considered integer NOT NULL DEFAULT 0,
  struck integer NOT NULL DEFAULT 0,
  parameters jsonb NOT NULL DEFAULT '{}'
);

-- The platform's own counters for ids that must look like its ids.
CREATE SEQUENCE IF NOT EXISTS shop_id_seq START 220000001;
CREATE SEQUENCE IF NOT EXISTS merchant_id_seq START 1000401;
CREATE SEQUENCE IF NOT EXISTS main_account_id_seq START 3100001;
ALTER TABLE app ADD COLUMN IF NOT EXISTS push_suspended_at integer;
ALTER TABLE push ADD COLUMN IF NOT EXISTS held boolean NOT NULL DEFAULT false;
ALTER TABLE push ADD COLUMN IF NOT EXISTS repeated boolean NOT NULL DEFAULT false;
ALTER TABLE push ADD COLUMN IF NOT EXISTS lost_at integer;
CREATE INDEX IF NOT EXISTS push_created ON push (created_at);
