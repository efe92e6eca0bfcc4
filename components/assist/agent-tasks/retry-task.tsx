'use client'

import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { retryTaskAction } from '@/lib/assist/agent-tasks/actions'

export function RetryTask({ id }: { id: string }) {
  const t = useTranslations('agentTasks.unclear')
  const retrying = useAction(retryTaskAction, { refresh: true })
  return (
    <>
      {retrying.error && <FormError error={retrying.error} />}
      <Button pending={retrying.pending} onClick={() => void retrying.run({ id })}>
        {t('retry')}
      </Button>
    </>
  )
}
