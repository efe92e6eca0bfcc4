import 'server-only'
import { can } from '../auth/permissions'
import {
  addDays,
  addMonths,
  daysBetween,
  localDay,
  previousPeriod,
  startOfMonth,
  startOfWeek,
  type Day,
  type DayRange,
} from '../dates'
import { withOrganization } from '../db'
import { UserError } from '../errors'
import { callTool } from '../tools/call'
import type { ToolAnswer, ToolViewer } from '../tools/contract'
import { findProduct, type FoundProduct } from '../tools/product-input'
import { findTool } from '../tools/registry'
import type { AnswerLocally, LocalAnswer, RanTool } from './contract'
import { daysOfCourse, requireCourse } from './course'
import { Refusal, type Metric } from './grammar'
import { metrics as allMetrics } from './metrics'
import { reasonOf } from './refusals'
import { sayAnswer, sayRefusal, type Said } from './say'
import { suggestNear } from './suggestions'
import { writtenOut } from './spoken'
import { correct, understand, type Shop, type Understood } from './understand'
import { plain } from './words'

const MOST_RUNS = 4
const MOST_ROWS = 50
const YEARS_BACK = 10
const horizons = [14, 30, 60]

/** Answers by rules alone: what is not understood word by word is not answered. */
export const answerLocally: AnswerLocally = async (viewer, question) => {
  try {
    const understood = await read(viewer, question)
    return await run(viewer, understood)
  } catch (error) {
    const refusal = asRefusal(error)
    if (!refusal) throw error
    return refuse(viewer, refusal, question)
  }
}

const told = ['shopUnknown', 'shopAmbiguous', 'productUnknown', 'productAmbiguous'] as const

function asRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  if (!(error instanceof UserError)) return null
  if (error.code === 'permissionDenied') return new Refusal('permission')
  const why = told.find((code) => code === error.code)
  return why ? new Refusal(why, { name: String(error.values?.name ?? '') }) : null
}

const unclear: readonly Refusal['why'][] = ['unknownWords', 'nothingAsked', 'productUnknown', 'periodAhead']

/** Where words were not understood, those that say what cannot be asked at all tell more. */
function refuse(viewer: ToolViewer, refusal: Refusal, question: string): LocalAnswer {
  const isUnclear = unclear.includes(refusal.why)
  const written = (['pt', 'en'] as const).map((language) => writtenOut(plain(question), language))
  const reason = isUnclear ? (written.map(reasonOf).find((one) => one !== null) ?? null) : null
  const shown = reason ? new Refusal(reason) : refusal
  const { suggestions, isNear } = suggestNear(viewer, {
    ...{ words: written.join(''), about: refusal.about, first: reason === 'reasons' ? 'salesMonths' : null },
  })
  const meant = isUnclear && (!reason || reason === 'reasons') && isNear ? (suggestions[0] ?? null) : null
  return { state: 'unanswerable', text: sayRefusal(shown, meant, viewer.language), suggestions }
}

export type Asked = Omit<Understood, 'product' | 'isNamed'> & { product: FoundProduct | null }

/** In the viewer's language, else in the other one; a word with a letter wrong is put right only where nothing else is unknown. */
async function read(viewer: ToolViewer, question: string): Promise<Asked> {
  const today = localDay(new Date(), viewer.timeZone)
  const shops = await listShops(viewer)
  const languages = viewer.language === 'pt' ? (['pt', 'en'] as const) : (['en', 'pt'] as const)
  const failed: Refusal[] = []
  for (const language of languages) {
    const first = await attempt(viewer, () => understand(question, language, shops, today))
    if (!(first instanceof Refusal)) return first
    failed.push(first)
    const unknown = first.values.words ?? first.values.name ?? ''
    const better = correct(question, unknown || plain(question).trim(), language)
    const second = better && (await attempt(viewer, () => understand(better, language, shops, today)))
    if (second && !(second instanceof Refusal)) return second
  }
  // What was said of the language that understood more of it.
  throw (
    failed.find(({ why }) => why !== 'nothingAsked' && why !== 'unknownWords') ??
    failed.find(({ why }) => why !== 'nothingAsked') ??
    failed[0]!
  )
}

async function attempt(viewer: ToolViewer, make: () => Understood): Promise<Asked | Refusal> {
  try {
    const { isNamed, ...understood } = make()
    const { product: name, metrics } = understood
    return { ...understood, product: name === null ? null : await findNamed(viewer, { name, isNamed, metrics }) }
  } catch (error) {
    const refusal = asRefusal(error)
    if (!refusal) throw error
    return refusal
  }
}

/** A product by whole words of its title or its SKU: a part of a word is not what was asked. */
async function findNamed(
  viewer: ToolViewer,
  { name, isNamed, metrics }: Pick<Understood, 'isNamed' | 'metrics'> & { name: string },
): Promise<FoundProduct> {
  try {
    const product = (await findProduct(viewer, name))!
    const own = `${plain(product.title)}${plain(product.sku)}`
    const words = plain(name).trim().split(' ')
    if (words.every((word) => own.includes(` ${word} `))) return product
    throw new Refusal('productUnknown', { name })
  } catch (error) {
    const refusal = asRefusal(error)
    if (!refusal) throw error
    // What is like no name was not understood.
    const shown = refusal.why === 'productUnknown' && !isNamed ? new Refusal('unknownWords', { words: name }) : refusal
    shown.about = metrics.map(({ tool }) => tool)
    throw shown
  }
}

const listShops = (viewer: ToolViewer): Promise<Shop[]> =>
  withOrganization(viewer, (db) =>
    db.shop.findMany({ where: { organizationId: viewer.organizationId }, select: { id: true, name: true } }),
  )

