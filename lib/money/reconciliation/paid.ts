import type { WalletKind } from '@/lib/generated/prisma/enums'
import { addDays, type Day } from '@/lib/core/dates'
import type { Cents } from '@/lib/core/money'
import { CORRECTION_KEY } from '../wallet/correction-kind'
import { correctionKinds, payoutKinds } from '../wallet/kinds'
import type { ChargedLine, ReleaseFact, SettlementFacts, WalletFact } from './settlement-facts'

const advanceKinds: readonly WalletKind[] = ['early_payout', 'early_payout_rest', 'early_payout_return']
/** An entry that names an order and is none of its payouts corrects it, in any case. */
const bookedKinds: readonly WalletKind[] = [...correctionKinds, 'other']

export type Paid = {
  /** Null until anything was paid. */
  releasedCents: Cents | null
  /** The amount in the list of payouts, where there is one. */
  listedCents: Cents | null
  /** Corrections after the payout, affiliates' included. */
  adjustedCents: Cents
  affiliateCents: Cents
  /** The other amounts, added and deducted: positive and negative. */
  addedCents: Cents
  takenCents: Cents
  /** Refunds that the report or the platform tells apart from the payout: zero or less. */
  refundedApartCents: Cents
  at: Date | null
  isFromWallet: boolean
  /** Only an advance of the payout has been paid. */
  isAdvanceOnly: boolean
  /** The same payout stands in the wallet more than once. */
  isRepeated: boolean
}

type Sources = {
  charged: readonly ChargedLine[]
  releases: readonly ReleaseFact[]
  wallet: readonly WalletFact[]
  walletDays?: SettlementFacts['walletDays']
  /** The expected sums of the order's payout, the most certain first. */
  targets: readonly (Cents | null)[]
}

const sumOf = (entries: readonly { cents: Cents }[]): Cents => entries.reduce((sum, { cents }) => sum + cents, 0n)
const latestOf = (entries: readonly { at: Date }[]): Date | null =>
  entries.reduce<Date | null>((latest, { at }) => (latest && latest >= at ? latest : at), null)
const distance = (a: Cents, b: Cents) => (a < b ? b - a : a - b)

/**
 * Each payout once, by the wallet where it knows the order, else by the platform's list, else by the seller's report. One
 * of a day that the known wallet does not reach stands beside those of the wallet.
 */
export function readPaid({ charged, releases, wallet, walletDays, targets }: Sources): Paid {
  const listed = listReleases(releases, charged)
  const orders = payoutsOf(listed, charged)
  const listedCents = orders.length > 0 ? sumOf(orders) : null
  const payouts = wallet.filter(({ kind }) => payoutKinds.includes(kind))
  const advances = payouts.filter(({ kind }) => advanceKinds.includes(kind))
  // The platform's list says that all was paid: the rest came by an entry that does not name the order.
  const isAdvanced = payouts.length > 0 && payouts.every(({ kind }) => kind === 'early_payout')
  const isRestListed = isAdvanced && listedCents !== null
  const adjusted = readCorrections({ charged, listed, wallet, walletDays })
  if (payouts.length === 0)
    return {
      ...adjusted,
      releasedCents: listedCents,
      listedCents,
      at: latestOf(orders),
      isFromWallet: false,
      isAdvanceOnly: false,
      isRepeated: false,
    }
  const target = [listedCents, ...targets].find((each) => each !== null) ?? null
  const others = advances.length > 0 ? [] : payoutsOutside(orders, payouts, walletDays)
  return {
    ...adjusted,
    releasedCents:
      advances.length > 0
        ? advancedPayout(payouts, advances, { target, listed: isRestListed ? listedCents : null })
        : sumOf(payouts) + sumOf(others),
    listedCents,
    at: latestOf([...payouts, ...others]),
    isFromWallet: true,
    isAdvanceOnly: isAdvanced && !isRestListed,
    isRepeated: payouts.some(
      (one, index) =>
        one.kind === 'payout' &&
        payouts.findIndex((other) => other.kind === 'payout' && other.cents === one.cents) < index,
    ),
  }
}

/** A day more, since two witnesses may date the same by a day apart. */
const isBeyond = (day: Day, walletDays: Sources['walletDays']): boolean =>
  Boolean(walletDays) && (day > addDays(walletDays!.last, 1) || day < addDays(walletDays!.first, -1))

/** Listed payouts of days that the known wallet does not reach; the same amount is the wallet's own, dated otherwise. */
const payoutsOutside = (
  orders: readonly ReleaseFact[],
  payouts: readonly WalletFact[],
  walletDays: Sources['walletDays'],
) => orders.filter((one) => isBeyond(dayOf(one), walletDays) && !payouts.some(({ cents }) => cents === one.cents))

/**
 * The platform's list, and beside it what only a report lists: a payout of another day and amount, or a refund after the
 * payout. Else all by the report.
 */
function listReleases(releases: readonly ReleaseFact[], charged: readonly ChargedLine[]): readonly ReleaseFact[] {
  const [own, reported] = (['api', 'file'] as const).map((each) => releases.filter(({ source }) => source === each))
  if (own!.length === 0) return reported!
  const payouts = payoutsOf(reported!, charged)
  const isNew = (one: ReleaseFact) =>
    !own!.some(({ cents }) => cents === one.cents) &&
    (payouts.includes(one) ? !own!.some((each) => isNear(each, one)) : one.cents < 0n)
  return [...own!, ...reported!.filter(isNew)]
}

const isNear = (a: ReleaseFact, b: ReleaseFact) => dayOf(a) >= addDays(dayOf(b), -1) && dayOf(a) <= addDays(dayOf(b), 1)

