'use client'

import { CheckCircleIcon } from '@heroicons/react/24/solid'
import { useLocale, useTranslations } from 'next-intl'
import { ProductPhoto } from '@/components/catalog/products/product-photo'
import { MissingButton } from '@/components/catalog/warehouse/missing-button'
import { classNames } from '@/components/ui/class-names'
import { formatNumber } from '@/lib/core/money'
import { countOf } from '@/lib/sales/packing/scan-session'
import { CountInput, lineDetails, type ParcelLinesProps } from './parcel-lines'

/** The content of a parcel in large pictures: two beside each other on a tablet, one wide one where it is alone. */
export function ParcelTiles({ parcel, counts, last, disabled, onCount }: ParcelLinesProps) {
  const t = useTranslations('bench')
  const language = useLocale()
  const isAlone = parcel.lines.length === 1
  return (
    <ul
      aria-label={t('content')}
      className={classNames('grid gap-3 px-4 pb-4', !isAlone && 'sm:grid-cols-2 xl:grid-cols-3')}
    >
      {parcel.lines.map((line) => {
        const done = countOf(counts, line.key)
        const isWhole = done === line.units
        return (
          <li
            key={line.key}
            className={classNames(
              'grid min-w-0 content-start gap-3 rounded-card border-2 p-3',
              isAlone && 'sm:grid-cols-[minmax(0,3fr)_minmax(11rem,2fr)] sm:gap-6',
              isWhole
                ? 'border-good bg-good-soft'
                : line.key === last
                  ? 'border-accent-text bg-accent-soft'
                  : 'border-line',
            )}
          >
            <ProductPhoto
              fileId={line.photoFileId}
              className={classNames('aspect-square w-full', isAlone ? 'max-h-72 sm:max-h-104' : 'max-h-64')}
            />
            <div className="grid min-w-0 content-start gap-2">
              <p className="flex items-center gap-3 text-4xl font-title tabular-nums">
                {isWhole && <CheckCircleIcon role="img" aria-label={t('complete')} className="size-10 text-good" />}
                {t('ofUnits', { done: formatNumber(done, language), units: formatNumber(line.units, language) })}
              </p>
              {line.sku && <p className="text-xl font-title wrap-anywhere">{line.sku}</p>}
              <p className="text-base">{line.title}</p>
              <p className="text-[13px] text-ink-2">{lineDetails(line, t, { withSku: false })}</p>
              {line.codes.length === 0 && <p className="text-[13px] text-warn">{t('noCode')}</p>}
              {!isWhole && (
                <span className="flex flex-wrap items-center gap-2">
                  <CountInput key={done} line={line} done={done} disabled={disabled} onCount={onCount} />
                  {line.productId && (
                    <MissingButton
                      product={{ id: line.productId, title: line.title, sku: line.sku, onHand: line.onHand }}
                    />
                  )}
                </span>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
