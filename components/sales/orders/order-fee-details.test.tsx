import { render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { testPage } from '@/components/ui/test-page'
import { OrderFeeDetails } from './order-fee-details'

type Props = ComponentProps<typeof OrderFeeDetails>
const fee = (key: string, amountCents: bigint) => ({
  report: 'affiliates',
  key,
  name: 'Comissão para o Afiliado',
  amountCents,
  state: 'Deduzido',
})
const show = (rows: object[]) => {
  const details = [fee('a', 200n), fee('b', 150n)] as unknown as Props['details']
  const { container } = render(<OrderFeeDetails details={details} rows={rows as Props['rows']} />, {
    wrapper: testPage('pt'),
  })
  return container.textContent!.replace(/\s/g, ' ')
}

test('rows of several items that say the same are one line with their sum', () => {
  expect(show([])).toContain('Comissão para o AfiliadoRelatório de afiliados · Deduzido · 2 itensR$ 3,50')
  expect(screen.getAllByRole('term')).toHaveLength(1)
})

test('a payout without a line of the fee is not said to have taken zero', () => {
  const text = show([{ kind: 'commission', cents: -100n, source: 'income' }])
  expect(text).toContain('R$ 3,50 ao todo; o repasse não mostra essa taxa')
  expect(text).not.toContain('R$ 0,00')
})

test('a payout that took another amount is said with both', () => {
  const text = show([{ kind: 'affiliate', cents: -100n, source: 'income' }])
  expect(text).toContain('R$ 3,50 ao todo; o repasse descontou R$ 1,00')
})
