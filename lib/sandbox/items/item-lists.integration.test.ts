import { openItemHarness, type ItemHarness } from '@/lib/testing/harnesses/item-harness'

const DAY = 86_400

type BaseInfo = { item_id: number; price_info?: { original_price: number; current_price: number }[] }

let harness: ItemHarness
let plainId: number
let variedId: number

beforeAll(async () => {
  harness = await openItemHarness()
  plainId = await harness.itemWith("sku = 'COZ-008'")
  variedId = await harness.itemWith("sku = 'ROU-006'")
})
afterAll(() => harness.sandbox.stop())

describe('get_item_list', () => {
  test('pages by offset through every item once', async () => {
    const ids: number[] = []
    let offset: number | undefined = 0
    while (offset !== undefined) {
      const { response } = await harness.get('get_item_list', { offset, page_size: 25, item_status: 'NORMAL' })
      ids.push(...(response.item as { item_id: number }[]).map((item) => item.item_id))
      expect(response.total_count).toBe(59)
      expect(response.has_next_page).toBe(response.next_offset !== undefined)
      offset = response.next_offset as number | undefined
    }
    expect(new Set(ids).size).toBe(59)
    expect(ids).toHaveLength(59)
  })

  test('takes several statuses as a repeated key', async () => {
    const both = await harness.get('get_item_list', { offset: 0, page_size: 1, item_status: ['NORMAL', 'UNLIST'] })
    expect(both.response.total_count).toBe(60)
  })

  test('finds by update time what has changed since', async () => {
    const quiet = await harness.get('get_item_list', {
      offset: 0,
      page_size: 10,
      item_status: 'NORMAL',
      update_time_from: harness.sandbox.platform.clock.now() - DAY,
      update_time_to: harness.sandbox.platform.clock.now() + DAY,
    })
    expect(quiet.response).toMatchObject({ item: [], total_count: 0, has_next_page: false })
  })

  test.each([
    [
      { offset: 0, page_size: 101, item_status: 'NORMAL' },
      'product.error_param',
      'invalid field PageSize: value must  Not Null',
    ],
    [{ page_size: 10, item_status: 'NORMAL' }, 'product.error_param', 'invalid field Offset: value must  Not Null'],
    [{ offset: 0, page_size: 10, item_status: 'SOLD' }, 'error_param_item_status', 'Item status error.'],
    [
      { offset: 0, page_size: 10, item_status: 'NORMAL', update_time_from: 9, update_time_to: 5 },
      'error_update_time_range',
      'Update_time_to should be later than update_time_from.',
    ],
    [
      { offset: 100_001, page_size: 10, item_status: 'NORMAL' },
      'error_param',
      'get items offset over limit, please use the next field',
    ],
  ])('refuses %j in the platform’s words', async (query, error, message) => {
    expect(await harness.get('get_item_list', query)).toMatchObject({ error, message })
  })
})

describe('get_item_base_info', () => {
  test('tells price and stock of an item without variations, weight and deboost as text', async () => {
    const { response } = await harness.get('get_item_base_info', { item_id_list: `${plainId},${variedId}` })
    const [first, second] = response.item_list as BaseInfo[]
    expect(first).toMatchObject({
      item_id: plainId,
      has_model: false,
      deboost: 'false',
      weight: expect.any(String) as string,
    })
    expect(first!.price_info).toEqual([expect.objectContaining({ original_price: 27.9, current_price: 27.9 })])
    expect(second).toMatchObject({ item_id: variedId, has_model: true })
    expect(second).not.toHaveProperty('price_info')
  })

  test('takes the list with commas, repeated and in brackets', async () => {
    for (const list of [`${plainId},${variedId}`, [String(plainId), String(variedId)], `[${plainId},${variedId}]`])
      expect((await harness.get('get_item_base_info', { item_id_list: list })).response.item_list).toHaveLength(2)
  })

  test('names pictures that a browser gets', async () => {
    const { response } = await harness.get('get_item_base_info', { item_id_list: plainId })
    const [item] = response.item_list as { image: { image_url_list: string[] } }[]
    expect(item!.image.image_url_list).toHaveLength(3)
    const answer = await fetch(item!.image.image_url_list[0]!)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 3)
        .toString('hex'),
    ).toBe('ffd8ff')
  })

  test('shows tax data only when asked', async () => {
    const without = await harness.get('get_item_base_info', { item_id_list: plainId })
    const within = await harness.get('get_item_base_info', { item_id_list: plainId, need_tax_info: 'true' })
    expect((without.response.item_list as object[])[0]).not.toHaveProperty('tax_info')
    expect((within.response.item_list as object[])[0]).toMatchObject({ tax_info: { ncm: '39241000', csosn: '102' } })
  })

  test('refuses 51 items and unknown items', async () => {
    const ids = Array.from({ length: 51 }, (_, index) => index + 1).join(',')
    expect(await harness.get('get_item_base_info', { item_id_list: ids })).toMatchObject({
      error: 'product.error_param',
    })
    expect(await harness.get('get_item_base_info', { item_id_list: '1' })).toMatchObject({
      error: 'error_item_not_found',
      message: 'Item_id is not found.',
    })
  })
})

test('get_model_list maps every model to its options', async () => {
  const { response } = await harness.get('get_model_list', { item_id: variedId })
  const tiers = response.tier_variation as { name: string; option_list: { option: string }[] }[]
  const models = response.model as { tier_index: number[]; model_sku: string }[]
  expect(tiers.map((tier) => tier.name)).toEqual(['Cor', 'Tamanho'])
  expect(models).toHaveLength(12)
  for (const { tier_index: index, model_sku: sku } of models) {
    const names = index.map((option, tier) => tiers[tier]!.option_list[option]!.option.toUpperCase())
    expect(sku).toBe(`ROU-006-${names.join('-')}`)
  }
})
