'use client'

import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { confirmProposalAction, refuseProposalAction } from '@/lib/assist/proposals/actions'

export function DecideProposal({ id, name }: { id: string; name: string }) {
  const t = useTranslations('proposals')
  const confirming = useAction(confirmProposalAction, { successMessage: t('confirmed', { name }), refresh: true })
  const refusing = useAction(refuseProposalAction, { successMessage: t('refused', { name }), refresh: true })
  const error = confirming.error ?? refusing.error
  const pending = confirming.pending || refusing.pending
  return (
    <div className="flex flex-wrap items-center gap-2">
      {error && <FormError error={error} />}
      <Button size="sm" disabled={pending} onClick={() => void refusing.run({ id })}>
        {t('refuse')}
      </Button>
      <Button size="sm" variant="primary" pending={confirming.pending} onClick={() => void confirming.run({ id })}>
        {t('confirm')}
      </Button>
    </div>
  )
}
