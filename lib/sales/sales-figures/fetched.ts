import 'server-only'
import { localDay, type Day } from '@/lib/core/dates'
import type { Reader } from '@/lib/core/db'

type Part = { shop: string | null; channel: string | null }

/**
 * Whether all orders from a day on are here, for the day that is asked about: while the first history of a shop comes in, newest first,
 * the days before are missing or half there, and nothing compares with them. A manual channel has no history to wait for.
 */
export async function readFetched(
  db: Reader,
  { organizationId, timeZone }: { organizationId: string; timeZone: string },
  { shop, channel }: Part,
): Promise<(from: Day) => boolean> {
  if (channel !== null && shop === null) return () => true
  const [{ reached } = { reached: null }] = await db.$queryRaw<{ reached: Date | null }[]>`
    SELECT max(y.history_reached) AS reached
    FROM sync_state y JOIN shop s ON s.organization_id = y.organization_id AND s.id = y.shop_id AND s.status = 'active'
    WHERE y.organization_id = ${organizationId}::uuid AND y.stream = 'orders' AND y.history_reached > y.history_from
      AND (${shop}::uuid IS NULL OR y.shop_id = ${shop}::uuid)`
  return (from) => reached === null || localDay(reached, timeZone) < from
}
