// The files that hold functions, triggers and policies, each beside what calls it.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../data-folder.mjs'
import { aboutOf, keyOf, splitStatements } from './statements.mjs'

export const MIGRATIONS = join(root, 'prisma/migrations')
export const BASELINE = '0_baseline'

/** The sandbox makes its own schema as it starts. */
const OTHER_SCHEMA = 'lib/sandbox'

/** Every SQL file below `lib`, with its statements in their order. */
export const readObjectFiles = (folder = root) =>
  listSql(folder, 'lib').map((path) => ({ path, ...readObjects(readFileSync(join(folder, path), 'utf8'), path) }))

const listSql = (folder, path) =>
  readdirSync(join(folder, path), { withFileTypes: true })
    .flatMap((entry) => {
      const below = `${path}/${entry.name}`
      if (below === OTHER_SCHEMA) return []
      if (entry.isDirectory()) return listSql(folder, below)
      return entry.name.endsWith('.sql') ? [below] : []
    })
    .toSorted()

/** A script as objects: what is about the same one stands together. Throws where a statement is about none. */
export function readObjects(text, path) {
  const objects = []
  let about
  for (const { comments, sql } of splitStatements(text)) {
    const result = aboutOf(sql)
    if (!result)
      throw new Error(`${path}: only functions, triggers, policies and rights stand there, not ${sql.slice(0, 80)}`)
    // The moment in which another role becomes the owner of a function, and a table's own sequence.
    if (!['worker', 'sequence'].includes(result.kind)) about = result
    const key = keyOf(about)
    const known = objects.find((one) => one.key === key)
    if (known) known.statements.push({ comments, sql })
    else objects.push({ key, ...about, statements: [{ comments, sql }] })
  }
  return { header: /^(?:--.*\n)*/.exec(text)[0], objects }
}

/** An object's statements as they stand in a migration: without the comments above them. */
export const sqlOf = ({ statements }) => statements.map(({ sql }) => sql).join('\n')

/** All objects of all files, in an order in which they can be made. */
const ORDER = ['function', 'trigger', 'table', 'policy']
export const listObjects = (files = readObjectFiles()) =>
  files
    .flatMap(({ path, objects }) => objects.map((object) => ({ ...object, path })))
    .toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))

export const listMigrationNames = (folder = MIGRATIONS) =>
  readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'migration.sql')))
    .toSorted()

/** Node 20 has no Map.groupBy. */
export function groupBy(items, keyOf) {
  const groups = new Map()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}
