import type { Page } from '@playwright/test'
import pt from '../messages/pt-BR.json'
import * as market from './fixtures/marketplace'
import { getPlatformStock } from './fixtures/platform'
import { expect, test } from './fixtures/test'

const { bench: packing, orders, products, returns } = pt
const { expectStage, driveOrder, movementOf } = market
const reais = /R\$\s[\d.]+,\d{2}/
const HISTORY_ORDERS = 400
const ON_HAND = 37
const BARCODE = '7891000100103'
/** Unpaid, without invoice, to ship, arranged, shipped, delivered, completed. */
const STATUSES_SENT = 7

/** A keyboard scanner: every letter within milliseconds, then Enter. */
async function scan(page: Page, code: string) {
  await page.keyboard.type(code, { delay: 2 })
  await page.keyboard.press('Enter')
}

const SHORT_HISTORY = 4

test(
  'stock goes to a shop’s platform, and an order comes in and goes out by pushes',
  { tag: '@desktop' },
  async ({ page, baseURL, signIn, organization }) => {
    await signIn()
    const shopId = await market.haveShop(page, baseURL!, organization, SHORT_HISTORY)
    const listing = await market.mapProduct(page, organization, ON_HAND, BARCODE)
    await market.becomeStockMaster(page)
    const expectThere = (units: number) =>
      expect.poll(() => getPlatformStock(listing), { timeout: 60_000, message: 'stock on the platform' }).toBe(units)
    await expectThere(ON_HAND)

    const order = await market.buyThere(organization, shopId, { ...listing, quantity: 2, isPaid: true })
    await expectStage(page, order, 'invoicePending')
    await expect(movementOf(page, orders.detail.movements.reserve, listing)).toContainText('+2')
    expect(await market.stockOf(organization, listing)).toEqual({ own: { onHand: ON_HAND, reserved: 2 } })
    await expectThere(ON_HAND - 2)
    for (const step of ['invoice', 'ship', 'pick-up']) await driveOrder(order.code, step)
    await expectStage(page, order, 'shipped')
    await expect(movementOf(page, orders.detail.movements.ship, listing)).toContainText('−2')
    expect(await market.stockOf(organization, listing)).toEqual({ own: { onHand: ON_HAND - 2, reserved: 0 } })
  },
)

