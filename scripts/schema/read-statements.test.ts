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
declare const db: { $queryRaw<T = unknown>(words: TemplateStringsArray | Sql, ...values: unknown[]): T }
declare function callGlobal<T = unknown>(statement: Sql): T[]
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

const ROWS: [title: string, declaration: string, columns: unknown][] = [
  [
    'simple columns, and what may be missing',
    "db.$queryRaw<{ n: bigint | null; s?: 'a' | 'b'; at: Date }[]>",
    [
      { name: 'n', kinds: ['bigint'], isOptional: false },
      { name: 's', kinds: ['string'], isOptional: true },
      { name: 'at', kinds: ['date'], isOptional: false },
    ],
  ],
  ['a row alone', 'callGlobal<{ done: boolean }>', [{ name: 'done', kinds: ['boolean'], isOptional: false }]],
  [
    'a list and an object',
    'db.$queryRaw<[{ ids: string[]; known: { a: number } }]>',
    [
      { name: 'ids', kinds: ['string[]', 'json'], isOptional: false },
      { name: 'known', kinds: ['json'], isOptional: false },
    ],
  ],
  [
    'an object that JSON cannot be',
    'db.$queryRaw<{ known: { cents: bigint } }[]>',
    [{ name: 'known', kinds: ['object with a date or bigint'], isOptional: false }],
  ],
  ['no fixed columns', 'db.$queryRaw<Record<string, string>[]>', undefined],
  ['none', 'db.$queryRaw', undefined],
]

let texts: string[][]
let columns: unknown[]
const folder = mkdtempSync(join(tmpdir(), 'statements-'))
beforeAll(() => {
  const files = cases.map(([, source], at) => {
    const file = join(folder, `case-${at}.ts`)
    writeFileSync(file, `${STUBS}${source}\nexport {}\n`)
    return file
  })
  const rows = join(folder, 'rows.ts')
  writeFileSync(rows, `${STUBS}${ROWS.map(([, call]) => `${call}(Prisma.sql\`SELECT 1\`)`).join('\n')}\nexport {}\n`)
  const read = readStatements([...files, rows])
  texts = read.slice(0, cases.length).map((statement) => statement.texts)
  columns = read.slice(cases.length).map((statement) => statement.columns)
})
afterAll(() => rmSync(folder, { recursive: true }))

test.each(cases.map(([title, , expected], at) => [title, at, expected] as const))(
  'a statement is read with %s',
  (_, at, expected) => {
    expect(texts[at]).toEqual(expected)
  },
)

test.each(ROWS.map(([title, , expected], at) => [title, at, expected] as const))(
  'a declared row is read with %s',
  (_, at, expected) => {
    expect(columns[at]).toEqual(expected)
  },
)
