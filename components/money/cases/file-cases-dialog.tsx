'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Field, Input, Textarea } from '@/components/ui/field'
import { FormDialog } from '@/components/ui/form-dialog'
import { useAction } from '@/components/ui/use-action'
import { formatMoney } from '@/lib/core/money'
import { fileCasesAction } from '@/lib/money/cases/actions'
import type { CaseRow } from '@/lib/money/cases/queries'

type FileCasesDialogProps = { rows: CaseRow[]; onClose: () => void; onDone: () => void }

/** Many cases become filed at once, each with the ticket number that the marketplace gave it, where it gave one. */
export function FileCasesDialog({ rows, onClose, onDone }: FileCasesDialogProps) {
  const t = useTranslations('cases')
  const causes = useTranslations('reconciliation.causes')
  const language = useLocale()
  const [protocols, setProtocols] = useState<Readonly<Record<string, string>>>({})
  const [note, setNote] = useState('')
  const filing = useAction(fileCasesAction, {
    successMessage: ({ filed }) => t('file.done', { count: filed }),
    refresh: true,
    onSuccess: () => {
      onDone()
      onClose()
    },
  })
  const submit = () => {
    const cases = rows.map(({ id, version, protocol }) => ({ id, version, protocol: protocols[id] ?? protocol }))
    void filing.run({ cases, note })
  }
  return (
    <FormDialog
      onClose={onClose}
      size="md"
      title={t('file.title', { count: rows.length })}
      description={t('file.text')}
      action={filing}
      labels={{ note: t('fields.note') }}
      submitLabel={t('file.action')}
      onSubmit={submit}
    >
      <ul className="divide-y divide-line rounded-control border border-line">
        {rows.map((row) => (
          <li key={row.id} className="grid items-center gap-x-4 gap-y-2 px-3 py-2 sm:grid-cols-[minmax(0,1fr)_12rem]">
            <span className="min-w-0">
              <span className="flex flex-wrap gap-x-2 font-medium">
                <span className="tabular-nums">{t('numberOf', { number: row.number })}</span>
                <span>{formatMoney(row.amountCents, language)}</span>
              </span>
              <span className="block text-[13px] wrap-anywhere text-ink-3">
                {[causes(row.cause), row.shopName].join(' · ')}
              </span>
            </span>
            <Input
              aria-label={t('file.protocolOf', { number: row.number })}
              placeholder={t('fields.protocol')}
              autoComplete="off"
              maxLength={80}
              value={protocols[row.id] ?? row.protocol ?? ''}
              onChange={({ target }) => setProtocols({ ...protocols, [row.id]: target.value })}
            />
          </li>
        ))}
      </ul>
      <Field label={t('fields.note')} optional error={filing.fields.note}>
        <Textarea name="note" rows={2} value={note} onChange={({ target }) => setNote(target.value)} />
      </Field>
    </FormDialog>
  )
}
