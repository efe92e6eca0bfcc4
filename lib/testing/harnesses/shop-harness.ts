import { GET } from '@/app/api/shopee/callback/route'
import { firstRetry } from '@/lib/core/http/outbound'
import { authorizeShopAction, createShopAction } from '@/lib/connect/shops/actions'
import type { ShopPage } from '@/lib/connect/shops/schema'
import { inspect } from './database'
import { envelope, unique, type TestOrganization } from '../factories/factories'
import { authorizeShop, startTestSandbox, type TestSandbox } from '../fakes/sandbox'

let running: TestSandbox | undefined

/** The sandbox for the tests of one file. */
export function openShopHarness(options: Parameters<typeof startTestSandbox>[0] = {}): { platform: () => TestSandbox } {
  beforeAll(async () => {
    running = await startTestSandbox(options)
  })
  // How long a failed call waits before it is sent again: lib/outbound-retry.test.ts.
  beforeEach(() => void (firstRetry.waitMs = 20))
  afterAll(() => running?.stop())
  return { platform: () => running! }
}

/** A shop of the platform, saved here and not yet authorized; the company's owner is signed in. */
export async function saveShop(company: TestOrganization, externalShopId?: number) {
  const number = externalShopId ?? (await running!.admin<{ shopId: number }>('shop', {})).shopId
  const fields = { name: unique('Loja'), platform: 'shopee', legalEntityId: company.legalEntityId } as const
  const saved = await createShopAction(envelope(company), { ...fields, externalShopId: String(number) })
  if (!saved.ok) throw new Error(saved.error)
  return { id: saved.data.id, number }
}

/** Where the signed-in member is sent to authorize. */
export async function begin(company: TestOrganization, id: string, page?: ShopPage): Promise<URL> {
  const begun = await authorizeShopAction(envelope(company), { id, page })
  if (!begun.ok) throw new Error(begun.error)
  return new URL(begun.data.url)
}

export const stateOf = (address: URL) => address.searchParams.get('state')!

/** The seller confirms on the platform's page: the address that the browser comes back to. */
export async function confirm(address: URL, shopId: number, validityDays = 365): Promise<URL> {
  const { callback } = await authorizeShop(running!, { shopId, validityDays, state: stateOf(address) })
  return callback
}

/** The browser follows the way back; answers where it is led. */
export async function comeBack(callback: URL | string): Promise<URL> {
  const answer = await GET(new Request(callback))
  if (answer.status !== 303) throw new Error(`answered ${answer.status}`)
  return new URL(answer.headers.get('location')!)
}

export const failureOf = async (callback: URL | string) => (await comeBack(callback)).searchParams.get('failed')

/** The whole way, for the company whose owner is signed in. */
export async function connectShop(company: TestOrganization, validityDays = 365) {
  const shop = await saveShop(company)
  const back = await comeBack(await confirm(await begin(company, shop.id), shop.number, validityDays))
  if (back.searchParams.get('connected') !== shop.id) throw new Error(back.search)
  return shop
}

export type ShopRow = {
  status: string
  problem: string | null
  grant_ends_at: Date | null
  connected_at: Date | null
  version: number
}
export const shopRow = async ({ organizationId }: TestOrganization, id: string): Promise<ShopRow> =>
  (
    await inspect<ShopRow>(
      organizationId,
      'SELECT status, problem, grant_ends_at, connected_at, version FROM shop WHERE id = $1',
      [id],
    )
  )[0]!

export type TokenRow = {
  access_token: string
  refresh_token: string
  access_expires_at: Date
  refresh_expires_at: Date
  refreshing_since: Date | null
  generation: number
}
export const tokenRow = async ({ organizationId }: TestOrganization, id: string): Promise<TokenRow | undefined> =>
  (await inspect<TokenRow>(organizationId, 'SELECT * FROM shop_token WHERE shop_id = $1', [id]))[0]

/** Changes that no product code makes: time passes, a process dies. */
export const changeToken = ({ organizationId }: TestOrganization, id: string, change: string) =>
  inspect(organizationId, `UPDATE shop_token SET ${change} WHERE shop_id = $1`, [id])

let lastItem = 41_000_000_000

/** Items of the platform's shop, each of so many variations (1: none): thirty pieces of each, at R$100.00. */
export async function addItems({ platform }: TestSandbox, shop: number, items: readonly number[]): Promise<void> {
  const now = platform.clock.now()
  for (const models of items) {
    const item = (lastItem += 1)
    const options = Array.from({ length: models }, (_, at) => ({ option: `Cor ${at + 1}` }))
    const tiers = models > 1 ? [{ name: 'Cor', option_list: options }] : []
    await platform.pool.query(
      `INSERT INTO item (item_id, shop_id, name, sku, create_time, update_time, tier_variation) VALUES ($1, $2, $3, '', $4, $4, $5)`,
      [item, shop, `Anúncio ${item}`, now, JSON.stringify(tiers)],
    )
    for (let at = 0; at < models; at++)
      await platform.pool.query(
        `INSERT INTO model (item_id, model_id, tier_index, name, sku, original_price_cents, stock) VALUES ($1, $2, $3, $4, '', 10000, 30)`,
        [item, models > 1 ? item * 10 + at : 0, models > 1 ? [at] : [], models > 1 ? `Cor ${at + 1}` : ''],
      )
  }
}
