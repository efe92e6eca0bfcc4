import { addShop } from '../lib/testing/factories/sales'
import { addStockedProduct } from '../lib/testing/factories/stocked-product'
import { dress, expect, expectAccessible, expectAccessibleInFull, test } from './fixtures/test'

const warehouse = '/dashboard/minha-empresa/produtos'

test(
  'stock is looked up, adjusted, moved to another place and followed in the ledger',
  { tag: '@desktop' },
  async ({ page, baseURL, signIn, organization }) => {
    await addStockedProduct(organization, { sku: 'GARRAFA', onHand: 12, cost: '10' })
    await addStockedProduct(organization, { sku: 'COPO', onHand: 0 })
    await addShop(organization, 'Loja do Full')
    await signIn()
    await dress(page, baseURL!, { language: 'pt', colorScheme: 'light' })
    await page.goto(warehouse)
    await expect(page.getByText('R$ 120,00')).toBeVisible()
    await expectAccessibleInFull(page)

    const row = page.getByRole('row').filter({ hasText: 'GARRAFA' })
    await row.getByRole('button', { name: 'Ações de GARRAFA' }).click()
    await page.getByRole('menuitem', { name: 'Transferir' }).click()
    const dialog = page.getByRole('dialog', { name: 'Transferir estoque' })
    await expect(dialog).toContainText('12 livres')
    await dialog.getByLabel('Unidades').fill('13')
    await dialog.getByLabel('Motivo').fill('Remessa ao Full')
    await expectAccessible(page, 'a transfer')
    await dialog.getByRole('button', { name: 'Transferir' }).click()
    await expect(dialog.getByRole('alert').first()).toContainText('GARRAFA')
    await dialog.getByLabel('Unidades').fill('5')
    await dialog.getByRole('button', { name: 'Transferir' }).click()
    await expect(page.getByText('Transferência registrada')).toBeVisible()
    await expect(row).toContainText('Em trânsito: 5')

    await row.getByRole('button', { name: 'Ações de GARRAFA' }).click()
    await page.getByRole('menuitem', { name: 'Ver movimentos' }).click()
    await expect(page).toHaveURL(/movimentos\?product=/)
    const ledger = page.getByRole('table', { name: 'Movimentações de estoque' })
    await expect(ledger.getByRole('row').filter({ hasText: 'Transferência' })).toHaveCount(2)
    await expect(ledger.getByRole('row').filter({ hasText: 'Estoque inicial' })).toContainText('+12')
    await expectAccessibleInFull(page)

    await page.goto(`${warehouse}/valor`)
    await expect(page.getByText('R$ 70,00').first()).toBeVisible()
    await expectAccessibleInFull(page)

    await page.goto(`${warehouse}?stock=out`)
    await expect(page.getByRole('link', { name: 'Produto COPO' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Produto GARRAFA' })).toBeHidden()
  },
)

test(
  'a count is begun, scanned, kept while the connection is away, reviewed and booked',
  { tag: '@phone' },
  async ({ page, baseURL, context, signIn, organization, expectedErrors }) => {
    expectedErrors.push(/ERR_INTERNET_DISCONNECTED|Failed to fetch|NetworkError/)
    await addStockedProduct(organization, { sku: 'GARRAFA', onHand: 12, cost: '10', barcodes: ['7891000100103'] })
    await addStockedProduct(organization, { sku: 'COPO', onHand: 3 })
    await signIn()
    await dress(page, baseURL!, { language: 'en', colorScheme: 'dark' })
    await page.goto(`${warehouse}/contagens`)
    await page.getByRole('button', { name: 'New count' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Aisle A')
    await expectAccessible(page, 'beginning a count')
    await page.getByRole('dialog').getByRole('button', { name: 'Begin' }).click()
    await page.waitForURL(/contagens\/[0-9a-f-]{36}/)
    await expect(page.getByText('Aisle A')).toBeVisible()
    await expectAccessibleInFull(page)

    const scan = page.getByRole('textbox', { name: 'Barcode or SKU' })
    await scan.fill('7891000100103')
    await scan.press('Enter')
    await expect(page.getByText('+1 GARRAFA · Produto GARRAFA: 1 in all')).toBeVisible()

    await context.setOffline(true)
    await page.getByRole('textbox', { name: 'Units', exact: true }).fill('9')
    await scan.fill('garrafa')
    await scan.press('Enter')
    await expect(page.getByText('1 scan is kept on this device')).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText('+9 GARRAFA · Produto GARRAFA: 10 in all')).toBeVisible()

    await scan.fill('000')
    await scan.press('Enter')
    await expect(page.getByText('000: no product has this code')).toBeVisible()
    await page.getByRole('button', { name: 'Leave out' }).click()

    await page.reload()
    const line = page.getByRole('row').filter({ hasText: 'GARRAFA' })
    await expect(line).toContainText('−2')
    await page.getByRole('button', { name: 'Review and book' }).click()
    const dialog = page.getByRole('dialog', { name: 'Book the count' })
    await expect(dialog).toContainText('1 product of the list was not counted')
    await expectAccessible(page, 'booking a count')
    await dialog.getByRole('button', { name: 'Book', exact: true }).click()
    await expect(page.getByText('Count booked')).toBeVisible()
    await expect(page.getByText('Booked', { exact: true })).toBeVisible()

    await page.getByRole('link', { name: 'See movements' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'GARRAFA' })).toContainText('−2')
    await page.goto(warehouse)
    await expect(page.getByRole('row').filter({ hasText: 'GARRAFA' })).toContainText('10')
    await expect(page.getByRole('row').filter({ hasText: 'COPO' })).toContainText('3')
  },
)
