import { existsSync } from 'node:fs'
import { mkdir, rm, utimes } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { withOrganization, writeOnce, type Actor } from '@/lib/core/db'
import { storedPath } from '@/lib/core/files/folder-store'
import { passingPath } from '@/lib/core/files/passing'
import { recordFile, writeFile } from '@/lib/core/files/store'
import { newId } from '@/lib/core/ids'
import { asWorker, inspect, withOwner } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { verifyAuditLog } from '@/lib/insight/audit-log/verify-audit-log'
import { env } from '@/lib/core/env'
import { logger } from '@/lib/core/logging/logger'
import { openCases } from '@/lib/money/cases/open-cases'
import { plantDifference } from '@/lib/testing/harnesses/case-harness'
import { addParcel, addReturn } from '@/lib/testing/harnesses/parcel-harness'
import { addListing, addOrders, addShop, type TestOrder } from '@/lib/testing/factories/sales'
import { foldSales, purgeExpired, chainAndFold } from './maintenance'

async function storeFile(actor: Actor, expiresAt: Date | null) {
  const { organizationId } = actor
  const file = await writeFile(organizationId, Readable.from([Buffer.from('x')]), 10)
  return withOrganization(actor, async (db) => {
    await recordFile(db, actor, file, { kind: 'photo', name: 'x', expiresAt })
    return { id: file.id, path: storedPath(file.place) }
  })
}

async function sellerOf(company: TestOrganization) {
  const shop = await addShop(company, 'Loja')
  const listingId = await addListing(company, shop, 'Anúncio')
  return (orders: Partial<TestOrder>[]) =>
    addOrders(
      company,
      shop,
      orders.map((order) => ({ at: '2026-01-01T12:00:00Z', listingId, ...order })),
    )
}

test('rows past their term are purged by the worker, and others stay', async () => {
  const { organizationId, owner } = await createTestOrganization()
  const keys = { old: newId(), young: newId() }
  for (const key of Object.values(keys))
    await writeOnce({ ...owner, request: { route: 'test', key, bodyHash: Buffer.from('a') } }, async () => null)
  await withOrganization(owner, (db) =>
    db.idempotency.update({
      where: { organizationId_route_key: { organizationId, route: 'test', key: keys.old } },
      data: { expiresAt: new Date(Date.now() - 1000) },
    }),
  )
  await withOwner((db) =>
    db.query(
      `INSERT INTO rate_limit (key, points, expire) VALUES ('gone', 1, $1), ('counting', 1, $2), ('blocked', 1, NULL)`,
      [Date.now() - 1000, Date.now() + 60_000],
    ),
  )
  const files = await Promise.all([storeFile(owner, new Date(Date.now() - 1000)), storeFile(owner, null)])
  await asWorker(purgeExpired)
  expect(files.map(({ path }) => existsSync(path))).toEqual([false, true])
  expect(
    await inspect(organizationId, 'SELECT id FROM stored_file WHERE organization_id = current_organization()'),
  ).toEqual([{ id: files[1]!.id }])
  const left = await inspect<{ key: string }>(
    organizationId,
    'SELECT key FROM idempotency WHERE organization_id = current_organization()',
  )
  expect(left).toEqual([{ key: keys.young }])
  const { rows } = await withOwner((db) => db.query('SELECT key FROM rate_limit ORDER BY key'))
  expect(rows).toEqual([{ key: 'blocked' }, { key: 'counting' }])
})

test('one company whose trail cannot be chained keeps neither its own figures nor other companies waiting', async () => {
  const companies = [await createTestOrganization(), await createTestOrganization(), await createTestOrganization()]
  for (const company of companies) await (await sellerOf(company))([{}])
  const broken = companies.map(({ organizationId }) => organizationId).toSorted()[0]!
  // A folder where the head's file belongs can be neither read nor replaced.
  await mkdir(resolve(env().MASCATE_DATA, 'audit', `${broken}.json`, 'x'), { recursive: true })
  const logged = vi.spyOn(logger(), 'error').mockImplementation(() => undefined)
  await asWorker(chainAndFold)
  for (const { organizationId } of companies) {
    expect(await inspect(organizationId, 'SELECT orders::int FROM sales_day')).toEqual([{ orders: 1 }])
    const waiting = await inspect(
      organizationId,
      'SELECT 1 FROM audit_event WHERE organization_id = current_organization() AND position IS NULL',
    )
    expect(waiting.length > 0).toBe(organizationId === broken)
    if (organizationId !== broken) expect(await verifyAuditLog(organizationId)).toMatchObject({ intact: true })
  }
  expect(logged.mock.calls.map(([context]) => context)).toEqual([
    expect.objectContaining({ organizationId: broken, work: 'chain' }),
  ])
  logged.mockRestore()
})

test('a worker that is asked to end chains and folds no further company', async () => {
  const company = await createTestOrganization()
  await (
    await sellerOf(company)
  )([{}])
  const folded = () => inspect(company.organizationId, 'SELECT orders::int FROM sales_day')
  await asWorker(() => chainAndFold(AbortSignal.abort()))
  expect(await folded()).toEqual([])
  await asWorker(chainAndFold)
  expect(await folded()).toEqual([{ orders: 1 }])
})

