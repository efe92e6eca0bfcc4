import { render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import { defaultTerms } from '@/lib/money/fees/terms'
import type { FeesView } from '@/lib/money/fees/views'
import { TermsCard } from './terms-card'

test('an answer that a shop does not take part is shown with its terms', () => {
  const said = [{ ...defaultTerms, fromDay: '2026-10-01', denied: ['campaign', 'protection'] }]
  const shops = [{ id: 'shop', name: 'Loja', sellerType: 'cnpj', said, volume: null }]
  const view = { shops, canEdit: false, today: '2026-11-28' } as unknown as FeesView
  render(<TermsCard view={view} />, { wrapper: testPage() })
  expect(screen.getByText(/disse que não participa: Campanha, Devolução Fácil/)).toBeTruthy()
})
