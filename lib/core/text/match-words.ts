import { Prisma } from '@/lib/generated/prisma/client'
import { likePattern } from '../keyset'

/** Every word of the text has to stand in the folded column `words`; accents and case do not matter. */
export const matchesWords = (words: Prisma.Sql, text: string): Prisma.Sql[] =>
  text
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 10)
    .map((word) => {
      const conditions = formsOf(word).map((form) => Prisma.sql`${words} LIKE search_text(${likePattern(form)})`)
      return conditions.length === 1 ? conditions[0]! : Prisma.sql`(${Prisma.join(conditions, ' OR ')})`
    })

/** A barcode that zeros lead may be kept without them: UPC, EAN and GTIN-14 of one article are one code. */
const formsOf = (word: string): string[] => {
  const isGtin = [8, 12, 13, 14].includes(word.length) && /^0+[1-9]\d+$/.test(word)
  return isGtin ? [word, word.replace(/^0+/, '')] : [word]
}
