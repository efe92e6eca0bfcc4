import { useLocale, useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import { MetricCard } from '@/components/ui/metric-card'
import { RowLink, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { formatAmount, formatMoney } from '@/lib/core/money'
import { ordersHref } from '@/lib/sales/sales-figures/filters'
import { freightHref } from '@/lib/money/payouts/freight-filters'
import { borneCents } from '@/lib/money/payouts/borne-cents'
import type { FreightView } from '@/lib/money/payouts/freight-views'

export function FreightSums({ view }: { view: FreightView }) {
  const t = useTranslations('shopeeMoney.freight')
  const language = useLocale()
  const { filters, total, faults, byShop } = view
  const money = (cents: bigint) => formatMoney(cents, language)
  const isKnown = byShop.length > 0
  const fault = faults.reduce((sum, { cents }) => sum + cents, 0n)
  const orders = ordersHref(
    { ...filters.days, shop: filters.shop, channel: filters.shop ? null : 'shopee' },
    { valid: true },
  )
  const sent = total.paidCents + total.rebateCents + total.chargedCents
  return (
    <>
      <div className="mb-4 grid gap-3 min-[360px]:grid-cols-2 lg:grid-cols-4">
        <MetricCard
          label={t('borne')}
          value={isKnown ? money(borneCents(total)) : null}
          definition={t('borneHow')}
          href={orders}
        />
        <MetricCard label={t('sent')} value={isKnown ? money(sent) : null} definition={t('sentHow')} href={orders} />
        <MetricCard
          label={t('reverse')}
          value={isKnown ? money(total.reverseCents) : null}
          definition={t('reverseHow')}
          href={orders}
        />
        <MetricCard
          label={t('over')}
          value={money(fault)}
          definition={t('overHow')}
          href={`${freightHref(filters, { cause: null, carrier: null, item: null })}#orders`}
        />
      </div>
      {isKnown && <ByShop view={view} />}
    </>
  )
}

function ByShop({ view: { filters, byShop, faults } }: { view: FreightView }) {
  const t = useTranslations('shopeeMoney.freight')
  const language = useLocale()
  const amount = (cents: bigint) => formatAmount(cents, language)
  return (
    <Card flush className="mb-4">
      <CardHeader title={t('byShop')} description={t('byShopText')} className="p-4" />
      <Table label={t('byShop')} sticky={false}>
        <Thead>
          <Th>{t('shop')}</Th>
          <Th numeric>{t('paid')}</Th>
          <Th numeric>{t('rebate')}</Th>
          <Th numeric>{t('charged')}</Th>
          <Th numeric>{t('reverse')}</Th>
          <Th numeric>{t('borne')}</Th>
          <Th numeric>{t('over')}</Th>
        </Thead>
        <Tbody>
          {byShop.map((shop) => (
            <Tr key={shop.shopId}>
              <Td primary>
                <RowLink href={freightHref(filters, { shop: shop.shopId })}>{shop.shopName}</RowLink>
              </Td>
              <Td numeric label={t('paid')}>
                {amount(shop.paidCents)}
              </Td>
              <Td numeric label={t('rebate')}>
                {amount(shop.rebateCents)}
              </Td>
              <Td numeric label={t('charged')}>
                {amount(shop.chargedCents)}
              </Td>
              <Td numeric label={t('reverse')}>
                {amount(shop.reverseCents)}
              </Td>
              <Td numeric label={t('borne')} className="font-medium">
                {amount(borneCents(shop))}
              </Td>
              <Td numeric label={t('over')}>
                {amount(faults.reduce((sum, fault) => (fault.shopId === shop.shopId ? sum + fault.cents : sum), 0n))}
              </Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
    </Card>
  )
}
