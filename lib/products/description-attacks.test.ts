import { NextRequest } from 'next/server'
import middleware from '@/middleware'
import { AttackBrowser, type Attacked, type Guards, type Way } from '../testing/attack-browser'
import { attackHtml } from '../testing/attack-html'
import { drawnFrom, isFullProfile, tellFigures } from '../testing/tell-figures'
import { sanitizeDescription } from './sanitize-description'

const sizes = isFullProfile ? { generated: 2_000, fuzzes: 20_000 } : { generated: 100, fuzzes: 200 }
const payloads = attackHtml(Number(drawnFrom) || 1, sizes)

const raw = (html: string) => html
/** What the product sends with its own pages, with a nonce of its own each time. */
const ownPolicy = async () =>
  (await middleware(new NextRequest('http://localhost:3000/auth'))).headers.get('content-security-policy')
const guards: Record<'sanitizer' | 'CSP' | 'neither', Guards> = {
  sanitizer: { policy: async () => null, clean: sanitizeDescription },
  CSP: { policy: ownPolicy, clean: raw },
  neither: { policy: async () => null, clean: raw },
}
const EDITOR = {
  tags: ['p', 'br', 'h2', 'h3', 'strong', 'b', 'em', 'i', 'ul', 'ol', 'li', 'a'],
  attributes: ['href', 'rel'],
}
const ways: Way[] = ['served', 'laid in']

let browser: AttackBrowser
// On a machine without Chromium it is installed first.
beforeAll(async () => void (browser = await AttackBrowser.open()), 600_000)
afterAll(() => browser.close())
jest.setTimeout(3_600_000)

const tell = (guard: string, way: Way, { ran, fetched, left, beyond, lost }: Attacked) => {
  const figure = (what: string, found: number) => ({
    ...{ what: `${guard} alone, ${way}: ${what}`, found: String(found), wanted: '0', holds: found === 0 },
  })
  tellFigures({
    figures: [
      figure('scripts run', ran.size),
      figure('fetched from elsewhere', fetched.length),
      ...(guard === 'sanitizer' ? [figure('beyond what the editor writes', beyond.length)] : []),
    ],
    notes: {
      [`${guard} alone, ${way}`]: `${payloads.length} payloads, ${left.length} went elsewhere, ${lost} documents lost`,
    },
  })
}

/** What there is too much of fills no page. */
const first = ({ ran, fetched, left, beyond, lost }: Attacked) => ({
  ...{
    ran: [...ran].slice(0, 5),
    fetched: fetched.slice(0, 5),
    left: left.slice(0, 5),
    beyond: beyond.slice(0, 5),
    lost,
  },
})

test.each(ways)('what the sanitizer leaves runs nothing without a policy: %s', async (way) => {
  const found = await browser.attack(payloads, way, guards.sanitizer, EDITOR)
  tell('sanitizer', way, found)
  expect(first(found)).toEqual({ ran: [], fetched: [], left: [], beyond: [], lost: 0 })
})

test.each(ways)('under the policy what nobody sanitized runs nothing: %s', async (way) => {
  const found = await browser.attack(payloads, way, guards.CSP, null)
  tell('CSP', way, found)
  expect(first(found)).toMatchObject({ ran: [], fetched: [] })
})

test.each(ways)('without either the payloads run: %s', async (way) => {
  const some = payloads.slice(0, 100)
  const { ran } = await browser.attack(some, way, guards.neither, null)
  const hits = some.filter((_, number) => ran.has(String(number)) || ran.has(`dialog ${number}`)).length
  tellFigures({ notes: { [`without either, ${way}`]: `${hits} of ${some.length} ran` } })
  expect(hits).toBeGreaterThan(some.length / 6)
})
