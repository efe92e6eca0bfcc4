import { createHash } from 'node:crypto'
import type { Day } from '@/lib/core/dates'
import { figureLines, type Figures } from './figures'

/** The figures of a closing: of each month that it holds something of, the closed one and those it takes up changes of. */
export type ClosedFigures = ReadonlyMap<Day, Figures>

/** SHA-256 of all that a closing froze, in an order that depends on nothing but its contents. */
export function fingerprintOf(
  legalEntityId: string,
  month: Day,
  nth: number,
  figures: ClosedFigures,
): Uint8Array<ArrayBuffer> {
  const lines = [...figures.keys()].sort().flatMap((of) =>
    [...figureLines].sort().flatMap((line) => {
      const cents = figures.get(of)?.[line]
      return cents === undefined ? [] : [`${of} ${line} ${cents}`]
    }),
  )
  const text = [`mascate month close 1`, legalEntityId, month, String(nth), ...lines].join('\n')
  return Uint8Array.from(createHash('sha256').update(text).digest())
}

export const asHex = (hash: Uint8Array) => Buffer.from(hash).toString('hex')
