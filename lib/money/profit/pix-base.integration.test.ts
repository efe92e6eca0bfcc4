import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import type { MoneyKind } from '@/lib/generated/prisma/enums'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addOrders, addProduct, addShop } from '@/lib/testing/factories/sales'
import { getOrderTax, listSalesChannelTax, listTaxable } from './tax'

const range = { from: '2026-10-01', to: '2026-10-31' }

/** The platform's own example: 500.00, of which the buyer paid 460.00 by Pix; fees of 96.00, 404.00 paid out. */
const lines: [MoneyKind, bigint][] = [
  ['product_revenue', 50_000n],
  ['pix_discount', -4_000n],
  ['pix_rebate', 4_000n],
  ['commission', -7_000n],
  ['service', -2_600n],
]

async function sellByPix(): Promise<{ company: TestOrganization; orderId: string }> {
  const company = await createTestOrganization()
  const { organizationId } = company
  const shop = await addShop(company, 'Loja')
  const productId = await addProduct(company, newId())
  const at = '2026-10-10T12:00:00Z'
  const [orderId] = await addOrders(company, shop, [{ at, cents: 50_000n, productId }])
  await withOrganization(company, async (db) => {
    await db.$queryRaw`SELECT append_order_deltas(ARRAY[${orderId}::uuid], -1)::text`
    await db.moneyLine.createMany({
      data: lines.map(([kind, amountCents]) => ({
        organizationId,
        orderId: orderId!,
        kind,
        source: 'api',
        amountCents,
        asOf: new Date(at),
      })),
    })
    await db.$queryRaw`SELECT append_order_deltas(ARRAY[${orderId}::uuid], 1)::text`
  })
  return { company, orderId: orderId! }
}

const addRate = ({ organizationId, legalEntityId }: TestOrganization, switches: object) =>
  withOrganization({ organizationId }, (db) =>
    db.taxRate.create({
      data: {
        organizationId,
        legalEntityId,
        id: newId(),
        fromDay: new Date('2026-01-01'),
        regime: 'simples',
        rate: '0.1',
        ...switches,
      },
      select: { id: true },
    }),
  )

async function readTax({ organizationId }: TestOrganization, orderId: string) {
  return withOrganization({ organizationId }, async (db) => ({
    order: await getOrderTax(db, organizationId, orderId),
    days: await listSalesChannelTax(db, organizationId, range, { shop: null, channel: null }),
    months: await listTaxable(db, organizationId, range),
  }))
}

test.each([
  ['the invoice’s value until somebody says otherwise', {}, 46_000n],
  ['the price before the discount where the accountant says so', { lessPix: false }, 50_000n],
])('an order paid by Pix is taxed on %s', async (_, switches, baseCents) => {
  const { company, orderId } = await sellByPix()
  await addRate(company, switches)
  const taxCents = baseCents / 10n
  expect(await readTax(company, orderId)).toMatchObject({
    order: { baseCents, taxCents },
    days: [{ day: '2026-10-10', taxCents }],
    months: [{ cents: baseCents }],
  })
})

test('revenue that no rate holds for counts as it was invoiced', async () => {
  const { company, orderId } = await sellByPix()
  expect((await readTax(company, orderId)).months).toMatchObject([{ cents: 46_000n }])
})

test('the switch of one company says nothing of another’s orders', async () => {
  const [one, other] = [await sellByPix(), await sellByPix()]
  await addRate(one.company, { lessPix: false })
  await addRate(other.company, {})
  expect((await readTax(other.company, other.orderId)).order.baseCents).toBe(46_000n)
})
