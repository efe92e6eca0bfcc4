import { request, type IncomingMessage, type ServerResponse } from 'node:http'
import { HttpFake } from './http-fake'

/** Stands between one process and the platform, and sees what passes. */
export class CuttingProxy extends HttpFake {
  /** Called with a path whose answer has come from the platform and has not been handed on; false: it never is. */
  beforeAnswer: (path: string, body: string) => Promise<boolean> = async () => true

  constructor(private readonly target: string) {
    super()
  }

  protected async serve(requested: IncomingMessage, answer: ServerResponse): Promise<void> {
    const path = new URL(requested.url ?? '/', this.target).pathname
    const { method, headers } = requested
    const onwards = request(new URL(requested.url ?? '/', this.target), { method, headers }, (given) => {
      const chunks: Buffer[] = []
      given.on('data', (chunk: Buffer) => chunks.push(chunk))
      given.on('end', () => {
        const body = Buffer.concat(chunks)
        void this.beforeAnswer(path, body.toString()).then((isHandedOn) => {
          if (!isHandedOn) return requested.socket.destroy()
          return answer.writeHead(given.statusCode ?? 502, given.headers).end(body)
        })
      })
    })
    onwards.on('error', () => requested.socket.destroy())
    requested.on('error', () => onwards.destroy())
    requested.pipe(onwards)
  }
}
