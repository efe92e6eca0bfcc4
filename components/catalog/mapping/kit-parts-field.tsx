'use client'

import { XMarkIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { ProductCombobox } from '@/components/sales/orders/product-combobox'
import { useOrganization } from '@/components/shell/organization-context'
import { Button } from '@/components/ui/button'
import { Field, Input } from '@/components/ui/field'

export type DraftPart = { productId: string; sku: string; title: string; quantity: string }
type Props = {
  parts: DraftPart[]
  onChange: (parts: DraftPart[]) => void
  /** As the action answers: `parts` and `parts.0.quantity`. */
  fields: Record<string, string[]>
}

const quantityName = (at: number) => `parts.${at}.quantity`

export const readParts = (parts: DraftPart[]) =>
  parts.map(({ productId, quantity }) => ({ productId, quantity: /^\d{1,5}$/.test(quantity) ? Number(quantity) : 0 }))

/** Products with how many of each make one kit. */
/** The visible name of each part's quantity, for the form's summary. */
export function useKitPartLabels(parts: DraftPart[]): Record<string, string> {
  const t = useTranslations('mapping.kit')
  const quantities = parts.map(({ sku }, at) => [quantityName(at), t('quantityOf', { sku })])
  return { parts: t('parts'), ...Object.fromEntries(quantities) }
}

export function KitPartsField({ parts, onChange, fields }: Props) {
  const t = useTranslations('mapping.kit')
  const { organizationId } = useOrganization()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  return (
    <div className="flex flex-col gap-2">
      {parts.length > 0 && (
        <ul className="divide-y divide-line rounded-control border border-line">
          {parts.map((part, at) => (
            <li key={part.productId} className="flex items-center gap-2 py-1.5 pr-1 pl-3">
              <span className="min-w-0 flex-1">
                <span className="line-clamp-2">{part.title}</span>
                <span className="block text-xs wrap-anywhere text-ink-3">{part.sku}</span>
              </span>
              <Field
                label={t('quantityOf', { sku: part.sku })}
                hideLabel
                error={fields[quantityName(at)]}
                className="max-w-40 shrink-0 items-end"
              >
                <Input
                  name={quantityName(at)}
                  inputMode="numeric"
                  value={part.quantity}
                  onChange={({ target }) =>
                    onChange(parts.map((each, i) => (i === at ? { ...each, quantity: target.value.trim() } : each)))
                  }
                  className="w-16! text-right tabular-nums"
                />
              </Field>
              <Button
                variant="ghost"
                size="icon"
                aria-label={t('remove', { sku: part.sku })}
                onClick={() => onChange(parts.filter((_, i) => i !== at))}
              >
                <XMarkIcon aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Field label={t('add')} hint={t('addHint')} error={fields.parts}>
        <ProductCombobox
          organizationId={organizationId}
          value={text}
          onChange={setText}
          inputRef={input}
          onPick={({ id, sku, title }) => {
            setText('')
            if (parts.every(({ productId }) => productId !== id))
              onChange([...parts, { productId: id, sku, title, quantity: '1' }])
          }}
        />
      </Field>
    </div>
  )
}
