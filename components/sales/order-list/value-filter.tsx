'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { MoneyInput } from '@/components/ui/money-input'
import { FilterPopover } from '@/components/ui/popover'
import { useQueryParams } from '@/components/ui/use-query-params'
import { formatAmount, parseMoney } from '@/lib/core/money'
import { writeCents } from '@/lib/sales/orders/filters'

type Bounds = { minCents: bigint | null; maxCents: bigint | null }

export function ValueFilter({ text, ...bounds }: Bounds & { text: string | null }) {
  const t = useTranslations('orders.filters')
  const shown = text ?? t('anyValue')
  return (
    <FilterPopover label={t('value')} text={shown} on={text !== null}>
      {(close) => <BoundsForm {...bounds} onDone={close} />}
    </FilterPopover>
  )
}

function BoundsForm({ minCents, maxCents, onDone }: Bounds & { onDone: () => void }) {
  const t = useTranslations('orders.filters')
  const language = useLocale()
  const { setParams } = useQueryParams()
  const [min, setMin] = useState(minCents === null ? '' : formatAmount(minCents, language))
  const [max, setMax] = useState(maxCents === null ? '' : formatAmount(maxCents, language))
  const asParam = (text: string) => {
    const parsed = text.trim() === '' ? null : parseMoney(text, language)
    return parsed?.ok && parsed.cents >= 0n ? writeCents(parsed.cents) : null
  }
  return (
    <form
      className="w-56 space-y-3"
      onSubmit={(event) => {
        event.preventDefault()
        setParams({ min: asParam(min), max: asParam(max) })
        onDone()
      }}
    >
      <Field label={t('valueMin')}>
        <MoneyInput value={min} onChange={setMin} />
      </Field>
      <Field label={t('valueMax')}>
        <MoneyInput value={max} onChange={setMax} />
      </Field>
      <Button type="submit" variant="primary" className="w-full">
        {t('apply')}
      </Button>
    </form>
  )
}
