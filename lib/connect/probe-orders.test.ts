import { appendFileSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readOrderRows } from '@/lib/connect/order-imports/order-stream'
import { assembleOrder } from '@/lib/connect/order-imports/assemble-order'
import { csvOf } from '@/lib/testing/factories/sheets'
import { makeZip, sheetXml, workbookParts } from '@/lib/testing/factories/zip-file'

const out = '/tmp/probe-orders.txt'
writeFileSync(out, '')
const folder = mkdtempSync(join(tmpdir(), 'probe-'))
let n = 0
const say = (text: string) => appendFileSync(out, text + '\n')
const shown = (value: unknown) => JSON.stringify(value, (_, v) => (typeof v === 'bigint' ? `${v}` : v))

async function readBytes(body: Buffer | string) {
  const path = join(folder, `${(n += 1)}.csv`)
  writeFileSync(path, body)
  const orders: unknown[] = []
  let unread: unknown
  await readOrderRows(path, 100, async (batch) => {
    for (const o of batch.orders) {
      const a = assembleOrder(o.rows, batch.map)
      orders.push(
        a.ok
          ? {
              code: a.order.code,
              st: a.order.platformStatus,
              placed: new Date(a.order.placedAt).toISOString(),
              paid: a.order.paidAt && new Date(a.order.paidAt).toISOString(),
              shipBy: a.order.shipBy && new Date(a.order.shipBy).toISOString(),
              items: a.order.items.map(
                (i) =>
                  `${i.sku}|${i.title}|${i.variation}|${i.quantity}x${i.unitPriceCents}=${i.subtotalCents}-${i.discountCents}`,
              ),
              rev: a.order.revenueCents,
              v: a.order.sellerVoucherCents,
              coins: a.order.sellerCoinsCents,
              fr: a.order.freightPaidCents,
              tot: a.order.totalCents,
              com: a.order.commissionCents,
              ser: a.order.serviceCents,
              tx: a.order.transactionCents,
              rep: a.repeated.length,
              old: a.older.length,
              unk: a.unknownStatus,
            }
          : { bad: a.rows.map((r) => r.problems.map((p) => `${p.cell} ${p.field} ${p.problem} ${p.value}`)) },
      )
      for (const r of o.rows)
        if (r.odd.length) orders.push({ odd: r.odd.map((p) => `${p.cell} ${p.field} ${p.problem} ${p.value}`) })
    }
    if (batch.unread) unread = batch.unread.map((u) => [u.kind, u.name, u.place, u.count, u.cents, u.sample])
  })
  return { orders, unread }
}
const probe = async (name: string, body: Buffer | string) => {
  try {
    const { orders, unread } = await readBytes(body)
    say(`## ${name}`)
    for (const o of orders) say('   ' + shown(o))
    say('   UNREAD ' + shown(unread))
  } catch (error) {
    say(
      `## ${name}\n   REFUSED ${(error as { code?: string }).code ?? error} ${shown((error as { values?: unknown }).values)}`,
    )
  }
}

const head = [
  'ID do pedido',
  'Status do pedido',
  'Data de criação do pedido',
  'Hora do pagamento do pedido',
  'Data prevista de envio',
  'Nome do Produto',
  'Número de referência SKU',
  'Nome da variação',
  'Preço original',
  'Preço acordado',
  'Quantidade',
  'Subtotal do produto',
  'Desconto do vendedor',
  'Cupom do vendedor',
  'Valor Total',
  'Taxa de envio pagas pelo comprador',
  'Taxa de transação',
  'Taxa de comissão bruta',
  'Taxa de comissão líquida',
  'Taxa de serviço bruta',
  'Taxa de serviço líquida',
  'Número de produtos pedidos',
]
const base = {
  'ID do pedido': '261101AAAA0001',
  'Status do pedido': 'Concluído',
  'Data de criação do pedido': '2026-11-01 10:15',
  'Hora do pagamento do pedido': '2026-11-01 10:16',
  'Data prevista de envio': '2026-11-03 23:59',
  'Nome do Produto': 'Caneca',
  'Número de referência SKU': 'CAN-1',
  'Nome da variação': 'Azul',
  'Preço original': '60.00',
  'Preço acordado': '50.00',
  Quantidade: '2',
  'Subtotal do produto': '100.00',
  'Desconto do vendedor': '10.00',
  'Cupom do vendedor': '0.00',
  'Valor Total': '110.00',
  'Taxa de envio pagas pelo comprador': '10.00',
  'Taxa de transação': '0.00',
  'Taxa de comissão bruta': '18.60',
  'Taxa de comissão líquida': '18.60',
  'Taxa de serviço bruta': '10.40',
  'Taxa de serviço líquida': '10.40',
  'Número de produtos pedidos': '2',
} as Record<string, string>
const row = (over: Record<string, string> = {}) => head.map((h) => ({ ...base, ...over })[h] ?? '')
const csv = (...rows: Record<string, string>[]) => csvOf([head, ...rows.map(row)], ';')
const all = (change: (cell: string, h: string) => string, over: Record<string, string> = {}) =>
  csvOf([head, row(over).map((c, i) => change(c, head[i]!))], ';')

