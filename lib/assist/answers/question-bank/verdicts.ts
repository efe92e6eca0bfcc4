import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Language } from '@/lib/core/language'
import { formatAmount } from '@/lib/core/money'
import type { ToolViewer } from '../../tools/contract'
import { nearestTo } from '../nearest'
import { asRefusal, readQuestion, type Reading } from '../reading'
import { questions } from '../suggestions'
import { skuOf, worldOf } from './world'

export type Verdict = 'right' | 'refused' | 'wrong'
export type Judged = {
  question: string
  expected: string
  got: string
  verdict: Verdict
  /** Metrics of the answers that a refusal offers. */
  nearest: string[]
  isNear: boolean | null
  /** Every third question: the grammar is not improved by looking at it. */
  isHeldBack: boolean
}

const listLines = (language: Language) =>
  readFileSync(resolve(import.meta.dirname, `${language}.txt`), 'utf8')
    .split('\n')
    .filter((line) => line.includes(' -> '))
    .map((line) => line.split(' -> ') as [question: string, expected: string])

/** Each question of the bank with what the rules made of it. */
export async function judgeBank(language: Language): Promise<Judged[]> {
  return Promise.all(
    listLines(language).map(async ([question, expected], index) => {
      const { got, nearest } = await readAsOwner(question, language)
      const ways = expected.split(' / ')
      const wanted = await Promise.all(ways.map((one) => normal(one, language)))
      const isRefused = got.startsWith('refused')
      const isRight = wanted.some((one) => (one.startsWith('refuse') ? isRefused : one === got))
      const verdict: Verdict = isRight ? 'right' : isRefused ? 'refused' : 'wrong'
      const isNear = isRefused ? nearnessOf(ways, nearest) : null
      return { question, expected, got, verdict, nearest, isNear, isHeldBack: index % 3 === 2 }
    }),
  )
}

/** Whether one of the answers that are offered is about what was asked; null where the bank asks for none. */
function nearnessOf(ways: readonly string[], nearest: readonly string[]): boolean | null {
  const wanted = ways.flatMap((way) => {
    const [head = '', near] = way.split(' ~ ')
    return near ? near.split(', ') : head === 'refuse' ? [] : head.split(' | ')[0]!.split('+')
  })
  if (wanted.length === 0) return null
  return wanted.some((one) => nearest.includes(one.trim().split(' ')[0]!))
}

const owner: Omit<ToolViewer, 'language'> = {
  organizationId: '',
  userId: '',
  timeZone: 'America/Sao_Paulo',
  legalEntityIds: null,
  kind: 'person',
  role: 'owner',
}

const shortDay = (day: string) => day.replace('2026-', '')
const shortDays = ({ from, to }: { from: string; to: string }) =>
  from === to ? shortDay(from) : `${shortDay(from)}~${shortDay(to)}`

async function readAsOwner(question: string, language: Language): Promise<{ got: string; nearest: string[] }> {
  try {
    const readings = await readQuestion(question, language, 'owner', worldOf(language))
    const questions = readings.map((reading) => reading.asked)
    const got = joined([
      headOf(readings),
      ...new Set(questions.flatMap(({ periods }) => periods.map(shortDays))),
      ...new Set(questions.flatMap(({ shops }) => shops.map(({ id }) => `shop ${id}`))),
      ...new Set(questions.flatMap(({ product }) => (product ? [`product ${product.sku}`] : []))),
      ...new Set(questions.flatMap(({ top }) => (top ? [`top ${top}`] : []))),
      ...new Set(questions.flatMap(({ course }) => (course ? [`by ${course}`] : []))),
      ...new Set(questions.flatMap(({ compares }) => (compares ? [`compares ${compares}`] : []))),
    ])
    return { got, nearest: [] }
  } catch (error) {
    const refusal = asRefusal(error)
    if (!refusal) throw error
    const { names } = nearestTo({ ...owner, language }, refusal, question)
    return {
      got: `refused: ${refusal.why} ${refusal.values.words ?? refusal.values.name ?? ''}`.trim(),
      nearest: names.map((name) => questions[name]),
    }
  }
}

/** The metric comes first, the rest in any order. */
const joined = ([head = '', ...rest]: string[]) => [head, ...rest.toSorted()].join(' | ')

/** An order and a price belong to what is asked of them. */
const headOf = (readings: readonly Reading[]): string => {
  const heads = readings.flatMap(({ asked: { order, priceCents }, plan }) =>
    plan.calls.map(({ metric }) => {
      const id = sameAs[metric.id] ?? metric.id
      return [id, order, priceCents !== null && formatAmount(priceCents, 'en')].filter(Boolean).join(' ')
    }),
  )
  return [...new Set(heads)].toSorted().join('+')
}

/** Metrics that answer the same question, and names of the bank for them. */
const sameAs: Record<string, string> = {
  stockOf: 'stock',
  productMargin: 'marginTotal',
  result: 'profit',
  moreSales: 'sales',
}

async function normal(expected: string, language: Language): Promise<string> {
  const [head = '', ...rest] = expected.split(' | ').map((part) => part.trim())
  // A SKU opens the product with its stock.
  const [said, ...parts] = head.startsWith('sku ')
    ? ['stock', `product ${head.slice('sku '.length)}`, ...rest]
    : [head, ...rest]
  const named = await Promise.all(
    parts.map(async (part) =>
      part.startsWith('product ') ? `product ${await skuOf(part.slice('product '.length), language)}` : part,
    ),
  )
  return joined([said!.split('+').toSorted().join('+'), ...named])
}
