import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import type { Actor, Db } from '@/lib/core/db'
import type { Day } from '@/lib/core/dates'
import { newId } from '@/lib/core/ids'
import { asDate } from '@/lib/core/database/days'
import { placeOf, requirePlace, type ExpensePlace } from './place'
import type { ExpenseKind } from './schema'

export type NewExpense = Partial<ExpensePlace> & {
  description: string
  /** Over zero. */
  amountCents: bigint
  kind: ExpenseKind
  dueOn: Day
  category: string | null
  /** With the day it was paid it is paid, without it pending. */
  paidOn?: Day | null
  /** Goods bought for stock: owed and paid like any other, but left out of the result, which counts them at cost when they are sold. */
  stockPurchase?: boolean
  /** Which of how many; `of` is null for what repeats. */
  instalment?: { number: number; of: number | null }
  seriesId?: string
  fileId?: string | null
}

/** Writes several expenses in the caller's transaction, each with its row in the trail; answers their ids in the same order. */
export async function addExpenses(db: Db, actor: Actor, drafts: readonly NewExpense[]): Promise<string[]> {
  const { organizationId } = actor
  const places = new Map(drafts.map((draft) => [JSON.stringify(placeOf(draft)), placeOf(draft)]))
  for (const place of places.values()) await requirePlace(db, organizationId, place)
  const rows = drafts.map((draft) => ({ organizationId, id: newId(), ...fieldsOf(draft) }))
  await db.expense.createMany({ data: rows })
  for (const [index, { id }] of rows.entries())
    await recordAudit(db, actor, { event: 'expense.created', subjectId: id, after: traceOf(drafts[index]!) })
  return rows.map(({ id }) => id)
}

const fieldsOf = (draft: NewExpense) => ({
  description: draft.description,
  amountCents: draft.amountCents,
  kind: draft.kind,
  dueOn: asDate(draft.dueOn),
  category: draft.category,
  status: draft.paidOn ? ('paid' as const) : ('pending' as const),
  paidOn: draft.paidOn ? asDate(draft.paidOn) : null,
  ...placeOf(draft),
  stockPurchase: draft.stockPurchase ?? false,
  instalment: draft.instalment?.number ?? null,
  instalmentOf: draft.instalment?.of ?? null,
  seriesId: draft.seriesId ?? null,
  fileId: draft.fileId ?? null,
})

/** The audited fields; empty ones are left out. */
function traceOf(draft: NewExpense): Record<string, unknown> {
  const { description, amountCents, kind, dueOn, category, paidOn = null } = draft
  const { shopId, channelId, legalEntityId, stockPurchase, instalment, seriesId, fileId } = draft
  const more = { shopId, channelId, legalEntityId, stockPurchase, instalment, seriesId, fileId }
  const said = Object.entries(more).filter(([, value]) => Boolean(value))
  return { description, amountCents, kind, dueOn, category, paidOn, ...Object.fromEntries(said) }
}
