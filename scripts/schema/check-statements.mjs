// npm run sql:check
// Has PostgreSQL prepare each statement of the sources on a copy of the tests' migrated database: a table,
// column or function that is missing, or is of another type, is reported with the place that names it.
import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../data-folder.mjs'
import { readStatements } from './read-statements.mjs'
import { withTemplateCopy } from '../test-template.mjs'

/** The sandbox has a schema of its own, and tests send what they like. */
const LEFT_OUT = /^lib\/(generated|testing|sandbox)\/|\.test\.tsx?$|\.d\.ts$/
/** Nothing says of which type a value is: all names were known before that is asked. */
const UNTYPED_VALUE = '42P18'

export const listSources = () =>
  ['lib', 'app'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => /\.tsx?$/.test(path) && !LEFT_OUT.test(relative(root, path))),
  )

/** The queue's library makes its own tables as it starts. */
const OTHER_SCHEMA = 'graphile_worker.'

/** A sentence for each text that PostgreSQL refuses. */
export async function checkStatements(client, statements) {
  const refused = []
  for (const { path, line, texts } of statements)
    for (const text of new Set(texts)) {
      if (text.includes(OTHER_SCHEMA)) continue
      const error = await client.query(`PREPARE checked AS ${text}`).then(
        () => client.query('DEALLOCATE checked').then(() => undefined),
        (failure) => failure,
      )
      if (!error || error.code === UNTYPED_VALUE) continue
      refused.push(`${path}:${line}: ${error.message}`)
    }
  return [...new Set(refused)]
}

if (import.meta.main ?? process.argv[1] === import.meta.filename) {
  const statements = readStatements(listSources())
  const unread = statements.filter(({ texts }) => texts.length === 0)
  const refused = await withTemplateCopy((client) => checkStatements(client, statements))
  for (const sentence of refused) console.log(sentence)
  if (process.argv.includes('--unread')) for (const { path, line } of unread) console.log(`not read: ${path}:${line}`)
  console.log(
    `${statements.length - unread.length} statements were prepared, ${unread.length} are not read, ${refused.length} refused`,
  )
  if (refused.length > 0) process.exitCode = 1
}
