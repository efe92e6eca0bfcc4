import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import en from '../messages/en.json'
import pt from '../messages/pt-BR.json'
import { inspect } from '../lib/testing/harnesses/database'
import type { TestOrganization } from '../lib/testing/factories/factories'
import { nfeXml } from '../lib/testing/factories/nfe'
import { addStockedProduct } from '../lib/testing/factories/stocked-product'
import { becomeStockMaster, buyThere, central, haveShop, mapProduct } from './fixtures/marketplace'
import { getPlatformStock, pressPlatform } from './fixtures/platform'
import { dress, expect, expectAccessible, expectAccessibleInFull, languagesOf, test } from './fixtures/test'

const texts = { pt, en }
type Order = { id: string; code: string; cents: number }

const rowOf = (page: Page, code: string) => page.getByRole('row').filter({ hasText: code })

/** As the platform has it and as we have it; it waits for its invoice. */
async function placeOrders({ organizationId }: TestOrganization, shopId: number, count: number): Promise<Order[]> {
  const codes: string[] = []
  for (let nth = 0; nth < count; nth += 1)
    codes.push((await pressPlatform<{ orderSn: string }>('order', { shopId, isPaid: true })).orderSn)
  const find = () =>
    inspect<Order>(
      organizationId,
      `SELECT id, external_code AS code, revenue_cents::int AS cents FROM orders
       WHERE organization_id = current_organization() AND external_code = ANY ($1) AND status = 'confirmed' ORDER BY array_position($1, external_code)`,
      [codes],
    )
  await expect.poll(async () => (await find()).length, { timeout: 120_000 }).toBe(count)
  return find()
}

/** The order's invoice as the seller's system writes it, which names the order in its notes. */
function invoiceOf({ code, cents }: Order) {
  const notes = `<infAdic><infCpl>Pedido ${code}</infCpl></infAdic></infNFe>`
  const xml = nfeXml({ totalCents: cents, number: randomInt(1, 999_999) }).replace('</infNFe>', notes)
  return { name: `${code}.xml`, mimeType: 'application/xml', buffer: Buffer.from(xml) }
}

/** The order needs a product of its own that lies at its shelf nine times. */
async function giveProduct({ organizationId }: TestOrganization, { id }: Order): Promise<string> {
  const productId = await addStockedProduct({ organizationId }, { sku: 'SUMIU-1', onHand: 9 })
  await inspect(organizationId, 'UPDATE order_item SET product_id = $1, product_quantity = 1 WHERE order_id = $2', [
    productId,
    id,
  ])
  return productId
}

