'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import toast from 'react-hot-toast'
import { ProductPhoto } from '@/components/catalog/products/product-photo'
import { WhatChanged } from '@/components/insight/audit-log/what-changed'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { Field, Input, Textarea } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { receiveReturnAction } from '@/lib/sales/returns/actions'
import type { ReturnItemView, ReturnView } from '@/lib/sales/returns/views'

type ReceivedUnits = { sellable: string; damaged: string }
const whole = (text: string) => (/^\d{1,5}$/.test(text.trim()) ? Number(text) : text.trim() === '' ? 0 : NaN)

/** Each unit is said to be good, damaged or not there; what is neither good nor damaged did not come. */
export function ReceiveReturn({ back }: { back: ReturnView }) {
  const t = useTranslations('returns')
  const [result, setResult] = useState<Record<number, ReceivedUnits>>({})
  const [note, setNote] = useState('')
  const receive = useAction(receiveReturnAction, {
    refresh: true,
    onSuccess: ({ already, unbooked }) =>
      already ? toast(t('receivedBefore')) : toast.success(t(unbooked > 0 ? 'receivedUnbooked' : 'receivedDone')),
  })
  const of = ({ line }: ReturnItemView) => result[line] ?? { sellable: '', damaged: '' }
  const countsOf = (item: ReturnItemView) => {
    const [sellable, damaged] = [whole(of(item).sellable), whole(of(item).damaged)]
    return { line: item.line, sellable, damaged, missing: item.quantity - sellable - damaged }
  }
  const lines = back.items.map(countsOf)
  // Nothing typed is nothing said: that no unit came back is a 0 in words.
  const isSaid = back.items.every((item) => of(item).sellable !== '' || of(item).damaged !== '')
  const isSound = isSaid && lines.every(({ missing }) => missing >= 0)
  const allAs = (what: keyof ReceivedUnits) =>
    setResult(
      Object.fromEntries(
        back.items.map(({ line, quantity }) => [line, { sellable: '', damaged: '', [what]: String(quantity) }]),
      ),
    )
  return (
    <Card flush>
      <CardHeader
        title={t('inspect')}
        description={t('inspectText')}
        className="px-4 py-4"
        actions={
          <>
            <Button size="sm" onClick={() => allAs('sellable')}>
              {t('allSellable')}
            </Button>
            <Button size="sm" onClick={() => allAs('damaged')}>
              {t('allDamaged')}
            </Button>
          </>
        }
      />
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isSound) void receive.run({ returnId: back.id, version: back.version, lines, note: note.trim() || null })
        }}
      >
        <ul className="divide-y divide-line border-y border-line">
          {back.items.map((item) => (
            <li key={item.line} className="grid gap-3 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
              <span className="flex min-w-0 items-center gap-3">
                <ProductPhoto fileId={item.photoFileId} className="size-12" />
                <span className="min-w-0">
                  <span className="block font-semibold">{item.title}</span>
                  <span className="block text-[13px] text-ink-3">
                    {[t('units', { count: item.quantity }), item.sku, item.variation].filter(Boolean).join(' · ')}
                  </span>
                  {!item.isMapped && <span className="block text-[13px] text-warn">{t('unmapped')}</span>}
                </span>
              </span>
              <span className="grid grid-cols-3 gap-2 sm:w-72">
                {(['sellable', 'damaged'] as const).map((what) => (
                  <Field
                    key={what}
                    label={t(`found.${what}`)}
                    error={countsOf(item).missing >= 0 ? undefined : t('tooMany')}
                  >
                    <Input
                      inputMode="numeric"
                      autoComplete="off"
                      placeholder="0"
                      value={of(item)[what]}
                      onChange={({ target }) =>
                        setResult({ ...result, [item.line]: { ...of(item), [what]: target.value.replace(/\D/g, '') } })
                      }
                    />
                  </Field>
                ))}
                <span className="flex flex-col gap-1">
                  <span className="text-[13px] font-medium">{t('found.missing')}</span>
                  <output className="flex h-control items-center tabular-nums">
                    {of(item).sellable === '' && of(item).damaged === '' ? '—' : Math.max(0, countsOf(item).missing)}
                  </output>
                </span>
              </span>
            </li>
          ))}
        </ul>
        <div className="grid gap-3 p-4">
          <Field label={t('note')} optional>
            <Textarea rows={2} maxLength={1000} value={note} onChange={({ target }) => setNote(target.value)} />
          </Field>
          <FormError error={receive.error} changed={<WhatChanged kind="order" id={back.orderId} />} />
          <Button
            variant="primary"
            type="submit"
            disabled={!isSound}
            pending={receive.pending}
            className="justify-self-start"
          >
            {t('receive')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
