import { kindOfType, platformTypes, typeName, walletKinds } from './kinds'
import { kindOfReport, orderIn, readReportWords, wordsOf } from './report-words'

test('every type the platform names has a kind of ours, under its name and its number alike', () => {
  for (const [name, { number, kind }] of Object.entries(platformTypes)) {
    expect(walletKinds).toContain(kind)
    expect(kindOfType(name)).toBe(kind)
    if (number !== null) expect([kindOfType(String(number)), typeName(String(number))]).toEqual([kind, name])
  }
  const numbers = Object.values(platformTypes).flatMap(({ number }) => number ?? [])
  expect(new Set(numbers).size).toBe(numbers.length)
  // From the platform's list, which contains these numbers.
  const listed = [
    101, 102, 201, 202, 203, 301, 302, 401, 402, 404, 405, 406, 407, 408, 409, 411, 412, 413, 414, 415, 450, 451, 452,
    455, 456, 458, 459, 460,
  ]
  expect(numbers).toEqual(expect.arrayContaining([...listed, 501, 502, 503, 504, 505, 701, 801, 802]))
})

test('a charge of the platform’s warehouse is the shop’s money, under a name that is new as well', () => {
  expect(['FBS_STORAGE_FEE_CHARGE', 'FBS_SOMETHING_ADD'].map(kindOfType)).toEqual(['adjustment', 'adjustment'])
})

test('an unknown kind is never taken for a payout', () => {
  expect(['X', '999', 'ESCROW_SOMETHING', ''].map(kindOfType)).toEqual(['other', 'other', 'other', 'other'])
  expect(kindOfType('WITHDRAWAL_FAILED')).toBe('withdrawal_returned')
})

test.each([
  ['Renda do pedido', 'Renda do pedido #260831SN9WNUGC', 100n, 'payout'],
  ['Renda do pedido', '', -100n, 'payout'],
  ['Ajuste', 'Compensação por extravio', 100n, 'compensation'],
  ['Ajuste', 'Recarga de Shopee Ads', -100n, 'ads_top_up'],
  ['Ajuste', 'Comissão de afiliados', -100n, 'affiliate'],
  ['Ajuste', 'Parcela do empréstimo', -100n, 'loan_instalment'],
  ['Ajuste', 'Reembolso por objeto perdido', 100n, 'compensation'],
  ['Ajuste', 'Indenização por objeto perdido', 100n, 'compensation'],
  ['Ajuste', 'Ressarcimento de produto avariado', 100n, 'compensation'],
  ['Reembolso por objeto perdido', '', 100n, 'compensation'],
  ['Ajuste', 'Débito referente ao pedido 261101CCCC0003 devido à solicitação de reembolso', -100n, 'adjustment'],
  ['Empréstimo para Vendedores', 'Pagamento do Empréstimo para Vendedores', -100n, 'loan_instalment'],
  ['Saldo da Carteira – Pagamento', '', -100n, 'ads_top_up'],
  ['Ajuste', 'Return Refund deduction', -100n, 'adjustment'],
  ['Saques', 'Saque para conta bancária', -100n, 'withdrawal'],
  ['Saques', 'Saque cancelado', 100n, 'withdrawal_returned'],
  ['Pix', 'Transferência', -100n, 'withdrawal'],
  ['Pix', 'Depósito', 100n, 'other'],
  ['Shopee Acelera', 'Resgate rápido', 100n, 'early_payout'],
  ['Shopee Acelera', 'Valor restante', 100n, 'early_payout_rest'],
  ['Shopee Acelera', 'Taxa de serviço', -100n, 'early_payout_fee'],
  ['Shopee Acelera', 'Reembolso da taxa de antecipação', 100n, 'early_payout_fee'],
  ['Antecipação', 'Resgate', 100n, 'early_payout'],
  ['Serviço', 'Cobrança relacionado ao Full', -100n, 'adjustment'],
  ['Taxa de armazenagem', 'Estoque na Shopee', -100n, 'adjustment'],
  ['Multa', 'Pontos de penalidade', -25000n, 'adjustment'],
  ['Ajuste', 'Disputa bem sucedida', 100n, 'compensation'],
  ['Ajuste', 'Disputa bem sucedida', -100n, 'adjustment'],
  ['Shopee Acelera', 'Dedução por devolução', -100n, 'early_payout_return'],
  ['Outra coisa', '', 100n, 'other'],
] as const)('the report’s %s “%s” of %s is %s', (type, description, cents, kind) => {
  expect(kindOfReport(type, description, cents)).toBe(kind)
})

test('an order is found in what a movement says of it, and nothing else is taken for one', () => {
  expect(orderIn('Débito referente ao pedido 261101CCCC0003 devido à solicitação de reembolso')).toBe('261101CCCC0003')
  expect(orderIn('Renda do pedido #260831SN9WNUGC')).toBe('260831SN9WNUGC')
  expect(orderIn('ajuste (261101CCCC0003), ver 261101CCCC0003')).toBe('261101CCCC0003')
  // A redemption's number, a day, two orders, a code of no day.
  expect(orderIn('Resgate - ID da transação: 2193185766133548046')).toBeNull()
  expect(orderIn('De 20261101 a 20261130')).toBeNull()
  expect(orderIn('261101CCCC0003 e 261101CCCC0004')).toBeNull()
  expect(orderIn('269901CCCC0003')).toBeNull()
})

test('an unknown word is shown as it stands, without the numbers that distinguish movements', () => {
  expect(readReportWords('Bonificação', 'Prêmio do mês', 100n)).toEqual({ kind: 'other', isKnown: false })
  expect(readReportWords('Ajuste', 'Xyzzy 123', -100n)).toEqual({ kind: 'adjustment', isKnown: false })
  expect(readReportWords('Ajuste', '', -100n)).toEqual({ kind: 'adjustment', isKnown: true })
  expect(wordsOf('Ajuste', 'Xyzzy 2193185766133548046 do 261101CCCC0003')).toBe('Ajuste · Xyzzy … do …')
})

test.each(['Reavaliação de peso e dimensões', 'Diferença de peso do pacote', 'Ajuste de cubagem'])(
  'a new charge for a parcel’s weight, %s, is a correction with known words',
  (about) => {
    expect(readReportWords('Ajuste', about, -100n)).toEqual({ kind: 'adjustment', isKnown: true })
  },
)

test('a charge under its own name is a correction', () => {
  for (const name of ['Imposto retido', 'Correção de frete', 'Taxa de serviço', 'Cobrança de armazenagem'])
    expect(readReportWords(name, '', -100n)).toEqual({ kind: 'adjustment', isKnown: true })
})
