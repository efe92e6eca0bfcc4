import { Prisma } from './generated/prisma/client'
import { likePattern } from './keyset'

/** Every word of the text has to stand in the folded column `words`; accents and case do not matter. */
export const matchesWords = (words: Prisma.Sql, text: string): Prisma.Sql[] =>
  text
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 10)
    .map((word) => Prisma.sql`${words} LIKE search_text(${likePattern(word)})`)
