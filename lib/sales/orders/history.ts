import 'server-only'
import { Prisma } from '@/lib/generated/prisma/client'

/** Longer than the platform lets an order wait: it cancels by itself what no carrier scans within days of its deadline. */
export const HISTORY_AFTER_DAYS = 30

/**
 * For an order of the marketplace (`o`) that is open here and long past its deadline, the end never reached us: it stands
 * in a sheet from before, or its shop is no longer connected. It is history: neither late nor due, and no work of the day.
 * Without a deadline it counts from twice as long after it was placed. A sale on another channel stays work until it is
 * closed. An import can be marked as history at any age (`is_history`), until the platform itself or a newer sheet reports
 * the order.
 */
export const isHistory = (now: Date) => Prisma.sql`(o.is_history OR o.platform = 'shopee'
  AND coalesce(o.ship_by, o.placed_at + make_interval(days => ${HISTORY_AFTER_DAYS}::int))
    < ${now}::timestamptz - make_interval(days => ${HISTORY_AFTER_DAYS}::int))`
