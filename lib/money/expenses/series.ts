import 'server-only'
import { addMonths, type Day } from '@/lib/core/dates'
import type { Actor, Db } from '@/lib/core/db'
import type { ExpenseSeries } from '@/lib/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import { addExpenses, type NewExpense } from './add-expenses'
import { asDate, asDay } from '@/lib/core/database/days'
import { placeOf } from './place'
import { listPlacesToMake, madeAheadMonths, splitInstalments, type RepeatingRhythm, type Repetition } from './rhythm'

export type SeriesExpense = Omit<NewExpense, 'instalment' | 'seriesId'>
export type Repeat = { rhythm: RepeatingRhythm; untilOn: Day | null; times: number | null }

const templateOf = (expense: Omit<SeriesExpense, 'dueOn'>) => {
  const { description, amountCents, kind, category } = expense
  return { description, amountCents, kind, category, ...placeOf(expense) }
}

/** Starts a series, and makes the entries within the horizon. Payment and receipt are the first one's alone. */
export async function addRepetition(
  db: Db,
  actor: Actor,
  expense: SeriesExpense,
  { rhythm, untilOn, times }: Repeat,
  today: Day,
): Promise<string[]> {
  const { organizationId } = actor
  const series = await db.expenseSeries.create({
    data: {
      organizationId,
      id: newId(),
      rhythm,
      times,
      untilOn: untilOn && asDate(untilOn),
      anchorOn: asDate(expense.dueOn),
      ...templateOf(expense),
    },
  })
  return makeAhead(db, actor, series, today, expense)
}

/** All of them at once, each on its own due day. */
export async function addInstalments(
  db: Db,
  actor: Actor,
  expense: SeriesExpense,
  dueDays: readonly Day[],
): Promise<string[]> {
  const { organizationId } = actor
  const of = dueDays.length
  const id = newId()
  const data = { ...templateOf(expense), anchorOn: asDate(dueDays[0]!), times: of, made: of }
  await db.expenseSeries.create({ data: { organizationId, id, rhythm: 'instalments', ...data }, select: { id: true } })
  const parts = splitInstalments(expense.amountCents, of)
  const drafts = parts.map((amountCents, index) => ({
    ...(index === 0 ? expense : withoutPayment(expense)),
    amountCents,
    dueOn: dueDays[index]!,
    seriesId: id,
    instalment: { number: index + 1, of },
  }))
  return addExpenses(db, actor, drafts)
}

const withoutPayment = (expense: SeriesExpense) => ({ ...expense, paidOn: null, fileId: null })

/** Makes what a series lacks up to the horizon; called again it makes nothing twice. The caller holds the series' row. */
export async function makeAhead(
  db: Db,
  actor: Actor,
  series: ExpenseSeries,
  today: Day,
  first?: SeriesExpense,
): Promise<string[]> {
  const { organizationId, id, rhythm } = series
  if (rhythm === 'instalments' || series.endedAt) return []
  const places = listPlacesToMake({ ...repetitionOf(series), rhythm }, addMonths(today, madeAheadMonths))
  if (places.length === 0) return []
  const drafts = places.map(({ place, dueOn }) => ({
    ...(place === 1 && first ? first : templateOf(series)),
    dueOn,
    seriesId: id,
    instalment: { number: place, of: null },
  }))
  const ids = await addExpenses(db, actor, drafts)
  await db.expenseSeries.updateMany({
    where: { organizationId, id },
    data: { made: series.made + places.length },
  })
  return ids
}

const repetitionOf = (series: ExpenseSeries): Omit<Repetition, 'rhythm'> => ({
  anchorOn: asDay(series.anchorOn),
  anchorAt: series.anchorAt,
  made: series.made,
  untilOn: series.untilOn && asDay(series.untilOn),
  times: series.times,
})

/** A change or continuation of a series locks its row until the end of the transaction. */
export async function lockSeries(db: Db, organizationId: string, id: string): Promise<ExpenseSeries> {
  await db.$executeRaw`
    SELECT 1 FROM expense_series WHERE organization_id = ${organizationId}::uuid AND id = ${id}::uuid FOR UPDATE`
  return db.expenseSeries.findUniqueOrThrow({ where: { organizationId_id: { organizationId, id } } })
}
