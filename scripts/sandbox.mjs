import { runsSandbox } from './environment.mjs'
import { freePort } from './processes.mjs'

const USUAL_PORT = 3080
const PARTNER_ID = '1000001'
// Nothing of the product's own secrets reaches it: it stands for another company's server.
const HANDED_ON = ['SHOPEE_SANDBOX_DEMO_ORDERS', 'PATH', 'HOME', 'TMPDIR', 'NODE_ENV', 'LOG_LEVEL']

/**
 * The sandbox of the marketplace: its own environment, and its changes to the product's; null where the real one is
 * used.
 */
export async function planSandbox({ env, made, urls, address, say }) {
  if (!runsSandbox(env)) return null
  const wanted = Number(env.SHOPEE_SANDBOX_PORT) || USUAL_PORT
  const port = await freePort(wanted)
  if (port !== wanted) say(`port ${wanted} is taken, using ${port} for the marketplace's sandbox`)
  const url = `http://127.0.0.1:${port}`
  const authUrl = env.SHOPEE_AUTH_URL || `http://${otherName(address)}:${port}/auth`
  const app = {
    SHOPEE_PARTNER_ID: PARTNER_ID,
    SHOPEE_PARTNER_KEY: made.SHOPEE_SANDBOX_PARTNER_KEY,
    SHOPEE_PUSH_PARTNER_KEY: made.SHOPEE_SANDBOX_PUSH_KEY,
  }
  return {
    url,
    product: {
      ...app,
      SHOPEE_API_URL: url,
      SHOPEE_AUTH_URL: authUrl,
      SHOPEE_PICTURE_HOSTS: new URL(authUrl).origin,
      SHOPEE_SANDBOX: '1',
    },
    own: {
      ...Object.fromEntries(HANDED_ON.flatMap((name) => (env[name] ? [[name, env[name]]] : []))),
      ...app,
      DATABASE_SANDBOX_URL: urls.DATABASE_SANDBOX_URL,
      SHOPEE_SANDBOX_PORT: String(port),
      SHOPEE_PICTURE_URL: new URL('file/', authUrl).href,
      SHOPEE_PUSH_URL: env.SHOPEE_PUSH_URL || `${address}/api/shopee/webhook`,
    },
  }
}

/**
 * Browsers send a cookie to every port of its host: the sandbox has the other name of this computer, and gets no
 * session.
 */
const otherName = (address) => (new URL(address).hostname === '127.0.0.1' ? 'localhost' : '127.0.0.1')
