import { openItemHarness, type ItemHarness } from '@/lib/testing/harnesses/item-harness'
import { reserveStock } from '../stock'

type Stock = {
  summary_info: { total_reserved_stock: number; total_available_stock: number }
  seller_stock: { stock: number }[]
}
type Model = { model_id: number; stock_info_v2: Stock }
type BaseInfo = { stock_info_v2?: Stock }

let harness: ItemHarness
let variedId: number
let modelIds: number[]

beforeAll(async () => {
  harness = await openItemHarness()
  variedId = await harness.itemWith("sku = 'ROU-006'")
  modelIds = await harness.modelsOf(variedId)
})
afterAll(() => harness.sandbox.stop())

const modelsAnswered = async () =>
  (await harness.get('get_model_list', { item_id: variedId })).response.model as Model[]

test('an order takes stock and promotion reserve along and a cancellation gives both back', async () => {
  const { platform } = harness.sandbox
  const [, , modelId] = modelIds as [number, number, number]
  await harness.post('update_stock', {
    item_id: variedId,
    stock_list: [{ model_id: modelId, seller_stock: [{ stock: 20 }] }],
  })
  await harness.sandbox.admin('promotion', { shopId: harness.shop.shopId, itemId: variedId, modelId, reservedStock: 4 })
  const state = async () => {
    const model = (await modelsAnswered()).find((each) => each.model_id === modelId)!
    return [model.stock_info_v2.seller_stock[0]!.stock, model.stock_info_v2.summary_info.total_reserved_stock]
  }
  const move = (delta: number) =>
    platform.transaction((db) =>
      reserveStock(db, BigInt(harness.shop.shopId), BigInt(variedId), BigInt(modelId), delta, {
        now: harness.sandbox.platform.clock.now(),
        orderSn: 'X',
      }),
    )
  await move(-3)
  expect(await state()).toEqual([17, 1])
  await move(3)
  expect(await state()).toEqual([20, 4])
  await expect(move(-21)).rejects.toThrow('Stock is not enough.')
  expect(await state()).toEqual([20, 4])
})

test('a promotion to come reserves already, begins and ends by the clock', async () => {
  const itemId = await harness.itemWith("sku = 'COZ-016'")
  await harness.sandbox.admin('promotion', {
    shopId: harness.shop.shopId,
    itemId,
    reservedStock: 2,
    startsInSeconds: 3600,
    days: 1,
  })
  const info = async () =>
    (
      (await harness.get('get_item_base_info', { item_id_list: itemId })).response.item_list as (BaseInfo & {
        has_promotion: boolean
      })[]
    )[0]!
  const seen = async () => {
    const item = await info()
    return [item.has_promotion, item.stock_info_v2!.summary_info.total_reserved_stock]
  }
  const { clockOffsetSeconds } = harness.sandbox.platform.settings
  expect(await seen()).toEqual([false, 2])
  await harness.sandbox.admin('clock-forward', { seconds: 3601 })
  expect(await seen()).toEqual([true, 2])
  await harness.sandbox.admin('clock-forward', { days: 1 })
  // The access token has not lived through the day.
  await harness.reconnect()
  expect(await seen()).toEqual([false, 0])
  await harness.sandbox.admin('settings', { clockOffsetSeconds })
  await harness.reconnect()
})

test('a banned item is pushed, listed as banned and cannot be changed', async () => {
  const itemId = await harness.itemWith("sku = 'CMB-003'")
  await harness.sandbox.admin('item-ban', { shopId: harness.shop.shopId, itemId, reason: 'Marca registrada' })
  expect(
    (await harness.get('get_item_list', { offset: 0, page_size: 10, item_status: 'BANNED' })).response.total_count,
  ).toBe(1)
  expect((await harness.webhookEvents(16)).at(-1)).toMatchObject({
    data: { item_id: itemId, violation_reason: 'Marca registrada' },
  })
  expect(
    await harness.post('update_stock', { item_id: itemId, stock_list: [{ seller_stock: [{ stock: 1 }] }] }),
  ).toMatchObject({ error: 'error_item_uneditable' })
  await harness.sandbox.admin('item-restore', { shopId: harness.shop.shopId, itemId })
})
