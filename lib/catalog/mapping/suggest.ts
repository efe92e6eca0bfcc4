import { contradicts } from './contradiction'
import { foldText } from '@/lib/core/text/fold-text'

export type Candidate = {
  id: string
  sku: string
  title: string
  priceCents: bigint | null
  isKit: boolean
  /** Its SKU is that of another variation of the listing's own item. */
  isSisters: boolean
  /** One of its barcodes is the listing's. */
  hasCode?: boolean
}
export type Suggestion = Omit<Candidate, 'isKit' | 'isSisters' | 'hasCode'> & {
  score: number
  why: 'sku' | 'barcode' | 'name'
}
type Named = { sku: string | null; title: string; variation: string | null; priceCents: bigint | null }

const LEAST_SCORE = 0.5
const SAME_CODE_SCORE = 0.995
const MOST_WORDS = 12
// Nothing in these tells one product from another.
const fillers = new Set(['de', 'da', 'do', 'das', 'dos', 'para', 'com', 'sem', 'em', 'the', 'for', 'and', 'kit', 'un'])

/** The words of a name without accents and case, each once. */
export function wordsOf(text: string): string[] {
  const plain = foldText(text)
  return [...new Set(plain.split(/[^a-z0-9]+/))]
    .filter((word) => word.length > 1 && !fillers.has(word))
    .slice(0, MOST_WORDS * 2)
}

export const listingWords = ({ title, variation, sku }: Pick<Named, 'title' | 'variation' | 'sku'>) =>
  wordsOf([variation, title, sku].filter(Boolean).join(' ')).slice(0, MOST_WORDS)

/** How many of the product's words stand in the listing, and of the listing's in the product: 1 where all do, both ways. */
export function wordOverlap(listing: readonly string[], product: readonly string[]): number {
  if (listing.length === 0 || product.length === 0) return 0
  const theirs = new Set(listing)
  const both = product.filter((word) => theirs.has(word)).length
  return 0.7 * (both / product.length) + 0.3 * (both / listing.length)
}

/** 1 at the same price, 0 at half or twice; a half where one of them is not known. */
export function priceNearness(a: bigint | null, b: bigint | null): number {
  if (a === null || b === null || a <= 0n || b <= 0n) return 0.5
  return Math.max(0, 1 - Math.abs(Math.log2(Number(a) / Number(b))))
}

const isSame = (a: string | null, b: string) => a !== null && a.trim().toLowerCase() === b.trim().toLowerCase()

/** The likeliest of the candidates that nothing speaks against; null where none is likely. */
export function suggestProduct(listing: Named, candidates: readonly Candidate[]): Suggestion | null {
  const words = listingWords(listing)
  const scored = candidates.flatMap(({ isKit, isSisters, hasCode, ...candidate }): Suggestion[] => {
    if (isSame(listing.sku, candidate.sku)) return [{ ...candidate, score: 1, why: 'sku' }]
    // A kit of one article may bear its code: what speaks against a name speaks against a code.
    if (hasCode && !contradicts(listing, { ...candidate, isKit }))
      return [{ ...candidate, score: SAME_CODE_SCORE, why: 'barcode' }]
    if (isSisters || contradicts(listing, { ...candidate, isKit })) return []
    const overlap = wordOverlap(words, wordsOf(candidate.title))
    const nearness = priceNearness(listing.priceCents, candidate.priceCents)
    return [{ ...candidate, score: Math.min(0.99, 0.8 * overlap + 0.2 * nearness), why: 'name' }]
  })
  const best = scored.sort((a, b) => b.score - a.score || a.sku.localeCompare(b.sku))[0]
  return best && best.score >= LEAST_SCORE ? best : null
}
