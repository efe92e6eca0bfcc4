import { useLocale, useTranslations } from 'next-intl'
import { FailedTable } from '@/components/connect/order-imports/failed-table'
import { UnreadTable } from '@/components/connect/order-imports/unread-table'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { NoData } from '@/components/ui/no-data'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { Tabs } from '@/components/ui/tabs'
import { formatDay } from '@/lib/core/dates'
import { formatMoney } from '@/lib/core/money'
import { moneyFilesPath } from '@/lib/core/paths'
import type { MoneyFilePart, MoneyFileView } from '@/lib/connect/money-reports/views'
import { MoneyConfirmForm } from './money-confirm-form'
import { ListingChanges } from './listing-changes'
import { MoneyFigures } from './money-figures'
import { OwnerForm } from './owner-form'

type MoneyFilePreviewProps = { view: MoneyFileView; mayImport: boolean }

export function MoneyFilePreview({ view, mayImport }: MoneyFilePreviewProps) {
  const t = useTranslations('moneyFiles')
  const { run, part } = view
  const { summary, progress, id } = run
  const money = summary.money!
  const bad = summary.badRows ?? 0
  const base = `${moneyFilesPath}/${id}`
  const tab = (name: MoneyFilePart, count: number) => ({
    href: name === 'changes' ? base : `${base}?tab=failed`,
    label: t(`tabs.${name}`),
    count,
    active: part === name,
  })
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,5fr)_minmax(0,2fr)]">
      <div className="order-2 min-w-0 space-y-4 xl:order-1">
        <MoneyFigures run={run} />
        <UnreadTable href={`/api/money-files/${id}/unread`} unread={money.unread} checks={money.checks} />
        <div>
          <Tabs
            label={t('tabs.label')}
            tabs={[tab('changes', progress.total), ...(bad > 0 ? [tab('failed', bad)] : [])]}
          />
          {part === 'failed' ? (
            <FailedTable
              href={`/api/money-files/${id}/failed-rows`}
              rows={view.failed}
              total={bad}
              keyLabel={t('failed.code')}
            />
          ) : (
            <Changes view={view} base={base} />
          )}
        </div>
      </div>
      {mayImport && (
        <div className="order-1 space-y-4 xl:sticky xl:top-(--table-top,1rem) xl:order-2">
          <MoneyConfirmForm
            importId={id}
            rows={progress.total}
            badRows={bad}
            other={money.looksLike ? money.owner!.name : null}
          />
          {view.owners.length > 1 && (
            <Card>
              <OwnerForm
                importId={id}
                kind={money.type === 'bank' ? 'entity' : 'shop'}
                owners={view.owners}
                chosen={money.owner?.id}
                mayImport
              />
            </Card>
          )}
        </div>
      )}
    </div>
  )
}

function Changes({ view, base }: { view: MoneyFileView; base: string }) {
  const t = useTranslations('moneyFiles.preview')
  const language = useLocale()
  const { rows, next } = view.rows
  if (rows.length === 0) return <Card className="text-ink-2">{t('none')}</Card>
  const hasCodes = rows.some(({ code }) => code !== null)
  const hasDays = rows.some(({ day }) => day !== null)
  return (
    <Card flush>
      <Table label={t('outcome')} sticky={false}>
        <Thead>
          <Th numeric>{t('row')}</Th>
          {hasCodes && <Th>{t('code')}</Th>}
          {hasDays && <Th>{t('day')}</Th>}
          <Th>{t('text')}</Th>
          <Th>{t('outcome')}</Th>
          <Th numeric>{t('amount')}</Th>
        </Thead>
        <Tbody>
          {rows.map(({ number, row, code, day, text, outcome, amountCents, changes }) => (
            <Tr key={number}>
              <Td label={t('row')} numeric>
                {row}
              </Td>
              {hasCodes && (
                <Td label={t('code')} className="@xl:whitespace-nowrap">
                  {code ?? '–'}
                </Td>
              )}
              {hasDays && (
                <Td label={t('day')} className="whitespace-nowrap">
                  {day ? formatDay(day, language) : '–'}
                </Td>
              )}
              <Td label={t('text')} className="wrap-anywhere">
                {text || '–'}
              </Td>
              <Td label={t('outcome')} className="wrap-anywhere">
                {t(outcome)}
                {changes && <ListingChanges changes={changes} />}
              </Td>
              <Td label={t('amount')} numeric className="money">
                {amountCents === null ? <NoData /> : formatMoney(BigInt(amountCents), language)}
              </Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
      {next !== null && (
        <p className="border-t border-line p-4">
          <ButtonLink href={`${base}?after=${next}`}>{t('more')}</ButtonLink>
        </p>
      )}
    </Card>
  )
}
