// A database of this run's own, migrated and empty, and one bench on it: node e2e/bench/own-database.mjs trail
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { runMigrations } from 'graphile-worker'
import { openDataFolder, root } from '../../scripts/data-folder.mjs'
import { openDatabase } from '../../scripts/database.mjs'
import { productSecrets } from '../../scripts/environment.mjs'
import { applyMigrations } from '../../scripts/migrate.mjs'
import { stopPostgres } from '../../scripts/postgres.mjs'
import { prepareJobSchema, prepareSandboxSchema } from '../../scripts/roles.mjs'

const PORT = '54433'
const [name, ...rest] = process.argv.slice(2)
if (!/^[a-z]+$/.test(name ?? '')) throw new Error('Which bench?')

for (const given of ['DATABASE_URL', 'DATABASE_OWNER_URL', 'DATABASE_WORKER_URL']) delete process.env[given]
process.env.MASCATE_DATABASE_PORT = PORT
const data = openDataFolder(`.data/bench-${name}`)
const { urls } = await openDatabase({ data, say: console.error })
try {
  await prepareJobSchema(urls.DATABASE_OWNER_URL)
  await prepareSandboxSchema(urls.DATABASE_OWNER_URL)
  await applyMigrations(urls.DATABASE_OWNER_URL)
  await runMigrations({ connectionString: urls.DATABASE_WORKER_URL })
  const { status } = spawnSync(
    process.execPath,
    ['--conditions=react-server', '--import', 'tsx', `e2e/bench/${name}.ts`, ...rest],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        ...urls,
        ...productSecrets(process.env, data.secrets),
        MASCATE_DATA: data.folder,
        NEXTAUTH_URL: 'http://localhost:3000',
        TEST_DATABASE: JSON.stringify({ template: '', ...urls }),
        TEST_DATABASE_NAME: 'mascate',
        TEST_DATABASE_WORKER_URL: urls.DATABASE_WORKER_URL,
      },
    },
  )
  process.exitCode = status ?? 1
} finally {
  rmSync(dirname(await stopPostgres(data)), { recursive: true, force: true })
  rmSync(data.folder, { recursive: true, force: true })
}
