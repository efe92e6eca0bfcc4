'use client'

import { EyeSlashIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useState, type FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field, Input } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { reportMissAction } from '@/lib/catalog/warehouse/actions'

export type MissedProduct = { id: string; title: string; sku: string | null; onHand: number }
type MissingButtonProps = { product: MissedProduct }

/** A person at the shelf who does not find the product enters the quantity there; its listings stop. */
export function MissingButton({ product }: MissingButtonProps) {
  const t = useTranslations('shelfMiss')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" aria-label={t('buttonOf', { title: product.title })} onClick={() => setOpen(true)}>
        <EyeSlashIcon aria-hidden />
        {t('button')}
      </Button>
      {open && <MissingDialog product={product} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Lists of hundreds of products have one of these, and a plain button in each row. */
export function MissingDialog({ product, onClose }: MissingButtonProps & { onClose: () => void }) {
  const t = useTranslations('shelfMiss')
  const [seenOnHand, setSeenOnHand] = useState(product.onHand)
  const [units, setUnits] = useState('0')
  const [reason, setReason] = useState(t('defaultReason'))
  const report = useAction(reportMissAction, { refresh: true, successMessage: t('reported'), onSuccess: onClose })
  const moved = report.error?.code === 'stockMoved' ? Number(report.error.values?.onHand) : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A blank field is no count of zero, and half a unit is none: the action refuses both in words.
    const counted = /^-?\d{1,12}$/.test(units.trim()) ? Number(units) : Number.NaN
    void report.run({ productId: product.id, units: counted, seenOnHand, reason })
  }
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title={t('title')}
      description={[product.sku, product.title].filter(Boolean).join(' · ')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="danger" type="submit" form="missing-at-shelf" pending={report.pending}>
            {t('confirm')}
          </Button>
        </>
      }
    >
      <form id="missing-at-shelf" noValidate onSubmit={submit} className="grid gap-4">
        <FormError error={report.error} fields={report.fields} labels={{ units: t('units'), reason: t('reason') }} />
        {moved !== null && (
          <Button
            size="sm"
            className="justify-self-start"
            onClick={() => {
              setSeenOnHand(moved)
              report.clearError()
            }}
          >
            {t('reload')}
          </Button>
        )}
        <p>{t('text')}</p>
        <p aria-live="polite" className="text-[13px] text-ink-2 tabular-nums">
          {t('onHand', { units: seenOnHand })}
        </p>
        <Field label={t('units')} required error={report.fields.units}>
          <Input
            name="units"
            inputMode="numeric"
            autoComplete="off"
            value={units}
            onChange={({ target }) => setUnits(target.value)}
            className="text-right text-base tabular-nums"
          />
        </Field>
        <Field label={t('reason')} required error={report.fields.reason}>
          <Input name="reason" maxLength={200} value={reason} onChange={({ target }) => setReason(target.value)} />
        </Field>
      </form>
    </Dialog>
  )
}
