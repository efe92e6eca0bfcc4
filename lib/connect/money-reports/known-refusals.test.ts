import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
// Files that sellers send and that are not read: each is refused by what it is, with the way to the one that is.
import { SheetRefused } from '@/lib/core/sheets/refusal'
import { inspectMoneyFile } from './read-file'
import { readMoneySheet, readMoneySheets, type MoneySheetRows as Rows } from '@/lib/testing/harnesses/money-sheet'

const table = (text: string): Rows => text.split('\n').map((line) => line.split('|'))
function refusalOf(rows: Rows, name?: string): string {
  try {
    return `read as ${readMoneySheet(rows, name).type}`
  } catch (error) {
    if (error instanceof SheetRefused) return error.code
    throw error
  }
}

test.each([
  ['Nubank', 'Data|Valor|Identificador|Descrição\n01/11/2026|-50.00|uuid-1|Compra PADARIA'],
  [
    'Inter',
    'Extrato Conta Corrente\nConta|1234567\nPeríodo|01/11/2026 a 30/11/2026\n\nData Lançamento|Histórico|Descrição|Valor|Saldo\n01/11/2026|Pix recebido|SHPS|1.000,00|2.000,00',
  ],
  ['Itaú', 'data|lançamento|ag./origem|valor (R$)|saldos (R$)\n01/11/2026|PIX TRANSF SHPS|0000|1.000,00|'],
  [
    'Bradesco',
    'Data|Histórico|Docto.|Crédito (R$)|Débito (R$)|Saldo (R$)\n02/11/2026|PIX RECEBIDO|123|1.000,00||2.000,00',
  ],
  [
    'Banco do Brasil',
    'Data|Dependencia Origem|Histórico|Data do Balancete|Número do documento|Valor\n02/11/2026||Pix||123|1000.00',
  ],
  ['Caixa', 'Conta|Data_Mov|Nr_Doc|Historico|Valor|Deb_Cred\n123|20261101|1|CRED PIX|1000.00|C'],
  [
    'C6',
    'Data Lançamento|Data Contábil|Título|Descrição|Entrada(R$)|Saída(R$)|Saldo do Dia(R$)\n01/11/2026|01/11/2026|Pix|SHPS|1000.00|0.00|2000.00',
  ],
  [
    'Mercado Pago',
    'RELEASE_DATE|TRANSACTION_TYPE|REFERENCE_ID|TRANSACTION_NET_AMOUNT|PARTIAL_BALANCE\n01-11-2026|Pix|123|1.000,00|1.000,00',
  ],
  [
    'Santander',
    'AGENCIA|CONTA\n1234|12345\nData|Histórico|Documento|Valor (R$)|Saldo (R$)\n01/11/2026|PIX RECEBIDO|1|1.000,00|1.000,00',
  ],
])('a statement of %s as a spreadsheet', (_, text) => expect(refusalOf(table(text))).toBe('moneyFileBankSheet'))

test.each([
  ['of one’s own spending', 'Data|Descrição|Valor\n01/11/2026|Embalagens|50,00'],
  ['of notes', 'Notas\nligar para a contadora'],
])('a list %s is no statement', (_, text) => expect(refusalOf(table(text))).toBe('moneyFileUnknown'))

test.each([
  [
    'Visão Geral das Vendas',
    'Data|Visitantes (Visitar)|Compradores (Pedidos feitos)|Pedidos (Pedidos feitos)|Vendas (Pedidos feitos) (BRL)|Taxa de Conversão (visitados a feitos)\n01/11/2026|200|10|11|500,00|5,00%',
  ],
  [
    'Sales Overview',
    'Date|Visitors (Visit)|Buyers (Placed Orders)|Orders (Placed Orders)|Sales (Placed Orders) (BRL)\n01/11/2026|200|10|11|500.00',
  ],
  [
    'Todos',
    'Data|Visualizações da Página|Média de Visualizações da Página|Taxa de Rejeição|Visitantes|Novos Visitantes\n01/11/2026|500|2,5|30,00%|200|150',
  ],
  ['All', 'Date|Page Views|Avg. Page Views|Bounce Rate|Visitors|New Visitors\n01/11/2026|500|2.5|30.00%|200|150'],
  [
    'overview',
    'Data|Visitantes do Produto (Visita)|Visualizações da Página do Produto|Itens visitados|Curtidas\n01/11/2026|200|400|30|3',
  ],
])('an overview, %s', (name, text) => expect(refusalOf(table(text), name)).toBe('moneyFileOverview'))

test('a shop’s statistics beside sheets of its traffic are read', () => {
  const day = '21/11/2026|1.834,90|40|1.234|3,24%'
  const { type, unread } = readMoneySheets([
    { name: 'Pedido Feito', rows: table(`Data|Vendas (BRL)|Pedidos|Visitantes|Taxa de Conversão de Pedidos\n${day}`) },
    { name: 'Todos', rows: table('Data|Visualizações da Página|Visitantes|Novos Visitantes\n01/11/2026|500|200|150') },
  ])
  expect(type).toBe('stats')
  expect(unread).toEqual([['sheet', 'Todos', 2, null]])
})

test.each([
  ['240', `34100000${' '.repeat(9)}212345678000199`.padEnd(240)],
  ['400', '02RETORNO01COBRANCA'.padEnd(400)],
  ['400', `01REMESSA01COBRANCA`.padEnd(400)],
])('a file of the banks’ layout of %s characters is refused by its name', async (_, line) => {
  const folder = await mkdtemp(join(tmpdir(), 'cnab-'))
  const path = join(folder, 'a.ret')
  await writeFile(path, `${line}\r\n${line}\r\n`)
  await expect(inspectMoneyFile(path)).rejects.toMatchObject({ code: 'moneyFileCnab' })
  await rm(folder, { recursive: true })
})
