-- Checks over the company's own data and connections: a run, and what each check of it found. Only the latest run keeps rows.
CREATE TYPE "HealthRunState" AS ENUM ('queued', 'running', 'done', 'failed');
CREATE TYPE "HealthOutcome" AS ENUM ('healthy', 'found', 'unknown');
CREATE TYPE "HealthSeverity" AS ENUM ('critical', 'warning', 'notice');
CREATE TYPE "HealthRepairState" AS ENUM ('asked', 'done', 'failed');

CREATE TABLE "health_run" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "state" "HealthRunState" NOT NULL DEFAULT 'queued',
    "asked_by" UUID,
    "done" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER NOT NULL,
    "score" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "moved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "health_run_pkey" PRIMARY KEY ("organization_id","id"),
    CONSTRAINT "health_run_scored" CHECK ((state = 'done') = (score IS NOT NULL)),
    CONSTRAINT "health_run_ended" CHECK ((state IN ('done', 'failed')) = (ended_at IS NOT NULL))
);
CREATE INDEX "health_run_organization_id_created_at_id_idx" ON "health_run"("organization_id", "created_at" DESC, "id" DESC);
CREATE UNIQUE INDEX "health_run_one_at_a_time" ON "health_run"("organization_id") WHERE state IN ('queued', 'running');

