'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { WhatChanged } from '@/components/insight/audit-log/what-changed'
import { Button } from '@/components/ui/button'
import { DateInput } from '@/components/ui/date-input'
import { Field, Input, Textarea } from '@/components/ui/field'
import { FormDialog } from '@/components/ui/form-dialog'
import { useAction } from '@/components/ui/use-action'
import { updateCaseAction } from '@/lib/money/cases/actions'
import type { CaseView } from '@/lib/money/cases/views'
import type { Day } from '@/lib/core/dates'
import { OwnerField } from './owner-field'

export function EditCase({ caseView }: { caseView: CaseView }) {
  const t = useTranslations('cases')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        {t('detail.edit')}
      </Button>
      {open && <EditDialog caseView={caseView} onClose={() => setOpen(false)} />}
    </>
  )
}

function EditDialog({ caseView, onClose }: { caseView: CaseView; onClose: () => void }) {
  const t = useTranslations('cases')
  const common = useTranslations('common')
  const [reason, setReason] = useState(caseView.reason)
  const [protocol, setProtocol] = useState(caseView.protocol ?? '')
  const [ownerId, setOwnerId] = useState(caseView.ownerId)
  const [deadline, setDeadline] = useState<Day | null>(caseView.deadline)
  const saving = useAction(updateCaseAction, { successMessage: t('detail.saved'), refresh: true, onSuccess: onClose })
  const { fields } = saving
  const submit = () => {
    void saving.run({
      id: caseView.id,
      version: caseView.version,
      reason,
      protocol,
      ownerId,
      deadline: deadline ?? '',
    })
  }
  const labels = { reason: t('fields.reason'), protocol: t('fields.protocol'), deadline: t('fields.deadline') }
  return (
    <FormDialog
      onClose={onClose}
      title={t('detail.editTitle')}
      action={saving}
      labels={labels}
      submitLabel={common('save')}
      onSubmit={submit}
      changed={<WhatChanged kind="case" id={caseView.id} />}
    >
      <Field label={t('fields.reason')} required error={fields.reason}>
        <Textarea name="reason" rows={3} value={reason} onChange={({ target }) => setReason(target.value)} />
      </Field>
      <Field label={t('fields.protocol')} optional error={fields.protocol}>
        <Input
          name="protocol"
          autoComplete="off"
          maxLength={80}
          value={protocol}
          onChange={({ target }) => setProtocol(target.value)}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('fields.deadline')} required error={fields.deadline}>
          <DateInput name="deadline" value={deadline} onChange={setDeadline} today={caseView.today} />
        </Field>
        <OwnerField value={ownerId} onChange={setOwnerId} owners={caseView.owners} error={fields.ownerId} />
      </div>
    </FormDialog>
  )
}
