'use client'

import { PencilSquareIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field, NumberInput } from '@/components/ui/field'
import { FormDialog } from '@/components/ui/form-dialog'
import { useAction, type ActionFailure } from '@/components/ui/use-action'
import { enterCountAction, recountLineAction } from '@/lib/catalog/warehouse/actions'
import type { CountLine } from '@/lib/catalog/warehouse/count-lines'

/** Counting a product by a number, or again. */
export function CountLineActions({ countId, line }: { countId: string; line: CountLine }) {
  const t = useTranslations('counts.lines')
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [unreadable, setUnreadable] = useState<ActionFailure | null>(null)
  const close = () => {
    setOpen(false)
    setTyped('')
    setUnreadable(null)
  }
  const add = useAction(enterCountAction, { successMessage: t('added'), onSuccess: close, refresh: true })
  const recount = useAction(recountLineAction, { successMessage: t('restarted'), onSuccess: close, refresh: true })
  const submit = () => {
    const units = /^\d{1,6}$/.test(typed.trim()) ? Number(typed) : null
    if (units === null) return setUnreadable({ code: 'invalidInput' })
    setUnreadable(null)
    void add.run({ countId, code: line.sku, productId: line.productId, units, ageMs: 0 })
  }
  const fields = unreadable ? { units: ['stock.fields.unitsInvalid'] } : add.fields
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label={t('enterOf', { sku: line.sku })}
        onClick={() => setOpen(true)}
        className="relative z-1"
      >
        <PencilSquareIcon aria-hidden />
      </Button>
      <FormDialog
        open={open}
        onClose={close}
        title={t('enter')}
        description={`${line.sku} · ${line.title}`}
        action={{ pending: add.pending, error: unreadable ?? add.error ?? recount.error, fields }}
        labels={{ units: t('units') }}
        submitLabel={t('add')}
        aside={
          line.units !== null && (
            <Button
              pending={recount.pending}
              onClick={() => void recount.run({ countId, productId: line.productId, round: line.round })}
            >
              {t('recount')}
            </Button>
          )
        }
        onSubmit={submit}
      >
        <Field
          label={t('units')}
          required
          error={fields.units}
          hint={line.units === null ? t('hint') : t('addsTo', { units: Number(line.units) })}
        >
          <NumberInput name="units" value={typed} onChange={setTyped} />
        </Field>
      </FormDialog>
    </>
  )
}
