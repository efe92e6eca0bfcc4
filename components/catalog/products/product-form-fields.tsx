'use client'

import { useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import { Field, Input } from '@/components/ui/field'
import { MoneyInput } from '@/components/ui/money-input'
import type { FieldErrors } from '@/lib/core/errors'
import type { ProductDraft } from '@/lib/catalog/products/draft'

type SectionProps = { draft: ProductDraft; set: (changes: Partial<ProductDraft>) => void; fields: FieldErrors }

/** `hasCost`: of a product that has a cost already, which another takes over from today on. */
export function MoneyFields({
  draft,
  set,
  fields,
  isNew,
  hasCost,
}: SectionProps & { isNew: boolean; hasCost: boolean }) {
  const t = useTranslations('products')
  return (
    <Card className="flex flex-col gap-4">
      <CardHeader title={t('sections.money')} />
      <div className="grid gap-4 sm:max-lg:grid-cols-2">
        <Field label={t('labels.price')} optional error={fields.priceCents}>
          <MoneyInput name="priceCents" value={draft.price} onChange={(price) => set({ price })} />
        </Field>
        <Field
          label={t('labels.cost')}
          optional
          error={fields.costCents}
          hint={t(isNew ? 'hints.newCost' : hasCost ? 'hints.cost' : 'hints.firstCost')}
        >
          <MoneyInput name="costCents" value={draft.cost} onChange={(cost) => set({ cost })} />
        </Field>
      </div>
    </Card>
  )
}

export function StockFields({ draft, set, fields, isNew }: SectionProps & { isNew: boolean }) {
  const t = useTranslations('products')
  return (
    <Card className="flex flex-col gap-4">
      <CardHeader title={t('sections.stock')} />
      <div className="grid gap-4 sm:max-lg:grid-cols-2">
        {isNew && (
          <Field label={t('labels.openingStock')} error={fields.openingStock} hint={t('hints.openingStock')}>
            <Input
              name="openingStock"
              inputMode="numeric"
              value={draft.openingStock}
              onChange={({ target }) => set({ openingStock: target.value })}
              className="text-right tabular-nums"
            />
          </Field>
        )}
        <Field label={t('labels.minimumStock')} optional error={fields.minimumStock} hint={t('hints.minimumStock')}>
          <Input
            name="minimumStock"
            inputMode="numeric"
            value={draft.minimumStock}
            onChange={({ target }) => set({ minimumStock: target.value })}
            className="text-right tabular-nums"
          />
        </Field>
        <Field label={t('labels.shelfAddress')} optional error={fields.shelfAddress} hint={t('hints.shelfAddress')}>
          <Input
            name="shelfAddress"
            value={draft.shelfAddress}
            onChange={({ target }) => set({ shelfAddress: target.value })}
          />
        </Field>
      </div>
    </Card>
  )
}

export function PackageFields({ draft, set, fields }: SectionProps) {
  const t = useTranslations('products')
  const sides = [
    ['lengthMm', 'lengthCm', 'length'],
    ['widthMm', 'widthCm', 'width'],
    ['heightMm', 'heightCm', 'height'],
  ] as const
  return (
    <Card className="flex flex-col gap-4">
      <CardHeader title={t('sections.package')} description={t('hints.package')} />
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <Field label={t('labels.weight')} error={fields.weightGrams}>
          <Input
            name="weightGrams"
            inputMode="numeric"
            value={draft.weightGrams}
            onChange={({ target }) => set({ weightGrams: target.value })}
            className="text-right tabular-nums"
          />
        </Field>
        {sides.map(([name, key, label]) => (
          <Field key={name} label={t(`labels.${label}`)} error={fields[name]}>
            <Input
              name={name}
              inputMode="decimal"
              value={draft[key]}
              onChange={({ target }) => set({ [key]: target.value })}
              className="text-right tabular-nums"
            />
          </Field>
        ))}
      </div>
    </Card>
  )
}
