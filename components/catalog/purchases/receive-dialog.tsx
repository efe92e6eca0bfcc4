'use client'

import { useTranslations } from 'next-intl'
import { useState, type FormEvent } from 'react'
import { WhatChanged } from '@/components/insight/audit-log/what-changed'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Checkbox, Field, Input, NumberInput } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { receivePurchaseAction } from '@/lib/catalog/purchases/actions'
import type { PurchaseDetail } from '@/lib/catalog/purchases/purchase-queries'

const formId = 'receive-form'
type Typed = Record<number, { units: string; note: string }>
type Props = { purchase: PurchaseDetail; open: boolean; onClose: () => void }

const unitsOf = (text: string) => (/^\d{1,7}$/.test(text) ? Number(text) : -1)

const left = ({ quantity, received }: PurchaseDetail['lines'][number]) => Math.max(0, quantity - received)

export function ReceiveDialog({ purchase, open, onClose }: Props) {
  const t = useTranslations('purchases.receive')
  const common = useTranslations('common')
  // Outstanding lines come first.
  const lines = purchase.lines
    .filter(({ quantity }) => quantity > 0)
    .toSorted((a, b) => Number(left(a) === 0) - Number(left(b) === 0))
  const [typed, setTyped] = useState<Typed>({})
  const [note, setNote] = useState('')
  const [allowOver, setAllowOver] = useState(false)
  const saving = useAction(receivePurchaseAction, { successMessage: t('done'), onSuccess: onClose, refresh: true })
  const set = (line: number, changes: Partial<Typed[number]>) =>
    setTyped((before) => ({ ...before, [line]: { units: '', note: '', ...before[line], ...changes } }))
  const fillAll = () =>
    setTyped((before) =>
      Object.fromEntries(
        lines
          .filter((line) => left(line) > 0)
          .map((line) => [line.line, { note: before[line.line]?.note ?? '', units: String(left(line)) }]),
      ),
    )
  const received = lines.filter(({ line }) => (typed[line]?.units ?? '').trim() !== '')
  const isOver = received.some((line) => unitsOf(typed[line.line]!.units) > left(line))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void saving.run({
      id: purchase.id,
      version: purchase.version,
      note,
      allowOver: isOver && allowOver,
      lines: received.map(({ line }) => ({ line, units: unitsOf(typed[line]!.units), note: typed[line]!.note })),
    })
  }
  const labels = Object.fromEntries(
    received.map(({ product }, index) => [`lines.${index}.units`, `${t('units')} ${product.sku}`]),
  )
  const errorOf = (line: number) => saving.fields[`lines.${received.findIndex((each) => each.line === line)}.units`]
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="lg"
      title={t('title')}
      description={t('text')}
      footer={
        <>
          <Button className="mr-auto" onClick={fillAll}>
            {t('all')}
          </Button>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            pending={saving.pending}
            disabled={isOver && !allowOver}
          >
            {t('confirm')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <FormError
          error={saving.error}
          fields={saving.fields}
          labels={labels}
          changed={<WhatChanged kind="purchase" id={purchase.id} />}
        />
        <ul className="divide-y divide-line rounded-control border border-line">
          {lines.map((line) => (
            <li
              key={line.line}
              className="grid grid-cols-[6rem_minmax(0,1fr)] gap-2 p-3 sm:grid-cols-[minmax(0,1fr)_6rem_minmax(0,14rem)]"
            >
              <span className="col-span-2 min-w-0 sm:col-span-1 sm:self-center">
                <span className="line-clamp-2 font-medium">{line.product.title}</span>
                <span className="block text-xs wrap-anywhere text-ink-3">
                  {`${line.product.sku} · ${t('remaining', { units: left(line) })}`}
                </span>
              </span>
              <Field label={<Of field={t('units')} sku={line.product.sku} />} error={errorOf(line.line)}>
                <NumberInput
                  name={`units-${line.line}`}
                  value={typed[line.line]?.units ?? ''}
                  onChange={(text) => set(line.line, { units: text.trim() })}
                />
              </Field>
              <Field label={<Of field={t('difference')} sku={line.product.sku} />} optional>
                <Input
                  name={`note-${line.line}`}
                  autoComplete="off"
                  maxLength={200}
                  value={typed[line.line]?.note ?? ''}
                  onChange={({ target }) => set(line.line, { note: target.value })}
                />
              </Field>
            </li>
          ))}
        </ul>
        {isOver && (
          <Checkbox label={t('over')} checked={allowOver} onChange={({ target }) => setAllowOver(target.checked)} />
        )}
        <Field label={t('note')} optional error={saving.fields.note}>
          <Input name="note" value={note} maxLength={500} onChange={({ target }) => setNote(target.value)} />
        </Field>
      </form>
    </Dialog>
  )
}

/** A field of a product's: the eye sees whose from where it stands. */
function Of({ field, sku }: { field: string; sku: string }) {
  return (
    <>
      {field} <span className="sr-only">{sku}</span>
    </>
  )
}
