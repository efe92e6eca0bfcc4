'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { WhatChanged } from '@/components/insight/audit-log/what-changed'
import { DateInput } from '@/components/ui/date-input'
import { Field, Input, Textarea } from '@/components/ui/field'
import { FormDialog } from '@/components/ui/form-dialog'
import { MoneyInput } from '@/components/ui/money-input'
import { useAction } from '@/components/ui/use-action'
import { moveCaseAction } from '@/lib/money/cases/actions'
import { reopenedUntil } from '@/lib/money/cases/deadlines'
import type { CaseStep } from '@/lib/money/cases/schema'
import type { CaseView } from '@/lib/money/cases/views'
import type { Day } from '@/lib/core/dates'
import { formatAmount, parseMoney } from '@/lib/core/money'

type MoveCaseDialogProps = { caseView: CaseView; to: CaseStep; onClose: () => void }

export function MoveCaseDialog({ caseView, to, onClose }: MoveCaseDialogProps) {
  const t = useTranslations('cases')
  const common = useTranslations('common')
  const language = useLocale()
  const back = caseView.returnedCents > 0n ? caseView.returnedCents : caseView.amountCents
  const [protocol, setProtocol] = useState(caseView.protocol ?? '')
  const [recovered, setRecovered] = useState(formatAmount(back, language))
  const [deadline, setDeadline] = useState<Day | null>(reopenedUntil(caseView.today))
  const [note, setNote] = useState('')
  const moving = useAction(moveCaseAction, { successMessage: t('moved'), refresh: true, onSuccess: onClose })
  const submit = () => {
    const typed = parseMoney(recovered, language)
    void moving.run({
      id: caseView.id,
      version: caseView.version,
      to,
      note,
      protocol: to === 'filed' ? protocol : null,
      recoveredCents: to === 'paid' && typed.ok ? typed.cents : null,
      deadline: to === 'detected' ? deadline : null,
    })
  }
  const labels = {
    protocol: t('fields.protocol'),
    recoveredCents: t('fields.recovered'),
    deadline: t('fields.deadline'),
    note: t('fields.note'),
  }
  return (
    <FormDialog
      onClose={onClose}
      title={t(`steps.${to}`)}
      description={t(`stepTexts.${to}`)}
      action={moving}
      labels={labels}
      submitLabel={common('save')}
      onSubmit={submit}
      changed={<WhatChanged kind="case" id={caseView.id} />}
    >
      {to === 'filed' && (
        <Field label={t('fields.protocol')} optional error={moving.fields.protocol}>
          <Input
            name="protocol"
            autoComplete="off"
            maxLength={80}
            value={protocol}
            onChange={({ target }) => setProtocol(target.value)}
          />
        </Field>
      )}
      {to === 'paid' && (
        <Field label={t('fields.recovered')} required error={moving.fields.recoveredCents}>
          <MoneyInput name="recoveredCents" value={recovered} onChange={setRecovered} />
        </Field>
      )}
      {to === 'detected' && (
        <Field label={t('fields.deadline')} required error={moving.fields.deadline}>
          <DateInput name="deadline" value={deadline} onChange={setDeadline} today={caseView.today} />
        </Field>
      )}
      <Field
        label={to === 'written_off' ? t('fields.reason') : t('fields.note')}
        required={to === 'written_off'}
        optional={to !== 'written_off'}
        error={moving.fields.note}
      >
        <Textarea name="note" rows={3} value={note} onChange={({ target }) => setNote(target.value)} />
      </Field>
    </FormDialog>
  )
}