test('trouble with one kind of what is all companies’ keeps no other from going, nor does it repeat the night', async () => {
  const rights = 'EXECUTE ON FUNCTION purge_webhook_event_batch, forget_sign_ins'
  const mayDelete = 'DELETE ON rate_limit'
  const key = newId()
  await withOwner(async (owner) => {
    for (const right of [rights, mayDelete]) await owner.query(`REVOKE ${right} FROM mascate_worker`)
    await owner.query('SET ROLE mascate_worker')
    await owner.query(`SELECT graphile_worker.add_job('send-mail', '{}'::json, job_key => $1, max_attempts => 1)`, [
      key,
    ])
    const fail = `UPDATE graphile_worker._private_jobs SET attempts = 1, updated_at = now() - interval '400 days' WHERE key = $1`
    await owner.query(fail, [key])
  })
  // A folder where a file is expected is not removed as one.
  const path = await passingPath()
  await mkdir(path)
  await utimes(path, new Date(0), new Date(0))
  const logged = vi.spyOn(logger(), 'error').mockImplementation(() => undefined)
  await asWorker(purgeExpired)
  const contexts = logged.mock.calls.map(([context]) => context)
  logged.mockRestore()
  await rm(path, { recursive: true })
  const left = await withOwner(async (owner) => {
    for (const right of [rights, mayDelete]) await owner.query(`GRANT ${right} TO mascate_worker`)
    await owner.query('SET ROLE mascate_worker')
    return (await owner.query('SELECT 1 FROM graphile_worker.jobs WHERE key = $1', [key])).rowCount
  })
  expect(left).toBe(0)
  expect(contexts).toEqual(
    ['what is passing through', 'webhook-events', 'sign-ins', 'counted attempts'].map((work) =>
      expect.objectContaining({ organizationId: null, work }),
    ),
  )
})

test('folding in parts adds up every figure of a day, estimated fees among them', async () => {
  const company = await createTestOrganization()
  const sell = await sellerOf(company)
  for (const order of [{ estimated: 30n }, { estimated: 12n }, { charged: 100n, unitCost: '2.5' }, { charged: 7n }]) {
    await sell([order])
    await asWorker(() => foldSales(company.organizationId))
  }
  expect(
    await inspect(
      company.organizationId,
      `SELECT orders::int, delivered::int, units::int, gross_cents::int, fees_charged_cents::int, gross_charged_cents::int,
         fees_estimated_cents::int, gross_estimated_cents::int FROM sales_day`,
    ),
  ).toEqual([
    {
      orders: 4,
      delivered: 4,
      units: 4,
      gross_cents: 4000,
      fees_charged_cents: 107,
      gross_charged_cents: 2000,
      fees_estimated_cents: 42,
      gross_estimated_cents: 2000,
    },
  ])
})

test('a buyer stays while a return or a case of the order is open, and for the term after it was closed', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const plain = { reason: 'x', protocol: null, deadline: null, ownerId: null, fileIds: [] }
  const names = ['open case', 'case of late', 'old case', 'open return', 'return of late', 'old return', 'none']
  const shop = await addShop(company, 'Loja')
  for (const name of names) {
    const parcel = await addParcel(company, { shopId: shop, status: 'delivered' })
    await inspect(
      organizationId,
      `INSERT INTO order_buyer (organization_id, order_id, name, purge_after) VALUES (current_organization(), $1, $2, now() - interval '1 minute')`,
      [parcel.orderId, name],
    )
    if (name.endsWith('return') || name === 'return of late') {
      await addReturn(company, parcel, { kind: 'with_return', state: name === 'open return' ? 'disputed' : 'closed' })
      const days = name === 'return of late' ? 89 : 91
      await inspect(
        organizationId,
        `UPDATE order_return SET opened_at = now() - interval '200 days', platform_at = now() - interval '${days} days', answered_at = NULL, received_at = NULL
         WHERE order_id = $1`,
        [parcel.orderId],
      )
    }
    if (!name.includes('case')) continue
    const { settlementId, cause, code } = await plantDifference(company, shop)
    await inspect(organizationId, 'UPDATE settlement SET order_id = $1 WHERE external_code = $2', [
      parcel.orderId,
      code,
    ])
    const { cases } = await openCases(company.owner, { ...plain, picks: [{ settlementId, cause }] })
    if (name === 'open case') continue
    await inspect(
      organizationId,
      `UPDATE recovery_case SET state = 'denied', closed_at = now() - interval '${name === 'old case' ? 91 : 89} days' WHERE id = $1`,
      [cases[0]!.id],
    )
  }
  await asWorker(purgeExpired)
  const left = await inspect<{ name: string }>(organizationId, 'SELECT name FROM order_buyer ORDER BY name')
  expect(left.map(({ name }) => name)).toEqual(['case of late', 'open case', 'open return', 'return of late'])
})

test('buyers whose term has passed are forgotten, and those whose has not stay', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  await (
    await sellerOf(company)
  )([{}, {}])
  await inspect(
    organizationId,
    `INSERT INTO order_buyer (organization_id, order_id, name, purge_after)
     SELECT organization_id, id, 'Pessoa ' || n, now() + CASE n WHEN 1 THEN interval '-1 minute' ELSE '1 hour' END
     FROM (SELECT organization_id, id, row_number() OVER (ORDER BY id) AS n FROM orders) o`,
  )
  await asWorker(purgeExpired)
  expect(
    await inspect(organizationId, 'SELECT name FROM order_buyer WHERE organization_id = current_organization()'),
  ).toEqual([{ name: 'Pessoa 2' }])
})