async function run(viewer: ToolViewer, asked: Asked): Promise<LocalAnswer> {
  const today = localDay(new Date(), viewer.timeZone)
  const wanted = asked.metrics.map((metric) => metricFor(metric, asked, viewer))
  for (const metric of wanted) requireTaken(metric, asked, viewer)
  const { periods, isEqual } = periodsOf(asked, today)
  const shops = asked.shops.length > 0 ? asked.shops : [null]
  const calls = wanted.flatMap((metric) =>
    shops.flatMap((shop) =>
      (metric.period === 'none' ? [null] : periods).map((period) => ({
        metric,
        input: inputOf(metric, { period: period ?? unsaidDays(metric, asked, today), shop, asked, today }),
      })),
    ),
  )
  if (calls.length > MOST_RUNS) throw new Refusal('tooMany')
  const said: Said[] = []
  for (const { metric, input } of calls) {
    const answer = narrowed(await callTool(findTool(metric.tool), viewer, input), metric)
    requireCourse(answer, asked.course)
    said.push({ metric, input, answer, most: asked.top })
  }
  if (asked.compares) compareWithEachOther(said)
  const ran: RanTool[] = said.map(({ metric: { tool }, input, answer }) => ({ tool, input, answer }))
  return {
    state: 'answered',
    text: sayAnswer(said, { compares: asked.compares !== null, isEqual, today, course: asked.course }, viewer.language),
    ran,
  }
}

/** Of one product another metric answers, and a role that may not ask for one may have a nearer one. */
function metricFor(metric: Metric, { product }: Asked, { role }: ToolViewer): Metric {
  const may = can(role, findTool(metric.tool)!.permission)
  const other = product && metric.ofProduct ? metric.ofProduct : may ? undefined : metric.otherwise
  return allMetrics.find(({ id }) => id === other) ?? metric
}

/** What a question names and the tool cannot hold to is refused, never left out. */
function requireTaken(metric: Metric, asked: Asked, viewer: ToolViewer): void {
  const found = findTool(metric.tool)
  if (!found || !can(viewer.role, found.permission)) throw new Refusal('permission')
  if (asked.periods.length > 0 && metric.period === 'none') throw new Refusal('noPeriod')
  if (asked.shops.length > 0 && !metric.shop) throw new Refusal('noShop')
  if (asked.product && !metric.product) throw new Refusal('noProduct')
  if (!asked.product && metric.product === 'must') throw new Refusal('productMissing')
  if (asked.top !== null && asked.top > 1 && !metric.rows) throw new Refusal('noTop')
  if (asked.top !== null && (asked.top < 1 || asked.top > MOST_ROWS)) throw new Refusal('tooMany')
  if (asked.compares && metric.period !== 'past') throw new Refusal('noComparison')
}

/** What was not asked for and does not belong is left out. */
function narrowed(answer: ToolAnswer, { notes, isAlone, figures }: Metric): ToolAnswer {
  const { series, ...rest } = answer
  const drawn = series && figures.includes(series.name) && !isAlone && { series }
  const told = { ...rest, ...drawn, notes: rest.notes.filter(({ name }) => !notes || notes.includes(name)) }
  if (!isAlone) return told
  return {
    ...told,
    asked: { ...told.asked, period: null },
    figures: told.figures.filter(({ name }) => figures.includes(name)),
    table: null,
  }
}

/** What stands beside a figure is what was asked to be compared with, not the days before. */
function compareWithEachOther(said: Said[]): void {
  for (let at = 0; at + 1 < said.length; at += 2) {
    const [first, second] = [said[at]!, said[at + 1]!]
    const { period } = second.answer.asked
    const { series: past, ...rest } = second.answer
    const { series } = first.answer
    first.answer = { ...first.answer, compared: period && { period, figures: second.answer.figures } }
    second.answer = { ...rest, compared: null }
    if (!series) continue
    const isBeside = past?.by === series.by
    first.answer.series = { ...series, compared: isBeside && period ? { period, points: past.points } : null }
    if (past && !isBeside) second.answer.series = { ...past, compared: null }
  }
}

const yearBefore = ({ from, to }: DayRange): DayRange => ({ from: addMonths(from, -12), to: addMonths(to, -12) })

function periodsOf(
  { periods, compares, metrics: wanted }: Asked,
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
function unsaidDays(metric: Metric, { compares, course }: Asked, today: Day): DayRange | null {
  if (compares && metric.period === 'past') throw new Refusal('noComparison')
  return daysOfCourse(metric, course, today)
}

type InputParts = { period: (DayRange & { ahead?: number }) | null; shop: Shop | null; asked: Asked; today: Day }

function inputOf(metric: Metric, { period, shop, asked, today }: InputParts): RanTool['input'] {
  return {
    ...metric.input,
    ...(metric.period === 'ahead' ? { days: daysOf(period, today) } : period && { from: period.from, to: period.to }),
    ...(shop && { shop: shop.id }),
    ...(asked.product && { product: asked.product.id }),
    ...(metric.rows && takes(metric, 'limit') && { limit: asked.top ?? metric.rows.most }),
    ...(asked.course && asked.course !== 'any' && takesStep(metric) && { by: asked.course }),
  }
}

/** Of expenses `by` says which day counts. */
const takesStep = (metric: Metric) => takes(metric, 'by') && takes(metric, 'series')
const takes = ({ tool }: Metric, name: string) => name in (findTool(tool)?.schema.shape ?? {})

function daysOf(period: InputParts['period'], today: Day): number {
  if (!period) return 30
  if (period.ahead && horizons.includes(period.ahead) && period.from === today) return period.ahead
  throw new Refusal('horizon')
}
