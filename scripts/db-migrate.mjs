// Roles, migrations and the queue's tables on the database of the environment, for processes that are started one by one: npm run db:migrate
// Ends with 0 when the database holds all that this checkout needs, and with 2 where that could not be done.
import './check-installed.mjs'
import { openDataFolder } from './data-folder.mjs'
import { openDatabase } from './database.mjs'
import { loadDotEnv } from './environment.mjs'
import { applyMigrations, prepareJobs } from './migrate.mjs'

try {
  loadDotEnv()
  const { DATABASE_URL, DATABASE_OWNER_URL } = process.env
  if (!DATABASE_URL || !DATABASE_OWNER_URL)
    throw new Error('Set DATABASE_URL and DATABASE_OWNER_URL: "npm start" migrates the embedded database itself.')
  const { urls } = await openDatabase({ data: openDataFolder() })
  const changed = await applyMigrations(urls.DATABASE_OWNER_URL)
  await prepareJobs(urls.DATABASE_WORKER_URL)
  console.log(changed ? 'The database is up to date now.' : 'The database was up to date.')
} catch (error) {
  console.error(error.message)
  process.exitCode = 2
}
