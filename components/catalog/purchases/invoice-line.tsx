'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { ProductCombobox } from '@/components/sales/orders/product-combobox'
import { useOrganization } from '@/components/shell/organization-context'
import { Button } from '@/components/ui/button'
import { Checkbox, Field, NumberInput } from '@/components/ui/field'
import { formatMoney, formatNumber } from '@/lib/core/money'
import { landedOf } from '@/lib/catalog/purchases/apportion'
import { unitsOf, type InvoiceLine as Line } from '@/lib/catalog/purchases/invoice-content'
import type { ProductChoice } from '@/lib/catalog/purchases/invoice-view'

export type InvoiceLineDraft = { product: ProductChoice | null; by: string | null; units: string; leftOut: boolean }

type Props = {
  line: Line
  name: string
  draft: InvoiceLineDraft
  errors?: string[]
  onChange: (changes: Partial<InvoiceLineDraft>) => void
}

export function InvoiceLine({ line, name, draft, errors, onChange }: Props) {
  const t = useTranslations('purchases.invoice')
  const language = useLocale()
  const { product, by, units, leftOut } = draft
  const perPack = Number(units) / Number(line.quantity)
  const isPacked = Number.isInteger(perPack) && perPack > 1
  return (
    <li className="grid gap-3 p-4 md:grid-cols-2">
      <div className="min-w-0">
        <p className="font-semibold break-words">{line.title}</p>
        <p className="text-xs wrap-anywhere text-ink-3">{[line.code, line.ean].filter(Boolean).join(' · ')}</p>
        <p className="mt-1 text-[13px] text-ink-2 tabular-nums">
          {`${formatNumber(line.quantity, language, 4)} ${line.unit} · ${formatMoney(landedOf(line.goodsCents, line), language)}`}
        </p>
      </div>
      <div className="flex min-w-0 flex-col gap-2">
        {leftOut ? (
          <p className="text-ink-2">{t('left')}</p>
        ) : (
          <>
            <ProductChoiceField draft={draft} code={line.code} onChange={onChange} quantity={line.quantity} />
            {product && (
              <Field
                label={`${t('units')} (${product.sku})`}
                hint={isPacked ? t('perPack', { units: formatNumber(perPack, language), unit: line.unit }) : undefined}
                error={errors}
                className="max-w-40"
              >
                <NumberInput name={name} value={units} onChange={(text) => onChange({ units: text.trim() })} />
              </Field>
            )}
            {product && by && <p className="text-xs text-ink-3">{t(`by.${by as 'code'}`)}</p>}
          </>
        )}
        <Checkbox
          label={t('leaveOut')}
          checked={leftOut}
          onChange={({ target }) => onChange({ leftOut: target.checked })}
        />
      </div>
    </li>
  )
}

type ChoiceProps = Pick<Props, 'draft' | 'onChange'> & { code: string; quantity: string }

function ProductChoiceField({ draft: { product, units }, code, quantity, onChange }: ChoiceProps) {
  const t = useTranslations('purchases.invoice')
  const { organizationId } = useOrganization()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  if (product)
    return (
      <div className="flex items-start justify-between gap-2">
        <span className="min-w-0">
          <span className="line-clamp-2 font-medium">{product.title}</span>
          <span className="block text-xs wrap-anywhere text-ink-3">{product.sku}</span>
        </span>
        <Button size="sm" variant="ghost" onClick={() => onChange({ product: null, by: null })}>
          {t('change')}
        </Button>
      </div>
    )
  return (
    <Field label={`${t('pick')} (${code})`}>
      <ProductCombobox
        organizationId={organizationId}
        value={text}
        onChange={setText}
        inputRef={input}
        onPick={({ id, sku, title }) =>
          onChange({
            product: { id, sku, title },
            by: 'hand',
            units: units || (unitsOf(quantity, 1)?.toString() ?? ''),
          })
        }
      />
    </Field>
  )
}
