// Functions, triggers and policies that were written into a migration by hand, or stand in the files and in no
// migration yet.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BASELINE, MIGRATIONS, listMigrationNames, listObjects } from './files.mjs'
import { aboutOf, keyOf, splitStatements } from './statements.mjs'

const MAKES = /^CREATE\s+(?:OR\s+REPLACE\s+)?(?:FUNCTION|PROCEDURE|(?:CONSTRAINT\s+)?TRIGGER|POLICY)\b/i
const ALTERS = /^ALTER\s+(?:FUNCTION|PROCEDURE|POLICY)\b/i
const FROM_FILE = /^-- from (\S+\.sql)$/m
const MADE = 'npm run migration -- NAME'

export const readMigrations = () =>
  listMigrationNames().map((name) => ({ name, text: readFileSync(join(MIGRATIONS, name, 'migration.sql'), 'utf8') }))

/** A sentence for each statement that no file is named above, and for each object whose newest migration says another thing than its file. */
export function lintMigrations(migrations = readMigrations(), objects = listObjects()) {
  const results = []
  const newest = new Map()
  for (const { name, text } of migrations) {
    let path
    const made = new Map()
    for (const { comments, sql } of splitStatements(text)) {
      path = FROM_FILE.exec(comments)?.[1] ?? path
      if (!MAKES.test(sql) && !ALTERS.test(sql)) continue
      if (name !== BASELINE && !path)
        results.push(`${name}: ${sql.split('\n')[0]} is written by hand: change its file, then ${MADE}`)
      const about = MAKES.test(sql) && aboutOf(sql)
      if (about) made.set(keyOf(about), [...(made.get(keyOf(about)) ?? []), sql])
    }
    for (const [key, statements] of made) newest.set(key, { name, statements })
  }
  for (const { key, path, statements } of objects) {
    const inFile = statements.map(({ sql }) => sql).filter((sql) => MAKES.test(sql))
    if (inFile.length === 0) continue
    const last = newest.get(key)
    if (!last) results.push(`${path}: no migration makes ${key}: ${MADE}`)
    else if (last.statements.join('\n') !== inFile.join('\n'))
      results.push(`${path}: ${key} is another in ${last.name}: ${MADE}`)
  }
  return results
}
