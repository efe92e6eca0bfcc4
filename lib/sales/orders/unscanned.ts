import 'server-only'
import { Prisma } from '@/lib/generated/prisma/client'
import { unmovedChannels } from './channels'
import { CANCEL_NEAR_HOURS, CANCEL_PASSED_DAYS, PLATFORM_CANCEL_DAYS, scannedStates } from './platform-cancel'

/** The orders that the seller has to ship: written as in the index orders_dispatch. */
export const toShip = Prisma.sql`o.status IN ('confirmed', 'processing') AND o.platform = 'shopee' AND NOT o.fulfilled_by_platform`
export const due = Prisma.sql`coalesce(o.ship_by, 'infinity'::timestamptz)`

/** Parcels that the platform will not cancel for want of a scan: the carrier has them, or none of it comes for them. */
const scanned = Prisma.sql`(coalesce(k.platform_status = ANY (${scannedStates}), false)
  OR coalesce(k.channel_id = ANY (${unmovedChannels}) AND k.arranged_at IS NOT NULL, false))`

/** The order's parcels together. Some answers of the platform run ahead of the order's own status. */
export const parcels = (organizationId: string) => Prisma.sql`CROSS JOIN LATERAL (
  SELECT bool_and(k.arranged_at IS NOT NULL) AS arranged, bool_and(k.printed_at IS NOT NULL) AS printed,
    bool_and(k.packed_at IS NOT NULL) AS packed, coalesce(bool_or(k.platform_status = 'LOGISTICS_PICKUP_RETRY'), false) AS retry,
    coalesce(bool_and(${scanned}), false) AS scanned, min(k.platform_cancels_at) AS cancels_at
  FROM package k WHERE k.organization_id = ${organizationId}::uuid AND k.order_id = o.id
) p`

/**
 * For an order with its parcels: the moment of the platform's cancellation, as it states it, else about three days
 * after the deadline.
 */
export const cancelsAt = Prisma.sql`coalesce(p.cancels_at, o.ship_by + make_interval(days => ${PLATFORM_CANCEL_DAYS}::int))`

/**
 * For an order with its parcels: late, and no carrier has scanned one of them. The platform cancels such an order by
 * itself.
 */
export const isUnscannedLate = (now: Date) => Prisma.sql`(
  ${due} < ${now}::timestamptz
  AND ${due} > ${now}::timestamptz - make_interval(days => ${PLATFORM_CANCEL_DAYS + CANCEL_PASSED_DAYS}::int)
  AND NOT p.scanned)`

/** Likewise: within a day of that moment, or past it and open still. */
export const isCancelledSoon = (now: Date) => Prisma.sql`(${isUnscannedLate(now)}
  AND ${cancelsAt} <= ${now}::timestamptz + make_interval(hours => ${CANCEL_NEAR_HOURS}::int))`
