'use client'

import { Dialog, DialogPanel, DialogTitle } from '@headlessui/react'
import { HandRaisedIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import { useRef } from 'react'
import { Button } from '@/components/ui/button'
import type { Stop } from '@/lib/sales/packing/scan-session'
import type { PackingParcel } from '@/lib/sales/packing/schema'
import { formatDateTime } from '@/lib/core/dates'

type StopScreenProps = {
  stop: Stop
  parcel: PackingParcel
  timeZone: string
  onScan: (text: string) => void
  onSeen: () => void
}

/** Covers everything until somebody says that they saw it: by hand, never by what the scanner types. */
export function StopScreen({ stop, parcel, timeZone, onScan, onSeen }: StopScreenProps) {
  const t = useTranslations('bench.stop')
  const language = useLocale()
  const heading = useRef<HTMLHeadingElement>(null)
  const typed = useRef('')
  const goesOn = stop.reason === 'wrongItem' || stop.reason === 'tooMany'
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
        <p className="text-base tabular-nums">
          {t('parcel', { code: parcel.orderCode, tracking: parcel.trackingNumber ?? parcel.number })}
        </p>
        <Button className="min-h-12! px-6! text-base" onClick={onSeen}>
          {t(goesOn ? 'goOn' : 'putAside')}
        </Button>
      </DialogPanel>
    </Dialog>
  )
}
