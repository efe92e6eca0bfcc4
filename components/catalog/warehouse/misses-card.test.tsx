import { render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import type { MissView } from '@/lib/catalog/warehouse/shelf-miss-schema'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { MissesCard } from './misses-card'

stubPage({ useRouter: () => ({ refresh: () => undefined }) })

const miss: MissView = {
  id: 'm',
  productId: 'p',
  sku: 'CAN-1',
  title: 'Caneca',
  unitsBefore: '3',
  unitsCounted: '0',
  reason: 'Não está na prateleira',
  createdAt: '2026-11-30T12:00:00Z',
  state: 'noListings',
  listings: [],
  orders: [{ id: 'o', code: '2611CANECA', shipBy: '2026-12-01T02:30:00Z' }],
}

test('the deadline of an order at risk is on the clock of the company, in the words of the language', () => {
  const show = (language: 'pt' | 'en', zone: string) => {
    const { unmount } = render(<MissesCard list={{ misses: [miss], total: 1 }} />, {
      wrapper: testPage(language, zone),
    })
    const text = screen.getByRole('link', { name: /2611CANECA/ }).textContent
    unmount()
    return text
  }
  expect(show('pt', 'America/Sao_Paulo')).toBe('2611CANECA 30/11/2026 23:30')
  expect(show('pt', 'America/Manaus')).toBe('2611CANECA 30/11/2026 22:30')
  expect(show('en', 'America/Manaus')).toBe('2611CANECA Nov 30, 2026, 10:30 PM')
})
