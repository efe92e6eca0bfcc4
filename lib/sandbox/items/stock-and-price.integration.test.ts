import { openItemHarness, type ItemHarness } from '@/lib/testing/harnesses/item-harness'
import { insertItem } from './write-items'

type Stock = {
  summary_info: { total_reserved_stock: number; total_available_stock: number }
  seller_stock: { stock: number }[]
}
type Model = { model_id: number; stock_info_v2: Stock }

let harness: ItemHarness
let plainId: number
let variedId: number
let modelIds: number[]
let fbsId: number

beforeAll(async () => {
  harness = await openItemHarness()
  plainId = await harness.itemWith("sku = 'COZ-008'")
  variedId = await harness.itemWith("sku = 'ROU-006'")
  modelIds = await harness.modelsOf(variedId)
  fbsId = await harness.itemWith("fulfilled_by_shopee AND tier_variation = '[]'")
})
afterAll(() => harness.sandbox.stop())

const modelsAnswered = async () =>
  (await harness.get('get_model_list', { item_id: variedId })).response.model as Model[]

describe('update_stock', () => {
  const list = (...stocks: [number, number][]) =>
    stocks.map(([modelId, stock]) => ({ model_id: modelId, seller_stock: [{ stock }] }))

  test('sets what it can and names what it cannot, with error ""', async () => {
    const [a, b] = modelIds as [number, number]
    const answer = await harness.post('update_stock', {
      item_id: variedId,
      stock_list: list([a, 41], [999, 5], [b, 42]),
    })
    expect(answer).toMatchObject({
      error: '',
      response: {
        success_list: [
          { model_id: a, stock: 41 },
          { model_id: b, stock: 42 },
        ],
        failure_list: [{ model_id: 999, failed_reason: 'Wrong model_id.' }],
      },
    })
    const models = await modelsAnswered()
    expect(models.slice(0, 2).map((model) => model.stock_info_v2.seller_stock[0]!.stock)).toEqual([41, 42])
  })

  test('never goes below what a promotion reserves, and tells so for that variation alone', async () => {
    const [a, b] = modelIds as [number, number]
    await harness.post('update_stock', { item_id: variedId, stock_list: list([a, 30]) })
    const { promotionId } = await harness.sandbox.admin<{ promotionId: string }>('promotion', {
      shopId: harness.shop.shopId,
      itemId: variedId,
      modelId: a,
      reservedStock: 10,
      discountPercent: 20,
    })
    const answer = await harness.post('update_stock', { item_id: variedId, stock_list: list([a, 9], [b, 7]) })
    expect(answer.response.failure_list).toEqual([
      { model_id: a, failed_reason: 'Can not update item with stock less than reserved stock' },
    ])
    expect(await harness.post('update_stock', { item_id: variedId, stock_list: list([a, 10]) })).toMatchObject({
      error: '',
    })
    const [model] = await modelsAnswered()
    expect(model).toMatchObject({
      has_promotion: true,
      price_info: [{ original_price: 39.9, current_price: 31.92 }],
      stock_info_v2: { summary_info: { total_reserved_stock: 10, total_available_stock: 10 } },
    })
    await harness.sandbox.admin('promotion-end', { promotionId })
    expect((await harness.webhookEvents(8)).map(({ data }) => data.action)).toEqual([
      'create_promotion',
      'end_promotion',
    ])
    expect(await harness.post('update_stock', { item_id: variedId, stock_list: list([a, 0]) })).toMatchObject({
      error: '',
    })
  })

  test('that fails for all is an error, with the reasons', async () => {
    expect(
      await harness.post('update_stock', { item_id: variedId, stock_list: list([998, 1], [999, 1]) }),
    ).toMatchObject({
      error: 'error_busi_update_stock_failed',
      message: 'Update stock failed, please check failure_list for detailed reason',
      response: { failure_list: [{ model_id: 998 }, { model_id: 999 }] },
    })
  })

  test.each([
    [
      '51 models',
      () => ({
        item_id: variedId,
        stock_list: list(...Array.from({ length: 51 }, (_, i): [number, number] => [i, 1])),
      }),
      'error_param',
      'Parameter is not match the constraints, stock_list length should be between 1 to 50.',
    ],
    [
      'a model twice',
      () => ({ item_id: variedId, stock_list: list([1, 1], [1, 2]) }),
      'error_param',
      'Repeat model_id.',
    ],
    [
      'the item itself where it has models',
      () => ({ item_id: variedId, stock_list: list([0, 1]) }),
      'error_edit_item_stock_for_item_has_model',
      "Can't to edit item stock directly while item has models.",
    ],
    [
      'an item in the marketplace’s warehouse',
      () => ({ item_id: fbsId, stock_list: list([0, 1]) }),
      'error_auth',
      'The current item belong to the full FBS or B2C shop, so normal stock must be equal to 0',
    ],
    [
      'an item that does not exist',
      () => ({ item_id: 5, stock_list: list([0, 1]) }),
      'error_item_not_found',
      'Item_id is not found.',
    ],
    ['no item', () => ({ stock_list: [] }), 'product.error_param', 'invalid field ItemId: value must  Not Null'],
  ])('refuses %s', async (_, body, error, message) => {
    expect(await harness.post('update_stock', body())).toMatchObject({ error, message })
  })

  test('refuses another shop’s item', async () => {
    const { shopId } = await harness.sandbox.admin<{ shopId: number }>('shop', {})
    const itemId = await harness.sandbox.platform.transaction((db) =>
      insertItem(db, {
        shopId: BigInt(shopId),
        name: 'Produto de outra loja',
        sku: '',
        description: '',
        categoryId: 100011,
        status: 'NORMAL',
        weightGrams: 1,
        lengthCm: 1,
        widthCm: 1,
        heightCm: 1,
        imageIds: [],
        createTime: harness.sandbox.platform.clock.now(),
        models: [{ tierIndex: [], name: '', sku: '', priceCents: 100, stock: 1 }],
      }),
    )
    expect(await harness.post('update_stock', { item_id: Number(itemId), stock_list: list([0, 1]) })).toMatchObject({
      error: 'error_item_not_belong_shop',
      message: 'Item not belong to shop.',
    })
  })
})

