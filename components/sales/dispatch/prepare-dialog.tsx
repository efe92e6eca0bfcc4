'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button, Spinner } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field, Select } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { planDayAction, prepareDayAction } from '@/lib/sales/dispatch/actions'
import type { Batch, DayPlan } from '@/lib/sales/dispatch/prepare-day'
import { labelPapers, type LabelPaper } from '@/lib/sales/dispatch/schema'

type PrepareDialogProps = { query: string; onClose: () => void }

/** The steps of the day's button, its orders, and the paper of their labels. */
export function PrepareDialog({ query, onClose }: PrepareDialogProps) {
  const t = useTranslations('dispatch.prepare')
  const [plan, setPlan] = useState<DayPlan | null>(null)
  const [chosen, setChosen] = useState(query)
  const [papers, setPapers] = useState<Record<string, LabelPaper>>({})
  const read = useAction(planDayAction, { onSuccess: setPlan })
  const prepare = useAction(prepareDayAction, {
    refresh: true,
    successMessage: ({ count }) => t('queued', { count }),
    onSuccess: onClose,
  })
  // Asked once, when the dialog opens; a second request of the same run is not sent.
  useEffect(() => {
    void read.run({ query })
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  const count = plan
    ? ([plan.single, ...plan.products, ...plan.carriers].find((one) => one.query === chosen)?.count ?? plan.count)
    : 0
  const start = () =>
    prepare.run({
      selection: { query: chosen },
      papers: (plan?.shops ?? []).map(({ id, paper }) => ({ shopId: id, paper: papers[id] ?? paper })),
    })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title')}
      description={t('text')}
      footer={
        count > 0 && (
          <Button
            variant="primary"
            autoFocus
            data-autofocus
            className="max-sm:w-full"
            pending={prepare.pending}
            onClick={() => void start()}
          >
            {t('confirm', { count })}
          </Button>
        )
      }
    >
      <div className="grid gap-4">
        <FormError error={read.error ?? prepare.error} />
        {!plan && !read.error && (
          <p role="status" className="flex items-center gap-2 py-6 text-ink-2">
            <Spinner />
            {t('reading')}
          </p>
        )}
        {plan?.count === 0 && <p className="py-2 font-medium text-good">{t('nothing')}</p>}
        {plan && plan.count > 0 && (
          <>
            <Notes plan={plan} />
            <Field label={t('which')}>
              <Select value={chosen} onChange={({ target }) => setChosen(target.value)}>
                <option value={query}>{t('all', { count: plan.count })}</option>
                {plan.single.count > 0 && plan.single.count < plan.count && (
                  <option value={plan.single.query}>{t('single', { count: plan.single.count })}</option>
                )}
                <Batches label={t('carriers')} batches={plan.carriers} />
                <Batches label={t('products')} batches={plan.products} />
              </Select>
            </Field>
            <div className="grid gap-3 sm:grid-cols-2">
              {plan.shops.map(({ id, name, paper }) => (
                <Field key={id} label={t('paper', { shop: name })} hint={t('paperHint')}>
                  <Select
                    value={papers[id] ?? paper}
                    onChange={({ target }) =>
                      setPapers({ ...papers, [id]: labelPapers.find((one) => one === target.value) ?? paper })
                    }
                    options={labelPapers.map((one) => ({ value: one, label: t(`papers.${one}`) }))}
                  />
                </Field>
              ))}
            </div>
          </>
        )}
      </div>
    </Dialog>
  )
}

function Notes({ plan: { late, withoutInvoice, short, isCut, count } }: { plan: DayPlan }) {
  const t = useTranslations('dispatch.prepare')
  const hasLeft = withoutInvoice + short > 0
  if (late === 0 && !hasLeft && !isCut) return null
  return (
    <div className="grid gap-1 text-[13px] text-ink-2">
      <p className="flex flex-wrap gap-2">
        {late > 0 && <Badge tone="bad">{t('late', { count: late })}</Badge>}
        {withoutInvoice > 0 && <Badge tone="warn">{t('withoutInvoice', { count: withoutInvoice })}</Badge>}
        {short > 0 && <Badge tone="warn">{t('short', { count: short })}</Badge>}
      </p>
      {hasLeft && <p>{t('willBeListed')}</p>}
      {isCut && <p>{t('cut', { count })}</p>}
    </div>
  )
}

/** One alone is all there is. */
function Batches({ label, batches }: { label: string; batches: readonly Batch[] }) {
  const t = useTranslations('dispatch.prepare')
  if (batches.length < 2) return null
  return (
    <optgroup label={label}>
      {batches.map((batch) => (
        <option key={batch.query} value={batch.query}>
          {t('batch', { label: batch.label, count: batch.count })}
        </option>
      ))}
    </optgroup>
  )
}
