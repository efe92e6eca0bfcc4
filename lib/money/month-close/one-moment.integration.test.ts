import { withOrganization } from '@/lib/core/db'
import { markDays } from '../fees/mark-days'
import { enqueueEstimates } from '../fees/refresh-estimates'
import { newId } from '@/lib/core/ids'
import { inspect, withOwner } from '@/lib/testing/harnesses/database'
import { createTestOrganization, envelope, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { addSettlements } from '@/lib/testing/harnesses/money-harness'
import { addOrders, addProduct, addShop } from '@/lib/testing/factories/sales'
import { untilWaiting } from '@/lib/testing/harnesses/until-waiting'
import { closeMonthAction, reopenMonthAction } from './actions'
import { getMonthClosesFor } from './views'

const [august, september] = ['2026-08-01', '2026-09-01'] as const
let company: TestOrganization
let shop: string
let productId: string

beforeEach(async () => {
  company = await createTestOrganization()
  shop = await addShop(company, newId())
  productId = await addProduct(company, newId())
  await addOrders(company, shop, [{ at: '2026-08-10T12:00:00Z', cents: 10_000n, charged: 2_000n, productId }])
  await addSettlements(company, shop, [{ code: newId(), day: '2026-08-10', state: 'to_release', expected: 8_000n }])
  await signInAs(company.owner)
})

const sql = <T extends object>(text: string, given: unknown[] = []) => inspect<T>(company.organizationId, text, given)
const of = (month: string) => ({ legalEntityId: company.legalEntityId, month })
const close = (month: string) => closeMonthAction(envelope(company), { ...of(month), note: '' })
const look = (month: string) =>
  getMonthClosesFor(
    { organizationId: company.organizationId, role: 'owner', timeZone: 'America/Sao_Paulo' },
    { entity: company.legalEntityId, month },
  )

/** Holds a table while `run` works, and lets it go, with what was written, once `run` waits for it. */
const whileHeld = <T>(table: string, write: string, run: () => Promise<T>): Promise<T> =>
  withOwner(async (owner) => {
    await owner.query(`SELECT set_config('app.organization_id', $1, false)`, [company.organizationId])
    await owner.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`)
    await owner.query(write)
    const running = run()
    await untilWaiting(1)
    await owner.query('COMMIT')
    return running
  })

test('a commit while a month is closed is frozen whole or not at all', async () => {
  // The sales are read before the payouts: between the two a file comes in that changes both.
  const write = `WITH sold AS (
      INSERT INTO sales_day_delta (organization_id, day, outlet_id, platform, gross_cents) SELECT organization_id, '2026-08-10', outlet_id, platform, 500
      FROM orders LIMIT 1 RETURNING 1)
    UPDATE settlement_day SET expected_cents = expected_cents + 500 WHERE day = '2026-08-10'`
  expect(await whileHeld('settlement_day', write, () => close(august))).toMatchObject({ ok: true })
  const { opened, pending } = await look(august)
  expect([opened!.frozen!.payoutExpected, opened!.live.payoutExpected]).toEqual([8_000n, 8_500n])
  expect(pending).toMatchObject([{ of: august, changes: { gross: 500n, payoutExpected: 500n } }])
})

test('a month is not closed on one that is opened again at that moment', async () => {
  await addOrders(company, shop, [{ at: '2026-09-10T12:00:00Z', cents: 1_000n, productId }])
  expect(await close(august)).toMatchObject({ ok: true })
  const reopening = `UPDATE month_close SET reopened_at = now(), reopen_reason = 'x' WHERE reopened_at IS NULL`
  const closed = await whileHeld('month_close', reopening, () => close(september))
  expect(closed).toMatchObject({ error: 'monthOutOfOrder' })
  expect(await sql(`SELECT 1 FROM month_close WHERE reopened_at IS NULL`)).toEqual([])
  expect(await reopenMonthAction(envelope(company), { ...of(august), reason: 'x' })).toMatchObject({
    error: 'monthNotClosed',
  })
})

test('before closing the page lists running reconciliations, estimates and imports', async () => {
  const unfinished = async () => {
    const { prechecks } = (await look(august)).opened!
    const kinds = ['reconciling', 'estimating', 'importing']
    return Object.fromEntries(prechecks.flatMap(({ kind, count }) => (kinds.includes(kind) ? [[kind, count]] : [])))
  }
  expect(await unfinished()).toEqual({ reconciling: 1 })
  await sql('DELETE FROM reconcile_due')
  expect(await unfinished()).toEqual({})
  // Another month's are not this one's.
  const query = (from: string, to: string) =>
    withOrganization(company.owner, async (db) => {
      await markDays(db, company.organizationId, [{ shopId: shop, from, to }])
      await enqueueEstimates(db, company.organizationId, [{ shopId: shop, from, to }])
    })
  await query('2026-09-01', '2199-12-31')
  expect(await unfinished()).toEqual({})
  await query('2026-08-05', '2199-12-31')
  await withOrganization(company.owner, (db) =>
    db.import.create({
      data: {
        organizationId: company.organizationId,
        id: newId(),
        fileId: newId(),
        fileName: 'a.xlsx',
        shopId: shop,
        state: 'applying',
      },
      select: { id: true },
    }),
  )
  expect(await unfinished()).toEqual({ reconciling: 1, estimating: 1, importing: 1 })
})