describe('update_price', () => {
  test('changes it and pushes old and new', async () => {
    const answer = await harness.post('update_price', {
      item_id: plainId,
      price_list: [{ model_id: 0, original_price: 29.95 }],
    })
    expect(answer.response).toEqual({ failure_list: [], success_list: [{ model_id: 0, original_price: 29.95 }] })
    expect((await harness.webhookEvents(22)).at(-1)).toMatchObject({
      data: { item_id: plainId, model_id: 0, update_field: 'original_price', old_value: 27.9, new_value: 29.95 },
    })
  })

  test('refuses variations more than four times apart', async () => {
    const [a] = modelIds as [number]
    expect(
      await harness.post('update_price', { item_id: variedId, price_list: [{ model_id: a, original_price: 180 }] }),
    ).toMatchObject({ error: 'error_price_out_of_range', message: 'Price is out of range.' })
  })

  test('leaves the variation whose promotion locks it, and changes the others', async () => {
    const [, b, c] = modelIds as [number, number, number]
    await harness.post('update_stock', {
      item_id: variedId,
      stock_list: [{ model_id: b, seller_stock: [{ stock: 5 }] }],
    })
    const { promotionId } = await harness.sandbox.admin<{ promotionId: string }>('promotion', {
      shopId: harness.shop.shopId,
      itemId: variedId,
      modelId: b,
    })
    const answer = await harness.post('update_price', {
      item_id: variedId,
      price_list: [
        { model_id: b, original_price: 45 },
        { model_id: c, original_price: 46 },
      ],
    })
    expect(answer).toMatchObject({
      error: '',
      response: {
        failure_list: [{ model_id: b, failed_reason: 'Original_price cannot be edited when item is under promotion.' }],
        success_list: [{ model_id: c, original_price: 46 }],
      },
    })
    await harness.sandbox.admin('promotion-end', { promotionId })
  })

  test('refuses an item without variations whose promotion locks it, with the reason', async () => {
    const { promotionId } = await harness.sandbox.admin<{ promotionId: string }>('promotion', {
      shopId: harness.shop.shopId,
      itemId: plainId,
      modelId: '0',
    })
    const change = { item_id: plainId, price_list: [{ model_id: 0, original_price: 31 }] }
    expect(await harness.post('update_price', change)).toMatchObject({
      error: 'error_update_price_fail',
      response: {
        failure_list: [{ model_id: 0, failed_reason: 'Original_price cannot be edited when item is under promotion.' }],
        success_list: [],
      },
    })
    await harness.sandbox.admin('promotion-end', { promotionId })
    expect(await harness.post('update_price', change)).toMatchObject({ error: '' })
  })

  test('takes two decimals and no more', async () => {
    expect(
      await harness.post('update_price', { item_id: plainId, price_list: [{ model_id: 0, original_price: 10.005 }] }),
    ).toMatchObject({ error: 'error_invalid_price', message: 'Invalid price, please use the correct format' })
  })
})
