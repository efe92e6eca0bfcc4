'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { WhatChanged } from '@/components/insight/audit-log/what-changed'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field, Select } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { moveSalesChannelAction } from '@/lib/identity/settings/actions'
import type { EntityView } from '@/lib/identity/settings/views'

export type SalesChannel = { kind: 'shop' | 'channel'; id: string; name: string }
type Entity = Pick<EntityView, 'id' | 'name'>
type MoveDialogProps = { salesChannel: SalesChannel | null; from: Entity; others: Entity[]; onClose: () => void }

export function MoveDialog({ salesChannel, from, others, onClose }: MoveDialogProps) {
  const t = useTranslations('companyData.outlets')
  const common = useTranslations('common')
  const [chosen, setChosen] = useState<string | null>(null)
  const moving = useAction(moveSalesChannelAction, { successMessage: t('moved'), onSuccess: onClose, refresh: true })
  const toEntityId = others.find(({ id }) => id === chosen)?.id ?? others[0]?.id
  const move = () => {
    if (!salesChannel || !toEntityId) return
    void moving.run({ kind: salesChannel.kind, id: salesChannel.id, fromEntityId: from.id, toEntityId })
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
          changed={salesChannel && <WhatChanged kind={salesChannel.kind} id={salesChannel.id} />}
        />
        <Field label={t('moveTo')}>
          <Select
            name="toEntityId"
            value={toEntityId}
            onChange={({ target }) => setChosen(target.value)}
            options={others.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
      </div>
    </Dialog>
  )
}
