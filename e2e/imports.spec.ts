import type { Page } from '@playwright/test'
import { headers, rowOf, writeRows } from '../lib/testing/factories/order-export'
import { sampleOrders } from '../lib/testing/factories/sample-orders'
import { isFullProfile } from '../lib/testing/harnesses/report-figures'
import { dress, expect, expectAccessible, expectAccessibleInFull, languagesOf, test } from './fixtures/test'

const goodOrders = isFullProfile ? 600 : 60
const words = {
  pt: {
    shopName: 'Nome da nova loja',
    submit: 'Enviar e conferir',
    confirm: 'Confirmar importação',
    failed: /Linhas com erro/,
    leaveOut: /Deixar de fora/,
    badCell: /não é uma quantidade/,
    importAll: `Importar ${goodOrders} pedidos`,
    refusedToConfirm: /linhas com erro/i,
    done: 'Importação concluída',
    create: 'Criar produtos para todos',
    created: /produtos criados/,
    newOrders: 'Pedidos novos',
    same: 'Sem mudança',
    wrongType: 'Este tipo de arquivo não serve. Envie .xlsx, .xls, .ods, .csv.',
    empty: 'O arquivo está vazio.',
    notSpreadsheet: /Este arquivo não é uma planilha \.xlsx/,
  },
  en: {
    shopName: 'Name of the new shop',
    submit: 'Send and check',
    confirm: 'Confirm import',
    failed: /Rows with errors/,
    leaveOut: /Leave out/,
    badCell: /is not a whole quantity/,
    importAll: `Import ${goodOrders} orders`,
    refusedToConfirm: /rows have errors/i,
    done: 'Import finished',
    create: 'Create products for all',
    created: /products created/,
    newOrders: 'New orders',
    same: 'Unchanged',
    wrongType: 'This kind of file will not do. Send .xlsx, .xls, .ods, .csv.',
    empty: 'The file is empty.',
    notSpreadsheet: /This file is not an \.xlsx sheet/,
  },
}

const quantityColumn = headers.current.indexOf('Quantidade')
const letters = (index: number): string =>
  (index >= 26 ? letters(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))

/** A sheet whose last order has a quantity that is none; answers where. */
async function sheetWithBadRow(path: string) {
  const orders = [...sampleOrders(goodOrders + 1, 5)]
  const last = orders.pop()!
  const rows = orders.flatMap((order) => order.items.map((item) => rowOf(order, item, 'current')))
  const bad = rowOf({ ...last, items: [last.items[0]!] }, last.items[0]!, 'current')
  bad[quantityColumn] = 'dois'
  await writeRows(path, [headers.current], [...rows, bad])
  return { path, row: rows.length + 2, cell: `${letters(quantityColumn)}${rows.length + 2}`, code: last.code }
}

const choose = (page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }) =>
  page.locator('input[type=file]').setInputFiles(file)

async function chooseNoSheet(page: Page, { submit, notSpreadsheet }: { submit: string; notSpreadsheet: RegExp }) {
  const buffer = Buffer.from('<html>Sessão expirada</html>')
  await choose(page, { name: 'Order.all.xlsx', mimeType: 'application/octet-stream', buffer })
  await page.getByRole('button', { name: submit }).click()
  await expect(page.getByRole('alert').filter({ hasText: notSpreadsheet })).toBeVisible()
}

test(
  'a sheet goes from upload to result, and the same sheet again changes nothing; before it a file that is none is refused',
  { tag: '@phone-in-short' },
  async ({ page, baseURL, signIn, expectedErrors }, info) => {
    expectedErrors.push(/status of 400/)
    const language = info.project.name === 'desktop' ? 'pt' : 'en'
    const t = words[language]
    const bad = await sheetWithBadRow(info.outputPath('Order.all.xlsx'))
    await signIn()
    await dress(page, baseURL!, { language, colorScheme: language === 'pt' ? 'light' : 'dark' })
    await page.goto('/dashboard/orders/import')
    await expectAccessibleInFull(page)
    await page.getByLabel(t.shopName).fill('Loja da planilha')
    await chooseNoSheet(page, t)
    await expectAccessible(page, 'a file that is no order sheet')
    await choose(page, bad.path)
    await page.getByRole('button', { name: t.submit }).click()

    await expect(page.getByRole('heading', { name: t.confirm })).toBeVisible()
    await expectAccessible(page, 'an order sheet that was read')
    await page.getByRole('link', { name: t.failed }).click()
    const failed = page.getByRole('row').filter({ hasText: bad.code })
    await expect(failed).toContainText(String(bad.row))
    await expect(failed).toContainText(bad.cell)
    await expect(failed).toContainText(t.badCell)
    await expect(failed).toContainText('dois')
    await expectAccessible(page, 'rows of an order sheet with errors')

    await page.getByRole('button', { name: t.importAll }).click()
    await expect(page.getByRole('alert').filter({ hasText: t.refusedToConfirm })).toBeVisible()
    await page.getByLabel(t.leaveOut).check()
    await page.getByRole('button', { name: t.importAll }).click()

    const done = page.getByRole('heading', { name: t.done })
    await expect(page.getByRole('progressbar').or(done).first()).toBeVisible()
    await expectAccessibleInFull(page)
    await expect(done).toBeVisible({ timeout: 60_000 })
    await expect(page.getByRole('definition').filter({ hasText: new RegExp(`^${goodOrders}$`) })).toBeVisible()
    await expectAccessibleInFull(page)

    await page.getByRole('button', { name: t.create }).click()
    await expect(page.getByText(t.created)).toBeVisible({ timeout: 60_000 })
    await expectAccessibleInFull(page)

    await page.goto('/dashboard/orders/import')
    await choose(page, bad.path)
    await page.getByRole('button', { name: t.submit }).click()
    const change = (name: string) => page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })
    await expect(change(t.newOrders)).toContainText(/0$/)
    await expect(change(t.same)).toContainText(new RegExp(`${goodOrders}$`))
  },
)

// Full form only: “a sheet goes from upload to result…” is refused one first, app/api/imports refuses each of them.
for (const { language, tag } of languagesOf('pt')) {
  test(
    `a file that is no sheet is refused with its reason, in ${language}`,
    { tag: [...tag, '@full'] },
    async ({ page, baseURL, signIn, expectedErrors }) => {
      const t = words[language]
      expectedErrors.push(/status of 400/)
      await signIn()
      await dress(page, baseURL!, { language, colorScheme: 'light' })
      await page.goto('/dashboard/orders/import')
      const mimeType = 'application/octet-stream'
      await page.getByLabel(t.shopName).fill('Loja')
      const submit = page.getByRole('button', { name: t.submit })

      await choose(page, { name: 'Order.all.pdf', mimeType, buffer: Buffer.from('ID do pedido;Status') })
      await expect(page.getByText(t.wrongType)).toBeVisible()
      await choose(page, { name: 'Order.all.xlsx', mimeType, buffer: Buffer.alloc(0) })
      await submit.click()
      await expect(page.getByText(t.empty)).toBeVisible()
      await chooseNoSheet(page, t)
      await expectAccessibleInFull(page)
    },
  )
}
