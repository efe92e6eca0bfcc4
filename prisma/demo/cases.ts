import { expireCases } from '@/lib/money/cases/expire-cases'
import { moveCase } from '@/lib/money/cases/change-case'
import { openCases, writeOff } from '@/lib/money/cases/open-cases'
import type { CaseStep } from '@/lib/money/cases/schema'
import { addDays } from '@/lib/core/dates'
import { withOrganization, type Actor } from '@/lib/core/db'
import type { DiscrepancyCause } from '@/lib/generated/prisma/enums'
import type { DemoClock } from './clock'

type DemoCase = {
  cause: DiscrepancyCause
  /** How many differences of that cause it takes up, after so many that it leaves. */
  orders: number
  after?: number
  reason: string
  protocol?: string
  steps?: { to: CaseStep; note: string }[]
}

/** One in each state; the largest difference is not filed yet. */
const demoCases: readonly DemoCase[] = [
  { cause: 'freight', orders: 1, after: 1, reason: 'Frete cobrado acima do pago pelo comprador mais o desconto.' },
  {
    cause: 'freight',
    orders: 1,
    after: 2,
    reason: 'Peso cobrado maior que o do pacote.',
    protocol: '2611041887',
    steps: [
      { to: 'approved', note: 'A Shopee reconheceu o peso errado.' },
      { to: 'paid', note: 'Entrou na carteira como ajuste.' },
    ],
  },
  {
    cause: 'commission_band',
    orders: 2,
    reason: 'Cobrados na faixa de R$ 80, vendidos abaixo dela.',
    protocol: '2611092204',
  },
  {
    cause: 'fixed_fee',
    orders: 1,
    reason: 'Taxa fixa cobrada duas vezes num item só.',
    protocol: '2611060315',
    steps: [{ to: 'in_review', note: 'Pediram o print do detalhe da renda; enviado.' }],
  },
  {
    cause: 'released_less',
    orders: 1,
    reason: 'O relatório diz um valor, a carteira recebeu menos.',
    protocol: '2611058120',
    steps: [{ to: 'approved', note: 'Crédito prometido para o próximo repasse.' }],
  },
  {
    cause: 'affiliate',
    orders: 1,
    reason: 'A loja não participa do programa de afiliados.',
    protocol: '2611033350',
    steps: [{ to: 'denied', note: 'Responderam que o produto estava na campanha aberta.' }],
  },
]

const MISSED = 'Ajuste de peso depois do repasse.'

export async function makeDemoCases(actor: Actor, clock: DemoClock): Promise<void> {
  for (const { cause, orders, after = 0, reason, protocol = null, steps = [] } of demoCases) {
    const picks = await findPicks(actor, cause, { skip: after, take: orders })
    if (picks.length === 0) continue
    const { cases } = await openCases(actor, {
      picks: picks.map(({ settlementId }) => ({ settlementId, cause })),
      reason,
      protocol,
      deadline: protocol ? null : addDays(clock.today, 4),
      ownerId: actor.userId,
      fileIds: [],
    })
    const recovered = picks.reduce((sum, { amountCents }) => sum - amountCents, 0n)
    for (const [index, { to, note }] of steps.entries())
      for (const { id } of cases)
        await moveCase(actor, {
          id,
          version: index + 1,
          to,
          note,
          protocol: null,
          deadline: null,
          recoveredCents: to === 'paid' ? recovered : null,
        })
  }
  const [small] = await findPicks(actor, 'freight', { skip: 3, take: 1 })
  if (small)
    await writeOff(actor, {
      picks: [{ settlementId: small.settlementId, cause: 'freight' }],
      reason: 'Menos do que custa reclamar.',
    })
  const [missed] = await findPicks(actor, 'adjustment', { skip: 0, take: 1 })
  if (missed)
    await openCases(actor, {
      picks: [{ settlementId: missed.settlementId, cause: 'adjustment' }],
      protocol: null,
      fileIds: [],
      reason: MISSED,
      deadline: clock.today,
      ownerId: actor.userId,
    })
}

/**
 * A case that is not filed by its day expires: the worker reports that. No case can be opened with a day that has
 * passed, so the day is set back.
 */
export async function expireDemoCases({ organizationId }: Actor, { now, today }: DemoClock): Promise<void> {
  await withOrganization({ organizationId }, (db) =>
    db.recoveryCase.updateMany({
      where: { organizationId, reason: MISSED, state: 'detected' },
      data: { deadline: new Date(addDays(today, -1)) },
    }),
  )
  await expireCases(organizationId, now)
}

const findPicks = ({ organizationId }: Actor, cause: DiscrepancyCause, span: { skip: number; take: number }) =>
  withOrganization({ organizationId }, (db) =>
    db.discrepancy.findMany({
      where: { organizationId, cause, isUnconfirmed: false, amountCents: { lt: 0 } },
      select: { settlementId: true, amountCents: true },
      orderBy: [{ amountCents: 'asc' }, { settlementId: 'asc' }],
      ...span,
    }),
  )
