import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { ButtonLink } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { MetricCard } from '@/components/ui/metric-card'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { formatMonth, type Day } from '@/lib/core/dates'
import { formatMoney, formatNumber } from '@/lib/core/money'
import { casesHref, readCaseFilters } from '@/lib/money/cases/filters'
import { foundHref, type Found } from '@/lib/money/cases/found'
import { outcomeNames, outcomes, type Outcome, type Recovered, type RecoveredRow } from '@/lib/money/cases/outcomes'
import { reconciliationPath } from '@/lib/money/cases/tabs'

const cards = ['recovered', 'waiting', 'todo', 'lost'] as const satisfies readonly Outcome[]

function useHours() {
  const t = useTranslations('cases.recovered')
  return (hours: number) =>
    hours < 48 ? t('hours', { count: Math.round(hours) }) : t('days', { count: Math.round(hours / 24) })
}

const hrefOf = (outcome: Outcome, row?: Pick<RecoveredRow, 'month' | 'shopId'>) => {
  const { tab, states } = outcomes[outcome]
  return casesHref(readCaseFilters({}), {
    tab,
    state: tab === 'closed' ? states[0] : null,
    month: row?.month ?? null,
    shop: row?.shopId ?? null,
  })
}

export function RecoveredScreen({ recovered }: { recovered: Recovered }) {
  const t = useTranslations('cases.recovered')
  const { since, found } = recovered
  if (!since && found.orders === 0)
    return (
      <Card flush>
        <EmptyState
          kind="first"
          title={t('empty.title')}
          text={t('empty.text')}
          action={<ButtonLink href={reconciliationPath}>{t('empty.action')}</ButtonLink>}
        />
      </Card>
    )
  return (
    <>
      {since && <Cases recovered={recovered} since={since} />}
      {found.orders > 0 && <FoundCard found={found} />}
    </>
  )
}

/** Amounts that no case asks for yet, each sum with the orders behind it. */
function FoundCard({ found }: { found: Found }) {
  const t = useTranslations('cases.recovered.found')
  const columns = useTranslations('cases.recovered')
  const language = useLocale()
  const amount = formatMoney(found.cents, language)
  return (
    <Card flush className="not-first:mt-4">
      <CardHeader
        title={t('title')}
        description={
          <>
            {t('text', { count: found.orders, amount })}
            {found.lapsedOrders > 0 && (
              <span className="mt-1 block font-medium text-bad">
                {t('lapsedText', { count: found.lapsedOrders, amount: formatMoney(found.lapsedCents, language) })}
              </span>
            )}
          </>
        }
        className="p-4"
      />
      <Table label={t('title')} className="border-t border-line">
        <Thead>
          <Th>{columns('month')}</Th>
          <Th numeric>{t('orders')}</Th>
          <Th numeric>{t('missing')}</Th>
          <Th numeric>{t('lapsed')}</Th>
        </Thead>
        <Tbody>
          {found.rows.map((row) => (
            <Tr key={`${row.month} ${row.shopId}`}>
              <Td primary>
                {formatMonth(row.month, language)}
                <span className="block text-[13px] font-normal text-ink-3">{row.shopName}</span>
              </Td>
              <Td numeric label={t('orders')}>
                {formatNumber(row.orders, language)}
              </Td>
              <Td numeric label={t('missing')}>
                <Link href={foundHref(row)}>{formatMoney(row.cents, language)}</Link>
              </Td>
              <Td numeric label={t('lapsed')}>
                {row.lapsedOrders === 0 ? (
                  '—'
                ) : (
                  <>
                    <span className="text-bad">{formatMoney(row.lapsedCents, language)}</span>
                    <span className="block text-[13px] text-ink-3">
                      {t('lapsedOrders', { count: row.lapsedOrders })}
                    </span>
                  </>
                )}
              </Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
    </Card>
  )
}

type CasesProps = { recovered: Recovered; since: Day }

function Cases({ recovered: { rows, totals }, since }: CasesProps) {
  const t = useTranslations('cases.recovered')
  const counts = useTranslations('cases.totals')
  const language = useLocale()
  const time = useHours()
  return (
    <>
      <p className="mb-4 max-w-prose text-sm text-ink-2">{t('intro', { since: formatMonth(since, language) })}</p>
      <div className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-4">
        {cards.map((outcome) => (
          <MetricCard
            key={outcome}
            label={t(outcome)}
            value={formatMoney(totals[outcome].cents, language)}
            href={hrefOf(outcome)}
            note={
              outcome === 'recovered' && totals.hours !== null
                ? t('tookNote', { time: time(totals.hours) })
                : counts('cases', { count: totals[outcome].cases })
            }
          />
        ))}
      </div>
      <Card flush>
        <Table label={t('title')}>
          <Thead>
            <Th>{t('month')}</Th>
            <Th numeric>{t('asked')}</Th>
            {outcomeNames.map((outcome) => (
              <Th key={outcome} numeric>
                {t(outcome)}
              </Th>
            ))}
            <Th numeric>{t('took')}</Th>
          </Thead>
          <Tbody>
            {rows.map((row) => (
              <Line key={`${row.month} ${row.shopId}`} row={row} />
            ))}
          </Tbody>
        </Table>
      </Card>
    </>
  )
}

function Line({ row }: { row: RecoveredRow }) {
  const t = useTranslations('cases.recovered')
  const counts = useTranslations('cases.totals')
  const language = useLocale()
  const time = useHours()
  return (
    <Tr>
      <Td primary>
        {formatMonth(row.month, language)}
        <span className="block text-[13px] font-normal text-ink-3">{row.shopName}</span>
      </Td>
      <Td numeric label={t('asked')}>
        {formatMoney(row.askedCents, language)}
        <span className="block text-[13px] text-ink-3">{counts('cases', { count: row.cases })}</span>
      </Td>
      {outcomeNames.map((outcome) => (
        <Td key={outcome} numeric label={t(outcome)}>
          {row[outcome].cases === 0 ? (
            '—'
          ) : outcome === 'accepted' ? (
            formatMoney(row.accepted.cents, language)
          ) : (
            <Link
              href={hrefOf(outcome, row)}
              className={outcome === 'recovered' ? 'text-good' : outcome === 'lost' ? 'text-bad' : undefined}
            >
              {formatMoney(row[outcome].cents, language)}
            </Link>
          )}
        </Td>
      ))}
      <Td numeric label={t('took')}>
        {row.hours === null ? '—' : time(row.hours)}
      </Td>
    </Tr>
  )
}
