// After a key was changed (docs/operations.md): seals anew what lies under an earlier ENCRYPTION_KEY, brings the trails' ends under the
// AUDIT_SEAL_KEY in force, and says which earlier keys nothing needs any more. While the product runs: npm run keys:rotate
// Ends with 0 where nothing is left under an earlier key, with 1 where something is, and with 2 where it could not be told.
import { spawnSync } from 'node:child_process'
import { openDataFolder, root } from './data-folder.mjs'
import { openDatabase } from './database.mjs'
import { loadDotEnv, productSecrets } from './environment.mjs'

async function main() {
  loadDotEnv()
  const data = openDataFolder()
  const database = await openDatabase({ data, say: console.error })
  try {
    const env = { ...process.env, ...database.urls, ...productSecrets(process.env, data.secrets) }
    const args = ['--conditions=react-server', '--import', 'tsx', 'scripts/keys-rotate.ts']
    const { status, signal, error } = spawnSync(process.execPath, args, {
      cwd: root,
      stdio: ['pipe', 'inherit', 'inherit'],
      input: database.urls.DATABASE_OWNER_URL,
      env: { ...env, MASCATE_DATA: data.folder, NEXTAUTH_URL: process.env.NEXTAUTH_URL || 'http://localhost:3000' },
    })
    if (status === null) throw error ?? new Error(`Not done to its end: ended by ${signal}. Run it again.`)
    process.exitCode = status
  } finally {
    if (!database.embedded?.adopted) await database.stop()
  }
}

await main().catch((error) => {
  console.error(error.message)
  process.exitCode = 2
})
