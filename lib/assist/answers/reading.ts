import type { Role } from '@/lib/core/permissions'
import type { Day } from '@/lib/core/dates'
import { UserError } from '@/lib/core/errors'
import type { Language } from '@/lib/core/language'
import type { ProductMatch } from '../tools/product-input'
import { understandBySigns } from './by-signs'
import { courtesy, fillers, idleWords } from './fillers'
import { Refusal } from './grammar'
import { metrics } from './metrics'
import { planOf, type QuestionParts, type Plan } from './plan'
import { reasonOf } from './refusals'
import { writtenOut } from './spoken'
import { correct, understand, type Shop, type Understood } from './understand'
import { plain, Words } from './words'

/** The names that a question may contain. `findProduct` refuses an unknown or ambiguous one. */
export type World = {
  today: Day
  shops: readonly Shop[]
  findProduct: (name: string) => Promise<ProductMatch>
  /** By its whole code, ours or the marketplace's; of some only what was paid is known. */
  findOrder: (code: string) => Promise<'order' | 'payout' | null>
}
export type Reading = { asked: QuestionParts; plan: Plan }

const known = ['shopUnknown', 'shopAmbiguous', 'productUnknown', 'productAmbiguous'] as const

export function asRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  if (!(error instanceof UserError)) return null
  if (error.code === 'permissionDenied') return new Refusal('permission')
  const why = known.find((code) => code === error.code)
  return why ? new Refusal(why, { name: String(error.values?.name ?? '') }) : null
}

type Reader = (language: Language) => Understood

/**
 * Reads a question in the viewer's language, else in the other one: as a whole in the words of a metric, then by single
 * words in any order, then part by part. Throws a `Refusal`.
 */
export async function readQuestion(question: string, language: Language, role: Role, world: World): Promise<Reading[]> {
  const parts = partsOf(question)
  if (parts.some((part) => codesIn(part).length > 0)) return readParts(parts, language, role, world)
  try {
    return [await readWhole(question, language, role, world, true)]
  } catch (error) {
    const refusal = asRefusal(error)
    const polite = refusal && courtesyOf(parts)
    if (polite) throw polite
    const busyParts = parts.filter((part) => !isIdle(part))
    if (!refusal || (busyParts.length < 2 && busyParts[0] === question.trim())) throw error
    if (busyParts.length === 0) throw error
    try {
      return await readParts(busyParts, language, role, world)
    } catch (inPart) {
      // The refusal of the whole names more of it.
      throw asRefusal(inPart) ? refusal : inPart
    }
  }
}

/** Each part is asked by itself; what happened in days that only one of them names happened in those days. */
async function readParts(parts: string[], language: Language, role: Role, world: World): Promise<Reading[]> {
  const busyParts = parts.filter((part) => !isIdle(part))
  const read: Reading[] = []
  for (const part of busyParts) {
    const ofOrders = codesIn(part)
    if (ofOrders.length > 0) read.push(...(await readOrders(part, ofOrders, role, world)))
    else if (busyParts.some((one) => codesIn(one).length > 0)) {
      const one = await readWhole(part, language, role, world, false).catch((error: unknown) => {
        if (!asRefusal(error)) throw error
        return null
      })
      // Beside an order, statements about it are no questions.
      if (one) read.push(one)
    } else read.push(await readWhole(part, language, role, world, false))
  }
  return read.map((reading, at) => inDaysOf(reading, [...read.slice(at + 1), ...read.slice(0, at)], role, world))
}

const isPast = ({ asked: question }: Reading) => question.metrics.every(({ period }) => period === 'past')

function inDaysOf(reading: Reading, others: readonly Reading[], role: Role, world: World): Reading {
  const { asked: question } = reading
  if (question.periods.length > 0 || question.compares || !isPast(reading)) return reading
  const dated = others.find((other) => isPast(other) && other.asked.periods.length === 1)
  if (!dated) return reading
  const sharing = { ...question, periods: dated.asked.periods }
  return { asked: sharing, plan: planOf(sharing, role, world.today) }
}

