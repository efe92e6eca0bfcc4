import type { Page } from '@playwright/test'
import { dress, expect, expectAccessible, expectAccessibleInFull, test } from './fixtures/test'

const words = {
  pt: {
    submit: 'Enviar e conferir',
    recognized: 'Planilha do Bling: produtos',
    failed: /Linhas com erro/,
    badCell: /está vazia e é necessária/,
    leaveOut: /Deixar de fora/,
    save: 'Gravar 1 produto',
    done: 'Planilha gravada',
    columns: 'Diga qual é cada coluna',
    price: 'Preço',
    read: 'Ler com estas colunas',
    change: /Preço: R\$\s12,50/,
    sheets: 'Planilhas',
  },
  en: {
    submit: 'Send and check',
    recognized: 'Bling spreadsheet: products',
    failed: /Rows with errors/,
    badCell: /is empty and is needed/,
    leaveOut: /Leave out/,
    save: 'Save 1 product',
    done: 'Spreadsheet saved',
    columns: 'Say what each column is',
    price: 'Price',
    read: 'Read with these columns',
    change: /Price: R\$12\.50/,
    sheets: 'Spreadsheets',
  },
}

const path = '/dashboard/minha-empresa/produtos/planilhas'

const choose = (page: Page, name: string, text: string) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

test(
  'another system’s sheet goes from upload to result, and unknown columns are named by hand',
  { tag: '@desktop-in-short' },
  async ({ page, baseURL, signIn }, info) => {
    const language = info.project.name === 'desktop' ? 'pt' : 'en'
    const t = words[language]
    await signIn()
    await dress(page, baseURL!, { language, colorScheme: language === 'pt' ? 'light' : 'dark' })
    await page.goto(path)
    await expect(page.getByRole('link', { name: t.sheets, exact: true }).first()).toBeVisible()
    await expectAccessibleInFull(page)

    const sku = `E2E-${Date.now()}`
    const rows = [`${sku};Caneca;12,50;Ativo;`, `${sku}-2;;12,00;Ativo;`].join('\n')
    await choose(page, 'bling.csv', `Código;Descrição;Preço;Situação;Cód. no fornecedor\n${rows}`)
    await page.getByRole('button', { name: t.submit }).click()
    await expect(page.getByText(t.recognized)).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText(t.change)).toBeVisible()
    await expectAccessible(page, 'a product sheet that was read')
    await page.getByRole('link', { name: t.failed }).click()
    await expect(page.getByText(t.badCell)).toBeVisible()
    await expectAccessible(page, 'rows of a product sheet with errors')
    await page.getByLabel(t.leaveOut).check()
    await page.getByRole('button', { name: t.save }).click()
    await expect(page.getByRole('heading', { name: t.done })).toBeVisible({ timeout: 60_000 })
    await expectAccessibleInFull(page)

    await page.goto(path)
    await choose(page, 'outra.csv', `Ref ${sku};Nome do item;Valor\n${sku};Caneca;13,00\n`)
    await page.getByRole('button', { name: t.submit }).click()
    await expect(page.getByRole('heading', { name: t.columns })).toBeVisible({ timeout: 60_000 })
    await expectAccessible(page, 'columns named by hand')
    await page.getByLabel(/^SKU/).first().selectOption({ index: 1 })
    await page.getByLabel(t.price, { exact: true }).selectOption({ index: 3 })
    await page.getByRole('button', { name: t.read }).click()
    await expect(page.getByRole('button', { name: t.save })).toBeVisible({ timeout: 60_000 })
  },
)
