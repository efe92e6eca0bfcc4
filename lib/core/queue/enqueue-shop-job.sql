-- Called by lib/assist/agent-tasks/records.ts, lib/catalog/mapping/map-listing.ts, lib/catalog/warehouse/shelf-miss.ts,
-- lib/connect/sync/listing-updates/plan-listing-updates.ts, lib/connect/sync/streams/streams.ts, lib/core/queue/task.ts, lib/money/prices/change-record.ts,
-- lib/sales/dispatch/request-run.ts. As enqueue_job; jobs of one queue follow each other, and none before p_run_at.
CREATE OR REPLACE FUNCTION enqueue_shop_job(
  p_task text, p_payload json, p_key text, p_queue text, p_run_at timestamptz DEFAULT NULL::timestamptz
)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF current_organization() IS NULL THEN RAISE EXCEPTION 'no organization' USING errcode = '42501'; END IF;
  PERFORM graphile_worker.add_job(p_task,
    (p_payload::jsonb || jsonb_build_object('organizationId', current_organization()))::json,
    queue_name => p_queue, run_at => p_run_at, job_key => p_key, max_attempts => 10, flags => job_owner());
END $$;
REVOKE ALL ON FUNCTION enqueue_shop_job FROM PUBLIC, mascate_app;
GRANT EXECUTE ON FUNCTION enqueue_shop_job TO mascate_app;
-- To own a function one must be allowed to make one, for the moment of becoming its owner.
GRANT CREATE ON SCHEMA public TO mascate_worker;
ALTER FUNCTION enqueue_shop_job OWNER TO mascate_worker;
REVOKE CREATE ON SCHEMA public FROM mascate_worker;
