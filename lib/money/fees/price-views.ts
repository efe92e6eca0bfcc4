import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { localDay, type Day } from '@/lib/core/dates'
import { readerOf, type Scope } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import type { DeadZone } from '@/lib/money/fees/dead-zones'
import { readPriceFilters, type PriceFilters } from '@/lib/money/fees/price-filters'
import { listShopPricing, type ShopPricing } from '@/lib/money/fees/shop-pricing'
import {
  listZonePrices,
  listZoneRows,
  sumZoneRows,
  type ZonePrices,
  type ZoneRow,
  type ZoneSums,
} from '@/lib/money/fees/zone-queries'
import type { Page, Query } from '@/lib/core/keyset'

type Viewer = Pick<Member, 'organizationId' | 'timeZone' | 'role'> & Scope

const ROWS_SHOWN = 50

export type PriceList = {
  filters: PriceFilters
  today: Day
  shops: { id: string; name: string }[]
  /**
   * The rules in force today, with their shops; confirmed where the charged orders of each of them match it. Shops in a
   * campaign have other zones than those outside.
   */
  rules: { id: string; name: string; isConfirmed: boolean; shops: string[]; zones: DeadZone[] }[]
  page: Page<ZoneRow>
}

/** The prices that pay less than a lower one would, with the sums of all of them. */
export async function getPricesFor(
  viewer: Viewer,
  query: Query,
  now = new Date(),
  size = ROWS_SHOWN,
): Promise<PriceList & { sums: ZoneSums }> {
  const { list, sums } = await openPricesFor(viewer, query, now, size)
  return { ...list, sums: await sums }
}

/** The same as soon as its rows are there; the sums come after them. */
export async function openPricesFor(
  viewer: Viewer,
  query: Query,
  now = new Date(),
  size = ROWS_SHOWN,
): Promise<{ list: PriceList; sums: Promise<ZoneSums> }> {
  if (!can(viewer.role, 'money.read')) throw new UserError('permissionDenied')
  const { organizationId, timeZone } = viewer
  const filters = readPriceFilters(query)
  const today = localDay(now, timeZone)
  const db = readerOf(viewer)
  const shops = await listShopPricing(db, organizationId, today)
  const prices = await listZonePrices(db, organizationId, shops)
  const page = await listZoneRows(db, organizationId, prices, filters, { today, size })
  const list = {
    filters,
    today,
    shops: shops.map(({ id, name }) => ({ id, name })),
    rules: rulesOf(prices, shops),
    page,
  }
  return { list, sums: sumZoneRows(db, organizationId, prices, filters, today) }
}

function rulesOf(prices: readonly ZonePrices[], shops: readonly ShopPricing[]): PriceList['rules'] {
  const rules = new Map<string, PriceList['rules'][number]>()
  for (const { shopId, rule, zones } of prices) {
    const { name, isConfirmed } = shops.find(({ id }) => id === shopId)!
    const key = [
      rule.id,
      ...zones.map(({ fromCents, toCents, paysCents }) => `${fromCents}-${toCents}-${paysCents}`),
    ].join()
    const known = rules.get(key)
    if (known) {
      known.shops.push(name)
      known.isConfirmed &&= isConfirmed
    } else rules.set(key, { id: key, name: rule.name, isConfirmed, shops: [name], zones })
  }
  return [...rules.values()]
}
