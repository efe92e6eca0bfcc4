import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { classNames } from '@/components/ui/class-names'
import { MetricCard } from '@/components/ui/metric-card'
import { formatDayShort } from '@/lib/core/dates'
import type { SettlementState } from '@/lib/generated/prisma/enums'
import { formatMoney } from '@/lib/core/money'
import { settlementsHref, waitingStates, type SettlementFilters } from '@/lib/money/reconciliation/filters'
import type { ReconciliationView } from '@/lib/money/reconciliation/views'
import { useUnexplained } from './use-unexplained'

const unpaid: readonly SettlementState[] = ['to_release', 'late', 'unknown_there']

/** Close on a phone, where the list is to begin in the first screen, and on a desk. */
const compact =
  'lg:py-3! max-sm:px-3! max-sm:py-2! max-sm:[&>p:last-child]:mt-0.5 max-sm:[&>p:last-child]:border-0 max-sm:[&>p:last-child]:pt-0'

const plain: Partial<SettlementFilters> = { q: '', cause: null, inCase: null, minCents: null }

/**
 * Totals of the period, the shop and the entity; each figure opens the orders behind it. On a phone the difference
 * alone stands here: the others wait in the fold of the causes.
 */
export function TotalsCards({ view }: { view: ReconciliationView }) {
  return (
    <div className="mb-2 grid gap-3 sm:mb-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1fr_1.8fr]">
      <div className="hidden sm:contents">
        <PayoutCards view={view} />
      </div>
      <DifferenceCard view={view} />
    </div>
  )
}

/** Expected, released and to be released. */
export function PayoutCards({ view }: { view: ReconciliationView }) {
  const t = useTranslations('reconciliation')
  const language = useLocale()
  const { totals, states, nextDue, filters } = view
  const money = (cents: bigint) => formatMoney(cents, language)
  const open = states.filter(({ state }) => waitingStates.includes(state))
  const toRelease = open.reduce((sum, s) => sum + s.expectedCents - s.releasedCents - s.adjustedCents, 0n)
  const paid = states.filter(({ state, orders }) => !unpaid.includes(state) && orders > 0n)
  const ordersOf = (sums: readonly { orders: bigint }[]) =>
    t('cards.orders', { count: Number(sums.reduce((all, { orders }) => all + orders, 0n)) })
  return (
    <>
      <MetricCard
        className={compact}
        label={t('cards.expected')}
        value={money(totals.expectedCents)}
        definition={t('how.expected')}
        href={settlementsHref(filters, { ...plain, differing: false, sort: 'newest' })}
        note={ordersOf([totals])}
      />
      <MetricCard
        className={compact}
        label={t('cards.released')}
        value={money(totals.releasedCents)}
        definition={t('how.released')}
        href={settlementsHref(filters, {
          ...plain,
          states: paid.map(({ state }) => state),
          differing: false,
          sort: 'newest',
        })}
        note={[
          ordersOf(paid),
          totals.adjustedCents !== 0n && t('cards.adjusted', { cents: money(totals.adjustedCents) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      />
      <MetricCard
        className={compact}
        label={t('cards.toRelease')}
        value={money(toRelease)}
        definition={t('how.toRelease')}
        href={settlementsHref(filters, { ...plain, states: [...waitingStates], differing: false, sort: 'newest' })}
        note={
          nextDue
            ? t('cards.next', { cents: money(nextDue.cents), day: formatDayShort(nextDue.day, language) })
            : ordersOf(open)
        }
      />
    </>
  )
}

function DifferenceCard({ view: { totals, accepted, filters } }: { view: ReconciliationView }) {
  const t = useTranslations('reconciliation')
  const language = useLocale()
  const money = (cents: bigint) => formatMoney(cents, language)
  const unexplained = useUnexplained(totals)
  return (
    <MetricCard
      label={t('cards.difference')}
      value={money(totals.differenceCents)}
      definition={t('how.difference')}
      href={settlementsHref(filters, { ...plain, differing: true, sort: 'difference' })}
      className={classNames(compact, totals.differenceCents < 0n && '[&>p:first-of-type]:text-bad')}
      note={
        <>
          {t('cards.explained', { cents: money(totals.explainedCents) })}
          {' · '}
          <strong className="font-semibold text-ink">{unexplained ?? t('cards.allExplained')}</strong>
          {accepted.orders > 0n && (
            <>
              {' · '}
              <Link
                href={settlementsHref(filters, { ...plain, inCase: 'accepted', differing: true, sort: 'difference' })}
                className="relative text-inherit"
              >
                {t('cards.accepted', { cents: money(accepted.cents), count: Number(accepted.orders) })}
              </Link>
            </>
          )}
        </>
      }
    />
  )
}
