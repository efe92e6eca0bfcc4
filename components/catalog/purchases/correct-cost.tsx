'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState, type FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { DateInput } from '@/components/ui/date-input'
import { Dialog } from '@/components/ui/dialog'
import { Checkbox, Field } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { MoneyInput } from '@/components/ui/money-input'
import { useAction, type ActionFailure } from '@/components/ui/use-action'
import { useMessage } from '@/components/ui/use-message'
import type { Day } from '@/lib/core/dates'
import type { FieldErrors } from '@/lib/core/errors'
import { formatMoney, parseMoney } from '@/lib/core/money'
import { correctCostAction, previewCostAction } from '@/lib/catalog/costs/actions'
import type { CostRule } from '@/lib/catalog/purchases/schema'
import toast from 'react-hot-toast'

type Props = { productId: string; rule: CostRule; today: Day }
type Wrong = { error: ActionFailure; fields: FieldErrors }

const formId = 'correct-cost-form'

/** The effect is shown before the change. */
export function CorrectCost({ productId, rule, today }: Props) {
  const t = useTranslations('purchases.cost')
  const common = useTranslations('common')
  const language = useLocale()
  const message = useMessage()
  const [open, setOpen] = useState(false)
  const [fromDay, setFromDay] = useState<Day | null>(today)
  const [amount, setAmount] = useState('')
  const [recost, setRecost] = useState(true)
  const [wrong, setWrong] = useState<Wrong | null>(null)
  const [preview, setPreview] = useState<{ orders: number; changeCents: string } | null>(null)
  const previewing = useAction(previewCostAction, { onSuccess: setPreview })
  const saving = useAction(correctCostAction, {
    refresh: true,
    onSuccess: ({ isRunning }) => {
      setOpen(false)
      setPreview(null)
      setAmount('')
      toast.success(t(isRunning ? 'queued' : 'done'))
    },
  })
  const changed = () => setPreview(null)
  const read = () => {
    const parsed = parseMoney(amount, language)
    const fields: FieldErrors = {}
    if (fromDay === null) fields.fromDay = ['errors.dateInvalid']
    if (!parsed.ok) fields.costCents = [`errors.${parsed.error}`]
    if (fromDay === null || !parsed.ok) {
      setWrong({ error: { code: 'invalidInput' }, fields })
      return null
    }
    setWrong(null)
    return { productId, fromDay, costCents: parsed.cents }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const input = read()
    if (!input) return
    if (preview) void saving.run({ ...input, recost: recost && preview.orders > 0 })
    else void previewing.run(input)
  }
  const fields = wrong?.fields ?? (preview ? saving.fields : previewing.fields)
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        {t('correct')}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        size="sm"
        title={t('correctTitle')}
        description={t('correctText')}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>{common('cancel')}</Button>
            <Button variant="primary" type="submit" form={formId} pending={previewing.pending || saving.pending}>
              {t(preview ? 'save' : 'check')}
            </Button>
          </>
        }
      >
        <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
          <FormError
            error={wrong?.error ?? saving.error ?? previewing.error}
            fields={fields}
            labels={{ fromDay: t('day'), costCents: t('amount') }}
          />
          <Field label={t('day')} required error={fields.fromDay}>
            <DateInput
              name="fromDay"
              value={fromDay}
              today={today}
              onChange={(day) => {
                setFromDay(day)
                changed()
              }}
            />
          </Field>
          <Field label={t('amount')} required error={fields.costCents?.map((key) => message(key))}>
            <MoneyInput
              name="costCents"
              value={amount}
              onChange={(text) => {
                setAmount(text)
                changed()
              }}
            />
          </Field>
          <div role="status" className="empty:hidden">
            {preview && (
              <>
                <p className="font-medium">{t('changes', { orders: preview.orders })}</p>
                {preview.orders > 0 && (
                  <p className="text-ink-2 tabular-nums">
                    {t('sum', { amount: formatMoney(BigInt(preview.changeCents), language) })}
                  </p>
                )}
              </>
            )}
          </div>
          {preview && preview.orders > 0 && (
            <Checkbox
              label={t('recost')}
              hint={rule === 'fifo' ? t('fifoNote') : undefined}
              checked={recost}
              onChange={({ target }) => setRecost(target.checked)}
            />
          )}
        </form>
      </Dialog>
    </>
  )
}
