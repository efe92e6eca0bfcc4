import type { Day } from '@/lib/core/dates'
import type { Language } from '@/lib/core/language'
import { takeCourse, type Course } from './course'
import { courtesy, everyShop, fillers, productMarks, shopMarks } from './fillers'
import { Refusal, type Metric } from './grammar'
import { metrics } from './metrics'
import type { Period } from './periods'
import { takePeriods } from './take-periods'
import { writtenOut } from './spoken'
import type { Cents } from '@/lib/core/money'
import type { ToolName } from '../tools/contract'
import { isNear, plain, Words } from './words'

export type Shop = { id: string; name: string }

/** The content of a question's words; a product only by its name. */
export type Understood = {
  metrics: Metric[]
  periods: Period[]
  /** The use of a second period, or the period to compare with where only one is named. */
  compares: 'named' | 'previous' | 'yearBefore' | null
  shops: Shop[]
  /** How it went is asked for, step by step. */
  course: Course | null
  product: string | null
  /** It is said to be one: in quotes, after what it is of, or written as a SKU is. */
  isNamed: boolean
  /** No word of it was understood: it is a product's name, or nothing. */
  isNameAlone: boolean
  top: number | null
  /** The price of a possible sale. */
  priceCents: Cents | null
  /** The code of an order. */
  order: string | null
}

const MOST_CHARS = 300
/** Beside what was sold they say no more. */
const ofSales: readonly ToolName[] = ['sales_summary', 'top_products', 'sales_by_shop']
const sellingVerbs: Record<Language, RegExp> = {
  pt: /(?:eu |nos )?(?:vendi|vendemos|faturei|foram vendid[ao]s|vendid[ao]s)/,
  en: /(?:did )?(?:i |we )?(?:sell|sold|have sold|were sold)/,
}

export const comparing: Record<Language, Record<'yearBefore' | 'previous' | 'named', RegExp>> = {
  pt: {
    yearBefore:
      /(?:(?:comparad[oa]s? |em comparacao |em relacao |versus |vs |contra |frente )?(?:com |a |ao |o )*mesmo periodo do ano (?:passado|anterior)|(?:comparad[oa]s? |em comparacao |em relacao )?(?:com |a |ao )*(?:um|1) ano (?:antes|atras))/,
    previous:
      /(?:(?:comparad[oa]s?|compare|comparando|em comparacao|em relacao|versus|vs|contra|frente) (?:com |a |ao |o |os )*(?:periodo anterior|dias anteriores|semana anterior a (?:ela|essa)|anterior)|(?:do )?periodo anterior)/,
    named:
      /(?:(?:compar(?:ad[oa]s?|a|e|ando|ar)|em comparacao|em relacao|versus|vs|contra|frente)(?: (?:com|a|ao|o|os))*|(?:do que|ou|x)(?: (?:a|o))*(?= ¤))/,
  },
  en: {
    yearBefore:
      /(?:(?:compared |compare |versus |vs |against )?(?:to |with |the )*same (?:period|days|time) (?:of )?last year|(?:compared )?(?:to |with )*(?:a|one) year (?:ago|before|earlier))/,
    previous:
      /(?:(?:compared|compare|comparing|versus|vs|against) (?:to |with |the )*(?:previous|prior|preceding) (?:period|days|one)|(?:compared|versus|vs|against) (?:to |with )*(?:the )?(?:period|week|days) before|(?:the )?previous period)/,
    named:
      /(?:(?:compared|compare|comparing|versus|vs|against)(?: (?:to|with|the))*|(?:than|or)(?: (?:in|the))*(?= ¤))/,
  },
}

