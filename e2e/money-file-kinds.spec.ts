import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import en from '../messages/en.json'
import pt from '../messages/pt-BR.json'
import { withOrganization } from '../lib/core/db'
import { headers, rowOf } from '../lib/testing/factories/order-export'
import { sampleOrders } from '../lib/testing/factories/sample-orders'
import { addShop } from '../lib/testing/factories/sales'
import { moneySheets } from '../lib/testing/factories/money-sheets'
import { inspect } from '../lib/testing/harnesses/database'
import { addParcel } from '../lib/testing/harnesses/parcel-harness'
import { central, haveShop } from './fixtures/marketplace'
import { dress, expect, expectAccessibleInFull, test } from './fixtures/test'

// Full form only: lib/connect/money-reports/readers.property.test.ts holds each reader; “a wallet report is read…” walks the same screens.
const texts = { pt, en }
const filesPath = '/dashboard/shopee-reconciliation/arquivos'
const NEW_COLUMN = 'Taxa nova'
/** It explains another sheet's rows, and says nothing alone. */
const kinds = Object.keys(moneySheets).filter((kind) => !moneySheets[kind]!.beside)

const csv = (headings: readonly string[], rows: (string | number | null)[][]) =>
  [[...headings, NEW_COLUMN], ...rows.map((row) => [...row, '1,50'])]
    .map((row) => row.map((cell) => `"${String(cell ?? '').replaceAll('"', '""')}"`).join(';'))
    .join('\r\n')

function moneyFile(kind: string) {
  const { headings, rows } = moneySheets[kind]!.make([1_000, 2_000, 3_000])
  // Reports without a period of their own have it in their name.
  return { name: `${kind} 01_11_2026-30_11_2026.csv`, body: csv(headings, rows) }
}
const orderFile = () => {
  const rows = [...sampleOrders(3, 5)].flatMap((order) => order.items.map((item) => rowOf(order, item, 'current')))
  return { name: 'Order.all.csv', body: csv(headers.current, rows) }
}
const asFile = ({ name, body }: { name: string; body: string }) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(body),
})

for (const language of ['pt', 'en'] as const)
  test(
    `the preview of every kind of file names the column that is not known (${language})`,
    { tag: '@full' },
    async ({ page, baseURL, signIn, organization }) => {
      test.slow()
      await addShop(organization, 'Loja Norte')
      await signIn()
      await dress(page, baseURL!, { language, colorScheme: language === 'pt' ? 'light' : 'dark' })
      const expectNamed = async () => {
        const what = language === 'pt' ? 'Coluna desconhecida' : 'Unknown column'
        const row = page.getByRole('row').filter({ hasText: what }).filter({ hasText: NEW_COLUMN })
        await expect(row).toContainText(/R\$\s?\d+[.,][05]0/)
        await expectAccessibleInFull(page)
      }
      for (const kind of kinds)
        await test.step(kind, async () => {
          await page.goto(filesPath)
          await page.locator('input[type=file]').setInputFiles(asFile(moneyFile(kind)))
          await page.waitForURL(/arquivos\/[0-9a-f-]{36}/)
          await expectNamed()
        })
      await test.step('orders', async () => {
        await page.goto('/dashboard/orders/import')
        await page.locator('input[type=file]').setInputFiles(asFile(orderFile()))
        await page.getByRole('button', { name: language === 'pt' ? 'Enviar e conferir' : 'Send and check' }).click()
        await expectNamed()
      })
    },
  )

const webhook = '/api/shopee/webhook'
async function push(baseURL: string, body: object) {
  const { SHOPEE_SANDBOX_PUSH_KEY } = JSON.parse(
    readFileSync(`${process.env.MASCATE_DATA!}/secrets.json`, 'utf8'),
  ) as Record<string, string>
  const text = JSON.stringify(body)
  const authorization = createHmac('sha256', SHOPEE_SANDBOX_PUSH_KEY!)
    .update(`${baseURL}${webhook}|${text}`)
    .digest('hex')
  return fetch(`${baseURL}${webhook}`, { method: 'POST', body: text, headers: { authorization } })
}

for (const language of ['pt', 'en'] as const)
  test(
    `an unknown push is counted by its number, and an order that the platform will cancel is counted down (${language})`,
    { tag: '@full' },
    async ({ page, baseURL, signIn, organization }) => {
      const { dispatch, webhookEvents } = texts[language]
      await signIn()
      const shop = await haveShop(page, baseURL!, organization, 1)
      await dress(page, baseURL!, { language, colorScheme: 'light' })
      const seconds = Math.trunc(Date.now() / 1000)
      expect((await push(baseURL!, { shop_id: shop, code: 77, timestamp: seconds, data: {} })).ok).toBe(true)
      await page.goto('/dashboard/shops')
      const unknown = language === 'pt' ? '1 de código 77, que não conhecemos' : '1 of code 77, which we do not know'
      await expect(page.getByText(unknown)).toBeVisible()
      await expect(page.getByText(webhookEvents.unknownText)).toBeVisible()
      await expectAccessibleInFull(page)

      const { organizationId } = organization
      const [{ id: shopId }] = (await inspect<{ id: string }>(organizationId, 'SELECT id FROM shop')) as [
        { id: string },
      ]
      const { orderId } = await addParcel(organization, { shopId, carrier: 'Shopee Xpress', status: 'confirmed' })
      const shipBy = new Date(Date.now() - 60 * 3_600_000)
      await withOrganization({ organizationId }, (db) =>
        db.order.updateMany({ where: { organizationId, id: orderId }, data: { shipBy } }),
      )
      await page.goto(central)
      const soon =
        language === 'pt'
          ? /a Shopee cancela o primeiro em cerca de 1[12] horas/
          : /Shopee cancels the first in about 1[12] hours/
      await expect(page.getByText(soon)).toBeVisible()
      await expect(page.getByRole('heading', { name: dispatch.urgent.title })).toBeAttached()
      await expectAccessibleInFull(page)
    },
  )
