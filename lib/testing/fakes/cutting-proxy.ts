import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Stands between one process and the platform, and sees what passes. */
export class CuttingProxy {
  /** Called with a path whose answer has come from the platform and has not been handed on; false: it never is. */
  beforeAnswer: (path: string, body: string) => Promise<boolean> = async () => true
  /** What is handed on of an answer: by default all of it. `sent` is the body of the request. */
  changeAnswer: (path: string, body: string, sent: string) => Promise<string> = async (_path, body) => body
  url = ''
  private readonly server: Server = createServer((path, answer) => void this.pass(path, answer))

  constructor(private readonly target: string) {}

  async start(): Promise<void> {
    await new Promise<void>((listening) => this.server.listen(0, '127.0.0.1', listening))
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((closed) => this.server.close(closed))
  }

  private async pass(requested: IncomingMessage, answer: ServerResponse): Promise<void> {
    const path = new URL(requested.url ?? '/', this.target).pathname
    const { method, headers } = requested
    const sent: Buffer[] = []
    requested.on('data', (chunk: Buffer) => sent.push(chunk))
    const onwards = request(new URL(requested.url ?? '/', this.target), { method, headers }, (given) => {
      const chunks: Buffer[] = []
      given.on('data', (chunk: Buffer) => chunks.push(chunk))
      given.on('end', () => {
        const body = Buffer.concat(chunks)
        void this.beforeAnswer(path, body.toString()).then(async (isHandedOn) => {
          if (!isHandedOn) return requested.socket.destroy()
          const handedOn = await this.changeAnswer(path, body.toString(), Buffer.concat(sent).toString())
          if (handedOn === body.toString()) return answer.writeHead(given.statusCode ?? 502, given.headers).end(body)
          const headers = { ...given.headers, 'content-length': String(Buffer.byteLength(handedOn)) }
          return answer.writeHead(given.statusCode ?? 502, headers).end(handedOn)
        })
      })
    })
    onwards.on('error', () => requested.socket.destroy())
    requested.on('error', () => onwards.destroy())
    requested.pipe(onwards)
  }
}
