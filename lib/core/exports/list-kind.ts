import 'server-only'
import type { Permission, Role } from '@/lib/core/permissions'
import type { Day } from '../dates'
import type { Db } from '../db'
import type { Translate } from '../i18n/translator'
import type { Language } from '../language'

/** For whom a list is written, and at which moment: filters by "today" or "late" mean the moment of the request. */
export type ExportContext = {
  organizationId: string
  role: Role
  language: Language
  timeZone: string
  now: Date
  today: Day
  t: Translate
}

/** `money` in cents, `instant` a Date, `day` a Day, `ratio` where 1 is 100 %. */
export type ColumnType = 'text' | 'money' | 'number' | 'ratio' | 'instant' | 'day'
export type Value = string | number | bigint | Date | null
export type Heading = { title: string; type: ColumnType; width: number }
type Column<Row> = Heading & { value: (row: Row) => Value }

export type Batch = { rows: Value[][]; next: string | null }
export type ListKind = {
  /** Whom the list itself asks for, beside the right to export. */
  permission: Permission
  /** The filter made sound, without the page. */
  normalize: (query: string, context: ExportContext) => string
  count: (db: Db, query: string, context: ExportContext) => Promise<number>
  headings: (context: ExportContext) => Heading[]
  /** The rows after a place, in the order of the list. */
  read: (db: Db, query: string, context: ExportContext, after: string | null, size: number) => Promise<Batch>
}

type Definition<Filters, Row> = {
  permission: Permission
  filtersOf: (query: Record<string, string>, context: ExportContext) => Filters
  addressOf: (filters: Filters) => string
  columns: (context: ExportContext) => Column<Row>[]
  count: (db: Db, filters: Filters, context: ExportContext) => Promise<bigint>
  list: (
    db: Db,
    filters: Filters,
    context: ExportContext,
    after: string | null,
    size: number,
  ) => Promise<{ rows: Row[]; next: string | null }>
}

/** A list that can be exported, from the filters and queries that its screen uses. */
export function defineList<Filters, Row>(definition: Definition<Filters, Row>): ListKind {
  const { permission, columns, addressOf } = definition
  const filtersOf = (query: string, context: ExportContext) =>
    definition.filtersOf(Object.fromEntries(new URLSearchParams(query)), context)
  return {
    permission,
    normalize: (query, context) => addressOf(filtersOf(query, context)).split('?')[1] ?? '',
    count: async (db, query, context) => Number(await definition.count(db, filtersOf(query, context), context)),
    headings: (context) => columns(context).map(({ title, type, width }) => ({ title, type, width })),
    read: async (db, query, context, after, size) => {
      const page = await definition.list(db, filtersOf(query, context), context, after, size)
      const cells = columns(context)
      return { rows: page.rows.map((row) => cells.map(({ value }) => value(row))), next: page.next }
    },
  }
}