test('probe', async () => {
  await probe('base', csv({}))
  await probe(
    'apostrophes before all',
    all((c) => `'${c}`),
  )
  await probe(
    '="…" all',
    csvOf([head, row()], ';').replace(/"([^"]*)"(?=;|\r|$)/g, (w, t) => (head.includes(t) ? w : `"=""${t}"""`)),
  )
  await probe(
    'nbsp around',
    all((c) => `\u00a0${c}\u00a0`),
  )
  await probe(
    'narrow nbsp in money',
    all((c) => (/^\d+\.\d\d$/.test(c) ? `R$\u202f${c.replace('.', ',')}` : c)),
  )
  await probe('figure space thousands', csv({ 'Preço acordado': '1 234,50', 'Subtotal do produto': '2\u00a0469,00' }))
  await probe(
    'mixed decimals in one file',
    csvOf(
      [
        head,
        row({ 'Preço acordado': '1.234,50', 'Subtotal do produto': '2469.00' }),
        row({ 'ID do pedido': '261101AAAA0002', 'Preço acordado': '1,234.50', 'Subtotal do produto': '2.469,00' }),
      ],
      ';',
    ),
  )
  await probe(
    'US dates unpadded',
    csvOf(
      [
        head,
        row({ 'Data de criação do pedido': '11/3/2026 10:15' }),
        row({ 'ID do pedido': '261101AAAA0002', 'Data de criação do pedido': '11/25/2026 10:15' }),
        row({ 'ID do pedido': '261101AAAA0003', 'Data de criação do pedido': '10/11/2026 10:15' }),
      ],
      ';',
    ),
  )
  await probe(
    'US dates AM/PM',
    csvOf(
      [
        head,
        row({ 'Data de criação do pedido': '11/3/2026 10:15:00 AM' }),
        row({ 'ID do pedido': '261101AAAA0002', 'Data de criação do pedido': '11/25/2026 10:15:00 PM' }),
        row({ 'ID do pedido': '261101AAAA0003', 'Data de criação do pedido': '10/11/2026 01:15:00 PM' }),
      ],
      ';',
    ),
  )
  await probe(
    'dates with T and Z, offset',
    csvOf(
      [
        head,
        row({
          'Data de criação do pedido': '2026-11-01T10:15:00Z',
          'Hora do pagamento do pedido': '2026-11-01T10:15:00-03:00',
        }),
      ],
      ';',
    ),
  )
  await probe('date dotted', csv({ 'Data de criação do pedido': '01.11.2026 10:15' }))
  await probe('date dd-mm-yyyy', csv({ 'Data de criação do pedido': '01-11-2026 10:15' }))
  await probe('date yyyymmdd', csv({ 'Data de criação do pedido': '20261101 10:15' }))
  await probe('date weekday', csv({ 'Data de criação do pedido': 'domingo, 1 de novembro de 2026 10:15' }))
  await probe('date with (GMT-3)', csv({ 'Data de criação do pedido': '2026-11-01 10:15 (GMT-3)' }))
  await probe('date with BRT', csv({ 'Data de criação do pedido': '01/11/2026 10:15 BRT' }))
  await probe('date single digit hour', csv({ 'Data de criação do pedido': '2026-11-01 9:15' }))
  await probe('date iso slash 2026/11/1', csv({ 'Data de criação do pedido': '2026/11/1 9:15' }))
  await probe('time first', csv({ 'Data de criação do pedido': '10:15 01/11/2026' }))
  await probe('serial text', csv({ 'Data de criação do pedido': '46327.42708' }))
  await probe('serial text comma', csv({ 'Data de criação do pedido': '46327,42708' }))
  await probe('epoch seconds', csv({ 'Data de criação do pedido': '1793538900' }))
  await probe('epoch ms', csv({ 'Data de criação do pedido': '1793538900000' }))
  await probe('negative subtotal (cancel)', csv({ 'Subtotal do produto': '(100,00)' }))
  await probe(
    'minus behind fees',
    csv({ 'Taxa de comissão bruta': '18,60-', 'Taxa de comissão líquida': '\u221218,60' }),
  )
  await probe('fees in percent', csv({ 'Taxa de comissão bruta': '18,6%', 'Taxa de comissão líquida': '18,6%' }))
  await probe('fee zero gross', csv({ 'Taxa de comissão bruta': '0', 'Taxa de comissão líquida': '18.60' }))
  await probe('status unknown', csv({ 'Status do pedido': 'Em Análise de Fraude' }))
  await probe('status À enviar', csv({ 'Status do pedido': 'À Enviar' }))
  await probe('status Cancelamento solicitado', csv({ 'Status do pedido': 'Cancelamento solicitado' }))
  await probe('status Em cancelamento', csv({ 'Status do pedido': 'Em cancelamento' }))
  await probe('status Devolução', csv({ 'Status do pedido': 'Devolução/Reembolso' }))
  await probe('status Pendente', csv({ 'Status do pedido': 'Pendente' }))
  await probe('status Nota fiscal pendente', csv({ 'Status do pedido': 'Pendente de Nota Fiscal' }))
  await probe('qty 0', csv({ Quantidade: '0', 'Subtotal do produto': '0.00' }))
  await probe('qty 1,5', csv({ Quantidade: '1,5' }))
  await probe('qty 2 un', csv({ Quantidade: '2 un' }))
  await probe(
    'gift price 0',
    csvOf(
      [
        head,
        row({ 'Número de produtos pedidos': '3' }),
        row({
          'Nome do Produto': 'Brinde',
          'Número de referência SKU': 'BR',
          Quantidade: '1',
          'Preço acordado': '0.00',
          'Subtotal do produto': '0.00',
          'Preço original': '0.00',
          'Desconto do vendedor': '0.00',
          'Número de produtos pedidos': '3',
        }),
      ],
      ';',
    ),
  )
  await probe(
    'gift with dashes',
    csvOf(
      [
        head,
        row({ 'Número de produtos pedidos': '3' }),
        row({
          'Nome do Produto': 'Brinde',
          'Número de referência SKU': 'BR',
          Quantidade: '1',
          'Preço acordado': '-',
          'Subtotal do produto': '-',
          'Preço original': '-',
          'Desconto do vendedor': '-',
          'Número de produtos pedidos': '3',
        }),
      ],
      ';',
    ),
  )
  await probe('subtotal disagrees', csv({ 'Subtotal do produto': '99.99' }))
  await probe('qty per unit subtotal', csv({ 'Subtotal do produto': '50.00' }))
  await probe(
    'big money',
    csv({ 'Preço acordado': '30000000.00', Quantidade: '1', 'Subtotal do produto': '30000000.00' }),
  )
  await probe(
    'huge money',
    csv({ 'Preço acordado': '3000000000.00', Quantidade: '1', 'Subtotal do produto': '3000000000.00' }),
  )
  await probe('code scientific', csv({ 'ID do pedido': '2,61101E+13' }))
  await probe('code lower', csv({ 'ID do pedido': '261101aaaa0001' }))
  await probe('code with spaces inside', csv({ 'ID do pedido': '261101 AAAA0001' }))
  await probe('code with zero width', csv({ 'ID do pedido': '\u200b261101AAAA0001\ufeff' }))
  await probe('same order two cases', csvOf([head, row(), row({ 'ID do pedido': '261101aaaa0001' })], ';'))
  await probe('title block', 'Relatório de pedidos;;;\nLoja X;;;\nPeríodo: 01/11/2026 a 30/11/2026\n\n' + csv({}))
  await probe(
    'sum in the middle',
    csvOf(
      [
        head,
        row(),
        head.map((h) => (h === 'Subtotal do produto' ? '100.00' : h === 'ID do pedido' ? 'Subtotal' : '')),
        row({ 'ID do pedido': '261101AAAA0002' }),
      ],
      ';',
    ),
  )
  await probe(
    'sum with dashes',
    csvOf(
      [
        head,
        row(),
        head.map((h) => (h === 'Subtotal do produto' ? '100.00' : h === 'Status do pedido' ? 'TOTAL GERAL' : '-')),
      ],
      ';',
    ),
  )
  await probe(
    'sum unlabelled',
    csvOf(
      [head, row(), head.map((h) => (/produto$|Total|Taxa/.test(h) && h !== 'Nome do Produto' ? '100.00' : ''))],
      ';',
    ),
  )
  await probe(
    'two header rows',
    csvOf(
      [['Pedido', '', 'Datas', '', '', 'Item', '', '', 'Valores', ...head.slice(9).map(() => '')], head, row()],
      ';',
    ),
  )
  await probe(
    'units in header',
    csvOf([head.map((h) => (/Preço|Valor|Taxa|Subtotal|Cupom do|Desconto/.test(h) ? `${h} (R$)` : h)), row()], ';'),
  )
  await probe(
    'header (BRL) prefix',
    csvOf([head.map((h) => (/Preço|Valor|Taxa|Subtotal|Cupom do|Desconto/.test(h) ? `${h} [R$]` : h)), row()], ';'),
  )
  await probe(
    'header with units em reais',
    csvOf([head.map((h) => (/Preço|Valor|Taxa|Subtotal/.test(h) ? `${h} em R$` : h)), row()], ';'),
  )
  await probe(
    'columns duplicated empty second',
    csvOf(
      [
        [...head, ...head],
        [...row(), ...row().map(() => '')],
      ],
      ';',
    ),
  )
  await probe(
    'columns duplicated empty first',
    csvOf(
      [
        [...head, ...head],
        [...row().map(() => ''), ...row()],
      ],
      ';',
    ),
  )
  await probe(
    'columns duplicated with .1',
    csvOf(
      [
        [...head, 'Desconto do vendedor.1', 'Cidade.1'],
        [...row(), '3.00', 'X'],
      ],
      ';',
    ),
  )
  await probe(
    'new month renamed fees',
    csvOf(
      [
        head.map(
          (h) =>
            ({
              'Taxa de comissão bruta': 'Comissão bruta',
              'Taxa de comissão líquida': 'Comissão líquida',
              'Taxa de serviço bruta': 'Tarifa de serviço bruta',
              'Taxa de serviço líquida': 'Tarifa de serviço líquida',
              'Cupom do vendedor': 'Voucher do vendedor',
            })[h] ?? h,
        ),
        row({ 'Cupom do vendedor': '5.00' }),
      ],
      ';',
    ),
  )
  await probe('tab separated BOM', '\ufeff' + csvOf([head, row()], '\t').replaceAll('"', ''))
  await probe('pipe', csvOf([head, row()], '|').replaceAll('"', ''))
  await probe(
    'comma with decimals comma quoted',
    csvOf([head, row().map((c) => (/^\d+\.\d\d$/.test(c) ? c.replace('.', ',') : c))], ','),
  )
  await probe(
    'comma with decimals comma UNquoted',
    csvOf([head, row().map((c) => (/^\d+\.\d\d$/.test(c) ? c.replace('.', ',') : c))], ',').replaceAll('"', ''),
  )
  await probe('partial last line', csvOf([head, row(), row({ 'ID do pedido': '261101AAAA0002' })], ';').slice(0, -60))
  await probe(
    'partial last line cut in amount',
    csvOf(
      [
        head,
        row(),
        row({ 'ID do pedido': '261101AAAA0002', 'Subtotal do produto': '1234.00', 'Preço acordado': '617.00' }),
      ],
      ';',
    )
      .replaceAll('"', '')
      .replace(/(0002.*;12)34.*$/s, '$1'),
  )
  await probe('NUL bytes', csv({ 'Nome do Produto': 'Can\0eca' }))
  await probe('old Mac line ends', csv({}).replaceAll('\r\n', '\r'))
  await probe('title with newline + quotes', csv({ 'Nome do Produto': 'Caneca "Azul"\ngrande; bonita' }))
  await probe('emoji title', csv({ 'Nome do Produto': '🔥 Caneca 🔥' }))
  await probe(
    'joined two exports diff columns',
    csvOf([head, row()], ';') +
      '\r\n' +
      csvOf([head.toReversed(), row({ 'ID do pedido': '261101AAAA0002' }).toReversed()], ';'),
  )
  await probe('cancel reason present but shipped', csv({ 'Status do pedido': 'Cancelado pelo comprador' }))
  await probe('status Enviado com data', csv({ 'Status do pedido': 'Enviado em 03/11/2026' }))
})
