import { addDays } from '@/lib/core/dates'
import type { SettlementState } from '@/lib/generated/prisma/enums'
import type { Cents } from '@/lib/core/money'
import { asCauses, cancelledCorrections, correctionParts, paidParts, statedParts } from './causes'
import { dueDay, isHeld, isLostAway, LONG_AGO_DAYS } from './due-day'
import { expectPayout, type Expectation } from './expected'
import { chargedInPayout, readPaid, type Paid } from './paid'
import type { OrderFacts, Part, Settled, SettlementFacts, SettlementLine } from './settlement-facts'

type OfOrder = SettlementFacts & { order: OrderFacts }

const sum = (parts: readonly { cents: Cents }[]): Cents => parts.reduce((total, { cents }) => total + cents, 0n)

/**
 * The platform's debt for an order and its payment: the difference cent by cent, each in one cause or unexplained. Null
 * where there is nothing to settle and never was. The part in the platform's own statement and the part in its payment
 * add up to the difference, so nothing is lost between them.
 */
export function settle(facts: SettlementFacts): Settled | null {
  const { order } = facts
  if (!order) return settleUnknown(facts)
  const ofOrder: OfOrder = { ...facts, order, charged: chargedInPayout(facts) }
  const first = readPaid({ ...facts, targets: [] })
  const expectation = expectPayout(ofOrder, first)
  const { statedCents, expectedCents } = expectation
  const paid = readPaid({ ...facts, targets: [statedCents, expectedCents] })
  // The charges of a cancelled order count once money has moved: until then the platform's statement is an estimate.
  const isNothing = order.status === 'pending' || (order.status === 'cancelled' && expectedCents === 0n)
  if (isNothing && paid.releasedCents === null && paid.adjustedCents === 0n)
    return facts.existing
      ? asSettled(facts, { state: 'reconciled', expectation: { ...expectation, expectedCents: 0n }, paid })
      : null
  return judge(ofOrder, expectation, paid)
}

function judge(facts: OfOrder, expectation: Expectation, paid: Paid): Settled {
  const { order, returns, today } = facts
  const { expectedCents } = expectation
  const dueOn = dueDay(order, returns)
  const settledSoFar = { expectation, paid, dueOn }
  const isDue = dueOn !== null && dueOn < today && !isHeld(order, returns)
  const isPaid = paid.releasedCents !== null && !paid.isAdvanceOnly
  const isTaken = paid.adjustedCents !== 0n && expectedCents === expectation.owedCorrectionCents
  if (order.status === 'cancelled' && dueOn === null && expectedCents !== null && (isPaid || isTaken))
    return settleCancelled(facts, { expectation, paid, expectedCents })
  if (!isPaid) {
    const waiting = paid.releasedCents === null ? 'to_release' : 'partly_released'
    if (!isDue || expectedCents === null) return asSettled(facts, { ...settledSoFar, state: waiting })
    return settleOverdue(facts, { ...settledSoFar, dueOn, waiting })
  }
  if (expectedCents === null) return asSettled(facts, { ...settledSoFar, state: 'released' })
  const difference = (paid.releasedCents ?? 0n) + paid.adjustedCents - expectedCents
  if (difference === 0n)
    return asSettled(facts, {
      ...settledSoFar,
      state: expectation.charges || order.status === 'cancelled' ? 'reconciled' : 'released',
    })
  const parts = [
    ...statedParts(facts, expectation),
    ...paidParts(facts, expectation, paid),
    ...correctionParts(facts, expectation, paid),
  ]
  return asSettled(facts, { ...settledSoFar, state: stateOf(facts, paid, difference), parts })
}

type Cancelled = { expectation: Expectation; paid: Paid; expectedCents: Cents }

/** Money moved for an order that was cancelled: a fee is found too where something else made up for it. */
function settleCancelled(facts: OfOrder, { expectation, paid, expectedCents }: Cancelled): Settled {
  const difference = (paid.releasedCents ?? 0n) + paid.adjustedCents - expectedCents
  const parts =
    paid.releasedCents === null
      ? cancelledCorrections(expectation, paid, difference)
      : [
          ...statedParts(facts, expectation),
          ...paidParts(facts, expectation, paid),
          ...correctionParts(facts, expectation, paid),
        ]
  const hasFee = parts.some(({ cause }) => cause === 'fee_on_cancelled')
  if (difference === 0n) return asSettled(facts, { state: 'reconciled', expectation, paid, parts: hasFee ? parts : [] })
  const state = paid.releasedCents === null ? stateBy(difference) : stateOf(facts, paid, difference)
  return asSettled(facts, { state, expectation, paid, parts })
}

const stateBy = (difference: Cents): SettlementState => (difference < 0n ? 'underpaid' : 'overpaid')

