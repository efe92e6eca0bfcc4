'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState, type FormEvent, type ReactNode } from 'react'
import { WhatChanged } from '@/components/insight/audit-log/what-changed'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { DateInput } from '@/components/ui/date-input'
import { ConfirmDialog } from '@/components/ui/dialog'
import { Checkbox, Field, Select } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { formatMoney } from '@/lib/core/money'
import { bookInvoiceAction, dropInvoiceAction } from '@/lib/catalog/purchases/actions'
import { purchasesPath } from '@/lib/catalog/purchases/filters'
import type { InvoiceView } from '@/lib/catalog/purchases/invoice-view'
import { formatDocument } from '@/lib/identity/settings/documents'
import { InvoiceLine, type InvoiceLineDraft } from './invoice-line'

const unitsOf = (text: string) => (/^\d{1,7}$/.test(text.trim()) ? Number(text) : null)

export function InvoiceForm({ invoice, children }: { invoice: InvoiceView; children: ReactNode }) {
  const t = useTranslations('purchases.invoice')
  const language = useLocale()
  const router = useRouter()
  const { id, version, content, purchases } = invoice
  const [lines, setLines] = useState<InvoiceLineDraft[]>(
    invoice.lines.map(({ product, by, units }) => ({ product, by, units: units?.toString() ?? '', leftOut: false })),
  )
  const [purchaseId, setPurchaseId] = useState('')
  const [notOurs, setNotOurs] = useState(false)
  const [withPayables, setWithPayables] = useState(!content.owesNothing)
  const [dueDays, setDueDays] = useState(content.instalments.map(({ dueOn }) => dueOn))
  const booking = useAction(bookInvoiceAction, {
    successMessage: t('bookDone'),
    onSuccess: (data) => router.push(`${purchasesPath}/${data.purchaseId}`),
  })
  const unmatched = lines.filter(({ product, leftOut }) => !product && !leftOut).length
  const set = (at: number, changes: Partial<InvoiceLineDraft>) =>
    setLines((before) => before.map((line, index) => (index === at ? { ...line, ...changes } : line)))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void booking.run({
      id,
      version,
      purchaseId: purchaseId || null,
      notOurs,
      withPayables,
      dueDays,
      lines: lines.map(({ product, units, leftOut }) => ({
        productId: leftOut || !product ? null : product.id,
        units: leftOut || !product ? null : unitsOf(units),
      })),
    })
  }
  const labels = Object.fromEntries([
    ...content.lines.map(({ code }, index) => [`lines.${index}.units`, `${t('units')} ${code}`]),
    ...content.instalments.map((_, index) => [`dueDays.${index}`, t('dueDay', { number: index + 1 })]),
  ])
  return (
    <form noValidate onSubmit={submit} className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
      <div className="flex min-w-0 flex-col gap-4 lg:col-start-2 lg:row-start-1">
        {children}
        <Card className="flex flex-col gap-4">
          <FormError
            error={booking.error}
            fields={booking.fields}
            labels={labels}
            changed={<WhatChanged kind="purchaseInvoice" id={id} />}
          />
          {invoice.supplierIsNew && <p className="text-[13px] text-ink-2">{t('newSupplier')}</p>}
          {!invoice.isOurs && (
            <div className="rounded-control bg-warn-soft p-3">
              <p className="mb-2 text-warn">
                {invoice.addressedTo
                  ? t('notOurs', { document: formatDocument(invoice.addressedTo, typeOf(invoice.addressedTo)) })
                  : t('notOursUnknown')}
              </p>
              <Checkbox
                label={t('confirmNotOurs')}
                checked={notOurs}
                onChange={({ target }) => setNotOurs(target.checked)}
              />
            </div>
          )}
          {purchases.length > 0 && (
            <Field label={t('purchase')} hint={purchaseId ? t('purchaseHint') : undefined}>
              <Select
                name="purchaseId"
                value={purchaseId}
                onChange={({ target }) => setPurchaseId(target.value)}
                options={purchases.map((purchase) => ({
                  value: purchase.id,
                  label: t('forPurchase', {
                    number: purchase.number,
                    total: formatMoney(purchase.totalCents, language),
                  }),
                }))}
              >
                <option value="">{t('ownPurchase')}</option>
              </Select>
            </Field>
          )}
          <Checkbox
            label={t('withPayables')}
            checked={withPayables}
            onChange={({ target }) => setWithPayables(target.checked)}
          />
          {withPayables &&
            content.instalments.map(
              ({ dueOn, amountCents }, index) =>
                dueOn === null && (
                  <Field
                    key={index}
                    label={t('dueDay', { number: index + 1 })}
                    hint={formatMoney(amountCents, language)}
                    error={booking.fields[`dueDays.${index}`]}
                  >
                    <DateInput
                      name={`dueDays.${index}`}
                      value={dueDays[index] ?? null}
                      today={invoice.issuedOn}
                      onChange={(day) => setDueDays((before) => before.map((each, at) => (at === index ? day : each)))}
                    />
                  </Field>
                ),
            )}
          <p role="status" className={unmatched > 0 ? 'text-[13px] text-warn' : 'text-[13px] text-good'}>
            {t('unmatched', { count: unmatched })}
          </p>
          <div className="flex flex-wrap justify-between gap-2">
            <DropInvoice id={id} version={version} number={invoice.number} />
            <Button
              variant="primary"
              type="submit"
              pending={booking.pending}
              disabled={unmatched > 0 || (!invoice.isOurs && !notOurs)}
            >
              {t('book')}
            </Button>
          </div>
        </Card>
      </div>
      <Card className="p-0! lg:col-start-1 lg:row-start-1">
        <CardHeader title={t('items')} className="px-4 pt-4 pb-3" />
        <ul className="divide-y divide-line border-t border-line">
          {content.lines.map((line, index) => (
            <InvoiceLine
              key={`${index} ${line.code}`}
              line={line}
              name={`lines.${index}.units`}
              draft={lines[index]!}
              errors={booking.fields[`lines.${index}.units`]}
              onChange={(changes) => set(index, changes)}
            />
          ))}
        </ul>
      </Card>
    </form>
  )
}

const typeOf = (document: string) => (document.length === 11 ? 'cpf' : 'cnpj')

function DropInvoice({ id, version, number }: { id: string; version: number; number: string }) {
  const t = useTranslations('purchases.invoice')
  const router = useRouter()
  const [confirming, setConfirming] = useState(false)
  const dropping = useAction(dropInvoiceAction, {
    successMessage: t('dropped'),
    onSuccess: () => router.push(purchasesPath),
  })
  return (
    <>
      <Button variant="ghost" onClick={() => setConfirming(true)}>
        {t('drop')}
      </Button>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => void dropping.run({ id, version })}
        pending={dropping.pending}
        danger
        title={t('dropAsk', { number })}
        text={t('dropText')}
        confirmLabel={t('drop')}
      />
    </>
  )
}
