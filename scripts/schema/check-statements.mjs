// npm run sql:check
// Has PostgreSQL parse each statement of the sources on a copy of the tests' migrated database: a table, column or
// function that is missing or of another type, and a row declared otherwise than it is answered, are reported with their
// place.
import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../data-folder.mjs'
import { readStatements } from './read-statements.mjs'
import { compareRow } from './row-types.mjs'
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

/** A sentence for each text that PostgreSQL refuses, and for each declared row that is not the one it answers. */
export async function checkStatements(client, statements) {
  const typeNames = await readTypeNames(client)
  const refused = new Set()
  for (const { path, line, texts, columns } of statements)
    for (const text of new Set(texts)) {
      if (text.includes(OTHER_SCHEMA)) continue
      const { error, fields } = await describe(client, text)
      if (error?.code === UNTYPED_VALUE) continue
      const sentences = error
        ? [error.message]
        : compareRow(columns ?? [], new Map(fields.map(({ name, dataTypeID }) => [name, typeNames.get(dataTypeID)])))
      for (const sentence of sentences) refused.add(`${path}:${line}: ${sentence}`)
    }
  return [...refused]
}

async function readTypeNames(client) {
  const { rows } = await client.query('SELECT oid, typname FROM pg_type')
  return new Map(rows.map(({ oid, typname }) => [oid, typname]))
}

/** Has the server parse a statement and say which columns it would answer; nothing is executed. */
function describe(client, text) {
  return new Promise((resolve) => {
    let fields = []
    client.query({
      submit(connection) {
        connection.parse({ text, name: '', types: [] })
        connection.describe({ type: 'S', name: '' })
        connection.sync()
      },
      handleRowDescription: (message) => void (fields = message.fields),
      // The client calls nothing more of a statement that failed.
      handleError: (error) => resolve({ error, fields }),
      handleReadyForQuery: () => resolve({ fields }),
    })
  })
}

if (import.meta.main ?? process.argv[1] === import.meta.filename) {
  const statements = readStatements(listSources())
  const unread = statements.filter(({ texts }) => texts.length === 0)
  const refused = await withTemplateCopy((client) => checkStatements(client, statements))
  for (const sentence of refused) console.log(sentence)
  if (process.argv.includes('--unread')) for (const { path, line } of unread) console.log(`not read: ${path}:${line}`)
  console.log(
    `${statements.length - unread.length} statements were parsed, ${unread.length} are not read, ${refused.length} refused`,
  )
  if (refused.length > 0) process.exitCode = 1
}
