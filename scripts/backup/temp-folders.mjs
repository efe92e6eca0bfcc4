import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isAtWork, takeLock } from '../lock.mjs'
import { placeOf, stopPostgres } from '../postgres.mjs'
import { say } from '../steps.mjs'
import { stamp } from './places.mjs'

const DRAFT_NAME = /^(?:drill|restore)-\d{8}T\d{6}Z-(\d+)$/

/** One at a time of what makes, copies, reads and removes backups. */
export async function withBackupLock(data, work) {
  const lock = takeLock(data.folder, 'backup', busyMessage)
  try {
    await endLeftDrafts(data)
    return await work()
  } finally {
    lock.release()
  }
}

const busyMessage = ({ folder, pid }) =>
  `Another backup, drill or restore is at work on ${folder} (process ${pid}): nothing was done. Run this again when it has ended.`

/** A data folder of its own, for what is being restored. */
export function openDraft(data, purpose) {
  const draft = draftOf(data, `${purpose}-${stamp()}-${process.pid}`)
  mkdirSync(draft.folder, { mode: 0o711 })
  return draft
}

const draftOf = ({ folder, secrets }, name) => ({
  folder: join(folder, name),
  secrets: { ...secrets, instance: `${secrets.instance}-${name}` },
})

/** Stops its server and removes it. */
export async function endDraft(draft) {
  await stopPostgres(draft)
  for (const folder of [dirname(placeOf(draft)), draft.folder]) rmSync(folder, { recursive: true, force: true })
}

// Left by one that was killed, with buyers in it, and its server may run on. The folder of one that is at work in spite of the lock stays.
async function endLeftDrafts(data) {
  const isLeft = (name) => DRAFT_NAME.test(name) && !isAtWork({ pid: Number(DRAFT_NAME.exec(name)[1]) })
  for (const name of readdirSync(data.folder).filter(isLeft)) {
    say(`removing ${name}, which a run that was killed left`)
    await endDraft(draftOf(data, name)).catch(({ message }) => say(`${name} stays: ${message}`))
  }
}
