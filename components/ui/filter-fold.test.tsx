import { fireEvent, render, screen } from '@testing-library/react'
import { FilterFold } from './filter-fold'
import { testPage } from './test-page'

const show = (count: number, always = false) =>
  render(
    <FilterFold count={count} always={always}>
      <button type="button">{'Loja'}</button>
    </FilterFold>,
    { wrapper: testPage('pt') },
  )

test('on a phone the filters wait behind one button, and are never folded elsewhere', () => {
  show(0)
  const fold = screen.getByRole('button', { name: 'Filtros' })
  const filters = document.getElementById(fold.getAttribute('aria-controls')!)!
  expect(filters.textContent).toBe('Loja')
  expect(fold.getAttribute('aria-expanded')).toBe('false')
  expect([...filters.classList]).toEqual(expect.arrayContaining(['max-md:hidden', 'md:contents']))
  expect([...fold.classList]).toContain('md:hidden!')
  fireEvent.click(fold)
  expect(fold.getAttribute('aria-expanded')).toBe('true')
  expect([...filters.classList]).not.toContain('max-md:hidden')
})

test('the button counts the filters that are on, for the eye and for the ear', () => {
  show(2)
  expect(screen.getByRole('button', { name: 'Filtros: 2 ligados' }).textContent).toBe('Filtros2')
})

test('filters that wait at every size are drawn once they are asked for, and stay', () => {
  show(0, true)
  const fold = screen.getByRole('button', { name: 'Filtros' })
  expect(screen.queryByRole('button', { name: 'Loja' })).toBeNull()
  fireEvent.click(fold)
  const filter = screen.getByRole('button', { name: 'Loja' })
  fireEvent.click(fold)
  expect(filter.isConnected).toBe(true)
})
