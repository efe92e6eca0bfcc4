import { writeClaim, type ClaimedOrder } from './claim-text'

vi.mock('server-only', () => ({}))

const order: ClaimedOrder = {
  code: '261101ABC',
  day: '2026-11-01',
  expectedCents: 10_000n,
  paidCents: null,
  askedCents: 10_000n,
  facts: {},
}
const claim = (cause: Parameters<typeof writeClaim>[0]['cause']) =>
  writeClaim({ cause, shopName: 'Loja Norte' }, [order]).replaceAll('\u00a0', ' ')

test('the claim follows the cause: a late payout is to be released, a fee to be given back', () => {
  expect(claim('late')).toContain('Peço a liberação do repasse vencido de R$ 100,00 ou')
  expect(claim('late')).toContain('Total a liberar: R$ 100,00.')
  expect(claim('freight')).toContain('Peço o estorno de R$ 100,00 ou')
  expect(claim('released_less')).toContain('Peço o pagamento da diferença de R$ 100,00 ou')
  expect(claim('compensation_missing')).toContain('Peço o ressarcimento de R$ 100,00 ou')
})
