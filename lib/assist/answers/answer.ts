import 'server-only'
import { can } from '@/lib/core/permissions'
import { localDay, type Day } from '@/lib/core/dates'
import { withOrganization } from '@/lib/core/db'
import { callTool } from '../tools/call'
import type { ToolAnswer, ToolViewer } from '../tools/contract'
import { findOrderByCode, findSettlementByCode } from '../tools/order-input'
import { findProduct } from '../tools/product-input'
import { findTool } from '../tools/registry'
import type { AnswerLocally, LocalAnswer, RanTool } from './contract'
import { requireCourse } from './course'
import { Refusal, type Metric } from './grammar'
import { asRefusal, readQuestion, type Reading, type World } from './reading'
import { nearestTo } from './nearest'
import { sayAnswer, sayRefusal, type Said } from './say'
import { wordQuestions } from './suggestions'
import type { Shop } from './understand'

const MOST_RUNS = 4

/** Answers by rules alone: what is not understood word by word is not answered. */
export const answerLocally: AnswerLocally = async (viewer, question) => {
  try {
    const today = localDay(new Date(), viewer.timeZone)
    const world = await worldOf(viewer, today)
    return await run(viewer, await readQuestion(question, viewer.language, viewer.role, world), today)
  } catch (error) {
    const refusal = asRefusal(error)
    if (!refusal) throw error
    return refuse(viewer, refusal, question)
  }
}

/** The names that this person's question may contain. */
export const worldOf = async (viewer: ToolViewer, today: Day): Promise<World> => ({
  today,
  shops: await listShops(viewer),
  findProduct: async (name) => (await findProduct(viewer, name))!,
  findOrder: async (code) => {
    if (await findOrderByCode(viewer, code)) return 'order'
    const seesPayouts = can(viewer.role, 'reconciliation.read')
    return seesPayouts && (await findSettlementByCode(viewer, code)) ? 'payout' : null
  },
})

function refuse(viewer: ToolViewer, refusal: Refusal, question: string): LocalAnswer {
  const { shown, names, isMeant } = nearestTo(viewer, refusal, question)
  const suggestions = wordQuestions(viewer, names)
  return {
    state: 'unanswerable',
    text: sayRefusal(shown, isMeant ? suggestions[0]! : null, viewer.language),
    suggestions,
  }
}

const listShops = (viewer: ToolViewer): Promise<Shop[]> =>
  withOrganization(viewer, (db) =>
    db.shop.findMany({ where: { organizationId: viewer.organizationId }, select: { id: true, name: true } }),
  )

async function run(viewer: ToolViewer, readings: readonly Reading[], today: Day): Promise<LocalAnswer> {
  if (readings.reduce((count, { plan }) => count + plan.calls.length, 0) > MOST_RUNS) throw new Refusal('tooMany')
  const texts: string[] = []
  const ran: RanTool[] = []
  for (const { asked: question, plan } of readings) {
    const said: Said[] = []
    for (const { metric, input } of plan.calls) {
      const answer = narrowed(await callTool(findTool(metric.tool), viewer, input), metric)
      requireCourse(answer, question.course)
      said.push({ metric, input, answer, most: question.top })
    }
    if (question.compares) compareWithEachOther(said)
    const saying = { compares: question.compares !== null, isEqual: plan.isEqual, today, course: question.course }
    texts.push(sayAnswer(said, saying, viewer.language))
    ran.push(...said.map(({ metric: { tool }, input, answer }) => ({ tool, input, answer })))
  }
  return { state: 'answered', text: texts.join('\n'), ran }
}

/** Figures outside the question are left out. */
function narrowed(answer: ToolAnswer, { notes, isAlone, figures }: Metric): ToolAnswer {
  const { series, ...rest } = answer
  const drawn = series && figures.includes(series.name) && !isAlone && { series }
  const shown = { ...rest, ...drawn, notes: rest.notes.filter(({ name }) => !notes || notes.includes(name)) }
  if (!isAlone) return shown
  return {
    ...shown,
    asked: { ...shown.asked, period: null },
    figures: shown.figures.filter(({ name }) => figures.includes(name)),
    table: null,
  }
}

/** A figure is compared with the requested one, not with the days before. */
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
