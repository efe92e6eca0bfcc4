import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server on this machine that answers in the place of another one. */
export abstract class HttpFake {
  address = ''
  private readonly server = createServer((request, answer) => {
    this.serve(request, answer).catch((error: unknown) => {
      if (answer.headersSent) answer.destroy(error as Error)
      else answer.writeHead(500).end(String(error))
    })
  })

  protected abstract serve(request: IncomingMessage, answer: ServerResponse): Promise<void>

  /** A port of its own, so that the circuit and the clock of one test are not those of another. */
  async start(port = 0, host = '127.0.0.1'): Promise<string> {
    await new Promise<void>((listening) => this.server.listen(port, host, listening))
    this.address = `http://${host}:${(this.server.address() as AddressInfo).port}`
    return this.address
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((closed) => this.server.close(closed))
  }
}
