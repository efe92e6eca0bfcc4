import 'server-only'
import { z } from 'zod'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import type { Day } from '@/lib/core/dates'
import { withOrganization, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { asDay } from '@/lib/core/database/days'
import { healthMarks, type HealthMark } from './schema'

export type LateOrder = { code: string; orderId: string | null; dueAt: Date | null; lateDays: number | null }
export type BlockedListing = { itemId: string; title: string | null; reason: number | null }
export type HealthValue = {
  mark: HealthMark
  /** Null: the platform does not tell. */
  value: number | null
  target: number | null
  previous: number | null
  isOff: boolean
}
/** As the shop's statistics tell it; null is what they do not say. `conversionBp`: in hundredths of a percent. */
export type ShopVisits = {
  day: Day
  visitors: number | null
  clicks: number | null
  orders: number | null
  conversionBp: number | null
}
/** A listing over the days of the latest file; null is what it does not say. */
export type ListingVisits = {
  itemId: string
  title: string
  visitors: number | null
  cartUnits: number | null
  units: number | null
  conversionBp: number | null
}
export type ListingPeriod = { from: Day; to: Day; rows: ListingVisits[]; total: number }
export type ShopHealthView = {
  shopId: string
  shopName: string
  /** Once at least: what the platform says of it is asked for. */
  isConnected: boolean
  /** Null: not asked yet. */
  asOf: Date | null
  problem: string | null
  values: HealthValue[]
  lateOrders: LateOrder[]
  blockedListings: BlockedListing[]
  /** The latest days, newest first. */
  visits: ShopVisits[]
  /** The most visited first; null where no file had listings. */
  listings: ListingPeriod | null
}

const shownDays = 31
/** By placed orders where they are known, else as the file has them. */
const bases = ['placed', 'confirmed', 'paid']
const rankOf = (basis: string) => (bases.includes(basis) ? bases.indexOf(basis) : bases.length)

async function listVisits(db: Db, organizationId: string, shopId: string): Promise<ShopVisits[]> {
  const rows = await db.shopDayStat.findMany({
    where: { organizationId, shopId },
    orderBy: [{ day: 'desc' }, { basis: 'asc' }],
    take: shownDays * bases.length,
    select: { day: true, basis: true, visitors: true, clicks: true, orders: true, conversionBp: true },
  })
  const days = new Map<Day, ShopVisits>()
  for (const { day: at, basis: _, ...figures } of rows.toSorted((a, b) => rankOf(a.basis) - rankOf(b.basis))) {
    const day = at.toISOString().slice(0, 10)
    if (!days.has(day)) days.set(day, { day, ...figures })
  }
  return [...days.values()].toSorted((a, b) => (a.day < b.day ? 1 : -1)).slice(0, shownDays)
}

const shownListings = 30

async function listListingVisits(db: Db, organizationId: string, shopId: string): Promise<ListingPeriod | null> {
  const last = await db.listingStat.findFirst({
    where: { organizationId, shopId },
    orderBy: [{ toDay: 'desc' }, { fromDay: 'desc' }],
    select: { fromDay: true, toDay: true },
  })
  if (!last) return null
  const where = { organizationId, shopId, ...last }
  const rows = await db.listingStat.findMany({
    where,
    orderBy: [{ visitors: { sort: 'desc', nulls: 'last' } }, { itemId: 'asc' }],
    take: shownListings,
    select: { itemId: true, title: true, visitors: true, cartUnits: true, units: true, conversionBp: true },
  })
  const total = await db.listingStat.count({ where })
  return { from: asDay(last.fromDay), to: asDay(last.toDay), rows, total }
}

const details = z.object({
  previous: z.number().nullable().catch(null),
  rows: z
    .array(
      z.object({
        code: z.string().nullish().catch(null),
        due: z.coerce.date().nullish().catch(null),
        lateDays: z.number().nullish().catch(null),
        itemId: z.string().nullish().catch(null),
        reason: z.number().nullish().catch(null),
      }),
    )
    .catch([]),
})
const detailsOf = (reported: unknown) => details.safeParse(reported).data ?? { previous: null, rows: [] }

type Viewer = Pick<Member, 'organizationId' | 'role'>

/** Each connected or once connected shop, and each with imported statistics, with the platform's latest figures. */
export async function getHealthFor(viewer: Viewer): Promise<ShopHealthView[]> {
  const { organizationId, role } = viewer
  if (!can(role, 'dispatch.work')) throw new UserError('permissionDenied')
  return withOrganization(viewer, async (db) => {
    const shops = await db.shop.findMany({
      where: {
        organizationId,
        platform: 'shopee',
        OR: [{ connectedAt: { not: null } }, { dayStats: { some: {} } }, { listingStats: { some: {} } }],
      },
      select: { id: true, name: true, connectedAt: true },
      orderBy: { name: 'asc' },
    })
    const visits = new Map<string, ShopVisits[]>()
    const listingVisits = new Map<string, ListingPeriod | null>()
    for (const { id } of shops) {
      visits.set(id, await listVisits(db, organizationId, id))
      listingVisits.set(id, await listListingVisits(db, organizationId, id))
    }
    const rows = await db.shopHealth.findMany({
      where: { organizationId },
      select: { shopId: true, mark: true, value: true, target: true, details: true, asOf: true },
    })
    const states = await db.syncState.findMany({
      where: { organizationId, stream: 'health' },
      select: { shopId: true, errorCode: true },
    })
    const withDetails = rows.map((row) => ({ ...row, ...detailsOf(row.details) }))
    const codes = withDetails.flatMap(({ rows: list }) => list.flatMap(({ code }) => code ?? []))
    const items = withDetails.flatMap(({ rows: list }) => list.flatMap(({ itemId }) => itemId ?? []))
    const orders = await db.order.findMany({
      where: { organizationId, platform: 'shopee', externalCode: { in: codes } },
      select: { id: true, externalCode: true },
    })
    const listings = await db.listing.findMany({
      where: { organizationId, itemId: { in: items } },
      select: { itemId: true, title: true },
      distinct: ['itemId'],
    })
    const orderIds = new Map(orders.map(({ externalCode, id }) => [externalCode, id]))
    const titles = new Map(listings.map(({ itemId, title }) => [itemId, title]))
    return shops.map((shop): ShopHealthView => {
      const own = withDetails.filter(({ shopId }) => shopId === shop.id)
      const of = (mark: HealthMark) => own.find((row) => row.mark === mark)
      return {
        shopId: shop.id,
        shopName: shop.name,
        isConnected: shop.connectedAt !== null,
        visits: visits.get(shop.id) ?? [],
        listings: listingVisits.get(shop.id) ?? null,
        asOf: own[0]?.asOf ?? null,
        problem: states.find(({ shopId }) => shopId === shop.id)?.errorCode ?? null,
        values: healthMarks.map((mark) => {
          const row = of(mark)
          const [value, target] = [row?.value?.toNumber() ?? null, row?.target?.toNumber() ?? null]
          const isOff = value !== null && (mark === 'penaltyPoints' ? value > 0 : target !== null && value > target)
          return { mark, value, target, previous: row?.previous ?? null, isOff }
        }),
        lateOrders: (of('lateOrders')?.rows ?? []).flatMap(({ code, due, lateDays }) =>
          code ? { code, orderId: orderIds.get(code) ?? null, dueAt: due ?? null, lateDays: lateDays ?? null } : [],
        ),
        blockedListings: (of('blockedListings')?.rows ?? []).flatMap(({ itemId, reason }) =>
          itemId ? { itemId, title: titles.get(itemId) ?? null, reason: reason ?? null } : [],
        ),
      }
    })
  })
}
