import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scripts } from '../package.json'
import { isFullProfile } from '../lib/testing/harnesses/report-figures'

/** Each starts programs. Full form: every command. In the default the first ones of each kind. */
const some = <T>(all: readonly T[], few = 1): T[] => all.slice(0, isFullProfile ? undefined : few)

const folder = mkdtempSync(join(tmpdir(), 'mascate-commands-'))
chmodSync(folder, 0o711)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function run(script: string, env: Record<string, string>, args: string[] = []) {
  const own = { PATH: process.env.PATH, ...env } as unknown as NodeJS.ProcessEnv
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8', env: own })
  return { status, said: stdout + stderr }
}

const operated = Object.entries(scripts).filter(([name]) =>
  /^(db:(?!start|stop)|files:|audit:|keys:|owner:|account:)/.test(name),
)
test.each(some(operated))(
  '%s says in a clone where nothing is installed which step comes first, and exits as not checked',
  (_, line) => {
    const clone = join(folder, 'clone')
    cpSync('scripts', join(clone, 'scripts'), { recursive: true })
    const [, script, ...args] = line.split(' ')
    const { status, said } = run(join(clone, script!), {}, args)
    expect({ status, said }).toEqual({ status: 2, said: expect.stringMatching(/^Mascate is not installed in .*\n$/) })
    expect(existsSync(join(clone, '.data'))).toBe(false)
  },
)

// `MASCATE_DATA` forgotten, the command must not find an empty installation of its own to be in order.
test.each(some(['db-verify', 'audit-verify', 'files-move', 'keys-rotate', 'db-backup']))(
  '%s looks for an installation, and makes none where there is none',
  (name) => {
    const data = join(folder, name)
    const { status, said } = run(`scripts/${name}.mjs`, { MASCATE_DATA: data })
    expect({ status, said }).toEqual({
      status: 2,
      said: expect.stringContaining(`There is no installation in ${data}`),
    })
    expect(existsSync(data)).toBe(false)
  },
)

test.each(some(['db-verify', 'audit-verify', 'files-move', 'keys-rotate']))(
  '%s tells a database that does not answer from one in which something is wrong',
  (name) => {
    const as = (role: string) => `postgresql://mascate_${role}:x@127.0.0.1:1/mascate`
    const addresses = {
      DATABASE_URL: as('app'),
      DATABASE_OWNER_URL: as('owner'),
      DATABASE_WORKER_URL: as('worker'),
    }
    const { status, said } = run(`scripts/${name}.mjs`, { MASCATE_DATA: join(folder, 'away'), ...addresses })
    expect({ status, said }).toEqual({ status: 2, said: expect.stringMatching(/ECONNREFUSED/) })
  },
)

test('db:stop leaves the database of a running product alone, and what tells others where it is', () => {
  const data = join(folder, 'running')
  mkdirSync(data)
  const product = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'scripts/start.mjs'])
  const stop = () => run('scripts/database.mjs', { MASCATE_DATA: data }, ['stop'])
  const places = join(data, 'runtime.json')
  writeFileSync(join(data, 'supervisor.json'), JSON.stringify({ pid: product.pid, address: 'http://localhost:3000' }))
  writeFileSync(places, '{}')
  try {
    expect(stop()).toEqual({ status: 1, said: expect.stringContaining(`Mascate already runs on ${data}`) })
    expect(existsSync(places)).toBe(true)
  } finally {
    product.kill('SIGKILL')
  }
})

// `--files` has a timer that comes every few minutes: the next run makes up for it, and no alert is needed.
test.each([
  ['db-backup', [], 2],
  ['db-backup', ['--files'], 0],
  ['db-restore', ['--drill'], 2],
  ['db-restore', [], 2],
] as const)('%s %j leaves all as it is while a backup is at work', (name, args, status) => {
  const data = join(folder, `${name}${args.join('')}`)
  mkdirSync(join(data, 'postgres'), { recursive: true })
  mkdirSync(join(data, 'files'))
  writeFileSync(join(data, 'secrets.json'), '{}')
  writeFileSync(join(data, 'postgres/PG_VERSION'), '1')
  const before = [...readdirSync(data), 'backup.json', 'backup.lock'].toSorted()
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'scripts/db-backup.mjs'])
  writeFileSync(join(data, 'backup.json'), JSON.stringify({ pid: other.pid }))
  try {
    expect(run(`scripts/${name}.mjs`, { MASCATE_DATA: data }, [...args])).toEqual({
      status,
      said: expect.stringContaining(`is at work on ${data} (process ${other.pid})`),
    })
    expect(readdirSync(data).toSorted()).toEqual(before)
  } finally {
    other.kill('SIGKILL')
  }
})
