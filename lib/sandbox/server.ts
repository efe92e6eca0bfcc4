import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono, type Context, type MiddlewareHandler } from 'hono'
import pino from 'pino'
import { mountAdmin } from './admin'
import { mountAuthorizationPages } from './authorization-pages'
import { CallLimiter } from './call-limiter'
import { Clock } from './clock'
import { inTransaction, openPool } from './database'
import { FaultDrawer } from './faults'
import { gateway } from './gateway-server'
import { migrate } from './migrate'
import { mountPictures } from './pictures'
import { Platform, type ServerEnvironment } from './platform'
import { loadSettings, saveSettings } from './platform-settings'
import { sendWebhookEvents } from './webhook-sender'
import type { SandboxOptions } from './settings'
import { mountSheets } from './sheets/sheet-downloads'
import { seedShops } from './shops'
import { keepTicking } from './ticks'
import type { Endpoint } from './gateway'
import { healthEndpoints } from './health/health-endpoints'
import { invoiceEndpoints } from './invoices/invoice-endpoints'
import { itemEndpoints } from './items/item-endpoints'
import { documentEndpoints } from './logistics/document-endpoints'
import { shippingEndpoints } from './logistics/shipping-endpoints'
import { trackingEndpoints } from './logistics/tracking-endpoints'
import { orderEndpoints } from './orders/order-endpoints'
import { paymentEndpoints } from './payment/payment-endpoints'
import { webhookEndpoints } from './webhook-endpoints'
import { returnEndpoints } from './returns/return-endpoints'
import { shopEndpoints } from './shop-endpoints'
import { tokenEndpoints } from './token-endpoints'

const THIS_COMPUTER = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i

/**
 * Any page that a browser shows may post here and, under a name of its own that leads to this computer, read what is
 * answered. Only requests under this computer's own names are answered, and only those of this server's own pages, or of
 * programs without a browser, change anything. The endpoints of the platform need a signature besides.
 */
function ownBrowserOnly(publicHost: () => string): MiddlewareHandler<ServerEnvironment> {
  return async (c, next) => {
    const host = c.req.header('host') ?? ''
    if (!THIS_COMPUTER.test(host) && host !== publicHost()) return c.json({ error: 'foreign_host' }, 421)
    if (c.req.path.startsWith('/api/v2/')) return next()
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD' && isOtherSite(c, host))
      return c.json({ error: 'foreign_origin' }, 403)
    c.header('x-frame-options', 'DENY')
    return next()
  }
}

/** Every browser says where a form or a script comes from; `null` is a page that hides it. */
function isOtherSite(c: Context, host: string): boolean {
  const [origin, site] = [c.req.header('origin'), c.req.header('sec-fetch-site')]
  if (site !== undefined && site !== 'same-origin') return true
  return origin !== undefined && hostOf(origin) !== host
}

const hostOf = (origin: string): string | null => (URL.canParse(origin) ? new URL(origin).host : null)

/** Each module of the platform brings one list. */
const endpoints: Endpoint[] = [
  ...tokenEndpoints,
  ...shopEndpoints,
  ...webhookEndpoints,
  ...itemEndpoints,
  ...orderEndpoints,
  ...invoiceEndpoints,
  ...shippingEndpoints,
  ...trackingEndpoints,
  ...documentEndpoints,
  ...returnEndpoints,
  ...paymentEndpoints,
  ...healthEndpoints,
]

const PARTNER_ID = 1_000_001

export type RunningSandbox = { url: string; platform: Platform; stop: () => Promise<void> }

/** The sandbox on this computer alone, on `port` (any free one for 0), with its state in the given database. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const pool = openPool(options.databaseUrl)
  const platform = await prepare(pool, options).catch(async (error: unknown) => {
    await pool.end()
    throw error
  })
  const app = new Hono<ServerEnvironment>()
  app.use(ownBrowserOnly(() => new URL(platform.pictureUrl).host))
  app.get('/health', (c) => c.json({ ok: true }))
  mountAdmin(app, platform)
  mountAuthorizationPages(app, platform)
  mountSheets(app, platform)
  mountPictures(app)
  app.all('/api/v2/*', gateway(platform, endpoints))

  const server = serve({ fetch: app.fetch, port: options.port ?? 0, hostname: '127.0.0.1' })
  // Days later are days later in every answer: a client that goes by the platform's clock stays within its five minutes.
  server.prependListener('request', (_request: IncomingMessage, reply: ServerResponse) => {
    reply.setHeader('date', new Date(platform.clock.now() * 1000).toUTCString())
  })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  platform.pictureUrl = options.pictureUrl ?? `http://localhost:${port}/file/`
  platform.log.info({ port }, 'sandbox platform ready')
  const ending = new AbortController()
  const running = [sendWebhookEvents(platform, ending.signal)]
  if (options.isTicking ?? true) running.push(keepTicking(platform, ending.signal))
  let stopping: Promise<void> | undefined
  const stop = async () => {
    ending.abort()
    const closed = once(server, 'close')
    server.close()
    if ('closeAllConnections' in server) server.closeAllConnections()
    await Promise.all([closed, ...running])
    await pool.end()
  }
  return { url: `http://127.0.0.1:${port}`, platform, stop: () => (stopping ??= stop()) }
}

async function prepare(pool: ReturnType<typeof openPool>, options: SandboxOptions): Promise<Platform> {
  await migrate(pool)
  const partnerId = BigInt(options.partnerId ?? PARTNER_ID)
  await pool.query(
    `INSERT INTO app (partner_id, partner_key, push_key, push_url) VALUES ($1, $2, $3, $4)
     ON CONFLICT (partner_id) DO UPDATE SET partner_key = excluded.partner_key, push_key = excluded.push_key,
       push_url = coalesce(excluded.push_url, app.push_url)`,
    [partnerId, options.partnerKey, options.webhookKey ?? null, options.webhookUrl ?? null],
  )
  const log = pino({ level: options.logLevel ?? 'silent', base: { pid: process.pid, name: 'shopee-sandbox' } })
  const { demoOrders } = options
  const settings = demoOrders === undefined ? await loadSettings(pool) : await saveSettings(pool, { demoOrders })
  const clock = new Clock(settings.clockOffsetSeconds)
  await inTransaction(pool, (db) => seedShops(db, clock.now()))
  const faults = new FaultDrawer()
  await faults.reload(pool)
  return new Platform(pool, log, clock, partnerId, faults, new CallLimiter(), settings)
}
