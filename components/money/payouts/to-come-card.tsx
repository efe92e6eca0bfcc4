import { useLocale, useTranslations } from 'next-intl'
import { ExportButton } from '@/components/insight/exports/export-button'
import { Badge, type Tone } from '@/components/ui/badge'
import { ButtonLink } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Pagination } from '@/components/ui/pagination'
import { RowLink, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { Tabs } from '@/components/ui/tabs'
import { formatDay } from '@/lib/core/dates'
import { formatAmount, formatMoney } from '@/lib/core/money'
import { dueDays, dueGroups, payoutsHref } from '@/lib/money/payouts/filters'
import { settlementHref } from '@/lib/money/payouts/rows-href'
import type { ToComeRow } from '@/lib/money/payouts/to-come'
import type { PayoutsView } from '@/lib/money/payouts/views'

/** The orders whose payout is to come: of every day, of one, late or without a day. */
export function ToComeCard({ view: { filters, page, listed, shops, measured } }: { view: PayoutsView }) {
  const t = useTranslations('shopeeMoney.toCome')
  const groups = useTranslations('shopeeMoney.calendar.groups')
  const language = useLocale()
  const { due } = filters
  const span = dueDays(due)
  const spanText = span && [...new Set([span.from, span.to])].map((day) => formatDay(day, language)).join(' – ')
  const choice = (value: typeof due, label: string) => ({
    href: `${payoutsHref(filters, { due: value })}#orders`,
    label,
    active: due === value,
  })
  return (
    <Card flush>
      <div id="orders" className="scroll-mt-20">
        <CardHeader
          title={t('title')}
          description={<DaysBasis shops={shops.length} measured={measured} />}
          actions={<ExportButton kind="payouts" />}
          className="p-4 pb-2"
        />
        <Tabs
          label={t('groups')}
          className="mb-0 px-3"
          tabs={[
            choice(null, t('all')),
            ...(spanText ? [choice(due, spanText)] : []),
            ...dueGroups.map((group) => choice(group, groups(group))),
          ]}
        />
      </div>
      {page.rows.length > 0 ? (
        <>
          <p className="px-4 pt-3 text-[13px] text-ink-2">
            {t('total', { count: Number(listed.orders), amount: formatMoney(listed.cents, language) })}{' '}
            {listed.estimatedCents !== 0n &&
              t('totalEstimated', { amount: formatMoney(listed.estimatedCents, language) })}{' '}
            {listed.unknown > 0n && t('totalUnknown', { count: Number(listed.unknown) })}
          </p>
          <ToComeTable rows={page.rows} />
        </>
      ) : (
        <EmptyState
          kind="none"
          title={t('none')}
          text={t('noneText')}
          action={due && <ButtonLink href={payoutsHref(filters, { due: null })}>{t('all')}</ButtonLink>}
        />
      )}
      {(page.previous ?? page.next) && (
        <Pagination
          previousHref={page.previous && `${payoutsHref(filters, { before: page.previous })}#orders`}
          nextHref={page.next && `${payoutsHref(filters, { after: page.next })}#orders`}
        />
      )}
    </Card>
  )
}

/** The days of the calendar: each shop's own where it has enough data. */
function DaysBasis({ shops, measured }: { shops: number; measured: PayoutsView['measured'] }) {
  const t = useTranslations('shopeeMoney.toCome')
  const [first, ...others] = measured
  if (!first)
    return (
      <>
        {t('text')} {t('byRule')}
      </>
    )
  if (others.length === 0 && shops === 1)
    return (
      <>
        {t('text')} {t('byShop', { days: first.releaseDays })}
      </>
    )
  const measuredTexts = measured
    .map(({ name, releaseDays }) => t('ofShop', { shop: name, days: releaseDays }))
    .join(', ')
  return (
    <>
      {t('text')} {t('byShops', { shops: measuredTexts })}
    </>
  )
}

type Said = ToComeRow['state'] | 'overdue'
const tones: Record<Said, Tone> = { to_release: 'neutral', partly_released: 'accent', late: 'bad', overdue: 'warn' }

/** Past its last day it waits for a statement, which would show whether it was paid. */
const saidOf = ({ state, isOverdue }: ToComeRow): Said => (isOverdue ? 'overdue' : state)

function ToComeTable({ rows }: { rows: ToComeRow[] }) {
  const t = useTranslations('shopeeMoney.toCome')
  const language = useLocale()
  const amount = (cents: bigint | null) => (cents === null ? t('unknown') : formatAmount(cents, language))
  return (
    <Table label={t('title')}>
      <Thead>
        <Th>{t('order')}</Th>
        <Th>{t('due')}</Th>
        <Th>{t('state')}</Th>
        <Th numeric>{t('expected')}</Th>
        <Th numeric>{t('released')}</Th>
        <Th numeric>{t('amount')}</Th>
      </Thead>
      <Tbody>
        {rows.map((row) => (
          <Tr key={row.id}>
            <Td primary>
              <RowLink href={settlementHref(row.id)}>{row.code}</RowLink>
              <span className="block text-xs font-normal text-ink-3">
                {t('soldOn', { shop: row.shopName, day: formatDay(row.soldOn, language) })}
              </span>
            </Td>
            <Td label={t('due')} className="tabular-nums">
              {row.expectedOn ? formatDay(row.expectedOn, language) : t('noDay')}
              <DayNote row={row} />
            </Td>
            <Td label={t('state')}>
              <Badge tone={tones[saidOf(row)]}>{t(`states.${saidOf(row)}`)}</Badge>
            </Td>
            <Td numeric label={t('expected')}>
              {amount(row.expectedCents)}
            </Td>
            <Td numeric label={t('released')}>
              {formatAmount((row.releasedCents ?? 0n) + row.adjustedCents, language)}
            </Td>
            <Td numeric label={t('amount')} className="font-medium">
              {amount(row.toComeCents)}
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  )
}

/** That a day is an estimate, or the last on which the platform may still pay. */
function DayNote({ row: { expectedOn, dueOn, isEstimate } }: { row: ToComeRow }) {
  const t = useTranslations('shopeeMoney.toCome')
  const language = useLocale()
  if (!expectedOn || (!isEstimate && (dueOn === null || dueOn <= expectedOn))) return null
  return (
    <span className="block text-xs text-ink-3">
      {isEstimate ? t('estimate') : t('atLatest', { day: formatDay(dueOn!, language) })}
    </span>
  )
}
