import './check-installed.mjs'
import { spawnSync } from 'node:child_process'
import { root } from './data-folder.mjs'
import { openDatabase } from './database.mjs'
import { productSecrets } from './environment.mjs'
import { openInstallation } from './installation.mjs'
import { withClient } from './roles.mjs'

/** The check could not be done: 1 says that it was, and found a fault. */
const NOT_REPORTED = 2

/**
 * An operator's command: `scripts/<name>.ts` in the product's own environment. `prepare` queries the database as its
 * owner, and answers the program's arguments and input. A failure here ends it with `failed`.
 */
export async function runProgram(name, prepare, { failed = NOT_REPORTED } = {}) {
  try {
    const data = openInstallation()
    const database = await openDatabase({ data, say: console.error })
    try {
      process.exitCode = await run(name, { data, urls: database.urls, prepare })
    } finally {
      if (!database.embedded?.adopted) await database.stop()
    }
  } catch (error) {
    console.error(error.message)
    process.exitCode = failed
  }
}

async function run(name, { data, urls, prepare }) {
  const owner = urls.DATABASE_OWNER_URL
  const query = (sql, given) => withClient({ connectionString: owner }, (client) => client.query(sql, given))
  const { args = [], input = '', address } = await prepare({ query, owner, data })
  const { status, signal, error } = spawnSync(
    process.execPath,
    ['--conditions=react-server', '--import', 'tsx', `scripts/${name}.ts`, ...args],
    {
      cwd: root,
      stdio: ['pipe', 'inherit', 'inherit'],
      input,
      env: {
        ...process.env,
        ...urls,
        ...productSecrets(process.env, data.secrets),
        MASCATE_DATA: data.folder,
        NEXTAUTH_URL: address ?? (process.env.NEXTAUTH_URL || 'http://localhost:3000'),
      },
    },
  )
  if (status === null) throw error ?? new Error(`Not done to its end: ended by ${signal}. Run it again.`)
  return status
}

/** Every company by its age. */
export const listCompanies = async (query) =>
  (await query('select organization_id as id, name from organization order by created_at')).rows
