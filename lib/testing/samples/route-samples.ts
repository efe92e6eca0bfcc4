import { createToken } from '@/lib/identity/access-tokens/tokens'
import { noticeAddressOf } from '@/lib/assist/agent-tasks/receive-notice'
import { newId } from '@/lib/core/ids'
import { manus, setManusKey } from '../harnesses/agent-harness'
import { plantAgentTask } from './agent-samples'
import { inspect } from '../harnesses/database'
import type { TestOrganization } from '../factories/factories'
import { nfeXml } from '../factories/nfe'
import { csvOf, xlsxOf } from '../factories/sheets'

/** A request that can be made more than once, and what stands in its address. */
type SentRequest = { make: () => Request; params?: Record<string, string> }
type Sample = (company: TestOrganization) => Promise<SentRequest>

const ORIGIN = 'http://localhost:3000'

export const jsonRequest = (path: string, body: object, headers: Record<string, string> = {}) =>
  new Request(`${ORIGIN}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })

/** A file as the browser sends it: the body is the file. */
const upload =
  (path: string, content: () => Promise<Buffer | string> | Buffer | string): Sample =>
  async ({ organizationId }) => {
    const [body, key] = [new Uint8Array(Buffer.from(await content())), newId()]
    const headers = { 'x-organization-id': organizationId, 'x-idempotency-key': key }
    return { make: () => new Request(`${ORIGIN}${path}`, { method: 'POST', body, headers }) }
  }
const PDF = '%PDF-1.7'
const SHEET = [
  ['SKU', 'Título'],
  ['A', 'Um'],
]

/** As a program sends it over MCP, by a token that may propose. */
export async function mcpCall({ owner }: TestOrganization, name: string, input: object): Promise<SentRequest> {
  const { secret } = await createToken(owner, { name: 'Cliente', scope: 'write', days: 7 })
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }
  const headers = { authorization: `Bearer ${secret}`, accept: 'application/json, text/event-stream' }
  return { make: () => jsonRequest('/api/mcp', call, headers) }
}

/** For every route that changes something: a request of its company's owner. */
export const routeSamples: Record<string, Sample> = {
  'POST /api/assistants/[assistant]': async ({ organizationId }) => {
    const question = { organizationId, threadId: null, questionId: newId(), question: 'Quanto vendi?', language: 'pt' }
    return { make: () => jsonRequest('/api/assistants/gemini', question), params: { assistant: 'gemini' } }
  },
  'POST /api/cases/proofs': upload('/api/cases/proofs?fileName=prova.pdf', () => PDF),
  'POST /api/dispatch/invoices': upload('/api/dispatch/invoices?fileName=nota.xml', () => nfeXml({ totalCents: 1000 })),
  'POST /api/expenses/receipts': upload('/api/expenses/receipts?fileName=recibo.pdf', () => PDF),
  'POST /api/functions/token': async ({ organizationId }) => ({
    make: () => jsonRequest(`/api/functions/token?organization=${organizationId}`, {}),
  }),
  'POST /api/imports': upload('/api/imports?fileName=pedidos.xlsx&shopName=Loja', () => xlsxOf(SHEET)),
  'POST /api/manus/webhook': async (company) => {
    const { organizationId } = company
    await setManusKey(company)
    const { id } = await plantAgentTask(company, { state: 'running' })
    await inspect(organizationId, 'UPDATE agent_task SET provider_task_id = $1, polls = 9', [id])
    const [url, body] = [noticeAddressOf(organizationId), JSON.stringify({ task_id: id })]
    const headers = manus.sign(url, body)
    return { make: () => new Request(url, { method: 'POST', body, headers }) }
  },
  'POST /api/mapping/sheet': upload('/api/mapping/sheet?fileName=mapa.xlsx', () => xlsxOf(SHEET)),
  'POST /api/money-files': upload('/api/money-files?fileName=renda.xlsx', () => xlsxOf(SHEET)),
  'POST /api/sheets': upload('/api/sheets?kind=catalogue&fileName=x.csv', () => csvOf(SHEET)),
}
