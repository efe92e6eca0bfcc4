import { render } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import type { ShopView } from '@/lib/connect/shops/views'
import { GrantEnd } from './shop-state'

const day = new Date('2026-11-20T12:00:00Z')
const none = { grantEndsAt: null, daysLeft: null, warning: null, connectedAt: null }

test.each([
  ['without an authorization', { ...none, status: 'pending' }, 'ainda não'],
  ['that was disconnected', { ...none, status: 'pending', connectedAt: day }, 'desligada'],
  [
    'whose grant ended',
    { ...none, status: 'expired', grantEndsAt: day, daysLeft: 0 },
    'Terminou: autorize de novoem 20/11/2026',
  ],
  [
    'whose grant was taken away before its end',
    { ...none, status: 'expired', grantEndsAt: day, daysLeft: 9 },
    'Terminou: autorize de novo',
  ],
  ['with an unknown end', { ...none, status: 'active' }, 'sem prazo informado'],
])('the column of a shop %s says so', (_, shop, text) => {
  const { container } = render(<GrantEnd shop={shop as unknown as ShopView} timeZone="America/Sao_Paulo" />, {
    wrapper: testPage(),
  })
  expect(container.textContent).toBe(text)
})
