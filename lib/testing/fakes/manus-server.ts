import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { HttpFake } from './http-fake'

/**
 * Faults of the next call of that method, or of `result <name>`; each once. `lostAnswer`: it is done, and the answer
 * never comes.
 */
export type ManusFault =
  | 'lostAnswer'
  | 'serverError'
  | 'rateLimited'
  | 'badKey'
  | 'refused'
  | 'brokenJson'
  | 'slow'
  | 'notOk'
type Event = Record<string, unknown> & { id: string; type: string }
export type ManusTask = {
  id: string
  key: string
  body: Created
  events: Event[]
  unknownFor: number
  stopped: boolean
}
type Content = { type: string; text?: string; file_id?: string }
type Created = { message: { content: Content[] | string }; title?: string; locale?: string }
type Said = { task_id: string; message?: { content: string }; event_id?: string; input?: unknown }

const SLOW_MS = 300
const limits: Record<string, number> = {
  'task.create': 10,
  'task.sendMessage': 10,
  'task.listMessages': 100,
  'task.confirmAction': 40,
}

/** Manus' API v2 as far as the product speaks to it, a script at a time, with faults on demand and notices that it signs. */
export class ManusServer extends HttpFake {
  readonly tasks = new Map<string, ManusTask>()
  readonly uploads = new Map<string, { name: string; body: Buffer | null }>()
  readonly results = new Map<string, { body: Buffer; type: string }>()
  readonly faults = new Map<string, ManusFault[]>()
  readonly calls: string[] = []
  readonly confirmed: Said[] = []
  readonly messages: Said[] = []
  /** The first messages of a new task. */
  script: (task: ManusTask) => void = () => {}
  /** The task's reaction to a person's message. */
  hears: (task: ManusTask, method: 'task.sendMessage' | 'task.confirmAction') => void = () => {}
  /** How often a new task is not found. */
  unknownAtFirst = 0
  private readonly pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  private readonly counts = new Map<string, number>()

  reset() {
    for (const kept of [this.faults, this.counts, this.tasks, this.uploads]) kept.clear()
    for (const list of [this.calls, this.confirmed, this.messages]) list.length = 0
    this.script = () => {}
    this.hears = () => {}
    this.unknownAtFirst = 0
  }

  fail(method: string, ...faults: ManusFault[]) {
    this.faults.set(method, [...(this.faults.get(method) ?? []), ...faults])
  }

  say(task: ManusTask, event: Omit<Event, 'id'> & { id?: string; type: string }) {
    task.events.push({ id: randomUUID(), timestamp: Math.floor(Date.now() / 1000), ...event })
  }
  status(task: ManusTask, agent_status: string, detail?: Record<string, unknown>, brief = '') {
    const status_update = { agent_status, brief, ...(detail && { status_detail: detail }) }
    this.say(task, { type: 'status_update', status_update })
  }
  message(task: ManusTask, content: string, attachments: { filename: string; url: string }[] = []) {
    this.say(task, { type: 'assistant_message', assistant_message: { content, attachments } })
  }
  asks(task: ManusTask, question: string) {
    const detail = { waiting_for_event_id: randomUUID(), waiting_for_event_type: 'messageAskUser' }
    this.status(task, 'waiting', { ...detail, waiting_description: question })
  }
  wants(task: ManusTask, type: string, description: string, eventId: string = randomUUID()) {
    const confirm_input_schema = { type: 'object', properties: { accept: { type: 'boolean' } } }
    const detail = { waiting_for_event_id: eventId, waiting_for_event_type: type, waiting_description: description }
    this.status(task, 'waiting', { ...detail, confirm_input_schema })
  }
  result(name: string, body: string | Buffer, type = 'text/plain') {
    this.results.set(name, { body: Buffer.from(body), type })
    return { filename: name, url: `${this.address}/results/${encodeURIComponent(name)}` }
  }

  /** A notice as their side signs it; or as somebody else would. */
  sign(url: string, body: string, { at = Date.now(), by = this.pair.privateKey } = {}): Record<string, string> {
    const timestamp = String(Math.floor(at / 1000))
    const text = `${timestamp}.${url}.${createHash('sha256').update(body).digest('hex')}`
    const signature = sign('RSA-SHA256', Buffer.from(text), by).toString('base64')
    return { 'x-webhook-signature': signature, 'x-webhook-timestamp': timestamp }
  }

