import { appendFileSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SheetReading } from '@/lib/connect/money-reports/sheet-reading'
import { SumChecks } from '@/lib/connect/money-reports/sum-checks'
import { readTable } from '@/lib/core/sheets/table-reader'
import { csvOf } from '@/lib/testing/factories/sheets'

const out = '/tmp/probe-money.txt'
writeFileSync(out, '')
const folder = mkdtempSync(join(tmpdir(), 'probe-'))
let n = 0
const say = (text: string) => appendFileSync(out, text + '\n')
const shown = (value: unknown) => JSON.stringify(value, (_, v) => (typeof v === 'bigint' ? `${v}` : v))
const sheets = [
  'shipping fee discrepancy',
  'frete',
  'freight',
  'discrep',
  'renda',
  'income',
  'adjust',
  'ajuste',
  'transaction report',
  'orders',
  'order',
]

const probe = async (name: string, body: Buffer | string) => {
  const path = join(folder, `${(n += 1)}.csv`)
  writeFileSync(path, body)
  try {
    const reading = new SheetReading()
    const rows: unknown[] = []
    const sums = new SumChecks()
    const take = (row: ReturnType<SheetReading['take']>) => {
      for (const one of row) {
        if ('read' in one) {
          sums.add(one.row, one.read)
          rows.push(one.read.item)
        } else rows.push({ bad: one.problems.map((p) => `${p.cell} ${p.column} ${p.problem} ${p.value}`) })
      }
    }
    await readTable(path, (row) => take(reading.take(row)), {
      preferredSheet: 'renda',
      sheets,
      all: true,
      maxRows: 1000,
    })
    take(reading.end())
    const { type, preamble, ads } = reading.facts()
    say(`## ${name}: ${type} ${ads ?? ''}`)
    for (const o of rows) say('   ' + shown(o))
    const checks = sums.list(type, preamble.lines)
    say(
      '   UNREAD ' +
        shown(reading.unread.list().map((u) => [u.kind, u.name, u.place, u.count, u.cents, u.sample])) +
        (checks.length ? ' CHECKS ' + shown(checks) : ''),
    )
  } catch (error) {
    say(
      `## ${name}\n   REFUSED ${(error as { code?: string }).code ?? (error as Error).stack} ${shown((error as { values?: unknown }).values)}`,
    )
  }
}
const table = (head: string[], ...rows: string[][]) => csvOf([head, ...rows])
const o = (k: number) => `261101AAAA000${k}`

const inc = [
  'Ver',
  'ID do pedido',
  'ID do reembolso',
  'Data de conclusão do pagamento',
  'Preço do produto',
  'Valor do Reembolso',
  'Frete cobrado pelo parceiro logístico',
  'Desconto de frete pela Shopee',
  'Taxa de comissão líquida',
  'Taxa de serviço líquida',
  'Quantia total lançada (R$)',
]
const irow = (k: number, over: Record<string, string> = {}) =>
  inc.map(
    (h) =>
      ({
        Ver: 'Order',
        'ID do pedido': o(k),
        'ID do reembolso': '-',
        'Data de conclusão do pagamento': '2026-11-03',
        'Preço do produto': '100.00',
        'Valor do Reembolso': '0.00',
        'Frete cobrado pelo parceiro logístico': '-20.00',
        'Desconto de frete pela Shopee': '20.00',
        'Taxa de comissão líquida': '-18.60',
        'Taxa de serviço líquida': '-5.90',
        'Quantia total lançada (R$)': '75.50',
        ...over,
      })[h]!,
  )
const wal = [
  'Data',
  'Tipo de transação',
  'Descrição',
  'ID do pedido',
  'Direção do dinheiro',
  'Valor',
  'Status',
  'Balança após as transações',
]
const wrow = (k: number, over: Record<string, string> = {}) =>
  wal.map(
    (h) =>
      ({
        Data: `2026-11-03 10:0${k}`,
        'Tipo de transação': 'Renda do pedido',
        Descrição: '',
        'ID do pedido': o(k),
        'Direção do dinheiro': 'Entrada',
        Valor: '75.50',
        Status: 'Transação concluída',
        'Balança após as transações': `${(75.5 * k).toFixed(2)}`,
        ...over,
      })[h]!,
  )

