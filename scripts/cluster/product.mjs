// Web machines and workers: one build, started by the settings of docs/configuration.md alone.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '../data-folder.mjs'
import { POOLED_PORT, PRIMARY_PORT, WEB_PORT } from './proxies.mjs'

export const DATABASE = 'mascate'
const STORE_PORT = 9000
const HEALTHY_WITHIN_MS = 90_000
const NEXT = 'node_modules/next/dist/bin/next'
const TYPESCRIPT = ['--conditions=react-server', '--import', 'tsx']
const WEB = [
  process.execPath,
  '--max-old-space-size=240',
  '--max-semi-space-size=8',
  NEXT,
  'start',
  '-p',
  String(WEB_PORT),
  '-H',
  '0.0.0.0',
]
const WORKER = [
  process.execPath,
  '--max-old-space-size=224',
  '--max-semi-space-size=8',
  ...TYPESCRIPT,
  'lib/worker/worker.ts',
]

const key = () => randomBytes(32).toString('base64')

/** The environment of every machine of the product: the same but for the role by which it reaches the database. */
export function productEnvironment({ folder, proxy, store, passwords }) {
  const url = (role, port) => `postgresql://${role}:${passwords[role]}@${proxy.address}:${port}/${DATABASE}`
  const shared = {
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    NEXTAUTH_URL: `https://${proxy.address}`,
    TRUSTED_PROXIES: '1',
    NEXTAUTH_SECRET: key(),
    ENCRYPTION_KEY: key(),
    AUDIT_CHAIN_KEY: key(),
    BLIND_INDEX_KEY: key(),
    MASCATE_DATA: join(folder, 'shared'),
    S3_BUCKET: 'mascate-files',
    S3_ENDPOINT: `http://${store.address}:${STORE_PORT}`,
    S3_REGION: 'sa-east-1',
    S3_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    S3_SECRET_ACCESS_KEY: 'a secret of tests',
    MALLOC_ARENA_MAX: '2',
    HOME: folder,
  }
  mkdirSync(shared.MASCATE_DATA)
  const worker = url('mascate_worker', PRIMARY_PORT)
  return {
    web: { ...shared, DATABASE_URL: url('mascate_app', POOLED_PORT) },
    worker: { ...shared, DATABASE_URL: worker },
    /** An operator's command, which also has the owner's role. */
    operator: {
      ...shared,
      DATABASE_URL: url('mascate_app', POOLED_PORT),
      DATABASE_OWNER_URL: url('mascate_owner', PRIMARY_PORT),
      DATABASE_WORKER_URL: worker,
    },
  }
}

export async function startStore(store) {
  store.start(
    'bucket',
    [process.execPath, ...TYPESCRIPT, 'scripts/cluster/bucket.ts', store.address, String(STORE_PORT)],
    {
      cwd: root,
    },
  )
  await untilAnswers(`http://${store.address}:${STORE_PORT}/`)
}

/** An operator's command of the checkout in `cwd`; answers what it printed. */
export const operate = (env, args, cwd = root) =>
  execFileSync(process.execPath, args, {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
    stdio: 'pipe',
  })

/** `db-verify` or `audit-verify`, as an operator runs it. */
export function verify(env, program) {
  try {
    return {
      holds: true,
      said: operate(env.operator, [`scripts/${program}.mjs`])
        .trim()
        .split('\n')
        .at(-1),
    }
  } catch (error) {
    return { holds: false, said: `${error.stdout ?? ''}${error.stderr ?? error.message}`.trim() }
  }
}

/** Only one machine migrates, before the others start. */
export const migrate = (env, cwd) => operate(env.operator, ['scripts/db-migrate.mjs'], cwd)

export const startWeb = (machine, env, cwd = root) => machine.start('web', WEB, { env: env.web, cwd })
export const startWorker = (machine, env, cwd = root) => machine.start('worker', WORKER, { env: env.worker, cwd })

export const untilWebReady = ({ address }) =>
  untilAnswers(`http://${address}:${WEB_PORT}/api/health`, (answer) => answer.ok)

async function untilAnswers(url, isGood = () => true) {
  let last = 'no answer'
  for (const until = Date.now() + HEALTHY_WITHIN_MS; Date.now() < until; await sleep(200)) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => null)
    if (answer) last = `${answer.status} ${(await answer.text().catch(() => '')).slice(0, 200)}`
    if (answer && isGood(answer)) return
  }
  throw new Error(`${url} is not ready: ${last}`)
}
