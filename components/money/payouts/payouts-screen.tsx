import Link from 'next/link'
import type { PayoutsView } from '@/lib/money/payouts/views'
import { CashCalendar } from './cash-calendar'
import { CashCard } from './cash-card'
import { ForecastCard } from './forecast-card'
import { ReceivedCard } from './received-card'
import { ShortageNotice } from './shortage-notice'
import { ToComeCard } from './to-come-card'
import { useTranslations } from 'next-intl'
import { buttonClass } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { RecordFilter } from '@/components/ui/record-filter'
import { horizons, payoutsHref } from '@/lib/money/payouts/filters'
import { ElsewhereMoney } from './elsewhere-money'

/** Expected income and payments from today on, received payouts, and the orders behind them. */
export function PayoutsScreen({ view }: { view: PayoutsView }) {
  return (
    <>
      <PayoutTools view={view} />
      <ShortageNotice view={view} />
      <CashCard view={view} />
      <ForecastCard view={view} />
      <CashCalendar view={view} />
      <ReceivedCard view={view} />
      <ToComeCard view={view} />
    </>
  )
}

function PayoutTools({ view: { filters, shops } }: { view: PayoutsView }) {
  const t = useTranslations('shopeeMoney.filters')
  return (
    <div data-print="hide" className="mb-4 flex flex-wrap items-center gap-2">
      <nav aria-label={t('ahead')} className="flex gap-0.5 rounded-control bg-sunken p-0.5">
        {horizons.map((days) => (
          <Link
            key={days}
            href={payoutsHref(filters, { days })}
            scroll={false}
            aria-current={days === filters.days ? 'true' : undefined}
            className={classNames(
              buttonClass({ size: 'sm', variant: 'ghost' }),
              days === filters.days && 'bg-surface! text-ink! shadow-card',
            )}
          >
            {t('days', { days })}
          </Link>
        ))}
      </nav>
      <RecordFilter param="shop" label={t('shop')} allLabel={t('allShops')} records={shops} />
      <ElsewhereMoney filters={filters} />
    </div>
  )
}
