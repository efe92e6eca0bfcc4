'use client'

import { CheckCircleIcon } from '@heroicons/react/24/solid'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { ProductPhoto } from '@/components/catalog/products/product-photo'
import { MissingButton } from '@/components/catalog/warehouse/missing-button'
import { classNames } from '@/components/ui/class-names'
import { inputClass } from '@/components/ui/field'
import { countOf, type Counts } from '@/lib/sales/packing/scan-session'
import type { PackingParcel, ParcelLine } from '@/lib/sales/packing/schema'
import { formatNumber } from '@/lib/core/money'

export type ParcelLinesProps = {
  parcel: PackingParcel
  counts: Counts
  last: string | null
  disabled: boolean
  onCount: (key: string, units: number) => void
}

export function ParcelLines({ parcel, counts, last, disabled, onCount }: ParcelLinesProps) {
  const t = useTranslations('bench')
  const language = useLocale()
  return (
    <ul aria-label={t('content')} className="divide-y divide-line border-y border-line">
      {parcel.lines.map((line) => {
        const done = countOf(counts, line.key)
        const isWhole = done === line.units
        return (
          <li
            key={line.key}
            className={classNames(
              'flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3',
              isWhole ? 'bg-good-soft' : line.key === last && 'bg-accent-soft',
            )}
          >
            <ProductPhoto fileId={line.photoFileId} className="size-14" />
            <span className="min-w-40 flex-1">
              <span className="block font-semibold">{line.title}</span>
              <span className="block text-[13px] text-ink-2">{lineDetails(line, t)}</span>
              {line.codes.length === 0 && <span className="block text-[13px] text-warn">{t('noCode')}</span>}
            </span>
            <span className="ml-auto flex items-center gap-2 text-xl font-title tabular-nums">
              {isWhole ? (
                <CheckCircleIcon role="img" aria-label={t('complete')} className="size-7 text-good" />
              ) : (
                <CountInput key={done} line={line} done={done} disabled={disabled} onCount={onCount} />
              )}
              {!isWhole && line.productId && (
                <MissingButton
                  product={{ id: line.productId, title: line.title, sku: line.sku, onHand: line.onHand }}
                />
              )}
              <span>
                {t('ofUnits', { done: formatNumber(done, language), units: formatNumber(line.units, language) })}
              </span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}

type Texts = ReturnType<typeof useTranslations<'bench'>>

export const lineDetails = (line: ParcelLine, t: Texts, { withSku = true } = {}): string =>
  [withSku && line.sku, line.variation, line.kits.length > 0 && t('ofKit', { sku: line.kits.join(', ') })]
    .filter(Boolean)
    .join(' · ')

type CountInputProps = { line: ParcelLine; done: number; disabled: boolean; onCount: ParcelLinesProps['onCount'] }

/** Many equal units are typed: Enter or leaving the field counts them. */
export function CountInput({ line, done, disabled, onCount }: CountInputProps) {
  const t = useTranslations('bench')
  const [text, setText] = useState('')
  const send = () => {
    const units = Number(text)
    if (text !== '' && Number.isInteger(units)) onCount(line.key, units)
    setText('')
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <input
        inputMode="numeric"
        pattern="[0-9]*"
        maxLength={5}
        disabled={disabled}
        aria-label={t('countOf', { title: line.title })}
        placeholder={String(done)}
        value={text}
        onChange={({ target }) => setText(target.value.replace(/\D/g, ''))}
        onBlur={send}
        className={classNames(inputClass, 'w-16! text-center text-base')}
      />
    </form>
  )
}
