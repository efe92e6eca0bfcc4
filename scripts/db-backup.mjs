// Backs up the database while the product runs, with what its file store gained: npm run db:backup
//   -- --files         only what the file store gained, for a timer of its own
//   -- --keys <file>   writes the keys, which no backup holds, to a file to be kept apart
//   -- --list          the backups there are, and how far each leads
//   -- --keep 7        how many backups are kept
// Ends with 0, or with 2 where it could not be made, as while another backup, drill or restore is at work: but for --files, of which the
// next run makes up for this one.
import './check-installed.mjs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { takeBackup } from './backup/base-backup.mjs'
import { withBackupLock } from './backup/temp-folders.mjs'
import { EXTERNAL } from './backup/external.mjs'
import { areKeysKept, keysInForce, writeKeys } from './backup/keys.mjs'
import { readManifest } from './backup/manifest.mjs'
import { archiveFolder, backupsFolder, listBackups, requireOwner, storeFolder } from './backup/places.mjs'
import { removeOld } from './backup/retention.mjs'
import { copyStore } from './backup/store.mjs'
import { reachOf } from './backup/wal-archive.mjs'
import { externalUrls, openDatabase } from './database.mjs'
import { openInstallation } from './installation.mjs'
import { LockTaken } from './lock.mjs'
import { placeOf } from './postgres.mjs'
import { say } from './steps.mjs'

const KEPT = '7'

async function main() {
  const { values } = parseArgs({
    options: {
      files: { type: 'boolean' },
      list: { type: 'boolean' },
      keys: { type: 'string' },
      keep: { type: 'string', default: KEPT },
    },
  })
  const keep = Number(values.keep)
  if (!Number.isInteger(keep) || keep < 1) throw new Error('--keep says how many backups are kept: at least 1.')
  const data = openInstallation()
  requireOwner(data.folder)
  const store = join(data.folder, 'files')
  const backups = backupsFolder(placeOf(data))
  const keys = keysInForce(process.env, data.secrets)
  if (values.keys)
    return console.log(`Keys written to ${writeKeys(values.keys, keys, { backups, folder: data.folder })}`)
  if (values.files && process.env.S3_BUCKET) return console.log(inBucket(process.env))
  if (values.files) return await copyFiles({ data, store, backups })
  if (externalUrls(process.env, data.secrets)) throw new Error(EXTERNAL)
  if (values.list) return list(backups)

  await withBackupLock(data, () => backUp({ data, keys, backups, store, keep }))
  if (process.env.S3_BUCKET) console.log(`\n  ${inBucket(process.env)}`)
  if (!areKeysKept(backups, keys))
    console.log(
      '\n  No backup holds the keys, and none can be restored without them. Write them to a file once, and after each change\n' +
        '  of a key, and keep it apart from the backups: npm run db:backup -- --keys <file>\n',
    )
}

async function backUp({ data, keys, backups, store, keep }) {
  const database = await openDatabase({ data, say })
  try {
    const { name, systemId } = await takeBackup({ data, server: database.embedded, keys })
    removeOld({ backups, systemId, store, keep })
    say(`backup ${name} is in ${join(backups, name)}`)
  } finally {
    if (!database.embedded.adopted) await database.stop()
  }
}

async function copyFiles({ data, store, backups }) {
  try {
    await withBackupLock(data, () => copyStore(store, storeFolder(backups), say))
  } catch (error) {
    if (!(error instanceof LockTaken)) throw error
    console.log(error.message)
  }
}

const inBucket = ({ S3_BUCKET, S3_ENDPOINT }) =>
  `Files lie in bucket ${S3_BUCKET} at ${S3_ENDPOINT}, and in no backup: let the bucket keep its earlier versions (docs/operations.md).`

function list(backups) {
  const all = listBackups(backups)
  if (all.length === 0) return console.log(`There is no backup in ${backups}.`)
  for (const name of all) console.log(describe(backups, name))
}

function describe(backups, name) {
  try {
    const manifest = readManifest(backups, name)
    const { until, missing } = reachOf(archiveFolder(backups, manifest.systemId), manifest)
    const hole = missing ? ` (WAL file ${missing} is missing)` : ''
    return `${name}: from ${manifest.finishedAt} to ${until.toISOString()}${hole}, ${manifest.companies.length} companies`
  } catch (error) {
    return `${name}: ${error.message}`
  }
}

await main().catch((error) => {
  console.error(error.message)
  process.exitCode = 2
})
