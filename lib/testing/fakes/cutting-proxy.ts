import { request, type IncomingMessage, type ServerResponse } from 'node:http'
import { HttpFake } from './http-fake'

/** Stands between one process and the platform, and sees what passes. */
export class CuttingProxy extends HttpFake {
  /** Called with a path whose answer has come from the platform and has not been handed on; false: it never is. */
  beforeAnswer: (path: string, body: string) => Promise<boolean> = async () => true
  /** The answer as it is handed on: by default as it came. `sent` is the body of the request. */
  changeAnswer: (path: string, body: string, sent: string) => Promise<string> = async (_path, body) => body
  /** An answer in place of the platform's, which is not called then. `sent` is the body, or where there is none the query. */
  refuse: (path: string, sent: string) => string | null = () => null

  constructor(private readonly target: string) {
    super()
  }

  protected async serve(requested: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { pathname: path, search } = new URL(requested.url ?? '/', this.target)
    const { method, headers } = requested
    requested.on('error', () => answer.destroy())
    const sent = await bytesOf(requested)
    const refusal = this.refuse(path, sent.toString() || search)
    if (refusal !== null) return void answer.writeHead(200, { 'content-type': 'application/json' }).end(refusal)
    const handOn = async (given: IncomingMessage) => {
      const body = await bytesOf(given)
      if (!(await this.beforeAnswer(path, body.toString()))) throw new Error('never handed on')
      const handedOn = await this.changeAnswer(path, body.toString(), sent.toString())
      const isSame = handedOn === body.toString()
      const length = isSame ? {} : { 'content-length': String(Buffer.byteLength(handedOn)) }
      answer.writeHead(given.statusCode ?? 502, { ...given.headers, ...length }).end(isSame ? body : handedOn)
    }
    const onwards = request(new URL(requested.url ?? '/', this.target), { method, headers }, (given) => {
      handOn(given).catch(() => requested.socket.destroy())
    })
    onwards.on('error', () => requested.socket.destroy())
    onwards.end(sent)
  }
}

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