async function readWhole(
  question: string,
  language: Language,
  role: Role,
  world: World,
  isWhole: boolean,
): Promise<Reading> {
  const { shops, today } = world
  const languages = language === 'pt' ? (['pt', 'en'] as const) : (['en', 'pt'] as const)
  const failed: Refusal[] = []
  const tried = async (one: Language, make: Reader) => {
    const reading = await attempt(role, world, () => make(one))
    if (reading instanceof Refusal) failed.push(reading)
    return reading
  }
  for (const one of languages) {
    const first = await tried(one, () => understand(question, one, shops, today))
    if (!(first instanceof Refusal)) return first
    const unknown = first.values.words ?? first.values.name ?? ''
    const better = correct(question, unknown || plain(question).trim(), one)
    const second = better && (await attempt(role, world, () => understand(better, one, shops, today)))
    if (second && !(second instanceof Refusal)) return second
  }
  for (const one of isMeant(question) ? languages : []) {
    const reading = await attempt(role, world, () => understandBySigns(question, one, shops, today, isWhole))
    if (!(reading instanceof Refusal)) return reading
    if (reading.why !== 'nothingAsked') failed.push(reading)
  }
  // The refusal of the language that understood more of it.
  throw (
    failed.find(({ why }) => why !== 'nothingAsked' && why !== 'unknownWords') ??
    failed.find(({ why }) => why !== 'nothingAsked') ??
    failed[0]!
  )
}

/** A question that no figure can answer is not read word by word; some figures answer for reasons and advice. */
function isMeant(question: string): boolean {
  const reasons = (['pt', 'en'] as const).map((language) => reasonOf(writtenOut(plain(question), language)))
  return reasons.every((reason) => reason === null || reason === 'reasons' || reason === 'advice')
}

