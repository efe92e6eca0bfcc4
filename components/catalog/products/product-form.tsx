'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState, type FormEvent } from 'react'
import { WhatChanged } from '@/components/insight/audit-log/what-changed'
import { Button, ButtonLink } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { failingAs } from '@/components/ui/failing-as'
import { Field, Input, Textarea } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { PageHeader } from '@/components/ui/page-header'
import { RichTextEditor } from '@/components/ui/rich-text-editor'
import { useAction, type ActionFailure } from '@/components/ui/use-action'
import { useMessage } from '@/components/ui/use-message'
import { useUnsavedGuard } from '@/components/ui/use-unsaved-guard'
import type { FieldErrors } from '@/lib/core/errors'
import { createProductAction, updateProductAction } from '@/lib/catalog/products/actions'
import { readDraft, type ProductDraft } from '@/lib/catalog/products/draft'
import { productsPath } from '@/lib/catalog/products/filters'
import { PhotoField } from './photo-field'
import { MoneyFields, PackageFields, StockFields } from './product-form-fields'

type ProductFormProps = {
  initial: ProductDraft
  /** Absent for a new product. */
  existing?: { id: string; version: number; title: string }
}

const create = failingAs(createProductAction, 'productSaveFailed')
const update = failingAs(updateProductAction, 'productSaveFailed')

export function ProductForm({ initial, existing }: ProductFormProps) {
  const t = useTranslations('products')
  const common = useTranslations('common')
  const message = useMessage()
  const language = useLocale()
  const router = useRouter()
  const [draft, setDraft] = useState(initial)
  const [unreadable, setUnreadable] = useState<{ error: ActionFailure; fields: FieldErrors } | null>(null)
  const [saved, setSaved] = useState(false)
  const [sendsPhoto, setSendsPhoto] = useState(false)
  const costChanged = draft.cost !== initial.cost
  const leave = (href: string) => {
    setSaved(true)
    router.push(href)
    router.refresh()
  }
  const creating = useAction(create, {
    successMessage: t('created'),
    onSuccess: ({ id }) => leave(`${productsPath}/${id}`),
  })
  const updating = useAction(update, {
    successMessage: t('updated'),
    onSuccess: () => leave(`${productsPath}/${existing?.id}`),
  })
  const saving = existing ? updating : creating
  const pending = saving.pending || sendsPhoto
  useUnsavedGuard(!saved && JSON.stringify(draft) !== JSON.stringify(initial))

  const set = (changes: Partial<ProductDraft>) => setDraft((before) => ({ ...before, ...changes }))
  const fields = unreadable?.fields ?? saving.fields
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = readDraft(draft, language, { costUnchanged: existing && !costChanged })
    if (!read.ok) return setUnreadable({ error: { code: 'invalidInput' }, fields: read.fields })
    setUnreadable(null)
    if (!existing) return void creating.run(read.input)
    const { openingStock: _, costCents, ...input } = read.input
    const { id, version } = existing
    void updating.run({ ...input, id, version, ...(costChanged && { costCents }) })
  }
  const back = existing ? `${productsPath}/${existing.id}` : productsPath
  const section = { draft, set, fields }

  return (
    <form noValidate onSubmit={submit} className="mx-auto max-w-5xl">
      <PageHeader
        title={existing ? t('edit', { title: existing.title }) : t('new')}
        actions={
          <>
            <ButtonLink href={back}>{common('cancel')}</ButtonLink>
            <Button type="submit" variant="primary" pending={pending}>
              {common('save')}
            </Button>
          </>
        }
      />
      <FormError
        error={unreadable?.error ?? saving.error}
        fields={fields}
        labels={useFieldLabels()}
        changed={existing && <WhatChanged kind="product" id={existing.id} />}
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px] lg:grid-rows-[auto_1fr]">
        <Card className="flex min-w-0 flex-col gap-4">
          <CardHeader title={t('sections.product')} />
          <Field label={t('labels.title')} required error={fields.title}>
            <Input name="title" value={draft.title} onChange={({ target }) => set({ title: target.value })} />
          </Field>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={t('labels.sku')} required error={fields.sku} hint={t('hints.sku')}>
              <Input
                name="sku"
                value={draft.sku}
                autoComplete="off"
                spellCheck={false}
                onChange={({ target }) => set({ sku: target.value })}
              />
            </Field>
            <Field label={t('labels.barcodes')} optional error={fields.barcodes} hint={t('hints.barcodes')}>
              <Textarea
                name="barcodes"
                rows={1}
                value={draft.barcodes}
                spellCheck={false}
                onChange={({ target }) => set({ barcodes: target.value })}
                className="field-sizing-content min-h-control resize-none"
              />
            </Field>
          </div>
          <RichTextEditor
            label={t('labels.description')}
            value={initial.descriptionHtml}
            onChange={(descriptionHtml) => set({ descriptionHtml })}
            error={fields.descriptionHtml?.map((key) => message(key)).join(' ')}
          />
        </Card>
        <div className="flex min-w-0 flex-col gap-4 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <MoneyFields {...section} isNew={!existing} hasCost={initial.cost !== ''} />
          <StockFields {...section} isNew={!existing} />
          <PhotoField
            fileId={draft.photoFileId}
            error={fields.photoFileId}
            onChange={(photoFileId) => set({ photoFileId })}
            onSending={setSendsPhoto}
          />
        </div>
        <PackageFields {...section} />
        <Button type="submit" variant="primary" pending={pending} className="lg:hidden">
          {common('save')}
        </Button>
      </div>
    </form>
  )
}

function useFieldLabels(): Record<string, string> {
  const t = useTranslations('products.labels')
  return {
    sku: t('sku'),
    title: t('title'),
    priceCents: t('price'),
    costCents: t('cost'),
    openingStock: t('openingStock'),
    minimumStock: t('minimumStock'),
    descriptionHtml: t('description'),
    barcodes: t('barcodes'),
    photoFileId: t('photo'),
    shelfAddress: t('shelfAddress'),
    weightGrams: t('weight'),
    lengthMm: t('length'),
    widthMm: t('width'),
    heightMm: t('height'),
  }
}
