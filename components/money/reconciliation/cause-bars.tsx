import { absolute } from '@/lib/core/big-int'
import { ClockIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { Card, CardHeader } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { formatMoney } from '@/lib/core/money'

/** `isHatched`: what no cause explains. */
export type CauseBar = { key: string; label: string; cents: bigint; orders: bigint; href: string; isHatched?: boolean }
/** `isOfAllStates`: the list beside it shows some states alone. */
type CauseBarsProps = { bars: CauseBar[]; due: { cases: number; href: string }; isOfAllStates: boolean }

/** Causes of missing money: each bar leads to its orders. One in the seller's favour is marked. */
export function CauseBars({ bars, due, isOfAllStates }: CauseBarsProps) {
  const t = useTranslations('reconciliation.bars')
  const language = useLocale()
  const longest = bars.reduce((most, { cents }) => (absolute(cents) > most ? absolute(cents) : most), 1n)
  return (
    <Card>
      <CardHeader
        title={t('title')}
        description={isOfAllStates && t('ofAllStates')}
        actions={
          due.cases > 0 && (
            <Link
              href={due.href}
              className="inline-flex min-h-6 items-center gap-1 rounded-md bg-warn-soft px-2 text-[13px] font-semibold text-warn no-underline hover:underline"
            >
              <ClockIcon aria-hidden className="size-4" />
              {t('due', { count: due.cases })}
            </Link>
          )
        }
        className="mb-2"
      />
      {bars.length === 0 && <p className="text-ink-2">{t('none')}</p>}
      <ul className="xl:grid xl:grid-cols-2 xl:gap-x-8">
        {bars.map(({ key, label, cents, orders, href, isHatched }) => (
          <li key={key}>
            <Link
              href={href}
              scroll={false}
              className="grid grid-cols-[minmax(0,1fr)_auto_3.5rem] items-center gap-x-3 rounded-md py-0.5 text-ink no-underline hover:bg-sunken/60 sm:grid-cols-[12rem_minmax(0,1fr)_auto_3.5rem]"
            >
              <span className="sm:truncate">{label}</span>
              <span aria-hidden className="max-sm:order-last max-sm:col-span-full">
                <span
                  className={classNames(
                    'block h-2 min-w-2 rounded-full',
                    isHatched ? 'border border-edge bg-sunken' : cents > 0n ? 'bg-edge' : 'bg-accent',
                  )}
                  style={{ width: `${(absolute(cents) * 100n) / longest}%` }}
                />
              </span>
              <span className="money text-right">
                {cents > 0n && <span className="mr-1 text-[13px] text-ink-3">{t('back')}</span>}
                {formatMoney(absolute(cents), language)}
              </span>
              <span className="text-right text-[13px] whitespace-nowrap text-ink-3 tabular-nums">
                <span aria-hidden>{t('orders', { count: Number(orders) })}</span>
                <span className="sr-only">{t('ordersSpoken', { count: Number(orders) })}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
