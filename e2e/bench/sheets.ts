import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from './product'
import type { Places } from './screens'

const ROWS = 20_000
const sheet = join(root, '.data/bench-orders.xlsx')

/** Rows per second of an import (sent, checked, applied) into the company, and of its export of all orders as CSV. */
export async function measureSheets(places: Places, address: string) {
  const { organizationId, userId, cookie } = places
  const actor = { organizationId, userId, role: 'owner' as const, kind: 'person' as const }
  const { withOrganization } = await import('../../lib/db')
  const { confirmImport } = await import('../../lib/imports/confirm-import')
  const { requestExport } = await import('../../lib/exports/request-export')
  const { writeOrderExport } = await import('../../lib/testing/order-export')
  const { sampleOrders } = await import('../../lib/testing/sample-orders')
  await writeOrderExport(sheet, [...sampleOrders(ROWS, 1)].slice(0, ROWS / 2))
  const rows = [...sampleOrders(ROWS, 1)].slice(0, ROWS / 2).reduce((sum, { items }) => sum + items.length, 0)

  const importing = performance.now()
  const upload = await fetch(`${address}/api/imports?fileName=Order.all.xlsx&shopName=Planilha`, {
    method: 'POST',
    headers: { cookie, 'x-organization-id': organizationId, 'x-idempotency-key': crypto.randomUUID() },
    body: readFileSync(sheet),
  })
  rmSync(sheet, { force: true })
  const answered = await upload.text()
  if (!upload.ok) throw new Error(`The upload answered ${upload.status}: ${answered}`)
  const { data } = JSON.parse(answered) as { data: { importId: string } }
  const stateOf = async (address: string) =>
    ((await (await fetch(address, { headers: { cookie } })).json()) as { data: { state: string } }).data.state
  const imported = `${address}/api/imports/${data.importId}`
  while ((await stateOf(imported)) !== 'ready') await wait(200)
  await confirmImport(actor, { importId: data.importId, takeStock: false, leaveOutBadRows: false })
  while ((await stateOf(imported)) !== 'done') await wait(200)
  const importSeconds = (performance.now() - importing) / 1000

  const exporting = performance.now()
  const { exportId } = await requestExport(actor, {
    kind: 'orders',
    format: 'csv',
    query: '',
    toDrive: false,
    language: 'pt',
  })
  const written = () =>
    withOrganization(actor, (db) =>
      db.export.findFirstOrThrow({ where: { organizationId, id: exportId }, select: { state: true, done: true } }),
    )
  for (;;) {
    const { state, done } = await written()
    if (state === 'failed') throw new Error('The export failed.')
    if (state === 'done') {
      const exportSeconds = (performance.now() - exporting) / 1000
      return {
        import: { rows, perSecond: Math.round(rows / importSeconds) },
        export: { rows: done, perSecond: Math.round(done / exportSeconds) },
      }
    }
    await wait(200)
  }
}
