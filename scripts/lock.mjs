import { closeSync, linkSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readJson, writeJson } from './data-folder.mjs'
import { lockFile, TAKEN } from './file-lock.mjs'
import { commandOf, isAlive } from './processes.mjs'

const PROGRAMS = /(start|test|fresh-product|db-backup|db-restore)\.mjs/

/** That somebody else has the lock. */
export class LockTaken extends Error {}

/** One supervisor a data folder: the kernel's lock decides, where there is one, and else the process that the file names. Gives `tell` to publish its address and `release`, or throws what `taken` says of the other one. */
export function takeLock(folder, name = 'supervisor', taken = alreadyRuns) {
  const file = join(folder, `${name}.json`)
  const mine = { pid: process.pid }
  const held = lockFile(join(folder, `${name}.lock`))
  if (held === TAKEN) throw new LockTaken(taken({ folder, ...readHolder(file) }))
  const letGo = () => typeof held === 'number' && closeSync(held)
  const draft = `${file}.${process.pid}`
  for (let attempt = 0; ; attempt++) {
    writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 })
    try {
      // Appears with its content: of two timers that fire at once, one would take an empty file for a damaged one.
      linkSync(draft, file)
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    } finally {
      rmSync(draft, { force: true })
    }
    const holder = readHolder(file)
    if (isAtWork(holder)) {
      letGo()
      throw new LockTaken(taken({ folder, ...holder }))
    }
    if (attempt > 3) throw new Error(`${file} cannot be replaced: remove it.`)
    removeStale(file)
  }
  const holds = () => readHolder(file)?.pid === process.pid
  return {
    publish: (address) => writeJson(file, { ...mine, address }),
    release: () => {
      if (holds()) rmSync(file, { force: true })
      letGo()
    },
  }
}

// In a restarted container the process numbers start again: a holder with our own number is gone.
export const isAtWork = (holder) =>
  holder && holder.pid !== process.pid && isAlive(holder.pid) && PROGRAMS.test(commandOf(holder.pid))

// The slower of two processes that find one stale lock would remove what the faster has put there since: it checks the
// file that it took away, and puts it back. A third that comes between the two is let in beside the faster.
function removeStale(file) {
  const aside = `${file}.${process.pid}.stale`
  try {
    renameSync(file, aside)
    if (isAtWork(readHolder(aside))) linkSync(aside, file)
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(error.code)) throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

const alreadyRuns = ({ folder, pid, address }) =>
  `Mascate already runs on ${folder} (process ${pid ?? 'of another container'}${address ? `, ${address}` : ', still starting'}).\n` +
  'Stop it first, or give this one another data folder with MASCATE_DATA.'

function readHolder(file) {
  try {
    return readJson(file)
  } catch {
    return null
  }
}
