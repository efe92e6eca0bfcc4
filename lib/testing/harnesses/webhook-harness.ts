import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createWebhook } from '@/lib/assist/webhooks/endpoints'
import { webhookKinds, type WebhookKind } from '@/lib/assist/webhooks/schema'
import { asWorker, inspect } from './database'
import type { TestOrganization } from '../factories/factories'

export type Received = { body: string; headers: IncomingMessage['headers']; path: string }
type Answer = { status: number; body?: string; headers?: Record<string, string> }

/** Another program of the company, on this computer: it records its calls and answers as the test sets it. */
export async function openReceiver() {
  const received: Received[] = []
  const receiver = { received, answer: { status: 200, body: 'ok' } as Answer, url: '', close: () => close(server) }
  const server: Server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')))
    request.on('end', () => {
      received.push({ body, headers: request.headers, path: request.url ?? '' })
      response.writeHead(receiver.answer.status, receiver.answer.headers).end(receiver.answer.body)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return receiver
}
export type Receiver = Awaited<ReturnType<typeof openReceiver>>

function close(server: Server) {
  server.closeAllConnections()
  server.close()
}

export const addWebhook = (
  { owner }: Pick<TestOrganization, 'owner'>,
  url: string,
  kinds: readonly WebhookKind[] = webhookKinds,
) => createWebhook(owner, { url, kinds: [...kinds] })

/** Sends the deliveries that are due, as the worker does, without its pauses. */
export async function deliverNow(organizationId: string, endpointId: string): Promise<number> {
  await inspect(organizationId, `UPDATE webhook_endpoint SET rests_until = NULL`)
  // Not `now()`, which a column in milliseconds may round up into the future.
  await inspect(
    organizationId,
    `UPDATE webhook_delivery SET due_at = now() - interval '1 second' WHERE state = 'waiting'`,
  )
  return asWorker(async () => (await import('@/lib/assist/webhooks/deliver')).deliverDue(organizationId, endpointId))
}

export const listNotices = (organizationId: string) =>
  inspect<{ kind: string; subject: string; data: Record<string, unknown> }>(
    organizationId,
    'SELECT kind, subject, data FROM outgoing_event ORDER BY created_at, id',
  )
export const listDeliveries = (organizationId: string) =>
  inspect<{ state: string; attempts: number; status: number | null; problem: string | null; said: string | null }>(
    organizationId,
    'SELECT state::text, attempts, status, problem, said FROM webhook_delivery ORDER BY created_at, id',
  )
