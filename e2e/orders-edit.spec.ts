import { addStockedProduct } from '../lib/testing/factories/stocked-product'
import { dress, expect, expectAccessible, expectAccessibleInFull, test } from './fixtures/test'

test.beforeEach(async ({ organization, signIn }) => {
  await addStockedProduct(organization, { sku: 'GAR-1L', priceCents: 6_490n, onHand: 10, cost: '20' })
  await addStockedProduct(organization, { sku: 'POT-KIT-3', priceCents: 4_990n, onHand: 2 })
  await signIn()
})

test(
  'a seller corrects an order before it leaves: stock, money and trail follow',
  { tag: '@desktop-in-short' },
  async ({ page }) => {
    await page.goto('/dashboard/orders?new=1')
    await page.getByRole('combobox', { name: /SKU/ }).pressSequentially('gar-1l\n')
    await expect(page.getByRole('table', { name: 'Carrinho' })).toContainText('GAR-1L')
    await page.getByText('Pago', { exact: true }).click()
    await page.getByRole('button', { name: 'Salvar pedido' }).click()
    await page.getByRole('link', { name: 'Abrir pedido' }).click()
    await expect(page.getByText('Contribuição do pedido')).toBeVisible()
    await expectAccessibleInFull(page)

    await page.getByRole('link', { name: 'Editar', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Editar pedido')
    await expectAccessibleInFull(page)
    await page.getByLabel('Quantidade de GAR-1L').fill('12')
    await page.getByLabel('Preço de GAR-1L').fill('60,00')
    await page.getByLabel('Desconto no pedido (opcional)').fill('20,00')
    await page.getByRole('button', { name: 'Salvar alterações' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'há mais 9' })).toBeVisible()
    await expect(page.getByLabel('Quantidade de GAR-1L')).toHaveValue('12')
    await expectAccessible(page, 'an edited order beyond the stock')

    await page.getByLabel('Quantidade de GAR-1L').fill('3')
    await page.getByRole('combobox', { name: /SKU/ }).pressSequentially('pot-kit-3\n')
    await expect(page.getByLabel('Quantidade de POT-KIT-3')).toHaveValue('1')
    await page.getByRole('button', { name: 'Salvar alterações' }).dblclick()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Pago')
    await expect(page.getByText('Pedido editado')).toBeVisible()
    const stock = page.getByRole('table', { name: 'Estoque' })
    await expect(stock.getByRole('row', { name: /Reserva.*GAR-1L/ }).last()).toContainText('+2')
    await expect(page.getByText(/R\$\s209,90/).first()).toBeVisible()

    await page.getByRole('button', { name: 'Anotar' }).click()
    await page.getByRole('textbox', { name: 'Observação' }).fill('Embrulhar para presente')
    await page.getByRole('button', { name: 'Salvar', exact: true }).click()
    await expect(page.getByText('Embrulhar para presente')).toBeVisible()
    await expectAccessibleInFull(page)
    await page.getByRole('button', { name: 'Marcar como enviado' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Enviado')
    await expect(page.getByRole('link', { name: 'Editar', exact: true })).toHaveCount(0)

    await page.getByRole('button', { name: 'Cancelar pedido' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar pedido' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Em retorno')
    await expectAccessible(page, 'an order on its way back')
    await page.getByRole('button', { name: 'Voltou tudo bom' }).click()
    await page.getByRole('button', { name: 'Lançar recebimento' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Cancelado')
    await expect(stock.getByRole('row', { name: /Devolução.*GAR-1L/ })).toContainText('+3')
  },
)

// Full form only: lib/insight/exports holds the file, screens the page, “a seller walks the sections of the analytics” a download.
test(
  'the result is shown with what it can be taken away as, in both languages',
  { tag: ['@desktop', '@full'] },
  async ({ page, baseURL }) => {
    await dress(page, baseURL!, { language: 'en', colorScheme: 'dark' })
    await page.goto('/dashboard/orders?new=1')
    await page.getByRole('combobox', { name: /SKU/ }).pressSequentially('gar-1l\n')
    await expect(page.getByRole('table', { name: 'Cart' })).toContainText('GAR-1L')
    await page.getByText('Paid', { exact: true }).click()
    await page.getByRole('button', { name: 'Save order' }).click()
    await expect(page.getByRole('link', { name: 'Open order' })).toBeVisible()
    await page.goto('/dashboard/minha-empresa/painel')
    await expect(page.getByRole('table', { name: /statement/i })).toContainText('64.90')
    await expectAccessibleInFull(page)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'XLSX' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^result-.*\.xlsx$/)
  },
)
