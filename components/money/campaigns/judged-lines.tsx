import { useLocale, useTranslations } from 'next-intl'
import { ListingCell } from '@/components/money/fees/listing-cell'
import { Card, CardHeader } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { formatMoney, formatNumber, type Cents } from '@/lib/core/money'
import { plannedCents } from '@/lib/money/campaigns/quote-lines'
import type { Campaign, CampaignRow } from '@/lib/money/campaigns/views'

type JudgedProps = { campaign: Campaign; judged: NonNullable<Campaign['judged']> }

/** The outcome of the listings' orders of those days, against the plan and the days before. */
export function JudgedLines({ campaign: { rows, state, days }, judged }: JudgedProps) {
  const t = useTranslations('campaigns.judged')
  const language = useLocale()
  const money = (cents: Cents) => formatMoney(cents, language)
  const facts = [
    { key: 'brought', text: money(judged.contributionCents) },
    { key: 'planned', text: money(judged.plannedCents) },
    { key: 'difference', text: money(judged.contributionCents - judged.plannedCents) },
    { key: 'earlier', text: money(judged.earlierCents) },
  ] as const
  const missing = [
    judged.unknown > 0 && t('unknown', { count: judged.unknown }),
    judged.earlierUnknown > 0 && t('earlierUnknown', { count: judged.earlierUnknown }),
    judged.isCut && t('cut'),
  ].filter((text) => text !== false)
  return (
    <Card flush>
      <CardHeader
        title={t(state === 'running' ? 'soFar' : 'title')}
        description={t('text', { count: days })}
        className="p-4"
      />
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 border-t border-line px-4 py-3 lg:grid-cols-4">
        {facts.map(({ key, text }) => (
          <div key={key}>
            <dt className="text-[13px] text-ink-2">{t(key)}</dt>
            <dd className="text-lg font-title tabular-nums">{text}</dd>
          </div>
        ))}
      </dl>
      {missing.length > 0 && <p className="px-4 pb-3 text-[13px] text-warn">{missing.join(' ')}</p>}
      <Table label={t('title')} className="border-t border-line">
        <Thead>
          <Th>{t('listing')}</Th>
          <Th numeric>{t('units')}</Th>
          <Th numeric>{t('revenue')}</Th>
          <Th numeric>{t('brought')}</Th>
          <Th numeric>{t('planned')}</Th>
          <Th numeric>{t('earlier')}</Th>
        </Thead>
        <Tbody>
          {rows.map((row) => (
            <JudgedLine key={row.listingId} row={row} />
          ))}
        </Tbody>
      </Table>
    </Card>
  )
}

function JudgedLine({ row }: { row: CampaignRow }) {
  const t = useTranslations('campaigns.judged')
  const language = useLocale()
  const { names, units, brought, earlier } = row
  const sold = brought?.units ?? 0n
  const atPlan = plannedCents(row, sold)
  const money = (cents: Cents | null | undefined) => (cents == null ? '—' : formatMoney(cents, language))
  const isLess = brought?.contributionCents != null && atPlan !== null && brought.contributionCents < atPlan
  return (
    <Tr>
      <Td className="@max-xl:col-span-2! @xl:min-w-56">{names && <ListingCell row={names} shop={null} />}</Td>
      <Td numeric label={t('units')}>
        {t('ofUnits', { sold: formatNumber(sold, language), units: formatNumber(units, language) })}
      </Td>
      <Td numeric label={t('revenue')}>
        {money(brought?.revenueCents ?? 0n)}
      </Td>
      <Td numeric label={t('brought')} className={classNames('font-semibold', isLess && 'text-bad')}>
        {brought ? money(brought.contributionCents) : money(0n)}
      </Td>
      <Td numeric label={t('planned')}>
        {money(atPlan)}
      </Td>
      <Td numeric label={t('earlier')}>
        {money(earlier ? earlier.contributionCents : 0n)}
        <span className="block text-xs text-ink-3">
          {t('earlierUnits', {
            count: formatNumber(earlier?.units ?? 0n, language),
            units: Number(earlier?.units ?? 0n),
          })}
        </span>
      </Td>
    </Tr>
  )
}
