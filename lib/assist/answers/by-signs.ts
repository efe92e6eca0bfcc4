import type { Day } from '@/lib/core/dates'
import type { Language } from '@/lib/core/language'
import { takeCourse } from './course'
import { courtesy, everyShop, fillers, idleWords } from './fillers'
import { Refusal, type Metric } from './grammar'
import { metrics } from './metrics'
import type { Period } from './periods'
import { takePeriods } from './take-periods'
import { takePrice } from './price-said'
import { signs } from './signs'
import { writtenOut } from './spoken'
import { comparing, isOfDaysAhead, takeNumber, takeShops, type Shop, type Understood } from './understand'
import { plain, Words } from './words'

type Token = { pattern: RegExp; isNeeded: boolean }
type Way = { metric: Metric; tokens: readonly Token[]; needed: number; saysToday: boolean; saysPrice: boolean }

const wholeWord = (source: string) => new RegExp(`^(?:${source})$`)

/** The ways of a language, those that need the most words first. */
const waysOf = (language: Language): readonly Way[] =>
  metrics
    .flatMap((metric) => (signs[metric.id]?.[language] ?? []).map((line) => wayOf(metric, line)))
    .toSorted((a, b) => b.needed - a.needed)

function wayOf(metric: Metric, line: string): Way {
  const tokens = line.split(' ').map((token) => ({
    pattern: wholeWord(token.replace(/^~/, '')),
    isNeeded: !token.startsWith('~'),
  }))
  const saysToday = line.split(' ').includes('TODAY')
  return {
    metric,
    tokens,
    saysToday,
    saysPrice: line.includes('PRICE'),
    needed: tokens.filter(({ isNeeded }) => isNeeded).length,
  }
}

const ways: Record<Language, readonly Way[]> = { pt: waysOf('pt'), en: waysOf('en') }

/**
 * Reads a question by the words it is made of, in whatever order they stand. Each word has to belong to the metric, to
 * be a filler, or to be the name of a product: an unknown word is a refusal, since it may change the question.
 */
export function understandBySigns(
  question: string,
  language: Language,
  shops: readonly Shop[],
  today: Day,
  isWhole: boolean,
): Understood {
  const { left: text, priceCents } = takePrice(question, language)
  const { text: counted, top } = takeNumber(asOneWord(writtenOut(plain(text), language)))
  const words = new Words(counted)
  const named = takeShops(words, shops, language, today, (word) => !isUsual(word, language))
  words.take(everyShop)
  words.take(courtesy)
  const { yearBefore, previous, named: between } = comparing[language]
  let compares: Understood['compares'] = null
  if (words.take(yearBefore).length > 0) compares = 'yearBefore'
  if (words.take(previous).length > 0) compares ??= 'previous'
  const asDue = words.copy()
  const periods = takePeriods(words, language, today, false)
  if (words.take(between).length > 0) compares ??= 'named'
  // Two shops stand beside each other by themselves.
  if (compares === 'named' && periods.length < 2 && named.length > 1) compares = null
  const course = takeCourse(words, language)
  const runs = words.left(new Set()).map((run) => run.split(' '))
  const isToday = periods.length === 1 && periods[0]!.from === today && periods[0]!.to === today
  const facts = { language, isToday, hasPeriod: periods.length > 0, hasPrice: priceCents !== null }
  const tried = ways[language].filter(({ needed }) => isWhole || needed > 0)
  const matches = tried.flatMap((way) => matchOf(way, runs, facts) ?? [])
  // The less is left for a name, the more was understood; of equals the way that needs the most words.
  const [best] = matches.toSorted((a, b) => sizeOf(a.product) - sizeOf(b.product))
  if (!best) throw new Refusal('nothingAsked')
  const { metric, product, takesToday, isNameAlone } = best
  const days: Period[] = isOfDaysAhead([metric]) ? takePeriods(asDue, language, today, true) : periods
  return {
    metrics: [metric],
    compares,
    course,
    shops: named,
    product,
    top,
    priceCents,
    order: null,
    periods: takesToday ? [] : days,
    isNameAlone,
    isNamed: product !== null && /[a-z]-?\d|\d-?[a-z]/.test(product),
  }
}

/** A word that a question may hold without naming a shop. */
const isUsual = (word: string, language: Language): boolean =>
  fillers[language].has(word) ||
  idleWords[language].has(word) ||
  ways[language].some(({ tokens }) => tokens.some(({ pattern }) => pattern.test(word)))

/** Why is one word, so that it is not taken for words that say nothing. */
const asOneWord = (text: string) => text.replaceAll(' por que ', ' porque ')

type Facts = { language: Language; isToday: boolean; hasPeriod: boolean; hasPrice: boolean }
type MetricMatch = { metric: Metric; product: string | null; takesToday: boolean; isNameAlone: boolean }

const sizeOf = (name: string | null) => name?.split(' ').length ?? 0

/** Null where a word of the way is missing, or one of the question is left over that is no product's name. */
function matchOf(way: Way, runs: readonly string[][], facts: Facts): MetricMatch | null {
  const { metric, tokens, saysToday, saysPrice } = way
  const takesToday = facts.isToday && metric.period === 'none'
  if ((saysToday && !facts.isToday) || saysPrice !== facts.hasPrice) return null
  if (metric.notToday && facts.isToday) return null
  const spoken = new Set(runs.flat())
  const isSaid = ({ pattern }: Token) =>
    (facts.isToday && pattern.test('TODAY')) ||
    (facts.hasPrice && pattern.test('PRICE')) ||
    (facts.hasPeriod && pattern.test('DAYS')) ||
    [...spoken].some((word) => pattern.test(word))
  if (!tokens.every((token) => !token.isNeeded || isSaid(token))) return null
  const none = [fillers[facts.language], idleWords[facts.language]]
  const isKnown = (word: string) =>
    none.some((list) => list.has(word)) || tokens.some(({ pattern }) => pattern.test(word))
  const left = runs.flatMap((run) => nameIn(run, isKnown))
  if (left.length > 1) return null
  const [product = null] = left
  if (product === null && metric.product === 'must') return null
  if (product !== null && !(metric.product ?? metric.ofProduct)) return null
  const isNameAlone = !tokens.some((token) => isSaid(token))
  return { metric, product, takesToday, isNameAlone }
}

/** From the first word that is not known to the last. */
function nameIn(run: readonly string[], isKnown: (word: string) => boolean): string[] {
  const first = run.findIndex((word) => !isKnown(word))
  if (first < 0) return []
  return [run.slice(first, run.findLastIndex((word) => !isKnown(word)) + 1).join(' ')]
}
