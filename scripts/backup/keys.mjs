import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { writeJson } from '../data-folder.mjs'

const FROM_THE_ENVIRONMENT = ['NEXTAUTH_SECRET', 'ENCRYPTION_KEY', 'AUDIT_SEAL_KEY']
const OF_THE_DATABASE = ['Admin', 'Owner', 'App', 'Worker', 'Sandbox'].map((role) => `database${role}Password`)
/** Those before a key are in force beside it, for what they sealed. */
const PREVIOUS = { ENCRYPTION_KEY: 'PREVIOUS_ENCRYPTION_KEYS', AUDIT_SEAL_KEY: 'PREVIOUS_AUDIT_SEAL_KEYS' }
/** Without these a restored database can be neither entered nor read. */
const NEEDED = ['ENCRYPTION_KEY', 'AUDIT_SEAL_KEY', 'databaseAdminPassword']

/** The keys in force: those that the environment names, else those made up for this data folder. */
export const keysInForce = (env, secrets) =>
  Object.fromEntries([
    ...FROM_THE_ENVIRONMENT.map((name) => [name, env[name] || secrets[name]]),
    ...OF_THE_DATABASE.map((name) => [name, secrets[name]]),
    ...Object.values(PREVIOUS).map((name) => [name, env[name] ?? secrets[name] ?? '']),
  ])

const idOf = (key) => createHash('sha256').update(key).digest('hex').slice(0, 8)

/** What a backup may tell of its keys: enough to know them again, nothing to make them from. */
export const keyIds = (keys) => Object.fromEntries(NEEDED.map((name) => [name, idOf(keys[name])]))

/** Throws where the keys at hand are not those that a backup was made under. */
export function requireKeys(wanted, keys) {
  const known = (name) => [keys[name], ...(keys[PREVIOUS[name]] ?? '').split(',')]
  const fits = (name) => known(name).some((key) => idOf(key) === wanted[name])
  const other = NEEDED.filter((name) => !fits(name))
  if (other.length > 0)
    throw new Error(
      `This backup was made under other keys: ${other.map((name) => `${name} ${wanted[name]}, here ${idOf(keys[name])}`).join('; ')}.\n` +
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
  const lacking = NEEDED.filter((name) => !keys[name])
  if (lacking.length > 0) throw new Error(`${file} lacks ${lacking.join(', ')}.`)
  return keys
}
