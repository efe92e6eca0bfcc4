'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field, Input } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { createKitAction } from '@/lib/catalog/mapping/actions'
import { KitPartsField, readParts, useKitPartLabels, type DraftPart } from './kit-parts-field'

type Kit = { id: string; sku: string; title: string }
type Props = { onMade: (kit: Kit) => void; onCancel: () => void }

/** A product made of others, while a listing is being mapped. */
export function NewKit({ onMade, onCancel }: Props) {
  const t = useTranslations('mapping.kit')
  const common = useTranslations('common')
  const [sku, setSku] = useState('')
  const [title, setTitle] = useState('')
  const [parts, setParts] = useState<DraftPart[]>([])
  const making = useAction(createKitAction, {
    successMessage: t('made'),
    onSuccess: ({ productId }) => onMade({ id: productId, sku: sku.trim(), title: title.trim() }),
  })
  const { fields } = making
  const partLabels = useKitPartLabels(parts)
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-2">{t('text')}</p>
      <FormError error={making.error} fields={fields} labels={{ sku: t('sku'), title: t('name'), ...partLabels }} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('sku')} error={fields.sku} required>
          <Input value={sku} maxLength={100} autoComplete="off" onChange={({ target }) => setSku(target.value)} />
        </Field>
        <Field label={t('name')} error={fields.title} required>
          <Input value={title} maxLength={255} autoComplete="off" onChange={({ target }) => setTitle(target.value)} />
        </Field>
      </div>
      <KitPartsField parts={parts} onChange={setParts} fields={fields} />
      <div className="flex flex-wrap justify-end gap-2 border-t border-line pt-3">
        <Button onClick={onCancel}>{common('cancel')}</Button>
        <Button
          variant="primary"
          pending={making.pending}
          onClick={() => void making.run({ sku, title, parts: readParts(parts) })}
        >
          {t('make')}
        </Button>
      </div>
    </div>
  )
}
