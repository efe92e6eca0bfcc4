import { setTimeout as sleep } from 'node:timers/promises'
import { dirname, join } from 'node:path'
import { keepBlindIndexKeyId, openDataFolder, readJson, writeJson } from './data-folder.mjs'
import {
  blindIndexAdvice,
  demoAccount,
  loadDotEnv,
  productSecrets,
  publicAddress,
  webProcesses,
} from './environment.mjs'
import { keepRunning } from './keep-running.mjs'
import { takeLock } from './lock.mjs'
import { buildProduct, generateClient, installDependencies, nextProgram } from './prepare.mjs'
import { freePort, isAlive } from './processes.mjs'
import { planSandbox } from './sandbox.mjs'
import { endRunningSteps, runStep, say } from './steps.mjs'

const USUAL_PORT = 3000
const HEALTHY_WITHIN_MS = 60_000
// `next dev` compiles the first page that is asked for, on a machine that may be busy.
const DEV_HEALTHY_WITHIN_MS = 300_000
// Longer than web and worker take to finish what they have begun (finishWithinMs in lib/core/process/stopping.ts).
const CHILD_ENDS_WITHIN_MS = 15_000
const WATCH_EVERY_MS = 500
// Without these limits Node lets the heap grow past the 400 MB that each process may use.
// All pages opened, the web process keeps about 160 MB (scripts/compact-build.mjs); at 192 it ended under load.
const WEB_MEMORY = ['--max-old-space-size=240', '--max-semi-space-size=8']
const WORKER_MEMORY = ['--max-old-space-size=224', '--max-semi-space-size=8']
const SANDBOX_MEMORY = ['--max-old-space-size=224', '--max-semi-space-size=8']
const TYPESCRIPT = ['--conditions=react-server', '--import', 'tsx']

export async function supervise({ dev }) {
  const children = new Map()
  let database
  let lock
  let stopping
  const stop = (code = 0) => {
    stopping ??= (async () => {
      endRunningSteps()
      await Promise.all([...children.values()].map(endChild))
      await database?.stop()
      lock?.release()
      if (lock) say('stopped')
      process.exit(code)
    })()
    return stopping
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop())
  stopWithNpm(stop)

  try {
    loadDotEnv()
    const data = openDataFolder()
    const secrets = productSecrets(process.env, data.secrets)
    const demo = demoAccount(data.secrets)
    lock = takeLock(data.folder)
    await installDependencies()
    await generateClient()
    const { openDatabase } = await import('./database.mjs')
    const opened = openDatabase({ data, say })
    database = { stop: async () => (await opened.catch(() => null))?.stop() }
    const { urls } = await opened
    if (stopping) return
    const { applyMigrations, isSeeded, markSeeded, prepareJobs } = await import('./migrate.mjs')
    await applyMigrations(urls.DATABASE_OWNER_URL)
    if (dev) {
      const { keepFilesApplied } = await import('./schema/dev.mjs')
      await keepFilesApplied(urls.DATABASE_OWNER_URL, say)
    }
    keepBlindIndexKeyId(data, secrets.BLIND_INDEX_KEY)
    const advice = blindIndexAdvice(process.env, data.secrets, secrets)
    if (advice) say(advice)
    const { placeOf } = await import('./postgres.mjs')
    const { backupsFolder } = await import('./backup/places.mjs')

    const host = publicAddress(process.env) ? '0.0.0.0' : '127.0.0.1'
    const wantedPort = Number(process.env.PORT) || USUAL_PORT
    const port = await freePort(wantedPort, host)
    if (port !== wantedPort && publicAddress(process.env))
      throw new Error(
        `Port ${wantedPort} is taken, and the proxy in front knows no other: end what holds it, or set PORT.`,
      )
    if (port !== wantedPort) say(`port ${wantedPort} is taken, using ${port}`)
    const address = publicAddress(process.env) ?? `http://localhost:${port}`
    const sandbox = await planSandbox({ env: process.env, made: data.secrets, urls, address, say })
    const env = {
      ...process.env,
      ...secrets,
      ...sandbox?.product,
      DATABASE_URL: urls.DATABASE_URL,
      DATABASE_OWNER_URL: undefined,
      DATABASE_WORKER_URL: undefined,
      DATABASE_SANDBOX_URL: undefined,
      MASCATE_DATA: data.folder,
      ...((await opened).embedded && {
        MASCATE_BACKUPS: backupsFolder(placeOf(data)),
        MASCATE_DATABASE_FOLDER: dirname(placeOf(data)),
      }),
      NEXTAUTH_URL: address,
      NEXT_TELEMETRY_DISABLED: '1',
      // glibc keeps an arena a thread, and what lies free in one serves no other.
      MALLOC_ARENA_MAX: '2',
      NODE_ENV: dev ? 'development' : 'production',
      PORT: String(port),
    }
    const seed = async () => {
      if (publicAddress(process.env) || (await isSeeded(urls.DATABASE_OWNER_URL))) return
      await prepareJobs(urls.DATABASE_WORKER_URL)
      await runStep('making the demonstration company', process.execPath, [...TYPESCRIPT, 'prisma/seed.ts'], {
        env: {
          ...env,
          ...demo,
          DEMO_WORKER_URL: urls.DATABASE_WORKER_URL,
          DEMO_SANDBOX_URL: sandbox ? urls.DATABASE_SANDBOX_URL : undefined,
        },
      })
      await markSeeded(urls.DATABASE_OWNER_URL)
    }
    // Side by side: the seed keeps one core and the database busy, not all of them.
    const made = await Promise.allSettled([seed(), dev ? null : buildProduct()])
    // Only when both have ended: what still ran would be cut off in the middle.
    for (const one of made) if (one.status === 'rejected') throw one.reason
    if (stopping) return

    writeSandboxAddress(data.folder, sandbox)
    const next = dev ? ['dev'] : ['start']
    const several = dev ? [] : webProcesses(process.env)
    const web = [...(dev ? [] : WEB_MEMORY), ...several, nextProgram, ...next, '-p', String(port), '-H', host]
    const worker = [...WORKER_MEMORY, ...TYPESCRIPT, 'lib/worker/worker.ts']
    let ready = false
    const state = { children, isStopping: () => stopping, isReady: () => ready, stop }
    const keep = (name, args, own) => keepRunning({ name, args, env: own, ...state })
    keep('web', web, env)
    keep('worker', worker, { ...env, DATABASE_URL: urls.DATABASE_WORKER_URL })
    if (sandbox) keep('sandbox', [...SANDBOX_MEMORY, ...TYPESCRIPT, 'lib/sandbox/main.ts'], sandbox.own)
    const isStopping = () => stopping
    const withinMs = dev ? DEV_HEALTHY_WITHIN_MS : HEALTHY_WITHIN_MS
    await waitUntilHealthy(`http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}/api/health`, withinMs, isStopping)
    if (sandbox) await waitUntilHealthy(`${sandbox.url}/health`, withinMs, isStopping)
    if (stopping) return
    watchDatabase({
      data,
      port: new URL(urls.DATABASE_URL).port,
      embedded: (await opened).embedded,
      isStopping,
      stop,
    })
    if ((await opened).embedded) {
      const { watchBackups } = await import('./backup/watch.mjs')
      const { port } = new URL(urls.DATABASE_URL)
      void watchBackups({ data, port, isPublic: publicAddress(process.env) !== null, isStopping, say })
    }
    ready = true
    lock.publish(address)
    say('ready')
    console.log(`\n  Mascate is at ${address}`)
    if (!publicAddress(process.env)) console.log(`  Demonstration: ${demo.DEMO_EMAIL} / ${demo.DEMO_PASSWORD}`)
    if (sandbox) console.log(`  Shopee is a sandbox: ${sandbox.url}`)
    console.log('  Stop it with Ctrl-C.\n')
  } catch (error) {
    if (stopping) return
    console.error(`\n${error.message}\n`)
    await stop(1)
  }
}

