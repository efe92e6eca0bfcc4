import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { RequestableKind } from '../../lib/core/exports/schema'
import type { Places } from './places'
import { root } from './product'

const ROWS = 20_000
const exported = ['orders', 'movements', 'stockValue', 'expenses', 'purchases'] as const satisfies RequestableKind[]
const sheet = join(root, '.data/bench-orders.xlsx')

type Owner = { organizationId: string; userId: string; role: 'owner'; kind: 'person' }

/** Rows per second of an import (sent, checked, applied) into the company, and of its lists written as CSV. */
export async function measureSheets(places: Places, address: string) {
  const { organizationId, userId, cookie } = places
  const actor: Owner = { organizationId, userId, role: 'owner', kind: 'person' }
  const { confirmImport } = await import('../../lib/connect/order-imports/confirm-import')
  const { writeOrderExport } = await import('../../lib/testing/factories/order-export')
  const { sampleOrders } = await import('../../lib/testing/factories/sample-orders')
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

  const exports: Partial<Record<RequestableKind, { rows: number; seconds: number }>> = {}
  for (const kind of exported) exports[kind] = await measureExport(actor, kind)
  const { rows: written, seconds } = exports.orders!
  return {
    import: { rows, perSecond: Math.round(rows / importSeconds) },
    export: { rows: written, perSecond: Math.round(written / seconds) },
    exports,
  }
}

/** From asking for it to the file, in CSV. */
async function measureExport(actor: Owner, kind: RequestableKind): Promise<{ rows: number; seconds: number }> {
  const { withOrganization } = await import('../../lib/core/db')
  const { requestExport } = await import('../../lib/insight/exports/request-export')
  const { organizationId } = actor
  const since = performance.now()
  const { exportId } = await requestExport(actor, { kind, format: 'csv', query: '', toDrive: false, language: 'pt' })
  for (;;) {
    const { state, done } = await withOrganization(actor, (db) =>
      db.export.findFirstOrThrow({ where: { organizationId, id: exportId }, select: { state: true, done: true } }),
    )
    if (state === 'failed') throw new Error(`The export of ${kind} failed.`)
    if (state === 'done') return { rows: done, seconds: Math.round((performance.now() - since) / 10) / 100 }
    await wait(200)
  }
}
