import { verifyCompanies } from '../harnesses/verified'
import type { z } from 'zod'
import { POST as callMcp } from '@/app/api/mcp/route'
import { createToken } from '@/lib/identity/access-tokens/tokens'
import { getMember } from '@/lib/identity/auth/member'
import { env } from '@/lib/core/env'
import { newId } from '@/lib/core/ids'
import { answerFunction } from '@/lib/assist/functions/answer'
import { makePageToken } from '@/lib/assist/functions/page-token'
import { functions } from '@/lib/assist/functions/registry'
import { callableTools } from '@/lib/assist/proposals/callable-tools'
import { openManus } from '../harnesses/agent-harness'
import { anyInput } from '../harnesses/any-input'
import { listRoutes } from '../harnesses/entries'
import { createTestOrganization, signInAs, type TestOrganization } from '../factories/factories'
import { functionSamples } from '../samples/function-samples'
import { textPaths, valueAt, withValueAt } from '../harnesses/id-paths'
import { dealTexts, isRefusedByShape } from '../samples/naughty-texts'
import { jsonRequest, routeSamples } from '../samples/route-samples'
import { isFullProfile, reportFigures } from '../harnesses/report-figures'
import { isKept, placesOf } from '../samples/text-places'
import { withoutLimits } from '../harnesses/without-limits'

openManus()
beforeAll(() => void Object.assign(env(), { SHOPEE_PARTNER_ID: 1, SHOPEE_PARTNER_KEY: 'a partner’s key' }))

const deal = dealTexts()
const counted = { accepted: 0, refused: 0, kept: 0, wrong: [] as string[], unread: [] as string[] }
afterAll(() => {
  const { accepted, refused, kept, wrong } = counted
  const figure = {
    what: 'unexpected errors or texts stored otherwise, calls',
    found: String(wrong.length),
    wanted: '0',
    holds: wrong.length === 0,
  }
  reportFigures({
    accepted,
    refused,
    unknown: 0,
    figures: [figure],
    notes: { 'read back the same, functions and tools': kept },
  })
})

/** Whether it was accepted. An answer that only says that something went wrong counts as a fault. */
async function send(about: string, text: string, call: () => Promise<Response>): Promise<boolean> {
  const answer = await withoutLimits(call, ({ status }) => status === 429)
  const said = await answer.text()
  const isUnforeseen = answer.status === 500 || /"unexpected"|\\"unexpected\\"|-32603/.test(said)
  if (isUnforeseen)
    counted.wrong.push(`${about} ${JSON.stringify(text).slice(0, 80)}: ${answer.status} ${said.slice(0, 200)}`)
  const isTaken = answer.ok && !said.includes('"isError":true')
  counted[isTaken ? 'accepted' : 'refused']++
  return isTaken
}

/** Full form: every field of every function, tool and route. In the default these, each of another kind. */
const CHOSEN = new Set([
  'product_stock product',
  'find_orders from',
  'expenses search',
  'propose_expense description',
  'sync-shop id',
  'POST /api/functions/token',
  'POST /api/imports',
])
const isTried = (field: string) => isFullProfile || CHOSEN.has(field)

type Callable = { name: string; schema: z.ZodObject; changes: boolean }
/** Taken and not kept. */
const UNREAD: string[] = []

/** Every text in one field of a function; of what is written by it, each is read back from where a harmless one was kept. */
async function tryField(
  { name, schema, changes }: Callable,
  path: string,
  { company, input, call }: { company: TestOrganization; input: object; call: (sent: object) => Promise<Response> },
) {
  const about = `${name} ${path}`
  const sendText = (text: string) => send(about, text, () => call(withValueAt(input, path, text)))
  const marker = `Marca ${newId().slice(-12)}`
  const isTaken = changes && (await sendText(marker))
  const places = isTaken ? await placesOf(company.organizationId, marker) : []
  if (isTaken && places.length === 0) counted.unread.push(about)
  for (const text of deal((text) => isRefusedByShape(schema, withValueAt(input, path, text)))) {
    if (!(await sendText(text)) || places.length === 0) continue
    const kept = valueAt(schema.parse(withValueAt(input, path, text)), path)
    const isSame = typeof kept !== 'string' || kept === '' || (await isKept(company.organizationId, places, kept))
    if (isSame) counted.kept++
    else counted.wrong.push(`${about} ${JSON.stringify(text).slice(0, 80)}: not read back in ${places.join(', ')}`)
  }
}

