'use client'

import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field, Select } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { Progress } from '@/components/ui/progress'
import { useAction } from '@/components/ui/use-action'
import { changeStatusesAction } from '@/lib/sales/order-list/actions'
import { changedAtOnce } from '@/lib/sales/order-list/schema'
import type { ErrorCode } from '@/lib/core/errors'
import { usePicks, type PickedOrder } from './picks'
import { StatusResults } from './status-results'

const choices = ['confirmed', 'shipped', 'delivered', 'cancelled'] as const
type Choice = (typeof choices)[number]

/** Goes a few orders at a time, so that how far it is can be seen; each order has its own answer. */
export function StatusDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('orders.desk.change')
  const common = useTranslations('common')
  const router = useRouter()
  const { picked, pick } = usePicks()
  const [orders] = useState<PickedOrder[]>(picked)
  const [to, setTo] = useState<Choice>('confirmed')
  const [results, setResults] = useState<ReadonlyMap<string, ErrorCode | null> | null>(null)
  const [running, setRunning] = useState(false)
  const call = useAction(changeStatusesAction)

  const start = async () => {
    const answers = new Map(results ?? [])
    const left = orders.filter(({ id }) => !answers.has(id))
    setRunning(true)
    setResults(new Map(answers))
    for (let at = 0; at < left.length; at += changedAtOnce) {
      const some = left.slice(at, at + changedAtOnce).map(({ id, version }) => ({ id, version }))
      const result = await call.run({ orders: some, to })
      if (!result?.ok) break
      for (const { id, error } of result.data.results) answers.set(id, error)
      setResults(new Map(answers))
    }
    setRunning(false)
    router.refresh()
  }
  const close = () => {
    if (running) return
    pick(
      orders.filter(({ id }) => results?.get(id) === null),
      false,
    )
    onClose()
  }
  const isDone = results !== null && orders.every(({ id }) => results.has(id))
  const footer = (
    <>
      <Button key={isDone ? 'done' : 'open'} autoFocus={isDone} onClick={close} disabled={running}>
        {results ? common('close') : common('cancel')}
      </Button>
      {!isDone && (
        <Button variant={to === 'cancelled' ? 'danger' : 'primary'} pending={running} onClick={() => void start()}>
          {results && !running ? t('retry') : t('start')}
        </Button>
      )}
    </>
  )
  return (
    <Dialog
      open
      onClose={close}
      title={isDone ? t('doneTitle') : t('title')}
      description={t('text', { count: orders.length })}
      footer={footer}
    >
      <div className="space-y-4">
        <FormError error={call.error} fields={call.fields} />
        {results === null ? (
          <Field label={t('to')} hint={to === 'cancelled' ? t('cancelNote') : undefined}>
            <Select
              value={to}
              onChange={({ target }) => setTo(choices.find((one) => one === target.value) ?? 'confirmed')}
              options={choices.map((choice) => ({ value: choice, label: t(choice) }))}
            />
          </Field>
        ) : (
          <>
            {running && (
              <Progress
                label={t('running', { done: results.size, count: orders.length })}
                value={results.size}
                max={orders.length}
              />
            )}
            <StatusResults orders={orders} results={results} />
          </>
        )}
      </div>
    </Dialog>
  )
}
