import type { FeeCertainty, Provenance } from '@/lib/money/fees/schema'

/** How sure a line is as the shops' own orders say: confirmed where charged orders match it to the cent, whatever it was before. */
export type ShownCertainty = 'confirmed' | FeeCertainty
export const shownCertainty = ({ certainty }: Provenance, isConfirmed: boolean): ShownCertainty =>
  isConfirmed ? 'confirmed' : certainty

const plainSources = ['publicTexts', 'measured', 'measuredSplit'] as const
export type LineSource =
  | { kind: 'article'; numbers: string[] }
  | { kind: (typeof plainSources)[number] }
  /** A text that somebody wrote. */
  | { kind: 'text'; text: string }

/** Published lines name their sources by code, `article:18483;measured`, so that they can be said in both languages. */
export const readSources = (source: string): LineSource[] =>
  source
    .split(';')
    .filter((code) => code !== '')
    .map((code): LineSource => {
      if (code.startsWith('article:')) return { kind: 'article', numbers: code.slice('article:'.length).split(',') }
      const plain = plainSources.find((kind) => kind === code)
      return plain ? { kind: plain } : { kind: 'text', text: code }
    })
