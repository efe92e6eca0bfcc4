import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { HttpFake } from './http-fake'

/** Faults of the next fitting request; each once. */
export type Fault =
  | 'partial'
  | 'serverError'
  | 'drop'
  | 'expiredToken'
  | 'busy'
  | 'lostSession'
  | 'lostAnswer'
  | 'quota'
  | 'apiDisabled'
  | 'redirect'
const uploadFaults: readonly Fault[] = ['partial', 'serverError', 'drop', 'busy', 'lostSession', 'lostAnswer']

export type DriveFile = {
  id: string
  account: string
  name: string
  mimeType: string
  parents: string[]
  trashed: boolean
  readOnly: boolean
  /** Made elsewhere: the app's scope does not show it. */
  foreign: boolean
  body: Buffer
}
type Code = { account: string; challenge: string; redirect: string; scope: string; clientId: string }
type Session = { file: Omit<DriveFile, 'body'>; total: number; taken: Buffer[]; bytes: number; done: boolean }

const driveScope = 'https://www.googleapis.com/auth/drive.file'
const folderType = 'application/vnd.google-apps.folder'

/** Google's OAuth and Drive as far as the product speaks to them, with faults on demand. */
export class DriveServer extends HttpFake {
  readonly files = new Map<string, DriveFile>()
  readonly faults: Fault[] = []
  readonly requests: string[] = []
  readonly revoked: string[] = []
  private readonly codes = new Map<string, Code>()
  private readonly refreshTokens = new Map<string, string>()
  private readonly accessTokens = new Map<string, string>()
  private readonly sessions = new Map<string, Session>()
  private accounts = 0
  /** Runs once while Google handles a refresh. */
  duringRefresh: (() => Promise<unknown>) | null = null

  /** The person's click on the consent page: answers the address that Google sends the browser back to. */
  consent(address: string, { account = this.newAccount(), deny = false, scope = '' } = {}): URL {
    const params = new URL(address).searchParams
    const back = new URL(params.get('redirect_uri')!)
    back.searchParams.set('state', params.get('state')!)
    if (deny) back.searchParams.set('error', 'access_denied')
    else {
      const code = randomUUID()
      this.codes.set(code, {
        account,
        challenge: params.get('code_challenge')!,
        redirect: params.get('redirect_uri')!,
        scope: scope || params.get('scope')!,
        clientId: params.get('client_id')!,
      })
      back.searchParams.set('code', code)
    }
    return back
  }

  addFile(file: Partial<DriveFile> & { account: string }): DriveFile {
    const whole = {
      id: randomUUID(),
      name: 'Pasta',
      mimeType: folderType,
      parents: [],
      trashed: false,
      readOnly: false,
      foreign: false,
      body: Buffer.alloc(0),
      ...file,
    }
    this.files.set(whole.id, whole)
    return whole
  }

  /** The person withdraws the consent in their account. */
  withdraw() {
    this.refreshTokens.clear()
    this.accessTokens.clear()
  }

  expireAccess = () => this.accessTokens.clear()

  private newAccount = () => `drive-${(this.accounts += 1)}@example.com`

  private take(...wanted: Fault[]): Fault | undefined {
    const at = this.faults.findIndex((fault) => wanted.includes(fault))
    return at < 0 ? undefined : this.faults.splice(at, 1)[0]
  }

