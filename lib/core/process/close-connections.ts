import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Exchange = { response: ServerResponse; socket: Socket }

/**
 * From the signal on each connection ends with the answer under way on it, and says so; one on which nothing is asked ends at
 * once. A server that closes does neither: a browser that goes on asking, or has connected ahead of its next request, holds it.
 */
export function closeConnectionsOn(stopping: AbortSignal): void {
  // A browser may ask again before it is answered: what is under way on each connection, in the order of the answers.
  const underWay = new Map<Socket, ServerResponse[]>()
  const of = (socket: Socket) => underWay.get(socket) ?? []
  const sayLast = (responses: ServerResponse[]) => {
    for (const [nth, response] of responses.entries())
      if (!response.headersSent) response.shouldKeepAlive = nth < responses.length - 1
  }
  subscribe('net.server.socket', (message) => {
    const { socket } = message as { socket: Socket }
    underWay.set(socket, [])
    socket.once('close', () => underWay.delete(socket))
  })
  subscribe('http.server.request.start', (message) => {
    const { response, socket } = message as Exchange
    underWay.set(socket, [...of(socket), response])
    if (stopping.aborted) sayLast(of(socket))
  })
  subscribe('http.server.response.finish', (message) => {
    const { response, socket } = message as Exchange
    if (socket.destroyed) return
    underWay.set(
      socket,
      of(socket).filter((other) => other !== response),
    )
    if (stopping.aborted && of(socket).length === 0) socket.end()
  })
  const stop = () => {
    for (const [socket, responses] of underWay)
      if (responses.length === 0) socket.end()
      else sayLast(responses)
  }
  stopping.addEventListener('abort', stop, { once: true })
}
