'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { Button, Spinner } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { listChoicesAction } from '@/lib/connect/sync/actions'
import { shipOrdersAction } from '@/lib/sales/dispatch/actions'
import type { ChosenArrangement } from '@/lib/sales/dispatch/schema'
import type { ChoiceGroup, Choices } from '@/lib/connect/sync/dispatch/shipping-choices'
import { ArrangeGroup } from './arrange-group'
import type { Picked } from './picked'
import { suggested, suggestedMethod } from '@/lib/sales/dispatch/suggest-arrangement'

type ArrangeDialogProps = { picked: Picked; onClose: () => void; onDone: () => void }

export function ArrangeDialog({ picked, onClose, onDone }: ArrangeDialogProps) {
  const t = useTranslations('dispatch')
  const [choices, setChoices] = useState<Choices | null>(null)
  const [chosen, setChosen] = useState<ChosenArrangement[]>([])
  const read = useAction(listChoicesAction, {
    onSuccess: (result) => {
      setChoices(result)
      const open = result.groups.filter(({ problem, methods }) => problem === null && methods.length > 0)
      setChosen(open.map((group) => suggested(group, suggestedMethod(group))))
    },
  })
  const ship = useAction(shipOrdersAction, {
    refresh: true,
    successMessage: ({ count }) => t('bulk.queuedShip', { count }),
    onSuccess: () => {
      onClose()
      onDone()
    },
  })
  // Asked once, when the dialog opens; a second request of the same run is not sent.
  useEffect(() => {
    void read.run({ selection: picked })
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  const groupOf = ({ shopId, channelId, retry }: ChosenArrangement) =>
    choices?.groups.find((one) => one.shopId === shopId && one.channelId === channelId && one.retry === retry)
  const count = chosen.reduce((sum, one) => sum + (groupOf(one)?.count ?? 0), 0)
  const change = (group: ChoiceGroup, next: ChosenArrangement) =>
    setChosen((all) => all.map((one) => (groupOf(one) === group ? next : one)))
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('ship.title')}
      footer={
        count > 0 && (
          <Button
            variant="primary"
            pending={ship.pending}
            onClick={() => void ship.run({ selection: picked, arrangements: chosen })}
          >
            {t('ship.confirm', { count })}
          </Button>
        )
      }
    >
      <div className="grid gap-4">
        <FormError error={read.error ?? ship.error} />
        {!choices && !read.error && (
          <p role="status" className="flex items-center gap-2 py-6 text-ink-2">
            <Spinner />
            {t('ship.reading')}
          </p>
        )}
        {choices?.groups.map((group) => (
          <ArrangeGroup
            key={`${group.shopId}:${group.channelId}:${group.retry}`}
            group={group}
            chosen={chosen.find((one) => groupOf(one) === group) ?? null}
            onMethod={(method) => change(group, suggested(group, method))}
            onChange={(next) => change(group, next)}
          />
        ))}
        {choices && choices.groups.length === 0 && <p>{t('ship.nothing')}</p>}
        {choices && choices.skipped > 0 && (
          <p className="text-[13px] text-ink-2">{t('ship.skipped', { count: choices.skipped })}</p>
        )}
      </div>
    </Dialog>
  )
}