/** Reads the question in one language; what it does not know of it is a refusal that names it. */
export function understand(question: string, language: Language, shops: readonly Shop[], today: Day): Understood {
  if (question.length > MOST_CHARS) throw new Refusal('tooLong')
  const quoted = [...question.matchAll(/["“«]([^"”»]{1,200})["”»]/g)].map(([, name]) => name!)
  const { text, top } = takeNumber(writtenOut(plain(question.replaceAll(/["“«][^"”»]{1,200}["”»]/g, ' ')), language))
  const words = new Words(text)
  const named = takeShops(words, shops, language, today)
  words.take(everyShop)
  words.take(courtesy)
  const { yearBefore, previous, named: between } = comparing[language]
  let compares: Understood['compares'] = null
  if (words.take(yearBefore).length > 0) compares = 'yearBefore'
  if (words.take(previous).length > 0) compares ??= 'previous'
  const early = takeMetrics(words, language, true)
  const asDue = words.copy()
  let periods = takePeriods(words, language, today, false)
  if (words.take(between).length > 0) compares ??= 'named'
  const metrics = [...early, ...takeMetrics(words, language, false, compares !== null)]
  if (metrics.length > 0 && metrics.every(({ tool }) => ofSales.includes(tool))) words.take(sellingVerbs[language])
  if (isOfDaysAhead(metrics)) periods = takeUntil(words, asDue, language, today)
  const course = takeCourse(words, language)
  if (metrics.length === 0) throw new Refusal('nothingAsked')
  try {
    const { shop, product } = readLeft(words.left(fillers[language]), quoted, shops, metrics)
    const isNamed = product !== null && (quoted.length > 0 || isSaidToBeName(product, text))
    return {
      metrics: metrics,
      periods,
      compares,
      course,
      shops: shop ? [...named, shop] : named,
      product,
      isNamed,
      isNameAlone: false,
      top,
      priceCents: null,
      order: null,
    }
  } catch (error) {
    if (error instanceof Refusal) error.about = metrics.map(({ tool }) => tool)
    throw error
  }
}

/** Whether a day said without its year or week is the next one. */
export const isOfDaysAhead = (metrics: readonly Metric[]): boolean =>
  metrics.some(({ period }) => period === 'due') ||
  (metrics.length > 0 && metrics.every(({ period }) => period === 'ahead'))

const until: Record<Language, RegExp> = { pt: /ate(?: o| a| dia)*/, en: /(?:until|till|by|before)(?: the)?/ }

/** Items due by a day are due from today on. */
function takeUntil(words: Words, asDue: Words, language: Language, today: Day): Period[] {
  const periods = takePeriods(asDue, language, today, true)
  const ends = asDue.take(until[language]).map(({ index, 0: said }) => index + said.length + 1)
  if (ends.every((end) => periods.some(({ at }) => at === end))) words.take(until[language])
  return periods.map((period) => {
    if (!ends.includes(period.at)) return period
    if (period.to < today) throw new Refusal('periodInvalid')
    return { ...period, from: today }
  })
}

/** "os 5 mais vendidos", "top 10", "qual o produto": how many are asked for. */
export function takeNumber(text: string): { text: string; top: number | null } {
  const number =
    /(?<= top )(\d{1,3}) |(?<= )(\d{1,3}) (?=(?:produtos|itens|melhores|piores|mais|lojas|products|items|best|top|worst|most|least|shops) )/.exec(
      text,
    )
  if (number) return { text: text.replace(number[0], ''), top: Number(number[1] ?? number[2]) }
  const isOne =
    / (?:qual|which|what) (?:foi |eh |e |is |was )?(?:o |a |meu |minha |my |the )*(?:best selling |top selling |most profitable |least profitable |melhor )?(?:produto|item|loja|product|shop|store|best seller|top seller) /.test(
      text,
    )
  return { text, top: isOne ? 1 : null }
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

/**
 * Shops by their whole names, or by a word that only one of them has where `isOwn` lets it; a name that a question may say by
 * chance counts only as a shop's.
 */
export function takeShops(
  words: Words,
  shops: readonly Shop[],
  language: Language,
  today: Day,
  isOwn: ((word: string) => boolean) | null = null,
): Shop[] {
  const places =
    '(?:(?:na|no|nas|nos|da|do|das|dos|de|em|a|as|pela|e|com|at|in|of|from|for|the|my|and|with|minha|minhas) )*'
  const mark = `(?:(?:${shopMarks.join('|')}) )`
  const takes = (name: string) => {
    const own = writtenOut(plain(name), language).trim()
    if (own === '') return false
    const isMarked = isOrdinary(name, language, today) ? '' : '?'
    return words.take(new RegExp(`${places}${mark}${isMarked}${escaped(own)}`)).length > 0
  }
  return shops
    .toSorted((a, b) => b.name.length - a.name.length)
    .filter((shop) => takes(shop.name) || (isOwn && ownWords(shop, shops).filter(isOwn).some(takes)))
}

/** Words of four letters and more of a shop's name that no other shop has. */
const ownWords = ({ id, name }: Shop, shops: readonly Shop[]): string[] =>
  plain(name)
    .trim()
    .split(' ')
    .filter((word) => word.length > 3 && !shopMarks.includes(word))
    .filter((word) => !shops.some((other) => other.id !== id && plain(other.name).includes(` ${word} `)))

function isOrdinary(name: string, language: Language, today: Day): boolean {
  const words = new Words(plain(name))
  try {
    takePeriods(words, language, today, false)
  } catch {
    return true
  }
  takeMetrics(words, language)
  return words.left(fillers[language]).length === 0
}

/** In the order in which they are said. */
function takeMetrics(words: Words, language: Language, saysDay = false, compares = false): Metric[] {
  const wanted = metrics.filter((metric) => (metric.saysDay ?? false) === saysDay && (compares || !metric.compares))
  const matches = wanted.flatMap((metric) => words.take(metric.words[language]).map(({ index }) => ({ metric, index })))
  const order = matches.toSorted((a, b) => a.index - b.index).map(({ metric }) => metric)
  return [...new Set(order)]
}

const isSaidToBeName = (name: string, text: string): boolean =>
  /[a-z]-?\d|\d-?[a-z]/.test(name) ||
  new RegExp(` (?:d[aeo]s?|of|${productMarks.join('|')}) (?:[aeo]s? |the )?${escaped(name)} `).test(text)

/** The rest can only be a name. */
function readLeft(left: string[], quoted: string[], shops: readonly Shop[], metrics: readonly Metric[]) {
  const mark = new RegExp(`(?<= |^)(?=(?:${[...shopMarks, ...productMarks].join('|')})(?: |$))`)
  const parts = left.flatMap((run) => run.split(mark).map((part) => part.trim())).filter(Boolean)
  const all = [...fillers.pt, ...fillers.en]
  let shop: Shop | null = null
  const products: string[] = quoted.map((name) => plain(name).trim())
  for (const part of parts) {
    const [first = '', ...rest] = part.split(' ')
    const trimmed = trimEnds(rest, all)
    if (shopMarks.includes(first)) {
      // "The shop" is one where there is no other.
      if (trimmed !== '') shop = findNamedShop(trimmed, shops)
      else if (shops.length > 1) throw new Refusal('shopAmbiguous', { name: first })
    } else if (productMarks.includes(first)) {
      if (trimmed === '') throw new Refusal('productMissing')
      products.push(trimmed)
    } else products.push(part)
  }
  const [product = null, another] = [...new Set(products)]
  if (another) throw new Refusal('unknownWords', { words: another })
  if (product !== null && !metrics.some(({ product: takes, ofProduct }) => takes ?? ofProduct))
    throw new Refusal('unknownWords', { words: product })
  return { shop, product }
}

function trimEnds(words: string[], none: readonly string[]): string {
  const first = words.findIndex((word) => !none.includes(word))
  return first < 0 ? '' : words.slice(first, words.findLastIndex((word) => !none.includes(word)) + 1).join(' ')
}

/** By whole words of its name that no other shop has. */
function findNamedShop(named: string, shops: readonly Shop[]): Shop {
  const matches = shops.filter(({ name }) => plain(name).includes(` ${named} `))
  if (matches.length === 1) return matches[0]!
  throw new Refusal(matches.length === 0 ? 'shopUnknown' : 'shopAmbiguous', { name: named })
}

const vocabulary: Record<Language, ReadonlySet<string>> = { pt: wordsOf('pt'), en: wordsOf('en') }

function wordsOf(language: Language): ReadonlySet<string> {
  const sources = metrics.map(({ words }) => words[language].source).join(' ')
  const said =
    language === 'pt'
      ? 'ontem semana passada ultimos ultimas trimestre janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro quanto quantos quantas'
      : 'today yesterday month quarter january february march april june july august september october november december which'
  return new Set(
    [...sources.matchAll(/(?<![a-z])[a-z]{5,}(?![a-z[(])/g), ...said.matchAll(/[a-z]+/g)]
      .map(([word]) => word)
      .filter((word) => !fillers[language].has(word)),
  )
}

/** The question with each unknown word as the one known word that is a letter away from it; null where one is not. */
export function correct(question: string, unknown: string, language: Language): string | null {
  const written = writtenOut(plain(question), language)
  let corrected = written
  for (const word of unknown.split(' ')) {
    if (fillers[language].has(word) || vocabulary[language].has(word)) continue
    const near = word.length < 5 ? [] : [...vocabulary[language]].filter((known) => isNear(word, known))
    if (near.length !== 1) return null
    corrected = corrected.replace(` ${word} `, ` ${near[0]} `)
  }
  return corrected === written ? null : corrected
}
