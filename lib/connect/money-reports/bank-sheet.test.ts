// Statements as banks give them as CSV or spreadsheets. Headings and forms of values are those of public files.
import { rowsOfSheet, type MoneySheetRows as Rows } from '@/lib/testing/harnesses/money-sheet'
import { SheetReading } from './sheet-reading'

const table = (text: string): Rows => text.split('\n').map((line) => line.split('|'))
function read(text: string) {
  const reading = new SheetReading('2026-11-30')
  const rows = [
    ...rowsOfSheet({ name: 'Extrato', rows: table(text) }).flatMap((row) => reading.take(row)),
    ...reading.end(),
  ]
  const { type, leftOut, checks, unread } = reading.facts()
  const entries = rows.flatMap((row) =>
    'read' in row && row.read.type === 'bank'
      ? [`${row.read.item.day} ${row.read.item.amountCents} ${row.read.item.memo}`]
      : [],
  )
  return {
    type,
    entries,
    leftOut,
    checks,
    bad: rows.flatMap((row) =>
      'problems' in row ? row.problems.map(({ cell, problem }) => `${cell} ${problem}`) : [],
    ),
    unread: unread.list().flatMap(({ kind, name, cents }) => (kind === 'dayFirst' ? [] : [`${kind} ${name} ${cents}`])),
    account: rows.flatMap((row) => ('read' in row && row.read.type === 'bank' ? [row.read.item.of.account] : []))[0],
  }
}

