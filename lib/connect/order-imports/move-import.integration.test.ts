import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { reconcileOrders } from '@/lib/money/reconciliation/reconcile-orders'
import { createTestOrganization, envelope, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { importSheet } from '@/lib/testing/factories/imports'
import { writeOrderExport } from '@/lib/testing/factories/order-export'
import { sampleOrders } from '@/lib/testing/factories/sample-orders'
import { addShop } from '@/lib/testing/factories/sales'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { createProductsAction, moveImportAction, previewMoveAction } from './actions'
import { createListingProducts } from './create-products'
import { failMove } from './import-move'
import { moveImport } from './move-import'

const folder = mkdtempSync(join(tmpdir(), 'move-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const orders = [...sampleOrders(40, 9)]
let company: TestOrganization
let [wrong, right]: string[] = []
const sql = <T extends object>(text: string, given: unknown[] = []) => inspect<T>(company.organizationId, text, given)
const makeProducts = (importId: string) => asWorker(() => createListingProducts(company.owner, importId))
const reconcile = () => asWorker(() => reconcileOrders(company.organizationId))

async function send(shopId: string): Promise<string> {
  const path = join(folder, `${Math.random()}.xlsx`)
  await writeOrderExport(path, orders)
  return importSheet(company, path, { shopId })
}
/** A payout of each order that was completed, as an income report tells it, and a movement of the wallet. */
const pay = (shop: string) =>
  sql(
    `WITH paid AS (SELECT external_code, revenue_cents - coalesce(fees_charged_cents, 0) AS cents FROM orders WHERE status = 'delivered'),
     release AS (INSERT INTO release (organization_id, shop_id, external_code, source, amount_cents, released_at)
       SELECT current_organization(), $1, external_code, 'file', cents, '2025-02-01' FROM paid)
     INSERT INTO wallet_transaction (organization_id, id, shop_id, minute, at, local_day, amount_cents, kind, type, external_code, source)
     SELECT current_organization(), uuid_v7(), $1, '2025-02-01', '2025-02-01', '2025-02-01', cents, 'payout', 'Renda', external_code, 'file' FROM paid`,
    [shop],
  )
/** All that is counted by shop; the deltas are folded in. */
const books = async () => ({
  orders: await sql(`SELECT shop_id AS shop, outlet_id AS outlet, count(*)::int AS n FROM orders GROUP BY 1, 2`),
  sales: await sql(
    `SELECT outlet_id AS shop, sum(orders)::int AS n, sum(gross_cents)::bigint::text AS cents FROM (
       SELECT outlet_id, orders, gross_cents FROM sales_day UNION ALL SELECT outlet_id, orders, gross_cents FROM sales_day_delta WHERE organization_id = current_organization()) d
     GROUP BY 1 HAVING sum(orders) <> 0 ORDER BY 1`,
  ),
  settlements: await sql(
    `SELECT shop_id AS shop, state::text, count(*)::int AS n, sum(released_cents)::text AS paid FROM settlement GROUP BY 1, 2 ORDER BY 1, 2`,
  ),
  settlementDays: await sql(
    `SELECT shop_id AS shop, state::text, sum(orders)::int AS n, sum(released_cents)::text AS paid FROM settlement_day GROUP BY 1, 2 HAVING sum(orders) <> 0 ORDER BY 1, 2`,
  ),
  wallet: await sql(
    `SELECT shop_id AS shop, sum(movements)::int AS n, sum(in_cents)::text AS cents FROM wallet_day GROUP BY 1 HAVING sum(movements) <> 0`,
  ),
  releases: await sql(`SELECT shop_id AS shop, count(*)::int AS n FROM release GROUP BY 1`),
  items: await sql(
    `SELECT l.shop_id AS shop, count(*)::int AS n, count(i.product_id)::int AS mapped FROM order_item i JOIN listing l ON l.id = i.listing_id GROUP BY 1`,
  ),
})

beforeEach(async () => {
  company = await createTestOrganization()
  ;[wrong, right] = [await addShop(company, 'Errada'), await addShop(company, 'Certa')]
  await signInAs(company.owner)
})

test('an import of the wrong shop moves to the right one with its listings, payouts and totals, as if it had been sent there', async () => {
  const other = await createTestOrganization()
  const importId = await send(wrong!)
  await makeProducts(importId)
  await pay(wrong!)
  await reconcile()
  expect(dataOf(await previewMoveAction(envelope(company), { importId, shopId: right! }))).toEqual({
    moves: 40,
    platform: 0,
    case: 0,
    known: 0,
    closedMonths: [],
  })
  dataOf(await moveImportAction(envelope(company), { importId, shopId: right! }))
  expect(await moveImportAction(envelope(company), { importId, shopId: right! })).toMatchObject({
    error: 'importNotReady',
  })
  expect(await createProductsAction(envelope(company), { importId })).toMatchObject({ error: 'importNotReady' })
  await asWorker(() => moveImport(company.owner, importId))
  expect(await createProductsAction(envelope(company), { importId })).toMatchObject({ ok: true })
  await reconcile()
  const moved = await books()

  const before = company
  company = other
  const there = await addShop(company, 'Certa')
  await makeProducts(await send(there))
  await pay(there)
  await reconcile()
  const expected = JSON.stringify(await books()).replaceAll(there, right!)
  company = before
  expect(JSON.parse(JSON.stringify(moved))).toEqual(JSON.parse(expected))

  expect(await sql('SELECT shop_id AS shop, summary->$1 AS move FROM import', ['move'])).toMatchObject([
    { shop: right, move: { state: 'done', moved: 40 } },
  ])
  const events = `SELECT event, after->>'shopId' AS shop FROM audit_event WHERE event LIKE 'import.move%' ORDER BY at, id`
  expect(await sql(events)).toEqual([
    { event: 'import.moveRequested', shop: right },
    { event: 'import.moved', shop: right },
  ])
  // The wrong shop has no listing left.
  expect(await sql('SELECT id FROM listing WHERE shop_id = $1 AND gone_at IS NULL', [wrong])).toEqual([])
})

test('orders known from the platform itself, and those with a payout in the right shop, stay and are reported', async () => {
  const importId = await send(wrong!)
  await reconcile()
  const [first, second] = await sql<{ id: string; code: string }>(
    'SELECT id, external_code AS code FROM orders ORDER BY external_code LIMIT 2',
  )
  await sql(
    `INSERT INTO order_source (organization_id, order_id, source, fields_hash, as_of) VALUES (current_organization(), $1, 'api', '\\x00', now())`,
    [first!.id],
  )
  await sql(
    `INSERT INTO settlement (organization_id, id, shop_id, external_code, local_day, state, as_of, hash)
     VALUES (current_organization(), uuid_v7(), $1, $2, '2025-01-02', 'unknown_here', now(), '\\x00')`,
    [right, second!.code],
  )
  expect(dataOf(await previewMoveAction(envelope(company), { importId, shopId: right! }))).toEqual({
    moves: 38,
    platform: 1,
    case: 0,
    known: 1,
    closedMonths: [],
  })
  dataOf(await moveImportAction(envelope(company), { importId, shopId: right! }))
  await asWorker(() => moveImport(company.owner, importId))
  const left = await sql<{ id: string }>('SELECT id FROM orders WHERE shop_id = $1 ORDER BY external_code', [wrong])
  expect(left.map(({ id }) => id)).toEqual([first!.id, second!.id])
  expect(await previewMoveAction(envelope(company), { importId, shopId: right! })).toMatchObject({
    error: 'importNothingToMove',
  })
})

test('a move that stopped half-way goes on to the same shop alone, and counts what had moved', async () => {
  const importId = await send(wrong!)
  const third = await addShop(company, 'Terceira')
  const request = (shopId: string) => moveImportAction(envelope(company), { importId, shopId })
  const stop = () => withOrganization(company.owner, (db) => failMove(db, company.owner, importId, 'ref'))
  dataOf(await request(right!))
  await sql('SELECT move_import_orders($1, $2, 10)', [importId, right])
  await sql(`UPDATE import SET summary = jsonb_set(summary, '{move,moved}', '10') WHERE id = $1`, [importId])
  await stop()
  expect(await previewMoveAction(envelope(company), { importId, shopId: third })).toMatchObject({
    error: 'importNotReady',
  })
  expect(await request(third)).toMatchObject({ error: 'importNotReady' })
  dataOf(await request(right!))
  await stop()
  expect(await request(third)).toMatchObject({ error: 'importNotReady' })
  dataOf(await request(right!))
  await asWorker(() => moveImport(company.owner, importId))
  expect(await sql('SELECT shop_id AS shop, count(*)::int AS n FROM orders GROUP BY 1')).toEqual([
    { shop: right, n: 40 },
  ])
  expect(await sql('SELECT shop_id AS shop, summary->$1 AS move FROM import', ['move'])).toMatchObject([
    { shop: right, move: { state: 'done', moved: 40, total: 40 } },
  ])
  expect(dataOf(await previewMoveAction(envelope(company), { importId, shopId: third })).moves).toBe(40)
})

test('closed months that the move changes are named: those of both companies, or where fees are estimated again', async () => {
  const importId = await send(wrong!)
  const { organizationId, legalEntityId } = company
  const months = (
    await sql<{ month: string }>(
      `SELECT DISTINCT date_trunc('month', local_day)::date::text AS month FROM orders WHERE status NOT IN ('pending', 'cancelled') ORDER BY 1`,
    )
  ).map(({ month }) => month)
  const close = (entity: string) =>
    withOrganization(company, (db) =>
      db.monthClose.create({
        data: { organizationId, legalEntityId: entity, month: new Date(months[0]!), hash: Uint8Array.of(0) },
        select: { month: true },
      }),
    )
  const preview = async () =>
    dataOf(await previewMoveAction(envelope(company), { importId, shopId: right! })).closedMonths
  await close(legalEntityId)
  await sql('UPDATE orders SET fees_charged_cents = 1')
  expect(await preview()).toEqual([])

  const other = newId()
  await withOrganization(company, (db) =>
    db.legalEntity.create({ data: { organizationId, id: other, name: 'Outra' }, select: { id: true } }),
  )
  await sql('UPDATE shop SET legal_entity_id = $1 WHERE id = $2', [other, right])
  expect(await preview()).toEqual([months[0]])
  await withOrganization(company, (db) =>
    db.monthClose.updateMany({ where: { organizationId }, data: { reopenedAt: new Date(), reopenReason: 'Faltou' } }),
  )
  expect(await preview()).toEqual([])
  await close(other)
  expect(await preview()).toEqual([months[0]])

  await sql('UPDATE shop SET legal_entity_id = $1 WHERE id = $2', [other, wrong])
  expect(await preview()).toEqual([])
  await sql('UPDATE orders SET fees_charged_cents = NULL')
  expect(await preview()).toEqual([months[0]])
})