test('income', async () => {
  await probe('income base', table(inc, irow(1)))
  await probe(
    'income apostrophes',
    table(
      inc,
      irow(1).map((c) => `'${c}`),
    ),
  )
  await probe(
    'income US dates',
    table(
      inc,
      irow(1, { 'Data de conclusão do pagamento': '11/3/2026' }),
      irow(2, { 'Data de conclusão do pagamento': '11/25/2026' }),
      irow(3, { 'Data de conclusão do pagamento': '10/11/2026' }),
    ),
  )
  await probe('income total as percent', table(inc, irow(1, { 'Quantia total lançada (R$)': '75,5%' })))
  await probe('income empty total', table(inc, irow(1, { 'Quantia total lançada (R$)': '' })))
  await probe('income no date', table(inc, irow(1, { 'Data de conclusão do pagamento': '-' })))
  await probe(
    'income view words',
    table(
      inc,
      irow(1, { Ver: 'Pedido' }),
      irow(1, { Ver: 'Sku' }),
      irow(2, { Ver: 'Por pedido' }),
      irow(3, { Ver: 'Ajuste' }),
    ),
  )
  await probe('income no view column', table(inc.slice(1), irow(1).slice(1)))
  await probe('income cut', table(inc, irow(1), irow(2)).slice(0, -9))
  await probe('income total cut', table(inc, irow(1), irow(2)).replaceAll('"', '').slice(0, -3))
  await probe(
    'income extra column Taxa X making up',
    table([...inc, 'Taxa Campanha Destaque'], [...irow(1, { 'Quantia total lançada (R$)': '72.00' }), '-3.50']),
  )
  await probe('income not adding', table(inc, irow(1, { 'Quantia total lançada (R$)': '72.00' })))
  await probe(
    'income refund row apart + view',
    table(
      inc,
      irow(1),
      irow(1, {
        'ID do reembolso': '2611010001R',
        'Preço do produto': '0.00',
        'Valor do Reembolso': '-50.00',
        'Frete cobrado pelo parceiro logístico': '0.00',
        'Desconto de frete pela Shopee': '0.00',
        'Taxa de comissão líquida': '9.30',
        'Taxa de serviço líquida': '2.95',
        'Quantia total lançada (R$)': '-37.75',
      }),
    ),
  )
  await probe(
    'income same order twice other day',
    table(
      inc,
      irow(1),
      irow(1, {
        'Data de conclusão do pagamento': '2026-11-10',
        'Preço do produto': '0.00',
        'Valor do Reembolso': '-50.00',
        'Frete cobrado pelo parceiro logístico': '0.00',
        'Desconto de frete pela Shopee': '0.00',
        'Taxa de comissão líquida': '0.00',
        'Taxa de serviço líquida': '0.00',
        'Quantia total lançada (R$)': '-50.00',
      }),
    ),
  )
  await probe(
    'income english',
    table(
      [
        'View',
        'Order ID',
        'Refund ID',
        'Payout Completed Date',
        'Product Price',
        'Refund Amount',
        'Shipping Fee Charged by Logistic Provider',
        'Shipping Fee Rebate From Shopee',
        'Net Commission Fee',
        'Net Service Fee',
        'Total Released Amount (R$)',
      ],
      irow(1),
    ),
  )
  await probe('income lower code', table(inc, irow(1, { 'ID do pedido': '261101aaaa0001' })))
  await probe('income zero width code', table(inc, irow(1, { 'ID do pedido': '\u200b261101AAAA0001' })))
  await probe(
    'income joined with other columns',
    table(inc, irow(1)) + '\r\n' + table(inc.toReversed(), irow(2).toReversed()),
  )
  await probe(
    'income huge',
    table(
      inc,
      irow(1, {
        'Preço do produto': '30000000.00',
        'Taxa de comissão líquida': '0',
        'Taxa de serviço líquida': '0',
        'Quantia total lançada (R$)': '30000000.00',
      }),
    ),
  )
  await probe(
    'income comma unquoted',
    csvOf([inc, irow(1).map((c) => c.replace(/^(-?\d+)\.(\d\d)$/, '$1,$2'))], ',').replaceAll('"', ''),
  )
  await probe('income totals col dup', table([...inc, 'Quantia total lançada (R$)'], [...irow(1), '80.00']))
  await probe('income dates serial text', table(inc, irow(1, { 'Data de conclusão do pagamento': '46329' })))
  await probe(
    'income date with time hh:mm:ss GMT',
    table(inc, irow(1, { 'Data de conclusão do pagamento': '2026-11-03 10:00:00 GMT-03:00' })),
  )
  await probe(
    'a lançar (pending income)',
    table(
      inc.map((h) =>
        h === 'Quantia total lançada (R$)'
          ? 'Quantia total a lançar (R$)'
          : h === 'Data de conclusão do pagamento'
            ? 'Data prevista do pagamento'
            : h,
      ),
      irow(1),
    ),
  )
  await probe(
    'income pending sheet',
    table(
      ['Ver', 'ID do pedido', 'Data estimada de liberação', 'Preço do produto', 'Quantia total pendente (R$)'],
      ['Order', o(1), '2026-11-03', '100.00', '75.50'],
    ),
  )
})

