import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { BackLink } from '@/components/sales/dispatch/back-link'
import { Badge } from '@/components/ui/badge'
import { Card, CardHeader } from '@/components/ui/card'
import { MetricCard } from '@/components/ui/metric-card'
import { SearchInput } from '@/components/ui/search-input'
import { formatDay } from '@/lib/core/dates'
import { locales } from '@/lib/core/language'
import { formatMoney, formatNumber, formatPercent, type Cents } from '@/lib/core/money'
import { campaignsPath } from '@/lib/money/campaigns/schema'
import type { Campaign } from '@/lib/money/campaigns/views'
import { CampaignButton } from './campaign-form'
import { CampaignLines } from './campaign-lines'
import { stateTones } from './campaigns-screen'
import { FoundListings } from './found-listings'
import { JudgedLines } from './judged-lines'
import { RemoveCampaign } from './remove-campaign'

/** One campaign: its prices before and after by the price desk's calculation, and what it brought against that. */
export function CampaignScreen({ campaign }: { campaign: Campaign }) {
  const t = useTranslations('campaigns')
  const language = useLocale()
  const { rows, canEdit, fromDay, toDay, days, state, today, leastMargin, q } = campaign
  return (
    <div className="grid min-w-0 gap-4">
      <BackLink label={t('back')} href={campaignsPath} />
      <Card>
        <CardHeader
          title={campaign.name}
          description={t('about', {
            shop: campaign.shopName,
            from: formatDay(fromDay, language),
            to: formatDay(toDay, language),
            count: days,
          })}
          actions={
            <>
              <Badge tone={stateTones[state]}>{t(`states.${state}`)}</Badge>
              {canEdit && (
                <>
                  <CampaignButton shops={[]} today={today} plan={campaign} />
                  <RemoveCampaign id={campaign.id} version={campaign.version} name={campaign.name} />
                </>
              )}
            </>
          }
        />
        <Notes campaign={campaign} />
      </Card>
      {rows.length > 0 && <Sums campaign={campaign} />}
      {campaign.judged && rows.length > 0 && <JudgedLines campaign={campaign} judged={campaign.judged} />}
      <Card flush>
        <CardHeader
          title={t('lines', { count: rows.length })}
          description={t('linesText', {
            day: formatDay(fromDay, language),
            margin: leastMargin === null ? 'none' : formatPercent(leastMargin / 1_000_000, language),
          })}
          className="p-4"
        />
        <CampaignLines campaign={campaign} />
      </Card>
      {canEdit && (
        <Card flush>
          <CardHeader title={t('add')} description={t('addText')} className="p-4 pb-2" />
          <div className="p-4 pt-0">
            <SearchInput label={t('search')} />
          </div>
          {q !== '' && <FoundListings key={campaign.version} campaign={campaign} />}
        </Card>
      )}
    </div>
  )
}

function Notes({ campaign }: { campaign: Campaign }) {
  const t = useTranslations('campaigns')
  const language = useLocale()
  const { hasRule, isHighlight, alwaysPays, othersFeeCents, state } = campaign
  const turns = (campaign.rows[0]?.phases ?? []).slice(1).map(({ from }) => formatDay(from, language))
  const listed = new Intl.ListFormat(locales[language]).format(turns)
  const notes: { key: string; isWarning: boolean; text: ReactNode }[] = [
    { key: 'rule', isWarning: true, text: !hasRule && t('noRule') },
    { key: 'turns', isWarning: true, text: turns.length > 0 && t('feesTurn', { days: listed }) },
    { key: 'always', isWarning: false, text: isHighlight && alwaysPays && t('alwaysPays') },
    {
      key: 'others',
      isWarning: true,
      text: isHighlight && othersFeeCents > 0n && t('othersFee', { amount: formatMoney(othersFeeCents, language) }),
    },
    { key: 'plan', isWarning: false, text: state !== 'ended' && t('planOnly') },
  ]
  return (
    <ul className="mt-3 grid gap-1 text-[13px]">
      {notes.map(
        ({ key, isWarning, text }) =>
          text && (
            <li key={key} className={isWarning ? 'text-warn' : 'text-ink-2'}>
              {text}
            </li>
          ),
      )}
    </ul>
  )
}

function Sums({ campaign: { sums, rows, othersFeeCents } }: { campaign: Campaign }) {
  const t = useTranslations('campaigns')
  const language = useLocale()
  const isKnown = sums.unknown < rows.length
  const money = (cents: Cents) => (isKnown ? formatMoney(cents, language) : null)
  const left = sums.afterCents - sums.beforeCents - othersFeeCents
  const cards = [
    { key: 'before', value: money(sums.beforeCents) },
    { key: 'after', value: money(sums.afterCents) },
    { key: 'difference', value: money(left) },
    { key: 'loss', value: formatNumber(sums.loss, language) },
  ] as const
  return (
    <div className="grid gap-3 min-[360px]:grid-cols-2 lg:grid-cols-4">
      {cards.map(({ key, value }) => (
        <MetricCard
          key={key}
          label={t(`sums.${key}`)}
          value={value}
          definition={t(`sumsHow.${key}`)}
          note={key !== 'loss' && sums.unknown > 0 ? t('unknownCount', { count: sums.unknown }) : undefined}
        />
      ))}
    </div>
  )
}
