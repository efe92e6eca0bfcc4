import 'server-only'
import type { Page } from '@/lib/core/keyset'
import { isDay, type Day } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { beyondPlace, orderOf, pageOf, requestPage } from '@/lib/core/database/keyset-page'
import { Prisma } from '@/lib/generated/prisma/client'
import { matchesWords } from '@/lib/core/text/match-words'
import type { ExpenseFilters, ExpenseSort } from './filters'
import { ofEntity } from './place'
import type { Rhythm } from './rhythm'
import type { ExpenseKind, ExpenseStatus } from './schema'

export type Expense = {
  id: string
  description: string
  amountCents: bigint
  kind: ExpenseKind
  dueOn: Day
  status: ExpenseStatus
  paidOn: Day | null
  category: string | null
  shopId: string | null
  channelId: string | null
  legalEntityId: string | null
  /** The shop, channel or legal entity that it belongs to. */
  placeName: string | null
  seriesId: string | null
  rhythm: Rhythm | null
  instalment: number | null
  instalmentOf: number | null
  fileId: string | null
  stockPurchase: boolean
  version: number
}
type Listed = Expense & { listOrder: number }

/** `e` is an expense of the organization. */
export const expenseColumns = Prisma.sql`
  e.id, e.description, e.amount_cents AS "amountCents", e.kind, e.due_on::text AS "dueOn", e.status, e.paid_on::text AS "paidOn",
  e.category, e.shop_id AS "shopId", e.channel_id AS "channelId", e.legal_entity_id AS "legalEntityId",
  coalesce(
    (SELECT s.name FROM shop s WHERE s.organization_id = e.organization_id AND s.id = e.shop_id),
    (SELECT c.name::text FROM channel c WHERE c.organization_id = e.organization_id AND c.id = e.channel_id),
    (SELECT l.name FROM legal_entity l WHERE l.organization_id = e.organization_id AND l.id = e.legal_entity_id)) AS "placeName",
  e.series_id AS "seriesId",
  (SELECT r.rhythm FROM expense_series r WHERE r.organization_id = e.organization_id AND r.id = e.series_id) AS rhythm,
  e.instalment, e.instalment_of AS "instalmentOf", e.file_id AS "fileId", e.stock_purchase AS "stockPurchase", e.version`

export function matching(organizationId: string, filters: ExpenseFilters, today: Day): Prisma.Sql {
  const { view, kind, from, to, category, minCents, maxCents, stock } = filters
  const conditions = [Prisma.sql`e.organization_id = ${organizationId}::uuid`, Prisma.sql`e.voided_at IS NULL`]
  conditions.push(...matchesWords(Prisma.sql`e.words`, filters.q))
  if (view === 'paid') conditions.push(Prisma.sql`e.status = 'paid'`)
  else if (view) conditions.push(Prisma.sql`e.status = 'pending'`)
  if (view === 'overdue') conditions.push(Prisma.sql`e.due_on < ${today}::date`)
  if (kind) conditions.push(Prisma.sql`e.kind = ${kind}::"ExpenseKind"`)
  const day = filters.by === 'paid' ? paidOrder : Prisma.sql`e.due_on`
  if (from) conditions.push(Prisma.sql`${day} >= ${from}::date`)
  if (to) conditions.push(Prisma.sql`${day} <= ${to}::date`)
  if (category) conditions.push(Prisma.sql`e.category = ${category}`)
  if (filters.place) conditions.push(inPlace(organizationId, filters.place))
  if (minCents !== null) conditions.push(Prisma.sql`e.amount_cents >= ${minCents}::bigint`)
  if (maxCents !== null) conditions.push(Prisma.sql`e.amount_cents <= ${maxCents}::bigint`)
  if (stock) conditions.push(stock === 'only' ? Prisma.sql`e.stock_purchase` : Prisma.sql`NOT e.stock_purchase`)
  return Prisma.join(conditions, ' AND ')
}

function inPlace(organizationId: string, place: NonNullable<ExpenseFilters['place']>): Prisma.Sql {
  switch (place.type) {
    case 'shop':
      return Prisma.sql`e.shop_id = ${place.id}::uuid`
    case 'channel':
      return Prisma.sql`e.channel_id = ${place.id}::uuid`
    case 'entity':
      return ofEntity(organizationId, place.id)
    case 'company':
      return Prisma.sql`coalesce(e.shop_id, e.channel_id, e.legal_entity_id) IS NULL`
  }
}

/** An unpaid expense comes after every day of payment; the index is of the same expression. */
const NEVER_PAID = '9999-12-31'
const paidOrder = Prisma.sql`coalesce(e.paid_on, '9999-12-31'::date)`

const isCents = (text: string) => /^\d{1,15}$/.test(text)
const orders = {
  next: {
    column: Prisma.sql`e.list_order`,
    type: Prisma.sql`int`,
    isValue: (text: string) => /^-?\d{1,7}$/.test(text),
    of: (row: Listed) => String(row.listOrder),
  },
  due: { column: Prisma.sql`e.due_on`, type: Prisma.sql`date`, isValue: isDay, of: (row: Expense) => row.dueOn },
  paid: {
    column: paidOrder,
    type: Prisma.sql`date`,
    isValue: (text: string) => text === NEVER_PAID || isDay(text),
    of: (row: Expense) => row.paidOn ?? NEVER_PAID,
  },
  amount: {
    column: Prisma.sql`e.amount_cents`,
    type: Prisma.sql`bigint`,
    isValue: isCents,
    of: (row: Expense) => row.amountCents.toString(),
  },
}

/** `next`: what is to be paid before what was, the longest overdue first. */
export type ListSort = ExpenseSort | 'next'
const sortOfView = { pending: 'due', overdue: 'due', paid: '-due' } as const
export const sortOf = ({ sort, view }: ExpenseFilters): ListSort => sort ?? (view ? sortOfView[view] : 'next')

/** Unless asked otherwise, what is open the oldest first, what was paid the newest first; all of them, as they are to be paid. */
export async function listExpenses(
  db: Db,
  organizationId: string,
  filters: ExpenseFilters,
  { today, size }: { today: Day; size: number },
): Promise<Page<Expense>> {
  const sort = sortOf(filters)
  const by = orders[sort.replace('-', '') as keyof typeof orders]
  const wanted = requestPage(filters, size, { ascending: !sort.startsWith('-'), isPlace: (value) => by.isValue(value) })
  const order = orderOf(wanted)
  const beyond = beyondPlace(wanted, by.column, Prisma.sql`e.id`, by.type)
  const rows = await db.$queryRaw<Listed[]>`
    SELECT ${expenseColumns}, e.list_order AS "listOrder" FROM expense e WHERE ${matching(organizationId, filters, today)} ${beyond}
    ORDER BY ${by.column} ${order}, e.id ${order} LIMIT ${size + 1}`
  const page = pageOf(wanted, rows, (row) => ({
    value: by.of(row),
    id: row.id,
  }))
  return { ...page, rows: page.rows.map(({ listOrder: _, ...row }) => row) }
}
