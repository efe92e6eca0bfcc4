import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../data-folder.mjs'
import { placeOf } from './places.mjs'

const changed = new Map()

/** Takes a guard out of the sources. `putBack` undoes it; it also runs when this process ends by itself or by a signal. */
export function takeOut({ changes }) {
  for (const change of changes) {
    const { file, before, after } = placeOf(change)
    // Several replaced functions stand in one last migration.
    const earlier = before === null && changed.has(file) ? readFileSync(join(root, file), 'utf8') : ''
    if (!changed.has(file)) changed.set(file, before)
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), earlier + after)
  }
}

export function putBack() {
  for (const [file, before] of changed)
    if (before === null) rmSync(dirname(join(root, file)), { recursive: true, force: true })
    else writeFileSync(join(root, file), before)
  changed.clear()
}

process.once('exit', putBack)
