import { ColumnTypeEnum, type ColumnType, type SqlQueryable } from '@prisma/driver-adapter-utils'
import { Prisma } from '@/lib/generated/prisma/client'
import { databaseCause } from './database-errors'

type Cell = (value: never) => unknown
const eachOf = (cell: Cell) => (values: never[]) => values.map((value) => (value === null ? null : cell(value)))
const asDecimal = (value: string) => new Prisma.Decimal(value)
const asDate = (value: string) => new Date(value)
const asTime = (value: string) => new Date(`1970-01-01T${value}Z`)
const asJson = (value: string): unknown => JSON.parse(value)
const asBytes = (value: Uint8Array) => new Uint8Array(value)

/** How the value of a column is written by the driver, and how Prisma gives it; the other types come as they are. */
const cells: Partial<Record<ColumnType, Cell>> = {
  [ColumnTypeEnum.Int64]: BigInt,
  [ColumnTypeEnum.Numeric]: asDecimal,
  [ColumnTypeEnum.Date]: asDate,
  [ColumnTypeEnum.DateTime]: asDate,
  [ColumnTypeEnum.Time]: asTime,
  [ColumnTypeEnum.Json]: asJson,
  [ColumnTypeEnum.Bytes]: asBytes,
  [ColumnTypeEnum.Int64Array]: eachOf(BigInt),
  [ColumnTypeEnum.NumericArray]: eachOf(asDecimal),
  [ColumnTypeEnum.DateArray]: eachOf(asDate),
  [ColumnTypeEnum.DateTimeArray]: eachOf(asDate),
  [ColumnTypeEnum.TimeArray]: eachOf(asTime),
  [ColumnTypeEnum.JsonArray]: eachOf(asJson),
  [ColumnTypeEnum.BytesArray]: eachOf(asBytes),
}

const asArgument = (value: unknown): unknown => (Prisma.Decimal.isDecimal(value) ? value.toString() : value)
const argumentTypes = (values: readonly unknown[]) =>
  values.map((value) => ({ scalarType: 'unknown', arity: Array.isArray(value) ? 'list' : 'scalar' }) as const)

const messageOf = (cause: ReturnType<typeof databaseCause>) =>
  `Raw query failed. Code: \`${cause?.originalCode ?? 'N/A'}\`. Message: \`${cause?.originalMessage ?? 'N/A'}\``

/**
 * The rows of one statement as Prisma's client gives them, of its driver itself: for a raw statement the client takes more time than driver
 * and rows together. An error has the form of the client's, too.
 */
export async function readRows<T>(driver: SqlQueryable, { text, values }: Prisma.Sql): Promise<T[]> {
  const args = values.map(asArgument)
  const { columnNames, columnTypes, rows } = await driver
    .queryRaw({ sql: text, args, argTypes: argumentTypes(args) })
    .catch((error: unknown) => {
      const failure = { code: 'P2010', meta: { driverAdapterError: error } }
      throw Object.assign(new Error(messageOf(databaseCause(failure)), { cause: error }), failure)
    })
  const readers = columnTypes.map((type) => cells[type])
  return rows.map((row) =>
    Object.fromEntries(
      columnNames.map((name, at) => {
        const value = row[at]
        const read = readers[at]
        return [name, read && value !== null ? read(value as never) : value]
      }),
    ),
  ) as T[]
}
