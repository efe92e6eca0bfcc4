'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState, type FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { Checkbox, Field, Input, Select } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { formatMonth } from '@/lib/core/dates'
import { setSplitAction } from '@/lib/money/expenses/actions'
import { splitMethods, type SplitMethod } from '@/lib/money/expenses/split-schema'
import type { SplitView } from '@/lib/money/expenses/split-view'
import { formatRateInput, millionthsOf, parseRate, rateOf } from '@/lib/identity/settings/rates'

const millionthsPerPoint = 100

/** How the expenses of the whole company are shared among its entities; each says it for the months from one on. */
export function SplitCard({ view: { split, entities, months } }: { view: SplitView }) {
  const t = useTranslations('expenses.split')
  const language = useLocale()
  const [method, setMethod] = useState<SplitMethod>(split.method)
  const [fromMonth, setFromMonth] = useState(months[1] ?? months[0]!)
  const [texts, setTexts] = useState(() =>
    Object.fromEntries(
      split.shares.map(({ id, points }) => [id, formatRateInput(rateOf(points * millionthsPerPoint), language)]),
    ),
  )
  const [taking, setTaking] = useState(() =>
    split.shares.length > 0 ? split.shares.map(({ id }) => id) : entities.map(({ id }) => id),
  )
  const saving = useAction(setSplitAction, { successMessage: t('saved'), refresh: true })
  const [unreadable, setUnreadable] = useState<readonly string[]>([])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const given = (method === 'none' ? [] : taking).map((id) => ({
      id,
      rate: method === 'percent' ? parseRate(texts[id] ?? '') : null,
    }))
    const wrong = given.filter(({ rate }) => rate?.ok === false).map(({ id }) => id)
    setUnreadable(wrong)
    if (wrong.length > 0) return
    const shares = given.map(({ id, rate }) => ({
      id,
      points: rate?.ok ? Math.round(Number(millionthsOf(rate.rate)) / millionthsPerPoint) : 0,
    }))
    void saving.run({ fromMonth, method, shares })
  }
  const since = split.fromMonth && formatMonth(split.fromMonth, language)
  return (
    <Card className="mt-4">
      <CardHeader title={t('title')} description={t('text')} className="mb-3" />
      <p className="mb-3 text-[13px] text-ink-2">
        {`${t('now')}: ${t(`methods.${split.method}`)}`}
        {since && ` · ${t('since', { month: since })}`}
      </p>
      <form noValidate onSubmit={submit} className="grid gap-3">
        <FormError
          error={saving.error}
          fields={saving.fields}
          labels={{ shares: t('entities'), fromMonth: t('from') }}
        />
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label={t('method')}>
            <Select value={method} onChange={(event) => setMethod(event.target.value as SplitMethod)}>
              {splitMethods.map((one) => (
                <option key={one} value={one}>
                  {t(`methods.${one}`)}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={t('from')} hint={t('fromHint')} error={saving.fields.fromMonth}>
            <Select name="fromMonth" value={fromMonth} onChange={(event) => setFromMonth(event.target.value)}>
              {months.map((month) => (
                <option key={month} value={month}>
                  {formatMonth(month, language)}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        {method !== 'none' && (
          <ul aria-label={t('entities')} className="grid gap-2">
            {entities.map(({ id, name }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <Checkbox
                  label={name}
                  checked={taking.includes(id)}
                  onChange={({ target }) =>
                    setTaking((ids) => (target.checked ? [...ids, id] : ids.filter((one) => one !== id)))
                  }
                />
                {method === 'percent' && taking.includes(id) && (
                  <Field
                    label={t('percentOf', { name })}
                    hideLabel
                    className={unreadable.includes(id) ? 'w-full' : 'w-28'}
                    error={unreadable.includes(id) ? ['errors.rateInvalid'] : undefined}
                  >
                    <Input
                      inputMode="decimal"
                      value={texts[id] ?? ''}
                      onChange={({ target }) => setTexts((all) => ({ ...all, [id]: target.value }))}
                    />
                  </Field>
                )}
              </li>
            ))}
          </ul>
        )}
        <div>
          <Button type="submit" variant="primary" pending={saving.pending}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
