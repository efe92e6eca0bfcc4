import { render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import { StateBadge } from './state-badge'

test.each([
  ['failed', 'Recusada', 'Recusado'],
  ['done', 'Concluída', 'Gravado'],
] as const)(
  'an import that is %s is called so as an import of orders and as a file of money',
  (state, order, money) => {
    render(
      <>
        <StateBadge state={state} />
        <StateBadge state={state} of="moneyFiles" />
      </>,
      { wrapper: testPage() },
    )
    expect(screen.getByText(order)).toBeTruthy()
    expect(screen.getByText(money)).toBeTruthy()
  },
)
