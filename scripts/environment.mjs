import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './data-folder.mjs'

const MADE_SECRETS = ['NEXTAUTH_SECRET', 'ENCRYPTION_KEY', 'AUDIT_SEAL_KEY']
/** The seed reads both; the password is made up once for each data folder, never the same everywhere. */
export const demoAccount = (made) => ({ DEMO_EMAIL: 'demo@mascate.example', DEMO_PASSWORD: made.DEMO_PASSWORD })

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** `.env` fills what the environment itself leaves open. */
export function loadDotEnv() {
  const file = join(root, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}

export function publicAddress(env) {
  const given = env.APP_URL || env.NEXTAUTH_URL
  if (!given) return null
  let url
  try {
    url = new URL(given)
  } catch {
    throw new Error(`NEXTAUTH_URL is no address: "${given}". It looks like https://mascate.example.com.`)
  }
  return LOOPBACK.includes(url.hostname) ? null : url.origin
}

/** Secrets from the environment, else the ones made here; but never made-up ones behind a public address. */
export function productSecrets(env, made) {
  const missing = MADE_SECRETS.filter((name) => !env[name])
  if (publicAddress(env) && missing.length > 0)
    throw new Error(
      `${publicAddress(env)} is a public address, and ${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} not set. ` +
        'Secrets made up here are for this computer only: make each with "openssl rand -base64 32", keep them safe, and set them.',
    )
  return Object.fromEntries(MADE_SECRETS.map((name) => [name, env[name] || made[name]]))
}

/** The marketplace's stand-in: without an app of one's own, and behind a public address only when asked for. */
export const runsSandbox = (env) => !env.SHOPEE_PARTNER_ID && (!publicAddress(env) || env.SHOPEE_SANDBOX === '1')
