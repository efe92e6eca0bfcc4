import { changeAsOwner, inspect } from '../lib/testing/harnesses/database'
import { addProduct } from '../lib/testing/factories/sales'
import { addStockedProduct } from '../lib/testing/factories/stocked-product'
import en from '../messages/en.json'
import pt from '../messages/pt-BR.json'
import { dress, expect, expectAccessible, expectAccessibleInFull, languagesOf, test } from './fixtures/test'

const texts = { pt, en }

for (const { language, tag } of languagesOf('en'))
  test(
    `the company's data are checked, a fault is seen with its rows and repaired (${language})`,
    { tag },
    async ({ page, baseURL, organization, signIn }) => {
      const { healthChecks: said } = texts[language]
      const { stockLevels, productsWithoutCost, leadersWithoutSecondStep } = said.checks
      const product = await addStockedProduct(organization, {
        sku: 'CANECA-AZUL',
        priceCents: 1_000n,
        onHand: 10,
        cost: '4',
      })
      await addProduct(organization, 'PRATO-FUNDO')
      const { organizationId } = organization
      await changeAsOwner(organizationId, 'update stock_level set on_hand = 13 where product_id = $1', [product])
      await signIn()
      await dress(page, baseURL!, { language, colorScheme: language === 'pt' ? 'light' : 'dark' })
      await page.goto('/dashboard/audit?tab=health')
      await expect(page.getByText(said.empty.title)).toBeVisible()
      await expectAccessibleInFull(page)

      await page.getByRole('button', { name: said.run, exact: true }).press('Enter')
      const finding = (title: string) =>
        page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
      const level = finding(stockLevels.title)
      await expect(level).toBeVisible()
      await expect(finding(leadersWithoutSecondStep.title)).toBeVisible()
      await expect(page.getByRole('status').filter({ hasText: said.announce.done.split('{')[0]! })).toHaveCount(1)
      await expectAccessibleInFull(page)

      const open = finding(productsWithoutCost.title).getByRole('link', { name: said.open })
      await expect(open).toHaveAttribute('href', '/dashboard/products?cost=missing')
      await level.getByRole('link', { name: said.show }).press('Enter')
      await expect(level.getByRole('link', { name: /^CANECA-AZUL/ })).toHaveAttribute(
        'href',
        `/dashboard/products/${product}`,
      )
      await expectAccessible(page, 'a fault with its rows')

      await level
        .getByRole('button', { name: said.repair.confirm.replace('{check}', stockLevels.title) })
        .press('Enter')
      await expect(level).toHaveCount(0)
      const [row] = await inspect<{ on_hand: number }>(
        organizationId,
        'select on_hand::int from stock_level where product_id = $1',
        [product],
      )
      expect(row).toEqual({ on_hand: 10 })
      await page.locator('summary').filter({ hasText: /\d/ }).first().click()
      await expect(page.getByText(stockLevels.title, { exact: true })).toBeVisible()

      const before = new Date(Date.now() - 86_400_000)
      await changeAsOwner(
        organizationId,
        `insert into health_run (organization_id, id, state, total, score, created_at, ended_at) values ($1, gen_random_uuid(), 'done', 1, 70, $2, $2)`,
        [organizationId, before],
      )
      await page.reload()
      await expect(page.getByRole('figure', { name: said.history.chart })).toBeVisible()
      await page.locator('figure').scrollIntoViewIfNeeded()
      await expectAccessible(page, 'the history of the checks')
    },
  )