test('wallet', async () => {
  await probe('wallet base', table(wal, wrow(1), wrow(2)))
  await probe(
    'wallet apostrophe',
    table(
      wal,
      wrow(1).map((c) => `'${c}`),
    ),
  )
  await probe(
    'wallet cut',
    table(wal, wrow(1), wrow(2))
      .replaceAll('"', '')
      .replace(/;75\.50;Transação concluída;151\.00$/, ';7'),
  )
  await probe(
    'wallet US date',
    table(wal, wrow(1, { Data: '11/25/2026 10:01' }), wrow(2, { Data: '10/11/2026 10:02' })),
  )
  await probe(
    'wallet unknown words',
    table(
      wal,
      wrow(1, { 'Tipo de transação': 'Cashback Turbo', Descrição: 'Bônus 77', 'Direção do dinheiro': 'Misto' }),
    ),
  )
  await probe(
    'wallet sign with flow out',
    table(
      wal,
      wrow(1, {
        'Tipo de transação': 'Saque',
        'Direção do dinheiro': 'Saída',
        Valor: '-75.50',
        'Balança após as transações': '0',
      }),
    ),
  )
  await probe(
    'wallet positive out no flow word',
    table(wal, wrow(1, { 'Tipo de transação': 'Saque', 'Direção do dinheiro': '-', Valor: '75.50' })),
  )
  await probe(
    'wallet saque positive no flow column',
    table(
      wal.filter((h) => h !== 'Direção do dinheiro'),
      wrow(1, { 'Tipo de transação': 'Saque', 'ID do pedido': '-' }).filter((_, i) => i !== 4),
    ),
  )
  await probe(
    'wallet flow symbols',
    table(
      wal,
      wrow(1, { 'Direção do dinheiro': '+' }),
      wrow(2, { 'Direção do dinheiro': '-', 'Tipo de transação': 'Ajuste', 'ID do pedido': '' }),
    ),
  )
  await probe(
    'wallet flow C/D',
    table(
      wal,
      wrow(1, { 'Direção do dinheiro': 'C' }),
      wrow(2, { 'Direção do dinheiro': 'D', 'Tipo de transação': 'Ajuste' }),
    ),
  )
  await probe('wallet amount 1,00-', table(wal, wrow(1, { Valor: '1,00-', 'Direção do dinheiro': 'Saída' })))
  await probe('wallet amount D suffix', table(wal, wrow(1, { Valor: '10,00 D', 'Direção do dinheiro': '' })))
  await probe(
    'wallet two header rows (merged)',
    csvOf([
      ['Extrato', '', '', '', '', '', '', ''],
      ['Período', '01/11/2026 - 30/11/2026'],
      [],
      ['Data', 'Transação', '', 'ID do pedido', 'Movimento', '', 'Status', 'Balança após as transações'],
      ['', 'Tipo de transação', 'Descrição', '', 'Direção do dinheiro', 'Valor', '', ''],
      wrow(1),
    ]),
  )
  await probe(
    'wallet resumo mismatch',
    csvOf([
      ['Resumo'],
      ['Entrada total de dinheiro', '75.50'],
      ['Saída total', '0.00'],
      ['Saldo inicial', '0.00'],
      ['Saldo final', '100.00'],
      [],
      wal,
      wrow(1),
    ]),
  )
  await probe(
    'wallet same second two',
    table(wal, wrow(1, { 'Balança após as transações': '' }), wrow(1, { 'Balança após as transações': '' })),
  )
  await probe(
    'wallet statuses',
    table(wal, wrow(1, { Status: 'Estornada' }), wrow(2, { Status: 'Completa' }), wrow(3, { Status: 'Bloqueado' })),
  )
  await probe(
    'wallet order in description twice',
    table(wal, wrow(1, { 'ID do pedido': '-', Descrição: 'Renda dos pedidos 261101AAAA0001 e 261101AAAA0002' })),
  )
  await probe(
    'wallet comma unquoted',
    csvOf([wal, wrow(1).map((c) => c.replace(/^(-?\d+)\.(\d\d)$/, '$1,$2'))], ',').replaceAll('"', ''),
  )
  await probe('wallet date only', table(wal, wrow(1, { Data: '03/11/2026' }), wrow(2, { Data: '03/11/2026' })))
  await probe(
    'wallet newest first totals mid',
    table(wal, wrow(2), ['Subtotal do dia', '', '', '', '', '75.50', '', ''], wrow(1)),
  )
  await probe('wallet amount brackets w/ flow Entrada', table(wal, wrow(1, { Valor: '(75,50)' })))
  await probe('wallet amount 3 decimals', table(wal, wrow(1, { Valor: '75.505' }), wrow(2, { Valor: '1.234' })))
  await probe('wallet US$', table(wal, wrow(1, { Valor: 'US$ 75.50' })))
})

