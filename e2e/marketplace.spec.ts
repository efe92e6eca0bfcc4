import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import pt from '../messages/pt-BR.json'
import { inspect } from '../lib/testing/database'
import type { TestOrganization } from '../lib/testing/factories'
import { nfeXml } from '../lib/testing/nfe'
import { addStockedProduct } from '../lib/testing/stocked-product'
import { decideAuthorization, makePlatformShop, pressPlatform } from './fixtures/platform'
import { expect, test } from './fixtures/test'

const { dispatch: words, mapping, orders, shops } = pt
const central = '/dashboard/minha-empresa/shopee-central'
const reais = /R\$\s[\d.]+,\d{2}/
const HISTORY_ORDERS = 400
const ON_HAND = 10
/** Polling comes a minute apart or later: what shows within this came by a push. */
const PUSHED_WITHIN_MS = 40_000

const one = async <T extends object>({ organizationId }: TestOrganization, sql: string, parameters: unknown[] = []) =>
  (await inspect<T & Record<string, unknown>>(organizationId, sql, parameters))[0]

async function connectShop(page: Page): Promise<number> {
  const number = await makePlatformShop('Loja do caminho inteiro')
  await pressPlatform('history', { shopId: Number(number), orders: HISTORY_ORDERS, seed: number, wait: true })
  await page.goto('/dashboard/shops')
  await page.getByRole('button', { name: shops.actions.connect }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel(shops.form.name).fill('Loja Um')
  await drawer.getByLabel(shops.form.id).fill(number)
  await drawer.getByRole('button', { name: shops.form.save }).click()
  await page.getByRole('button', { name: shops.actions.authorizeNamed.replace('{name}', 'Loja Um') }).click()
  await page.waitForURL(/\/auth\?/)
  await decideAuthorization(page, { shopId: number })
  await expect(page.getByRole('status').filter({ hasText: shops.authorized })).toBeVisible()
  return Number(number)
}

/** The bar moves by itself, from nothing to the end, while the page stays open. */
async function watchHistory(page: Page, organization: TestOrganization) {
  const bar = page.getByRole('progressbar', { name: shops.history.label })
  await expect(bar).toBeVisible()
  await expect(bar).toHaveCount(0, { timeout: 120_000 })
  const found = await one<{ count: number }>(organization, 'SELECT count(*)::integer AS count FROM orders')
  expect(found!.count).toBe(HISTORY_ORDERS)
}

type Listing = { item: string; model: string; sku: string; cents: string }

/** A product with the SKU of a listing without open orders, mapped to it as the seller would. */
async function mapProduct(page: Page, organization: TestOrganization): Promise<Listing> {
  const ready = `SELECT item_id AS item, coalesce(model_id, '0') AS model, sku::text, price_cents::text AS cents FROM listing l
    WHERE synced_at IS NOT NULL AND gone_at IS NULL AND status = 'NORMAL' AND NOT fulfilled_by_platform AND platform_stock > 5
      AND sku IS NOT NULL AND (SELECT count(*) FROM listing o WHERE o.sku = l.sku) = 1 AND NOT EXISTS (
        SELECT 1 FROM order_item i JOIN orders o ON o.id = i.order_id
        WHERE i.listing_id = l.id AND o.status IN ('pending', 'confirmed', 'processing'))
    ORDER BY item_id, model_id LIMIT 1`
  await expect.poll(() => one(organization, ready), { timeout: 60_000 }).toBeTruthy()
  const listing = (await one<Listing>(organization, ready))!
  await addStockedProduct(organization, { sku: listing.sku, priceCents: BigInt(listing.cents), onHand: ON_HAND })
  await page.goto('/dashboard/minha-empresa/mapeamento-produtos')
  await page.getByRole('button', { name: 'Vincular pelo SKU' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: mapping.bySku.confirm, exact: true }).click()
  await expect(page.getByText('1 anúncio vinculado')).toBeVisible()
  return listing
}

async function waitForOrder({ organizationId }: TestOrganization, code: string) {
  const sql = `SELECT id, revenue_cents::integer AS cents FROM orders WHERE external_code = $1`
  const rows = () => inspect<{ id: string; cents: number }>(organizationId, sql, [code])
  await expect.poll(async () => (await rows()).length, { timeout: PUSHED_WITHIN_MS }).toBe(1)
  return (await rows())[0]!
}

test('a shop is connected, its history read, and an order driven by pushes from paid to its accepted invoice', async ({
  page,
  signIn,
  organization,
}) => {
  test.skip(test.info().project.name !== 'desktop', 'each screen on the way is tried in every size by its own test')
  test.setTimeout(360_000)
  await signIn()
  const shopId = await connectShop(page)
  await watchHistory(page, organization)
  await page.goto('/dashboard?period=90d')
  const metrics = page.getByRole('region', { name: pt.dashboard.metrics })
  const sales = metrics.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Vendas', exact: true }) })
  await expect(sales).toContainText(reais)
  await expect(sales).not.toContainText(/R\$\s0,00/)

  const listing = await mapProduct(page, organization)
  const items = [{ itemId: listing.item, modelId: listing.model, quantity: 2 }]
  const { orderSn: code } = await pressPlatform<{ orderSn: string }>('order', { shopId, items, isPaid: true })
  const { id, cents } = await waitForOrder(organization, code)

  const heading = page.getByRole('heading', { level: 1 })
  const movement = (name: string) =>
    page
      .getByRole('table', { name: orders.detail.stockTitle })
      .getByRole('row', { name: new RegExp(`^${name} ${listing.sku}`) })
  const expectStage = (stage: keyof typeof orders.stages) =>
    expect(async () => {
      await page.goto(`/dashboard/orders/${id}`)
      await expect(heading).toContainText(orders.stages[stage], { timeout: 1000 })
    }).toPass({ timeout: PUSHED_WITHIN_MS })
  const stockOf = async () => {
    const sql = `SELECT sum(on_hand)::integer AS "onHand", sum(reserved)::integer AS reserved
      FROM stock_level s JOIN product p ON p.organization_id = s.organization_id AND p.id = s.product_id
      WHERE p.sku = $1`
    return one<{ onHand: number; reserved: number }>(organization, sql, [listing.sku])
  }

  await expectStage('invoicePending')
  await expect(heading).toContainText(code)
  await expect(movement(orders.detail.movements.reserve)).toContainText('+2')
  expect(await stockOf()).toEqual({ onHand: ON_HAND, reserved: 2 })

  const xml = Buffer.from(nfeXml({ totalCents: cents, number: randomInt(1, 999_999) }))
  await page.goto(`${central}/notas`)
  // A file that is chosen before the page has come alive is heard by nobody.
  await expect(async () => {
    const file = { name: `${code}.xml`, mimeType: 'application/xml', buffer: xml }
    await page.locator('input[type="file"]').setInputFiles([file])
    await expect(page.getByText(words.notes.matched.replace('{code}', code))).toBeVisible({ timeout: 8000 })
  }).toPass({ timeout: 40_000 })
  await page.getByRole('button', { name: 'Enviar 1 nota' }).click()
  await expect(page).toHaveURL(new RegExp(`${central}$`))
  await expectStage('toShip')
})
