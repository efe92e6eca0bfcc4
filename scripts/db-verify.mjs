// Recomputes every company's stock, roll-ups and money from the rows behind them: npm run db:verify
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
      ['--conditions=react-server', '--import', 'tsx', 'scripts/db-verify.ts'],
      {
        cwd: root,
        stdio: ['pipe', 'inherit', 'inherit'],
        input: JSON.stringify(rows),
        env: { ...env, MASCATE_DATA: data.folder, NEXTAUTH_URL: process.env.NEXTAUTH_URL || 'http://localhost:3000' },
      },
    )
    if (status === null) throw error ?? new Error(`The figures were not looked at to their end: ended by ${signal}.`)
    process.exitCode = status
  } finally {
    if (!database.embedded?.adopted) await database.stop()
  }
}

await main().catch((error) => {
  console.error(error.message)
  process.exitCode = 1
})
