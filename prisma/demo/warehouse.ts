import type { Actor, Db } from '@/lib/db'
import { newId } from '@/lib/ids'
import { bookStock } from '@/lib/stock/book-stock'
import { ensurePlace } from '@/lib/stock/places'
import { beginCount } from '@/lib/warehouse/open-count'
import type { StockedGoods } from './goods'

type Scope = { actor: Actor; stocked: readonly StockedGoods[] }

/** A count that found differences, one that is under way, what broke, what moved, and a return that came back today. */
export async function workInWarehouse(db: Db, { actor, stocked }: Scope): Promise<void> {
  const { organizationId } = actor
  const find = (sku: string) => stocked.find((one) => one.sku === sku)!
  const places = {
    own: await ensurePlace(db, organizationId, 'own', null),
    transit: await ensurePlace(db, organizationId, 'transit', null),
    damaged: await ensurePlace(db, organizationId, 'damaged', null),
  }
  await countShelves(db, actor, 'Corredor A', ['POT-KIT-3', 'ORG-GAV-6', 'NEC-VIA-AZ', 'MAS-FAC-ELE'], [0, -2, 1, 0])
  const open = await beginCount(db, actor, { name: 'Inventário geral', from: 'filter', query: '', skus: [] })
  for (const [sku, off] of [
    ['GAR-1L-INX', 0],
    ['AIR-POR-4L', -3],
    ['ESC-BAN-INX', 0],
    ['JOG-FAC-6', 0],
  ] as const)
    await count(db, actor, open.countId, sku, off)
  const book = (sku: string, kind: 'adjustment' | 'transfer', reason: string, moves: [keyof typeof places, number][]) =>
    bookStock(db, actor, {
      source: { kind, id: newId() },
      entries: moves.map(([place, onHand]) => ({ product: find(sku), locationId: places[place], kind, onHand })),
      reason,
    })
  await book('CHA-ELE-18', 'adjustment', 'Quebrou no manuseio', [['own', -1]])
  await book('FIT-LED-5M', 'adjustment', 'Amostra para fotos do anúncio', [['own', -2]])
  const toDamaged = [['own', -2], ['damaged', 2]] as [keyof typeof places, number][] // prettier-ignore
  const toTransit = [['own', -12], ['transit', 12]] as [keyof typeof places, number][] // prettier-ignore
  await book('JOG-FAC-6', 'transfer', 'Caixa molhada', toDamaged)
  await book('SUP-CEL-VEI', 'transfer', 'Envio para o balcão', toTransit)
  await receiveReturn(db, actor)
}

async function count(db: Db, { organizationId, userId }: Actor, countId: string, sku: string, off: number) {
  const { productId, onHand } = await db.stockLevel.findFirstOrThrow({
    where: { organizationId, product: { sku }, location: { kind: 'own' } },
    select: { productId: true, onHand: true },
  })
  await db.$queryRaw`
    SELECT units FROM count_stock(${countId}::uuid, ${newId()}::uuid, ${productId}::uuid, ${Number(onHand) + off}::int, NULL, ${userId}::uuid, 0)`
}

async function countShelves(db: Db, actor: Actor, name: string, skus: string[], off: number[]) {
  const { organizationId, userId } = actor
  const { countId } = await beginCount(db, actor, { name, from: 'skus', query: '', skus })
  for (const [index, sku] of skus.entries()) await count(db, actor, countId, sku, off[index]!)
  const where = { organizationId, id: countId }
  await db.stockCount.updateMany({ where, data: { state: 'booking' } })
  await db.$queryRaw`SELECT book_stock_count(${countId}::uuid, ${userId}::uuid, 500)`
  await db.stockCount.updateMany({ where, data: { state: 'booked', closedBy: userId, closedAt: new Date() } })
}

/** The oldest parcel that has arrived: its goods are as new. */
async function receiveReturn(db: Db, { organizationId, userId }: Actor) {
  const arrived = await db.orderReturn.findFirst({
    where: { organizationId, state: 'arrived' },
    orderBy: [{ openedAt: 'asc' }, { id: 'asc' }],
    select: { id: true, version: true, orderId: true, items: { select: { line: true, quantity: true } } },
  })
  if (!arrived) return
  const lines = arrived.items.map(({ line, quantity }) => ({ line, sellable: quantity, damaged: 0, missing: 0 }))
  await db.$queryRaw`
    SELECT already FROM receive_return(${arrived.id}::uuid, ${arrived.version}::int, ${JSON.stringify(lines)}::jsonb, NULL, ${userId}::uuid)`
}
