import type { PaletteEntry } from './schema'
import { foldText } from '@/lib/core/text/fold-text'

/** Without accents and case, as people type. */
export const fold = (text: string): string => foldText(text).trim()

const wordsOf = (text: string) =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** How well the entry is meant: the beginning of its label, of a word of it, of a word it is also found by; null where not. */
function rankOf(entry: PaletteEntry, text: string): number | null {
  const words = wordsOf(text)
  if (words.length === 0) return null
  const label = fold(entry.label)
  if (label === fold(text)) return 0
  if (label.startsWith(fold(text))) return 1
  const own = wordsOf(entry.label)
  if (words.every((word) => own.some((one) => one.startsWith(word)))) return 2
  const all = [...own, ...entry.words.flatMap(wordsOf)]
  return words.every((word) => all.some((one) => one.startsWith(word))) ? 3 : null
}

/** Entries that every typed word begins a word of, the closest first, otherwise in their own order. */
export function matchEntries(entries: readonly PaletteEntry[], text: string, most: number): PaletteEntry[] {
  return entries
    .flatMap((entry, place) => {
      const rank = rankOf(entry, text)
      return rank === null ? [] : [{ entry, rank, place }]
    })
    .sort((a, b) => a.rank - b.rank || a.place - b.place)
    .slice(0, most)
    .map(({ entry }) => entry)
}
