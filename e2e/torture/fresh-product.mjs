// The built product on an empty database, without a demonstration company.
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
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
const { urls } = await openDatabase({ data: openDataFolder() })
await applyMigrations(urls.DATABASE_OWNER_URL)
await markSeeded(urls.DATABASE_OWNER_URL)
await supervise({ dev: false })
