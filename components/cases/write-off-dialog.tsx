'use client'

import { useTranslations } from 'next-intl'
import { useState, type FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field, Textarea } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import type { DifferencePick } from '@/lib/cases/picks'
import { writeOffAction } from '@/lib/cases/actions'
import { groupPicks, isAcceptable } from './pick'
import { GroupSums } from './picked-groups'

type WriteOffDialogProps = { picks: DifferencePick[]; onClose: () => void; onDone?: () => void }

const formId = 'write-off'

export function WriteOffDialog({ picks, onClose, onDone }: WriteOffDialogProps) {
  const t = useTranslations('cases')
  const common = useTranslations('common')
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
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void accepting.run({ picks: chosen.map(({ settlementId, cause }) => ({ settlementId, cause })), reason })
  }
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title={t('writeOff.title')}
      description={t('writeOff.text')}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            pending={accepting.pending}
            disabled={chosen.length === 0}
          >
            {t('writeOff.label')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-3">
        <FormError error={accepting.error} fields={accepting.fields} labels={{ reason: t('fields.reason') }} />
        <p className="text-[13px] text-ink-2">{t('orders', { count: chosen.length })}</p>
        <GroupSums groups={groupPicks(picks, isAcceptable)} />
        <Field label={t('fields.reason')} required error={accepting.fields.reason}>
          <Textarea name="reason" rows={3} value={reason} onChange={({ target }) => setReason(target.value)} />
        </Field>
      </form>
    </Dialog>
  )
}
