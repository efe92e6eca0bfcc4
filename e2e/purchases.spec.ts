import type { Page } from '@playwright/test'
import { addStockedProduct } from '../lib/testing/factories/stocked-product'
import { supplierNfe } from '../lib/testing/factories/supplier-nfe'
import { dress, expect, expectAccessible, expectAccessibleInFull, test } from './fixtures/test'

const base = '/dashboard/minha-empresa/produtos'

async function addSupplier(page: Page) {
  await page.goto(`${base}/fornecedores?new=1`)
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Nome').fill('Distribuidora Sul')
  await drawer.getByLabel('CNPJ ou CPF').fill('11.222.333/0001-81')
  await drawer.getByLabel('Prazo de entrega (dias)').fill('5')
  await expectAccessibleInFull(page)
  await drawer.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByRole('link', { name: 'Distribuidora Sul' })).toBeVisible()
  await expectAccessibleInFull(page)
}

test(
  'a purchase is made, sent, received in part, and its receipt taken back',
  { tag: '@phone-in-short' },
  async ({ page, organization, signIn }) => {
    await addStockedProduct(organization, { sku: 'GAR-500' })
    await signIn()
    await addSupplier(page)
    await page.goto(`${base}/compras/nova`)
    await page.getByLabel('Fornecedor', { exact: true }).selectOption({ label: 'Distribuidora Sul' })
    await page.getByRole('combobox', { name: 'Incluir produto' }).fill('GAR')
    await page.getByRole('option', { name: /GAR-500/ }).click()
    await page.getByLabel('Unidades GAR-500').fill('10')
    await page.getByLabel('Custo por unidade GAR-500').fill('8')
    await page.getByLabel('Frete').fill('20')
    await page.getByLabel('Pagamento (dias)').fill('30/60')
    // A control that is half under the top bar is taken for one too small to touch.
    await page.evaluate(() => window.scrollTo(0, 0))
    await expectAccessible(page, 'a purchase with its lines')
    await page.getByRole('button', { name: 'Salvar rascunho' }).click()
    await expect(page.getByRole('heading', { name: /Compra 1/ })).toBeVisible()

    await page.getByRole('button', { name: 'Marcar como enviada' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Marcar como enviada' }).click()
    await expect(page.getByText('Enviada', { exact: true })).toBeVisible()
    await expect(page.getByText('A pagar', { exact: true })).toHaveCount(2)
    // Sent from the form's end: a button half under the bar is too small to axe.
    await page.evaluate(() => window.scrollTo(0, 0))
    await expectAccessibleInFull(page)

    await page.getByRole('button', { name: 'Dar entrada' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Chegaram GAR-500').fill('4')
    await dialog.getByLabel('O que veio diferente GAR-500').fill('Uma caixa amassada')
    await expectAccessible(page, 'receiving a purchase')
    await dialog.getByRole('button', { name: 'Dar entrada' }).click()
    await expect(page.getByText('Uma caixa amassada')).toBeVisible()

    await page.getByRole('link', { name: 'Produto GAR-500' }).click()
    await expect(page.getByRole('heading', { name: 'Histórico de custo' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Compra 1, entrada 1' })).toBeVisible()
    await expectAccessibleInFull(page)
    await page.getByRole('link', { name: 'Compra 1, entrada 1' }).click()

    await page.getByRole('button', { name: 'Estornar' }).click()
    const asking = page.getByRole('alertdialog')
    await asking.getByLabel('Motivo').fill('Produto errado')
    await asking.getByRole('button', { name: 'Estornar' }).click()
    await expect(page.getByText('Estornada: Produto errado')).toBeVisible()
  },
)

test(
  "a supplier's invoice becomes a purchase",
  { tag: '@desktop' },
  async ({ page, baseURL, organization, signIn }) => {
    await addStockedProduct(organization, { sku: 'CUP-1' })
    await signIn()
    await dress(page, baseURL!, { language: 'en', colorScheme: 'dark' })
    await page.goto(`${base}/compras`)
    await expectAccessibleInFull(page)
    const lines = [{ code: 'CX12', quantity: '2', unit: 'CX', goodsCents: 12_000, ipiCents: 600, title: 'CUP BOX 12' }]
    const xml = supplierNfe({ to: '19131243000197', lines, instalments: [{ dueOn: '2027-01-10', cents: 12_600 }] })
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'nota.xml', mimeType: 'text/xml', buffer: Buffer.from(xml) })
    await expect(page.getByRole('heading', { name: 'Invoice 4321' })).toBeVisible()
    await page.getByRole('combobox', { name: 'Choose a product (CX12)' }).fill('CUP')
    await page.getByRole('option', { name: /CUP-1/ }).click()
    await page.getByLabel('Units received (CUP-1)').fill('24')
    await expect(page.getByText('12 per CX')).toBeVisible()
    await expectAccessible(page, 'an invoice’s lines matched')
    await expect(page.getByRole('button', { name: 'Create purchase' })).toBeDisabled()
    await page.getByLabel('Use the invoice anyway').check()
    await page.getByRole('button', { name: 'Create purchase' }).click()
    await expect(page.getByRole('heading', { name: /Purchase 1/ })).toBeVisible()
    await expect(page.getByText('R$5.25')).toBeVisible()
    await page.goto(`${base}/sugestao`)
    await expect(page.getByText('Nothing to buy now')).toBeVisible()
    await expectAccessibleInFull(page)
  },
)
