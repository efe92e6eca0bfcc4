import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import en from '../messages/en.json'
import pt from '../messages/pt-BR.json'
import { inspect } from '../lib/testing/harnesses/database'
import type { TestOrganization } from '../lib/testing/factories/factories'
import { nfeXml } from '../lib/testing/factories/nfe'
import { central, haveShop } from './fixtures/marketplace'
import { pressPlatform, waitForTracking } from './fixtures/platform'
import { dress, expect, expectAccessible, expectAccessibleInFull, languagesOf, test } from './fixtures/test'

const texts = { pt, en }

const rowOf = (page: Page, code: string) => page.getByRole('row').filter({ hasText: code })

/** The order comes by a push or by the next poll: until then the list is opened again. */
async function waitForOrder(page: Page, code: string) {
  await expect(async () => {
    await page.goto(central)
    await expect(rowOf(page, code)).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 120_000 })
}

async function revenueOf({ organizationId }: TestOrganization, code: string): Promise<number> {
  const [row] = await inspect<{ cents: string }>(
    organizationId,
    'SELECT revenue_cents::text AS cents FROM orders WHERE organization_id = current_organization() AND external_code = $1',
    [code],
  )
  return Number(row!.cents)
}

// Full form only: “the day is prepared by one button…” sends an invoice, arranges its shipment, prints labels and reads the picking list.
for (const { language, tag } of languagesOf('pt'))
  test(
    `an order goes from its invoice over its shipment to its label (${language})`,
    { tag: [...tag, '@full'] },
    async ({ page, baseURL, signIn, organization }) => {
      const { dispatch: words } = texts[language]
      await signIn()
      await dress(page, baseURL!, { language, colorScheme: language === 'pt' ? 'light' : 'dark' })
      const shopId = await haveShop(page, baseURL!, organization, 3)
      const { orderSn: code } = await pressPlatform<{ orderSn: string }>('order', { shopId, isPaid: true })
      await waitForOrder(page, code)
      // Which orders wait for an invoice a list of its own tells: asked beside the first history, it comes with the next poll, a minute later.
      await expect(rowOf(page, code)).toContainText(words.stageBadge.invoice, { timeout: 75_000 })
      await expectAccessibleInFull(page)

      await page.getByRole('link', { name: words.bulk.uploadLink }).click()
      await expect(page.getByRole('heading', { name: words.notes.unmatchedTitle })).toBeVisible()
      await expectAccessibleInFull(page)
      const xml = nfeXml({ totalCents: await revenueOf(organization, code), number: randomInt(1, 999_999) })
      const file = { name: `${code}.xml`, mimeType: 'application/xml', buffer: Buffer.from(xml) }
      await page.locator('input[type="file"]').setInputFiles([file])
      await expect(page.getByText(words.notes.matched.replace('{code}', code))).toBeVisible()
      await page.getByRole('button', { name: language === 'pt' ? 'Enviar 1 nota' : 'Send 1 invoice' }).click()
      await expect(page).toHaveURL(new RegExp(`${central}$`))
      await expect(rowOf(page, code)).toContainText(words.stageBadge.arrange, { timeout: 60_000 })

      const choose = () =>
        page.getByRole('checkbox', { name: words.list.select.replace('{code}', code) }).check({ force: true })
      const actions = page.getByRole('group', { name: words.bulk.label })
      await choose()
      await actions.getByRole('button', { name: words.bulk.ship }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(words.ship.method, { exact: true }).selectOption('dropoff')
      await expectAccessible(page, 'how a shipment leaves')
      await dialog.getByRole('button', { name: language === 'pt' ? 'Organizar 1 pedido' : 'Arrange 1 order' }).click()
      await expect(rowOf(page, code)).toContainText(words.stageBadge.label, { timeout: 60_000 })

      await waitForTracking(code)
      await choose()
      await actions.getByRole('button', { name: words.bulk.labels }).click()
      await expect(rowOf(page, code)).toContainText(words.stageBadge.printed, { timeout: 60_000 })
      const address = await page.getByRole('link', { name: words.runs.open }).first().getAttribute('href')
      const labels = await page.request.get(address!)
      expect(labels.headers()['content-type']).toBe('application/pdf')
      expect((await labels.body()).subarray(0, 5).toString()).toBe('%PDF-')
      await expectAccessibleInFull(page)

      await choose()
      await actions.getByRole('link', { name: words.bulk.picking }).click()
      await expect(page.getByRole('table', { name: words.picking.title })).toContainText(code)
      await expectAccessibleInFull(page)
    },
  )

// Full form only: “an operator is led to the day’s work and sees no company totals” holds it.
test('an operator begins at dispatch', { tag: ['@phone', '@full'] }, async ({ page, signIn }) => {
  await signIn('operator')
  await page.goto('/dashboard')
  await expect(page).toHaveURL(new RegExp(`${central}$`))
  await expect(page.getByRole('heading', { name: pt.dispatch.list.firstTitle })).toBeVisible()
})
