import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readJson, writeJson } from './data-folder.mjs'
import { commandOf, isAlive } from './processes.mjs'

const PROGRAMS = /(start|test|fresh-product|db-restore)\.mjs/

/** One supervisor a data folder. Gives `tell` to publish its address and `release`, or throws naming the other one. */
export function takeLock(folder, name = 'supervisor') {
  const file = join(folder, `${name}.json`)
  const mine = { pid: process.pid }
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(file, JSON.stringify(mine), { flag: 'wx', mode: 0o600 })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const holder = readHolder(file)
    if (holder && isAlive(holder.pid) && PROGRAMS.test(commandOf(holder.pid)))
      throw new Error(
        `Mascate already runs on ${folder} (process ${holder.pid}${holder.address ? `, ${holder.address}` : ', still starting'}).\n` +
          'Stop it first, or give this one another data folder with MASCATE_DATA.',
      )
    if (attempt > 3) throw new Error(`${file} cannot be replaced: remove it.`)
    rmSync(file, { force: true })
  }
  const holds = () => readHolder(file)?.pid === process.pid
  return {
    tell: (address) => writeJson(file, { ...mine, address }),
    release: () => holds() && rmSync(file, { force: true }),
  }
}

function readHolder(file) {
  try {
    return readJson(file)
  } catch {
    return null
  }
}
