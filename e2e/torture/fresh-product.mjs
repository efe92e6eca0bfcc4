// The built product on an empty database, without a demonstration company.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openDataFolder } from '../../scripts/data-folder.mjs'
import { openDatabase } from '../../scripts/database.mjs'
import { takeLock } from '../../scripts/lock.mjs'
import { applyMigrations, markSeeded } from '../../scripts/migrate.mjs'
import { stopPostgres } from '../../scripts/postgres.mjs'
import { supervise } from '../../scripts/supervise.mjs'

// However the run ends, its product ends with it.
const run = process.ppid
setInterval(() => process.ppid !== run && process.kill(process.pid, 'SIGTERM'), 500).unref()

// Throws when another run still serves from the folder.
const data = openDataFolder()
takeLock(data.folder).release()
rmSync(dirname(await stopPostgres(data)), { recursive: true, force: true })
rmSync(data.folder, { recursive: true, force: true })
// The run reads its environment once: another product that it starts has the keys of the first.
if (process.env.TORTURE_SECRETS) {
  mkdirSync(data.folder, { recursive: true })
  writeFileSync(join(data.folder, 'secrets.json'), process.env.TORTURE_SECRETS, { mode: 0o600 })
}
const { urls } = await openDatabase({ data: openDataFolder() })
await applyMigrations(urls.DATABASE_OWNER_URL)
await markSeeded(urls.DATABASE_OWNER_URL)
await supervise({ dev: false })
