import { confirmSheet } from '../catalogue-sheets/confirm-sheet'
import { listAuditEvents } from '@/lib/testing/harnesses/company-harness'
import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { listSales } from '@/lib/testing/factories/imports'
import {
  applyTestSheet,
  checkTestSheet,
  csvOf,
  getSheetRow,
  listProblems,
  runSheetApply,
} from '@/lib/testing/factories/sheets'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'

const sales = { kind: 'sales' as const }
const columns = ['Data', 'Canal', 'Número do pedido', 'SKU', 'Quantidade', 'Preço unitário', 'Situação']
const listOrders = ({ organizationId }: TestOrganization) =>
  inspect(organizationId, 'select status::text, units, revenue_cents::int as revenue from orders order by code')
const levelOf = async ({ organizationId }: TestOrganization) =>
  (
    await inspect(
      organizationId,
      `select l.on_hand::int, l.reserved::int from stock_level l join product p on p.id = l.product_id where p.sku = 'A'`,
    )
  )[0]

test('a later sheet moves a sale on: its stock, its fees and the day it stands on follow, and an older sheet changes nothing', async () => {
  const company = await createTestOrganization()
  await addStockedProduct(company, { sku: 'A', onHand: 10 })
  const at = (status: string) => csvOf([columns, ['05/10/2026', 'Feira', '7', 'A', '2', '10,00', status]])
  await applyTestSheet(company, at('Pago'), sales)
  expect(await levelOf(company)).toEqual({ on_hand: 10, reserved: 2 })
  const later = await applyTestSheet(company, at('Entregue'), sales)
  expect((await getSheetRow(company, later)).summary).toMatchObject({
    outcomes: { changed: 1 },
    result: { created: 0, updated: 1, kept: 0 },
  })
  expect(await levelOf(company)).toEqual({ on_hand: 8, reserved: 0 })
  for (const status of ['A caminho', 'Pago', '', 'sei lá']) {
    const older = await checkTestSheet(company, at(status), sales)
    expect((await getSheetRow(company, older)).summary).toMatchObject({ outcomes: { same: 1 } })
  }
  expect(await listOrders(company)).toMatchObject([{ status: 'delivered', units: 2, revenue: 2_000 }])
  const cancelled = await applyTestSheet(company, at('Cancelado pelo comprador'), sales)
  expect(await listOrders(company)).toMatchObject([{ status: 'cancelled', units: 2 }])
  expect(await listSales(company.organizationId)).toMatchObject([{ valid: 0, gross: '0', cancelled: '2000' }])
  const auditEvents = await listAuditEvents(company, 'order.cancelled')
  expect(auditEvents).toMatchObject([
    { before: { status: 'delivered' }, after: { status: 'cancelled', importId: cancelled } },
  ])
  // The goods are on their way back: they count when their receipt is booked.
  expect(await levelOf(company)).toEqual({ on_hand: 8, reserved: 0 })
})

test.each([
  ['are new to a preview that knew no such order', [['Entregue', 'A']], [['Entregue', 'B']], 'first'],
  ['belong to an order that is cancelled by now', [['Entregue', 'A']], [['Entregue', 'B']], 'cancelled'],
])('goods that %s are refused in words', async (_, first, second, how) => {
  const company = await createTestOrganization()
  for (const sku of ['A', 'B']) await addStockedProduct(company, { sku, onHand: 10 })
  const body = (rows: string[][]) =>
    csvOf([columns, ...rows.map(([status, sku]) => ['05/10/2026', 'Feira', '7', sku!, '1', '10,00', status!])])
  const early = how === 'first' ? await checkTestSheet(company, body(second), sales) : null
  await applyTestSheet(company, body(first), sales)
  const importId = early ?? (await checkTestSheet(company, body(second), sales))
  if (how === 'cancelled') await applyTestSheet(company, body([['Cancelado', 'A']]), sales)
  await confirmSheet(company.owner, { importId, leaveOutBadRows: false, reason: null, stockFrom: null })
  await runSheetApply(company, importId, undefined, 'sales')
  expect((await getSheetRow(company, importId)).summary.result).toMatchObject({ created: 0, updated: 0, refused: 1 })
  expect(await listProblems(company, importId)).toEqual(['2  changedSince'])
  expect(await listOrders(company)).toMatchObject([{ units: 1, revenue: 1_000 }])
})
