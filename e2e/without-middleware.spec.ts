import { readFileSync } from 'node:fs'
import { withOrganization } from '../lib/core/db'
import { findFiles } from '../lib/testing/harnesses/entries'
import { exactly, isFullProfile, reportFigures } from '../lib/testing/harnesses/report-figures'
import { requestAll, visitorOf, requestKinds, type Answer } from './fixtures/requests'
import { pathOf, plantCompany } from './fixtures/planted'
import { dashboardRoutes, recordRoutes, type RecordRoute } from './fixtures/routes'
import { expect, testByHttp as test } from './fixtures/test'
import { startWithoutMiddleware } from './fixtures/without-middleware'

/** Answers that need no session. */
const PUBLIC = [
  'GET /api/auth/session',
  'GET /api/functions',
  'GET /api/health',
  'GET /api/live',
  'GET /api/session',
  'GET /api/texts/pt/0/common',
]
const SLOTS = {
  '[...nextauth]': 'session',
  '[name]': 'cash_ahead',
  '[assistant]': 'gemini',
  '[language]': 'pt',
  '[version]': '0',
  '[namespaces]': 'common',
}

type Handler = { method: string; path: string }

/** Every method that any route.ts answers, with one of the ids in the place of one by turns; in the full profile with each of them. */
function listHandlers(ids: string[]): Handler[] {
  let turn = 0
  return findFiles('app', 'route.ts').flatMap((file) => {
    const exported = readFileSync(file, 'utf8').matchAll(
      /(?:export (?:const|async function)|\bas) (GET|POST|PUT|PATCH|DELETE)\b/g,
    )
    const address = Object.entries(SLOTS).reduce(
      (path, [slot, name]) => path.replace(slot, name),
      file.replace(/^app|\/route\.ts$/g, ''),
    )
    turn += 1
    const own = isFullProfile ? ids : [ids[turn % ids.length]!]
    const paths = address.includes('[id]') ? own.map((id) => address.replace('[id]', id)) : [address]
    return [...exported].flatMap(([, method]) => paths.map((path) => ({ method: method!, path })))
  })
}

/** Refused by its status, with nothing said but why, or sent to sign in. */
function isRefusal({ status, location, body }: Answer): boolean {
  if (status === 303) return body === '' && new URL(location!).pathname === '/auth'
  if (![401, 403, 404, 405].includes(status)) return false
  return body === '' || (body.length < 200 && /^\{[^[]*"error":/.test(body) && !body.includes('"data"'))
}

test(
  'with the middleware deleted, an anonymous visitor gets no protected byte of any page or route',
  { tag: '@desktop' },
  async ({ organization, openSession }) => {
    if (isFullProfile) test.setTimeout(600_000)
    const planted = await plantCompany(organization)
    const { organizationId } = organization
    const canary = planted.word
    await withOrganization({ organizationId }, (db) =>
      db.organization.update({ where: { id: organizationId }, data: { name: canary }, select: { id: true } }),
    )
    const session = await openSession()
    const server = await startWithoutMiddleware()
    try {
      const member = visitorOf(server.address, session)
      for (const how of ['a page', 'a page of the client router'])
        expect((await member('/dashboard/products', requestKinds[how])).body).toContain(canary)
      const anonymous = visitorOf(server.address)
      const records = (Object.keys(recordRoutes) as RecordRoute[]).map((route) => pathOf(route, planted))
      const secretsShown = [
        canary,
        ...planted.secrets.flatMap(({ spellings }) => spellings),
        ...Object.values(planted.ids),
      ]
      /** Sent to sign in before anything of the company is read; the words of the page's frame are everybody's. */
      const isSentAway = (route: string, { status, location, body }: Answer) =>
        (status === 307 && body === '' && new URL(location!, server.address).pathname === '/auth') ||
        (body.includes('NEXT_REDIRECT;replace;/auth') &&
          !secretsShown.some((word) => !route.includes(word) && body.includes(word)) &&
          !/id="content"|<nav|<table|<form/.test(body))
      const shown: string[] = []
      let requests = 0
      const ways = Object.entries(requestKinds)
      const [plain, ...byRouter] = ways
      await requestAll([...dashboardRoutes, ...records], async (route, at) => {
        for (const [how, headers] of isFullProfile ? ways : [plain!, byRouter[at % byRouter.length]!]) {
          const answer = await anonymous(route, headers)
          requests += 1
          if (!isSentAway(route, answer)) shown.push(`${route}, ${how}`)
        }
      })
      const handlers = listHandlers(Object.values(planted.ids))
      const query = `?organization=${organizationId}&q=${canary}&ids=${planted.ids.product}`
      for (const path of ['/api/palette', '/api/orders/product-search'])
        expect((await member(`${path}${query}`)).body).toContain(canary)
      // No handler reads how the client's router asks.
      for (const [how, headers] of isFullProfile ? ways : ways.slice(0, 1))
        await requestAll(handlers, async ({ method, path }) => {
          const answer = await anonymous(`${path}${query}`, headers, method)
          requests += 1
          const isPublic = PUBLIC.includes(`${method} ${path}`) && answer.status === 200
          if (answer.body.includes(canary) || !(isPublic || isRefusal(answer)))
            shown.push(`${method} ${path}, ${how}: ${answer.status} ${answer.body.slice(0, 80)}`)
        })
      reportFigures({
        refused: requests - shown.length,
        figures: [exactly('answers with something of a company', shown.length, 0)],
      })
      expect(shown).toEqual([])
    } finally {
      await server.stop()
    }
  },
)
