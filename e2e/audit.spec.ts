import { recordAudits } from '../lib/core/audit/record'
import { withOrganization } from '../lib/core/db'
import { addStockedProduct } from '../lib/testing/factories/stocked-product'
import en from '../messages/en.json'
import pt from '../messages/pt-BR.json'
import { dress, expect, expectAccessible, expectAccessibleInFull, languagesOf, test } from './fixtures/test'

const texts = { pt, en }

for (const { language, tag } of languagesOf('en')) {
  test(
    `the trail is filtered, opened field by field, found from a record, and its chain checked (${language})`,
    { tag },
    async ({ page, baseURL, organization, signIn }) => {
      const { audit, common } = texts[language]
      const { owner } = organization
      const id = await addStockedProduct(organization, { sku: 'CANECA', priceCents: 1_250n, onHand: 10, cost: '4' })
      await withOrganization(owner, (db) =>
        recordAudits(db, owner, [
          { event: 'product.updated', subjectId: id, before: { priceCents: 1_000n }, after: { priceCents: 1_250n } },
          {
            event: 'member.roleChanged',
            subjectId: owner.userId!,
            before: { role: 'viewer' },
            after: { role: 'admin' },
          },
        ]),
      )
      await signIn()
      await dress(page, baseURL!, { language, colorScheme: language === 'pt' ? 'light' : 'dark' })
      await page.goto(`/dashboard/products/${id}`)
      const fold = page.locator('summary', { hasText: audit.history.title })
      // Streamed content stays hidden for a moment, where nothing can have the focus.
      await expect(fold).toBeVisible()
      await fold.focus()
      await page.keyboard.press('Enter')
      await page.getByRole('link', { name: audit.history.all }).click()
      await expect(page.getByRole('heading', { level: 1, name: audit.title })).toBeVisible()
      const list = page.getByRole('list', { name: audit.list.label })
      await expect(list.getByRole('listitem').first()).toBeVisible()
      await list.locator('summary').first().click()
      await expect(list.getByText(language === 'pt' ? /R\$\s12,50/ : /R\$12\.50/)).toBeVisible()
      await expectAccessible(page, 'a change opened field by field')

      await page.getByRole('link', { name: common.clearAll }).click()
      await page.getByRole('button', { name: audit.verify.button }).click()
      await expect(page.getByText(/\d/).and(page.locator('.text-good'))).toBeVisible()
      await page.goto('/dashboard/audit?tab=trail&area=products')
      await expect(list.getByRole('listitem').first()).toBeVisible()
      await expectAccessibleInFull(page)

      await signIn('manager')
      await page.goto('/dashboard/audit?tab=trail&area=people')
      await expect(list.getByText('CANECA').first()).toBeVisible()
      await expect(page.getByRole('button', { name: audit.verify.button })).toHaveCount(0)
      await expect(list.getByText(language === 'pt' ? /mudou o papel/ : /changed the role/)).toHaveCount(0)
    },
  )
}
