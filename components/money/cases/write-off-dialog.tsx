'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Field, Textarea } from '@/components/ui/field'
import { FormDialog } from '@/components/ui/form-dialog'
import { useAction } from '@/components/ui/use-action'
import type { DifferencePick } from '@/lib/money/cases/picks'
import { writeOffAction } from '@/lib/money/cases/actions'
import { groupPicks, isAcceptable } from './pick'
import { GroupSums } from './picked-groups'

type WriteOffDialogProps = { picks: DifferencePick[]; onClose: () => void; onDone?: () => void }

export function WriteOffDialog({ picks, onClose, onDone }: WriteOffDialogProps) {
  const t = useTranslations('cases')
  const [reason, setReason] = useState('')
  const accepting = useAction(writeOffAction, {
    successMessage: t('writeOff.done'),
    refresh: true,
    onSuccess: () => {
      onDone?.()
      onClose()
    },
  })
  const chosen = picks.filter(isAcceptable)
  const submit = () => {
    void accepting.run({ picks: chosen.map(({ settlementId, cause }) => ({ settlementId, cause })), reason })
  }
  return (
    <FormDialog
      onClose={onClose}
      title={t('writeOff.title')}
      description={t('writeOff.text')}
      action={accepting}
      labels={{ reason: t('fields.reason') }}
      submitLabel={t('writeOff.label')}
      disabled={chosen.length === 0}
      onSubmit={submit}
    >
      <p className="text-[13px] text-ink-2">{t('orders', { count: chosen.length })}</p>
      <GroupSums groups={groupPicks(picks, isAcceptable)} />
      <Field label={t('fields.reason')} required error={accepting.fields.reason}>
        <Textarea name="reason" rows={3} value={reason} onChange={({ target }) => setReason(target.value)} />
      </Field>
    </FormDialog>
  )
}
