'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { formatNumber } from '@/lib/core/money'
import { AdjustStockDialog } from './adjust-stock-dialog'
import { StockMark } from './stock-mark'

type StockCardProps = {
  product: { id: string; sku: string; onHand: bigint; reserved: bigint; minimumStock: number | null }
  lowStockAt: number
  canAdjust: boolean
}

export function StockCard({ product, lowStockAt, canAdjust }: StockCardProps) {
  const t = useTranslations('products')
  const language = useLocale()
  const [open, setOpen] = useState(false)
  const available = product.onHand - product.reserved
  const levels = [
    ['onHand', product.onHand],
    ['reserved', product.reserved],
    ['available', available],
  ] as const
  return (
    <Card>
      <CardHeader
        title={t('sections.stock')}
        actions={<StockMark available={available} lowStockAt={lowStockAt} />}
        className="mb-3"
      />
      <dl className="grid grid-cols-3 gap-2">
        {levels.map(([name, units]) => (
          <div key={name} className="flex flex-col-reverse">
            <dt className="text-[13px] text-ink-2">{t(name)}</dt>
            <dd className={`text-[22px] leading-7 font-title tabular-nums ${units < 0n ? 'text-bad' : ''}`}>
              {formatNumber(units, language)}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-xs text-ink-3">
        {t(product.minimumStock === null ? 'minimumOfCompany' : 'minimumIs', { units: lowStockAt })}
      </p>
      {canAdjust && (
        <>
          <Button onClick={() => setOpen(true)} className="mt-3 w-full">
            {t('adjust.action')}
          </Button>
          <AdjustStockDialog open={open} onClose={() => setOpen(false)} product={product} />
        </>
      )}
    </Card>
  )
}
