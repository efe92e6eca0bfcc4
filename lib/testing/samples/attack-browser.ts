import { chromium, type Browser, type BrowserContext } from '@playwright/test'
import { ensureChromium } from '@/scripts/chromium.mjs'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { ATTACKER_HOST } from './attack-grammar'
import { provoke } from './provoke-payloads'

/**
 * How a page is served: its policy, requested each time, the cleaning of a payload, and the number of payloads in one
 * document, each in an element of its own. A payload that removes another's element or document is tried alone.
 */
export type Guards = { policy: () => Promise<string | null>; clean: (html: string) => string; together: number }
export type Way = 'served' | 'laid in'
export type Attacked = {
  /** The payloads whose script ran, and scripts of unknown payloads. */
  ran: Set<string>
  /** The browser's requests to another server without a click. */
  fetched: string[]
  /** Where it went instead of staying, which no policy bars. */
  left: string[]
  /** Tags and attributes beyond the ones given. */
  beyond: string[]
  /** How many documents gave way to another. */
  lost: number
  /** In how many of those that stayed the page's own script did not run. */
  silent: number
}
export type Kept = { tags: string[]; attributes: string[] }

/** Documents to a page. */
const BATCH = 50
const BATCH_TOGETHER = 4
const SETTLE_MS = 150

/** A browser and a server whose pages hold what is to be tried, in frames, a batch to a page. */
export class AttackBrowser {
  private documents = new Map<string, string[]>()
  private served = 0
  private policy: Guards['policy'] = async () => null
  private attacked = nothing()

  private constructor(
    private server: Server,
    private browser: Browser,
    private context: BrowserContext,
  ) {}

  static async open(): Promise<AttackBrowser> {
    const server = createServer()
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    const browser = await chromium.launch({
      executablePath: await ensureChromium(),
      args: [
        '--no-sandbox',
        `--host-resolver-rules=MAP ${ATTACKER_HOST} 127.0.0.1:${port}, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`,
      ],
    })
    const context = await browser.newContext({ baseURL: `http://127.0.0.1:${port}` })
    const attacks = new AttackBrowser(server, browser, context)
    server.on('request', (request, response) => void attacks.answer(request, response))
    await context.exposeBinding('hit', (_, ...texts: unknown[]) => void attacks.attacked.ran.add(String(texts[0])))
    context.on('dialog', (dialog) => {
      attacks.attacked.ran.add(`dialog ${dialog.message()}`)
      void dialog.dismiss().catch(() => undefined)
    })
    context.on('weberror', (error) => void attacks.attacked.ran.add(`script error ${error.error().message}`))
    return attacks
  }

  async close(): Promise<void> {
    await this.browser.close()
    this.server.closeAllConnections()
    await new Promise((done) => this.server.close(done))
  }

  /** Lays every payload into a page, as part of the served document or by script, and does to it all that a person could. */
  async attack(
    payloads: string[],
    way: Way,
    { policy, clean, together }: Guards,
    kept: Kept | null,
  ): Promise<Attacked> {
    this.policy = policy
    this.attacked = nothing()
    const apart = await this.tryAll(inParts(payloads.map(clean), together), way, kept)
    if (together === 1) this.attacked.lost = apart.length
    else this.attacked.lost = (await this.tryAll(inParts(apart.flat(), 1), way, kept)).length
    return this.attacked
  }

  /** Gives back the documents that did not stay whole. */
  private async tryAll(documents: string[][], way: Way, kept: Kept | null): Promise<string[][]> {
    const isTogether = documents.some((texts) => texts.length > 1)
    const batches = inParts(documents, isTogether ? BATCH_TOGETHER : BATCH)
    const apart: string[][] = []
    const lane = async () => {
      for (let batch = batches.shift(); batch; batch = batches.shift())
        apart.push(...(await this.tryBatch(batch, way, kept)))
    }
    await Promise.all([lane(), lane()])
    return apart
  }

  private async tryBatch(documents: string[][], way: Way, kept: Kept | null): Promise<string[][]> {
    const batch = this.served++
    const sent = documents.map((texts, at) => ({ address: `/document/${batch}/${at}`, texts }))
    for (const { address, texts } of sent)
      this.documents.set(address, way === 'served' ? texts : Array.from(texts, () => ''))
    const page = await this.context.newPage()
    page.on('popup', (popup) => void popup.close())
    await page.goto('/')
    const isLaid = way !== 'served'
    const done = await page.evaluate(provoke, { documents: sent, isLaid, kept, settle: SETTLE_MS })
    this.attacked.beyond.push(...done.beyond)
    this.attacked.silent += done.silent
    await page.close()
    return done.apart.map((at) => documents[at]!)
  }

  private async answer({ url = '/', headers }: IncomingMessage, response: ServerResponse) {
    const number = /\d+/.exec(url)?.[0] ?? url
    const isAttacker = headers.host === ATTACKER_HOST
    const wanted = kindOf(headers)
    if (isAttacker) (wanted === 'document' ? this.attacked.left : this.attacked.fetched).push(`${wanted} ${url}`)
    if (url === '/') return respond(response, 'text/html', '<!doctype html><title>attacks</title>')
    const texts = this.documents.get(url)
    if (isAttacker || texts === undefined) return respondToStray(response, wanted, number)
    this.documents.delete(url)
    const policy = await this.policy()
    // The document stands in a frame of the test's own page; the ban on framing is no part of this.
    if (policy)
      response.setHeader('content-security-policy', policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"))
    const nonce = /'nonce-([^']+)'/.exec(policy ?? '')?.[1] ?? ''
    // The page's own script follows, as in the product: none of what stands before it may borrow its nonce.
    const own = `<script nonce="${nonce}">window.isOwn = true</script>`
    respond(response, 'text/html', `<!doctype html><body>${texts.map(inElement).join('')}${own}`)
  }
}

const inElement = (text: string) => `<div class="rich-text">${text}</div>`
const inParts = <T>(all: T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))
const nothing = (): Attacked => ({
  ran: new Set<string>(),
  fetched: [],
  left: [],
  beyond: [],
  lost: 0,
  silent: 0,
})

function respond(response: ServerResponse, type: string, body: string) {
  response.setHeader('content-type', `${type}; charset=utf-8`)
  response.setHeader('cache-control', 'no-store')
  response.end(body)
}

/** By what it asks for, since a browser says its purpose only to hosts it trusts. */
function kindOf({ accept = '', ...headers }: IncomingHttpHeaders): string {
  if (headers['upgrade-insecure-requests']) return 'document'
  return /^(image|text\/css)/.exec(accept)?.[1] ?? 'script'
}

/** Runs wherever it is let in as a script or a frame. Where a document was to give way to it, the document stays. */
function respondToStray(response: ServerResponse, wanted: string, number: string) {
  response.setHeader('access-control-allow-origin', '*')
  if (wanted === 'script') return respond(response, 'text/javascript', `hit(${JSON.stringify(number)})`)
  if (wanted === 'text/css') return respond(response, 'text/css', '')
  response.statusCode = 204
  response.end()
}