// A program that drives a running product, as its tests do, finds the sandbox by it.
function writeSandboxAddress(folder, sandbox) {
  const file = join(folder, 'runtime.json')
  const known = readJson(file)
  if (known) writeJson(file, { ...known, SHOPEE_API_URL: sandbox?.url })
}

// A signal sent to npm ends its shell but never reaches this process.
function stopWithNpm(stop) {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && void stop(), WATCH_EVERY_MS).unref()
}

function watchDatabase({ data, port, embedded, isStopping, stop }) {
  if (!embedded) return
  let server = embedded
  let starting = false
  setInterval(async () => {
    if (starting || isStopping() || isAlive(server.pid)) return
    starting = true
    say('the database ended: starting it again')
    const { startPostgres } = await import('./postgres.mjs')
    const again = await startPostgres({ ...data, port: Number(port), archives: true }).catch((error) =>
      say(error.message),
    )
    if (again && String(again.port) !== port)
      say(`something else took the database's port ${port} meanwhile: stopping, for web and worker know no other`)
    if (!again || String(again.port) !== port) return void stop(1)
    server = again
    starting = false
  }, WATCH_EVERY_MS).unref()
}

async function endChild(child) {
  // Without a number it was never started.
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  const late = sleep(CHILD_ENDS_WITHIN_MS, undefined, { ref: false }).then(() => child.kill('SIGKILL'))
  await Promise.race([ended, late])
  await ended
}

async function waitUntilHealthy(health, withinMs, isStopping) {
  const until = Date.now() + withinMs
  while (!isStopping()) {
    const answer = await fetch(health, { signal: AbortSignal.timeout(5_000) }).catch(() => null)
    if (answer?.ok) return
    if (Date.now() > until) throw new Error(`${health} does not answer "ok" (${answer ? answer.status : 'no answer'}).`)
    await sleep(50)
  }
}
