'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { MoneyInput } from '@/components/ui/money-input'
import { formatAmount, formatMoney, parseMoney } from '@/lib/core/money'
import { formatRate, rateOf } from '@/lib/identity/settings/rates'
import { estimateSimples } from '@/lib/identity/settings/simples'
import type { RevenueMonth } from '@/lib/identity/settings/views'

/** The effective rate of Anexo I for a revenue of twelve months, with its steps: an orientation that the seller may take over. */
export function SimplesCalculator({ months, onUse }: { months: RevenueMonth[]; onUse: (rate: string) => void }) {
  const t = useTranslations('companyData.simples')
  const language = useLocale()
  const before = months.filter(({ hasOrders }) => !hasOrders)
  const complete = before.length > 0 && before.every(({ revenueCents }) => revenueCents !== null)
  const [text, setText] = useState(() =>
    complete
      ? formatAmount(
          before.reduce((sum, { revenueCents }) => sum + (revenueCents ?? 0n), 0n),
          language,
        )
      : '',
  )
  const parsed = text.trim() === '' ? null : parseMoney(text, language)
  return (
    <details className="rounded-card border border-line bg-sunken/50 px-3 py-2.5">
      <summary className="cursor-pointer font-medium">{t('title')}</summary>
      <div className="mt-3 flex flex-col gap-3">
        <Field label={t('revenue')} hint={t('revenueHint')}>
          <MoneyInput name="rbt12" value={text} onChange={setText} className="max-w-56" />
        </Field>
        <div aria-live="polite">{parsed?.ok && <Steps cents={parsed.cents} onUse={onUse} />}</div>
        <p className="text-xs text-ink-3">{t('caution')}</p>
      </div>
    </details>
  )
}

function Steps({ cents, onUse }: { cents: bigint; onUse: (rate: string) => void }) {
  const t = useTranslations('companyData.simples')
  const language = useLocale()
  const simples = estimateSimples(cents)
  if (!simples) return <p className="text-[13px] text-warn">{t('above')}</p>
  const nominal = formatRate(rateOf(simples.nominal), language)
  const effective = formatRate(rateOf(simples.effective), language)
  const deduction = formatMoney(simples.deductionCents, language)
  const revenue = formatMoney(cents, language)
  return (
    <>
      <ol className="list-decimal space-y-1 pl-5 text-[13px] text-ink-2 tabular-nums">
        <li>{t('band', { number: simples.number, upTo: formatMoney(simples.upToCents, language) })}</li>
        <li>{t('nominal', { nominal, deduction })}</li>
        <li>
          {cents === 0n ? t('start') : t('formula', { revenue, nominal, deduction })}{' '}
          <strong className="text-ink">{effective}</strong>
        </li>
      </ol>
      <Button size="sm" onClick={() => onUse(rateOf(simples.effective))} className="mt-2">
        {t('use', { rate: effective })}
      </Button>
    </>
  )
}
