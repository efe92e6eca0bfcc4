import { render } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import { OrderFeeDetails } from './order-fee-details'

const stated = (kind: 'service' | 'affiliate' | 'other', cents: bigint) => ({ kind, cents, source: 'income' as const })

test.each([
  ['not stated', [], 'payout is not stated yet', 'payout is not stated yet'],
  [
    'of the service fee alone',
    [stated('service', -450n), stated('affiliate', -99n)],
    'R$4.50 together: what the payout took',
    'the payout took R$0.99',
  ],
  [
    'with a transaction’s fee apart',
    [stated('service', -412n), stated('other', -38n)],
    'R$4.50 together: what the payout took',
    'the payout took R$0.00',
  ],
])('beside a payout %s the reported fees say what they are of it', (_, rows, service, affiliates) => {
  const details = [
    { report: 'service_fees', key: 'fee_per_item', name: 'Taxa por item', amountCents: -450n, state: null },
    { report: 'affiliates', key: 'a', name: 'Comissão', amountCents: 110n, state: null },
  ] as const
  render(<OrderFeeDetails details={[...details]} rows={rows} />, { wrapper: testPage('en') })
  const [first, second] = [...document.querySelectorAll('dl p')].map(({ textContent }) => textContent)
  expect(first).toContain(service)
  expect(second).toContain(affiliates)
})

test.each([
  ['pt', 'Nos relatórios da Shopee', '−R$ 4,50', 'Relatório de afiliados · Em triagem'],
  ['en', 'In Shopee’s reports', '−R$4.50', 'Affiliates’ report · Em triagem'],
] as const)('in %s each part of the fees stands as its report says it', (language, title, amount, reported) => {
  const details = [
    { report: 'service_fees', key: 'fee_per_item', name: 'Taxa por item vendido', amountCents: -450n, state: null },
    { report: 'affiliates', key: 'a', name: 'Comissão', amountCents: 110n, state: 'Em triagem' },
  ] as const
  const { container } = render(<OrderFeeDetails details={[...details]} rows={[]} />, { wrapper: testPage(language) })
  const text = container.textContent!.replace(/\s/g, ' ')
  for (const part of [title, amount, reported, 'Taxa por item vendido']) expect(text).toContain(part)
})
