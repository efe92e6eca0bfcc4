'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { MoneyInput } from '@/components/ui/money-input'
import type { Day } from '@/lib/core/dates'
import { parseMoney } from '@/lib/core/money'
import { costFromCents } from '@/lib/catalog/costs/cost'
import { SaveCosts, type SavedCosts } from './save-costs'

type Props = {
  products: { id: string; isKit: boolean }[]
  today: Day
  /** First costs hold from the beginning. */
  since?: 'beginning' | 'day'
  onClose: () => void
  onSaved: (saved: SavedCosts) => void
}

/** One cost for all of these products, from a day on; a kit costs what its parts do. */
export function BulkCostDialog({ products, today, since = 'day', onClose, onSaved }: Props) {
  const t = useTranslations('products.bulk')
  const language = useLocale()
  const [text, setText] = useState('')
  const parsed = text.trim() === '' ? null : parseMoney(text, language)
  const whole = products.filter(({ isKit }) => !isKit)
  const kits = products.length - whole.length
  const cost = parsed?.ok ? costFromCents(parsed.cents) : null
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title={t('costTitle', { count: whole.length })}
      description={t('costText')}
    >
      <div className="flex flex-col gap-4">
        {kits > 0 && <p className="text-[13px] text-ink-2">{t('kits', { count: kits })}</p>}
        <Field label={t('unitCost')} required>
          <MoneyInput name="cost" value={text} onChange={setText} />
        </Field>
        <SaveCosts
          entries={cost === null ? [] : whole.map(({ id }) => ({ productId: id, cost }))}
          today={today}
          since={since}
          onSaved={onSaved}
        />
      </div>
    </Dialog>
  )
}
