import { withOrganization } from '@/lib/core/db'
import { firstDay, lastDay } from '../fees/rule-spans'
import { markDays } from '../fees/mark-days'
import { asWorker, inspect, withOwner } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { fillReconciliation } from '@/lib/testing/factories/reconcile-fill'
import { addShop } from '@/lib/testing/factories/sales'
import { markSpans } from './mark-spans'
import { reconcileOrders } from './reconcile-orders'
import { getReconcileProgress } from './views'

let company: TestOrganization
let shop: string
const sql = <T extends object>(text: string, given: unknown[] = []) => inspect<T>(company.organizationId, text, given)
const all = { from: firstDay, to: lastDay }
const request = (span: { from: string; to: string } = all) =>
  withOrganization(company.owner, (db) => markDays(db, company.organizationId, [{ shopId: shop, ...span }]))
const marks = async () =>
  (
    await sql<{ all: number; codes: number }>(
      'SELECT count(*)::int AS all, count(DISTINCT external_code)::int AS codes FROM reconcile_due',
    )
  )[0]!
const mark = (batch: number, signal?: AbortSignal) =>
  asWorker(() => markSpans(company.organizationId, { batch, signal }))
const phase = async () => (await getReconcileProgress(company.owner))?.phase ?? null
const fill = (orders: number) =>
  withOwner(async (owner) => {
    await owner.query(`select set_config('app.organization_id', $1, false)`, [company.organizationId])
    await fillReconciliation(owner, { organizationId: company.organizationId, shopId: shop, orders })
  })

/** Says stop once as many batches were asked for. */
const stopAfter = (batches: number) => {
  let calls = 0
  return {
    get aborted() {
      return ++calls > batches
    },
  } as AbortSignal
}

/** As a worker that is killed when a thousand are done: nothing is put in order behind it. */
const dieAfterOneBatch = () =>
  withOwner((owner) =>
    owner.query(`
      CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'killed' USING errcode = '57P01'; END $$;
      CREATE TRIGGER die BEFORE UPDATE ON reconcile_run FOR EACH ROW WHEN (NEW.done > 1000) EXECUTE FUNCTION die()`),
  )
const liveAgain = () => withOwner((owner) => owner.query('DROP TRIGGER die ON reconcile_run; DROP FUNCTION die()'))

beforeEach(async () => {
  company = await createTestOrganization()
  shop = await addShop(company, 'Loja')
})

test('a request marks no order; the job does, each once, and goes on where a run of it ended', async () => {
  await fill(30)
  await sql('DELETE FROM reconcile_due')
  await request()
  await request()
  expect(await marks()).toEqual({ all: 0, codes: 0 })
  expect(await phase()).toBe('marking')
  expect(await mark(10, stopAfter(2))).toBe(20)
  expect(await phase()).toBe('marking')
  expect(await mark(10)).toBe(10)
  expect(await marks()).toEqual({ all: 30, codes: 30 })
  expect(await phase()).toBeNull()
})

test('a change of days that are being marked has them marked from the beginning; others’ days stay as they are', async () => {
  await fill(30)
  await sql('DELETE FROM reconcile_due')
  await request()
  await mark(10, stopAfter(1))
  await request()
  expect(await mark(10)).toBe(30)
  await sql('DELETE FROM reconcile_due')
  const [{ orders }] = (await sql<{ orders: number }>(
    `SELECT count(*)::int AS orders FROM orders WHERE local_day BETWEEN '2026-10-01' AND '2026-10-10'`,
  )) as [{ orders: number }]
  await request({ from: '2026-10-01', to: '2026-10-10' })
  expect([await mark(7), orders]).toEqual([orders, 9])
})

test('a company whose days wait without a job is given one', async () => {
  await request()
  const listed = await withOwner((owner) =>
    owner.query<{ id: string }>('SELECT organization_id AS id FROM list_organizations_to_reconcile()'),
  )
  expect(listed.rows.map(({ id }) => id)).toContain(company.organizationId)
  await asWorker(() => reconcileOrders(company.organizationId))
  expect(await phase()).toBeNull()
})

test('a run whose worker died is seen as stopped, and the next one ends it however little is left', async () => {
  await fill(3_000)
  await dieAfterOneBatch()
  await expect(asWorker(() => reconcileOrders(company.organizationId))).rejects.toThrow('killed')
  await liveAgain()
  expect(await getReconcileProgress(company.owner)).toEqual({ phase: 'settling', done: 1000, total: 3_000 })
  await sql(`UPDATE reconcile_run SET moved_at = now() - interval '10 minutes'`)
  expect(await getReconcileProgress(company.owner)).toEqual({ phase: 'stopped', done: 1000, total: 3_000 })
  // No more is left than a run that shows nothing takes.
  await sql('DELETE FROM reconcile_due WHERE id > (SELECT min(id) FROM reconcile_due) + 40')
  const result = await asWorker(() => reconcileOrders(company.organizationId))
  expect(result.looked).toBeGreaterThan(0)
  expect(await phase()).toBeNull()
})
