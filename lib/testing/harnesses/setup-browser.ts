import { cleanup, configure } from '@testing-library/react'
import toast from 'react-hot-toast'
import { clearStubs } from '../fakes/page-stubs'

// A busy machine renders late; nothing waits longer than it has to.
configure({ asyncUtilTimeout: 5000 })

// Browser features that jsdom lacks and Headless UI needs.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
if ('Element' in globalThis) Element.prototype.getAnimations = () => []

type Names = Record<string, unknown>
const page = globalThis as unknown as Names & { mascateFunctions?: Names; mascateTimers?: Set<Timer> }
const functionsOf = (names: Names) =>
  Object.fromEntries(
    Object.getOwnPropertyNames(names).flatMap((name) =>
      typeof names[name] === 'function' ? [[name, names[name]]] : [],
    ),
  )

// Many files share a window: each begins with the functions that the first one found in it (matchMedia, fetch and the like).
page.mascateFunctions ??= functionsOf(page)
for (const [name, one] of Object.entries(functionsOf(page)))
  if (!(name in page.mascateFunctions)) delete page[name]
  else if (one !== page.mascateFunctions[name]) page[name] = page.mascateFunctions[name]

// So do toasts of a file before, whose deadlines end below.
toast.remove()

// A deadline or an interval that a file leaves behind would fire in the middle of a later one, with a toast of its own.
const LEFT_BEHIND_MS = 1000
type Timer = ReturnType<typeof setTimeout>
function followTimers(): Set<Timer> {
  const begun = new Set<Timer>()
  for (const name of ['setTimeout', 'setInterval'] as const) {
    const begin = globalThis[name] as (...given: unknown[]) => Timer
    const followed = (...given: unknown[]) => {
      const timer = begin(...given)
      if (Number(given[1]) >= LEFT_BEHIND_MS) begun.add(timer)
      return timer
    }
    Object.assign(globalThis, { [name]: followed })
    page.mascateFunctions![name] = followed
  }
  return begun
}
page.mascateTimers ??= followTimers()
for (const timer of page.mascateTimers) clearTimeout(timer)
page.mascateTimers.clear()

clearStubs()
// The window is the file's before, and begins as a new one.
if ('document' in globalThis) {
  document.head.replaceChildren()
  document.body.replaceChildren()
  for (const { name } of [...document.documentElement.attributes]) document.documentElement.removeAttribute(name)
  history.replaceState(null, '', '/')
}
afterEach(() => {
  // A test that fails before its own call would leave every later file without a clock.
  vi.useRealTimers()
  cleanup()
  globalThis.localStorage?.clear()
  globalThis.sessionStorage?.clear()
})
