import { addDays, addMonths, daysBetween, type Day, type DayRange } from '@/lib/core/dates'

/** How many months a block of a roll-up holds; blocks begin with the calendar's months, quarters and years. */
export type SpanMonths = 1 | 3 | 12
export type SpanBlock = { months: SpanMonths; start: Day; sign: 1 | -1 }
export type SpanDays = DayRange & { sign: 1 | -1 }
export type Spans = { blocks: SpanBlock[]; days: SpanDays[] }

type Cover = Spans & { cost: number }

const dayCost = 1
/** A block holds about as many rows as this many days. */
const blockCost = 6
const nothing: Cover = { blocks: [], days: [], cost: 0 }

const join = (...parts: Cover[]): Cover => ({
  blocks: parts.flatMap(({ blocks }) => blocks),
  days: parts.flatMap(({ days }) => days),
  cost: parts.reduce((sum, { cost }) => sum + cost, 0),
})
const negate = ({ blocks, days, cost }: Cover): Cover => ({
  blocks: blocks.map((block) => ({ ...block, sign: block.sign === 1 ? -1 : 1 })),
  days: days.map((range) => ({ ...range, sign: range.sign === 1 ? -1 : 1 })),
  cost,
})
const cheaper = (a: Cover, b: Cover) => (b.cost < a.cost ? b : a)

function startOfBlock(day: Day, months: SpanMonths): Day {
  const [year = 0, month = 1] = day.split('-').map(Number)
  const first = month - ((month - 1) % months)
  return `${year}-${String(first).padStart(2, '0')}-01`
}

/**
 * A period as whole blocks and loose days, some to be taken off again: however long, it is a few blocks and less than
 * three weeks of days at each end. Days after today hold next to nothing, so the block under way costs no days.
 */
export function spansOf(range: DayRange, today: Day, units: readonly SpanMonths[]): Spans {
  const sizes = units.toSorted((a, b) => b - a)
  const { blocks, days } = cover(range, today, sizes)
  return { blocks, days }
}

function cover({ from, to }: DayRange, today: Day, sizes: readonly SpanMonths[]): Cover {
  if (from > to) return nothing
  const [months, ...smaller] = sizes
  if (!months) return looseDays({ from, to }, today)
  const parts: Cover[] = []
  for (let start = startOfBlock(from, months); start <= to; start = addMonths(start, months)) {
    const end = addDays(addMonths(start, months), -1)
    const inside = { from: from > start ? from : start, to: to < end ? to : end }
    const whole: Cover = {
      blocks: [{ months, start, sign: 1 }],
      days: [],
      cost: start > today ? 0 : blockCost,
    }
    const isWhole = inside.from === start && inside.to === end
    const rest = isWhole
      ? nothing
      : join(
          cover({ from: start, to: addDays(inside.from, -1) }, today, smaller),
          cover({ from: addDays(inside.to, 1), to: end }, today, smaller),
        )
    parts.push(cheaper(join(whole, negate(rest)), cover(inside, today, smaller)))
  }
  return join(...parts)
}

function looseDays(range: DayRange, today: Day): Cover {
  const last = range.to < today ? range.to : today
  return { blocks: [], days: [{ ...range, sign: 1 }], cost: Math.max(0, daysBetween(range.from, last) + 1) * dayCost }
}