  protected async serve(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.address)
    this.requests.push(`${request.method} ${url.pathname}`)
    if (url.pathname === '/o/oauth2/v2/auth') return this.showConsent(url, answer)
    if (url.pathname === '/upload/session') return this.takeChunk(request, answer, url)
    const body = (await readBody(request)).toString('utf8')
    if (url.pathname === '/faults') {
      this.faults.push(...(JSON.parse(body) as Fault[]))
      return send(answer, 200, {})
    }
    if (url.pathname === '/token') return this.answerToken(new URLSearchParams(body), answer)
    if (url.pathname === '/revoke') return this.revoke(new URLSearchParams(body).get('token') ?? '', answer)
    const account = this.accessTokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '')
    if (!account || this.take('expiredToken')) return send(answer, 401, { error: { code: 401 } })
    if (this.take('redirect')) return void answer.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()
    if (this.take('apiDisabled'))
      return send(answer, 403, { error: { code: 403, errors: [{ reason: 'accessNotConfigured' }] } })
    if (url.pathname === '/upload/drive/v3/files') return this.openSession(request, answer, body, account)
    if (url.pathname === '/drive/v3/files/generateIds') return send(answer, 200, { ids: [randomUUID()] })
    return this.serveFiles(request, answer, { url, body, account })
  }

  private showConsent(url: URL, answer: ServerResponse) {
    const account = this.newAccount()
    const link = (name: string, to: URL) => `<p><a href="${to.toString().replaceAll('&', '&amp;')}">${name}</a></p>`
    const links =
      link('Allow', this.consent(url.toString(), { account })) +
      link('Deny', this.consent(url.toString(), { deny: true }))
    answer
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Consent</title>${links}`)
  }

  private async answerToken(form: URLSearchParams, answer: ServerResponse) {
    const isClient = form.get('client_id') && form.get('client_secret')
    if (!isClient) return send(answer, 401, { error: 'invalid_client' })
    if (form.get('grant_type') === 'refresh_token') {
      const account = this.refreshTokens.get(form.get('refresh_token') ?? '')
      const meanwhile = this.duringRefresh
      this.duringRefresh = null
      await meanwhile?.()
      return account
        ? send(answer, 200, this.grant(account, driveScope))
        : send(answer, 400, { error: 'invalid_grant' })
    }
    const code = this.codes.get(form.get('code') ?? '')
    this.codes.delete(form.get('code') ?? '')
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight =
      code?.challenge === proof && code.redirect === form.get('redirect_uri') && code.clientId === form.get('client_id')
    if (!code || !isRight) return send(answer, 400, { error: 'invalid_grant' })
    const refresh = `refresh-${randomUUID()}`
    this.refreshTokens.set(refresh, code.account)
    const claims = Buffer.from(JSON.stringify({ email: code.account })).toString('base64url')
    send(answer, 200, { ...this.grant(code.account, code.scope), refresh_token: refresh, id_token: `e30.${claims}.x` })
  }

  private grant(account: string, scope: string) {
    const token = `access-${randomUUID()}`
    this.accessTokens.set(token, account)
    return { access_token: token, expires_in: 3600, scope, token_type: 'Bearer' }
  }

  private revoke(token: string, answer: ServerResponse) {
    this.revoked.push(token)
    const known = this.refreshTokens.delete(token) || this.accessTokens.delete(token)
    send(answer, known ? 200 : 400, {})
  }

  private visible(account: string, id: string): DriveFile | undefined {
    const file = this.files.get(id)
    return file?.account === account && !file.foreign ? file : undefined
  }

  private serveFiles(
    { method }: IncomingMessage,
    answer: ServerResponse,
    { url, body, account }: { url: URL; body: string; account: string },
  ) {
    const id = url.pathname.replace(/^\/drive\/v3\/files\/?/, '')
    if (method === 'POST') {
      const { name, mimeType, parents = [] } = JSON.parse(body) as DriveFile
      if (this.isClosed(account, parents)) return send(answer, 404, { error: { code: 404 } })
      return send(answer, 200, shown(this.addFile({ account, name, mimeType, parents })))
    }
    if (!id) {
      const own = [...this.files.values()].filter(({ id: fileId, mimeType, trashed }) => {
        return mimeType === folderType && !trashed && this.visible(account, fileId)
      })
      return send(answer, 200, { files: own.map(shown) })
    }
    const file = this.visible(account, id)
    if (!file) return send(answer, 404, { error: { code: 404, errors: [{ reason: 'notFound' }] } })
    if (method !== 'DELETE') return send(answer, 200, shown(file))
    this.files.delete(id)
    answer.writeHead(204).end()
  }

  private isClosed = (account: string, parents: string[]) => parents.some((id) => !this.visible(account, id))

  private openSession(request: IncomingMessage, answer: ServerResponse, body: string, account: string) {
    if (this.take('quota')) return send(answer, 403, { error: { errors: [{ reason: 'storageQuotaExceeded' }] } })
    const { id = randomUUID(), name, parents = [] } = JSON.parse(body) as DriveFile
    if (this.files.has(id)) return send(answer, 409, { error: { code: 409 } })
    if (this.isClosed(account, parents)) return send(answer, 404, { error: { code: 404 } })
    const mimeType = String(request.headers['x-upload-content-type'])
    const session = randomUUID()
    this.sessions.set(session, {
      file: { id, account, name, mimeType, parents, trashed: false, readOnly: false, foreign: false },
      total: Number(request.headers['x-upload-content-length']),
      taken: [],
      bytes: 0,
      done: false,
    })
    answer.writeHead(200, { location: `${this.address}/upload/session?upload_id=${session}` }).end()
  }

  private async takeChunk(request: IncomingMessage, answer: ServerResponse, url: URL): Promise<void> {
    const key = url.searchParams.get('upload_id') ?? ''
    const session = this.sessions.get(key)
    const range = String(request.headers['content-range'])
    const isQuery = range.startsWith('bytes */')
    const fault = isQuery ? undefined : this.take(...uploadFaults)
    if (fault === 'lostSession') this.sessions.delete(key)
    if (!session || fault === 'lostSession') return send(answer, 404, {})
    if (fault === 'serverError') return send(answer, 500, {})
    if (fault === 'busy') return send(answer, 429, {}, { 'retry-after': '1' })
    const body = await readBody(request, fault === 'drop' ? 300_000 : undefined)
    if (isQuery) return this.answerSession(session, answer)
    if (Number(/^bytes (\d+)-/.exec(range)?.[1]) !== session.bytes) return send(answer, 400, {})
    const kept = fault === 'partial' || fault === 'drop' ? body.subarray(0, 262_144) : body
    session.taken.push(Buffer.from(kept))
    session.bytes += kept.length
    if (session.bytes === session.total && !session.done) {
      session.done = true
      this.addFile({ ...session.file, body: Buffer.concat(session.taken) })
    }
    if (fault === 'drop' || fault === 'lostAnswer') return void request.socket.destroy()
    return this.answerSession(session, answer)
  }

  private answerSession({ done, bytes, file }: Session, answer: ServerResponse) {
    if (done) return send(answer, 200, shown(file))
    answer.writeHead(308, bytes > 0 ? { range: `bytes=0-${bytes - 1}` } : {}).end()
  }
}

const shown = ({ id, name, mimeType, trashed, readOnly }: Omit<DriveFile, 'body'>) => ({
  id,
  name,
  mimeType,
  trashed,
  capabilities: { canAddChildren: !readOnly },
  webViewLink: `https://drive.google.com/file/d/${id}/view`,
})

async function readBody(request: IncomingMessage, atMost = Infinity): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    chunks.push(chunk as Buffer)
    bytes += (chunk as Buffer).length
    if (bytes >= atMost) break
  }
  return Buffer.concat(chunks)
}

function send(answer: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) {
  answer.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}
