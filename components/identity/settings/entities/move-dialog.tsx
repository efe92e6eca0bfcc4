'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { WhatChanged } from '@/components/insight/audit-log/what-changed'
import { Button } from '@/components/ui/button'
import { DateInput } from '@/components/ui/date-input'
import { Dialog } from '@/components/ui/dialog'
import { Field, Select } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import type { Day } from '@/lib/core/dates'
import { moveSalesChannelAction } from '@/lib/identity/settings/actions'
import type { EntityView } from '@/lib/identity/settings/views'

/** `isDated`: it was of another entity before, so that the day of its move may be corrected. */
export type SalesChannel = { kind: 'shop' | 'channel'; id: string; name: string; isDated?: boolean }
type Entity = Pick<EntityView, 'id' | 'name'>
type MoveDialogProps = {
  salesChannel: SalesChannel | null
  from: Entity
  others: Entity[]
  today: Day
  onClose: () => void
}

export function MoveDialog({ salesChannel, from, others, today, onClose }: MoveDialogProps) {
  const t = useTranslations('companyData.outlets')
  const common = useTranslations('common')
  const [chosen, setChosen] = useState<string | null>(null)
  const [always, setAlways] = useState(false)
  const [day, setDay] = useState<Day | null>(today)
  const [isMissing, setIsMissing] = useState(false)
  const moving = useAction(moveSalesChannelAction, { successMessage: t('moved'), onSuccess: onClose, refresh: true })
  const choices = salesChannel?.isDated ? [...others, from] : others
  const toEntityId = choices.find(({ id }) => id === chosen)?.id ?? choices[0]?.id
  const labels = { toEntityId: t('moveTo'), fromDay: t('moveFromDay') }
  const move = () => {
    const fromDay = always ? null : day
    setIsMissing(!always && day === null)
    if (!salesChannel || !toEntityId || (!always && day === null)) return
    void moving.run({ kind: salesChannel.kind, id: salesChannel.id, fromEntityId: from.id, toEntityId, fromDay })
  }
  return (
    <Dialog
      open={salesChannel !== null}
      onClose={onClose}
      size="sm"
      title={t('moveTitle', { name: salesChannel?.name ?? '' })}
      description={t('moveText')}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button variant="primary" pending={moving.pending} onClick={move}>
            {t('move')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FormError
          error={moving.error}
          fields={moving.fields}
          labels={labels}
          changed={salesChannel && <WhatChanged kind={salesChannel.kind} id={salesChannel.id} />}
        />
        <Field label={labels.toEntityId}>
          <Select
            name="toEntityId"
            value={toEntityId}
            onChange={({ target }) => setChosen(target.value)}
            options={choices.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
        <Field label={t('moveWhich')}>
          <Select
            name="since"
            value={always ? 'always' : 'day'}
            onChange={({ target }) => setAlways(target.value === 'always')}
            options={[
              { value: 'day', label: t('moveSince') },
              { value: 'always', label: t('moveAlways') },
            ]}
          />
        </Field>
        {!always && (
          <Field label={labels.fromDay} required error={isMissing ? [t('moveDayMissing')] : moving.fields.fromDay}>
            <DateInput name="fromDay" value={day} today={today} onChange={setDay} />
          </Field>
        )}
      </div>
    </Dialog>
  )
}
