import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { applyImport } from '@/lib/connect/order-imports/apply-import'
import { confirmImport } from '@/lib/connect/order-imports/confirm-import'
import { systemActor } from '@/lib/core/queue/task'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { checkSheet } from '@/lib/testing/factories/imports'
import { writeOrderExport } from '@/lib/testing/factories/order-export'
import { sampleOrders } from '@/lib/testing/factories/sample-orders'
import { asWorker, withOwner } from '@/lib/testing/harnesses/database'
import { countRowsRead } from '@/lib/testing/harnesses/rows-read'

const folder = mkdtempSync(join(tmpdir(), 'deltas-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Imports so many orders in one batch. Returns how many items it read for it. */
async function importOrders(orders: number): Promise<number> {
  const { organizationId, owner } = await createTestOrganization()
  const path = join(folder, `${orders}.xlsx`)
  await writeOrderExport(path, [...sampleOrders(orders, 3)], { template: 'current' })
  const importId = await checkSheet({ organizationId, owner, legalEntityId: '' }, path)
  await confirmImport(owner, { importId, takeStock: false, isHistory: false, leaveOutBadRows: false })
  return asWorker(async () => {
    const read = await countRowsRead(['order_item'], () =>
      applyImport(systemActor(organizationId, owner.userId), importId),
    )
    return read.get('order_item')!
  })
}

// PostgreSQL took its statistics when the tables held one order of another company: to it the next company has none.
test('to statistics of a nearly empty table, an import reads items once for each order and not once for each pair', async () => {
  await importOrders(1)
  await withOwner((owner) => owner.query('ANALYZE orders, order_item, money_line'))
  const read = await importOrders(40)
  expect(read).toBeLessThan(8_000)
})
