import 'server-only'
import { nameGaps, type NamedGap } from '@/lib/money/ads/coverage'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import type { SalesFilters } from '@/lib/sales/sales-figures/filters'
import { addDays, localDay, startOfMonth, type DayRange } from '@/lib/core/dates'
import { recostingOf, type Recosting } from '@/lib/catalog/costs/recosting'
import { readerOf, type Reader, type Scope } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { listResultsOf } from './queries'
import { tileOf, type Tile } from './tile-figures'

type Viewer = Pick<Member, 'organizationId' | 'timeZone' | 'role'> & Scope
export const tileKeys = ['today', 'yesterday', 'month'] as const
export type ProfitTile = Tile & { key: (typeof tileKeys)[number]; range: DayRange; gaps: NamedGap[] }
export type ProfitTiles = {
  tiles: ProfitTile[]
  shop: string | null
  channel: string | null
  recosting: Recosting | null
}

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
  const sums = results.map(tileOf)
  const isLacking = results.some(({ adsGaps }) => adsGaps.length > 0) || sums.some(({ lacks }) => lacks.cost > 0n)
  const { shops, recosting } = isLacking ? await explainLacks(db, organizationId) : { shops: [], recosting: null }
  const tiles = tileKeys.map((key, at): ProfitTile => {
    return { key, range: ranges[key], gaps: nameGaps(results[at]!.adsGaps, shops), ...sums[at]! }
  })
  return { tiles, shop, channel, recosting }
}

type Explained = { shops: { id: string; name: string }[]; recosting: Recosting | null }

/** The names of the shops that lack reports of ads, and whether costs are on their way to orders. */
async function explainLacks(db: Reader, organizationId: string): Promise<Explained> {
  const [explained] = await db.$queryRaw<[Explained]>`
    SELECT (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name)), '[]') FROM shop
        WHERE organization_id = ${organizationId}::uuid) AS shops,
      ${recostingOf(organizationId)} AS recosting`
  return explained
}
