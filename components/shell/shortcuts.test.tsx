import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { PaletteButton } from '@/components/insight/palette/palette-button'
import { QueryProvider } from '@/components/ui/query-provider'
import { testPage } from '@/components/ui/test-page'
import { useUnsavedGuard } from '@/components/ui/use-unsaved-guard'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { usePageKeys } from './page-keys'
import { keepShortcuts } from './shortcut-preference'
import { shortcutPlaces } from './shortcut-places'
import { ShortcutsProvider } from './shortcuts'

const visited: string[] = []
stubPage(
  (() => {
    const router = { push: (address: string) => visited.push(address), refresh: () => undefined }
    return { useRouter: () => router }
  })(),
)

const received: string[] = []
function Page({ search = true, dirty = false }: { search?: boolean; dirty?: boolean }) {
  useUnsavedGuard(dirty)
  return (
    <>
      {search && <input type="search" data-page-search aria-label="Search here" />}
      <textarea aria-label="Note" />
      <label>
        <input type="checkbox" /> Pick
      </label>
      <button type="button">Row</button>
    </>
  )
}

function open(page = <Page />, places = shortcutPlaces.filter(({ letter }) => 'dpg'.includes(letter))) {
  render(
    <QueryProvider>
      <ShortcutsProvider places={places}>
        <PaletteButton setPreferences={() => Promise.resolve()} />
        {page}
      </ShortcutsProvider>
    </QueryProvider>,
    { wrapper: testPage('en') },
  )
}
const press = (key: string, target: Element = document.body, more = {}) => fireEvent.keyDown(target, { key, ...more })
const sheet = () => screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })

beforeEach(() => {
  visited.length = received.length = 0
  localStorage.clear()
  window.matchMedia = () => Object.assign(new EventTarget(), { matches: false }) as MediaQueryList
  Element.prototype.scrollIntoView = () => undefined
  global.fetch = () => Promise.reject(new Error('away'))
})

test('? shows the keys, with the places that may be opened, and Escape closes it', async () => {
  open()
  press('?')
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  const keys = [...dialog.querySelectorAll('dt')].map((key) =>
    [...key.children].map((kbd) => kbd.textContent).join(' '),
  )
  expect(keys).toEqual(['Ctrl K', 'Ctrl B', '/', '?', 'G D', 'G P', 'G G'])
  press('Escape', dialog)
  await waitFor(() => expect(sheet()).toBeNull())
})

test('the sheet has the open page’s own keys too, first of all, and forgets them with the page', async () => {
  function TestScreen() {
    usePageKeys([
      { pressed: ['X'], text: 'Pick the order', single: true },
      { pressed: ['Esc'], text: 'Clear what is picked' },
    ])
    return <Page />
  }
  function Pages() {
    const [away, leave] = useState(false)
    return away ? (
      <Page />
    ) : (
      <>
        <TestScreen />
        <button onClick={() => leave(true)}>{'Leave'}</button>
      </>
    )
  }
  open(<Pages />)
  const shown = async () => {
    press('?')
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    const parts = within(dialog)
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent)
    const texts = [...dialog.querySelectorAll('dd')].map(({ textContent }) => textContent)
    return { dialog, parts, texts }
  }
  const { dialog, parts, texts } = await shown()
  expect(parts[0]).toBe('On this page')
  expect(texts.slice(0, 2)).toEqual(['Pick the order', 'Clear what is picked'])
  fireEvent.click(within(dialog).getByRole('switch'))
  expect([...dialog.querySelectorAll('dd')].map(({ textContent }) => textContent)).not.toContain('Pick the order')
  expect(within(dialog).getByText('Clear what is picked')).toBeTruthy()
  fireEvent.click(within(dialog).getByRole('switch'))
  press('Escape', dialog)
  await waitFor(() => expect(sheet()).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Leave' }))
  expect((await shown()).parts).not.toContain('On this page')
})

test('G and then a letter leads to its page; another letter, or one too late, to none', () => {
  vi.useFakeTimers()
  open()
  press('g')
  press('p')
  expect(visited).toEqual(['/dashboard/minha-empresa/pedidos'])
  press('p')
  press('g')
  press('z')
  press('d')
  press('g')
  vi.setSystemTime(Date.now() + 2000)
  press('d')
  // Not among this person's places.
  press('g')
  press('r')
  expect(visited).toHaveLength(1)
  vi.useRealTimers()
})

test('the letter after G is not heard by the list below', () => {
  open()
  document.addEventListener('keydown', note)
  press('g')
  press('d')
  press('d')
  document.removeEventListener('keydown', note)
  expect(received).toEqual(['g', 'd'])
})
const note = ({ key }: KeyboardEvent) => void received.push(key)

test('/ leads to the page’s search, and where there is none to the palette', async () => {
  open()
  press('/', screen.getByRole('button', { name: 'Row' }))
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  expect(screen.queryByRole('combobox')).toBeNull()
})

test('where a page has no search, / opens the palette', async () => {
  open(<Page search={false} />)
  press('/')
  expect(await screen.findByRole('combobox')).toBeTruthy()
})

test('keys that are typed into a field, held with others or pressed over a dialog mean nothing', async () => {
  open()
  for (const field of [screen.getByRole('textbox', { name: 'Note' }), screen.getByRole('searchbox')])
    for (const key of ['?', 'g', 'd', '/']) press(key, field)
  for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { repeat: true }]) {
    press('?', document.body, held)
    press('g', document.body, held)
    press('d', document.body, held)
  }
  expect(visited).toEqual([])
  expect(document.activeElement).toBe(document.body)
  expect(sheet()).toBeNull()
  // A box that is ticked takes no letters.
  press('?', screen.getByRole('checkbox'))
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  press('g', dialog)
  press('d', dialog)
  expect(visited).toEqual([])
})

test('turning them off leaves Ctrl+K alone, until they are turned on again', async () => {
  open()
  press('?')
  fireEvent.click(await screen.findByRole('switch', { name: 'Single-key shortcuts' }))
  expect(localStorage.getItem('single-key-shortcuts')).toBe('off')
  const dialog = screen.getByRole('dialog')
  expect([...dialog.querySelectorAll('dt')].map((key) => key.textContent)).toEqual(['CtrlK', 'CtrlB'])
  press('Escape', dialog)
  await waitFor(() => expect(sheet()).toBeNull())
  for (const key of ['?', 'g', 'd', '/']) press(key)
  expect(sheet()).toBeNull()
  expect(visited).toEqual([])
  expect(document.activeElement).not.toBe(screen.getByRole('searchbox'))
  press('k', document.body, { ctrlKey: true })
  expect(await screen.findByRole('combobox')).toBeTruthy()
  press('Escape', screen.getByRole('combobox'))
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
  act(() => keepShortcuts(true))
  press('?')
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy()
})

test('a form that holds something unsaved is asked about first', () => {
  const answers = [false, true]
  const confirm = vi.spyOn(window, 'confirm').mockImplementation(() => answers.shift()!)
  open(<Page dirty />)
  press('g')
  press('d')
  expect(visited).toEqual([])
  press('g')
  press('d')
  expect(visited).toEqual(['/dashboard'])
  confirm.mockRestore()
})
