'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field, NumberInput, Select } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { MoneyInput } from '@/components/ui/money-input'
import type { ActionFailure } from '@/components/ui/use-action'
import { formatMoney, parseMoney, type Cents } from '@/lib/core/money'
import { changePrice, priceChanges, readPercent, type PriceChange } from '@/lib/catalog/products/bulk-price'
import { useProductPicks, type PickedProduct } from './product-picks'
import type { ProductEdit } from './product-picks'

const SHOWN = 5
type How = (typeof priceChanges)[number]

type Props = {
  saving: { error: ActionFailure | null; pending: boolean }
  onRun: (edit: ProductEdit) => Promise<void>
  onClose: () => void
}

/** One price, or what each changes by; what comes of it is seen before it is saved. */
export function BulkPriceDialog({ saving, onRun, onClose }: Props) {
  const t = useTranslations('products.bulk')
  const common = useTranslations('common')
  const language = useLocale()
  const { picked } = useProductPicks()
  const [how, setHow] = useState<How>('percent')
  const [text, setText] = useState('')
  const [isLess, setLess] = useState(false)
  const change = readChange(how, text, isLess, language)
  const changes = change ? picked.map((product) => ({ product, next: changePrice(product.priceCents, change) })) : []
  const priced = changes.flatMap(({ product, next }) =>
    next !== null && next !== product.priceCents ? [{ product, next }] : [],
  )
  const save = () =>
    void onRun({
      entries: priced.map(({ product: { id, version }, next }) => ({ id, version, priceCents: next })),
      undo: (changed) => {
        const before = new Map(priced.map(({ product }) => [product.id, product.priceCents]))
        return changed.map(({ id, version }) => ({ id, version, priceCents: before.get(id) ?? null }))
      },
    })
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title={t('priceTitle', { count: picked.length })}
      description={t('priceText')}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button variant="primary" disabled={priced.length === 0} pending={saving.pending} onClick={save}>
            {t('savePrices', { count: priced.length })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FormError error={saving.error} fields={{}} labels={{}} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('how')}>
            <Select
              name="how"
              value={how}
              onChange={({ target }) => {
                setHow(priceChanges.find((known) => known === target.value) ?? 'percent')
                setText('')
              }}
              options={priceChanges.map((known) => ({ value: known, label: t(`hows.${known}`) }))}
            />
          </Field>
          {how === 'percent' ? (
            <Field label={t('percent')} hint={t('percentHint')}>
              <NumberInput name="percent" inputMode="text" value={text} onChange={setText} />
            </Field>
          ) : (
            <Field label={t(how === 'set' ? 'newPrice' : 'amount')}>
              <MoneyInput name="amount" value={text} onChange={setText} />
            </Field>
          )}
        </div>
        {how === 'amount' && (
          <Field label={t('direction')}>
            <Select
              name="direction"
              value={isLess ? 'less' : 'more'}
              onChange={({ target }) => setLess(target.value === 'less')}
            >
              <option value="more">{t('more')}</option>
              <option value="less">{t('less')}</option>
            </Select>
          </Field>
        )}
        {change && <Preview priced={priced} kept={picked.length - priced.length} />}
      </div>
    </Dialog>
  )
}

function readChange(
  how: How,
  text: string,
  isLess: boolean,
  language: Parameters<typeof parseMoney>[1],
): PriceChange | null {
  if (how === 'percent') {
    const basisPoints = readPercent(text)
    return basisPoints === null ? null : { how, basisPoints }
  }
  const parsed = text.trim() === '' ? null : parseMoney(text, language)
  if (!parsed?.ok || parsed.cents <= 0n) return null
  return { how, cents: how === 'amount' && isLess ? -parsed.cents : parsed.cents }
}

function Preview({ priced, kept }: { priced: { product: PickedProduct; next: Cents }[]; kept: number }) {
  const t = useTranslations('products.bulk')
  const language = useLocale()
  const more = priced.length - SHOWN
  return (
    <div role="status" className="rounded-control bg-sunken px-3 py-2 text-[13px]">
      <p className="font-semibold">{t('willChange', { count: priced.length })}</p>
      <ul className="mt-1 grid gap-1">
        {priced.slice(0, SHOWN).map(({ product, next }) => (
          <li key={product.id} className="flex justify-between gap-3">
            <span className="min-w-0 truncate text-ink-2">{product.sku}</span>
            <span className="shrink-0 tabular-nums">
              {product.priceCents === null ? t('noPrice') : formatMoney(product.priceCents, language)}
              {' → '}
              <b>{formatMoney(next, language)}</b>
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-1 text-ink-3">{t('andMore', { count: more })}</p>}
      {kept > 0 && <p className="mt-1 text-warn">{t('willStay', { count: kept })}</p>}
    </div>
  )
}
