import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../data-folder.mjs'
import { readObjectFiles } from '../schema/files.mjs'

export const MIGRATIONS = 'prisma/migrations'
const LAST_MIGRATION = `${MIGRATIONS}/99991231235959_without_guard/migration.sql`

const textOf = (file) => readFileSync(join(root, file), 'utf8')

let files
/** The file that holds a SQL function. */
function fileOf(name) {
  files ??= readObjectFiles()
  const file = files.find(({ objects }) => objects.some((one) => one.kind === 'function' && one.name === name))
  if (!file) throw new Error(`no file holds the function ${name}`)
  return file.path
}

const times = (text, find) => [...text.matchAll(new RegExp(find.source, 'g'))].length

/**
 * The place of a change: the file, its text, and its text without the guard. A SQL function is replaced by a last
 * migration.
 */
export function placeOf({ file, sqlFunction, sql, find, put }) {
  if (sql) return { file: LAST_MIGRATION, before: null, after: `${sql}\n` }
  const place = sqlFunction ? fileOf(sqlFunction) : file
  const text = textOf(place)
  const count = times(text, find)
  if (count !== 1) throw new Error(`${place} has ${count} times ${find.source}`)
  const without = text.replace(find, () => put)
  return sqlFunction
    ? { file: LAST_MIGRATION, before: null, after: without }
    : { file: place, before: text, after: without }
}
