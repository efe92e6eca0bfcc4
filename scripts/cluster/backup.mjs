// pgBackRest with one repository that every database node reaches.
import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { databaseUser } from '../postgres.mjs'

const STANZA = 'mascate'
const AS_POSTGRES = ['setpriv', '--reuid', 'postgres', '--regid', 'postgres', '--init-groups']

const configOf = (folder, name) => join(folder, name, 'pgbackrest.conf')
export const archiveCommand = (folder, name) =>
  `pgbackrest --config=${configOf(folder, name)} --stanza=${STANZA} archive-push %p`

/** The settings of a node's pgBackRest; the repository stands for a disk that all of them reach. */
export function writeBackupSettings(folder, name) {
  const { uid, gid } = databaseUser()
  const file = configOf(folder, name)
  writeFileSync(
    file,
    `[global]
repo1-path=${join(folder, 'repository')}
repo1-retention-full=2
lock-path=${join(folder, name, 'locks')}
log-level-file=off
log-level-console=warn
start-fast=y
[${STANZA}]
pg1-path=${join(folder, name, 'postgres')}
pg1-socket-path=${join(folder, name)}
`,
  )
  chownSync(file, uid, gid)
}

export function makeRepository(folder) {
  const { uid, gid } = databaseUser()
  mkdirSync(join(folder, 'repository'), { mode: 0o750 })
  chownSync(join(folder, 'repository'), uid, gid)
}

export const pgbackrest = (machine, ...args) =>
  machine.inside(
    ...AS_POSTGRES,
    'pgbackrest',
    `--config=${configOf(machine.folder, machine.name)}`,
    `--stanza=${STANZA}`,
    ...args,
  )

/** Once, on the primary, before the first backup. */
export const createStanza = (primary) => pgbackrest(primary, 'stanza-create')