test.each([
  ['Nubank', 'Data|Valor|Identificador|Descrição\n13/11/2026|-50.00|u-1|Compra\n14/11/2026|1000.00|u-2|Pix SHPP'],
  [
    'Inter',
    'Extrato Conta Corrente\nConta |7234567\nPeríodo |01/11/2026 a 30/11/2026\nSaldo |1.950,00\n\nData Lançamento|Histórico|Descrição|Valor|Saldo\n' +
      '15/11/2026|Pix enviado|ANA|-50,00|1.950,00\n14/11/2026|Pix|SHPP|1.000,00|2.000,00',
  ],
  [
    'Itaú',
    'data|lançamento|ag./origem|valor (R$)|saldos (R$)\n14/11/2026|Pix SHPP|0000|1.000,00|\n14/11/2026|TAR|0|-50,00|',
  ],
  [
    'Bradesco',
    'Data|Histórico|Docto.|Crédito (R$)|Débito (R$)|Saldo (R$)\n14/11/2026|Pix SHPP|123|1.000,00||2.000,00\n15/11/2026|TAR|1||50,00|1.950,00\nTotal|||1.000,00|50,00|',
  ],
  [
    'Banco do Brasil',
    'Data|Dependencia Origem|Histórico|Data do Balancete|Número do documento|Valor\n14/11/2026||Pix SHPP||123|1000.00\n14/11/2026||TAR||1|-50.00',
  ],
  [
    'Banco do Brasil with words',
    'Data|Lançamento|Detalhes|N° documento|Valor|Tipo Lançamento\n14/11/2026|Pix|SHPP|123|1.000,00|Entrada\n14/11/2026|Tarifa||1|50,00|Saída',
  ],
  [
    'Caixa',
    'Conta|Data_Mov|Nr_Doc|Historico|Valor|Deb_Cred\n123|20261114|1|PIX SHPP|1000.00|C\n123|20261114|2|TAR|50.00|D',
  ],
  [
    'C6',
    'Data Lançamento|Data Contábil|Título|Descrição|Entrada(R$)|Saída(R$)|Saldo do Dia(R$)\n14/11/2026|14/11/2026|Pix|SHPP|1000.00|0.00|1950.00\n14/11/2026|14/11/2026|TAR|x|0.00|50.00|1950.00',
  ],
  [
    'Mercado Pago',
    'INITIAL_BALANCE|CREDITS|DEBITS|FINAL_BALANCE\n0,00|1.000,00|-50,00|950,00\n\nRELEASE_DATE|TRANSACTION_TYPE|REFERENCE_ID|TRANSACTION_NET_AMOUNT|PARTIAL_BALANCE\n' +
      '14-11-2026|Pix SHPP|123|1.000,00|1.000,00\n15-11-2026|Pagamento|123|-50,00|950,00',
  ],
  [
    'Santander',
    'AGENCIA|CONTA\n1234|12345\nData|Histórico|Documento|Valor (R$)|Saldo (R$)\n14/11/2026|Pix SHPP|1|1.000,00|1.000,00\n15/11/2026|TAR|1|-50,00|950,00',
  ],
  [
    'Bradesco for a person, whose texts go on in a row of their own',
    'Data|Histórico|Docto.|Crédito (R$)|Débito (R$)|Saldo (R$)\n14/11/26|Pix|123|1.000,00||2.000,00\n |SHPP||||\n15/11/26|TAR|1||50,00|1.950,00\n|Loja||||',
  ],
  [
    'Cora',
    'Data|Transação|Tipo Transação|Identificação|Valor\n14/11/2026|Pix|CRÉDITO|SHPP|1000\n14/11/2026|Compra no débito|DÉBITO|Loja|-50',
  ],
  [
    'PagBank',
    'CODIGO DA TRANSACAO|DATA|TIPO|DESCRICAO|VALOR\na-1|14/11/2026|Pix recebido|Pix SHPP|1.000,00\na-2|14/11/2026|Pix enviado|Loja|-50,00',
  ],
  [
    'PicPay',
    'data|hora|tipo|origem / destino|valor|forma de pagamento\n14/11/2026|10:00|Pix|SHPP|+R$ 1.000,00|Saldo\n14/11/2026|11:00|Pix|Loja|−R$ 50,00|Saldo',
  ],
  [
    'Stone, which leaves its texts empty',
    'Movimentação|Tipo|Valor|Saldo antes|Saldo depois|Tarifa|Data|Horário|Situação|Nosso Número|Destino|Destino Documento|Destino Instituição|Destino Agência|Destino Conta|Origem|Origem Documento|Origem Instituição|Origem Agência|Origem Conta|Descrição\n' +
      'Crédito|Pix|1.000,00|R$ 0,00|R$ 1.000,00|Grátis|14/11/2026 08:24|08:24:09.828|Recebida||Eu|1|Stone|0001|1-0|SHPP|2|Banco|0001|2-0|\n' +
      'Débito|Pagamento|-50,00|R$ 1.000,00|R$ 950,00|Grátis|14/11/2026 11:17|11:17:07.801|Enviado||Loja|3|Banco|1|3-0|Eu|1|Stone|0001|1-0|',
  ],
  [
    'Sicoob, with a letter behind each amount',
    'DATA|DOCUMENTO|HISTÓRICO|VALOR\n14/11/2026|Pix|PIX SHPP|1.000,00C\n14/11/2026|123|DÉB.PAGAMENTO|R$ 50,00 D',
  ],
  [
    'Asaas, whose columns the platform’s wallet has too',
    'Data|Tipo de transação|Descrição|Valor|Saldo\n14/11/2026|Transferência|Pix SHPP|1.000,00|1.000,00\n15/11/2026|Taxa|Taxa de boleto|-50,00|950,00',
  ],
  [
    'InfinitePay, whose signs say the direction',
    'Data|Hora|Tipo de transação|Detalhe|Valor (R$)\n14/11/2026|10:00|Pix|Pix SHPP|+1.000,00\n14/11/2026|11:00|Pix|Enviado|-50,00',
  ],
  [
    'one that writes its signs behind',
    'Data|Histórico|Valor|Saldo\n14/11/2026|PIX SHPP|1.000,00+|1.000,00+\n15/11/2026|TARIFA|50,00-|950,00+',
  ],
])('a statement of %s: what came in is an entry, what went out is counted', (_, text) => {
  const { type, entries, leftOut, checks, bad, unread } = read(text)
  expect(entries.map((entry) => entry.toLowerCase().replace(' · ', ' '))).toEqual(['2026-11-14 100000 pix shpp'])
  expect({ type, leftOut, checks, bad, unread }).toEqual({ type: 'bank', leftOut: 1, checks: [], bad: [], unread: [] })
})

test('a balance says that a statement is an account’s, in whichever column its name stands, and costs no row', () => {
  const { entries, bad, unread } = read(
    'Data e hora|Categoria|Transação|Descrição|Valor\n14/11/2026 10:22|Pix|Recebido|SHPP|1000\n14/11/2026 12:00|Tarifas|Tarifa|x|-50\n|Saldo Diário|||950\nSaldo da conta||||950',
  )
  expect([entries, bad]).toEqual([['2026-11-14 100000 SHPP'], []])
  expect(unread).toEqual(['balance Saldo Diário 95000', 'balance Saldo da conta 95000'])
})

test('where letters say the direction, an amount without one is refused', () => {
  const { entries, bad } = read('Data|Histórico|Valor\n14/11/2026|PIX SHPP|1.000,00C\n15/11/2026|TED|50,00')
  expect([entries, bad]).toEqual([['2026-11-14 100000 PIX SHPP'], ['C3 noDirection']])
})

