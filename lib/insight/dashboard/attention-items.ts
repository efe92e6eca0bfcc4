import { can, type Role } from '@/lib/core/permissions'
import type { Day } from '@/lib/core/dates'
import { centralPath, dispatchTabPaths } from '@/lib/sales/dispatch/schema'
import { orderListPath } from '@/lib/sales/orders/filters'
import { moneyTabs } from '@/lib/money/payouts/tabs'
import { unclaimedHref } from '@/lib/money/payouts/rows-href'
import { waitingShopsHref } from '@/lib/connect/shops/schema'
import { waitingHref } from '@/lib/sales/sales-figures/filters'
import type { AttentionView } from './views'

/** One kind of work that waits for somebody, and the page where it is done. */
export type AttentionItem = {
  key:
    | 'cancels'
    | 'late'
    | 'today'
    | 'invoice'
    | 'refused'
    | 'pickup'
    | 'cancellation'
    | 'return'
    | 'oversold'
    | 'lowStock'
    | 'unmapped'
    | 'shortage'
    | 'latePayouts'
    | 'overduePayouts'
    | 'unclaimed'
    | 'expenses'
    | 'shops'
    | 'ending'
    | 'unauthorized'
    | 'history'
  count: bigint
  tone: 'bad' | 'warn' | 'accent'
  href: string
  /** Its amount and its day. */
  cents?: bigint
  day?: Day | null
  /** Part of it that is due on a day that is only estimated. */
  estimatedCents?: bigint
}

/** In the order of the day's work: first what is late, then stock, then money; what only others can settle is left out. */
export function listAttention(role: Role, attention: AttentionView): AttentionItem[] {
  const items: AttentionItem[] = [
    {
      key: 'cancels',
      count: attention.ordersToBeCancelled,
      tone: 'bad',
      href: `${orderListPath}?waiting=cancels&sort=shipBy`,
    },
    { key: 'late', count: attention.lateOrders, tone: 'bad', href: postHref(role, 'late', attention) },
    { key: 'today', count: attention.ordersToPostToday, tone: 'warn', href: postHref(role, 'today', attention) },
    {
      key: 'invoice',
      count: can(role, 'order.create') ? attention.invoicesPending : 0n,
      tone: 'warn',
      href: `${centralPath}?stage=invoice`,
    },
    {
      key: 'refused',
      count: can(role, 'order.create') ? attention.invoicesRefused : 0n,
      tone: 'bad',
      href: `${centralPath}?stage=refused`,
    },
    {
      key: 'pickup',
      count: can(role, 'order.create') ? attention.pickupsFailed : 0n,
      tone: 'bad',
      href: `${centralPath}?method=failed`,
    },
    {
      key: 'cancellation',
      count: attention.cancellationsAsked,
      tone: 'warn',
      href: waitingHref('cancellation'),
    },
    {
      key: 'return',
      count: can(role, 'order.cancelPaid') ? attention.returnsToAnswer : 0n,
      tone: 'warn',
      href: `${dispatchTabPaths.returns}?tab=answer`,
    },
    {
      key: 'oversold',
      count: attention.oversoldProducts,
      tone: 'bad',
      href: '/dashboard/minha-empresa/produtos?stock=oversold',
    },
    {
      key: 'lowStock',
      count: attention.lowStockProducts,
      tone: 'warn',
      href: '/dashboard/minha-empresa/produtos?stock=low&sort=stock',
    },
    {
      key: 'unmapped',
      count: can(role, 'listing.map') ? attention.unmappedListings : 0n,
      tone: 'warn',
      href: '/dashboard/minha-empresa/mapeamento-produtos',
    },
    ...listMoney(role, attention),
    {
      key: 'expenses',
      count: attention.overdueExpenses ?? 0n,
      cents: attention.overdueExpensesCents,
      tone: 'warn',
      href: '/dashboard/expenses?status=overdue',
    },
    {
      key: 'shops',
      count: can(role, 'shop.connect') ? attention.expiredShops : 0n,
      tone: 'accent',
      href: waitingShopsHref('expired'),
    },
    {
      key: 'ending',
      count: can(role, 'shop.connect') ? attention.endingShops : 0n,
      tone: 'accent',
      href: waitingShopsHref('ending'),
    },
    {
      key: 'unauthorized',
      count: can(role, 'shop.connect') ? attention.unauthorizedShops : 0n,
      tone: 'accent',
      href: waitingShopsHref('unauthorized'),
    },
    { key: 'history', count: attention.historyOrders, tone: 'accent', href: waitingHref('history') },
  ]
  return items.filter(({ count }) => count > 0n)
}

/** Where these orders can be posted: in the operations centre, or among all orders where others than the marketplace's are with them. */
function postHref(role: Role, when: 'late' | 'today', attention: AttentionView): string {
  const { lateOrders, lateToShip, ordersToPostToday, toShipToday } = attention
  const areOfMarketplace = when === 'late' ? lateOrders === lateToShip : ordersToPostToday === toShipToday
  if (areOfMarketplace && can(role, 'dispatch.work')) return `${centralPath}?due=${when}`
  return `${orderListPath}?waiting=${when}`
}

function listMoney(role: Role, { money }: AttentionView): AttentionItem[] {
  if (!money) return []
  return [
    {
      key: 'shortage',
      count: money.shortDay ? 1n : 0n,
      cents: money.shortCents,
      day: money.shortDay,
      estimatedCents: money.shortEstimatedCents,
      tone: 'bad',
      href: `${moneyTabs.payouts.path}?days=14`,
    },
    {
      key: 'latePayouts',
      count: money.latePayouts,
      cents: money.latePayoutsCents,
      tone: 'bad',
      href: `${moneyTabs.payouts.path}?due=late#orders`,
    },
    {
      key: 'overduePayouts',
      count: money.overduePayouts,
      cents: money.overduePayoutsCents,
      tone: 'warn',
      href: `${moneyTabs.payouts.path}?due=overdue#orders`,
    },
    {
      key: 'unclaimed',
      count: can(role, 'reconciliation.read') ? money.unclaimed : 0n,
      cents: money.unclaimedCents,
      tone: 'warn',
      href: unclaimedHref,
    },
  ]
}
