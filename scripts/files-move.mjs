// Copies the files that the database names from the data folder into the bucket: npm run files:move
//   -- --back   from the bucket into the folder
// Run again it goes on where it stopped. Ends with 1 where a file is lost, and with 2 where it did not come to its end.
import { spawnSync } from 'node:child_process'
import { openDataFolder, root } from './data-folder.mjs'
import { openDatabase } from './database.mjs'
import { loadDotEnv, productSecrets } from './environment.mjs'
import { withClient } from './roles.mjs'

async function main() {
  loadDotEnv()
  const data = openDataFolder()
  const database = await openDatabase({ data, say: console.error })
  try {
    const { rows } = await withClient({ connectionString: database.urls.DATABASE_OWNER_URL }, (client) =>
      client.query('select organization_id as id, name from organization order by created_at'),
    )
    const env = { ...process.env, ...database.urls, ...productSecrets(process.env, data.secrets) }
    const { status, signal, error } = spawnSync(
      process.execPath,
      ['--conditions=react-server', '--import', 'tsx', 'scripts/files-move.ts', ...process.argv.slice(2)],
      {
        cwd: root,
        stdio: ['pipe', 'inherit', 'inherit'],
        input: JSON.stringify(rows),
        env: { ...env, MASCATE_DATA: data.folder },
      },
    )
    if (status === null) throw error ?? new Error(`Not all was copied: ended by ${signal}. Run it again.`)
    process.exitCode = status
  } finally {
    if (!database.embedded?.adopted) await database.stop()
  }
}

await main().catch((error) => {
  console.error(error.message)
  process.exitCode = 2
})
