import { newId } from '@/lib/core/ids'
import { asWorker } from '@/lib/testing/harnesses/database'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { openPrices, throughProxy } from '@/lib/testing/harnesses/price-harness'
import { openShopHarness } from '@/lib/testing/harnesses/shop-harness'
import { planCompanyListingUpdates } from './plan-listing-updates'

process.env.SHOPEE_CALLS_PER_SECOND = '500'
const { platform } = openShopHarness()

/** Three variations of an item that hold thirty there, and twelve here. */
async function openStock() {
  const prices = await openPrices(platform(), [3])
  const { company, organizationId, sql, shop, listings } = prices
  for (const { id } of listings) {
    const product = await addStockedProduct(company, { sku: newId(), onHand: 12 })
    await sql('UPDATE listing SET product_id = $2 WHERE id = $1', [id, product])
  }
  await sql(`UPDATE shop SET stock_master = 'mascate' WHERE id = $1`, [shop.id])
  const { pool } = platform().platform
  const setThere = (at: number, stock: number) =>
    pool.query('UPDATE model SET stock = $3 WHERE item_id = $1 AND model_id = $2', [
      listings[at]!.item,
      listings[at]!.model,
      stock,
    ])
  const stockThere = async () =>
    (
      await pool.query<{ stock: number }>('SELECT stock FROM model WHERE item_id = $1 ORDER BY model_id', [
        listings[0]!.item,
      ])
    ).rows.map(({ stock }) => stock)
  const stockHere = async () =>
    (await sql<{ stock: number }>('SELECT platform_stock AS stock FROM listing ORDER BY model_id')).map(
      ({ stock }) => stock,
    )
  await asWorker(() => planCompanyListingUpdates(organizationId))
  return { ...prices, setThere, stockThere, stockHere }
}

test('a variation that half an answer leaves out is looked up: unset there it is not called set, and is sent again', async () => {
  const stock = await openStock()
  const halved = await throughProxy(
    platform(),
    (proxy) => {
      proxy.changeAnswer = async (path, body) => {
        if (!path.endsWith('update_stock')) return body
        await stock.setThere(2, 30)
        const answer = JSON.parse(body) as { response: { success_list: object[] } }
        return JSON.stringify({ ...answer, response: { success_list: answer.response.success_list.slice(0, 1) } })
      }
    },
    stock.send,
  )
  expect(halved).toEqual({ sent: 2, refused: 1 })
  expect([await stock.stockThere(), await stock.stockHere()]).toEqual([
    [12, 12, 30],
    [12, 12, 30],
  ])
  await stock.sql('UPDATE listing_update SET next_at = NULL')
  expect(await stock.send()).toEqual({ sent: 1, refused: 0 })
  expect([await stock.stockThere(), await stock.stockHere()]).toEqual([
    [12, 12, 12],
    [12, 12, 12],
  ])
})

test('a refusal of a whole item for one of its variations holds back no other’s stock', async () => {
  const stock = await openStock()
  const reserved = stock.listings[0]!.model
  const calls: number[] = []
  const result = await throughProxy(
    platform(),
    (proxy) => {
      proxy.refuse = (path, sent) => {
        if (!path.endsWith('update_stock')) return null
        const { stock_list: list } = JSON.parse(sent) as { stock_list: { model_id: number }[] }
        calls.push(list.length)
        const message = 'Can not update item with stock less than reserve stock'
        return list.some(({ model_id: model }) => model === reserved)
          ? JSON.stringify({ error: 'product.error_param', message, request_id: 'r' })
          : null
      }
    },
    stock.send,
  )
  expect(result).toEqual({ sent: 2, refused: 1 })
  expect([await stock.stockThere(), await stock.stockHere()]).toEqual([
    [30, 12, 12],
    [30, 12, 12],
  ])
  expect(calls).toEqual([3, 2, 1, 1, 1])
  expect(await stock.sql('SELECT listing_id, platform_text FROM listing_update WHERE state = $1', ['waiting'])).toEqual(
    [{ listing_id: stock.listings[0]!.id, platform_text: 'Can not update item with stock less than reserve stock' }],
  )
})
