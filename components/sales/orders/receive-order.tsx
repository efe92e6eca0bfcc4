'use client'

import { useTranslations } from 'next-intl'
import { useState, type FormEvent } from 'react'
import { WhatChanged } from '@/components/insight/audit-log/what-changed'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { Field, NumberInput } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { receiveOrderAction } from '@/lib/sales/orders/actions'
import type { UnitsAway } from '@/lib/sales/orders/detail'

type ReceivedUnits = { sellable: string; damaged: string }
const nothing: ReceivedUnits = { sellable: '', damaged: '' }
const kinds = ['sellable', 'damaged'] as const

/** The units that a cancelled order had sent: each is good, damaged, or did not come back. */
export function ReceiveOrder({ id, version, away }: { id: string; version: number; away: UnitsAway[] }) {
  const t = useTranslations('orders.receive')
  const [result, setResult] = useState<Record<string, ReceivedUnits>>({})
  const receiving = useAction(receiveOrderAction, { successMessage: t('done'), refresh: true })
  const lines = away.map(({ productId, units }) => {
    const { sellable, damaged } = result[productId] ?? nothing
    const counts = { sellable: Number(sellable || 0), damaged: Number(damaged || 0) }
    return { productId, ...counts, missing: units - counts.sellable - counts.damaged }
  })
  // Nothing typed is nothing said: that no unit came back is a zero.
  const isSaid = away.every(({ productId }) => Object.values(result[productId] ?? nothing).some((text) => text !== ''))
  const isSound = isSaid && lines.every(({ missing }) => missing >= 0)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isSound) void receiving.run({ id, version, lines })
  }
  const allSellable = () =>
    setResult(Object.fromEntries(away.map(({ productId, units }) => [productId, { ...nothing, sellable: `${units}` }])))
  return (
    <Card>
      <form noValidate onSubmit={submit} className="flex flex-col gap-3">
        <CardHeader
          title={t('title')}
          description={t('text')}
          actions={
            <Button size="sm" onClick={allSellable}>
              {t('allSellable')}
            </Button>
          }
        />
        <FormError error={receiving.error} fields={receiving.fields} changed={<WhatChanged kind="order" id={id} />} />
        <ul className="divide-y divide-line border-y border-line">
          {away.map(({ productId, sku, title, units }, index) => (
            <li key={productId} className="grid items-end gap-3 py-3 sm:grid-cols-[minmax(0,1fr)_288px]">
              <div className="min-w-0">
                <p className="font-medium wrap-anywhere">{title}</p>
                <p className="text-[13px] text-ink-3 tabular-nums">
                  {sku} · {t('away', { count: units })}
                </p>
              </div>
              <div className="grid grid-cols-3 gap-2">
                {kinds.map((kind) => (
                  <Field key={kind} label={t(kind)} error={(lines[index]?.missing ?? 0) < 0 ? t('tooMany') : undefined}>
                    <NumberInput
                      name={`${kind}.${sku}`}
                      aria-label={t('of', { what: t(kind), sku })}
                      placeholder="0"
                      value={(result[productId] ?? nothing)[kind]}
                      onChange={(text) => {
                        const typed = text.replace(/\D/g, '').slice(0, 8)
                        setResult({ ...result, [productId]: { ...(result[productId] ?? nothing), [kind]: typed } })
                      }}
                    />
                  </Field>
                ))}
                <span className="flex flex-col gap-1">
                  <span className="text-[13px] font-medium">{t('missing')}</span>
                  <output className="flex h-control items-center tabular-nums">
                    {result[productId] ? Math.max(0, lines[index]?.missing ?? 0) : '—'}
                  </output>
                </span>
              </div>
            </li>
          ))}
        </ul>
        <Button type="submit" variant="primary" disabled={!isSound} pending={receiving.pending} className="self-start">
          {t('save')}
        </Button>
      </form>
    </Card>
  )
}
