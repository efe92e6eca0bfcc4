import { ShopeeAnswers } from '@/lib/testing/fakes/shopee-answers'
import { orderSample } from '@/lib/testing/samples/shopee-samples'
import { getShippingParameter, shipOrder } from './logistics'
import { getOrderDetails, listOrders, orderWindows } from './orders'
import { getItemBaseInfo, getModelList, listItems } from './products'
import { updatePrice, updateStock } from './product-updates'
import { createShippingDocument, getShippingDocumentResult } from './shipping-documents'

const platform = new ShopeeAnswers()
beforeAll(() => platform.start())
afterAll(() => platform.stop())
beforeEach(() => void (platform.requests.length = 0))
const shop = () => platform.caller({ retries: 0 })
const sentBody = () => platform.requests.at(-1)!.body.toString()

test('the official order, with its list for a location and its nulls, becomes ours', async () => {
  platform.succeed({ order_list: [orderSample] })
  const { read, unreadable } = await getOrderDetails(shop(), ['2404098R48U37H'])
  expect(unreadable).toEqual([])
  expect(read[0]!.raw).toEqual(orderSample)
  expect(read[0]!.data).toMatchObject({
    orderSn: '2404098R48U37H',
    status: 'COMPLETED',
    createdAt: new Date(1712601591000),
    noteUpdatedAt: null,
    totalCents: 3211900n,
    invoice: null,
    recipient: { city: 'Huyện Phước Long', isMasked: true, town: null },
    items: [
      {
        itemId: '23620853561',
        modelId: '221404189791',
        sku: 'QAZ-SADOER-05',
        locationId: 'VN10XX2UZ',
        promotionId: '779222207758537',
      },
    ],
    packages: [{ packageNumber: 'OFG166300791210964', channelId: '18080', weightGrams: 10 }],
  })
})

test('one order that cannot be read does not take the others with it', async () => {
  platform.succeed({ order_list: [{ ...orderSample, create_time: 'soon' }, orderSample] })
  const { read, unreadable } = await getOrderDetails(shop(), ['A', 'B'])
  expect([read.length, unreadable.length, unreadable[0]!.problem]).toEqual([1, 1, 'create_time: needs a time'])
})

test('odd types of an order are read all the same', async () => {
  const odd = {
    ...orderSample,
    create_time: '1712601591',
    total_amount: '19.90',
    cod: 'false',
    item_list: orderSample.item_list[0],
    package_list: null,
    surprise: { next: 'month' },
  }
  platform.succeed({ order_list: odd })
  const [order] = (await getOrderDetails(shop(), ['A'])).read
  expect(order!.data).toMatchObject({
    totalCents: 1990n,
    isCod: false,
    packages: [],
    createdAt: new Date(1712601591000),
  })
  expect(order!.data.items).toHaveLength(1)
})

test('a listing of orders goes by pages, and by windows of fifteen days, newest first', async () => {
  platform.succeed({ more: true, next_cursor: '20', order_list: [{ order_sn: 'A', order_status: 'UNPAID' }] })
  const window = { from: new Date(0), to: new Date(1000), by: 'update_time' as const }
  expect(await listOrders(shop(), window)).toMatchObject({
    data: [{ orderSn: 'A', status: 'UNPAID' }],
    nextCursor: '20',
  })
  platform.succeed({ more: true, next_cursor: '', order_list: [] })
  await expect(listOrders(shop(), window)).rejects.toMatchObject({ kind: 'unexpectedShape' })
  platform.succeed({ more: false, next_cursor: 'x', order_list: [] })
  expect((await listOrders(shop(), window)).nextCursor).toBeNull()
  const windows = orderWindows({ from: new Date('2026-01-01'), to: new Date('2026-02-05') })
  expect(windows.map(({ from, to }) => [from.toISOString().slice(0, 10), to.toISOString().slice(0, 10)])).toEqual([
    ['2026-01-21', '2026-02-05'],
    ['2026-01-06', '2026-01-21'],
    ['2026-01-01', '2026-01-06'],
  ])
})

test('listings keep the digits of their ids and go on only forwards', async () => {
  platform.answer = () => ({
    body: '{"error":"","request_id":"r","response":{"item":[{"item_id":18446744073709551615,"item_status":"NORMAL","update_time":1608128470,"tag":{"kit":false}}],"total_count":19,"has_next_page":true,"next_offset":10}}',
  })
  expect(await listItems(shop())).toMatchObject({
    data: [{ itemId: '18446744073709551615' }],
    nextOffset: 10,
    totalCount: 19,
  })
  await expect(listItems(shop(), { offset: 10 })).rejects.toMatchObject({ kind: 'unexpectedShape' })
})

