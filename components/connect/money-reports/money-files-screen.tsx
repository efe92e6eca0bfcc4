import { useLocale, useTranslations } from 'next-intl'
import { KeepFresh } from '@/components/insight/exports/keep-fresh'
import { StateBadge } from '@/components/connect/order-imports/state-badge'
import { Badge } from '@/components/ui/badge'
import { Card, CardHeader } from '@/components/ui/card'
import { RowLink, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { formatDateTime, formatDay } from '@/lib/core/dates'
import { runningStates } from '@/lib/connect/order-imports/schema'
import type { MoneyFileListItem } from '@/lib/connect/money-reports/queries'
import { moneyFilesPath } from '@/lib/core/paths'
import type { MoneyFilesOverview } from '@/lib/connect/money-reports/views'
import { MoneyUploadForm } from './money-upload-form'

type MoneyFilesScreenProps = { viewer: { timeZone: string }; mayImport: boolean; overview: MoneyFilesOverview }

export function MoneyFilesScreen({ viewer, mayImport, overview }: MoneyFilesScreenProps) {
  const t = useTranslations('moneyFiles')
  const { files, shops } = overview
  return (
    <>
      <p className="mb-4 max-w-prose text-ink-2">{t('description')}</p>
      {mayImport ? (
        <Card>
          <CardHeader title={t('upload.title')} className="mb-3" />
          <MoneyUploadForm shops={shops} />
        </Card>
      ) : (
        <p className="text-ink-2">{t('readOnly')}</p>
      )}
      <Card flush className="mt-4">
        <CardHeader title={t('list.title')} className="p-4 pb-2" />
        {files.length === 0 ? (
          <p className="px-4 pt-1 pb-5 text-ink-2">{t('list.none')}</p>
        ) : (
          <FilesTable files={files} timeZone={viewer.timeZone} />
        )}
      </Card>
      {files.some(({ state }) => runningStates.includes(state)) && <KeepFresh />}
    </>
  )
}

function FilesTable({ files, timeZone }: { files: MoneyFileListItem[]; timeZone: string }) {
  const t = useTranslations('moneyFiles')
  const language = useLocale()
  return (
    <Table label={t('list.title')} sticky={false}>
      <Thead>
        <Th>{t('list.file')}</Th>
        <Th>{t('list.kind')}</Th>
        <Th>{t('list.owner')}</Th>
        <Th>{t('list.period')}</Th>
        <Th>{t('list.state')}</Th>
        <Th>{t('list.sent')}</Th>
        <Th numeric>{t('list.result')}</Th>
      </Thead>
      <Tbody>
        {files.map(({ id, fileName, state, createdAt, summary: { money, result }, done, total }) => (
          <Tr key={id}>
            <Td primary className="wrap-anywhere @xl:min-w-44">
              <RowLink href={`${moneyFilesPath}/${id}`}>{fileName}</RowLink>
            </Td>
            <Td label={t('list.kind')} className="@xl:min-w-24">
              {money ? t(`types.${money.type}`) : '–'}
            </Td>
            <Td label={t('list.owner')}>
              {money?.owner?.name ?? (money?.asks ? <Badge tone="warn">{t('list.asks')}</Badge> : '–')}
            </Td>
            <Td label={t('list.period')} className="whitespace-nowrap">
              {money?.from && money.to
                ? t('list.range', { from: formatDay(money.from, language), to: formatDay(money.to, language) })
                : '–'}
            </Td>
            <Td label={t('list.state')} className="whitespace-nowrap">
              <StateBadge state={state} of="moneyFiles" />
              {(state === 'checking' || state === 'applying') && total > 0 && (
                <span className="ml-2 text-[13px] text-ink-2 tabular-nums">
                  {t('running.percent', { percent: Math.floor((done / total) * 100) })}
                </span>
              )}
            </Td>
            <Td label={t('list.sent')} className="whitespace-nowrap">
              {formatDateTime(createdAt, language, timeZone)}
            </Td>
            <Td label={t('list.result')} numeric>
              {result ? t('list.resultOf', result) : '–'}
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  )
}
