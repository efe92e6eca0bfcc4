import pg from 'pg'
import { newId } from '@/lib/core/ids'
import { testDatabaseName } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { channelOf } from '@/lib/testing/harnesses/order-harness'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'

let company: TestOrganization
let channelId: string
let products: string[]
let client: pg.Client
let planned = 0

beforeAll(async () => {
  company = await createTestOrganization()
  channelId = await channelOf(company)
  products = [
    await addStockedProduct(company, { sku: 'A', onHand: 50 }),
    await addStockedProduct(company, { sku: 'B', onHand: 50 }),
  ]
  const { ADMIN_URL } = JSON.parse(process.env.TEST_DATABASE!) as { ADMIN_URL: string }
  const url = new URL(ADMIN_URL)
  url.pathname = testDatabaseName()
  client = new pg.Client({ connectionString: url.toString() })
  await client.connect()
  // Each time the server plans a statement, also one within a function, it says so to its administrator.
  client.on('notice', ({ message }) => (planned += message === 'PLANNER STATISTICS' ? 1 : 0))
  await client.query(`SET log_planner_stats = on; SET client_min_messages = log; SET ROLE mascate_app`)
})
afterAll(() => client.end())

/** How often the server plans for one call of a function, in the tenant's transaction. */
async function plansOf(statement: string, values: unknown[]): Promise<number> {
  await client.query(`BEGIN; SELECT set_config('app.organization_id', '${company.organizationId}', true)`)
  planned = 0
  await client.query(statement, values)
  const result = planned
  await client.query('COMMIT')
  return result
}

async function saveShipped(): Promise<Record<string, number>> {
  const id = newId()
  const order = { id, code: `MAN-${id}`, channelId, status: 'pending' }
  const lines = products.map((productId) => ({ productId, quantity: 1 }))
  const edited = products.map((product) => ({ product, quantity: 2, price: 900, line: null }))
  return {
    place: await plansOf('SELECT place_order($1)', [{ ...order, lines }]),
    edit: await plansOf(
      `SELECT edit_order($1::jsonb || jsonb_build_object('day', (now() AT TIME ZONE 'America/Sao_Paulo')::date))`,
      [{ id, version: 1, channelId, customerName: null, discountCents: 0, lines: edited, actorId: null }],
    ),
    ship: await plansOf(`SELECT set_order_status($1, 2, 'shipped', NULL)`, [id]),
  }
}

test('a connection that saved, edited and shipped an order plans for the next one no more than the call itself', async () => {
  await saveShipped()
  expect(await saveShipped()).toEqual({ place: 1, edit: 1, ship: 1 })
})
