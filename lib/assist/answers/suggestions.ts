import 'server-only'
import { can, seesTotals } from '@/lib/core/permissions'
import { translatorOf } from '@/lib/core/i18n/translator'
import type { Language } from '@/lib/core/language'
import type { ToolName, ToolViewer } from '../tools/contract'
import { findTool } from '../tools/registry'
import { fillers, idleWords } from './fillers'
import { metrics } from './metrics'
import { signs } from './signs'
import { plain } from './words'

/** Questions that the rules answer, each with the metric that does. */
export const questions = {
  today: 'today',
  salesWeek: 'sales',
  salesMonths: 'sales',
  salesByDay: 'sales',
  salesByShop: 'salesByShop',
  topProducts: 'topProducts',
  profit: 'profit',
  fees: 'fees',
  margin: 'marginTotal',
  adsSpend: 'adsSpend',
  calculator: 'calculator',
  deadZones: 'deadZones',
  overdueExpenses: 'overdueExpenses',
  unpaidExpenses: 'pendingExpenses',
  paidExpenses: 'paidExpenses',
  lowStock: 'lowStock',
  soldOut: 'soldOut',
  restock: 'restock',
  stock: 'stock',
  shipped: 'shippedOrders',
  payouts: 'payoutsToCome',
  balance: 'balance',
  latePayouts: 'latePayouts',
  differences: 'differences',
  cases: 'casesTodo',
  casesWaiting: 'casesWaiting',
  returns: 'openReturns',
  returnsMonth: 'returns',
  cancelled: 'cancelled',
  unmapped: 'unmapped',
  withoutCost: 'withoutCost',
  lateOrders: 'lateOrders',
  toShip: 'ordersToShip',
  toPost: 'toPostToday',
  withoutInvoice: 'withoutInvoice',
  revenueLimits: 'revenueLimits',
  health: 'health',
} as const
export type QuestionName = keyof typeof questions

const toolOf = (name: QuestionName): ToolName => metrics.find(({ id }) => id === questions[name])!.tool

const ofTotals: readonly ToolName[] = ['sales_summary', 'top_products']

export const mayAnswer = (viewer: ToolViewer, name: QuestionName): boolean => {
  const tool = toolOf(name)
  return can(viewer.role, findTool(tool)!.permission) && (!ofTotals.includes(tool) || seesTotals(viewer))
}

export const wordQuestions = (viewer: ToolViewer, names: readonly QuestionName[]): string[] => {
  const t = translatorOf(viewer.language)
  return names.map((name) => t(`answerer.questions.${name}`))
}

const MOST = 4
const usual: readonly QuestionName[] = [
  'salesWeek',
  'today',
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
type Near = { names: QuestionName[]; isNear: boolean }

/** Words that no metric answers, and the metrics that are nearest to what they ask. */
const nearWords: Partial<Record<QuestionName, RegExp>> = {
  adsSpend: /^(?:roas|acos|cpc|cliques?|clicks?|campanhas?|campaigns?|ads?)$/,
  shipped: /^(?:enviei|enviamos|enviou|shipped|ship|despachei|postei)$/,
  toShip: /^(?:enviar|envio|postar|despachar|ship|shipped|send)$/,
  returnsMonth: /^(?:devol\w+|return\w*|refund\w*|reembols\w+)$/,
  calculator: /^(?:preco|precos|taxa|taxas|cobrar|cobra|price|prices|fee|fees|charge|vender|sell|selling)$/,
  payouts: /^(?:caiu|caem|cai|repasse|repasses|recebi|recebo|receber|payout|payouts|paid|pay|dinheiro|money)$/,
  paidExpenses: /^(?:categorias?|category|categories|gastos?|paguei|pagamos|aluguel|rent|gastei|spent|bills?)$/,
  margin: /^(?:margem|margens|margin|margins)$/,
  salesWeek: /^(?:vend\w+|fatur\w+|sell|sold|sales?|revenue)$/,
}

/** How many words of the question are those by which a metric is known, in the language that has more of them. */
const knownIn = (name: QuestionName, said: readonly string[]): number => {
  const own = nearWords[name]
  const counts = (['pt', 'en'] as const).map((language) => {
    const tokens = needed[language][questions[name]] ?? []
    const words = said.filter((word) => !fillers[language].has(word) && !idleWords[language].has(word))
    return words.filter((word) => own?.test(word) || tokens.some((token) => token.test(word))).length
  })
  return Math.max(...counts)
}

const needed = { pt: neededIn('pt'), en: neededIn('en') }

function neededIn(language: Language): Record<string, RegExp[]> {
  const tokens = (lines: readonly string[]) =>
    lines.flatMap((line) => line.split(' ')).filter((token) => !token.startsWith('~'))
  return Object.fromEntries(
    Object.entries(signs).map(([id, lines]) => [id, tokens(lines[language]).map((one) => new RegExp(`^(?:${one})$`))]),
  )
}

/** Similar questions that have an answer: of the same tool, then by its keywords, then with the same words. */
export function suggestNear(viewer: ToolViewer, { words, about, first }: NotAnswered): Near {
  const stemsSaid = stems(words)
  const said = [...new Set(words.trim().split(' '))]
  const ranked = (Object.keys(questions) as QuestionName[])
    .filter((name) => mayAnswer(viewer, name))
    .map((name) => {
      const text = wordQuestions(viewer, [name])[0]!
      const shared = [...stems(text)].filter((stem) => stemsSaid.has(stem) && !common.has(stem)).length
      const rank = (name === first ? 100 : 0) + (about.includes(toolOf(name)) ? 10 : 0)
      return { name, rank: rank + 3 * knownIn(name, said) + shared }
    })
    .filter(({ rank }) => rank > 0)
    .toSorted((a, b) => b.rank - a.rank)
  // One question of each metric.
  const all = [...ranked.map(({ name }) => name), ...usualFor(viewer)]
  const isFirst = (name: QuestionName, at: number) => all.findIndex((one) => questions[one] === questions[name]) === at
  const names = all.filter(isFirst).slice(0, MOST)
  return { names, isNear: ranked.length > 0 }
}

const usualFor = (viewer: ToolViewer) => usual.filter((name) => mayAnswer(viewer, name)).slice(0, MOST)

/** Questions that always have an answer, for this role. */
export const suggestFor = (viewer: ToolViewer): string[] => wordQuestions(viewer, usualFor(viewer))
