import type { PayoutsView } from '@/lib/money/payouts/views'
import { CashCalendar } from './cash-calendar'
import { CashCard } from './cash-card'
import { ForecastCard } from './forecast-card'
import { PayoutTools } from './payout-tools'
import { ReceivedCard } from './received-card'
import { ShortageNotice } from './shortage-notice'
import { ToComeCard } from './to-come-card'

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
