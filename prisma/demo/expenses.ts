import { addDays, addMonths, startOfMonth } from '@/lib/core/dates'
import type { Actor, Db } from '@/lib/core/db'
import { addExpenses } from '@/lib/money/expenses/add-expenses'
import { addInstalments, addRepetition } from '@/lib/money/expenses/series'
import type { RepeatingRhythm } from '@/lib/money/expenses/rhythm'
import type { ExpenseKind } from '@/lib/money/expenses/schema'
import type { DemoClock } from './clock'
import { during, on, auditPaid } from './audits'

type Repeating = {
  description: string
  cents: bigint
  kind: ExpenseKind
  category: string
  /** Since so many months, on that day of the month. */
  months: number
  day: number
  rhythm?: RepeatingRhythm
  ofShop?: boolean
}

const repeating: readonly Repeating[] = [
  { description: 'Aluguel do depósito', cents: 185_000n, kind: 'fixed', category: 'Estrutura', months: 12, day: 5 },
  { description: 'Internet e telefone', cents: 18_990n, kind: 'fixed', category: 'Estrutura', months: 12, day: 10 },
  { description: 'Contador', cents: 45_000n, kind: 'fixed', category: 'Serviços', months: 12, day: 15 },
  { description: 'Ajudante de expedição', cents: 162_000n, kind: 'fixed', category: 'Pessoal', months: 4, day: 6 },
  {
    description: 'Motoboy das entregas locais',
    cents: 9_500n,
    kind: 'variable',
    category: 'Entrega',
    months: 5,
    day: 2,
    rhythm: 'weekly',
  },
  {
    description: 'Anúncios no Instagram e no Google',
    cents: 32_000n,
    kind: 'variable',
    category: 'Anúncios',
    months: 6,
    day: 12,
    ofShop: true,
  },
  {
    description: 'Domínio e certificado digital',
    cents: 38_900n,
    kind: 'fixed',
    category: 'Serviços',
    months: 8,
    day: 18,
    rhythm: 'yearly',
  },
]

type Scope = { actor: Actor; clock: DemoClock; shopId: string; legalEntityId: string }

/** Monthly expenses, instalments, taxes of each month's sales, and two overdue bills. */
export async function makeExpenses(db: Db, scope: Scope, salesByMonth: ReadonlyMap<string, bigint>): Promise<void> {
  const { actor, clock, shopId } = scope
  const { organizationId } = actor
  const monthAgo = (months: number) => startOfMonth(addMonths(clock.today, -months))
  for (const { months, day, rhythm = 'monthly', ofShop, cents, ...fields } of repeating)
    await addRepetition(
      db,
      on(actor, during(monthAgo(months))),
      { ...fields, amountCents: cents, dueOn: addDays(monthAgo(months), day - 1), ...(ofShop && { shopId }) },
      { rhythm, untilOn: null, times: null },
      clock.today,
    )
  const shelves = { description: 'Prateleiras do depósito', kind: 'fixed' as const, category: 'Estrutura' }
  const dueDays = Array.from({ length: 8 }, (_, index) => addDays(monthAgo(3 - index), 21))
  await addInstalments(
    db,
    on(actor, during(monthAgo(3))),
    { ...shelves, amountCents: 286_000n, dueOn: dueDays[0]! },
    dueDays,
  )
  await addTaxes(db, scope, salesByMonth)
  // Whatever was due before today has been paid on its day.
  const paid = await db.$queryRaw<{ id: string; day: string }[]>`
    UPDATE expense SET status = 'paid', paid_on = due_on WHERE organization_id = ${organizationId}::uuid AND status = 'pending'
      AND due_on < ${clock.today}::date RETURNING id, due_on::text AS day`
  await auditPaid(db, actor, paid)
  const variable = { kind: 'variable' as const, category: 'Embalagem' }
  await addExpenses(db, on(actor, during(clock.dayAgo(12))), [
    { ...variable, description: 'Bobinas de etiqueta térmica', amountCents: 21_480n, dueOn: addDays(clock.today, -9) },
    {
      ...variable,
      category: 'Manutenção',
      description: 'Conserto da impressora de etiquetas',
      amountCents: 17_500n,
      dueOn: addDays(clock.today, -3),
    },
    { ...variable, description: 'Fita adesiva e plástico bolha', amountCents: 26_350n, dueOn: addDays(clock.today, 6) },
  ])
}

/** Each month's sales times the rate of their time, due on day 20 of the next. */
async function addTaxes(db: Db, { actor, clock, legalEntityId }: Scope, salesByMonth: ReadonlyMap<string, bigint>) {
  const rates = demoRates(clock)
  const due = [...salesByMonth].flatMap(([month, cents]) => {
    const rate = rates.findLast(({ fromDay }) => fromDay <= month)!.rate
    const amountCents = BigInt(Math.round(Number(cents) * Number(rate)))
    return month < startOfMonth(clock.today) && amountCents > 0n ? [{ month, amountCents }] : []
  })
  for (const { month, amountCents } of due) {
    const next = addMonths(month, 1)
    const known = addDays(next, 2)
    await addExpenses(db, on(actor, known < clock.today ? during(known) : clock.now), [
      {
        description: 'DAS do Simples',
        kind: 'tax',
        category: 'Impostos',
        amountCents,
        legalEntityId,
        dueOn: addDays(next, 19),
      },
    ])
  }
}

/** The first band of Anexo I, and what the second comes to once more has been sold. */
export const demoRates = (clock: DemoClock) => [
  { fromDay: startOfMonth(addMonths(clock.today, -14)), rate: '0.040000' },
  { fromDay: startOfMonth(addMonths(clock.today, -5)), rate: '0.049200' },
]
