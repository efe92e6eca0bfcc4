import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..')

const secretMakers = {
  instance: () => randomBytes(6).toString('hex'),
  databaseAdminPassword: () => randomBytes(24).toString('hex'),
  databaseOwnerPassword: () => randomBytes(24).toString('hex'),
  databaseAppPassword: () => randomBytes(24).toString('hex'),
  databaseWorkerPassword: () => randomBytes(24).toString('hex'),
  databaseSandboxPassword: () => randomBytes(24).toString('hex'),
  DEMO_PASSWORD: () => `Mascate-${randomBytes(8).toString('base64url').replace(/[-_]/g, 'x')}`,
  NEXTAUTH_SECRET: () => randomBytes(32).toString('base64'),
  ENCRYPTION_KEY: () => randomBytes(32).toString('base64'),
  AUDIT_CHAIN_KEY: () => randomBytes(32).toString('base64'),
  BLIND_INDEX_KEY: () => randomBytes(32).toString('base64'),
  SHOPEE_SANDBOX_PARTNER_KEY: () => randomBytes(32).toString('hex'),
  SHOPEE_SANDBOX_PUSH_KEY: () => randomBytes(32).toString('hex'),
}

/** Enough to know a key again, nothing to make it from. */
export const keyId = (key) => createHash('sha256').update(key).digest('hex').slice(0, 8)

export function openDataFolder(place = process.env.MASCATE_DATA) {
  const folder = resolve(root, place || '.data')
  mkdirSync(folder, { recursive: true })
  // The database's user has to pass through; every file in it that matters is readable by its owner only.
  chmodSync(folder, 0o711)
  return { folder, secrets: keepSecrets(join(folder, 'secrets.json')) }
}

function keepSecrets(file) {
  const known = readJson(file)
  const missing = Object.keys(secretMakers).filter((name) => !known?.[name])
  if (known && missing.length === 0) return known
  const made = Object.fromEntries(missing.map((name) => [name, secretMakers[name]()]))
  Object.assign(made, known && blindIndexOfBefore(known))
  if (known) {
    writeSecrets(file, { ...known, ...made })
    return readJson(file)
  }
  const draft = `${file}.${process.pid}`
  writeToDisk(draft, made)
  try {
    // The first of two processes that create them at once counts for both.
    linkSync(draft, file)
    syncToDisk(dirname(file))
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readJson(file)
}

/** A folder from before that key had a value of its own goes on with the ENCRYPTION_KEY that served instead. */
const blindIndexOfBefore = ({ BLIND_INDEX_KEY, ENCRYPTION_KEY }) =>
  BLIND_INDEX_KEY || !ENCRYPTION_KEY ? {} : { BLIND_INDEX_KEY: ENCRYPTION_KEY }

/** From the first start on the installation knows by which key its accounts and buyers are known again. Only `npm start` has all keys in force. */
export function keepBlindIndexKeyId({ folder, secrets }, key) {
  if (!secrets.blindIndexKeyId) writeSecrets(join(folder, 'secrets.json'), { ...secrets, blindIndexKeyId: keyId(key) })
}

export function readJson(file) {
  let text
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${file} is damaged: restore it from a backup, or move it away to begin with fresh data.`)
  }
}

export function writeJson(file, value) {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, JSON.stringify(value, null, 2), { mode: 0o600 })
  renameSync(draft, file)
}

/** As writeJson, and the machine may lose its power right after it. */
export function writeSecrets(file, secrets) {
  const draft = `${file}.${process.pid}`
  writeToDisk(draft, secrets)
  renameSync(draft, file)
  syncToDisk(dirname(file))
}

/** Data encrypted with a key must not outlive the key: a machine that loses its power keeps both or neither. */
function writeToDisk(file, value) {
  writeFileSync(file, JSON.stringify(value, null, 2), { mode: 0o600, flush: true })
}

/** Syncs a folder: the names in it. */
function syncToDisk(folder) {
  const opened = openSync(folder, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
