import type { Language } from '@/lib/core/language'

/**
 * The words by which a metric is known in whatever order they are said. A line is one way to say it: each word of it has to be
 * there; `~word` may be there. A word is a pattern of one whole word without accents; `TODAY` is that today is said, `PRICE` an
 * amount of money. What else a question holds has to be days, a shop, a product or a word that says nothing.
 */
export type Signs = Record<string, Record<Language, readonly string[]>>

export const items = '(?:produtos?|itens|item|coisas?)'
export const things = '(?:products?|items?|things?)'
