import type { Cost } from './cost'
import type { Filled } from './fill'
import type { HealthRun } from './health'
import type { Timing } from './measure'
import type { measureSaves } from './saves'
import type { measureSheets } from './sheets'
import type { measureStreams } from './streams'

export type Figures = {
  orders: number
  filled: Filled | null
  loadBefore: number
  alone: Record<string, Timing>
  atOnce: Record<string, Timing>
  /** For one answer of the web process. */
  costs: Record<string, Cost>
  /** The screens with 5,000 listings, and the bare page beside them. */
  grids: Record<string, GridFigures>
  /** Kilobytes (brotli): of the bare page whole, of the others what they add to it. */
  weights: Record<string, number>
  saves: Awaited<ReturnType<typeof measureSaves>>
  spreadSaves: Awaited<ReturnType<typeof measureSaves>>
  isFresh: boolean
  sheets: Awaited<ReturnType<typeof measureSheets>>
  health: HealthRun
  streams: Awaited<ReturnType<typeof measureStreams>>
  idle: { web: number; worker: number }
  peak: { web: number; worker: number }
  coldStartMs: number
  /** The last output of db:verify, with its exit code where that was not 0. */
  verified?: string
}
/** Until the rows are there, until the last byte, and processor time of the web process. */
export type GridFigures = { rowsMs: number; ms: number; cpuMs: number }
type Verdict = { what: string; found: string; wanted: string; holds: boolean }

const lists = [
  'desk first page',
  'orders',
  'products',
  'expenses',
  'expenses in full',
  'mapping',
  'operations centre',
  'returns',
  'shops',
  'notifications',
  'warehouse levels',
  'warehouse movimentos',
  'warehouse contagens',
  'warehouse compras',
  'warehouse fornecedores',
  'warehouse planilhas',
]
const orderListViews = [
  'desk first page',
  'desk deep page',
  'desk search, rare word',
  'desk search, common word',
  'desk search, SKU',
  'desk exact code',
]
const two = (value: number) => value.toFixed(2)

/** A rate that a limit or an error shaped says nothing: it is not judged, and does not hold. */
export function judgeSaves({ whole, alone, ratio }: Figures['saves']): Verdict {
  const refused = whole.refused + alone.refused
  const found = refused > 0 ? `not judged: ${refused} refused` : two(ratio)
  return { what: 'saves, whole stack / Prisma alone', found, wanted: '≥ 0.5', holds: refused === 0 && ratio >= 0.5 }
}

/** Every page answered with itself each time; one that did not has no figures. */
export function judgeAnswers(timings: Timing[]): Verdict {
  const faults = [...new Set(timings.flatMap((timing) => timing.faults ?? []))]
  return { what: 'failed answers', found: faults.join('; ') || 'none', wanted: 'none', holds: faults.length === 0 }
}

/** Bytes of a page as gzip, which a browser on plain http gets. The order list's goal is 22 kB (docs/results/2026-11-30-bytes.md). */
const mostBytes = { 'bare page': 10_000, 'order list': 25_000 } as const

export const judgeBytes = (costs: Figures['costs']): Verdict[] =>
  Object.entries(mostBytes).map(([page, limit]) => {
    const bytes = costs[page]?.gzipBytes ?? NaN
    return { what: `bytes (gzip) of the ${page}`, found: String(bytes), wanted: `≤ ${limit}`, holds: bytes <= limit }
  })

/** How many times the bare page a grid of 5,000 listings may take until its rows are there. */
const mostForGrid = 3

export function judgeGrids(grids: Figures['grids']): Verdict[] {
  const bare = grids['bare page']!
  return Object.entries(grids)
    .filter(([page]) => page !== 'bare page')
    .map(([page, { rowsMs, ms, cpuMs }]) => {
      const opens = rowsMs / bare.rowsMs
      return {
        what: `grid of 5,000: ${page} / bare page`,
        found: `${two(opens)} (last byte ${two(ms / bare.ms)}, processor ${two(cpuMs / bare.cpuMs)})`,
        wanted: `≤ ${mostForGrid}`,
        holds: opens <= mostForGrid,
      }
    })
}

/** The pass criteria of the run, as ratios within the run. */
export function judge({
  alone,
  atOnce,
  costs,
  grids,
  weights,
  saves,
  isFresh,
  peak,
  coldStartMs,
  verified,
  health,
  streams,
}: Figures): Verdict[] {
  const p50 = (name: string) => alone[name]!.p50
  const ratio = (what: string, name: string, floor: string, most: number): Verdict => {
    const result = p50(name) / p50(floor)
    return { what, found: two(result), wanted: `≤ ${most}`, holds: result <= most }
  }
  const [month, year] = [p50('dashboard 30 days'), p50('dashboard 12 months')]
  const apart = Math.max(month, year) / Math.min(month, year)
  const heaviest = Math.max(...lists.map((name) => weights[name] ?? NaN))
  const most = (what: string, measured: number, limit: number, unit: string): Verdict => ({
    what,
    found: `${measured} ${unit}`,
    wanted: `≤ ${limit} ${unit}`,
    holds: measured <= limit,
  })
  return [
    judgeAnswers([...Object.values(alone), ...Object.values(atOnce)]),
    ratio('bare page / node http', 'bare page', 'node http', Infinity),
    ...orderListViews.map((name) => ratio(`${name} / bare page`, name, 'bare page', 2.5)),
    ratio('deep page / first page', 'desk deep page', 'desk first page', 1.2),
    ...orderListViews.map((name) => ratio(`${name} / with 10,000 orders`, name, `${name} of 10,000`, 1.3)),
    ratio('dashboard 30 days / bare page', 'dashboard 30 days', 'bare page', 3),
    ratio('dashboard 12 months / bare page', 'dashboard 12 months', 'bare page', 3),
    { what: 'dashboard 12 months and 30 days', found: two(apart), wanted: '≤ 1.3', holds: apart <= 1.3 },
    { what: 'an order saved is in the next response', found: String(isFresh), wanted: 'true', holds: isFresh },
    judgeSaves(saves),
    most('web at its peak', peak.web, 400, 'MB'),
    most('worker at its peak', peak.worker, 400, 'MB'),
    most('cold start', coldStartMs, 2000, 'ms'),
    most('scripts of a list above the bare page', heaviest, 60, 'kB'),
    ...judgeBytes(costs),
    ...judgeGrids(grids),
    most('health run', health.seconds, 60, 's'),
    most('checks that could not be asked', health.unknown, 0, 'of them'),
    most('first byte of a local answer, p95', streams.firstByteMs, 300, 'ms'),
    {
      what: `dashboard beside ${streams.streams} streams / alone`,
      found: two(streams.ratio),
      wanted: '≤ 2 beside 100',
      holds: streams.ratio <= 2 && streams.streams === 100,
    },
    most('calls of the model that outlive their reader', streams.leftOpen, 0, 'of them'),
    { what: 'db:verify', found: verified ?? '', wanted: '0 differences', holds: /^0 differences/.test(verified ?? '') },
  ]
}
