import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { openDataFolder, readJson, writeJson } from './data-folder.mjs'
import { loadDotEnv, runsSandbox } from './environment.mjs'
import { takeLock } from './lock.mjs'
import { startPostgres, stopPostgres } from './postgres.mjs'
import { databaseUrls, prepareExternalServer, prepareOwnServer } from './roles.mjs'

/** The addresses, from the environment or from the embedded server, which is started when needed. */
export async function openDatabase({ data = openDataFolder(), keep = false, settings, say } = {}) {
  const external = externalUrls(process.env, data.secrets)
  if (external) {
    await prepareExternalServer({
      ownerUrl: external.DATABASE_OWNER_URL,
      appUrl: external.DATABASE_URL,
      workerUrl: external.DATABASE_WORKER_URL,
      sandboxUrl: external.DATABASE_SANDBOX_URL,
    })
    return { urls: external, embedded: null, stop: async () => {} }
  }
  const runtimeFile = join(data.folder, 'runtime.json')
  const before = readJson(runtimeFile)
  const server = await startPostgres({
    ...data,
    port: Number(process.env.MASCATE_DATABASE_PORT) || before?.databasePort,
    settings,
    archives: true,
    say,
  })
  await prepareOwnServer({ port: server.port, secrets: data.secrets })
  const urls = databaseUrls({ port: server.port, secrets: data.secrets })
  const kept = keep || (server.adopted && before?.databaseKept === true)
  writeJson(runtimeFile, { ...urls, databasePort: server.port, databasePid: server.pid, databaseKept: kept })
  return { urls, embedded: server, kept, stop: async () => void (kept || (await stopPostgres(data))) }
}

export function externalUrls(env, secrets) {
  const { DATABASE_URL, DATABASE_OWNER_URL, DATABASE_WORKER_URL } = env
  if (!DATABASE_URL && !DATABASE_OWNER_URL && !DATABASE_WORKER_URL) return null
  if (!DATABASE_URL || !DATABASE_OWNER_URL)
    throw new Error(
      'A database of your own needs both DATABASE_URL (user mascate_app) and DATABASE_OWNER_URL (the owner, for ' +
        'migrations); DATABASE_WORKER_URL (user mascate_worker) may be left out when the owner may create roles.',
    )
  // Beside the owner's, which leads to PostgreSQL itself: a pooler may stand before the app's.
  const as = (role, password) => Object.assign(new URL(DATABASE_OWNER_URL), { username: role, password }).toString()
  return {
    DATABASE_URL,
    DATABASE_OWNER_URL,
    DATABASE_WORKER_URL: DATABASE_WORKER_URL || as('mascate_worker', secrets.databaseWorkerPassword),
    // Only the sandbox needs its role on the server.
    ...(runsSandbox(env) && {
      DATABASE_SANDBOX_URL: env.DATABASE_SANDBOX_URL || as('mascate_sandbox', secrets.databaseSandboxPassword),
    }),
  }
}

async function runCommand(command) {
  loadDotEnv()
  const data = openDataFolder()
  if (command === 'start') {
    const { urls, embedded } = await openDatabase({ data, keep: true, say: console.log })
    if (embedded) console.log(`PostgreSQL is ready on port ${embedded.port}, until "npm run db:stop".`)
    for (const [name, url] of Object.entries(urls)) console.log(`${name}=${url}`)
    return
  }
  if (command === 'stop') {
    // Not under a running product, which would start it again outside its supervision.
    const lock = takeLock(data.folder)
    try {
      await stopPostgres(data)
      rmSync(join(data.folder, 'runtime.json'), { force: true })
    } finally {
      lock.release()
    }
    console.log('PostgreSQL has stopped.')
    return
  }
  throw new Error('Use: node scripts/database.mjs start|stop')
}

if (import.meta.filename === process.argv[1])
  await runCommand(process.argv[2]).catch((error) => {
    console.error(error.message)
    process.exitCode = 1
  })
