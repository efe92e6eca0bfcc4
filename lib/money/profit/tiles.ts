import 'server-only'
import { nameGaps, type NamedGap } from '@/lib/money/ads/coverage'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import type { SalesFilters } from '@/lib/sales/sales-figures/filters'
import { addDays, localDay, startOfMonth, type DayRange } from '@/lib/core/dates'
import { readerOf, type Scope } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { listResultsOf, listShopNames } from './queries'
import { tileOf, type Tile } from './tile-figures'

type Viewer = Pick<Member, 'organizationId' | 'timeZone' | 'role'> & Scope
export const tileKeys = ['today', 'yesterday', 'month'] as const
export type ProfitTile = Tile & { key: (typeof tileKeys)[number]; range: DayRange; gaps: NamedGap[] }
export type ProfitTiles = { tiles: ProfitTile[]; shop: string | null; channel: string | null }

/**
 * The profit of today, yesterday and this month, for the shop or channel of the dashboard; for roles that read
 * settlement and cost.
 */
export async function getProfitTiles(
  viewer: Viewer,
  { shop, channel }: Pick<SalesFilters, 'shop' | 'channel'>,
  now = new Date(),
): Promise<ProfitTiles> {
  if (!can(viewer.role, 'money.read')) throw new UserError('permissionDenied')
  const { organizationId, timeZone } = viewer
  const today = localDay(now, timeZone)
  const yesterday = addDays(today, -1)
  const ranges: Record<(typeof tileKeys)[number], DayRange> = {
    today: { from: today, to: today },
    yesterday: { from: yesterday, to: yesterday },
    month: { from: startOfMonth(today), to: today },
  }
  const scope = { shop, channel, entity: null }
  const db = readerOf(viewer)
  const results = await listResultsOf(db, organizationId, Object.values(ranges), scope, today)
  const lacking = results.some(({ adsGaps }) => adsGaps.length > 0)
  const shops = lacking ? await listShopNames(db, organizationId) : []
  const tiles = tileKeys.map((key, at): ProfitTile => {
    const result = results[at]!
    return { key, range: ranges[key], gaps: nameGaps(result.adsGaps, shops), ...tileOf(result) }
  })
  return { tiles, shop, channel }
}
