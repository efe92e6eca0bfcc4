import 'server-only'
import type { Db } from '@/lib/core/db'

const KEPT_DAYS = 366

/** A year of runs is kept, of each day that has passed the last one; and rows of the latest run alone. */
export async function purgeRuns(db: Db, organizationId: string, latestId: string): Promise<void> {
  await db.$executeRaw`
    DELETE FROM health_run r USING organization o WHERE o.organization_id = ${organizationId}::uuid AND r.organization_id = ${organizationId}::uuid
      AND r.state IN ('done', 'failed') AND (r.created_at < now() - make_interval(days => ${KEPT_DAYS}) OR (
        (r.created_at AT TIME ZONE o.time_zone)::date < (now() AT TIME ZONE o.time_zone)::date AND EXISTS (
          SELECT 1 FROM health_run later WHERE later.organization_id = ${organizationId}::uuid AND later.created_at > r.created_at
            AND later.state = 'done' AND (later.created_at AT TIME ZONE o.time_zone)::date = (r.created_at AT TIME ZONE o.time_zone)::date)))`
  await db.$executeRaw`
    UPDATE health_finding SET rows = '[]' WHERE organization_id = ${organizationId}::uuid AND run_id <> ${latestId}::uuid AND rows <> '[]'`
}
