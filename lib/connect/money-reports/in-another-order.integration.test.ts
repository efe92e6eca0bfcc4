// Orders, income and wallet of one shop, in the orders and cuts in which a seller may send them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reconcileOrders } from '@/lib/money/reconciliation/reconcile-orders'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { importSheet } from '@/lib/testing/factories/imports'
import { applyMoneyTestFile, readMoneyBooks } from '@/lib/testing/factories/money-files'
import { headers, rowOf, type SampleOrder } from '@/lib/testing/factories/order-export'
import { csvOf, xlsxOfSheets } from '@/lib/testing/factories/sheets'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const folder = mkdtempSync(join(tmpdir(), 'in-another-order-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const [A, B] = ['261101AAAA0001', '261101BBBB0002'] as const
const orderRow = (code: string) => {
  const item = { sku: 'CAN-01', title: 'Caneca', quantity: 1, priceCents: 10_000 }
  const order: SampleOrder = { code, status: 'Concluído', placed: '2026-11-01 10:00', items: [item] }
  return rowOf(order, item, 'current')
}
const incomeColumns =
  'Ver|ID do pedido|Data de conclusão do pagamento|Preço do produto|Taxa de comissão líquida|Taxa de serviço líquida|Quantia total lançada (R$)'
const walletColumns =
  'Data|Tipo de transação|Descrição|ID do pedido|Direção do dinheiro|Valor|Status|Balança após as transações'

/** Moments as the platform writes them, and as a spreadsheet with a clock of twelve hours does. */
const asWritten = (day: string, hour: number) => `2026-11-${day} ${String(hour).padStart(2, '0')}:05`
const twelveHours = (day: string, hour: number) =>
  `${day}/11/2026 ${String(((hour + 11) % 12) + 1).padStart(2, '0')}:05 ${hour < 12 ? 'AM' : 'PM'}`
const movements = (at: typeof asWritten) => [
  [at('10', 10), 'Renda do pedido', '', A, 'Entrada', '66.00', 'Concluído', '66.00'],
  [at('12', 14), 'Renda do pedido', '', B, 'Entrada', '66.00', 'Concluído', '132.00'],
  [at('12', 14), 'Ajuste', 'Reembolso do pedido', A, 'Saída', '-10.00', 'Concluído', '122.00'],
  [at('25', 9), 'Saques', 'Saque', '', 'Saída', '-122.00', 'Concluído', '0.00'],
]

type Step = (company: TestOrganization) => Promise<unknown>
const orders =
  (...codes: string[]): Step =>
  (company) => {
    const path = join(folder, `${codes.join('')}.csv`)
    writeFileSync(path, csvOf([headers.current, ...codes.map(orderRow)]))
    return importSheet(company, path)
  }
const income =
  (...codes: string[]): Step =>
  async (company) => {
    const rows = codes.map((code) => ['Order', code, '2026-11-10', '100.00', '-14.00', '-20.00', '66.00'])
    const parts = codes.map((code) => [code, '-2.00', '-18.00'])
    const book = {
      Renda: [incomeColumns.split('|'), ...rows],
      Detalhes: [['ID do pedido', 'Taxa de Transação', 'Tarifa fixa'], ...parts],
    }
    return applyMoneyTestFile(company, await xlsxOfSheets(book))
  }
const wallet =
  (from = 0, to = 4, at = asWritten): Step =>
  (company) =>
    applyMoneyTestFile(company, csvOf([walletColumns.split('|'), ...movements(at).slice(from, to)]))

async function booksAfter(...steps: Step[]) {
  const company = await createTestOrganization()
  for (const step of steps) await step(company)
  await asWorker(() => reconcileOrders(company.organizationId))
  const list = (text: string) => inspect(company.organizationId, text)
  return {
    ...(await readMoneyBooks(company)),
    fees: await list('SELECT external_code, part, amount_cents FROM order_fee_detail ORDER BY 1, 2'),
    settlements: await list('SELECT external_code, state, released_cents FROM settlement ORDER BY 1'),
  }
}

test.each<[string, Step[]]>([
  ['the income before one of its orders', [orders(A), income(A, B), orders(A, B), wallet()]],
  [
    'the wallet before the income, both cut so that they overlap',
    [orders(A, B), wallet(1), income(B), wallet(0, 2), income(A, B)],
  ],
  [
    'each file twice, the wallet saved again by a spreadsheet',
    [orders(A, B), income(A, B), income(A, B), wallet(0, 4, twelveHours), wallet(), orders(B, A)],
  ],
])('%s leaves the same as all in one piece', async (_, steps) => {
  const whole = await booksAfter(orders(A, B), income(A, B), wallet())
  expect(whole.fees).toHaveLength(4)
  expect(whole.wallet).toHaveLength(4)
  expect(await booksAfter(...steps)).toEqual(whole)
})
