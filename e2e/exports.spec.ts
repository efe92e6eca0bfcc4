import ExcelJS from 'exceljs'
import { readFileSync } from 'node:fs'
import { addOrders, addProduct, addShop, foldSales } from '../lib/testing/factories/sales'
import { dress, expect, expectAccessible, expectAccessibleInFull, test } from './fixtures/test'

test(
  'the orders of a filter are exported as CSV, and open with what the list shows',
  { tag: '@desktop-in-short' },
  async ({ page, baseURL, organization, signIn }) => {
    const shopId = await addShop(organization, 'Loja Norte')
    const productId = await addProduct(organization, 'GAR-1')
    const order = { productId, cents: 12_345n, estimated: 1000n }
    await addOrders(organization, shopId, [
      { at: '2026-10-05T12:00:00Z', status: 'delivered', ...order },
      { at: '2026-10-06T12:00:00Z', status: 'delivered', ...order },
      { at: '2026-10-07T12:00:00Z', status: 'cancelled', ...order },
    ])
    await foldSales(organization)
    await signIn()
    await dress(page, baseURL!, { language: 'pt', colorScheme: 'light' })
    await page.goto('/dashboard/orders?status=delivered')
    await page.getByRole('button', { name: 'Exportar', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: /CSV/ }).check()
    await expectAccessible(page, 'what is exported as what')
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Exportar', exact: true }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^pedidos-\d{4}-\d\d-\d\d\.csv$/)
    const text = readFileSync(await file.path(), 'utf8')
    expect(text.startsWith('\uFEFFPedido;')).toBe(true)
    const rows = text.trim().split('\r\n')
    expect(rows).toHaveLength(3)
    for (const row of rows.slice(1)) expect(row).toContain(';123,45;')
    await expect(dialog.getByText('Arquivo pronto')).toBeVisible()
    await expectAccessible(page, 'an export that is ready')

    await dialog.getByRole('link', { name: 'Ver exportações' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Exportações' })).toBeVisible()
    const line = page.getByRole('row').filter({ hasText: 'Pedidos' })
    await expect(line).toContainText('Pronto')
    await expect(line).toContainText('com filtro')
    const again = page.waitForEvent('download')
    await line.getByRole('link', { name: 'Baixar' }).click()
    expect(readFileSync(await (await again).path(), 'utf8')).toBe(text)
    await expectAccessibleInFull(page)
  },
)

test(
  'a drive is connected, gets its folder, and an export is saved there',
  { tag: '@desktop' },
  async ({ page, baseURL, organization, signIn }) => {
    await addProduct(organization, '=1+1')
    await signIn()
    await dress(page, baseURL!, { language: 'en', colorScheme: 'dark' })
    await page.goto('/dashboard/settings/drive')
    await page.getByRole('button', { name: 'Connect Google Drive' }).click()
    await page.getByRole('link', { name: 'Deny' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'permission was refused' })).toBeVisible()
    await expectAccessible(page, 'a drive that was refused')
    await page.getByRole('button', { name: 'Connect Google Drive' }).click()
    await page.getByRole('link', { name: 'Allow' }).click()
    await expect(page.getByText('Google Drive connected. Now choose the folder.')).toBeVisible()
    await expect(page.getByText(/drive-\d+@example\.com/)).toBeVisible()

    await page
      .getByLabel('Or paste the address or the ID of a folder')
      .fill('https://drive.google.com/drive/folders/nowhere-to-be-found')
    await page.getByRole('button', { name: 'Use this folder' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'cannot find this folder' })).toBeVisible()
    await page.getByRole('button', { name: 'Create the folder Mascate' }).click()
    await expect(page.getByText('Folder created: Mascate')).toBeVisible()
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await expect(page.getByText('It works: a test file was written and removed.')).toBeVisible()
    await expectAccessible(page, 'a drive with its folder')

    await page.goto('/dashboard/products')
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Also save to Google Drive').check()
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export', exact: true }).click()
    const book = new ExcelJS.Workbook()
    await book.xlsx.readFile(await (await download).path())
    expect(book.worksheets[0]!.getCell('A2').value).toBe("'=1+1")
    await expect(dialog.getByRole('link', { name: 'Open in Drive' })).toHaveAttribute(
      'href',
      /^https:\/\/drive\.google\.com\//,
    )
    await expectAccessibleInFull(page)

    await page.goto('/dashboard/settings/drive')
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
    await expect(page.getByRole('button', { name: 'Connect Google Drive' })).toBeVisible()
  },
)

// Full form only: canary asks every role for the page, the role matrix refuses the call.
test(
  'a role that may not export sees no button and no page',
  { tag: ['@phone', '@full'] },
  async ({ page, signIn }) => {
    await signIn('operator')
    await page.goto('/dashboard/products')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Exportar', exact: true })).toHaveCount(0)
    await page.goto('/dashboard/exports')
    await expect(page.getByRole('heading', { level: 1, name: 'Exportações' })).toHaveCount(0)
  },
)
