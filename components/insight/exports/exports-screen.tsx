import { useLocale, useTranslations } from 'next-intl'
import { Badge, type Tone } from '@/components/ui/badge'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { PageHeader } from '@/components/ui/page-header'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { formatDateTime } from '@/lib/core/dates'
import { runningExports, type ExportState } from '@/lib/core/exports/schema'
import type { ExportItem, ExportOverview } from '@/lib/insight/exports/views'
import { formatNumber } from '@/lib/core/money'
import { ExportActions } from './export-actions'
import { ExportNote } from './export-note'
import { KeepFresh } from './keep-fresh'

type ExportsScreenProps = { overview: ExportOverview; timeZone: string }

export function ExportsScreen({ overview: { exports, hasDrive, running }, timeZone }: ExportsScreenProps) {
  const t = useTranslations('exports.screen')
  return (
    <>
      <PageHeader title={t('title')} description={t('text')} />
      {running && <KeepFresh />}
      <Card flush>
        {exports.length === 0 ? (
          <EmptyState
            kind="first"
            title={t('firstTitle')}
            text={t('firstText')}
            action={<ButtonLink href="/dashboard/orders">{t('orders')}</ButtonLink>}
          />
        ) : (
          <Table label={t('title')}>
            <Thead>
              <Th>{t('list')}</Th>
              <Th>{t('asked')}</Th>
              <Th numeric>{t('rows')}</Th>
              <Th>{t('state')}</Th>
              <Th>
                <span className="sr-only">{t('actions')}</span>
              </Th>
            </Thead>
            <Tbody>
              {exports.map((item) => (
                <ExportRow key={item.id} item={item} hasDrive={hasDrive} timeZone={timeZone} />
              ))}
            </Tbody>
          </Table>
        )}
      </Card>
    </>
  )
}

const tones: Record<ExportState, Tone> = {
  waiting: 'neutral',
  running: 'accent',
  done: 'good',
  failed: 'bad',
  cancelled: 'neutral',
  expired: 'neutral',
}

function ExportRow({ item, hasDrive, timeZone }: { item: ExportItem; hasDrive: boolean; timeZone: string }) {
  const t = useTranslations('exports')
  const language = useLocale()
  const { kind, format, state, done, total, createdAt, filtered } = item
  const isRunning = runningExports.includes(state)
  return (
    <Tr>
      <Td primary>
        <span className="block">{t(`kinds.${kind}`)}</span>
        <span className="block text-[13px] font-normal text-ink-2">
          {[t(`formats.${format}`), filtered && t('screen.filtered')].filter(Boolean).join(' · ')}
        </span>
      </Td>
      <Td label={t('screen.asked')} className="whitespace-nowrap">
        {formatDateTime(createdAt, language, timeZone)}
      </Td>
      <Td label={t('screen.rows')} numeric>
        {isRunning && total !== null
          ? t('progress.count', { done, total })
          : total === null
            ? '–'
            : formatNumber(total, language)}
      </Td>
      <Td label={t('screen.state')}>
        <Badge tone={tones[state]}>{t(`state.${state}`)}</Badge>
        <ExportNote item={item} timeZone={timeZone} />
      </Td>
      <Td>
        <ExportActions item={item} hasDrive={hasDrive} />
      </Td>
    </Tr>
  )
}
