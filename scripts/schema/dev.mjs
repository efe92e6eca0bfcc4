// The part of npm run dev for the SQL files: applies those that differ from the database, and each one that is saved.
import { readFileSync, watch } from 'node:fs'
import { join } from 'node:path'
import { root } from '../data-folder.mjs'
import { withClient } from '../roles.mjs'
import { applyObjects } from './apply.mjs'
import { compareCatalogues, readCatalogue } from './catalogue.mjs'
import { listObjects, readObjects } from './files.mjs'

const SETTLES_MS = 150

export async function keepFilesApplied(ownerUrl, say) {
  await applyFiles(ownerUrl, listObjects(), say)
  let waiting
  const saved = new Set()
  watch(join(root, 'lib'), { recursive: true }, (_, name) => {
    if (!name?.endsWith('.sql') || name.startsWith('sandbox')) return
    saved.add(join('lib', name))
    clearTimeout(waiting)
    waiting = setTimeout(() => {
      const paths = [...saved]
      saved.clear()
      for (const path of paths) void applyFile(ownerUrl, path, say)
    }, SETTLES_MS)
  }).unref()
}

async function applyFile(ownerUrl, path, say) {
  try {
    const { objects } = readObjects(readFileSync(join(root, path), 'utf8'), path)
    await applyFiles(ownerUrl, objects, say)
  } catch (error) {
    if (error.code !== 'ENOENT') say(`${path} cannot be applied: ${error.message}`)
  }
}

/** Says what it changed, and what could not be made; what goes from the files goes by the next migration. */
export const applyFiles = (ownerUrl, objects, say) =>
  withClient({ connectionString: ownerUrl }, async (client) => {
    const before = await readCatalogue(client)
    await client.query('begin')
    const { failed } = await applyObjects(client, objects)
    await client.query('commit')
    const changed = compareCatalogues(before, await readCatalogue(client)).map((line) =>
      line.slice(0, line.indexOf(': ')),
    )
    if (changed.length > 0) say(`applied from the SQL files: ${changed.join(', ')}`)
    for (const [key, error] of failed) say(`${key} cannot be made: ${error.message}`)
    return changed
  })
