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
  [
    'an account of Banco do Brasil without signs',
    'Data|Histórico|Documento|Valor|Saldo\n01/11/2026|PIX|1|50,00|950,00\n02/11/2026|TED|2|20,00|930,00',
  ],
  ['a card of Inter', 'Data|Lançamento|Categoria|Tipo|Valor\n01/11/2026|PADARIA|ALIMENTACAO|Compra à vista|R$ 49,90'],
  ['a card with a balance', 'Data|Lançamento|Parcela|Valor|Saldo\n01/11/2026|PADARIA|1/3|49,90|1000,00'],
])('a statement of %s says no direction of its money, and is refused', (_, text) =>
  expect(refusalOf(table(text))).toBe('moneyFileBankSheet'),
)

test('a card’s bill that names neither balance nor number is no statement', () =>
  expect(refusalOf(table('date|title|amount\n2026-11-01|Padaria|49.90'))).toBe('moneyFileUnknown'))

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