test('amounts in another currency, and what is only scheduled or was cancelled, are no money that came; an unknown word is named', () => {
  const head = 'Data|Lançamento|Situação|Moeda|Valor|Saldo'
  const { entries, unread } = read(
    `${head}\n14/11/2026|PIX A|Efetivado|BRL|1.000,00|\n15/11/2026|PIX B|Agendado|R$|200,00|\n16/11/2026|PIX C|Cancelado||300,00|\n17/11/2026|PIX D|Recebida|USD|400,00|\n18/11/2026|PIX E|Na lua|Real|500,00|`,
  )
  expect(entries).toEqual(['2026-11-14 100000 PIX A', '2026-11-18 50000 PIX E'])
  expect(unread.toSorted()).toEqual([
    'currency USD 40000',
    'notMoved Cancelado 30000',
    'pending Agendado 20000',
    'word Na lua 50000',
  ])
})

test('equal entries are distinguished by their numbers, and one that stands twice counts once', () => {
  const row = (id: string) => `\n14/11/2026|150.00|${id}|Pix SHPP`
  const { entries, unread } = read(`Data|Valor|Identificador|Descrição${row('a')}${row('b')}${row('b')}`)
  expect(entries).toHaveLength(2)
  expect(unread).toEqual(['repeat Pix SHPP 15000'])
})

test('balances, days ahead, unknown columns and cells that cannot be read are said, and cost no other row', () => {
  const head = 'Data|Histórico|Documento|Valor (R$)|Saldo (R$)|Rendimento'
  const { entries, unread, bad } = read(
    `${head}\n13/11/2026|SALDO ANTERIOR|||500,00|\n14/11/2026|Pix|1|R$ 1.000,00|1.500,00|0,37\n15/11/2026|Ted|1|1.234|1,00|\n31/12/2026|Boleto|1|10,00||\nontem|Ted|1|5,00||`,
  )
  expect(entries).toEqual(['2026-11-14 100000 Pix'])
  expect(unread).toEqual(['column Rendimento 37', 'balance SALDO ANTERIOR 50000', 'future Boleto 1000'])
  expect(bad).toEqual(['D4 ambiguousMoney', 'A6 notTime'])
})

test('a balance that does not follow is said, whichever end of the statement comes first', () => {
  const rows = [
    '14/11/2026|A|5,00|105,00',
    '15/11/2026|B|5,00|110,00',
    '16/11/2026|C|5,00|120,00',
    '17/11/2026|D|-5,00|115,00',
  ]
  for (const ordered of [rows, rows.toReversed()]) {
    const { checks, entries } = read(['Data|Histórico|Valor|Saldo', ...ordered].join('\n'))
    expect(entries).toHaveLength(3)
    expect(checks).toMatchObject([{ name: 'balanceAfter', saidCents: '11500', foundCents: '11000' }])
  }
})

test('a word for the direction that is not known is said, and is no income', () => {
  const { entries, bad } = read(
    'Data|Lançamento|Valor|Tipo Lançamento\n14/11/2026|Pix|10,00|Lua\n14/11/2026|Pix|5,00|Entrada',
  )
  expect(entries).toEqual(['2026-11-14 500 Pix'])
  expect(bad).toEqual(['D2 noDirection'])
})

test('a bank’s charge beside an entry’s amount is reported with its sum, and one that was free is none', () => {
  const row = (fee: string) => `\nCrédito|Pix|10,00|10,00|${fee}|14/11/2026|SHPP`
  const { unread } = read(
    `Movimentação|Tipo|Valor|Saldo depois|Tarifa|Data|Origem${row('Grátis')}${row('R$ 0,22')}${row('0,10')}`,
  )
  expect(unread).toEqual(['column Tarifa 32'])
})

test('a purchase is no income where a column says the kind of each entry and no direction', () => {
  const { entries, bad } = read('Data|Transação|Tipo Transação|Valor\n14/11/2026|Loja|Compra|100,00')
  expect([entries, bad]).toEqual([[], ['C2 noDirection']])
})

test('a row under the last of a statement is the text of no entry but the one right above it', () => {
  const head = 'Data|Histórico|Valor|Saldo'
  const { entries, unread } = read(`${head}\n14/11/2026|Pix|10,00|10,00\n|de Ana|||\n|e Bia|||\n\n|fim do extrato|||`)
  expect(entries).toEqual(['2026-11-14 1000 Pix · de Ana · e Bia'])
  expect(unread).toEqual(['row fim do extrato null'])
})

test('the account that stands above is the statement’s', () =>
  expect(read('Conta Corrente: 00072345-9\nData|Histórico|Valor|Saldo\n14/11/2026|Pix|10,00|10,00').account).toBe(
    '000723459',
  ))