test('returns, advances', async () => {
  const ret = [
    'ID da Devolução',
    'ID do pedido',
    'Tempo de envio de devolução',
    'Status da Devolução / Reembolso',
    'Tipo de Devolução',
    'Nome do Produto',
    'SKU da Variação',
    'Quantidade de Devoluções',
    'Quantia total de reembolsos',
    'Compensação ao Vendedor',
  ]
  const rr = (k: number, over: Record<string, string> = {}) =>
    ret.map(
      (h) =>
        ({
          'ID da Devolução': `261101AB00000${k}R`,
          'ID do pedido': o(k),
          'Tempo de envio de devolução': '2026-11-05 10:00',
          'Status da Devolução / Reembolso': 'Em disputa',
          'Tipo de Devolução': 'Devolução',
          'Nome do Produto': 'Caneca',
          'SKU da Variação': 'A',
          'Quantidade de Devoluções': '1',
          'Quantia total de reembolsos': '50.00',
          'Compensação ao Vendedor': '',
          ...over,
        })[h]!,
    )
  await probe(
    'returns three rows differ',
    table(
      ret,
      rr(1),
      rr(1, { 'Quantia total de reembolsos': '', 'Nome do Produto': 'B', 'SKU da Variação': 'B' }),
      rr(1, { 'Quantia total de reembolsos': '30.00', 'Nome do Produto': 'C', 'SKU da Variação': 'C' }),
    ),
  )
  await probe(
    'returns number numeric',
    table(ret, rr(1, { 'ID da Devolução': '2,61101E+14' }), rr(2, { 'ID da Devolução': '261101000000012.0' })),
  )
  await probe(
    'returns two of one order',
    table(ret, rr(1), rr(1, { 'ID da Devolução': '261102AB000009R', 'Quantia total de reembolsos': '25.00' })),
  )
  await probe(
    'returns unknown words',
    table(ret, rr(1, { 'Status da Devolução / Reembolso': 'Em triagem', 'Tipo de Devolução': 'Troca' })),
  )
  await probe(
    'returns US date',
    table(
      ret,
      rr(1, { 'Tempo de envio de devolução': '11/25/2026 9:00' }),
      rr(2, { 'Tempo de envio de devolução': '11/5/2026 9:00' }),
    ),
  )
  await probe(
    'returns qty dash & zero',
    table(ret, rr(1, { 'Quantidade de Devoluções': '-' }), rr(2, { 'Quantidade de Devoluções': '0' })),
  )
  await probe('returns without code', table(ret, rr(1, { 'ID do pedido': '-' })))
  await probe(
    'returns headings renamed',
    table(
      [
        'Nº Devolução',
        'Pedido',
        'Data de abertura',
        'Situação',
        'Tipo',
        'Item',
        'SKU',
        'Qtde',
        'Valor reembolsado',
        'Compensação',
      ],
      rr(1),
    ),
  )
  const adv = [
    'Data do resgate rápido',
    'ID do resgate rápido',
    'ID do pedido',
    'Valor dos resgates rápidos',
    'Taxa de Serviço',
    'Valor recebido',
    'Valor restante para pagamento',
    'Valor reembolsado',
    'Status',
    'Data de vencimento',
  ]
  const ar = (k: number, over: Record<string, string> = {}) =>
    adv.map(
      (h) =>
        ({
          'Data do resgate rápido': '2026-11-03 10:00',
          'ID do resgate rápido': '="2193185766133548046"',
          'ID do pedido': o(k),
          'Valor dos resgates rápidos': '80.00',
          'Taxa de Serviço': '2.80',
          'Valor recebido': '77.20',
          'Valor restante para pagamento': '0.00',
          'Valor reembolsado': '0.00',
          Status: 'Antecipação paga',
          'Data de vencimento': '2026-12-01',
          ...over,
        })[h]!,
    )
  await probe('advance base', table(adv, ar(1)))
  await probe(
    'advance empty refunded & rest',
    table(adv, ar(1, { 'Valor reembolsado': '', 'Valor restante para pagamento': '' })),
  )
  await probe('advance id scientific', table(adv, ar(1, { 'ID do resgate rápido': '2,19319E+18' })))
  await probe('advance ids apostrophe', table(adv, ar(1, { 'ID do resgate rápido': "'2193185766133548046" })))
  await probe(
    'advance dates US',
    table(
      adv,
      ar(1, { 'Data do resgate rápido': '11/25/2026 10:00', 'Data de vencimento': '12/1/2026' }),
      ar(2, { 'Data do resgate rápido': '11/3/2026 10:00', 'Data de vencimento': '12/1/2026' }),
    ),
  )
  await probe('advance rows without order', table(adv, ar(1, { 'ID do pedido': '-' })))
  await probe(
    'advance group first row only (merged cells)',
    table(adv, ar(1), ar(2, { 'Data do resgate rápido': '', 'ID do resgate rápido': '' })),
  )
  await probe(
    'advance amounts as "R$80,00"',
    table(
      adv,
      ar(1, { 'Valor dos resgates rápidos': 'R$80,00', 'Taxa de Serviço': 'R$2,80', 'Valor recebido': 'R$77,20' }),
    ),
  )
  await probe('advance fee in percent', table(adv, ar(1, { 'Taxa de Serviço': '3,5%' })))
})

