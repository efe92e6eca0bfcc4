import { kindOfReport, kindOfType, platformTypes, typeName, walletKinds } from './kinds'

test('every type the platform names has a kind of ours, under its name and its number alike', () => {
  for (const [name, { number, kind }] of Object.entries(platformTypes)) {
    expect(walletKinds).toContain(kind)
    expect(kindOfType(name)).toBe(kind)
    if (number !== null) expect([kindOfType(String(number)), typeName(String(number))]).toEqual([kind, name])
  }
  const numbers = Object.values(platformTypes).flatMap(({ number }) => number ?? [])
  expect(new Set(numbers).size).toBe(numbers.length)
  // Of the platform's list, that these numbers stand in it.
  const listed = [
    101, 102, 201, 202, 203, 301, 302, 401, 402, 404, 405, 406, 407, 408, 409, 411, 412, 413, 414, 415, 450, 451, 452,
    455, 456, 458, 459, 460,
  ]
  expect(numbers).toEqual(expect.arrayContaining([...listed, 501, 502, 503, 504, 505, 701, 801, 802]))
})

test('what is not known is never taken for a payout', () => {
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
  ['Ajuste', 'Return Refund deduction', -100n, 'adjustment'],
  ['Saques', 'Saque para conta bancária', -100n, 'withdrawal'],
  ['Saques', 'Saque cancelado', 100n, 'withdrawal_returned'],
  ['Pix', 'Transferência', -100n, 'withdrawal'],
  ['Pix', 'Depósito', 100n, 'other'],
  ['Shopee Acelera', 'Resgate rápido', 100n, 'early_payout'],
  ['Shopee Acelera', 'Valor restante', 100n, 'early_payout_rest'],
  ['Shopee Acelera', 'Taxa de serviço', -100n, 'early_payout_fee'],
  ['Shopee Acelera', 'Dedução por devolução', -100n, 'early_payout_return'],
  ['Outra coisa', '', 100n, 'other'],
] as const)('the report’s %s “%s” of %s is %s', (type, description, cents, kind) => {
  expect(kindOfReport(type, description, cents)).toBe(kind)
})
