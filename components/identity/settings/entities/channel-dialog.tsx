'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useId, useState, type FormEvent } from 'react'
import { WhatChanged } from '@/components/insight/audit-log/what-changed'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field, Input } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { createChannelAction, updateChannelAction } from '@/lib/identity/settings/actions'
import { formatRateInput, parseRate } from '@/lib/identity/settings/rates'
import type { EntityView } from '@/lib/identity/settings/views'

type Channel = EntityView['channels'][number]
type ChannelDialogProps = { open: boolean; channel: Channel | null; entity: EntityView; onClose: () => void }

export function ChannelDialog({ open, channel, entity, onClose }: ChannelDialogProps) {
  const t = useTranslations('companyData.outlets')
  const common = useTranslations('common')
  const id = useId()
  const [pending, setPending] = useState(false)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="sm"
      title={channel ? t('editChannel') : t('newChannel')}
      description={t('channelText')}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button variant="primary" type="submit" form={id} pending={pending}>
            {common('save')}
          </Button>
        </>
      }
    >
      <ChannelForm id={id} channel={channel} entity={entity} onPending={setPending} onDone={onClose} />
    </Dialog>
  )
}

type ChannelFormProps = {
  id: string
  channel: Channel | null
  entity: EntityView
  onPending: (pending: boolean) => void
  onDone: () => void
}

function ChannelForm({ id, channel, entity, onPending, onDone }: ChannelFormProps) {
  const t = useTranslations('companyData.outlets')
  const language = useLocale()
  const [name, setName] = useState(channel?.name ?? '')
  const [fee, setFee] = useState(channel ? formatRateInput(channel.feeRate, language) : '0')
  const [feeWrong, setFeeWrong] = useState(false)
  const options = { onSuccess: onDone, refresh: true }
  const creating = useAction(createChannelAction, { ...options, successMessage: t('channelCreated') })
  const updating = useAction(updateChannelAction, { ...options, successMessage: t('channelUpdated') })
  const { error, fields: refused } = channel ? updating : creating
  const fields = feeWrong ? { ...refused, feeRate: ['errors.rateInvalid'] } : refused

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const rate = parseRate(fee.trim() || '0')
    setFeeWrong(!rate.ok)
    if (!rate.ok) return
    onPending(true)
    const input = { name, feeRate: rate.rate }
    if (channel)
      await updating.run({ ...input, id: channel.id, seen: { name: channel.name, feeRate: channel.feeRate } })
    else await creating.run({ ...input, legalEntityId: entity.id })
    onPending(false)
  }
  return (
    <form id={id} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <FormError
        error={error}
        fields={fields}
        labels={{ name: t('channelName'), feeRate: t('feeRate') }}
        changed={channel && <WhatChanged kind="channel" id={channel.id} />}
      />
      <Field label={t('channelName')} required error={fields.name}>
        <Input name="name" autoComplete="off" value={name} onChange={({ target }) => setName(target.value)} />
      </Field>
      <Field label={t('feeRate')} hint={t('feeRateHint')} error={fields.feeRate}>
        <Input
          name="feeRate"
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          value={fee}
          onChange={({ target }) => setFee(target.value)}
          className="max-w-32 text-right tabular-nums"
        />
      </Field>
    </form>
  )
}
