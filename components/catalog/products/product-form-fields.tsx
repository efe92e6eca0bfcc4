'use client'

import { useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import { Field, Input, NumberInput } from '@/components/ui/field'
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
            <NumberInput
              name="openingStock"
              value={draft.openingStock}
              onChange={(text) => set({ openingStock: text })}
            />
          </Field>
        )}
        <Field label={t('labels.minimumStock')} optional error={fields.minimumStock} hint={t('hints.minimumStock')}>
          <NumberInput
            name="minimumStock"
            value={draft.minimumStock}
            onChange={(text) => set({ minimumStock: text })}
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
          <NumberInput name="weightGrams" value={draft.weightGrams} onChange={(text) => set({ weightGrams: text })} />
        </Field>
        {sides.map(([name, key, label]) => (
          <Field key={name} label={t(`labels.${label}`)} error={fields[name]}>
            <NumberInput name={name} inputMode="decimal" value={draft[key]} onChange={(text) => set({ [key]: text })} />
          </Field>
        ))}
      </div>
    </Card>
  )
}
