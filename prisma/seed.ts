import { createOrganization } from '@/lib/organizations/create-organization'
import { hashPassword } from '@/lib/auth/password'
import { addDays, addMonths, defaultTimeZone, localDay, startOfMonth } from '@/lib/dates'
import { closeDatabase, withOrganization, type Db } from '@/lib/db'
import { env } from '@/lib/env'
import { listFeeRules } from '@/lib/fees/queries'
import { newId } from '@/lib/ids'
import { CATALOGUE, EXPENSES } from './demo/catalogue'
import { demoHistory, type DemoProduct } from './demo/history'
import { randomFrom } from './demo/random'

const DAYS = 75
const BATCH = 250
const WITHIN_MS = 120_000
const today = localDay(new Date(), defaultTimeZone)
const asDate = (day: string) => new Date(`${day}T00:00:00Z`)

/** A company to look around in: made once and whole; a second run changes nothing, an interrupted one leaves nothing. */
async function seed() {
  const { DEMO_EMAIL: email, DEMO_PASSWORD: password } = env()
  if (!email || !password) return
  const userId = newId()
  const organizationId = newId()
  const hash = await hashPassword(password)
  await withOrganization(
    { organizationId },
    async (db) => {
      const [made] = await db.$queryRaw<{ made: boolean }[]>`
        SELECT create_user(${userId}::uuid, ${email}::citext, 'Marina', ${hash}, 'pt') AS made`
      if (!made?.made) return
      await confirmEmail(db, userId)
      const { legalEntityId } = await createOrganization(db, organizationId, {
        name: 'Casa & Cia',
        ownerId: userId,
        channelName: 'Balcão',
        ownStockName: 'Estoque próprio',
      })
      const shops = [
        { id: newId(), name: 'Loja Norte', pull: 11 },
        { id: newId(), name: 'Casa & Cia', pull: 7 },
      ]
      await db.shop.createMany({ data: shops.map(({ id, name }) => ({ organizationId, id, name, legalEntityId })) })
      const products = await stockCatalogue(db, organizationId)
      await addExpenses(db, organizationId)
      const rules = await listFeeRules(db, organizationId)
      const random = randomFrom(20261121)
      const orders = demoHistory({ organizationId, today, days: DAYS, random, rules }, products, shops)
      for (let i = 0; i < orders.length; i += BATCH) await saveOrders(db, orders.slice(i, i + BATCH))
    },
    WITHIN_MS,
  )
}

async function confirmEmail(db: Db, userId: string) {
  const hash = Uint8Array.from(Buffer.from(newId().replaceAll('-', ''), 'hex'))
  await db.$queryRaw`
    SELECT create_verification(${hash}, ${userId}::uuid, 'confirm', NULL, now() + interval '1 minute')::text`
  await db.$queryRaw`SELECT user_id FROM confirm_email(${hash})`
}

async function stockCatalogue(db: Db, organizationId: string): Promise<DemoProduct[]> {
  const products = CATALOGUE.map((product) => ({ ...product, id: newId() }))
  await db.product.createMany({
    data: products.map(({ id, sku, title, price, shelf }) => ({
      organizationId,
      id,
      sku,
      title,
      priceCents: BigInt(price),
      shelfAddress: shelf,
      minimumStock: 5,
    })),
  })
  await db.productCost.createMany({
    data: products.flatMap(({ id, cost }) =>
      cost ? [{ organizationId, productId: id, fromDay: asDate(addDays(today, -400)), cost, source: 'typed' }] : [],
    ),
  })
  const own = await db.stockLocation.findFirstOrThrow({ where: { organizationId, kind: 'own' }, select: { id: true } })
  for (const { id, stock } of products) {
    const entries = JSON.stringify([{ product: id, location: own.id, kind: 'opening', onHand: stock }])
    await db.$executeRaw`SELECT book_stock('product', ${id}::uuid, NULL, NULL, ${entries}::jsonb)`
  }
  return products
}

async function addExpenses(db: Db, organizationId: string) {
  const months = [-2, -1, 0, 1].map((months) => startOfMonth(addMonths(today, months)))
  await db.expense.createMany({
    data: months.flatMap((month) =>
      EXPENSES.map(({ description, cents, kind, day, category }) => {
        const dueOn = addDays(month, day - 1)
        const paid = dueOn < addDays(today, -3)
        return {
          organizationId,
          id: newId(),
          description,
          amountCents: cents,
          kind,
          category,
          dueOn: asDate(dueOn),
          status: paid ? ('paid' as const) : ('pending' as const),
          paidOn: paid ? asDate(dueOn) : null,
        }
      }),
    ),
  })
}

async function saveOrders(db: Db, batch: ReturnType<typeof demoHistory>) {
  await db.order.createMany({ data: batch.map(({ order }) => order) })
  await db.orderItem.createMany({ data: batch.flatMap(({ items }) => items) })
  await db.moneyLine.createMany({ data: batch.flatMap(({ lines }) => lines) })
  const ids = batch.map(({ order }) => order.id)
  await db.$queryRaw`SELECT settle_order_stock(${ids}::uuid[], NULL, true)`
  await db.$queryRaw`SELECT append_order_deltas(${ids}::uuid[], 1)::text`
}

seed()
  .catch((error: unknown) => {
    console.error(error)
    process.exitCode = 1
  })
  .finally(() => closeDatabase())
