import { listDays, type Day, type DayRange } from '@/lib/core/dates'

/** The expected income of a day: the number of orders, and those of them with an unknown amount. */
export type ToComeDay = { day: Day; orders: bigint; unknown: bigint; cents: bigint; estimatedCents: bigint }
export type DueDay = { day: Day; count: bigint; cents: bigint; biggest: { name: string; cents: bigint }[] }

export type CashDay = {
  day: Day
  orders: bigint
  unknown: bigint
  inCents: bigint
  /** The part from orders that are on their way. */
  estimatedCents: bigint
  expenses: bigint
  outCents: bigint
  biggest: DueDay['biggest']
  /** The balance after the day's payouts and expenses; null where the first balance is unknown. */
  leftCents: bigint | null
}

export type Shortage = {
  /** The first day on which the money does not do, and by how much. */
  day: Day
  shortCents: bigint
  /** From today up to that day: what comes and what is to be paid. */
  inCents: bigint
  estimatedCents: bigint
  outCents: bigint
  biggest: DueDay['biggest']
  worstDay: Day
  worstCents: bigint
  /** The first day after it on which the money does again; null within these days. */
  backOn: Day | null
  /** Whether it falls short again after that day. */
  isAgain: boolean
}

/** Day by day from the present balance: what is due is paid with what came up to that day, its own payouts included. */
export function projectCash(
  startCents: bigint | null,
  range: DayRange,
  toCome: readonly ToComeDay[],
  due: readonly DueDay[],
): CashDay[] {
  const comes = new Map(toCome.map((day) => [day.day, day]))
  const goes = new Map(due.map((day) => [day.day, day]))
  let left = startCents
  return listDays(range).map((day) => {
    const [come, go] = [comes.get(day), goes.get(day)]
    const [inCents, outCents] = [come?.cents ?? 0n, go?.cents ?? 0n]
    left = left === null ? null : left + inCents - outCents
    return {
      day,
      orders: come?.orders ?? 0n,
      unknown: come?.unknown ?? 0n,
      inCents,
      estimatedCents: come?.estimatedCents ?? 0n,
      expenses: go?.count ?? 0n,
      outCents,
      biggest: go?.biggest ?? [],
      leftCents: left,
    }
  })
}

const isShort = ({ leftCents }: CashDay) => leftCents !== null && leftCents < 0n

export function findShortage(days: readonly CashDay[]): Shortage | null {
  const first = days.findIndex(isShort)
  const at = days[first]
  if (!at) return null
  const until = days.slice(0, first + 1)
  const worst = days.reduce((low, day) => (day.leftCents! < low.leftCents! ? day : low), at)
  const back = days.findIndex((day, index) => index > first && !isShort(day))
  return {
    day: at.day,
    shortCents: -at.leftCents!,
    inCents: until.reduce((sum, { inCents }) => sum + inCents, 0n),
    estimatedCents: until.reduce((sum, { estimatedCents }) => sum + estimatedCents, 0n),
    outCents: until.reduce((sum, { outCents }) => sum + outCents, 0n),
    biggest: until
      .flatMap(({ biggest }) => biggest)
      .toSorted((a, b) => (a.cents < b.cents ? 1 : a.cents > b.cents ? -1 : 0))
      .slice(0, 3),
    worstDay: worst.day,
    worstCents: -worst.leftCents!,
    backOn: days[back]?.day ?? null,
    isAgain: back >= 0 && days.slice(back).some(isShort),
  }
}
