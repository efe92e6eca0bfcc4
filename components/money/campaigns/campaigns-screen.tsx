import { useLocale, useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { Card, CardHeader } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { RowLink, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { formatDay } from '@/lib/core/dates'
import { formatNumber } from '@/lib/core/money'
import { campaignPath, type CampaignState } from '@/lib/money/campaigns/schema'
import type { CampaignList } from '@/lib/money/campaigns/views'
import { CampaignButton } from './campaign-form'

export const stateTones = { planned: 'accent', running: 'good', ended: 'neutral' } as const satisfies Record<
  CampaignState,
  string
>

/** The seller's campaigns, the latest first. */
export function CampaignsScreen({ list: { plans, shops, today, canEdit } }: { list: CampaignList }) {
  const t = useTranslations('campaigns')
  const language = useLocale()
  const create = canEdit && shops.length > 0 && <CampaignButton shops={shops} today={today} plan={null} />
  return (
    <Card flush>
      <CardHeader
        title={t('title')}
        description={t('text')}
        className="p-4"
        actions={plans.length > 0 ? create : undefined}
      />
      {plans.length === 0 ? (
        <div className="border-t border-line">
          <EmptyState
            kind="first"
            level={3}
            title={t('none')}
            text={t(shops.length > 0 ? 'noneText' : 'noShop')}
            action={create}
          />
        </div>
      ) : (
        <Table label={t('title')} className="border-t border-line">
          <Thead>
            <Th>{t('name')}</Th>
            <Th>{t('days')}</Th>
            <Th>{t('state')}</Th>
            <Th numeric>{t('listings')}</Th>
            <Th numeric>{t('units')}</Th>
          </Thead>
          <Tbody>
            {plans.map((plan) => (
              <Tr key={plan.id}>
                <Td primary className="max-md:col-start-1!">
                  <RowLink href={campaignPath(plan.id)}>{plan.name}</RowLink>
                  <span className="block text-[13px] font-normal text-ink-3">{plan.shopName}</span>
                </Td>
                <Td label={t('days')} className="whitespace-nowrap tabular-nums">
                  {t('range', { from: formatDay(plan.fromDay, language), to: formatDay(plan.toDay, language) })}
                </Td>
                <Td label={t('state')}>
                  <Badge tone={stateTones[plan.state]}>{t(`states.${plan.state}`)}</Badge>
                </Td>
                <Td numeric label={t('listings')}>
                  {formatNumber(plan.listings, language)}
                </Td>
                <Td numeric label={t('units')}>
                  {formatNumber(plan.units, language)}
                </Td>
              </Tr>
            ))}
          </Tbody>
        </Table>
      )}
    </Card>
  )
}
