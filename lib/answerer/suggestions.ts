import 'server-only'
import { can } from '../auth/permissions'
import { seesTotals } from '../dashboard/views'
import { translatorOf } from '../i18n/translator'
import type { ToolName, ToolViewer } from '../tools/contract'
import { findTool } from '../tools/registry'
import { plain } from './words'

/** Questions that the rules answer, each with the tool that does. */
export const questions = {
  salesWeek: 'sales_summary',
  salesMonths: 'sales_summary',
  salesByDay: 'sales_summary',
  topProducts: 'top_products',
  profit: 'monthly_result',
  overdueExpenses: 'expenses',
  unpaidExpenses: 'expenses',
  lowStock: 'low_stock',
  soldOut: 'low_stock',
  restock: 'purchase_suggestion',
  payouts: 'cash_ahead',
  latePayouts: 'cash_ahead',
  differences: 'unreconciled_payouts',
  cases: 'open_cases',
  returns: 'open_returns',
  unmapped: 'unmapped_listings',
  withoutCost: 'products_without_cost',
  lateOrders: 'find_orders',
  toPost: 'find_orders',
} as const satisfies Record<string, ToolName>
export type QuestionName = keyof typeof questions

const ofTotals: readonly ToolName[] = ['sales_summary', 'top_products']

export const mayAsk = (viewer: ToolViewer, name: QuestionName): boolean => {
  const tool = questions[name]
  return can(viewer.role, findTool(tool)!.permission) && (!ofTotals.includes(tool) || seesTotals(viewer))
}

export const wordQuestions = (viewer: ToolViewer, names: readonly QuestionName[]): string[] => {
  const t = translatorOf(viewer.language)
  return names.map((name) => t(`answerer.questions.${name}`))
}

const usual: readonly QuestionName[] = [
  'salesWeek',
  'topProducts',
  'profit',
  'lowStock',
  'lateOrders',
  'returns',
  'unmapped',
]

/** Beginnings of words tell what a question is about, in whatever form it was said. */
const stems = (text: string): Set<string> =>
  new Set(
    plain(text)
      .split(' ')
      .filter((word) => word.length > 3)
      .map((word) => word.slice(0, 4)),
  )
const common = stems('qual quais quanto quantos which what how much many este this mais most dias days')

type NotAnswered = { words: string; about: readonly ToolName[]; first: QuestionName | null }

/** What can be asked that is nearest to what was: of the same tool, then of the same words. */
export function suggestNear(viewer: ToolViewer, { words, about, first }: NotAnswered) {
  const said = stems(words)
  const ranked = (Object.keys(questions) as QuestionName[])
    .filter((name) => mayAsk(viewer, name))
    .map((name) => {
      const text = wordQuestions(viewer, [name])[0]!
      const shared = [...stems(text)].filter((stem) => said.has(stem) && !common.has(stem)).length
      return { text, rank: (name === first ? 100 : 0) + (about.includes(questions[name]) ? 10 : 0) + shared }
    })
    .filter(({ rank }) => rank > 0)
    .toSorted((a, b) => b.rank - a.rank)
  const suggestions = [...new Set([...ranked.map(({ text }) => text), ...suggestFor(viewer)])].slice(0, 4)
  return { suggestions, isNear: ranked.length > 0 }
}

/** What can always be asked, for this role. */
export const suggestFor = (viewer: ToolViewer): string[] =>
  wordQuestions(viewer, usual.filter((name) => mayAsk(viewer, name)).slice(0, 4))
