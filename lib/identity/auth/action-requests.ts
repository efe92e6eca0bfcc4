import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** A request that is sent to an action. A failure before an action of ours begins is the caller's fault. */
type ActionRequest = { hasBegun: boolean; isRejected: boolean }

// The entrance and each route are bundles of their own.
const shared = globalThis as {
  mascateActionRequests?: { current: AsyncLocalStorage<ActionRequest>; byId: Map<string, ActionRequest> }
}
const requests = () => (shared.mascateActionRequests ??= { current: new AsyncLocalStorage(), byId: new Map() })

/** Set by the entrance in place of what a caller sent: by it a request that Next hands on to another page is known as part of the first. */
const idHeader = 'x-mascate-action'

/** In every action before anything else. */
export function actionBegins(): void {
  const request = requests().current.getStore()
  if (request) request.hasBegun = true
}

/** In the course of a request to an action, none of ours has begun yet. */
export const isUnreadAction = (): boolean => requests().current.getStore()?.hasBegun === false

/** Whether Next handed the request on to another page, and the first one still waits for it. */
export const isHandedOn = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  'x-action-forwarded' in headers && requests().byId.has(String(headers[idHeader]))

/**
 * Answers a request to an action by `listen`. Where the framework cannot read what was sent, its 500 becomes a 400; so does the answer of the
 * page that has handed it on.
 */
export function answerAction(request: IncomingMessage, response: ServerResponse, listen: () => void): void {
  const { current, byId } = requests()
  const { headers } = request
  const first = isHandedOn(request) ? byId.get(String(headers[idHeader])) : undefined
  const own = first ?? { hasBegun: false, isRejected: false }
  if (!first) {
    const id = randomUUID()
    headers[idHeader] = id
    byId.set(id, own)
    response.once('close', () => byId.delete(id))
  }
  const writeHead = response.writeHead.bind(response) as (status: number, ...given: unknown[]) => ServerResponse
  response.writeHead = (status: number, ...given: unknown[]) => {
    own.isRejected ||= status >= 500 && !own.hasBegun
    return writeHead(own.isRejected ? 400 : status, ...given)
  }
  current.run(own, listen)
}
