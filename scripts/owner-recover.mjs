// For who runs the installation, when a company has lost its owner:
// npm run owner:recover -- --organization "Name or id" --email person@example.com
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDataFolder, readJson, root } from './data-folder.mjs'
import { openDatabase } from './database.mjs'
import { loadDotEnv, productSecrets } from './environment.mjs'
import { withClient } from './roles.mjs'

const USAGE = 'Use: npm run owner:recover -- --organization "name or id" --email person@example.com'

/** The one organization that is meant; several of a name are listed with their ids. */
async function findOrganization(ownerUrl, wanted) {
  const { rows } = await withClient({ connectionString: ownerUrl }, (client) =>
    client.query(
      `select organization_id as id, name, created_at as since from organization
       where organization_id::text = lower($1) or (lower(name) = lower($1)
         -- A company may call itself as another is numbered.
         and not exists (select 1 from organization where organization_id::text = lower($1))) order by created_at`,
      [wanted.trim()],
    ),
  )
  if (rows.length === 1) return rows[0]
  if (rows.length === 0) throw new Error(`There is no company of the name or id "${wanted}".`)
  const list = rows.map(({ id, name, since }) => `  ${id}  ${name}, since ${since.toISOString().slice(0, 10)}`)
  throw new Error(`Several companies have that name. Say which one by its id:\n${list.join('\n')}`)
}

async function main() {
  const { values } = parseArgs({ options: { organization: { type: 'string' }, email: { type: 'string' } } })
  if (!values.organization || !values.email?.includes('@')) throw new Error(USAGE)
  loadDotEnv()
  const data = openDataFolder()
  const database = await openDatabase({ data, say: console.error })
  try {
    const { id, name } = await findOrganization(database.urls.DATABASE_OWNER_URL, values.organization)
    const running = readJson(join(data.folder, 'runtime.json'))
    const address = process.env.APP_URL || process.env.NEXTAUTH_URL || running?.url || 'http://localhost:3000'
    const env = { ...process.env, ...database.urls, ...productSecrets(process.env, data.secrets) }
    const { status } = spawnSync(
      process.execPath,
      ['--conditions=react-server', '--import', 'tsx', 'scripts/owner-recover.ts', id, name, values.email],
      { cwd: root, stdio: 'inherit', env: { ...env, MASCATE_DATA: data.folder, NEXTAUTH_URL: address } },
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
