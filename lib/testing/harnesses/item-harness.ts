import { fromJson } from '@/lib/sandbox/json'
import { ensureListings } from '@/lib/sandbox/history/listings'
import { startTestSandbox, type TestSandbox } from '../fakes/sandbox'
import { connectShop, type Answered, type ShopCaller } from '../fakes/sandbox-caller'
import { listSpecProblems, type DescribedEndpoint } from '../samples/shopee-spec'

const DAY = 86_400

type Query = Record<string, string | number | string[]>

/** The first shop of a sandbox with its sixty listings, called in the seller's name. */
export type ItemHarness = {
  sandbox: TestSandbox
  shop: ShopCaller
  /** GET and POST of the product module; the answer has been held against the platform's description. */
  get: (name: string, query?: Query) => Promise<Answered>
  post: (name: string, body: object) => Promise<Answered>
  /** After the clock has moved beyond the token's life. */
  reconnect: () => Promise<void>
  itemWith: (condition: string) => Promise<number>
  modelsOf: (itemId: number) => Promise<number[]>
  webhookEvents: (code: number) => Promise<{ data: Record<string, unknown> }[]>
}

export async function openItemHarness(): Promise<ItemHarness> {
  const sandbox = await startTestSandbox({ webhookUrl: 'http://127.0.0.1:9/no-listener' })
  let shop = await connectShop(sandbox)
  const { pool, clock } = sandbox.platform
  const listedAt = clock.now() - 90 * DAY
  await sandbox.platform.transaction((db) => ensureListings(db, BigInt(shop.shopId), 'items', listedAt))
  const described = (name: string, answer: Answered) => {
    const problems = listSpecProblems(`product.${name}` as DescribedEndpoint, fromJson(answer.text))
    if (problems.length > 0) throw new Error(`${name} leaves its description: ${problems.join('; ')}`)
    return answer
  }
  return {
    sandbox,
    get shop() {
      return shop
    },
    get: async (name, query = {}) => described(name, await shop.get(`/api/v2/product/${name}`, query)),
    post: async (name, body) => described(name, await shop.post(`/api/v2/product/${name}`, body)),
    reconnect: async () => {
      shop = await connectShop(sandbox)
    },
    itemWith: async (condition) => {
      const { rows } = await pool.query<{ item_id: bigint }>(
        `SELECT item_id FROM item WHERE shop_id = $1 AND ${condition} ORDER BY item_id LIMIT 1`,
        [shop.shopId],
      )
      return Number(rows[0]!.item_id)
    },
    modelsOf: async (itemId) => {
      const { rows } = await pool.query<{ model_id: bigint }>(
        'SELECT model_id FROM model WHERE item_id = $1 ORDER BY tier_index',
        [itemId],
      )
      return rows.map((row) => Number(row.model_id))
    },
    webhookEvents: async (code) => {
      const { rows } = await pool.query<{ body: string }>('SELECT body FROM push WHERE code = $1 ORDER BY id', [code])
      return rows.map(({ body }) => JSON.parse(body) as { data: Record<string, unknown> })
    },
  }
}