/** The code of an order as the marketplace or the company writes it; said to be an order's, others too. */
const codes: readonly RegExp[] = [
  /(?<![\p{L}\p{N}-])(\d{6}[A-Z0-9]{8}|[A-Z]{3}-\d{4}-\d{5,})(?![\p{L}\p{N}-])/giu,
  /(?<![\p{L}\p{N}-])(?:pedido|order|n[ºo.]|#)\s*(?=[A-Z-]*\d)([A-Z0-9-]{6,})(?![\p{L}\p{N}-])/giu,
]
const codesIn = (text: string) => [
  ...new Set(codes.flatMap((one) => [...text.matchAll(one)].map(([, code]) => code!.toUpperCase()))),
]

const ofPayout: readonly RegExp[] = [
  / (?:pag\w+|repass\w+|receb\w+|caiu|cair|cai|menos|mais|veio|vieram|taxas?|tarifas?|comiss\w+|descont\w+|diferenca|divergencia|liber\w+|cobr\w+|dinheiro) /,
  / (?:paid|pays?|payout|short|less|fees?|commission|get|got|receive\w*|difference|released|charged|underpaid|money) /,
]

/** An order is opened, with any other words; its payout is answered where the question asks for it. */
async function readOrders(part: string, texts: readonly string[], role: Role, world: World): Promise<Reading[]> {
  const text = plain(part)
  const reason = reasonOf(text)
  if (reason === 'write' || reason === 'personal' || reason === 'instructions') throw new Refusal(reason)
  const isOfPayout = ofPayout.some((words) => words.test(text))
  return Promise.all(
    texts.map(async (one) => {
      const order = await world.findOrder(one)
      if (!order) throw new Refusal('orderUnknown', { name: one })
      const id = isOfPayout ? 'payout' : order
      const orderQuestion = { ...nothingElse, metrics: metrics.filter((metric) => metric.id === id), order: one }
      return { asked: orderQuestion, plan: planOf(orderQuestion, role, world.today) }
    }),
  )
}

const nothingElse = {
  periods: [],
  compares: null,
  shops: [],
  course: null,
  product: null,
  top: null,
  priceCents: null,
} satisfies Partial<QuestionParts>

/** Sentences, and what "and" joins. */
const partsOf = (question: string): string[] =>
  question
    .split(/[?!;]+|[.,]+(?!\d)| e (?=\D)| and (?=\D)/iu)
    .map((part) => part.trim())
    .filter(Boolean)

const greeting = /^ (?:oi|ola|opa|e ai|bom dia|boa tarde|boa noite|hi|hello|hey|morning|good morning|good afternoon) /

/** It asks nothing: words that say nothing, or a greeting with a name. */
function isIdle(part: string): boolean {
  const text = plain(part)
  if (greeting.test(text) && text.replace(greeting, ' ').trim().split(' ').length < 2) return true
  return (['pt', 'en'] as const).some((language) => {
    const words = new Words(writtenOut(text, language))
    words.take(courtesy)
    return words.left(new Set([...fillers[language], ...idleWords[language]])).length === 0
  })
}

const greets =
  / (?:oi|oie|oii|ola|opa|eai|e ai|bom dia|boa tarde|boa noite|hi|hello|hey|morning|good (?:morning|afternoon|evening)|ajuda|ajudar|help|sabe fazer|can you do) /
const thanks = / (?:obrigad[oa]|obg|obgd|brigad[oa]|vlw|valeu|thanks|thank you|thx|ty) /
/** Said by themselves they are kind; in a question they may be a product's. */
const kindWords = new Set(
  'opa muito certo ajuda ajudar help fazer oie oii obg obgd brigado brigada vlw valeu blz beleza joia show otimo tchau thx ty bye great cool'.split(
    ' ',
  ),
)
const withoutKind = (text: string) =>
  text
    .split(' ')
    .filter((word) => !kindWords.has(word))
    .join(' ')

/** A greeting, thanks or a call for help and nothing else. */
function courtesyOf(parts: readonly string[]): Refusal | null {
  const said = parts.map((part) => writtenOut(plain(part), 'pt'))
  const isPolite = said.every((text) => isIdle(text) || isIdle(withoutKind(text)))
  if (!isPolite) return null
  if (said.some((text) => thanks.test(text))) return new Refusal('thanks')
  return said.some((text) => greets.test(text)) ? new Refusal('greeting') : null
}

async function attempt(role: Role, world: World, make: () => Understood): Promise<Reading | Refusal> {
  try {
    const { isNamed, isNameAlone, ...understood } = make()
    const { product: name, metrics: wantedMetrics } = understood
    const product =
      name === null ? null : await findNamed(world, { name, isNamed, isNameAlone, metrics: wantedMetrics })
    const whole = { ...understood, product }
    return { asked: whole, plan: planOf(whole, role, world.today) }
  } catch (error) {
    const refusal = asRefusal(error)
    if (!refusal) throw error
    return refusal
  }
}

/** A plural may mean one product: its name is tried as written, then without the plural. */
async function findNamed(
  world: World,
  { name, isNamed, isNameAlone, metrics }: Pick<Understood, 'isNamed' | 'isNameAlone' | 'metrics'> & { name: string },
): Promise<ProductMatch> {
  try {
    return await findByWords(world, name).catch((error: unknown) => {
      const one = name.replaceAll(/(?<=[a-z]{3})s(?= |$)/g, '')
      if (asRefusal(error)?.why !== 'productUnknown' || one === name) throw error
      return findByWords(world, one)
    })
  } catch (error) {
    const refusal = asRefusal(error)
    if (!refusal) throw error
    // Text unlike any name was not understood.
    const shown = refusal.why === 'productUnknown' && !isNamed ? new Refusal('unknownWords', { words: name }) : refusal
    const isOfWords = isNameAlone || metrics.some(({ id }) => id === 'stockOf')
    shown.about = isOfWords && shown.why === 'unknownWords' ? [] : metrics.map(({ tool }) => tool)
    throw shown
  }
}

/** By whole words of its title or its SKU: a part of a word is not what was asked. */
async function findByWords(world: World, name: string): Promise<ProductMatch> {
  const product = await world.findProduct(name)
  const own = `${plain(product.title)}${plain(product.sku)}`
  const words = plain(name).trim().split(' ')
  if (words.every((word) => own.includes(` ${word} `))) return product
  throw new Refusal('productUnknown', { name })
}
