import type { Answer } from './cost'

export type OfSide = {
  path: string
  bytes: { plain: number; gzip: number; brotli: number }
  /** Bytes with all that a browser accepts: an answer of another size is not this page. */
  browser: number
  faults: string[]
  alone: number[]
  atOnce: number[]
  cpuMs: number
  cpuAnswers: number
}
export type PageFigures = { now: OfSide; then: OfSide }
export type SaveFigures = { saved: number; refused: number; ms: number; cpuMs: number; faults: string[] }
export type Verdict = { what: string; now: string; then: string; ratio: string; limit: string; holds: boolean }

/** Times and names within a page change its size by far less. */
const SIZE_TOLERANCE = 0.2

/** Why an answer is not the page that was asked for: null where it is. */
export function describeFault({ status, body }: Pick<Answer, 'status' | 'body'>, expected: number): string | null {
  if (status !== 200) return `answered ${status}`
  return Math.abs(body.length / expected - 1) > SIZE_TOLERANCE ? 'answered a page of another size' : null
}

const one = (value: number) => Math.round(value * 10) / 10
const two = (value: number) => Math.round(value * 100) / 100
const p50 = (times: number[]) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN
const cpu = ({ cpuMs, cpuAnswers }: OfSide) => cpuMs / cpuAnswers
const faultsOf = ({ now, then }: PageFigures) =>
  [...new Set([...now.faults.map((fault) => `now ${fault}`), ...then.faults.map((fault) => `then ${fault}`)])].join(
    ', ',
  )

/** One line a page; a page with a fault shows the fault and no figure. */
export function tableOf(figures: Record<string, PageFigures>, floorMs: number[] = []) {
  const bare = figures['bare page']!
  const rows = Object.entries(figures).map(([page, pair]) => {
    const fault = faultsOf(pair)
    if (fault) return { page, fault }
    const { now, then } = pair
    return {
      page,
      'alone, ms': one(p50(now.alone)),
      'then, ms': one(p50(then.alone)),
      '÷ then': two(p50(now.alone) / p50(then.alone)),
      '÷ bare page': two(p50(now.alone) / p50(bare.now.alone)),
      'ten at once, ms': Math.round(p50(now.atOnce)),
      '÷ then (ten)': two(p50(now.atOnce) / p50(then.atOnce)),
      'processor, ms': one(cpu(now)),
      '÷ then (processor)': two(cpu(now) / cpu(then)),
      gzip: now.bytes.gzip,
      '÷ then (gzip)': two(now.bytes.gzip / then.bytes.gzip),
      brotli: now.bytes.brotli,
      plain: now.bytes.plain,
    }
  })
  return floorMs.length > 0
    ? [{ page: 'node http, bytes of the bare page then', 'alone, ms': two(p50(floorMs)) }, ...rows]
    : rows
}

/** No worse than `ref`, by what other work on the machine hardly changes. A figure with a fault in it is not judged, and fails. */
export function judgeAgainst(
  figures: Record<string, PageFigures>,
  saves: Record<'now' | 'then', SaveFigures>,
): Verdict[] {
  const judged = ['bare page', 'desk first page', 'dashboard 30 days'].filter((page) => page in figures)
  const most = (what: string, now: number, then: number, limit: number, fault: string): Verdict => ({
    what,
    now: fault ? 'not judged' : String(one(now)),
    then: fault || String(one(then)),
    ratio: fault ? '' : String(two(now / then)),
    limit: `≤ ${limit}`,
    holds: !fault && now / then <= limit,
  })
  const rate = ({ saved, ms }: SaveFigures) => (saved / ms) * 1000
  const refusals = (['now', 'then'] as const)
    .filter((name) => saves[name].refused > 0)
    .map((name) => `${name}: ${saves[name].refused} of ${saves[name].refused + saves[name].saved} refused`)
    .join(', ')
  const perSave = ({ saved, cpuMs }: SaveFigures) => cpuMs / saved
  const least: Verdict = {
    ...most('orders saved a second, one SKU, ten at once', rate(saves.now), rate(saves.then), Infinity, refusals),
    limit: '≥ 0.9',
    holds: !refusals && rate(saves.now) / rate(saves.then) >= 0.9,
  }
  return [
    ...judged.map((page) => {
      const pair = figures[page]!
      return most(`processor ms, ${page}`, cpu(pair.now), cpu(pair.then), 1.1, faultsOf(pair))
    }),
    ...judged.map((page) => {
      const pair = figures[page]!
      return most(`bytes (gzip), ${page}`, pair.now.bytes.gzip, pair.then.bytes.gzip, 1.05, faultsOf(pair))
    }),
    least,
    most('processor ms of a saved order', perSave(saves.now), perSave(saves.then), 1.1, refusals),
    ...Object.entries(figures)
      .filter(([page, pair]) => !judged.includes(page) && faultsOf(pair))
      .map(([page, pair]) => most(page, NaN, NaN, 1, faultsOf(pair))),
  ]
}
