import pg from 'pg'
import { newId } from '../../lib/core/ids'
import { inParallel } from './call-action'
import { addProducts, openCompanyHarness } from './company'

const WAITED_TOO_LONG = new Set(['57014', '55P03'])

/** Seconds that the statements of so many saves take by the bare driver, on one SKU of a company of their own. */
export async function timeBareOrders(orders: number, stock: number, connections: number, url: string): Promise<number> {
  const harness = await openCompanyHarness('Hot SKU, statements alone', 1)
  const [product] = await addProducts(harness, 1, stock)
  const pool = new pg.Pool({ connectionString: url, max: connections })
  const tenant = `select set_config('app.organization_id', $1, true), set_config('app.legal_entities', '', true)`
  const { id: organizationId, channelId } = harness
  const { userId } = harness.sellers[0]!
  const save = async (client: pg.PoolClient, number: number) => {
    const [id, key] = [newId(), newId()]
    const lines = [{ productId: product, quantity: 1 }]
    const order = { id, code: `N-${number}`, channelId, status: 'pending', lines, actorId: userId }
    await client.query(
      `with tenant as materialized (select set_config('app.organization_id', $1, true) as id, set_config('synchronous_commit', 'off', true) as flush)
       select r.number from tenant, lateral (select next_order_number(2026) as number) r where tenant.id is not null and tenant.flush is not null`,
      [organizationId],
    )
    await client.query('begin')
    await client.query(tenant, [organizationId])
    await client.query(
      `insert into idempotency (organization_id, route, key, user_id, body_hash, expires_at)
       values ($1, 'order.place', $2, $3, $4, now() + interval '1 day') on conflict do nothing`,
      [organizationId, key, userId, Buffer.from(key)],
    )
    await client.query('select place_order($1::jsonb)', [JSON.stringify(order)])
    await client.query(
      `insert into audit_event (organization_id, id, actor_kind, actor_id, event, subject_kind, subject_id, after)
       values ($1, $2, 'person', $3, 'order.placed', 'order', $4, $5) returning id`,
      [organizationId, newId(), userId, id, JSON.stringify({ code: order.code, status: 'pending', lines })],
    )
    await client.query(
      `update idempotency set answer = $4 where organization_id = $1 and route = $2 and key = $3 returning key`,
      [organizationId, 'order.place', key, JSON.stringify({ id })],
    )
    await client.query('commit')
  }
  try {
    const since = performance.now()
    await inParallel(connections, orders, async (number) => {
      for (let isOver = false; !isOver;) {
        const client = await pool.connect()
        try {
          await save(client, number)
          isOver = true
        } catch (error) {
          await client.query('rollback')
          const { message, code } = error as Error & { code?: string }
          isOver = message === 'insufficient_stock'
          // A lock wait longer than the role's limit is retried, as the app's client does.
          if (!isOver && !WAITED_TOO_LONG.has(code ?? '')) throw error
        } finally {
          client.release()
        }
      }
    })
    return (performance.now() - since) / 1000
  } finally {
    await pool.end()
  }
}
