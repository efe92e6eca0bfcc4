'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import toast from 'react-hot-toast'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { formatDay, type Day } from '@/lib/core/dates'
import { formatMoney, type Cents } from '@/lib/core/money'
import { changePricesAction } from '@/lib/money/prices/actions'

type Props = {
  query: string
  /** Null for all that the filter finds. */
  listingIds: string[] | null
  count: number
  sumCents: Cents
  month: { beforeCents: Cents; afterCents: Cents; unknown: number }
  /** By whose fees the prices were calculated. The prices may wait for one still to come. */
  day: Day
  today: Day
  /** The desk without the rule, which would change the new prices again. */
  doneHref: string
  size?: 'sm'
}

/** Nothing is sent before the person has seen how many prices change, and what a month leaves before and after. */
export function SendPrices({ query, listingIds, count, sumCents, month, day, today, doneHref, size }: Props) {
  const t = useTranslations('priceDesk.form')
  const common = useTranslations('common')
  const language = useLocale()
  const isLater = day > today
  const [open, setOpen] = useState(false)
  const router = useRouter()
  const sending = useAction(changePricesAction)
  const money = (cents: Cents) => formatMoney(cents, language)
  const send = async (onDay: boolean) => {
    const result = await sending.run({ query, listingIds, onDay, count, sumCents })
    if (!result?.ok) return
    setOpen(false)
    toast.success(t(onDay ? 'planned' : 'sending', { count }))
    router.push(doneHref)
  }
  return (
    <>
      <Button size={size} variant="primary" onClick={() => setOpen(true)}>
        {t(listingIds ? 'send' : 'sendAll', { count })}
      </Button>
      {open && (
        <Dialog
          open
          size="sm"
          onClose={() => setOpen(false)}
          title={t('sendTitle', { count })}
          description={isLater ? t('planText', { day: formatDay(day, language) }) : t('sendText')}
          footer={
            <>
              <Button onClick={() => setOpen(false)}>{common('cancel')}</Button>
              <Button
                variant={isLater ? 'secondary' : 'primary'}
                pending={sending.pending}
                onClick={() => void send(false)}
              >
                {isLater ? t('now') : t('confirm', { count })}
              </Button>
              {isLater && (
                <Button variant="primary" pending={sending.pending} onClick={() => void send(true)}>
                  {t('onDay', { day: formatDay(day, language) })}
                </Button>
              )}
            </>
          }
        >
          <FormError error={sending.error} fields={{}} labels={{}} />
          {day < today && <p className="mb-2 text-warn">{t('pastDay', { day: formatDay(day, language) })}</p>}
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
