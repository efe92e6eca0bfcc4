import { resolvePeriod, type Day, type ResolvedPeriod } from '@/lib/core/dates'
import { firstOf, type Query } from '@/lib/core/keyset'
import { readWalletFilters, walletHref, type WalletFilters } from '@/lib/money/wallet/filters'
import { againstPieces, type AgainstPiece } from '@/lib/money/wallet/against-pieces'

const usual = '30d'

/** The ledger's filters, with days that always hold. */
export type LedgerFilters = Omit<WalletFilters, 'from' | 'to'> & {
  days: ResolvedPeriod
  /** The part of the comparison with the orders whose rows are shown. */
  against: AgainstPiece | null
}

export function readLedgerFilters(query: Query, today: Day): LedgerFilters {
  const { from: _from, to: _to, ...filters } = readWalletFilters(query)
  const period = { period: firstOf(query.period), from: firstOf(query.from), to: firstOf(query.to) }
  const against = againstPieces.find((piece) => piece === firstOf(query.against)) ?? null
  return { ...filters, against, days: resolvePeriod(period, today, usual) }
}

export const asWalletFilters = ({ days, against: _against, ...filters }: LedgerFilters): WalletFilters => ({
  ...filters,
  from: days.from,
  to: days.to,
})

/** The wallet with these changes. A period keeps its name, so that the address means the same tomorrow as it says. */
export function ledgerHref(filters: LedgerFilters, changes: Partial<LedgerFilters> = {}): string {
  const { days, against, ...next } = { ...filters, after: null, before: null, ...changes }
  const isCustom = days.period === 'custom'
  const said = { ...next, from: isCustom ? days.from : null, to: isCustom ? days.to : null }
  const href = walletHref(said, { after: next.after, before: next.before })
  const more = new URLSearchParams(days.period === usual ? [] : [['period', days.period]])
  if (against) more.set('against', against)
  return more.size === 0 ? href : `${href}${href.includes('?') ? '&' : '?'}${more}`
}

/** The movements of one kind on one day or of a run of them. */
export const movementsHref = (changes: Partial<WalletFilters>): string => {
  const none = {
    from: null,
    to: null,
    shop: null,
    kind: null,
    direction: null,
    unnamed: false,
    q: '',
    after: null,
    before: null,
  }
  return walletHref(none, changes)
}
