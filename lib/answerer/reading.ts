import type { Role } from '../auth/permissions'
import type { Day } from '../dates'
import { UserError } from '../errors'
import type { Language } from '../language'
import type { FoundProduct } from '../tools/product-input'
import { Refusal } from './grammar'
import { planOf, type Asked, type Plan } from './plan'
import { correct, understand, type Shop, type Understood } from './understand'
import { plain } from './words'

/** What a question may name. `findProduct` refuses what is none, or several. */
export type World = {
  today: Day
  shops: readonly Shop[]
  findProduct: (name: string) => Promise<FoundProduct>
}
export type Reading = { asked: Asked; plan: Plan }

const told = ['shopUnknown', 'shopAmbiguous', 'productUnknown', 'productAmbiguous'] as const

export function asRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  if (!(error instanceof UserError)) return null
  if (error.code === 'permissionDenied') return new Refusal('permission')
  const why = told.find((code) => code === error.code)
  return why ? new Refusal(why, { name: String(error.values?.name ?? '') }) : null
}

/**
 * What is asked, in the viewer's language, else in the other one; a word with a letter wrong is put right only where nothing
 * else is unknown. Throws a `Refusal`.
 */
export async function readQuestion(question: string, language: Language, role: Role, world: World): Promise<Reading[]> {
  const { shops, today } = world
  const languages = language === 'pt' ? (['pt', 'en'] as const) : (['en', 'pt'] as const)
  const failed: Refusal[] = []
  for (const one of languages) {
    const first = await attempt(role, world, () => understand(question, one, shops, today))
    if (!(first instanceof Refusal)) return [first]
    failed.push(first)
    const unknown = first.values.words ?? first.values.name ?? ''
    const better = correct(question, unknown || plain(question).trim(), one)
    const second = better && (await attempt(role, world, () => understand(better, one, shops, today)))
    if (second && !(second instanceof Refusal)) return [second]
  }
  // What was said of the language that understood more of it.
  throw (
    failed.find(({ why }) => why !== 'nothingAsked' && why !== 'unknownWords') ??
    failed.find(({ why }) => why !== 'nothingAsked') ??
    failed[0]!
  )
}

async function attempt(role: Role, world: World, make: () => Understood): Promise<Reading | Refusal> {
  try {
    const { isNamed, ...understood } = make()
    const { product: name, metrics } = understood
    const product = name === null ? null : await findNamed(world, { name, isNamed, metrics })
    const asked = { ...understood, product }
    return { asked, plan: planOf(asked, role, world.today) }
  } catch (error) {
    const refusal = asRefusal(error)
    if (!refusal) throw error
    return refusal
  }
}

/** A product by whole words of its title or its SKU: a part of a word is not what was asked. */
async function findNamed(
  world: World,
  { name, isNamed, metrics }: Pick<Understood, 'isNamed' | 'metrics'> & { name: string },
): Promise<FoundProduct> {
  try {
    const product = await world.findProduct(name)
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