const signedIn = async (): Promise<TestOrganization> => {
  const company = await createTestOrganization()
  await signInAs(company.owner)
  return company
}
const OF_PAGES = ['shop-authorize']

test('every function takes or refuses every text in each of its fields', async () => {
  const company = await signedIn()
  const { secret } = await createToken(company.owner, { name: 'Programa', scope: 'write', days: 7 })
  for (const one of functions) {
    const { name, schema } = one
    const input = (await functionSamples[name]?.(company).catch(() => undefined)) ?? anyInput(schema)
    const call = async (sent: object) => {
      const token = OF_PAGES.includes(name) ? makePageToken((await getMember())!).token : secret
      return answerFunction(name, jsonRequest(`/api/functions/${name}`, sent, { authorization: `Bearer ${token}` }))
    }
    for (const path of textPaths(schema))
      if (isTried(`${name} ${path}`)) await tryField(one, path, { company, input, call })
  }
  expect(counted.wrong.slice(0, 30)).toEqual([])
  expect(counted.unread.toSorted()).toEqual(UNREAD)
})

test('every function takes or refuses every text over MCP', async () => {
  const company = await signedIn()
  const { secret } = await createToken(company.owner, { name: 'Cliente', scope: 'write', days: 7 })
  const headers = { authorization: `Bearer ${secret}`, accept: 'application/json, text/event-stream' }
  for (const one of callableTools) {
    const { name, schema } = one
    const input = (await functionSamples[name]?.(company).catch(() => undefined)) ?? anyInput(schema)
    const call = (sent: object) => {
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: sent } }
      return callMcp(jsonRequest('/api/mcp', message, headers))
    }
    for (const path of textPaths(schema))
      if (isTried(`${name} ${path}`)) await tryField(one, path, { company, input, call })
  }
  expect(counted.wrong.slice(0, 30)).toEqual([])
  expect(counted.unread.toSorted()).toEqual(UNREAD)
  expect(counted.kept).toBeGreaterThan(isFullProfile ? 10 : 0)
})

/** Fields that uploads may have beside the file, where their sample has none. */
const MORE_FIELDS = ['fileName', 'shopName', 'shopId', 'channel', 'kind']

test('every route takes or refuses every text in its address and its body', async () => {
  const routes = await listRoutes()
  for (const [name, sample] of Object.entries(routeSamples)) {
    if (!isTried(name)) continue
    const { handle } = routes.find((route) => route.name === name)!
    const company = await signedIn()
    const { make, params = {} } = await sample(company)
    const address = new URL(make().url)
    const body = (await make()
      .clone()
      .json()
      .catch(() => ({}))) as object
    const answer = (sent: Request) => () => {
      // Under a key that was used already another text would be refused for that alone.
      if (sent.headers.has('x-idempotency-key')) sent.headers.set('x-idempotency-key', newId())
      return handle(sent.clone(), { params: Promise.resolve(params) })
    }
    for (const field of new Set([...address.searchParams.keys(), ...MORE_FIELDS]))
      for (const text of deal()) {
        const other = new URL(address)
        other.searchParams.set(field, text)
        await send(`${name} ?${field}`, text, answer(new Request(other, make())))
      }
    for (const field of Object.keys(body))
      for (const text of deal()) {
        const { headers, method } = make()
        const sent = new Request(address, { method, headers, body: JSON.stringify({ ...body, [field]: text }) })
        await send(`${name} ${field}`, text, answer(sent))
      }
  }
  expect(counted.wrong.slice(0, 30)).toEqual([])
})

if (isFullProfile) test('the figures and audit logs of its companies verify', () => verifyCompanies())
