// Restores the newest backup and the WAL that follows it: npm run db:restore
//   -- --to '2026-11-23T12:00:00Z'   to a moment
//   -- --backup <name>               from a backup that is not the newest
//   -- --keys <file>                 on a machine without the keys
//   -- --even-so                     puts in place also a database with faults, or one that could not be checked
//   -- --unsigned                    from a backup without a signature, of before backups were signed
// npm run db:drill does all of it beside the running product, says whether the restored database is sound, and
// removes it. Ends with 0 where it is sound, with 1 where it has a fault, and with 2 where the check could not be done.
import './check-installed.mjs'
import { parseArgs } from 'node:util'
import { switchWal } from './backup/base-backup.mjs'
import { endDraft, openDraft, withBackupLock } from './backup/temp-folders.mjs'
import { EXTERNAL } from './backup/external.mjs'
import { keysInForce, previousOf, readKeys, requireKeys } from './backup/keys.mjs'
import { verifyBackup } from './backup/verify-backup.mjs'
import { requireSigned } from './backup/manifest.mjs'
import { backupsFolder, requireOwner } from './backup/places.mjs'
import { putInPlace, requireStopped } from './backup/put-in-place.mjs'
import { chooseBackup, findBackups, recover } from './backup/recover.mjs'
import { openDataFolder } from './data-folder.mjs'
import { externalUrls, openDatabase } from './database.mjs'
import { loadDotEnv, productSecrets } from './environment.mjs'
import { takeLock } from './lock.mjs'
import { refuseBeforeBaseline } from './migrations.mjs'
import { placeOf, runsOn } from './postgres.mjs'
import { databaseUrls, withClient } from './roles.mjs'
import { say, seconds } from './steps.mjs'

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(Z|[+-]\d\d:\d\d)$/

function readOptions() {
  const { values } = parseArgs({
    options: {
      drill: { type: 'boolean', default: false },
      'even-so': { type: 'boolean', default: false },
      unsigned: { type: 'boolean', default: false },
      to: { type: 'string' },
      backup: { type: 'string' },
      keys: { type: 'string' },
    },
  })
  const to = values.to === undefined ? null : new Date(values.to)
  if (to && (!MOMENT.test(values.to) || Number.isNaN(to.getTime())))
    throw new Error(`--to is no moment with its zone: "${values.to}". It looks like 2026-11-23T12:00:00Z.`)
  return { ...values, to, evenSo: values['even-so'], given: values.keys ? readKeys(values.keys) : null }
}

async function main() {
  const options = readOptions()
  loadDotEnv()
  const data = openDataFolder()
  requireOwner(data.folder)
  if (externalUrls(process.env, data.secrets)) throw new Error(EXTERNAL)
  await withBackupLock(data, () => (options.drill ? drill : restore)(data, options))
}

/** Restores into a draft, looks it over, and gives it to `finish`; the draft is gone afterwards, come what may. */
async function intoDraft(data, { to, backup, given, unsigned, evenSo, purpose }, finish) {
  const backups = backupsFolder(placeOf(data))
  const chosen = chooseBackup(backups, { to, name: backup })
  const secrets = { ...data.secrets, ...given }
  const keys = keysInForce(process.env, secrets)
  requireKeys(chosen.manifest.keys, keys)
  requireSigned(chosen.manifest, keys, unsigned)
  const draft = openDraft({ folder: data.folder, secrets }, purpose)
  const end = () => endDraft(draft)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void end().finally(() => process.exit(2)))
  try {
    const server = await recover({ ...chosen, backups, to, draft, own: placeOf(data) })
    const { DATABASE_OWNER_URL } = databaseUrls({ port: server.port, secrets: draft.secrets })
    await withClient({ connectionString: DATABASE_OWNER_URL }, (client) =>
      refuseBeforeBaseline(client, `The database of backup ${chosen.manifest.name}`),
    )
    const inForce = { ...productSecrets(process.env, secrets), ...previousOf(keys) }
    const wrong = await verifyBackup({ ...chosen, backups, server, draft, secrets: inForce, evenSo })
    await finish({ ...chosen, backups, draft, server, wrong })
  } finally {
    await end()
  }
}

async function drill(data, options) {
  const since = Date.now()
  // Before the first backup no WAL is archived, and waiting for it says nothing of that.
  findBackups(backupsFolder(placeOf(data)), options.backup)
  if (runsOn(data)) {
    const { embedded } = await openDatabase({ data })
    await switchWal(data, embedded)
  }
  await intoDraft(data, { ...options, purpose: 'drill' }, async ({ manifest, until, wrong }) => {
    const what = `backup ${manifest.name}, restored to ${(options.to ?? until).toISOString()} in ${seconds(since)}`
    console.log(wrong === 0 ? `The drill holds: ${what}` : `The drill FAILS: ${what}; see above what is wrong`)
    if (wrong > 0) process.exitCode = 1
  })
}

async function restore(data, options) {
  const lock = takeLock(data.folder)
  try {
    requireStopped(data)
    await restoreStopped(data, options)
  } finally {
    lock.release()
  }
}

async function restoreStopped(data, options) {
  await intoDraft(data, { ...options, purpose: 'restore' }, async (restored) => {
    if (restored.wrong > 0) process.exitCode = 1
    if (restored.wrong > 0 && !options.evenSo)
      throw Object.assign(
        new Error('The restored database has faults, see above. Nothing was changed; --even-so puts it in place.'),
        {
          exitCode: 1,
        },
      )
    await restored.server.stop()
    const { before } = await putInPlace({ ...restored, data, to: options.to, given: options.given })
    say(`restored to ${(options.to ?? restored.until).toISOString()}`)
    for (const path of before) console.log(`  ${path} is as it was before: remove it when you are sure.`)
    console.log('  Start the product (npm start), and make a new backup (npm run db:backup).')
  })
}

await main().catch((error) => {
  console.error(error.message)
  process.exitCode = error.exitCode ?? 2
})
