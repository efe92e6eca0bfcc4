import 'server-only'
import type { Actor, Db } from '@/lib/core/db'
import { changeExpense } from './change-expense'
import { asDate, asDay } from '@/lib/core/database/days'
import { namedPlace, placeOf, requirePlace, type ExpensePlace } from './place'
import { replaceReceipt } from './receipts'
import type { StoredExpense } from './record'
import { dueAt, type Anchor, type RepeatingRhythm } from './rhythm'
import type { UpdateExpenseInput } from './schema'
import { lockSeries } from './series'
import { changeReached, listReached } from './series-members'

type NewValues = Omit<UpdateExpenseInput, 'id' | 'version' | 'scope' | 'place'> & ExpensePlace

export function updateExpense(actor: Actor, { id, version, scope, place, ...values }: UpdateExpenseInput) {
  const input = { ...values, ...namedPlace(place) }
  return changeExpense(actor, { id, version }, async (db, before) => {
    await requirePlace(db, actor.organizationId, placeOf(input))
    await replaceReceipt(db, actor.organizationId, before.fileId, input.fileId)
    if (scope !== 'this' && before.seriesId) await changeSeries(db, actor, before, input, scope)
    return {
      event: 'expense.updated',
      data: {
        ...input,
        dueOn: asDate(input.dueOn),
        status: input.paidOn ? 'paid' : 'pending',
        paidOn: input.paidOn && asDate(input.paidOn),
      },
    }
  })
}

/** The others take what was changed here and nothing else; another due day moves what repeats along with it. */
async function changeSeries(
  db: Db,
  actor: Actor,
  before: StoredExpense,
  input: NewValues,
  scope: 'following' | 'open',
): Promise<void> {
  const { organizationId } = actor
  const series = await lockSeries(db, organizationId, before.seriesId!)
  const changed = changesOf(before, input)
  const moved = series.rhythm !== 'instalments' && input.dueOn !== asDay(before.dueOn)
  const anchor: Anchor | null = moved ? { anchorOn: input.dueOn, anchorAt: before.instalment! } : null
  const reached = await listReached(db, organizationId, before, scope)
  await changeReached(db, actor, reached, 'expense.updated', ({ instalment }) => ({
    ...changed,
    ...(anchor && { dueOn: asDate(dueAt(anchor, series.rhythm as RepeatingRhythm, instalment!)) }),
  }))
  await db.expenseSeries.updateMany({
    where: { organizationId, id: series.id },
    data: { ...changed, ...(anchor && { anchorOn: asDate(anchor.anchorOn), anchorAt: anchor.anchorAt }) },
  })
}

function changesOf(before: StoredExpense, input: NewValues) {
  const { description, amountCents, kind, category } = input
  const place = placeOf(input)
  const isMoved = JSON.stringify(place) !== JSON.stringify(placeOf(before))
  return {
    ...(description !== before.description && { description }),
    ...(amountCents !== before.amountCents && { amountCents }),
    ...(kind !== before.kind && { kind }),
    ...(category !== before.category && { category }),
    ...(isMoved && place),
  }
}