test('ads etc', async () => {
  const ads = ['#', 'Nome do Anúncio', 'Status', 'ID do produto', 'Impressões', 'Cliques', 'GMV', 'Despesas']
  const pre = [
    ['Relatório de Todos os Anúncios CPC - Shopee Brasil'],
    ['Nome da loja', 'Loja X'],
    ['ID da Loja', '123'],
    ['Período', '01/11/2026 - 07/11/2026'],
    [],
  ]
  const A = (...rows: string[][]) => csvOf([...pre, ads, ...rows], ',')
  await probe('ads base', A(['1', 'Cano', 'Em curso', '40000001', '1000', '10', '100.00', '10.00']))
  await probe(
    'ads comma decimals unquoted',
    A(['1', 'Cano', 'Em curso', '40000001', '1000', '10', '100,00', '10,00']).replaceAll('"', ''),
  )
  await probe('ads k counts', A(['1', 'Cano', 'Em curso', '40000001', '1.2k', '10', '100.00', '10.00']))
  await probe('ads spend percent', A(['1', 'Cano', 'Em curso', '40000001', '1000', '10', '100.00', '10%']))
  await probe(
    'ads group total with name',
    A(
      ['1', 'Cano', 'Em curso', '40000001', '1000', '10', '100.00', '10.00'],
      ['', 'Total', '', '-', '1000', '10', '100.00', '10.00'],
    ),
  )
  await probe(
    'ads period 1 day',
    csvOf(
      [['Período', '07/11/2026'], ads, ['1', 'Cano', 'Em curso', '40000001', '1000', '10', '100.00', '10.00']],
      ',',
    ),
  )
  await probe(
    'ads spend (R$) heading & Custo (R$)',
    csvOf(
      [
        ...pre,
        ['#', 'Nome do Anúncio', 'Status', 'ID do produto', 'Impressões', 'Cliques', 'GMV (R$)', 'Despesas (R$)'],
        ['1', 'Cano', 'Em curso', '40000001', '1000', '10', '100.00', '10.00'],
      ],
      ',',
    ),
  )
  await probe('ads negative spend', A(['1', 'Cano', 'Em curso', '40000001', '1000', '10', '100.00', '(10.00)']))
  await probe(
    'ads daily rows (Data col)',
    csvOf(
      [
        ...pre,
        ['Data', ...ads],
        ['2026-11-01', '1', 'Cano', 'Em curso', '40000001', '1000', '10', '100.00', '10.00'],
        ['2026-11-02', '1', 'Cano', 'Em curso', '40000001', '1000', '10', '100.00', '10.00'],
      ],
      ',',
    ),
  )
  const aff = [
    'ID do pedido',
    'Status do Pedido',
    'Id de atribuição da comissão',
    'Nome do afiliado',
    'Comissão do item da marca para o Afiliado',
    'Taxa de serviço de Afiliados do Vendedor',
    'despesas',
    'Estado de dedução',
    'Número de referência SKU',
  ]
  await probe(
    'affiliates base',
    table(aff, [o(1), 'Concluído', '81000001', 'ana', '4.00', '0.50', '4.50', 'Deduzido', 'A']),
  )
  await probe(
    'affiliates R$ in header + % col',
    table(
      aff.map((h) =>
        h === 'despesas'
          ? 'despesas(R$)'
          : h === 'Taxa de serviço de Afiliados do Vendedor'
            ? 'Taxa de serviço de Afiliados do Vendedor(R$)'
            : h === 'Comissão do item da marca para o Afiliado'
              ? 'Comissão do item da marca para o Afiliado(R$)'
              : h,
      ),
      [o(1), 'Concluído', '81000001', 'ana', '4.00', '0.50', '4.50', 'Deduzido', 'A'],
    ),
  )
  await probe(
    'affiliates sci attribution',
    table(aff, [o(1), 'Concluído', '8,1E+17', 'ana', '4.00', '0.50', '4.50', 'Deduzido', 'A']),
  )
  await probe(
    'affiliates state unknown',
    table(aff, [o(1), 'Concluído', '81000001', 'ana', '4.00', '0.50', '4.50', 'Em limbo', 'A']),
  )
  await probe(
    'affiliates total only',
    table(aff, [o(1), 'Concluído', '81000001', 'ana', '', '', '4.50', 'Deduzido', 'A']),
  )
  await probe(
    'affiliates mismatch',
    table(aff, [o(1), 'Concluído', '81000001', 'ana', '4.00', '0.50', '5.50', 'Deduzido', 'A']),
  )
  const st = [
    'Data',
    'Vendas (BRL)',
    'Pedidos',
    'Cliques Por Produto',
    'Visitantes',
    'Taxa de Conversão de Pedidos',
    'Vendas Canceladas',
    'Vendas Devolvidas / Reembolsadas',
    '# de compradores',
  ]
  await probe('stats base', table(st, ['01/11/2026', '1.000,00', '12', '300', '200', '6,00%', '0,00', '0,00', '12']))
  await probe(
    'stats hourly',
    table(
      st,
      ['01/11/2026 00:00', '100,00', '1', '30', '20', '6,00%', '0,00', '0,00', '1'],
      ['01/11/2026 01:00', '100,00', '1', '30', '20', '6,00%', '0,00', '0,00', '1'],
    ),
  )
  await probe(
    'stats US date',
    table(
      st,
      ['11/25/2026', '1,000.00', '12', '300', '200', '6.00%', '0', '0', '12'],
      ['10/11/2026', '1,000.00', '12', '300', '200', '6.00%', '0', '0', '12'],
    ),
  )
  await probe(
    'stats period row',
    table(
      st,
      ['01/11/2026-30/11/2026', '9.000,00', '120', '3000', '2000', '6,00%', '0', '0', '120'],
      ['01/11/2026', '1.000,00', '12', '300', '200', '6,00%', '0,00', '0,00', '12'],
    ),
  )
  await probe('stats serial', table(st, ['46327', '1.000,00', '12', '300', '200', '0,06', '0,00', '0,00', '12']))
  const adj = [
    'Data de conclusão do ajuste',
    'Tipo/Descrição do ajuste',
    'Motivo do ajuste',
    'Valor do ajuste',
    'Número do pedido relacionado',
    'Data de conclusão do pagamento',
  ]
  await probe(
    'adjust several orders in one cell',
    table(adj, ['2026-11-05', 'Multa', 'Atraso', '-10.00', '261101AAAA0001, 261101AAAA0002', '2026-11-06']),
  )
  await probe(
    'adjust empty order words',
    table(
      adj,
      ['2026-11-05', 'DIFAL', 'ICMS', '-10.00', 'N/A', '2026-11-06'],
      ['2026-11-05', 'DIFAL', 'ICMS', '-11.00', 'não se aplica', '2026-11-06'],
    ),
  )
  const mu = [
    'et_title_product_id',
    'et_title_product_name',
    'et_title_variation_id',
    'et_title_variation_name',
    'et_title_parent_sku',
    'et_title_variation_sku',
    'et_title_variation_price',
    'ps_gtin_code',
    'et_title_variation_stock',
  ]
  await probe(
    'mass update without machine row',
    table(
      [
        'ID do Produto',
        'Nome do Produto',
        'Variante Identificador',
        'Nome',
        'SKU de referência',
        'SKU',
        'Preço',
        'GTIN (EAN)',
        'Estoque do Vendedor',
      ],
      ['40000001', 'Caneca', '90000001', 'Azul', 'PAI', 'A', '10,00', '7891234567895', '5'],
    ),
  )
  await probe(
    'mass update price 1.234',
    table(mu, ['40000001', 'Caneca', '90000001', 'Azul', 'PAI', 'A', '1.234', '7.89123E+12', '1.000']),
  )
  await probe(
    'mass update negative stock',
    table(mu, ['40000001', 'Caneca', '90000001', 'Azul', 'PAI', 'A', '10,00', '00', '-3']),
  )
  await probe(
    'mass update promo price column',
    table(
      [...mu, 'et_title_variation_promotion_price'],
      ['40000001', 'Caneca', '90000001', 'Azul', 'PAI', 'A', '10,00', '', '3', '8,00'],
    ),
  )
})
