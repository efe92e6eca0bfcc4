import 'server-only'
import type { z } from 'zod'
import { localDay } from '@/lib/core/dates'
import { withOrganization, type Actor } from '@/lib/core/db'
import { directChannels } from '@/lib/sales/orders/channels'
import { resolveSelection } from '@/lib/sales/dispatch/request-run'
import type { listChoicesInput, RunProblemCode, ShipMethod } from '@/lib/sales/dispatch/schema'
import { patienceOfAPerson, withShopToken } from '../../shops/tokens'
import { getShippingParameter, type ShippingChoices } from '@/lib/shopee/logistics'
import { problemOf } from './dispatch-orders'

const MAX_GROUPS = 20

/** `day`: of the company's days; of its hours the platform says nothing. */
export type PickupSlot = {
  id: string
  label: string | null
  date: string | null
  day: string | null
  isRecommended: boolean
}
export type PickupAddress = { id: string; text: string; isDefault: boolean; slots: PickupSlot[] }
/** Orders of one shop that leave by one carrier: what is chosen once for all of them. */
export type ChoiceGroup = {
  shopId: string
  shopName: string
  channelId: string | null
  carrier: string | null
  retry: boolean
  count: number
  /** The earliest day by which one of them has to leave, as the company counts days; null where none has one. */
  shipByDay: string | null
  methods: ShipMethod[]
  addresses: PickupAddress[]
  branches: { id: string; text: string }[]
  problem: RunProblemCode | null
  problemText: string | null
}
export type Choices = { groups: ChoiceGroup[]; skipped: number }

type Row = {
  shopId: string
  shopName: string
  channelId: string | null
  carrier: string | null
  retry: boolean
  count: bigint
  shipBy: Date | null
  code: string
  number: string
  isSplit: boolean
}

/** How the chosen orders may leave, as the platform says of one of each shop and carrier. */
export async function listShippingChoices(
  actor: Actor,
  { selection }: z.output<typeof listChoicesInput>,
): Promise<Choices> {
  const { organizationId } = actor
  const { rows, total, timeZone } = await withOrganization(actor, async (db) => {
    const { timeZone: zone } = await db.organization.findUniqueOrThrow({
      where: { id: organizationId },
      select: { timeZone: true },
    })
    const ids = await resolveSelection(db, actor, selection)
    const rows = await db.$queryRaw<Row[]>`
      SELECT o.shop_id AS "shopId", s.name AS "shopName", k.channel_id AS "channelId", max(k.carrier) AS carrier,
        k.platform_status IS NOT DISTINCT FROM 'LOGISTICS_PICKUP_RETRY' AS retry, count(DISTINCT o.id) AS count, min(o.ship_by) AS "shipBy", min(o.external_code) AS code,
        (array_agg(k.number ORDER BY o.external_code))[1] AS number,
        (array_agg((SELECT count(*) > 1 FROM package x WHERE x.organization_id = ${organizationId}::uuid AND x.order_id = o.id) ORDER BY o.external_code))[1] AS "isSplit"
      FROM orders o JOIN shop s ON s.organization_id = ${organizationId}::uuid AND s.id = o.shop_id
      JOIN package k ON k.organization_id = ${organizationId}::uuid AND k.order_id = o.id
      WHERE o.organization_id = ${organizationId}::uuid AND o.id = ANY (${ids}::uuid[]) AND NOT o.fulfilled_by_platform
        AND (k.platform_status IS NOT DISTINCT FROM 'LOGISTICS_PICKUP_RETRY' OR (o.status = 'confirmed' AND k.arranged_at IS NULL
          AND o.invoice_state IS DISTINCT FROM 'rejected' AND o.invoice_state IS DISTINCT FROM 'none'))
      GROUP BY 1, 2, 3, 5 ORDER BY 2, 3, 5 LIMIT ${MAX_GROUPS}`
    return { rows: rows, total: ids.length, timeZone: zone }
  })
  const groups = await Promise.all(rows.map((row) => readGroup(actor, row, timeZone)))
  const covered = rows.reduce((sum, { count }) => sum + Number(count), 0)
  return { groups, skipped: Math.max(0, total - covered) }
}

async function readGroup(actor: Actor, row: Row, timeZone: string): Promise<ChoiceGroup> {
  const { code, number, isSplit, count, shipBy, ...known } = row
  const shipByDay = shipBy && localDay(shipBy, timeZone)
  const group = { ...known, count: Number(count), shipByDay, methods: [], addresses: [], branches: [] }
  const parcel = { orderSn: code, packageNumber: isSplit ? number : null }
  try {
    const { data } = await withShopToken(
      actor,
      row.shopId,
      (shop) => getShippingParameter(shop, parcel),
      patienceOfAPerson,
    )
    return { ...group, ...offered(data, row, timeZone), problem: null, problemText: null }
  } catch (error) {
    const { errorCode, text } = problemOf(error)
    return { ...group, problem: errorCode, problemText: text }
  }
}

const joined = (parts: (string | null)[]) => parts.filter(Boolean).join(', ')

/** The platform's choices that a parcel of this carrier can take, days as the company counts them. */
export function offered(
  choices: ShippingChoices,
  { channelId, retry }: Pick<Row, 'channelId' | 'retry'>,
  timeZone: string,
): Pick<ChoiceGroup, 'methods' | 'addresses' | 'branches'> {
  const isDirect = channelId !== null && directChannels.includes(channelId)
  const { needed, pickupAddresses, branches } = choices
  const methods: ShipMethod[] = [
    ...(needed.pickup ? (['pickup'] as const) : []),
    ...(!retry && needed.dropoff && !isDirect ? (['dropoff'] as const) : []),
    ...(!retry && (needed.non_integrated ?? (isDirect ? needed.dropoff : undefined)) ? (['direct'] as const) : []),
  ]
  return {
    methods,
    addresses: pickupAddresses.map(({ addressId, line, city, isDefault, slots }) => ({
      id: addressId,
      text: joined([line, city]),
      isDefault,
      slots: slots.map(({ pickupTimeId, date, label, isRecommended }) => ({
        id: pickupTimeId,
        label,
        date: date?.toISOString() ?? null,
        day: date && localDay(date, timeZone),
        isRecommended,
      })),
    })),
    branches: needed.dropoff?.includes('branch_id')
      ? branches.map(({ branchId, line, city }) => ({ id: branchId, text: joined([line, city]) }))
      : [],
  }
}
