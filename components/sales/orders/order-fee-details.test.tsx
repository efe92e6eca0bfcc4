import { render } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import { OrderFeeDetails } from './order-fee-details'

test.each([
  ['pt', 'Nos relatórios da Shopee', '−R$ 4,50', 'Relatório de afiliados · Em triagem'],
  ['en', 'In Shopee’s reports', '−R$4.50', 'Affiliates’ report · Em triagem'],
] as const)('in %s each part of the fees stands as its report says it', (language, title, amount, reported) => {
  const details = [
    { report: 'service_fees', key: 'fee_per_item', name: 'Taxa por item vendido', amountCents: -450n, state: null },
    { report: 'affiliates', key: 'a', name: 'Comissão', amountCents: 110n, state: 'Em triagem' },
  ] as const
  const { container } = render(<OrderFeeDetails details={[...details]} />, { wrapper: testPage(language) })
  const text = container.textContent!.replace(/\s/g, ' ')
  for (const part of [title, amount, reported, 'Taxa por item vendido']) expect(text).toContain(part)
})
