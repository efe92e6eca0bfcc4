'use client'

import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { useState } from 'react'
import {
  KitPartsField,
  readParts,
  useKitPartLabels,
  type DraftPart,
} from '@/components/catalog/mapping/kit-parts-field'
import { WhatChanged } from '@/components/insight/audit-log/what-changed'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { Dialog } from '@/components/ui/dialog'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { setKitAction } from '@/lib/catalog/mapping/actions'
import { formatNumber } from '@/lib/core/money'
import type { ProductView } from '@/lib/catalog/products/views'

type Product = { id: string; sku: string; title: string }
type Props = { product: Product; kit: ProductView['kit']; canEdit: boolean }

/**
 * The parts of a kit, with the number of kits that each makes; and for a product that has never had stock the way to
 * become one.
 */
export function KitCard({ product, kit, canEdit }: Props) {
  const t = useTranslations('mapping.kit')
  const language = useLocale()
  const [open, setOpen] = useState(false)
  if (!kit && !canEdit) return null
  return (
    <Card>
      <CardHeader title={kit ? t('title') : t('none')} description={kit ? t('how') : t('noneText')} className="mb-3" />
      {kit && (
        <>
          <p className="flex items-baseline gap-2">
            <span className={`text-[22px] leading-7 font-title tabular-nums ${kit.available < 0n ? 'text-bad' : ''}`}>
              {formatNumber(kit.available, language)}
            </span>
            <span className="text-[13px] text-ink-2">{t('available')}</span>
          </p>
          <ul className="mt-2 divide-y divide-line">
            {kit.parts.map((part) => (
              <li key={part.productId} className="flex items-baseline justify-between gap-3 py-1.5">
                <Link href={`/dashboard/products/${part.productId}`} className="min-w-0 wrap-anywhere">
                  {part.title}
                </Link>
                <span className="shrink-0 text-ink-2 tabular-nums">{t('times', { count: part.quantity })}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {canEdit && (
        <Button onClick={() => setOpen(true)} className="mt-3 w-full">
          {kit ? t('change') : t('compose')}
        </Button>
      )}
      <Dialog open={open} onClose={() => setOpen(false)} title={t('dialog')} description={product.title}>
        <KitForm product={product} kit={kit} onDone={() => setOpen(false)} />
      </Dialog>
    </Card>
  )
}

function KitForm({ product, kit, onDone }: Omit<Props, 'canEdit'> & { onDone: () => void }) {
  const t = useTranslations('mapping.kit')
  const common = useTranslations('common')
  const [parts, setParts] = useState<DraftPart[]>(
    () => kit?.parts.map((part) => ({ ...part, quantity: String(part.quantity) })) ?? [],
  )
  const saving = useAction(setKitAction, { refresh: true, onSuccess: onDone, successMessage: t('saved') })
  const partLabels = useKitPartLabels(parts)
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-2">{t('text')}</p>
      <FormError
        error={saving.error}
        fields={saving.fields}
        labels={partLabels}
        changed={<WhatChanged kind="product" id={product.id} />}
      />
      <KitPartsField parts={parts} onChange={setParts} fields={saving.fields} />
      <div className="flex flex-wrap justify-end gap-2 border-t border-line pt-3">
        <Button onClick={onDone}>{common('cancel')}</Button>
        <Button
          variant="primary"
          pending={saving.pending}
          onClick={() => void saving.run({ productId: product.id, parts: readParts(parts) })}
        >
          {common('save')}
        </Button>
      </div>
    </div>
  )
}
