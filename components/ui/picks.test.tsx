import { fireEvent, render, screen } from '@testing-library/react'
import { useToasterStore } from 'react-hot-toast'
import { createPicks } from './picks'

type Row = { id: string; version: number }
const { PicksProvider, usePicks, PickBox, PickAll } = createPicks<Row>({ idOf: ({ id }) => id, max: 2 })

function Picked() {
  const { picked, rows } = usePicks()
  return (
    <>
      <p role="status">{picked.map(({ id, version }) => `${id}${version}`).join(' ')}</p>
      {rows.map(({ id }) => (
        <PickBox key={id} id={id} label={id} />
      ))}
      <PickBox id="of no row" label="of no row" />
      <PickAll shown="column" label="all" />
    </>
  )
}
const page = (...rows: Row[]) => (
  <PicksProvider rows={rows} full="two at most">
    <Picked />
  </PicksProvider>
)
const row = (id: string, version = 1): Row => ({ id, version })
const press = (name: string) => fireEvent.click(screen.getByRole('checkbox', { name }))
const picked = () => screen.getByRole('status').textContent
const all = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'all' })

function Said() {
  const { toasts } = useToasterStore()
  return toasts.map(({ id, message }) => <p key={id}>{message as string}</p>)
}

test('a pick stays when the page changes, and a row in sight counts as it is now', () => {
  const { rerender } = render(page(row('a'), row('b')))
  press('a')
  rerender(page(row('c')))
  expect(picked()).toBe('a1')
  rerender(page(row('a', 2)))
  expect(picked()).toBe('a2')
})

test('no more than the limit are picked, which is said', () => {
  render(
    <>
      {page(row('a'), row('b'), row('c'))}
      <Said />
    </>,
  )
  press('all')
  expect(picked()).toBe('a1 b1')
  expect(screen.getByText('two at most')).toBeTruthy()
})

test('the box above is half set while some are picked, and takes all back once all are', () => {
  render(page(row('a'), row('b')))
  press('a')
  expect([all().checked, all().indeterminate]).toEqual([false, true])
  press('all')
  expect([picked(), all().checked, all().indeterminate]).toEqual(['a1 b1', true, false])
  press('all')
  expect(picked()).toBe('')
  expect(screen.queryByRole('checkbox', { name: 'of no row' })).toBeNull()
})
