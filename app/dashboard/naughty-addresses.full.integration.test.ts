// Full form: loads every page and asks each with naughty texts. Default: lib/core/http/query-fields.test.ts and lib/testing/properties/naughty-calls.integration.test.ts.
// Loads pages: vitest.config.mts
import { readFileSync } from 'node:fs'
import { newId } from '@/lib/core/ids'
import { findFiles, listPages, listRoutes } from '@/lib/testing/harnesses/entries'
import { createTestOrganization, signInAs } from '@/lib/testing/factories/factories'
import { dealFew, dealTexts } from '@/lib/testing/samples/naughty-texts'
import { isFullProfile, reportFigures } from '@/lib/testing/harnesses/report-figures'
import { verifyCompanies } from '@/lib/testing/harnesses/verified'

type Query = Record<string, string>
type Page = (given: { params: Promise<Query>; searchParams: Promise<Query> }) => Promise<unknown>

const deal = dealTexts()
/** For GETs, where each field is tried with each route. */
const dealToRoutes = dealFew(isFullProfile ? 12 : 1)
const counted = { requests: 0, wrong: [] as string[] }
afterAll(() => {
  const { requests, wrong } = counted
  const figure = {
    what: 'unexpected errors, addresses',
    found: String(wrong.length),
    wanted: '0',
    holds: wrong.length === 0,
  }
  reportFigures({ accepted: requests, figures: [figure], notes: { 'addresses asked for': requests } })
})
beforeAll(async () => void (await signInAs((await createTestOrganization()).owner)))

/** Exceptions that answer with a page or a redirect. */
const isAnswer = (error: unknown) =>
  error instanceof Error && 'digest' in error && String(error.digest).startsWith('NEXT_')

/** Also what a page has begun to read for its panels. */
async function settle(node: unknown, seen = new Set<unknown>()): Promise<void> {
  if (typeof node !== 'object' || node === null || seen.has(node)) return
  seen.add(node)
  if (node instanceof Promise) return settle(await node, seen)
  for (const value of Object.values(node)) await settle(value, seen)
}

/** Whether a page came. */
async function attempt(about: string, run: () => Promise<void>): Promise<boolean> {
  counted.requests++
  try {
    await run()
    return true
  } catch (error) {
    if (!isAnswer(error)) counted.wrong.push(`${about}: ${String(error)}`)
    return false
  }
}

/** Addresses whose fields are filled all at once, each with its own texts. */
function* filled(names: string[]): Generator<Query> {
  const texts = names.map(() => deal())
  for (let at = 0; at < Math.max(...texts.map(({ length }) => length)); at++)
    yield Object.fromEntries(names.map((name, of) => [name, texts[of]![at % texts[of]!.length]!]))
}

/** The fields that are read of an address, by reading them. */
async function readOf(page: Page, params: Query): Promise<string[]> {
  const names = new Set<string>()
  const note = (name: string | symbol) => void (typeof name === 'string' && name !== 'then' && names.add(name))
  const query = new Proxy<Query>(
    {},
    {
      get: (_, name) => void note(name),
      has: (_, name) => (note(name), false),
    },
  )
  await attempt('without a query', async () =>
    settle(await page({ params: Promise.resolve(params), searchParams: Promise.resolve(query) })),
  )
  return [...names].filter((name) => name !== 'toJSON')
}

test('every screen opens, or is not found, whatever stands in its address', async () => {
  for (const { address, path } of await listPages('app')) {
    const { default: page } = (await import(`../../${path}`)) as { default: Page }
    const slots = [...address.matchAll(/\[(\w+)\]/g)].map(([, name]) => name!)
    const params = Object.fromEntries(slots.map((name) => [name, newId()]))
    const open =
      (query: Query, given = params) =>
      async () =>
        settle(await page({ params: Promise.resolve(given), searchParams: Promise.resolve(query) }))
    const request = (query: Query) => attempt(`${address}?${JSON.stringify(query).slice(0, 300)}`, open(query))
    for (const query of filled(await readOf(page, params)))
      // Where one field has turned all of it down, each is asked of by itself.
      if (!(await request(query))) for (const [name, text] of Object.entries(query)) await request({ [name]: text })
    for (const slot of slots)
      for (const text of deal())
        await attempt(`${address} ${slot} ${JSON.stringify(text).slice(0, 60)}`, open({}, { ...params, [slot]: text }))
  }
  expect(counted.wrong.slice(0, 30)).toEqual([])
})

test('every GET answers, or refuses, whatever stands in its address', async () => {
  const namesIn = (path: string) =>
    [...readFileSync(path, 'utf8').matchAll(/\b(?:get\('|query\.)(\w+)/g)].map(([, name]) => name!)
  const filters = [...findFiles('lib', 'views.ts'), ...findFiles('lib', 'filters.ts')].flatMap(namesIn)
  expect(filters.length).toBeGreaterThan(20)
  // A route that hands its whole address on may be asked for anything that a screen's filters know.
  const namesOf = (path: string) =>
    new Set([...namesIn(path), ...(readFileSync(path, 'utf8').includes('fromEntries') ? filters : ['id'])])
  const slots = { id: newId(), nextauth: ['session'] } as unknown as Query
  for (const { name: route, path, handle } of (await listRoutes()).filter(({ name }) => name.startsWith('GET ')))
    for (const name of namesOf(path))
      for (const text of dealToRoutes()) {
        const query = new URLSearchParams({ [name]: text }).toString()
        await attempt(`${route}?${name}=${JSON.stringify(text).slice(0, 60)}`, async () => {
          const request = new Request(`http://localhost:3000${route.slice(4)}?${query}`)
          const answer = await handle(request, { params: Promise.resolve(slots) })
          await answer.body?.cancel()
          if (answer.status >= 500) throw new Error(String(answer.status))
        })
      }
  expect(counted.wrong.slice(0, 30)).toEqual([])
})

test('the figures and audit logs of its company verify', () => verifyCompanies())
