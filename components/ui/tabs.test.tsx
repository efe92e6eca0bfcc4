import { fireEvent, render, screen } from '@testing-library/react'
import { Tabs } from './tabs'

const sizes = { offsetLeft: 600, offsetWidth: 100, clientWidth: 300, scrollWidth: 900 }
const real = Object.keys(sizes).map((name) => {
  const owner = name.startsWith('offset') ? HTMLElement.prototype : Element.prototype
  return [owner, name, Object.getOwnPropertyDescriptor(owner, name)!] as const
})
beforeEach(() => {
  for (const [owner, name] of real)
    Object.defineProperty(owner, name, { configurable: true, get: () => sizes[name as keyof typeof sizes] })
})
afterEach(() => {
  for (const [owner, name, descriptor] of real) Object.defineProperty(owner, name, descriptor)
})

test('the active tab is in view, the focus stays, and the edges say where there is more', () => {
  const tabs = ['/a', '/b'].map((href) => ({ href, label: href, active: href === '/b' }))
  render(<Tabs label="Partes" tabs={tabs} />)
  const nav = screen.getByRole('navigation')
  expect(nav.scrollLeft).toBe(500)
  expect(nav.dataset.more).toBe('both')
  expect(document.activeElement).toBe(document.body)
  nav.scrollLeft = 0
  fireEvent.scroll(nav)
  expect(nav.dataset.more).toBe('end')
  nav.scrollLeft = 600
  fireEvent.scroll(nav)
  expect(nav.dataset.more).toBe('start')
})
