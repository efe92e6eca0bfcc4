import 'server-only'
import type { Day } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Code } from './fact-rows'

/** The first and the last known day of each shop's wallet. */
export async function readWalletDays(
  db: Db,
  organizationId: string,
  codes: readonly Code[],
): Promise<Map<string, { first: Day; last: Day }>> {
  const shops = [...new Set(codes.map(({ shopId }) => shopId))]
  const ofShop = Prisma.sql`SELECT to_char(w.local_day, 'YYYY-MM-DD') FROM wallet_transaction w WHERE w.organization_id = ${organizationId}::uuid AND w.shop_id = s.id`
  const rows = await db.$queryRaw<{ id: string; first: Day | null; last: Day | null }[]>`
    SELECT s.id, (${ofShop} ORDER BY w.at, w.id LIMIT 1) AS first, (${ofShop} ORDER BY w.at DESC, w.id DESC LIMIT 1) AS last FROM unnest(${shops}::uuid[]) AS s(id)`
  return new Map(rows.flatMap(({ id, first, last }) => (first && last ? [[id, { first, last }] as const] : [])))
}
