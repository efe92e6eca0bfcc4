import 'server-only'
import type { Day } from '@/lib/core/dates'
import { Prisma } from '@/lib/generated/prisma/client'
import { scannedStates } from '../orders/platform-cancel'

/**
 * For an order (`o`) and a parcel of it (`k`): the carrier comes on a day after the one by which it has to be shipped.
 */
export const comesTooLate = (
  timeZone: string | Prisma.Sql,
) => Prisma.sql`(k.method = 'pickup' AND k.pickup_at IS NOT NULL
  AND (k.pickup_at AT TIME ZONE ${timeZone})::date > (o.ship_by AT TIME ZONE ${timeZone})::date)`

/**
 * For an order (`o`) and a parcel of it (`k`): the carrier is to come on a day after the one by which it has to be
 * shipped, and has not come yet. Dropped off, it would still be in time; once that day is over, nothing is proposed any
 * more.
 */
export const isLatePickup = (timeZone: string, today: Day) => Prisma.sql`(${comesTooLate(timeZone)}
  AND (o.ship_by AT TIME ZONE ${timeZone})::date >= ${today}::date
  AND coalesce(k.platform_status <> ALL (${scannedStates}), true))`
