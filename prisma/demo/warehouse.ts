import { recordAudit } from '@/lib/core/audit/record'
import type { Actor, Db } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { bookStock } from '@/lib/catalog/stock/book-stock'
import { ensurePlace } from '@/lib/catalog/stock/places'
import { beginCount } from '@/lib/catalog/warehouse/open-count'
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
  const shelf = ['POT-KIT-3', 'ORG-GAV-6', 'NEC-VIA-AZ', 'MAS-FAC-ELE'].map(find)
  await countShelves(db, actor, 'Corredor A', shelf, [0, -2, 1, 0])
  const open = await beginCount(db, actor, { name: 'Inventário geral', from: 'filter', query: '', skus: [] })
  for (const [sku, off] of [
    ['GAR-1L-INX', 0],
    ['AIR-POR-4L', -3],
    ['ESC-BAN-INX', 0],
    ['JOG-FAC-6', 0],
  ] as const)
    await count(db, actor, { countId: open.countId, product: find(sku), off })
  const book = (sku: string, kind: 'adjustment' | 'transfer', reason: string, moves: [keyof typeof places, number][]) =>
    bookStock(db, actor, {
      source: { kind, id: newId() },
      entries: moves.map(([place, onHand]) => ({ product: find(sku), locationId: places[place], kind, onHand })),
      reason,
    })
  const adjust = async (sku: string, units: number, reason: string) => {
    await book(sku, 'adjustment', reason, [['own', units]])
    const after = await ownLevel(db, organizationId, sku)
    const before = { ...after, onHand: after.onHand - units }
    const audit = { event: 'stock.adjusted' as const, subjectId: find(sku).id, before }
    await recordAudit(db, actor, { ...audit, after: { ...after, how: 'change', reason } })
  }
  const move = async (sku: string, units: number, to: 'damaged' | 'transit', reason: string) => {
    // prettier-ignore
    await book(sku, 'transfer', reason, [['own', -units], [to, units]])
    const audit = { event: 'stock.transferred' as const, subjectId: find(sku).id }
    await recordAudit(db, actor, { ...audit, after: { from: 'own', to, units, reason } })
  }
  await adjust('CHA-ELE-18', -1, 'Quebrou no manuseio')
  await adjust('FIT-LED-5M', -2, 'Amostra para fotos do anúncio')
  await move('JOG-FAC-6', 2, 'damaged', 'Caixa molhada')
  await move('SUP-CEL-VEI', 12, 'transit', 'Envio para o balcão')
  await receiveReturn(db, actor)
}

async function ownLevel(db: Db, organizationId: string, sku: string) {
  const { onHand, reserved } = await db.stockLevel.findFirstOrThrow({
    where: { organizationId, product: { sku }, location: { kind: 'own' } },
    select: { onHand: true, reserved: true },
  })
  return { onHand: Number(onHand), reserved: Number(reserved) }
}

type Counted = { countId: string; product: StockedGoods; off: number }

async function count(db: Db, { organizationId, userId }: Actor, { countId, product: { id, sku }, off }: Counted) {
  const { onHand } = await ownLevel(db, organizationId, sku)
  await db.$queryRaw`
    SELECT units FROM count_stock(${countId}::uuid, ${newId()}::uuid, ${id}::uuid, ${onHand + off}::int, NULL, ${userId}::uuid, 0)`
}

async function countShelves(db: Db, actor: Actor, name: string, shelf: StockedGoods[], off: number[]) {
  const { organizationId, userId } = actor
  const skus = shelf.map(({ sku }) => sku)
  const { countId } = await beginCount(db, actor, { name, from: 'skus', query: '', skus })
  for (const [index, product] of shelf.entries()) await count(db, actor, { countId, product, off: off[index]! })
  const where = { organizationId, id: countId }
  await db.stockCount.updateMany({ where, data: { state: 'booking' } })
  await db.$queryRaw`SELECT book_stock_count(${countId}::uuid, ${userId}::uuid, 500)`
  await db.stockCount.updateMany({ where, data: { state: 'booked', closedBy: userId, closedAt: new Date() } })
  const booked = { lines: shelf.length, units: off.reduce((sum, one) => sum + one, 0), setsMissingToZero: false }
  await recordAudit(db, actor, { event: 'stockCount.booked', subjectId: countId, after: booked })
}

/** The oldest parcel that has arrived: its goods are as new. */
async function receiveReturn(db: Db, actor: Actor) {
  const { organizationId, userId } = actor
  const arrived = await db.orderReturn.findFirst({
    where: { organizationId, state: 'arrived' },
    orderBy: [{ openedAt: 'asc' }, { id: 'asc' }],
    select: { id: true, number: true, version: true, orderId: true, items: { select: { line: true, quantity: true } } },
  })
  if (!arrived) return
  const lines = arrived.items.map(({ line, quantity }) => ({ line, sellable: quantity, damaged: 0, missing: 0 }))
  await db.$queryRaw`
    SELECT already FROM receive_return(${arrived.id}::uuid, ${arrived.version}::int, ${JSON.stringify(lines)}::jsonb, NULL, ${userId}::uuid)`
  const sellable = lines.reduce((sum, line) => sum + line.sellable, 0)
  const after = { return: arrived.number, sellable, damaged: 0, missing: 0 }
  await recordAudit(db, actor, { event: 'order.returnReceived', subjectId: arrived.orderId, after })
}
