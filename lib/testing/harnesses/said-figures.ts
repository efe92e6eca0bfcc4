import { writeValue } from '@/lib/assist/answers/write'
import type { Language } from '@/lib/core/language'

const [shares, days] = [['cancellationRate', 'costCoverage'], ['daysOfStock']]
const counts = [
  'orders',
  'units',
  'cancelledOrders',
  'products',
  'expenses',
  'ordersFound',
  'differingOrders',
  'payoutOrders',
  'unmappedListings',
  'marksOff',
  'lateNow',
  'blockedListings',
  'casesTodo',
  'casesWaiting',
  'returns',
  'productsToBuy',
  'unitsToBuy',
  'returnsOpened',
  'available',
  'onHand',
  'reserved',
  'minimum',
  'deadPrices',
]
export const unitOf = (name: string) =>
  shares.includes(name) ? 'share' : days.includes(name) ? 'days' : counts.includes(name) ? 'count' : 'cents'

/** Taken or missing amounts are written in words, not by a sign. */
export const writeSize = (name: string, value: bigint | number | string, language: Language) =>
  writeValue(String(value).replace(/^-/, ''), unitOf(name), language)
export const none = {
  pt: /n[ãa]o |nada|nenhum|ninguém|tod[oa]s? /i,
  en: /\bno\b|nothing|not |nobody|cannot|\bevery\b|\ball\b/i,
}
export const negative = {
  pt: /prejuízo|faltam|paga|pagou|gastou|custaram|somam|−/i,
  en: /loss|missing|paid|spent|cost|add up|−/i,
}
export const firstSentence = (line = '') => /^.*?[.:](?= |$)/.exec(line)?.[0] ?? line
