import { render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import { ShopsAway } from './shops-away'

const away = [
  { id: 'A', name: 'Loja Norte', isExpired: true },
  { id: 'B', name: 'Loja Sul', isExpired: false },
]
const show = (canAuthorize: boolean, shops = away) =>
  render(<ShopsAway away={shops} canAuthorize={canAuthorize} />, { wrapper: testPage() })

test('a shop that the platform has locked us out of is named, with a link for those who may authorize it', () => {
  show(true)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'A autorização de Loja Norte terminou',
    'Loja Sul ainda não foi autorizada',
  ])
  expect(screen.getByRole('link', { name: 'Autorizar' }).getAttribute('href')).toBe('/dashboard/shops')
})

test('a role that may not authorize sees whom to ask, and the notice is missing where all are connected', () => {
  show(false)
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.getByText(/Peça a quem cuida das lojas/)).toBeTruthy()
  const { container } = show(true, [])
  expect(container.textContent).toBe('')
})
