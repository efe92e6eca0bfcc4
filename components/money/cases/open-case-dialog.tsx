'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { DateInput } from '@/components/ui/date-input'
import { Field, Input, Textarea } from '@/components/ui/field'
import { FormDialog } from '@/components/ui/form-dialog'
import { useAction } from '@/components/ui/use-action'
import type { DifferencePick } from '@/lib/money/cases/picks'
import { openCasesAction } from '@/lib/money/cases/actions'
import { deadlineOf } from '@/lib/money/cases/deadlines'
import { casePath, casesPath } from '@/lib/money/cases/tabs'
import type { CaseOwner } from '@/lib/money/cases/views'
import { formatDay, type Day } from '@/lib/core/dates'
import { OwnerField } from './owner-field'
import { groupPicks, isClaimable } from './pick'
import { PickedGroups } from './picked-groups'
import { ProofField, type Proof } from './proof-field'

export type CaseDialogProps = {
  picks: DifferencePick[]
  owners: CaseOwner[]
  /** The suggested reason. */
  suggestion: string
  today: Day
  onClose: () => void
  onDone?: () => void
}

export function OpenCaseDialog({ picks, owners, suggestion, today, onClose, onDone }: CaseDialogProps) {
  const t = useTranslations('cases')
  const language = useLocale()
  const router = useRouter()
  const [reason, setReason] = useState(suggestion)
  const [protocol, setProtocol] = useState('')
  const [ownerId, setOwnerId] = useState<string | null>(null)
  const [deadline, setDeadline] = useState<Day | null>(null)
  const [proofs, setProofs] = useState<Proof[]>([])
  const groups = groupPicks(picks)
  const claimable = picks.filter(isClaimable)
  const opening = useAction(openCasesAction, {
    successMessage: ({ cases }) => t('open.done', { count: cases.length }),
    onSuccess: ({ cases }) => {
      onDone?.()
      onClose()
      router.push(cases.length === 1 ? casePath(cases[0]!.id) : casesPath)
    },
  })
  const usual = formatDay(
    deadlineOf(
      claimable.flatMap(({ fileBy }) => fileBy ?? []),
      today,
    ),
    language,
  )
  const submit = () => {
    const chosen = claimable.map(({ settlementId, cause }) => ({ settlementId, cause }))
    const fileIds = proofs.map(({ id }) => id)
    void opening.run({ picks: chosen, reason, protocol, deadline, ownerId, fileIds })
  }
  const labels = { reason: t('fields.reason'), protocol: t('fields.protocol'), deadline: t('fields.deadline') }
  return (
    <FormDialog
      size="md"
      onClose={onClose}
      title={t('open.title', { count: Math.max(1, groups.length) })}
      description={t('open.text')}
      action={opening}
      labels={labels}
      submitLabel={t('open.submit', { count: Math.max(1, groups.length) })}
      disabled={groups.length === 0}
      onSubmit={submit}
    >
      <PickedGroups picks={picks} groups={groups} />
      {groups.length > 0 && (
        <>
          <Field label={t('fields.reason')} required error={opening.fields.reason}>
            <Textarea name="reason" rows={3} value={reason} onChange={({ target }) => setReason(target.value)} />
          </Field>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label={t('fields.deadline')}
              optional
              hint={t('open.deadlineHint', { day: usual })}
              error={opening.fields.deadline}
            >
              <DateInput name="deadline" value={deadline} onChange={setDeadline} today={today} />
            </Field>
            <OwnerField value={ownerId} onChange={setOwnerId} owners={owners} error={opening.fields.ownerId} />
          </div>
          <Field label={t('fields.protocol')} optional hint={t('fields.protocolHint')} error={opening.fields.protocol}>
            <Input
              name="protocol"
              autoComplete="off"
              maxLength={80}
              value={protocol}
              onChange={({ target }) => setProtocol(target.value)}
            />
          </Field>
          <fieldset>
            <legend className="mb-1 text-[13px] font-medium text-ink">{t('files.title')}</legend>
            <ProofField
              proofs={proofs}
              onAdd={(proof) => setProofs((before) => [...before, proof])}
              onRemove={(id) => setProofs((before) => before.filter((proof) => proof.id !== id))}
              error={opening.fields.fileIds}
            />
          </fieldset>
        </>
      )}
    </FormDialog>
  )
}
