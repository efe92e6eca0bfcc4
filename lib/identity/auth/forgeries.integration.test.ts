import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { POST as mcp } from '@/app/api/mcp/route'
import { POST as notice } from '@/app/api/manus/webhook/route'
import { createToken } from '../access-tokens/tokens'
import { noticeAddressOf } from '@/lib/assist/agent-tasks/receive-notice'
import { env } from '@/lib/core/env'
import { clearLimits } from '@/lib/testing/harnesses/without-limits'
import { manus, manusCompany, openManus } from '@/lib/testing/harnesses/agent-harness'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { clearRequest, setRequestHeader } from '@/lib/testing/fakes/next-headers'

const MOST = 100

openManus()
beforeEach(async () => {
  env().TRUSTED_PROXIES = 1
  await clearLimits()
})
afterEach(() => {
  env().TRUSTED_PROXIES = 0
  clearRequest()
})

/** Records the database's queries from here on. */
function queries() {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  return () => {
    const statements = spy.mock.calls.map(([query]) =>
      typeof query === 'string' ? query : (query as { text: string }).text,
    )
    spy.mockRestore()
    return statements
  }
}
const writes = (statements: string[]) => statements.filter((text) => /insert|update|delete/i.test(text))
const comeFrom = (address: string) => setRequestHeader('x-forwarded-for', address)
const made = () => `mct_${randomBytes(32).toString('base64url')}`
const show = (token: string) =>
  mcp(
    new Request('http://localhost:3000/api/mcp', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    }),
  ).then(({ status }) => status)

test('a network that sends made-up tokens is soon rate-limited, with any address of its /64; right ones pass', async () => {
  const { owner } = await createTestOrganization()
  const { secret } = await createToken(owner, { name: 'Planilha', scope: 'read', days: 30 })
  const statuses: number[] = []
  for (let n = 0; n < MOST + 1; n += 1) {
    comeFrom(`2001:db8:5:5::${n.toString(16)}`)
    statuses.push(await show(made()))
  }
  expect(statuses).toEqual([...Array<number>(MOST).fill(401), 429])
  const statements = queries()
  expect(await show(made())).toBe(429)
  const cost = statements()
  expect([cost.length, writes(cost)]).toEqual([1, []])
  expect(await show(secret)).toBe(200)
  comeFrom('2001:db8:5:6::1')
  expect(await show(made())).toBe(401)
})

test('right tokens are not counted, nor is what cannot be a token asked of the database', async () => {
  const { owner } = await createTestOrganization()
  const { secret } = await createToken(owner, { name: 'Planilha', scope: 'read', days: 30 })
  comeFrom('203.0.113.5')
  for (let n = 0; n < MOST; n += 1) expect(await show(made())).toBe(401)
  expect(await show(secret)).toBe(200)
  const statements = queries()
  for (const token of ['mct_', `mct_${'A'.repeat(42)}B`, `mct_${'A'.repeat(44)}`, secret.slice(4)])
    expect([token, await show(token)]).toEqual([token, 401])
  expect(statements()).toEqual([])
})

test('a network that forges webhook events is soon rate-limited, and signed ones pass; an impossible signature is never looked up', async () => {
  const { organizationId } = await manusCompany()
  const url = noticeAddressOf(organizationId)
  const post = (headers: Record<string, string>) =>
    notice(new Request(url, { method: 'POST', body: '{}', headers })).then(({ status }) => status)
  const signed = manus.sign(url, '{}') as Record<string, string>
  const forged = () => post({ ...signed, 'x-webhook-signature': randomBytes(256).toString('base64') })
  comeFrom('198.51.100.7')
  const unsigned = queries()
  expect([await post({ ...signed, 'x-webhook-signature': 'QUJD' }), unsigned()]).toEqual([401, []])
  for (let n = 0; n < MOST; n += 1) expect(await forged()).toBe(401)
  expect(await forged()).toBe(429)
  const statements = queries()
  expect([await forged(), writes(statements())]).toEqual([429, []])
  expect(await post(signed)).toBe(200)
  comeFrom('198.51.100.8')
  expect(await forged()).toBe(401)
})
