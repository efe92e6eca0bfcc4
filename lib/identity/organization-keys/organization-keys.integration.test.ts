import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { testIntegration } from '@/lib/assist/integrations/test-integration'
import { getIntegrationsFor } from '@/lib/assist/integrations/views'
import { inspect } from '@/lib/testing/harnesses/database'
import { addMember, createTestOrganization, envelope, signInAs } from '@/lib/testing/factories/factories'
import { removeKeyAction, setKeyAction } from './actions'
import { checkKey } from './check-key'
import { getProviderKey } from './keys'
import { setKey } from './set-key'

const GOOD = 'AIza-a-good-key-of-gemini-000001'
const BAD = 'AIza-a-key-that-is-refused-0002'

let server: Server
const requests: { path: string; key: unknown }[] = []
let manus = { status: 404, body: '{"ok":false,"error":{"code":"not_found","message":"no task"}}' }

beforeAll(async () => {
  server = createServer((request, response) => {
    const key = request.headers['x-goog-api-key'] ?? request.headers['x-manus-api-key']
    requests.push({ path: request.url ?? '', key })
    if (request.url?.startsWith('/v2/')) return response.writeHead(manus.status).end(manus.body)
    if (key === GOOD) return response.writeHead(200).end('{"name":"models/x"}')
    return response.writeHead(400).end('{"error":{"status":"INVALID_ARGUMENT"}}')
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { env } = await import('@/lib/core/env')
  Object.assign(env(), { GEMINI_BASE_URL: `${base}/v1beta`, MANUS_BASE_URL: base, GEMINI_API_KEY: undefined })
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
afterEach(() => void requests.splice(0))

const setBy = async (company: Awaited<ReturnType<typeof createTestOrganization>>, key: string, keepAnyway = false) => {
  await signInAs(company.owner)
  return setKeyAction(envelope(company), { provider: 'gemini', key, keepAnyway })
}

test('a key is asked about before it is kept; one that is refused only where the person says so', async () => {
  const company = await createTestOrganization()
  const key = () => getProviderKey(company, 'gemini')
  expect(await setBy(company, BAD)).toEqual({ ok: true, data: { saved: false, state: 'refused' } })
  expect(await key()).toBeNull()
  expect(await setBy(company, ` ${GOOD}\n`)).toEqual({ ok: true, data: { saved: true, state: 'works' } })
  expect(await key()).toEqual({ key: GOOD, source: 'organization' })
  expect(requests).toEqual(
    [BAD, GOOD].map((sent) => ({ path: expect.stringMatching(/^\/v1beta\/models\//), key: sent })),
  )
  expect(await setBy(company, BAD, true)).toEqual({ ok: true, data: { saved: true, state: 'refused' } })
  expect(await key()).toEqual({ key: BAD, source: 'organization' })
  expect(await testIntegration(company.owner, 'gemini')).toEqual({ state: 'refused' })
  expect(await testIntegration(company.owner, 'manus')).toEqual({ state: 'notSet' })
  expect(await setBy(company, 'short')).toMatchObject({
    ok: false,
    fields: { key: ['apis.keys.form.malformed'] },
  })
})

const timeZone = 'America/Sao_Paulo'

test('only the end of a key can be read, by those who manage integrations; no stored or answered text has it', async () => {
  const company = await createTestOrganization()
  const { owner, organizationId } = company
  const answers = [await setBy(company, BAD, true), await setBy(company, GOOD)]
  const shown = await getIntegrationsFor({ ...owner, timeZone } as never, {})
  expect(shown.connections?.keys.gemini).toMatchObject({ state: 'ready', source: 'organization', hint: '0001' })
  const manager = await addMember(company, 'manager')
  const seen = await getIntegrationsFor({ ...manager, timeZone } as never, {})
  expect(seen.connections?.keys.gemini).toMatchObject({ state: 'ready', hint: null })
  expect(seen.tabs).not.toContain('webhooks')
  expect((await getIntegrationsFor({ ...manager, timeZone } as never, { tab: 'webhooks' })).webhooks).toBeNull()
  const kept = await inspect(
    organizationId,
    `SELECT (SELECT json_agg(k) FROM organization_key k)::text || coalesce((SELECT json_agg(i) FROM idempotency i)::text, '')
      || (SELECT json_agg(a) FROM audit_event a)::text AS all_of_it`,
  )
  for (const place of [answers, shown, seen, kept])
    for (const key of [GOOD, BAD]) expect(JSON.stringify(place)).not.toContain(key.slice(0, -4))
  expect(
    await inspect(
      organizationId,
      `SELECT event, before->>'hint' AS before, after->>'hint' AS after FROM audit_event WHERE event LIKE 'organizationKey%' ORDER BY id`,
    ),
  ).toEqual([
    { event: 'organizationKey.set', before: null, after: '0002' },
    { event: 'organizationKey.set', before: '0002', after: '0001' },
  ])
})

test('removed, it is gone at once; one company’s is not another’s', async () => {
  const [mine, other] = [await createTestOrganization(), await createTestOrganization()]
  await setBy(mine, GOOD)
  await signInAs(other.owner)
  expect(await removeKeyAction(envelope(other), { provider: 'gemini' })).toMatchObject({ error: 'notFound' })
  expect(await getProviderKey(other, 'gemini')).toBeNull()
  await signInAs(mine.owner)
  const atOnce = Array.from({ length: 4 }, () => removeKeyAction(envelope(mine), { provider: 'gemini' }))
  const answers = (await Promise.all(atOnce)).map((answer) => (answer.ok ? 'removed' : answer.error))
  expect(answers.toSorted()).toEqual(['notFound', 'notFound', 'notFound', 'removed'])
  expect(await getProviderKey(mine, 'gemini')).toBeNull()
})

test('the other side’s answers are distinguished', async () => {
  const said: unknown[] = []
  for (const [status, body] of [
    [404, manus.body],
    [401, '{"ok":false,"error":{"code":"unauthenticated"}}'],
    [429, '{"ok":false}'],
    [404, '<html>a proxy</html>'],
    [500, '{"ok":false}'],
  ] as const) {
    manus = { status, body }
    said.push(await checkKey('manus', GOOD))
  }
  expect(said).toEqual(['works', 'refused', 'busy', 'unreachable', 'unreachable'])
  const { env } = await import('@/lib/core/env')
  env().MANUS_BASE_URL = 'http://127.0.0.1:1'
  const company = await createTestOrganization()
  expect(await setKey(company.owner, { provider: 'manus', key: GOOD, keepAnyway: false })).toEqual({
    saved: false,
    state: 'unreachable',
  })
})
