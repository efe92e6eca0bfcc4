import 'server-only'
import type { Db } from '@/lib/core/db'
import type { MoneyOutcome } from './schema'
import type { Place, StoredIncome } from './stored-items'

type Row = StoredIncome

/** A correction without an order is the shop's own money. */
export const isOfOrder = ({ code }: Row): boolean => code !== ''

export async function judgeShopAdjustments(
  db: Db,
  { organizationId, ownerId }: Place,
  rows: Row[],
): Promise<MoneyOutcome[]> {
  const here = await db.shopAdjustment.findMany({
    where: { organizationId, shopId: ownerId, part: { in: rows.map(({ part }) => part) } },
    select: { part: true },
  })
  const parts = new Set(here.map(({ part }) => part))
  return rows.map(({ part }) => (parts.has(part) ? 'same' : 'new'))
}

/** All that tells one from others is its key: the same again changes nothing. */
export async function writeShopAdjustments(db: Db, { organizationId, ownerId }: Place, rows: Row[]) {
  const data = rows.map(({ part, at, day, lines }) => {
    const [line] = lines as { amount: number; name: string }[]
    return {
      organizationId,
      shopId: ownerId,
      part,
      at: new Date(at),
      localDay: new Date(day),
      amountCents: BigInt(line!.amount),
      name: line!.name,
    }
  })
  const { count } = await db.shopAdjustment.createMany({ data, skipDuplicates: true })
  return { created: count, kept: rows.length - count }
}
