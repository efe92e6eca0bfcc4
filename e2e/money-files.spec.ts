import type { Page } from '@playwright/test'
import { addDays, localDay } from '../lib/core/dates'
import { addMovements } from '../lib/testing/harnesses/money-harness'
import { addShop } from '../lib/testing/factories/sales'
import { dress, expect, expectAccessibleInFull, test } from './fixtures/test'

const filesPath = '/dashboard/shopee-reconciliation/arquivos'
const today = localDay(new Date(), 'America/Sao_Paulo')
const written = (day: string) => day.split('-').reverse().join('/')

/** A payout and a withdrawal as the wallet report lists them, with an unknown column. */
const walletReport = [
  'Data;Tipo de transação;Descrição;ID do pedido;Direção do dinheiro;Valor;Status;Balança após as transações;Taxa nova',
  `${written(today)} 10:00;Saque;Saque para conta;;Saída;-100,00;Concluído;20,00;1,50`,
  `${written(addDays(today, -1))} 09:00;Renda do pedido;Renda do pedido #PEDIDO1;PEDIDO1;Entrada;120,00;Concluído;120,00;1,50`,
].join('\r\n')

async function send(page: Page, name: string, body: string) {
  await page.goto(filesPath)
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(body) })
  await page.waitForURL(/arquivos\/[0-9a-f-]{36}/)
}
const figure = (page: Page, name: string) =>
  page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd[1]')

test(
  'a wallet report is read, kept, and the same file again changes nothing',
  { tag: '@phone' },
  async ({ page, baseURL, signIn, organization }) => {
    await addShop(organization, 'Loja Norte')
    await signIn()
    await dress(page, baseURL!, { language: 'pt', colorScheme: 'light' })
    await send(page, 'carteira.csv', walletReport)
    const unread = page.getByRole('row').filter({ hasText: 'Taxa nova' })
    await expect(unread).toContainText('Coluna desconhecida')
    await expect(unread).toContainText('R$ 3,00')
    await page.getByRole('button', { name: 'Gravar 2 linhas' }).click()
    await expect(page.getByRole('heading', { name: 'Gravado', exact: true })).toBeVisible()
    await expect(figure(page, 'Novas')).toHaveText('2')
    await expectAccessibleInFull(page)

    await send(page, 'carteira de novo.csv', walletReport)
    await expect(page.getByText('Já conhecidas').first()).toBeVisible()
    await expect(page.getByRole('button', { name: /^Gravar/ })).toHaveCount(0)

    await page.goto('/dashboard/shopee')
    await expect(page.getByText('2 movimentos')).toBeVisible()
    await expect(page.getByText('R$ 20,00').first()).toBeVisible()
  },
)

// Full form only: lib/money/bank and lib/connect/money-reports hold it; “a wallet report is read…” walks the same screens.
test(
  'a bank statement comes in, and a late withdrawal is found in it by hand',
  { tag: ['@desktop', '@full'] },
  async ({ page, baseURL, signIn, organization }) => {
    const shop = await addShop(organization, 'Loja Norte')
    const withdrawn = addDays(today, -20)
    await addMovements(organization, shop, [{ at: `${withdrawn}T13:00:00Z`, cents: -10_000n, kind: 'withdrawal' }])
    await signIn()
    await dress(page, baseURL!, { language: 'pt', colorScheme: 'light' })
    const entry = (day: string, amount: string, memo: string) =>
      `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>${day.replaceAll('-', '')}<TRNAMT>${amount}<FITID>${day}${amount}<MEMO>${memo}</STMTTRN>`
    // Later than three bank days: only a person can match it.
    const late = addDays(withdrawn, 9)
    const span = `<DTSTART>${withdrawn.replaceAll('-', '')}<DTEND>${today.replaceAll('-', '')}`
    const entries = entry(late, '100.00', 'TED SHPP BRASIL') + entry(addDays(withdrawn, 1), '35.00', 'PIX CLIENTE')
    const statement = `OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><STMTRS><BANKACCTFROM><BANKID>0341<ACCTID>0012345-6</BANKACCTFROM><BANKTRANLIST>${span}${entries}</BANKTRANLIST></STMTRS></OFX>`
    await send(page, 'extrato.ofx', statement)
    await page.getByRole('button', { name: 'Gravar 2 linhas' }).click()
    await page.getByRole('link', { name: 'Ver saques no banco' }).click()

    await expect(page.getByText('Não visto', { exact: true })).toBeVisible()
    // The entry of the same amount is suggested, whatever else came in.
    await expect(page.getByRole('combobox', { name: 'Lançamento do extrato' }).locator('option:checked')).toContainText(
      'TED SHPP BRASIL',
    )
    await expectAccessibleInFull(page)
    await page.getByRole('button', { name: 'É este' }).click()
    await expect(page.getByText('Chegou', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Não é este' })).toBeVisible()
  },
)
