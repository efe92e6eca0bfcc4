'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field, NumberInput } from '@/components/ui/field'
import { FormDialog } from '@/components/ui/form-dialog'
import { useAction } from '@/components/ui/use-action'
import { cancelItemsAction } from '@/lib/connect/sync/actions'
import type { OrderView } from '@/lib/sales/orders/views'

type CancelItemsProps = {
  order: Pick<OrderView['order'], 'id' | 'platform' | 'sellerDiscountCents'> & {
    items: Pick<OrderView['order']['items'][number], 'line' | 'title' | 'sku' | 'variation' | 'quantity'>[]
  }
  code: string
}

/** Some units of an order that goes out with the rest: at the marketplace for its order, here alone for one entered by hand. */
export function CancelItems({ order, code }: CancelItemsProps) {
  const { id, platform, items, sellerDiscountCents } = order
  const t = useTranslations('orders.detail.cancelItems')
  const keep = useTranslations('orders.detail')('cancelKeep')
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState<Record<number, string>>({})
  const isManual = platform === 'manual'
  const cancelling = useAction(cancelItemsAction, {
    refresh: true,
    successMessage: t(isManual ? 'done' : 'doneOnPlatform'),
    onSuccess: () => setOpen(false),
  })
  const lines = items.map(({ line, quantity }) => ({ line, quantity, cancelled: Number(typed[line] || 0) }))
  const wanted = lines.filter(({ cancelled }) => cancelled > 0)
  const count = wanted.reduce((units, { cancelled }) => units + cancelled, 0)
  const isWithin = wanted.every(({ quantity, cancelled }) => cancelled <= quantity)
  const isWhole = lines.every(({ quantity, cancelled }) => cancelled >= quantity)
  const openDialog = () => {
    setTyped({})
    cancelling.clearError()
    setOpen(true)
  }
  return (
    <>
      <Button size="sm" variant="ghost" onClick={openDialog}>
        {t('action')}
      </Button>
      <FormDialog
        open={open}
        size="md"
        danger
        onClose={() => setOpen(false)}
        action={cancelling}
        title={t('title', { code })}
        description={t(isManual ? 'text' : 'platformText')}
        submitLabel={t('submit', { count })}
        keepLabel={keep}
        disabled={count === 0 || !isWithin || isWhole}
        onSubmit={() => void cancelling.run({ id, lines: wanted })}
      >
        <ul className="divide-y divide-line border-y border-line">
          {items.map(({ line, title, sku, variation, quantity }, index) => (
            <li key={line} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-3">
              <span className="min-w-0">
                <span className="block font-medium wrap-anywhere">{title}</span>
                <span className="block text-[13px] text-ink-3">{[sku, variation].filter(Boolean).join(' · ')}</span>
              </span>
              <span className="flex items-center gap-2">
                <span className="w-20 shrink-0">
                  <Field label={t('units', { title })} hideLabel>
                    <NumberInput
                      name={`line.${line}`}
                      placeholder="0"
                      aria-invalid={lines[index]!.cancelled > quantity || undefined}
                      value={typed[line] ?? ''}
                      onChange={(text) => setTyped({ ...typed, [line]: text.replace(/\D/g, '').slice(0, 6) })}
                    />
                  </Field>
                </span>
                <span className="whitespace-nowrap text-ink-2 tabular-nums">{t('of', { count: quantity })}</span>
              </span>
              <output className="col-span-2 text-right text-[13px] text-ink-3 tabular-nums">
                {t('left', { count: Math.max(0, quantity - lines[index]!.cancelled) })}
              </output>
            </li>
          ))}
        </ul>
        {isWhole && <p className="text-warn">{t('whole')}</p>}
        {isManual && sellerDiscountCents > 0n && <p className="text-[13px] text-ink-2">{t('discount')}</p>}
      </FormDialog>
    </>
  )
}
