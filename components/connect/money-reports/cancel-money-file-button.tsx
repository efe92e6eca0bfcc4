'use client'

import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { Button } from '@/components/ui/button'
import { useAction } from '@/components/ui/use-action'
import { cancelMoneyFileAction } from '@/lib/connect/money-reports/actions'

/** Nothing of the file is written yet, and it can be sent again: there is nothing to ask about. */
export function CancelMoneyFileButton({ importId }: { importId: string }) {
  const t = useTranslations('moneyFiles.confirm')
  const router = useRouter()
  const cancel = useAction(cancelMoneyFileAction, { successMessage: t('cancelled'), refresh: true })
  return (
    <Button
      pending={cancel.pending}
      onClick={() =>
        void cancel.run({ importId }).then((result) => {
          if (result?.ok === false && result.error === 'importTooLateToCancel') router.refresh()
        })
      }
    >
      {t('cancel')}
    </Button>
  )
}