CREATE TABLE "health_finding" (
    "organization_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "check" TEXT NOT NULL,
    "severity" "HealthSeverity" NOT NULL,
    "outcome" "HealthOutcome" NOT NULL,
    "count" BIGINT NOT NULL DEFAULT 0,
    "rows" JSONB NOT NULL DEFAULT '[]',
    "took_ms" INTEGER NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "repair" "HealthRepairState",

    CONSTRAINT "health_finding_pkey" PRIMARY KEY ("organization_id","run_id","check"),
    CONSTRAINT "health_finding_counted" CHECK ((outcome = 'found') = (count > 0))
);
ALTER TABLE "health_finding" ADD CONSTRAINT "health_finding_organization_id_run_id_fkey"
  FOREIGN KEY ("organization_id", "run_id") REFERENCES "health_run"("organization_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

ALTER TABLE health_run ENABLE ROW LEVEL SECURITY;
ALTER TABLE health_run FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON health_run USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
ALTER TABLE health_finding ENABLE ROW LEVEL SECURITY;
ALTER TABLE health_finding FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON health_finding USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
GRANT SELECT, INSERT, UPDATE ON health_run TO mascate_app;
GRANT SELECT ON health_finding TO mascate_app;
GRANT UPDATE (repair) ON health_finding TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON health_run, health_finding TO mascate_worker;

-- Levels that are not the sum of their movements become it; those alone are locked, as whoever books locks them. Answers how many.
CREATE FUNCTION recount_stock_levels() RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
  v_products uuid[];
  v_changed integer;
BEGIN
  IF v_org IS NULL THEN RAISE EXCEPTION 'no organization' USING errcode = '42501'; END IF;
  v_products := array(
    SELECT product_id FROM (
      SELECT product_id, location_id, on_hand, reserved FROM stock_level WHERE organization_id = v_org
      UNION ALL SELECT product_id, location_id, -on_hand_delta, -reserved_delta FROM stock_movement WHERE organization_id = v_org) t
    GROUP BY product_id, location_id HAVING sum(on_hand) <> 0 OR sum(reserved) <> 0);
  INSERT INTO stock_level (organization_id, product_id, location_id)
  SELECT DISTINCT v_org, product_id, location_id FROM stock_movement WHERE organization_id = v_org AND product_id = ANY (v_products)
  ORDER BY 2, 3 ON CONFLICT DO NOTHING;
  PERFORM 1 FROM stock_level WHERE organization_id = v_org AND product_id = ANY (v_products) ORDER BY product_id, location_id FOR UPDATE;
  UPDATE stock_level l SET on_hand = s.on_hand, reserved = s.reserved
  FROM (
    SELECT k.product_id, k.location_id, coalesce(sum(m.on_hand_delta), 0)::bigint AS on_hand, coalesce(sum(m.reserved_delta), 0)::bigint AS reserved
    FROM stock_level k LEFT JOIN stock_movement m ON m.organization_id = v_org AND m.product_id = k.product_id AND m.location_id = k.location_id
    WHERE k.organization_id = v_org AND k.product_id = ANY (v_products) GROUP BY 1, 2) s
  WHERE l.organization_id = v_org AND l.product_id = s.product_id AND l.location_id = s.location_id
    AND (l.on_hand, l.reserved) IS DISTINCT FROM (s.on_hand, s.reserved);
  GET DIAGNOSTICS v_changed = ROW_COUNT;
  RETURN v_changed;
END $$;
REVOKE ALL ON FUNCTION recount_stock_levels FROM PUBLIC;
GRANT EXECUTE ON FUNCTION recount_stock_levels TO mascate_worker;

-- A month's roll-ups, made anew from its orders. Call it in a transaction of one moment: what is appended meanwhile then stays beside it.
CREATE FUNCTION rebuild_sales_month(p_month date) RETURNS void LANGUAGE plpgsql SET search_path = public AS $$
DECLARE
  v_org constant uuid := current_organization();
  v_end constant date := (p_month + interval '1 month')::date;
  v_day date;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('fold_sales:' || v_org, 0));
  DELETE FROM sales_day_delta WHERE organization_id = v_org AND day >= p_month AND day < v_end;
  DELETE FROM product_day_delta WHERE organization_id = v_org AND day >= p_month AND day < v_end;
  DELETE FROM money_day_delta WHERE organization_id = v_org AND day >= p_month AND day < v_end;
  DELETE FROM sales_day WHERE organization_id = v_org AND day >= p_month AND day < v_end;
  DELETE FROM sales_hour WHERE organization_id = v_org AND day >= p_month AND day < v_end;
  DELETE FROM sales_state WHERE organization_id = v_org AND day >= p_month AND day < v_end;
  DELETE FROM product_day WHERE organization_id = v_org AND day >= p_month AND day < v_end;
  DELETE FROM product_month WHERE organization_id = v_org AND month = p_month;
  DELETE FROM money_day WHERE organization_id = v_org AND day >= p_month AND day < v_end;
  FOR v_day IN SELECT DISTINCT local_day FROM orders WHERE organization_id = v_org AND local_day >= p_month AND local_day < v_end LOOP
    PERFORM append_order_deltas(array(SELECT id FROM orders WHERE organization_id = v_org AND local_day = v_day), 1);
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION rebuild_sales_month FROM PUBLIC;
GRANT EXECUTE ON FUNCTION rebuild_sales_month TO mascate_worker;
GRANT DELETE ON sales_day, sales_hour, sales_state, product_day, product_month, money_day TO mascate_worker;

-- Jobs of the company that failed as often as they may and are tried no more.
CREATE FUNCTION list_dead_jobs() RETURNS TABLE (job_id bigint, task text, attempts integer, failed_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT j.id, t.identifier, j.attempts::integer, j.updated_at
  FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
  WHERE j.attempts >= j.max_attempts AND j.locked_at IS NULL AND j.payload ->> 'organizationId' = current_organization()::text;
END $$;
CREATE FUNCTION retry_dead_jobs() RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_jobs bigint[] := array(SELECT job_id FROM list_dead_jobs());
BEGIN
  PERFORM graphile_worker.reschedule_jobs(v_jobs, now(), NULL, 0);
  RETURN cardinality(v_jobs);
END $$;
REVOKE ALL ON FUNCTION list_dead_jobs, retry_dead_jobs FROM PUBLIC;
GRANT EXECUTE ON FUNCTION list_dead_jobs, retry_dead_jobs TO mascate_app;
GRANT CREATE ON SCHEMA public TO mascate_worker;
ALTER FUNCTION list_dead_jobs() OWNER TO mascate_worker;
ALTER FUNCTION retry_dead_jobs() OWNER TO mascate_worker;
REVOKE CREATE ON SCHEMA public FROM mascate_worker;