// Full form only: a minute and more. The test above holds the pushes, dispatch.spec invoice, shipment and label, bench.spec the scanning, returns.spec what
// comes back damaged.
test(
  'a shop is connected, an order driven by pushes from unpaid to completed, and what fails delivery never sold again',
  { tag: ['@desktop', '@full'] },
  async ({ page, signIn, organization }) => {
    test.setTimeout(600_000)
    await signIn()
    const shopId = await test.step('a shop is saved and authorized on the platform’s page', () =>
      market.connectShop(page, HISTORY_ORDERS))

    await test.step('its history comes under one’s eyes, and fills the dashboard', async () => {
      await market.watchHistory(page, organization, HISTORY_ORDERS)
      await page.goto('/dashboard?period=30d')
      const metrics = page.getByRole('region', { name: pt.dashboard.metrics })
      const heading = page.getByRole('heading', { name: 'Vendas', exact: true })
      const sales = metrics.getByRole('article').filter({ has: heading })
      await expect(sales).toContainText(reais)
      await expect(sales).not.toContainText(/R\$\s0,00/)
    })

    const listing = await test.step('a listing is mapped to its product', () =>
      market.mapProduct(page, organization, ON_HAND, BARCODE))
    const stock = () => market.stockOf(organization, listing)
    const expectThere = (units: number) =>
      expect.poll(() => getPlatformStock(listing), { timeout: 60_000, message: 'stock on the platform' }).toBe(units)

    await test.step('the product’s stock goes to the platform once it is the master, and not before', async () => {
      expect(await getPlatformStock(listing)).not.toBe(ON_HAND)
      await market.becomeStockMaster(page)
      await expectThere(ON_HAND)
    })

    const order = await test.step('an order comes in unpaid, and is paid', async () => {
      const placed = await market.buyThere(organization, shopId, { ...listing, quantity: 2, isPaid: false })
      await expectStage(page, placed, 'unpaid')
      await driveOrder(placed.code, 'pay')
      await expectStage(page, placed, 'invoicePending')
      await expect(movementOf(page, orders.detail.movements.reserve, listing)).toContainText('+2')
      expect(await stock()).toEqual({ own: { onHand: ON_HAND, reserved: 2 } })
      await expectThere(ON_HAND - 2)
      return placed
    })

    await test.step('its invoice is accepted, its shipment arranged', async () => {
      await market.sendInvoice(page, order)
      await expectStage(page, order, 'toShip')
      await market.arrangeShipment(page)
      await expectStage(page, order, 'processed')
    })

    await test.step('its label is printed, and scanned out on the bench', async () => {
      const tracking = await market.printLabel(page, organization, order)
      await page.goto(`${market.central}/bancada`)
      await expect(page.getByRole('table', { name: packing.unscanned.title })).toContainText(order.code)
      await expect(page.getByRole('textbox', { name: packing.scanLabel })).toBeFocused()
      await scan(page, tracking)
      const content = page.getByRole('list', { name: packing.content })
      await expect(content).toContainText(listing.sku)
      await scan(page, BARCODE)
      await expect(content).toContainText('1 / 2')
      await scan(page, BARCODE)
      await expect(page.getByText(packing.packed.replace('{code}', order.code))).toBeVisible()
      await expect(page.getByRole('table', { name: packing.unscanned.title })).toHaveCount(0)
      await page.getByRole('button', { name: 'Fechar romaneio com 1 pacote' }).click()
      await expect(page.getByRole('table', { name: packing.manifest.listTitle })).toBeVisible()
    })

    await test.step('it is shipped, delivered and completed, and its stock leaves once', async () => {
      await driveOrder(order.code, 'pick-up')
      await expectStage(page, order, 'shipped')
      await expect(movementOf(page, orders.detail.movements.ship, listing)).toContainText('−2')
      expect(await stock()).toEqual({ own: { onHand: ON_HAND - 2, reserved: 0 } })
      await driveOrder(order.code, 'deliver')
      await expectStage(page, order, 'delivered')
      await driveOrder(order.code, 'complete')
      await expectStage(page, order, 'completed')
      await expect(page.getByText(orders.detail.events.labelPrinted).first()).toBeVisible()
      await expect.poll(() => market.countWebhookEvents(shopId, order.code)).toBeGreaterThanOrEqual(STATUSES_SENT)
      expect(await stock()).toEqual({ own: { onHand: ON_HAND - 2, reserved: 0 } })
      await expectThere(ON_HAND - 2)
    })

    const failed = await test.step('another is shipped and fails delivery', async () => {
      const shipped = await market.buyThere(organization, shopId, { ...listing, quantity: 3, isPaid: true })
      for (const step of ['invoice', 'ship', 'pick-up']) await driveOrder(shipped.code, step)
      await expectStage(page, shipped, 'shipped')
      await driveOrder(shipped.code, 'fail-delivery')
      await expectStage(page, shipped, 'returning')
      await driveOrder(shipped.code, 'parcel-back')
      return shipped
    })

    await test.step('it is received damaged', async () => {
      await page.goto(`${market.central}/devolucoes?tab=incoming`)
      await expect(page.getByRole('table', { name: returns.title })).toContainText(failed.code)
      await expect(page.getByRole('textbox', { name: returns.scan })).toBeFocused()
      await scan(page, failed.code)
      await expect(page.getByRole('heading', { name: `Insucesso de entrega do pedido ${failed.code}` })).toBeVisible()
      await page.getByRole('button', { name: returns.allDamaged }).click()
      await page.getByRole('button', { name: returns.receive, exact: true }).click()
      await expect(page.getByText(returns.states.received, { exact: true })).toBeVisible()
    })

    await test.step('and never counts as sellable, here or there', async () => {
      const left = ON_HAND - 2 - 3
      expect(await stock()).toEqual({ own: { onHand: left, reserved: 0 }, damaged: { onHand: 3, reserved: 0 } })
      // The next sale makes the product send the quantity to the platform again.
      await market.buyThere(organization, shopId, { ...listing, quantity: 1, isPaid: true })
      await expect
        .poll(stock)
        .toMatchObject({ own: { onHand: left, reserved: 1 }, damaged: { onHand: 3, reserved: 0 } })
      await page.goto('/dashboard/products')
      await page.getByRole('link', { name: `Produto ${listing.sku}` }).click()
      const available = page.getByRole('term').filter({ hasText: products.available }).locator('xpath=..')
      await expect(available.getByRole('definition').first()).toHaveText(String(left - 1))
      await expectThere(left - 1)
    })
  },
)
