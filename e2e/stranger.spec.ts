import { makePlatformShop, pressPlatform } from './fixtures/platform'
import { CLICKS_AT_MOST, ORDERS, startWalk, WALK_TIMEOUT_MS } from './fixtures/stranger'
import { dress, expect, test } from './fixtures/test'

for (const language of ['pt', 'en'] as const) {
  test(
    `a stranger connects a shop and sees last month's profit with every cost known, in ${CLICKS_AT_MOST} clicks (${language})`,
    { tag: '@full' },
    async ({ page, baseURL }, info) => {
      test.setTimeout(WALK_TIMEOUT_MS)
      const shopId = await makePlatformShop('Loja da estranha')
      await pressPlatform('history', { shopId: Number(shopId), orders: ORDERS, seed: shopId, wait: true })
      await dress(page, baseURL!, { language, colorScheme: 'light' })
      const walk = startWalk(page, info, language)
      const { words, click, picture, link, button } = walk
      await walk.register()

      await click(link(words.connect))
      await page.waitForURL('**/dashboard/shops?*')
      await page.getByLabel(words.shopName).fill('Loja da Ana')
      await picture('shop')
      await click(button(words.saveShop))
      await click(button(words.authorize))
      await page.waitForURL(/\/auth\?/)
      await click(page.locator(`input[name="account"][value="shop:${shopId}"]`))
      await picture('platform')
      await click(page.locator('button[name="decision"][value="confirm"]'))
      await expect(page.getByText(words.authorized)).toBeVisible()
      await picture('authorized')

      await click(link(words.makeStep))
      await page.waitForURL('**/mapeamento-produtos')
      await expect(async () => {
        await page.reload()
        await expect(button(words.make)).toBeVisible({ timeout: 2000 })
      }).toPass({ timeout: 120_000 })
      await picture('mapping')
      await walk.makeProducts()
      await walk.enterCosts()
      await walk.setTax()
      await walk.sayNoAds()
      await walk.readProfit()
    },
  )

  test(
    `a stranger sees last month's profit with every cost known by sheets alone, no shop connected, in ${CLICKS_AT_MOST} clicks (${language})`,
    { tag: '@full' },
    async ({ page, baseURL }, info) => {
      test.setTimeout(WALK_TIMEOUT_MS)
      const shopId = await makePlatformShop('Loja das planilhas')
      await pressPlatform('history', { shopId: Number(shopId), orders: ORDERS, seed: shopId, wait: true })
      const [orders, income, listings] = await Promise.all(
        (['orders', 'income', 'listings'] as const).map((kind) => downloadSheet(shopId, kind)),
      )
      await dress(page, baseURL!, { language, colorScheme: 'light' })
      const walk = startWalk(page, info, language)
      const { words, click, choose, picture, visit, link, button } = walk
      await walk.register()

      await click(link(words.importOrders))
      await page.waitForURL('**/dashboard/orders/import')
      await choose(page.locator('input[type=file]'), orders!)
      await page.getByLabel(words.newShop).fill('Loja da Ana')
      await click(button(words.sendFile))
      await expect(button(words.importAll)).toBeVisible({ timeout: 120_000 })
      await picture('orders-read')
      await click(button(words.importAll))
      await expect(page.getByRole('heading', { name: words.imported })).toBeVisible({ timeout: 120_000 })
      await picture('imported')

      // The menu, and the tab of the files.
      await visit('/dashboard/shopee-reconciliation/arquivos', 1)
      await choose(page.locator('input[type=file]'), [income!, listings!])
      await expect(page.getByText(words.sentFiles)).toBeVisible()
      await picture('files')
      for (const { name } of [income!, listings!]) {
        await click(page.getByRole('link', { name }))
        await expect(button(words.store)).toBeVisible({ timeout: 120_000 })
        await picture('file-read')
        await click(button(words.store))
        await expect(page.getByRole('heading', { name: words.stored, exact: true })).toBeVisible({ timeout: 120_000 })
        await picture('file-stored')
        if (name === income!.name) await click(link(words.other))
      }

      await click(link(words.makeStep))
      await page.waitForURL('**/mapeamento-produtos')
      await picture('mapping')
      await walk.makeProducts()
      await walk.enterCosts()
      await walk.setTax()
      await walk.sayNoAds()
      await walk.readProfit()
    },
  )
}

/** As the seller downloads it from the platform. */
async function downloadSheet(shopId: string, kind: 'orders' | 'income' | 'listings') {
  const answer = await fetch(`${process.env.SHOPEE_API_URL}/admin/sheets/${shopId}/${kind}.xlsx`)
  const [, name] = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '') ?? []
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return { name: name!, mimeType, buffer: Buffer.from(await answer.arrayBuffer()) }
}
