import { localDay, addDays } from '@/lib/core/dates'
import { can, type Role } from '@/lib/core/permissions'
import { getAttentionFor, getSalesSummary } from '@/lib/insight/dashboard/views'
import { listAttention } from '@/lib/insight/dashboard/attention-items'
import { getHubFor } from '@/lib/insight/hub/views'
import { figureHref } from '@/lib/money/profit/tile-href'
import { getProfitTiles } from '@/lib/money/profit/tiles'
import { getDispatchFor } from '@/lib/sales/dispatch/views'
import { ordersHref, readSalesFilters } from '@/lib/sales/sales-figures/filters'
import { validOrders } from '@/lib/sales/sales-figures/figures'
import { orderStatuses } from '@/lib/sales/orders/schema'
import { rowsBehind, type RowsBehind } from './rows-behind'

type Viewer = Parameters<typeof rowsBehind>[0] & Parameters<typeof getHubFor>[0] & { role: Role }
type Shown = { place: string; href: string; shown: Partial<RowsBehind>; behind: RowsBehind | null }
type Walked = { places: string[]; differing: Shown[] }

/** Each line of the day's work and what waits in each area of the company's home, beside the rows that its link opens. */
export const walkWork = async (viewer: Viewer, now: Date): Promise<Walked> =>
  walkedOf([...(await walkAttention(viewer, now)), ...(await walkHub(viewer, now))])

/** The figures of periods and tiles, beside the rows that their links open. */
export const walkFigures = async (viewer: Viewer, now: Date): Promise<Walked> =>
  walkedOf([...(await walkPeriods(viewer, now)), ...(await walkTiles(viewer, now))])

const walkedOf = (numbers: Shown[]): Walked => ({
  places: numbers.map(({ place }) => place),
  differing: numbers.filter(differs),
})

const differs = ({ shown, behind }: Shown) =>
  (Object.keys(shown) as (keyof RowsBehind)[]).some((key) => behind?.[key] !== shown[key])

async function walkAttention(viewer: Viewer, now: Date): Promise<Shown[]> {
  const numbers: Shown[] = []
  for (const { key, href, count, cents } of listAttention(viewer.role, await getAttentionFor(viewer, now))) {
    // A day on which money is short is no list: its card shows the forecast.
    if (key === 'shortage') continue
    const shown = cents === undefined || cents === null ? { count } : { count, cents }
    numbers.push({ place: `attention ${key}`, href, shown, behind: await rowsBehind(viewer, href) })
  }
  return numbers
}

/** Urgent items stand above the list, each with its cause. */
async function countUrgent(viewer: Viewer): Promise<RowsBehind> {
  const { urgent } = await getDispatchFor(viewer, {})
  const ids = urgent.filter(({ kind }) => kind !== 'cancellationAsked').map(({ id }) => id)
  return { count: BigInt(new Set(ids).size) }
}

async function walkHub(viewer: Viewer, now: Date): Promise<Shown[]> {
  const numbers: Shown[] = []
  const { areas } = await getHubFor(viewer, now)
  for (const { key, figure, rowsHref } of areas) {
    if (!rowsHref || !figure || figure.value === null) continue
    const shown = figure.unit === 'money' ? { cents: figure.value } : { count: figure.value }
    numbers.push({ place: `hub ${key}`, href: rowsHref, shown, behind: await rowsBehind(viewer, rowsHref) })
  }
  for (const { key, href, count } of areas.flatMap(({ waits }) => waits)) {
    const behind = key === 'urgent' ? await countUrgent(viewer) : await rowsBehind(viewer, href)
    numbers.push({ place: `hub ${key}`, href, shown: { count: BigInt(count) }, behind })
  }
  return numbers
}

const periods = ['7d', '30d', '90d', 'month']

async function walkPeriods(viewer: Viewer, now: Date): Promise<Shown[]> {
  const numbers: Shown[] = []
  const today = localDay(now, viewer.timeZone)
  const yesterday = { period: 'custom', from: addDays(today, -1), to: today }
  for (const query of [...periods.map((period) => ({ period })), yesterday]) {
    const filters = readSalesFilters(query, today)
    const { current } = await getSalesSummary(viewer, filters)
    const add = async (figure: string, href: string, shown: Partial<RowsBehind>) =>
      numbers.push({ place: `${query.period} ${figure}`, href, shown, behind: await rowsBehind(viewer, href) })
    await add('valid', ordersHref(filters, { valid: true }), {
      count: validOrders(current),
      cents: current.grossCents,
      units: current.units,
    })
    for (const status of orderStatuses) await add(status, ordersHref(filters, { status }), { count: current[status] })
  }
  return numbers
}

/** By what of a page each figure of a tile is repeated. */
const shownAs: Record<string, { of: keyof RowsBehind; sign: bigint }> = {
  sales: { of: 'cents', sign: 1n },
  units: { of: 'units', sign: 1n },
  fees: { of: 'feesCents', sign: -1n },
  cost: { of: 'costCents', sign: -1n },
}

async function walkTiles(viewer: Viewer, now: Date): Promise<Shown[]> {
  if (!can(viewer.role, 'money.read')) return []
  const numbers: Shown[] = []
  const { tiles } = await getProfitTiles(viewer, { shop: null, channel: null }, now)
  for (const { key: tile, range, figures } of tiles)
    for (const figure of figures) {
      const { key, value } = figure
      if (value === null || !(key in shownAs)) continue
      const href = figureHref(figure, range, { shop: null, channel: null, entity: null })
      const { of, sign } = shownAs[key]!
      const shown = { [of]: sign * value }
      numbers.push({ place: `tile ${tile} ${key}`, href, shown, behind: await rowsBehind(viewer, href) })
    }
  return numbers
}
