import type { Language } from '@/lib/core/language'
import { parseMoney, type Cents } from '@/lib/core/money'

const amount = '\\d{1,3}(?:[.,]\\d{3})*(?:[.,]\\d{1,2})?|\\d{1,6}(?:[.,]\\d{1,2})?'
const marked = new RegExp(
  `(?<![\\p{L}\\p{N}.,/-])(?:r\\$\\s*(${amount})|(${amount})\\s*(?:reais|real|contos?|pilas?|bucks|brl)|(\\d{1,5}[.,]\\d{2}))(?![\\p{L}\\p{N}/-]|[.,]\\d)`,
  'giu',
)

/** The selling price, not the wanted margin. */
const lead = /(?:^|\s)(?:a|por|at|for|(?:produto|venda|item|pre[çc]o)\s+de|(?:on|for|of)\s+an?)\s*$/iu

/** The one price that a question names, and the question without it; of several amounts none is taken. */
export function takePrice(question: string, language: Language): { left: string; priceCents: Cents | null } {
  const [match, ...others] = question.matchAll(marked)
  if (!match || others.length > 0 || !lead.test(question.slice(0, match.index)))
    return { left: question, priceCents: null }
  const parsed = parseMoney((match[1] ?? match[2] ?? match[3])!, language)
  if (!parsed.ok || parsed.cents <= 0n) return { left: question, priceCents: null }
  return { left: question.replace(match[0], ' '), priceCents: parsed.cents }
}
