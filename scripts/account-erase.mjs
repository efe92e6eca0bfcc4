// For who runs the installation, when a person asks to be forgotten and cannot do it themselves:
// npm run account:erase -- --email person@example.com
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { openDataFolder, root } from './data-folder.mjs'
import { openDatabase } from './database.mjs'
import { loadDotEnv, productSecrets } from './environment.mjs'

const USAGE = 'Use: npm run account:erase -- --email person@example.com'

async function main() {
  const { values } = parseArgs({ options: { email: { type: 'string' } } })
  if (!values.email?.includes('@')) throw new Error(USAGE)
  loadDotEnv()
  const data = openDataFolder()
  const database = await openDatabase({ data, say: console.error })
  try {
    const env = { ...process.env, ...database.urls, ...productSecrets(process.env, data.secrets) }
    const { status } = spawnSync(
      process.execPath,
      ['--conditions=react-server', '--import', 'tsx', 'scripts/account-erase.ts', values.email],
      { cwd: root, stdio: 'inherit', env: { ...env, MASCATE_DATA: data.folder } },
    )
    process.exitCode = status ?? 1
  } finally {
    if (!database.embedded?.adopted) await database.stop()
  }
}

await main().catch((error) => {
  console.error(error.message)
  process.exitCode = 1
})
