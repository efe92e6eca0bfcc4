'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { MoneyInput } from '@/components/ui/money-input'
import { FilterPopover } from '@/components/ui/popover'
import { useQueryParams } from '@/components/ui/use-query-params'
import { formatAmount, formatMoney, parseMoney } from '@/lib/core/money'

/** Differences below it are passed over. */
export function MinFilter({ minCents }: { minCents: bigint | null }) {
  const t = useTranslations('reconciliation.filters')
  const language = useLocale()
  const shown = minCents === null ? t('anyMin') : t('minChip', { cents: formatMoney(minCents, language) })
  return (
    <FilterPopover label={t('min')} text={shown} on={minCents !== null}>
      {(close) => <MinForm minCents={minCents} onDone={close} />}
    </FilterPopover>
  )
}

function MinForm({ minCents, onDone }: { minCents: bigint | null; onDone: () => void }) {
  const t = useTranslations('reconciliation.filters')
  const language = useLocale()
  const { setParams } = useQueryParams()
  const [min, setMin] = useState(minCents === null ? '' : formatAmount(minCents, language))
  const [error, setError] = useState<string>()
  return (
    <form
      noValidate
      className="w-56 space-y-3"
      onSubmit={(event) => {
        event.preventDefault()
        const parsed = min.trim() === '' ? null : parseMoney(min, language)
        if (parsed && !parsed.ok) return setError(parsed.error)
        setParams({ min: parsed && parsed.cents > 0n ? parsed.cents.toString() : null })
        onDone()
      }}
    >
      <Field label={t('min')} error={error}>
        <MoneyInput
          value={min}
          onChange={(text) => {
            setMin(text)
            setError(undefined)
          }}
        />
      </Field>
      <Button type="submit" variant="primary" className="w-full">
        {t('apply')}
      </Button>
    </form>
  )
}
