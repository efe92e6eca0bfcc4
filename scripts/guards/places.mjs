import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../data-folder.mjs'

export const MIGRATIONS = 'prisma/migrations'
const LAST_MIGRATION = `${MIGRATIONS}/99991231235959_without_guard/migration.sql`

const textOf = (file) => readFileSync(join(root, file), 'utf8')

/** The migration that defines a SQL function last, and that definition. */
function newestDefinition(name) {
  const pattern = new RegExp(
    `CREATE (?:OR REPLACE )?FUNCTION ${name}\\((?:(?!CREATE |\\$\\$)[^])*\\$\\$[^]*?\\$\\$`,
    'g',
  )
  const files = readdirSync(join(root, MIGRATIONS))
    .sort()
    .map((folder) => `${MIGRATIONS}/${folder}/migration.sql`)
    .filter((file) => existsSync(join(root, file)))
  for (const file of files.reverse()) {
    const found = [...textOf(file).matchAll(pattern)].at(-1)
    if (found) return { file, at: found.index, text: found[0] }
  }
  throw new Error(`no migration defines ${name}`)
}

const times = (text, find) => [...text.matchAll(new RegExp(find.source, 'g'))].length

/** Where a change is made: the file, its text, and its text without the guard. */
export function placeOf({ file, sqlFunction, sql, find, put }) {
  if (sql) return { file: LAST_MIGRATION, before: null, after: `${sql}\n` }
  const found = sqlFunction ? newestDefinition(sqlFunction) : { file, at: 0, text: textOf(file) }
  const count = times(found.text, find)
  if (count !== 1) throw new Error(`${sqlFunction ?? file} has ${count} times ${find.source}`)
  const before = textOf(found.file)
  const without = found.text.replace(find, () => put)
  const after = before.slice(0, found.at) + without + before.slice(found.at + found.text.length)
  return { file: found.file, before, after }
}
