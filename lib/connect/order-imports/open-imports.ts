import 'server-only'
import type { Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { openStates, type ImportKind } from './schema'

/** Sheets of a company that wait for a confirmation. */
const MOST_OPEN = 5
/** Files of money come together, one a month and shop. */
const MOST_OPEN_OF_MONEY = 24
const UNCONFIRMED_DAYS = 1
/** A confirmed import keeps its sheet for the failed rows. */
const CONFIRMED_DAYS = 7

export const sheetKeptUntil = () => new Date(Date.now() + CONFIRMED_DAYS * 86_400_000)

/** Before an upload is recorded. Uploads that come at once count each other. */
export async function requireOpenImport(db: Db, organizationId: string, kind: ImportKind): Promise<void> {
  await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`imports:${organizationId}`}, 0))`
  const isMoney = kind === 'money'
  const count = await db.import.count({
    where: { organizationId, state: { in: [...openStates] }, kind: isMoney ? 'money' : { not: 'money' } },
  })
  if (count >= (isMoney ? MOST_OPEN_OF_MONEY : MOST_OPEN))
    throw new UserError('tooManyOpenImports', { values: { count } })
}

/** An unconfirmed import ends by itself after a day; a confirmed one loses its sheet later. */
export const expireUnconfirmed = (db: Db, importId: string) => expireAfter(db, importId, UNCONFIRMED_DAYS)
export const expireConfirmed = (db: Db, importId: string) => expireAfter(db, importId, CONFIRMED_DAYS)

const expireAfter = (db: Db, importId: string, days: number) =>
  db.$executeRaw`SELECT expire_import_later(${importId}::uuid, ${days}::int)`
