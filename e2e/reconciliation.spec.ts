import type { Page } from '@playwright/test'
import { plantSettlements } from '../lib/testing/harnesses/case-harness'
import { inspect } from '../lib/testing/harnesses/database'
import type { TestOrganization } from '../lib/testing/factories/factories'
import { addShop } from '../lib/testing/factories/sales'
import { dress, expect, expectAccessible, expectAccessibleInFull, test, topOf, type Look } from './fixtures/test'

const phone = { width: 390, height: 844 }
const desktop = { width: 1360, height: 960 }

/** Two shops whose payouts differ for several reasons; LARGEST lacks most. */
async function plantDifferences(organization: TestOrganization) {
  const [north, house] = [await addShop(organization, 'Loja Norte'), await addShop(organization, 'Casa & Cia')]
  const freight = { carrier: '-12499', buyerPaid: '8259', rebate: '3000', charged: '-1240', expected: '0' }
  await plantSettlements(organization, [
    {
      shop: north,
      code: 'LARGEST',
      expected: 30_198,
      released: 28_958,
      causes: [{ cause: 'freight', amount: -1240, facts: freight }],
    },
    { shop: north, code: 'SMALLER', expected: 9240, released: 8640, causes: [{ cause: 'freight', amount: -600 }] },
    { shop: house, code: 'AGREES', expected: 3592, released: 3592 },
    { shop: house, code: 'MORE', expected: 5999, released: 6247, state: 'overpaid' },
  ])
}

const looks: [string, { width: number; height: number }, Look][] = [
  ['in Portuguese @desktop', desktop, { language: 'pt', colorScheme: 'light' }],
  ['in English @phone', phone, { language: 'en', colorScheme: 'dark' }],
]
const words = {
  pt: { sidebar: 'Conciliação Shopee', menu: 'Abrir menu', contest: 'Abrir contestação', title: /Contestação 1/ },
  en: { sidebar: 'Shopee reconciliation', menu: 'Open menu', contest: 'Open a case', title: /Case 1/ },
}

// The other look in the full form only: the journey is the same, its figures are held by integration tests in both languages.
for (const [where, size, look] of looks)
  test(
    `from the sidebar to a case on the largest underpayment in five actions ${where}`,
    { tag: look.language === 'pt' ? [] : ['@full'] },
    async ({ page, baseURL, signIn, organization }) => {
      await plantDifferences(organization)
      await signIn()
      await dress(page, baseURL!, look)
      await page.setViewportSize(size)
      await page.goto('/dashboard/shopee-reconciliation')
      // The totals come first; the list still begins in the first screen.
      const firstRow = page.getByRole('link', { name: 'LARGEST', exact: true })
      expect(await topOf(firstRow)).toBeLessThanOrEqual(660)
      await page.goto('/dashboard')
      const t = words[look.language]
      const actions: (() => Promise<void>)[] = [
        ...(size === phone ? [() => page.getByRole('button', { name: t.menu }).click()] : []),
        () => page.getByRole('link', { name: t.sidebar }).first().click(),
        () => page.getByRole('link', { name: 'LARGEST', exact: true }).click(),
        () => page.getByRole('button', { name: t.contest }).click(),
        () =>
          // Over the order's own drawer, where there is room for one.
          page
            .getByRole('dialog')
            .last()
            .getByRole('button', { name: /Abrir contestação|Open case/ })
            .click(),
      ]
      expect(actions.length).toBeLessThanOrEqual(5)
      for (const act of actions) await act()
      await expect(page.getByRole('heading', { name: t.title })).toBeVisible()
      await expect(page).toHaveURL(/\/casos\/[0-9a-f-]{36}$/)
      // The claim is in Portuguese in either language, with the figures.
      await expect(page.getByText('Pedido LARGEST')).toContainText('R$ 12,40')
      await expectAccessibleInFull(page)
      const claimed = await inspect(organization.organizationId, 'select amount_cents::int as cents from recovery_case')
      expect(claimed).toEqual([{ cents: 1240 }])
    },
  )

const open = async (page: Page, path: string) => {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

test(
  'differences are seen by cause, chosen on the list, filed and paid back',
  { tag: '@desktop' },
  async ({ page, baseURL, signIn, organization }) => {
    await plantDifferences(organization)
    await signIn('finance')
    await dress(page, baseURL!, { language: 'pt', colorScheme: 'light' })
    await page.setViewportSize(desktop)
    await open(page, '/dashboard/shopee-reconciliation')
    await expectAccessibleInFull(page)
    await page
      .getByRole('link', { name: /Frete cobrado a mais/ })
      .first()
      .click()
    await expect(page).toHaveURL(/cause=freight/)
    const list = page.getByRole('table', { name: 'Pedidos' })
    await expect(list.getByRole('row')).toHaveCount(3)
    await list.getByLabel('Selecionar todas desta página').check()
    await page.getByRole('button', { name: 'Contestar 2 selecionadas' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('R$ 18,40')
    await expectAccessible(page, 'contesting several')
    await dialog.getByRole('button', { name: 'Abrir contestação' }).click()
    await expect(page.getByRole('heading', { name: /Contestação 1/ })).toBeVisible()

    await page.getByRole('button', { name: 'Marcar como enviada' }).click()
    await page.getByRole('dialog').getByLabel('Protocolo').fill('BR-2026-1')
    await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText('BR-2026-1').first()).toBeVisible()
    await page.getByRole('button', { name: 'Ressarcida' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText('Encerrada em')).toBeVisible()
    await open(page, '/dashboard/shopee-reconciliation/casos?tab=closed')
    await expect(page.getByRole('table', { name: 'Contestações' })).toContainText('R$ 18,40')
    await expectAccessibleInFull(page)
  },
)