/** A correction that came after all had been settled opens it again. */
function stateOf(
  { existing, closedMonth }: SettlementFacts,
  { adjustedCents }: Paid,
  difference: Cents,
): SettlementState {
  const isNew = closedMonth && existing !== null && existing.adjustedCents !== adjustedCents
  const wasSettled = existing?.state === 'reconciled' || existing?.state === 'reopened' || isNew
  if (adjustedCents !== 0n && (difference === adjustedCents || wasSettled)) return 'reopened'
  return stateBy(difference)
}

type Overdue = { expectation: Expectation; paid: Paid; dueOn: string; waiting: SettlementState }

/**
 * Past due and not paid: late where the platform's lists would show the payment, and unknown there where it never
 * listed the order.
 */
function settleOverdue(facts: OfOrder, { waiting, ...overdue }: Overdue): Settled {
  const { order, isCovered, today } = facts
  const { expectation, paid, dueOn } = overdue
  const missing = (paid.releasedCents ?? 0n) + paid.adjustedCents - (expectation.expectedCents ?? 0n)
  const isOpenThere = order.platformStatus === 'TO_CONFIRM_RECEIVE'
  if (missing >= 0n) return asSettled(facts, { ...overdue, state: missing === 0n ? 'reconciled' : waiting })
  if (order.status === 'cancelled' || isLostAway(order, facts.returns))
    return asSettled(facts, {
      ...overdue,
      state: 'underpaid',
      parts: [
        {
          cause: 'compensation_missing',
          cents: missing,
          facts: { expected: `${expectation.expectedCents}`, due: dueOn },
          isByRule: expectation.isByRule,
        },
      ],
    })
  if (!isCovered && !isOpenThere) return asSettled(facts, { ...overdue, state: waiting })
  const isUnknown =
    isCovered && !expectation.isWhole && paid.releasedCents === null && addDays(dueOn, LONG_AGO_DAYS) < today
  const corrections = correctionParts(facts, expectation, paid)
  const late: Part = {
    cause: 'late',
    cents: missing - sum(corrections),
    facts: { due: dueOn },
    isByRule: expectation.isByRule,
  }
  return asSettled(facts, { ...overdue, state: isUnknown ? 'unknown_there' : 'late', parts: [late, ...corrections] })
}

/** Paid, or moved in the wallet, for an order that is not here. */
function settleUnknown(facts: SettlementFacts): Settled | null {
  const paid = readPaid({ ...facts, targets: [] })
  const cents = (paid.releasedCents ?? 0n) + paid.adjustedCents
  const expectation: Expectation = {
    terms: [],
    expectedCents: null,
    statedCents: null,
    isWhole: false,
    isByRule: false,
    charges: null,
    unbackedCents: 0n,
    owedCorrectionCents: 0n,
    owedAffiliateCents: 0n,
    refundLaterCents: 0n,
    isFeeFree: false,
  }
  if (paid.releasedCents === null && paid.adjustedCents === 0n)
    return facts.existing
      ? asSettled(facts, { state: 'reconciled', expectation: { ...expectation, expectedCents: 0n }, paid })
      : null
  const parts: Part[] = cents === 0n ? [] : [{ cause: 'unknown_here', cents, facts: { released: cents.toString() } }]
  // A fully returned order has nothing to look for.
  return asSettled(facts, { state: cents === 0n ? 'reconciled' : 'unknown_here', expectation, paid, parts })
}

type OpenSettlement = {
  state: SettlementState
  expectation: Expectation
  paid: Paid
  dueOn?: string | null
  parts?: readonly Part[]
}

function asSettled(
  facts: SettlementFacts,
  { state, expectation, paid, dueOn = null, parts = [] }: OpenSettlement,
): Settled {
  const causes = asCauses(parts, facts)
  const differenceCents = sum(parts)
  const explainedCents = causes.reduce((total, { amountCents }) => total + amountCents, 0n)
  const isOpen = state === 'to_release' || state === 'partly_released'
  return {
    state,
    dueOn,
    releasedAt: isOpen || state === 'late' ? null : paid.at,
    expectedCents: expectation.expectedCents,
    releasedCents: paid.releasedCents,
    adjustedCents: paid.adjustedCents,
    differenceCents,
    explainedCents,
    unexplainedCents: differenceCents - explainedCents,
    causes,
    lines: linesOf(expectation, parts),
    ruleId: expectation.charges?.rule.id ?? null,
    ruleConfirmed: facts.ruleConfirmed && expectation.charges !== null,
  }
}

/** A line neither expected nor charged is left out. */
const linesOf = ({ terms }: Expectation, parts: readonly Part[]): SettlementLine[] =>
  terms
    .filter(({ expected, charged }) => (expected ?? 0n) !== 0n || (charged ?? 0n) !== 0n || expected === null)
    .map(({ kind, expected, charged }) => ({
      kind,
      expectedCents: expected,
      chargedCents: charged,
      cause: parts.find(({ line }) => line === kind)?.cause ?? null,
    }))
