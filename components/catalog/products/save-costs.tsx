'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { DateInput } from '@/components/ui/date-input'
import { Field } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { formatDay, formatMonth, type Day } from '@/lib/core/dates'
import { formatMoney } from '@/lib/core/money'
import { previewCostsAction, setCostsAction } from '@/lib/catalog/costs/actions'
import type { SetCostsInput } from '@/lib/catalog/costs/schema'
import type { CostEffect } from '@/lib/catalog/costs/costs-effect'

/** The saved costs, in a form that can be undone. */
export type SavedCosts = { count: number; kept: number; undo: SetCostsInput }
type Props = {
  id?: string
  entries: { productId: string; cost: string }[]
  today: Day
  /** Leads to a cost that cannot be read; absent where all can. */
  unread?: () => void
  onSaved: (saved: SavedCosts) => void
  /** Where most have a cost already, a new one holds from a day on. */
  since?: 'beginning' | 'day'
}

/** From when on the costs hold, what they would do, and the saving. */
export function SaveCosts({ id, entries, today, unread, onSaved, since: initial = 'beginning' }: Props) {
  const t = useTranslations('products.costs')
  const [since, setSince] = useState<'beginning' | 'day'>(initial)
  const [day, setDay] = useState<Day | null>(today)
  const [seen, setSeen] = useState<{ of: string; effect: CostEffect } | null>(null)
  const input = { entries, fromDay: since === 'day' ? day : null }
  const key = JSON.stringify(input)
  const effect = seen?.of === key ? seen.effect : null
  const previewing = useAction(previewCostsAction, { onSuccess: (result) => setSeen({ of: key, effect: result }) })
  const saving = useAction(setCostsAction, {
    refresh: true,
    onSuccess: ({ written, kept }) => {
      const undo = { ...input, entries: entries.filter(({ productId }) => written.includes(productId)) }
      onSaved({ count: written.length, kept, undo })
    },
    successMessage: ({ written, orders, isRunning, kept }) =>
      [
        t('saved', { count: written.length }),
        isRunning ? t('savedRunning') : t('savedOrders', { count: orders }),
        kept > 0 && t('kept', { count: kept }),
      ]
        .filter(Boolean)
        .join(' '),
  })
  const fields = effect ? saving.fields : previewing.fields
  const isReady = entries.length > 0 && !(since === 'day' && day === null)
  return (
    <Card id={id} className="scroll-mt-18 lg:sticky lg:top-18">
      <CardHeader title={t('count', { count: entries.length })} className="mb-3" />
      <div className="mb-3 empty:hidden">
        <FormError
          error={(effect ? saving.error : previewing.error) ?? saving.error}
          fields={fields}
          labels={{ fromDay: t('day') }}
        />
      </div>
      <fieldset>
        <legend className="mb-1 text-[13px] font-medium">{t('since')}</legend>
        {(['beginning', 'day'] as const).map((known) => (
          <label key={known} className="flex min-h-8 items-start gap-2 pointer-coarse:min-h-control">
            <input
              type="radio"
              name="since"
              checked={since === known}
              onChange={() => setSince(known)}
              className="mt-1 size-4 shrink-0 accent-(--accent)"
            />
            <span>
              {t(`sinces.${known}`)}
              <span className="block text-xs text-ink-3">{t(`sinceHints.${known}`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {since === 'day' && (
        <Field label={t('day')} required error={fields.fromDay} className="mt-2">
          <DateInput name="fromDay" value={day} today={today} onChange={setDay} />
        </Field>
      )}
      <div role="status" className="mt-3 rounded-control bg-sunken px-3 py-2 text-[13px] text-ink-2">
        {effect ? <Effect effect={effect} /> : t('notChecked')}
      </div>
      {unread && (
        <p className="mt-3 text-[13px] text-bad">
          {t('someUnread')}{' '}
          <button type="button" onClick={unread} className="font-semibold underline">
            {t('goThere')}
          </button>
        </p>
      )}
      <Button
        variant="primary"
        className="mt-3 w-full"
        disabled={!isReady}
        pending={previewing.pending || saving.pending}
        onClick={() => void (effect ? saving.run(input) : previewing.run(input))}
      >
        {t(effect ? 'save' : 'check', { count: entries.length })}
      </Button>
    </Card>
  )
}

function Effect({ effect }: { effect: CostEffect }) {
  const t = useTranslations('products.costs')
  const language = useLocale()
  const { orders, changeCents, from, to, days, complete, closedMonths } = effect
  if (orders === 0) return <p>{t('effectNone')}</p>
  return (
    <>
      <p className="font-medium text-ink">
        {t('effectOrders', { count: orders, amount: formatMoney(BigInt(changeCents), language) })}
      </p>
      <p>{t('effectDays', { count: days, from: formatDay(from!, language), to: formatDay(to!, language) })}</p>
      <p>{t('effectComplete', { count: complete })}</p>
      {closedMonths.length > 0 && (
        <p className="mt-1 text-warn">
          {t('effectClosed', {
            count: closedMonths.length,
            months: closedMonths.map((month) => formatMonth(month, language)).join(', '),
          })}
        </p>
      )}
    </>
  )
}
