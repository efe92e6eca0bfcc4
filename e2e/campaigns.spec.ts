import { newId } from '../lib/core/ids'
import { addListing, addOrders, addShop } from '../lib/testing/factories/sales'
import { addStockedProduct } from '../lib/testing/factories/stocked-product'
import { inspect } from '../lib/testing/harnesses/database'
import en from '../messages/en.json'
import pt from '../messages/pt-BR.json'
import { haveShop } from './fixtures/marketplace'
import { pressPlatform } from './fixtures/platform'
import { dress, expect, expectAccessibleInFull, languagesOf, test } from './fixtures/test'

const texts = { pt, en }
const DAY_MS = 86_400_000

for (const { language, tag } of languagesOf('en'))
  test(
    `a campaign is planned, warned about below cost, and judged by its orders (${language})`,
    { tag },
    async ({ page, baseURL, signIn, organization }) => {
      const { organizationId, legalEntityId } = organization
      const words = texts[language].campaigns
      const shopId = await addShop(organization, 'Loja')
      const product = await addStockedProduct(organization, { sku: 'CAM', onHand: 8 })
      const listingId = await addListing(organization, shopId, 'Camiseta')
      const run = (sql: string, given: unknown[] = []) => inspect(organizationId, sql, given)
      await run('UPDATE listing SET price_cents = 10000, product_id = $2 WHERE id = $1', [listingId, product])
      await run(
        `INSERT INTO product_cost (organization_id, product_id, from_day, cost, source) VALUES (current_organization(), $1, '2026-01-01', 40, 'typed')`,
        [product],
      )
      await run(
        `INSERT INTO tax_rate (organization_id, legal_entity_id, id, from_day, regime, rate) VALUES (current_organization(), $1, $2, '2026-01-01', 'simples', 0.06)`,
        [legalEntityId, newId()],
      )
      await signIn()
      await dress(page, baseURL!, { language, colorScheme: language === 'pt' ? 'light' : 'dark' })
      await page.goto('/dashboard/shopee/campanhas')
      await expect(page.getByRole('heading', { name: words.none })).toBeVisible()
      await page.getByRole('button', { name: words.new }).click()
      const form = page.getByRole('dialog')
      await form.getByRole('textbox', { name: words.name }).fill('12.12')
      const day = new Intl.DateTimeFormat(language === 'pt' ? 'pt-BR' : 'en-US', {
        timeZone: 'America/Sao_Paulo',
        dateStyle: language === 'pt' ? 'short' : 'medium',
      })
      const typed = (at: number) =>
        (language === 'pt' ? new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo' }) : day).format(at)
      await form.getByLabel(words.fromDay).fill(typed(Date.now() - DAY_MS))
      await form.getByLabel(words.toDay).fill(typed(Date.now()))
      await form.getByRole('button', { name: texts[language].common.save }).click()
      await expect(page.getByRole('heading', { name: words.noLines })).toBeVisible()
      await expectAccessibleInFull(page)

      await page.getByRole('searchbox', { name: words.search }).fill('camiseta')
      await page.getByRole('checkbox', { name: 'Camiseta' }).check()
      await page.getByRole('button', { name: /^(Incluir|Add) 1/ }).click()
      const price = page.getByRole('textbox', { name: words.priceOf.replace('{name}', 'Camiseta') })
      await price.fill(language === 'pt' ? '55,00' : '55.00')
      await page.getByRole('button', { name: texts[language].common.save }).click()
      await expect(page.getByText(words.warnings.loss)).toBeVisible()
      await price.fill(language === 'pt' ? '95,00' : '95.00')
      await page.getByRole('button', { name: texts[language].common.save }).click()
      await expect(page.getByText(words.warnings.loss)).toHaveCount(0)

      const at = new Date(Date.now() - DAY_MS).toISOString()
      await addOrders(organization, shopId, [
        { at, listingId, cents: 95_00n, unitCost: '40', lines: { product_revenue: 95_00n } },
      ])
      await page.reload()
      const judged = page.getByRole('table', { name: words.judged.title })
      await expect(judged).toContainText(language === 'pt' ? '1 de 1' : '1 of 1')
      await expectAccessibleInFull(page)
    },
  )

// Full form only: campaign-life.integration.test.ts goes through a campaign by the platform’s clock, under its faults.
test(
  'a campaign begun with a price of the desk is judged by the orders that the platform sends meanwhile',
  { tag: ['@desktop', '@full'] },
  async ({ page, baseURL, signIn, organization }) => {
    test.setTimeout(360_000)
    const words = pt.campaigns
    const sql = <T extends object>(text: string, given: unknown[] = []) =>
      inspect<T>(organization.organizationId, text, given)
    await signIn()
    const shopId = await haveShop(page, baseURL!, organization, 1)
    const find = () =>
      sql<{ id: string; title: string; item: string; cents: number }>(
        `SELECT id, title, item_id AS item, price_cents::int AS cents FROM listing l
         WHERE NOT has_promotion AND gone_at IS NULL AND status = 'NORMAL' AND NOT fulfilled_by_platform AND platform_stock > 5
           AND (SELECT count(*) FROM listing o WHERE o.item_id = l.item_id OR o.title = l.title) = 1 ORDER BY item_id LIMIT 1`,
      )
    await expect.poll(async () => (await find()).length, { timeout: 60_000 }).toBe(1)
    const [listing] = await find()
    const product = await addStockedProduct(organization, { sku: 'CAM', onHand: 50, cost: '1' })
    await sql('UPDATE listing SET product_id = $2 WHERE id = $1', [listing!.id, product])
    await sql(`UPDATE shop SET price_master = 'mascate'`)
    await sql(
      `INSERT INTO tax_rate (organization_id, legal_entity_id, id, from_day, regime, rate) VALUES (current_organization(), $1, $2, '2026-01-01', 'simples', 0.06)`,
      [organization.legalEntityId, newId()],
    )

    const asked = new URLSearchParams({ rule: 'percent', value: '-500', q: listing!.title })
    await page.goto(`/dashboard/shopee/mesa-de-precos?${asked.toString()}`)
    await page.getByRole('checkbox', { name: `Escolher ${listing!.title}` }).check()
    await page.getByRole('button', { name: words.newOfPicked }).click()
    const form = page.getByRole('dialog')
    const today = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo' }).format(Date.now())
    await form.getByRole('textbox', { name: words.name }).fill('12.12')
    await form.getByLabel(words.fromDay).fill(today)
    await form.getByLabel(words.toDay).fill(today)
    await form.getByRole('button', { name: pt.common.save }).click()
    await expect(page.getByRole('heading', { name: '12.12' })).toBeVisible()
    const judged = page.getByRole('table', { name: words.judged.title })
    await expect(judged).toContainText('0 de 1')

    const items = [{ itemId: listing!.item, modelId: '0', quantity: 2 }]
    const { orderSn: code } = await pressPlatform<{ orderSn: string }>('order', { shopId, items, isPaid: true })
    const placed = () => sql(`SELECT 1 FROM orders WHERE external_code = $1 AND status = 'confirmed'`, [code])
    await expect.poll(async () => (await placed()).length, { timeout: 120_000 }).toBe(1)
    await page.reload()
    await expect(judged).toContainText('2 de 1')
    const revenue = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2 }).format((2 * listing!.cents) / 100)
    await expect(judged).toContainText(revenue)
  },
)
