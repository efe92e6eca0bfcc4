import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readStatements } from './read-statements.mjs'

const STUBS = `
declare class Sql { readonly text: string }
declare const Prisma: {
  sql(words: TemplateStringsArray, ...values: unknown[]): Sql
  empty: Sql
  raw(text: string): Sql
  join(list: unknown[], separator?: string): Sql
}
declare const db: { $queryRaw(words: TemplateStringsArray | Sql, ...values: unknown[]): unknown }
declare function callGlobal(statement: Sql): unknown
declare const id: string, ids: string[], isOpen: boolean, wanted: 'a' | 'b', given: Sql, anyText: string
`
const cases: [title: string, source: string, texts: string[]][] = [
  [
    'values',
    'db.$queryRaw`SELECT a FROM t WHERE id = ${id} AND n = ${1}`',
    ['SELECT a FROM t WHERE id = $1 AND n = $2'],
  ],
  [
    'a fragment by its name, and one that may be left out',
    'const where = Prisma.sql`id = ${id}`; db.$queryRaw`SELECT a FROM t WHERE ${where}${isOpen ? Prisma.sql` AND n = ${2}` : Prisma.empty}`',
    ['SELECT a FROM t WHERE id = $1 AND n = $2', 'SELECT a FROM t WHERE id = $1'],
  ],
  [
    'a fragment that a function makes of another',
    'const of = (table: Sql) => Prisma.sql`SELECT a FROM ${table}`; callGlobal(of(Prisma.sql`t`))',
    ['SELECT a FROM t'],
  ],
  [
    'lists of values and of fragments',
    "db.$queryRaw`SELECT ${Prisma.join([Prisma.sql`a`, Prisma.sql`b`], ', ')} FROM t WHERE id IN (${Prisma.join(ids)})`",
    ['SELECT a, b FROM t WHERE id IN ($1)'],
  ],
  [
    'each of the names that a raw one may be',
    'db.$queryRaw`SELECT ${Prisma.raw(wanted)} FROM t`',
    ['SELECT a FROM t', 'SELECT b FROM t'],
  ],
  ['nothing where a fragment or a raw text comes from elsewhere', 'db.$queryRaw`SELECT a FROM t ${given}`', []],
  ['nothing of any text', 'db.$queryRaw`SELECT ${Prisma.raw(anyText)} FROM t`', []],
]

let texts: string[][]
const folder = mkdtempSync(join(tmpdir(), 'statements-'))
beforeAll(() => {
  const files = cases.map(([, source], at) => {
    const file = join(folder, `case-${at}.ts`)
    writeFileSync(file, `${STUBS}${source}\nexport {}\n`)
    return file
  })
  texts = readStatements(files).map((statement) => statement.texts)
})
afterAll(() => rmSync(folder, { recursive: true }))

test.each(cases.map(([title, , expected], at) => [title, at, expected] as const))(
  'a statement is read with %s',
  (_, at, expected) => {
    expect(texts[at]).toEqual(expected)
  },
)
