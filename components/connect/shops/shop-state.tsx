import { ExclamationTriangleIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import { Badge, type Tone } from '@/components/ui/badge'
import { Progress } from '@/components/ui/progress'
import { formatDateTime, formatDay, localDay } from '@/lib/core/dates'
import type { ShopView } from '@/lib/connect/shops/views'
import { timeLeft, timePassed } from './time-passed'

type Seen = { now: Date; timeZone: string }
type StateProps = Seen & { shop: ShopView }

type ConnectionStatus = 'active' | 'expired' | 'pending' | 'disconnected' | 'degraded'
const tones: Record<ConnectionStatus, Tone> = {
  active: 'good',
  degraded: 'warn',
  expired: 'bad',
  pending: 'warn',
  disconnected: 'neutral',
}

/** How a shop stands in the seller's words. A connection counts as degraded, not broken, while the platform is down. */
export function statusOf({ status, connectedAt, degradedSince }: ShopView): ConnectionStatus {
  if (status === 'active') return degradedSince ? 'degraded' : 'active'
  if (status === 'expired') return 'expired'
  return connectedAt ? 'disconnected' : 'pending'
}

export function StatusBadge({ shop }: { shop: ShopView }) {
  const t = useTranslations('shops.status')
  const status = statusOf(shop)
  return <Badge tone={tones[status]}>{t(status)}</Badge>
}

/** The badge's meaning for the seller, where there is something to do or to know. */
export function StatusText({ shop, timeZone }: Omit<StateProps, 'now'>) {
  const t = useTranslations('shops')
  const errors = useTranslations('errors')
  const language = useLocale()
  const status = statusOf(shop)
  const problem = shop.problem as Parameters<typeof errors>[0] | null
  if (status === 'degraded' && shop.degradedSince)
    return <StateNote text={t('degraded', { time: formatDateTime(shop.degradedSince, language, timeZone) })} warn />
  if (status === 'active') {
    if (!problem || !errors.has(problem)) return null
    return <StateNote text={errors(problem)} warn />
  }
  return status === 'degraded' ? null : <StateNote text={t(`statusText.${status}`)} />
}

function StateNote({ text, warn }: { text: string; warn?: boolean }) {
  return (
    <span className="mt-0.5 flex gap-1 text-[13px] text-ink-2">
      {warn && <ExclamationTriangleIcon aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />}
      {text}
    </span>
  )
}

/** Until when the platform lets us in; near the end in colour and in words. */
export function GrantEnd({ shop, timeZone }: Omit<StateProps, 'now'>) {
  const t = useTranslations('shops.grant')
  const language = useLocale()
  const day = shop.grantEndsAt && formatDay(localDay(shop.grantEndsAt, timeZone), language)
  if (shop.status === 'expired')
    return (
      <span className="inline-flex flex-col items-start gap-0.5 @max-xl:items-end">
        <Badge tone="bad">{t('expired')}</Badge>
        {day && shop.daysLeft === 0 && (
          <span className="text-xs whitespace-nowrap text-ink-3 tabular-nums">{t('since', { day })}</span>
        )}
      </span>
    )
  if (shop.status !== 'active') return <span className="text-ink-3">{t(shop.connectedAt ? 'ended' : 'none')}</span>
  if (!day || shop.daysLeft === null) return <span className="text-ink-3">{t('unknown')}</span>
  const days = shop.daysLeft
  return (
    <span className="inline-flex flex-col items-start gap-0.5 @max-xl:items-end">
      {shop.warning === null ? (
        <span className="whitespace-nowrap tabular-nums">{t('days', { days })}</span>
      ) : (
        <Badge tone={shop.warning === 1 ? 'bad' : 'warn'}>{t(`warn${shop.warning}`, { days })}</Badge>
      )}
      <span className="text-xs whitespace-nowrap text-ink-3 tabular-nums">{t('until', { day })}</span>
    </span>
  )
}

export function Ago({ at, now, timeZone }: Seen & { at: Date | null }) {
  const t = useTranslations('shops.ago')
  const language = useLocale()
  if (!at) return <span className="text-ink-3">{t('never')}</span>
  const { unit, count } = timePassed(at, now)
  return (
    <time dateTime={at.toISOString()} title={formatDateTime(at, language, timeZone)} className="whitespace-nowrap">
      {unit === 'now' ? t('now') : t(unit, { count })}
    </time>
  )
}

export const isFetchingHistory = ({ status, progress }: ShopView) =>
  status === 'active' && !!progress?.history && !progress.history.isDone

/** The first history while it comes in, with what is left of it. */
export function HistoryProgress({ shop, timeZone, full }: Omit<StateProps, 'now'> & { full?: boolean }) {
  const t = useTranslations('shops.history')
  const language = useLocale()
  const history = shop.progress?.history
  if (!history || !isFetchingHistory(shop)) return null
  const left = history.secondsLeft === null ? null : timeLeft(history.secondsLeft)
  const counts = t('detail', { percent: history.percent, orders: history.orders })
  return (
    <div className="mt-1 min-w-44">
      <Progress label={t('label')} value={history.percent} />
      {/* Two lines from the beginning: what is left of it comes later, and moves nothing. */}
      <p className="mt-1 min-h-[2lh] text-[13px] leading-4.5 text-ink-2 tabular-nums">
        {counts}
        {left && ` · ${t('left', { time: t(left.unit, { count: left.count }) })}`}
      </p>
      {full && (
        <p className="mt-1.5 text-[13px] text-ink-2">
          {t('reached', { day: formatDay(localDay(history.reached, timeZone), language) })}
        </p>
      )}
    </div>
  )
}
