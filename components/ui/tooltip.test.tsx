import { act, fireEvent, render, screen } from '@testing-library/react'
import { Tooltip } from './tooltip'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const shown = () => screen.queryByRole('tooltip')?.textContent ?? null
const hover = (name: string) => fireEvent.pointerEnter(anchor(name), { pointerType: 'mouse' })
const leave = (name: string) => fireEvent.pointerLeave(anchor(name))
const anchor = (name: string) => screen.getByRole('button', { name }).parentElement as HTMLElement

function renderTwo() {
  render(
    <>
      <Tooltip text="one text">
        <button>one</button>
      </Tooltip>
      <Tooltip text="two text">
        <button>two</button>
      </Tooltip>
    </>,
  )
}

test('a tooltip waits 700 ms, the next one within 300 ms does not, a later one does', async () => {
  renderTwo()
  await pass(1000)
  hover('one')
  await pass(699)
  expect(shown()).toBeNull()
  await pass(1)
  expect(shown()).toBe('one text')
  leave('one')
  await pass(100)
  expect(shown()).toBeNull()
  await pass(250)
  hover('two')
  expect(shown()).toBe('two text')
  leave('two')
  await pass(100 + 301)
  hover('one')
  expect(shown()).toBeNull()
  await pass(700)
  expect(shown()).toBe('one text')
})

test('the next one opens at once also while the one before still stands, as when the pointer goes straight on', async () => {
  renderTwo()
  await pass(1000)
  hover('one')
  await pass(700)
  leave('one')
  hover('two')
  expect(screen.getAllByRole('tooltip').map(({ textContent }) => textContent)).toContain('two text')
  await pass(100)
  expect(shown()).toBe('two text')
})

test('the tooltip stays while the pointer is on it, and Escape closes it', async () => {
  renderTwo()
  await pass(1000)
  hover('one')
  await pass(700)
  leave('one')
  fireEvent.pointerEnter(screen.getByRole('tooltip'))
  await pass(500)
  expect(shown()).toBe('one text')
  fireEvent.keyDown(document, { key: 'Escape' })
  expect(shown()).toBeNull()
})

test('keyboard focus shows it at once and describes the control', async () => {
  renderTwo()
  await pass(1000)
  const button = screen.getByRole('button', { name: 'one' })
  act(() => button.focus())
  expect(shown()).toBe('one text')
  expect(button.getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id)
  act(() => button.blur())
  expect(shown()).toBeNull()
})
