import type { Language } from '@/lib/core/language'

/**
 * The words by which a metric is known in whatever order they are said. A line is one way to say it: each word of it
 * has to be there; `~word` may be there. A word is a pattern of one whole word without accents; `TODAY` stands for
 * today, `PRICE` for an amount of money, `DAYS` for any days. The rest of a question has to be days, a shop, a product or a filler.
 */
export type Signs = Record<string, Record<Language, readonly string[]>>

export const items = '(?:produtos?|itens|item|coisas?)'
export const things = '(?:products?|items?|things?)'
