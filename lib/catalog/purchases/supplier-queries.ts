import 'server-only'
import type { Db } from '@/lib/core/db'
import { beyondPlace, orderOf, pageOf, requestPage } from '@/lib/core/database/keyset-page'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Page } from '@/lib/core/keyset'
import { matchesWords } from '@/lib/core/text/match-words'
import type { SupplierFilters } from './filters'

export type SupplierRow = {
  id: string
  name: string
  document: string | null
  contactName: string | null
  email: string | null
  phone: string | null
  leadTimeDays: number | null
  note: string | null
  archivedAt: Date | null
  version: number
}

const columns = Prisma.sql`s.id, s.name, s.document, s.contact_name AS "contactName", s.email, s.phone,
  s.lead_time_days AS "leadTimeDays", s.note, s.archived_at AS "archivedAt", s.version`
const byName = Prisma.sql`s.name COLLATE "und-x-icu"`

const conditionsOf = (organizationId: string, { archived, q }: SupplierFilters): Prisma.Sql[] => [
  Prisma.sql`s.organization_id = ${organizationId}::uuid`,
  archived ? Prisma.sql`s.archived_at IS NOT NULL` : Prisma.sql`s.archived_at IS NULL`,
  ...matchesWords(Prisma.sql`s.words`, q),
]

export async function countSuppliers(db: Db, organizationId: string, filters: SupplierFilters): Promise<bigint> {
  const [row] = await db.$queryRaw<[{ count: bigint }]>`
    SELECT count(*) AS count FROM supplier s WHERE ${Prisma.join(conditionsOf(organizationId, filters), ' AND ')}`
  return row.count
}

/** By name. */
export async function listSuppliers(
  db: Db,
  organizationId: string,
  filters: SupplierFilters,
  size: number,
): Promise<Page<SupplierRow>> {
  const wanted = requestPage(filters, size, { ascending: true })
  const order = orderOf(wanted)
  const beyond = beyondPlace(wanted, byName, Prisma.sql`s.id`, Prisma.sql`text COLLATE "und-x-icu"`)
  const rows = await db.$queryRaw<SupplierRow[]>`
    SELECT ${columns} FROM supplier s WHERE ${Prisma.join(conditionsOf(organizationId, filters), ' AND ')} ${beyond}
    ORDER BY ${byName} ${order}, s.id ${order} LIMIT ${size + 1}`
  return pageOf(wanted, rows, ({ name, id }) => ({ value: name, id }))
}

export async function findSupplier(db: Db, organizationId: string, id: string): Promise<SupplierRow | null> {
  const [row] = await db.$queryRaw<SupplierRow[]>`
    SELECT ${columns} FROM supplier s WHERE s.organization_id = ${organizationId}::uuid AND s.id = ${id}::uuid`
  return row ?? null
}

export type SupplierChoice = { id: string; name: string }
const mostChoices = 500

/** The choices of forms and filters. */
export const listSupplierChoices = (db: Db, organizationId: string): Promise<SupplierChoice[]> =>
  db.$queryRaw`
    SELECT s.id, s.name FROM supplier s WHERE s.organization_id = ${organizationId}::uuid AND s.archived_at IS NULL
    ORDER BY ${byName}, s.id LIMIT ${mostChoices}`

export const hasSuppliers = async (db: Db, organizationId: string): Promise<boolean> =>
  (await db.supplier.findFirst({ where: { organizationId }, select: { id: true } })) !== null
