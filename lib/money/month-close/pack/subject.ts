import 'server-only'
import type { Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import type { ExportContext } from '@/lib/core/exports/list-kind'
import { asId } from '@/lib/core/keyset'
import { daysOf, isMonth, type Month } from '../calendar'
import type { Figures } from '../figures'
import { asHex, fingerprintOf } from '../fingerprint'
import { readLiveFigures, type Books } from '../live'
import { listClosings, closedOf } from '../stored'
import { earlierOf } from '../views'

/** The month that a pack is of: what was frozen, what that adjusted of earlier months, and what is known today. */
export type Subject = {
  books: Books
  month: Month
  company: string
  document: string | null
  /** Null while the month is open: its pack is provisional. */
  closing: Frozen | null
  live: Figures
}

export type Frozen = {
  frozen: Figures
  adjustments: { of: Month; changes: Figures }[]
  closedAt: Date
  hash: string
  /** Whether the figures still have the hash that they were closed with. */
  isWhole: boolean
}

/** The query made sound. */
export function readSubject(query: string): { entity: string; month: Month } | null {
  const given = new URLSearchParams(query)
  const [entity, month] = [asId(given.get('entity')), given.get('month')]
  return entity && isMonth(month) ? { entity, month } : null
}

export const writeSubject = (query: string): string => {
  const subject = readSubject(query)
  return subject ? new URLSearchParams(subject).toString() : ''
}

export async function getSubject(db: Db, query: string, context: ExportContext): Promise<Subject> {
  const subjectParams = readSubject(query)
  if (!subjectParams) throw new UserError('invalidInput')
  const { organizationId, timeZone } = context
  const { entity, month } = subjectParams
  const books = { organizationId, timeZone, entity }
  const legalEntity = await db.legalEntity.findFirst({
    where: { organizationId, id: entity },
    select: { name: true, document: true },
  })
  if (!legalEntity) throw new UserError('notFound')
  const closing = closedOf(await listClosings(db, organizationId, entity)).find((each) => each.month === month)
  const { figures: live } = await readLiveFigures(db, books, daysOf(month))
  return {
    books,
    month,
    company: legalEntity.name,
    document: legalEntity.document,
    live: live(month),
    closing: closing
      ? {
          frozen: closing.figures.get(month)!,
          adjustments: earlierOf(closing).map(([of, changes]) => ({ of, changes })),
          closedAt: closing.closedAt,
          hash: asHex(closing.hash),
          isWhole: asHex(fingerprintOf(entity, month, closing.nth, closing.figures)) === asHex(closing.hash),
        }
      : null,
  }
}
