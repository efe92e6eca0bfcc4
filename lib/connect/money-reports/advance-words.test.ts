import { followAdvance, isFurtherAdvance, type ReportedAdvance } from './advance-words'
import { readMoneySheet } from '@/lib/testing/harnesses/money-sheet'
import { SheetReading } from './sheet-reading'

const headings = [
  'Data do resgate rápido',
  'ID do resgate rápido',
  'ID do pedido',
  'Valor dos resgates rápidos',
  'Taxa de Serviço',
  'Valor recebido',
  'Valor restante para pagamento',
  'Status',
]
function read(fee: string, status: string) {
  const reading = new SheetReading()
  const row = ['2026-11-03 10:00', '77000001', '261101AAAA0001', '90,00', fee, '86,85', '10,00', status]
  const rows = [headings, row].flatMap((values, at) =>
    reading.take({ number: at + 1, cells: new Map(values.map((text, place) => [place, { kind: 'text', text }])) }),
  )
  return {
    items: rows.flatMap((one) => ('read' in one ? [one.read.item] : [])),
    unread: reading.unread.list().map(({ kind, name, cents }) => `${kind} ${name} ${cents}`),
  }
}

test('an advance that was cancelled received nothing, its order is still to be paid, and it is reported', () => {
  for (const status of ['Cancelada', 'Antecipação cancelada', 'Recusada'])
    expect(read('3,15', status)).toMatchObject({
      items: [{ receivedCents: 0n, feeCents: 0n, restCents: 10_000n }],
      unread: [`notMoved ${status} 9000`],
    })
})

test.each(['', '-', 'grátis'])('a fee of %j is what was advanced less what was received', (fee) => {
  expect(read(fee, 'Antecipação paga').items).toMatchObject([{ feeCents: 315n, advanceCents: 9_000n }])
})

const advance = (status: string, restCents: number, returnedCents = 0, receivedCents = 8_685): ReportedAdvance => ({
  at: '2026-11-03T13:00:00.000Z',
  advanceCents: 9_000,
  feeCents: 315,
  receivedCents,
  restCents,
  returnedCents,
  status,
  dueOn: '2026-11-20',
})

test.each([
  ['was paid', advance('Antecipação paga', 1_000), advance('Totalmente pago', 0)],
  ['is called in unknown words', advance('', 1_000), advance('Em disputa', 1_000)],
  ['shrank', advance('Antecipação paga', 1_000), advance('Antecipação paga', 400)],
  ['was taken back in part', advance('Totalmente pago', 0), advance('Antecipação parcialmente reembolsada', 0, 4_000)],
  [
    'was taken back',
    advance('Antecipação parcialmente reembolsada', 0, 4_000),
    advance('Antecipação totalmente reembolsada', 0, 9_000),
  ],
  ['was cancelled', advance('Antecipação paga', 1_000), advance('Cancelada', 1_000)],
])('an advance that %s is in the further state, whichever report is read first', (_, earlier, later) => {
  expect([isFurtherAdvance(earlier, later), isFurtherAdvance(later, earlier), isFurtherAdvance(later, later)]).toEqual([
    true,
    false,
    false,
  ])
})

test('two reports that differ in an amount alone leave the same one in any order', () => {
  const [a, b] = [advance('Antecipação paga', 1_000), advance('Antecipação paga', 1_000, 0, 8_000)]
  expect(isFurtherAdvance(a, b)).not.toBe(isFurtherAdvance(b, a))
})

test('an amount that a list does not say is unknown, and keeps what another said of it, in any order', () => {
  const report = advance('Antecipação paga', 1_000, 4_000)
  const later = { ...advance('Totalmente pago', 0), restCents: null, returnedCents: null }
  const both = { ...later, restCents: 1_000, returnedCents: 4_000 }
  expect([followAdvance(report, later), followAdvance(later, report)]).toEqual([both, both])
  expect([followAdvance(both, report), followAdvance(both, later)]).toEqual([null, null])
})

test('an advance that was given back by an amount that the list leaves empty is reported, and one that was not is none', () => {
  const read = (status: string, returned: string) =>
    readMoneySheet([
      [...headings, 'Valor reembolsado'],
      ['2026-11-03 10:00', '77000001', '261101AAAA0001', '90,00', '3,15', '86,85', '10,00', status, returned],
    ])
  expect(read('Antecipação totalmente reembolsada', '')).toMatchObject({
    items: [{ returnedCents: null }],
    unread: [['cell', 'Valor reembolsado', 1, null]],
  })
  expect(read('Antecipação paga', '')).toMatchObject({ items: [{ returnedCents: null }], unread: [] })
  expect(read('Antecipação paga', '0,00')).toMatchObject({ items: [{ returnedCents: 0n }], unread: [] })
})
