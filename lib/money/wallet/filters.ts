import { isDay, type Day } from '@/lib/core/dates'
import type { WalletKind } from '@/lib/generated/prisma/enums'
import { asId, firstOf, type Query } from '@/lib/core/keyset'
import { payoutKinds, walletKinds } from './kinds'

export const walletPath = '/dashboard/shopee'
export type WalletDirection = 'in' | 'out'
/** `received`: whatever pays orders out, early or when it is due. */
export type WalletKindFilter = WalletKind | 'received'
export const kindsOf = (kind: WalletKindFilter): readonly WalletKind[] => (kind === 'received' ? payoutKinds : [kind])

export type WalletFilters = {
  from: Day | null
  to: Day | null
  shop: string | null
  kind: WalletKindFilter | null
  direction: WalletDirection | null
  /** Only movements that name no order. */
  unnamed: boolean
  /** The beginning of an order's code. */
  q: string
  after: string | null
  before: string | null
}

const maxCodeChars = 40

export function readWalletFilters(query: Query): WalletFilters {
  const asDay = (value: unknown) => (isDay(value) ? value : null)
  let [from, to] = [asDay(firstOf(query.from)), asDay(firstOf(query.to))]
  if (from && to && from > to) [from, to] = [to, from]
  const direction = firstOf(query.direction)
  return {
    from,
    to,
    shop: asId(firstOf(query.shop)),
    kind: ([...walletKinds, 'received'] as const).find((known) => known === firstOf(query.kind)) ?? null,
    direction: direction === 'in' || direction === 'out' ? direction : null,
    unnamed: firstOf(query.unnamed) === 'true',
    q: (firstOf(query.q) ?? '')
      .replace(/[^0-9A-Za-z-]/g, '')
      .toUpperCase()
      .slice(0, maxCodeChars),
    after: firstOf(query.after),
    before: firstOf(query.before),
  }
}

/** The ledger with these changes; another filter starts at the first page. */
export function walletHref(filters: WalletFilters, changes: Partial<WalletFilters> = {}, path = walletPath): string {
  const next = { ...filters, after: null, before: null, ...changes }
  const said = Object.entries(next).flatMap(([name, value]) =>
    value ? [[name, String(value)] as [string, string]] : [],
  )
  return said.length > 0 ? `${path}?${new URLSearchParams(said)}` : path
}
