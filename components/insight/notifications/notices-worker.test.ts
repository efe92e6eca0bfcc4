import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'

type Page = {
  visibilityState: string
  log: string[]
  focus: () => Promise<void>
  navigate: (to: string) => Promise<void>
}
type Click = { notification: { close: () => void; data?: { href: string } }; waitUntil: (work: Promise<void>) => void }

const origin = 'https://mascate.example'
const page = (visibilityState: string, refuses = false): Page => {
  const log: string[] = []
  return {
    visibilityState,
    log,
    focus: async () => void log.push('focus'),
    navigate: async (to) => {
      if (refuses) throw new TypeError('This page is not controlled')
      log.push(to)
    },
  }
}

/** The worker as a browser runs it, with these pages open; what its click opens in a new tab. */
async function click(pages: Page[], href?: string): Promise<string[]> {
  const opened: string[] = []
  const handlers = new Map<string, (event: Click) => void>()
  const clients = { matchAll: async () => pages, openWindow: async (address: string) => void opened.push(address) }
  const self = {
    location: { origin },
    clients,
    addEventListener: (name: string, handle: (event: Click) => void) => void handlers.set(name, handle),
  }
  runInNewContext(readFileSync('public/notices.js', 'utf8'), { self, URL })
  expect([...handlers.keys()]).toEqual(['install', 'activate', 'notificationclick'])
  let isClosed = false
  let work: Promise<void> | undefined
  const notification = { close: () => void (isClosed = true), ...(href && { data: { href } }) }
  handlers.get('notificationclick')!({ notification, waitUntil: (given) => void (work = given) })
  await work
  expect(isClosed).toBe(true)
  return opened
}

test('a click goes to the page of the notice in an open tab, the visible one first', async () => {
  const [hidden, visible] = [page('hidden'), page('visible')]
  expect(await click([hidden, visible], '/dashboard/orders/1')).toEqual([])
  expect([hidden.log, visible.log]).toEqual([[], ['focus', `${origin}/dashboard/orders/1`]])
})

test('without a tab, or where it cannot be sent there, a new one is opened', async () => {
  expect(await click([], '/dashboard/orders/1')).toEqual([`${origin}/dashboard/orders/1`])
  expect(await click([page('visible', true)], '/dashboard/orders/1')).toEqual([`${origin}/dashboard/orders/1`])
  expect(await click([])).toEqual([`${origin}/dashboard/notifications`])
})

test('no other site is opened', async () => {
  expect(await click([], 'https://evil.example/')).toEqual([])
})
