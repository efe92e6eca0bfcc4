import { withOrganization, type Actor } from '@/lib/core/db'
import { dispatchTasks } from '@/lib/worker/tasks/dispatch'
import { getRun, viewOf } from '@/lib/sales/dispatch/run-record'
import type { RunKind } from '@/lib/sales/dispatch/schema'
import { pauses } from '@/lib/connect/sync/dispatch/pauses'
import { syncOrders } from '@/lib/connect/sync/inbound/sync-orders'
import { asWorker, inspect } from './database'
import type { TestSandbox } from '../fakes/sandbox'
import { addStockedProduct } from '../factories/stocked-product'
import { connectSyncShop, type ConnectedShop } from './sync-harness'

/** Three products on their shelves, A2 before A10 before none, each an item of the shop. */
export const shelves = [
  { sku: 'CAN', shelf: 'A10', cents: 2500n },
  { sku: 'CAM', shelf: 'A2', cents: 4990n },
  { sku: 'BON', shelf: null, cents: 3000n },
] as const

export type DispatchHarness = ConnectedShop & { sandbox: TestSandbox; items: number[] }

let lastItem = 31_000_000_000

export async function openDispatchHarness(sandbox: TestSandbox): Promise<DispatchHarness> {
  // No run waits for time that passes: what has to happen meanwhile, a test does in this place.
  pauses.wait = () => Promise.resolve()
  const connected = await connectSyncShop(sandbox, 0)
  const items: number[] = []
  for (const { sku, shelf, cents } of shelves) {
    const item = (lastItem += 1)
    items.push(item)
    const { pool } = sandbox.platform
    await pool.query(
      'INSERT INTO item (item_id, shop_id, name, sku, create_time, update_time, fulfilled_by_shopee) VALUES ($1, $2, $3, $4, 1, 1, false)',
      [item, connected.number, `Anúncio ${sku}`, sku],
    )
    await pool.query(
      `INSERT INTO model (item_id, model_id, name, sku, original_price_cents, stock, shopee_stock) VALUES ($1, 0, '', '', $2, 500, 0)`,
      [item, Number(cents)],
    )
    const id = await addStockedProduct(connected.company, { sku, priceCents: cents, onHand: 100 })
    await inspect(connected.company.organizationId, 'UPDATE product SET shelf_address = $2 WHERE id = $1', [id, shelf])
  }
  return { ...connected, sandbox, items }
}

type Placed = { code: string; id: string }

const placeOnPlatform = async (harness: DispatchHarness, nth: number, request: object = {}) => {
  const { orderSn } = await harness.sandbox.admin<{ orderSn: string }>('order', {
    shopId: harness.number,
    isPaid: true,
    items: [{ itemId: harness.items[nth]!, modelId: 0, quantity: 1 }],
    ...request,
  })
  return orderSn
}

async function bring(harness: DispatchHarness, codes: string[]): Promise<Placed[]> {
  await readAgain(harness, codes)
  return Promise.all(codes.map(async (code) => ({ code, id: (await orderOf(harness, code)).id })))
}

/** A paid order of one unit of the nth product, as the platform has it and as we have it. */
export async function placeToShip(harness: DispatchHarness, nth = 0, request: object = {}): Promise<Placed> {
  return (await bring(harness, [await placeOnPlatform(harness, nth, request)]))[0]!
}

/** Several of them, brought by one sync. */
export async function placeAllToShip<Nths extends readonly [number, ...number[]]>(
  harness: DispatchHarness,
  nths: Nths,
): Promise<{ [At in keyof Nths]: Placed }> {
  const codes: string[] = []
  for (const nth of nths) codes.push(await placeOnPlatform(harness, nth))
  return (await bring(harness, codes)) as { [At in keyof Nths]: Placed }
}

export const step = (harness: DispatchHarness, orderSn: string, name: string) =>
  harness.sandbox.admin('order-step', { orderSn, step: name })

/** The orders as a sync would bring them. */
export const readAgain = (harness: DispatchHarness, codes: string[]) => asWorker(() => syncOrders(harness.shop, codes))

type OrderRow = {
  id: string
  status: string
  platform_status: string
  invoice_state: string | null
  invoice_reason: string | null
}
export const orderOf = async ({ company }: Pick<DispatchHarness, 'company'>, code: string): Promise<OrderRow> =>
  (
    await inspect<OrderRow>(
      company.organizationId,
      'SELECT id, status, platform_status, invoice_state, invoice_reason FROM orders WHERE organization_id = current_organization() AND external_code = $1',
      [code],
    )
  )[0]!

type ParcelRow = {
  id: string
  method: string | null
  arranged_at: Date | null
  label_state: string
  label_error: string | null
  print_count: number
  printed_at: Date | null
  tracking_number: string | null
}
export const parcelOf = async ({ company }: Pick<DispatchHarness, 'company'>, code: string): Promise<ParcelRow> =>
  (
    await inspect<ParcelRow>(
      company.organizationId,
      `SELECT k.id, k.method, k.arranged_at, k.label_state, k.label_error, k.print_count, k.printed_at, k.tracking_number FROM package k
       JOIN orders o ON o.organization_id = k.organization_id AND o.id = k.order_id WHERE o.organization_id = current_organization() AND o.external_code = $1`,
      [code],
    )
  )[0]!

/** Runs the worker's task to the end of the run. */
export async function workOff(actor: Actor, kind: RunKind, runId: string) {
  await asWorker(async () => {
    const job = { attempts: 1, task_identifier: `dispatch-${kind}` }
    const payload = { organizationId: actor.organizationId, runId, userId: actor.userId }
    await dispatchTasks[`dispatch-${kind}`]!(payload, { job } as never)
  })
  return findRun(actor, runId)
}

export const findRun = async ({ organizationId }: Actor, runId: string) =>
  viewOf((await withOrganization({ organizationId }, (db) => getRun(db, organizationId, runId)))!)

/** Counts the calls of an endpoint from now on, without touching them. */
export async function countCalls({ sandbox }: DispatchHarness, pathPattern: string): Promise<() => Promise<number>> {
  await sandbox.admin('fault', { kind: 'html', rate: 0, pathPattern, seed: pathPattern })
  return async () => {
    const { rows } = await sandbox.platform.pool.query<{ considered: number }>(
      'SELECT considered FROM fault WHERE path_pattern = $1 AND seed = $1 ORDER BY id DESC LIMIT 1',
      [pathPattern],
    )
    return rows[0]!.considered
  }
}
