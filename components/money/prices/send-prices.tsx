'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { formatMoney, type Cents } from '@/lib/core/money'
import { changePricesAction } from '@/lib/money/prices/actions'

type Props = {
  query: string
  /** Null for all that the filter finds. */
  listingIds: string[] | null
  count: number
  sumCents: Cents
  month: { beforeCents: Cents; afterCents: Cents; unknown: number }
  size?: 'sm'
  onSent?: () => void
}

/** Nothing is sent before the person has seen how many prices change, and what a month leaves before and after. */
export function SendPrices({ query, listingIds, count, sumCents, month, size, onSent }: Props) {
  const t = useTranslations('priceDesk.form')
  const common = useTranslations('common')
  const language = useLocale()
  const [open, setOpen] = useState(false)
  const sending = useAction(changePricesAction, { refresh: true, successMessage: t('sending', { count }) })
  const money = (cents: Cents) => formatMoney(cents, language)
  const send = async () => {
    const result = await sending.run({ query, listingIds, count, sumCents })
    if (!result?.ok) return
    setOpen(false)
    onSent?.()
  }
  return (
    <>
      <Button size={size} variant="primary" onClick={() => setOpen(true)}>
        {t('send', { count })}
      </Button>
      {open && (
        <Dialog
          open
          size="sm"
          onClose={() => setOpen(false)}
          title={t('sendTitle', { count })}
          description={t('sendText')}
          footer={
            <>
              <Button onClick={() => setOpen(false)}>{common('cancel')}</Button>
              <Button variant="primary" pending={sending.pending} onClick={() => void send()}>
                {t('confirm', { count })}
              </Button>
            </>
          }
        >
          <FormError error={sending.error} fields={{}} labels={{}} />
          <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 rounded-control bg-sunken px-3 py-2 tabular-nums">
            <dt className="text-ink-2">{t('monthBefore')}</dt>
            <dd className="text-right">{money(month.beforeCents)}</dd>
            <dt className="text-ink-2">{t('monthAfter')}</dt>
            <dd className="text-right font-semibold">{money(month.afterCents)}</dd>
          </dl>
          {month.unknown > 0 && (
            <p className="mt-2 text-[13px] text-warn">{t('monthUnknown', { count: month.unknown })}</p>
          )}
        </Dialog>
      )}
    </>
  )
}
