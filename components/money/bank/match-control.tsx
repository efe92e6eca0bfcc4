'use client'

import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Select } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { toastWithUndo } from '@/components/ui/undo-toast'
import { useAction } from '@/components/ui/use-action'
import { matchWithdrawalAction, unmatchWithdrawalAction } from '@/lib/money/bank/actions'

/** Only an entry of the same amount is suggested: of the others one is chosen. */
type MatchControlProps = { transactionId: string; candidates: { id: string; label: string; isSameAmount: boolean }[] }

export function MatchControl({ transactionId, candidates }: MatchControlProps) {
  const t = useTranslations('bank.match')
  const [entryId, setEntryId] = useState(candidates.find(({ isSameAmount }) => isSameAmount)?.id ?? '')
  const match = useAction(matchWithdrawalAction, { successMessage: t('matched'), refresh: true })
  return (
    <div className="grid min-w-0 gap-1">
      <div className="flex flex-wrap items-center gap-2">
        <Select
          aria-label={t('entry')}
          value={entryId}
          onChange={({ target }) => setEntryId(target.value)}
          className="max-w-80"
          options={candidates.map(({ id, label }) => ({ value: id, label }))}
        >
          {entryId === '' && <option value="">{t('choose')}</option>}
        </Select>
        <Button
          size="sm"
          disabled={entryId === ''}
          pending={match.pending}
          onClick={() => void match.run({ transactionId, entryId })}
        >
          {t('submit')}
        </Button>
      </div>
      <FormError error={match.error} fields={match.fields} />
    </div>
  )
}

export function UnmatchButton({ transactionId, entryId }: { transactionId: string; entryId: string }) {
  const t = useTranslations('bank.match')
  const router = useRouter()
  const again = useAction(matchWithdrawalAction, { successMessage: t('matched'), refresh: true })
  const unmatch = useAction(unmatchWithdrawalAction, { refresh: true })
  const undo = () =>
    void unmatch.run({ transactionId }).then((result) => {
      if (result?.ok) toastWithUndo(t('unmatched'), t('undo'), () => void again.run({ transactionId, entryId }))
      else router.refresh()
    })
  return (
    <Button size="sm" variant="ghost" className="ml-auto" pending={unmatch.pending} onClick={undo}>
      {t('remove')}
    </Button>
  )
}
