import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import pino from 'pino'
import { mountAdmin } from './admin'
import { mountAuthorizationPages } from './authorization-pages'
import { CallLimiter } from './call-limiter'
import { Clock } from './clock'
import { inTransaction, openPool } from './database'
import { endpoints } from './endpoints'
import { FaultDrawer } from './faults'
import { gateway } from './gateway-server'
import { migrate } from './migrate'
import { ownBrowserOnly } from './own-browser'
import { mountPictures } from './pictures'
import { Platform, type ServerEnvironment } from './platform'
import { loadSettings, saveSettings } from './platform-settings'
import { sendWebhookEvents } from './webhook-sender'
import type { SandboxOptions } from './settings'
import { mountSheets } from './sheets/sheet-downloads'
import { seedShops } from './shops'
import { keepTicking } from './ticks'

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
