import { randomInt } from 'node:crypto'
import { nfeXml } from '../factories/nfe'
import { fromJson } from '@/lib/sandbox/json'
import { startTestSandbox, type TestSandbox } from '../fakes/sandbox'
import { connectShop, signedQuery, type Answered, type ShopCaller } from '../fakes/sandbox-caller'
import { isDescribed, listSpecProblems } from '../samples/shopee-spec'

export const SHIRT_ID = 22_900_000_001
export const SHIRT_MODELS = [158_900_000_001, 158_900_000_002] as const
export const MUG_ID = 22_900_000_002
export const WAREHOUSE_ID = 22_900_000_003

type Placed = { orderSn: string; status: string; orderSns: string[] }

/**
 * A connected shop with a shirt in two sizes, a mug, and something in the marketplace's warehouse. Every answer is
 * held against the platform's description.
 */
export async function openSaleHarness(settings: object = {}, webhookUrl?: string) {
  const sandbox = await startTestSandbox({
    webhookUrl,
    settings: { trackingDelaySeconds: 0, documentDelaySeconds: 0, ...settings },
  })
  const shop = await connectShop(sandbox)
  await stock(sandbox, shop.shopId)
  let caller = shop
  return {
    sandbox,
    shop,
    ...tools(sandbox, () => caller),
    /** After the clock has moved beyond the token's life. */
    reconnect: async () => {
      caller = await connectShop(sandbox)
    },
  }
}

export type SaleHarness = Awaited<ReturnType<typeof openSaleHarness>>

async function stock({ platform }: TestSandbox, shopId: number): Promise<void> {
  await platform.pool.query(
    `INSERT INTO item (item_id, shop_id, name, sku, create_time, update_time, fulfilled_by_shopee)
     VALUES ($2, $1, 'Camiseta básica', 'CAM', 1, 1, false), ($3, $1, 'Caneca', 'CAN', 1, 1, false),
       ($4, $1, 'Fone do armazém', 'FON', 1, 1, true) ON CONFLICT (item_id) DO NOTHING`,
    [shopId, SHIRT_ID, MUG_ID, WAREHOUSE_ID],
  )
  await platform.pool.query(
    `INSERT INTO model (item_id, model_id, name, sku, original_price_cents, stock, shopee_stock)
     VALUES ($1, $2, 'P', 'CAM-P', 4990, 500, 0), ($1, $3, 'M', 'CAM-M', 5990, 500, 0), ($4, 0, '', '', 2500, 500, 0),
       ($5, 0, '', '', 9900, 0, 500) ON CONFLICT (item_id, model_id) DO UPDATE SET stock = excluded.stock`,
    [SHIRT_ID, ...SHIRT_MODELS, MUG_ID, WAREHOUSE_ID],
  )
}

function described(name: string, answer: Answered): Answered {
  const endpoint = name.replace('/', '.')
  const problems = isDescribed(endpoint) ? listSpecProblems(endpoint, fromJson(answer.text)) : []
  if (problems.length > 0) throw new Error(`${name} leaves its description: ${problems.join('; ')}`)
  return answer
}

function tools(sandbox: TestSandbox, caller: () => ShopCaller) {
  const { shopId } = caller()
  const get = async (name: string, query = {}) => described(name, await caller().get(`/api/v2/${name}`, query))
  const post = async (name: string, body: object | FormData) =>
    described(name, await caller().post(`/api/v2/${name}`, body))
  /** An answer that is a file when all goes well. */
  const fetchFile = async (
    name: string,
    { query = {}, body }: { query?: Record<string, string>; body?: object } = {},
  ) => {
    const path = `/api/v2/${name}`
    const { accessToken } = caller()
    const signed = signedQuery(sandbox, path, { accessToken, shopId, timestamp: sandbox.platform.clock.now() })
    const search = new URLSearchParams({ ...Object.fromEntries(signed), ...query })
    const answer = await fetch(`${sandbox.url}${path}?${search.toString()}`, {
      method: body ? 'POST' : 'GET',
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    return { type: answer.headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()) }
  }

  /** One shirt of the first size when nothing else is wished. */
  const place = (request: object = {}) =>
    sandbox.admin<Placed>('order', {
      shopId,
      items: [{ itemId: SHIRT_ID, modelId: SHIRT_MODELS[0], quantity: 1 }],
      ...request,
    })
  const move = async (orderSn: string, ...steps: string[]) => {
    let status = ''
    for (const step of steps) status = (await sandbox.admin<{ status: string }>('order-step', { orderSn, step })).status
    return status
  }
  /** A new order, taken along by those steps. */
  const placeAnd = async (...steps: string[]) => {
    const { orderSn } = await place()
    await move(orderSn, ...steps)
    return orderSn
  }
  const read = async (orderSn: string, ...fields: string[]): Promise<Record<string, unknown>> => {
    const answer = await get('order/get_order_detail', {
      order_sn_list: orderSn,
      response_optional_fields: fields.join(','),
      request_order_status_pending: 'true',
    })
    if (answer.error) throw new Error(answer.text)
    return (answer.response.order_list as Record<string, unknown>[])[0]!
  }
  const stockOf = async (itemId: number, modelId = 0): Promise<number> => {
    const { rows } = await sandbox.platform.pool.query<{ left: number }>(
      'SELECT stock + shopee_stock AS left FROM model WHERE item_id = $1 AND model_id = $2',
      [itemId, modelId],
    )
    return rows[0]!.left
  }
  const uploadXml = (
    orderSn: string,
    totalCents: number,
    xml = nfeXml({ totalCents, number: randomInt(1, 999_999) }),
  ) => upload(orderSn, 4, new Blob([xml]))
  const upload = (orderSn: string, fileType: number, content: Blob): Promise<Answered> => {
    const form = new FormData()
    form.set('order_sn', orderSn)
    form.set('file_type', String(fileType))
    form.set('file', content, 'invoice')
    return post('order/upload_invoice_doc', form)
  }
  /** The bodies of the pushes of an order so far, oldest first. */
  const listWebhookEvents = async (orderSn: string) => {
    const { rows } = await sandbox.platform.pool.query<{ body: string }>(
      'SELECT body FROM push WHERE body LIKE $1 ORDER BY id',
      [`%${orderSn}%`],
    )
    return rows.map(({ body }) => JSON.parse(body) as { code: number; shop_id: number; data: Record<string, unknown> })
  }
  return { get, post, fetchFile, place, move, placeAnd, read, stockOf, uploadXml, upload, listWebhookEvents }
}
