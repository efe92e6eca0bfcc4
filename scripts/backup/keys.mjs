import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { keyId, writeJson } from '../data-folder.mjs'
import { PREVIOUS, secretsInForce } from '../environment.mjs'

const OF_THE_DATABASE = ['Admin', 'Owner', 'App', 'Worker', 'Sandbox'].map((role) => `database${role}Password`)
/** Without these a restored database can be neither entered nor read. */
const NEEDED = ['ENCRYPTION_KEY', 'AUDIT_CHAIN_KEY', 'BLIND_INDEX_KEY', 'databaseAdminPassword']

/** The keys in force: those that the environment names, else those made up for this data folder. */
export const keysInForce = (env, secrets) =>
  Object.fromEntries([
    ...Object.entries(secretsInForce(env, secrets)),
    ...OF_THE_DATABASE.map((name) => [name, secrets[name]]),
    ...Object.values(PREVIOUS).map((name) => [name, env[name] ?? secrets[name] ?? '']),
  ])

/** Those before them, by which the product still opens and proves what they encrypted. */
export const previousOf = (keys) => Object.fromEntries(Object.values(PREVIOUS).map((name) => [name, keys[name]]))

/** The keys that chain the audit logs: the one in force, then the earlier ones. */
export const chainKeysOf = (keys) =>
  [keys.AUDIT_CHAIN_KEY, ...(keys[PREVIOUS.AUDIT_CHAIN_KEY] ?? '').split(',')].flatMap((key) => key.trim() || [])

/** The identifiers that a backup may hold of its keys: enough to recognize them, not to derive them. */
export const keyIds = (keys) => Object.fromEntries(NEEDED.map((name) => [name, keyId(keys[name])]))

/** Throws where the keys at hand are not those that a backup was made under. */
export function requireKeys(wanted, keys) {
  const known = (name) => [keys[name], ...(keys[PREVIOUS[name]] ?? '').split(',')]
  const fits = (name) => known(name).some((key) => keyId(key) === wanted[name])
  // A backup from before a key had a value of its own names none.
  const other = NEEDED.filter((name) => wanted[name] && !fits(name))
  if (other.length > 0)
    throw new Error(
      `This backup was made under other keys: ${other.map((name) => `${name} ${wanted[name]}, here ${keyId(keys[name])}`).join('; ')}.\n` +
        'Name the file that keeps its keys with --keys, and where the environment sets one of them, set it to the same.',
    )
}

/** Writes the keys to a file of their own, which must lie neither among the backups nor in the data folder. */
export function writeKeys(file, keys, { backups, folder }) {
  const path = resolve(file)
  for (const place of [backups, folder])
    if (!relative(place, path).startsWith('..'))
      throw new Error(`${path} lies in ${place}: who takes away the backups would have their keys as well.`)
  if (!existsSync(dirname(path))) throw new Error(`There is no folder ${dirname(path)}.`)
  if (existsSync(path)) throw new Error(`${path} is there already.`)
  // Before the first backup there is none; a file of which that is not noted would be written once and never counted.
  mkdirSync(backups, { recursive: true, mode: 0o711 })
  writeFileSync(path, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  writeJson(join(backups, 'keys-kept.json'), keyIds(keys))
  return path
}

/** Whether the keys in force were once written to a file of their own. */
export function areKeysKept(backups, keys) {
  const file = join(backups, 'keys-kept.json')
  return existsSync(file) && readFileSync(file, 'utf8') === JSON.stringify(keyIds(keys), null, 2)
}

export function readKeys(file) {
  let keys
  try {
    keys = JSON.parse(readFileSync(resolve(file), 'utf8'))
  } catch (error) {
    throw new Error(`The keys in ${file} cannot be read: ${error.message}`)
  }
  // Written before that key had a value of its own.
  keys.BLIND_INDEX_KEY ??= keys.ENCRYPTION_KEY
  const lacking = NEEDED.filter((name) => !keys[name])
  if (lacking.length > 0) throw new Error(`${file} lacks ${lacking.join(', ')}.`)
  return { ...keys, blindIndexKeyId: keyId(keys.BLIND_INDEX_KEY) }
}
