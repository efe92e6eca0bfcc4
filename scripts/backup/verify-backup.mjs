import { spawnSync } from 'node:child_process'
import { root } from '../data-folder.mjs'
import { databaseUrls, DATABASE_NAME, withClient } from '../roles.mjs'
import { say } from '../steps.mjs'
import { inLanes } from './pack.mjs'
import { storeFolder } from './places.mjs'
import { countRows, missingFiles, missingRows } from './rows.mjs'
import { listStore, readCopy } from './store.mjs'

const TYPESCRIPT = ['--conditions=react-server', '--import', 'tsx']

/**
 * Verifies a restored database: the counts of the backup, the audit logs from the ends that the backup kept, figures,
 * chains, and the copies of the files. Prints its findings; answers the number of faults. Throws where the check could
 * not be done, but with `evenSo`, which counts that as a fault.
 */
export async function verifyBackup({ backups, manifest, server, draft, secrets, evenSo }) {
  const urls = databaseUrls({ port: server.port, secrets: draft.secrets })
  const admin = {
    host: '127.0.0.1',
    port: server.port,
    user: 'postgres',
    password: draft.secrets.databaseAdminPassword,
  }
  const store = listStore(storeFolder(backups))
  const wrong = await withClient({ ...admin, database: DATABASE_NAME }, async (client) => [
    ...missingRows(manifest.companies, await countRows(client)),
    ...(process.env.S3_BUCKET ? [] : await missingFiles(client, store, manifest.finishedAt)),
  ])
  await inLanes(
    'reading the copies of files',
    store,
    ({ bytes }) => bytes,
    async (file) => {
      await readCopy(storeFolder(backups), file).catch((error) => wrong.push(error.message))
    },
  )
  for (const line of wrong) console.log(line)

  const { rows } = await withClient({ connectionString: urls.DATABASE_OWNER_URL }, (client) =>
    client.query('select organization_id as id, name from organization order by created_at'),
  )
  const env = { ...process.env, ...urls, ...secrets, MASCATE_DATA: draft.folder }
  const run = (script) => {
    say(`${script} on what was restored`)
    const { status, signal, error } = spawnSync(process.execPath, [...TYPESCRIPT, `scripts/${script}.ts`], {
      cwd: root,
      stdio: ['pipe', 'inherit', 'inherit'],
      input: JSON.stringify(rows),
      env: { ...env, NEXTAUTH_URL: process.env.NEXTAUTH_URL || 'http://localhost:3000' },
    })
    if (status === 0 || status === 1) return status
    const undone =
      error ?? new Error(`${script} did not come to its end (${signal ?? status}). --even-so goes on without it.`)
    // An operator who stopped it wants no restore either.
    if (!evenSo || ['SIGINT', 'SIGTERM'].includes(signal)) throw undone
    console.log(undone.message)
    return status
  }
  const scripts = [
    'backup/audit-log-ends',
    'audit-verify',
    'db-verify',
    ...(process.env.S3_BUCKET ? ['backup/bucket-files'] : []),
  ]
  const matches = scripts.map(run)
  return wrong.length + matches.filter((status) => status !== 0).length
}