for (const { language, tag } of languagesOf('pt'))
  test(
    `the day is prepared by one button; a missing product and a missing invoice are reported with the next step (${language})`,
    { tag },
    async ({ page, baseURL, signIn, organization }) => {
      const { dispatch: words, shelfMiss: miss } = texts[language]
      await signIn()
      await dress(page, baseURL!, { language, colorScheme: language === 'pt' ? 'light' : 'dark' })
      const shopId = await haveShop(page, baseURL!, organization, 3)
      const [first, second, missing, bare] = (await placeOrders(organization, shopId, 4)) as [
        Order,
        Order,
        Order,
        Order,
      ]
      const productId = await giveProduct(organization, missing)
      const upload = async (order: Order) => {
        await page.locator('input[type="file"]').setInputFiles([invoiceOf(order)])
        await expect(page.getByText(words.notes.matched.replace('{code}', order.code))).toBeVisible()
      }
      const dialog = page.getByRole('dialog')

      // One order goes alone as far as its label; the day's button takes it on from there.
      await page.goto(`${central}/notas`)
      await expect(page.getByRole('heading', { name: words.notes.unmatchedTitle })).toBeVisible()
      await upload(first)
      await page.getByRole('button', { name: language === 'pt' ? 'Enviar 1 nota' : 'Send 1 invoice' }).click()
      await expect(page).toHaveURL(new RegExp(`${central}$`))
      await expect(rowOf(page, first.code)).toContainText(words.stageBadge.arrange, { timeout: 60_000 })
      await page.getByRole('checkbox', { name: words.list.select.replace('{code}', first.code) }).check({ force: true })
      await page.getByRole('group', { name: words.bulk.label }).getByRole('button', { name: words.bulk.ship }).click()
      await dialog.getByLabel(words.ship.method, { exact: true }).selectOption('dropoff')
      await expectAccessible(page, 'how a shipment leaves')
      await dialog.getByRole('button', { name: language === 'pt' ? 'Organizar 1 pedido' : 'Arrange 1 order' }).click()
      await expect(rowOf(page, first.code)).toContainText(words.stageBadge.label, { timeout: 60_000 })

      await page.getByRole('link', { name: words.bulk.uploadLink }).click()
      await upload(second)

      await page.goto(`${central}/separacao?ids=${missing.id}`)
      await page.getByRole('button', { name: miss.buttonOf.replace('{title}', 'Produto SUMIU-1') }).click()
      await expectAccessible(page, 'a product that is not at its shelf')
      await page.getByRole('dialog').getByRole('button', { name: miss.confirm }).click()
      await expect(page.getByRole('heading', { name: miss.cardTitle })).toBeVisible()
      await expect(page.getByRole('link', { name: missing.code })).toBeVisible()
      await expectAccessibleInFull(page)

      await page.goto(central)
      await page.getByRole('button', { name: words.prepare.button }).click()
      const start = dialog.getByRole('button', { name: language === 'pt' ? /^Preparar \d/ : /^Prepare \d/ })
      await expect(start).toBeVisible()
      await expectAccessible(page, 'what the day takes')
      await start.click()
      const bothDone = page.getByRole('link', { name: words.prepare.orders })
      await expect(bothDone).toBeVisible({ timeout: 90_000 })
      const actionOf = (action: string, { code }: Order) =>
        page.getByRole('link', { name: words.prepare.actionOf.replace('{action}', action).replace('{code}', code) })
      await expect(actionOf(words.prepare.actions.shelf, missing)).toBeVisible()
      await expect(actionOf(words.prepare.actions.upload, bare)).toBeVisible()
      for (const { code } of [first, second]) await expect(rowOf(page, code)).toContainText(words.stageBadge.printed)
      await expectAccessibleInFull(page)

      for (const name of [words.runs.open, words.prepare.manifest]) {
        const address = await page.getByRole('link', { name }).first().getAttribute('href')
        const answer = await page.request.get(address!)
        expect(answer.headers()['content-type']).toBe('application/pdf')
      }
      await page.getByRole('link', { name: words.prepare.picking, exact: true }).first().click()
      await expect(page.getByRole('table', { name: words.picking.title })).toContainText(first.code)

      await page.getByRole('button', { name: miss.foundOf.replace('{title}', 'Produto SUMIU-1') }).click()
      await expect(page.getByRole('heading', { name: miss.cardTitle })).toBeHidden()
      const [stock] = await inspect<{ units: number }>(
        organization.organizationId,
        'SELECT on_hand::int AS units FROM stock_level WHERE product_id = $1',
        [productId],
      )
      expect(stock).toEqual({ units: 9 })
    },
  )

