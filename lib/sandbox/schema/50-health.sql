-- The platform's penalties of a shop. Rates are counted from its orders on request.

CREATE TABLE IF NOT EXISTS penalty_point (
  reference_id bigint GENERATED ALWAYS AS IDENTITY (START WITH 5100001) PRIMARY KEY,
  shop_id bigint NOT NULL REFERENCES shop ON DELETE CASCADE,
  issue_time integer NOT NULL,
  original_points integer NOT NULL,
  latest_points integer NOT NULL,
  violation_type integer NOT NULL
);

CREATE TABLE IF NOT EXISTS punishment (
  reference_id bigint GENERATED ALWAYS AS IDENTITY (START WITH 6100001) PRIMARY KEY,
  shop_id bigint NOT NULL REFERENCES shop ON DELETE CASCADE,
  issue_time integer NOT NULL,
  end_time integer NOT NULL,
  punishment_type integer NOT NULL,
  reason integer NOT NULL
);
