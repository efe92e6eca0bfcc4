import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { formatMoney, formatNumber } from '@/lib/core/money'
import { formatCost } from '@/lib/catalog/costs/cost'
import type { PurchaseDetail } from '@/lib/catalog/purchases/purchase-queries'
import { unitCostOf } from '@/lib/catalog/costs/cost'

type Line = PurchaseDetail['lines'][number]

export function PurchaseLinesTable({ lines }: { lines: Line[] }) {
  const t = useTranslations('purchases.detail')
  const form = useTranslations('purchases.form')
  const language = useLocale()
  return (
    <Table label={t('lines')}>
      <Thead>
        <Th>{form('product')}</Th>
        <Th numeric>{form('quantity')}</Th>
        <Th numeric>{t('received')}</Th>
        <Th numeric>{form('value')}</Th>
        <Th numeric>{form('landed')}</Th>
      </Thead>
      <Tbody>
        {lines.map((line) => (
          <Tr key={line.line}>
            <Td className="md:min-w-48">
              <Link
                href={`/dashboard/products/${line.productId}`}
                className="font-semibold text-ink no-underline hover:underline"
              >
                {line.product.title}
              </Link>
              <span className="block text-xs wrap-anywhere text-ink-3">
                {[line.product.sku, line.supplierCode].filter(Boolean).join(' · ')}
              </span>
              <Differences line={line} />
            </Td>
            <Td numeric label={form('quantity')}>
              {formatNumber(line.quantity, language)}
            </Td>
            <Td numeric label={t('received')}>
              {formatNumber(line.received, language)}
            </Td>
            <Td numeric label={form('value')}>
              {formatMoney(line.goodsCents, language)}
            </Td>
            <Td numeric label={form('landed')}>
              {line.quantity > 0 && formatCost(unitCostOf(line.landedCents, line.quantity), language)}
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  )
}

/** The differences between the invoice and the order. */
function Differences({ line: { orderedUnits, orderedGoodsCents, quantity, goodsCents } }: { line: Line }) {
  const t = useTranslations('purchases.detail')
  const language = useLocale()
  if (orderedUnits === null) return null
  const said: string[] = []
  if (orderedUnits === 0) said.push(t('notOrdered'))
  else if (quantity > orderedUnits) said.push(t('differs', { units: quantity - orderedUnits }))
  else if (quantity < orderedUnits) said.push(t('lacks', { units: orderedUnits - quantity }))
  if (orderedUnits > 0 && quantity > 0 && orderedGoodsCents !== null) {
    const cost = unitCostOf(orderedGoodsCents, orderedUnits)
    if (cost !== unitCostOf(goodsCents, quantity)) said.push(t('costDiffers', { cost: formatCost(cost, language) }))
  }
  return said.length > 0 && <span className="block text-xs text-warn">{said.join(' · ')}</span>
}
