'use client'

import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { approvePackAction } from '@/lib/assist/agent-tasks/actions'

/** Names what was seen by its hash: nothing else can be let go by it. */
export function ApprovePack({ id, packHash }: { id: string; packHash: string }) {
  const t = useTranslations('agentTasks.pack')
  const approving = useAction(approvePackAction, { successMessage: t('doneApprove'), refresh: true })
  return (
    <>
      {approving.error && <FormError error={approving.error} />}
      <Button variant="primary" pending={approving.pending} onClick={() => void approving.run({ id, packHash })}>
        {t('approve')}
      </Button>
    </>
  )
}
