import type { Page } from '@playwright/test'
import { addStockedProduct } from '../lib/testing/factories/stocked-product'
import { dress, expect, expectAccessible, expectAccessibleInFull, test } from './fixtures/test'

const sku = (page: Page) => page.getByRole('combobox', { name: /SKU/ })
const cart = (page: Page) => page.getByRole('table', { name: /Carrinho|Cart/ })
const recent = (page: Page) => page.getByRole('table', { name: /Pedidos recentes|Recent orders/ })

test.beforeEach(async ({ organization, signIn }) => {
  await addStockedProduct(organization, { sku: 'GAR-1L', priceCents: 6_490n, onHand: 10, barcodes: ['7891234567895'] })
  await addStockedProduct(organization, { sku: 'POT-KIT-3', priceCents: 4_990n, onHand: 2 })
  await signIn()
})

test(
  'a seller puts an order together, saves it once, ships it, and stock follows',
  { tag: '@phone-in-short' },
  async ({ page }) => {
    await page.goto('/dashboard/orders?new=1')
    await expectAccessibleInFull(page)

    await sku(page).fill('pot')
    await page.getByRole('option', { name: /POT-KIT-3/ }).waitFor()
    await expectAccessible(page, 'products that are offered')
    await sku(page).press('ArrowDown')
    await sku(page).press('Enter')
    await page.getByRole('textbox', { name: 'Quantidade', exact: true }).press('Enter')
    await expect(cart(page).getByRole('row', { name: /POT-KIT-3/ })).toContainText('R$ 49,90')

    // A scanner: the barcode and Enter, faster than any look-up.
    await sku(page).pressSequentially('7891234567895\n')
    await sku(page).pressSequentially('gar-1l\n')
    const bottle = cart(page).getByRole('row', { name: /GAR-1L/ })
    await expect(bottle).toContainText('R$ 129,80')

    await page.reload()
    await expect(bottle).toContainText('R$ 129,80')
    const quantity = page.getByLabel('Quantidade de POT-KIT-3')
    await quantity.fill('3')
    await page.getByRole('button', { name: 'Salvar pedido' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'POT-KIT-3' }).first()).toContainText('2')
    await expectAccessible(page, 'an order beyond the stock')
    await expect(quantity).toHaveValue('3')

    await quantity.fill('1')
    await page.getByLabel(/^Cliente/).fill('Ana')
    await page.getByText('Pago', { exact: true }).click()
    await page.getByRole('button', { name: 'Salvar pedido' }).dblclick()
    await expect(page.getByRole('status').filter({ hasText: /Pedido MAN-\d{4}-\d+ salvo: R\$\s179,70/ })).toBeVisible()
    await expect(cart(page)).toHaveCount(0)
    await expect(recent(page).getByRole('link', { name: /^MAN-/ })).toHaveCount(1)

    await page.getByRole('link', { name: 'Abrir pedido' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Pago')
    await expectAccessibleInFull(page)
    await page.getByRole('button', { name: 'Marcar como enviado' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Enviado')
    await expect(
      page.getByRole('table', { name: 'Estoque' }).getByRole('row', { name: /Saída.*GAR-1L/ }),
    ).toContainText('−2')
    await page.getByRole('button', { name: 'Cancelar pedido' }).click()
    await expectAccessible(page, 'cancelling an order')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar pedido' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Em retorno')
  },
)

// Full form only: components/sales/orders/order-entry.test.tsx holds its words in English.
test('says in English what the specification says', { tag: ['@desktop', '@full'] }, async ({ page, baseURL }) => {
  await dress(page, baseURL!, { language: 'en', colorScheme: 'dark' })
  await page.goto('/dashboard/orders?new=1')
  const alert = (text: string) => page.getByRole('alert').filter({ hasText: text }).first()
  await page.getByRole('button', { name: 'Save order' }).click()
  await expect(alert('Please add items to the cart')).toBeVisible()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(alert('Please enter a valid SKU and quantity')).toBeVisible()
  await sku(page).fill('NO-SUCH-SKU')
  await sku(page).press('Enter')
  await expect(alert('SKU not found')).toBeVisible()
  await expect(sku(page)).toHaveValue('NO-SUCH-SKU')
  await expectAccessibleInFull(page)
  await sku(page).fill('GAR-1L')
  await sku(page).press('Enter')
  await expect(cart(page).getByRole('row', { name: /GAR-1L/ })).toContainText('R$64.90')
  await page.getByRole('button', { name: 'Save order' }).click()
  await expect(page.getByText('Order saved successfully')).toBeVisible()
})

// Full form only: components/sales/orders/order-entry.test.tsx holds it.
test('a look-up that fails loses nothing', { tag: ['@desktop', '@full'] }, async ({ page, expectedErrors }) => {
  expectedErrors.push(/product-search/)
  await page.goto('/dashboard/orders?new=1')
  await page.route('**/product-search**', (route) => route.abort())
  await sku(page).fill('GAR-1L')
  await sku(page).press('Enter')
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: /carrinho/ })
      .first(),
  ).toBeVisible()
  await expect(sku(page)).toHaveValue('GAR-1L')
})

// Full form only: “a seller finds an order, keeps the filter…” holds filters, canary and lib/sales/orders what a viewer is sent.
test(
  'filters live in the address, and who may only read is offered no form',
  { tag: ['@phone', '@full'] },
  async ({ page, signIn }) => {
    await page.goto('/dashboard/orders?new=1')
    await sku(page).fill('GAR-1L')
    await sku(page).press('Enter')
    await expect(cart(page).getByRole('row', { name: /GAR-1L/ })).toBeVisible()
    await page.getByRole('button', { name: 'Salvar pedido' }).click()
    await expect(recent(page).getByRole('link', { name: /^MAN-/ })).toBeVisible()
    await page.goto('/dashboard/orders?valid=1')
    await expect(page.getByText('Nenhum pedido com estes filtros')).toBeVisible()
    await expect(sku(page)).toHaveCount(0)
    await page.getByRole('list', { name: 'Filtros ligados' }).getByRole('link', { name: 'Limpar tudo' }).click()
    await expect(recent(page).getByRole('link', { name: /^MAN-/ })).toBeVisible()
    await signIn('viewer')
    await page.goto('/dashboard/orders?new=1')
    await expect(recent(page).getByRole('link', { name: /^MAN-/ })).toBeVisible()
    await expect(sku(page)).toHaveCount(0)
    await expectAccessibleInFull(page)
  },
)