/**
 * An advance is a part of the payout or is taken back when all of it comes, by entries that may not name the order; its fee is
 * withheld or taken apart. Whichever reading comes nearest to what the payout should be is meant: an advance is no shortage.
 */
function advancedPayout(
  payouts: readonly WalletFact[],
  advances: readonly WalletFact[],
  { target, listed }: { target: Cents | null; listed: Cents | null },
): Cents {
  const whole = sumOf(payouts)
  const fees = advances.reduce((sum, { feeCents }) => sum + feeCents, 0n)
  const alone = payouts.filter(({ kind }) => kind === 'payout')
  const readings = [
    whole,
    whole + fees,
    ...(alone.length > 0 ? [sumOf(alone)] : []),
    ...(listed === null ? [] : [listed]),
  ]
  if (target === null) return whole
  return readings.reduce((best, each) => (distance(each, target) < distance(best, target) ? each : best))
}

/** The row of a report that a line stands in; empty for the order's own and for lines without a report. */
const rowOf = ({ source, key }: ChargedLine): string => (source === 'income' ? (key.split('#')[1] ?? '') : '')

/** Announced after the payout, whatever it is: no part of what was paid out. */
const isCorrection = ({ kind, key }: ChargedLine): boolean =>
  kind === 'adjustment' || key.startsWith(`${CORRECTION_KEY}#`)

/**
 * The order's own payouts among a list's rows, a second one of the same report or a later one included; the others are
 * refunds listed apart. A report whose one row of an order names its refund pays out the remainder: that row has the
 * sold goods.
 */
function payoutsOf(listed: readonly ReleaseFact[], charged: readonly ChargedLine[]): readonly ReleaseFact[] {
  const plain = listed.filter(({ key }) => /^($|[~@])/.test(key))
  if (plain.length > 0) return plain
  const sold = new Set(charged.filter(({ kind, cents }) => kind === 'product_revenue' && cents !== 0n).map(rowOf))
  const own = listed.filter(({ key }) => sold.has(key))
  return own.length > 0 ? own : listed.filter(({ cents }) => cents >= 0n)
}

/**
 * The platform's statement of the payout itself: refunds that it announces, or that a report lists in rows of their
 * own, came after it.
 */
export function chargedInPayout({ charged, releases }: Pick<Sources, 'charged' | 'releases'>): ChargedLine[] {
  const listed = releases.filter(({ source }) => source === 'file')
  const paidOut = payoutsOf(listed, charged)
  const apart = new Set(listed.filter((each) => !paidOut.includes(each)).map(({ key }) => key))
  return charged.filter((each) => !apart.has(rowOf(each)) && !isCorrection(each))
}

/** Whether anything of the payout is still to come, as far as its witnesses tell. */
export function isAwaited(sources: Pick<Sources, 'releases' | 'wallet'>): boolean {
  const { releasedCents, isAdvanceOnly } = readPaid({ ...sources, charged: [], targets: [] })
  return releasedCents === null || isAdvanceOnly
}

type Corrections = Pick<Paid, 'adjustedCents' | 'affiliateCents' | 'addedCents' | 'takenCents' | 'refundedApartCents'>

type Amount = { cents: Cents }
/** Those that have an equal among the others, each of which is one's equal. */
function withEqual<T extends Amount>(some: readonly T[], others: readonly Amount[]): T[] {
  const left = others.map(({ cents }) => cents)
  return some.filter(({ cents }) => {
    const at = left.indexOf(cents)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}

const withoutEqual = <T extends Amount>(some: readonly T[], others: readonly Amount[]): T[] => {
  const equal = withEqual(some, others)
  return some.filter((one) => !equal.includes(one))
}

/** A correction that the platform announces has its day in its key. */
const dayIn = ({ key }: ChargedLine): Day | null => /\d{4}-\d{2}-\d{2}/.exec(key)?.[0] ?? null
const dayOf = ({ at }: ReleaseFact): Day => at.toISOString().slice(0, 10)

/**
 * One source of corrections too: the wallet, else the platform's data of the order with the refunds of a report that it
 * does not announce. For days outside the known wallet it is none: the other sources stand beside it.
 */
function readCorrections({
  charged,
  listed,
  wallet,
  walletDays,
}: Pick<Sources, 'charged' | 'wallet' | 'walletDays'> & { listed: readonly ReleaseFact[] }): Corrections {
  const booked = wallet.filter(({ kind }) => bookedKinds.includes(kind))
  const announced = charged.filter(isCorrection)
  const paidOut = payoutsOf(listed, charged)
  const apart = listed.filter((each) => !paidOut.includes(each))
  const refunds = [...apart, ...announced.filter(({ kind }) => kind === 'refund')]
  // The platform lists all corrections of an order, a report each kind in a sheet of its own.
  const isAnnouncedWhole = announced.some(({ source }) => source === 'api')
  const corrections = [
    ...announced.map((each) => ({ cents: each.cents, day: dayIn(each) })),
    ...(isAnnouncedWhole ? [] : withoutEqual(apart, announced)).map((each) => ({
      cents: each.cents,
      day: dayOf(each),
    })),
  ]
  const entries: readonly { cents: Cents; kind?: string }[] =
    booked.length > 0
      ? [...booked, ...corrections.filter(({ day }) => day !== null && isBeyond(day, walletDays))]
      : corrections
  const others = entries.filter(({ kind }) => kind !== 'affiliate')
  return {
    adjustedCents: sumOf(entries),
    affiliateCents: sumOf(entries.filter(({ kind }) => kind === 'affiliate')),
    addedCents: sumOf(others.filter(({ cents }) => cents > 0n)),
    takenCents: sumOf(others.filter(({ cents }) => cents < 0n)),
    refundedApartCents: sumOf(withEqual(refunds, entries).filter(({ cents }) => cents < 0n)),
  }
}
