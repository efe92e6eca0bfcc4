// The costs of a sheet hold from the day that it says, and a product's first cost from the beginning: orders of the past follow.
import { addDays, localDay } from '@/lib/core/dates'
import { costTasks } from '@/lib/worker/tasks/costs'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addOrders, addShop } from '@/lib/testing/factories/sales'
import { applyTestSheet, checkTestSheet, csvOf, getSheetRow, listProblems } from '@/lib/testing/factories/sheets'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'

const today = localDay(new Date(), 'America/Sao_Paulo')
const daysAgo = (days: number) => addDays(today, -days)
const brazilian = (day: string) => day.split('-').toReversed().join('/')

let company: TestOrganization
let cup: string
beforeEach(async () => {
  company = await createTestOrganization()
  const shop = await addShop(company, 'Loja')
  cup = await addStockedProduct(company, { sku: 'CUP' })
  const sale = (days: number) => ({ at: `${daysAgo(days)}T15:00:00Z`, productId: cup, cents: 900n })
  await addOrders(company, shop, [sale(40), sale(10), sale(2)])
})

const sql = <T extends object>(text: string) => inspect<T>(company.organizationId, text)
async function costsAfter(...rows: string[][]) {
  const importId = await applyTestSheet(company, csvOf([['SKU', 'Custo', 'Custo desde'], ...rows]))
  const runs = await sql<{ id: string }>(`SELECT id FROM recost_run WHERE state = 'waiting'`)
  for (const { id: runId } of runs) {
    const payload = { organizationId: company.organizationId, userId: company.owner.userId, runId }
    await asWorker(() => costTasks['recost-orders']!(payload, { job: { attempts: 1 } } as never) as Promise<void>)
  }
  const sold = await sql<{ cost: string | null }>(
    `SELECT i.unit_cost::numeric(18, 2)::text AS cost FROM order_item i JOIN orders o ON o.id = i.order_id ORDER BY o.local_day`,
  )
  return { importId, sold: sold.map(({ cost }) => cost) }
}

test('a first cost without a day holds from the beginning, and the same sheet again changes nothing', async () => {
  expect((await costsAfter(['CUP', '3,25', ''])).sold).toEqual(['3.25', '3.25', '3.25'])
  const { importId } = await costsAfter(['CUP', '3,25', ''])
  expect(await getSheetRow(company, importId)).toMatchObject({
    state: 'done',
    total: 0,
    summary: { outcomes: { same: 1 } },
  })
})

test('another cost holds from today on, and orders of the past keep theirs', async () => {
  await costsAfter(['CUP', '3,25', ''])
  await sql(`UPDATE product_cost SET created_at = now() - interval '1 day'`)
  expect((await costsAfter(['CUP', '4,00', ''])).sold).toEqual(['3.25', '3.25', '3.25'])
  expect(await sql(`SELECT from_day::text AS day FROM product_cost ORDER BY 1`)).toEqual([
    { day: '2000-01-01' },
    { day: today },
  ])
})

test('a first cost is replaced by another sheet of the same day, and taken back by one that empties it: orders of the past follow', async () => {
  expect((await costsAfter(['CUP', '32,50', ''])).sold).toEqual(['32.50', '32.50', '32.50'])
  expect((await costsAfter(['CUP', '3,25', ''])).sold).toEqual(['3.25', '3.25', '3.25'])
  expect(await sql(`SELECT from_day::text AS day FROM product_cost`)).toEqual([{ day: '2000-01-01' }])
  expect((await costsAfter(['CUP', 'limpar', ''])).sold).toEqual([null, null, null])
  expect(await sql(`SELECT 1 FROM product_cost`)).toEqual([])
})

test('a cost that was not typed today is not emptied by a sheet', async () => {
  await costsAfter(['CUP', '3,25', ''])
  await sql(`UPDATE product_cost SET created_at = now() - interval '1 day'`)
  const importId = await checkTestSheet(
    company,
    csvOf([
      ['SKU', 'Custo'],
      ['CUP', 'limpar'],
    ]),
  )
  expect(await listProblems(company, importId)).toEqual(['2 cost costHeld'])
})

test('a cost with a day holds from that day on, and what the sheet says again is no change', async () => {
  await costsAfter(['CUP', '3,25', ''])
  const dated = ['CUP', '4,00', brazilian(daysAgo(10))]
  expect((await costsAfter(dated)).sold).toEqual(['3.25', '4.00', '4.00'])
  const { importId } = await costsAfter(dated)
  expect(await getSheetRow(company, importId)).toMatchObject({
    state: 'done',
    total: 0,
    summary: { outcomes: { same: 1 } },
  })
})

test('a first cost with a day leaves earlier days without one', async () => {
  expect((await costsAfter(['CUP', '3,25', daysAgo(10)])).sold).toEqual([null, '3.25', '3.25'])
})

test('a day ahead and a word for a day are refused, and so is a SKU of no product where the sheet has no column of titles', async () => {
  const importId = await checkTestSheet(
    company,
    csvOf([
      ['SKU', 'Custo', 'Custo desde'],
      ['CUP', '3,25', addDays(today, 2)],
      ['CUP2', '3,25', 'ontem'],
    ]),
  )
  expect(await listProblems(company, importId)).toEqual([
    '2 costSince inTheFuture',
    '3 costSince notDay',
    '3 sku skuNew',
  ])
})
