// The affiliates' report of validation as sellers of several countries have it: each amount beside its rate, by item and by order.
import { readMoneySheet } from '@/lib/testing/harnesses/money-sheet'
import { feeStateRank } from '@/lib/money/fees/reported-fees'
import type { FeeDetail } from './items'

const english: [string, string][] = [
  ['Order id', '261101ABCD0001'],
  ['Order Status', 'Completed'],
  ['Verified Status', 'Valid'],
  ['Order Time', '2026-11-01 10:00'],
  ['Item id', '40000001'],
  ['Item Name', 'Caneca'],
  ['Model id', '90000001'],
  ['L1 Global Category', 'Home'],
  ['Price(R$)', '50.00'],
  ['Qty', '1'],
  ['Affiliate Username', 'ana'],
  ['Affiliate MCN', 'Agência'],
  ['Campaign Partner', 'x'],
  ['Purchase Value(R$)', '50.00'],
  ['Refund Amount(R$)', '0.00'],
  ['Item Brand Commission(R$)', '5.00'],
  ['Item Brand Commission Rate to Affiliate', '8.00%'],
  ['Item Brand Commission to Affiliate(R$)', '4.00'],
  ['Item Brand Commission Rate to MCN', '2.00%'],
  ['Item Brand Commission to MCN(R$)', '1.00'],
  ['Order Brand Commission(R$)', '9.00'],
  ['Order Brand Commission to Affiliate(R$)', '8.00'],
  ['Seller Affiliate Service Fee(R$)', '0.50'],
  ['Expense(R$)', '5.50'],
  ['Commission Attribution ID', '8100001'],
  ['Deduction Status', 'Deducted'],
  ['Deduction Method', 'Escrow'],
  ['Original Channel', 'Video'],
]
const portuguese: [string, string][] = [
  ['ID do pedido', '261101ABCD0001'],
  ['Status do Pedido', 'Concluído'],
  ['Horário do pedido', '01-11-2026 10:00:00'],
  ['ID do item', '40000001'],
  ['ID do modelo', '90000001'],
  ['Id de atribuição da comissão', '8100001'],
  ['Campanha do parceiro', '--'],
  ['Comissão do item da marca(R$)', '5.00'],
  ['Taxa de comissão do item da marca para o Afiliado', '8.00%'],
  ['Comissão do item da marca para o Afiliado(R$)', '4.00'],
  ['Comissão do item da marca para MCN(R$)', '1.00'],
  ['Comissão do pedido da marca(R$)', '9.00'],
  ['Comissão do pedido da marca para o Afiliado(R$)', '8.00'],
  ['Taxa de serviço de Afiliados do Vendedor(R$)', '0.50'],
  ['despesas(R$)', '5.50'],
  ['Estado de dedução', 'Deduzido'],
  ['Número de referência SKU', 'C-1'],
  ['Canal original', 'Vídeo'],
]
const read = (columns: readonly [string, string][]) => {
  const { items, unread } = readMoneySheet([columns.map(([name]) => name), columns.map(([, value]) => value)])
  const fees = items.flatMap((item) => (Array.isArray(item) ? [] : (item as FeeDetail).fees))
  return { fees: fees.map(({ key, amount }) => [key.replace(/^.*\//, ''), amount]), unread }
}
const parts = [
  ['commission', 400n],
  ['agency', 100n],
  ['service', 50n],
]

test.each([
  ['English', english],
  ['Portuguese', portuguese],
  ['English, its columns turned', english.toReversed()],
  ['Portuguese, its columns turned', portuguese.toReversed()],
])(
  'the %s report: the item’s commission is no rate and not the order’s, and an agency’s share is a part',
  (_, columns) => {
    expect(read(columns)).toEqual({ fees: parts, unread: [] })
  },
)

test.each([english, portuguese])('with the item’s whole commission alone that is the charge', (...columns) => {
  const whole = columns.filter(([name]) => !/(para|to) (o )?(Afiliado|MCN|Affiliate)/.test(name))
  expect(read(whole).fees).toEqual([
    ['commission', 500n],
    ['service', 50n],
  ])
})

test('with the order’s commission alone, which each of its items repeats, the expense is the charge', () => {
  const ofOrder = portuguese.filter(([name]) => !/Comissão do item|Taxa de serviço/.test(name))
  expect(read(ofOrder)).toEqual({ fees: [['total', 550n]], unread: [] })
})

test.each([
  ['A deduzir', 1],
  ['Em processamento', 1],
  ['Dedução não concluída', 1],
  ['Deduction not completed', 1],
  ['Deduzido', 2],
  ['Dedução concluída', 2],
  ['Deduction Completed', 2],
  ['Não deduzido', 3],
  ['Sem dedução', 3],
  ['Retido', 0],
])('the state of a charge %j is as far as %d', (state, rank) => expect(feeStateRank(state)).toBe(rank))
