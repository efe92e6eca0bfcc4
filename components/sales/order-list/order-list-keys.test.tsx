import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { Dialog } from '@/components/ui/dialog'
import { testPage } from '@/components/ui/test-page'
import { OrderListKeys } from './order-list-keys'
import { PickAll, PickBox, Picks, usePicks } from './picks'

const rows = ['A', 'B', 'C'].map((code) => ({ id: code, code, version: 1 }))

function Picked() {
  return <output>{usePicks().picked.map(({ id }) => id)}</output>
}

function TestScreen() {
  const [open, setOpen] = useState(false)
  return (
    <Picks rows={rows}>
      <OrderListKeys pageKey="">
        <input data-page-search aria-label="busca" />
        <PickAll shown="column" />
        <table>
          <tbody>
            {rows.map(({ id }) => (
              <tr key={id}>
                <td>
                  <PickBox id={id} label={`escolher ${id}`} />
                  <a data-row-link href={`/${id}`}>
                    {id}
                  </a>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </OrderListKeys>
      <Picked />
      <button onClick={() => setOpen(true)}>{'abrir'}</button>
      <Dialog open={open} onClose={() => setOpen(false)} title="acima" />
    </Picks>
  )
}

const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
const focused = () => document.activeElement?.textContent
const picked = () => screen.getByRole('status', { hidden: true }).textContent

beforeEach(() => void render(<TestScreen />, { wrapper: testPage() }))

test('letters and arrows move from row to row, and stop at the ends', () => {
  press('j')
  expect(focused()).toBe('A')
  press('j')
  press('ArrowDown')
  press('j')
  expect(focused()).toBe('C')
  press('k')
  press('ArrowUp')
  press('k')
  expect(focused()).toBe('A')
})

test('a row is picked where the focus is, the page at once, and nothing from nowhere', () => {
  press('x')
  expect(picked()).toBe('')
  press('j')
  press('x')
  expect(picked()).toBe('A')
  press('a')
  expect(picked()).toBe('ABC')
  press('Escape')
  expect(picked()).toBe('')
})

test('the search is one key away, and in it every key is a letter', () => {
  press('/')
  expect(document.activeElement).toBe(screen.getByLabelText('busca'))
  press('j')
  expect(document.activeElement).toBe(screen.getByLabelText('busca'))
})

test('a dialog keeps its keys for itself', async () => {
  press('j')
  press('x')
  fireEvent.click(screen.getByText('abrir'))
  await screen.findByRole('dialog')
  // The focused element may be gone, and the page has the focus then.
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(picked()).toBe('A')
})
