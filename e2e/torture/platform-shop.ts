import pg from 'pg'
import { inspect, sandboxUrl, withOwner } from '../../lib/testing/harnesses/database'
import { signInAs } from '../../lib/testing/factories/factories'
import { connectByRequests } from '../fixtures/connect-by-requests'
import type { Seller } from './call-action'
import { openCompanyHarness } from './company'
import type { Stage } from './stage'

type PlatformRow = { code: string; state: string }

/** The sandbox places no more in one call. */
const PLACED_AT_ONCE = 500

type Place = Pick<Stage, 'apps' | 'platform'>

/** A company with a shop connected through the built app, about which nothing but pushes tells. */
export async function openPlatformShop(place: Place) {
  const shop = await connectPlatformShop(place, sandboxUrl(), 'Pushes')
  await quietPolls(shop.harness.id)
  return shop
}

/** A company with a shop connected through the built app; `marketplace` is the database of the sandbox. */
export async function connectPlatformShop(stage: Place, marketplace: string, name: string) {
  const url = stage.platform.SHOPEE_API_URL
  const press = async <T>(action: string, body: object): Promise<T> => {
    const answer = await fetch(`${url}/admin/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${action}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const settings = { pushesEnabled: false, invoicesRequired: false, trackingDelaySeconds: 0, demoOrders: 0 }
  await press('settings', settings)
  const harness = await openCompanyHarness(name, 0)
  const { cookie } = await signInAs(harness.company.owner)
  const seller: Seller = {
    organizationId: harness.id,
    userId: harness.company.owner.userId!,
    cookie: `${cookie.name}=${cookie.value}`,
  }
  const { shopId: number } = await press<{ shopId: number }>('shop', {})
  await press('history', { shopId: number, orders: 30, seed: String(number), wait: true })
  const shopId = await connectByRequests(
    { app: stage.apps[0]!, platform: url, seller },
    { name: 'Loja dos avisos', number, legalEntityId: harness.company.legalEntityId },
  )
  const pool = new pg.Pool({ connectionString: marketplace, max: 2 })
  pool.on('error', () => undefined)
  const oracle = async () =>
    (
      await pool.query<PlatformRow>(
        `SELECT o.order_sn AS code, concat_ws(' ', o.status, i.units, i.cents, p.tracking) AS state FROM orders o
         JOIN LATERAL (SELECT sum(quantity) AS units, sum(quantity * discounted_price_cents) AS cents FROM order_items i
           WHERE i.order_sn = o.order_sn) i ON true
         JOIN LATERAL (SELECT string_agg(tracking_number, ' ' ORDER BY package_number COLLATE "C") AS tracking FROM packages p
           WHERE p.order_sn = o.order_sn) p ON true
         WHERE o.shop_id = $1`,
        [number],
      )
    ).rows
  const history = new Set((await oracle()).map(({ code }) => code))
  return {
    harness,
    number,
    shopId,
    seller,
    async place(count: number): Promise<string[]> {
      const placed: string[] = []
      while (placed.length < count) {
        const order = { shopId: number, isPaid: true, count: Math.min(PLACED_AT_ONCE, count - placed.length) }
        placed.push(...(await press<{ orderSns: string[] }>('order', order)).orderSns)
      }
      return placed
    },
    move: (orderSn: string, step: string) => press<void>('order-step', { orderSn, step }),
    /** All of them, oldest first. */
    async listWebhookEvents(): Promise<string[]> {
      const { rows } = await pool.query<{ body: string }>('SELECT body FROM push WHERE shop_id = $1 ORDER BY id', [
        number,
      ])
      return rows.map(({ body }) => body)
    },
    /** A variation's stock and price there. */
    async showsOf({ itemId, modelId }: { itemId: string; modelId: string }) {
      const { rows } = await pool.query<{ stock: number; priceCents: number }>(
        'SELECT stock, original_price_cents AS "priceCents" FROM model WHERE item_id = $1 AND model_id = $2',
        [itemId, modelId],
      )
      return rows[0]!
    },
    listOracle: async (): Promise<PlatformRow[]> => (await oracle()).filter(({ code }) => !history.has(code)),
    /**
     * Status, units, cents and tracking numbers by the platform's code; what the shop's history brings meanwhile is left out here and
     * there.
     */
    listOurs: async () => {
      const rows = await inspect<PlatformRow>(
        harness.id,
        `SELECT o.external_code AS code, concat_ws(' ', o.platform_status, i.units, i.cents, p.tracking) AS state FROM orders o
         JOIN LATERAL (SELECT sum(quantity) AS units, sum(subtotal_cents) AS cents FROM order_item i
           WHERE i.organization_id = o.organization_id AND i.order_id = o.id) i ON true
         JOIN LATERAL (SELECT string_agg(tracking_number, ' ' ORDER BY number COLLATE "C") AS tracking FROM package p
           WHERE p.organization_id = o.organization_id AND p.order_id = o.id) p ON true
         WHERE o.organization_id = $1 AND o.platform = 'shopee'`,
        [harness.id],
      )
      return new Map(rows.filter(({ code }) => !history.has(code)).map(({ code, state }) => [code, state]))
    },
  }
}

/** No poll is due, no history is left, no job waits. */
const quietPolls = (organizationId: string) =>
  withOwner(async (owner) => {
    await owner.query(`SELECT set_config('app.organization_id', $1, false)`, [organizationId])
    await owner.query(`UPDATE sync_state SET last_good_at = now() + interval '1 day', history_reached = history_from`)
    await owner.query('DELETE FROM graphile_worker._private_jobs')
  })
