// Recomputes the seals of every company’s trail, or of one: npm run audit:verify [-- <organization id>]
// Ends with 0 where all are intact, with 1 where one is broken, and with 2 where it could not be told.
import { spawnSync } from 'node:child_process'
import { openDataFolder, root } from './data-folder.mjs'
import { openDatabase } from './database.mjs'
import { loadDotEnv, productSecrets } from './environment.mjs'
import { withClient } from './roles.mjs'

async function main() {
  const wanted = process.argv[2] ?? null
  loadDotEnv()
  const data = openDataFolder()
  const database = await openDatabase({ data, say: console.error })
  try {
    const { rows } = await withClient({ connectionString: database.urls.DATABASE_OWNER_URL }, (client) =>
      client.query(
        'select organization_id as id, name from organization where $1::text is null or organization_id::text = lower($1) order by created_at',
        [wanted],
      ),
    )
    if (rows.length === 0)
      throw new Error(wanted ? `There is no company of the id "${wanted}".` : 'There is no company yet.')
    const env = { ...process.env, ...database.urls, ...productSecrets(process.env, data.secrets) }
    const { status, signal, error } = spawnSync(
      process.execPath,
      ['--conditions=react-server', '--import', 'tsx', 'scripts/audit-verify.ts'],
      {
        cwd: root,
        stdio: ['pipe', 'inherit', 'inherit'],
        input: JSON.stringify(rows),
        env: { ...env, MASCATE_DATA: data.folder, NEXTAUTH_URL: process.env.NEXTAUTH_URL || 'http://localhost:3000' },
      },
    )
    if (status === null) throw error ?? new Error(`The trails were not read to their end: ended by ${signal}.`)
    process.exitCode = status
  } finally {
    if (!database.embedded?.adopted) await database.stop()
  }
}

await main().catch((error) => {
  console.error(error.message)
  process.exitCode = 2
})
