import type { MockInstance } from 'vitest'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { JobHelpers } from 'graphile-worker'
import { getAttention } from '@/lib/insight/dashboard/attention'
import { withOrganization } from '@/lib/core/db'
import { importTasks } from '@/lib/worker/tasks/imports'
import { readOrderFilters } from '@/lib/sales/orders/filters'
import { listOrders } from '@/lib/sales/orders/queries'
import { asWorker, inspect, withOwner } from '@/lib/testing/harnesses/database'
import { createTestOrganization, envelope, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { checkSheet, getImportRow, importSheet, runApply } from '@/lib/testing/factories/imports'
import { writeOrderExport, type SampleOrder } from '@/lib/testing/factories/order-export'
import { sampleOrders } from '@/lib/testing/factories/sample-orders'
import { confirmImportAction, createProductsAction } from './actions'
import { getImportView } from './views'

const folder = mkdtempSync(join(tmpdir(), 'imports-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let count = 0
async function sheet(orders: Iterable<SampleOrder>) {
  const file = join(folder, `${(count += 1)}.xlsx`)
  await writeOrderExport(file, orders)
  return file
}
async function confirmed(organization: TestOrganization, orders: Iterable<SampleOrder>) {
  const importId = await checkSheet(organization, await sheet(orders))
  await signInAs(organization.owner)
  const choices = { takeStock: false, leaveOutBadRows: false }
  expect(await confirmImportAction(envelope(organization), { importId, ...choices })).toMatchObject({ ok: true })
  return importId
}
const runTask = (
  { organizationId, owner }: TestOrganization,
  task: string,
  importId: string,
  attempts = 1,
  lastError: string | null = null,
) =>
  asWorker(async () => {
    const job = { attempts, max_attempts: 10, task_identifier: task, last_error: lastError }
    await importTasks[task]!({ organizationId, importId, userId: owner.userId }, { job } as unknown as JobHelpers)
  })
const events = ({ organizationId }: TestOrganization) =>
  inspect<{ event: string; after: Record<string, unknown> | null }>(
    organizationId,
    `select event, after from audit_event where organization_id = current_organization() and event like 'import.%' order by id`,
  )

/** Runs with a rule that no order of the company (or no product) can keep. */
async function whileBroken({ organizationId }: TestOrganization, table: string, run: () => Promise<void>) {
  const rule = `broken_${organizationId.replaceAll('-', '')}`
  await withOwner((db) =>
    db.query(`alter table ${table} add constraint ${rule} check (organization_id <> '${organizationId}') not valid`),
  )
  await run()
  await withOwner((db) => db.query(`alter table ${table} drop constraint ${rule}`))
}

/** Ends the statement that waits for a lock, as the database does itself after ten seconds. */
const endWaiting = () =>
  withOwner(async (db) => {
    for (let ended = 0; ended === 0; await wait(20)) {
      const { rowCount } = await db.query(
        `select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      ended = rowCount ?? 0
    }
  })

describe('work that cannot go on', () => {
  let logged: MockInstance
  beforeAll(() => void (logged = vi.spyOn(process.stdout, 'write').mockReturnValue(true)))
  afterAll(() => logged.mockRestore())

  test('ends the import at its first attempt, with a reference, and the sheet goes', async () => {
    const organization = await createTestOrganization()
    const importId = await confirmed(organization, sampleOrders(30, 3))
    await runApply(organization, importId, { batchOrders: 10, afterBatch: cutOff }).catch(() => undefined)
    await whileBroken(organization, 'orders', () => runTask(organization, 'import-apply', importId))
    const view = await getImportView(organization, importId)
    expect(view!.detail).toMatchObject({
      state: 'failed',
      errorCode: 'unexpected',
      summary: { reference: expect.stringMatching(/^.{8}$/), result: { created: 10 } },
    })
    expect((await events(organization)).at(-1)).toMatchObject({
      event: 'import.failed',
      after: { reference: view!.detail.summary.reference },
    })
    const [file] = await inspect<{ place: string }>(organization.organizationId, 'select place from stored_file')
    expect(existsSync(join(process.env.MASCATE_DATA!, 'files', file!.place))).toBe(false)
    // The same sheet again brings the rest.
    await importSheet(organization, await sheet(sampleOrders(30, 3)))
    expect(await inspect(organization.organizationId, 'select count(*)::int from orders')).toEqual([{ count: 30 }])
  })

  test('is tried again where it may pass by itself', async () => {
    const organization = await createTestOrganization()
    const importId = await confirmed(organization, sampleOrders(3))
    await withOwner(async (db) => {
      await db.query('begin')
      await db.query(`select set_config('app.organization_id', $1, true)`, [organization.organizationId])
      await db.query('select 1 from import where id = $1 for update', [importId])
      const failed = expect(runTask(organization, 'import-apply', importId)).rejects.toThrow()
      await endWaiting()
      await failed
      await db.query('rollback')
    })
    expect((await getImportRow(organization, importId)).state).toBe('applying')
    await runTask(organization, 'import-apply', importId, 2)
    expect((await getImportRow(organization, importId)).state).toBe('done')
  })

  test('is given up where workers died over it, and distinguished from a retried one', async () => {
    const organization = await createTestOrganization()
    const importId = await checkSheet(organization, await sheet(sampleOrders(3)))
    const left = () =>
      withOrganization(organization, (db) =>
        db.import.updateMany({ where: { id: importId }, data: { state: 'checking' } }),
      )
    await left()
    await runTask(organization, 'import-check', importId, 4, 'a lock')
    expect((await getImportRow(organization, importId)).state).toBe('ready')
    await left()
    await runTask(organization, 'import-check', importId, 4)
    expect(await getImportRow(organization, importId)).toMatchObject({ state: 'failed', error_code: 'unexpected' })
  })

  test('leaves the making of products failed, and asking again goes on', async () => {
    const organization = await createTestOrganization()
    const importId = await importSheet(organization, await sheet(sampleOrders(5)))
    await signInAs(organization.owner)
    const request = async () =>
      expect(await createProductsAction(envelope(organization), { importId })).toMatchObject({ ok: true })
    const products = async () => (await getImportView(organization, importId))!.detail.progress
    await request()
    await whileBroken(organization, 'product', () => runTask(organization, 'import-products', importId))
    expect(await products()).toMatchObject({
      productsRunning: false,
      products: { state: 'failed', created: 0, reference: expect.stringMatching(/^.{8}$/) },
    })
    await request()
    expect(await products()).toMatchObject({ productsRunning: true, products: { state: 'running' } })
    await runTask(organization, 'import-products', importId)
    expect(await products()).toMatchObject({ productsRunning: false, products: { state: 'done' } })
    expect((await products()).products!.created).toBeGreaterThan(0)
  })
})

const cutOff = () => {
  throw new Error('cut off')
}

test('each batch stands in the trail with its counts and rows, in the transaction that wrote it', async () => {
  const organization = await createTestOrganization()
  const importId = await confirmed(organization, sampleOrders(25, 9))
  await runApply(organization, importId, { batchOrders: 10, afterBatch: cutOff }).catch(() => undefined)
  await runApply(organization, importId, { batchOrders: 10 })
  const batches = (await events(organization)).filter(({ event }) => event === 'import.batchApplied')
  expect(batches.map(({ after }) => [after!.created, after!.updated, after!.kept])).toEqual([
    [10, 0, 0],
    [10, 0, 0],
    [5, 0, 0],
  ])
  const places = batches.flatMap(({ after }) => [Number(after!.first), Number(after!.last)])
  expect(places).toEqual([...places].sort((a, b) => a - b))
  expect(places[0]).toBe(2)
})

test('asking for products and making them stand in the trail', async () => {
  const organization = await createTestOrganization()
  const importId = await importSheet(organization, await sheet(sampleOrders(5)))
  await signInAs(organization.owner)
  await createProductsAction(envelope(organization), { importId })
  await runTask(organization, 'import-products', importId)
  const made = (await events(organization)).filter(({ event }) => event.startsWith('import.products'))
  expect(made.map(({ event, after }) => [event, after!.state])).toEqual([
    ['import.productsRequested', 'running'],
    ['import.productsCreated', 'running'],
    ['import.productsCreated', 'done'],
  ])
  const [products] = await inspect<{ n: number }>(organization.organizationId, 'select count(*)::int as n from product')
  expect(made[1]!.after).toMatchObject({ created: products!.n, allCreated: products!.n })
})

test('orders from the marketplace’s own warehouse are neither late nor to be posted', async () => {
  const organization = await createTestOrganization()
  const order = (code: string, shipBy: string, fulfilledByShopee: boolean): SampleOrder => ({
    code,
    status: 'A Enviar',
    placed: '2026-01-01 10:00',
    shipBy,
    fulfilledByShopee,
    items: [{ sku: 'CAN-01', title: 'Caneca', quantity: 1, priceCents: 1990 }],
  })
  const orders = [
    order('LATEOURS01', '2026-01-03 10:00', false),
    order('LATEFBS001', '2026-01-03 10:00', true),
    order('TODAYOURS1', '2026-01-05 22:00', false),
    order('TODAYFBS01', '2026-01-05 22:00', true),
  ]
  await importSheet(organization, await sheet(orders))
  const { organizationId } = organization
  const timeZone = 'America/Sao_Paulo'
  const clock = { timeZone, today: '2026-01-05' as const, now: new Date('2026-01-05T15:00:00Z') }
  const attention = await withOrganization({ organizationId }, (db) =>
    getAttention(db, { organizationId, timeZone }, clock.today, clock.now),
  )
  expect(attention).toMatchObject({ lateOrders: 1n, ordersToPostToday: 1n })
  for (const [waiting, code] of [
    ['late', 'LATEOURS01'],
    ['today', 'TODAYOURS1'],
  ] as const) {
    const filters = { ...readOrderFilters({}, clock.today), waiting }
    const { rows } = await withOrganization({ organizationId }, (db) =>
      listOrders(db, organizationId, filters, clock, { size: 10 }),
    )
    expect(
      await inspect(organizationId, 'select external_code from orders where id = any ($1)', [rows.map(({ id }) => id)]),
    ).toEqual([{ external_code: code }])
  }
  expect(
    await inspect(organizationId, 'select count(*)::int from orders where fulfilled_by_platform and not moves_stock'),
  ).toEqual([{ count: 2 }])
  // A later export may correct it.
  await importSheet(organization, await sheet([{ ...orders[1]!, fulfilledByShopee: false, paid: '2026-01-02 10:00' }]))
  expect(
    await inspect(organizationId, `select fulfilled_by_platform as f from orders where external_code = 'LATEFBS001'`),
  ).toEqual([{ f: false }])
})
