import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { HttpFake } from './http-fake'

export type Part = {
  text?: string
  functionCall?: { id?: string; name: string; args: Record<string, unknown> }
  functionResponse?: { id?: string; name: string; response: unknown }
  thoughtSignature?: string
}
export type Content = { role: 'user' | 'model'; parts: Part[] }
export type GeminiBody = {
  contents: Content[]
  systemInstruction?: { parts: Part[] }
  tools?: { functionDeclarations: { name: string; parameters?: unknown }[] }[]
}

/** The model's reply to one call. `end`: how the stream ends, whole by default. `until`: what it waits for after its first words. */
export type Reply =
  | { status: number; reason?: string; retryAfter?: number }
  | {
      say?: string[]
      call?: { name: string; args: Record<string, unknown> }[]
      finish?: string
      end?: 'broken' | 'cut' | 'silent' | 'errorInside' | 'hang'
      pauseMs?: number
      until?: Promise<unknown>
    }
export type Persona = (body: GeminiBody, key: string) => Reply

type Received = { key: string; model: string; body: GeminiBody; raw: string; gone: Promise<void> }

const statuses: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
}

/** A signature is of what was called: in which order its arguments are written says nothing. */
const signatureOf = (args: Record<string, unknown>) =>
  JSON.stringify(Object.entries(args).toSorted(([a], [b]) => a.localeCompare(b)))

/** Gemini's REST protocol as far as the product speaks it, with the set persona behind it. */
export class GeminiServer extends HttpFake {
  readonly requests: Received[] = []
  /** Said before the persona is asked, each once. */
  readonly next: Reply[] = []
  persona: Persona
  private readonly signatures = new Map<string, string>()

  constructor(
    persona: Persona,
    private readonly keys = /^key-/,
    private readonly models = /^gemini-/,
  ) {
    super()
    this.persona = persona
  }

  override async start(port = 0): Promise<string> {
    return `${await super.start(port)}/v1beta`
  }

  protected async serve(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    let raw = ''
    for await (const chunk of request) raw += String(chunk)
    const url = new URL(request.url ?? '/', 'http://localhost')
    const model = /^\/v1beta\/models\/([^:/]+):streamGenerateContent$/.exec(url.pathname)?.[1]
    if (request.method !== 'POST' || !model || url.searchParams.get('alt') !== 'sse') return refuse(answer, 404)
    const key = String(request.headers['x-goog-api-key'] ?? '')
    const body = JSON.parse(raw) as GeminiBody
    const gone = new Promise<void>((resolve) => answer.once('close', resolve))
    this.requests.push({ key, model, body, raw, gone })
    if (!this.keys.test(key)) return refuse(answer, 400, { reason: 'API_KEY_INVALID' })
    if (!this.models.test(model)) return refuse(answer, 404)
    const wrong = this.faultOf(body)
    if (wrong) return refuse(answer, 400, { reason: wrong })
    const reply = this.next.shift() ?? this.persona(body, key)
    return 'status' in reply ? refuse(answer, reply.status, reply) : this.stream(answer, reply, raw.length)
  }

  /** A call of a tool comes back as it was made, with its signature, and is answered at once. */
  private faultOf({ contents }: GeminiBody): string | null {
    if (contents.length === 0 || contents[0]!.role !== 'user') return 'CONTENTS_START'
    for (const [index, { parts }] of contents.entries()) {
      const calls = parts.filter(({ functionCall }) => functionCall)
      const [first] = calls
      if (!first) continue
      if (!first.thoughtSignature) return 'MISSING_THOUGHT_SIGNATURE'
      if (this.signatures.get(first.thoughtSignature) !== signatureOf(first.functionCall!.args))
        return 'WRONG_THOUGHT_SIGNATURE'
      const answered = (contents[index + 1]?.parts ?? []).map(({ functionResponse }) => functionResponse?.name)
      if (calls.some(({ functionCall }) => !answered.includes(functionCall!.name))) return 'CALL_NOT_ANSWERED'
    }
    return null
  }

  private async stream(answer: ServerResponse, reply: Exclude<Reply, { status: number }>, body: number) {
    const { say = [], call = [], finish = 'STOP', end, pauseMs, until } = reply
    answer.writeHead(200, { 'content-type': 'text/event-stream' })
    const send = (chunk: unknown) => answer.write(`data: ${JSON.stringify(chunk)}\r\n\r\n`)
    const usage = {
      promptTokenCount: Math.ceil(body / 4),
      candidatesTokenCount: Math.ceil(say.join('').length / 4) + 1,
    }
    const whole = { usageMetadata: usage, modelVersion: 'fake' }
    for (const text of say) {
      send({ candidates: [{ content: { role: 'model', parts: [{ text }] } }], ...whole })
      if (pauseMs) await wait(pauseMs)
      await until
      if (answer.destroyed) return
    }
    if (end === 'broken') answer.write('data: {"candidates":[{"content":{"pa\r\n\r\n')
    if (end === 'errorInside') send({ error: { code: 503, message: 'overloaded', status: 'UNAVAILABLE' } })
    if (end === 'cut') {
      // Not so soon that what was said goes with it.
      await wait(50)
      return void answer.destroy()
    }
    if (end === 'hang') return
    if (end === 'silent') return void answer.end()
    if (call.length > 0) send({ candidates: [{ content: { role: 'model', parts: this.sign(call) } }], ...whole })
    send({ candidates: [{ content: { role: 'model', parts: [{ text: '' }] }, finishReason: finish }], ...whole })
    answer.end()
  }

  /** The first of the calls made together carries the signature. */
  private sign = (calls: { name: string; args: Record<string, unknown> }[]): Part[] =>
    calls.map((functionCall, index) => {
      if (index > 0) return { functionCall: { id: randomUUID(), ...functionCall } }
      const thoughtSignature = randomUUID()
      this.signatures.set(thoughtSignature, signatureOf(functionCall.args))
      return { functionCall: { id: randomUUID(), ...functionCall }, thoughtSignature }
    })
}

function refuse(
  answer: ServerResponse,
  code: number,
  { reason, retryAfter }: { reason?: string; retryAfter?: number } = {},
) {
  answer.writeHead(code, {
    'content-type': 'application/json',
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  })
  const details = reason ? [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason }] : []
  const message = 'the model refuses: sk-never-shown'
  answer.end(JSON.stringify({ error: { code, message, status: statuses[code] ?? 'UNKNOWN', details } }))
}