  protected async serve(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.address)
    const body = await readBody(request)
    if (url.pathname.startsWith('/put/')) return this.take(url.pathname.slice(5), body, answer)
    if (url.pathname.startsWith('/results/'))
      return this.give(decodeURIComponent(url.pathname.slice(9)), request, answer)
    const method = url.pathname.replace(/^\/v2\//, '')
    this.calls.push(method)
    const key = String(request.headers['x-manus-api-key'] ?? '')
    const fault = this.faults.get(method)?.shift()
    if (!key || fault === 'badKey') return refuse(answer, 401, 'unauthenticated')
    const count = (this.counts.get(`${key} ${method}`) ?? 0) + 1
    this.counts.set(`${key} ${method}`, count)
    if (fault === 'rateLimited' || count > (limits[method] ?? Infinity)) return refuse(answer, 429, 'rate_limited')
    if (fault === 'serverError') return refuse(answer, 503, 'unavailable')
    if (fault === 'refused') return refuse(answer, 400, 'invalid_argument')
    if (fault === 'notOk') return refuse(answer, 200, 'permission_denied')
    if (fault === 'slow') await new Promise((wait) => setTimeout(wait, SLOW_MS))
    const said = body.length > 0 ? (JSON.parse(body.toString('utf8')) as Said & Created & { filename: string }) : null
    const made = this.act(method, key, said, url)
    if (fault === 'lostAnswer') return void request.socket.destroy()
    if (fault === 'brokenJson')
      return void answer.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true,')
    if (!made) return refuse(answer, 404, 'not_found')
    send(answer, 200, { ok: true, request_id: randomUUID(), ...made })
  }

  private act(
    method: string,
    key: string,
    said: (Said & Created & { filename: string }) | null,
    url: URL,
  ): object | null {
    if (method === 'webhook.publicKey')
      return { public_key: this.pair.publicKey.export({ type: 'spki', format: 'pem' }), algorithm: 'RSA-SHA256' }
    if (method === 'file.upload') {
      const id = randomUUID()
      this.uploads.set(id, { name: said!.filename, body: null })
      return { file: { id, filename: said!.filename, status: 'pending' }, upload_url: `${this.address}/put/${id}` }
    }
    if (method === 'task.create') {
      const task: ManusTask = {
        id: randomUUID(),
        key,
        body: said!,
        events: [],
        unknownFor: this.unknownAtFirst,
        stopped: false,
      }
      this.tasks.set(task.id, task)
      this.status(task, 'running', undefined, 'Lendo os arquivos')
      this.script(task)
      return { task_id: task.id, task_url: `https://manus.im/app/${task.id}` }
    }
    const task = this.tasks.get(said?.task_id ?? url.searchParams.get('task_id') ?? '')
    if (!task || task.key !== key) return null
    if (method === 'task.listMessages') return this.list(task, url)
    if (method === 'task.sendMessage') this.messages.push(said!)
    if (method === 'task.confirmAction') this.confirmed.push(said!)
    if (method === 'task.stop') task.stopped = true
    if (method === 'task.sendMessage' || method === 'task.confirmAction') this.hears(task, method)
    return { task_id: task.id }
  }

  private list(task: ManusTask, url: URL): object | null {
    if (task.unknownFor > 0) {
      task.unknownFor -= 1
      return null
    }
    const from = Number(url.searchParams.get('cursor') ?? '0')
    const size = Number(url.searchParams.get('limit') ?? '10')
    const newest = task.events.toReversed()
    const hasMore = from + size < newest.length
    const messages = newest.slice(from, from + size)
    return { task_id: task.id, messages, has_more: hasMore, ...(hasMore && { next_cursor: String(from + size) }) }
  }

  private take(id: string, body: Buffer, answer: ServerResponse) {
    const upload = this.uploads.get(id)
    if (!upload || upload.body) return void answer.writeHead(403).end()
    upload.body = body
    answer.writeHead(200).end()
  }

  private async give(name: string, request: IncomingMessage, answer: ServerResponse) {
    this.calls.push(`result ${name}${request.headers['x-manus-api-key'] ? ' with key' : ''}`)
    const fault = this.faults.get(`result ${name}`)?.shift()
    if (fault === 'lostAnswer') return void request.socket.destroy()
    if (fault === 'rateLimited') return void answer.writeHead(429).end()
    if (fault === 'serverError') return void answer.writeHead(503).end()
    if (fault === 'slow') await new Promise((wait) => setTimeout(wait, SLOW_MS))
    const result = this.results.get(name)
    if (!result) return void answer.writeHead(404).end()
    answer.writeHead(200, { 'content-type': result.type }).end(result.body)
  }
}

const refuse = (answer: ServerResponse, status: number, code: string) =>
  send(answer, status, { ok: false, request_id: randomUUID(), error: { code, message: `No: ${code}` } })

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const send = (answer: ServerResponse, status: number, body: unknown) =>
  void answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
