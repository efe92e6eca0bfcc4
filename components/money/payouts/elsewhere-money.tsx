'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState, type FormEvent } from 'react'
import { useOrganization } from '@/components/shell/organization-context'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { MoneyInput } from '@/components/ui/money-input'
import { FilterPopover } from '@/components/ui/popover'
import { formatAmount, formatMoney, parseMoney } from '@/lib/core/money'
import { payoutsHref, type PayoutFilters } from '@/lib/money/payouts/filters'
import { keepElsewhere, readElsewhere } from './remembered-elsewhere'

/** The seller's money besides the wallets: it counts from the first day on. */
export function ElsewhereMoney({ filters }: { filters: PayoutFilters }) {
  const t = useTranslations('shopeeMoney.elsewhere')
  const language = useLocale()
  const { elsewhereCents } = filters
  const shown = elsewhereCents > 0n ? t('has', { amount: formatMoney(elsewhereCents, language) }) : t('label')
  return (
    <FilterPopover text={shown} on={elsewhereCents > 0n}>
      {(close) => <ElsewhereForm filters={filters} onDone={close} />}
    </FilterPopover>
  )
}

function ElsewhereForm({ filters, onDone }: { filters: PayoutFilters; onDone: () => void }) {
  const t = useTranslations('shopeeMoney.elsewhere')
  const language = useLocale()
  const router = useRouter()
  const owner = useOrganization()
  const [text, setText] = useState(() => {
    const cents = filters.elsewhereCents > 0n ? filters.elsewhereCents : readElsewhere(owner)
    return cents > 0n ? formatAmount(cents, language) : ''
  })
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = text.trim() === '' ? null : parseMoney(text, language)
    if (parsed && !parsed.ok) return setError(parsed.error)
    const elsewhereCents = parsed?.cents ?? 0n
    keepElsewhere(owner, elsewhereCents)
    onDone()
    router.push(payoutsHref(filters, { elsewhereCents }), { scroll: false })
  }
  return (
    <form noValidate onSubmit={submit} className="flex w-72 max-w-full flex-col gap-3">
      <Field label={t('amount')} hint={t('hint')} error={error}>
        <MoneyInput
          value={text}
          onChange={(typed) => {
            setText(typed)
            setError(undefined)
          }}
        />
      </Field>
      <div className="flex justify-end">
        <Button variant="primary" type="submit">
          {t('apply')}
        </Button>
      </div>
    </form>
  )
}
