import { addOrders, addProduct, addShop } from '../lib/testing/factories/sales'
import type { TestOrganization } from '../lib/testing/factories/factories'
import { dress, expect, expectAccessible, expectAccessibleInFull, test, type Look } from './fixtures/test'

const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 900 }

async function plantMonths(organization: TestOrganization) {
  const shop = await addShop(organization, 'Loja Norte')
  const productId = await addProduct(organization, 'GAR-1')
  await addOrders(organization, shop, [
    { at: '2026-03-10T12:00:00Z', cents: 123_456n, charged: 20_000n, productId, unitCost: '300' },
    { at: '2026-04-10T12:00:00Z', cents: 45_600n, charged: 7_000n, productId },
  ])
  return { shop, productId }
}

const looks: [string, { width: number; height: number }, Look][] = [
  ['in Portuguese @desktop', desktop, { language: 'pt', colorScheme: 'light' }],
  ['in English @phone', phone, { language: 'en', colorScheme: 'dark' }],
]
const words = {
  pt: {
    march: 'mar/2026',
    april: 'abr/2026',
    close: 'Fechar mar/2026',
    confirm: 'Fechar o mês',
    closed: 'Fechado',
    reopen: 'Reabrir o mês',
    reason: 'Motivo',
    history: /Reaberto em .*Faltava uma nota/,
    back: 'Todos os meses',
    pack: 'Pacote do contador',
    checks: 'Antes de fechar',
    adjustments: 'Ajustes de meses fechados',
    amount: '1.234,56',
  },
  en: {
    march: 'Mar 2026',
    april: 'Apr 2026',
    close: 'Close Mar 2026',
    confirm: 'Close the month',
    closed: 'Closed',
    reopen: 'Reopen the month',
    reason: 'Reason',
    history: /Reopened on .*Faltava uma nota/,
    back: 'All months',
    pack: "Accountant's pack",
    checks: 'Before closing',
    adjustments: 'Adjustments of closed months',
    amount: '1,234.56',
  },
}

// The other look in the full form only: the journey is the same, its figures are held by integration tests in both languages.
for (const [where, size, look] of looks)
  test(
    `a month is closed, a change to it is reported, and it is opened again ${where}`,
    { tag: look.language === 'en' ? [] : ['@full'] },
    async ({ page, baseURL, signIn, organization }) => {
      const { shop, productId } = await plantMonths(organization)
      await signIn()
      await dress(page, baseURL!, look)
      await page.setViewportSize(size)
      const t = words[look.language]
      await page.goto('/dashboard/shopee-reconciliation/fechamento')
      await expectAccessibleInFull(page)
      await page.getByRole('link', { name: t.march, exact: true }).click()
      await expect(page.getByRole('heading', { name: t.checks })).toBeVisible()
      await expectAccessible(page, 'a month before it is closed')
      await page.getByRole('button', { name: t.close }).click()
      await expectAccessible(page, 'closing a month')
      await page.getByRole('dialog').getByRole('button', { name: t.confirm }).click()
      await expect(page.getByText(/[0-9a-f]{64}/)).toBeVisible()
      await expect(page.getByText(t.closed, { exact: true })).toBeVisible()
      await expect(page.getByRole('button', { name: t.pack })).toBeVisible()
      await expectAccessible(page, 'a closed month')

      await addOrders(organization, shop, [{ at: '2026-03-11T12:00:00Z', cents: 1_000n, productId }])
      await page.reload()
      await expect(page.getByRole('cell', { name: t.amount }).first()).toBeVisible()
      await page.getByRole('link', { name: t.back }).click()
      await expect(page.getByRole('heading', { name: t.adjustments })).toBeVisible()
      await expectAccessibleInFull(page)

      await page.getByRole('link', { name: t.march, exact: true }).click()
      await page.getByRole('button', { name: t.reopen }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(t.reason).fill('Faltava uma nota')
      await dialog.getByRole('button', { name: t.reopen }).click()
      await expect(page.getByText(t.history)).toBeVisible()
      await expect(page.getByRole('button', { name: t.close })).toBeVisible()
    },
  )
