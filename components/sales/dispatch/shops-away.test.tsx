import { render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import { ShopsAway } from './shops-away'

const away = [
  { id: 'A', name: 'Loja Norte', isExpired: true },
  { id: 'B', name: 'Loja Sul', isExpired: false },
]
const show = (canAuthorize: boolean, shops = away) =>
  render(<ShopsAway away={shops} canAuthorize={canAuthorize} />, { wrapper: testPage() })

test('a shop that the platform does not let us into is named, and whoever may authorize it is led there', () => {
  show(true)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'A autorização de Loja Norte terminou',
    'Loja Sul ainda não foi autorizada',
  ])
  expect(screen.getByRole('link', { name: 'Autorizar' }).getAttribute('href')).toBe('/dashboard/shops')
})

test('who may not authorize is told whom to ask, and nothing is said where all are connected', () => {
  show(false)
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.getByText(/Peça a quem cuida das lojas/)).toBeTruthy()
  const { container } = show(true, [])
  expect(container.textContent).toBe('')
})
