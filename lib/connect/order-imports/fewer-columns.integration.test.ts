// A later sheet with fewer columns, or with empty cells, takes nothing away of what an earlier one said of an order.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { importSheet } from '@/lib/testing/factories/imports'
import { addShop } from '@/lib/testing/factories/sales'
import { headers, rowOf, type SampleOrder } from '@/lib/testing/factories/order-export'
import { csvOf } from '@/lib/testing/factories/sheets'

const folder = mkdtempSync(join(tmpdir(), 'fewer-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const order: SampleOrder = {
  code: '261110NEW80000',
  status: 'Concluído',
  placed: '2026-11-10 10:15',
  paid: '2026-11-10 10:15',
  shipped: '2026-11-11 14:00',
  delivered: '2026-11-16 16:00',
  completed: '2026-11-23 16:00',
  items: [{ sku: 'SKU-25000', title: 'Produto', quantity: 2, priceCents: 25_000, discountCents: 300 }],
  commissionCents: 6_000,
  serviceCents: 6_200,
  voucherCents: 1_000,
  freightCents: 1_500,
}
const fees = ['Taxa de comissão', 'Taxa de serviço', 'Taxa de transação']
const others = ['Cupom do vendedor', 'Taxa de envio', 'Valor Total', 'Desconto do vendedor']

let company: TestOrganization
let shopId: string
beforeEach(async () => {
  company = await createTestOrganization()
  shopId = await addShop(company, 'Loja')
})

type Sheet = { without?: string[]; empty?: string[]; change?: Partial<SampleOrder> }
/** The money of the order after a sheet that lacks some columns, or has nothing in some. */
async function booksAfter({ without = [], empty = [], change = {} }: Sheet) {
  const changed = { ...order, ...change }
  const row = rowOf(changed, changed.items[0]!, 'current')
  const named = (heading: string, names: string[]) => names.some((name) => heading.startsWith(name))
  const columns = headers.current.flatMap((heading, at) =>
    named(heading, without) ? [] : [[heading, named(heading, empty) ? '' : row[at]!] as const],
  )
  const path = join(folder, 'orders.csv')
  writeFileSync(path, csvOf([columns.map(([heading]) => heading), columns.map(([, value]) => value)]))
  await importSheet(company, path, { shopId, fileName: 'orders.csv' })
  const [books] = await inspect(
    company.organizationId,
    `SELECT o.fees_charged_cents::int AS fees, o.fees_estimated_cents::int AS estimate, o.seller_voucher_cents::int AS voucher, o.freight_paid_cents::int AS freight,
       o.seller_discount_cents::int AS discount, o.total_cents::int AS total, (SELECT sum(m.amount_cents)::int FROM order_money(array[o.id]) m) AS brought
     FROM orders o`,
  )
  return books
}
const whole = {
  fees: 12_200,
  estimate: null,
  voucher: 1_000,
  freight: 1_500,
  discount: 300,
  total: 50_500,
  brought: 36_800,
}

test.each<[string, Sheet]>([
  ['no fees', { without: fees }],
  ['empty fees', { empty: fees }],
  ['neither voucher nor freight, discount or total', { without: others }],
  ['nothing in them', { empty: others }],
  ['none of them', { without: [...fees, ...others] }],
])('a later sheet with %s', async (_, sheet) => {
  expect(await booksAfter({})).toEqual(whole)
  // As of a later moment, so that it is no earlier sheet.
  const later = { completed: '2026-11-24 16:00' }
  expect(await booksAfter({ ...sheet, change: later })).toEqual(whole)
  expect(await booksAfter({ change: later })).toEqual(whole)
})

test('fees that a first sheet leaves out are estimated, and a fee of nothing of a cancelled order is none', async () => {
  expect(await booksAfter({ without: fees })).toMatchObject({ fees: null, estimate: expect.any(Number) })
  expect(await booksAfter({})).toEqual(whole)
  const cancelled = { status: 'Cancelado', cancelled: '2026-11-25 10:00', commissionCents: 0, serviceCents: 0 }
  expect(await booksAfter({ change: cancelled })).toMatchObject({ fees: null, estimate: null })
})
