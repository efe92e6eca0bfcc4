// Prisma's own command line, with the engine that needs no download and with the embedded database when none is named:
// npm run prisma -- migrate dev | deploy | status | reset
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { openDataFolder, root } from './data-folder.mjs'
import { demoAccount, loadDotEnv, productSecrets } from './environment.mjs'

export const prismaEnvironment = {
  PRISMA_SCHEMA_ENGINE_BINARY: join(root, 'scripts/schema-engine.mjs'),
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
  CHECKPOINT_DISABLE: '1',
}

export const prismaProgram = () => createRequire(import.meta.url).resolve('prisma/build/index.js')

async function main(args) {
  loadDotEnv()
  const needsDatabase = ['migrate', 'db', 'studio'].includes(args[0])
  const env = { ...process.env, ...prismaEnvironment }
  let database
  if (needsDatabase && !process.env.DATABASE_OWNER_URL) {
    const { openDatabase } = await import('./database.mjs')
    database = await openDatabase({ say: console.error })
    const { folder, secrets } = openDataFolder()
    Object.assign(env, database.urls, productSecrets(process.env, secrets), demoAccount(secrets), {
      MASCATE_DATA: folder,
    })
  }
  const { status } = spawnSync(process.execPath, [prismaProgram(), ...args], { cwd: root, stdio: 'inherit', env })
  if (database && !database.embedded?.adopted) await database.stop()
  process.exitCode = status ?? 1
}

if (import.meta.filename === process.argv[1])
  await main(process.argv.slice(2)).catch((error) => {
    console.error(error.message)
    process.exitCode = 1
  })
