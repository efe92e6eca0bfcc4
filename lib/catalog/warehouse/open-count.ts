import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { can } from '@/lib/core/permissions'
import { localDay } from '@/lib/core/dates'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import { readProductFilters } from '../products/filters'
import { levelJoin, matchingProducts } from '../products/queries'
import { maxCountLines, type OpenCountInput } from './count-schema'

export const openCount = (actor: Actor, input: OpenCountInput): Promise<{ countId: string; lines: number }> =>
  writeOnce(actor, (db) => beginCount(db, actor, input))

/** Begins a counting session with its list in the order of the shelves. Kits are counted by their components. */
export async function beginCount(
  db: Db,
  actor: Actor,
  { name, from, ...which }: OpenCountInput,
): Promise<{ countId: string; lines: number }> {
  const { organizationId, userId } = actor
  const countId = newId()
  await db.stockCount.create({
    data: { organizationId, id: countId, name, createdBy: userId },
    select: { id: true },
  })
  const lines = from === 'none' ? 0 : await addLines(db, actor, countId, { name, from, ...which })
  if (from !== 'none' && lines === 0) throw new UserError('countNothing')
  if (lines > maxCountLines) throw new UserError('countTooLarge', { values: { lines: maxCountLines } })
  await recordAudit(db, actor, { event: 'stockCount.opened', subjectId: countId, after: { name, from, lines } })
  return { countId, lines }
}

async function addLines(db: Db, actor: Actor, countId: string, input: OpenCountInput): Promise<number> {
  const chosen =
    input.from === 'skus' ? await namedBy(db, actor, input.skus) : await productsMatching(db, actor, input.query)
  return db.$executeRaw`
    INSERT INTO stock_count_line (organization_id, count_id, product_id, position, listed)
    SELECT p.organization_id, ${countId}::uuid, p.id, row_number() OVER (ORDER BY p.shelf_address NULLS LAST, p.sku, p.id), true
    FROM product p ${levelJoin(actor.organizationId)} WHERE ${chosen} AND kit.kit_id IS NULL LIMIT ${maxCountLines + 1}`
}

async function productsMatching(db: Db, { organizationId, role }: Actor, query: string): Promise<Prisma.Sql> {
  const { timeZone } = await db.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { timeZone: true },
  })
  const filters = readProductFilters(Object.fromEntries(new URLSearchParams(query)), can(role, 'money.read'))
  return matchingProducts(organizationId, { ...filters, archived: false }, localDay(new Date(), timeZone))
}

async function namedBy(db: Db, { organizationId }: Actor, skus: string[]): Promise<Prisma.Sql> {
  const wanted = [...new Set(skus.map((sku) => sku.toLowerCase()))]
  const condition = Prisma.sql`p.organization_id = ${organizationId}::uuid AND p.sku_key = ANY (${wanted}::text[])`
  const known = await db.$queryRaw<{ sku: string }[]>`
    SELECT p.sku_key AS sku FROM product p WHERE ${condition} AND NOT EXISTS (
      SELECT 1 FROM kit_component k WHERE k.organization_id = p.organization_id AND k.kit_id = p.id)`
  const results = new Set(known.map(({ sku }) => sku))
  const unknown = wanted.filter((sku) => !results.has(sku))
  if (unknown.length > 0)
    throw new UserError('countSkusUnknown', {
      values: { count: unknown.length, skus: unknown.slice(0, 10).join(', ') },
    })
  return condition
}
