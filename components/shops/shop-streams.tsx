import { useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import type { ShopView } from '@/lib/shops/views'
import type { StreamProgress } from '@/lib/sync/progress'
import { Ago } from './shop-state'

type ShopStreamsProps = { shop: ShopView; now: Date; timeZone: string }

/** What is read of a shop, when it last went well, and what it met. */
export function ShopStreams({ shop, now, timeZone }: ShopStreamsProps) {
  const t = useTranslations('shops.streams')
  return (
    <Table label={t('title')} sticky={false} className="-mx-4">
      <Thead>
        <Th>{t('stream')}</Th>
        <Th>{t('last')}</Th>
        <Th>{t('state')}</Th>
      </Thead>
      <Tbody>
        {shop.progress?.streams.map((stream) => (
          <Tr key={stream.stream}>
            <Td className="font-medium">{t(stream.stream)}</Td>
            <Td label={t('last')}>
              <Ago at={stream.lastGoodAt} now={now} timeZone={timeZone} />
            </Td>
            <Td label={t('state')}>
              <StreamState stream={stream} />
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  )
}

function StreamState({ stream: { runningSince, lastGoodAt, failures, errorCode } }: { stream: StreamProgress }) {
  const t = useTranslations('shops.streams')
  const errors = useTranslations('errors')
  const code = errorCode as Parameters<typeof errors>[0] | null
  if (failures > 0)
    return (
      <span className="inline-flex flex-col items-start gap-0.5 @max-xl:items-end">
        <Badge tone="bad">{t('failed', { count: failures })}</Badge>
        <span className="text-[13px] text-ink-2">{code && errors.has(code) ? errors(code) : t('error')}</span>
      </span>
    )
  if (runningSince) return <Badge tone="accent">{t('running')}</Badge>
  return lastGoodAt ? <Badge tone="good">{t('ok')}</Badge> : <Badge>{t('waiting')}</Badge>
}
