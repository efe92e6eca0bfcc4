'use client'

import { Dialog, DialogPanel, DialogTitle } from '@headlessui/react'
import { HandRaisedIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import { useRef } from 'react'
import { Button } from '@/components/ui/button'
import { ProductPhoto } from '@/components/catalog/products/product-photo'
import { countOf, goesOn, type ScanState, type Stop } from '@/lib/sales/packing/scan-session'
import { formatDateTime } from '@/lib/core/dates'

const EXPECTED_SHOWN = 3

type StopScreenProps = {
  state: Extract<ScanState, { at: 'stopped' }>
  timeZone: string
  onScan: (text: string) => void
  onSeen: () => void
}

/**
 * Covers everything until somebody says that they saw it: by hand, or with the label of the parcel that goes on. No other
 * scan ends it.
 */
export function StopScreen({ state, timeZone, onScan, onSeen }: StopScreenProps) {
  const { stop, parcel } = state
  const t = useTranslations('bench.stop')
  const language = useLocale()
  const heading = useRef<HTMLHeadingElement>(null)
  const typed = useRef('')
  const packedAt = parcel.packedAt ? formatDateTime(new Date(parcel.packedAt), language, timeZone) : '—'
  return (
    <Dialog open onClose={onSeen} role="alertdialog" initialFocus={heading} className="relative z-50">
      <DialogPanel
        className="fixed inset-0 flex flex-col items-center justify-center gap-5 overflow-y-auto bg-bad p-6 text-center text-on-bad"
        onKeyDown={(event) => {
          if (event.key.length === 1 && event.key !== ' ') typed.current += event.key
          if (event.key !== 'Enter' || typed.current === '') return
          event.preventDefault()
          onScan(typed.current)
          typed.current = ''
        }}
      >
        <HandRaisedIcon aria-hidden className="size-20" />
        <DialogTitle ref={heading} tabIndex={-1} className="text-3xl font-title text-balance outline-none sm:text-5xl">
          {t(`${stop.reason}.title`)}
        </DialogTitle>
        <p className="max-w-2xl text-lg wrap-anywhere sm:text-xl">
          {stop.reason === 'wrongItem' && t('wrongItem.text', { code: stop.code })}
          {stop.reason === 'tooMany' &&
            t('tooMany.text', { title: stop.line.title, sku: stop.line.sku ?? '—', units: stop.line.units })}
          {stop.reason === 'packedBefore' && t('packedBefore.text', { at: packedAt, name: parcel.packedBy ?? '—' })}
          {stop.reason !== 'wrongItem' &&
            stop.reason !== 'tooMany' &&
            stop.reason !== 'packedBefore' &&
            t(`${stop.reason}.text`)}
        </p>
        {stop.reason === 'wrongItem' && <WrongItem state={state} stop={stop} />}
        <p className="text-base tabular-nums">
          {t('parcel', { code: parcel.orderCode, tracking: parcel.trackingNumber ?? parcel.number })}
        </p>
        <Button className="min-h-12! px-6! text-base" onClick={onSeen}>
          {t(goesOn(stop) ? 'goOn' : 'putAside')}
        </Button>
        {goesOn(stop) && <p className="text-base">{t('orScanLabel')}</p>}
      </DialogPanel>
    </Dialog>
  )
}

type WrongItemProps = Pick<StopScreenProps, 'state'> & { stop: Extract<Stop, { reason: 'wrongItem' }> }

/** The scanned product beside those that are still missing. */
function WrongItem({ state: { parcel, counts }, stop: { code, product } }: WrongItemProps) {
  const t = useTranslations('bench.stop')
  const missing = parcel.lines.filter(({ key, units }) => countOf(counts, key) < units)
  return (
    <dl className="grid w-full max-w-3xl gap-4 text-left sm:grid-cols-2">
      <div className="rounded-card bg-surface p-4 text-ink">
        <dt className="text-[13px] font-semibold text-bad">{t('scanned')}</dt>
        <dd className="mt-2 flex items-center gap-3">
          {product && <ProductPhoto fileId={product.photoFileId} className="size-20" />}
          <span className="min-w-0 wrap-anywhere">
            <span className="block text-lg font-title">{product?.sku ?? code}</span>
            {product?.title ?? t('unknownCode')}
          </span>
        </dd>
      </div>
      <div className="rounded-card bg-surface p-4 text-ink">
        <dt className="text-[13px] font-semibold text-good">{t('expected')}</dt>
        {missing.slice(0, EXPECTED_SHOWN).map((line) => (
          <dd key={line.key} className="mt-2 flex items-center gap-3">
            <ProductPhoto fileId={line.photoFileId} className="size-20" />
            <span className="min-w-0 wrap-anywhere">
              <span className="block text-lg font-title">
                {t('missing', { count: line.units - countOf(counts, line.key), sku: line.sku ?? '—' })}
              </span>
              {line.title}
            </span>
          </dd>
        ))}
        {missing.length > EXPECTED_SHOWN && (
          <dd className="mt-2">{t('moreMissing', { count: missing.length - EXPECTED_SHOWN })}</dd>
        )}
      </div>
    </dl>
  )
}
