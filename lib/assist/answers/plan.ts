import { can, type Role } from '@/lib/core/permissions'
import {
  addDays,
  addMonths,
  daysBetween,
  previousPeriod,
  startOfMonth,
  startOfWeek,
  type Day,
  type DayRange,
} from '@/lib/core/dates'
import type { ProductMatch } from '../tools/product-input'
import { findTool } from '../tools/registry'
import type { RanTool } from './contract'
import { daysOfCourse } from './course'
import { Refusal, type Metric } from './grammar'
import { metrics as allMetrics } from './metrics'
import type { Shop, Understood } from './understand'

const MOST_ROWS = 50
const YEARS_BACK = 10
const horizons = [14, 30, 60]

export type QuestionParts = Omit<Understood, 'product' | 'isNamed' | 'isNameAlone'> & { product: ProductMatch | null }
export type Call = { metric: Metric; input: RanTool['input'] }
export type Plan = { calls: Call[]; isEqual: boolean }

/** The tools to call for what was asked, for this role; what cannot be held to is a refusal. */
export function planOf(question: QuestionParts, role: Role, today: Day): Plan {
  const wanted = question.metrics.map((metric) => metricFor(metric, question, role))
  for (const metric of wanted) requireTaken(metric, question, role)
  const { periods, isEqual } = periodsOf(question, today)
  const shops = question.shops.length > 0 ? question.shops : [null]
  const calls = wanted.flatMap((metric) =>
    shops.flatMap((shop) =>
      (metric.period === 'none' ? [null] : periods).map((period) => ({
        metric,
        input: inputOf(metric, { period: period ?? unsaidDays(metric, question, today), shop, asked: question, today }),
      })),
    ),
  )
  return { calls, isEqual }
}

/** Another metric answers for one product or several named shops, and a role without the right may have a nearer one. */
function metricFor(metric: Metric, { product, shops }: QuestionParts, role: Role): Metric {
  const may = can(role, findTool(metric.tool)!.permission)
  const ofNamed = product ? metric.ofProduct : shops.length > 1 ? metric.ofShops : undefined
  const other = ofNamed ?? (may ? undefined : metric.otherwise)
  return allMetrics.find(({ id }) => id === other) ?? metric
}

/** A name in the question that the tool cannot filter by is refused, never left out. */
function requireTaken(metric: Metric, question: QuestionParts, role: Role): void {
  const tool = findTool(metric.tool)
  if (!tool || !can(role, tool.permission)) throw new Refusal('permission')
  if (question.periods.length > 0 && metric.period === 'none') throw new Refusal('noPeriod')
  if (question.shops.length > 0 && !metric.shop) throw new Refusal('noShop')
  if (question.product && !metric.product) throw new Refusal('noProduct')
  if (question.priceCents !== null && !metric.price) throw new Refusal('noPrice')
  if (!question.product && metric.product === 'must') throw new Refusal('productMissing')
  if (question.top !== null && question.top > 1 && !metric.rows) throw new Refusal('noTop')
  if (question.top !== null && (question.top < 1 || question.top > MOST_ROWS)) throw new Refusal('tooMany')
  if (question.compares && metric.period !== 'past') throw new Refusal('noComparison')
}

const yearBefore = ({ from, to }: DayRange): DayRange => ({ from: addMonths(from, -12), to: addMonths(to, -12) })

function periodsOf(
  { periods, compares, metrics: wanted }: QuestionParts,
  today: Day,
): { periods: (DayRange & { ahead?: number })[] | [null]; isEqual: boolean } {
  const isPast = wanted.every(({ period }) => period === 'past')
  const cut = periods.map(({ at: _, ...period }) => {
    if (isPast && period.from > today) throw new Refusal('periodAhead')
    if (period.from < addMonths(today, -12 * YEARS_BACK)) throw new Refusal('periodTooOld')
    return isPast && period.to > today ? { ...period, to: today } : period
  })
  if (compares === 'named' && cut.length !== 2) throw new Refusal('noComparison')
  if (compares === 'named') return equalSpans(cut, today)
  if (compares === null) return { periods: cut.length > 0 ? cut : [null], isEqual: false }
  const [one, another] = cut
  if (!one || another) throw new Refusal('noComparison')
  return { periods: [one, compares === 'previous' ? previousPeriod(one) : yearBefore(one)], isEqual: false }
}

const begins = [(day: Day) => day === startOfMonth(day), (day: Day) => day === startOfWeek(day)]

/** A week, month or year that is not over is compared with as many days of the other. */
function equalSpans(periods: DayRange[], today: Day) {
  const open = periods.find(({ to }) => to === today)
  const over = periods.find(({ to }) => to < today)
  const isAlike = open && over && begins.some((isStart) => isStart(open.from) && isStart(over.from))
  const to = isAlike && addDays(over.from, daysBetween(open.from, open.to))
  if (!to || to >= over.to) return { periods, isEqual: false }
  return { periods: periods.map((one) => (one === over ? { ...one, to } : one)), isEqual: true }
}

/** Without days to compare there is nothing to say of a time that is over; a course has days of its own. */
function unsaidDays(metric: Metric, { compares, course }: QuestionParts, today: Day): DayRange | null {
  if (compares && metric.period === 'past') throw new Refusal('noComparison')
  return daysOfCourse(metric, course, today)
}

type InputParts = {
  period: (DayRange & { ahead?: number }) | null
  shop: Shop | null
  asked: QuestionParts
  today: Day
}

function inputOf(metric: Metric, { period, shop, asked: question, today }: InputParts): RanTool['input'] {
  return {
    ...metric.input,
    ...(metric.period === 'ahead' ? aheadOf(period, question, today) : period && { from: period.from, to: period.to }),
    ...(shop && { shop: shop.id }),
    ...(question.product && { product: question.product.id }),
    ...(question.order && { order: question.order }),
    ...(question.priceCents !== null && { price: String(question.priceCents) }),
    ...(metric.rows && takes(metric, 'limit') && { limit: question.top ?? metric.rows.most }),
    ...(question.course && question.course !== 'any' && takesStep(metric) && { by: question.course }),
  }
}

/** For expenses `by` says which day counts. */
const takesStep = (metric: Metric) => takes(metric, 'by') && takes(metric, 'series')
const takes = ({ tool }: Metric, name: string) => name in (findTool(tool)?.schema.shape ?? {})

/** So many days from today, or the named ones as far as they lie ahead. */
function aheadOf(period: InputParts['period'], { metrics: wanted }: QuestionParts, today: Day): RanTool['input'] {
  if (!period) return { days: 30 }
  const { from, to, ahead } = period
  if (ahead && horizons.includes(ahead) && from === today) return { days: ahead }
  // Days of what is over are none of what is to come.
  if (to < today || wanted.some((metric) => metric.period === 'past')) throw new Refusal('horizon')
  return { from: from < today ? today : from, to }
}
