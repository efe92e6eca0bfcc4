import { useTranslations } from 'next-intl'
import { settlementsHref, type SettlementFilters } from '@/lib/money/reconciliation/filters'
import type { ReconciliationView } from '@/lib/money/reconciliation/views'
import type { CauseBar } from './cause-bars'

/**
 * Costliest causes first, unexplained amounts last, missing ones apart from overpaid ones; each leads to its orders,
 * the chosen one back to all.
 */
export function useCauseBars({ causes, unexplained, filters }: ReconciliationView): CauseBar[] {
  const t = useTranslations('reconciliation')
  const to = (cause: SettlementFilters['cause']) =>
    settlementsHref(filters, {
      q: '',
      states: [],
      minCents: null,
      inCase: null,
      cause: cause === filters.cause ? null : cause,
      differing: true,
      sort: 'difference',
    })
  const { shortOrders, shortCents, overOrders, overCents } = unexplained
  const sides = [
    { key: 'short', cents: shortCents, orders: shortOrders },
    { key: 'over', cents: overCents, orders: overOrders },
  ]
  return [
    ...causes.map(({ cause, amountCents, orders }) => ({
      key: cause,
      label: t(`causes.${cause}`),
      cents: amountCents,
      orders,
      href: to(cause),
      isChosen: filters.cause === cause,
    })),
    ...sides
      .filter(({ orders }) => orders > 0n)
      .map((side) => ({
        ...side,
        label: t('unexplained'),
        isHatched: true,
        href: to('unexplained'),
        isChosen: filters.cause === 'unexplained',
      })),
  ]
}
