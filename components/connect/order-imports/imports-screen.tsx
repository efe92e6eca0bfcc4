import { useLocale, useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import { PageHeader } from '@/components/ui/page-header'
import { Table, RowLink, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { formatDateTime } from '@/lib/core/dates'
import type { ImportListItem } from '@/lib/connect/order-imports/queries'
import type { ImportOverview } from '@/lib/connect/order-imports/views'
import { formatNumber } from '@/lib/core/money'
import { StateBadge } from './state-badge'
import { UploadForm } from './upload-form'

type ImportsScreenProps = { viewer: { timeZone: string }; overview: ImportOverview }

export function ImportsScreen({ viewer, overview }: ImportsScreenProps) {
  const t = useTranslations('imports')
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Card>
          <CardHeader title={t('upload.title')} className="mb-3" />
          <UploadForm shops={overview.shops} />
        </Card>
        <HowTo />
      </div>
      <Card flush className="mt-4">
        <CardHeader title={t('list.title')} className="p-4 pb-2" />
        {overview.imports.length === 0 ? (
          <p className="px-4 pt-1 pb-5 text-ink-2">{t('list.none')}</p>
        ) : (
          <ImportsTable imports={overview.imports} timeZone={viewer.timeZone} />
        )}
      </Card>
    </>
  )
}

function HowTo() {
  const t = useTranslations('imports.how')
  return (
    <Card>
      <CardHeader title={t('title')} className="mb-3" />
      <ol className="space-y-2.5">
        {(['step1', 'step2', 'step3'] as const).map((step, index) => (
          <li key={step} className="flex gap-3">
            <span
              aria-hidden
              className="grid size-6 shrink-0 place-items-center rounded-full bg-accent-soft text-[13px] font-semibold text-accent-text"
            >
              {index + 1}
            </span>
            <span className="pt-0.5">{t(step)}</span>
          </li>
        ))}
      </ol>
      <p className="mt-4 border-t border-line pt-3 text-[13px] text-ink-2">{t('again')}</p>
      <p className="mt-2 text-[13px] text-ink-2">{t('privacy')}</p>
    </Card>
  )
}

function ImportsTable({ imports, timeZone }: { imports: ImportListItem[]; timeZone: string }) {
  const t = useTranslations('imports.list')
  const language = useLocale()
  return (
    <Table label={t('title')} sticky={false}>
      <Thead>
        <Th>{t('file')}</Th>
        <Th>{t('shop')}</Th>
        <Th>{t('state')}</Th>
        <Th>{t('sent')}</Th>
        <Th numeric>{t('orders')}</Th>
      </Thead>
      <Tbody>
        {imports.map(({ id, fileName, shopName, state, createdAt, summary }) => (
          <Tr key={id}>
            <Td primary className="max-w-72 truncate">
              <RowLink href={`/dashboard/orders/import/${id}`}>{fileName}</RowLink>
            </Td>
            <Td label={t('shop')}>{shopName}</Td>
            <Td label={t('state')}>
              <StateBadge state={state} />
            </Td>
            <Td label={t('sent')} className="whitespace-nowrap">
              {formatDateTime(createdAt, language, timeZone)}
            </Td>
            <Td label={t('orders')} numeric>
              {summary.result ? t('result', summary.result) : countOrders(summary, language)}
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  )
}

function countOrders({ outcomes }: ImportListItem['summary'], language: 'pt' | 'en') {
  if (!outcomes) return '–'
  return formatNumber(
    Object.values(outcomes).reduce((sum, count) => sum + count, 0),
    language,
  )
}
