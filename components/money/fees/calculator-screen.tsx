'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Checkbox, Field, Select } from '@/components/ui/field'
import { MoneyInput } from '@/components/ui/money-input'
import { Segments } from '@/components/ui/segments'
import { calculate, draftStart, isStart, readCalculation, type CalculatorDraft } from '@/lib/money/fees/calculation'
import { rateText } from '@/lib/core/rounding'
import type { CalculatorView } from '@/lib/money/fees/views'
import { formatRateInput } from '@/lib/identity/settings/rates'
import { CalculatedPrice } from './calculated-price'
import { RateField } from './rate-field'

type CalculatorScreenProps = { view: CalculatorView }

/** Both ways: what is left at a price, and the price that leaves a margin. Nothing is sent anywhere. */
export function CalculatorScreen({ view: { shops } }: CalculatorScreenProps) {
  const t = useTranslations('fees.calculator')
  const language = useLocale()
  const [shopId, setShopId] = useState(shops[0]?.id ?? '')
  const shop = shops.find(({ id }) => id === shopId)
  const taxOf = (id: string) => {
    const rate = shops.find((each) => each.id === id)?.taxRate
    return rate === null || rate === undefined ? '' : formatRateInput(rateText(rate), language)
  }
  const startOf = (id: string) => draftStart(shops.find((each) => each.id === id)?.start ?? null, language)
  const [draft, setDraft] = useState<CalculatorDraft>(() => ({
    mode: 'price',
    ...startOf(shopId),
    ads: '',
    affiliate: '',
    tax: taxOf(shopId),
    campaign: shop?.terms.campaign ?? false,
    protection: shop?.terms.protection ?? false,
    bulky: shop?.terms.bulky ?? false,
  }))
  if (!shop) return <EmptyState kind="first" title={t('title')} text={t('noShop')} className="py-16" />
  const set = (changes: Partial<CalculatorDraft>) => setDraft((before) => ({ ...before, ...changes }))
  const read = readCalculation(draft, language)
  const choose = (id: string) => {
    const next = shops.find((each) => each.id === id)
    setShopId(id)
    set({
      ...(isStart(draft, startOf(shopId)) && startOf(id)),
      tax: taxOf(id),
      campaign: next?.terms.campaign ?? false,
      protection: next?.terms.protection ?? false,
      bulky: next?.terms.bulky ?? false,
    })
  }
  const money = (name: 'price' | 'cost' | 'packaging') => (
    <Field label={t(name)} error={read.errors[name]}>
      <MoneyInput name={name} value={draft[name]} onChange={(text) => set({ [name]: text })} />
    </Field>
  )
  const rate = (name: 'margin' | 'tax' | 'ads' | 'affiliate') => (
    <RateField
      label={t(name)}
      name={name}
      value={draft[name]}
      error={read.errors[name] ? [read.errors[name]] : undefined}
      hint={name === 'ads' ? t('adsHow') : undefined}
      onChange={(text) => set({ [name]: text })}
    />
  )
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card>
        <CardHeader title={t('title')} description={t('text')} />
        <div className="mt-4 grid gap-4">
          <Segments
            legend={t('mode')}
            options={(['price', 'margin'] as const).map((value) => ({ value, label: t(`modes.${value}`) }))}
            chosen={draft.mode}
            onChoose={(mode) => set({ mode })}
          />
          {shops.length > 1 && (
            <Field label={t('shop')}>
              <Select
                name="shop"
                value={shopId}
                onChange={({ target }) => choose(target.value)}
                options={shops.map(({ id, name }) => ({ value: id, label: name }))}
              />
            </Field>
          )}
          {isStart(draft, startOf(shopId)) && (
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control bg-sunken px-3 py-2 text-[13px]">
              <p className="min-w-0 flex-1 basis-56 break-words">
                {shop.start ? t('startsWith', { product: shop.start.title }) : t('startsWithExample')}
              </p>
              <Button size="sm" onClick={() => set({ price: '', cost: '', packaging: '' })}>
                {t('clear')}
              </Button>
            </div>
          )}
          <div className="grid items-start gap-4 sm:grid-cols-2">
            {draft.mode === 'price' ? money('price') : rate('margin')}
            {money('cost')}
            {money('packaging')}
            {rate('tax')}
            {rate('ads')}
            {rate('affiliate')}
          </div>
          <div className="flex flex-col gap-2">
            {(['campaign', 'protection', 'bulky'] as const).map((name) => (
              <Checkbox
                key={name}
                name={name}
                label={t(name)}
                checked={draft[name]}
                onChange={({ target }) => set({ [name]: target.checked })}
              />
            ))}
          </div>
        </div>
      </Card>
      <Card>
        <CardHeader title={t('result')} />
        <div aria-live="polite" className="mt-3">
          <CalculatedPrice result={calculate(read, shop)} isConfirmed={shop.isConfirmed} />
        </div>
      </Card>
    </div>
  )
}
