'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useRef, useState, type FormEvent } from 'react'
import { useOrganization } from '@/components/shell/organization-context'
import { WhatChanged } from '@/components/insight/audit-log/what-changed'
import { Button, ButtonLink } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { failingAs } from '@/components/ui/failing-as'
import { FormError } from '@/components/ui/form-error'
import { PageHeader } from '@/components/ui/page-header'
import { useAction, type ActionFailure } from '@/components/ui/use-action'
import { useUnsavedGuard } from '@/components/ui/use-unsaved-guard'
import type { FieldErrors } from '@/lib/core/errors'
import { editOrderAction } from '@/lib/sales/orders/actions'
import { addProduct, draftOf, readDraft, type EditDraft } from '@/lib/sales/orders/edit-draft'
import type { OrderEditView } from '@/lib/sales/orders/edit-order-view'
import { keepListQuery, ordersPath } from '@/lib/sales/orders/filters'
import { AddLineForm } from './add-line-form'
import { EditOrderFields } from './edit-order-fields'
import { EditOrderLines } from './edit-order-lines'
import { useProductLookup } from './product-lookup'
import { useTermsLabels } from './sale-terms-fields'

const edit = failingAs(editOrderAction, 'orderSaveFailed')
const formId = 'edit-order'

/** The terms of a manual order, until it leaves. Typed text stays with any answer of the server. */
export function EditOrderForm({ order, listQuery = null }: { order: OrderEditView; listQuery?: string | null }) {
  const t = useTranslations('orders.edit')
  const common = useTranslations('common')
  const language = useLocale()
  const router = useRouter()
  const { organizationId } = useOrganization()
  const { refreshLookups } = useProductLookup(organizationId)
  const skuRef = useRef<HTMLInputElement>(null)
  const [initial] = useState(() => draftOf(order, language))
  const [draft, setDraft] = useState<EditDraft>(initial)
  const [unreadable, setUnreadable] = useState<{ error: ActionFailure; fields: FieldErrors } | null>(null)
  const [saved, setSaved] = useState(false)
  const [announced, setAnnounced] = useState('')
  const back = keepListQuery(`${ordersPath}/${order.id}`, listQuery)
  const saving = useAction(edit, {
    successMessage: t('saved'),
    onSuccess: () => {
      setSaved(true)
      void refreshLookups()
      router.push(back)
      router.refresh()
    },
  })
  useUnsavedGuard(!saved && JSON.stringify(draft) !== JSON.stringify(initial))
  const set = (changes: Partial<EditDraft>) => setDraft((before) => ({ ...before, ...changes }))
  const fields = unreadable?.fields ?? saving.fields

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (draft.lines.length === 0) return setUnreadable({ error: { code: 'cartEmpty' }, fields: {} })
    const read = readDraft(draft, language)
    if (!read.ok) return setUnreadable({ error: { code: 'invalidInput' }, fields: read.fields })
    setUnreadable(null)
    const { freightCostCents, ...input } = read.input
    const cost = order.freightCostCents === undefined ? {} : { freightCostCents }
    void saving.run({ ...input, ...cost, id: order.id, version: order.version })
  }
  const terms = useTermsLabels()
  const labels: Record<string, string> = { day: t('day'), customerName: t('customer'), ...terms }
  for (const { key, sku } of draft.lines) {
    labels[`quantity.${key}`] = t('quantityOf', { sku })
    labels[`price.${key}`] = t('priceOf', { sku })
  }

  return (
    <>
      <PageHeader
        title={t('title', { code: order.code })}
        description={t('text')}
        actions={
          <>
            <ButtonLink href={back}>{common('cancel')}</ButtonLink>
            <Button type="submit" form={formId} variant="primary" pending={saving.pending}>
              {t('save')}
            </Button>
          </>
        }
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
        <Card className="min-w-0">
          <CardHeader title={t('items')} className="mb-3" />
          <AddLineForm
            organizationId={organizationId}
            skuRef={skuRef}
            onAdd={(product, quantity) => {
              const lines = addProduct(draft.lines, product, quantity, language)
              if (typeof lines === 'string') return lines
              set({ lines })
              setAnnounced(t('added', { sku: product.sku, quantity }))
              return null
            }}
          />
          <EditOrderLines
            form={formId}
            lines={draft.lines}
            fields={fields}
            onChange={(key, changes) =>
              set({ lines: draft.lines.map((line) => (line.key === key ? { ...line, ...changes } : line)) })
            }
            onRemove={({ key, sku }) => {
              set({ lines: draft.lines.filter((line) => line.key !== key) })
              setAnnounced(t('removed', { sku }))
              skuRef.current?.focus()
            }}
          />
          <span role="status" className="sr-only">
            {announced}
          </span>
        </Card>
        <Card>
          <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
            <CardHeader title={t('details')} />
            <FormError
              error={unreadable?.error ?? saving.error}
              fields={fields}
              labels={labels}
              changed={<WhatChanged kind="order" id={order.id} />}
            />
            {saving.error?.code === 'staleVersion' && (
              <p className="text-[13px] text-ink-2">
                {t('stale')}{' '}
                <a href={back} target="_blank" rel="noreferrer" className="font-semibold text-accent-text underline">
                  {t('openCurrent')}
                </a>
              </p>
            )}
            <EditOrderFields order={order} draft={draft} set={set} fields={fields} />
          </form>
        </Card>
      </div>
    </>
  )
}
