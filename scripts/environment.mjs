import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { keyId, root } from './data-folder.mjs'

const MADE_SECRETS = ['NEXTAUTH_SECRET', 'ENCRYPTION_KEY', 'AUDIT_CHAIN_KEY', 'BLIND_INDEX_KEY']
/** Those before a key are in force beside it, for what they encrypted. */
export const PREVIOUS = { ENCRYPTION_KEY: 'PREVIOUS_ENCRYPTION_KEYS', AUDIT_CHAIN_KEY: 'PREVIOUS_AUDIT_CHAIN_KEYS' }
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

const encryptionKeysOf = (env) =>
  [env.ENCRYPTION_KEY, ...(env[PREVIOUS.ENCRYPTION_KEY] ?? '').split(',')].flatMap((key) => key?.trim() || [])
/** A folder from before that key, where no start has noted yet which ENCRYPTION_KEY served instead. */
const isUnnoted = ({ blindIndexKeyId, BLIND_INDEX_KEY, ENCRYPTION_KEY }) =>
  !blindIndexKeyId && BLIND_INDEX_KEY === ENCRYPTION_KEY

/**
 * The environment's value of a secret. Unnamed, the key of blind indexes is the ENCRYPTION_KEY that served before it
 * had its own.
 */
function namedIn(env, name, made) {
  if (env[name] || name !== 'BLIND_INDEX_KEY') return env[name]
  if (isUnnoted(made)) return env.ENCRYPTION_KEY
  return encryptionKeysOf(env).find((key) => keyId(key) === made.blindIndexKeyId)
}

/** The keys in force: from the environment, else the ones made here. */
export const secretsInForce = (env, made) =>
  Object.fromEntries(MADE_SECRETS.map((name) => [name, namedIn(env, name, made) || made[name]]))

/** Secrets from the environment, else the ones made here; but never made-up ones behind a public address. */
export function productSecrets(env, made) {
  const missing = MADE_SECRETS.filter((name) => !namedIn(env, name, made))
  if (publicAddress(env) && missing.length > 0)
    throw new Error(
      `${publicAddress(env)} is a public address, and ${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} not set. ` +
        'Secrets made up here are for this computer only: make each with "openssl rand -base64 32", keep them safe, and set them.',
    )
  const secrets = secretsInForce(env, made)
  const id = keyId(secrets.BLIND_INDEX_KEY)
  const wanted = blindIndexIds(env, made)
  if (wanted && !wanted.includes(id))
    throw new Error(
      `BLIND_INDEX_KEY (${id}) is another than the one by which this installation knows bank accounts and buyers again (${wanted.join(' or ')}): ` +
        'statements would be brought in twice, and no buyer be known. It never changes; docs/operations.md, Keys, says where it is found.',
    )
  return secrets
}

/** Which keys of blind indexes may be in force; null: any, before the first start. */
function blindIndexIds(env, made) {
  if (made.blindIndexKeyId) return [made.blindIndexKeyId]
  return isUnnoted(made) ? [...new Set([...encryptionKeysOf(env), made.ENCRYPTION_KEY])].map(keyId) : null
}

/** The advice where the environment names the key of blind indexes only as an ENCRYPTION_KEY, which may change. */
export const blindIndexAdvice = (env, made, { BLIND_INDEX_KEY }) =>
  env.BLIND_INDEX_KEY || BLIND_INDEX_KEY === made.BLIND_INDEX_KEY
    ? null
    : `BLIND_INDEX_KEY is not set: bank accounts and buyers are known again by the ENCRYPTION_KEY ${keyId(BLIND_INDEX_KEY)}. ` +
      'Set BLIND_INDEX_KEY to that value, and keep it when ENCRYPTION_KEY changes.'

/** The sandbox runs where no app of one's own is set, and behind a public address only on request. */
export const runsSandbox = (env) => !env.SHOPEE_PARTNER_ID && (!publicAddress(env) || env.SHOPEE_SANDBOX === '1')

const MOST_WEB_PROCESSES = 16

/** The program that starts the web server, before its own arguments: none for one process. */
export function webProcesses(env) {
  const count = Number(env.WEB_PROCESSES?.trim() || 1)
  if (!Number.isInteger(count) || count < 1 || count > MOST_WEB_PROCESSES)
    throw new Error(`WEB_PROCESSES=${env.WEB_PROCESSES} is no number from 1 to ${MOST_WEB_PROCESSES}.`)
  return count === 1 ? [] : ['scripts/web-processes.mjs', String(count)]
}
