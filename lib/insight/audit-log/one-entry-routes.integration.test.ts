import { POST as callMcp } from '@/app/api/mcp/route'
import { createToken } from '@/lib/identity/access-tokens/tokens'
import { getMember } from '@/lib/identity/auth/member'
import { env } from '@/lib/core/env'
import { answerFunction } from '@/lib/assist/functions/answer'
import { makePageToken } from '@/lib/assist/functions/page-token'
import { functions } from '@/lib/assist/functions/registry'
import { newId } from '@/lib/core/ids'
import { callableTools } from '@/lib/assist/proposals/callable-tools'
import { openManus } from '@/lib/testing/harnesses/agent-harness'
import { inspect, withOwner } from '@/lib/testing/harnesses/database'
import { listRoutes, type RouteInSource } from '@/lib/testing/harnesses/entries'
import { createTestOrganization, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { fingerprint } from '@/lib/testing/harnesses/fingerprint'
import { functionSamples } from '@/lib/testing/samples/function-samples'
import { jsonRequest, mcpCall, routeSamples } from '@/lib/testing/samples/route-samples'

openManus()
beforeAll(() => void Object.assign(env(), { SHOPEE_PARTNER_ID: 1, SHOPEE_PARTNER_KEY: 'a partner’s key' }))

/** Walked, and changes nothing of the company that anybody would ask after. */
const NONE: Record<string, string> = {
  'POST /api/cases/proofs': 'a file without a record yet; the case that takes it is recorded',
  'POST /api/expenses/receipts': 'a file without a record yet; the expense that takes it is recorded',
  'POST /api/functions/token': 'encrypted, and not stored; actions done by it are recorded',
  'POST /api/manus/webhook': 'only decides which task is polled next; its results are recorded',
  'test-integration': 'calls the other side; a changed end of a shop’s grant is recorded in lib/connect/sync',
}
const google = 'leads into lib/identity/auth/google/finish; recorded in lib/identity/auth/google'
const reads = 'reads'
/**
 * Not walked here: outside of memberRoute, and tested elsewhere or without a change. lib/identity/auth holds that no
 * GET of a member changes anything.
 */
const ELSEWHERE: Record<string, string> = {
  'DELETE /api/mcp': 'answers that there is nothing',
  'GET /api/auth/[...nextauth]': google,
  'GET /api/drive/callback': 'lib/connect/drive/drive',
  'GET /api/functions': reads,
  'GET /api/health': reads,
  'GET /api/live': reads,
  'GET /api/metrics': reads,
  'GET /api/mcp': 'answers that there is nothing',
  'GET /api/session': 'the cookie of the same session, renewed',
  'GET /api/texts/[language]/[version]/[namespaces]': reads,
  'GET /api/shopee/callback': 'lib/connect/shops/authorization',
  'POST /api/auth/[...nextauth]':
    'opens and closes sessions as the actions do: lib/identity/auth/sign-in, lib/identity/auth/sign-up',
  'POST /api/functions/[name]': 'each function is walked below',
  'POST /api/mcp': 'each proposal is walked below',
  'POST /api/shopee/webhook': 'the inbox of all companies; the reads that it causes are recorded in lib/connect/sync',
}

type Row = { id: string; event: string; subject: string; kind: string; token: string | null }
const rows = (organizationId: string) =>
  inspect<Row>(
    organizationId,
    `SELECT id, event, subject_kind || ':' || subject_id AS subject, actor_kind::text AS kind, token_id AS token FROM audit_event
     WHERE organization_id = current_organization()`,
  )
/** When a token was last used is no change of the company. */
const markOf = async (organizationId: string) => ({ ...(await fingerprint(organizationId)), access_token: '' })

/** Without its entry the call fails and leaves nothing; then it is recorded once. */
async function walk(
  { organizationId }: TestOrganization,
  isRecorded: boolean,
  call: () => Promise<boolean>,
): Promise<Row[]> {
  if (isRecorded) {
    const mark = await markOf(organizationId)
    await withOwner((owner) => owner.query('ALTER TABLE audit_event ADD CONSTRAINT unrecorded CHECK (false) NOT VALID'))
    const answered = await call()
    await withOwner((owner) => owner.query('ALTER TABLE audit_event DROP CONSTRAINT unrecorded'))
    expect(answered).toBe(false)
    expect(await markOf(organizationId)).toEqual(mark)
  }
  const known = new Set((await rows(organizationId)).map(({ id }) => id))
  expect(await call()).toBe(true)
  const added = (await rows(organizationId)).filter(({ id }) => !known.has(id))
  expect(added.map(({ event }) => event)).toEqual(isRecorded ? [expect.any(String)] : [])
  return added
}

/** A stream is heard to its end. */
async function succeeded(answer: Response): Promise<boolean> {
  const text = await answer.text()
  return answer.ok && !/"isError":true/.test(text)
}

let routes: RouteInSource[]
beforeAll(async () => void (routes = await listRoutes()))

const changing = functions.filter(({ changes }) => changes).map(({ name }) => name)
const proposals = callableTools.filter(({ changes }) => changes).map(({ name }) => name)

test('every route that may change something is walked, or named with who looks at it instead; the exceptions are there', () => {
  const mutating = routes.filter(({ name, entry }) => !name.startsWith('GET ') || !entry).map(({ name }) => name)
  expect([...Object.keys(routeSamples), ...Object.keys(ELSEWHERE)].toSorted()).toEqual(mutating.toSorted())
  expect(Object.keys(functionSamples).toSorted()).toEqual(changing.toSorted())
  expect(Object.keys(NONE).filter((name) => !(name in routeSamples || name in functionSamples))).toEqual([])
})

test.each(Object.keys(routeSamples))('%s is recorded once, or does not happen', async (name) => {
  const company = await createTestOrganization()
  const { handle } = routes.find((route) => route.name === name)!
  const { make, params = {} } = await routeSamples[name]!(company)
  await signInAs(company.owner)
  const call = async () => succeeded(await handle(make(), { params: Promise.resolve(params) }))
  const added = await walk(company, !(name in NONE), call)
  expect(added.map(({ kind }) => kind)).toEqual(added.map(() => 'person'))
})

/** Routes that only a page may call, by the session that comes back. */
const OF_PAGES = ['shop-authorize']
async function tokenFor(name: string, { owner }: TestOrganization): Promise<string> {
  if (!OF_PAGES.includes(name)) return (await createToken(owner, { name: 'Programa', scope: 'write', days: 7 })).secret
  await signInAs(owner)
  return makePageToken((await getMember())!).token
}

test.each(Object.keys(functionSamples))(
  'the function %s is recorded once, as done by a function, or does not happen; sent again it is not recorded again',
  async (name) => {
    const company = await createTestOrganization()
    const input = await functionSamples[name]!(company)
    const headers = { authorization: `Bearer ${await tokenFor(name, company)}`, 'idempotency-key': newId() }
    const call = async () =>
      succeeded(await answerFunction(name, jsonRequest(`/api/functions/${name}`, input, headers)))
    const added = await walk(company, !(name in NONE), call)
    expect(added.map(({ kind, token }) => [kind, token !== null])).toEqual(
      added.map(() => ['function', !OF_PAGES.includes(name)]),
    )
    // A page’s link is good once: each is another.
    if (OF_PAGES.includes(name)) return
    expect(await call()).toBe(true)
    expect((await rows(company.organizationId)).filter(({ event }) => event === added[0]?.event)).toHaveLength(
      added.length,
    )
  },
)

test.each(proposals)('%s over MCP is recorded once, as done by an assistant, or does not happen', async (name) => {
  const company = await createTestOrganization()
  const { make } = await mcpCall(company, name, await functionSamples[name]!(company))
  const added = await walk(company, true, async () => succeeded(await callMcp(make())))
  expect(added).toMatchObject([{ event: 'proposal.made', kind: 'assistant', token: expect.any(String) }])
})

test('a function that only reads tells nothing and changes nothing', async () => {
  const company = await createTestOrganization()
  const { secret } = await createToken(company.owner, { name: 'Programa', scope: 'write', days: 7 })
  const mark = await markOf(company.organizationId)
  for (const { name, changes } of functions) {
    if (changes) continue
    const input = name === 'gemini' ? { question: 'Quanto vendi?' } : {}
    const request = jsonRequest(`/api/functions/${name}`, input, { authorization: `Bearer ${secret}` })
    expect({ name, ok: await succeeded(await answerFunction(name, request)) }).toEqual({ name, ok: true })
  }
  expect(await markOf(company.organizationId)).toEqual(mark)
})
