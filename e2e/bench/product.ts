import { spawn } from 'node:child_process'
import { appendFileSync, openSync, readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export const root = resolve(__dirname, '../..')
export const data = join(root, '.data/bench')

const own = [
  'NEXTAUTH_URL',
  'APP_URL',
  'NEXTAUTH_SECRET',
  'ENCRYPTION_KEY',
  'AUDIT_CHAIN_KEY',
  'BLIND_INDEX_KEY',
  'MASCATE_DATABASE_PORT',
]
const unset = [
  ...own,
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_WORKER_URL',
  'SMTP_URL',
  'NODE_OPTIONS',
  'GEMINI_API_KEY',
]
/**
 * The environment in which a program of the product finds this run's own folder and database, without the variables of
 * the person running the benchmark.
 */
export const benchmarkEnvironment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  ...Object.fromEntries(unset.map((name) => [name, ''])),
  MASCATE_DATA: data,
})

export type Product = { address: string; pid: number; hasEnded: () => boolean; stop: () => Promise<void> }

/** The built product, its worker and its database, as `npm start` runs them, on a database of this run's own; what it says goes to `log` where one is named. */
export async function startProduct(
  port: number,
  { program = 'e2e/fixtures/fresh-product.mjs', env = {} as Record<string, string>, log = '', folder = root } = {},
): Promise<Product> {
  const child = spawn(process.execPath, [program], {
    cwd: folder,
    env: { ...benchmarkEnvironment(), PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', log ? openSync(log, 'a') : 'inherit'],
  })
  let output = ''
  child.stdout!.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-20_000)
    if (log) appendFileSync(log, chunk)
  })
  for (;;) {
    const address = /Mascate is at (http:\S+)/.exec(output)?.[1]
    if (address) {
      const stop = async () => {
        child.kill('SIGTERM')
        if (child.exitCode === null) await new Promise((done) => child.once('exit', done))
      }
      return { address, pid: child.pid!, hasEnded: () => child.exitCode !== null, stop }
    }
    if (child.exitCode !== null) throw new Error(`The product did not start:\n${output}`)
    await wait(100)
  }
}

/** This process calls the product's own modules on the product's database; `settings` are read from its folder. */
export function adoptSettings(address: string, folder = data): Record<string, string> {
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, string>
  const settings = { ...read('runtime.json'), ...read('secrets.json') }
  const { DATABASE_URL, DATABASE_OWNER_URL, DATABASE_WORKER_URL, DATABASE_SANDBOX_URL } = settings
  const { NEXTAUTH_SECRET, ENCRYPTION_KEY, AUDIT_CHAIN_KEY, BLIND_INDEX_KEY } = settings
  Object.assign(process.env, {
    DATABASE_URL,
    NEXTAUTH_SECRET,
    ENCRYPTION_KEY,
    AUDIT_CHAIN_KEY,
    BLIND_INDEX_KEY,
    NEXTAUTH_URL: address,
    MASCATE_DATA: folder,
    TEST_DATABASE: JSON.stringify({
      template: '',
      DATABASE_URL,
      DATABASE_OWNER_URL,
      DATABASE_WORKER_URL,
      DATABASE_SANDBOX_URL,
    }),
    TEST_DATABASE_NAME: 'mascate',
    TEST_DATABASE_WORKER_URL: DATABASE_WORKER_URL,
  })
  return settings
}

/** The process that the product keeps for this program, by the name it goes under: next's is `next-server`. */
export function findChild(product: Product, program: string): number {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const isChild = readFileSync(`/proc/${pid}/status`, 'utf8').includes(`PPid:\t${product.pid}\n`)
      if (isChild && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(program)) return Number(pid)
    } catch {
      // It ended while the list was read.
    }
  }
  throw new Error(`${program} does not run.`)
}

const megabytes = (pid: number, line: string) =>
  Math.round(Number(new RegExp(`${line}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 102.4) /
  10
export const peakMegabytes = (pid: number) => megabytes(pid, 'VmHWM')
export const residentMegabytes = (pid: number) => megabytes(pid, 'VmRSS')

/** A browser calls an action by the id that the build gave it; the manifest says which export that is. */
export function readActionIds(build: string): Map<string, string> {
  const manifest = join(root, build, 'server/server-reference-manifest.json')
  const { node } = JSON.parse(readFileSync(manifest, 'utf8')) as { node: Record<string, { exportedName: string }> }
  return new Map(Object.entries(node).map(([id, { exportedName }]) => [exportedName, id]))
}
