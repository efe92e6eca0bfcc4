'use client'

import { XMarkIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { ProductCombobox } from '@/components/orders/product-combobox'
import { useOrganization } from '@/components/shell/organization-context'
import { Button } from '@/components/ui/button'
import { Field, Input } from '@/components/ui/field'

export type DraftPart = { productId: string; sku: string; title: string; quantity: string }
type Props = { parts: DraftPart[]; onChange: (parts: DraftPart[]) => void; error?: string | string[] }

export const readParts = (parts: DraftPart[]) =>
  parts.map(({ productId, quantity }) => ({ productId, quantity: /^\d{1,5}$/.test(quantity) ? Number(quantity) : 0 }))

/** Products with how many of each make one kit. */
export function KitPartsField({ parts, onChange, error }: Props) {
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
              <Input
                aria-label={t('quantityOf', { sku: part.sku })}
                inputMode="numeric"
                value={part.quantity}
                onChange={({ target }) =>
                  onChange(parts.map((each, i) => (i === at ? { ...each, quantity: target.value.trim() } : each)))
                }
                className="w-16! text-right tabular-nums"
              />
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
      <Field label={t('add')} hint={t('addHint')} error={error}>
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