// Full form only: the walk above takes four orders, and prepare-faults.integration.test.ts thirty under the platform’s faults.
test(
  'thirty orders are prepared by two clicks within a minute; the two that cannot go have one action each',
  { tag: ['@desktop', '@full'] },
  async ({ page, baseURL, signIn, organization }) => {
    test.setTimeout(480_000)
    const { dispatch: words, shelfMiss: miss } = pt
    await signIn()
    const shopId = await haveShop(page, baseURL!, organization, 1)
    const [missing, bare, ...ready] = (await placeOrders(organization, shopId, 30)) as [Order, Order, ...Order[]]
    await giveProduct(organization, missing)
    await page.goto(`${central}/notas`)
    await expect(page.getByRole('heading', { name: words.notes.unmatchedTitle })).toBeVisible()
    await page.locator('input[type="file"]').setInputFiles([missing, ...ready].map(invoiceOf))
    const received = page.getByRole('list', { name: '29 arquivos recebidos' })
    await expect(received.getByText(/^Pedido /)).toHaveCount(29, { timeout: 60_000 })
    await page.goto(`${central}/separacao?ids=${missing.id}`)
    await page.getByRole('button', { name: miss.buttonOf.replace('{title}', 'Produto SUMIU-1') }).click()
    await page.getByRole('dialog').getByRole('button', { name: miss.confirm }).click()
    await expect(page.getByRole('heading', { name: miss.cardTitle })).toBeVisible()

    await page.goto(central)
    const begunAt = Date.now()
    await page.getByRole('button', { name: words.prepare.button }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Preparar \d/ })
      .click()
    await expect(page.getByRole('link', { name: words.prepare.orders })).toBeVisible({ timeout: 60_000 })
    expect(Date.now() - begunAt).toBeLessThan(60_000)

    const actionOf = (action: string, { code }: Order) =>
      page.getByRole('link', { name: words.prepare.actionOf.replace('{action}', action).replace('{code}', code) })
    await expect(actionOf(words.prepare.actions.shelf, missing)).toBeVisible()
    await expect(actionOf(words.prepare.actions.upload, bare)).toBeVisible()
    const printed = await inspect<{ id: string; prints: number }>(
      organization.organizationId,
      `SELECT order_id AS id, sum(print_count)::int AS prints FROM package
       WHERE arranged_at IS NOT NULL AND label_state = 'ready' AND order_id = ANY ($1::uuid[]) GROUP BY 1`,
      [[missing, bare, ...ready].map(({ id }) => id)],
    )
    const sorted = (ids: string[]) => ids.toSorted()
    expect(sorted(printed.map(({ id }) => id))).toEqual(sorted(ready.map(({ id }) => id)))
    expect(printed.every(({ prints }) => prints === 1)).toBe(true)
  },
)

// Full form only: shelf-miss.integration.test.ts stops, reads back and undoes it at the platform, and the walk above the page’s part.
test(
  'a product reported missing is stopped on the platform, which the open page shows by itself, and sells there again when it is found',
  { tag: ['@desktop', '@full'] },
  async ({ page, baseURL, signIn, organization }) => {
    test.setTimeout(360_000)
    const { shelfMiss: miss } = pt
    await signIn()
    const shopId = await haveShop(page, baseURL!, organization, 3)
    const listing = await mapProduct(page, organization, 9, '7891000100103')
    await becomeStockMaster(page)
    await expect.poll(() => getPlatformStock(listing), { timeout: 90_000 }).toBe(9)
    const order = await buyThere(organization, shopId, { ...listing, quantity: 1, isPaid: true })
    const confirmed = () =>
      inspect(organization.organizationId, `SELECT 1 FROM orders WHERE id = $1 AND status = 'confirmed'`, [order.id])
    await expect.poll(async () => (await confirmed()).length, { timeout: 90_000 }).toBe(1)

    await page.goto(`${central}/separacao?ids=${order.id}`)
    const title = `Produto ${listing.sku}`
    await page.getByRole('button', { name: miss.buttonOf.replace('{title}', title) }).click()
    await page.getByRole('dialog').getByRole('button', { name: miss.confirm }).click()
    await expect(page.getByRole('heading', { name: miss.cardTitle })).toBeVisible()
    await expect(page.getByText(miss.confirmed, { exact: true })).toBeVisible({ timeout: 90_000 })
    expect(await getPlatformStock(listing)).toBe(0)
    await expect(page.getByRole('link', { name: order.code })).toBeVisible()
    await expectAccessibleInFull(page)

    await page.getByRole('button', { name: miss.foundOf.replace('{title}', title) }).click()
    await expect(page.getByRole('heading', { name: miss.cardTitle })).toBeHidden()
    await expect.poll(() => getPlatformStock(listing), { timeout: 90_000 }).toBe(8)
  },
)
