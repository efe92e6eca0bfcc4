-- Called by lib/money/month-close/unfinished.ts. The company's days whose fees a job is still to estimate again: its months' figures will
-- change. Late bound, and owned by the queue's role, as all functions that read the queue.
CREATE OR REPLACE FUNCTION list_waiting_estimates() RETURNS TABLE (shop_id uuid, from_day date, to_day date)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT (j.payload ->> 'shopId')::uuid, (j.payload ->> 'from')::date, (j.payload ->> 'to')::date
  FROM graphile_worker._private_job_queues q JOIN graphile_worker._private_jobs j ON j.job_queue_id = q.id
  WHERE q.queue_name = 'refresh-estimates:' || current_organization();
END $$;
REVOKE ALL ON FUNCTION list_waiting_estimates FROM PUBLIC, mascate_app;
GRANT EXECUTE ON FUNCTION list_waiting_estimates TO mascate_app;
-- To own a function one must be allowed to make one, for the moment of becoming its owner.
GRANT CREATE ON SCHEMA public TO mascate_worker;
ALTER FUNCTION list_waiting_estimates OWNER TO mascate_worker;
REVOKE CREATE ON SCHEMA public FROM mascate_worker;
