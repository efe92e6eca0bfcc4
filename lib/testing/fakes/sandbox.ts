import { clearProcessState } from '@/lib/core/process/process-state'
import { startSandbox, type RunningSandbox } from '@/lib/sandbox/server'
import { sandboxUrl } from '../harnesses/database'

export { authorizeShop, FIRST_SHOP_ID } from './authorize-shop'

export const PARTNER_ID = 1_000_001
export const PARTNER_KEY = 'a partner key for tests only, never for an app'

export type TestSandbox = RunningSandbox & {
  partnerId: number
  partnerKey: string
  /** POST /admin/<action>; throws when the sandbox refuses. 64-bit ids come as numbers. */
  admin: <T = Record<string, unknown>>(action: string, body?: object) => Promise<T>
}

/** `webhookKey` signs webhook events in place of the app's key, and the product is given it. */
type Options = { webhookKey?: string; webhookUrl?: string; port?: number; settings?: object; isTicking?: boolean }

/**
 * The sandbox on this test's database, with the product's environment pointing at it. Retries of webhook events run a thousand times faster than the platform's. By default it changes nothing by
 * itself, so that two reads are the same: `isTicking` for tests that need it.
 */
export async function startTestSandbox({
  webhookKey,
  webhookUrl,
  port = 0,
  settings = {},
  isTicking = false,
}: Options = {}): Promise<TestSandbox> {
  const sandbox = await startSandbox({
    databaseUrl: sandboxUrl(),
    partnerId: PARTNER_ID,
    partnerKey: PARTNER_KEY,
    webhookKey,
    webhookUrl,
    port,
    isTicking,
  })
  await sandbox.platform.changeSettings({ pushTimeScale: 0.001, ...settings })
  Object.assign(process.env, {
    SHOPEE_PARTNER_ID: String(PARTNER_ID),
    SHOPEE_PARTNER_KEY: PARTNER_KEY,
    SHOPEE_PUSH_PARTNER_KEY: webhookKey ?? '',
    SHOPEE_API_URL: sandbox.url,
    SHOPEE_AUTH_URL: `${sandbox.url}/auth`,
    SHOPEE_SANDBOX: '1',
  })
  // Work that an earlier file left may have read the environment since this file began.
  clearProcessState()
  return { ...sandbox, partnerId: PARTNER_ID, partnerKey: PARTNER_KEY, admin: makeAdmin(sandbox.url) }
}

const makeAdmin =
  (url: string) =>
  async <T = Record<string, unknown>>(action: string, body: object = {}): Promise<T> => {
    const answer = await fetch(`${url}/admin/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`admin ${action}: ${answer.status} ${text}`)
    return JSON.parse(text) as T
  }
