import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { Card, CardHeader } from '@/components/ui/card'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { formatMoney, formatNumber } from '@/lib/core/money'
import { breakDown, itemAmount } from '@/lib/sales/orders/breakdown'
import type { OrderItemView, OrderView } from '@/lib/sales/orders/views'

type OrderItemsCardProps = { order: OrderView['order']; actions?: ReactNode }

export function OrderItemsCard({ order, actions }: OrderItemsCardProps) {
  const t = useTranslations('orders.detail')
  const terms = useTranslations('orders.terms')
  const language = useLocale()
  const seesCost = order.items.some(({ unitCost }) => unitCost !== undefined)
  return (
    <Card flush>
      <CardHeader title={t('itemsTitle')} actions={actions} className="px-4 pt-4 pb-2" />
      <Table label={t('itemsTitle')} sticky={false}>
        <Thead>
          <Th>{t('product')}</Th>
          <Th numeric>{t('quantity')}</Th>
          <Th numeric>{t('price')}</Th>
          {seesCost && (
            <Th numeric className="print:hidden">
              {t('cost')}
            </Th>
          )}
          <Th numeric>{t('subtotal')}</Th>
        </Thead>
        <Tbody>
          {order.items.map((item) => (
            <ItemRow key={item.line} item={item} amountCents={itemAmount(order, item)} seesCost={seesCost} />
          ))}
        </Tbody>
      </Table>
      <dl className="space-y-1 border-t border-line px-4 py-3">
        {breakDown(order).map(({ key, cents }) => (
          <Sum key={key} name={t(key)} cents={cents} />
        ))}
        <div className="flex justify-between gap-4 font-semibold">
          <dt>{t('total')}</dt>
          <dd className="money">{formatMoney(order.totalCents, language)}</dd>
        </div>
        {order.paymentMethod && (
          <div className="flex justify-between gap-4 text-ink-2">
            <dt>{terms('payment')}</dt>
            <dd>{terms(`methods.${order.paymentMethod}`)}</dd>
          </div>
        )}
      </dl>
    </Card>
  )
}

type ItemRowProps = { item: OrderItemView; amountCents: bigint; seesCost: boolean }

function ItemRow({ item, amountCents, seesCost }: ItemRowProps) {
  const t = useTranslations('orders.detail')
  const language = useLocale()
  const about = [item.sku, item.variation].filter(Boolean).join(' · ')
  return (
    <Tr>
      <Td primary className="max-md:col-start-1!">
        {item.productId ? (
          <Link href={`/dashboard/products/${item.productId}`} className="text-ink no-underline hover:underline">
            {item.title}
          </Link>
        ) : (
          item.title
        )}
        <span className="flex flex-wrap items-center gap-x-2 text-[13px] font-normal text-ink-3">
          {about}
          {!item.productId && <Badge tone="warn">{t('unmapped')}</Badge>}
          {item.priceMissing && <Badge tone="warn">{t('noPrice')}</Badge>}
        </span>
      </Td>
      <Td numeric label={t('quantity')}>
        {formatNumber(item.quantity, language)}
      </Td>
      <Td numeric label={t('price')}>
        {item.priceMissing ? '—' : formatMoney(item.unitPriceCents, language)}
      </Td>
      {seesCost && (
        <Td numeric label={t('cost')} className="print:hidden">
          <UnitCost item={item} />
        </Td>
      )}
      <Td numeric label={t('subtotal')} className="font-medium">
        {item.priceMissing ? '—' : formatMoney(amountCents, language)}
      </Td>
    </Tr>
  )
}

/** Stored in reais with six decimals, per unit of stock; shown per unit sold. */
function UnitCost({ item: { unitCost, productQuantity } }: { item: OrderItemView }) {
  const t = useTranslations('orders.detail')
  const language = useLocale()
  if (unitCost === null || unitCost === undefined) return <span className="font-medium text-warn">{t('noCost')}</span>
  const micros = BigInt(unitCost.replace('.', '')) * BigInt(productQuantity)
  return formatMoney((micros + 5_000n) / 10_000n, language)
}

function Sum({ name, cents }: { name: string; cents: bigint }) {
  return (
    <div className="flex justify-between gap-4 text-ink-2">
      <dt>{name}</dt>
      <dd className="money">{formatMoney(cents, useLocale())}</dd>
    </div>
  )
}
