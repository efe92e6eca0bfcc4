import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { importSheet } from '@/lib/testing/factories/imports'
import { writeOrderExport } from '@/lib/testing/factories/order-export'

const folder = mkdtempSync(join(tmpdir(), 'gross-fees-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the export alone: an order pays its gross fees, before what a commercial action gives back', async () => {
  const organization = await createTestOrganization()
  const path = join(folder, 'orders.xlsx')
  const order = {
    code: '260510NEW800003',
    status: 'Concluído',
    placed: '2026-05-10 10:15',
    paid: '2026-05-10 10:15',
    shipped: '2026-05-11 14:00',
    delivered: '2026-05-16 16:00',
    completed: '2026-05-23 16:00',
    items: [{ sku: 'SKU-25000', title: 'Produto', quantity: 1, priceCents: 25_000 }],
    commissionCents: 3000,
    serviceCents: 3100,
    commissionBackCents: 1500,
    serviceBackCents: 500,
  }
  await writeOrderExport(path, [order])
  await importSheet(organization, path)
  const sql = `SELECT o.fees_charged_cents::int AS fees, sum(m.amount_cents)::int AS brought FROM orders o
    CROSS JOIN LATERAL order_money(array[o.id]) m GROUP BY 1`
  expect(await inspect(organization.organizationId, sql)).toEqual([{ fees: 6100, brought: 25_000 - 6100 }])
})
