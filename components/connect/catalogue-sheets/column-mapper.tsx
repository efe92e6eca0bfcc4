'use client'

import { useTranslations } from 'next-intl'
import { useState, type FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { Checkbox, Field, Select } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { mapColumnsAction } from '@/lib/connect/catalogue-sheets/actions'
import { catalogueFieldNames, traitsOf, type SheetUnits } from '@/lib/connect/catalogue-sheets/fields'
import type { SheetKindName } from '@/lib/connect/catalogue-sheets/schema'
import { lackingSaleFields, neededSaleFields, saleFields } from '@/lib/connect/channel-sales/fields'
import type { UnknownSheet } from '@/lib/connect/order-imports/sheet-layouts'

type ColumnMapperProps = {
  importId: string
  kind: SheetKindName
  sheet: Omit<UnknownSheet, 'places'> & { places: Partial<Record<string, number>> }
  seesMoney: boolean
  units?: SheetUnits
  zeroIsEmpty?: boolean
}

const none = ''

/** Assigns the columns: for an unknown sheet, or to correct a recognized one. */
export function ColumnMapper({ importId, kind, sheet, seesMoney, units, zeroIsEmpty = true }: ColumnMapperProps) {
  const t = useTranslations('sheets')
  const [places, setPlaces] = useState<Partial<Record<string, number>>>(sheet.places)
  const [measures, setMeasures] = useState<SheetUnits>(units ?? { weight: 'kg', size: 'cm' })
  const [zero, setZero] = useState(zeroIsEmpty)
  const save = useAction(mapColumnsAction, { successMessage: t('columns.again'), refresh: true })
  const fields =
    kind === 'sales' ? saleFields : catalogueFieldNames.filter((field) => seesMoney || !traitsOf(field).money)
  const needed: readonly string[] = kind === 'sales' ? [...neededSaleFields, ...lackingSaleFields(places)] : ['sku']
  const isUnknown = sheet.sample.length > 0
  const ofMarket = sheet.market ? t(`columns.market.${sheet.market}`) : null
  const labels = Object.fromEntries(fields.map((field) => [field, t(`field.${field}`)]))

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const said = Object.fromEntries(
      Object.entries(places).filter((entry): entry is [string, number] => entry[1] !== undefined),
    )
    void save.run({ importId, places: said, ...measures, zeroIsEmpty: zero })
  }
  const examplesOf = (at: number | undefined) =>
    sheet.sample.flatMap((cells) => cells.find(([place]) => place === at)?.[1] ?? []).join(' · ')

  return (
    <Card>
      <CardHeader
        title={t(isUnknown ? 'columns.title' : 'columns.change')}
        description={[t(isUnknown ? 'columns.text' : 'columns.changeText'), ofMarket].filter(Boolean).join(' ')}
        level={2}
      />
      <form onSubmit={submit} className="mt-4 space-y-4">
        <FormError error={save.error} fields={save.fields} labels={labels} />
        <div className={isUnknown ? 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3' : 'grid gap-4'}>
          {fields.map((field) => (
            <Field
              key={field}
              label={t(`field.${field}`)}
              required={needed.includes(field)}
              error={save.fields?.[field]}
              hint={
                isUnknown && places[field] !== undefined
                  ? examplesOf(places[field]) || t('columns.noExample')
                  : undefined
              }
            >
              <Select
                name={field}
                value={places[field] ?? none}
                onChange={({ target }) =>
                  setPlaces({ ...places, [field]: target.value === none ? undefined : Number(target.value) })
                }
                options={sheet.headings.map(([at, name]) => ({
                  value: at,
                  label: t('columns.column_at', { letters: lettersOf(at), name }),
                }))}
              >
                <option value={none}>{t('columns.none')}</option>
              </Select>
            </Field>
          ))}
        </div>
        {kind === 'catalogue' && (
          <div className={isUnknown ? 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3' : 'grid gap-4'}>
            <Field label={t('columns.weight')}>
              <Select
                value={measures.weight}
                onChange={({ target }) => setMeasures({ ...measures, weight: target.value === 'g' ? 'g' : 'kg' })}
              >
                <option value="kg">{t('columns.units.kg')}</option>
                <option value="g">{t('columns.units.g')}</option>
              </Select>
            </Field>
            <Field label={t('columns.size')}>
              <Select
                value={measures.size}
                onChange={({ target }) => setMeasures({ ...measures, size: target.value === 'mm' ? 'mm' : 'cm' })}
              >
                <option value="cm">{t('columns.units.cm')}</option>
                <option value="mm">{t('columns.units.mm')}</option>
              </Select>
            </Field>
            <Checkbox
              label={t('columns.zeroIsEmpty')}
              hint={t('columns.zeroIsEmptyHint')}
              checked={zero}
              onChange={({ target }) => setZero(target.checked)}
            />
          </div>
        )}
        <Button type="submit" variant={isUnknown ? 'primary' : 'secondary'} pending={save.pending}>
          {t('columns.submit')}
        </Button>
      </form>
    </Card>
  )
}

/** 0 → 'A', 27 → 'AB'. */
function lettersOf(at: number): string {
  let letters = ''
  for (let rest = at + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  return letters
}
