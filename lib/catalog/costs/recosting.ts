import 'server-only'
import { Prisma } from '@/lib/generated/prisma/client'

/** Orders that take on costs in the background; `total` is zero where a cost is taken back that only the run itself finds. */
export type Recosting = { done: number; total: number }

/**
 * The company's recosting as one JSON value, null while there is none. Runs that ended since the oldest open one was asked for
 * count as done: the share only grows.
 */
export const recostingOf = (organizationId: string) => Prisma.sql`(
  SELECT json_build_object('total', sum(total), 'done', sum(CASE WHEN state IN ('waiting', 'running') THEN least(done, total) ELSE total END))
  FROM recost_run WHERE organization_id = ${organizationId}::uuid AND created_at >= (
    SELECT min(created_at) FROM recost_run WHERE organization_id = ${organizationId}::uuid AND state IN ('waiting', 'running'))
  HAVING count(*) > 0)`
