-- A month that was closed, opened again and closed once more keeps each closing: `nth` counts them. The lines of a closing are those of its
-- own month and, of each month closed before it, what changed there since: `of_month` says which.

ALTER TABLE "month_close_line" DROP CONSTRAINT "month_close_line_organization_id_legal_entity_id_month_fkey";
ALTER TABLE "month_close_line" DROP CONSTRAINT "month_close_line_pkey";
ALTER TABLE "month_close" DROP CONSTRAINT "month_close_pkey";

ALTER TABLE "month_close" ADD COLUMN "nth" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN "reopened_at" TIMESTAMPTZ(3),
ADD COLUMN "reopened_by" UUID,
ADD COLUMN "reopen_reason" TEXT,
ADD CONSTRAINT "month_close_pkey" PRIMARY KEY ("organization_id", "legal_entity_id", "month", "nth");

ALTER TABLE "month_close_line" ADD COLUMN "nth" INTEGER NOT NULL,
ADD COLUMN "of_month" DATE NOT NULL,
ADD CONSTRAINT "month_close_line_pkey" PRIMARY KEY ("organization_id", "legal_entity_id", "month", "nth", "of_month", "line");

ALTER TABLE "month_close_line" ADD CONSTRAINT "month_close_line_organization_id_legal_entity_id_month_nth_fkey"
  FOREIGN KEY ("organization_id", "legal_entity_id", "month", "nth") REFERENCES "month_close"("organization_id", "legal_entity_id", "month", "nth") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- One closing stands for a month at a time.
CREATE UNIQUE INDEX month_close_standing ON month_close (organization_id, legal_entity_id, month) WHERE reopened_at IS NULL;
ALTER TABLE month_close ADD CONSTRAINT month_close_first_day CHECK (month = date_trunc('month', month)::date);
ALTER TABLE month_close ADD CONSTRAINT month_close_reopened CHECK ((reopened_at IS NULL) = (reopen_reason IS NULL));
ALTER TABLE month_close_line ADD CONSTRAINT month_close_line_earlier CHECK (of_month <= month);

GRANT UPDATE (reopened_at, reopened_by, reopen_reason) ON month_close TO mascate_app;

-- ---------------------------------------------------------------- what stays as it was closed

DROP TRIGGER month_close_kept ON month_close;
DROP TRIGGER month_close_line_kept ON month_close_line;
CREATE TRIGGER month_close_kept BEFORE DELETE OR TRUNCATE ON month_close FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER month_close_line_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON month_close_line FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Of a closing only this may change, once: that it was opened again. And only of the last one that stands.
CREATE FUNCTION allow_reopening_only() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  IF OLD.reopened_at IS NOT NULL OR NEW.reopened_at IS NULL
    OR to_jsonb(NEW) - ARRAY['reopened_at', 'reopened_by', 'reopen_reason'] <> to_jsonb(OLD) - ARRAY['reopened_at', 'reopened_by', 'reopen_reason'] THEN
    RAISE EXCEPTION 'month_close is append-only' USING errcode = '42501';
  END IF;
  IF EXISTS (SELECT FROM month_close c WHERE c.organization_id = OLD.organization_id AND c.legal_entity_id = OLD.legal_entity_id
    AND c.month > OLD.month AND c.reopened_at IS NULL) THEN
    RAISE EXCEPTION 'month_close: a later month is closed' USING errcode = '42501';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER month_close_reopening BEFORE UPDATE ON month_close FOR EACH ROW EXECUTE FUNCTION allow_reopening_only();

-- Months are closed one after the other, each when it is over.
CREATE FUNCTION require_month_order() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
DECLARE v_last date; v_today date;
BEGIN
  SELECT max(c.month) INTO v_last FROM month_close c
  WHERE c.organization_id = NEW.organization_id AND c.legal_entity_id = NEW.legal_entity_id AND c.reopened_at IS NULL;
  SELECT (now() AT TIME ZONE o.time_zone)::date INTO v_today FROM organization o WHERE o.organization_id = NEW.organization_id;
  IF NEW.reopened_at IS NOT NULL OR NEW.month <> (v_last + interval '1 month')::date OR NEW.month + interval '1 month' > v_today THEN
    RAISE EXCEPTION 'month_close: out of order' USING errcode = '42501';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER month_close_order BEFORE INSERT ON month_close FOR EACH ROW EXECUTE FUNCTION require_month_order();

-- Lines come with their closing, in one transaction, and none afterwards.
CREATE FUNCTION require_own_closing() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  IF EXISTS (SELECT FROM added a WHERE NOT EXISTS (SELECT FROM month_close c WHERE c.organization_id = a.organization_id
    AND c.legal_entity_id = a.legal_entity_id AND c.month = a.month AND c.nth = a.nth AND c.xmin = pg_current_xact_id()::xid)) THEN
    RAISE EXCEPTION 'month_close_line is append-only' USING errcode = '42501';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER month_close_line_own AFTER INSERT ON month_close_line REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION require_own_closing();
REVOKE ALL ON FUNCTION allow_reopening_only, require_month_order, require_own_closing FROM PUBLIC;
