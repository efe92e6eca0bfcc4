import { useLocale, useTranslations } from 'next-intl'
import { StateBadge } from '@/components/connect/order-imports/state-badge'
import { Card, CardHeader } from '@/components/ui/card'
import { RowLink, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import type { SheetListItem } from '@/lib/connect/catalogue-sheets/queries'
import { sheetsPath } from '@/lib/connect/catalogue-sheets/schema'
import type { SheetsOverview } from '@/lib/connect/catalogue-sheets/views'
import { formatDateTime } from '@/lib/core/dates'
import { TemplatesCard } from './templates-card'
import { SheetUploadForm } from './sheet-upload-form'

type SheetsScreenProps = { viewer: { timeZone: string }; overview: SheetsOverview }

export function SheetsScreen({ viewer, overview }: SheetsScreenProps) {
  const t = useTranslations('sheets')
  return (
    <>
      <p className="mb-4 max-w-prose text-ink-2">{t('description')}</p>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Card>
          <CardHeader title={t('upload.title')} className="mb-3" />
          <SheetUploadForm channels={overview.channels} />
        </Card>
        <TemplatesCard />
      </div>
      <Card flush className="mt-4">
        <CardHeader title={t('list.title')} className="p-4 pb-2" />
        {overview.sheets.length === 0 ? (
          <p className="px-4 pt-1 pb-5 text-ink-2">{t('list.none')}</p>
        ) : (
          <SheetsTable sheets={overview.sheets} timeZone={viewer.timeZone} />
        )}
      </Card>
    </>
  )
}

function SheetsTable({ sheets, timeZone }: { sheets: SheetListItem[]; timeZone: string }) {
  const t = useTranslations('sheets')
  const language = useLocale()
  return (
    <Table label={t('list.title')} sticky={false}>
      <Thead>
        <Th>{t('list.file')}</Th>
        <Th>{t('list.kind')}</Th>
        <Th>{t('list.state')}</Th>
        <Th>{t('list.sent')}</Th>
        <Th numeric>{t('list.result')}</Th>
      </Thead>
      <Tbody>
        {sheets.map(({ id, fileName, kind, state, createdAt, summary }) => (
          <Tr key={id}>
            <Td primary className="max-w-72 truncate">
              <RowLink href={`${sheetsPath}/${id}`}>{fileName}</RowLink>
            </Td>
            <Td label={t('list.kind')}>{t(`kinds.${kind}`)}</Td>
            <Td label={t('list.state')}>
              <StateBadge state={state} />
            </Td>
            <Td label={t('list.sent')} className="whitespace-nowrap">
              {formatDateTime(createdAt, language, timeZone)}
            </Td>
            <Td label={t('list.result')} numeric>
              {summary.result ? t('list.resultOf', summary.result) : '–'}
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  )
}