test('a listing with variations has its price and stock in them', async () => {
  const item = {
    item_id: 34002,
    item_name: 'Caneca',
    item_sku: '-',
    weight: '10.02',
    deboost: 'false',
    has_model: true,
    item_status: 'NORMAL',
    stock_info_v2: { summary_info: { total_available_stock: 5 } },
    promotion_id: 13123,
  }
  platform.succeed({
    item_list: [
      item,
      { ...item, has_model: false, price_info: [{ currency: 'BRL', original_price: 122.02, current_price: 99.9 }] },
    ],
  })
  const [withModels, plain] = (await getItemBaseInfo(shop(), ['34002'])).read
  expect(withModels!.data).toMatchObject({
    sku: null,
    stock: null,
    price: null,
    isDeboosted: false,
    hasPromotion: true,
    weightKg: 10.02,
  })
  expect(plain!.data).toMatchObject({
    stock: { available: 5, reserved: 0 },
    price: { originalCents: 12202n, currentCents: 9990n },
  })
  platform.succeed({
    tier_variation: [
      { name: 'Cor', option_list: [{ option: 'Azul' }, { option: 'Verde', image: { image_url: 'https://x/y' } }] },
      { name: 'Tam', option_list: [{ option: 'P' }] },
    ],
    model: [
      {
        model_id: '9184960',
        tier_index: [1, 0],
        model_sku: 'V-P',
        price_info: [{ original_price: 10 }],
        stock_info_v2: {
          summary_info: { total_reserved_stock: 2, total_available_stock: 7 },
          shopee_stock: [{ location_id: '-', stock: '-' }],
        },
      },
      { model_sku: 'without id' },
    ],
  })
  const { read, unreadable } = await getModelList(shop(), '34002')
  expect(read[0]!.data).toMatchObject({
    modelId: '9184960',
    name: 'Verde, P',
    sku: 'V-P',
    stock: { available: 7, reserved: 2, atShopee: 0 },
    imageUrl: 'https://x/y',
    price: { currentCents: 1000n },
  })
  expect(unreadable).toHaveLength(1)
})

test('the refused part of an update is data, even when it is all of it', async () => {
  platform.answer = () => ({
    body: JSON.stringify({
      error: 'product.error_busi_update_stock_failed',
      message: 'm',
      request_id: 'r',
      response: {
        failure_list: [{ model_id: 7, failed_reason: 'Stock should be larger than reserved stock.' }],
        success_list: [],
      },
    }),
  })
  const { data } = await updateStock(shop(), '18446744073709551615', [{ modelId: '7', quantity: 0 }])
  expect(data).toEqual({
    refused: [{ modelId: '7', reason: 'Stock should be larger than reserved stock.' }],
    unnamed: [],
  })
  expect(sentBody()).toBe('{"item_id":18446744073709551615,"stock_list":[{"model_id":7,"seller_stock":[{"stock":0}]}]}')
  platform.succeed({ success_list: [{ model_id: 7, original_price: '79.9' }], failure_list: null })
  expect((await updatePrice(shop(), '1', [{ modelId: '7', priceCents: 7990n }])).data).toEqual({
    refused: [],
    unnamed: [],
  })
  expect(sentBody()).toContain('"original_price":79.9')
})

test('only what the answer says is set is set: a variation that it leaves out, or with another price, is unnamed', async () => {
  const prices = ['7', '8', '9'].map((modelId) => ({ modelId, priceCents: 7990n }))
  platform.succeed({
    success_list: [
      { model_id: 7, original_price: 79.9 },
      { model_id: 8, original_price: 79 },
    ],
    failure_list: [{ failed_reason: 'locked' }],
  })
  expect((await updatePrice(shop(), '1', prices)).data).toEqual({
    refused: [{ modelId: '0', reason: 'locked' }],
    unnamed: ['8', '9'],
  })
  expect((await updatePrice(shop(), '1', [{ modelId: '9', priceCents: 1n }])).data.refused).toEqual([
    { modelId: '9', reason: 'locked' },
  ])
})

test('a code of several failures without a list of them is an error like any other', async () => {
  platform.refuse('product.error_busi_update_stock_failed', 'Update stock failed')
  const update = updateStock(shop(), '1', [{ modelId: '7', quantity: 0 }])
  await expect(update).rejects.toMatchObject({ kind: 'businessRefused', text: 'Update stock failed' })
})

test('a shipping method is allowed by its key, whatever it needs', async () => {
  platform.succeed({
    info_needed: { dropoff: [], pickup: ['address_id', 'pickup_time_id'] },
    dropoff: null,
    pickup: {
      address_list: [
        {
          address_id: 234,
          address: 'Rua A',
          zipcode: '01000',
          address_flag: ['default_address'],
          time_slot_list: null,
        },
      ],
    },
  })
  const { data } = await getShippingParameter(shop(), { orderSn: 'A', packageNumber: '' })
  expect(data).toMatchObject({
    needed: { dropoff: [], pickup: ['address_id', 'pickup_time_id'] },
    pickupAddresses: [{ addressId: '234', isDefault: true, slots: [] }],
    branches: [],
  })
  expect(platform.requests.at(-1)!.url.searchParams.has('package_number')).toBe(false)
  platform.answer = () => ({ body: '{"error":"","message":"","request_id":"r"}' })
  await shipOrder(shop(), { orderSn: 'A' }, { method: 'dropoff' })
  expect(sentBody()).toBe('{"order_sn":"A","dropoff":{}}')
})

test('each label of a batch has its own status', async () => {
  const results = [
    { status: 'READY', order_sn: 'A', package_number: '2537708677189632625' },
    {
      order_sn: 'B',
      package_number: '2',
      fail_error: 'logistics.shipping_document_should_print_first',
      fail_message: 'print first',
    },
  ]
  platform.succeed({ result_list: results })
  const { read } = await getShippingDocumentResult(shop(), [{ orderSn: 'A' }, { orderSn: 'B' }])
  expect(read.map(({ data }) => [data.status, data.failure?.code ?? null])).toEqual([
    ['READY', null],
    [null, 'logistics.shipping_document_should_print_first'],
  ])
  platform.answer = () => ({
    body: JSON.stringify({
      error: 'common.batch_api_all_failed',
      message: 'm',
      request_id: 'r',
      response: { result_list: [results[1]] },
    }),
  })
  expect((await createShippingDocument(shop(), [{ orderSn: 'B' }])).read[0]!.data.failure?.text).toBe('print first')
})
