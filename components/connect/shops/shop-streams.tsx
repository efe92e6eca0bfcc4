import { useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import type { ShopView } from '@/lib/connect/shops/views'
import type { StreamProgress } from '@/lib/connect/sync/streams/progress'
import { UNSETTLED_COUNTED } from '@/lib/connect/sync/schema'
import { Ago, statusOf } from './shop-state'

type ShopStreamsProps = { shop: ShopView; now: Date; timeZone: string }

/** The streams of a shop, with their last success and failures. */
export function ShopStreams({ shop, now, timeZone }: ShopStreamsProps) {
  const t = useTranslations('shops.streams')
  const isAway = statusOf(shop) === 'degraded'
  return (
    <ul aria-label={t('title')} className="mt-3 divide-y divide-line border-y border-line first:mt-0">
      {shop.progress?.streams.map((stream) => (
        <li key={stream.stream} className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-baseline gap-x-3 py-1.5">
          <span className="font-medium">{t(stream.stream)}</span>
          <span className="text-[13px] text-ink-2">
            <Ago at={stream.lastGoodAt} now={now} timeZone={timeZone} />
          </span>
          <StreamBadge
            stream={stream}
            isAway={isAway}
            unsettled={stream.stream === 'escrow' ? shop.progress!.unsettled : 0}
          />
          <StreamProblem stream={stream} />
        </li>
      ))}
    </ul>
  )
}

/** `isAway`: every try fails until the platform is back, and how many were made tells nothing. */
type StreamBadgeProps = { stream: StreamProgress; isAway: boolean; unsettled: number }

function StreamBadge({ stream: { runningSince, lastGoodAt, failures }, isAway, unsettled }: StreamBadgeProps) {
  const t = useTranslations('shops.streams')
  if (failures > 0 && isAway) return <Badge tone="warn">{t('away')}</Badge>
  if (failures > 0) return <Badge tone="bad">{t('failed', { count: failures })}</Badge>
  if (runningSince) return <Badge tone="accent">{t('running')}</Badge>
  if (unsettled >= UNSETTLED_COUNTED) return <Badge tone="accent">{t('unsettledMany', { count: unsettled })}</Badge>
  if (unsettled > 0) return <Badge tone="accent">{t('unsettled', { count: unsettled })}</Badge>
  return lastGoodAt ? <Badge tone="good">{t('ok')}</Badge> : <Badge>{t('waiting')}</Badge>
}

function StreamProblem({ stream: { failures, errorCode } }: { stream: StreamProgress }) {
  const t = useTranslations('shops.streams')
  const errors = useTranslations('errors')
  const code = errorCode as Parameters<typeof errors>[0] | null
  if (failures === 0) return null
  return (
    <span className="col-span-full text-[13px] text-ink-2">{code && errors.has(code) ? errors(code) : t('error')}</span>
  )
}
