'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { MoneyInput } from '@/components/ui/money-input'
import type { Day } from '@/lib/core/dates'
import { parseMoney } from '@/lib/core/money'
import { costFromCents } from '@/lib/catalog/products/cost'
import { useProductPicks } from './product-picks'
import { SaveCosts } from './save-costs'

type Props = { today: Day; onClose: () => void; onSaved: () => void }

/** One cost for all that were picked, from a day on; a kit costs what its parts do. */
export function BulkCostDialog({ today, onClose, onSaved }: Props) {
  const t = useTranslations('products.bulk')
  const language = useLocale()
  const { picked } = useProductPicks()
  const [text, setText] = useState('')
  const parsed = text.trim() === '' ? null : parseMoney(text, language)
  const whole = picked.filter(({ isKit }) => !isKit)
  const kits = picked.length - whole.length
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
          since="day"
          onSaved={onSaved}
        />
      </div>
    </Dialog>
  )
}
