import { useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'

type StockMarkProps = { available: bigint; lowStockAt: number }

/** Oversold, out or low: by what is available, against the product's minimum or the company's. */
export function StockMark({ available, lowStockAt }: StockMarkProps) {
  const t = useTranslations('products.stockStates')
  if (available < 0n) return <Badge tone="bad">{t('oversold')}</Badge>
  if (available === 0n) return <Badge tone="bad">{t('out')}</Badge>
  if (available <= BigInt(lowStockAt)) return <Badge tone="warn">{t('low')}</Badge>
  return null
}
